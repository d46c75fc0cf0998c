/* Complete heads: T1's exact head, random heads against plain rationals, dense softmax, the best readout. */
#include "../lib/test.h"
#include <minip/model.h>
#include <unistd.h>

/* A model file as JSON text; loads it and removes it. */
static minip_status_t load(minip_model_t model, const char *json, minip_error_t err)
{
  char path[] = "/tmp/minip-model-XXXXXX.json";
  int fd = mkstemps(path, 5);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, json, strlen(json)), (ssize_t)strlen(json));
  close(fd);
  minip_status_t st = minip_model_load(model, path, NULL, err);
  unlink(path);
  return st;
}

/* The full suite of the cube of m bits at length n. */
static void full_suite(minip_suite_t suite, size_t m, size_t n)
{
  minip_error_t err;
  minip_kernel_t kernel;
  minip_tokens_t cube;
  fmpz *one = _fmpz_vec_init((slong)1 << m);
  minip_kernel_init(kernel), minip_tokens_init(cube);
  assert_ok(minip_tokens_cube(cube, m, err));
  for (size_t i = 0; i < cube->count; i++)
    fmpz_one(one + i);
  assert_ok(minip_kernel_set_features(kernel, cube, one, one, 1, err));
  assert_ok(minip_suite_full(suite, kernel, n, 100000, err));
  _fmpz_vec_clear(one, (slong)1 << m);
  minip_kernel_clear(kernel), minip_tokens_clear(cube);
}

/* T1: alpha = 1, v(z) = z, a(x) = 2x, b(x) = -|x| on the cube of 2 bits; at length 1 and 2 every output is the target. */
static const char t1_head[] = "{\"phi_q\": [[1],[1],[1],[1]], \"phi_k\": [[1],[1],[1],[1]], \"values\": [[0,0],[1,0],[0,1],[1,1]],"
                              "\"readout_a\": [[0,0],[2,0],[0,2],[2,2]], \"readout_b\": [0,-1,-1,-2]}";

static void test_lengths_one_and_two(void **state)
{
  (void)state;
  minip_error_t err;
  minip_model_t model;
  minip_suite_t suite;
  minip_evaluation_t e;
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_model_init(model), minip_suite_init(suite), minip_evaluation_init(e);
  assert_ok(load(model, t1_head, err));
  for (size_t n = 1; n <= 3; n++) {
    full_suite(suite, 2, n);
    if (n == 1) /* alone, the readout 2x of the mean of one token x gives 2|x| - |x| */
      assert_int_equal(suite->count, 4);
    assert_ok(minip_model_evaluate(e, model, suite, half, 64, err));
    if (n < 3) {
      assert_int_equal(e->failures, 0);
      assert_true(fmpq_is_zero(&e->outcomes[e->worst].error));
    } else
      assert_true(e->failures > 0);
  }
  fmpq_clear(half);
  minip_model_clear(model), minip_suite_clear(suite), minip_evaluation_clear(e);
}

/* y from the definition, in plain rationals, for a one-head model with features. */
static int plain_output(fmpq_t y, const long *q, const long *k, const long *v, const long *a, long b, long eta, const uint32_t *s, size_t n)
{
  fmpq_t part;
  long d = eta;
  fmpq_init(part);
  fmpq_set_si(y, b, 1);
  for (size_t j = 0; j < n; j++)
    d += q[2 * s[0]] * k[2 * s[j]] + q[2 * s[0] + 1] * k[2 * s[j] + 1];
  for (size_t j = 0; d != 0 && j < n; j++) {
    long w = (q[2 * s[0]] * k[2 * s[j]] + q[2 * s[0] + 1] * k[2 * s[j] + 1]) * v[s[j]] * a[s[0]];
    fmpq_set_si(part, d < 0 ? -w : w, (ulong)labs(d));
    fmpq_add(y, y, part);
  }
  fmpq_clear(part);
  return d != 0;
}

