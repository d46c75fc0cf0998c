/* Structured kernels on the whole cube, from their values. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

minip_status_t minip__kernel_start(minip_kernel_t kernel, minip_kernel_kind_t kind, size_t m, const char *name, minip_error_t err)
{
  if (m < 1 || m > MINIP_KERNEL_MAX_M)
    return minip_error_set(err, MINIP_INPUT, "m must be from 1 to %d, not %zu", MINIP_KERNEL_MAX_M, m);
  minip_kernel_clear(kernel);
  minip_kernel_init(kernel);
  kernel->kind = kind;
  kernel->m = m;
  kernel->query_count = m + 1;
  return minip__kernel_name(kernel, name, err);
}

static minip_status_t take_values(minip_kernel_t kernel, const fmpq *f, size_t count, minip_error_t err)
{
  size_t budget = MINIP__KERNEL_BITS;
  kernel->f_count = count;
  kernel->f = _fmpz_vec_init((slong)count);
  return minip__kernel_scale_fmpq(kernel->f, 1, kernel->f_scale, f, count, &budget, err);
}

minip_status_t minip_kernel_set_overlap(minip_kernel_t kernel, const fmpq *f, size_t m, minip_error_t err)
{
  minip_status_t st = minip__kernel_start(kernel, MINIP_KERNEL_OVERLAP, m, "overlap", err);
  return st == MINIP_OK ? take_values(kernel, f, m + 1, err) : st;
}

static int possible(size_t m, size_t a, size_t b, size_t s) { return s <= a && s <= b && a + b <= m + s; }

minip_status_t minip_kernel_set_weighted(minip_kernel_t kernel, const fmpq *f, size_t m, minip_error_t err)
{
  size_t n = m + 1;
  if (m > MINIP_KERNEL_MAX_WEIGHTED_M)
    return minip_error_set(err, MINIP_LIMIT, "a kernel f(|x|,|z|,<x,z>) is limited to m = %d, not %zu", MINIP_KERNEL_MAX_WEIGHTED_M, m);
  minip_status_t st = minip__kernel_start(kernel, MINIP_KERNEL_WEIGHTED, m, "weighted", err);
  if (st != MINIP_OK)
    return st;
  fmpq *copy = _fmpq_vec_init((slong)(n * n * n)); /* zeros where f is not used */
  for (size_t i = 0; i < n * n * n; i++)
    if (possible(m, i / (n * n), i / n % n, i % n))
      fmpq_set(copy + i, f + i);
  st = take_values(kernel, copy, n * n * n, err);
  _fmpq_vec_clear(copy, (slong)(n * n * n));
  return st;
}

/* f(s) = B^-s for B = p/q is q^s / p^s: on the scale p^-m it is q^s p^(m-s). */
minip_status_t minip_kernel_set_exponential(minip_kernel_t kernel, const fmpq_t base, size_t m, minip_error_t err)
{
  if (fmpq_sgn(base) <= 0)
    return minip_error_set(err, MINIP_INPUT, "the base must be above 0");
  minip_status_t st = minip__kernel_start(kernel, MINIP_KERNEL_OVERLAP, m, "exp", err);
  if (st != MINIP_OK)
    return st;
  size_t p_bits = (size_t)fmpz_bits(fmpq_numref(base)), q_bits = (size_t)fmpz_bits(fmpq_denref(base));
  if ((p_bits > q_bits ? p_bits : q_bits) > MINIP__KERNEL_BITS / 8 / (m * m))
    return minip_error_set(err, MINIP_LIMIT, "the base has too many digits for m = %zu", m);
  fmpz *p = _fmpz_vec_init((slong)m + 1);
  kernel->f_count = m + 1;
  kernel->f = _fmpz_vec_init((slong)m + 1);
  fmpz_one(p), fmpz_one(kernel->f);
  for (size_t s = 1; s <= m; s++) {
    fmpz_mul(p + s, p + s - 1, fmpq_numref(base));
    fmpz_mul(kernel->f + s, kernel->f + s - 1, fmpq_denref(base));
  }
  for (size_t s = 0; s <= m; s++)
    fmpz_mul(kernel->f + s, kernel->f + s, p + m - s);
  fmpz_one(fmpq_numref(kernel->f_scale));
  fmpz_set(fmpq_denref(kernel->f_scale), p + m);
  _fmpz_vec_clear(p, (slong)m + 1);
  return MINIP_OK;
}
