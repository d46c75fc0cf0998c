/* Every kind: certificates of known facts are accepted; plausible but wrong ones, sealed with a fresh digest, are rejected. */
#include "samples.h"

static void assert_verdict(const char *name, const char *text, int wanted)
{
  char message[1024];
  int got = ck_check(message, sizeof message, text, strlen(text), NULL);
  if (got != wanted)
    fail_msg("%s: verdict %d, wanted %d: %s\n%.2000s", name, got, wanted, message, text);
}

static void test_accepted(void **state)
{
  (void)state;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    assert_verdict(samples[i].name, text, CK_VERIFIED);
    free(text);
  }
}

/* In sample `name`, every `from` becomes `to` (claim and statement alike); the result is sealed and must be rejected. */
static const struct {
  const char *name, *from, *to;
} lies[] = {
  /* an error too large by 1/10^30: 625/1217 + 10^-30 */
  {"head-fails pair", "625/1217", "625000000000000000000000000001217/1217000000000000000000000000000000"},
  {"head-fails pair", "\"low\": \"1\"", "\"low\": \"0\""},
  {"head-fails pair", "\"length\": \"3\"", "\"length\": \"4\""},
  {"head-fails pair", "[\"1\", \"5/7\"", "[\"2\", \"5/7\""},
  {"head-fails pair", "\"0000\"", "\"0010\""},
  {"head-fails pair", "\"T3\"", "\"T4\""},
  {"head-fails pair", "head-fails", "head-wins"},
  {"head-fails group-pair", "\"5/6\"", "\"1/1\""},
  {"head-fails group-pair", "5/6", "6/7"},
  {"head-fails group-pair negative", "5/6", "6/7"},
  {"head-fails group-pair negative", "\"eta\": \"-1\"", "\"eta\": \"1\""},
  {"suite-fails", "1/2", "2/3"},
  {"suite-fails", "\"-1/2\"", "\"-1/4\""},
  {"suite-fails", "\"1/4\"", "\"1/5\""},
  {"suite-fails", "\"length\": \"3\"", "\"length\": \"4\""},
  {"suite-fails", "suite-fails", "suite-solves"},
  {"suite-fails", "duality", "definition"},
  {"suite-fails undefined", "\"eta\": \"0\"", "\"eta\": \"1\""},
  {"suite-fails undefined", "\"normaliser\": \"sum\"", "\"normaliser\": \"none\""},
  {"suite-solves", "3/16", "1/8"},
  {"suite-solves", "3/16", "1/4"},
  {"suite-solves", "\"1/2\"", "\"1/3\""},
  {"suite-solves", "\"none\"", "\"1000\""},
  {"suite-solves", "error < 1/2", "error < 1/4"},
  {"head-solves", "1/4", "1/5"},
  {"head-solves", "1/4", "1/3"},
  {"head-solves", "error < 1/2", "error < 1/4"},
  {"code fano", "\"size\": \"7\"", "\"size\": \"8\""},
  {"code fano", "0110100", "1101000"},
  {"code fano", "[\"4\", \"6\"]", "[\"4\", \"5\"]"},
  {"code-bound chain", "\"disjoint\"", "\"single\""},
  {"rank-at-least half", "\"offset\": \"1\"", "\"offset\": \"1/4\""},
  {"rank-at-least shattering", "001100", "011100"},
  {"transcript block", "16384", "16385"},
  {"transcript code", "\"largest\": \"1\"", "\"largest\": \"2\""},
  {"model-fails", "2/3", "3/4"},
};

static void test_rejected(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    char *good = sample_by_name(lies[i].name);
    if (!strstr(good, lies[i].from))
      fail_msg("%s: no '%s' in\n%s", lies[i].name, lies[i].from, good);
    char *bad = replace_all(good, lies[i].from, lies[i].to);
    reseal(&bad);
    assert_verdict(lies[i].name, bad, CK_REJECTED);
    free(bad), free(good);
  }
}

/* The claimed number itself, in claim and statement, one unit up. */
static void test_one_more(void **state)
{
  (void)state;
  static const struct {
    const char *name, *claim, *claim_to, *said, *said_to;
  } more[] = {
    {"kernel-rank features", "\"rank\": \"2\"", "\"rank\": \"3\"", "rank 2", "rank 3"},
    {"kernel-rank overlap", "\"rank\": \"64\"", "\"rank\": \"65\"", "rank 64", "rank 65"},
    {"code fano", "\"d\": \"4\"", "\"d\": \"6\"", "distance 4", "distance 6"},
    {"code-bound golay", "\"upper\": \"2576\"", "\"upper\": \"2575\"", "than 2576", "than 2575"},
    {"rank-at-least hadamard", "\"rank\": \"13\"", "\"rank\": \"14\"", "least 13", "least 14"},
    {"rank-at-least offset", "\"rank\": \"18\"", "\"rank\": \"19\"", "least 18", "least 19"},
    {"rank-at-least row", "\"rank\": \"4\"", "\"rank\": \"5\"", "least 4", "least 5"},
    {"rank-at-least column", "\"rank\": \"3\"", "\"rank\": \"4\"", "least 3", "least 4"},
    {"rank-at-least two-sided", "\"rank\": \"4\"", "\"rank\": \"5\"", "least 4", "least 5"},
    {"features-suffice weighted", "\"features\": \"5\"", "\"features\": \"4\"", "5 features", "4 features"},
    {"suite-solves", "\"sequences\": \"6\"", "\"sequences\": \"7\"", "the 6 sequences", "the 7 sequences"},
    {"rank-at-least shattering", "\"rank\": \"3\"", "\"rank\": \"4\"", "least 3", "least 4"},
    {"features-suffice", "\"features\": \"16\"", "\"features\": \"15\"", "16 features", "15 features"},
    {"transcript block", "\"largest\": \"3\"", "\"largest\": \"4\"", "", ""},
  };
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    char *good = sample_by_name(more[i].name);
    assert_non_null(strstr(good, more[i].claim));
    assert_non_null(strstr(good, more[i].said));
    char *bad = replace_all(good, more[i].claim, more[i].claim_to);
    char *worse = *more[i].said ? replace_all(bad, more[i].said, more[i].said_to) : strdup(bad);
    reseal(&worse);
    assert_verdict(more[i].name, worse, CK_REJECTED);
    free(bad), free(worse), free(good);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_accepted), cmocka_unit_test(test_rejected), cmocka_unit_test(test_one_more)};
  return cmocka_run_group_tests_name("checker-kinds", tests, NULL, NULL);
}
