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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_kernels)};
  return cmocka_run_group_tests_name("cert-head", tests, NULL, NULL);
}
