/* Exact ranks against plain rational elimination, and T13's formulas against explicit matrices of the whole cube. */
#include "../lib/test.h"
#include <minip/rank.h>
#include <flint/fmpq_mat.h>

/* The rank by Gaussian elimination over Q, written out. */
static size_t plain_rank(const fmpz_mat_t matrix)
{
  fmpq_mat_t a;
  fmpq_t factor;
  size_t rank = 0;
  fmpq_mat_init(a, fmpz_mat_nrows(matrix), fmpz_mat_ncols(matrix));
  fmpq_mat_set_fmpz_mat(a, matrix);
  fmpq_init(factor);
  for (slong column = 0; column < fmpq_mat_ncols(a) && (slong)rank < fmpq_mat_nrows(a); column++) {
    slong pivot = (slong)rank;
    while (pivot < fmpq_mat_nrows(a) && fmpq_is_zero(fmpq_mat_entry(a, pivot, column)))
      pivot++;
    if (pivot == fmpq_mat_nrows(a))
      continue;
    for (slong j = 0; j < fmpq_mat_ncols(a); j++)
      fmpq_swap(fmpq_mat_entry(a, pivot, j), fmpq_mat_entry(a, (slong)rank, j));
    for (slong i = (slong)rank + 1; i < fmpq_mat_nrows(a); i++) {
      fmpq_div(factor, fmpq_mat_entry(a, i, column), fmpq_mat_entry(a, (slong)rank, column));
      for (slong j = column; !fmpq_is_zero(factor) && j < fmpq_mat_ncols(a); j++)
        fmpq_submul(fmpq_mat_entry(a, i, j), factor, fmpq_mat_entry(a, (slong)rank, j));
    }
    rank++;
  }
  fmpq_clear(factor);
  fmpq_mat_clear(a);
  return rank;
}

/* The pivot minor is non-zero modulo the stated prime. */
static void check_minor(const minip_rank_result_t result, const fmpz_mat_t matrix)
{
  fmpz_mat_t minor;
  fmpz_t det;
  fmpz_mat_init(minor, (slong)result->pivots, (slong)result->pivots), fmpz_init(det);
  for (size_t i = 0; i < result->pivots; i++)
    for (size_t j = 0; j < result->pivots; j++)
      fmpz_set(fmpz_mat_entry(minor, (slong)i, (slong)j), fmpz_mat_entry(matrix, (slong)result->rows[i], (slong)result->columns[j]));
  fmpz_mat_det(det, minor);
  assert_true(fmpz_fdiv_ui(det, result->prime) != 0);
  assert_true(fmpz_equal_ui(result->rank, result->pivots));
  fmpz_mat_clear(minor), fmpz_clear(det);
}

static void random_entries(fmpz_mat_t a, uint64_t *state, unsigned bits)
{
  for (slong i = 0; i < fmpz_mat_nrows(a); i++)
    for (slong j = 0; j < fmpz_mat_ncols(a); j++) {
      fmpz_set_si(fmpz_mat_entry(a, i, j), (slong)test_below(state, 7) - 3);
      fmpz_mul_2exp(fmpz_mat_entry(a, i, j), fmpz_mat_entry(a, i, j), test_below(state, bits));
    }
}

static void test_matrices(void **unused)
{
  uint64_t state = test_seed();
  minip_rank_result_t result;
  minip_error_t err;
  (void)unused;
  minip_error_init(err), minip_rank_result_init(result);
  for (int round = 0; round < test_rounds(150); round++) {
    slong rows = 1 + (slong)test_below(&state, 14), columns = 1 + (slong)test_below(&state, 14), inner = (slong)test_below(&state, 14);
    fmpz_mat_t a, b, product;
    fmpz_mat_init(a, rows, inner), fmpz_mat_init(b, inner, columns), fmpz_mat_init(product, rows, columns);
    random_entries(a, &state, round % 3 ? 1 : 200), random_entries(b, &state, round % 3 ? 1 : 100);
    fmpz_mat_mul(product, a, b);
    assert_ok(minip_rank_matrix(result, product, 0, err));
    assert_int_equal(result->pivots, plain_rank(product));
    size_t cap = (size_t)(rows < columns ? rows : columns);
    assert_int_equal(result->reason, result->pivots == cap ? MINIP_RANK_DIMENSION : MINIP_RANK_DEPENDENCY);
    check_minor(result, product);
    fmpz_mat_clear(a), fmpz_mat_clear(b), fmpz_mat_clear(product);
  }
  minip_rank_result_clear(result);
}

