/* The kernels of the upper bounds, and the exact verdict on them (T4, T5, T13). */
#include "upper.h"
#include <minip/cert.h>
#include <minip/gap.h>
#include <stdlib.h>
#include <string.h>

/* g(u) of HAMMING for u = 0..m by Newton's divided differences. */
static void hamming_values(fmpq *g, const minip_bound_upper_t p)
{
  size_t count = p->node_count;
  fmpq *c = _fmpq_vec_init((slong)count);
  fmpq_t y;
  fmpq_init(y);
  for (size_t j = 0; j < count; j++) {
    fmpq_set_si(y, 1, 1);
    if (j % 2 == 0)
      fmpq_add(y, y, p->tau);
    else
      fmpq_sub(y, y, p->tau);
    fmpq_pow_si(c + j, p->base, (slong)p->nodes[j]);
    fmpq_mul(c + j, c + j, y);
  }
  for (size_t k = 1; k < count; k++)
    for (size_t j = count - 1; j >= k; j--) {
      fmpq_sub(c + j, c + j, c + j - 1);
      fmpq_set_si(y, (slong)p->nodes[j] - (slong)p->nodes[j - k], 1);
      fmpq_div(c + j, c + j, y);
    }
  for (size_t u = 0; u <= p->m; u++) {
    fmpq_zero(g + u);
    for (size_t j = count; j-- > 0;) {
      fmpq_set_si(y, (slong)u - (slong)p->nodes[j], 1);
      fmpq_mul(g + u, g + u, y);
      fmpq_add(g + u, g + u, c + j);
    }
  }
  fmpq_clear(y);
  _fmpq_vec_clear(c, (slong)count);
}

/* f(s) = sum of values[i] C(s,i), s = 0..m. */
static void binomial_values(fmpq *f, const minip_bound_upper_t p)
{
  fmpz_t choose;
  fmpq_t term;
  fmpz_init(choose), fmpq_init(term);
  for (size_t s = 0; s <= p->m; s++)
    for (size_t i = 0; i <= s; i++) {
      fmpz_bin_uiui(choose, (ulong)s, (ulong)i);
      fmpq_mul_fmpz(term, p->values + i, choose);
      fmpq_add(f + s, f + s, term);
    }
  fmpz_clear(choose), fmpq_clear(term);
}

void minip__upper_distance_factor(fmpq *g, const minip_bound_upper_t p)
{
  if (p->family == MINIP_UPPER_HAMMING || p->family == MINIP_UPPER_DISTANCE) {
    if (p->family == MINIP_UPPER_HAMMING)
      hamming_values(g, p);
    else
      binomial_values(g, p);
    return;
  }
  for (size_t u = 0; u <= p->m; u++) {
    fmpq_set_si(g + u, 1, 1);
    if (p->family == MINIP_UPPER_LINEAR)
      fmpq_add_si(g + u, p->offset, (slong)u - (slong)p->m);
  }
}

static minip_status_t weighted(minip_kernel_t kernel, const minip_bound_upper_t p, minip_error_t err)
{
  size_t m = p->m, n = m + 1;
  if (m > MINIP_KERNEL_MAX_WEIGHTED_M)
    return minip_error_set(err, MINIP_LIMIT, "m = %zu: the kernel is made for m up to %d only", m, MINIP_KERNEL_MAX_WEIGHTED_M);
  fmpq *f = _fmpq_vec_init((slong)(n * n * n)), *g = _fmpq_vec_init((slong)n);
  fmpq_t power;
  fmpq_init(power);
  minip__upper_distance_factor(g, p);
  for (size_t z = 0; z <= m; z++) {
    fmpq_pow_si(power, p->base, p->family == MINIP_UPPER_HAMMING || p->family == MINIP_UPPER_DISTANCE ? -(slong)z : (slong)z);
    for (size_t x = 0; x <= m; x++)
      for (size_t s = 0; s <= x && s <= z; s++)
        if (x + z <= m + s)
          fmpq_mul(f + (x * n + z) * n + s, g + x + z - 2 * s, power);
  }
  minip_status_t st = minip_kernel_set_weighted(kernel, f, m, err);
  fmpq_clear(power);
  _fmpq_vec_clear(f, (slong)(n * n * n)), _fmpq_vec_clear(g, (slong)n);
  return st;
}

static minip_status_t general(minip_kernel_t kernel, const minip_bound_upper_t p, minip_error_t err)
{
  size_t m = p->m, n = m + 1;
  if (m > MINIP_UPPER_MAX_GENERAL)
    return minip_error_set(err, MINIP_LIMIT, "m = %zu: the kernel is made for m up to %d only", m, MINIP_UPPER_MAX_GENERAL);
  fmpq *f = _fmpq_vec_init((slong)(n * n * n));
  for (size_t x = 0; x <= m; x++)
    for (size_t z = 0; z <= m; z++)
      for (size_t s = x + z > m ? x + z - m : 0; s <= x && s <= z; s++)
        minip__upper_general_value(f + (x * n + z) * n + s, p, x, z, s);
  minip_status_t st = minip_kernel_set_weighted(kernel, f, m, err);
  _fmpq_vec_clear(f, (slong)(n * n * n));
  return st;
}

