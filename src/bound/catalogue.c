/* The catalogue of explicit codes, and what shortening makes of them, as pair systems (T9). */
#include "internal.h"
#include <minip/construct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this length the random choice of T10 is far ahead of every code that can be listed. */
#define LARGEST_CODE 64
#define MOST_SHORTENINGS 7

#define SHORTENED " shortened to "

/* Keep the words that agree with the majority in the last coordinate (ones on a tie while the weight is above half the length), and drop it. */
static minip_status_t shorten_once(minip_code_t out, const minip_code_t code, minip_error_t err)
{
  size_t n = minip_code_n(code), size = minip_code_size(code), ones = 0, w = minip_token_weight(minip_code_word(code, 0), code->words->words);
  for (size_t i = 0; i < size; i++)
    ones += (size_t)minip_token_bit(minip_code_word(code, i), n - 1);
  int bit = 2 * ones == size ? 2 * w >= n : 2 * ones > size;
  return minip_code_shorten(out, code, n - 1, bit, err);
}

static char *shortened_name(const char *name, size_t times)
{
  char *text = NULL;
  if (asprintf(&text, "%s" SHORTENED "%zu", name, times) < 0)
    return NULL;
  return text;
}

/* The code, and its shortenings of length at most m while they have enough words to matter. */
static minip_status_t add_family(minip_bound_systems_t systems, const char *name, minip_code_t code, size_t m, int threads, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (int i = 0; st == MINIP_OK && i <= MOST_SHORTENINGS && minip_code_size(code) >= 4; i++) {
    if (minip_code_n(code) <= m)
      st = minip__bound_systems_add_code(systems, code, threads, err);
    minip_code_t shorter;
    minip_code_init(shorter);
    if (st == MINIP_OK)
      st = shorten_once(shorter, code, err);
    if (st == MINIP_OK) {
      free(shorter->name);
      shorter->name = shortened_name(name, minip_code_n(shorter));
      minip_code_struct swap = *code;
      *code = *shorter, *shorter = swap;
      if (!code->name)
        st = minip_error_set(err, MINIP_LIMIT, "out of memory for a name");
    }
    minip_code_clear(shorter);
  }
  return st;
}

static minip_status_t add_named(minip_bound_systems_t systems, const char *spec, size_t m, int threads, minip_error_t err)
{
  minip_code_t code;
  minip_error_t why;
  minip_code_init(code);
  minip_error_init(why);
  minip_status_t st = minip_code_construct(code, spec, why);
  if (st == MINIP_INPUT)
    st = MINIP_OK; /* no Hadamard matrix of that order in the catalogue */
  else if (st != MINIP_OK)
    *err = *why;
  else
    st = add_family(systems, spec, code, m, threads, err);
  minip_code_clear(code);
  return st;
}

minip_status_t minip_bound_systems_add_catalogue(minip_bound_systems_t systems, size_t m, int threads, minip_error_t err)
{
  static const struct {
    const char *spec;
    size_t n;
  } named[] = {{"octads24", 24}, {"dodecads24", 24}, {"S(3,6,22)", 22}, {"S(4,7,23)", 23}, {"hexads", 12}};
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < sizeof named / sizeof *named; i++)
    if (named[i].n <= m + MOST_SHORTENINGS)
      st = add_named(systems, named[i].spec, m, threads, err);
  for (size_t order = 8; st == MINIP_OK && order <= LARGEST_CODE && order <= m + 2; order += 4) {
    char spec[64];
    for (int complements = 0; st == MINIP_OK && complements <= 1; complements++) {
      snprintf(spec, sizeof spec, "hadamard:order=%zu,complements=%d", order, complements);
      st = add_named(systems, spec, m, threads, err);
    }
  }
  return st;
}

minip_status_t minip_bound_catalogue(minip_bound_list_t list, const minip_bound_task_t task, size_t m, int threads, minip_error_t err)
{
  minip_bound_systems_t systems;
  minip_bound_systems_init(systems);
  minip_status_t st = minip_bound_systems_add_catalogue(systems, m, threads, err);
  if (st == MINIP_OK)
    st = minip_bound_systems(list, task, systems, 0, err);
  minip_bound_systems_clear(systems);
  return st;
}

minip_status_t minip__bound_catalogue_pairs(minip_pairs_t pairs, const char *name, minip_error_t err)
{
  const char *mark = strstr(name, SHORTENED);
  size_t n = mark ? strtoul(mark + strlen(SHORTENED), NULL, 10) : 0;
  char *spec = strndup(name, mark ? (size_t)(mark - name) : strlen(name));
  minip_code_t code;
  minip_code_init(code);
  minip_status_t st = spec ? minip_code_construct(code, spec, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for a name");
  while (st == MINIP_OK && mark && minip_code_n(code) > n) {
    minip_code_t shorter;
    minip_code_init(shorter);
    st = shorten_once(shorter, code, err);
    minip_code_struct swap = *code;
    *code = *shorter, *shorter = swap;
    minip_code_clear(shorter);
  }
  if (st == MINIP_OK)
    st = minip_pairs_from_code(pairs, code, err);
  minip_code_clear(code);
  free(spec);
  return st;
}
