/* T17: ceilings of constant-weight codes against hand values, published codes, T11, random codes, and Delsarte's inequalities written out. */
#include "../lib/test.h"
#include "task.h"
#include <math.h>

static void ratio_is(size_t n, size_t m, size_t w, slong num, ulong den)
{
  minip_bound_task_t task;
  minip_bound_cap_t cap;
  fmpq_t wanted;
  fmpq_init(wanted);
  fmpq_set_si(wanted, num, den);
  set_task(task, n, 1, 2, 0, m);
  minip_bound_cap_init(cap);
  assert_ok(minip_bound_cap(cap, task, m, w, NULL, err));
  assert_true(fmpq_equal(cap->ratio, wanted));
  minip_bound_cap_clear(cap);
  minip_bound_task_clear(task);
  fmpq_clear(wanted);
}

/* Two complementary words are the best at (4,2) and (6,3): a_k <= v_k = 1 at the largest k, and A_3(2) = 1 makes nearer words worth nothing. At (4,2) and n = 4,
   A_4(2) = 2: 2/(1 + 1/4). At (6,3) and n = 3, A_3(3) = 2: the same. At (4,2) and n = 3: 2/(1 + 1). */
static void test_by_hand(void **state)
{
  (void)state;
  ratio_is(3, 4, 2, 1, 1);
  ratio_is(4, 4, 2, 8, 5);
  ratio_is(3, 6, 3, 8, 5);
}

/* Golay's octads: distribution 280, 448, 30 at distances 8, 12, 16; dodecads: 495, 1584, 495, 1 at 8, 12, 16, 24. A_3 = 3, 5, 9, 27 at 4, 6, 8, 12.
   A(24,8,8) = 759 and A(24,8,12) = 2576 are known maxima, which the linear program meets. */
static void test_golay(void **state)
{
  minip_bound_task_t task;
  minip_bound_list_t hand;
  (void)state;
  set_task(task, 3, 1, 2, 0, 24);
  minip_bound_list_init(hand);
  assert_ok(minip_bound_catalogue(hand, task, 24, 0, err));
  for (size_t w = 8; w <= 12; w += 4) {
    minip_bound_cap_t cap;
    fmpq_t value, t;
    arb_t top, x;
    fmpq_init(value), fmpq_init(t), arb_init(top), arb_init(x);
    slong a4 = w == 8 ? 280 : 495, a6 = w == 8 ? 448 : 1584, a8 = w == 8 ? 30 : 495, a12 = w == 8 ? 0 : 1;
    fmpq_set_si(value, 729 * 25 + a4 * 81 * 25 + a6 * 729 + a8 * 9 * 25 + a12 * 25, 729 * 25);
    fmpq_inv(value, value);
    fmpq_set_si(t, 1 + a4 + a6 + a8 + a12, 1);
    fmpq_mul(value, value, t);
    minip_bound_cap_init(cap);
    assert_ok(minip_bound_cap(cap, task, 24, w, hand, err));
    assert_true(fmpq_cmp(cap->ratio, value) >= 0);
    assert_non_null(cap->best);
    assert_true(fmpq_equal(cap->best->value, value));
    assert_int_equal(cap->delta, 4);
    assert_true(fmpz_equal_si(cap->delsarte, w == 8 ? 759 : 2576));
    assert_true(fmpz_cmp(cap->johnson, cap->delsarte) >= 0);
    minip_bound_ceiling(top, task, 24, 128);
    arb_set_fmpq(x, cap->ratio, 128);
    assert_true(arb_lt(x, top));
    minip_bound_cap_clear(cap);
    fmpq_clear(value), fmpq_clear(t), arb_clear(top), arb_clear(x);
  }
  minip_bound_list_clear(hand);
  minip_bound_task_clear(task);
}

/* C(n,k), exact in a double at this size. */
static double choose(long n, long k)
{
  double c = 1;
  if (k < 0 || k > n)
    return 0;
  for (long j = 1; j <= k; j++)
    c = c * (double)(n - k + j) / (double)j;
  return c;
}

/* Delsarte 1973 (4.33): E_k(i) = sum_j (-1)^(k-j) C(w-j,k-j) C(w-i,j) C(m-w+j-i,j), another form than the library's. */
static double eberlein(long m, long w, long k, long i)
{
  double sum = 0;
  for (long j = 0; j <= k; j++)
    sum += ((k - j) % 2 ? -1 : 1) * choose(w - j, k - j) * choose(w - i, j) * choose(m - w + j - i, j);
  return sum;
}

/* The optimum's distribution satisfies the program, and its ratio is the one printed (to rounding: all numbers here are below 10^6). */
static void check_optimum(const minip_bound_cap_t cap, const minip_bound_task_t task)
{
  long m = (long)cap->m, w = (long)cap->w;
  double words = 0, sum = 0, a[32];
  for (size_t k = 0; k <= cap->count; k++) {
    assert_true(fmpq_sgn(cap->distribution + k) >= 0);
    assert_true(k == 0 || k >= task->least_gap || fmpq_is_zero(cap->distribution + k));
    a[k] = fmpq_get_d(cap->distribution + k);
    double factor = fmpq_get_d(task->factors + k);
    words += a[k];
    sum += k == 0 || a[k] == 0 ? a[k] : a[k] / (factor * factor);
  }
  assert_true(fabs(words / sum - fmpq_get_d(cap->ratio)) < 1e-9 * words);
  assert_true(fabs(words - fmpq_get_d(cap->words)) < 1e-9 * words);
  for (long i = 1; i <= (long)cap->count; i++) {
    double s = 0;
    for (long k = 0; k <= (long)cap->count; k++)
      s += a[k] * eberlein(m, w, k, i) / (choose(w, k) * choose(m - w, k));
    assert_true(s > -1e-6);
  }
}

