/* Dense softmax against T4 over every query weight and every pair of overlaps, and T14's thresholds. */
#include "../lib/test.h"
#include <minip/softmax.h>

/* T4 written out: the largest (t-s)/2 (n-2) W_t / (W_s + (n-2) W_t) over |x| = a <= m and s < t <= a, W_s = b^-s + b^-a/(n-1). */
static void plain_error(fmpq_t error, const fmpq_t base, size_t m, size_t n)
{
  fmpq_t h, low, high, e, sum;
  fmpq_init(h), fmpq_init(low), fmpq_init(high), fmpq_init(e), fmpq_init(sum);
  fmpq_zero(error);
  for (slong a = 1; a <= (slong)m; a++) {
    fmpq_pow_si(h, base, -a);
    fmpq_set_si(e, 1, (ulong)(n - 1));
    fmpq_mul(h, h, e);
    for (slong t = 1; t <= a; t++)
      for (slong s = 0; s < t; s++) {
        fmpq_pow_si(low, base, -s), fmpq_pow_si(high, base, -t);
        fmpq_add(low, low, h), fmpq_add(high, high, h);
        fmpq_mul_si(high, high, (slong)(n - 2));
        fmpq_add(sum, low, high);
        fmpq_div(e, high, sum);
        fmpq_mul_si(e, e, t - s);
        fmpq_div_2exp(e, e, 1);
        if (fmpq_cmp(e, error) > 0)
          fmpq_set(error, e);
      }
  }
  fmpq_clear(h), fmpq_clear(low), fmpq_clear(high), fmpq_clear(e), fmpq_clear(sum);
}

static const slong bases[][2] = {{1, 100}, {1, 2}, {9, 10}, {1, 1}, {11, 10}, {7, 5}, {1414213, 1000000}, {3, 2}, {2, 1}, {5, 1}};

static void test_error(void **unused)
{
  fmpq_t base, got, wanted;
  minip_error_t err;
  size_t gap;
  (void)unused;
  minip_error_init(err), fmpq_init(base), fmpq_init(got), fmpq_init(wanted);
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    for (size_t m = 1; m <= 8; m++)
      for (size_t n = 3; n <= 7; n++) {
        fmpq_set_si(base, bases[i][0], (ulong)bases[i][1]);
        plain_error(wanted, base, m, n);
        assert_ok(minip_softmax_error(got, &gap, base, m, n, err));
        assert_true(fmpq_equal(got, wanted));
        assert_true(gap >= 1 && gap <= m);
      }
  fmpq_clear(base), fmpq_clear(got), fmpq_clear(wanted);
}

/* The exact errors of the certify table, and T1's lengths. */
static void test_known_errors(void **unused)
{
  static const struct { slong p, q; size_t m, n, gap; const char *error; } known[] = {
    {1, 1, 4, 3, 4, "1"}, {7, 5, 4, 3, 4, "625/1217"}, {3, 2, 12, 3, 4, "48/113"}, {2, 1, 12, 3, 2, "1/4"},
    {3, 2, 6, 5, 4, "24/29"}, {2, 1, 6, 5, 2, "15/32"}, {3, 2, 12, 1, 0, "0"}, {3, 2, 12, 2, 0, "0"}};
  fmpq_t base, got;
  minip_error_t err;
  size_t gap;
  (void)unused;
  minip_error_init(err), fmpq_init(base), fmpq_init(got);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    fmpq_set_si(base, known[i].p, (ulong)known[i].q);
    assert_ok(minip_softmax_error(got, &gap, base, known[i].m, known[i].n, err));
    assert_fmpq(got, known[i].error);
    if (known[i].n != 5)
      assert_int_equal(gap, known[i].gap);
  }
  fmpq_clear(base), fmpq_clear(got);
}

static void check_threshold(size_t m, size_t n, size_t gap, size_t degree, const char *value)
{
  minip_softmax_threshold_t t;
  fmpq_t half;
  fmpq_init(half), fmpq_set_si(half, 1, 2);
  minip_softmax_threshold_init(t);
  minip_softmax_threshold(t, m, n, half);
  assert_int_equal(t->gap, gap);
  assert_int_equal(t->degree, degree);
  assert_fmpq(t->value, value);
  minip_softmax_threshold_clear(t), fmpq_clear(half);
}

/* T14: any b at m = 1, b > 1 at 2, b^3 > 5/2 at 3, b^2 > 2 from 4 on (gap 4); at n = 4, b^3 > 5. */
static void test_known_thresholds(void **unused)
{
  static const size_t large[] = {4, 5, 6, 7, 8, 12, 24, 100, 1000};
  (void)unused;
  check_threshold(1, 3, 0, 0, "0");
  check_threshold(2, 3, 2, 1, "1");
  check_threshold(3, 3, 3, 3, "5/2");
  for (size_t i = 0; i < sizeof large / sizeof *large; i++)
    check_threshold(large[i], 3, 4, 2, "2");
  check_threshold(3, 4, 3, 3, "5"), check_threshold(200, 4, 3, 3, "5");
  check_threshold(9, 1, 0, 0, "0"), check_threshold(9, 2, 0, 0, "0");
}

