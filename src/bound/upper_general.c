/* General kernels f(|x|,|z|,<x,z>) of few features (T13(g)): base^-|z| times a combination, free for each |x|, of 1, |z|, .., |z|^(j-1), of Q_1, .., |z|^(l-1) Q_1 and of Q_2, .., Q_k, where
     Q_i(a,b,s) = sum_{u<=i} (-1)^(i-u) C(s,u) C(a-u,i-u) C(b-u,i-u) / C(m-i-u+1,i-u)
   lies in Schrijver's block i alone, with rank 1 there: rank at most C(m,k) + (j - 1) + (l - 1)(m - 1).

   For a query weight w T5 is linear in the coefficients of that weight, and no other weight comes in: one small exact linear program each, whose rows are
   added as they are violated (for every D the worst). As in upper_distance.c the rows are dyadics near the true ones, and the rounded kernel is proved by itself. */
#include "upper.h"
#include <math.h>
#include <minip/lp.h>
#include <stdlib.h>

#define MOST_ROUNDS 15
#define MOST_SECONDS 1.0 /* per linear program */
#define MOST_BITS 44     /* of rounding */

typedef struct {
  size_t k, invariants, linears;
} profile_t;

typedef struct {
  const minip_bound_task_struct *task;
  size_t m, invariants, linears, count; /* count = invariants + linears + k - 1 columns */
  long double base, fall;      /* entries of overlap s are compared on the scale fall^-s */
  long double *factor;         /* c_D */
  long double *x;              /* the last solution */
  long double *work;           /* 3 count */
  minip_lp_t lp;
  size_t *columns;
  fmpq *row, *c;               /* count; (m + 1) count: the solutions of all weights */
} search_t;

static void search_clear(search_t *q)
{
  if (q->row)
    _fmpq_vec_clear(q->row, (slong)q->count);
  if (q->c)
    _fmpq_vec_clear(q->c, (slong)((q->m + 1) * q->count));
  free(q->factor), free(q->x), free(q->work), free(q->columns);
}

static minip_status_t search_init(search_t *q, const minip_bound_task_t task, size_t m, profile_t f, long double base, minip_error_t err)
{
  fmpq_t x;
  *q = (search_t){.task = task, .m = m, .invariants = f.invariants, .linears = f.linears, .count = f.invariants + f.linears + f.k - 1, .base = base};
  q->fall = expl(2 * minip__upper_least_lambda(task, m));
  q->factor = calloc(m + 1, sizeof *q->factor), q->x = calloc(q->count, sizeof *q->x);
  q->work = calloc(3 * q->count, sizeof *q->work), q->columns = calloc(q->count, sizeof *q->columns);
  q->row = _fmpq_vec_init((slong)q->count), q->c = _fmpq_vec_init((slong)((m + 1) * q->count));
  if (!q->factor || !q->x || !q->work || !q->columns)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  fmpq_init(x);
  for (size_t D = 1; D <= m; D++) {
    minip__upper_factor(x, task, D);
    q->factor[D] = (long double)fmpq_get_d(x);
  }
  fmpq_clear(x);
  for (size_t i = 0; i < q->count; i++)
    q->columns[i] = i;
  return MINIP_OK;
}

/* --- the terms, in floating point and exactly --------------------------------------------------------------------------------------- */

static long double choose(size_t n, size_t k)
{
  long double c = 1;
  for (size_t i = 1; i <= k; i++)
    c = c * ((long double)n - (long double)i + 1) / (long double)i;
  return c;
}

/* key[j] = fall^s base^-b times the j-th term at (w, b, s). */
static void terms(long double *key, const search_t *q, size_t w, size_t b, size_t s)
{
  long double scale = powl(q->fall, (long double)s) * powl(q->base, -(long double)b);
  for (size_t l = 0; l < q->invariants; l++)
    key[l] = scale * powl((long double)b, (long double)l);
  for (size_t l = 0; l < q->linears; l++)
    key[q->invariants + l] = scale * powl((long double)b, (long double)l) * ((long double)s - (long double)(w * b) / (long double)q->m);
  for (size_t j = q->invariants + q->linears, i = 2; j < q->count; i++, j++) {
    long double sum = 0;
    for (size_t u = 0; u <= i && i <= w && i <= b; u++) {
      long double term = choose(s, u) * choose(w - u, i - u) * choose(b - u, i - u) / choose(q->m - i - u + 1, i - u);
      sum += (i - u) % 2 ? -term : term;
    }
    key[j] = scale * sum;
  }
}

