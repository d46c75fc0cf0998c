/* Series in place of a best approximation: e^(-lambda|z|) g(d), d = d_H(x,z), for every m (T13(b), (c); proofs-notes/structured-kernels.md).

   TAYLOR: g = sum over i <= k of (lambda d)^i / i!. Then r(d) = g(d) e^(-lambda d) falls from 1 at d = 0 to the chance that a Poisson variable of mean lambda m is at
   most k. LAGUERRE: g = (1 + t) sum over j <= k of (-t)^j L_j((1 + t) lambda d / t), within the factor 1 +- rho of e^(lambda d) with
   rho = (1 + t)/(1 - t) t^(k+1) e^(lambda m (1-t)/(2t)). Parameters are chosen in floating point; what is used is proved by enclosures. */
#include "upper.h"
#include <math.h>
#include <stdlib.h>

#define LAMBDA_STEPS 40
#define DENOMINATOR 4096 /* of lambda and t */
#define PRECISION 192

/* --- proof ------------------------------------------------------------------------------------------------------------------------ */

/* P(Poisson(lambda m) <= k) */
static void taylor_ratio(arb_t ratio, const minip_bound_upper_t p)
{
  arb_t y, term;
  arb_init(y), arb_init(term);
  arb_set_fmpq(y, p->lambda, PRECISION);
  arb_mul_ui(y, y, (ulong)p->m, PRECISION);
  arb_neg(term, y);
  arb_exp(term, term, PRECISION);
  arb_set(ratio, term);
  for (size_t i = 1; i <= p->degree; i++) {
    arb_mul(term, term, y, PRECISION);
    arb_div_ui(term, term, (ulong)i, PRECISION);
    arb_add(ratio, ratio, term, PRECISION);
  }
  arb_clear(y), arb_clear(term);
}

/* (1 - rho)/(1 + rho); zero where rho is not proved to be below 1. */
static void laguerre_ratio(arb_t ratio, const minip_bound_upper_t p)
{
  arb_t t, rest, rho;
  arb_init(t), arb_init(rest), arb_init(rho);
  arb_set_fmpq(t, p->t, PRECISION);
  arb_sub_ui(rest, t, 1, PRECISION);
  arb_neg(rest, rest);
  arb_set_fmpq(rho, p->lambda, PRECISION);
  arb_mul_ui(rho, rho, (ulong)p->m, PRECISION);
  arb_mul(rho, rho, rest, PRECISION);
  arb_div(rho, rho, t, PRECISION);
  arb_mul_2exp_si(rho, rho, -1);
  arb_exp(rho, rho, PRECISION);
  arb_pow_ui(ratio, t, (ulong)p->degree + 1, PRECISION);
  arb_mul(rho, rho, ratio, PRECISION);
  arb_add_ui(t, t, 1, PRECISION);
  arb_mul(rho, rho, t, PRECISION);
  arb_div(rho, rho, rest, PRECISION);
  arb_sub_ui(ratio, rho, 1, PRECISION);
  arb_neg(ratio, ratio);
  arb_add_ui(rest, rho, 1, PRECISION);
  if (arb_is_positive(ratio))
    arb_div(ratio, ratio, rest, PRECISION);
  else
    arb_zero(ratio);
  arb_clear(t), arb_clear(rest), arb_clear(rho);
}

int minip__upper_series_holds(const minip_bound_upper_t p, const minip_bound_task_t task)
{
  arb_t ratio, b;
  arb_init(ratio), arb_init(b);
  if (p->family == MINIP_UPPER_TAYLOR)
    taylor_ratio(ratio, p);
  else
    laguerre_ratio(ratio, p);
  arb_set_fmpq(b, p->lambda, PRECISION);
  arb_mul_2exp_si(b, b, 1);
  arb_exp(b, b, PRECISION);
  int good = minip__upper_ratio_holds(ratio, b, task, p->m, PRECISION);
  arb_clear(ratio), arb_clear(b);
  return good;
}

/* --- choice of parameters --------------------------------------------------------------------------------------------------------- */

