/* Whole kernels: the stated right answers, T4's formula evaluated plainly on every pair of tokens, structured against explicit kernels, threads. */
#include "../lib/test.h"
#include <minip/gap.h>

static uint64_t state;

static void certify(minip_gap_result_t result, const minip_kernel_t kernel, size_t n, int threads)
{
  minip_error_t err;
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_error_init(err);
  assert_ok(minip_gap_certify(result, kernel, n, half, threads, NULL, NULL, err));
  fmpq_clear(half);
}

static void load(minip_kernel_t kernel, const char *spec)
{
  minip_error_t err;
  minip_error_init(err);
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_load(kernel, spec, err));
}

/* T4, T14: exact optimal errors; where = the worst query's weight and overlaps, or -1. */
static const struct {
  const char *spec;
  size_t n;
  const char *error;
  minip_verdict_t verdict;
  long weight, low, high;
} answers[] = {
  {"constant@m=4", 3, "1", MINIP_VERDICT_FAILS, 4, 0, 4},
  {"exp:7/5@m=4", 3, "625/1217", MINIP_VERDICT_FAILS, -1, -1, -1},
  {"exp:3/2@m=12", 3, "48/113", MINIP_VERDICT_SOLVES, 4, 0, 4},
  {"exp:2@m=12", 3, "1/4", MINIP_VERDICT_SOLVES, -1, -1, -1},
  {"exp:3/2@m=6", 5, "24/29", MINIP_VERDICT_FAILS, -1, -1, -1},
  {"exp:2@m=6", 5, "15/32", MINIP_VERDICT_SOLVES, -1, -1, -1},
};

static void test_right_answers(void **unused)
{
  (void)unused;
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    minip_kernel_t kernel;
    minip_gap_result_t r;
    load(kernel, answers[i].spec);
    minip_gap_result_init(r);
    certify(r, kernel, answers[i].n, 2);
    assert_fmpq(r->error, answers[i].error);
    assert_int_equal(r->verdict, answers[i].verdict);
    assert_true(r->error_is_optimal);
    if (answers[i].weight >= 0) {
      assert_int_equal(r->witness.query, answers[i].weight);
      assert_int_equal(r->witness.low_overlap, answers[i].low);
      assert_int_equal(r->witness.high_overlap, answers[i].high);
    }
    minip_gap_result_clear(r);
    minip_kernel_clear(kernel);
  }
}

/* T14: length 3 is solved iff b > sqrt(2), within a millionth at m = 40: errors 1/2 + a little and 1/2 - a little. */
static void check_near_half(const char *spec, minip_verdict_t verdict, long low, long high)
{
  minip_kernel_t kernel;
  minip_gap_result_t r;
  fmpq_t millionths;
  load(kernel, spec);
  minip_gap_result_init(r);
  fmpq_init(millionths);
  certify(r, kernel, 3, 0);
  assert_int_equal(r->verdict, verdict);
  fmpq_set_si(millionths, low, 1000000);
  assert_true(fmpq_cmp(r->error, millionths) > 0);
  fmpq_set_si(millionths, high, 1000000);
  assert_true(fmpq_cmp(r->error, millionths) < 0);
  fmpq_clear(millionths);
  minip_gap_result_clear(r);
  minip_kernel_clear(kernel);
}

static void test_threshold(void **unused)
{
  (void)unused;
  check_near_half("exp:1414213/1000000@m=40", MINIP_VERDICT_FAILS, 500000, 500001);
  check_near_half("exp:1414214/1000000@m=40", MINIP_VERDICT_SOLVES, 499999, 500000);
}

