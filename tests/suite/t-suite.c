/* Witness suites: counts from theory, chains that really have the products of T6, files; least errors against T4 and against their own proofs. */
#include "../lib/test.h"
#include <minip/gap.h>
#include <minip/suite.h>
#include <unistd.h>

static void preset(minip_suite_t suite, const char *name, size_t n, int all_orders, int causal)
{
  minip_error_t err;
  minip_pairs_t pairs;
  minip_pairs_init(pairs);
  assert_ok(minip_suite_preset(pairs, name, err));
  assert_ok(minip_suite_witness(suite, pairs, n, all_orders, causal, err));
  minip_pairs_clear(pairs);
}

static size_t overlap(const minip_suite_t s, uint32_t a, uint32_t b)
{
  return minip_token_overlap(minip_token_row(s->tokens, a), minip_token_row(s->tokens, b), s->tokens->words);
}

static uint32_t token_number(const minip_suite_t s, const uint64_t *token)
{
  for (size_t i = 0; i < s->tokens->count; i++)
    if (minip_token_compare(minip_token_row(s->tokens, i), token, s->tokens->words) == 0)
      return (uint32_t)i;
  fail_msg("a token is missing");
  return 0;
}

static int has(const minip_suite_t s, uint32_t x, uint32_t low, uint32_t high)
{
  for (size_t i = 0; i < s->count; i++) {
    const uint32_t *q = minip_suite_sequence(s, i);
    int same = q[0] == x && q[1] == low;
    for (size_t j = 2; same && j < s->n; j++)
      same = q[j] == high;
    if (same)
      return 1;
  }
  return 0;
}

/* The largest product of (n-2)(D-1) over paths of links, with both diagonals present, from token `from` to token `to` for query x. */
static long best_product(const minip_suite_t s, uint32_t x, uint32_t from, uint32_t to)
{
  long best = from == to;
  for (size_t i = 0; i < s->count; i++) {
    const uint32_t *q = minip_suite_sequence(s, i);
    if (q[0] != x || q[1] != from || q[2] == from || !has(s, x, from, from) || !has(s, x, q[2], q[2]))
      continue;
    long d = (long)overlap(s, x, q[2]) - (long)overlap(s, x, from);
    long rest = d >= 2 ? best_product(s, x, q[2], to) * (long)(s->n - 2) * (d - 1) : 0;
    best = rest > best ? rest : best;
  }
  return best;
}

static void check_witness(const minip_suite_t s, const minip_pairs_t pairs)
{
  size_t m = s->tokens->m;
  fmpz *a = _fmpz_vec_init((slong)m + 1);
  minip_amplification(a, NULL, s->n, m);
  for (size_t i = 0; i < minip_pairs_count(pairs); i++)
    for (size_t j = 0; j < minip_pairs_count(pairs); j++) {
      const uint64_t *x = minip_token_row(pairs->x, i);
      if (i == j)
        continue;
      size_t k = minip_token_overlap(x, minip_token_row(pairs->z, j), s->tokens->words) - minip_token_overlap(x, minip_token_row(pairs->z, i), s->tokens->words);
      long product = best_product(s, token_number(s, x), token_number(s, minip_token_row(pairs->z, i)), token_number(s, minip_token_row(pairs->z, j)));
      assert_true(fmpz_cmp_si(a + k, product) <= 0); /* T6's factor is reached by chaining T3 along the suite's links */
    }
  _fmpz_vec_clear(a, (slong)m + 1);
}

static void check_targets(const minip_suite_t s)
{
  for (size_t i = 0; i < s->count; i++) {
    size_t least = SIZE_MAX;
    for (size_t j = 0; j < s->n; j++) {
      size_t o = 0;
      for (size_t b = 0; b < s->tokens->m; b++)
        o += (size_t)(minip_token_bit(minip_token_row(s->tokens, minip_suite_query(s, i)), b) && minip_token_bit(minip_token_row(s->tokens, minip_suite_sequence(s, i)[j]), b));
      least = o < least ? o : least;
    }
    assert_int_equal(s->targets[i], least);
  }
}

