/* --against: a certificate that is true by itself, but whose tables are not those of the file, is rejected. */
#include "samples.h"
#include <minip/rank.h>

static minip_error_t err;

static int against(const char *text, const char *path)
{
  char message[1024];
  return ck_check(message, sizeof message, text, strlen(text), path);
}

static char *data_file(const char *name)
{
  char *path;
  assert_true(asprintf(&path, "%s/data/%s", getenv("MINIP_SRCDIR"), name) > 0);
  return path;
}

static char *rank_certificate(const char *path)
{
  minip_kernel_t kernel;
  minip_rank_result_t result;
  char *text;
  minip_kernel_init(kernel), minip_rank_result_init(result);
  assert_ok(minip_kernel_load(kernel, path, err));
  assert_ok(minip_rank_kernel(result, kernel, err));
  assert_ok(minip_cert_rank(&text, kernel, result, err));
  minip_rank_result_clear(result), minip_kernel_clear(kernel);
  return text;
}

/* One digit of the first number of a table, after `key`. */
static char *with_other_entry(const char *text, const char *key)
{
  char *copy = strdup(text), *p = strstr(copy, key);
  assert_non_null(p);
  p = strpbrk(p + strlen(key), "123456789");
  assert_non_null(p);
  *p = *p == '9' ? '8' : (char)(*p + 1);
  reseal(&copy);
  return copy;
}

static void test_tables(void **state)
{
  (void)state;
  static const char *const files[] = {"elu-m6-r4.npz", "solving-m4-r5.npz"};
  minip_error_init(err);
  for (size_t i = 0; i < 2; i++) {
    char *path = data_file(files[i]), *other = data_file(files[1 - i]), *good = rank_certificate(path);
    assert_int_equal(against(good, NULL), CK_VERIFIED);
    assert_int_equal(against(good, path), CK_VERIFIED);
    assert_int_equal(against(good, other), CK_REJECTED);
    assert_int_equal(against(good, "/nonexistent/file.npz"), CK_UNREADABLE);
    char *key = with_other_entry(good, "\"keys\": "), *row = with_other_entry(good, "\"row\": "), *scale = with_other_entry(good, "\"scale\": ");
    /* true of other tables, and so verified alone */
    assert_int_equal(against(key, NULL), CK_VERIFIED);
    assert_int_equal(against(row, NULL), CK_VERIFIED);
    assert_int_equal(against(key, path), CK_REJECTED);
    assert_int_equal(against(row, path), CK_REJECTED);
    assert_int_not_equal(against(scale, path), CK_VERIFIED);
    free(key), free(row), free(scale), free(path), free(other), free(good);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables)};
  return cmocka_run_group_tests_name("checker-against", tests, NULL, NULL);
}
