/* One report in all five formats, down to the last character; values as JSON; everything that each format must escape. */
#include "../lib/test.h"
#include <minip/report.h>

static const minip_column_t columns[] = {{"name", "name"}, {"value", "value & sign"}, {"in.side", "inner"}, {NULL, NULL}};

static json_t *row(const char *name, json_t *value, json_t *inner)
{
  json_t *r = json_object(), *in = json_object();
  json_object_set_new(in, "side", inner);
  json_object_set_new(r, "name", json_string(name));
  json_object_set_new(r, "value", value);
  json_object_set_new(r, "in", in);
  return r;
}

static json_t *third(void)
{
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_si(x, 1, 3);
  json_t *v = minip_report_fmpq(x);
  fmpq_clear(x);
  return v;
}

static json_t *enclosure(void)
{
  arb_t x;
  arb_init(x);
  arb_set_si(x, 3);
  arb_sqrt(x, x, 80);
  json_t *v = minip_report_arb(x);
  arb_clear(x);
  return v;
}

static void fill(minip_report_t report)
{
  minip_report_init(report);
  report->table = "rows";
  report->columns = columns;
  json_t *rows = json_array();
  json_array_append_new(rows, row("plain", minip_report_slong(-7), json_true()));
  json_array_append_new(rows, row("[1, 2]", third(), json_null()));
  json_object_set_new(report->root, "length", minip_report_slong(3));
  json_object_set_new(report->root, "rows", rows);
}

static void expect_render(const minip_report_t report, minip_format_t format, const char *wanted)
{
  minip_error_t err;
  char *text;
  minip_error_init(err);
  assert_ok(minip_report_render(&text, report, format, err));
  assert_string_equal(text, wanted);
  free(text);
}

static void test_formats(void **state)
{
  minip_report_t report;
  (void)state;
  fill(report);
  expect_render(report, MINIP_TEXT,
                "length: 3\n\n"
                "name    value & sign            inner\n"
                "plain   -7                      yes\n"
                "[1, 2]  1/3 = 0.333333333333..  -\n");
  minip_report_clear(report);
}

static void test_json(void **state)
{
  minip_report_t report;
  minip_error_t err;
  char *text;
  (void)state;
  minip_error_init(err);
  fill(report);
  assert_ok(minip_report_render(&text, report, MINIP_JSON, err));
  /* Read back, it is the same document: nothing is lost, and no number is a JSON number. */
  json_t *back = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  assert_true(back && json_equal(back, report->root));
  assert_string_equal(json_string_value(json_object_get(back, "length")), "3");
  json_t *exact = json_object_get(json_array_get(json_object_get(back, "rows"), 1), "value");
  assert_string_equal(json_string_value(json_object_get(exact, "exact")), "1/3");
  assert_string_equal(json_string_value(json_object_get(exact, "decimal")), "0.333333333333..");
  assert_int_equal(text[strlen(text) - 1], '\n');
  json_decref(back);
  free(text);
  minip_report_clear(report);
}

static void test_csv(void **state)
{
  minip_report_t report;
  (void)state;
  fill(report);
  json_array_append_new(json_object_get(report->root, "rows"), row("a \"b\", c\nd", json_string(""), json_false()));
  expect_render(report, MINIP_CSV, "name,value & sign,inner\nplain,-7,yes\n\"[1, 2]\",1/3 = 0.333333333333..,-\n\"a \"\"b\"\", c\nd\",,no\n");
  minip_report_clear(report);
}

static void test_latex(void **state)
{
  minip_report_t report;
  (void)state;
  fill(report);
  json_array_append_new(json_object_get(report->root, "rows"), row("*50% of #1_{x}^~\\ $<|>", json_string("two\nlines"), json_false()));
  expect_render(report, MINIP_LATEX,
                "\\begin{tabular}{lll}\n\\hline\nname & value \\& sign & inner \\\\\n\\hline\nplain & -7 & yes \\\\\n"
                "{[}1, 2] & 1/3 = 0.333333333333.. & - \\\\\n" /* a bare [ would be an argument of the \\ before it */
                "{*}50\\% of \\#1\\_\\{x\\}\\textasciicircum{}\\textasciitilde{}\\textbackslash{} \\$$<$$|$$>$ & two lines & no \\\\\n"
                "\\hline\n\\end{tabular}\n");
  minip_report_clear(report);
}