/* T4 written out: every ordered pair of entries, in rationals. W_i is v[i]. */
static void plain_row(fmpq_t best, const minip_row_t row, slong n)
{
  fmpq_t x, y;
  fmpz_t v0, v1, num, den;
  slong lifted = -1;
  fmpq_init(x), fmpq_init(y), fmpz_init(v0), fmpz_init(v1), fmpz_init(num), fmpz_init(den);
  for (size_t j = 0; j < row->count; j++)
    if (fmpz_is_zero(row->alpha + j) || (j == row->self_entry && fmpz_is_zero(row->eta)))
      lifted = (slong)row->overlap[j] > lifted ? (slong)row->overlap[j] : lifted;
  for (size_t i = 0; i < row->count; i++)
    for (size_t j = 0; j < row->count; j++) {
      slong s0 = row->overlap[i], s1 = row->overlap[j];
      if (s1 < s0)
        continue;
      slong up0 = fmpz_is_zero(row->alpha + i) ? lifted : s0, up1 = fmpz_is_zero(row->alpha + j) ? lifted : s1;
      fmpz_add(v0, row->self, row->eta);
      fmpz_set(v1, v0);
      fmpz_addmul_ui(v0, row->alpha + i, (ulong)n - 1);
      fmpz_addmul_ui(v1, row->alpha + j, (ulong)n - 1);
      fmpz_mul_si(v1, v1, n - 2);
      fmpz_mul_si(num, v0, up0 - s0);
      fmpz_addmul_si(num, v1, up1 - s0);
      fmpz_add(den, v0, v1);
      fmpz_mul_si(den, den, 2);
      fmpq_set_fmpz_frac(x, num, den);
      if (fmpq_cmp(x, best) > 0)
        fmpq_set(best, x);
    }
  fmpq_clear(x), fmpq_clear(y), fmpz_clear(v0), fmpz_clear(v1), fmpz_clear(num), fmpz_clear(den);
}

/* Positive features (some of them 0 unless bits is large), on the cube of m bits. */
static void random_features(minip_kernel_t kernel, size_t m, size_t r, unsigned bits)
{
  minip_tokens_t tokens;
  minip_error_t err;
  flint_rand_t random;
  minip_error_init(err);
  minip_tokens_init(tokens);
  assert_ok(minip_tokens_cube(tokens, m, err));
  slong size = (slong)(tokens->count * r);
  fmpz *q = _fmpz_vec_init(size), *k = _fmpz_vec_init(size);
  flint_randinit(random);
  flint_randseed(random, test_random(&state), test_random(&state));
  for (slong i = 0; i < size; i++) {
    fmpz_randbits(q + i, random, (flint_bitcnt_t)test_below(&state, bits + 1));
    fmpz_randbits(k + i, random, (flint_bitcnt_t)test_below(&state, bits + 1));
    fmpz_abs(q + i, q + i), fmpz_abs(k + i, k + i);
    if (i % (slong)r == 0) /* alpha(x,x) > 0 */
      fmpz_add_ui(q + i, q + i, 1), fmpz_add_ui(k + i, k + i, i % 3 > 0 || bits < 3);
  }
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_set_features(kernel, tokens, q, k, r, err));
  flint_randclear(random);
  _fmpz_vec_clear(q, size), _fmpz_vec_clear(k, size);
  minip_tokens_clear(tokens);
}

static void check_against_plain(size_t m, size_t r, unsigned bits, size_t n)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  minip_row_t row;
  minip_error_t err;
  fmpq_t best, total;
  size_t worst = 0;
  minip_error_init(err);
  random_features(kernel, m, r, bits);
  minip_gap_result_init(result);
  minip_row_init(row);
  fmpq_init(best), fmpq_init(total);
  certify(result, kernel, n, 2);
  for (size_t i = 0; i < kernel->query_count; i++) {
    assert_ok(minip_kernel_row(row, kernel, i, err));
    fmpq_zero(best);
    plain_row(best, row, (slong)n);
    if (fmpq_cmp(best, total) > 0) {
      fmpq_set(total, best);
      worst = i;
    }
  }
  if (result->witness.kind != MINIP_WITNESS_UNDEFINED) {
    assert_true(fmpq_equal(total, result->error));
    assert_int_equal(worst, result->witness.query);
  }
  fmpq_clear(best), fmpq_clear(total);
  minip_row_clear(row);
  minip_gap_result_clear(result);
  minip_kernel_clear(kernel);
}

static void test_plain_reference(void **unused)
{
  (void)unused;
  for (int i = 0; i < test_rounds(4); i++) {
    check_against_plain(4, 3, 2, 3);   /* small numbers: ties and zeros */
    check_against_plain(5, 2, 8, 4);
    check_against_plain(4, 3, 200, 3); /* big integers */
    check_against_plain(3, 2, 3000, 6); /* beyond the range of double */
  }
}

