/* Certificates of ranks: every shape of kernel, with pools and queries cut down and shuffled; one more or one less is rejected. */
#include "random.h"
#include <minip/rank.h>

static minip_error_t err;

/* The pool in a random order: pivot columns are places in the pool, the format's are tokens. */
static void shuffle_pool(minip_kernel_t kernel, uint64_t *state)
{
  minip_tokens_t all, some;
  size_t order[64];
  minip_tokens_init(all), minip_tokens_init(some);
  if (kernel->tokens->count == 0)
    assert_ok(minip_tokens_cube(all, kernel->m, err));
  else {
    assert_ok(minip_tokens_alloc(all, kernel->tokens->count, kernel->m, err));
    memcpy(all->bits, kernel->tokens->bits, all->count * all->words * sizeof(uint64_t));
  }
  assert_in_range(all->count, 1, 64);
  for (size_t i = 0; i < all->count; i++) {
    size_t j = test_below(state, i + 1);
    order[i] = order[j], order[j] = i;
  }
  size_t keep = 1 + test_below(state, all->count);
  assert_ok(minip_tokens_alloc(some, keep, kernel->m, err));
  for (size_t i = 0; i < keep; i++)
    memcpy(minip_token_row(some, i), minip_token_row(all, order[i]), all->words * sizeof(uint64_t));
  assert_ok(minip_kernel_restrict_pool(kernel, some, err));
  minip_tokens_clear(all), minip_tokens_clear(some);
}

static int verdict_for(const minip_kernel_t kernel, const minip_rank_result_t result)
{
  char *text, message[1024];
  assert_ok(minip_cert_rank(&text, kernel, result, err));
  int verdict = verdict_of(text, message, sizeof message);
  free(text);
  return verdict;
}

/* The same evidence for another number. */
static int verdict_for_other(const minip_kernel_t kernel, minip_rank_result_t result, slong change)
{
  fmpz_add_si(result->rank, result->rank, change);
  int verdict = verdict_for(kernel, result);
  fmpz_sub_si(result->rank, result->rank, change);
  return verdict;
}

static void test_random_kernels(void **state)
{
  (void)state;
  uint64_t random = test_seed();
  int reasons[3] = {0}, kinds[8] = {0}, cut = 0;
  for (int round = 0; round < test_rounds(400); round++) {
    minip_kernel_t kernel;
    minip_rank_result_t result;
    minip_kernel_init(kernel), minip_rank_result_init(result);
    if (test_below(&random, 2))
      random_table(kernel, &random, (int)test_below(&random, 2));
    else
      random_structured(kernel, &random, (int)test_below(&random, 2));
    random_rule(kernel->rule, &random, 0); /* which a rank has nothing to do with */
    if (test_below(&random, 3))
      shuffle_pool(kernel, &random);
    assert_ok(minip_rank_kernel(result, kernel, err));
    assert_int_equal(verdict_for(kernel, result), CK_VERIFIED);
    assert_int_equal(verdict_for_other(kernel, result, 1), CK_REJECTED);
    assert_int_equal(verdict_for_other(kernel, result, -1), CK_REJECTED);
    reasons[result->reason]++;
    kinds[kernel->kind]++;
    cut += kernel->pool && kernel->pool_count < kernel->tokens->count && result->pivots > 0;
    minip_kernel_clear(kernel), minip_rank_result_clear(result);
  }
  printf("# dimension %d, dependency %d, formula %d, part of the tokens %d\n", reasons[0], reasons[1], reasons[2], cut);
  assert_true(reasons[MINIP_RANK_DIMENSION] > 20 && reasons[MINIP_RANK_DEPENDENCY] > 20 && reasons[MINIP_RANK_FORMULA] > 20 && cut > 20);
  assert_true(kinds[MINIP_KERNEL_FEATURES] > 20 && kinds[MINIP_KERNEL_OVERLAP] > 20 && kinds[MINIP_KERNEL_WEIGHTED] > 20);
}

/* A matrix from a file, its pool in another order. Rows 1 2 3 4, 2 4 6 8, 0 0 0 1/3, 1/2 1 3/2 2 have rank 2, without the last column 1. */
static void test_matrix(void **state)
{
  (void)state;
  char path[] = "/tmp/minip-rank-XXXXXX.csv";
  int fd = mkstemps(path, 4);
  FILE *f = fdopen(fd, "w");
  assert_non_null(f);
  fputs("1,2,3,4\n2,4,6,8\n0,0,0,1/3\n0.5,1,1.5,2\n", f);
  fclose(f);
  static const char *const pools[][3] = {{"11", "00", "10"}, {"01", "10", "00"}};
  for (size_t p = 0; p < 2; p++) {
    minip_kernel_t kernel;
    minip_rank_result_t result;
    minip_tokens_t pool;
    minip_kernel_init(kernel), minip_rank_result_init(result), minip_tokens_init(pool);
    assert_ok(minip_kernel_load(kernel, path, err));
    assert_ok(minip_tokens_alloc(pool, 3, 2, err));
    for (size_t i = 0; i < 3; i++)
      assert_ok(minip_token_from_text(minip_token_row(pool, i), pools[p][i], 2, err));
    assert_ok(minip_kernel_restrict_pool(kernel, pool, err));
    assert_ok(minip_rank_kernel(result, kernel, err));
    assert_int_equal(fmpz_get_si(result->rank), p == 0 ? 2 : 1);
    assert_int_equal(verdict_for(kernel, result), CK_VERIFIED);
    assert_int_equal(verdict_for_other(kernel, result, 1), CK_REJECTED);
    minip_kernel_clear(kernel), minip_rank_result_clear(result), minip_tokens_clear(pool);
  }
  remove(path);
}

int main(void)
{
  minip_error_init(err);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_kernels), cmocka_unit_test(test_matrix)};
  return cmocka_run_group_tests_name("cert-rank", tests, NULL, NULL);
}
