/* The ledger language: values against arithmetic facts, claims in every state, and errors with their places. */
#include "../lib/test.h"
#include <minip/audit.h>

static minip_status_t run(minip_audit_t audit, const char *text, minip_error_t err)
{
  return minip_audit_run(audit, "t", text, strlen(text), 1024, err);
}

/* The single claim "expression = value" holds, and with value + 1 it fails. */
static void check_value(const char *expression, const char *value)
{
  minip_error_t err;
  minip_audit_t audit;
  char text[600];
  minip_audit_init(audit);
  snprintf(text, sizeof text, "claim c: %s = %s\nclaim d: %s = %s + 1\n", expression, value, expression, value);
  assert_ok(run(audit, text, err));
  assert_int_equal(audit->count, 2);
  if (audit->claims[0].status != MINIP_PROVED)
    fail_msg("%s = %s does not hold", expression, value);
  assert_int_equal(audit->claims[1].status, MINIP_REFUTED);
  minip_audit_clear(audit);
}

static void check_status(const char *claim, minip_tri_t wanted)
{
  minip_error_t err;
  minip_audit_t audit;
  char text[600];
  minip_audit_init(audit);
  snprintf(text, sizeof text, "claim c: %s", claim);
  assert_ok(run(audit, text, err));
  if (audit->claims[0].status != wanted)
    fail_msg("%s: status %d, wanted %d", claim, audit->claims[0].status, wanted);
  minip_audit_clear(audit);
}

/* The text is refused with that status, and the message contains the pattern (which names line and column). */
static void check_error(const char *text, minip_status_t wanted, const char *pattern)
{
  minip_error_t err;
  minip_audit_t audit;
  minip_audit_init(audit);
  minip_error_init(err);
  minip_status_t st = run(audit, text, err);
  if (st != wanted || !strstr(err->text, pattern))
    fail_msg("%s\ngave %d '%s', wanted %d '%s'", text, st, err->text, wanted, pattern);
  minip_audit_clear(audit);
}

static void test_arithmetic(void **state)
{
  (void)state;
  check_value("1 + 2 * 3 - 4 / 8", "6.5");
  check_value("-2^2", "0 - 4");
  check_value("2^-3", "1/8");
  check_value("2^3^2", "512");
  check_value("10 - 3 - 2", "5");
  check_value("(1 + 2) * 3", "9");
  check_value("1.5e3", "1500");
  check_value("4^(1/2)", "2");
  check_value("(8/27)^(2/3)", "4/9");
  check_value("(-1)^1000000000000", "1");
  check_value("sum(i = 1..100, i)", "5050");
  check_value("sum(i = 5..4, i)", "0");
  check_value("product(i = 1..10, i)", "factorial(10)");
  check_value("sum(i = 0..10, sum(j = 0..i, binomial(i, j)))", "2^11 - 1");
  check_value("binomial(24, 12)", "2704156");
  check_value("binomial(5, 7)", "0");
  check_value("floor(-7/2)", "-4");
  check_value("ceil(-7/2)", "-3");
  check_value("floor(10 * log2(3))", "15");
  check_value("ceil(100 * sqrt(2))", "142");
  check_value("log2(1/8)", "-3");
  check_value("H(1/2)", "1");
  check_value("H(0) + H(1)", "0");
  check_value("min(3, 1, 2) + max(3, 1, 2)", "4");
  check_value("abs(-3)", "3");
  check_value("mod(-7, 3)", "2");
  check_value("A(3, 16)", "81");
  check_value("A(3, 5, 1/2)", "4");
  /* terms without and with an irrational value in turn */
  check_status("1.41421356 < sum(i = 0..1, sqrt(2 - 2 * i)) < 1.41421357", MINIP_PROVED);
  check_status("1.83659166 < sum(i = 1..3, H(i / 3)) < 1.83659167", MINIP_PROVED);
  check_status("sum(i = 0..3, min(i, sqrt(2))) = sum(i = 0..3, log2(2^i)) - 5 + 2 * sqrt(2)", MINIP_UNSETTLED);
  check_status("3.82842712 < sum(i = 0..3, min(i, sqrt(2))) < 3.82842713", MINIP_PROVED);
}

