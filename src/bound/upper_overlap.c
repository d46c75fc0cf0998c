/* Overlap kernels f(<x,z>) of small rank (T13): sets of Newton degrees, each decided by one exact linear program.

   f(s) = sum over i in S of c_i C(s,i) has rank sum over S of C(m,i). For queries of weight w, with h = f(w)/(n-1), T5 asks for
     f(s) + h > c_D (f(t) + h),  s < t <= w, D = t - s,
   which is linear in the c_i; as it is homogeneous, "> 0" may be read as ">= 2^(m/2 - s/2)", and f(0) is minimised to leave room for rounding.
   Where c_D >= 1 the worst w >= t is that of the largest f(w), where c_D < 1 that of the smallest. c_2 >= 1, so f(s) > f(s+2): these w are
   among t, t + 1 and m - 1, m. The kernel that comes out of rounding is proved by itself (minip__upper_prove).

   Low degrees 0..k follow f where it is large; high degrees m-j+1..m set f(s) freely at the last j overlaps and are as cheap as the low ones
   (C(s,i) vanishes for s < i). Both ends are tried, then single degrees are left out. Degree 0 stays: f(0) = c_0. */
#include "upper.h"
#include <minip/lp.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SECONDS 5.0 /* per linear program */
#define MOST_BITS 64     /* of rounding */

typedef struct {
  const minip_bound_task_struct *task;
  size_t m, count;
  size_t *degree; /* S, increasing; room for m + 1 */
  fmpz *choose;   /* C(s,i) at s * (m+1) + i */
  fmpq *factor;   /* c_D, D = 0..m */
  fmpq *c;        /* the last solution, m + 1 entries by degree, 0 outside S */
} search_t;

static minip_status_t search_init(search_t *q, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  *q = (search_t){.task = task, .m = m, .degree = calloc(m + 1, sizeof *q->degree)};
  if (!q->degree)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  q->choose = _fmpz_vec_init((slong)((m + 1) * (m + 1)));
  q->factor = _fmpq_vec_init((slong)m + 1);
  q->c = _fmpq_vec_init((slong)m + 1);
  for (size_t s = 0; s <= m; s++)
    for (size_t i = 0; i <= s; i++)
      fmpz_bin_uiui(q->choose + s * (m + 1) + i, s, i);
  for (size_t D = 1; D <= m; D++)
    minip__upper_factor(q->factor + D, task, D);
  return MINIP_OK;
}

static void search_clear(search_t *q)
{
  if (!q->degree)
    return;
  _fmpz_vec_clear(q->choose, (slong)((q->m + 1) * (q->m + 1)));
  _fmpq_vec_clear(q->factor, (slong)q->m + 1);
  _fmpq_vec_clear(q->c, (slong)q->m + 1);
  free(q->degree);
}

/* --- one linear program ----------------------------------------------------------------------------------------------------------- */

static void clear_row(fmpq *row, slong count)
{
  for (slong i = 0; i < count; i++)
    fmpq_zero(row + i);
}

/* row += scale f(s), as coefficients of the c_i. */
static void add_value(fmpq *row, const search_t *q, size_t s, const fmpq_t scale)
{
  fmpq_t term;
  fmpq_init(term);
  for (size_t i = 0; i < q->count && q->degree[i] <= s; i++) {
    fmpq_mul_fmpz(term, scale, q->choose + s * (q->m + 1) + q->degree[i]);
    fmpq_add(row + i, row + i, term);
  }
  fmpq_clear(term);
}

static minip_status_t add_row(minip_lp_t lp, const search_t *q, fmpq *row, const size_t *columns, size_t s, minip_error_t err)
{
  fmpq_t room;
  fmpq_init(room);
  fmpq_set_si(room, 2, 1);
  fmpq_pow_si(room, room, (slong)(q->m / 2) - (slong)(s / 2));
  minip_status_t st = minip_lp_row(lp, q->count, columns, row, 'G', room, err);
  fmpq_clear(room);
  return st;
}

