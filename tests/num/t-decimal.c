/* Printed decimals: chosen values, and random ones held against their definition (every printed digit is a digit of the number). */
#include "../lib/test.h"

static void expect_decimal(const char *number, long digits, const char *wanted)
{
  minip_error_t err;
  fmpq_t x;
  minip_error_init(err);
  fmpq_init(x);
  assert_ok(minip_num_parse(x, number, strlen(number), err));
  char *got = minip_num_decimal(x, digits);
  assert_string_equal(got, wanted);
  free(got);
  fmpq_clear(x);
}

static void test_chosen(void **state)
{
  (void)state;
  expect_decimal("0", 5, "0");
  expect_decimal("48/113", 4, "0.4247..");
  expect_decimal("-48/113", 4, "-0.4247..");
  expect_decimal("1/2", 4, "0.5");
  expect_decimal("1/2", 1, "0.5");
  expect_decimal("2/3", 1, "0.6..");
  expect_decimal("999/1000", 2, "0.99.."); /* truncated, not rounded up */
  expect_decimal("1", 1, "1");
  expect_decimal("100", 1, "100");
  expect_decimal("199/2", 1, "99.."); /* digits before the point are never replaced by zeros */
  expect_decimal("12345678", 3, "12345678");
  expect_decimal("12345678.5", 3, "12345678..");
  expect_decimal("1/1000000", 3, "0.000001");
  expect_decimal("1/10000000", 3, "1e-7");
  expect_decimal("1/30000000", 3, "3.33..e-8");
  expect_decimal("100000000000000000000", 3, "100000000000000000000");
  expect_decimal("123456789012345678901", 12, "123456789012345678901"); /* 10^20: the last power without an exponent */
  expect_decimal("987654321098765432109.5", 12, "987654321098765432109..");
  expect_decimal("1000000000000000000000", 3, "1e+21");
  expect_decimal("-1234567890123456789012", 4, "-1.234..e+21");
  expect_decimal("1e1000", 4, "1e+1000");
  expect_decimal("1e-1000", 4, "1e-1000");
  expect_decimal("99999999999999999999999", 3, "9.99..e+22");
}

/* With digits shown up to position p (a power of ten), the text t means t <= |x| < t + 10^p, and t = |x| exactly when there is no "..". */
static void check_definition(const fmpq_t x, long digits)
{
  minip_error_t err;
  fmpq_t shown, ulp, rest;
  minip_error_init(err);
  fmpq_init(shown), fmpq_init(ulp), fmpq_init(rest);
  char *text = minip_num_decimal(x, digits);
  char plain[512], *dots = strstr(text, "..");
  strcpy(plain, text);
  if (dots) {
    plain[dots - text] = '\0';
    strcat(plain, dots + 2); /* the exponent, if any */
  }
  assert_ok(minip_num_parse(shown, plain, strlen(plain), err));
  /* One unit of the last printed digit: the text with all digits 0 but the last. */
  char *e = strchr(plain, 'e'), *end = e ? e : plain + strlen(plain), *p;
  long significant = 0, started = 0;
  for (p = plain; p < end; p++) {
    if (*p >= '0' && *p <= '9') {
      started |= *p != '0';
      significant += started;
      *p = p + 1 == end ? '1' : '0';
    }
  }
  assert_ok(minip_num_parse(ulp, plain, strlen(plain), err));
  fmpq_abs(ulp, ulp);
  fmpq_sub(rest, x, shown);
  assert_true(fmpq_is_zero(rest) || fmpq_sgn(rest) == fmpq_sgn(x)); /* towards zero */
  fmpq_abs(rest, rest);
  assert_true(dots ? fmpq_sgn(rest) > 0 && fmpq_cmp(rest, ulp) < 0 : fmpq_is_zero(rest));
  if (dots)
    assert_true(significant == digits || (significant > digits && strchr(text, '.') == dots)); /* more only before the point */
  free(text);
  fmpq_clear(shown), fmpq_clear(ulp), fmpq_clear(rest);
}

static void random_rational(fmpq_t x, uint64_t *seed)
{
  flint_rand_t rand;
  flint_randinit(rand);
  rand->__randval = test_random(seed);
  rand->__randval2 = test_random(seed);
  fmpq_randtest_not_zero(x, rand, 1 + (flint_bitcnt_t)test_below(seed, 160));
  flint_randclear(rand);
}

static void test_definition(void **state)
{
  uint64_t seed = test_seed();
  fmpq_t x;
  (void)state;
  fmpq_init(x);
  for (int i = test_rounds(4000); i > 0; i--) {
    random_rational(x, &seed);
    check_definition(x, 1 + (long)test_below(&seed, 25));
  }
  fmpq_clear(x);
}