static void test_definitions(void **state)
{
  (void)state;
  minip_error_t err;
  minip_audit_t audit;
  minip_audit_init(audit);
  assert_ok(run(audit,
                "# a comment\nlet n = 5\nlet f(x, y) = x * y + n  # another\nlet g(k) = sum(i = 1..k,\n    f(i, 2))\n"
                "claim one: f(2, 3) = 11\nclaim two: 1 < g(3) = 27 <= 27\nclaim three: g(n) > g(n - 1) >= 100\n",
                err));
  assert_int_equal(audit->count, 3);
  assert_string_equal(audit->claims[1].name, "two");
  assert_int_equal(audit->claims[1].line, 7);
  assert_int_equal(audit->claims[0].status, MINIP_PROVED);
  assert_int_equal(audit->claims[1].status, MINIP_PROVED);
  assert_int_equal(audit->claims[2].status, MINIP_REFUTED);
  assert_fmpq(&audit->claims[1].slack.exact, "0");
  assert_fmpq(&audit->claims[2].slack.exact, "-60"); /* g(4) = 40 */
  minip_audit_clear(audit);
}

static void test_states(void **state)
{
  (void)state;
  check_status("log2(3) < 1.5849625007211561815", MINIP_PROVED);
  check_status("log2(3) < 1.5849625007211561814", MINIP_REFUTED);
  check_status("log2(3) >= 1.5849625007211561814", MINIP_PROVED);
  check_status("H(1/3) = 1", MINIP_REFUTED);
  check_status("sqrt(2) * sqrt(2) = 2", MINIP_UNSETTLED); /* equal, but only to any precision */
  check_status("sqrt(2) * sqrt(2) <= 2 - 2^-1000", MINIP_REFUTED);
  check_status("floor(sqrt(2)^2) = 2", MINIP_UNSETTLED);
  check_status("floor(sqrt(2)^2 + 2^-500) = 2", MINIP_PROVED); /* needs more than 500 bits */
  check_status("1 < 1", MINIP_REFUTED);
  minip_error_t err;
  minip_audit_t audit;
  minip_audit_init(audit);
  static const char text[] = "claim c: floor(sqrt(2)^2 + 2^-600) = 2"; /* 512 bits are too few, and 1024 more than allowed here */
  assert_ok(minip_audit_run(audit, "t", text, strlen(text), 700, err));
  assert_int_equal(audit->claims[0].status, MINIP_PROVED);
  minip_audit_clear(audit);
  check_status("1 <= 1", MINIP_PROVED);
  check_status("sqrt(2)^2 = 2 < 1", MINIP_REFUTED); /* one refuted relation settles the chain */
  check_status("floor(sqrt(2)^2) = 2 < 1", MINIP_REFUTED); /* also beside a side without a value */
  check_status("1 / (sqrt(2)^2 - 2) > 0", MINIP_UNSETTLED);
  check_status("H(sqrt(2)/4) < 0.9372015", MINIP_REFUTED); /* 0.93720156.. */
  check_status("H(sqrt(2)/4) < 0.9372016", MINIP_PROVED);
  check_status("H(sqrt(2)/4) > H(0.3535) < H(0.3536) > H(sqrt(2)/4)", MINIP_PROVED);
  check_status("H(sqrt(2)^2 - 2) = 0", MINIP_UNSETTLED);
}

/* A claim that is not decided shows no number it does not know. */
static void test_unknown_value(void **state)
{
  (void)state;
  minip_error_t err;
  minip_audit_t audit;
  minip_audit_init(audit);
  assert_ok(run(audit, "claim c: floor(sqrt(2)^2) = 2\nclaim d: 2 = floor(sqrt(2)^2)\n", err));
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(audit->claims[i].status, MINIP_UNSETTLED);
    assert_false(audit->claims[i].slack.is_exact);
    assert_false(arb_is_finite(&audit->claims[i].slack.ball));
  }
  assert_false(audit->claims[0].value.is_exact);
  assert_false(arb_is_finite(&audit->claims[0].value.ball));
  assert_true(audit->claims[1].value.is_exact);
  assert_fmpq(&audit->claims[1].value.exact, "2");
  minip_audit_clear(audit);
}

