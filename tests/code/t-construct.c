/* Constructions against published parameters, and against the defining property of each design. */
#include "../lib/test.h"
#include <minip/construct.h>

static size_t overlap(const minip_code_t code, size_t i, size_t j)
{
  return minip_token_overlap(minip_code_word(code, i), minip_code_word(code, j), code->words->words);
}

/* Length, weight, size, and the least distance, by plain loops. */
static void check(const minip_code_t code, size_t n, size_t d, size_t w, size_t size)
{
  size_t least = (size_t)-1;
  assert_int_equal(minip_code_n(code), n);
  assert_int_equal(minip_code_size(code), size);
  for (size_t i = 0; i < size; i++) {
    assert_int_equal(minip_token_weight(minip_code_word(code, i), code->words->words), w);
    for (size_t j = 0; j < i; j++)
      if (2 * (w - overlap(code, i, j)) < least)
        least = 2 * (w - overlap(code, i, j));
  }
  assert_true(size < 2 || least == d);
}

static void check_spec(const char *spec, size_t n, size_t d, size_t w, size_t size)
{
  minip_error_t err;
  minip_code_t code;
  minip_error_init(err);
  minip_code_init(code);
  assert_ok(minip_code_construct(code, spec, err));
  check(code, n, d, w, size);
  minip_code_clear(code);
}

/* Every t-subset lies in exactly one block: counted for t = 2 and 3 by going through all of them. */
static void check_design(const char *spec, size_t t)
{
  minip_error_t err;
  minip_code_t code;
  minip_error_init(err);
  minip_code_init(code);
  assert_ok(minip_code_construct(code, spec, err));
  size_t n = minip_code_n(code);
  for (size_t a = 0; a < n; a++)
    for (size_t b = a + 1; b < n; b++)
      for (size_t c = t == 3 ? b + 1 : b; c < (t == 3 ? n : b + 1); c++) {
        size_t blocks = 0;
        for (size_t i = 0; i < minip_code_size(code); i++) {
          const uint64_t *x = minip_code_word(code, i);
          blocks += (size_t)(minip_token_bit(x, a) && minip_token_bit(x, b) && minip_token_bit(x, c));
        }
        assert_int_equal(blocks, 1);
      }
  minip_code_clear(code);
}

static void test_golay(void **state)
{
  (void)state;
  check_spec("octads24", 24, 8, 8, 759);
  check_spec("dodecads24", 24, 8, 12, 2576);
  check_spec("golay:v=23", 23, 8, 7, 253);
  check_spec("golay:v=22", 22, 8, 6, 77);
  check_spec("golay:v=21", 21, 8, 5, 21);
  check_spec("hexads", 12, 4, 6, 132);
  check_spec("hexads:v=11", 11, 4, 5, 66);
  check_spec("hexads:v=10", 10, 4, 4, 30);
  check_spec("hexads:v=9", 9, 4, 3, 12);
}

/* Block intersection numbers: octads meet in 0, 2, 4 points for 30, 448, 280 others; dodecads lie at half-distances 4, 6, 8, 12 from 495, 1584, 495, 1. */
static void test_intersections(void **state)
{
  minip_error_t err;
  minip_code_t code;
  (void)state;
  minip_error_init(err);
  minip_code_init(code);
  assert_ok(minip_code_construct(code, "octads24", err));
  for (size_t i = 0; i < 759; i += 37) {
    size_t seen[9] = {0};
    for (size_t j = 0; j < 759; j++)
      seen[overlap(code, i, j)]++;
    assert_true(seen[0] == 30 && seen[2] == 448 && seen[4] == 280 && seen[8] == 1);
  }
  assert_ok(minip_code_construct(code, "dodecads24", err));
  for (size_t i = 0; i < 2576; i += 97) {
    size_t seen[13] = {0};
    for (size_t j = 0; j < 2576; j++)
      seen[12 - overlap(code, i, j)]++;
    assert_true(seen[0] == 1 && seen[4] == 495 && seen[6] == 1584 && seen[8] == 495 && seen[12] == 1);
  }
  minip_code_clear(code);
}

static void test_steiner(void **state)
{
  (void)state;
  check_spec("S(2,3,7)", 7, 4, 3, 7);
  check_spec("S(3,4,8)", 8, 4, 4, 14);
  check_spec("S(3,6,22)", 22, 8, 6, 77);
  check_spec("S(4,7,23)", 23, 8, 7, 253);
  check_spec("S(5,6,12)", 12, 4, 6, 132);
  check_spec("S(5,8,24)", 24, 8, 8, 759);
  check_spec("steiner:t=3,k=5,v=17", 17, 6, 5, 68);
  check_spec("S(3,6,26)", 26, 8, 6, 130);
  for (size_t v = 3; v <= 45; v++)
    if (v % 6 == 1 || v % 6 == 3) {
      char spec[32];
      snprintf(spec, sizeof spec, "triples:v=%zu", v);
      check_spec(spec, v, 4, 3, v * (v - 1) / 6);
    }
  check_design("S(2,3,19)", 2);
  check_design("S(2,3,21)", 2);
  check_design("quadruples:r=4", 3);
  check_design("circles:q=3", 3);
  check_design("circles:q=2,r=3", 3);
  check_design("circles:q=4", 3);
}

