/* Rows of kernels against plain rational dot products and values, on random tables with extreme exponents, zeros and offsets. */
#include "../lib/test.h"
#include <minip/kernel.h>

/* alpha(x, entry j) and alpha(x,x), eta(x) of a row as true values. */
static void row_value(fmpq_t v, const fmpz_t x, const minip_row_t row)
{
  fmpq_mul_fmpz(v, row->scale, x);
}

static void assert_row_value(const fmpz_t x, const minip_row_t row, const fmpq_t wanted)
{
  fmpq_t v;
  fmpq_init(v);
  row_value(v, x, row);
  if (!fmpq_equal(v, wanted))
    fail_msg("a row value differs from the plain one");
  fmpq_clear(v);
}

/* Plain dot product of rows a and b of two tables of integers. */
static void plain_dot(fmpq_t v, const fmpz *q, const fmpz *k, size_t r)
{
  fmpz_t sum;
  fmpz_init(sum);
  for (size_t c = 0; c < r; c++)
    fmpz_addmul(sum, q + c, k + c);
  fmpq_set_fmpz(v, sum);
  fmpz_clear(sum);
}

/* Entries of at most `bits` bits, with zeros, signs, and extremes +-(2^bits - 1). */
static void random_integer(fmpz_t x, uint64_t *state, unsigned bits)
{
  unsigned kind = (unsigned)test_below(state, 6), size = 1 + (unsigned)test_below(state, bits);
  fmpz_zero(x);
  if (kind == 0)
    return;
  for (unsigned b = 0; b < (kind == 1 ? bits : size); b++) {
    fmpz_mul_ui(x, x, 2);
    fmpz_add_ui(x, x, kind == 1 ? 1 : test_below(state, 2));
  }
  if (test_below(state, 2))
    fmpz_neg(x, x);
}

static void check_rule_offset(const minip_row_t row, const minip_kernel_t kernel, const fmpz *q, size_t r)
{
  fmpq_t eta;
  fmpz_t sum;
  fmpq_init(eta), fmpz_init(sum);
  for (size_t c = 0; c < r; c++)
    fmpz_add(sum, sum, q + c);
  fmpq_mul_fmpz(eta, kernel->rule->eta_feature_sum, sum);
  fmpq_add(eta, eta, kernel->rule->eta);
  assert_row_value(row->eta, row, eta);
  fmpq_clear(eta), fmpz_clear(sum);
}

static void check_features(uint64_t *state, size_t m, size_t r, unsigned q_bits, unsigned k_bits)
{
  minip_kernel_t kernel;
  minip_tokens_t cube;
  minip_row_t row;
  minip_error_t err;
  fmpq_t wanted;
  size_t t = (size_t)1 << m;
  fmpz *q = _fmpz_vec_init((slong)(t * r)), *k = _fmpz_vec_init((slong)(t * r));
  minip_error_init(err), minip_kernel_init(kernel), minip_tokens_init(cube), minip_row_init(row), fmpq_init(wanted);
  for (size_t i = 0; i < t * r; i++)
    random_integer(q + i, state, q_bits), random_integer(k + i, state, k_bits);
  assert_ok(minip_tokens_cube(cube, m, err));
  assert_ok(minip_kernel_set_features(kernel, cube, q, k, r, err));
  fmpq_set_si(kernel->rule->eta, (slong)test_below(state, 3), 1000000);
  fmpq_set_si(kernel->rule->eta_feature_sum, (slong)test_below(state, 3), 7);
  for (size_t i = 0; i < t; i++) {
    assert_ok(minip_kernel_row(row, kernel, i, err));
    assert_int_equal(row->count, t);
    assert_int_equal(row->self_entry, i);
    assert_int_equal(row->weight, __builtin_popcountll(i));
    assert_true(fmpq_sgn(row->scale) > 0);
    for (size_t j = 0; j < t; j++) {
      plain_dot(wanted, q + i * r, k + j * r, r);
      assert_row_value(row->alpha + j, row, wanted);
      assert_int_equal(row->overlap[j], __builtin_popcountll(i & j));
    }
    plain_dot(wanted, q + i * r, k + i * r, r);
    assert_row_value(row->self, row, wanted);
    check_rule_offset(row, kernel, q + i * r, r);
  }
  minip_kernel_clear(kernel), minip_tokens_clear(cube), minip_row_clear(row), fmpq_clear(wanted);
  _fmpz_vec_clear(q, (slong)(t * r)), _fmpz_vec_clear(k, (slong)(t * r));
}

