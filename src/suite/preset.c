/* The named pair systems: codes and their complements (T9). */
#include "internal.h"
#include <minip/construct.h>
#include <stdlib.h>
#include <string.h>

/* The code without those words that are complements of earlier ones; at most `limit` words. */
static size_t without_complements(uint64_t *rows, const minip_code_t code, size_t limit)
{
  size_t words = code->words->words, m = minip_code_n(code), kept = 0;
  for (size_t i = 0; kept < limit && i < minip_code_size(code); i++) {
    const uint64_t *x = minip_code_word(code, i);
    int repeats = 0;
    for (size_t k = 0; k < kept && !repeats; k++) {
      const uint64_t *y = rows + k * words;
      repeats = minip_token_overlap(x, y, words) == 0 && minip_token_weight(x, words) + minip_token_weight(y, words) == m;
    }
    if (!repeats)
      memcpy(rows + kept++ * words, x, words * sizeof *rows);
  }
  return kept;
}

/* `count` words of the Hadamard code of order 24, no two of them complements, then (if asked) their complements. */
static minip_status_t hadamard(minip_code_t out, size_t count, int complements, const char *name, minip_error_t err)
{
  minip_code_t all;
  minip_code_init(all);
  minip_status_t st = minip_code_construct(all, "hadamard:order=24", err);
  size_t words = st == MINIP_OK ? all->words->words : 0;
  uint64_t *rows = calloc(count * words + 1, sizeof *rows);
  if (st == MINIP_OK && !rows)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK && without_complements(rows, all, count) != count)
    st = minip_error_set(err, MINIP_INTERNAL, "the Hadamard code of order 24 has fewer than %zu words", count);
  if (st == MINIP_OK)
    st = minip_code_alloc(out, minip_code_n(all), complements ? 2 * count : count, name, err);
  for (size_t i = 0; st == MINIP_OK && i < count; i++) {
    memcpy(minip_code_word(out, i), rows + i * words, words * sizeof *rows);
    for (size_t j = 0; complements && j < minip_code_n(out); j++)
      minip_token_set_bit(minip_code_word(out, count + i), j, !minip_token_bit(rows + i * words, j));
  }
  free(rows);
  minip_code_clear(all);
  return st;
}

minip_status_t minip_suite_preset(minip_pairs_t pairs, const char *name, minip_error_t err)
{
  minip_code_t code;
  minip_code_init(code);
  minip_status_t st;
  if (strcmp(name, "hadamard24") == 0)
    st = hadamard(code, 23, 0, name, err);
  else if (strcmp(name, "chain24") == 0)
    st = hadamard(code, 12, 1, name, err);
  else if (strcmp(name, "octads24") == 0)
    st = minip_code_construct(code, "octads24", err);
  else
    st = minip_error_set(err, MINIP_INPUT, "no preset '%s': hadamard24, chain24 or octads24", name);
  if (st == MINIP_OK)
    st = minip_pairs_from_code(pairs, code, err);
  minip_code_clear(code);
  return st;
}
