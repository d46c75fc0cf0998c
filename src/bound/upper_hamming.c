/* beta^-|z| g(d), d = d_H(x,z): the search for parameters, and their proof (T13; proofs-notes/structured-kernels.md).

   d_H(x,z) = |x| + |z| - 2 <x,z>, so alpha(x,z) = beta^|x| b^-<x,z> r(d) with b = beta^2 and r(u) = g(u) beta^-u. If 0 < lo <= r <= hi on 0..m, the task is served when
     (lo/hi) b^D > c_D + max(0, c_D - 1)/(n-1)   for every overlap difference D = 1..m that asks for something. */
#include "upper.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DENOMINATOR 4096

void minip__upper_factor(fmpq_t c, const minip_bound_task_t task, size_t D)
{
  fmpq_t two, tokens;
  fmpq_init(two), fmpq_init(tokens);
  fmpq_add(two, task->error, task->error);
  fmpq_set_si(tokens, (slong)task->n - 2, 1);
  fmpq_sub_si(c, two, (slong)D);
  fmpq_neg(c, c);
  fmpq_div(c, c, two);
  fmpq_mul(c, c, tokens);
  if (fmpq_sgn(c) < 0)
    fmpq_zero(c);
  fmpq_clear(two), fmpq_clear(tokens);
}

void minip__upper_need(fmpq_t need, const minip_bound_task_t task, size_t D)
{
  minip__upper_factor(need, task, D);
  if (fmpq_cmp_si(need, 1) > 0) {
    fmpq_t rest, others;
    fmpq_init(rest), fmpq_init(others);
    fmpq_set_si(others, (slong)task->n - 1, 1);
    fmpq_sub_si(rest, need, 1);
    fmpq_div(rest, rest, others);
    fmpq_add(need, need, rest);
    fmpq_clear(rest), fmpq_clear(others);
  }
}

void minip__upper_sphere(fmpz_t sum, size_t m, size_t k)
{
  fmpz_t term;
  fmpz_init_set_ui(term, 1);
  fmpz_one(sum);
  for (size_t i = 1; i <= k && i <= m; i++) {
    fmpz_mul_ui(term, term, (ulong)(m - i + 1));
    fmpz_divexact_ui(term, term, (ulong)i);
    fmpz_add(sum, sum, term);
  }
  fmpz_clear(term);
}

/* --- proof ------------------------------------------------------------------------------------------------------------------------ */

/* c_j = (1 +- tau) beta^(u_j) / prod_{i != j} (u_j - u_i). */
static void interpolation_weights(arb_ptr c, const minip_bound_upper_t p, slong prec)
{
  arb_t beta, y;
  fmpq_t v;
  arb_init(beta), arb_init(y), fmpq_init(v);
  arb_set_fmpq(beta, p->base, prec);
  for (size_t j = 0; j < p->node_count; j++) {
    fmpq_set_si(v, 1, 1);
    if (j % 2 == 0)
      fmpq_add(v, v, p->tau);
    else
      fmpq_sub(v, v, p->tau);
    arb_set_fmpq(c + j, v, prec);
    arb_pow_ui(y, beta, p->nodes[j], prec);
    arb_mul(c + j, c + j, y, prec);
    arb_one(y);
    for (size_t i = 0; i < p->node_count; i++)
      if (i != j)
        arb_mul_si(y, y, (slong)p->nodes[j] - (slong)p->nodes[i], prec);
    arb_div(c + j, c + j, y, prec);
  }
  arb_clear(beta), arb_clear(y), fmpq_clear(v);
}

/* r(x) = beta^-x g(x) at a point that is no node. */
static void relative_value(arb_t r, const minip_bound_upper_t p, arb_srcptr c, size_t x, slong prec)
{
  arb_t product, term;
  arb_init(product), arb_init(term);
  arb_one(product);
  arb_zero(r);
  for (size_t j = 0; j < p->node_count; j++) {
    slong d = (slong)x - (slong)p->nodes[j];
    arb_mul_si(product, product, d, prec);
    arb_div_si(term, c + j, d, prec);
    arb_add(r, r, term, prec);
  }
  arb_mul(r, r, product, prec);
  arb_set_fmpq(term, p->base, prec);
  arb_pow_ui(term, term, (ulong)x, prec);
  arb_div(r, r, term, prec);
  arb_clear(product), arb_clear(term);
}

