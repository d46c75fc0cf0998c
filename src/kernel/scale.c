/* Vectors of exact numbers as integers on one scale. */
#include "internal.h"
#include <limits.h>
#include <stdlib.h>

static minip_status_t charge(size_t *budget, size_t count, size_t bits, minip_error_t err)
{
  size_t need;
  if (__builtin_mul_overflow(count, bits < 64 ? 64 : bits, &need) || need > *budget)
    return minip_error_set(err, MINIP_LIMIT, "the exact integers on a common scale (%zu bits each) would take more than 8 GiB", bits);
  *budget -= need;
  return MINIP_OK;
}

/* den = lcm of the denominators; its size is checked as it grows, because many different denominators multiply up. */
static minip_status_t common_denominator(fmpz_t den, const fmpq *x, size_t count, const size_t *budget, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  fmpz_one(den);
  for (size_t i = 0; i < count && st == MINIP_OK; i++) {
    if (fmpz_divisible(den, fmpq_denref(x + i)))
      continue;
    fmpz_lcm(den, den, fmpq_denref(x + i));
    size_t left = *budget;
    st = charge(&left, count, (size_t)fmpz_bits(den), err);
  }
  return st;
}

minip_status_t minip__scale_fmpq(fmpz *out, size_t step, fmpq_t scale, const fmpq *x, size_t count, size_t *budget, minip_error_t err)
{
  fmpz_t den, content, quotient;
  size_t bits = 0;
  fmpz_init(den), fmpz_init(content), fmpz_init(quotient);
  minip_status_t st = common_denominator(den, x, count, budget, err);
  for (size_t i = 0; i < count && st == MINIP_OK; i++) {
    fmpz_gcd(content, content, fmpq_numref(x + i));
    size_t own = (size_t)fmpz_bits(fmpq_numref(x + i)) + (size_t)fmpz_bits(den);
    bits = own > bits ? own : bits;
  }
  if (st == MINIP_OK)
    st = charge(budget, count, bits, err);
  if (st == MINIP_OK) {
    if (fmpz_is_zero(content))
      fmpz_one(content);
    for (size_t i = 0; i < count; i++) {
      fmpz_divexact(out + i * step, fmpq_numref(x + i), content);
      fmpz_divexact(quotient, den, fmpq_denref(x + i));
      fmpz_mul(out + i * step, out + i * step, quotient);
    }
    fmpq_set_fmpz_frac(scale, content, den);
  }
  fmpz_clear(den), fmpz_clear(content), fmpz_clear(quotient);
  return st;
}

/* The least and largest exponent of the non-zero elements (low > high: all are zero). MINIP_UNDECIDED: not all are dyadic. */
static minip_status_t exponent_range(int *low, int *high, const minip__slice_t *s, minip_error_t err)
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

static minip_status_t scale_dyadic(fmpz *out, size_t step, fmpq_t scale, const minip__slice_t *s, size_t *budget, minip_error_t err)
{
  int low, high, exp;
  int64_t man;
  minip_status_t st = exponent_range(&low, &high, s, err);
  if (st == MINIP_OK && low > high)
    low = high = 0;
  if (st == MINIP_OK)
    st = charge(budget, s->count, (size_t)(high - low) + 64, err);
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

minip_status_t minip__scale_slice(fmpz *out, size_t step, fmpq_t scale, const minip__slice_t *s, size_t *budget, minip_error_t err)
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
    st = minip__scale_fmpq(out, step, scale, x, s->count, budget, err);
  _fmpq_vec_clear(x, (slong)s->count);
  return st;
}
