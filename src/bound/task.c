/* The task, its amplification factors, and the growth constants (T6, T11). */
#include "internal.h"
#include <minip/gap.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void minip_bound_task_init(minip_bound_task_t task)
{
  memset(task, 0, sizeof *task);
  fmpq_init(task->error);
}

static void drop_tables(minip_bound_task_t task)
{
  if (task->factors)
    _fmpq_vec_clear(task->factors, (slong)task->kmax + 1);
  free(task->first_part);
  free(task->approx);
  task->factors = NULL, task->first_part = NULL, task->approx = NULL;
}

void minip_bound_task_clear(minip_bound_task_t task)
{
  drop_tables(task);
  fmpq_clear(task->error);
}

long double minip__bound_approx(const fmpq_t x)
{
  slong en, ed;
  double n = fmpz_get_d_2exp(&en, fmpq_numref(x)), d = fmpz_get_d_2exp(&ed, fmpq_denref(x));
  return ldexpl((long double)n / (long double)d, (int)(en - ed));
}

void minip__bound_dyadic(fmpq_t x, long double v, int bits)
{
  int exponent;
  long double part = frexpl(v, &exponent);
  minip_num_set_dyadic(x, (int64_t)llroundl(ldexpl(part, bits)), exponent - bits);
}

/* A gap of 1 counts only below error 1/2, and for nonnegative kernels only where A(1) >= 1 lets T8 pass from W to alpha; signed kernels keep W. */
static size_t least_gap(const minip_bound_task_t task)
{
  if (task->strict || task->kmax < 1 || fmpq_sgn(task->factors + 1) <= 0)
    return 2;
  return task->is_signed || fmpq_cmp_si(task->factors + 1, 1) >= 0 ? 1 : 2;
}

static void fill(minip_bound_task_t task, const fmpq_t error)
{
  fmpq_t inverse;
  fmpq_init(inverse);
  minip_amplification_error(task->factors, task->first_part, task->n, task->kmax, error);
  for (size_t k = 0; k <= task->kmax; k++) {
    task->approx[k] = 1;
    if (fmpq_sgn(task->factors + k) > 0) {
      fmpq_inv(inverse, task->factors + k);
      task->approx[k] = minip__bound_approx(inverse);
    }
  }
  fmpq_clear(inverse);
}

minip_status_t minip_bound_task_set(minip_bound_task_t task, size_t n, const fmpq_t error, int is_signed, size_t kmax, minip_error_t err)
{
  if (n < 3 || fmpq_sgn(error) <= 0 || fmpz_cmp(fmpq_denref(error), fmpq_numref(error)) <= 0)
    return minip_error_set(err, MINIP_INPUT, "bounds need a length of at least 3 and an error above 0 and up to 1/2");
  if (n > MINIP_BOUND_MAX_LENGTH || kmax > MINIP_BOUND_MAX_M)
    return minip_error_set(err, MINIP_LIMIT, "bounds are computed for lengths up to %ld and m up to %ld", MINIP_BOUND_MAX_LENGTH, MINIP_BOUND_MAX_M);
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  int order = fmpq_cmp(error, half);
  fmpq_clear(half);
  if (order > 0)
    return minip_error_set(err, MINIP_INPUT, "bounds need an error above 0 and up to 1/2");
  drop_tables(task);
  task->n = n;
  fmpq_set(task->error, error);
  task->is_signed = is_signed;
  task->strict = order == 0;
  task->kmax = kmax;
  task->factors = _fmpq_vec_init((slong)kmax + 1);
  task->first_part = calloc(kmax + 1, sizeof *task->first_part);
  task->approx = calloc(kmax + 1, sizeof *task->approx);
  if (!task->first_part || !task->approx)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the amplification factors");
  fill(task, error);
  task->least_gap = least_gap(task);
  return MINIP_OK;
}

/* The factor of the part D, (n-2)(D - 2 eps)/(2 eps). */
static void factor(fmpq_t out, const minip_bound_task_t task, size_t part)
{
  fmpq_t two_eps;
  fmpq_init(two_eps);
  fmpq_mul_2exp(two_eps, task->error, 1);
  fmpq_set_si(out, (slong)part, 1);
  fmpq_sub(out, out, two_eps);
  fmpq_mul_si(out, out, (slong)task->n - 2);
  fmpq_div(out, out, two_eps);
  fmpq_clear(two_eps);
}

/* Parts above 6 never win (src/gap/amplification.c), so the maximum over D is a maximum over six numbers; ties go to the smaller part. */
void minip_bound_beta(arb_t beta, size_t *part, fmpq_t base, const minip_bound_task_t task, slong prec)
{
  size_t best = 2;
  fmpq_t f;
  fmpq_init(f);
  factor(base, task, best);
  for (size_t d = 1; d <= 6; d++) {
    factor(f, task, d);
    if (fmpq_sgn(f) > 0 && (minip_num_root_less(base, best, f, d) || (d < best && !minip_num_root_less(f, d, base, best)))) {
      fmpq_set(base, f);
      best = d;
    }
  }
  *part = best;
  fmpq_clear(f);
  arb_set_fmpq(beta, base, prec + 8);
  arb_root_ui(beta, beta, best, prec);
}

void minip_bound_gamma(arb_t gamma, const minip_bound_task_t task, slong prec)
{
  size_t part;
  fmpq_t base;
  arb_t two;
  fmpq_init(base);
  arb_init(two);
  minip_bound_beta(gamma, &part, base, task, prec + 8);
  arb_inv(gamma, gamma, prec + 8);
  arb_log1p(gamma, gamma, prec + 8);
  arb_const_log2(two, prec + 8);
  arb_div(gamma, gamma, two, prec + 8);
  arb_sub_ui(gamma, gamma, 1, prec);
  arb_neg(gamma, gamma);
  arb_clear(two);
  fmpq_clear(base);
}

void minip_bound_ceiling(arb_t ceiling, const minip_bound_task_t task, size_t m, slong prec)
{
  size_t part;
  slong extra = prec + 32;
  fmpq_t base;
  arb_t beta;
  fmpq_init(base);
  arb_init(beta);
  minip_bound_beta(beta, &part, base, task, extra);
  arb_add_ui(ceiling, beta, 1, extra);
  arb_div(ceiling, beta, ceiling, extra);
  arb_mul_2exp_si(ceiling, ceiling, 1);
  arb_pow_ui(ceiling, ceiling, m, prec);
  arb_clear(beta);
  fmpq_clear(base);
}
