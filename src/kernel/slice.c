/* Slices of arrays as integers on one scale: floats by their exponents, without rationals. */
#include "internal.h"
#include <limits.h>

/* The least and largest exponent of the non-zero elements (low > high: all are zero). MINIP_UNDECIDED: not all are dyadic. */
static minip_status_t exponent_range(int *low, int *high, const minip__kernel_slice_t *s, minip_error_t err)
{
  *low = INT_MAX, *high = INT_MIN;
  for (size_t i = 0; i < s->count; i++) {
    int64_t man;
    int exp;
    minip_status_t st = minip_array_get_dyadic(&man, &exp, s->array, s->first + i * s->stride, err);
    if (st != MINIP_OK)
      return st;
    if (man != 0 && exp < *low)
      *low = exp;
    if (man != 0 && exp > *high)
      *high = exp;
  }
  return MINIP_OK;
}

static void set_power_of_two(fmpq_t x, int exp)
{
  fmpq_one(x);
  if (exp >= 0)
    fmpq_mul_2exp(x, x, (flint_bitcnt_t)exp);
  else
    fmpq_div_2exp(x, x, (flint_bitcnt_t)-exp);
}

static minip_status_t scale_dyadic(fmpz *out, size_t step, fmpq_t scale, const minip__kernel_slice_t *s, size_t *budget, minip_error_t err)
{
  int low, high, exp;
  int64_t man;
  minip_status_t st = exponent_range(&low, &high, s, err);
  if (st == MINIP_OK && low > high)
    low = high = 0;
  if (st == MINIP_OK)
    st = minip__kernel_charge(budget, s->count, (size_t)(high - low) + 64, err);
  for (size_t i = 0; i < s->count && st == MINIP_OK; i++) {
    st = minip_array_get_dyadic(&man, &exp, s->array, s->first + i * s->stride, err);
    fmpz_set_si(out + i * step, man);
    if (man != 0)
      fmpz_mul_2exp(out + i * step, out + i * step, (flint_bitcnt_t)(exp - low));
  }
  if (st == MINIP_OK)
    set_power_of_two(scale, low);
  return st;
}

minip_status_t minip__kernel_scale_slice(fmpz *out, size_t step, fmpq_t scale, const minip__kernel_slice_t *s, size_t *budget, minip_error_t err)
{
  minip_status_t st = scale_dyadic(out, step, scale, s, budget, err);
  if (st != MINIP_UNDECIDED)
    return st;
  minip_error_init(err);
  fmpq *x = _fmpq_vec_init((slong)s->count);
  st = MINIP_OK;
  for (size_t i = 0; i < s->count && st == MINIP_OK; i++)
    st = minip_array_get(x + i, s->array, s->first + i * s->stride, err);
  if (st == MINIP_OK)
    st = minip__kernel_scale_fmpq(out, step, scale, x, s->count, budget, err);
  _fmpq_vec_clear(x, (slong)s->count);
  return st;
}