static void test_geometries(void **state)
{
  static const size_t orders[] = {2, 3, 4, 5, 7, 8, 9, 11, 13, 16};
  (void)state;
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    size_t q = orders[i], points = q * q + q + 1;
    char spec[32];
    snprintf(spec, sizeof spec, "pg:q=%zu", q);
    check_spec(spec, points, 2 * q, q + 1, points);
    snprintf(spec, sizeof spec, "ag:q=%zu", q);
    check_spec(spec, q * q, 2 * (q - 1), q, q * (q + 1));
  }
  check_spec("pg:q=2,r=3", 15, 4, 3, 35);
  check_spec("pg:q=3,r=3", 40, 6, 4, 130);
  check_spec("ag:q=3,r=3", 27, 4, 3, 117);
  check_design("pg:q=9", 2);
  check_design("ag:q=4,r=3", 2);
}

static void test_hadamard(void **state)
{
  (void)state;
  for (size_t order = 4; order <= 88; order += 4) { /* every order below 92 is Sylvester's, Paley's or a double */
    char spec[64];
    snprintf(spec, sizeof spec, "hadamard:order=%zu", order);
    check_spec(spec, order, order / 2, order / 2, 2 * order - 2);
    snprintf(spec, sizeof spec, "hadamard:order=%zu,complements=0", order);
    check_spec(spec, order, order / 2, order / 2, order - 1);
  }
  check_spec("sylvester:r=4", 16, 8, 8, 30);
  check_spec("paley1:q=7", 8, 4, 4, 14);
  check_spec("paley1:q=27", 28, 14, 14, 54);
  check_spec("paley2:q=5", 12, 6, 6, 22);
  check_spec("paley2:q=9", 20, 10, 10, 38);
  check_spec("paley2:q=25", 52, 26, 26, 102);
  check_spec("rm1:r=4", 16, 8, 8, 30);
  check_spec("rm1:r=7", 128, 64, 64, 254);
}

static void test_refusals(void **state)
{
  static const struct {
    const char *spec, *says;
    minip_status_t status;
  } bad[] = {
    {"nonsense", "no construction is called 'nonsense'", MINIP_INPUT},
    {"", "no construction is called ''", MINIP_INPUT},
    {"pg", "needs q", MINIP_INPUT},
    {"pg:q=6", "6 is not a prime power", MINIP_INPUT},
    {"pg:q=-3", "not -3", MINIP_INPUT},
    {"pg:q=", "not a whole number", MINIP_INPUT},
    {"pg:q=3x", "not a whole number", MINIP_INPUT},
    {"pg:q=99999999999999999999", "not a whole number", MINIP_INPUT},
    {"pg:q=3,q=3", "given twice", MINIP_INPUT},
    {"pg:v=3", "takes no 'v=3'", MINIP_INPUT},
    {"pg:q=4093", "more than 4096 points", MINIP_LIMIT},
    {"octads24:q=2", "its keys are: none", MINIP_INPUT},
    {"triples:v=8", "does not exist", MINIP_INPUT},
    {"triples:v=1", "3..2047", MINIP_INPUT},
    {"S(2,3,8)", "does not exist", MINIP_INPUT},
    {"S(6,7,99)", "no construction here", MINIP_UNDECIDED},
    {"golay:v=20", "21..23", MINIP_INPUT},
    {"hexads:v=13", "9..12", MINIP_INPUT},
    {"hadamard:order=6", "not a multiple of 4", MINIP_INPUT},
    {"hadamard:order=92", "order 92", MINIP_UNDECIDED},
    {"paley1:q=5", "leaves 3 modulo 4", MINIP_INPUT},
    {"paley2:q=21", "prime power", MINIP_INPUT},
    {"rm1:r=40", "2..12", MINIP_INPUT},
    {"circles:q=6", "prime power", MINIP_INPUT},
    {"circles:q=23", "below 512", MINIP_LIMIT},
  };
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    minip_error_t err;
    minip_code_t code;
    minip_error_init(err);
    minip_code_init(code);
    assert_int_equal(minip_code_construct(code, bad[i].spec, err), bad[i].status);
    if (!strstr(err->text, bad[i].says))
      fail_msg("%s: '%s' does not say '%s'", bad[i].spec, err->text, bad[i].says);
    minip_code_clear(code);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_golay),      cmocka_unit_test(test_intersections), cmocka_unit_test(test_steiner),
    cmocka_unit_test(test_geometries), cmocka_unit_test(test_hadamard),      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests_name("construct", tests, NULL, NULL);
}