static void random_head(char *json, size_t size, long *q, long *k, long *v, long *a, long *b, long *eta, uint64_t *rng)
{
  char parts[5][400] = {"", "", "", "", ""};
  for (size_t i = 0; i < 4; i++) {
    for (size_t c = 0; c < 2; c++) {
      q[2 * i + c] = (long)test_below(rng, 4) - 1;
      k[2 * i + c] = (long)test_below(rng, 4) - 1;
    }
    v[i] = (long)test_below(rng, 9) - 4, a[i] = (long)test_below(rng, 9) - 4, b[i] = (long)test_below(rng, 5) - 2;
    const char *comma = i ? "," : "";
    sprintf(parts[0] + strlen(parts[0]), "%s[%ld,\"%ld/2\"]", comma, q[2 * i], 2 * q[2 * i + 1]);
    sprintf(parts[1] + strlen(parts[1]), "%s[%ld,%ld]", comma, k[2 * i], k[2 * i + 1]);
    sprintf(parts[2] + strlen(parts[2]), "%s[%ld]", comma, v[i]);
    sprintf(parts[3] + strlen(parts[3]), "%s[%ld]", comma, a[i]);
    sprintf(parts[4] + strlen(parts[4]), "%s%ld", comma, b[i]);
  }
  *eta = (long)test_below(rng, 3);
  snprintf(json, size, "{\"phi_q\": [%s], \"phi_k\": [%s], \"values\": [%s], \"readout_a\": [%s], \"readout_b\": [%s], \"eta\": %ld}", parts[0], parts[1],
           parts[2], parts[3], parts[4], *eta);
}

static void test_random_heads(void **state)
{
  (void)state;
  minip_error_t err;
  minip_model_t model;
  minip_suite_t suite;
  minip_evaluation_t e;
  uint64_t rng = test_seed();
  long q[8], k[8], v[4], a[4], b[4], eta;
  int undefined = 0;
  fmpq_t half, y;
  fmpq_init(half), fmpq_init(y);
  fmpq_set_si(half, 1, 2);
  minip_model_init(model), minip_suite_init(suite), minip_evaluation_init(e);
  full_suite(suite, 2, 3);
  for (int round = 0; round < test_rounds(40); round++) {
    static char json[4000];
    random_head(json, sizeof json, q, k, v, a, b, &eta, &rng);
    assert_ok(load(model, json, err));
    assert_ok(minip_model_evaluate(e, model, suite, half, 64, err));
    for (size_t i = 0; i < suite->count; i++) {
      uint32_t tokens[3]; /* in a full suite of the cube, token numbers are not bit patterns */
      for (size_t j = 0; j < 3; j++)
        tokens[j] = (uint32_t)*minip_token_row(suite->tokens, minip_suite_sequence(suite, i)[j]);
      int defined = plain_output(y, q, k, v, a, b[tokens[0]], eta, tokens, 3);
      assert_int_equal(e->outcomes[i].is_defined, defined);
      undefined += !defined;
      if (defined)
        assert_true(fmpq_equal(y, &e->outcomes[i].output));
      fmpq_sub_si(y, y, (slong)suite->targets[i]);
      fmpq_abs(y, y);
      assert_int_equal(e->outcomes[i].fails == MINIP_PROVED, !defined || fmpq_cmp(y, half) >= 0);
    }
  }
  assert_true(undefined > 0);
  fmpq_clear(half), fmpq_clear(y);
  minip_model_clear(model), minip_suite_clear(suite), minip_evaluation_clear(e);
}

/* Two heads with base 2 and tau = 0, against y = 2 * (share of the least overlap's tokens) + (mean) worked out by hand on one sequence. */
static void test_dense_heads(void **state)
{
  (void)state;
  minip_error_t err;
  minip_model_t model;
  minip_suite_t suite;
  minip_evaluation_t e;
  fmpq_t half, y;
  fmpq_init(half), fmpq_init(y);
  fmpq_set_si(half, 1, 2);
  minip_model_init(model), minip_suite_init(suite), minip_evaluation_init(e);
  /* Tokens 0 and 1 of one bit. Head 0: base 2, values 1 for token 0, readout 2. Head 1: tau 0 (constant weights), values 1 for token 1, readout 3. */
  assert_ok(load(model,
                 "{\"tokens\": [[0],[1]], \"head0_base\": 2, \"head0_values\": [[1],[0]], \"head0_readout_a\": [[2],[2]],"
                 "\"head1_tau\": \"0\", \"head1_values\": [[0],[1]], \"head1_readout_a\": [[3],[3]], \"readout_b\": [\"1/2\",\"1/2\"]}",
                 err));
  assert_int_equal(model->head_count, 2);
  assert_false(model->is_exact);
  full_suite(suite, 1, 3);
  assert_ok(minip_model_evaluate(e, model, suite, half, 256, err));
  for (size_t i = 0; i < suite->count; i++) {
    const uint32_t *s = minip_suite_sequence(suite, i);
    long zeros = 0, x = (long)*minip_token_row(suite->tokens, s[0]);
    for (size_t j = 0; j < 3; j++)
      zeros += *minip_token_row(suite->tokens, s[j]) == 0;
    /* weights: 1 for token 0; token 1 has overlap x, weight 1 or 1/2. Head 0: 2 zeros / (zeros + ones / 2^x); head 1: 3 ones / 3. */
    fmpq_set_si(y, x ? 4 * zeros : 2 * zeros, (ulong)(x ? 2 * zeros + 3 - zeros : 3));
    fmpq_add_si(y, y, 3 - zeros);
    fmpq_add(y, y, half);
    assert_true(arb_contains_fmpq(&e->outcomes[i].output_ball, y));
    fmpq_sub_si(y, y, (slong)suite->targets[i]);
    fmpq_abs(y, y);
    if (!fmpq_equal(y, half))
      assert_int_equal(e->outcomes[i].fails, fmpq_cmp(y, half) >= 0 ? MINIP_PROVED : MINIP_REFUTED);
  }
  fmpq_clear(half), fmpq_clear(y);
  minip_model_clear(model), minip_suite_clear(suite), minip_evaluation_clear(e);
}