/* The same of Q_i, exactly. */
static void block_term(fmpq_t sum, size_t m, size_t i, size_t a, size_t b, size_t s)
{
  fmpz_t y;
  fmpq_t term;
  fmpz_init(y), fmpq_init(term);
  fmpq_zero(sum);
  for (size_t u = 0; u <= i && i <= a && i <= b; u++) {
    fmpz_bin_uiui(y, s, u);
    fmpq_set_fmpz(term, y);
    fmpz_bin_uiui(y, a - u, i - u);
    fmpq_mul_fmpz(term, term, y);
    fmpz_bin_uiui(y, b - u, i - u);
    fmpq_mul_fmpz(term, term, y);
    fmpz_bin_uiui(y, m - i - u + 1, i - u);
    fmpq_div_fmpz(term, term, y);
    if ((i - u) % 2)
      fmpq_neg(term, term);
    fmpq_add(sum, sum, term);
  }
  fmpz_clear(y), fmpq_clear(term);
}

/* sum of c_l b^l. */
static void polynomial(fmpq_t sum, const fmpq *c, size_t count, size_t b)
{
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_si(x, (slong)b, 1);
  fmpq_zero(sum);
  for (size_t l = count; l-- > 0;) {
    fmpq_mul(sum, sum, x);
    fmpq_add(sum, sum, c + l);
  }
  fmpq_clear(x);
}

void minip__upper_general_value(fmpq_t value, const minip_bound_upper_t p, size_t a, size_t b, size_t s)
{
  size_t shared = p->invariants + p->linears;
  const fmpq *c = p->values + a * (shared + p->degree - 1);
  fmpq_t term, factor;
  fmpq_init(term), fmpq_init(factor);
  polynomial(value, c, p->invariants, b);
  for (size_t i = 1; i <= p->degree; i++) {
    block_term(term, p->m, i, a, b, s);
    if (i == 1)
      polynomial(factor, c + p->invariants, p->linears, b);
    else
      fmpq_set(factor, c + shared + i - 2);
    fmpq_addmul(value, term, factor);
  }
  fmpq_pow_si(term, p->base, -(slong)b);
  fmpq_mul(value, value, term);
  fmpq_clear(term), fmpq_clear(factor);
}

/* --- one linear program per weight ------------------------------------------------------------------------------------------------- */

static minip_status_t add_row(search_t *q, const long double *row, minip_error_t err)
{
  fmpq_t one;
  fmpq_init(one);
  fmpq_set_si(one, 1, 1);
  for (size_t i = 0; i < q->count; i++)
    minip__bound_dyadic(q->row + i, row[i], 32); /* short numbers keep the exact solver quick */
  minip_status_t st = minip_lp_row(q->lp, q->count, q->columns, q->row, 'G', one, err);
  fmpq_clear(one);
  return st;
}

/* alpha >= 1 on the scale at the least and the largest overlap, the (exact) sum of these values to be least. */
static minip_status_t start(search_t *q, size_t w, minip_error_t err)
{
  long double *key = q->work;
  fmpq *sum = _fmpq_vec_init((slong)q->count);
  minip_status_t st = minip_lp_new(&q->lp, q->count, err);
  for (size_t s = 0; st == MINIP_OK && s <= w; s += w > 0 ? w : 1)
    for (size_t b = s; st == MINIP_OK && b + w <= q->m + s; b++) {
      terms(key, q, w, b, s);
      st = add_row(q, key, err);
      for (size_t i = 0; i < q->count; i++)
        fmpq_add(sum + i, sum + i, q->row + i);
    }
  if (st == MINIP_OK)
    minip_lp_time_limit(q->lp, MOST_SECONDS);
  for (size_t i = 0; st == MINIP_OK && i < q->count; i++) {
    minip_lp_free(q->lp, i);
    minip_lp_objective(q->lp, i, sum + i);
  }
  _fmpq_vec_clear(sum, (slong)q->count);
  return st;
}

