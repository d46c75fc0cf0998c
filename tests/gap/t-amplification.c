/* A_n(k) against brute force over all compositions, and against T6's printed values. */
#include "../lib/test.h"
#include <minip/gap.h>

/* The largest product of factors over all compositions of k, by plain recursion. */
static void brute(fmpq_t best, long n, long k, const fmpq_t two_eps)
{
  fmpq_t rest, factor;
  fmpq_set_si(best, k == 0, 1);
  fmpq_init(rest), fmpq_init(factor);
  for (long d = 1; d <= k; d++) {
    fmpq_set_si(factor, d, 1);
    fmpq_sub(factor, factor, two_eps);
    if (fmpq_sgn(factor) <= 0)
      continue;
    fmpq_mul_si(factor, factor, n - 2);
    fmpq_div(factor, factor, two_eps);
    brute(rest, n, k - d, two_eps);
    fmpq_mul(rest, rest, factor);
    if (fmpq_cmp(rest, best) > 0)
      fmpq_set(best, rest);
  }
  fmpq_clear(rest), fmpq_clear(factor);
}

static void test_theory_values(void **state)
{
  static const slong wanted[] = {1, 0, 1, 2, 3, 4, 5, 6, 9, 12, 16, 20, 27, 36, 48, 64, 81}; /* T6 */
  fmpz *got = _fmpz_vec_init(17);
  (void)state;
  minip_amplification(got, NULL, 3, 16);
  for (int k = 0; k <= 16; k++)
    assert_true(fmpz_equal_si(got + k, wanted[k]));
  _fmpz_vec_clear(got, 17);
}

static void check_against_brute(long n, long kmax, long num, long den)
{
  fmpq_t eps, two_eps, best, product, factor;
  fmpq *got = _fmpq_vec_init(kmax + 1);
  uint32_t *part = calloc((size_t)kmax + 1, sizeof *part);
  fmpq_init(eps), fmpq_init(two_eps), fmpq_init(best), fmpq_init(product), fmpq_init(factor);
  fmpq_set_si(eps, num, (ulong)den);
  fmpq_add(two_eps, eps, eps);
  minip_amplification_error(got, part, (size_t)n, (size_t)kmax, eps);
  for (long k = 0; k <= kmax; k++) {
    brute(best, n, k, two_eps);
    assert_true(fmpq_equal(best, got + k));
    /* The composition that is read off must have that product. */
    fmpq_one(product);
    long left = k;
    for (; left > 0 && part[left] > 0; left -= (long)part[left]) {
      fmpq_set_si(factor, (slong)part[left], 1);
      fmpq_sub(factor, factor, two_eps);
      fmpq_mul_si(factor, factor, n - 2);
      fmpq_div(factor, factor, two_eps);
      fmpq_mul(product, product, factor);
    }
    assert_true(left == 0 ? fmpq_equal(product, got + k) : fmpq_is_zero(got + k));
  }
  free(part);
  _fmpq_vec_clear(got, kmax + 1);
  fmpq_clear(eps), fmpq_clear(two_eps), fmpq_clear(best), fmpq_clear(product), fmpq_clear(factor);
}

static void test_brute_force(void **state)
{
  (void)state;
  for (long n = 3; n <= 6; n++)
    check_against_brute(n, 17, 1, 2);
  check_against_brute(3, 15, 1, 3);
  check_against_brute(3, 15, 49, 100);
  check_against_brute(4, 15, 1, 10);
  check_against_brute(5, 15, 2, 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_theory_values), cmocka_unit_test(test_brute_force)};
  return cmocka_run_group_tests_name("amplification", tests, NULL, NULL);
}