/* The first prime, 101, divides a determinant: the drop of the rank there must be noticed. */
static void test_unlucky_prime(void **unused)
{
  minip_rank_result_t result;
  minip_error_t err;
  fmpz_mat_t a;
  (void)unused;
  minip_error_init(err), minip_rank_result_init(result);
  fmpz_mat_init(a, 4, 5);
  for (slong i = 0; i < 4; i++)
    fmpz_set_si(fmpz_mat_entry(a, i, i), i < 2 ? 1 : 101);
  for (slong i = 0; i < 4; i++)
    fmpz_set_si(fmpz_mat_entry(a, i, 4), 202);
  assert_ok(minip_rank_matrix(result, a, 100, err));
  assert_int_equal(result->pivots, 4);
  assert_int_not_equal(result->prime, 101);
  check_minor(result, a);
  fmpz_mat_zero(a);
  for (slong i = 0; i < 3; i++)
    fmpz_set_si(fmpz_mat_entry(a, i, i), 101); /* rank 3 of 4: the first prime sees 0 */
  assert_ok(minip_rank_matrix(result, a, 100, err));
  assert_int_equal(result->pivots, 3);
  check_minor(result, a);
  fmpz_mat_clear(a);
  minip_rank_result_clear(result);
}

/* The explicit matrix of a kernel, on each row's own scale, which does not change the rank. */
static void explicit_matrix(fmpz_mat_t a, const minip_kernel_t kernel, minip_error_t err)
{
  minip_row_t row;
  minip_row_init(row);
  fmpz_mat_init(a, (slong)kernel->query_count, (slong)kernel->pool_count);
  for (size_t i = 0; i < kernel->query_count; i++) {
    assert_ok(minip_kernel_row(row, kernel, i, err));
    for (size_t j = 0; j < row->count; j++)
      fmpz_set(fmpz_mat_entry(a, (slong)i, (slong)j), row->alpha + j);
  }
  minip_row_clear(row);
}

static void check_kernel(const minip_kernel_t kernel, minip_error_t err)
{
  minip_rank_result_t result;
  fmpz_mat_t a;
  minip_rank_result_init(result);
  explicit_matrix(a, kernel, err);
  assert_ok(minip_rank_kernel(result, kernel, err));
  assert_true(fmpz_equal_si(result->rank, (slong)plain_rank(a)));
  if (result->reason != MINIP_RANK_FORMULA)
    check_minor(result, a);
  fmpz_mat_clear(a);
  minip_rank_result_clear(result);
}

static void list_tokens(minip_tokens_t tokens, uint64_t *state, size_t m, size_t count, minip_error_t err)
{
  assert_ok(minip_tokens_alloc(tokens, count, m, err));
  for (size_t i = 0; i < count; i++)
    tokens->bits[i] = (test_below(state, 4) + 5 * i) % ((size_t)1 << m); /* distinct for 5 * count <= 2^m */
}

/* Features of low rank in either factor, or in the product only. */
static void test_features(void **unused)
{
  uint64_t state = test_seed();
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (int round = 0; round < test_rounds(60); round++) {
    size_t m = 1 + test_below(&state, 5), t = (size_t)1 << m, r = 1 + test_below(&state, 9), shape = test_below(&state, 4);
    fmpz *q = _fmpz_vec_init((slong)(t * r)), *k = _fmpz_vec_init((slong)(t * r));
    minip_kernel_t kernel;
    minip_tokens_t cube, some;
    minip_kernel_init(kernel), minip_tokens_init(cube), minip_tokens_init(some);
    assert_ok(minip_tokens_cube(cube, m, err));
    for (size_t i = 0; i < t * r; i++) {
      fmpz_set_si(q + i, (slong)test_below(&state, 9) - 4), fmpz_set_si(k + i, (slong)test_below(&state, 9) - 4);
      if (shape == 1 && i % r >= r / 2) /* queries use half the features */
        fmpz_zero(q + i);
      if (shape == 2 && i % r > 0) /* dependent key features */
        fmpz_mul_si(k + i, k + i / r * r, (slong)(i % r) + 1);
      if (shape == 3) /* orthogonal halves: the product loses what both factors have */
        fmpz_zero(i % r < r / 2 ? q + i : k + i);
    }
    assert_ok(minip_kernel_set_features(kernel, cube, q, k, r, err));
    check_kernel(kernel, err);
    if (m >= 3) {
      list_tokens(some, &state, m, t / 5, err);
      assert_ok(minip_kernel_restrict_pool(kernel, some, err));
      check_kernel(kernel, err);
    }
    minip_kernel_clear(kernel), minip_tokens_clear(cube), minip_tokens_clear(some);
    _fmpz_vec_clear(q, (slong)(t * r)), _fmpz_vec_clear(k, (slong)(t * r));
  }
}

