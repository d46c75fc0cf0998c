/* Certificates written for random kernels are accepted by the independent checker, whatever the verdict and the argument. */
#include "random.h"

/* What has been seen, so that the test cannot quietly lose a case. */
typedef struct {
  int solves, undecided, kind[5], length[7];
} seen_t;

static void certify_one(const minip_kernel_t kernel, size_t n, const fmpq_t target, seen_t *seen, uint64_t round)
{
  minip_error_t err;
  minip_gap_result_t result;
  char *text, message[1024];
  minip_error_init(err);
  minip_gap_result_init(result);
  assert_ok(minip_gap_certify(result, kernel, n, target, 1, NULL, NULL, err));
  minip_status_t st = minip_cert_head(&text, kernel, result, n, target, err);
  if (result->verdict == MINIP_VERDICT_UNDECIDED) {
    assert_int_equal(st, MINIP_UNDECIDED);
    seen->undecided++;
  } else {
    assert_ok(st);
    int verdict = verdict_of(text, message, sizeof message);
    if (verdict != CK_VERIFIED)
      fail_msg("round %llu: %s\n%s", (unsigned long long)round, message, text);
    seen->solves += result->verdict == MINIP_VERDICT_SOLVES;
    seen->kind[result->verdict == MINIP_VERDICT_FAILS ? result->witness.kind : 0]++;
    seen->length[n]++;
    free(text);
  }
  minip_gap_result_clear(result);
}

static void test_random_kernels(void **state)
{
  (void)state;
  uint64_t random = test_seed();
  seen_t seen = {0};
  for (int round = 0; round < test_rounds(3000); round++) {
    minip_kernel_t kernel;
    fmpq_t target;
    minip_kernel_init(kernel);
    fmpq_init(target);
    random_kernel(kernel, &random);
    fmpq_set_si(target, 1, 2 + test_below(&random, 3));
    certify_one(kernel, 1 + test_below(&random, 6), target, &seen, (uint64_t)round);
    fmpq_clear(target);
    minip_kernel_clear(kernel);
  }
  printf("# solves %d, undecided %d, undefined %d, pair %d, group %d, group-pair %d\n", seen.solves, seen.undecided,
         seen.kind[MINIP_WITNESS_UNDEFINED], seen.kind[MINIP_WITNESS_PAIR], seen.kind[MINIP_WITNESS_ZERO], seen.kind[MINIP_WITNESS_ZERO_PAIR]);
  assert_true(seen.solves > 20 && seen.undecided > 5);
  for (int k = MINIP_WITNESS_UNDEFINED; k <= MINIP_WITNESS_ZERO_PAIR; k++)
    assert_true(seen.kind[k] > 5);
  for (int n = 1; n <= 6; n++)
    assert_true(seen.length[n] > 20);
}

/* Any kernel and the one with all features and the offset turned to the other sign are one head: where one is certified, so is the other, whose
   weights W are then all negative. Many invisible tokens, so that group-pair comes up. */
static void test_negated(void **state)
{
  (void)state;
  uint64_t random = test_seed();
  seen_t seen = {0}, negated = {0};
  for (int round = 0; round < test_rounds(1500); round++) {
    minip_kernel_t kernel;
    fmpq_t half;
    minip_kernel_init(kernel), fmpq_init(half);
    fmpq_set_si(half, 1, 2);
    random_table(kernel, &random, 0);
    for (size_t i = 0; i < kernel->tokens->count * kernel->r; i++)
      if (test_below(&random, 3))
        fmpz_zero(kernel->phi_k + i);
    fmpq_set_si(kernel->rule->eta, (slong)test_below(&random, 4), 1);
    size_t n = 3 + test_below(&random, 3);
    certify_one(kernel, n, half, &seen, (uint64_t)round);
    _fmpz_vec_neg(kernel->phi_q, kernel->phi_q, (slong)(kernel->query_count * kernel->r));
    fmpq_neg(kernel->rule->eta, kernel->rule->eta);
    certify_one(kernel, n, half, &negated, (uint64_t)round);
    fmpq_clear(half), minip_kernel_clear(kernel);
  }
  printf("# group-pair %d and %d negated\n", seen.kind[MINIP_WITNESS_ZERO_PAIR], negated.kind[MINIP_WITNESS_ZERO_PAIR]);
  assert_true(seen.kind[MINIP_WITNESS_ZERO_PAIR] > 20);
  assert_memory_equal(seen.kind, negated.kind, sizeof seen.kind);
  assert_int_equal(seen.solves, negated.solves);
}

/* The checker has two ways through a table that solves: machine integers, and integers of any size, which two columns that cancel, 2^80 and -2^80
   against one key, force upon it. Both accept the optimal error. */
static void test_large_entries(void **state)
{
  (void)state;
  uint64_t random = test_seed();
  seen_t seen = {0}, large = {0};
  for (int round = 0; round < test_rounds(300); round++) {
    minip_kernel_t kernel, other;
    minip_error_t err;
    fmpq_t half;
    minip_error_init(err);
    minip_kernel_init(kernel), minip_kernel_init(other), fmpq_init(half);
    fmpq_set_si(half, 1, 2);
    random_table(kernel, &random, test_below(&random, 4) == 0);
    size_t count = kernel->tokens->count, r = kernel->r;
    fmpz *q = _fmpz_vec_init((slong)(count * (r + 2))), *k = _fmpz_vec_init((slong)(count * (r + 2)));
    for (size_t i = 0; i < count; i++) {
      _fmpz_vec_set(q + i * (r + 2), kernel->phi_q + i * r, (slong)r), _fmpz_vec_set(k + i * (r + 2), kernel->phi_k + i * r, (slong)r);
      fmpz_set_ui(k + i * (r + 2) + r, 1 + i), fmpz_set_ui(k + i * (r + 2) + r + 1, 1 + i);
      fmpz_set_ui(q + i * (r + 2) + r, 1), fmpz_mul_2exp(q + i * (r + 2) + r, q + i * (r + 2) + r, 80), fmpz_neg(q + i * (r + 2) + r + 1, q + i * (r + 2) + r);
    }
    assert_ok(minip_kernel_set_features(other, kernel->tokens, q, k, r + 2, err));
    size_t n = 2 + test_below(&random, 4);
    certify_one(kernel, n, half, &seen, (uint64_t)round);
    certify_one(other, n, half, &large, (uint64_t)round);
    _fmpz_vec_clear(q, (slong)(count * (r + 2))), _fmpz_vec_clear(k, (slong)(count * (r + 2)));
    fmpq_clear(half), minip_kernel_clear(kernel), minip_kernel_clear(other);
  }
  assert_true(seen.solves > 20);
  assert_memory_equal(&seen, &large, sizeof seen);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_kernels), cmocka_unit_test(test_negated), cmocka_unit_test(test_large_entries)};
  return cmocka_run_group_tests_name("cert-head", tests, NULL, NULL);
}