/* Widths on both sides of the 64-bit, 128-bit and big-integer paths. */
static void test_features(void **unused)
{
  static const unsigned widths[][2] = {{1, 1}, {24, 24}, {30, 31}, {31, 31}, {32, 31}, {40, 20}, {60, 60}, {61, 62}, {62, 62}, {63, 10}, {10, 63}, {300, 5}, {1100, 1100}};
  uint64_t state = test_seed();
  (void)unused;
  for (int round = 0; round < test_rounds(3); round++)
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
      for (size_t r = 1; r <= 9; r += 4)
        check_features(&state, 1 + test_below(&state, 5), r, widths[w][0], widths[w][1]);
}

static void random_values(fmpq *f, size_t count, uint64_t *state)
{
  for (size_t i = 0; i < count; i++)
    fmpq_set_si(f + i, (slong)test_below(state, 41) - 20, 1 + test_below(state, 12));
}

/* Every entry of row i against the token it says it stands for. */
static void check_entries(const minip_kernel_t kernel, const fmpq *f, size_t i, const fmpq_t eta)
{
  minip_row_t row;
  minip_error_t err;
  uint64_t x[1], z[1];
  size_t n = kernel->m + 1, found = (size_t)-1;
  minip_error_init(err), minip_row_init(row);
  assert_ok(minip_kernel_row(row, kernel, i, err));
  minip_kernel_query_token(x, kernel, i);
  size_t a = (size_t)__builtin_popcountll(x[0]);
  assert_int_equal(row->weight, a);
  for (size_t j = 0; j < row->count; j++) {
    minip_kernel_entry_token(z, kernel, i, j);
    size_t b = (size_t)__builtin_popcountll(z[0]), s = (size_t)__builtin_popcountll(x[0] & z[0]);
    assert_int_equal(row->overlap[j], s);
    assert_row_value(row->alpha + j, row, kernel->kind == MINIP_KERNEL_OVERLAP ? f + s : f + (a * n + b) * n + s);
    if (z[0] == x[0])
      found = j;
  }
  assert_row_value(row->self, row, kernel->kind == MINIP_KERNEL_OVERLAP ? f + a : f + (a * n + a) * n + a);
  assert_row_value(row->eta, row, eta);
  assert_int_equal(row->self_entry, found);
  minip_row_clear(row);
}

/* The classes of query i are exactly those that occur among all 2^m tokens, each once. */
static void check_classes(const minip_kernel_t kernel, size_t i)
{
  uint64_t x[1], z[1];
  size_t m = kernel->m;
  unsigned char seen[16][16] = {{0}};
  minip_row_t row;
  minip_error_t err;
  minip_error_init(err), minip_row_init(row);
  assert_ok(minip_kernel_row(row, kernel, i, err));
  minip_kernel_query_token(x, kernel, i);
  for (uint64_t t = 0; t < (uint64_t)1 << m; t++)
    seen[kernel->kind == MINIP_KERNEL_OVERLAP ? 0 : __builtin_popcountll(t)][__builtin_popcountll(x[0] & t)] = 1;
  for (size_t j = 0; j < row->count; j++) {
    minip_kernel_entry_token(z, kernel, i, j);
    unsigned char *cell = &seen[kernel->kind == MINIP_KERNEL_OVERLAP ? 0 : __builtin_popcountll(z[0])][row->overlap[j]];
    assert_int_equal(*cell, 1);
    *cell = 2;
  }
  for (size_t b = 0; b < 16; b++)
    for (size_t s = 0; s < 16; s++)
      assert_int_not_equal(seen[b][s], 1);
  minip_row_clear(row);
}

static void random_pool(minip_tokens_t pool, uint64_t *state, size_t m, minip_error_t err)
{
  minip_tokens_t cube;
  minip_tokens_init(cube);
  assert_ok(minip_tokens_cube(cube, m, err));
  size_t count = 1 + test_below(state, cube->count);
  for (size_t i = 0; i < cube->count; i++) { /* shuffle, then take the first */
    size_t j = i + test_below(state, cube->count - i);
    uint64_t t = cube->bits[i];
    cube->bits[i] = cube->bits[j], cube->bits[j] = t;
  }
  assert_ok(minip_tokens_alloc(pool, count, m, err));
  memcpy(pool->bits, cube->bits, count * sizeof *pool->bits);
  minip_tokens_clear(cube);
}

