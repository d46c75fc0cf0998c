/* Numbers from text: exact values, refusals with their status, limits, and random numbers against GMP. */
#include "../lib/test.h"

typedef struct {
  const char *text, *value;
} good_t;

static const good_t good[] = {
  {"0", "0"}, {"-0", "0"}, {"+0", "0"}, {"-0.0", "0"}, {"007", "7"}, {"-12", "-12"}, {"+12", "12"}, {"1.5", "3/2"}, {"-1.5e-3", "-3/2000"},
  {".5", "1/2"}, {"5.", "5"}, {"1e3", "1000"}, {"1E+3", "1000"}, {"1e-3", "1/1000"}, {"0.1", "1/10"}, {"1e0000000000000003", "1000"},
  {"2/4", "1/2"}, {"-6/3", "-2"}, {"0/7", "0"}, {"+1/3", "1/3"}, {"9007199254740993", "9007199254740993"},
  {"18446744073709551617", "18446744073709551617"}, {"0.30000000000000004", "7500000000000001/25000000000000000"},
  {"123456789012345678901234567890/10", "12345678901234567890123456789"},
};

typedef struct {
  const char *text;
  minip_status_t status;
} bad_t;

static const bad_t bad[] = {
  {"", MINIP_INPUT}, {" 1", MINIP_INPUT}, {"1 ", MINIP_INPUT}, {"+", MINIP_INPUT}, {"-", MINIP_INPUT}, {".", MINIP_INPUT}, {"--1", MINIP_INPUT},
  {"e5", MINIP_INPUT}, {"1e", MINIP_INPUT}, {"1e+", MINIP_INPUT}, {"1e5.5", MINIP_INPUT}, {"1.2.3", MINIP_INPUT}, {"1,5", MINIP_INPUT},
  {"0x1p3", MINIP_INPUT}, {"0x10", MINIP_INPUT}, {"1_000", MINIP_INPUT}, {"nan", MINIP_INPUT}, {"NaN", MINIP_INPUT}, {"inf", MINIP_INPUT},
  {"Infinity", MINIP_INPUT}, {"1/0", MINIP_INPUT}, {"0/0", MINIP_INPUT}, {"1/", MINIP_INPUT}, {"/2", MINIP_INPUT}, {"1/-2", MINIP_INPUT},
  {"1/2/3", MINIP_INPUT}, {"1.5/2", MINIP_INPUT}, {"1/2e3", MINIP_INPUT}, {"1e2/3", MINIP_INPUT}, {"1f", MINIP_INPUT}, {"\xEF\xBB\xBF""1", MINIP_INPUT},
  {"1e100001", MINIP_LIMIT}, {"1e-100001", MINIP_LIMIT}, {"1e99999999999999999999", MINIP_LIMIT},
};

static void test_good(void **state)
{
  minip_error_t err;
  fmpq_t x;
  (void)state;
  minip_error_init(err);
  fmpq_init(x);
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_ok(minip_num_parse(x, good[i].text, strlen(good[i].text), err));
    assert_fmpq(x, good[i].value);
  }
  fmpq_clear(x);
}

static void test_bad(void **state)
{
  minip_error_t err;
  fmpq_t x;
  (void)state;
  fmpq_init(x);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    minip_error_init(err);
    if (minip_num_parse(x, bad[i].text, strlen(bad[i].text), err) != bad[i].status)
      fail_msg("'%s' gives status %d", bad[i].text, err->status);
    assert_true(err->text[0] != '\0' && strchr(err->text, '\n') == NULL);
  }
  fmpq_clear(x);
}

/* The text need not end in a zero byte, and a zero byte inside is no number. */
static void test_length(void **state)
{
  minip_error_t err;
  fmpq_t x;
  (void)state;
  minip_error_init(err);
  fmpq_init(x);
  assert_ok(minip_num_parse(x, "12345", 2, err));
  assert_fmpq(x, "12");
  assert_ok(minip_num_parse(x, "1/23", 3, err));
  assert_fmpq(x, "1/2");
  assert_int_equal(minip_num_parse(x, "1\0", 2, err), MINIP_INPUT);
  fmpq_clear(x);
}

