/* minip code classify: all codes of given parameters up to permutations of the coordinates. */
#include "code_words.h"
#include "commands.h"
#include <minip/construct.h>
#include <stdio.h>
#include <stdlib.h>

static json_t *class_row(const minip_code_classes_t classes, size_t i)
{
  char line[128];
  json_t *row = json_object(), *words = json_array();
  for (size_t k = 0; k < classes->size; k++) {
    minip_code_line(line, minip_code_word(classes->codes + i, k), classes->n, MINIP_CODE_WORDS);
    json_array_append_new(words, json_string(line));
  }
  json_object_set_new(row, "class", minip_report_slong((slong)i + 1));
  json_object_set_new(row, "group", minip_report_fmpz(classes->groups + i));
  json_object_set_new(row, "words", words);
  return row;
}

static minip_status_t report_classes(cli_context_t *ctx, const minip_code_classes_t classes, minip_error_t err)
{
  static const minip_column_t columns[] = {{"class", "class"}, {"group", "group order"}, {"words", "words"}, {NULL, NULL}};
  minip_report_t report;
  char verdict[32];
  minip_report_init(report);
  json_object_set_new(report->root, "n", minip_report_slong((slong)classes->n));
  json_object_set_new(report->root, "d", minip_report_slong((slong)classes->d));
  json_object_set_new(report->root, "w", minip_report_slong((slong)classes->w));
  json_object_set_new(report->root, "size", minip_report_slong((slong)classes->size));
  json_object_set_new(report->root, "count", minip_report_slong((slong)classes->count));
  json_object_set_new(report->root, "labelled", minip_report_fmpz(classes->labelled));
  json_object_set_new(report->root, "extension_check", json_string("agrees"));
  json_object_set_new(report->root, "count_check", json_string(classes->count_check ? "agrees" : "not finished"));
  json_object_set_new(report->root, "classes", json_array());
  for (size_t i = 0; i < classes->count; i++)
    json_array_append_new(json_object_get(report->root, "classes"), class_row(classes, i));
  report->table = "classes";
  report->columns = columns;
  snprintf(verdict, sizeof verdict, "%zu", classes->count);
  minip_status_t st = cli_finish(ctx, report, verdict, err);
  minip_report_clear(report);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  long n, d, w, size, nodes, limit, seconds;
  minip_status_t st = cli_code_parameters(&n, &d, &w, ctx, err);
  if (st == MINIP_OK)
    st = cli_get_long(&size, ctx, "size", 1, 1000000L, 0, err);
  if (st == MINIP_OK)
    st = cli_get_long(&nodes, ctx, "count-limit", 1, 1000000000000000L, 0, err);
  if (st == MINIP_OK)
    st = cli_get_long(&limit, ctx, "class-limit", 1, 1000000000L, 0, err);
  if (st == MINIP_OK)
    st = cli_get_long(&seconds, ctx, "time-limit", 0, 100000000L, 0, err);
  if (st != MINIP_OK)
    return st;
  minip_code_classes_t classes;
  minip_code_classes_init(classes);
  st = minip_code_classify(classes, (size_t)n, (size_t)d, (size_t)w, (size_t)size, (uint64_t)nodes, (size_t)limit, (double)seconds, cli_progress, ctx, err);
  if (st == MINIP_OK)
    st = report_classes(ctx, classes, err);
  minip_code_classes_clear(classes);
  return st;
}

static const cli_option_t options[] = {
  {"n", "N", "length, up to 64 (needed)"},
  {"d", "D", "least distance, even (needed)"},
  {"w", "W", "weight (needed)"},
  {"size", "K", "number of words (default: the maximum A(n,d,w))"},
  {"class-limit", "C", "give up beyond so many classes of one size (default 10^6)"},
  {"count-limit", "X", "steps of the plain count (default 10^8)"},
  {"time-limit", "SECONDS", "give up after so long (default: never)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_classify = {
  .name = "code classify",
  .operands = "",
  .summary = "all constant-weight codes of given parameters up to coordinate permutations",
  .description = "Finds every code of K words of length N and weight W with distances of at least D, one of each class under permutations of the\n"
                 "coordinates, with the order of its automorphism group. Two checks: each class is reached from its sub-codes as often as double counting\n"
                 "demands, and the labelled codes, the sum of n!/group, are counted again by plain exhaustion (where --count-limit allows).\n"
                 "A check that fails ends with exit 70. --expect VERDICT: the number of classes.\n"
                 "JSON: n, d, w, size, count, labelled, extension_check, count_check (agrees or not finished), classes[].class, .group, .words.\n\n"
                 "Example: minip code classify --n 7 --d 4 --w 3 --expect 1\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
