/* Classes, partitions, orbits, codes from codes, greedy codes, and the best of all: sizes against theory and plain loops. */
#include "../lib/test.h"
#include <minip/construct.h>

/* Length, weight, and distance at least d, by plain loops. */
static void check(const minip_code_t code, size_t n, size_t d, size_t w)
{
  assert_int_equal(minip_code_n(code), n);
  for (size_t i = 0; i < minip_code_size(code); i++) {
    assert_int_equal(minip_token_weight(minip_code_word(code, i), code->words->words), w);
    for (size_t j = 0; j < i; j++)
      assert_true(2 * (w - minip_token_overlap(minip_code_word(code, i), minip_code_word(code, j), code->words->words)) >= d);
  }
}

static size_t size_of(const char *spec, size_t n, size_t d, size_t w)
{
  minip_error_t err;
  minip_code_t code;
  minip_error_init(err), minip_code_init(code);
  assert_ok(minip_code_construct(code, spec, err));
  check(code, n, d, w);
  size_t size = minip_code_size(code);
  minip_code_clear(code);
  return size;
}

/* The classes of one construction partition all words: their sizes add up to C(n,w), and the default is the largest. */
static void check_partition(const char *format, size_t classes, size_t n, size_t d, size_t w, size_t all)
{
  char spec[96];
  size_t sum = 0, most = 0;
  for (size_t c = 0; c < classes; c++) {
    snprintf(spec, sizeof spec, format, c);
    size_t size = size_of(spec, n, d, w);
    sum += size;
    most = size > most ? size : most;
  }
  assert_int_equal(sum, all);
  snprintf(spec, sizeof spec, "%s", format);
  *strrchr(spec, ',') = '\0';
  assert_int_equal(size_of(spec, n, d, w), most);
}

static void test_classes(void **state)
{
  (void)state;
  check_partition("sum-class:n=9,w=4,class=%zu", 9, 9, 4, 4, 126);
  check_partition("sum-class:n=10,w=5,class=%zu", 10, 10, 4, 5, 252);
  check_partition("graham-sloane:n=9,d=4,w=4,class=%zu", 9, 9, 4, 4, 126);
  check_partition("graham-sloane:n=8,d=6,w=4,class=%zu", 64, 8, 6, 4, 70);
  check_partition("graham-sloane:n=7,d=6,w=3,q=9,class=%zu", 81, 7, 6, 3, 35);
  check_partition("graham-sloane:n=10,d=2,w=3,class=%zu", 1, 10, 2, 3, 120);
  check_partition("graham-sloane:n=8,d=8,w=4,class=%zu", 512, 8, 8, 4, 70);
  assert_int_equal(size_of("disjoint:n=17,w=5", 17, 10, 5), 3);
  assert_true(size_of("sum-class:n=70,w=3", 70, 4, 3) >= (70 * 69 * 68 / 6 + 69) / 70); /* the average, rounded up; words of two machine words */
}

static void test_searches(void **state)
{
  (void)state;
  assert_int_equal(size_of("cyclic:n=7,d=4,w=3", 7, 4, 3), 7);                    /* the Fano plane is cyclic, */
  assert_int_equal(size_of("cyclic:n=13,d=6,w=4", 13, 6, 4), 13);                 /* and PG(2,3), */
  assert_int_equal(size_of("cyclic:n=23,d=8,w=7,k=2", 23, 8, 7), 253);            /* and S(4,7,23) with the multiplier 2 */
  assert_int_equal(size_of("cyclic:n=24,d=8,w=8,fixed=1,k=2", 24, 8, 8), 759);    /* and the octads, with one fixed point */
  assert_int_equal(size_of("quasi-cyclic:n=10,d=4,w=5,blocks=2", 10, 4, 5), 36);  /* A(10,4,5) = 36 */
  assert_int_equal(size_of("cyclic:n=5,d=10,w=2", 5, 10, 2), 0);
  assert_true(size_of("partition:n=10,w=5,split=5", 10, 4, 5) >= 26);             /* beats the average C(10,5)/10 */
  assert_int_equal(size_of("partition:n=8,w=4", 8, 4, 4), 14);                    /* 4 + 4: 1 + 4*3.. the optimum */
}