static minip_status_t overlap(minip_kernel_t kernel, const minip_bound_upper_t p, minip_error_t err)
{
  fmpq *f = _fmpq_vec_init((slong)p->m + 1);
  binomial_values(f, p);
  minip_status_t st = minip_kernel_set_overlap(kernel, f, p->m, err);
  _fmpq_vec_clear(f, (slong)p->m + 1);
  return st;
}

minip_status_t minip_bound_upper_kernel(minip_kernel_t kernel, const minip_bound_upper_t p, minip_error_t err)
{
  switch (p->family) {
  case MINIP_UPPER_WEIGHT:
  case MINIP_UPPER_LINEAR:
  case MINIP_UPPER_HAMMING:
  case MINIP_UPPER_DISTANCE: return weighted(kernel, p, err);
  case MINIP_UPPER_GENERAL: return general(kernel, p, err);
  case MINIP_UPPER_OVERLAP: return overlap(kernel, p, err);
  case MINIP_UPPER_TABLE: return minip_kernel_load(kernel, p->file, err);
  case MINIP_UPPER_TAYLOR:
  case MINIP_UPPER_LAGUERRE: return minip_error_set(err, MINIP_UNDECIDED, "%s: its values are not rational", p->method);
  default: return minip_error_set(err, MINIP_UNDECIDED, "b^-<x,z> serves for every large b: there is no one kernel");
  }
}

/* The verdict, and whether it is all that the task asks: for a target E < 1/2 an error of E itself is allowed. */
static minip_status_t judge(int *serves, minip_gap_result_t result, const minip_kernel_t kernel, const minip_bound_task_t task, int threads, minip_error_t err)
{
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_status_t st = minip_gap_certify(result, kernel, task->n, half, threads, NULL, NULL, err);
  *serves = st == MINIP_OK && result->verdict == MINIP_VERDICT_SOLVES && (task->strict || fmpq_cmp(result->error, task->error) <= 0);
  fmpq_clear(half);
  return st;
}

minip_status_t minip__upper_prove(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, int threads, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  minip_kernel_init(kernel);
  minip_gap_result_init(result);
  *serves = 0;
  minip_status_t st = minip_bound_upper_kernel(kernel, p, err);
  if (st == MINIP_OK)
    st = judge(serves, result, kernel, task, threads, err);
  if (*serves) {
    p->has_error = 1;
    fmpq_set(p->error, result->error);
  }
  minip_gap_result_clear(result);
  minip_kernel_clear(kernel);
  return st;
}

minip_status_t minip_bound_upper_exact(minip_bound_upper_t p, const minip_bound_task_t task, int threads, minip_error_t err)
{
  int serves;
  if (p->has_error || p->family == MINIP_UPPER_EXPONENTIAL || p->family == MINIP_UPPER_TAYLOR || p->family == MINIP_UPPER_LAGUERRE || p->m > MINIP_UPPER_MAX_ERROR)
    return MINIP_OK;
  minip_status_t st = minip__upper_prove(&serves, p, task, threads, err);
  if (st == MINIP_OK && !serves)
    st = minip_error_set(err, MINIP_INTERNAL, "m = %zu: a kernel proved by enclosures does not serve", p->m);
  return st;
}

minip_status_t minip_bound_upper_certificate(char **text, const minip_bound_upper_t p, const minip_bound_task_t task, int threads, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  int serves = 0;
  *text = NULL;
  if (p->m > MINIP_UPPER_MAX_EXACT)
    return minip_error_set(err, MINIP_LIMIT, "m = %zu: certificates of kernels are made for m up to %d", p->m, MINIP_UPPER_MAX_EXACT);
  minip_kernel_init(kernel);
  minip_gap_result_init(result);
  fmpq_init(half);
  fmpq_set_si(half, 1, 2); /* the claim is error < 1/2; the exact error in it is at most the task's */
  minip_status_t st = minip_bound_upper_kernel(kernel, p, err);
  if (st == MINIP_OK)
    st = judge(&serves, result, kernel, task, threads, err);
  if (st == MINIP_OK && !serves)
    st = minip_error_set(err, MINIP_INTERNAL, "a kernel proved before does not serve");
  if (st == MINIP_OK)
    st = minip_cert_features_suffice(text, kernel, result, task->n, half, p->rank, err);
  fmpq_clear(half);
  minip_gap_result_clear(result);
  minip_kernel_clear(kernel);
  return st;
}
