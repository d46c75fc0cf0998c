/* Targets against a naive loop over bits, at and beside word sizes; the wide inner loop against the plain one. */
#include "../lib/test.h"
#include "../../src/target/internal.h"

static uint32_t naive(size_t *argmin, const minip_tokens_t t, size_t i)
{
  uint32_t best = UINT32_MAX;
  for (size_t j = 0; j < t->count; j++) {
    uint32_t n = 0;
    for (size_t b = 0; b < t->m; b++)
      n += (uint32_t)(minip_token_bit(minip_token_row(t, i), b) && minip_token_bit(minip_token_row(t, j), b));
    if (n < best) {
      best = n;
      *argmin = j;
    }
  }
  return best;
}

/* density 0: all zeros; 4: all ones; else random bits of that many quarters. */
static void fill(minip_tokens_t t, size_t count, size_t m, unsigned density, uint64_t *rng)
{
  minip_error_t err;
  assert_ok(minip_tokens_alloc(t, count, m, err));
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < m; j++)
      minip_token_set_bit(minip_token_row(t, i), j, test_below(rng, 4) < density);
}

static void check(const minip_tokens_t t, int threads)
{
  uint32_t *fast = calloc(t->count + 1, sizeof *fast), *slow = calloc(t->count + 1, sizeof *slow), *at = calloc(t->count + 1, sizeof *at);
  assert_true(fast && slow && at);
  minip_target_compute(fast, NULL, t, threads);
  minip_target_compute(slow, at, t, threads);
  for (size_t i = 0; i < t->count; i++) {
    size_t where = 0, where_query = 0;
    uint32_t wanted = naive(&where, t, i);
    assert_int_equal(fast[i], wanted);
    assert_int_equal(slow[i], wanted);
    assert_int_equal(at[i], where);
    assert_int_equal(minip_target_query(&where_query, t, i), wanted);
    assert_int_equal(where_query, where);
  }
  free(fast), free(slow), free(at);
}

static void test_word_sizes(void **state)
{
  static const size_t widths[] = {0, 1, 63, 64, 65, 511, 512, 513};
  static const size_t counts[] = {0, 1, 2, 3, 7, 8, 9, 16, 17, 40};
  (void)state;
  minip_tokens_t t;
  uint64_t rng = test_seed();
  minip_tokens_init(t);
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
      for (unsigned density = 0; density <= 4; density++) {
        fill(t, counts[c], widths[w], density, &rng);
        check(t, (int)(c % 3));
      }
  minip_tokens_clear(t);
}

static void test_query_is_counted(void **state)
{
  (void)state;
  minip_error_t err;
  minip_tokens_t t;
  uint32_t target;
  minip_tokens_init(t);
  assert_ok(minip_tokens_alloc(t, 1, 5, err));
  minip_token_set_bit(minip_token_row(t, 0), 2, 1);
  minip_target_compute(&target, NULL, t, 1);
  assert_int_equal(target, 1); /* alone: <x,x> = |x| */
  minip_tokens_clear(t);
}

/* Enough work for several threads, and the inner loops side by side. */
static void test_paths_agree(void **state)
{
  (void)state;
  minip_tokens_t t;
  uint64_t rng = test_seed();
  size_t n = 1500;
  uint32_t *one = calloc(n, sizeof *one), *two = calloc(n, sizeof *two), *at = calloc(n, sizeof *at);
  minip_tokens_init(t);
  fill(t, n, 200, 3, &rng);
  minip_target_compute(one, NULL, t, 1);
  minip_target_compute(two, NULL, t, 2);
  assert_memory_equal(one, two, n * sizeof *one);
  minip_target_compute(two, at, t, 2);
  assert_memory_equal(one, two, n * sizeof *one);

  minip__tiles_t tiles = {3, t->words, 24, t->bits}; /* any 3 x 8 x words block of bits is a tiling of some sequence */
  uint64_t a[24], b[24];
  for (size_t first = 0; first < 3; first++) {
    memset(a, 0xff, sizeof a);
    memset(b, 0xff, sizeof b);
    minip__scan_plain(a, &tiles, first);
    minip__scan_best()(b, &tiles, first);
    assert_memory_equal(a, b, sizeof a);
  }
  free(one), free(two), free(at);
  minip_tokens_clear(t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_word_sizes), cmocka_unit_test(test_query_is_counted),
                                     cmocka_unit_test(test_paths_agree)};
  return cmocka_run_group_tests_name("target", tests, NULL, NULL);
}