/* With one-hot values (d = T) the free readout is all that free values give: the error must be the suite's optimum. */
static void test_free_readout(void **state)
{
  (void)state;
  minip_error_t err;
  minip_model_t model;
  minip_kernel_t kernel;
  minip_suite_t suite;
  minip_suite_result_t best;
  uint64_t rng = test_seed();
  fmpq_t half, error;
  fmpq_init(half), fmpq_init(error);
  fmpq_set_si(half, 1, 2);
  minip_model_init(model), minip_suite_init(suite), minip_suite_result_init(best), minip_kernel_init(kernel);
  full_suite(suite, 2, 3);
  for (int round = 0; round < test_rounds(20); round++) {
    char json[800], rows[2][100] = {"", ""};
    int defined;
    uint32_t worst;
    for (size_t i = 0; i < 4; i++)
      for (size_t t = 0; t < 2; t++)
        sprintf(rows[t] + strlen(rows[t]), "%s[%d,%d]", i ? "," : "", (int)test_below(&rng, 4), (int)test_below(&rng, 4));
    snprintf(json, sizeof json,
             "{\"phi_q\": [%s], \"phi_k\": [%s], \"values\": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],"
             "\"readout_a\": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]], \"readout_b\": [0,0,0,0]}",
             rows[0], rows[1]);
    assert_ok(load(model, json, err));
    assert_ok(minip_model_free_readout(error, &defined, &worst, model, suite, err));
    assert_ok(minip_suite_certify(best, suite, model->heads[0].kernel, half, NULL, NULL, err));
    assert_int_equal(defined, best->answers[best->worst].undefined == (size_t)-1);
    if (defined)
      assert_true(fmpq_equal(error, &best->answers[best->worst].error));
  }
  fmpq_clear(half), fmpq_clear(error);
  minip_model_clear(model), minip_suite_clear(suite), minip_suite_result_clear(best), minip_kernel_clear(kernel);
}

static void test_refusals(void **state)
{
  static const char *const cases[][2] = {
    {"{\"phi_q\": [[1],[1]], \"phi_k\": [[1],[1]], \"readout_a\": [[0],[0]], \"readout_b\": [0,0]}", "no array values"},
    {"{\"phi_q\": [[1],[1]], \"phi_k\": [[1],[1]], \"values\": [[1],[1]], \"readout_a\": [[0,1],[0,1]], \"readout_b\": [0,0]}", "readout_a"},
    {"{\"phi_q\": [[1],[1]], \"phi_k\": [[1],[1]], \"values\": [[1],[1]], \"readout_a\": [[0],[0]], \"readout_b\": [0]}", "readout_b"},
    {"{\"base\": 2, \"values\": [[1],[1]], \"readout_a\": [[0],[0]], \"readout_b\": [0,0]}", "needs an array tokens"},
    {"{\"tokens\": [[0],[1]], \"base\": 0, \"values\": [[1],[1]], \"readout_a\": [[0],[0]], \"readout_b\": [0,0]}", "base"},
    {"{\"tokens\": [[0],[1]], \"base\": 2, \"tau\": 1, \"values\": [[1],[1]], \"readout_a\": [[0],[0]], \"readout_b\": [0,0]}", "more than one of"},
  };
  (void)state;
  minip_error_t err;
  minip_model_t model;
  minip_model_init(model);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_error_init(err);
    assert_int_equal(load(model, cases[i][0], err), MINIP_INPUT);
    if (!strstr(err->text, cases[i][1]))
      fail_msg("case %zu: %s", i, err->text);
  }
  minip_model_clear(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lengths_one_and_two), cmocka_unit_test(test_random_heads),
                                     cmocka_unit_test(test_dense_heads), cmocka_unit_test(test_free_readout), cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
