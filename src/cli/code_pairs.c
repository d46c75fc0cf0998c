/* minip code pairs: the gaps k_ij of a pair system (T8, T9). */
#include "code_options.h"
#include "commands.h"
#include <stdlib.h>

#define MATRIX_LIMIT 2000 /* pairs whose matrix is printed */

static minip_status_t load(minip_pairs_t pairs, const cli_context_t *ctx, minip_error_t err)
{
  minip_code_t code;
  minip_code_format_t format;
  size_t n;
  if (cli_get(ctx, "general"))
    return minip_pairs_load(pairs, ctx->operands[0], err);
  minip_code_init(code);
  minip_status_t st = cli_code_file_options(&format, &n, ctx, err);
  if (st == MINIP_OK)
    st = minip_code_load(code, ctx->operands[0], format, n, err);
  if (st == MINIP_OK)
    st = minip_pairs_from_code(pairs, code, err);
  minip_code_clear(code);
  return st;
}

static json_t *rows_of(const minip_pairs_distribution_t d)
{
  json_t *rows = json_array();
  for (slong k = -(slong)d->m; k <= (slong)d->m; k++) {
    uint64_t count = d->count[k + (slong)d->m];
    if (count == 0)
      continue;
    json_t *row = json_object();
    json_object_set_new(row, "k", minip_report_slong(k));
    json_object_set_new(row, "pairs", minip_report_slong((slong)count));
    json_array_append_new(rows, row);
  }
  return rows;
}

static minip_status_t add_matrix(json_t *root, const minip_pairs_t pairs, minip_error_t err)
{
  const size_t size = minip_pairs_count(pairs);
  if (size > MATRIX_LIMIT)
    return minip_error_set(err, MINIP_LIMIT, "the matrix of %zu pairs is larger than %d by %d", size, MATRIX_LIMIT, MATRIX_LIMIT);
  int32_t *k = malloc(size * sizeof *k);
  if (!k)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a row of %zu pairs", size);
  json_t *matrix = json_array();
  for (size_t i = 0; i < size; i++) {
    json_t *row = json_array();
    minip_pairs_row(k, pairs, i);
    for (size_t j = 0; j < size; j++)
      json_array_append_new(row, minip_report_slong(k[j]));
    json_array_append_new(matrix, row);
  }
  json_object_set_new(root, "matrix", matrix);
  free(k);
  return MINIP_OK;
}

static minip_status_t print(cli_context_t *ctx, const minip_pairs_t pairs, const minip_pairs_distribution_t d, minip_error_t err)
{
  static const minip_column_t columns[] = {{"k", "k"}, {"pairs", "ordered pairs"}, {NULL, NULL}};
  minip_report_t report;
  minip_error_t reason;
  minip_error_init(reason);
  minip_report_init(report);
  const int holds = minip_pairs_check(d, reason) == MINIP_OK;
  json_object_set_new(report->root, "pairs", minip_report_name(pairs->name));
  json_object_set_new(report->root, "sha256", json_string(pairs->sha256));
  json_object_set_new(report->root, "m", minip_report_slong((slong)d->m));
  json_object_set_new(report->root, "size", minip_report_slong((slong)d->size));
  json_object_set_new(report->root, "verdict", json_string(holds ? "holds" : "fails"));
  if (!holds) {
    json_t *at = json_array();
    json_array_append_new(at, minip_report_slong((slong)d->at[0]));
    json_array_append_new(at, minip_report_slong((slong)d->at[1]));
    json_object_set_new(report->root, "offending", at);
    json_object_set_new(report->root, "reason", json_string(reason->text));
  }
  json_object_set_new(report->root, "distribution", rows_of(d));
  report->table = "distribution";
  report->columns = columns;
  minip_status_t st = cli_get(ctx, "matrix") ? add_matrix(report->root, pairs, err) : MINIP_OK;
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, holds ? "holds" : "fails", err);
  minip_report_clear(report);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  minip_pairs_t pairs;
  minip_pairs_distribution_t d;
  minip_pairs_init(pairs);
  minip_pairs_distribution_init(d);
  minip_status_t st = load(pairs, ctx, err);
  if (st == MINIP_OK && cli_get(ctx, "matrix") && ctx->format != MINIP_JSON)
    st = minip_error_set(err, MINIP_USAGE, "--matrix needs --format json");
  if (st == MINIP_OK)
    st = minip_pairs_distribution(d, pairs, ctx->threads, err);
  if (st == MINIP_OK)
    st = print(ctx, pairs, d, err);
  minip_pairs_distribution_clear(d);
  minip_pairs_clear(pairs);
  return st;
}

static const cli_option_t options[] = {
  {"general", NULL, "FILE holds pairs: two 0/1 words x and z a line"},
  {"matrix", NULL, "also all k_ij (with --format json; up to 2000 pairs)"},
  CLI_CODE_FORMAT_OPTION,
  CLI_CODE_LENGTH_OPTION,
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_pairs = {
  .name = "code pairs",
  .operands = "FILE",
  .summary = "the gaps k_ij of a pair system, and whether all are at least 2",
  .description = "Pairs (x_i, z_i) have gaps k_ij = <x_i,z_j> - <x_i,z_i>; a rank bound needs k_ij >= 2 for i != j (T8). A code gives the pairs (word, complement),\n"
                 "with k_ij half the distance (T9). Verdict: holds, or fails with the first offending pair. Pairs count from 0.\n" CLI_CODE_FILE_HELP
                 "JSON: m, size, verdict, offending, reason, distribution[].k, .pairs, matrix[][].\n\n"
                 "Example: printf '1100 0011\\n0011 1100\\n' | minip code pairs --general -\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