static void test_presets(void **state)
{
  (void)state;
  minip_suite_t s;
  minip_suite_init(s);
  preset(s, "hadamard24", 3, 0, 0);
  assert_int_equal(s->count, 23 + 23 * 22 + 23 * 22); /* single links: 23 own diagonals, 506 others, 506 links */
  assert_int_equal(s->tokens->count, 46);
  check_witness(s, s->pairs);
  check_targets(s);
  preset(s, "hadamard24", 4, 1, 1);
  assert_int_equal(s->query_position, 3);
  /* At length 4 a gap of 6 is best split as 3 + 3 (4 * 4 > 2 * 5): two links of three placements, and two diagonals. */
  assert_int_equal(s->count, 23 + 23 * 22 * (2 + 2 * 3));
  check_targets(s);
  preset(s, "chain24", 3, 0, 0);
  /* Per query: own diagonal, 22 words at gap 6 (diagonal and link), and three links of 4 to the complement's key (3 diagonals, 3 links). */
  assert_int_equal(s->count, 24 * (1 + 22 * 2 + 3 * 2));
  check_witness(s, s->pairs);
  check_targets(s);
  minip_suite_clear(s);
}

/* Random pairs (x, z) whose gaps happen to be at least 2: keys are complements with some bits changed, so chains also swap bits. */
static void test_general_pairs(void **state)
{
  (void)state;
  minip_error_t err;
  uint64_t rng = test_seed();
  minip_pairs_t pairs;
  minip_suite_t s;
  int met = 0;
  minip_suite_init(s);
  for (int round = 0; round < test_rounds(1000); round++) {
    size_t m = 6 + test_below(&rng, 8);
    minip_pairs_init(pairs);
    assert_ok(minip_tokens_alloc(pairs->x, 2, m, err));
    assert_ok(minip_tokens_alloc(pairs->z, 2, m, err));
    for (size_t i = 0; i < 2; i++)
      for (size_t j = 0; j < m; j++) {
        minip_token_set_bit(minip_token_row(pairs->x, i), j, (int)test_below(&rng, 2));
        minip_token_set_bit(minip_token_row(pairs->z, i), j, !minip_token_bit(minip_token_row(pairs->x, i), j) ^ (test_below(&rng, 4) == 0));
      }
    minip_status_t st = minip_suite_witness(s, pairs, 3 + test_below(&rng, 3), 0, 0, err);
    if (st == MINIP_OK) {
      met++;
      check_witness(s, pairs);
      check_targets(s);
    } else {
      assert_int_equal(st, MINIP_INPUT);
      assert_non_null(strstr(err->text, "below 2"));
    }
    minip_pairs_clear(pairs);
  }
  assert_true(met > 100);
  minip_suite_clear(s);
}

static void test_files(void **state)
{
  (void)state;
  minip_error_t err;
  minip_suite_t a, b;
  int contains;
  char path[] = "/tmp/minip-suite-XXXXXX.npz";
  int fd = mkstemps(path, 4);
  assert_true(fd >= 0);
  close(fd);
  minip_suite_init(a), minip_suite_init(b);
  preset(a, "chain24", 3, 0, 1);
  assert_ok(minip_suite_write_npz(path, a, err));
  assert_ok(minip_suite_load(b, path, err));
  assert_int_equal(a->count, b->count);
  assert_int_equal(b->query_position, 2);
  assert_memory_equal(a->sequences, b->sequences, a->count * a->n * sizeof *a->sequences);
  assert_int_equal(minip_pairs_count(b->pairs), 24);
  assert_ok(minip_suite_contains(&contains, b, a, err));
  assert_true(contains);
  a->count--; /* one witness fewer: not contained, and refused when read back */
  assert_ok(minip_suite_contains(&contains, a, b, err));
  assert_false(contains);
  assert_ok(minip_suite_write_npz(path, a, err));
  assert_int_equal(minip_suite_load(b, path, err), MINIP_INPUT);
  assert_non_null(strstr(err->text, "lacks some witness"));
  a->count++;
  a->targets[7]++;
  assert_ok(minip_suite_write_npz(path, a, err));
  assert_int_equal(minip_suite_load(b, path, err), MINIP_INPUT);
  assert_non_null(strstr(err->text, "'targets', element 7"));
  unlink(path);
  minip_suite_clear(a), minip_suite_clear(b);
}