/* f(s) - c f(t) + (1 - c)/(n-1) f(w) */
static minip_status_t add_pair(minip_lp_t lp, const search_t *q, fmpq *row, const size_t *columns, size_t s, size_t t, size_t w, minip_error_t err)
{
  fmpq_t scale, others;
  fmpq_init(scale), fmpq_init(others);
  clear_row(row, (slong)q->count);
  fmpq_set_si(scale, 1, 1);
  add_value(row, q, s, scale);
  fmpq_sub(scale, scale, q->factor + (t - s));
  fmpq_set_si(others, (slong)q->task->n - 1, 1);
  fmpq_div(scale, scale, others);
  add_value(row, q, w, scale);
  fmpq_neg(scale, q->factor + (t - s));
  add_value(row, q, t, scale);
  fmpq_clear(scale), fmpq_clear(others);
  return add_row(lp, q, row, columns, s, err);
}

static minip_status_t add_rows(minip_lp_t lp, const search_t *q, fmpq *row, const size_t *columns, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  fmpq_t one;
  fmpq_init(one);
  fmpq_set_si(one, 1, 1);
  for (size_t s = 0; st == MINIP_OK && s <= q->m; s++) {
    clear_row(row, (slong)q->count);
    add_value(row, q, s, one);
    st = add_row(lp, q, row, columns, s, err);
    for (size_t t = s + 1; t <= q->m; t++)
      for (size_t w = t; st == MINIP_OK && w <= q->m && fmpq_sgn(q->factor + (t - s)) > 0; w = w > t && w + 1 < q->m ? q->m - 1 : w + 1)
        st = add_pair(lp, q, row, columns, s, t, w, err);
  }
  fmpq_clear(one);
  return st;
}

/* *found: is there an f with these degrees? Then q->c holds its coefficients. A solver that gave up found nothing. */
static minip_status_t solve(int *found, search_t *q, minip_error_t err)
{
  minip_lp_t lp = NULL;
  minip_lp_outcome_t outcome = MINIP_LP_INFEASIBLE;
  fmpq *x = _fmpq_vec_init((slong)q->count), *row = _fmpq_vec_init((slong)q->count);
  size_t *columns = calloc(q->count, sizeof *columns);
  fmpq_t one;
  fmpq_init(one);
  fmpq_set_si(one, 1, 1);
  minip_status_t st = columns ? minip_lp_new(&lp, q->count, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  for (size_t i = 0; st == MINIP_OK && i < q->count; i++) {
    columns[i] = i;
    minip_lp_free(lp, i);
  }
  if (st == MINIP_OK) {
    minip_lp_objective(lp, 0, one); /* f(0) */
    minip_lp_time_limit(lp, MOST_SECONDS);
    st = add_rows(lp, q, row, columns, err);
  }
  if (st == MINIP_OK)
    st = minip_lp_solve(&outcome, NULL, x, NULL, lp, err);
  *found = st == MINIP_OK && outcome == MINIP_LP_OPTIMAL;
  if (*found) {
    clear_row(q->c, (slong)q->m + 1);
    for (size_t i = 0; i < q->count; i++)
      fmpq_set(q->c + q->degree[i], x + i);
  }
  minip_lp_delete(lp);
  free(columns);
  _fmpq_vec_clear(x, (slong)q->count), _fmpq_vec_clear(row, (slong)q->count);
  fmpq_clear(one);
  return st == MINIP_UNDECIDED ? MINIP_OK : st;
}

/* --- sets of degrees ---------------------------------------------------------------------------------------------------------------- */

static void set_rank(fmpz_t rank, const search_t *q)
{
  fmpz_zero(rank);
  for (size_t i = 0; i < q->count; i++)
    fmpz_add(rank, rank, q->choose + q->m * (q->m + 1) + q->degree[i]);
}

/* S = 0..k and the last j degrees. */
static void take_ends(search_t *q, size_t k, size_t j)
{
  q->count = 0;
  for (size_t i = 0; i <= q->m; i++)
    if (i <= k || i + j > q->m)
      q->degree[q->count++] = i;
}

/* Leave out degree i if the rest still does, the most expensive first: those nearest to m/2. */
static minip_status_t drop_degrees(search_t *q, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t away = 0; st == MINIP_OK && 2 * away <= q->m; away++)
    for (size_t at = q->count; st == MINIP_OK && at-- > 1;) {
      size_t i = q->degree[at], distance = 2 * i > q->m ? i - q->m / 2 : q->m / 2 - i;
      int found;
      if (distance != away || q->count < 2)
        continue;
      q->count--;
      memmove(q->degree + at, q->degree + at + 1, (q->count - at) * sizeof *q->degree);
      st = solve(&found, q, err);
      if (found)
        continue;
      memmove(q->degree + at + 1, q->degree + at, (q->count - at) * sizeof *q->degree);
      q->degree[at] = i;
      q->count++;
    }
  return st;
}

