/* Witness suites of pair systems: chains of T6's links between the keys, so that T8's bound holds on them. */
#include "internal.h"
#include <minip/construct.h>
#include <minip/gap.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  minip__collector_t list;
  const minip_pairs_struct *pairs;
  uint32_t *first_part; /* of a best composition of every gap */
  size_t query_position;
  int all_orders;
  uint64_t *token;      /* the token that moves from z_i to z_j */
  uint32_t *sequence;   /* n entries */
} builder_t;

/* The query's position and the n-1 others: all of them z, but the k-th of them (counted from 0) is other. */
static minip_status_t add_sequence(builder_t *b, uint32_t x, uint32_t other, uint32_t z, size_t k, minip_error_t err)
{
  size_t place = 0;
  for (size_t j = 0; j < b->list.n; j++)
    b->sequence[j] = j == b->query_position ? x : place++ == k ? other : z;
  return minip__collector_sequence(&b->list, b->sequence, err);
}

static minip_status_t add_link(builder_t *b, uint32_t x, uint32_t low, uint32_t high, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  size_t placements = b->all_orders ? b->list.n - 1 : 1;
  for (size_t k = 0; st == MINIP_OK && k < placements; k++)
    st = add_sequence(b, x, low, high, k, err);
  return st;
}

/* Bring the token from z_i to the least overlap with x that lies on the way to z_j: bits outside x as z_j has them, and every added bit of x paired with a
   removed one. Only additions are left. */
static void make_monotone(uint64_t *token, const uint64_t *x, const uint64_t *goal, size_t m)
{
  size_t remove = 0;
  for (size_t j = 0; j < m; j++)
    if (!minip_token_bit(x, j))
      minip_token_set_bit(token, j, minip_token_bit(goal, j));
  for (size_t add = 0; add < m; add++) {
    if (!minip_token_bit(x, add) || minip_token_bit(token, add) || !minip_token_bit(goal, add))
      continue;
    while (remove < m && !(minip_token_bit(x, remove) && minip_token_bit(token, remove) && !minip_token_bit(goal, remove)))
      remove++;
    if (remove == m)
      return;
    minip_token_set_bit(token, add, 1);
    minip_token_set_bit(token, remove, 0);
  }
}

/* Add `steps` bits of x that the goal has and the token lacks, lowest first. */
static void raise_overlap(uint64_t *token, const uint64_t *x, const uint64_t *goal, size_t m, size_t steps)
{
  for (size_t j = 0; steps > 0 && j < m; j++)
    if (minip_token_bit(x, j) && minip_token_bit(goal, j) && !minip_token_bit(token, j)) {
      minip_token_set_bit(token, j, 1);
      steps--;
    }
}

/* The chain from z_i to z_j for the query x_i: its diagonal sequences and its links. */
static minip_status_t add_chain(builder_t *b, size_t i, size_t j, size_t gap, minip_error_t err)
{
  const uint64_t *x = minip_token_row(b->pairs->x, i), *goal = minip_token_row(b->pairs->z, j);
  uint32_t query, low, high;
  memcpy(b->token, minip_token_row(b->pairs->z, i), b->list.words * sizeof *b->token);
  minip_status_t st = minip__collector_token(&query, &b->list, x, err);
  if (st == MINIP_OK)
    st = minip__collector_token(&low, &b->list, b->token, err);
  if (st == MINIP_OK)
    st = add_sequence(b, query, low, low, 0, err);
  make_monotone(b->token, x, goal, b->list.m);
  for (size_t left = gap; st == MINIP_OK && left > 0; left -= b->first_part[left]) {
    raise_overlap(b->token, x, goal, b->list.m, b->first_part[left]);
    st = minip__collector_token(&high, &b->list, b->token, err);
    if (st == MINIP_OK)
      st = add_sequence(b, query, high, high, 0, err);
    if (st == MINIP_OK)
      st = add_link(b, query, low, high, err);
    low = high;
  }
  return st;
}

static minip_status_t add_all(builder_t *b, int32_t *gaps, minip_error_t err)
{
  size_t count = minip_pairs_count(b->pairs);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < count; i++) {
    minip_pairs_row(gaps, b->pairs, i);
    for (size_t j = 0; st == MINIP_OK && j < count; j++)
      if (j != i && gaps[j] < 2)
        st = minip_error_set(err, MINIP_INPUT, "pairs %zu and %zu: the gap <x_%zu, z_%zu> - <x_%zu, z_%zu> is %d, below 2", i, j, i, j, i, i, gaps[j]);
      else if (j != i)
        st = add_chain(b, i, j, (size_t)gaps[j], err);
  }
  return st;
}

static minip_status_t copy_pairs(minip_suite_t suite, const minip_pairs_t pairs, minip_error_t err)
{
  size_t bytes = pairs->x->count * pairs->x->words * sizeof(uint64_t);
  minip_status_t st = minip_tokens_alloc(suite->pairs->x, pairs->x->count, pairs->x->m, err);
  if (st == MINIP_OK)
    st = minip_tokens_alloc(suite->pairs->z, pairs->z->count, pairs->z->m, err);
  if (st != MINIP_OK)
    return st;
  memcpy(suite->pairs->x->bits, pairs->x->bits, bytes);
  memcpy(suite->pairs->z->bits, pairs->z->bits, bytes);
  suite->pairs->name = strdup(pairs->name ? pairs->name : "");
  suite->name = strdup(suite->pairs->name ? suite->pairs->name : "");
  return suite->name && suite->pairs->name ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
}

minip_status_t minip_suite_witness(minip_suite_t suite, const minip_pairs_t pairs, size_t n, int all_orders, int causal, minip_error_t err)
{
  size_t m = pairs->x->m, count = minip_pairs_count(pairs);
  if (n < 3 || n > 1000000)
    return minip_error_set(err, MINIP_INPUT, "a witness suite needs a length from 3 to 1000000, not %zu", n);
  if (count < 2)
    return minip_error_set(err, MINIP_INPUT, "a witness suite needs at least two pairs, not %zu", count);
  builder_t b = {.pairs = pairs, .query_position = causal ? n - 1 : 0, .all_orders = all_orders};
  minip__collector_init(&b.list, m, n);
  fmpz *factors = _fmpz_vec_init((slong)m + 1);
  int32_t *gaps = calloc(count, sizeof *gaps);
  b.first_part = calloc(m + 1, sizeof *b.first_part);
  b.token = calloc(b.list.words + 1, sizeof *b.token);
  b.sequence = calloc(n, sizeof *b.sequence);
  minip_status_t st = MINIP_OK;
  if (!gaps || !b.first_part || !b.token || !b.sequence)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for a witness suite");
  minip_suite_clear(suite);
  if (st == MINIP_OK) {
    minip_amplification(factors, b.first_part, n, m);
    st = add_all(&b, gaps, err);
  }
  if (st == MINIP_OK)
    st = minip__collector_finish(suite, &b.list, b.query_position, err);
  if (st == MINIP_OK)
    st = copy_pairs(suite, pairs, err);
  minip__collector_clear(&b.list);
  _fmpz_vec_clear(factors, (slong)m + 1);
  free(gaps), free(b.first_part), free(b.token), free(b.sequence);
  return st;
}
