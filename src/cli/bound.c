/* minip bound: lower and upper bounds on the features, side by side. */
#include "commands.h"
#include <minip/bound.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  long m_from, m_to, n_from, n_to;
  fmpq_t error;
  int is_signed;
  uint64_t shatter;
  const char *code;
} query_t;

static minip_status_t read_options(query_t *q, const cli_context_t *ctx, minip_error_t err)
{
  minip_status_t st = cli_get_range(&q->m_from, &q->m_to, ctx, "m", 1, MINIP_BOUND_MAX_M, err);
  if (st == MINIP_OK)
    st = cli_get_long(&q->n_from, ctx, "length", 3, MINIP_BOUND_MAX_LENGTH, 3, err);
  q->n_to = q->n_from;
  if (st == MINIP_OK && cli_get(ctx, "lengths"))
    st = cli_get(ctx, "length") ? minip_error_set(err, MINIP_USAGE, "--length and --lengths exclude each other")
                                : cli_get_range(&q->n_from, &q->n_to, ctx, "lengths", 3, MINIP_BOUND_MAX_LENGTH, err);
  if (st == MINIP_OK)
    st = cli_get_error(q->error, ctx, err);
  q->is_signed = cli_get(ctx, "signed") != NULL;
  q->shatter = cli_get(ctx, "shatter") ? 1 : 0;
  q->code = cli_get(ctx, "code");
  long rows = (q->m_to - q->m_from + 1) * (q->n_to - q->n_from + 1);
  if (st == MINIP_OK && rows > 100000)
    st = minip_error_set(err, MINIP_LIMIT, "%ld rows asked for, more than 100000", rows);
  return st;
}

/* The user's code (or the catalogue) as bounds ready for every row. */
static minip_status_t prepare(minip_bound_list_t ready, const minip_bound_task_t task, const query_t *q, const cli_context_t *ctx, minip_error_t err)
{
  if (!q->code)
    return minip_bound_catalogue(ready, task, (size_t)q->m_to, ctx->threads, err);
  minip_pairs_t pairs;
  minip_pairs_init(pairs);
  minip_status_t st = minip_bound_load_pairs(pairs, q->code, err);
  if (st == MINIP_OK)
    st = minip_bound_pairs(ready, task, pairs, ctx->threads, err);
  minip_pairs_clear(pairs);
  return st;
}

static minip_status_t add_row(json_t *rows, json_t *derivations, const minip_bound_task_t task, size_t m, const minip_bound_options_t *options, minip_error_t err)
{
  minip_bound_row_t row;
  minip_bound_row_init(row);
  minip_status_t st = minip_bound_row(row, task, m, options, err);
  if (st == MINIP_OK) {
    json_array_append_new(rows, minip_bound_row_json(row, task));
    if (derivations)
      json_array_append_new(derivations, minip_bound_derivation(row->lowers->items + row->best, task));
  }
  minip_bound_row_clear(row);
  return st;
}

/* Asymptotics of one length: beta, gamma. */
static json_t *growth(const minip_bound_task_t task)
{
  json_t *x = json_object();
  arb_t y;
  size_t part;
  fmpq_t base;
  arb_init(y), fmpq_init(base);
  char *beta = minip_bound_beta_text(task), *gamma = minip_bound_gamma_text(task);
  json_object_set_new(x, "length", minip_report_slong((slong)task->n));
  json_object_set_new(x, "beta", json_string(beta ? beta : ""));
  minip_bound_beta(y, &part, base, task, 96);
  json_object_set_new(x, "beta_value", minip_report_arb(y));
  json_object_set_new(x, "gamma", json_string(gamma ? gamma : ""));
  minip_bound_gamma(y, task, 96);
  json_object_set_new(x, "gamma_value", minip_report_arb(y));
  free(beta), free(gamma);
  arb_clear(y), fmpq_clear(base);
  return x;
}
