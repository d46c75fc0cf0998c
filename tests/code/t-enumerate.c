/* Orders, ranks and walks against plain enumerations. */
#include "../lib/test.h"
#include <minip/code.h>

/* All 0/1 texts of length n and weight w, in increasing order, by counting upwards: bit n-1-j of v is character j. */
static size_t naive_lex(uint64_t *out, unsigned n, unsigned w)
{
  size_t k = 0;
  for (uint64_t v = 0; v < (uint64_t)1 << n; v++) {
    if ((unsigned)__builtin_popcountll(v) != w)
      continue;
    out[k] = 0;
    for (unsigned j = 0; j < n; j++)
      out[k] |= ((v >> (n - 1 - j)) & 1) << j;
    k++;
  }
  return k;
}

/* The recursive definition: R(n,w) = R(n-1,w), then R(n-1,w-1) backwards with bit n-1 set. */
static size_t naive_revolving(uint64_t *out, unsigned n, unsigned w)
{
  if (w == 0 || w == n) {
    out[0] = w == 0 ? 0 : ((uint64_t)1 << n) - 1;
    return 1;
  }
  size_t a = naive_revolving(out, n - 1, w), b = naive_revolving(out + a, n - 1, w - 1);
  for (size_t i = 0; i < b / 2; i++) {
    uint64_t t = out[a + i];
    out[a + i] = out[a + b - 1 - i];
    out[a + b - 1 - i] = t;
  }
  for (size_t i = 0; i < b; i++)
    out[a + i] |= (uint64_t)1 << (n - 1);
  return a + b;
}

/* Walk from a rank to the end, taking `step` at a time: must give the tail of `wanted`. */
static void check_walk(const uint64_t *wanted, size_t count, unsigned n, unsigned w, minip_order_t order, size_t from, size_t step)
{
  minip_error_t err;
  minip_walk_t walk;
  fmpz_t start;
  uint64_t got[64];
  minip_error_init(err);
  fmpz_init_set_ui(start, from);
  assert_ok(minip_walk_new(&walk, n, w, order, start, err));
  size_t at = from, k;
  while ((k = minip_walk_next(got, walk, step)) > 0) {
    assert_true(k <= step && at + k <= count);
    for (size_t i = 0; i < k; i++)
      assert_int_equal(got[i], wanted[at + i]);
    at += k;
  }
  assert_int_equal(at, count);
  assert_int_equal(minip_walk_next(got, walk, step), 0);
  minip_walk_free(walk);
  fmpz_clear(start);
}

static void check_ranks(const uint64_t *wanted, size_t count, unsigned n, unsigned w, minip_order_t order)
{
  minip_error_t err;
  fmpz_t rank;
  minip_error_init(err);
  fmpz_init(rank);
  for (size_t i = 0; i < count; i++) {
    uint64_t word = ~(uint64_t)0;
    assert_ok(minip_code_rank(rank, &wanted[i], n, w, order, err));
    assert_true(fmpz_equal_ui(rank, i));
    assert_ok(minip_code_unrank(&word, rank, n, w, order, err));
    assert_int_equal(word, wanted[i]);
  }
  fmpz_clear(rank);
}

static void test_small(void **state)
{
  uint64_t seed = test_seed();
  uint64_t *wanted = malloc(4096 * sizeof *wanted);
  (void)state;
  for (unsigned n = 1; n <= 12; n++)
    for (unsigned w = 0; w <= n; w++)
      for (int order = MINIP_ORDER_LEX; order <= MINIP_ORDER_REVOLVING; order++) {
        size_t count = (order == MINIP_ORDER_LEX ? naive_lex : naive_revolving)(wanted, n, w);
        check_ranks(wanted, count, n, w, (minip_order_t)order);
        check_walk(wanted, count, n, w, (minip_order_t)order, 0, 64);
        check_walk(wanted, count, n, w, (minip_order_t)order, test_below(&seed, count + 1), 1 + test_below(&seed, 64));
      }
  free(wanted);
}

/* Tables cover all of n <= 12 at once; here blocks change, and every word is held against the lists. */
static void test_blocks(void **state)
{
  static const unsigned cases[][2] = {{20, 10}, {20, 3}, {21, 18}, {18, 9}, {22, 2}, {17, 16}};
  uint64_t seed = test_seed();
  uint64_t *wanted = malloc(184756 * sizeof *wanted);
  (void)state;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (int order = MINIP_ORDER_LEX; order <= MINIP_ORDER_REVOLVING; order++) {
      unsigned n = cases[c][0], w = cases[c][1];
      size_t count = (order == MINIP_ORDER_LEX ? naive_lex : naive_revolving)(wanted, n, w);
      for (int i = 0; i < 20; i++)
        check_walk(wanted, count, n, w, (minip_order_t)order, i == 0 ? 0 : test_below(&seed, count + 1), 1 + test_below(&seed, 64));
    }
  free(wanted);
}

/* Is b the text after a, or one revolving move away? n may be any length. */
static int follows(const uint64_t *a, const uint64_t *b, size_t n, minip_order_t order)
{
  size_t first = n, moved = 0;
  for (size_t j = 0; j < n; j++)
    if (minip_token_bit(a, j) != minip_token_bit(b, j)) {
      first = first == n ? j : first;
      moved++;
    }
  return order == MINIP_ORDER_LEX ? first < n && minip_token_bit(b, first) : moved == 2;
}

