/* Elements of arrays as exact numbers and as tokens. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

minip_status_t minip__array_blame(minip_error_t err, const minip_array_struct *array, size_t i)
{
  size_t index[MINIP_MAX_NDIM];
  char place[MINIP_MAX_NDIM * 21 + 8] = "";
  size_t n = 0;
  for (size_t d = array->ndim; d-- > 0; i /= array->shape[d])
    index[d] = i % array->shape[d];
  for (size_t d = 0; d < array->ndim; d++)
    n += (size_t)snprintf(place + n, sizeof place - n, "%s%zu", d ? "," : " at [", index[d]);
  if (array->ndim > 0)
    strcpy(place + n, "]");
  return array->name[0] ? minip_error_prefix(err, "array '%s'%s", array->name, place) : minip_error_prefix(err, "array%s", place);
}

minip_status_t minip__array_named(minip_error_t err, const minip_array_struct *array, minip_status_t status)
{
  return array->name[0] ? minip_error_prefix(err, "array '%s'", array->name) : status;
}

/* An integer element: its absolute value and sign. 0 when the array holds no machine integers. */
static int integer_at(uint64_t *magnitude, int *negative, const minip_array_struct *a, size_t i)
{
  int64_t v;
  *negative = 0;
  switch (a->dtype) {
  case MINIP_DT_BOOL: case MINIP_DT_U8: *magnitude = ((const uint8_t *)a->data)[i]; return 1;
  case MINIP_DT_U16: *magnitude = ((const uint16_t *)a->data)[i]; return 1;
  case MINIP_DT_U32: *magnitude = ((const uint32_t *)a->data)[i]; return 1;
  case MINIP_DT_U64: *magnitude = ((const uint64_t *)a->data)[i]; return 1;
  case MINIP_DT_I8: v = ((const int8_t *)a->data)[i]; break;
  case MINIP_DT_I16: v = ((const int16_t *)a->data)[i]; break;
  case MINIP_DT_I32: v = ((const int32_t *)a->data)[i]; break;
  case MINIP_DT_I64: v = ((const int64_t *)a->data)[i]; break;
  default: return 0;
  }
  *negative = v < 0;
  *magnitude = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
  return 1;
}

static uint64_t float_bits(minip_float_t *format, const minip_array_struct *a, size_t i)
{
  switch (a->dtype) {
  case MINIP_DT_F16: *format = MINIP_F16; return ((const uint16_t *)a->data)[i];
  case MINIP_DT_BF16: *format = MINIP_BF16; return ((const uint16_t *)a->data)[i];
  case MINIP_DT_F32: *format = MINIP_F32; return ((const uint32_t *)a->data)[i];
  default: break;
  }
  *format = MINIP_F64;
  return ((const uint64_t *)a->data)[i];
}

static minip_status_t not_dyadic(const minip_array_struct *a, size_t i, minip_error_t err)
{
  minip_error_set(err, MINIP_UNDECIDED, "is not an integer below 2^63 times a power of two");
  return minip__array_blame(err, a, i);
}

static minip_status_t dyadic_of_rational(int64_t *man, int *exp, const minip_array_struct *a, size_t i, minip_error_t err)
{
  const fmpq *x = (const fmpq *)a->data + i;
  fmpz_t odd;
  minip_status_t st = MINIP_OK;
  *man = 0;
  *exp = 0;
  if (fmpq_is_zero(x))
    return MINIP_OK;
  fmpz_init(odd);
  ulong up = fmpz_val2(fmpq_numref(x)), down = fmpz_val2(fmpq_denref(x));
  fmpz_fdiv_q_2exp(odd, fmpq_denref(x), down);
  int fits = fmpz_is_one(odd);
  fmpz_tdiv_q_2exp(odd, fmpq_numref(x), up);
  if (!fits || fmpz_bits(odd) > 63)
    st = not_dyadic(a, i, err);
  else {
    /* 63 bits fit in int64_t but not in FLINT's small integers, which fmpz_get_si knows. Digits and exponents are capped, so int holds. */
    *man = fmpz_get_si(odd);
    *exp = (int)up - (int)down;
  }
  fmpz_clear(odd);
  return st;
}

