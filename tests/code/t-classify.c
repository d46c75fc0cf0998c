/* Classification against known counts and group orders, and against the plain count it carries. */
#include "../lib/test.h"
#include <minip/construct.h>

/* classes of codes with given parameters (size 0: the maximum); groups: their orders, added up; labelled: how many codes there are. */
static void check(size_t n, size_t d, size_t w, size_t size, size_t classes, ulong groups, ulong labelled)
{
  minip_error_t err;
  minip_code_classes_t c;
  fmpz_t sum;
  minip_error_init(err), minip_code_classes_init(c), fmpz_init(sum);
  assert_ok(minip_code_classify(c, n, d, w, size, 0, 0, 0, NULL, NULL, err));
  assert_int_equal(c->count, classes);
  assert_true(c->extension_check && c->count_check);
  for (size_t i = 0; i < c->count; i++)
    fmpz_add(sum, sum, c->groups + i);
  if (groups)
    assert_true(fmpz_equal_ui(sum, groups));
  if (labelled)
    assert_true(fmpz_equal_ui(c->labelled, labelled));
  fmpz_clear(sum), minip_code_classes_clear(c);
}

static void test_known(void **state)
{
  (void)state;
  check(7, 4, 3, 0, 1, 168, 30);       /* the Fano plane */
  check(8, 4, 4, 0, 1, 1344, 30);      /* S(3,4,8) */
  check(6, 4, 3, 0, 1, 24, 30);        /* Pasch configuration: 6!/24 */
  check(9, 4, 3, 0, 1, 432, 840);      /* S(2,3,9) */
  check(11, 6, 5, 0, 1, 660, 60480);   /* the biplane of 11 points: PSL(2,11), 11!/660 */
  check(10, 6, 3, 3, 1, 0, 2800);      /* three disjoint triples and a point: 10!/(3!^3 3! 1!) */
  check(5, 2, 2, 1, 1, 12, 10);
}

/* d = 2, w = 2: codes are graphs. Their numbers by edges are known: 5 points, 0..10 edges: 1 1 2 4 6 6 6 4 2 1 1; 6 points, 7 edges: 24. */
static void test_graphs(void **state)
{
  static const size_t graphs[] = {1, 1, 2, 4, 6, 6, 6, 4, 2, 1, 1}, chosen[] = {1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1};
  (void)state;
  for (size_t edges = 1; edges <= 10; edges++)
    check(5, 2, 2, edges, graphs[edges], 0, chosen[edges]);
  check(6, 2, 2, 7, 24, 0, 6435);
  check(5, 2, 3, 4, 6, 0, 210); /* complements */
}

/* Matchings (d = 4, w = 2): one class, n!/(2^k k! (n-2k)!) of them. No code at all: no class. */
static void test_matchings(void **state)
{
  (void)state;
  check(8, 4, 2, 3, 1, 0, 420);
  check(8, 4, 2, 4, 1, 384, 105);
  check(8, 4, 2, 5, 0, 0, 0);
  check(7, 4, 3, 8, 0, 0, 0);
}

static void test_refusals(void **state)
{
  minip_error_t err;
  minip_code_classes_t c;
  (void)state;
  minip_error_init(err), minip_code_classes_init(c);
  assert_int_equal(minip_code_classify(c, 65, 4, 3, 2, 0, 0, 0, NULL, NULL, err), MINIP_LIMIT);
  assert_int_equal(minip_code_classify(c, 8, 3, 3, 2, 0, 0, 0, NULL, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_code_classify(c, 8, 4, 9, 2, 0, 0, 0, NULL, NULL, err), MINIP_INPUT);
  assert_int_equal(minip_code_classify(c, 6, 2, 2, 7, 0, 10, 0, NULL, NULL, err), MINIP_LIMIT);
  assert_non_null(strstr(err->text, "more than 10 classes"));
  assert_int_equal(minip_code_classify(c, 40, 4, 20, 5, 0, 0, 0, NULL, NULL, err), MINIP_LIMIT);
  minip_code_classes_clear(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_known), cmocka_unit_test(test_graphs), cmocka_unit_test(test_matchings), cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests_name("classify", tests, NULL, NULL);
}