/* log of need(D), D = 1..m, and the least lambda with e^(2 lambda D) >= need(D) for all of them. */
static long double *log_needs(long double *least, const minip_bound_task_t task, size_t m)
{
  long double *need = calloc(m + 1, sizeof *need);
  fmpq_t x;
  fmpq_init(x);
  *least = 1e-3L;
  for (size_t D = 1; need && D <= m; D++) {
    minip__upper_need(x, task, D);
    need[D] = fmpq_is_zero(x) ? -INFINITY : logl((long double)fmpq_get_d(x));
    *least = fmaxl(*least, need[D] / (2 * (long double)D));
  }
  fmpq_clear(x);
  return need;
}

/* What lo/hi must exceed. */
static long double wanted_ratio(const long double *need, size_t m, long double lambda)
{
  long double most = -INFINITY;
  for (size_t D = 1; D <= m; D++)
    most = fmaxl(most, need[D] - 2 * lambda * (long double)D);
  return expl(most);
}

/* The least k, or m where there is none below. */
static size_t taylor_degree(long double wanted, size_t m, long double lambda)
{
  long double y = lambda * (long double)m, sum = 0;
  size_t k = 0;
  for (; k < m; k++) {
    sum += expl((long double)k * logl(y) - y - lgammal((long double)k + 1));
    if (sum > wanted)
      break;
  }
  return k;
}

static size_t laguerre_degree(long double wanted, size_t m, long double lambda, long double t)
{
  long double y = lambda * (long double)m, rho = (1 - wanted) / (1 + wanted);
  long double k = ceill((logl(rho * (1 - t) / (1 + t)) - y * (1 - t) / (2 * t)) / logl(t));
  return k >= 0 && k < (long double)m ? (size_t)k : m;
}

/* t near 1 - c / sqrt(lambda m), of least degree. */
static size_t choose_t(slong *num, long double wanted, size_t m, long double lambda)
{
  size_t best = m;
  for (int c = 1; c <= 24; c++) {
    slong t = (slong)lroundl(DENOMINATOR * (1 - (long double)c / (8 * sqrtl(lambda * (long double)m))));
    if (t < 1 || t >= DENOMINATOR)
      continue;
    size_t k = laguerre_degree(wanted, m, lambda, (long double)t / DENOMINATOR);
    if (k < best) {
      best = k;
      *num = t;
    }
  }
  return best;
}

static size_t choose(minip_bound_upper_t p, const long double *need, long double least)
{
  size_t best = p->m;
  for (int step = 1; step <= LAMBDA_STEPS; step++) {
    slong num = (slong)ceill(least * (1 + (long double)step / 100) * DENOMINATOR), t = 1;
    long double lambda = (long double)num / DENOMINATOR, wanted = wanted_ratio(need, p->m, lambda);
    if (!(wanted < 1))
      continue;
    size_t k = p->family == MINIP_UPPER_TAYLOR ? taylor_degree(wanted, p->m, lambda) : choose_t(&t, wanted, p->m, lambda);
    if (k >= best)
      continue;
    best = k;
    fmpq_set_si(p->lambda, num, DENOMINATOR);
    fmpq_set_si(p->t, p->family == MINIP_UPPER_TAYLOR ? 0 : t, DENOMINATOR);
  }
  return best;
}

minip_status_t minip__upper_series(int *serves, minip_bound_upper_t p, minip_upper_family_t family, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  long double least, *need = log_needs(&least, task, m);
  *serves = 0;
  if (!need)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  p->family = family;
  p->m = m;
  size_t k = choose(p, need, least);
  free(need);
  for (int more = 0; !*serves && more < 3 && k < m; more++, k++) { /* once more where floating point was too hopeful */
    p->degree = k;
    *serves = minip__upper_series_holds(p, task);
  }
  if (!*serves)
    return MINIP_OK;
  minip__upper_sphere(p->rank, m, p->degree);
  p->rank_is_exact = family == MINIP_UPPER_TAYLOR; /* T13(c) */
  return minip__upper_name(p, err);
}
