/* minip bound --upper: the kernels behind the upper bounds, with their parameters and exact errors. */
#include "bound_upper.h"
#include <minip/bound.h>
#include <minip/cert.h>
#include <stdlib.h>

/* The parameters that fix the kernel; nodes and tau of g as minip/bound.h says. */
static json_t *coefficients(const minip_bound_upper_t upper)
{
  json_t *c = json_object();
  switch (upper->family) {
  case MINIP_UPPER_HAMMING: {
    json_t *nodes = json_array();
    for (size_t j = 0; j < upper->node_count; j++)
      json_array_append_new(nodes, minip_report_slong((slong)upper->nodes[j]));
    json_object_set_new(c, "base", minip_report_fmpq(upper->base));
    json_object_set_new(c, "tau", minip_report_fmpq(upper->tau));
    json_object_set_new(c, "nodes", nodes);
    break;
  }
  case MINIP_UPPER_LINEAR: json_object_set_new(c, "offset", minip_report_fmpq(upper->offset)); /* fall through */
  case MINIP_UPPER_WEIGHT: json_object_set_new(c, "base", minip_report_fmpq(upper->base)); break;
  case MINIP_UPPER_TABLE: json_object_set_new(c, "file", json_string(upper->file)); break;
  default: break;
  }
  return c;
}

static json_t *row_of(const minip_bound_upper_t upper, size_t n)
{
  json_t *row = json_object();
  json_object_set_new(row, "m", minip_report_slong((slong)upper->m));
  json_object_set_new(row, "length", minip_report_slong((slong)n));
  json_object_set_new(row, "upper", minip_report_fmpz(upper->rank));
  json_object_set_new(row, "family", json_string(minip_upper_family_name(upper->family)));
  json_object_set_new(row, "upper_method", json_string(upper->method));
  json_object_set_new(row, "upper_error", upper->has_error ? minip_report_fmpq(upper->error) : json_null());
  json_object_set_new(row, "coefficients", coefficients(upper));
  return row;
}

static minip_status_t write_certificate(const cli_context_t *ctx, const minip_bound_upper_t upper, const minip_bound_task_t task, minip_error_t err)
{
  char *text = NULL;
  minip_status_t st = minip_bound_upper_certificate(&text, upper, task, ctx->threads, err);
  if (st == MINIP_OK)
    st = minip_cert_write(cli_get(ctx, "certificate"), text, err);
  free(text);
  return st;
}

static minip_status_t add_row(json_t *rows, const cli_context_t *ctx, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_bound_upper_t upper;
  minip_bound_upper_init(upper);
  minip_status_t st = minip_bound_upper(upper, task, m, err);
  if (st == MINIP_OK)
    st = minip_bound_upper_exact(upper, task, ctx->threads, err);
  if (st == MINIP_OK)
    json_array_append_new(rows, row_of(upper, task->n));
  if (st == MINIP_OK && cli_get(ctx, "certificate"))
    st = write_certificate(ctx, upper, task, err);
  minip_bound_upper_clear(upper);
  return st;
}

minip_status_t cli_bound_upper(cli_context_t *ctx, long m_from, long m_to, long n, const fmpq_t error, minip_error_t err)
{
  static const minip_column_t columns[] = {{"length", "length"}, {"m", "m"}, {"upper", "upper"}, {"upper_method", "kernel"}, {"upper_error", "exact error"}, {NULL, NULL}};
  minip_bound_task_t task;
  minip_report_t report;
  if (cli_get(ctx, "certificate") && m_from != m_to)
    return minip_error_set(err, MINIP_USAGE, "--certificate needs one m");
  minip_bound_task_init(task);
  minip_report_init(report);
  report->table = "rows";
  report->columns = columns;
  json_t *rows = json_array();
  json_object_set_new(report->root, "error", minip_report_fmpq(error));
  json_object_set_new(report->root, "rows", rows);
  minip_status_t st = minip_bound_task_set(task, (size_t)n, error, 0, (size_t)m_to, err);
  for (long m = m_from; st == MINIP_OK && m <= m_to; m++)
    st = add_row(rows, ctx, task, (size_t)m, err);
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, m_from == m_to ? json_string_value(json_object_get(json_array_get(rows, 0), "upper")) : NULL, err);
  minip_report_clear(report);
  minip_bound_task_clear(task);
  return st;
}