/* Rows whose best bounds agree in every digit of a double, so that only exact arithmetic finds the largest: values times 2^bits plus a small term.
   One shape has V = 70, 140, 35, 20, 14 at overlaps 0..4: all pairs (0, t) give (t/2) V_t/(V_0 + V_t) = 1/3, and the others less.
   The other is (3/2)^-s, where all pairs (s, s+D) of one D agree. */
static void near_tie_row(minip_row_t row, flint_bitcnt_t bits, int geometric)
{
  static const ulong few[] = {70, 140, 35, 20, 14};
  size_t count = geometric ? 20 : 5;
  fmpz_t power;
  fmpz_init(power);
  minip_row_init(row);
  row->alpha = _fmpz_vec_init((slong)count);
  row->overlap = calloc(count, sizeof *row->overlap);
  row->allocated = row->count = count;
  row->weight = (uint32_t)count;
  fmpq_set_si(row->scale, 1, 1);
  fmpz_one(row->self);
  for (size_t j = 0; j < count; j++) {
    row->overlap[j] = (uint32_t)j;
    fmpz_ui_pow_ui(row->alpha + j, 3, geometric ? count - j : 0);
    fmpz_ui_pow_ui(power, 2, geometric ? j : 0);
    fmpz_mul(row->alpha + j, row->alpha + j, power);
    fmpz_mul_ui(row->alpha + j, row->alpha + j, geometric ? 1 : few[j]);
    fmpz_mul_2exp(row->alpha + j, row->alpha + j, bits);
    fmpz_add_ui(row->alpha + j, row->alpha + j, test_below(&state, 1000));
  }
  fmpz_clear(power);
}

static void test_near_ties(void **unused)
{
  minip_row_t row;
  minip_rule_t rule;
  minip_gap_result_t r;
  minip_error_t err;
  fmpq_t best, half;
  (void)unused;
  minip_error_init(err);
  minip_rule_init(rule);
  minip_gap_result_init(r);
  fmpq_init(best), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  for (int round = 0; round < test_rounds(100); round++) {
    near_tie_row(row, round % 2 ? 5000 : 100, round % 4 >= 2);
    assert_ok(minip_gap_row(r, row, rule, 3, half, err));
    fmpq_zero(best);
    plain_row(best, row, 3);
    assert_true(fmpq_equal(r->error, best));
    minip_row_clear(row);
  }
  fmpq_clear(best), fmpq_clear(half);
  minip_gap_result_clear(r);
  minip_rule_clear(rule);
}

/* The whole kernel by full rows: no floating-point filter of entries. */
static void by_full_rows(minip_gap_result_t worst, const minip_kernel_t kernel, size_t n)
{
  minip_row_t row;
  minip_gap_result_t r;
  minip_error_t err;
  fmpq_t half;
  minip_error_init(err);
  minip_row_init(row);
  minip_gap_result_init(r);
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  for (size_t i = 0; i < kernel->query_count; i++) {
    assert_ok(minip_kernel_row(row, kernel, i, err));
    assert_ok(minip_gap_row(r, row, kernel->rule, n, half, err));
    r->witness.query = i;
    int undefined = r->witness.kind == MINIP_WITNESS_UNDEFINED, before = worst->witness.kind == MINIP_WITNESS_UNDEFINED;
    if (i == 0 || undefined > before || (!undefined && !before && fmpq_cmp(r->error, worst->error) > 0)) {
      fmpq_set(worst->error, r->error);
      worst->witness = r->witness;
    }
  }
  minip_row_clear(row);
  minip_gap_result_clear(r);
  fmpq_clear(half);
}

/* shape 0: small numbers, ties and zeros; 1: values that a double rounds, so that sums come in another order; 2: beyond a double's range, and zeros; 3: offsets. */
static void set_shape(fmpz_t x, int shape)
{
  fmpz_set_ui(x, test_below(&state, shape == 0 || shape == 3 ? 3 : 4096));
  if (shape == 1)
    fmpz_setbit(x, 60);
  else if (shape == 2 && test_below(&state, 3))
    fmpz_mul_2exp(x, x, test_below(&state, 900));
  else if (shape == 2)
    fmpz_zero(x);
}

