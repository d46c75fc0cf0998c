/* Vectors of exact numbers as integers on one scale. */
#include "internal.h"

minip_status_t minip__kernel_charge(size_t *budget, size_t count, size_t bits, minip_error_t err)
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
    st = minip__kernel_charge(&left, count, (size_t)fmpz_bits(den), err);
  }
  return st;
}

minip_status_t minip__kernel_scale_fmpq(fmpz *out, size_t step, fmpq_t scale, const fmpq *x, size_t count, size_t *budget, minip_error_t err)
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
    st = minip__kernel_charge(budget, count, bits, err);
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