static void check_structured(uint64_t *state, size_t m, int weighted)
{
  minip_kernel_t kernel;
  minip_tokens_t pool, queries;
  minip_error_t err;
  fmpq_t eta;
  size_t count = weighted ? (m + 1) * (m + 1) * (m + 1) : m + 1;
  fmpq *f = _fmpq_vec_init((slong)count);
  minip_error_init(err), minip_kernel_init(kernel), minip_tokens_init(pool), minip_tokens_init(queries), fmpq_init(eta);
  random_values(f, count, state);
  assert_ok(weighted ? minip_kernel_set_weighted(kernel, f, m, err) : minip_kernel_set_overlap(kernel, f, m, err));
  fmpq_set_si(eta, (slong)test_below(state, 2), 997);
  fmpq_set(kernel->rule->eta, eta);
  assert_int_equal(kernel->query_count, m + 1);
  for (size_t i = 0; i <= m; i++)
    check_entries(kernel, f, i, eta), check_classes(kernel, i);
  int queries_first = (int)test_below(state, 2);
  random_pool(pool, state, m, err), random_pool(queries, state, m, err);
  if (queries_first) {
    assert_ok(minip_kernel_restrict_queries(kernel, queries, err));
    assert_int_equal(kernel->query_count, queries->count);
    for (size_t i = 0; i < kernel->query_count; i++)
      check_entries(kernel, f, i, eta), check_classes(kernel, i);
  }
  assert_ok(minip_kernel_restrict_pool(kernel, pool, err));
  assert_int_equal(kernel->query_count, queries_first ? queries->count : (size_t)1 << m);
  assert_int_equal(kernel->pool_count, pool->count);
  if (!queries_first)
    assert_ok(minip_kernel_restrict_queries(kernel, queries, err));
  for (size_t i = 0; i < kernel->query_count; i++) {
    uint64_t x[1];
    minip_kernel_query_token(x, kernel, i);
    assert_int_equal(x[0], queries->bits[i]);
    check_entries(kernel, f, i, eta);
  }
  minip_kernel_clear(kernel), minip_tokens_clear(pool), minip_tokens_clear(queries), fmpq_clear(eta);
  _fmpq_vec_clear(f, (slong)count);
}

static void test_structured(void **unused)
{
  uint64_t state = test_seed();
  (void)unused;
  for (int round = 0; round < test_rounds(10); round++)
    for (size_t m = 1; m <= 7; m++)
      check_structured(&state, m, 0), check_structured(&state, m, 1);
}

/* Feature kernels keep their values under restriction and reordering. */
static void check_restricted_features(uint64_t *state, size_t m, size_t r)
{
  minip_kernel_t kernel;
  minip_tokens_t cube, pool, queries;
  minip_row_t row;
  minip_error_t err;
  fmpq_t wanted;
  size_t t = (size_t)1 << m;
  fmpz *q = _fmpz_vec_init((slong)(t * r)), *k = _fmpz_vec_init((slong)(t * r));
  minip_error_init(err), minip_kernel_init(kernel), minip_row_init(row), fmpq_init(wanted);
  minip_tokens_init(cube), minip_tokens_init(pool), minip_tokens_init(queries);
  for (size_t i = 0; i < t * r; i++)
    random_integer(q + i, state, 20), random_integer(k + i, state, 20);
  assert_ok(minip_tokens_cube(cube, m, err));
  assert_ok(minip_kernel_set_features(kernel, cube, q, k, r, err));
  random_pool(pool, state, m, err), random_pool(queries, state, m, err);
  assert_ok(minip_kernel_restrict_pool(kernel, pool, err));
  assert_ok(minip_kernel_restrict_queries(kernel, queries, err));
  for (size_t i = 0; i < queries->count; i++) {
    size_t x = queries->bits[i], self = (size_t)-1;
    assert_ok(minip_kernel_row(row, kernel, i, err));
    assert_int_equal(row->count, pool->count);
    for (size_t j = 0; j < pool->count; j++) {
      plain_dot(wanted, q + x * r, k + pool->bits[j] * r, r);
      assert_row_value(row->alpha + j, row, wanted);
      assert_int_equal(row->overlap[j], __builtin_popcountll(x & pool->bits[j]));
      if (pool->bits[j] == x)
        self = j;
    }
    assert_int_equal(row->self_entry, self);
    plain_dot(wanted, q + x * r, k + x * r, r);
    assert_row_value(row->self, row, wanted);
  }
  minip_kernel_clear(kernel), minip_row_clear(row), fmpq_clear(wanted);
  minip_tokens_clear(cube), minip_tokens_clear(pool), minip_tokens_clear(queries);
  _fmpz_vec_clear(q, (slong)(t * r)), _fmpz_vec_clear(k, (slong)(t * r));
}

