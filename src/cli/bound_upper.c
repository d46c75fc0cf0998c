/* minip bound --upper: the kernels behind the upper bounds, with their parameters and exact errors. */
#include "bound_upper.h"
#include <minip/bound.h>
#include <minip/cert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *nodes_of(const minip_bound_upper_t upper)
{
  json_t *nodes = json_array();
  for (size_t j = 0; j < upper->node_count; j++)
    json_array_append_new(nodes, minip_report_slong((slong)upper->nodes[j]));
  return nodes;
}

/* f or g in binomials: {"0": c_0, ..}, without the zeros; NULL when it has none. */
static json_t *binomials_of(const minip_bound_upper_t upper)
{
  fmpq *values = _fmpq_vec_init((slong)upper->m + 1);
  size_t count = minip_bound_upper_newton(values, upper);
  json_t *c = count ? json_object() : NULL;
  for (size_t i = 0; i < count; i++) {
    char key[24];
    snprintf(key, sizeof key, "%zu", i);
    if (!fmpq_is_zero(values + i))
      json_object_set_new(c, key, minip_report_fmpq(values + i));
  }
  _fmpq_vec_clear(values, (slong)upper->m + 1);
  return c;
}

/* GENERAL: the coefficients of each |x|, in the order of minip/bound.h. */
static json_t *weights_of(const minip_bound_upper_t upper)
{
  size_t count = upper->value_count / (upper->m + 1);
  json_t *weights = json_array();
  for (size_t a = 0; a <= upper->m; a++) {
    json_t *one = json_array();
    for (size_t i = 0; i < count; i++)
      json_array_append_new(one, minip_report_fmpq(upper->values + a * count + i));
    json_array_append_new(weights, one);
  }
  return weights;
}

/* The parameters that fix the kernel, as minip/bound.h says. */
static json_t *coefficients(const minip_bound_upper_t upper)
{
  json_t *c = json_object(), *binomials = binomials_of(upper);
  if (upper->family == MINIP_UPPER_WEIGHT || upper->family == MINIP_UPPER_LINEAR || upper->family == MINIP_UPPER_HAMMING ||
      upper->family == MINIP_UPPER_DISTANCE || upper->family == MINIP_UPPER_GENERAL)
    json_object_set_new(c, "base", minip_report_fmpq(upper->base));
  if (upper->family == MINIP_UPPER_LINEAR)
    json_object_set_new(c, "offset", minip_report_fmpq(upper->offset));
  if (upper->family == MINIP_UPPER_HAMMING) {
    json_object_set_new(c, "tau", minip_report_fmpq(upper->tau));
    json_object_set_new(c, "nodes", nodes_of(upper));
  }
  if (upper->family == MINIP_UPPER_TAYLOR || upper->family == MINIP_UPPER_LAGUERRE)
    json_object_set_new(c, "lambda", minip_report_fmpq(upper->lambda));
  if (upper->family == MINIP_UPPER_LAGUERRE)
    json_object_set_new(c, "t", minip_report_fmpq(upper->t));
  if (upper->family == MINIP_UPPER_GENERAL) {
    json_object_set_new(c, "degree", minip_report_slong((slong)upper->degree));
    json_object_set_new(c, "invariants", minip_report_slong((slong)upper->invariants));
    json_object_set_new(c, "linears", minip_report_slong((slong)upper->linears));
    json_object_set_new(c, "by_weight", weights_of(upper));
  }
  if (upper->family == MINIP_UPPER_TABLE)
    json_object_set_new(c, "file", json_string(upper->file));
  if (binomials)
    json_object_set_new(c, "binomials", binomials);
  return c;
}

/* "1: -7, 5: 7/2" for the table. */
static char *binomials_text(const json_t *binomials)
{
  char *text = strdup("");
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)binomials, key, value)
  {
    const char *number = json_is_string(value) ? json_string_value(value) : json_string_value(json_object_get(value, "exact"));
    char *longer = NULL;
    if (!text || !number || asprintf(&longer, "%s%s%s: %s", text, *text ? ", " : "", key, number) < 0)
      longer = NULL;
    free(text);
    text = longer;
  }
  return text;
}

