/* minip amplification: A_n(k) with its composition. */
#include "commands.h"
#include <minip/gap.h>
#include <stdlib.h>

static json_t *parts_of(const uint32_t *first_part, size_t k)
{
  json_t *parts = json_array();
  for (; k > 0 && first_part[k] > 0; k -= first_part[k])
    json_array_append_new(parts, minip_report_slong((slong)first_part[k]));
  return parts;
}

static json_t *row_of(const fmpq_t value, const uint32_t *first_part, size_t k)
{
  json_t *row = json_object();
  json_object_set_new(row, "k", minip_report_slong((slong)k));
  json_object_set_new(row, "value", minip_report_fmpq(value));
  json_object_set_new(row, "parts", parts_of(first_part, k));
  return row;
}

static void fill(json_t *rows, const fmpq_t eps, long n, long from, long to)
{
  fmpq *values = _fmpq_vec_init(to + 1);
  uint32_t *first_part = calloc((size_t)to + 1, sizeof *first_part);
  minip_amplification_error(values, first_part, (size_t)n, (size_t)to, eps);
  for (long k = from; first_part && k <= to; k++)
    json_array_append_new(rows, row_of(values + k, first_part, (size_t)k));
  free(first_part);
  _fmpq_vec_clear(values, to + 1);
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  static const minip_column_t columns[] = {{"k", "k"}, {"value", "A_n(k)"}, {"parts", "parts"}, {NULL, NULL}};
  long n, from, to;
  fmpq_t eps;
  minip_report_t report;
  fmpq_init(eps);
  minip_report_init(report);
  minip_status_t st = cli_get_long(&n, ctx, "length", 3, 1000000, 3, err);
  if (st == MINIP_OK)
    st = cli_get_range(&from, &to, ctx, "k", 0, 10000, err);
  if (st == MINIP_OK)
    st = cli_get_error(eps, ctx, err);
  if (st == MINIP_OK) {
    report->table = "rows";
    report->columns = columns;
    json_object_set_new(report->root, "length", minip_report_slong(n));
    json_object_set_new(report->root, "error", minip_report_fmpq(eps));
    json_object_set_new(report->root, "rows", json_array());
    fill(json_object_get(report->root, "rows"), eps, n, from, to);
    st = cli_finish(ctx, report, NULL, err);
  }
  fmpq_clear(eps);
  minip_report_clear(report);
  return st;
}

static const cli_option_t options[] = {
  {"k", "A..B", "gaps to print, a range or a number up to 10000 (needed)"},
  {"length", "N", "sequence length, at least 3 (default 3)"},
  {"error", "E", "target error, up to 1/2 (default 1/2)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_amplification = {
  .name = "amplification",
  .operands = "",
  .summary = "the amplification factors A_n(k), each with a best composition",
  .description = "Head error < E at length N forces |W(x,z)| > A_n(k) |W(x,z')| whenever <x,z'> - <x,z> = k and the pool has the\n"
                 "intermediate overlaps (T6). Below E = 1/2 the factors are (N-2)(D - 2E)/(2E) and the relation is >=.\n"
                 "JSON: rows[].k, .value, .parts.\n\nExample: minip amplification --k 0..16\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