/* At both ends of the isolating interval the plain T4 error lies on its side of the target. */
static void test_threshold_interval(void **unused)
{
  static const slong targets[][2] = {{1, 2}, {1, 3}, {1, 10}, {49, 100}};
  fmpq_t target, error, power;
  minip_softmax_threshold_t t;
  (void)unused;
  fmpq_init(target), fmpq_init(error), fmpq_init(power), minip_softmax_threshold_init(t);
  for (size_t i = 0; i < 4; i++)
    for (size_t m = 1; m <= 6; m++)
      for (size_t n = 3; n <= 6; n++) {
        fmpq_set_si(target, targets[i][0], (ulong)targets[i][1]);
        minip_softmax_threshold(t, m, n, target);
        if (t->gap == 0) { /* even tiny bases solve */
          fmpq_set_si(power, 1, 1000000);
          plain_error(error, power, m, n);
          assert_true(fmpq_cmp(error, target) < 0);
          continue;
        }
        plain_error(error, t->lower, m, n);
        assert_true(fmpq_cmp(error, target) >= 0);
        plain_error(error, t->upper, m, n);
        assert_true(t->degree == 1 ? fmpq_equal(error, target) : fmpq_cmp(error, target) < 0);
        fmpq_pow_si(power, t->lower, (slong)t->degree);
        assert_true(fmpq_cmp(power, t->value) <= 0);
        fmpq_pow_si(power, t->upper, (slong)t->degree);
        assert_true(fmpq_cmp(power, t->value) >= 0);
      }
  fmpq_clear(target), fmpq_clear(error), fmpq_clear(power), minip_softmax_threshold_clear(t);
}

static void check_tau(const char *text, size_t m, size_t n, minip_verdict_t wanted)
{
  fmpq_t tau, half;
  arb_t error;
  minip_verdict_t verdict;
  minip_error_t err;
  size_t gap;
  minip_error_init(err), fmpq_init(tau), fmpq_init(half), arb_init(error);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_num_parse(tau, text, strlen(text), err));
  assert_ok(minip_softmax_decide(&verdict, error, &gap, tau, m, n, half, err));
  assert_int_equal(verdict, wanted);
  fmpq_clear(tau), fmpq_clear(half), arb_clear(error);
}

/* (ln 2)/2 = 0.34657359027997265470861606072908828403775006718012762706034000474669..: its truncations fail, one unit more solves. */
static void test_temperatures(void **unused)
{
  (void)unused;
  check_tau("0.346", 4, 3, MINIP_VERDICT_FAILS), check_tau("0.347", 4, 3, MINIP_VERDICT_SOLVES);
  check_tau("0.34657359027997265470861606072908828403775006718012", 12, 3, MINIP_VERDICT_FAILS);
  check_tau("0.34657359027997265470861606072908828403775006718013", 12, 3, MINIP_VERDICT_SOLVES);
  check_tau("0", 2, 3, MINIP_VERDICT_FAILS), check_tau("0", 1, 3, MINIP_VERDICT_SOLVES); /* constant: m/4 */
  check_tau("1e-40", 2, 3, MINIP_VERDICT_SOLVES), check_tau("-1e-40", 2, 3, MINIP_VERDICT_FAILS); /* b > 1 */
  check_tau("-99999", 1, 3, MINIP_VERDICT_SOLVES), check_tau("99999", 50, 3, MINIP_VERDICT_SOLVES);
  check_tau("-1e100", 1, 3, MINIP_VERDICT_SOLVES), check_tau("-1e100", 2, 3, MINIP_VERDICT_FAILS);
  check_tau("1e100", 4096, 1000000, MINIP_VERDICT_SOLVES), check_tau("1e99999", 4096, 3, MINIP_VERDICT_SOLVES);
  check_tau("-1", 12, 2, MINIP_VERDICT_SOLVES);
}

/* Targets whose condition at m = 1, n = 3, 3 / (4 (b + 2)) < target, is b > 10^100000 or b > 10^-100000: ln 10 = 2.3025850929940456840179914546843642076..
   decides, and no power of e is ever within reach of a number that one could print. */
static void test_far_thresholds(void **unused)
{
  static const struct { slong sign; const char *tau; minip_verdict_t verdict; } cases[] = {
    {1, "230258.50929940456840179914546843", MINIP_VERDICT_FAILS},   {1, "230258.50929940456840179914546844", MINIP_VERDICT_SOLVES},
    {-1, "-230258.50929940456840179914546843", MINIP_VERDICT_SOLVES}, {-1, "-230258.50929940456840179914546844", MINIP_VERDICT_FAILS}};
  fmpq_t tau, target;
  arb_t error;
  minip_verdict_t verdict;
  minip_error_t err;
  size_t gap;
  (void)unused;
  minip_error_init(err), fmpq_init(tau), fmpq_init(target), arb_init(error);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fmpq_set_si(target, 10, 1);
    fmpq_pow_si(target, target, 100000 * cases[i].sign);
    fmpq_add_si(target, target, 2);
    fmpq_mul_si(target, target, 4);
    fmpq_inv(target, target);
    fmpq_mul_si(target, target, 3);
    assert_ok(minip_num_parse(tau, cases[i].tau, strlen(cases[i].tau), err));
    assert_ok(minip_softmax_decide(&verdict, error, &gap, tau, 1, 3, target, err));
    assert_int_equal(verdict, cases[i].verdict);
    assert_int_equal(gap, 1);
  }
  fmpq_clear(tau), fmpq_clear(target), arb_clear(error);
}