/* ---- least errors ---- */

/* A kernel of small random integers on a few tokens of m bits: zeros, ties, eta, and sometimes negative entries. */
static void random_kernel(minip_kernel_t kernel, uint64_t *rng, int is_signed)
{
  minip_error_t err;
  minip_tokens_t tokens;
  size_t m = 1 + test_below(rng, 4), count = 1 + test_below(rng, m < 3 ? 2 : 4), r = 1 + test_below(rng, 3);
  fmpz *q = _fmpz_vec_init(8 * 3), *k = _fmpz_vec_init(8 * 3);
  minip_tokens_init(tokens);
  assert_ok(minip_tokens_alloc(tokens, count, m, err));
  uint64_t first = test_below(rng, (uint64_t)1 << m);
  for (size_t i = 0; i < count; i++) /* distinct: an odd step modulo 2^m */
    *minip_token_row(tokens, i) = (first + i * ((m > 2 ? 3u : 1u))) & (((uint64_t)1 << m) - 1);
  for (size_t i = 0; i < count * r; i++) {
    fmpz_set_si(q + i, (slong)test_below(rng, 5) - (is_signed ? 2 : 0));
    fmpz_set_si(k + i, (slong)test_below(rng, 5) - (is_signed ? 1 : 0));
  }
  minip_kernel_clear(kernel);
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_set_features(kernel, tokens, q, k, r, err));
  if (test_below(rng, 3) == 0)
    fmpq_set_si(kernel->rule->eta, 1 + (slong)test_below(rng, 4), 1 + test_below(rng, 3));
  if (test_below(rng, 6) == 0)
    kernel->rule->normaliser = MINIP_NORMALISER_NONE;
  _fmpz_vec_clear(q, 24), _fmpz_vec_clear(k, 24);
  minip_tokens_clear(tokens);
}

/* Plug u and b into the head and recompute every output; check the multipliers' identities: the error is attained, and none is smaller. */
static void check_proof(const minip_suite_t s, const minip_kernel_t kernel, size_t query, const minip_suite_answer_t *a)
{
  minip_error_t err;
  minip_row_t row;
  fmpq_t y, d, alpha, sum, weight, total;
  fmpq *balance = _fmpq_vec_init((slong)s->tokens->count);
  minip_row_init(row);
  assert_ok(minip_kernel_row(row, kernel, query, err));
  fmpq_init(y), fmpq_init(d), fmpq_init(alpha), fmpq_init(sum), fmpq_init(weight), fmpq_init(total);
  for (size_t i = 0; i < a->count; i++) {
    const uint32_t *q = minip_suite_sequence(s, a->sequences[i]);
    fmpq_zero(y);
    fmpq_mul_fmpz(d, row->scale, row->eta);
    for (size_t j = 0; j < s->n; j++) {
      fmpq_mul_fmpz(alpha, row->scale, row->alpha + q[j]); /* the pool is the suite's tokens */
      fmpq_add(d, d, alpha);
      for (size_t p = 0; p < a->token_count; p++)
        if (a->token_list[p] == q[j])
          fmpq_addmul(y, alpha, a->values + p);
    }
    if (kernel->rule->normaliser == MINIP_NORMALISER_NONE)
      fmpq_one(d);
    fmpq_div(y, y, d);
    fmpq_add(y, y, &a->offset);
    fmpq_sub_si(y, y, (slong)s->targets[a->sequences[i]]);
    fmpq_abs(y, y);
    assert_true(fmpq_cmp(y, &a->error) <= 0);
    fmpq_add(sum, sum, a->multipliers + i);
    fmpq_abs(y, a->multipliers + i);
    fmpq_add(weight, weight, y);
    fmpq_mul_si(y, a->multipliers + i, (slong)s->targets[a->sequences[i]]);
    fmpq_add(total, total, y);
    for (size_t j = 0; j < s->n; j++) {
      fmpq_mul_fmpz(alpha, row->scale, row->alpha + q[j]);
      fmpq_div(alpha, alpha, d);
      fmpq_addmul(balance + q[j], a->multipliers + i, alpha);
    }
  }
  assert_true(fmpq_is_zero(sum));
  assert_true(fmpq_cmp_si(weight, 1) <= 0); /* 1, or 0 when the error is 0 */
  assert_true(fmpq_equal(total, &a->error));
  for (size_t t = 0; t < s->tokens->count; t++)
    assert_true(fmpq_is_zero(balance + t));
  fmpq_clear(y), fmpq_clear(d), fmpq_clear(alpha), fmpq_clear(sum), fmpq_clear(weight), fmpq_clear(total);
  _fmpq_vec_clear(balance, (slong)s->tokens->count);
  minip_row_clear(row);
}