static void check_filter(int shape, size_t m, size_t r, size_t n)
{
  minip_kernel_t kernel;
  minip_gap_result_t fast, slow;
  minip_tokens_t query;
  minip_error_t err;
  minip_error_init(err);
  minip_tokens_init(query);
  assert_ok(minip_tokens_alloc(query, 1, m, err));
  *minip_token_row(query, 0) = test_below(&state, (uint64_t)1 << m);
  random_features(kernel, m, r, 2);
  for (size_t i = 0; i < kernel->tokens->count * r; i++) {
    set_shape(kernel->phi_q + i, shape);
    set_shape(kernel->phi_k + i, shape);
  }
  kernel->phi_k_bits = (flint_bitcnt_t)labs(_fmpz_vec_max_bits(kernel->phi_k, (slong)(kernel->tokens->count * r)));
  fmpq_set_si(kernel->rule->eta, shape == 3 || shape == 2, 7);
  assert_ok(minip_kernel_restrict_queries(kernel, query, err)); /* one query, so that no other one hides its error */
  minip_gap_result_init(fast), minip_gap_result_init(slow);
  certify(fast, kernel, n, 2);
  by_full_rows(slow, kernel, n);
  assert_int_equal(fast->witness.kind, slow->witness.kind);
  assert_int_equal(fast->witness.query, slow->witness.query);
  assert_true(fmpq_equal(fast->error, slow->error));
  assert_true(fast->witness.low == slow->witness.low && fast->witness.high == slow->witness.high && fast->witness.anchor == slow->witness.anchor);
  minip_gap_result_clear(fast), minip_gap_result_clear(slow);
  minip_tokens_clear(query);
  minip_kernel_clear(kernel);
}

static void test_filter(void **unused)
{
  (void)unused;
  for (int i = 0; i < test_rounds(800); i++)
    check_filter(i % 4, 5 + (size_t)i % 2, 1 + (size_t)(i / 4) % 3, 2 + (size_t)i % 5);
}

/* A structured kernel and the same one on explicit tokens. */
static void test_structured_against_explicit(void **unused)
{
  static const char *const specs[] = {"exp:3/2@m=6", "exp:7/5@m=6", "constant@m=5", "exp:2/3@m=5"};
  (void)unused;
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
    for (size_t n = 2; n <= 5; n++) {
      minip_kernel_t by_class, by_token;
      minip_gap_result_t a, b;
      minip_tokens_t cube;
      minip_error_t err;
      minip_error_init(err);
      minip_tokens_init(cube);
      load(by_class, specs[i]), load(by_token, specs[i]);
      assert_ok(minip_tokens_cube(cube, by_token->m, err));
      assert_ok(minip_kernel_restrict_pool(by_token, cube, err));
      minip_gap_result_init(a), minip_gap_result_init(b);
      certify(a, by_class, n, 1), certify(b, by_token, n, 2);
      assert_true(by_token->query_count == (size_t)1 << by_token->m);
      assert_true(fmpq_equal(a->error, b->error));
      assert_int_equal(a->verdict, b->verdict);
      assert_int_equal(a->witness.kind, b->witness.kind);
      assert_int_equal(a->witness.low_overlap, b->witness.low_overlap);
      assert_int_equal(a->witness.high_overlap, b->witness.high_overlap);
      minip_gap_result_clear(a), minip_gap_result_clear(b);
      minip_kernel_clear(by_class), minip_kernel_clear(by_token);
      minip_tokens_clear(cube);
    }
}

static void test_threads(void **unused)
{
  minip_kernel_t kernel;
  minip_gap_result_t one, many;
  (void)unused;
  random_features(kernel, 6, 2, 2); /* many ties */
  minip_gap_result_init(one), minip_gap_result_init(many);
  certify(one, kernel, 3, 1);
  for (int threads = 2; threads <= 5; threads++) {
    certify(many, kernel, 3, threads);
    assert_int_equal(one->verdict, many->verdict);
    assert_true(fmpq_equal(one->error, many->error));
    assert_int_equal(one->witness.kind, many->witness.kind);
    assert_true(one->witness.query == many->witness.query && one->witness.low == many->witness.low);
    assert_true(one->witness.high == many->witness.high && one->witness.anchor == many->witness.anchor);
    assert_int_equal(many->queries, 64);
  }
  minip_gap_result_clear(one), minip_gap_result_clear(many);
  minip_kernel_clear(kernel);
}