/* A dual proof that needs no solver (T11 inside one weight): beta^(-distance) is positive definite, so the ratio is at most C(m,w) / sum v_k beta^(-2k). */
static void check_dual(const minip_bound_cap_t cap, const minip_bound_task_t task)
{
  arb_t beta, sum, t;
  fmpq_t base;
  fmpz_t v;
  size_t part;
  arb_init(beta), arb_init(sum), arb_init(t), fmpq_init(base), fmpz_init(v);
  minip_bound_beta(beta, &part, base, task, 128);
  for (size_t k = 0; k <= cap->count; k++) {
    minip_johnson_valency(v, cap->m, cap->w, k);
    arb_pow_ui(t, beta, 2 * k, 128);
    arb_inv(t, t, 128);
    arb_addmul_fmpz(sum, t, v, 128);
  }
  fmpz_bin_uiui(v, cap->m, cap->w);
  arb_set_fmpq(t, cap->ratio, 128);
  arb_mul(sum, sum, t, 128);
  arb_set_fmpz(t, v);
  assert_false(arb_gt(sum, t)); /* balls: equality, possible for a rational beta, passes */
  arb_clear(beta), arb_clear(sum), arb_clear(t), fmpq_clear(base), fmpz_clear(v);
}

static void test_sweep(void **state)
{
  static const struct { size_t n; slong num; ulong den; } tasks[] = {{3, 1, 2}, {5, 1, 2}, {3, 1, 5}};
  (void)state;
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
    minip_bound_task_t task;
    set_task(task, tasks[i].n, tasks[i].num, tasks[i].den, 0, 20);
    for (size_t m = 4; m <= 20; m += m > 10 ? 2 : 1)
      for (size_t w = task->least_gap; w <= m - task->least_gap; w += m > 12 ? 2 : 1) {
        minip_bound_cap_t cap;
        minip_bound_cap_init(cap);
        assert_ok(minip_bound_cap(cap, task, m, w, NULL, err));
        check_optimum(cap, task);
        check_dual(cap, task);
        minip_bound_cap_clear(cap);
      }
    minip_bound_task_clear(task);
  }
}

/* The trace value of a random greedy code, from its pairs, never exceeds the ceiling, nor its size the caps. */
static void test_random_codes(void **state)
{
  uint64_t seed = test_seed();
  minip_bound_task_t task;
  (void)state;
  set_task(task, 3, 1, 2, 0, 12);
  for (int round = 0; round < test_rounds(60); round++) {
    size_t m = 5 + test_below(&seed, 8), w = 2 + test_below(&seed, m - 3), count = 0;
    uint64_t words[512];
    for (int tries = 0; tries < 400; tries++) {
      uint64_t x = test_below(&seed, (uint64_t)1 << m);
      int fits = (size_t)__builtin_popcountll(x) == w;
      for (size_t i = 0; fits && i < count; i++)
        fits = __builtin_popcountll(x ^ words[i]) >= 4;
      if (fits)
        words[count++] = x;
    }
    fmpq_t sum, f;
    fmpq_init(sum), fmpq_init(f);
    fmpq_set_si(sum, (slong)count, 1);
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < count; j++)
        if (i != j) {
          fmpq_inv(f, task->factors + (size_t)__builtin_popcountll(words[i] ^ words[j]) / 2);
          fmpq_mul(f, f, f);
          fmpq_add(sum, sum, f);
        }
    minip_bound_cap_t cap;
    minip_bound_cap_init(cap);
    assert_ok(minip_bound_cap(cap, task, m, w, NULL, err));
    fmpq_mul(sum, sum, cap->ratio); /* N^2 <= ratio (N + sum of f) */
    assert_true(fmpq_cmp_si(sum, (slong)(count * count)) >= 0);
    assert_true(fmpz_cmp_ui(cap->johnson, count) >= 0 && fmpz_cmp_ui(cap->delsarte, count) >= 0);
    minip_bound_cap_clear(cap);
    fmpq_clear(sum), fmpq_clear(f);
  }
  minip_bound_task_clear(task);
}

static void test_refusals(void **state)
{
  minip_bound_task_t task;
  minip_bound_cap_t cap;
  (void)state;
  set_task(task, 3, 1, 2, 0, 70);
  minip_bound_cap_init(cap);
  assert_int_equal(minip_bound_cap(cap, task, 10, 1, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_bound_cap(cap, task, 10, 9, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_bound_cap(cap, task, 10, 11, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_bound_cap(cap, task, 71, 10, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_bound_cap(cap, task, 65, 10, NULL, err), MINIP_LIMIT);
  minip_bound_cap_clear(cap);
  minip_bound_task_clear(task);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_hand), cmocka_unit_test(test_golay), cmocka_unit_test(test_sweep),
                                     cmocka_unit_test(test_random_codes), cmocka_unit_test(test_refusals)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("ceilings", tests, NULL, NULL);
}
