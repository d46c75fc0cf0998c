/* Error messages: one printable line whatever is quoted, cut where it is too long. */
#include "../lib/test.h"

static void expect_text(const char *quoted, const char *wanted)
{
  minip_error_t err;
  minip_error_init(err);
  assert_int_equal(minip_error_set(err, MINIP_INPUT, "%s", quoted), MINIP_INPUT);
  assert_string_equal(err->text, wanted);
}

static void test_printable(void **state)
{
  (void)state;
  expect_text("plain", "plain");
  expect_text("a\nb\tc\x1b[2J\x7f", "a?b?c?[2J?");
  expect_text("gr\xC3\xBC\xC3\x9F, \xE2\x89\xA4, \xF0\x9D\x9F\x98", "gr\xC3\xBC\xC3\x9F, \xE2\x89\xA4, \xF0\x9D\x9F\x98"); /* text stays */
  expect_text("\xC2\x9B" "2J", "??2J");                                                                               /* the one-character form of ESC [ */
  expect_text("\x9B" "2J", "?2J");
  expect_text("\xFF\xFE\xC3", "???");
  expect_text("\xE2\x89", "??"); /* cut in the middle */
}

static void test_cut(void **state)
{
  minip_error_t err;
  char name[3000];
  (void)state;
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  minip_error_init(err);
  (void)minip_error_set(err, MINIP_LIMIT, "%s", name);
  assert_int_equal(strlen(err->text), sizeof err->text - 1);
  assert_string_equal(err->text + sizeof err->text - 4, "...");
  (void)minip_error_set(err, MINIP_INPUT, "reason");
  assert_int_equal(minip_error_prefix(err, "%s", name), MINIP_INPUT);
  assert_int_equal(strlen(err->text), sizeof err->text - 1);
  (void)minip_error_set(err, MINIP_INPUT, "reason");
  assert_int_equal(minip_error_prefix(err, "file %d", 7), MINIP_INPUT);
  assert_string_equal(err->text, "file 7: reason");
}

static void test_init(void **state)
{
  minip_error_t err;
  (void)state;
  (void)minip_error_set(err, MINIP_INPUT, "old");
  minip_error_init(err);
  assert_int_equal(err->status, MINIP_OK);
  assert_string_equal(err->text, "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_printable), cmocka_unit_test(test_cut), cmocka_unit_test(test_init)};
  return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