static void test_errors(void **state)
{
  (void)state;
  check_error("claim c: x = 1\nlet x = 1\n", MINIP_INPUT, "t:1:10: 'x' is used before its definition in line 2");
  check_error("claim c: x = 1\n", MINIP_INPUT, "t:1:10: 'x' is not defined");
  check_error("let x = 1 + x\n", MINIP_INPUT, "t:1:13: 'x' is used in its own definition: a cycle");
  check_error("let f(a) = f(a - 1)\n", MINIP_INPUT, "a cycle");
  check_error("let x = 1\nlet x = 2\n", MINIP_INPUT, "t:2:5: 'x' is defined already, in line 1");
  check_error("let z = 0\nclaim c: 1 / z = 1\n", MINIP_INPUT, "t:2:12: division by zero");
  check_error("claim c: 0^-1 = 1\n", MINIP_INPUT, "division by zero");
  check_error("claim c: sum(i = 1..inf, 1/i) > 1\n", MINIP_INPUT, "t:1:21: an unbounded range");
  check_error("claim c: sum(i = 1, i) > 1\n", MINIP_INPUT, "expected '..'");
  check_error("claim c: sum(i = 1..1/2, i) > 1\n", MINIP_INPUT, "must be an integer");
  check_error("claim c: sum(i = 1..10^8, i) > 1\n", MINIP_LIMIT, "more than 10000000 terms");
  check_error("claim c: 1 +\n", MINIP_INPUT, "found the end of the line");
  check_error("claim c: 1", MINIP_INPUT, "t:1:11: expected a relation");
  check_error("claim c: 1 = 1 1\n", MINIP_INPUT, "t:1:16: expected the end of the statement");
  check_error("claim c 1 = 1\n", MINIP_INPUT, "expected ':'");
  check_error("prove c: 1 = 1\n", MINIP_INPUT, "expected 'let' or 'claim'");
  check_error("claim c: 1 = 1\nclaim c: 1 = 1\n", MINIP_INPUT, "t:2:7: a claim 'c' stands already in line 1");
  check_error("claim c: 1 $ 1\n", MINIP_INPUT, "t:1:12: unexpected character '$'");
  check_error("claim c: \xC3\xA4 = 1\n", MINIP_INPUT, "unexpected byte 0xc3");
  check_error("claim c: \"a\" = 1\n", MINIP_INPUT, "a text");
  check_error("claim c: \"a = 1\n", MINIP_INPUT, "does not end");
  check_error("claim c: log2(0) = 1\n", MINIP_INPUT, "not positive");
  check_error("claim c: (-2)^(1/2) = 1\n", MINIP_INPUT, "fractional power");
  check_error("claim c: H(2) = 1\n", MINIP_INPUT, "from 0 to 1");
  check_error("claim c: H(sqrt(2)) = 1\n", MINIP_INPUT, "from 0 to 1");
  check_error("claim c: H(1 - sqrt(2)) = 1\n", MINIP_INPUT, "from 0 to 1");
  check_error("claim c: log2(1 - sqrt(2)) = 1\n", MINIP_INPUT, "t:1:10: the logarithm of a number that is not positive");
  check_error("claim c: (1 - sqrt(2))^(1/2) = 1\n", MINIP_INPUT, "fractional power");
  check_error("claim c: sqrt(1 - sqrt(2)) = 1\n", MINIP_INPUT, "t:1:10");
  check_error("claim c: deletion(100, 3, 50, 2, 3/2) = 1\n", MINIP_INPUT, "T must be an integer");
  check_error("claim c: binomial(1, 2, 3) = 1\n", MINIP_INPUT, "'binomial' takes 2 arguments, not 3");
  check_error("let f(a, b, a) = a\n", MINIP_INPUT, "t:1:13: two parameters of one name");
  check_error("claim c: product(i = 1..10^6, i) > 1\n", MINIP_LIMIT, "steps in one claim"); /* few nodes, but numbers of up to 18 million bits */
  check_error("let f(x) = x + x\nlet g(x) = f(f(f(f(x))))\nlet h(x) = g(g(g(g(x))))\nlet k(x) = h(h(h(h(x))))\nlet l(x) = k(k(k(k(x))))\n"
              "let m(x) = l(l(l(l(x))))\nlet n(x) = m(m(m(m(x))))\nlet o(x) = n(n(n(n(x))))\nlet p(x) = o(o(o(o(x))))\nlet q(x) = p(p(p(p(x))))\nclaim c: q(1) > 1\n",
              MINIP_LIMIT, "steps in one claim"); /* 4^10 doublings would make a number of a million bits, through 10^11 bits written */
  check_error("claim c: 2^10^10 = 1\n", MINIP_LIMIT, "bits");
  check_error("let log2 = 1\n", MINIP_INPUT, "taken by the language");
  check_error("claim c: A(2, 3) = 1\n", MINIP_INPUT, "the length must be within");
}

