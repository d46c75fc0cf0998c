/* Row, column and two-sided scalings of an explicit pair system (T7). Sums of 1/c_j are exact while the c_j take few values, else rounded down. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define SCALED_MAX_PAIRS 2600 /* the matrix of gaps is held, and read some sixty times */
#define EXACT_TERMS 64        /* more different denominators than this: round each term down to a multiple of 2^-128 */
#define ROUNDS 30
#define WEIGHT_BITS 16

/* common = least common multiple of the numerators of A(k)^2, unit[k] = common / A(k)^2, an integer. */
static void set_units(fmpz_t common, fmpz *unit, const minip_bound_task_t task, size_t kmax)
{
  fmpq_t f;
  fmpq_init(f);
  fmpz_one(common);
  for (size_t k = 0; k <= kmax; k++)
    if (fmpq_sgn(task->factors + k) > 0) {
      fmpq_mul(f, task->factors + k, task->factors + k);
      fmpz_lcm(common, common, fmpq_numref(f));
    }
  for (size_t k = 0; k <= kmax; k++)
    if (fmpq_sgn(task->factors + k) > 0) {
      fmpq_mul(f, task->factors + k, task->factors + k);
      fmpz_divexact(unit + k, common, fmpq_numref(f));
      fmpz_mul(unit + k, unit + k, fmpq_denref(f));
    }
  fmpq_clear(f);
}

typedef struct {
  fmpz p, c;
} term_t;

static int by_terms(const void *a, const void *b)
{
  const term_t *x = a, *y = b;
  int order = fmpz_cmp(&x->c, &y->c);
  return order ? order : fmpz_cmp(&x->p, &y->p);
}

/* value = common * sum of p/c over the terms, or a little less. The terms are put in order. */
static void sum_terms(fmpq_t value, term_t *terms, size_t n, const fmpz_t common)
{
  fmpq_t t;
  fmpz_t whole;
  size_t different = 0;
  fmpq_init(t), fmpz_init(whole);
  qsort(terms, n, sizeof *terms, by_terms);
  for (size_t i = 0; i < n; i++)
    different += i == 0 || !fmpz_equal(&terms[i].c, &terms[i - 1].c);
  fmpq_zero(value);
  for (size_t i = 0, j; i < n; i = j) {
    fmpz_t p;
    fmpz_init(p);
    for (j = i; j < n && fmpz_equal(&terms[i].c, &terms[j].c); j++)
      fmpz_add(p, p, &terms[j].p);
    fmpz_mul(p, p, common);
    if (different <= EXACT_TERMS) {
      fmpq_set_fmpz_frac(t, p, &terms[i].c);
      fmpq_add(value, value, t);
    } else {
      fmpz_mul_2exp(p, p, 128);
      fmpz_fdiv_q(p, p, &terms[i].c);
      fmpz_add(whole, whole, p);
    }
    fmpz_clear(p);
  }
  if (different > EXACT_TERMS) {
    fmpz_t den;
    fmpz_init(den);
    fmpz_one_2exp(den, 128);
    fmpq_set_fmpz_frac(value, whole, den);
    fmpz_clear(den);
  }
  fmpq_clear(t), fmpz_clear(whole);
}

static term_t *terms_new(size_t n)
{
  return calloc(n + 1, sizeof(term_t)); /* a zero fmpz is all zero bits */
}

static void terms_free(term_t *terms, size_t n)
{
  for (size_t i = 0; terms && i < n; i++) {
    fmpz_clear(&terms[i].p);
    fmpz_clear(&terms[i].c);
  }
  free(terms);
}

void minip__bound_one_sided(fmpq_t value, const minip_bound_task_t task, const minip__histograms_t *h, int rows)
{
  fmpz_t common;
  fmpz *unit = _fmpz_vec_init((slong)h->kmax + 1);
  term_t *terms = terms_new(h->count);
  const uint32_t *counts = rows ? h->rows : h->columns;
  fmpz_init(common);
  set_units(common, unit, task, h->kmax);
  fmpq_zero(value);
  for (size_t i = 0; terms && i < h->count; i++) {
    fmpz_one(&terms[i].p);
    fmpz_set(&terms[i].c, common);
    for (size_t k = 0; k <= h->kmax; k++)
      if (counts[i * (h->kmax + 1) + k])
        fmpz_addmul_ui(&terms[i].c, unit + k, counts[i * (h->kmax + 1) + k]);
  }
  if (terms)
    sum_terms(value, terms, h->count, common);
  terms_free(terms, h->count);
  _fmpz_vec_clear(unit, (slong)h->kmax + 1);
  fmpz_clear(common);
}