/* T1: one constant feature is exact at lengths 1 and 2 and fails at 3. */
static void test_short_lengths(void **unused)
{
  minip_kernel_t kernel;
  minip_gap_result_t r;
  (void)unused;
  load(kernel, "constant@m=5");
  minip_gap_result_init(r);
  for (size_t n = 1; n <= 3; n++) {
    certify(r, kernel, n, 0);
    assert_int_equal(r->verdict, n < 3 ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS);
    assert_int_equal(fmpq_is_zero(r->error), n < 3);
  }
  minip_gap_result_clear(r);
  minip_kernel_clear(kernel);
}

/* T4 over all pairs of overlaps of all weights, as written. */
static void plain_overlap_error(fmpq_t error, const fmpq *f, size_t m, ulong n)
{
  fmpq_t h, w0, w1, e;
  fmpq_init(h), fmpq_init(w0), fmpq_init(w1), fmpq_init(e);
  fmpq_zero(error);
  for (size_t a = 0; a <= m; a++) {
    fmpq_set_si(h, 1, n - 1);
    fmpq_mul(h, h, f + a);
    for (size_t s = 0; s <= a; s++)
      for (size_t t = s + 1; t <= a; t++) {
        fmpq_add(w0, h, f + s), fmpq_add(w1, h, f + t);
        fmpq_mul_si(w1, w1, (slong)n - 2);
        fmpq_add(w0, w0, w1);
        fmpq_div(e, w1, w0);
        fmpq_mul_si(e, e, (slong)(t - s));
        if (fmpq_cmp(e, error) > 0)
          fmpq_set(error, e);
      }
  }
  fmpq_div_2exp(error, error, 1);
  fmpq_clear(h), fmpq_clear(w0), fmpq_clear(w1), fmpq_clear(e);
}

/* Rows of up to 61 classes, of which many are discarded together: steep, flat, with jumps upwards, and with ties. */
static void test_many_classes(void **unused)
{
  (void)unused;
  for (int round = 0; round < test_rounds(60); round++) {
    minip_kernel_t kernel;
    minip_gap_result_t r;
    minip_error_t err;
    fmpq_t plain;
    fmpq f[61];
    size_t m = 20 + test_below(&state, 41), n = 3 + test_below(&state, 4), jumps = test_below(&state, 4);
    ulong top = 2 + test_below(&state, 4); /* factors top/2 downwards */
    minip_error_init(err), minip_kernel_init(kernel), minip_gap_result_init(r), fmpq_init(plain);
    for (size_t s = 0; s <= m; s++) {
      fmpq_init(f + s);
      fmpq_set_si(f + s, 1, 1);
      if (s > 0) {
        fmpq_t factor;
        fmpq_init(factor);
        fmpq_set_si(factor, 2, top);
        fmpq_mul(f + s, f + s - 1, factor);
        fmpq_set_si(factor, (slong)(1 + test_below(&state, 1 + 5 * jumps)), 1);
        fmpq_mul(f + s, f + s, factor);
        fmpq_clear(factor);
      }
    }
    assert_ok(minip_kernel_set_overlap(kernel, f, m, err));
    plain_overlap_error(plain, f, m, n);
    certify(r, kernel, n, 1);
    assert_true(r->has_error && r->error_is_optimal);
    assert_true(fmpq_equal(r->error, plain));
    for (size_t s = 0; s <= m; s++)
      fmpq_clear(f + s);
    fmpq_clear(plain), minip_gap_result_clear(r), minip_kernel_clear(kernel);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_right_answers), cmocka_unit_test(test_threshold), cmocka_unit_test(test_plain_reference),
    cmocka_unit_test(test_near_ties), cmocka_unit_test(test_filter), cmocka_unit_test(test_structured_against_explicit), cmocka_unit_test(test_threads),
    cmocka_unit_test(test_short_lengths), cmocka_unit_test(test_many_classes),
  };
  state = test_seed();
  return cmocka_run_group_tests_name("certify", tests, NULL, NULL);
}
