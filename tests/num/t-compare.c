/* Three-valued signs, comparison by growing precision, and log2 against integers that bracket it. */
#include "../lib/test.h"

static void test_signs(void **state)
{
  arb_t x;
  (void)state;
  arb_init(x);
  assert_int_equal(minip_num_sign_positive(x), MINIP_REFUTED); /* exactly 0 is not positive */
  arb_set_si(x, 1);
  assert_int_equal(minip_num_sign_positive(x), MINIP_PROVED);
  arb_set_si(x, -1);
  assert_int_equal(minip_num_sign_positive(x), MINIP_REFUTED);
  arb_zero(x);
  mag_set_ui_2exp_si(arb_radref(x), 1, -500);
  assert_int_equal(minip_num_sign_positive(x), MINIP_UNSETTLED);
  arb_indeterminate(x);
  assert_int_equal(minip_num_sign_positive(x), MINIP_UNSETTLED);
  arb_clear(x);
}

/* A real number for minip_num_compare: sqrt(2), or an exact rational, or a ball that never narrows. */
static void eval_sqrt2(arb_t y, void *data, slong prec)
{
  (void)data;
  arb_sqrt_ui(y, 2, prec);
}
static void eval_half(arb_t y, void *data, slong prec)
{
  (void)data, (void)prec;
  arb_set_si(y, 1);
  arb_mul_2exp_si(y, y, -1);
}
static void eval_wide(arb_t y, void *data, slong prec)
{
  (void)data, (void)prec;
  arb_zero(y);
  mag_one(arb_radref(y));
}

/* order of eval against num/den; 9 for undecided. */
static int order_of(minip_num_eval_t eval, const char *c, slong max_prec)
{
  minip_error_t err;
  fmpq_t q;
  int order = 7;
  minip_error_init(err);
  fmpq_init(q);
  assert_ok(minip_num_parse(q, c, strlen(c), err));
  minip_status_t st = minip_num_compare(&order, eval, NULL, q, max_prec, err);
  fmpq_clear(q);
  if (st == MINIP_UNDECIDED)
    return 9;
  assert_int_equal(st, MINIP_OK);
  return order;
}

static void test_compare(void **state)
{
  /* The convergents p/q of sqrt(2) by the recurrence (p, q) -> (p + 2q, p + q): p^2 - 2q^2 alternates in sign, so the side is known. */
  (void)state;
  fmpz_t p, q, t;
  fmpz_init_set_ui(p, 1), fmpz_init_set_ui(q, 1), fmpz_init(t);
  for (int i = 0; i < 400; i++) {
    char *a = fmpz_get_str(NULL, 10, p), *b = fmpz_get_str(NULL, 10, q), text[1024];
    sprintf(text, "%s/%s", a, b);
    flint_free(a), flint_free(b);
    assert_int_equal(order_of(eval_sqrt2, text, 1 << 12), i % 2 ? -1 : 1);
    fmpz_add(t, p, q);
    fmpz_add(p, t, q);
    fmpz_set(q, t);
  }
  fmpz_clear(p), fmpz_clear(q), fmpz_clear(t);
  assert_int_equal(order_of(eval_half, "1/2", 64), 0);
  assert_int_equal(order_of(eval_half, "1/3", 64), 1);
  assert_int_equal(order_of(eval_wide, "0", 4096), 9);
  assert_int_equal(order_of(eval_wide, "3", 4096), -1);
  /* Closer than 64 bits can tell, given no more. */
  assert_int_equal(order_of(eval_sqrt2, "1.41421356237309504880168872420969807856967187537694807317667973799", 64), 9);
}

/* floor(log2(x^1000)) by integer size gives log2(x) to three digits; the enclosure must agree and be narrow. */
static void check_log2(const fmpq_t x, slong prec)
{
  fmpq_t power;
  fmpz_t q;
  arb_t y;
  arb_init(y), fmpq_init(power), fmpz_init(q);
  minip_num_log2(y, x, prec);
  assert_true(arb_is_finite(y));
  if (!arb_is_exact(y))
    assert_true(arb_rel_accuracy_bits(y) >= prec - 8);
  fmpq_pow_si(power, x, 1000);
  slong low; /* 2^low <= power < 2^(low + 1) */
  low = (slong)fmpz_bits(fmpq_numref(power)) - (slong)fmpz_bits(fmpq_denref(power));
  fmpz_mul_2exp(q, low >= 0 ? fmpq_denref(power) : fmpq_numref(power), (ulong)labs(low));
  if (low >= 0 ? fmpz_cmp(fmpq_numref(power), q) < 0 : fmpz_cmp(q, fmpq_denref(power)) < 0)
    low--;
  arb_mul_si(y, y, 1000, prec + 64);
  arb_sub_si(y, y, low, prec + 64);
  assert_false(arb_is_negative(y));
  arb_sub_si(y, y, 1, prec + 64);
  assert_true(arb_is_negative(y));
  arb_clear(y), fmpq_clear(power), fmpz_clear(q);
}

static void test_log2(void **state)
{
  static const char *const numbers[] = {"3", "1/3", "10", "1/10", "7/8", "9/8", "1000001/1000000", "999999/1000000", "1e30", "1e-30", "3e-300", "1.99", "2.01", "0.49", "0.51"};
  minip_error_t err;
  fmpq_t x;
  (void)state;
  minip_error_init(err);
  fmpq_init(x);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    assert_ok(minip_num_parse(x, numbers[i], strlen(numbers[i]), err));
    check_log2(x, 64);
    check_log2(x, 300);
  }
  fmpq_clear(x);
}

/* log2 of powers of two contains the exponent, also where 1 + (x - 1) would cancel. */
static void test_log2_of_powers(void **state)
{
  fmpq_t x;
  arb_t y;
  (void)state;
  fmpq_init(x), arb_init(y);
  for (int e = -3000; e <= 3000; e += 250) {
    minip_num_set_dyadic(x, 1, e);
    minip_num_log2(y, x, 64);
    assert_true(arb_contains_si(y, e));
    assert_true(arb_is_finite(y));
    if (e != 0)
      assert_true(arb_rel_accuracy_bits(y) >= 56);
  }
  fmpq_clear(x), arb_clear(y);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_signs), cmocka_unit_test(test_compare), cmocka_unit_test(test_log2), cmocka_unit_test(test_log2_of_powers)};
  return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