static void compare_with_gap(const minip_suite_result_t suite, const minip_gap_result_t gap)
{
  const minip_suite_answer_t *worst = &suite->answers[suite->worst];
  if (worst->undefined != (size_t)-1) {
    assert_int_equal(gap->verdict, MINIP_VERDICT_FAILS);
    return;
  }
  if (gap->has_error && gap->error_is_optimal)
    assert_true(fmpq_equal(gap->error, &worst->error));
  else if (gap->has_error)
    assert_true(fmpq_cmp(gap->error, &worst->error) <= 0);
  if (gap->verdict != MINIP_VERDICT_UNDECIDED)
    assert_int_equal(gap->verdict == MINIP_VERDICT_SOLVES, suite->solves);
}

static void least_errors(int is_signed, int rounds)
{
  minip_error_t err;
  uint64_t rng = test_seed();
  minip_kernel_t kernel;
  minip_suite_t s;
  minip_suite_result_t result;
  minip_gap_result_t gap;
  fmpq_t half;
  int proofs = 0;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_kernel_init(kernel), minip_suite_init(s), minip_suite_result_init(result), minip_gap_result_init(gap);
  for (int round = 0; round < test_rounds(rounds); round++) {
    random_kernel(kernel, &rng, is_signed);
    size_t n = 1 + test_below(&rng, 4);
    assert_ok(minip_suite_full(s, kernel, n, 10000, err));
    assert_ok(minip_gap_certify(gap, kernel, n, half, 1, NULL, NULL, err));
    assert_ok(minip_suite_certify(result, s, kernel, half, NULL, NULL, err));
    compare_with_gap(result, gap);
    for (size_t i = 0; i < result->count; i++)
      if (result->answers[i].undefined == (size_t)-1) {
        check_proof(s, kernel, i, &result->answers[i]);
        proofs++;
      }
  }
  assert_true(proofs > rounds / 4);
  fmpq_clear(half);
  minip_kernel_clear(kernel), minip_suite_clear(s), minip_suite_result_clear(result), minip_gap_result_clear(gap);
}

static void test_least_errors(void **state) { (void)state, least_errors(0, 150); }
static void test_least_errors_signed(void **state) { (void)state, least_errors(1, 150); }

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_presets), cmocka_unit_test(test_general_pairs), cmocka_unit_test(test_files),
                                     cmocka_unit_test(test_least_errors), cmocka_unit_test(test_least_errors_signed)};
  return cmocka_run_group_tests_name("suite", tests, NULL, NULL);
}