/* The error falls as the base grows: between the plain errors at rational bases on both sides of e^tau. */
static void check_enclosure(const char *text, const fmpq_t below, const fmpq_t above, size_t n)
{
  fmpq_t tau, half, e_below, e_above;
  arb_t error, bound;
  minip_verdict_t verdict;
  minip_error_t err;
  size_t gap, exact_gap;
  minip_error_init(err), arb_init(error), arb_init(bound);
  fmpq_init(tau), fmpq_init(half), fmpq_init(e_below), fmpq_init(e_above);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_num_parse(tau, text, strlen(text), err));
  assert_ok(minip_softmax_decide(&verdict, error, &gap, tau, 9, n, half, err));
  plain_error(e_below, below, 9, n), plain_error(e_above, above, 9, n);
  arb_set_fmpq(bound, e_below, 256);
  assert_true(arb_lt(error, bound));
  arb_set_fmpq(bound, e_above, 256);
  assert_true(arb_gt(error, bound));
  assert_true(arb_rel_accuracy_bits(error) > 100);
  assert_ok(minip_softmax_error(e_below, &exact_gap, above, 9, n, err));
  assert_int_equal(gap, exact_gap);
  fmpq_clear(tau), fmpq_clear(half), fmpq_clear(e_below), fmpq_clear(e_above), arb_clear(error), arb_clear(bound);
}

static void test_enclosure(void **unused)
{
  /* e^-2, 1/e, sqrt(e) and e^64 to the digits shown, and one unit more */
  static const char *const cases[][3] = {
    {"-2", "0.135335283236", "0.135335283237"}, {"-1", "0.36787944117", "0.36787944118"},
    {"1/2", "1.648721270", "1.648721271"}, {"64", "6235149080811616882909238708", "6235149080811616882909238709"}};
  fmpq_t below, above;
  minip_error_t err;
  (void)unused;
  minip_error_init(err), fmpq_init(below), fmpq_init(above);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t n = 3; n <= 5; n++) {
      assert_ok(minip_num_parse(below, cases[i][1], strlen(cases[i][1]), err));
      assert_ok(minip_num_parse(above, cases[i][2], strlen(cases[i][2]), err));
      check_enclosure(cases[i][0], below, above, n);
    }
  fmpq_clear(below), fmpq_clear(above);
}

/* Far out the enclosure holds the limit (0, or m n (n-2) / (2 (n-1)^2)), lies on the right side of it, and is narrow. */
static void test_limits(void **unused)
{
  static const char *const taus[] = {"100001", "1e6", "1e1000", "-100001", "-1e6", "-1e1000"};
  fmpq_t tau, half, limit;
  arb_t error;
  minip_verdict_t verdict;
  minip_error_t err;
  size_t gap, m = 5, n = 4;
  (void)unused;
  minip_error_init(err), fmpq_init(tau), fmpq_init(half), fmpq_init(limit), arb_init(error);
  fmpq_set_si(half, 1, 2);
  for (size_t i = 0; i < sizeof taus / sizeof *taus; i++) {
    assert_ok(minip_num_parse(tau, taus[i], strlen(taus[i]), err));
    assert_ok(minip_softmax_decide(&verdict, error, &gap, tau, m, n, half, err));
    fmpq_set_si(limit, fmpq_sgn(tau) > 0 ? 0 : (slong)(m * n * (n - 2)), 2 * (n - 1) * (n - 1));
    fmpq_canonicalise(limit);
    assert_true(arb_contains_fmpq(error, limit));
    assert_true(arb_is_nonnegative(error));
    assert_int_equal(gap, fmpq_sgn(tau) > 0 ? 1 : m);
    assert_int_equal(verdict, fmpq_sgn(tau) > 0 ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS);
    assert_true(mag_cmp_2exp_si(arb_radref(error), -150) < 0);
  }
  fmpq_clear(tau), fmpq_clear(half), fmpq_clear(limit), arb_clear(error);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_error),          cmocka_unit_test(test_known_errors),       cmocka_unit_test(test_known_thresholds),
    cmocka_unit_test(test_threshold_interval), cmocka_unit_test(test_temperatures),   cmocka_unit_test(test_far_thresholds),
    cmocka_unit_test(test_enclosure),      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("softmax", tests, NULL, NULL);
}
