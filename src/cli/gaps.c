/* minip gaps: the least weight ratio per gap against A_n(k). */
#include "commands.h"
#include "kernel_options.h"
#include <minip/gap.h>
#include <stdlib.h>

static json_t *row_of(const minip_gap_line_t *line, const minip_kernel_t kernel)
{
  fmpq_t slack;
  json_t *row = json_object();
  json_object_set_new(row, "k", minip_report_slong((slong)line->k));
  json_object_set_new(row, "ratio", line->has_ratio ? minip_report_fmpq(&line->ratio) : json_null());
  json_object_set_new(row, "required", minip_report_fmpq(&line->required));
  if (line->has_ratio) {
    fmpq_init(slack);
    fmpq_sub(slack, &line->ratio, &line->required);
    json_object_set_new(row, "slack", minip_report_fmpq(slack));
    fmpq_clear(slack);
  } else
    json_object_set_new(row, "slack", json_null());
  json_object_set_new(row, "holds", json_boolean(line->holds));
  if (!line->has_ratio)
    return row;
  json_t *overlaps = json_array();
  json_array_append_new(overlaps, minip_report_slong((slong)line->low_overlap));
  json_array_append_new(overlaps, minip_report_slong((slong)line->low_overlap + (slong)line->k));
  json_object_set_new(row, "overlaps", overlaps);
  json_object_set_new(row, "query", cli_query_token(kernel, line->query));
  json_object_set_new(row, "low", cli_entry_token(kernel, line->query, line->low));
  json_object_set_new(row, "high", cli_entry_token(kernel, line->query, line->high));
  return row;
}

static minip_status_t report_lines(cli_context_t *ctx, const minip_kernel_t kernel, const minip_gap_line_t *lines, long n, const fmpq_t target, minip_error_t err)
{
  static const minip_column_t columns[] = {{"k", "gap"}, {"ratio", "least ratio"}, {"required", "A_n(k)"}, {"slack", "slack"}, {"holds", "holds"},
                                           {"overlaps", "overlaps"}, {"query", "query"}, {"low", "low"}, {"high", "high"}, {NULL, NULL}};
  int holds = 1;
  minip_report_t report;
  minip_report_init(report);
  json_t *rows = json_array();
  for (size_t k = 0; k < kernel->m; k++) {
    json_array_append_new(rows, row_of(&lines[k], kernel));
    holds &= lines[k].holds;
  }
  json_object_set_new(report->root, "holds", json_boolean(holds));
  json_object_set_new(report->root, "length", minip_report_slong(n));
  json_object_set_new(report->root, "error", minip_report_fmpq(target));
  minip_status_t st = cli_describe_kernel(report->root, kernel, err);
  json_object_set_new(report->root, "gaps", rows);
  report->table = "gaps";
  report->columns = columns;
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, holds ? "holds" : "fails", err);
  minip_report_clear(report);
  return st;
}

static minip_status_t compute(cli_context_t *ctx, const minip_kernel_t kernel, long n, const fmpq_t target, minip_error_t err)
{
  minip_gap_line_t *lines = calloc(kernel->m, sizeof *lines);
  if (!lines)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  minip_status_t st = minip_gap_lines(lines, kernel, (size_t)n, target, ctx->threads, cli_progress, ctx, err);
  if (st == MINIP_OK)
    st = report_lines(ctx, kernel, lines, n, target, err);
  minip_gap_lines_clear(lines, kernel->m);
  free(lines);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  long n;
  fmpq_t target;
  minip_kernel_t kernel;
  fmpq_init(target);
  minip_kernel_init(kernel);
  minip_status_t st = cli_get_long(&n, ctx, "length", 3, 1000000000, 3, err);
  if (st == MINIP_OK)
    st = cli_get_error(target, ctx, err);
  if (st == MINIP_OK)
    st = cli_load_kernel(kernel, ctx, ctx->operands[0], err);
  if (st == MINIP_OK)
    st = compute(ctx, kernel, n, target, err);
  minip_kernel_clear(kernel);
  fmpq_clear(target);
  return st;
}

static const cli_option_t options[] = {
  {"length", "N", "sequence length, at least 3 (default 3)"},
  {"error", "E", "the question is error < E; above 0 and up to 1/2 (default 1/2)"},
  CLI_KERNEL_OPTIONS,
  {NULL, NULL, NULL},
};

const cli_command_t cli_gaps = {
  .name = "gaps",
  .operands = "KERNEL",
  .summary = "the least weight ratio at every overlap gap, against the A_n(k) that a head needs",
  .description =
    "With W(x,z) = (alpha(x,x) + eta(x))/(N-1) + alpha(x,z), error < E forces |W(x,z)| > A_n(k) |W(x,z')| for k = <x,z'> - <x,z> (T6),\n"
    "where the pool has a token at every overlap between the two. For each k: the least ratio of all queries and pairs, A_n(k), their\n"
    "difference, and where (first query, lowest overlap). A_n(k) = 0 asks for nothing but a ratio above 0. All hold or not is the verdict that\n"
    "--expect compares: holds or fails. Ratios that hold are necessary; certify decides what is sufficient.\n" CLI_KERNEL_HELP
    "JSON: holds, gaps[].k, .ratio, .required, .slack, .holds, .overlaps, .query, .low, .high, length, error, kernel, m, queries, pool, normaliser.\n\n"
    "Example: minip gaps exp:3/2@m=12\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