/* 100,000 digits and exponents up to 100,000 are read, one more is not. */
static void test_limits(void **state)
{
  minip_error_t err;
  fmpq_t x;
  fmpz_t p;
  size_t n = MINIP_NUM_MAX_DIGITS;
  char *s = malloc(n + 2);
  (void)state;
  assert_non_null(s);
  minip_error_init(err);
  fmpq_init(x), fmpz_init(p);
  memset(s, '9', n + 1);
  s[n + 1] = '\0';
  assert_ok(minip_num_parse(x, s, n, err));
  fmpz_ui_pow_ui(p, 10, n);
  fmpz_sub_ui(p, p, 1);
  assert_true(fmpz_equal(fmpq_numref(x), p) && fmpz_is_one(fmpq_denref(x)));
  assert_int_equal(minip_num_parse(x, s, n + 1, err), MINIP_LIMIT);
  assert_true(strlen(err->text) < 200); /* the number is not quoted whole */
  assert_ok(minip_num_parse(x, "1e-100000", 9, err));
  fmpz_ui_pow_ui(p, 10, 100000);
  assert_true(fmpz_is_one(fmpq_numref(x)) && fmpz_equal(fmpq_denref(x), p));
  fmpq_clear(x), fmpz_clear(p);
  free(s);
}

static void test_integers(void **state)
{
  minip_error_t err;
  fmpz_t x;
  (void)state;
  minip_error_init(err);
  fmpz_init(x);
  assert_ok(minip_num_parse_integer(x, "12.0", 4, err));
  assert_true(fmpz_equal_si(x, 12));
  assert_ok(minip_num_parse_integer(x, "-24/2", 5, err));
  assert_true(fmpz_equal_si(x, -12));
  assert_ok(minip_num_parse_integer(x, "1.5e1", 5, err));
  assert_true(fmpz_equal_si(x, 15));
  assert_int_equal(minip_num_parse_integer(x, "1/2", 3, err), MINIP_INPUT);
  assert_int_equal(minip_num_parse_integer(x, "0.5", 3, err), MINIP_INPUT);
  fmpz_clear(x);
}

/* digits d, fraction digits k, exponent e: the value is d * 10^(e - k), computed by GMP alone. */
static void test_random_decimals(void **state)
{
  uint64_t seed = test_seed();
  minip_error_t err;
  (void)state;
  minip_error_init(err);
  for (int i = test_rounds(3000); i > 0; i--) {
    char digits[64], text[128];
    size_t n = 1 + test_below(&seed, 40), k = test_below(&seed, n + 1);
    long e = (long)test_below(&seed, 121) - 60;
    for (size_t j = 0; j < n; j++)
      digits[j] = (char)('0' + test_below(&seed, 10));
    digits[n] = '\0';
    sprintf(text, "-%.*s.%se%ld", (int)(n - k), digits, digits + n - k, e);
    mpq_t q;
    mpz_t p;
    fmpq_t got, wanted;
    mpq_init(q), mpz_init(p), fmpq_init(got), fmpq_init(wanted);
    mpz_set_str(mpq_numref(q), digits, 10);
    mpz_ui_pow_ui(p, 10, (unsigned long)labs(e - (long)k));
    if (e >= (long)k)
      mpz_mul(mpq_numref(q), mpq_numref(q), p);
    else
      mpz_set(mpq_denref(q), p);
    mpq_canonicalize(q);
    mpq_neg(q, q);
    fmpq_set_mpq(wanted, q);
    assert_ok(minip_num_parse(got, text, strlen(text), err));
    assert_true(fmpq_equal(got, wanted) && fmpq_is_canonical(got));
    mpq_clear(q), mpz_clear(p), fmpq_clear(got), fmpq_clear(wanted);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_bad), cmocka_unit_test(test_length), cmocka_unit_test(test_limits),
                                     cmocka_unit_test(test_integers), cmocka_unit_test(test_random_decimals)};
  return cmocka_run_group_tests_name("parse", tests, NULL, NULL);
}