/* lo and hi enclose the least and the largest r(u), u = 0..m. At a node r is 1 + tau or 1 - tau. */
static void relative_range(arb_t lo, arb_t hi, const minip_bound_upper_t p, slong prec)
{
  arb_ptr c = _arb_vec_init((slong)p->node_count);
  arb_t r;
  size_t next = 0;
  arb_init(r);
  interpolation_weights(c, p, prec);
  arb_set_fmpq(r, p->tau, prec);
  arb_abs(r, r);
  arb_add_ui(hi, r, 1, prec);
  arb_sub_ui(lo, r, 1, prec);
  arb_neg(lo, lo);
  for (size_t x = 0; x <= p->m; x++) {
    if (next < p->node_count && p->nodes[next] == x) {
      next++;
      continue;
    }
    relative_value(r, p, c, x, prec);
    arb_min(lo, lo, r, prec);
    arb_max(hi, hi, r, prec);
  }
  arb_clear(r);
  _arb_vec_clear(c, (slong)p->node_count);
}

int minip__upper_ratio_holds(const arb_t ratio, const arb_t b, const minip_bound_task_t task, size_t m, slong prec)
{
  arb_t power, need;
  fmpq_t x;
  int good = arb_is_positive(ratio);
  arb_init(power), arb_init(need), fmpq_init(x);
  arb_set(power, ratio);
  for (size_t D = 1; good && D <= m; D++) {
    arb_mul(power, power, b, prec);
    minip__upper_need(x, task, D);
    arb_set_fmpq(need, x, prec);
    good = arb_gt(power, need);
  }
  arb_clear(power), arb_clear(need), fmpq_clear(x);
  return good;
}

int minip__upper_hamming_holds(const minip_bound_upper_t p, const minip_bound_task_t task)
{
  const slong prec = 192;
  arb_t lo, hi, b;
  fmpq_t x;
  arb_init(lo), arb_init(hi), arb_init(b), fmpq_init(x);
  relative_range(lo, hi, p, prec);
  int good = arb_is_positive(lo) && arb_is_finite(hi);
  arb_div(lo, lo, hi, prec);
  fmpq_mul(x, p->base, p->base);
  arb_set_fmpq(b, x, prec);
  good = good && minip__upper_ratio_holds(lo, b, task, p->m, prec);
  arb_clear(lo), arb_clear(hi), arb_clear(b), fmpq_clear(x);
  return good;
}

/* --- choice of parameters --------------------------------------------------------------------------------------------------------- */

typedef struct {
  minip__fit_t fit;
  long double *need; /* log of need(D), D = 0..m; -inf where nothing is asked */
  int failed;        /* no memory */
} search_t;

static int start(search_t *s, const minip_bound_task_t task, size_t m)
{
  fmpq_t x;
  *s = (search_t){.need = calloc(m + 1, sizeof(long double))};
  if (!s->need)
    return 0;
  fmpq_init(x);
  s->need[0] = -INFINITY;
  for (size_t D = 1; D <= m; D++) {
    minip__upper_need(x, task, D);
    s->need[D] = fmpq_is_zero(x) ? -INFINITY : logl((long double)fmpq_get_d(x));
  }
  fmpq_clear(x);
  return 1;
}

/* The least lambda = log(beta) that would do with r = 1. */
static long double least_lambda(const search_t *s, size_t m)
{
  long double most = 1e-3L;
  for (size_t D = 1; D <= m; D++)
    most = fmaxl(most, s->need[D] / (2 * (long double)D));
  return most;
}

long double minip__upper_least_lambda(const minip_bound_task_t task, size_t m)
{
  search_t s;
  long double lambda = start(&s, task, m) ? least_lambda(&s, m) : 0;
  free(s.need);
  return lambda;
}

