/* Bit patterns against GMP's exact conversion of doubles: every float16 and bfloat16 pattern, random and extreme float32 and float64. */
#include "../lib/test.h"
#include <math.h>

/* The pattern must be read as the finite double d: odd mantissa, and the same rational as GMP makes of d. */
static void wants_value(uint64_t bits, minip_float_t format, double d)
{
  minip_error_t err;
  int64_t man;
  int exp;
  fmpq_t got, wanted;
  mpq_t q;
  minip_error_init(err);
  fmpq_init(got), fmpq_init(wanted), mpq_init(q);
  assert_ok(minip_num_from_float(&man, &exp, bits, format, err));
  assert_true(man == 0 ? exp == 0 : (man & 1) != 0);
  minip_num_set_dyadic(got, man, exp);
  mpq_set_d(q, d);
  fmpq_set_mpq(wanted, q);
  if (!fmpq_equal(got, wanted))
    fail_msg("pattern %llx: %lld * 2^%d is not %a", (unsigned long long)bits, (long long)man, exp, d);
  assert_true(fmpq_is_canonical(got));
  fmpq_clear(got), fmpq_clear(wanted), mpq_clear(q);
}

static void expect_refusal(uint64_t bits, minip_float_t format, const char *text)
{
  minip_error_t err;
  int64_t man;
  int exp;
  minip_error_init(err);
  assert_int_equal(minip_num_from_float(&man, &exp, bits, format, err), MINIP_INPUT);
  assert_string_equal(err->text, text);
}

static void expect_double(uint64_t bits, minip_float_t format, double d)
{
  if (isnan(d))
    expect_refusal(bits, format, "is NaN");
  else if (isinf(d))
    expect_refusal(bits, format, d < 0 ? "is -infinity" : "is infinity");
  else
    wants_value(bits, format, d);
}

/* float16 by counting: the numbers from 0 upwards are one step apart, the step starts at 2^-24 and doubles after 2048 patterns, then after
   every 1024. No formula with mantissa and exponent is needed. */
static void test_all_float16(void **state)
{
  double value = 0, step = ldexp(1, -24);
  (void)state;
  for (uint64_t bits = 0; bits < 0x7C00; bits++) {
    wants_value(bits, MINIP_F16, value);
    wants_value(bits | 0x8000, MINIP_F16, -value);
    value += step;
    if (bits + 1 >= 2048 && (bits + 1) % 1024 == 0)
      step *= 2;
  }
  assert_true(value == 65536); /* what would come next; the largest float16 is 65504 */
  for (uint64_t bits = 0x7C00; bits < 0x8000; bits++) {
    expect_refusal(bits, MINIP_F16, bits == 0x7C00 ? "is infinity" : "is NaN");
    expect_refusal(bits | 0x8000, MINIP_F16, bits == 0x7C00 ? "is -infinity" : "is NaN");
  }
}

static double double_of_float32(uint32_t bits)
{
  float f;
  memcpy(&f, &bits, sizeof f);
  return (double)f;
}

/* bfloat16 is the upper half of a float32, which the machine itself understands. */
static void test_all_bfloat16(void **state)
{
  (void)state;
  for (uint32_t bits = 0; bits < 65536; bits++)
    expect_double(bits, MINIP_BF16, double_of_float32(bits << 16));
}

static void test_float32(void **state)
{
  static const uint32_t extremes[] = {0, 0x80000000u, 1, 0x80000001u, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFFu, 0x7F800000, 0xFF800000u,
                                      0x7F800001, 0x7FC00000, 0xFFFFFFFFu, 0x3F800000, 0x3DCCCCCD};
  uint64_t seed = test_seed();
  (void)state;
  for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
    expect_double(extremes[i], MINIP_F32, double_of_float32(extremes[i]));
  for (int i = test_rounds(20000); i > 0; i--) {
    uint32_t bits = (uint32_t)(test_random(&seed) >> 32);
    expect_double(bits, MINIP_F32, double_of_float32(bits));
  }
}

static void test_float64(void **state)
{
  static const uint64_t extremes[] = {0, 1ull << 63, 1, (1ull << 63) + 1, 0x000FFFFFFFFFFFFFull, 0x0010000000000000ull, 0x7FEFFFFFFFFFFFFFull,
                                      0xFFEFFFFFFFFFFFFFull, 0x7FF0000000000000ull, 0xFFF0000000000000ull, 0x7FF0000000000001ull,
                                      0x7FF8000000000000ull, UINT64_MAX, 0x3FB999999999999Aull};
  uint64_t seed = test_seed();
  double d;
  (void)state;
  for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
    memcpy(&d, &extremes[i], sizeof d);
    expect_double(extremes[i], MINIP_F64, d);
  }
  for (int i = test_rounds(20000); i > 0; i--) {
    uint64_t bits = test_random(&seed);
    memcpy(&d, &bits, sizeof d);
    expect_double(bits, MINIP_F64, d);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_float16), cmocka_unit_test(test_all_bfloat16), cmocka_unit_test(test_float32),
                                     cmocka_unit_test(test_float64)};
  return cmocka_run_group_tests_name("float", tests, NULL, NULL);
}
