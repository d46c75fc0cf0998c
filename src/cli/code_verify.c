/* minip code verify: what is true of a code. */
#include "code_options.h"
#include "code_words.h"
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *pair_of(size_t a, size_t b)
{
  json_t *list = json_array();
  json_array_append_new(list, minip_report_slong((slong)a));
  json_array_append_new(list, minip_report_slong((slong)b));
  return list;
}

/* Distances that occur: how many ordered pairs, and how many words per word on average. */
static json_t *distribution_of(const minip_code_measures_t m)
{
  json_t *rows = json_array();
  fmpq_t a;
  fmpq_init(a);
  for (size_t d = 0; d <= m->n; d++) {
    if (m->pairs[d] == 0)
      continue;
    json_t *row = json_object();
    minip_code_average(a, m, d);
    json_object_set_new(row, "distance", minip_report_slong((slong)d));
    if (m->constant_weight)
      json_object_set_new(row, "overlap", minip_report_slong((slong)(m->max_weight - d / 2)));
    json_object_set_new(row, "pairs", minip_report_slong((slong)m->pairs[d]));
    json_object_set_new(row, "average", minip_report_fmpq(a));
    json_array_append_new(rows, row);
  }
  fmpq_clear(a);
  return rows;
}

static void describe(json_t *root, const minip_code_t code, const minip_code_measures_t m)
{
  json_object_set_new(root, "code", minip_report_name(code->name));
  json_object_set_new(root, "sha256", json_string(code->sha256));
  json_object_set_new(root, "n", minip_report_slong((slong)m->n));
  json_object_set_new(root, "size", minip_report_slong((slong)m->size));
  json_object_set_new(root, "w", m->constant_weight ? minip_report_slong((slong)m->min_weight) : json_null());
  if (!m->constant_weight)
    json_object_set_new(root, "weights", pair_of(m->min_weight, m->max_weight));
  json_object_set_new(root, "d", m->size < 2 ? json_null() : minip_report_slong((slong)m->min_distance));
  if (m->size > 1) {
    json_object_set_new(root, "closest", pair_of(m->closest[0], m->closest[1]));
    json_object_set_new(root, "overlaps", pair_of(m->min_overlap, m->max_overlap));
  }
  json_object_set_new(root, "duplicates", minip_report_slong((slong)m->duplicates));
  json_object_set_new(root, "distance_invariant", json_boolean(m->distance_invariant));
  if (!m->distance_invariant)
    json_object_set_new(root, "variant", minip_report_slong((slong)m->variant));
  json_object_set_new(root, "distribution", distribution_of(m));
}

static minip_status_t print(cli_context_t *ctx, const minip_code_t code, const minip_code_measures_t m, minip_error_t err)
{
  static const minip_column_t constant[] = {
    {"distance", "distance"}, {"overlap", "overlap"}, {"pairs", "ordered pairs"}, {"average", "average per word"}, {NULL, NULL}};
  static const minip_column_t mixed[] = {{"distance", "distance"}, {"pairs", "ordered pairs"}, {"average", "average per word"}, {NULL, NULL}};
  minip_report_t report;
  char verdict[32];
  minip_report_init(report);
  report->table = "distribution";
  report->columns = m->constant_weight ? constant : mixed;
  describe(report->root, code, m);
  if (m->size < 2)
    strcpy(verdict, "none");
  else
    snprintf(verdict, sizeof verdict, "%zu", m->min_distance);
  minip_status_t st = cli_finish(ctx, report, verdict, err);
  minip_report_clear(report);
  return st;
}

/* The statement of a certificate of kind code is about distinct words of one weight. */
static minip_status_t certify(const char *path, const minip_code_t code, const minip_code_measures_t m, minip_error_t err)
{
  if (!m->constant_weight)
    return minip_error_set(err, MINIP_INPUT, "no certificate: words 0 and %zu have different weights", m->other_weight);
  if (m->duplicates)
    return minip_error_set(err, MINIP_INPUT, "no certificate: words %zu and %zu are equal", m->closest[0], m->closest[1]);
  return cli_code_certificate(path, code, m, err);
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  minip_code_t code;
  minip_code_measures_t m;
  minip_code_format_t format;
  size_t n;
  minip_code_init(code);
  minip_code_measures_init(m);
  minip_status_t st = cli_code_file_options(&format, &n, ctx, err);
  if (st == MINIP_OK && cli_get(ctx, "any-weight"))
    st = minip_code_load(code, ctx->operands[0], format, n, err);
  else if (st == MINIP_OK)
    st = minip_code_load_constant(code, ctx->operands[0], format, n, err);
  if (st == MINIP_OK)
    st = minip_code_measure(m, code, ctx->threads, cli_progress, ctx, err);
  if (st == MINIP_OK && cli_get(ctx, "certificate"))
    st = certify(cli_get(ctx, "certificate"), code, m, err);
  if (st == MINIP_OK)
    st = print(ctx, code, m, err);
  minip_code_measures_clear(m);
  minip_code_clear(code);
  return st;
}

static const cli_option_t options[] = {
  CLI_CODE_FORMAT_OPTION,
  CLI_CODE_LENGTH_OPTION,
  {"certificate", "FILE", "write a certificate of kind code for minip-check: distinct words of one weight are needed"},
  {"any-weight", NULL, "allow words of different weights"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_verify = {
  .name = "code verify",
  .operands = "FILE",
  .summary = "length, weight, distances, overlaps and duplicates of a code",
  .description = CLI_CODE_FILE_HELP
                 "All pairs are compared. closest: the first two words at the minimum distance d (words count from 0); distance_invariant: every word sees\n"
                 "the same distances, else `variant` is the first that does not see what word 0 sees. The verdict for --expect is d.\n"
                 "JSON: n, size, w, d, closest, overlaps, duplicates, distance_invariant, distribution[].distance, .overlap, .pairs, .average.\n\n"
                 "Example: minip code enumerate --n 7 --w 3 | minip code verify - --expect 2\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
