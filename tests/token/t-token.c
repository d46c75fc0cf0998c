/* Tokens at and beside word sizes: text, weights, overlaps, the index, sizes that overflow. */
#include "../lib/test.h"
#include <minip/token.h>

static const size_t widths[] = {1, 2, 63, 64, 65, 127, 128, 511, 512, 513};
#define WIDTHS (sizeof widths / sizeof *widths)

static void fill(minip_tokens_t t, size_t count, size_t m, uint64_t *rng)
{
  minip_error_t err;
  assert_ok(minip_tokens_alloc(t, count, m, err));
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < m; j++)
      minip_token_set_bit(minip_token_row(t, i), j, (int)test_below(rng, 2));
}

static void test_text(void **state)
{
  (void)state;
  minip_error_t err;
  minip_tokens_t t;
  uint64_t rng = test_seed();
  char text[600];
  uint64_t row[9];
  minip_tokens_init(t);
  for (size_t w = 0; w < WIDTHS; w++) {
    fill(t, 1, widths[w], &rng);
    minip_token_to_text(text, minip_token_row(t, 0), widths[w]);
    assert_int_equal(strlen(text), widths[w]);
    assert_ok(minip_token_from_text(row, text, widths[w], err));
    assert_int_equal(minip_token_compare(row, minip_token_row(t, 0), t->words), 0);
    text[widths[w] - 1] = '2';
    assert_int_equal(minip_token_from_text(row, text, widths[w], err), MINIP_INPUT);
    assert_non_null(strstr(err->text, "'2'"));
  }
  minip_tokens_clear(t);
}

static void test_overlaps(void **state)
{
  (void)state;
  minip_tokens_t t;
  uint64_t rng = test_seed();
  uint32_t out[40];
  minip_tokens_init(t);
  for (size_t w = 0; w < WIDTHS; w++) {
    fill(t, 40, widths[w], &rng);
    for (size_t i = 0; i < 40; i++) {
      const uint64_t *x = minip_token_row(t, i);
      minip_token_overlaps(out, x, t, 3, 40);
      for (size_t j = 3; j < 40; j++) {
        const uint64_t *z = minip_token_row(t, j);
        size_t naive = 0, weight = 0;
        for (size_t b = 0; b < widths[w]; b++) {
          naive += (size_t)(minip_token_bit(x, b) && minip_token_bit(z, b));
          weight += (size_t)minip_token_bit(z, b);
        }
        assert_int_equal(out[j - 3], naive);
        assert_int_equal(minip_token_overlap(x, z, t->words), naive);
        assert_int_equal(minip_token_weight(z, t->words), weight);
      }
    }
  }
  minip_tokens_clear(t);
}

static void test_index(void **state)
{
  (void)state;
  minip_error_t err;
  minip_tokens_t t;
  minip_token_index_t index;
  size_t earlier;
  minip_tokens_init(t);
  assert_ok(minip_tokens_cube(t, 12, err));
  assert_ok(minip_token_index_new(&index, t, err));
  for (uint64_t i = 0; i < 4096; i++)
    assert_int_equal(minip_token_index_find(index, &i), i);
  uint64_t absent = 4096;
  assert_int_equal(minip_token_index_find(index, &absent), (size_t)-1);
  assert_int_equal(minip_token_index_duplicate(index, NULL), (size_t)-1);
  minip_token_index_free(index);
  *minip_token_row(t, 4000) = 17;
  assert_ok(minip_token_index_new(&index, t, err));
  assert_int_equal(minip_token_index_duplicate(index, &earlier), 4000);
  assert_int_equal(earlier, 17);
  minip_token_index_free(index);
  minip_tokens_clear(t);
}

static void test_sizes(void **state)
{
  (void)state;
  minip_error_t err;
  minip_tokens_t t;
  minip_tokens_init(t);
  assert_int_equal(minip_tokens_alloc(t, SIZE_MAX, 65, err), MINIP_LIMIT);
  assert_int_equal(minip_tokens_alloc(t, SIZE_MAX / 16, 128, err), MINIP_LIMIT);
  assert_int_equal(minip_tokens_alloc(t, 2, SIZE_MAX, err), MINIP_LIMIT);
  assert_int_equal(minip_tokens_cube(t, 31, err), MINIP_LIMIT);
  assert_ok(minip_tokens_cube(t, 0, err)); /* one token without bits */
  assert_int_equal(t->count, 1);
  assert_ok(minip_tokens_alloc(t, 0, 10, err));
  minip_tokens_clear(t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_overlaps), cmocka_unit_test(test_index),
                                     cmocka_unit_test(test_sizes)};
  return cmocka_run_group_tests_name("token", tests, NULL, NULL);
}
