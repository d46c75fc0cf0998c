/* Shattered tokens (T8b): every proper subset T of them has a query that overlaps all of T at least 2 less than all others. Then alpha's columns at
   these tokens are independent. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TOKENS 20
#define MAX_BITS 24

/* by[T] = a query for the subset T, or NONE. One pass over all queries: sort of the tokens by overlap shows every T the query serves. */
#define NONE UINT32_MAX

/* Subsets served by the query x: the tokens with overlap below a cut, wherever the next overlap above the cut is at least 2 more. */
static void serve(uint32_t *by, uint32_t x, const uint32_t *tokens, size_t t)
{
  uint32_t below[MAX_BITS + 2] = {0}; /* below[s]: subset of tokens with overlap < s */
  for (size_t i = 0; i < t; i++) {
    int s = __builtin_popcount(x & tokens[i]);
    for (int c = s + 1; c <= MAX_BITS + 1; c++)
      below[c] |= (uint32_t)1 << i;
  }
  /* overlap <= s on T and >= s + 2 on the rest: no token has overlap s + 1. */
  for (int s = 0; s + 2 <= MAX_BITS + 1; s++)
    if (below[s + 1] == below[s + 2] && by[below[s + 1]] == NONE)
      by[below[s + 1]] = x;
}

/* The least proper non-empty subset without a query, or 0. */
static uint32_t first_missing(uint32_t *by, const uint32_t *tokens, size_t t, size_t m)
{
  uint32_t all = ((uint32_t)1 << t) - 1;
  memset(by, 0xFF, ((size_t)all + 1) * sizeof *by);
  for (uint32_t x = 0; x < (uint32_t)1 << m; x++)
    serve(by, x, tokens, t);
  for (uint32_t T = 1; T < all; T++)
    if (by[T] == NONE)
      return T;
  return 0;
}

static void describe_subset(char *text, size_t size, uint32_t T)
{
  size_t n = 0;
  for (size_t i = 0; i < 32 && n + 8 < size; i++)
    if (T >> i & 1)
      n += (size_t)snprintf(text + n, size - n, "%s%zu", n ? " " : "", i);
}

minip_status_t minip_bound_shattered(minip_tokens_t queries, const minip_tokens_t tokens, minip_error_t err)
{
  size_t t = tokens->count, m = tokens->m;
  uint32_t values[MAX_TOKENS];
  if (t > MAX_TOKENS || m > MAX_BITS)
    return minip_error_set(err, MINIP_LIMIT, "shattering is checked for up to %d tokens of up to %d bits", MAX_TOKENS, MAX_BITS);
  for (size_t i = 0; i < t; i++)
    values[i] = (uint32_t)minip_token_row(tokens, i)[0];
  uint32_t *by = malloc(((size_t)1 << t) * sizeof *by);
  if (!by)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the subsets of %zu tokens", t);
  minip_status_t st = MINIP_OK;
  uint32_t missing = first_missing(by, values, t, m);
  if (missing) {
    char text[128] = "";
    describe_subset(text, sizeof text, missing);
    st = minip_error_set(err, MINIP_INPUT, "no query overlaps the tokens {%s} at least 2 less than the others", text);
  }
  if (st == MINIP_OK && queries)
    st = minip_tokens_alloc(queries, (size_t)1 << t, m, err);
  for (uint32_t T = 1; st == MINIP_OK && queries && T + 1 < (uint32_t)1 << t; T++)
    minip_token_row(queries, T)[0] = by[T];
  free(by);
  return st;
}

/* --- search --------------------------------------------------------------------------------------------------------------------------- */


typedef struct {
  size_t m, best;
  uint64_t nodes, budget;
  int least_weight; /* weight of the first token: the others weigh no less */
  uint32_t chosen[MAX_TOKENS], found[MAX_TOKENS];
  uint32_t *by;
} search_t;

static void extend(search_t *s, size_t t, uint32_t from);

/* Take z as token t, if the set stays shattered, and go on with tokens from `from` up. */
static void try_token(search_t *s, size_t t, uint32_t z, uint32_t from)
{
  if (s->nodes >= s->budget)
    return;
  s->nodes++;
  s->chosen[t] = z;
  if (first_missing(s->by, s->chosen, t + 1, s->m) != 0)
    return;
  if (t + 1 > s->best) {
    s->best = t + 1;
    memcpy(s->found, s->chosen, sizeof s->found);
  }
  extend(s, t + 1, from);
}

static uint32_t ones(int from, int count) { return (((uint32_t)1 << count) - 1) << from; }

/* A subset of a shattered set is shattered (restrict the queries), so a set built token by token misses none. Renaming coordinates keeps shattering:
   the first token, one of least weight w, may be taken as w ones first, and the second as a ones among those and b among the others, each
   as far left as possible; the rest come in increasing order. */
static void extend(search_t *s, size_t t, uint32_t from)
{
  if (t >= MAX_TOKENS - 1)
    return;
  if (t == 1) {
    int w = s->least_weight, m = (int)s->m;
    for (int a = 0; a <= w; a++)
      for (int b = 0; b <= m - w; b++)
        if (a + b >= w)
          try_token(s, t, ones(0, a) | ones(w, b), 0);
    return;
  }
  for (uint32_t z = from; z < (uint32_t)1 << s->m && s->nodes < s->budget; z++)
    if (__builtin_popcount(z) >= s->least_weight)
      try_token(s, t, z, z + 1);
}

static void search(search_t *s)
{
  for (size_t i = 0; i < s->m / 2; i++)
    s->found[i] = ones((int)(2 * i), 2);
  s->best = s->m / 2;
  for (int w = 1; w <= (int)s->m; w++) { /* the zero token overlaps nothing by 2 more than another: no set of two has it */
    s->least_weight = w;
    try_token(s, 0, ones(0, w), 0);
  }
}

minip_status_t minip_bound_shatter_search(minip_tokens_t tokens, int *complete, size_t m, uint64_t nodes, minip_error_t err)
{
  search_t s = {.m = m, .budget = nodes};
  if (m < 2 || m > MINIP_BOUND_MAX_SHATTER)
    return minip_error_set(err, MINIP_LIMIT, "shattered tokens are searched for from 2 to %d bits", MINIP_BOUND_MAX_SHATTER);
  s.by = malloc(((size_t)1 << MAX_TOKENS) * sizeof *s.by);
  if (!s.by)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the subsets of %d tokens", MAX_TOKENS);
  search(&s);
  free(s.by);
  *complete = s.nodes < s.budget;
  minip_status_t st = minip_tokens_alloc(tokens, s.best, m, err);
  for (size_t i = 0; st == MINIP_OK && i < s.best; i++)
    minip_token_row(tokens, i)[0] = s.found[i];
  return st == MINIP_OK ? minip_bound_shattered(NULL, tokens, err) : st;
}
