/* The table of gaps against ratios formed plainly, token by token, in rationals. */
#include "../lib/test.h"
#include <minip/gap.h>

static uint64_t state;

/* ratio[k-1] = the least |V(x,z)| / |V(x,z')| by definition; has[k-1]. */
static void plain_lines(fmpq *ratio, int *has, const minip_kernel_t kernel, slong n)
{
  minip_row_t row;
  minip_error_t err;
  fmpz_t v0, v1;
  fmpq_t q;
  minip_error_init(err);
  minip_row_init(row);
  fmpz_init(v0), fmpz_init(v1), fmpq_init(q);
  for (size_t i = 0; i < kernel->query_count; i++) {
    assert_ok(minip_kernel_row(row, kernel, i, err));
    for (size_t a = 0; a < row->count; a++)
      for (size_t b = 0; b < row->count; b++) {
        if (row->overlap[b] <= row->overlap[a])
          continue;
        size_t k = row->overlap[b] - row->overlap[a];
        fmpz_add(v0, row->self, row->eta);
        fmpz_set(v1, v0);
        fmpz_addmul_ui(v0, row->alpha + a, (ulong)n - 1), fmpz_abs(v0, v0);
        fmpz_addmul_ui(v1, row->alpha + b, (ulong)n - 1), fmpz_abs(v1, v1);
        if (fmpz_is_zero(v1))
          continue;
        fmpq_set_fmpz_frac(q, v0, v1);
        if (!has[k - 1] || fmpq_cmp(q, ratio + k - 1) < 0)
          fmpq_set(ratio + k - 1, q);
        has[k - 1] = 1;
      }
  }
  fmpz_clear(v0), fmpz_clear(v1), fmpq_clear(q);
  minip_row_clear(row);
}

/* Is the ratio of the named entries the stated one, with the stated gap? */
static void check_place(const minip_gap_line_t *line, const minip_kernel_t kernel, slong n)
{
  minip_row_t row;
  minip_error_t err;
  fmpz_t v0, v1;
  fmpq_t q;
  minip_error_init(err);
  minip_row_init(row);
  fmpz_init(v0), fmpz_init(v1), fmpq_init(q);
  assert_ok(minip_kernel_row(row, kernel, line->query, err));
  assert_int_equal(row->overlap[line->low], line->low_overlap);
  assert_int_equal(row->overlap[line->high], line->low_overlap + line->k);
  fmpz_add(v0, row->self, row->eta);
  fmpz_set(v1, v0);
  fmpz_addmul_ui(v0, row->alpha + line->low, (ulong)n - 1), fmpz_abs(v0, v0);
  fmpz_addmul_ui(v1, row->alpha + line->high, (ulong)n - 1), fmpz_abs(v1, v1);
  fmpq_set_fmpz_frac(q, v0, v1);
  assert_true(fmpq_equal(q, &line->ratio));
  fmpz_clear(v0), fmpz_clear(v1), fmpq_clear(q);
  minip_row_clear(row);
}

static void check(const minip_kernel_t kernel, slong n)
{
  size_t m = kernel->m;
  minip_gap_line_t lines[16], again[16];
  int has[16] = {0};
  fmpq *ratio = _fmpq_vec_init(16);
  fmpz *required = _fmpz_vec_init(17);
  fmpq_t half, a;
  minip_error_t err;
  minip_error_init(err);
  fmpq_init(half), fmpq_init(a);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_gap_lines(lines, kernel, (size_t)n, half, 1, NULL, NULL, err));
  assert_ok(minip_gap_lines(again, kernel, (size_t)n, half, 3, NULL, NULL, err));
  plain_lines(ratio, has, kernel, n);
  minip_amplification(required, NULL, (size_t)n, m);
  for (size_t k = 1; k <= m; k++) {
    const minip_gap_line_t *l = &lines[k - 1], *other = &again[k - 1];
    assert_int_equal(l->k, k);
    assert_int_equal(l->has_ratio, has[k - 1]);
    assert_int_equal(other->has_ratio, has[k - 1]);
    fmpq_set_fmpz(a, required + k);
    assert_true(fmpq_equal(a, &l->required));
    if (!l->has_ratio)
      continue;
    assert_true(fmpq_equal(&l->ratio, ratio + k - 1));
    assert_int_equal(l->holds, fmpq_cmp(ratio + k - 1, a) > 0);
    assert_true(l->query == other->query && l->low == other->low && l->high == other->high);
    check_place(l, kernel, n);
  }
  minip_gap_lines_clear(lines, m), minip_gap_lines_clear(again, m);
  fmpq_clear(half), fmpq_clear(a);
  _fmpq_vec_clear(ratio, 16);
  _fmpz_vec_clear(required, 17);
}

