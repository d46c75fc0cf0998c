/* A(n,d,w): published values, all parameters up to n = 9, the search alone against a plain one, limits. */
#include "config.h"
#include "../lib/test.h"
#include "../../src/code/construct_internal.h"
#include <minip/construct.h>

static int by_cliquer; /* 1: let cliquer solve the graphs */

static size_t maximum(size_t n, size_t d, size_t w, int search_only)
{
  minip_error_t err;
  minip_code_max_t max;
  minip_code_t code;
  minip_code_measures_t measures;
  minip_code_max_options_t options = {.search_only = search_only, .cliquer = by_cliquer, .threads = 2};
  minip_error_init(err), minip_code_max_init(max), minip_code_init(code), minip_code_measures_init(measures);
  assert_ok(minip_code_maximum(max, code, n, d, w, &options, err));
  assert_true(max->exact && !max->limit && fmpz_equal_ui(max->upper, max->lower));
  assert_ok(minip_code_measure(measures, code, 1, NULL, NULL, err));
  assert_true(minip_code_size(code) == max->lower && minip_code_n(code) == n && measures->constant_weight && measures->min_weight == w);
  assert_true(max->lower < 2 || measures->min_distance >= d);
  size_t lower = max->lower;
  minip_code_measures_clear(measures), minip_code_clear(code), minip_code_max_clear(max);
  return lower;
}

/* The largest code by plain recursion: take or leave every word in turn. */
static void plain(size_t *best, const unsigned *words, size_t count, size_t d, size_t taken)
{
  unsigned rest[128];
  if (taken > *best)
    *best = taken;
  for (size_t i = 0; i < count && taken + count - i > *best; i++) {
    size_t m = 0;
    for (size_t j = i + 1; j < count; j++)
      if ((size_t)__builtin_popcount(words[i] ^ words[j]) >= d)
        rest[m++] = words[j];
    plain(best, rest, m, d, taken + 1);
  }
}

static size_t plain_maximum(size_t n, size_t d, size_t w)
{
  unsigned words[128];
  size_t count = 0, best = 0;
  for (unsigned x = 0; x < 1u << n; x++)
    if ((size_t)__builtin_popcount(x) == w)
      words[count++] = x;
  plain(&best, words, count, d, 0);
  return best;
}

static size_t binomial(size_t n, size_t k)
{
  size_t y = 1;
  for (size_t i = 1; i <= k; i++)
    y = y * (n - k + i) / i;
  return y;
}

/* The published table (Brouwer, Shearer, Sloane, Smith 1990, table I) for w <= n/2 and 4 <= d < 2w. */
static size_t published(size_t n, size_t d, size_t w)
{
  static const struct { size_t n, d, w, value; } table[] = {
    {6, 4, 3, 4}, {7, 4, 3, 7}, {8, 4, 3, 8}, {8, 4, 4, 14}, {9, 4, 3, 12}, {9, 4, 4, 18}, {8, 6, 4, 2}, {9, 6, 4, 3},
  };
  if (2 * w > n)
    w = n - w;
  if (d == 2)
    return binomial(n, w);
  if (d > 2 * w)
    return 1;
  if (d == 2 * w)
    return n / w;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].n == n && table[i].d == d && table[i].w == w)
      return table[i].value;
  fail_msg("no value for %zu %zu %zu", n, d, w);
  return 0;
}

static void test_up_to_nine(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 9; n++)
    for (size_t w = 0; w <= n; w++)
      for (size_t d = 2; d <= n + 2; d += 2)
        assert_int_equal(maximum(n, d, w, 0), published(n, d, w));
}

/* Without bounds and constructions, up to n = 8: again the published values; up to n = 7, where it is quick, plain recursion too. */
static void test_search_alone(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 8; n++)
    for (size_t w = 0; w <= n; w++)
      for (size_t d = 4; d <= n + 2; d += 2) {
        size_t found = maximum(n, d, w, 1);
        assert_int_equal(found, published(n, d, w));
        if (n <= 7)
          assert_int_equal(found, plain_maximum(n, d, w));
      }
  assert_int_equal(maximum(9, 6, 4, 1), 3);
  assert_int_equal(maximum(10, 6, 5, 1), 6);
  assert_int_equal(maximum(11, 6, 4, 1), 6);
  assert_int_equal(maximum(12, 8, 6, 1), 4);
}

static void test_published(void **state)
{
  static const size_t known[][4] = {
    {10, 4, 5, 36}, {10, 6, 5, 6},  {11, 6, 5, 11},  {12, 6, 6, 22},  {16, 8, 8, 30},    {21, 8, 5, 21},
    {22, 8, 6, 77}, {23, 8, 7, 253}, {24, 8, 8, 759}, {24, 8, 12, 2576}, {24, 12, 12, 46}, {12, 4, 6, 132},
  };
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_int_equal(maximum(known[i][0], known[i][1], known[i][2], 0), known[i][3]);
}