/* From a rank on: ranks go up by one, neighbours are as the order demands, weights stay. */
static void check_long(size_t n, size_t w, minip_order_t order, const fmpz_t from, size_t steps)
{
  minip_error_t err;
  minip_walk_t walk;
  fmpz_t rank, count;
  size_t words = (n + 63) / 64, room = 7, k, at = 0;
  uint64_t *rows = calloc(words * room, sizeof *rows), *last = calloc(words, sizeof *last), *back = calloc(words, sizeof *back);
  minip_error_init(err);
  fmpz_init(rank), fmpz_init(count);
  minip_code_count(count, n, w);
  assert_ok(minip_walk_new(&walk, n, w, order, from, err));
  while (at < steps && (k = minip_walk_next(rows, walk, room)) > 0)
    for (size_t i = 0; i < k; i++, at++) {
      const uint64_t *row = rows + i * words;
      assert_int_equal(minip_token_weight(row, words), w);
      assert_true(n % 64 == 0 || row[words - 1] >> (n % 64) == 0);
      assert_ok(minip_code_rank(rank, row, n, w, order, err));
      fmpz_sub(rank, rank, from);
      assert_true(fmpz_equal_ui(rank, at));
      fmpz_add(rank, rank, from);
      assert_ok(minip_code_unrank(back, rank, n, w, order, err));
      assert_memory_equal(back, row, words * sizeof *row);
      assert_true(at == 0 || follows(last, row, n, order));
      memcpy(last, row, words * sizeof *row);
    }
  if (at < steps) { /* it must have been the end */
    fmpz_sub(rank, count, from);
    assert_true(fmpz_equal_ui(rank, at));
  }
  minip_walk_free(walk);
  free(rows), free(last), free(back);
  fmpz_clear(rank), fmpz_clear(count);
}

static void test_word_sizes(void **state)
{
  static const size_t lengths[] = {31, 32, 33, 63, 64, 65, 127, 128, 129, 200};
  flint_rand_t random;
  fmpz_t from, count;
  (void)state;
  flint_randinit(random);
  fmpz_init(from), fmpz_init(count);
  for (size_t c = 0; c < sizeof lengths / sizeof *lengths; c++)
    for (int order = MINIP_ORDER_LEX; order <= MINIP_ORDER_REVOLVING; order++)
      for (int i = 0; i < 8; i++) {
        const size_t n = lengths[c], weights[] = {n / 2, 0, n, 1, n - 1, 2, 5, n / 3}, w = weights[i];
        minip_code_count(count, n, w);
        for (int round = 0; round < 4; round++) {
          if (round == 0)
            fmpz_zero(from);
          else if (round == 1)
            fmpz_sub_ui(from, count, 1);
          else if (round == 2 && fmpz_cmp_ui(count, 50) > 0)
            fmpz_sub_ui(from, count, 50);
          else
            fmpz_randm(from, random, count);
          check_long(n, w, (minip_order_t)order, from, 60);
        }
      }
  fmpz_clear(from), fmpz_clear(count);
  flint_randclear(random);
}

/* The first and the last word of the revolving order are neighbours too. */
static void test_revolving_closes(void **state)
{
  minip_error_t err;
  fmpz_t rank;
  uint64_t first[3], last[3];
  (void)state;
  minip_error_init(err);
  fmpz_init(rank);
  for (size_t n = 2; n <= 130; n++)
    for (size_t w = 1; w < n; w += 1 + n / 9) {
      fmpz_zero(rank);
      assert_ok(minip_code_unrank(first, rank, n, w, MINIP_ORDER_REVOLVING, err));
      minip_code_count(rank, n, w);
      fmpz_sub_ui(rank, rank, 1);
      assert_ok(minip_code_unrank(last, rank, n, w, MINIP_ORDER_REVOLVING, err));
      assert_true(follows(last, first, n, MINIP_ORDER_REVOLVING));
    }
  fmpz_clear(rank);
}

static void test_refusals(void **state)
{
  minip_error_t err;
  minip_walk_t walk;
  fmpz_t rank;
  uint64_t word = 7;
  (void)state;
  minip_error_init(err);
  fmpz_init_set_si(rank, -1);
  assert_int_equal(minip_walk_new(&walk, 5, 2, MINIP_ORDER_LEX, rank, err), MINIP_INPUT);
  assert_int_equal(minip_code_unrank(&word, rank, 5, 2, MINIP_ORDER_LEX, err), MINIP_INPUT);
  fmpz_set_ui(rank, 11);
  assert_int_equal(minip_walk_new(&walk, 5, 2, MINIP_ORDER_LEX, rank, err), MINIP_INPUT);
  fmpz_set_ui(rank, 10);
  assert_int_equal(minip_code_unrank(&word, rank, 5, 2, MINIP_ORDER_REVOLVING, err), MINIP_INPUT);
  assert_ok(minip_walk_new(&walk, 5, 2, MINIP_ORDER_REVOLVING, rank, err));
  assert_int_equal(minip_walk_next(&word, walk, 1), 0);
  minip_walk_free(walk);
  fmpz_zero(rank);
  assert_int_equal(minip_walk_new(&walk, 5, 6, MINIP_ORDER_LEX, rank, err), MINIP_INPUT);
  assert_int_equal(minip_walk_new(&walk, 0, 0, MINIP_ORDER_LEX, rank, err), MINIP_INPUT);
  assert_int_equal(minip_walk_new(&walk, SIZE_MAX, 2, MINIP_ORDER_LEX, rank, err), MINIP_INPUT);
  assert_int_equal(minip_code_rank(rank, &word, 5, 2, MINIP_ORDER_LEX, err), MINIP_INPUT); /* weight 3 */
  fmpz_clear(rank);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small),       cmocka_unit_test(test_blocks),
                                     cmocka_unit_test(test_word_sizes),  cmocka_unit_test(test_revolving_closes),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests_name("enumerate", tests, NULL, NULL);
}
