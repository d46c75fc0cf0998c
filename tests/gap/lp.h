/* A slow plain reference: the least head error of one query on listed sequences, as a linear program in the raw unknowns
   u(z) = <a(x), v(z)>, b(x) and the error, straight from the definition of the head (no T2, no T4), solved by an exact simplex method. */
#ifndef MINIP_TEST_GAP_LP_H
#define MINIP_TEST_GAP_LP_H

#include "../lib/test.h"
#include <minip/gap.h>

#define LP_TOKENS 6
#define LP_LENGTH 6

/* A query with its pool, all integers. */
typedef struct {
  size_t count;                /* pool tokens */
  long alpha[LP_TOKENS], self, eta;
  uint32_t overlap[LP_TOKENS], weight;
  size_t self_entry;           /* MINIP_NO_ENTRY: x is not in the pool */
  int none;                    /* no normaliser */
  long clamp;                  /* 0: none */
} lp_query_t;

/* A sequence: how often each pool token occurs. */
typedef struct {
  unsigned times[LP_TOKENS];
} lp_sequence_t;

/* Exact simplex on  maximise c.x, A x = b, x >= 0, b >= 0, with Bland's rule, so it ends. */
typedef struct {
  size_t rows, columns;
  fmpq *cell; /* (rows + 1) x (columns + 1): last column b, last row the reduced costs */
  size_t *basic;
} lp_tableau_t;

static inline fmpq *lp_at(lp_tableau_t *t, size_t i, size_t j) { return t->cell + i * (t->columns + 1) + j; }

static inline void lp_pivot(lp_tableau_t *t, size_t r, size_t c)
{
  fmpq_t factor;
  fmpq_init(factor);
  fmpq_inv(factor, lp_at(t, r, c));
  for (size_t j = 0; j <= t->columns; j++)
    fmpq_mul(lp_at(t, r, j), lp_at(t, r, j), factor);
  for (size_t i = 0; i <= t->rows; i++) {
    if (i == r || fmpq_is_zero(lp_at(t, i, c)))
      continue;
    fmpq_set(factor, lp_at(t, i, c));
    for (size_t j = 0; j <= t->columns; j++)
      fmpq_submul(lp_at(t, i, j), factor, lp_at(t, r, j));
  }
  t->basic[r] = c;
  fmpq_clear(factor);
}

/* Until no reduced cost among the first `usable` columns is positive. */
static inline void lp_run(lp_tableau_t *t, size_t usable)
{
  fmpq_t ratio, best;
  fmpq_init(ratio), fmpq_init(best);
  for (;;) {
    size_t c = 0, r = t->rows;
    while (c < usable && fmpq_sgn(lp_at(t, t->rows, c)) <= 0)
      c++;
    if (c == usable)
      break;
    for (size_t i = 0; i < t->rows; i++) {
      if (fmpq_sgn(lp_at(t, i, c)) <= 0)
        continue;
      fmpq_div(ratio, lp_at(t, i, t->columns), lp_at(t, i, c));
      int order = r == t->rows ? -1 : fmpq_cmp(ratio, best);
      if (order < 0 || (order == 0 && t->basic[i] < t->basic[r])) {
        fmpq_set(best, ratio);
        r = i;
      }
    }
    assert_true(r < t->rows); /* bounded: the primal program below is feasible */
    lp_pivot(t, r, c);
  }
  fmpq_clear(ratio), fmpq_clear(best);
}

/* The reduced costs of costs c (given per column) for the current basis. */
static inline void lp_price(lp_tableau_t *t, const fmpq *costs)
{
  fmpq_t factor;
  fmpq_init(factor);
  for (size_t j = 0; j <= t->columns; j++) {
    if (j < t->columns)
      fmpq_set(lp_at(t, t->rows, j), costs + j);
    else
      fmpq_zero(lp_at(t, t->rows, j));
  }
  for (size_t i = 0; i < t->rows; i++) {
    fmpq_set(factor, costs + t->basic[i]);
    for (size_t j = 0; j <= t->columns; j++)
      fmpq_submul(lp_at(t, t->rows, j), factor, lp_at(t, i, j));
  }
  fmpq_clear(factor);
}

static inline long lp_denominator(const lp_query_t *q, const lp_sequence_t *s)
{
  long d = q->self + q->eta;
  for (size_t j = 0; j < q->count; j++)
    d += (long)s->times[j] * q->alpha[j];
  if (q->clamp && d < q->clamp)
    d = q->clamp;
  return q->none ? 1 : d;
}

static inline long lp_target(const lp_query_t *q, const lp_sequence_t *s)
{
  uint32_t t = q->weight;
  for (size_t j = 0; j < q->count; j++)
    if (s->times[j] && q->overlap[j] < t)
      t = q->overlap[j];
  return (long)t;
}

