/* base^-|z| g(d_H(x,z)), deg g = k, with g by linear programs (T13): fewer degrees than a best approximation needs, because each inequality of T5 is taken as it is.

   For a query of weight w, entries (b, s) and (b', t) of |z| and overlap, alpha = base^-b g(w + b - 2s), h = alpha(x,x)/(n-1):
     alpha(b,s) + h > c_D (alpha(b',t) + h),  D = t - s,
   linear in the coefficients of g. There are about m^5 rows, so they are added as they are violated: for every w and D the worst one. The rows are rounded to
   dyadics, as only parameters come out; the kernel with its rounded coefficients is proved by itself (minip__upper_prove). */
#include "upper.h"
#include <math.h>
#include <minip/lp.h>
#include <stdlib.h>

#define MOST_ROUNDS 40
#define MOST_SECONDS 5.0 /* per linear program */
#define MOST_BITS 48     /* of rounding */

typedef struct {
  const minip_bound_task_struct *task;
  size_t m, count;      /* count = k + 1 coefficients of C(d,i) */
  long double base;
  long double *factor;  /* c_D */
  long double *g;       /* the last g(0..m) */
  long double *choose;  /* C(d,i) at d * count + i */
  minip_lp_t lp;
  size_t *columns;
  fmpq *row, *c;        /* count */
  long double *work;    /* count, then lo, hi and their |z|, 4 (m + 1) */
} search_t;

static void search_clear(search_t *q)
{
  minip_lp_delete(q->lp);
  if (q->row)
    _fmpq_vec_clear(q->row, (slong)q->count);
  if (q->c)
    _fmpq_vec_clear(q->c, (slong)q->count);
  free(q->factor), free(q->g), free(q->choose), free(q->columns), free(q->work);
}

/* row += scale g(d), in floating point. */
static void add_value(const search_t *q, long double scale, size_t d)
{
  for (size_t i = 0; i < q->count; i++)
    q->work[i] += scale * q->choose[d * q->count + i];
}

static minip_status_t add_row(search_t *q, minip_error_t err)
{
  fmpq_t one;
  fmpq_init(one);
  fmpq_set_si(one, 1, 1);
  for (size_t i = 0; i < q->count; i++)
    minip__bound_dyadic(q->row + i, q->work[i], 60), q->work[i] = 0;
  minip_status_t st = minip_lp_row(q->lp, q->count, q->columns, q->row, 'G', one, err);
  fmpq_clear(one);
  return st;
}

/* Free coefficients, the mean of g(d) base^-d to be least, and g(d) base^-d >= 1. */
static minip_status_t start(search_t *q, minip_error_t err)
{
  minip_status_t st = minip_lp_new(&q->lp, q->count, err);
  fmpq_t c;
  fmpq_init(c);
  for (size_t i = 0; st == MINIP_OK && i < q->count; i++) {
    long double sum = 0;
    for (size_t d = 0; d <= q->m; d++)
      sum += q->choose[d * q->count + i] * powl(q->base, -(long double)d);
    minip__bound_dyadic(c, sum, 60);
    q->columns[i] = i;
    minip_lp_free(q->lp, i);
    minip_lp_objective(q->lp, i, c);
  }
  if (st == MINIP_OK)
    minip_lp_time_limit(q->lp, MOST_SECONDS);
  for (size_t d = 0; st == MINIP_OK && d <= q->m; d++) {
    add_value(q, powl(q->base, -(long double)d), d);
    st = add_row(q, err);
  }
  fmpq_clear(c);
  return st;
}

static minip_status_t search_init(search_t *q, const minip_bound_task_t task, size_t m, size_t k, long double base, minip_error_t err)
{
  fmpq_t x;
  *q = (search_t){.task = task, .m = m, .count = k + 1, .base = base};
  q->factor = calloc(m + 1, sizeof *q->factor), q->g = calloc(m + 1, sizeof *q->g);
  q->choose = calloc((m + 1) * q->count, sizeof *q->choose), q->columns = calloc(q->count, sizeof *q->columns);
  q->work = calloc(q->count + 4 * (m + 1), sizeof *q->work);
  q->row = _fmpq_vec_init((slong)q->count), q->c = _fmpq_vec_init((slong)q->count);
  if (!q->factor || !q->g || !q->choose || !q->columns || !q->work)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  fmpq_init(x);
  for (size_t d = 0; d <= m; d++) {
    q->choose[d * q->count] = 1;
    for (size_t i = 1; i < q->count; i++)
      q->choose[d * q->count + i] = q->choose[d * q->count + i - 1] * ((long double)d - (long double)i + 1) / (long double)i;
    if (d > 0)
      minip__upper_factor(x, task, d);
    q->factor[d] = d > 0 ? (long double)fmpq_get_d(x) : 0;
  }
  fmpq_clear(x);
  return start(q, err);
}

/* Solves the rows so far; *found: they have a solution, which gives g. */
static minip_status_t solve(int *found, search_t *q, minip_error_t err)
{
  minip_lp_outcome_t outcome = MINIP_LP_INFEASIBLE;
  minip_status_t st = minip_lp_solve(&outcome, NULL, q->c, NULL, q->lp, err);
  *found = st == MINIP_OK && outcome == MINIP_LP_OPTIMAL;
  for (size_t d = 0; *found && d <= q->m; d++) {
    q->g[d] = 0;
    for (size_t i = 0; i < q->count; i++)
      q->g[d] += q->choose[d * q->count + i] * minip__bound_approx(q->c + i);
  }
  return st == MINIP_UNDECIDED ? MINIP_OK : st;
}