/* f from Newton coefficients, about half of them zero. */
static void random_newton(fmpq *f, uint64_t *state, size_t m)
{
  fmpz_t b;
  fmpz_init(b);
  for (size_t s = 0; s <= m; s++)
    fmpq_zero(f + s);
  for (size_t i = 0; i <= m; i++) {
    slong c = test_below(state, 2) ? (slong)test_below(state, 9) - 4 : 0;
    for (size_t s = i; s <= m; s++) {
      fmpz_bin_uiui(b, s, i);
      fmpz_mul_si(b, b, c);
      fmpq_add_fmpz(f + s, f + s, b);
    }
  }
  fmpz_clear(b);
}

/* Formula and explicit rank of one structured kernel; the explicit one sees a pool that lists the cube. */
static void check_structured(const minip_kernel_t kernel_in, int weighted, const fmpq *f, minip_error_t err)
{
  minip_rank_result_t formula, listed;
  minip_kernel_t kernel;
  minip_tokens_t cube;
  fmpz_mat_t a;
  minip_kernel_init(kernel), minip_tokens_init(cube), minip_rank_result_init(formula), minip_rank_result_init(listed);
  assert_ok(minip_rank_kernel(formula, kernel_in, err));
  assert_int_equal(formula->reason, MINIP_RANK_FORMULA);
  assert_ok(weighted ? minip_kernel_set_weighted(kernel, f, kernel_in->m, err) : minip_kernel_set_overlap(kernel, f, kernel_in->m, err));
  assert_ok(minip_tokens_cube(cube, kernel_in->m, err));
  assert_ok(minip_kernel_restrict_queries(kernel, cube, err));
  assert_ok(minip_rank_kernel(listed, kernel, err)); /* classes for a pool */
  assert_true(fmpz_equal(formula->rank, listed->rank));
  assert_ok(minip_kernel_restrict_pool(kernel, cube, err));
  explicit_matrix(a, kernel, err);
  assert_true(fmpz_equal_si(formula->rank, (slong)plain_rank(a)));
  fmpz_mat_clear(a);
  minip_kernel_clear(kernel), minip_tokens_clear(cube), minip_rank_result_clear(formula), minip_rank_result_clear(listed);
}

static void test_overlap_formula(void **unused)
{
  uint64_t state = test_seed();
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (int round = 0; round < test_rounds(6); round++)
    for (size_t m = 1; m <= 6; m++) {
      minip_kernel_t kernel;
      fmpq *f = _fmpq_vec_init((slong)m + 1);
      minip_kernel_init(kernel);
      random_newton(f, &state, m);
      assert_ok(minip_kernel_set_overlap(kernel, f, m, err));
      check_structured(kernel, 0, f, err);
      minip_kernel_clear(kernel);
      _fmpq_vec_clear(f, (slong)m + 1);
    }
}

/* Weighted values of several kinds: random, depending on one side only, of low degree in d_H, sparse. */
static void weighted_value(fmpq_t x, uint64_t *state, int kind, size_t m, size_t a, size_t b, size_t s)
{
  slong d = (slong)m - (slong)a - (slong)b + 2 * (slong)s;
  fmpq_set_si(x, (slong)test_below(state, 9) - 4, 1 + test_below(state, 3));
  if (kind == 1)
    fmpq_set_si(x, (slong)(a * a) + 1, 1);
  if (kind == 2) /* theta^|z| (A - d), T13 */
    fmpq_set_si(x, (slong)((2 * m + 3 - (size_t)d) << b), 1);
  if (kind == 3 && test_below(state, 3))
    fmpq_zero(x);
  if (kind == 4)
    fmpq_set_si(x, d * d - 3 * d + (slong)a, 1);
}

static void test_weighted_formula(void **unused)
{
  uint64_t state = test_seed();
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (int kind = 0; kind < 5; kind++)
    for (size_t m = 1; m <= 6; m++) {
      size_t n = m + 1;
      minip_kernel_t kernel;
      fmpq *f = _fmpq_vec_init((slong)(n * n * n));
      minip_kernel_init(kernel);
      for (size_t i = 0; i < n * n * n; i++)
        weighted_value(f + i, &state, kind, m, i / (n * n), i / n % n, i % n);
      assert_ok(minip_kernel_set_weighted(kernel, f, m, err));
      check_structured(kernel, 1, f, err);
      minip_kernel_clear(kernel);
      _fmpq_vec_clear(f, (slong)(n * n * n));
    }
}