static void test_restricted_features(void **unused)
{
  uint64_t state = test_seed();
  (void)unused;
  for (int round = 0; round < test_rounds(20); round++)
    check_restricted_features(&state, 1 + test_below(&state, 6), 1 + test_below(&state, 5));
}

/* exp:B is B^-s at every overlap, also at large m. */
static void test_exponential(void **unused)
{
  minip_kernel_t kernel;
  minip_row_t row;
  minip_error_t err;
  fmpq_t base, wanted;
  (void)unused;
  minip_error_init(err), minip_kernel_init(kernel), minip_row_init(row), fmpq_init(base), fmpq_init(wanted);
  fmpq_set_si(base, 1414213, 1000000);
  assert_ok(minip_kernel_set_exponential(kernel, base, 200, err));
  assert_ok(minip_kernel_row(row, kernel, 200, err));
  assert_int_equal(row->count, 201);
  for (slong s = 0; s <= 200; s++) {
    fmpq_pow_si(wanted, base, -s);
    assert_row_value(row->alpha + s, row, wanted);
  }
  fmpq_zero(base);
  assert_int_equal(minip_kernel_set_exponential(kernel, base, 5, err), MINIP_INPUT);
  minip_kernel_clear(kernel), minip_row_clear(row), fmpq_clear(base), fmpq_clear(wanted);
}

static void test_refusals(void **unused)
{
  minip_kernel_t kernel;
  minip_tokens_t tokens, bad;
  minip_error_t err;
  fmpz ones[4] = {1, 1, 1, 1};
  (void)unused;
  minip_error_init(err), minip_kernel_init(kernel), minip_tokens_init(tokens), minip_tokens_init(bad);
  assert_ok(minip_tokens_cube(tokens, 2, err));
  assert_int_equal(minip_kernel_set_features(kernel, tokens, ones, ones, 0, err), MINIP_INPUT);
  tokens->bits[3] = tokens->bits[1];
  assert_int_equal(minip_kernel_set_features(kernel, tokens, ones, ones, 1, err), MINIP_INPUT);
  assert_non_null(strstr(err->text, "row 3 repeats the token of row 1"));
  tokens->count = 3;
  assert_ok(minip_kernel_set_features(kernel, tokens, ones, ones, 1, err));
  assert_ok(minip_tokens_alloc(bad, 2, 2, err));
  assert_int_equal(minip_kernel_restrict_pool(kernel, bad, err), MINIP_INPUT); /* the zero token twice */
  bad->bits[1] = 3;
  assert_int_equal(minip_kernel_restrict_pool(kernel, bad, err), MINIP_INPUT); /* 11 is not in the table */
  assert_int_equal(minip_kernel_restrict_queries(kernel, bad, err), MINIP_INPUT);
  bad->count = 0;
  assert_int_equal(minip_kernel_restrict_pool(kernel, bad, err), MINIP_INPUT);
  assert_ok(minip_tokens_cube(bad, 3, err));
  assert_int_equal(minip_kernel_restrict_pool(kernel, bad, err), MINIP_INPUT); /* another m */
  minip_kernel_clear(kernel), minip_tokens_clear(tokens), minip_tokens_clear(bad);
}

static void check_rule(const minip_rule_t rule, const char *wanted)
{
  char *text = minip_rule_text(rule);
  assert_string_equal(text, wanted);
  free(text);
}

static void test_rule_text(void **unused)
{
  minip_rule_t rule;
  (void)unused;
  minip_rule_init(rule);
  check_rule(rule, "sum");
  fmpq_set_si(rule->eta, 1, 1000000);
  check_rule(rule, "sum + 1/1000000");
  fmpq_zero(rule->eta);
  fmpq_set_si(rule->eta_feature_sum, 1, 10);
  check_rule(rule, "sum + 1/10 * feature sum");
  fmpq_zero(rule->eta_feature_sum);
  rule->has_clamp = 1;
  fmpq_set_si(rule->clamp, 1, 1000);
  check_rule(rule, "max(sum, 1/1000)");
  rule->normaliser = MINIP_NORMALISER_NONE;
  check_rule(rule, "none");
  minip_rule_clear(rule);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_features),    cmocka_unit_test(test_structured), cmocka_unit_test(test_restricted_features),
    cmocka_unit_test(test_exponential), cmocka_unit_test(test_refusals),   cmocka_unit_test(test_rule_text),
  };
  return cmocka_run_group_tests_name("kernel rows", tests, NULL, NULL);
}