#ifdef HAVE_CLIQUER
/* The same numbers when cliquer, a program of other authors, solves the graphs that the search comes down to. */
static void test_cliquer(void **state)
{
  (void)state;
  by_cliquer = 1;
  for (size_t n = 4; n <= 8; n++)
    for (size_t w = 2; 2 * w <= n; w++)
      for (size_t d = 4; d <= 2 * w; d += 2)
        assert_int_equal(maximum(n, d, w, 1), published(n, d, w));
  assert_int_equal(maximum(10, 6, 5, 1), 6);
  assert_int_equal(maximum(11, 6, 4, 1), 6);
  assert_int_equal(maximum(12, 6, 5, 0), 12);
  by_cliquer = 0;
}

/* Random weighted graphs: own branch and bound against cliquer, from nothing, above a floor, and up to a weight that is enough. */
static void test_two_solvers(void **state)
{
  uint64_t seed = test_seed();
  (void)state;
  for (int round = 0; round < test_rounds(150); round++) {
    size_t n = 1 + test_below(&seed, 40), words = 1, sizes[2];
    uint64_t edges[40] = {0}, weights_found[2], dense = 1 + test_below(&seed, 9);
    uint32_t weights[40], chosen[2][40];
    minip_error_t err;
    minip_error_init(err);
    for (size_t i = 0; i < n; i++) {
      weights[i] = 1 + (uint32_t)test_below(&seed, 5);
      for (size_t j = 0; j < i; j++)
        if (test_below(&seed, 10) < dense)
          edges[i * words] |= (uint64_t)1 << j, edges[j * words] |= (uint64_t)1 << i;
    }
    minip__clique_task_t task = {.count = n, .edges = edges, .weights = round % 2 ? weights : NULL, .floor = test_below(&seed, 3) ? 0 : test_below(&seed, 20)};
    int complete[2];
    assert_ok(minip__clique(&weights_found[0], chosen[0], &sizes[0], &complete[0], &task, err));
    assert_ok(minip__clique_cliquer(&weights_found[1], chosen[1], &sizes[1], &complete[1], &task, err));
    assert_true(complete[0] && complete[1]);
    assert_int_equal(weights_found[0], weights_found[1]);
    for (int k = 0; k < 2; k++) {
      uint64_t sum = 0;
      for (size_t a = 0; a < sizes[k]; a++) {
        sum += task.weights ? weights[chosen[k][a]] : 1;
        for (size_t b = 0; b < a; b++)
          assert_true((edges[chosen[k][a]] >> chosen[k][b]) & 1);
      }
      assert_int_equal(sum, weights_found[k]);
    }
    task.enough = weights_found[0] / 2;
    if (task.enough > task.floor) {
      assert_ok(minip__clique_cliquer(&weights_found[1], chosen[1], &sizes[1], &complete[1], &task, err));
      assert_true(weights_found[1] >= task.enough);
    }
  }
}

#else
static void test_without_cliquer(void **state)
{
  minip_error_t err;
  minip_code_max_t max;
  minip_code_t code;
  minip_code_max_options_t options = {.search_only = 1, .cliquer = 1};
  (void)state;
  minip_error_init(err), minip_code_max_init(max), minip_code_init(code);
  assert_int_equal(minip_code_maximum(max, code, 11, 6, 4, &options, err), MINIP_UNDECIDED);
  assert_non_null(strstr(err->text, "built without cliquer"));
  minip_code_clear(code), minip_code_max_clear(max);
}
#endif

static void test_limits(void **state)
{
  minip_error_t err;
  minip_code_max_t max;
  minip_code_t code;
  (void)state;
  minip_error_init(err), minip_code_max_init(max), minip_code_init(code);
  minip_code_max_options_t quick = {.time_limit = 0.2}, small = {.memory_limit = 1000};
  assert_ok(minip_code_maximum(max, code, 14, 6, 7, &quick, err)); /* A(14,6,7) = 42 is out of reach in a moment */
  assert_true(!max->exact && max->limit && max->lower <= 42 && fmpz_cmp_ui(max->upper, 42) >= 0);
  assert_ok(minip_code_maximum(max, code, 14, 6, 7, &small, err));
  assert_true(!max->exact && max->limit && max->lower <= 42 && fmpz_cmp_ui(max->upper, 42) >= 0);
  assert_int_equal(minip_code_maximum(max, code, 8, 3, 4, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_code_maximum(max, code, 8, 4, 9, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_code_maximum(max, code, 8, 0, 4, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_code_maximum(max, code, 0, 4, 0, NULL, err), MINIP_INPUT);
  minip_code_clear(code), minip_code_max_clear(max);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_up_to_nine), cmocka_unit_test(test_search_alone), cmocka_unit_test(test_published),
#ifdef HAVE_CLIQUER
                                     cmocka_unit_test(test_cliquer), cmocka_unit_test(test_two_solvers),
#else
                                     cmocka_unit_test(test_without_cliquer),
#endif
                                     cmocka_unit_test(test_limits)};
  return cmocka_run_group_tests_name("max", tests, NULL, NULL);
}