static void random_kernel(minip_kernel_t kernel, size_t m, size_t r, int is_signed, flint_bitcnt_t bits)
{
  minip_tokens_t tokens;
  minip_error_t err;
  minip_error_init(err);
  minip_tokens_init(tokens);
  assert_ok(minip_tokens_cube(tokens, m, err));
  size_t size = tokens->count * r;
  fmpz *q = _fmpz_vec_init((slong)size), *k = _fmpz_vec_init((slong)size);
  for (size_t i = 0; i < size; i++) {
    fmpz_set_si(q + i, (slong)test_below(&state, 5) - (is_signed ? 2 : 0));
    fmpz_set_si(k + i, (slong)test_below(&state, 5) - (is_signed ? 2 : 0));
    fmpz_mul_2exp(k + i, k + i, bits ? test_below(&state, bits) : 0);
  }
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_set_features(kernel, tokens, q, k, r, err));
  _fmpz_vec_clear(q, (slong)size), _fmpz_vec_clear(k, (slong)size);
  minip_tokens_clear(tokens);
}

static void test_against_plain(void **unused)
{
  (void)unused;
  for (int i = 0; i < test_rounds(12); i++) {
    minip_kernel_t kernel;
    random_kernel(kernel, 4, 2, i % 2, i % 3 == 0 ? 0 : i % 3 == 1 ? 60 : 3000);
    check(kernel, 3 + i % 4);
    minip_kernel_clear(kernel);
  }
}

/* b^-s at length 3: |W(x,z)| / |W(x,z')| is least for |x| = t, s = t - k: (b^k + 1/2) / (3/2). */
static void test_exponential(void **unused)
{
  minip_kernel_t kernel;
  minip_error_t err;
  minip_gap_line_t lines[10];
  fmpq_t half, base, power;
  (void)unused;
  minip_error_init(err);
  minip_kernel_init(kernel);
  fmpq_init(half), fmpq_init(base), fmpq_init(power);
  assert_ok(minip_kernel_load(kernel, "exp:3/2@m=10", err));
  fmpq_set_si(half, 1, 2);
  fmpq_set_si(base, 3, 2);
  assert_ok(minip_gap_lines(lines, kernel, 3, half, 0, NULL, NULL, err));
  for (slong k = 1; k <= 10; k++) {
    fmpq_pow_si(power, base, k);
    fmpq_add(power, power, half);
    fmpq_div(power, power, base);
    assert_true(fmpq_equal(power, &lines[k - 1].ratio));
    assert_int_equal(lines[k - 1].query, k);
    assert_int_equal(lines[k - 1].low_overlap, 0);
    assert_true(lines[k - 1].holds);
  }
  minip_gap_lines_clear(lines, 10);
  fmpq_clear(half), fmpq_clear(base), fmpq_clear(power);
  minip_kernel_clear(kernel);
}

static void test_refusals(void **unused)
{
  minip_kernel_t kernel;
  minip_error_t err;
  minip_gap_line_t lines[4];
  fmpq_t half;
  (void)unused;
  minip_error_init(err);
  minip_kernel_init(kernel);
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_kernel_load(kernel, "constant@m=4", err));
  assert_int_equal(minip_gap_lines(lines, kernel, 2, half, 0, NULL, NULL, err), MINIP_INPUT);
  minip_gap_lines_clear(lines, 4);
  kernel->rule->has_clamp = 1;
  fmpq_set_si(kernel->rule->clamp, 7, 2);
  assert_int_equal(minip_gap_lines(lines, kernel, 3, half, 0, NULL, NULL, err), MINIP_UNDECIDED); /* the denominators are 3 */
  minip_gap_lines_clear(lines, 4);
  fmpq_set_si(kernel->rule->clamp, 3, 1);
  assert_ok(minip_gap_lines(lines, kernel, 3, half, 0, NULL, NULL, err));
  assert_fmpq(&lines[3].ratio, "1");
  assert_false(lines[3].holds);
  minip_gap_lines_clear(lines, 4);
  minip_kernel_clear(kernel);
  fmpq_clear(half);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_plain), cmocka_unit_test(test_exponential), cmocka_unit_test(test_refusals)};
  state = test_seed();
  return cmocka_run_group_tests_name("gap lines", tests, NULL, NULL);
}