static void test_markdown(void **state)
{
  minip_report_t report;
  (void)state;
  fill(report);
  json_array_append_new(json_object_get(report->root, "rows"), row("a|b_c*d<e>`f`\\&~", json_string("two\nlines"), json_false()));
  expect_render(report, MINIP_MARKDOWN,
                "| name | value \\& sign | inner |\n|---|---|---|\n| plain | -7 | yes |\n| [1, 2] | 1/3 = 0.333333333333.. | - |\n"
                "| a\\|b\\_c\\*d\\<e\\>\\`f\\`\\\\\\&\\~ | two lines | no |\n");
  minip_report_clear(report);
}

/* Columns line up by characters, not bytes; control characters do not reach a terminal. */
static void test_text_alignment(void **state)
{
  static const minip_column_t two[] = {{"a", "a"}, {"b", "b"}, {NULL, NULL}};
  minip_report_t report;
  (void)state;
  minip_report_init(report);
  report->table = "rows";
  report->columns = two;
  json_object_set_new(report->root, "rows", json_pack("[{s:s,s:s},{s:s,s:s}]", "a", "\xC3\xA4\xC3\xB6", "b", "x", "a", "abc", "b", "\x1b[2J"));
  expect_render(report, MINIP_TEXT, "a    b\n\xC3\xA4\xC3\xB6   x\nabc  ?[2J\n");
  minip_report_clear(report);
}

/* Without a table: one row of the keys of the root; nested values in words. */
static void test_no_table(void **state)
{
  minip_report_t report;
  (void)state;
  minip_report_init(report);
  json_object_set_new(report->root, "verdict", json_string("fails"));
  json_object_set_new(report->root, "log", enclosure());
  json_object_set_new(report->root, "worst", json_pack("{s:[s,s],s:b}", "overlaps", "0", "4", "ok", 0));
  expect_render(report, MINIP_TEXT, "verdict: fails\nlog: [1.73205080756, 1.73205080757]\nworst: overlaps 0 4, ok no\n"); /* sqrt 3 = 1.7320508075688.. */
  expect_render(report, MINIP_CSV, "verdict,log,worst\nfails,\"[1.73205080756, 1.73205080757]\",\"overlaps 0 4, ok no\"\n");
  minip_report_clear(report);
}

static void test_empty_table(void **state)
{
  minip_report_t report;
  (void)state;
  minip_report_init(report);
  report->table = "rows";
  report->columns = columns;
  json_object_set_new(report->root, "rows", json_array());
  expect_render(report, MINIP_CSV, "name,value & sign,inner\n");
  expect_render(report, MINIP_MARKDOWN, "| name | value \\& sign | inner |\n|---|---|---|\n");
  minip_report_clear(report);
}

static void test_format_names(void **state)
{
  static const char *const names[] = {"text", "json", "csv", "latex", "markdown"};
  static const minip_format_t formats[] = {MINIP_TEXT, MINIP_JSON, MINIP_CSV, MINIP_LATEX, MINIP_MARKDOWN};
  minip_format_t f;
  minip_error_t err;
  (void)state;
  minip_error_init(err);
  for (size_t i = 0; i < 5; i++) {
    assert_ok(minip_report_format(&f, names[i], err));
    assert_int_equal(f, formats[i]);
  }
  assert_int_equal(minip_report_format(&f, "JSON", err), MINIP_USAGE);
  assert_int_equal(minip_report_format(&f, "", err), MINIP_USAGE);
}

static void test_big_values(void **state)
{
  fmpz_t x;
  fmpq_t q;
  (void)state;
  fmpz_init(x), fmpq_init(q);
  fmpz_ui_pow_ui(x, 2, 100);
  json_t *v = minip_report_fmpz(x);
  assert_string_equal(json_string_value(v), "1267650600228229401496703205376");
  json_decref(v);
  fmpq_set_si(q, -12, 4);
  v = minip_report_fmpq(q);
  assert_string_equal(json_string_value(v), "-3"); /* an integer is a plain string */
  json_decref(v);
  fmpz_clear(x), fmpq_clear(q);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_formats), cmocka_unit_test(test_json), cmocka_unit_test(test_csv), cmocka_unit_test(test_latex),
                                     cmocka_unit_test(test_markdown), cmocka_unit_test(test_text_alignment), cmocka_unit_test(test_no_table),
                                     cmocka_unit_test(test_empty_table), cmocka_unit_test(test_format_names), cmocka_unit_test(test_big_values)};
  return cmocka_run_group_tests_name("render", tests, NULL, NULL);
}