static void test_nesting(void **state)
{
  (void)state;
  static char text[20000];
  size_t n = (size_t)snprintf(text, sizeof text, "claim c: ");
  memset(text + n, '(', 5000);
  text[n + 5000] = '\0';
  check_error(text, MINIP_LIMIT, "nested deeper");
  memset(text + n, '-', 5000);
  check_error(text, MINIP_LIMIT, "nested deeper");
}

/* Any text is either read or refused; nothing else happens (run under the sanitizers too). */
static void test_random_texts(void **state)
{
  static const char *const words[] = {"let ", "claim ", "x", "y", ": ", " = ", "(", ")", "sum(", "i", "..", "1", "2.5", "\n", "<", "^", "-", "/", ",", "A(", "log2(", "\"s\"", "#"};
  (void)state;
  minip_error_t err;
  minip_audit_t audit;
  uint64_t rng = test_seed();
  minip_audit_init(audit);
  for (int round = 0; round < test_rounds(3000); round++) {
    char text[400] = "let x = 3\n";
    for (int i = 0; i < 24; i++)
      strcat(text, words[test_below(&rng, sizeof words / sizeof *words)]);
    minip_error_init(err);
    minip_status_t st = run(audit, text, err);
    assert_true(st == MINIP_OK || (err->text[0] && (st == MINIP_INPUT || st == MINIP_LIMIT)));
  }
  minip_audit_clear(audit);
}

/* Ten thousand names of each kind are found again, in time that grows no faster than it must. */
static void test_many_names(void **state)
{
  (void)state;
  enum { COUNT = 10000 };
  minip_error_t err;
  minip_audit_t audit;
  char *text = malloc(COUNT * 80), *p = text;
  assert_non_null(text);
  minip_audit_init(audit);
  for (int i = 0; i < COUNT; i++)
    p += sprintf(p, "let n%d = %d\nclaim n%d: n%d = %d\n", i, i, i, i / 2, i / 2);
  assert_ok(run(audit, text, err));
  assert_int_equal(audit->count, COUNT);
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(audit->claims[i].status, MINIP_PROVED);
  sprintf(p, "let n123 = 1\n");
  assert_int_equal(run(audit, text, err), MINIP_INPUT);
  assert_non_null(strstr(err->text, "'n123' is defined already, in line 247"));
  minip_audit_clear(audit);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arithmetic),  cmocka_unit_test(test_definitions), cmocka_unit_test(test_states),
                                     cmocka_unit_test(test_unknown_value), cmocka_unit_test(test_errors), cmocka_unit_test(test_many_names),
                                     cmocka_unit_test(test_nesting),     cmocka_unit_test(test_random_texts)};
  return cmocka_run_group_tests_name("audit", tests, NULL, NULL);
}