/* lo[s], hi[s]: least and largest base^(-b-w+2s) g(w + b - 2s) over |z| = b, and where. */
static void extremes(const search_t *q, size_t w, long double *lo, long double *hi, long double *lo_at, long double *hi_at)
{
  for (size_t s = 0; s <= w; s++) {
    lo[s] = INFINITY, hi[s] = -INFINITY;
    for (size_t b = s; b + w <= q->m + s; b++) {
      size_t d = w + b - 2 * s;
      long double r = q->g[d] * powl(q->base, -(long double)d);
      if (r < lo[s])
        lo[s] = r, lo_at[s] = (long double)b;
      if (r > hi[s])
        hi[s] = r, hi_at[s] = (long double)b;
    }
  }
}

/* Rows of weight w and difference D that leave less than half of the room asked for: the worst is added. */
static minip_status_t add_worst(int *added, search_t *q, size_t w, size_t D, minip_error_t err)
{
  size_t n = q->m + 1, at = 0;
  long double *lo = q->work + q->count, *hi = lo + n, *lo_at = hi + n, *hi_at = lo_at + n;
  long double c = q->factor[D], fall = powl(q->base, -2 * (long double)D), least = 0.5L, rest = (1 - c) / ((long double)q->task->n - 1);
  int violated = 0;
  for (size_t s = 0; s + D <= w; s++) {
    long double room = lo[s] - c * fall * hi[s + D] + rest * q->g[0] * powl(q->base, 2 * ((long double)s - (long double)w));
    if (room < least)
      least = room, at = s, violated = 1;
  }
  if (!violated)
    return MINIP_OK;
  size_t b = (size_t)lo_at[at], e = (size_t)hi_at[at + D], d = w + b - 2 * at, f = w + e - 2 * (at + D);
  add_value(q, powl(q->base, -(long double)d), d);
  add_value(q, -c * fall * powl(q->base, -(long double)f), f);
  add_value(q, rest * powl(q->base, 2 * ((long double)at - (long double)w)), 0);
  *added = 1;
  return add_row(q, err);
}

static minip_status_t generate(int *found, search_t *q, minip_error_t err)
{
  size_t n = q->m + 1;
  int added = 1;
  minip_status_t st = solve(found, q, err);
  for (int round = 0; st == MINIP_OK && *found && added; round++) {
    added = 0;
    if (round == MOST_ROUNDS) {
      *found = 0;
      break;
    }
    for (size_t w = 1; st == MINIP_OK && w <= q->m; w++) {
      long double *lo = q->work + q->count;
      extremes(q, w, lo, lo + n, lo + 2 * n, lo + 3 * n);
      for (size_t D = 1; st == MINIP_OK && D <= w; D++)
        if (q->factor[D] > 0)
          st = add_worst(&added, q, w, D, err);
    }
    if (st == MINIP_OK && added)
      st = solve(found, q, err);
  }
  return st;
}

static minip_status_t try_base(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, size_t k, slong num, ulong den, minip_error_t err)
{
  search_t q;
  int found = 0;
  minip_status_t st = search_init(&q, task, m, k, (long double)num / (long double)den, err);
  if (st == MINIP_OK)
    st = generate(&found, &q, err);
  if (st == MINIP_OK && found) {
    p->family = MINIP_UPPER_DISTANCE;
    p->m = m, p->degree = k;
    fmpq_set_si(p->base, num, den);
    st = minip__upper_settle(serves, p, q.c, k + 1, MOST_BITS, task, err);
  }
  search_clear(&q);
  return st;
}

/* The bases tried: exponents of the least one that could do. */
minip_status_t minip__upper_distance(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, size_t k, minip_error_t err)
{
  static const double stretch[] = {1.17, 1.29, 1.05, 1.5};
  const ulong den = 40;
  long double least = minip__upper_least_lambda(task, m);
  minip_status_t st = MINIP_OK;
  *serves = 0;
  for (size_t i = 0; st == MINIP_OK && !*serves && i < sizeof stretch / sizeof *stretch; i++)
    st = try_base(serves, p, task, m, k, (slong)lroundl((long double)den * expl((long double)stretch[i] * least)), den, err);
  if (st == MINIP_OK && *serves) {
    minip__upper_sphere(p->rank, m, p->degree);
    st = minip__upper_name(p, err);
  }
  return st;
}

/* Found by the search above at length 3, error 1/2 for the largest m. On fewer bits the kernel is a part of the same (pad tokens with zeros), so it serves there too. */
static const struct {
  size_t m, count;
  slong num;
  ulong den;
  slong values[5];
} fitted[] = {{17, 3, 49, 40, {124, 263, 133}}, {29, 4, 49, 40, {2, 150, -54, 15}}, {37, 5, 49, 40, {32, 342, 534, -240, 53}}};

minip_status_t minip__upper_fitted(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, const fmpz_t below, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  *serves = 0;
  for (size_t i = 0; st == MINIP_OK && !*serves && i < sizeof fitted / sizeof *fitted; i++) {
    if (m > fitted[i].m || m < fitted[i].count)
      continue;
    minip__upper_sphere(p->rank, m, fitted[i].count - 1);
    if (fmpz_cmp(p->rank, below) >= 0)
      return MINIP_OK;
    if (p->values)
      _fmpq_vec_clear(p->values, (slong)p->value_count);
    p->family = MINIP_UPPER_DISTANCE;
    p->m = m, p->degree = fitted[i].count - 1, p->value_count = m + 1;
    p->values = _fmpq_vec_init((slong)m + 1);
    fmpq_set_si(p->base, fitted[i].num, fitted[i].den);
    for (size_t j = 0; j < fitted[i].count; j++)
      fmpq_set_si(p->values + j, fitted[i].values[j], 1);
    st = minip__upper_prove(serves, p, task, 1, err);
    if (st == MINIP_OK && *serves)
      st = minip__upper_name(p, err);
  }
  return st;
}