typedef struct {
  size_t n;
  uint16_t *k;   /* n x n gaps, 0 on the diagonal */
  double *s;     /* s[k] = A(k)^-2, s[0] = 1 */
  double *p, *q;
} scaling_t;

static int scaling_new(scaling_t *g, const minip_pairs_t pairs, const minip_bound_task_t task)
{
  size_t n = minip_pairs_count(pairs), m = pairs->x->m;
  g->n = n;
  g->k = malloc(n * n * sizeof *g->k);
  g->s = malloc((m + 1) * sizeof *g->s);
  g->p = malloc(n * sizeof *g->p);
  g->q = malloc(n * sizeof *g->q);
  int32_t *row = malloc(n * sizeof *row);
  int ok = g->k && g->s && g->p && g->q && row;
  for (size_t i = 0; ok && i < n; i++) {
    minip_pairs_row(row, pairs, i);
    for (size_t j = 0; j < n; j++)
      g->k[i * n + j] = (uint16_t)row[j];
    g->p[i] = 1;
  }
  for (size_t k = 0; ok && k <= m; k++)
    g->s[k] = k == 0 ? 1 : (double)(task->approx[k] * task->approx[k]);
  free(row);
  return ok;
}

static void scaling_free(scaling_t *g)
{
  free(g->k), free(g->s), free(g->p), free(g->q);
}

/* q = p/(p s)^2 by columns, then p = q/(s q)^2 by rows: each half step maximises over one side (T7), so the value never falls. */
static void improve(scaling_t *g)
{
  size_t n = g->n;
  double largest = 0, *c = calloc(n, sizeof *c);
  for (size_t i = 0; c && i < n; i++)
    for (size_t j = 0; j < n; j++)
      c[j] += g->p[i] * g->s[g->k[i * n + j]];
  for (size_t j = 0; c && j < n; j++)
    g->q[j] = g->p[j] / (c[j] * c[j]);
  for (size_t i = 0; c && i < n; i++) {
    double r = 0;
    for (size_t j = 0; j < n; j++)
      r += g->s[g->k[i * n + j]] * g->q[j];
    g->p[i] = g->q[i] / (r * r);
    largest = g->p[i] > largest ? g->p[i] : largest;
  }
  for (size_t i = 0; c && i < n; i++)
    g->p[i] /= largest;
  free(c);
}

static uint64_t whole_weight(double p) { return (uint64_t)(p * (1 << WEIGHT_BITS)) + 1; }

/* The exact value at integer weights near p 2^WEIGHT_BITS: common * sum_j p_j / sum_i p_i common s_ij. */
static int exact_value(fmpq_t value, fmpz *p, const scaling_t *g, const minip_bound_task_t task, size_t kmax)
{
  fmpz_t common;
  fmpz *unit = _fmpz_vec_init((slong)kmax + 1);
  uint64_t *sums = malloc((kmax + 1) * sizeof *sums);
  term_t *terms = terms_new(g->n);
  fmpz_init(common);
  set_units(common, unit, task, kmax);
  fmpz_set(unit, common); /* the diagonal, gap 0, counts 1 */
  for (size_t j = 0; sums && terms && j < g->n; j++) {
    memset(sums, 0, (kmax + 1) * sizeof *sums);
    for (size_t i = 0; i < g->n; i++)
      sums[g->k[i * g->n + j]] += whole_weight(g->p[i]);
    fmpz_set_ui(&terms[j].p, whole_weight(g->p[j]));
    fmpz_set(p + j, &terms[j].p);
    for (size_t k = 0; k <= kmax; k++)
      if (sums[k])
        fmpz_addmul_ui(&terms[j].c, unit + k, sums[k]);
  }
  int ok = sums && terms;
  if (ok)
    sum_terms(value, terms, g->n, common);
  terms_free(terms, g->n);
  free(sums);
  _fmpz_vec_clear(unit, (slong)kmax + 1);
  fmpz_clear(common);
  return ok;
}

minip_status_t minip__bound_scaled(minip_bound_lower_t lower, const minip_bound_task_t task, const minip_pairs_t pairs, minip_error_t err)
{
  scaling_t g = {0};
  size_t n = minip_pairs_count(pairs);
  if (n > SCALED_MAX_PAIRS)
    return MINIP_OK;
  int ok = scaling_new(&g, pairs, task);
  for (int i = 0; ok && i < ROUNDS; i++)
    improve(&g);
  lower->p = _fmpz_vec_init((slong)n);
  ok = ok && exact_value(lower->value, lower->p, &g, task, pairs->x->m);
  scaling_free(&g);
  return ok ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for two-sided scaling");
}
