/* Certificates of suites: random kernels on random sequences, whatever the signs, denominators and verdicts. */
#include "random.h"
#include <minip/suite.h>

static minip_error_t err;

typedef struct {
  int solves, fails, undefined, undecided, is_signed, none, offset, last, table;
} seen_t;

/* Random sequences over the tokens, with the query first or last; the same multiset may come twice in two orders. */
static void random_suite(minip_suite_t suite, const minip_tokens_t tokens, size_t n, uint64_t *state)
{
  suite->n = n, suite->count = 1 + test_below(state, 30);
  suite->query_position = test_below(state, 3) == 0 ? n - 1 : 0;
  suite->sequences = calloc(suite->count * n, sizeof *suite->sequences), suite->targets = calloc(suite->count, sizeof *suite->targets);
  assert_ok(minip_tokens_alloc(suite->tokens, tokens->count, tokens->m, err));
  memcpy(suite->tokens->bits, tokens->bits, tokens->count * tokens->words * sizeof *tokens->bits);
  for (size_t k = 0; k < suite->count; k++) {
    uint32_t *s = suite->sequences + k * n;
    for (size_t j = 0; j < n; j++)
      s[j] = (uint32_t)test_below(state, tokens->count);
    s[suite->query_position] %= 2; /* few queries, so that their sequences meet */
    suite->targets[k] = (uint32_t)tokens->m;
    for (size_t j = 0; j < n; j++) {
      uint32_t t = (uint32_t)minip_token_overlap(minip_token_row(tokens, s[suite->query_position]), minip_token_row(tokens, s[j]), tokens->words);
      suite->targets[k] = t < suite->targets[k] ? t : suite->targets[k];
    }
  }
}

static void suite_tokens(minip_tokens_t tokens, const minip_kernel_t kernel, uint64_t *state)
{
  if (kernel->tokens->count == 0) {
    random_tokens(tokens, 2 + test_below(state, (1u << kernel->m) - 1), kernel->m, state);
    return;
  }
  size_t keep = 1 + test_below(state, kernel->tokens->count), start = test_below(state, kernel->tokens->count);
  assert_ok(minip_tokens_alloc(tokens, keep, kernel->m, err));
  for (size_t i = 0; i < keep; i++)
    memcpy(minip_token_row(tokens, i), minip_token_row(kernel->tokens, (start + i) % kernel->tokens->count), tokens->words * sizeof(uint64_t));
}

static void count_seen(seen_t *seen, const minip_kernel_t kernel, const minip_suite_t suite, const minip_suite_result_t result, int is_signed)
{
  seen->solves += result->solves;
  seen->fails += !result->solves;
  seen->undefined += result->answers[result->worst].undefined != (size_t)-1;
  seen->is_signed += is_signed;
  seen->none += kernel->rule->normaliser == MINIP_NORMALISER_NONE;
  seen->offset += !fmpq_is_zero(kernel->rule->eta);
  seen->last += suite->query_position > 0;
  seen->table += kernel->kind == MINIP_KERNEL_FEATURES;
}

static void one_suite(minip_kernel_t kernel, int is_signed, uint64_t *state, seen_t *seen)
{
  minip_tokens_t tokens;
  minip_suite_t suite;
  minip_suite_result_t result;
  fmpq_t target;
  char *text, message[1024];
  minip_tokens_init(tokens), minip_suite_init(suite), minip_suite_result_init(result), fmpq_init(target);
  fmpq_set_si(target, 1, 2 + test_below(state, 3));
  suite_tokens(tokens, kernel, state);
  random_suite(suite, tokens, test_below(state, 2) ? 3 : 1 + test_below(state, 4), state);
  minip_status_t st = minip_suite_certify(result, suite, kernel, target, NULL, NULL, err);
  if (st == MINIP_UNDECIDED)
    seen->undecided++;
  else {
    assert_int_equal(st, MINIP_OK);
    assert_ok(minip_cert_suite(&text, kernel, suite, result, target, err));
    if (verdict_of(text, message, sizeof message) != CK_VERIFIED)
      fail_msg("%s\n%s", message, text);
    assert_non_null(strstr(text, result->solves ? "suite-solves" : "suite-fails"));
    count_seen(seen, kernel, suite, result, is_signed);
    free(text);
  }
  fmpq_clear(target), minip_suite_result_clear(result), minip_suite_clear(suite), minip_tokens_clear(tokens);
}

static void test_random_suites(void **state)
{
  (void)state;
  uint64_t random = test_seed();
  seen_t seen = {0};
  for (int round = 0; round < test_rounds(200); round++) {
    minip_kernel_t kernel;
    int is_signed = test_below(&random, 2) == 0, table = test_below(&random, 2) == 0;
    minip_kernel_init(kernel);
    if (table)
      random_table(kernel, &random, is_signed);
    else
      random_structured(kernel, &random, is_signed);
    random_rule(kernel->rule, &random, table);
    one_suite(kernel, is_signed, &random, &seen);
    minip_kernel_clear(kernel);
  }
  printf("# solves %d, fails %d, undefined %d, undecided %d; signed %d, no normaliser %d, offset %d, query last %d, tables %d\n", seen.solves, seen.fails,
         seen.undefined, seen.undecided, seen.is_signed, seen.none, seen.offset, seen.last, seen.table);
  assert_true(seen.solves > 20 && seen.fails - seen.undefined > 10 && seen.undefined > 5 && seen.undecided > 5);
  assert_true(seen.is_signed > 20 && seen.none > 20 && seen.offset > 20 && seen.last > 20 && seen.table > 20);
}

/* A softmax kernel has no exact weights to write. */
static void test_refusals(void **state)
{
  (void)state;
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_load(kernel, "softmax:1/2@m=3", err));
  assert_int_equal(minip_cert_possible(kernel, err), MINIP_UNDECIDED);
  minip_kernel_clear(kernel);
  /* Weighted kernels: 64 bits fit into the format, 65 do not. */
  for (size_t m = 64; m <= 65; m++) {
    fmpq *f = _fmpq_vec_init((slong)((m + 1) * (m + 1) * (m + 1)));
    minip_kernel_init(kernel);
    assert_ok(minip_kernel_set_weighted(kernel, f, m, err));
    assert_int_equal(minip_cert_possible(kernel, err), m == 64 ? MINIP_OK : MINIP_LIMIT);
    minip_kernel_clear(kernel);
    _fmpq_vec_clear(f, (slong)((m + 1) * (m + 1) * (m + 1)));
  }
  assert_non_null(strstr(err->text, "up to 64 bits, this one has 65"));
}

int main(void)
{
  minip_error_init(err);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_suites), cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests_name("cert-suite", tests, NULL, NULL);
}
