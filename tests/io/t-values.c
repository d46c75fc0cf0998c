/* Elements as exact numbers, dyadics and bits; checksums; limits: what the corpus cannot show from outside. */
#include "../lib/test.h"
#include <minip/io.h>
#include <unistd.h>

static void load_text(minip_bundle_t bundle, const char *text)
{
  minip_error_t err;
  minip_error_init(err);
  assert_ok(minip_bundle_parse(bundle, "text", (const unsigned char *)text, strlen(text), 0, err));
}

static void expect_dyadic(const minip_array_struct *a, size_t i, int64_t man, int exp)
{
  minip_error_t err;
  int64_t got_man;
  int got_exp;
  minip_error_init(err);
  assert_ok(minip_array_get_dyadic(&got_man, &got_exp, a, i, err));
  assert_true(got_man == man && got_exp == exp);
}

static void expect_no_dyadic(const minip_array_struct *a, size_t i, const char *place)
{
  minip_error_t err;
  int64_t man;
  int exp;
  minip_error_init(err);
  assert_int_equal(minip_array_get_dyadic(&man, &exp, a, i, err), MINIP_UNDECIDED);
  assert_non_null(strstr(err->text, place));
}

static void test_dyadic_rationals(void **state)
{
  minip_bundle_t b;
  (void)state;
  minip_bundle_init(b);
  /* 2^63 - 1 fits, 2^63 + 1 does not; 2^63 and 2^64 are powers of two. */
  load_text(b, "0,12,-3/8,0.1\n1/3,9223372036854775807,9223372036854775809,-9223372036854775807\n9223372036854775808,-18446744073709551616,1e3,-1/1024\n");
  const minip_array_struct *a = minip_bundle_find(b, "");
  assert_non_null(a);
  expect_dyadic(a, 0, 0, 0);
  expect_dyadic(a, 1, 3, 2);
  expect_dyadic(a, 2, -3, -3);
  expect_no_dyadic(a, 3, "[0,3]");
  expect_no_dyadic(a, 4, "[1,0]");
  expect_dyadic(a, 5, INT64_MAX, 0);
  expect_no_dyadic(a, 6, "[1,2]");
  expect_dyadic(a, 7, -INT64_MAX, 0);
  expect_dyadic(a, 8, 1, 63);
  expect_dyadic(a, 9, -1, 64);
  expect_dyadic(a, 10, 125, 3);
  expect_dyadic(a, 11, -1, -10);
  minip_bundle_clear(b);
}

static void test_machine_integers(void **state)
{
  uint64_t large[] = {0, UINT64_MAX, 1ull << 63, (1ull << 63) - 1, 48};
  int64_t signed_values[] = {INT64_MIN, INT64_MAX, -1, -40};
  char name[] = "w";
  minip_array_struct u = {.name = name, .dtype = MINIP_DT_U64, .ndim = 1, .shape = {5}, .size = 5, .data = large};
  minip_array_struct s = {.name = name, .dtype = MINIP_DT_I64, .ndim = 1, .shape = {4}, .size = 4, .data = signed_values};
  minip_error_t err;
  fmpq_t x;
  (void)state;
  minip_error_init(err);
  fmpq_init(x);
  expect_dyadic(&u, 0, 0, 0);
  expect_no_dyadic(&u, 1, "array 'w' at [1]"); /* odd and above INT64_MAX */
  expect_dyadic(&u, 2, 1, 63);
  expect_dyadic(&u, 3, INT64_MAX, 0);
  expect_dyadic(&u, 4, 3, 4);
  expect_dyadic(&s, 0, -1, 63);
  expect_dyadic(&s, 1, INT64_MAX, 0);
  expect_dyadic(&s, 3, -5, 3);
  assert_ok(minip_array_get(x, &u, 1, err));
  assert_fmpq(x, "18446744073709551615");
  assert_ok(minip_array_get(x, &s, 0, err));
  assert_fmpq(x, "-9223372036854775808");
  fmpq_clear(x);
}

static void test_tokens(void **state)
{
  minip_bundle_t b;
  minip_tokens_t tokens;
  minip_error_t err;
  (void)state;
  minip_error_init(err);
  minip_bundle_init(b);
  minip_tokens_init(tokens);
  load_text(b, "[[[0, 1, 1.0], [\"2/2\", 0, 0]], [[1, 1, 1], [0, 0, 0e5]]]");
  assert_ok(minip_array_tokens(tokens, &b->arrays[0], err));
  assert_int_equal(tokens->count, 4);
  assert_int_equal(tokens->m, 3);
  static const uint64_t wanted[] = {6, 1, 7, 0};
  for (size_t i = 0; i < 4; i++)
    assert_true(*minip_token_row(tokens, i) == wanted[i]);
  load_text(b, "[[0, 1], [1, \"1/2\"]]");
  assert_int_equal(minip_array_tokens(tokens, &b->arrays[0], err), MINIP_INPUT);
  assert_string_equal(err->text, "array at [1,1]: a token's bit is 0 or 1, not 0.5");
  load_text(b, "{\"t\": 1}");
  assert_int_equal(minip_array_tokens(tokens, &b->arrays[0], err), MINIP_INPUT);
  load_text(b, "{\"t\": [[], []]}");
  assert_int_equal(minip_array_tokens(tokens, &b->arrays[0], err), MINIP_INPUT);
  minip_tokens_clear(tokens);
  minip_bundle_clear(b);
}

/* FIPS 180-2's example: the digest of "abc". */
static void test_checksum_and_limit(void **state)
{
  char path[] = "/tmp/minip-values-XXXXXX", hex[65];
  unsigned char *bytes;
  size_t size;
  minip_error_t err;
  int fd = mkstemp(path);
  (void)state;
  minip_error_init(err);
  assert_int_equal(write(fd, "abc", 3), 3);
  close(fd);
  assert_ok(minip_io_read_file(&bytes, &size, hex, path, 3, err));
  assert_int_equal(size, 3);
  assert_string_equal((char *)bytes, "abc"); /* the zero behind it */
  assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  free(bytes);
  assert_int_equal(minip_io_read_file(&bytes, &size, hex, path, 2, err), MINIP_LIMIT);
  assert_non_null(strstr(err->text, "larger than 2 bytes"));
  assert_int_equal(minip_io_read_file(&bytes, &size, hex, "/dev/zero", 100000, err), MINIP_LIMIT); /* no size to look at */
  remove(path);
}

/* The limit counts array data: 4 rationals of 16 bytes. */
static void test_budget(void **state)
{
  minip_bundle_t b;
  minip_error_t err;
  (void)state;
  minip_error_init(err);
  minip_bundle_init(b);
  size_t needed = 4 * sizeof(fmpq);
  assert_ok(minip_bundle_parse(b, "t", (const unsigned char *)"1 2 3 4", 7, needed, err));
  assert_int_equal(minip_bundle_parse(b, "t", (const unsigned char *)"1 2 3 4", 7, needed - 1, err), MINIP_LIMIT);
  assert_int_equal(minip_bundle_parse(b, "t", (const unsigned char *)"1 2 3 1e30", 10, needed, err), MINIP_LIMIT); /* two words more */
  minip_bundle_clear(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dyadic_rationals), cmocka_unit_test(test_machine_integers), cmocka_unit_test(test_tokens),
                                     cmocka_unit_test(test_checksum_and_limit), cmocka_unit_test(test_budget)};
  return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