/* Column pair (i, +/-) of the dual: coefficients of u(z) for the pool, of u(x) when x is outside it, of b, and |denominator|. */
static inline void lp_coefficients(long *c, const lp_query_t *q, const lp_sequence_t *s)
{
  for (size_t j = 0; j < q->count; j++)
    c[j] = (long)s->times[j] * q->alpha[j];
  size_t x = q->self_entry == MINIP_NO_ENTRY ? q->count : q->self_entry;
  c[q->count] = 0;
  c[x] += q->self;
  c[q->count + 1] = lp_denominator(q, s); /* b */
  c[q->count + 2] = labs(c[q->count + 1]);
}

/* eps = least error on the sequences; 0 when a denominator vanishes. Dual: maximise sum t_i D_i (l+ - l-) with the l orthogonal to every u and b,
   and sum |D_i| (l+ + l-) = 1. */
static inline int lp_least_error(fmpq_t eps, const lp_query_t *q, const lp_sequence_t *list, size_t count)
{
  size_t rows = q->count + 3, usable = 2 * count, columns = usable + rows;
  lp_tableau_t t = {.rows = rows, .columns = columns};
  for (size_t i = 0; i < count; i++)
    if (lp_denominator(q, &list[i]) == 0)
      return 0;
  t.cell = _fmpq_vec_init((slong)((rows + 1) * (columns + 1)));
  t.basic = calloc(rows, sizeof *t.basic);
  fmpq *costs = _fmpq_vec_init((slong)columns);
  for (size_t i = 0; i < count; i++) {
    long c[LP_TOKENS + 3];
    lp_coefficients(c, q, &list[i]);
    for (size_t r = 0; r < rows; r++) {
      fmpq_set_si(lp_at(&t, r, 2 * i), c[r], 1);
      fmpq_set_si(lp_at(&t, r, 2 * i + 1), r + 1 == rows ? c[r] : -c[r], 1);
    }
  }
  for (size_t r = 0; r < rows; r++) {
    fmpq_one(lp_at(&t, r, usable + r)); /* artificial */
    t.basic[r] = usable + r;
    fmpq_set_si(costs + usable + r, -1, 1);
  }
  fmpq_one(lp_at(&t, rows - 1, columns));
  lp_price(&t, costs);
  lp_run(&t, columns);
  assert_true(fmpq_is_zero(lp_at(&t, rows, columns)));
  for (size_t r = 0; r < rows; r++) /* artificial variables leave the basis, or their row is void */
    for (size_t c = 0; c < usable && t.basic[r] >= usable; c++)
      if (!fmpq_is_zero(lp_at(&t, r, c)))
        lp_pivot(&t, r, c);
  for (size_t i = 0; i < count; i++) {
    long value = lp_target(q, &list[i]) * lp_denominator(q, &list[i]);
    fmpq_set_si(costs + 2 * i, value, 1);
    fmpq_set_si(costs + 2 * i + 1, -value, 1);
  }
  for (size_t r = 0; r < rows; r++)
    fmpq_zero(costs + usable + r);
  lp_price(&t, costs);
  lp_run(&t, usable);
  fmpq_neg(eps, lp_at(&t, rows, columns));
  _fmpq_vec_clear(costs, (slong)columns);
  _fmpq_vec_clear(t.cell, (slong)((rows + 1) * (columns + 1)));
  free(t.basic);
  return 1;
}

/* Every multiset of n-1 pool tokens; list has room for 462 (6 tokens, 5 places). */
static inline size_t lp_all_sequences(lp_sequence_t *list, size_t tokens, size_t left, size_t from, lp_sequence_t partial, size_t count)
{
  if (left == 0) {
    list[count] = partial;
    return count + 1;
  }
  for (size_t j = from; j < tokens; j++) {
    partial.times[j]++;
    count = lp_all_sequences(list, tokens, left - 1, j, partial, count);
    partial.times[j]--;
  }
  return count;
}
#define LP_MAX_SEQUENCES 462

static inline int lp_full_suite(fmpq_t eps, const lp_query_t *q, size_t n)
{
  static lp_sequence_t list[LP_MAX_SEQUENCES];
  lp_sequence_t empty = {{0}};
  return lp_least_error(eps, q, list, lp_all_sequences(list, q->count, n - 1, 0, empty, 0));
}

/* The row that the library sees; clear with lp_row_clear. */
static inline void lp_row(minip_row_t row, const lp_query_t *q)
{
  memset(row, 0, sizeof *row);
  row->count = q->count;
  row->overlap = calloc(q->count + 1, sizeof *row->overlap);
  row->alpha = _fmpz_vec_init((slong)q->count + 1);
  fmpz_init_set_si(row->self, q->self);
  fmpz_init_set_si(row->eta, q->eta);
  fmpq_init(row->scale);
  fmpq_set_si(row->scale, 1, 1);
  row->weight = q->weight;
  row->self_entry = q->self_entry;
  for (size_t j = 0; j < q->count; j++) {
    row->overlap[j] = q->overlap[j];
    fmpz_set_si(row->alpha + j, q->alpha[j]);
  }
}

static inline void lp_row_clear(minip_row_t row)
{
  free(row->overlap);
  _fmpz_vec_clear(row->alpha, (slong)row->count + 1);
  fmpz_clear(row->self), fmpz_clear(row->eta);
  fmpq_clear(row->scale);
}

#endif