minip_status_t minip_array_get_dyadic(int64_t *man, int *exp, const minip_array_struct *array, size_t i, minip_error_t err)
{
  uint64_t magnitude;
  int negative;
  minip_float_t format;
  if (array->dtype == MINIP_DT_RATIONAL)
    return dyadic_of_rational(man, exp, array, i, err);
  if (!integer_at(&magnitude, &negative, array, i)) {
    uint64_t bits = float_bits(&format, array, i);
    minip_status_t st = minip_num_from_float(man, exp, bits, format, err);
    return st == MINIP_OK ? st : minip__array_blame(err, array, i);
  }
  int shift = magnitude ? __builtin_ctzll(magnitude) : 0;
  magnitude >>= shift;
  if (magnitude > INT64_MAX)
    return not_dyadic(array, i, err);
  *man = negative ? -(int64_t)magnitude : (int64_t)magnitude;
  *exp = shift;
  return MINIP_OK;
}

minip_status_t minip_array_get(fmpq_t x, const minip_array_struct *array, size_t i, minip_error_t err)
{
  uint64_t magnitude;
  int64_t man;
  int negative, exp;
  if (array->dtype == MINIP_DT_RATIONAL) {
    fmpq_set(x, (const fmpq *)array->data + i);
    return MINIP_OK;
  }
  if (integer_at(&magnitude, &negative, array, i)) {
    fmpz_set_ui(fmpq_numref(x), (ulong)magnitude);
    if (negative)
      fmpz_neg(fmpq_numref(x), fmpq_numref(x));
    fmpz_one(fmpq_denref(x));
    return MINIP_OK;
  }
  minip_status_t st = minip_array_get_dyadic(&man, &exp, array, i, err);
  if (st == MINIP_OK)
    minip_num_set_dyadic(x, man, exp);
  return st;
}

/* Element i as a bit; -1 when it is neither 0 nor 1. */
static int bit_at(const minip_array_struct *a, size_t i, minip_error_t err)
{
  int64_t man;
  int exp;
  if (minip_array_get_dyadic(&man, &exp, a, i, err) != MINIP_OK)
    return -1;
  return exp == 0 && (man == 0 || man == 1) ? (int)man : -1;
}

static minip_status_t refuse_bit(const minip_array_struct *a, size_t i, minip_error_t err)
{
  fmpq_t x;
  fmpq_init(x);
  minip_status_t st = minip_array_get(x, a, i, err);
  if (st == MINIP_OK) {
    char *s = minip_num_decimal(x, 12);
    st = minip_error_set(err, MINIP_INPUT, "a token's bit is 0 or 1, not %s", s ? s : "another number");
    free(s);
    minip__array_blame(err, a, i);
  }
  fmpq_clear(x);
  return st;
}

minip_status_t minip_array_tokens(minip_tokens_t tokens, const minip_array_struct *array, minip_error_t err)
{
  if (array->ndim < 1)
    return minip__array_named(err, array, minip_error_set(err, MINIP_INPUT, "tokens need a shape (N, m), this is a single number"));
  size_t m = array->shape[array->ndim - 1], count = 1;
  if (m == 0)
    return minip__array_named(err, array, minip_error_set(err, MINIP_INPUT, "tokens of no bits (the last extent is 0)"));
  for (size_t d = 0; d + 1 < array->ndim; d++)
    if (__builtin_mul_overflow(count, array->shape[d], &count))
      return minip__array_named(err, array, minip_error_set(err, MINIP_LIMIT, "the shape is too large"));
  minip_status_t st = minip_tokens_alloc(tokens, count, m, err);
  if (st != MINIP_OK)
    return minip__array_named(err, array, st);
  for (size_t i = 0; i < array->size; i++) {
    int bit = bit_at(array, i, err);
    if (bit < 0)
      return refuse_bit(array, i, err);
    minip_token_set_bit(minip_token_row(tokens, i / m), i % m, bit);
  }
  return MINIP_OK;
}
