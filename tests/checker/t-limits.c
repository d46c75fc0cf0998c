/* What a hostile file could make long or large is refused before it is done: each of these files would otherwise keep the checker for hours. */
#include "samples.h"

/* A certificate of the kind with this claim and evidence; the statement does not matter, no run comes so far. */
static char *frame(const char *kind, const char *claim, const char *evidence)
{
  char *text;
  assert_true(asprintf(&text, "{\"format\": \"minip-certificate\", \"version\": \"1\", \"kind\": \"%s\", \"theorem\": \"T5\", \"statement\": \"x\", "
                              "\"source\": {\"name\": \"\", \"sha256\": \"\"}, \"claim\": %s, \"evidence\": %s, \"digest\": \"%064d\"\n}\n", kind, claim, evidence, 0) > 0);
  reseal(&text);
  return text;
}

static void assert_says(char *text, size_t size, int wanted, const char *part)
{
  char message[1024];
  int got = ck_check(message, sizeof message, text, size, NULL);
  if (got != wanted || !strstr(message, part))
    fail_msg("verdict %d, wanted %d with '%s': %s", got, wanted, part, message);
  free(text);
}

static void refused(const char *kind, const char *claim, char *evidence, int wanted, const char *part)
{
  char *text = frame(kind, claim, evidence);
  free(evidence);
  assert_says(text, strlen(text), wanted, part);
}

/* start, then count times the unit with commas between, then end */
static char *repeated(const char *start, const char *unit, size_t count, const char *end)
{
  char *text = malloc(strlen(start) + strlen(end) + count * (strlen(unit) + 1) + 1), *p = text;
  assert_non_null(text);
  p += sprintf(p, "%s", start);
  for (size_t i = 0; i < count; i++)
    p += sprintf(p, "%s%s", i ? "," : "", unit);
  strcpy(p, end);
  return text;
}

/* K = 2000 eigenvalue sums of 2000 polynomials of 2000 terms, each a product of binomials of thousands of bits. */
static void test_delsarte(void **state)
{
  (void)state;
  refused("code-bound", "{\"n\": \"4000\", \"d\": \"4\", \"w\": \"2000\", \"upper\": \"1\"}",
          repeated("{\"steps\": [{\"rule\": \"delsarte\", \"n\": \"4000\", \"w\": \"2000\", \"bound\": \"1\", \"dual\": [", "\"1\"", 2000, "]}]}"),
          CK_UNREADABLE, "steps of work");
}

/* A_3(4000) at an error of 2,000 digits: a sum over compositions with numbers of millions of digits. */
static void test_amplification(void **state)
{
  char *claim, *evidence, *digits = calloc(2001, 1), *x = calloc(8001, 1), *y = calloc(8001, 1);
  (void)state;
  assert_true(digits && x && y);
  memset(digits, '9', 2000);
  memset(x, '1', 4000), memset(x + 4000, '0', 4000);
  memset(y, '0', 4000), memset(y + 4000, '1', 4000);
  assert_true(asprintf(&claim, "{\"m\": \"8000\", \"length\": \"3\", \"error\": \"1/%s\", \"kernels\": \"signed\", \"rank\": \"1\"}", digits) > 0);
  assert_true(asprintf(&evidence, "{\"method\": \"trace\", \"x\": [\"%s\", \"%s\"], \"z\": \"complement\", \"offset\": \"0\", \"slope\": \"0\", \"p\": [], \"queries\": []}",
                       x, y) > 0);
  refused("rank-at-least", claim, evidence, CK_UNREADABLE, "steps of work");
  free(claim), free(digits), free(x), free(y);
}

/* Counts that overflow a machine word, or that no table could hold, are refused by value, before a table is made. */
static void test_counts(void **state)
{
  static const char *const counts[] = {"65537", "4294967297", "18446744073709551615", "18446744073709551617", "99999999999999999999999999"};
  (void)state;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    char *claim;
    assert_true(asprintf(&claim, "{\"n\": \"%s\", \"w\": \"1\", \"size\": \"1\", \"d\": \"none\"}", counts[i]) > 0);
    refused("code", claim, strdup("{\"words\": [], \"distribution\": []}"), CK_UNREADABLE, "above the limit");
    free(claim);
    assert_true(asprintf(&claim, "{\"m\": \"8\", \"length\": \"3\", \"queries\": \"%s00\", \"largest\": \"1\", \"symbols\": \"1\"}", counts[i]) > 0);
    refused("transcript", claim, strdup("{\"family\": \"block\", \"words\": []}"), CK_UNREADABLE, "above the limit");
    free(claim);
  }
}

static void test_nesting(void **state)
{
  (void)state;
  refused("code", "{}", repeated("", "[", 1000000, ""), CK_REJECTED, "nesting");
  refused("code", "{}", strdup("[[[[[[[[[]]]]]]]]]"), CK_REJECTED, "nesting");
}

static void test_digits(void **state)
{
  char *claim, *digits = malloc(100002);
  (void)state;
  assert_non_null(digits);
  memset(digits, '7', 100001), digits[100001] = '\0';
  assert_true(asprintf(&claim, "{\"n\": \"4\", \"d\": \"2\", \"w\": \"2\", \"upper\": \"%s\"}", digits) > 0);
  refused("code-bound", claim, strdup("{\"steps\": []}"), CK_REJECTED, "not a canonical integer");
  free(claim), free(digits);
}

/* A NUL byte, raw or escaped, never cuts a string short. */
static void test_nul(void **state)
{
  char *text = frame("code\\u0000", "{}", "{}");
  (void)state;
  assert_says(text, strlen(text), CK_REJECTED, "not JSON");
  text = frame("code@", "{}", "{}");
  size_t size = strlen(text);
  text[strcspn(text, "@")] = '\0'; /* the digest is stale now */
  assert_says(text, size, CK_REJECTED, "digest does not match");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_delsarte), cmocka_unit_test(test_amplification), cmocka_unit_test(test_counts),
    cmocka_unit_test(test_nesting),  cmocka_unit_test(test_digits),        cmocka_unit_test(test_nul),
  };
  return cmocka_run_group_tests_name("checker-limits", tests, NULL, NULL);
}
