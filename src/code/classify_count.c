/* A plain count of labelled codes. By transitivity every word lies in equally many: count = C(n,w) / size * (codes with one fixed word). */
#include "classify_internal.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  size_t words;          /* 64-bit words of a row */
  uint64_t *later;       /* later[v]: words after v at distance >= d from it */
  uint64_t *rows;        /* one row of candidates per depth */
  uint64_t nodes, limit, found;
} counter_t;

static size_t bits(const uint64_t *row, size_t words)
{
  size_t sum = 0;
  for (size_t k = 0; k < words; k++)
    sum += (size_t)__builtin_popcountll(row[k]);
  return sum;
}

/* Count the ways to take `need` >= 1 more words from the candidates at this depth. */
static void count_from(counter_t *c, size_t depth, size_t need)
{
  const uint64_t *row = c->rows + depth * c->words;
  size_t left = bits(row, c->words);
  if (need == 1) {
    c->found += left;
    return;
  }
  for (size_t k = 0; k < c->words; k++)
    for (uint64_t rest = row[k]; rest && left >= need && c->nodes < c->limit; rest &= rest - 1, left--) {
      size_t v = 64 * k + (size_t)__builtin_ctzll(rest);
      uint64_t *next = c->rows + (depth + 1) * c->words;
      for (size_t i = 0; i < c->words; i++)
        next[i] = row[i] & c->later[v * c->words + i];
      c->nodes++;
      count_from(c, depth + 1, need - 1);
    }
}

/* The words at distance >= d from the first one. */
static size_t list_candidates(uint64_t *out, size_t n, size_t d, size_t w)
{
  size_t m = 0;
  uint64_t first = minip__first_word(w), last = minip__last_word(n, w);
  for (uint64_t x = first;; x = minip__next_word(x)) {
    if (minip__distance(&x, &first, 1) >= d) {
      if (out)
        out[m] = x;
      m++;
    }
    if (x == last)
      return m;
  }
}

static void set_later(counter_t *c, const uint64_t *words, size_t m, size_t d)
{
  for (size_t i = 0; i < m; i++)
    for (size_t j = i + 1; j < m; j++)
      if (minip__distance(words + i, words + j, 1) >= d)
        c->later[i * c->words + j / 64] |= (uint64_t)1 << (j % 64);
}

minip_status_t minip__count_labelled(fmpz_t count, int *finished, size_t n, size_t d, size_t w, size_t size, uint64_t limit, minip_error_t err)
{
  minip_code_count(count, n, w);
  *finished = size == 1;
  if (size == 1 || fmpz_cmp_ui(count, 20000) > 0)
    return MINIP_OK;
  size_t m = list_candidates(NULL, n, d, w), row = m / 64 + 1;
  counter_t c = {.words = row, .limit = limit};
  uint64_t *words = calloc(m + 1, sizeof *words);
  c.later = calloc(m * row + 1, sizeof *c.later);
  c.rows = calloc((size + 1) * row, sizeof *c.rows);
  minip_status_t st = words && c.later && c.rows ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK) {
    list_candidates(words, n, d, w);
    set_later(&c, words, m, d);
    for (size_t i = 0; i < m; i++)
      c.rows[i / 64] |= (uint64_t)1 << (i % 64);
    count_from(&c, 0, size - 1);
    *finished = c.nodes < c.limit;
    fmpz_mul_ui(count, count, c.found);
    if (*finished && !fmpz_divisible_si(count, (slong)size))
      st = minip_error_set(err, MINIP_INTERNAL, "the plain count of codes of %zu words is no whole number", size);
    fmpz_divexact_ui(count, count, *finished && st == MINIP_OK ? size : 1);
  }
  free(words), free(c.later), free(c.rows);
  return st;
}