static minip_status_t solve(int *found, search_t *q, fmpq *c, minip_error_t err)
{
  minip_lp_outcome_t outcome = MINIP_LP_INFEASIBLE;
  minip_status_t st = minip_lp_solve(&outcome, NULL, c, NULL, q->lp, err);
  *found = st == MINIP_OK && outcome == MINIP_LP_OPTIMAL;
  for (size_t i = 0; *found && i < q->count; i++)
    q->x[i] = minip__bound_approx(c + i);
  return st == MINIP_UNDECIDED ? MINIP_OK : st;
}

static long double value(long double *key, const search_t *q, size_t w, size_t b, size_t s)
{
  long double sum = 0;
  terms(key, q, w, b, s);
  for (size_t i = 0; i < q->count; i++)
    sum += key[i] * q->x[i];
  return sum;
}

/* The |z| of the least (sign 1) or largest (sign -1) value at overlap s. */
static size_t extreme(long double *best, long double *key, const search_t *q, size_t w, size_t s, int sign)
{
  size_t at = s;
  *best = INFINITY;
  for (size_t b = s; b + w <= q->m + s; b++) {
    long double v = sign * value(key, q, w, b, s);
    if (v < *best)
      *best = v, at = b;
  }
  *best *= sign;
  return at;
}

/* For each D the row that is violated most, where one leaves less than half of the room asked for. range: 4 (w + 1) numbers lo, hi and their |z|. */
static minip_status_t add_worst(int *added, search_t *q, size_t w, long double *range, minip_error_t err)
{
  long double *lo = range, *hi = lo + w + 1, *lo_at = hi + w + 1, *hi_at = lo_at + w + 1, *key = q->work, *row = key + q->count, self = value(key, q, w, w, w);
  minip_status_t st = MINIP_OK;
  for (size_t s = 0; s <= w; s++) {
    lo_at[s] = (long double)extreme(&lo[s], key, q, w, s, 1);
    hi_at[s] = (long double)extreme(&hi[s], key, q, w, s, -1);
    if (st == MINIP_OK && lo[s] < 0.5L) {
      terms(row, q, w, (size_t)lo_at[s], s);
      *added = 1;
      st = add_row(q, row, err);
    }
  }
  for (size_t D = 1; st == MINIP_OK && D <= w; D++) {
    long double c = q->factor[D], fall = powl(q->fall, -(long double)D), rest = (1 - c) / ((long double)q->task->n - 1), least = 0.5L;
    size_t at = w + 1;
    for (size_t s = 0; c > 0 && s + D <= w; s++) {
      long double room = lo[s] - c * fall * hi[s + D] + rest * self * powl(q->fall, (long double)s - (long double)w);
      if (room < least)
        least = room, at = s;
    }
    if (at > w)
      continue;
    terms(row, q, w, (size_t)lo_at[at], at);
    terms(key, q, w, (size_t)hi_at[at + D], at + D);
    for (size_t i = 0; i < q->count; i++)
      row[i] -= c * fall * key[i];
    terms(key, q, w, w, w);
    for (size_t i = 0; i < q->count; i++)
      row[i] += rest * powl(q->fall, (long double)at - (long double)w) * key[i];
    *added = 1;
    st = add_row(q, row, err);
  }
  return st;
}

static minip_status_t one_weight(int *found, search_t *q, size_t w, minip_error_t err)
{
  long double *range = calloc(4 * (w + 1), sizeof *range);
  int added = 1;
  *found = 0;
  if (!range)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  minip_status_t st = start(q, w, err);
  for (int round = 0; st == MINIP_OK && added; round++) {
    st = solve(found, q, q->c + w * q->count, err);
    if (st != MINIP_OK || !*found || round == MOST_ROUNDS) {
      *found = 0;
      break;
    }
    added = 0;
    st = add_worst(&added, q, w, range, err);
  }
  minip_lp_delete(q->lp);
  q->lp = NULL;
  free(range);
  return st;
}

/* All weights, those in the middle first: they have the most overlaps and fail first. */
static minip_status_t all_weights(int *found, search_t *q, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  *found = 1;
  for (size_t i = 0; st == MINIP_OK && *found && i <= q->m; i++)
    st = one_weight(found, q, i % 2 ? (q->m + i + 1) / 2 : (q->m - i) / 2, err);
  return st;
}