/* T13: theta^|z| (A - d) has rank m + 1 for the six solving kernels listed there. */
static void test_solving_kernels(void **unused)
{
  static const slong rows[][5] = {{4, 1, 2, 5, 1}, {6, 2, 3, 61, 10}, {8, 7, 10, 161, 20}, {9, 3, 4, 91, 10}, {10, 4, 5, 201, 20}, {11, 4, 5, 221, 20}};
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (size_t c = 0; c < sizeof rows / sizeof *rows; c++) {
    size_t m = (size_t)rows[c][0], n = m + 1;
    minip_kernel_t kernel;
    minip_rank_result_t result;
    fmpq_t theta, power;
    fmpq *f = _fmpq_vec_init((slong)(n * n * n));
    minip_kernel_init(kernel), minip_rank_result_init(result), fmpq_init(theta), fmpq_init(power);
    fmpq_set_si(theta, rows[c][1], (ulong)rows[c][2]);
    for (size_t i = 0; i < n * n * n; i++) {
      size_t a = i / (n * n), b = i / n % n, s = i % n;
      fmpq_set_si(f + i, rows[c][3], (ulong)rows[c][4]);
      fmpq_sub_si(f + i, f + i, (slong)m - (slong)a - (slong)b + 2 * (slong)s);
      fmpq_pow_si(power, theta, (slong)b);
      fmpq_mul(f + i, f + i, power);
    }
    assert_ok(minip_kernel_set_weighted(kernel, f, m, err));
    assert_ok(minip_rank_kernel(result, kernel, err));
    assert_true(fmpz_equal_ui(result->rank, m + 1));
    minip_kernel_clear(kernel), minip_rank_result_clear(result), fmpq_clear(theta), fmpq_clear(power);
    _fmpq_vec_clear(f, (slong)(n * n * n));
  }
}

/* m = 200: B^-s has rank 2^200 (T12), a polynomial of degree 3 in the overlap sum_{i<=3} C(200,i) = 1333501. */
static void test_large(void **unused)
{
  minip_kernel_t kernel;
  minip_rank_result_t result;
  minip_error_t err;
  fmpq_t base;
  fmpz_t wanted;
  fmpq *f = _fmpq_vec_init(201);
  (void)unused;
  minip_error_init(err), minip_kernel_init(kernel), minip_rank_result_init(result), fmpq_init(base), fmpz_init(wanted);
  fmpq_set_si(base, 3, 2);
  assert_ok(minip_kernel_set_exponential(kernel, base, 200, err));
  assert_ok(minip_rank_kernel(result, kernel, err));
  fmpz_one_2exp(wanted, 200);
  assert_true(fmpz_equal(result->rank, wanted));
  for (slong s = 0; s <= 200; s++)
    fmpq_set_si(f + s, s * (s - 1) * (s - 2) + 5 * s * (s - 1) - 7 * s + 2, 3);
  assert_ok(minip_kernel_set_overlap(kernel, f, 200, err));
  assert_ok(minip_rank_kernel(result, kernel, err));
  assert_true(fmpz_equal_ui(result->rank, 1 + 200 + 19900 + 1313400));
  minip_kernel_clear(kernel), minip_rank_result_clear(result), fmpq_clear(base), fmpz_clear(wanted);
  _fmpq_vec_clear(f, 201);
}

/* The blocks at m = 40 agree with the Newton formula on f(<x,z>) of full and of low degree. */
static void test_blocks_against_newton(void **unused)
{
  uint64_t state = test_seed();
  size_t m = 40, n = m + 1;
  fmpz *f = _fmpz_vec_init((slong)n), *g = _fmpz_vec_init((slong)(n * n * n));
  fmpz_t by_newton, by_blocks;
  minip_error_t err;
  (void)unused;
  minip_error_init(err), fmpz_init(by_newton), fmpz_init(by_blocks);
  for (int full = 0; full < 2; full++) {
    for (size_t s = 0; s <= m; s++)
      fmpz_set_si(f + s, full ? (slong)test_below(&state, 1000) : (slong)(s * s + 3 * s));
    for (size_t i = 0; i < n * n * n; i++) {
      size_t a = i / (n * n), b = i / n % n, s = i % n;
      if (s <= a && s <= b && a + b <= m + s)
        fmpz_set(g + i, f + s);
    }
    minip_rank_overlap(by_newton, f, m);
    assert_ok(minip_rank_weighted(by_blocks, g, m, err));
    assert_true(fmpz_equal(by_newton, by_blocks));
  }
  _fmpz_vec_clear(f, (slong)n), _fmpz_vec_clear(g, (slong)(n * n * n));
  fmpz_clear(by_newton), fmpz_clear(by_blocks);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_matrices),         cmocka_unit_test(test_unlucky_prime),    cmocka_unit_test(test_features),
    cmocka_unit_test(test_overlap_formula),  cmocka_unit_test(test_weighted_formula), cmocka_unit_test(test_solving_kernels),
    cmocka_unit_test(test_large),            cmocka_unit_test(test_blocks_against_newton),
  };
  return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