/* The decimals enclose the ball's end points. */
static void check_bounds(const arb_t ball, long digits)
{
  minip_error_t err;
  char *lower, *upper;
  fmpq_t lo, hi, x;
  arf_t end;
  minip_error_init(err);
  fmpq_init(lo), fmpq_init(hi), fmpq_init(x), arf_init(end);
  minip_num_bounds(&lower, &upper, ball, digits);
  assert_ok(minip_num_parse(lo, lower, strlen(lower), err));
  assert_ok(minip_num_parse(hi, upper, strlen(upper), err));
  arb_get_lbound_arf(end, ball, ARF_PREC_EXACT);
  arf_get_fmpq(x, end);
  assert_true(fmpq_cmp(lo, x) <= 0);
  arb_get_ubound_arf(end, ball, ARF_PREC_EXACT);
  arf_get_fmpq(x, end);
  assert_true(fmpq_cmp(hi, x) >= 0);
  assert_null(strstr(lower, ".."));
  assert_null(strstr(upper, ".."));
  free(lower), free(upper);
  fmpq_clear(lo), fmpq_clear(hi), fmpq_clear(x), arf_clear(end);
}

static void test_bounds(void **state)
{
  uint64_t seed = test_seed();
  fmpq_t x;
  arb_t ball;
  (void)state;
  fmpq_init(x), arb_init(ball);
  for (int i = test_rounds(2000); i > 0; i--) {
    random_rational(x, &seed);
    arb_set_fmpq(ball, x, 2 + (slong)test_below(&seed, 80));
    check_bounds(ball, 1 + (long)test_below(&seed, 20));
  }
  fmpq_clear(x), arb_clear(ball);
}

static void expect_bounds(const char *number, long digits, const char *wanted_lower, const char *wanted_upper)
{
  minip_error_t err;
  fmpq_t x;
  arb_t ball;
  char *lower, *upper;
  minip_error_init(err);
  fmpq_init(x), arb_init(ball);
  assert_ok(minip_num_parse(x, number, strlen(number), err));
  arb_set_fmpq(ball, x, 200);
  minip_num_bounds(&lower, &upper, ball, digits);
  assert_string_equal(lower, wanted_lower);
  assert_string_equal(upper, wanted_upper);
  free(lower), free(upper);
  fmpq_clear(x), arb_clear(ball);
}

static void test_chosen_bounds(void **state)
{
  arb_t ball;
  char *lower, *upper;
  (void)state;
  expect_bounds("0", 3, "0", "0");
  expect_bounds("1/3", 3, "0.333", "0.334");
  expect_bounds("-1/3", 3, "-0.334", "-0.333");
  expect_bounds("9999/1001", 2, "9.9", "10"); /* the carry */
  expect_bounds("0.99951", 3, "0.999", "1");
  expect_bounds("5/2", 3, "2.5", "2.5"); /* exact */
  arb_init(ball);
  arb_zero_pm_inf(ball);
  minip_num_bounds(&lower, &upper, ball, 5);
  assert_string_equal(lower, "-inf");
  assert_string_equal(upper, "inf");
  free(lower), free(upper);
  arb_clear(ball);
}

static void expect_certified(const char *low, const char *high, long digits, const char *wanted)
{
  minip_error_t err;
  fmpq_t a, b;
  arb_t x, y;
  minip_error_init(err);
  fmpq_init(a), fmpq_init(b), arb_init(x), arb_init(y);
  assert_ok(minip_num_parse(a, low, strlen(low), err));
  assert_ok(minip_num_parse(b, high, strlen(high), err));
  arb_set_fmpq(x, a, 300), arb_set_fmpq(y, b, 300);
  arb_union(x, x, y, 300);
  char *text = minip_num_certified(x, digits);
  assert_string_equal(text, wanted);
  free(text);
  fmpq_clear(a), fmpq_clear(b), arb_clear(x), arb_clear(y);
}

static void test_certified(void **state)
{
  (void)state;
  expect_certified("1.23451", "1.23459", 10, "1.2345..");
  expect_certified("1.23451", "1.23459", 3, "1.23..");
  expect_certified("-1.23459", "-1.23451", 10, "-1.2345..");
  expect_certified("1.999", "2.001", 2, "[1.9, 2.1]"); /* no common digit, however close */
  expect_certified("-1", "1", 2, "[-1.1, 1.1]");
  expect_certified("5/2", "5/2", 10, "2.5");
  expect_certified("123451", "123459", 10, "[123450.9999, 123459.0001]");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_chosen), cmocka_unit_test(test_definition), cmocka_unit_test(test_bounds),
                                     cmocka_unit_test(test_chosen_bounds), cmocka_unit_test(test_certified)};
  return cmocka_run_group_tests_name("decimal", tests, NULL, NULL);
}