static json_t *row_of(const minip_bound_upper_t upper, size_t n)
{
  json_t *row = json_object(), *c = coefficients(upper);
  json_object_set_new(row, "m", minip_report_slong((slong)upper->m));
  json_object_set_new(row, "length", minip_report_slong((slong)n));
  json_object_set_new(row, "upper", minip_report_fmpz(upper->rank));
  json_object_set_new(row, "rank", json_string(upper->rank_is_exact ? "exact" : "at most"));
  json_object_set_new(row, "family", json_string(minip_upper_family_name(upper->family)));
  json_object_set_new(row, "upper_method", json_string(upper->method));
  json_object_set_new(row, "proof", json_string(minip_bound_upper_proof(upper)));
  json_object_set_new(row, "upper_error", upper->has_error ? minip_report_fmpq(upper->error) : json_null());
  json_object_set_new(row, "coefficients", c);
  char *text = binomials_text(json_object_get(c, "binomials"));
  json_object_set_new(row, "binomials", text && *text ? json_string(text) : json_null());
  free(text);
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

/* The best of the quick families, for a row of a range. */
static minip_status_t add_best(json_t *rows, const cli_context_t *ctx, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_bound_upper_t upper;
  minip_bound_upper_init(upper);
  minip_status_t st = minip_bound_upper(upper, task, m, err);
  if (st == MINIP_OK)
    st = minip_bound_upper_exact(upper, task, ctx->threads, err);
  if (st == MINIP_OK)
    st = minip_bound_upper_rank(upper, err);
  if (st == MINIP_OK)
    json_array_append_new(rows, row_of(upper, task->n));
  minip_bound_upper_clear(upper);
  return st;
}

/* Every family (or the one asked for), best first; the certificate is of the first. */
static minip_status_t add_all(json_t *rows, const cli_context_t *ctx, const minip_bound_task_t task, size_t m, int family, minip_error_t err)
{
  minip_bound_upper_list_t list;
  minip_bound_upper_list_init(list);
  minip_status_t st = minip_bound_uppers(list, task, m, family, ctx->threads, err);
  size_t most = family >= 0 ? minip_upper_family_limit((minip_upper_family_t)family) : 0;
  if (st == MINIP_OK && list->count == 0 && most > 0 && m > most)
    st = minip_error_set(err, MINIP_LIMIT, "m = %zu: kernels of the family '%s' are looked for up to m = %zu only", m, cli_get(ctx, "family"), most);
  if (st == MINIP_OK && list->count == 0)
    st = minip_error_set(err, MINIP_UNDECIDED, "m = %zu: no kernel of the family '%s' is found", m, cli_get(ctx, "family"));
  for (size_t i = 0; st == MINIP_OK && i < list->count; i++)
    json_array_append_new(rows, row_of(list->items + i, task->n));
  if (st == MINIP_OK && cli_get(ctx, "certificate"))
    st = write_certificate(ctx, list->items, task, err);
  minip_bound_upper_list_clear(list);
  return st;
}

/* -1: all */
static minip_status_t read_family(int *family, const cli_context_t *ctx, minip_error_t err)
{
  minip_upper_family_t one = MINIP_UPPER_EXPONENTIAL;
  *family = -1;
  if (!cli_get(ctx, "family"))
    return MINIP_OK;
  minip_status_t st = minip_upper_family_from_name(&one, cli_get(ctx, "family"), err);
  *family = (int)one;
  return st;
}

minip_status_t cli_bound_upper(cli_context_t *ctx, long m_from, long m_to, long n, const fmpq_t error, minip_error_t err)
{
  static const minip_column_t columns[] = {{"length", "length"}, {"m", "m"}, {"upper", "upper"}, {"rank", "rank"}, {"upper_method", "kernel"}, {"proof", "proof"},
                                           {"upper_error", "error"}, {"binomials", "coefficients of C(s,i) or C(d,i)"}, {NULL, NULL}};
  minip_bound_task_t task;
  minip_report_t report;
  if (cli_get(ctx, "certificate") && m_from != m_to)
    return minip_error_set(err, MINIP_USAGE, "--certificate needs one m");
  int family;
  minip_status_t st = read_family(&family, ctx, err);
  if (st != MINIP_OK)
    return st;
  minip_bound_task_init(task);
  minip_report_init(report);
  report->table = "rows";
  report->columns = columns;
  json_t *rows = json_array();
  json_object_set_new(report->root, "error", minip_report_fmpq(error));
  json_object_set_new(report->root, "rows", rows);
  st = minip_bound_task_set(task, (size_t)n, error, 0, (size_t)m_to, err);
  for (long m = m_from; st == MINIP_OK && m <= m_to; m++)
    st = m_from == m_to || family >= 0 ? add_all(rows, ctx, task, (size_t)m, family, err) : add_best(rows, ctx, task, (size_t)m, err);
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, m_from == m_to ? json_string_value(json_object_get(json_array_get(rows, 0), "upper")) : NULL, err);
  minip_report_clear(report);
  minip_bound_task_clear(task);
  return st;
}