/* Weighted polynomials e^(-lambda u) g(u) follow a constant on [0, B] only when their degree is about lambda B/2 or more. */
size_t minip__upper_least_degree(const minip_bound_task_t task, size_t m)
{
  search_t s;
  size_t k = start(&s, task, m) ? (size_t)(least_lambda(&s, m) * (long double)m / 2 + (m > 48 ? 0.3L * sqrtl((long double)m) : 0)) : 0;
  free(s.need);
  return k > 1 ? k : 1;
}

/* log of the room left at this lambda: > 0 when the kernel would do. */
static long double slack(search_t *s, size_t m, size_t k, long double lambda)
{
  long double least = INFINITY;
  if (!minip__upper_fit(&s->fit, m, k, lambda))
    s->failed = 1;
  if (s->failed || !(s->fit.worst < 1))
    return -INFINITY;
  long double ratio = logl((1 - s->fit.worst) / (1 + s->fit.worst));
  for (size_t D = 1; D <= m; D++)
    least = fminl(least, 2 * lambda * (long double)D + ratio - s->need[D]);
  return least;
}

/* The lambda with the most room, by golden sections over [from, to]; *room is what it leaves. */
static long double best_lambda(long double *room, search_t *s, size_t m, size_t k, long double from, long double to)
{
  const long double g = 0.6180339887498949L;
  long double a = from, b = to, x = b - g * (b - a), y = a + g * (b - a);
  long double fx = slack(s, m, k, x), fy = slack(s, m, k, y);
  for (int step = 0; step < 6; step++)
    if (fx >= fy) { /* also when both fail: a smaller lambda is easier to approximate */
      b = y, y = x, fy = fx;
      x = b - g * (b - a), fx = slack(s, m, k, x);
    } else {
      a = x, x = y, fx = fy;
      y = a + g * (b - a), fy = slack(s, m, k, y);
    }
  *room = fmaxl(fx, fy);
  return fx >= fy ? x : y;
}

static int set_parameters(minip_bound_upper_t p, const search_t *s, size_t m, size_t k, slong num, ulong den)
{
  free(p->nodes);
  p->m = m, p->degree = k, p->node_count = k + 1;
  if (!(p->nodes = calloc(k + 1, sizeof *p->nodes)))
    return 0;
  for (size_t j = 0; j <= k; j++)
    p->nodes[j] = (uint32_t)s->fit.reference[j];
  fmpq_set_si(p->base, num, den);
  fmpq_set_si(p->tau, (slong)lroundl(s->fit.tau * 65536), 65536);
  return 1;
}

/* A base of small denominator near e^lambda that is proved to do. */
static int settle(minip_bound_upper_t p, search_t *s, const minip_bound_task_t task, size_t m, size_t k, long double lambda)
{
  for (ulong den = 4; den <= MAX_DENOMINATOR; den *= 2) {
    slong num = (slong)lroundl(expl(lambda) * (long double)den);
    if (!(slack(s, m, k, logl((long double)num / (long double)den)) > 0) || s->failed)
      continue;
    if (!set_parameters(p, s, m, k, num, den))
      return -1;
    if (minip__upper_hamming_holds(p, task))
      return 1;
  }
  return s->failed ? -1 : 0;
}

int minip__upper_hamming(minip_bound_upper_t upper, const minip_bound_task_t task, size_t m, size_t k)
{
  search_t s;
  long double room, lambda;
  int found = 0;
  if (k < 1 || k + 2 > m + 1)
    return 0;
  if (!start(&s, task, m))
    return -1;
  lambda = least_lambda(&s, m);
  lambda = best_lambda(&room, &s, m, k, lambda, (m > 48 ? 1.3L : 2) * lambda);
  if (!s.failed && room > 0)
    found = settle(upper, &s, task, m, k, lambda);
  if (s.failed)
    found = -1;
  free(s.need), free(s.fit.reference);
  return found;
}