/* --- rounding and profiles --------------------------------------------------------------------------------------------------------- */

/* values of each weight = integers of at most `bits` bits in proportion to its solution (a weight may be scaled as a whole). */
static void round_values(minip_bound_upper_t p, const search_t *q, slong bits)
{
  fmpq_t most, x;
  fmpq_init(most), fmpq_init(x);
  for (size_t w = 0; w <= q->m; w++) {
    const fmpq *c = q->c + w * q->count;
    fmpz_t content;
    fmpz_init(content);
    fmpq_zero(most);
    for (size_t i = 0; i < q->count; i++) {
      fmpq_abs(x, c + i);
      if (fmpq_cmp(x, most) > 0)
        fmpq_set(most, x);
    }
    for (size_t i = 0; i < q->count; i++) {
      fmpq *v = p->values + w * q->count + i;
      fmpq_div(x, c + i, most);
      fmpq_mul_2exp(x, x, (flint_bitcnt_t)bits + 1);
      fmpz_add(fmpq_numref(v), fmpq_numref(x), fmpq_denref(x)); /* floor(y/2 + 1/2), y = x */
      fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), 1);
      fmpz_fdiv_q(fmpq_numref(v), fmpq_numref(v), fmpq_denref(x));
      fmpz_one(fmpq_denref(v));
      fmpz_gcd(content, content, fmpq_numref(v));
    }
    for (size_t i = 0; i < q->count && !fmpz_is_zero(content); i++)
      fmpz_divexact(fmpq_numref(p->values + w * q->count + i), fmpq_numref(p->values + w * q->count + i), content);
    fmpz_clear(content);
  }
  fmpq_clear(most), fmpq_clear(x);
}

static minip_status_t try_base(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, profile_t f, slong num, ulong den, minip_error_t err)
{
  search_t q;
  int found = 0;
  minip_status_t st = search_init(&q, task, m, f, (long double)num / (long double)den, err);
  if (st == MINIP_OK)
    st = all_weights(&found, &q, err);
  if (st == MINIP_OK && found) {
    if (p->values)
      _fmpq_vec_clear(p->values, (slong)p->value_count);
    p->family = MINIP_UPPER_GENERAL;
    p->m = m, p->degree = f.k, p->invariants = f.invariants, p->linears = f.linears, p->value_count = (m + 1) * q.count;
    p->values = _fmpq_vec_init((slong)p->value_count);
    fmpq_set_si(p->base, num, den);
    for (slong bits = 2; st == MINIP_OK && !*serves && bits <= MOST_BITS; bits += bits < 12 ? 1 : 2) {
      round_values(p, &q, bits);
      st = minip__upper_prove(serves, p, task, 1, err);
    }
  }
  search_clear(&q);
  return st;
}

static minip_status_t try_profile(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, profile_t f, minip_error_t err)
{
  static const double stretch[] = {0.85, 0.65, 1.03};
  const ulong den = 20;
  long double least = 2 * minip__upper_least_lambda(task, m);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && !*serves && i < sizeof stretch / sizeof *stretch; i++)
    st = try_base(serves, p, task, m, f, (slong)lroundl((long double)den * expl((long double)stretch[i] * least)), den, err);
  if (st == MINIP_OK && *serves) {
    fmpz_bin_uiui(p->rank, m, f.k);
    fmpz_add_ui(p->rank, p->rank, f.invariants - 1 + (f.linears - 1) * (m - 1));
    st = minip__upper_name(p, err);
  }
  return st;
}

minip_status_t minip__upper_general(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  static const profile_t shapes[] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 3, 2}, {0, 4, 2}}; /* cheapest first */
  minip_status_t st = MINIP_OK;
  size_t least = minip__upper_least_degree(task, m);
  *serves = 0;
  for (size_t k = least > 2 ? least - 2 : 1; st == MINIP_OK && !*serves && 2 * k <= m && k <= least + 1; k++)
    for (size_t i = 0; st == MINIP_OK && !*serves && i < sizeof shapes / sizeof *shapes; i++)
      if (k > 1 || shapes[i].linears == 1)
        st = try_profile(serves, p, task, m, (profile_t){k, shapes[i].invariants, shapes[i].linears}, err);
  return st;
}
