/* Exact linear programs: small ones with known answers, random ones against all basic solutions, infeasible and unbounded ones. */
#include "../lib/test.h"
#include <minip/lp.h>

/* minimise c.x over A x >= b, x >= 0 (columns 2): the best vertex among all intersections of two boundary lines, by plain enumeration. */
static int brute(fmpq_t best, const long *c, long (*a)[2], const long *b, size_t rows)
{
  int found = 0;
  fmpq_t x, y, v, lhs;
  fmpq_init(x), fmpq_init(y), fmpq_init(v), fmpq_init(lhs);
  size_t lines = rows + 2; /* and the axes */
  for (size_t i = 0; i < lines; i++)
    for (size_t j = i + 1; j < lines; j++) {
      long p[2] = {i < rows ? a[i][0] : i == rows, i < rows ? a[i][1] : i != rows}, q[2] = {j < rows ? a[j][0] : j == rows, j < rows ? a[j][1] : j != rows};
      long e = i < rows ? b[i] : 0, f = j < rows ? b[j] : 0, det = p[0] * q[1] - p[1] * q[0];
      if (det == 0)
        continue;
      fmpq_set_si(x, det < 0 ? -(e * q[1] - p[1] * f) : e * q[1] - p[1] * f, (ulong)labs(det));
      fmpq_set_si(y, det < 0 ? -(p[0] * f - e * q[0]) : p[0] * f - e * q[0], (ulong)labs(det));
      int good = fmpq_sgn(x) >= 0 && fmpq_sgn(y) >= 0;
      for (size_t r = 0; good && r < rows; r++) {
        fmpq_mul_si(lhs, x, a[r][0]);
        fmpq_mul_si(v, y, a[r][1]);
        fmpq_add(lhs, lhs, v);
        good = fmpq_cmp_si(lhs, b[r]) >= 0;
      }
      fmpq_mul_si(lhs, x, c[0]);
      fmpq_mul_si(v, y, c[1]);
      fmpq_add(lhs, lhs, v);
      if (good && (!found || fmpq_cmp(lhs, best) < 0))
        fmpq_set(best, lhs), found = 1;
    }
  fmpq_clear(x), fmpq_clear(y), fmpq_clear(v), fmpq_clear(lhs);
  return found;
}

static void test_random_programs(void **state)
{
  (void)state;
  minip_error_t err;
  uint64_t rng = test_seed();
  fmpq_t value, wanted, rhs;
  int seen[2] = {0, 0};
  fmpq_init(value), fmpq_init(wanted), fmpq_init(rhs);
  for (int round = 0; round < test_rounds(200); round++) {
    size_t rows = 1 + test_below(&rng, 5), column[2] = {0, 1};
    long a[5][2], b[5], c[2] = {(long)test_below(&rng, 5), (long)test_below(&rng, 5)};
    minip_lp_t lp;
    minip_lp_outcome_t outcome;
    fmpq *row = _fmpq_vec_init(2);
    assert_ok(minip_lp_new(&lp, 2, err));
    for (size_t j = 0; j < 2; j++) {
      fmpq_set_si(rhs, c[j], 1);
      minip_lp_objective(lp, j, rhs);
    }
    for (size_t r = 0; r < rows; r++) {
      for (size_t j = 0; j < 2; j++)
        fmpq_set_si(row + j, a[r][j] = (long)test_below(&rng, 9) - 4, 1);
      fmpq_set_si(rhs, b[r] = (long)test_below(&rng, 9) - 4, 1);
      assert_ok(minip_lp_row(lp, 2, column, row, 'G', rhs, err));
    }
    assert_ok(minip_lp_solve(&outcome, value, NULL, NULL, lp, err));
    int feasible = brute(wanted, c, a, b, rows); /* c >= 0: bounded, so an optimal vertex exists exactly when feasible */
    assert_int_equal(outcome, feasible ? MINIP_LP_OPTIMAL : MINIP_LP_INFEASIBLE);
    if (feasible)
      assert_true(fmpq_equal(value, wanted));
    seen[feasible]++;
    minip_lp_delete(lp);
    _fmpq_vec_clear(row, 2);
  }
  assert_true(seen[0] > 10 && seen[1] > 10);
  fmpq_clear(value), fmpq_clear(wanted), fmpq_clear(rhs);
}

