/* Floating-point bit patterns as the exact dyadic rationals they store. */
#include <minip/num.h>

typedef struct {
  int mantissa_bits, exponent_bits;
} layout_t;

static layout_t layout_of(minip_float_t format)
{
  switch (format) {
  case MINIP_F16: return (layout_t){10, 5};
  case MINIP_BF16: return (layout_t){7, 8};
  case MINIP_F32: return (layout_t){23, 8};
  case MINIP_F64: break;
  }
  return (layout_t){52, 11};
}

minip_status_t minip_num_from_float(int64_t *man, int *exp, uint64_t bits, minip_float_t format, minip_error_t err)
{
  layout_t f = layout_of(format);
  int exponent_mask = (1 << f.exponent_bits) - 1;
  int bias = exponent_mask >> 1;
  uint64_t fraction = bits & (((uint64_t)1 << f.mantissa_bits) - 1);
  int exponent = (int)(bits >> f.mantissa_bits) & exponent_mask;
  int negative = (int)(bits >> (f.mantissa_bits + f.exponent_bits)) & 1;

  if (exponent == exponent_mask)
    return minip_error_set(err, MINIP_INPUT, fraction ? "is NaN" : negative ? "is -infinity" : "is infinity");
  if (exponent != 0)
    fraction |= (uint64_t)1 << f.mantissa_bits; /* the hidden bit of a normal number */
  else
    exponent = 1; /* subnormal */
  *exp = exponent - bias - f.mantissa_bits;
  if (fraction == 0) {
    *man = 0;
    *exp = 0;
    return MINIP_OK;
  }
  int shift = __builtin_ctzll(fraction);
  *man = (int64_t)(fraction >> shift);
  *exp += shift;
  if (negative)
    *man = -*man;
  return MINIP_OK;
}

void minip_num_set_dyadic(fmpq_t x, int64_t man, int exp)
{
  fmpz_set_si(fmpq_numref(x), man);
  fmpz_one(fmpq_denref(x));
  if (man == 0)
    return;
  if (exp >= 0) {
    fmpz_mul_2exp(fmpq_numref(x), fmpq_numref(x), (ulong)exp);
    return;
  }
  fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), (ulong)-exp);
  fmpq_canonicalise(x);
}