/* The pair of ends (k, j) of least rank: k falls as j grows. *found = 0: no pair has fewer than 2^m features. */
static minip_status_t choose_ends(int *found, search_t *q, size_t *best_k, size_t *best_j, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  fmpz_t rank, best;
  size_t k = 0;
  int good = 0;
  fmpz_init(rank), fmpz_init(best);
  *found = 0;
  for (; st == MINIP_OK && !good && k < q->m; k += !good) {
    take_ends(q, k, 0);
    st = solve(&good, q, err);
  }
  for (size_t j = 0; st == MINIP_OK && good && j <= k + 1 && k + j < q->m; j++) {
    for (int lower = 1; st == MINIP_OK && j > 0 && lower && k > 0;) {
      take_ends(q, k - 1, j);
      st = solve(&lower, q, err);
      k -= (size_t)lower;
    }
    take_ends(q, k, j);
    set_rank(rank, q);
    if (st == MINIP_OK && (!*found || fmpz_cmp(rank, best) < 0)) {
      *found = 1, *best_k = k, *best_j = j;
      fmpz_set(best, rank);
    }
  }
  fmpz_clear(rank), fmpz_clear(best);
  return st;
}

/* --- rounding ----------------------------------------------------------------------------------------------------------------------- */

/* values[i] = the integer nearest to c_i 2^bits; content taken out. */
static void round_values(minip_bound_upper_t p, const fmpq *c, size_t count, slong bits)
{
  fmpz_t content, twice;
  fmpz_init(content), fmpz_init(twice);
  for (size_t i = 0; i < count; i++) {
    fmpz *v = fmpq_numref(p->values + i);
    fmpz_mul_2exp(v, fmpq_numref(c + i), (ulong)bits + 1);
    fmpz_add(v, v, fmpq_denref(c + i));
    fmpz_mul_ui(twice, fmpq_denref(c + i), 2);
    fmpz_fdiv_q(v, v, twice);
    fmpz_one(fmpq_denref(p->values + i));
    fmpz_gcd(content, content, v);
    if (!fmpz_is_zero(v))
      p->degree = i;
  }
  for (size_t i = 0; i < count && !fmpz_is_zero(content); i++)
    fmpz_divexact(fmpq_numref(p->values + i), fmpq_numref(p->values + i), content);
  fmpz_clear(content), fmpz_clear(twice);
}

minip_status_t minip__upper_settle(int *serves, minip_bound_upper_t p, const fmpq *c, size_t count, slong most_bits, const minip_bound_task_t task, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  if (p->values)
    _fmpq_vec_clear(p->values, (slong)p->value_count);
  p->value_count = p->m + 1;
  p->values = _fmpq_vec_init((slong)p->value_count);
  for (slong bits = 0; st == MINIP_OK && !*serves && bits <= most_bits; bits++) {
    round_values(p, c, count, bits);
    st = minip__upper_prove(serves, p, task, 1, err);
  }
  return st;
}

minip_status_t minip__upper_overlap(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  search_t q;
  int found = 0;
  size_t k = 0, j = 0;
  *serves = 0;
  minip_status_t st = search_init(&q, task, m, err);
  if (st == MINIP_OK)
    st = choose_ends(&found, &q, &k, &j, err);
  if (st == MINIP_OK && found) {
    take_ends(&q, k, j);
    st = drop_degrees(&q, err);
    if (st == MINIP_OK)
      st = solve(&found, &q, err);
  }
  if (st == MINIP_OK && found) {
    p->family = MINIP_UPPER_OVERLAP;
    p->m = m;
    st = minip__upper_settle(serves, p, q.c, m + 1, MOST_BITS, task, err);
  }
  if (st == MINIP_OK && *serves)
    st = minip_bound_upper_rank(p, err);
  if (st == MINIP_OK && *serves)
    st = minip__upper_name(p, err);
  search_clear(&q);
  return st;
}