/* minimise x with x free, x >= -7/3, and an equation x + y = 5/2: every sense, exact fractions. */
static void test_senses(void **state)
{
  (void)state;
  minip_error_t err;
  minip_lp_t lp;
  minip_lp_outcome_t outcome;
  size_t column[2] = {0, 1};
  fmpq *one = _fmpq_vec_init(2), *x = _fmpq_vec_init(2), *y = _fmpq_vec_init(3);
  fmpq_t rhs, value;
  fmpq_init(rhs), fmpq_init(value);
  fmpq_one(one), fmpq_one(one + 1);
  assert_ok(minip_lp_new(&lp, 2, err));
  minip_lp_free(lp, 0);
  minip_lp_objective(lp, 0, one);
  fmpq_set_si(rhs, 5, 2);
  assert_ok(minip_lp_row(lp, 2, column, one, 'E', rhs, err));
  fmpq_set_si(rhs, 29, 6);
  assert_ok(minip_lp_row(lp, 1, column + 1, one, 'L', rhs, err)); /* y <= 29/6, so x >= -7/3 */
  assert_ok(minip_lp_solve(&outcome, value, x, y, lp, err));
  assert_int_equal(outcome, MINIP_LP_OPTIMAL);
  assert_fmpq(value, "-7/3");
  assert_fmpq(x + 1, "29/6");
  assert_fmpq(y, "1");
  assert_fmpq(y + 1, "-1");
  minip_lp_delete(lp);
  assert_ok(minip_lp_new(&lp, 1, err)); /* minimise a free variable without rows that hold it */
  minip_lp_free(lp, 0);
  minip_lp_objective(lp, 0, one);
  fmpq_zero(rhs);
  assert_ok(minip_lp_row(lp, 1, column, one, 'L', rhs, err));
  assert_ok(minip_lp_solve(&outcome, NULL, NULL, NULL, lp, err));
  assert_int_equal(outcome, MINIP_LP_UNBOUNDED);
  minip_lp_delete(lp);
  _fmpq_vec_clear(one, 2), _fmpq_vec_clear(x, 2), _fmpq_vec_clear(y, 3);
  fmpq_clear(rhs), fmpq_clear(value);
}

/* The solver must leave GMP's allocator alone: numbers made before a call grow and go after it. */
static void test_allocator(void **state)
{
  (void)state;
  minip_error_t err;
  minip_lp_t lp;
  minip_lp_outcome_t outcome;
  size_t column = 0;
  fmpq_t one, x, y;
  fmpz *v = _fmpz_vec_init(200);
  void *(*before)(size_t), *(*after)(size_t);
  minip_error_init(err);
  for (slong i = 0; i < 200; i++)
    fmpz_ui_pow_ui(v + i, 7, 40 + (ulong)i);
  fmpq_init(one), fmpq_init(x), fmpq_init(y);
  fmpq_one(one);
  mp_get_memory_functions(&before, NULL, NULL);
  assert_ok(minip_lp_new(&lp, 1, err));
  minip_lp_objective(lp, 0, one);
  assert_ok(minip_lp_row(lp, 1, &column, one, 'G', one, err));
  assert_ok(minip_lp_solve(&outcome, NULL, x, y, lp, err));
  mp_get_memory_functions(&after, NULL, NULL);
  assert_true(before == after);
  for (slong i = 0; i < 200; i++)
    fmpz_pow_ui(v + i, v + i, 3);
  minip_lp_delete(lp);
  _fmpz_vec_clear(v, 200);
  fmpq_clear(one), fmpq_clear(x), fmpq_clear(y);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_allocator), cmocka_unit_test(test_random_programs), cmocka_unit_test(test_senses)};
  return cmocka_run_group_tests_name("lp", tests, NULL, NULL);
}