static void test_codes_from_codes(void **state)
{
  minip_error_t err;
  minip_code_t octads, a, b;
  (void)state;
  minip_error_init(err), minip_code_init(octads), minip_code_init(a), minip_code_init(b);
  assert_ok(minip_code_construct(octads, "octads24", err));
  for (size_t j = 0; j < 24; j += 5) { /* 253 octads through each point, 506 beside it */
    assert_ok(minip_code_shorten(a, octads, j, 1, err));
    assert_int_equal(minip_code_size(a), 253);
    check(a, 23, 8, 7);
    assert_ok(minip_code_shorten(b, octads, j, 0, err));
    assert_int_equal(minip_code_size(b), 506);
    check(b, 23, 8, 8);
  }
  assert_ok(minip_code_lengthen(b, a, 1, err));
  check(b, 24, 8, 8);
  assert_ok(minip_code_shorten(octads, b, 23, 1, err)); /* and back again */
  assert_int_equal(memcmp(octads->words->bits, a->words->bits, minip_code_size(a) * sizeof(uint64_t)), 0);
  assert_ok(minip_code_complement(b, a, err));
  check(b, 23, 8, 16);
  assert_ok(minip_code_juxtapose(octads, a, b, err));
  assert_int_equal(minip_code_size(octads), 253);
  check(octads, 46, 16, 23);
  assert_int_equal(minip_code_shorten(b, a, 23, 1, err), MINIP_INPUT);
  minip_code_struct *operands[1] = {a};
  assert_int_equal(minip_code_construct_from(b, "juxtapose", operands, 1, err), MINIP_INPUT);
  assert_int_equal(minip_code_construct_from(b, "shorten:bit=2", operands, 1, err), MINIP_INPUT);
  assert_ok(minip_code_construct_from(b, "shorten:coordinate=3,bit=0", operands, 1, err));
  assert_int_equal(minip_code_size(b), 253 - 77);
  minip_code_clear(octads), minip_code_clear(a), minip_code_clear(b);
}

/* The greedy rule by its definition: every taken word keeps distance d, and every other word is near one taken. */
static void check_maximal(const minip_code_t code, size_t n, size_t d, size_t w)
{
  check(code, n, d, w);
  for (uint64_t x = 0; x < (uint64_t)1 << n; x++) {
    if ((size_t)__builtin_popcountll(x) != w)
      continue;
    size_t near = 0;
    for (size_t i = 0; i < minip_code_size(code); i++)
      near += (size_t)__builtin_popcountll(x ^ *minip_code_word(code, i)) < d;
    assert_true(near > 0);
  }
}

static void test_greedy(void **state)
{
  static const size_t cases[][3] = {{8, 4, 4}, {10, 4, 5}, {11, 6, 5}, {9, 2, 3}, {7, 14, 3}, {12, 8, 6}, {6, 4, 0}};
  minip_error_t err;
  minip_code_t a, b;
  (void)state;
  minip_error_init(err), minip_code_init(a), minip_code_init(b);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (uint64_t seed = 0; seed < 4; seed++) {
      assert_ok(minip_code_lex(a, cases[i][0], cases[i][1], cases[i][2], seed, NULL, NULL, err));
      check_maximal(a, cases[i][0], cases[i][1], cases[i][2]);
      assert_ok(minip_code_lex(b, cases[i][0], cases[i][1], cases[i][2], seed, NULL, NULL, err)); /* a seed gives one code */
      assert_int_equal(minip_code_size(a), minip_code_size(b));
      assert_int_equal(memcmp(a->words->bits, b->words->bits, minip_code_size(a) * sizeof(uint64_t)), 0);
    }
  assert_ok(minip_code_lex(a, 24, 8, 8, 0, NULL, NULL, err)); /* the lexicode of weight 8 in length 24 is the set of octads (Conway and Sloane 1986) */
  assert_int_equal(minip_code_size(a), 759);
  assert_int_equal(minip_code_lex(a, 64, 8, 32, 0, NULL, NULL, err), MINIP_LIMIT);
  assert_int_equal(minip_code_lex(a, 8, 3, 4, 0, NULL, NULL, err), MINIP_INPUT);
  minip_code_clear(a), minip_code_clear(b);
}

/* Lower bounds of the published table that constructions reach, and never more than A(n,d,w). */
static void test_best(void **state)
{
  static const size_t exact[][4] = {{7, 4, 3, 7}, {8, 4, 4, 14}, {9, 4, 4, 18}, {10, 4, 5, 36}, {10, 6, 5, 6}, {11, 6, 5, 11}, {12, 6, 6, 22}, {13, 6, 5, 18},
                                    {16, 6, 6, 112}, {16, 8, 8, 30}, {21, 8, 5, 21}, {22, 8, 6, 77}, {23, 8, 7, 253}, {24, 8, 16, 759}, {24, 8, 12, 2576}, {24, 12, 12, 46},
                                    {26, 8, 6, 130}, {100, 4, 99, 1}, {30, 10, 5, 6}, {5, 2, 2, 10}};
  minip_error_t err;
  minip_code_t code;
  char *method;
  (void)state;
  minip_error_init(err), minip_code_init(code);
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
    assert_ok(minip_code_best(code, &method, exact[i][0], exact[i][1], exact[i][2], 1, err));
    check(code, exact[i][0], exact[i][1], exact[i][2]);
    assert_int_equal(minip_code_size(code), exact[i][3]);
    assert_true(method && *method);
    free(method);
  }
  assert_int_equal(minip_code_best(code, &method, 10, 5, 5, 0, err), MINIP_INPUT);
  assert_null(method);
  minip_code_clear(code);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_classes), cmocka_unit_test(test_searches), cmocka_unit_test(test_codes_from_codes),
                                     cmocka_unit_test(test_greedy), cmocka_unit_test(test_best)};
  return cmocka_run_group_tests_name("families", tests, NULL, NULL);
}
