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
  check_tau("-99999", 1, 3, MINIP_VERDICT_SOLVES), check_tau("99999", 50, 3, MINIP_VERDICT_SOLVES); /* just inside MINIP_SOFTMAX_MAX_TAU */
  check_tau("-1", 12, 2, MINIP_VERDICT_SOLVES);
}

/* Enclosures around the plain error at a rational base near e^tau from both sides. */
static void test_enclosure(void **unused)
{
  fmpq_t tau, half, below, above, e_below, e_above;
  arb_t error, bound;
  minip_verdict_t verdict;
  minip_error_t err;
  size_t gap;
  (void)unused;
  minip_error_init(err), arb_init(error), arb_init(bound);
  fmpq_init(tau), fmpq_init(half), fmpq_init(below), fmpq_init(above), fmpq_init(e_below), fmpq_init(e_above);
  fmpq_set_si(tau, 1, 2), fmpq_set_si(half, 1, 2);
  fmpq_set_si(below, 1648721270, 1000000000), fmpq_set_si(above, 1648721271, 1000000000); /* sqrt(e) = 1.6487212707.. */
  for (size_t n = 3; n <= 5; n++) {
    assert_ok(minip_softmax_decide(&verdict, error, &gap, tau, 9, n, half, err));
    plain_error(e_below, below, 9, n), plain_error(e_above, above, 9, n); /* the error falls as the base grows */
    arb_set_fmpq(bound, e_below, 128);
    assert_true(arb_lt(error, bound));
    arb_set_fmpq(bound, e_above, 128);
    assert_true(arb_gt(error, bound));
    assert_true(arb_rel_accuracy_bits(error) > 100);
  }
  fmpq_clear(tau), fmpq_clear(half), fmpq_clear(below), fmpq_clear(above), fmpq_clear(e_below), fmpq_clear(e_above);
  arb_clear(error), arb_clear(bound);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_error),              cmocka_unit_test(test_known_errors), cmocka_unit_test(test_known_thresholds),
    cmocka_unit_test(test_threshold_interval), cmocka_unit_test(test_temperatures), cmocka_unit_test(test_enclosure),
  };
  return cmocka_run_group_tests_name("softmax", tests, NULL, NULL);
}
