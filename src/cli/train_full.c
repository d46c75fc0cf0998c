/* minip train --full: kernels on the whole cube. */
#include "train.h"
#include <minip/cert.h>
#include <minip/train.h>
#include <stdlib.h>
#include <string.h>

static int ends_in_json(const char *path)
{
  size_t length = strlen(path);
  return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* The kernel with its proof, as a certificate of kind features-suffice. */
static minip_status_t write_certificate(const char *path, const minip_train_full_t full, int threads, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  fmpz_t features;
  char *text = NULL;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half), fmpz_init_set_ui(features, full->r);
  fmpq_set_si(half, 1, 2);
  minip_status_t st = minip_train_full_kernel(kernel, full, err);
  if (st == MINIP_OK)
    st = minip_gap_certify(result, kernel, full->n, half, threads, NULL, NULL, err);
  if (st == MINIP_OK)
    st = minip_cert_features_suffice(&text, kernel, result, full->n, half, features, err);
  if (st == MINIP_OK)
    st = minip_cert_write(path, text, err);
  free(text);
  minip_kernel_clear(kernel), minip_gap_result_clear(result), fmpq_clear(half), fmpz_clear(features);
  return st;
}

static long largest(const int64_t *v, size_t count)
{
  int64_t top = 0;
  for (size_t i = 0; v && i < count; i++)
    top = llabs(v[i]) > top ? llabs(v[i]) : top;
  return (long)top;
}

static json_t *row_of(const minip_train_full_t full, long seed)
{
  json_t *row = json_object();
  size_t entries = full->r << full->m;
  json_object_set_new(row, "rank", minip_report_slong((slong)full->r));
  json_object_set_new(row, "seed", minip_report_slong(seed));
  json_object_set_new(row, "steps", minip_report_slong((slong)full->steps));
  json_object_set_new(row, "verdict", json_string(full->found ? "solves" : "not found"));
  json_object_set_new(row, "error", full->found ? minip_report_fmpq(full->error) : json_null());
  json_object_set_new(row, "largest_entry", full->found ? minip_report_slong(largest(full->phi_q, entries) > largest(full->phi_k, entries) ?
    largest(full->phi_q, entries) : largest(full->phi_k, entries)) : json_null());
  return row;
}

typedef struct {
  long m, n, rank, seeds, first_seed, steps, cycle;
  size_t frequencies[MINIP_TRAIN_FULL_MAX_RANK], frequency_count;
} plan_t;

/* "0,0,1": small numbers with commas between. */
static minip_status_t read_frequencies(plan_t *plan, const char *text, minip_error_t err)
{
  const char *at = text;
  while (plan->frequency_count < MINIP_TRAIN_FULL_MAX_RANK && *at >= '0' && *at <= '9') {
    size_t f = 0;
    for (; *at >= '0' && *at <= '9' && f < 1000; at++)
      f = 10 * f + (size_t)(*at - '0');
    plan->frequencies[plan->frequency_count++] = f;
    if (*at == '\0')
      return MINIP_OK;
    if (*at++ != ',')
      break;
  }
  return minip_error_set(err, MINIP_USAGE, "--frequencies takes up to %d small numbers such as 0,0,1, not '%s'", MINIP_TRAIN_FULL_MAX_RANK, text);
}

static minip_status_t read_symmetry(plan_t *plan, const cli_context_t *ctx, minip_error_t err)
{
  if (!cli_get(ctx, "cycle"))
    return cli_get(ctx, "frequencies") ? minip_error_set(err, MINIP_USAGE, "--frequencies needs --cycle") : MINIP_OK;
  if (cli_get(ctx, "start"))
    return minip_error_set(err, MINIP_USAGE, "--cycle begins with a start of its own: no --start with it");
  if (plan->m < 2)
    return minip_error_set(err, MINIP_USAGE, "--cycle needs at least 2 bits");
  minip_status_t st = cli_get_long(&plan->cycle, ctx, "cycle", 2, plan->m, 0, err);
  return st == MINIP_OK && cli_get(ctx, "frequencies") ? read_frequencies(plan, cli_get(ctx, "frequencies"), err) : st;
}

static minip_status_t read_plan(plan_t *plan, const cli_context_t *ctx, minip_error_t err)
{
  static const char *const unused[] = {"features", "activation", "signed", "start-scale", "error", NULL};
  if (ctx->operand_count > 0)
    return minip_error_set(err, MINIP_USAGE, "--full fits the whole cube: no SUITE with it");
  for (size_t i = 0; unused[i]; i++)
    if (cli_get(ctx, unused[i]))
      return minip_error_set(err, MINIP_USAGE, "--%s is for suites, not for --full", unused[i]);
  if (cli_get(ctx, "checkpoint") && cli_get(ctx, "seeds"))
    return minip_error_set(err, MINIP_USAGE, "--checkpoint is of one search: choose its seed by --first-seed, not --seeds");
  minip_status_t st = cli_get_long(&plan->m, ctx, "full", 1, MINIP_TRAIN_FULL_MAX_M, 4, err);
  if (st == MINIP_OK)
    st = cli_get_long(&plan->n, ctx, "length", 3, 1000, 3, err);
  if (st == MINIP_OK)
    st = cli_get_long(&plan->rank, ctx, "rank", 1, MINIP_TRAIN_FULL_MAX_RANK, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&plan->seeds, ctx, "seeds", 1, 1000000, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&plan->first_seed, ctx, "first-seed", 0, 1000000000, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&plan->steps, ctx, "steps", 1, 100000000, 20000, err);
  return st == MINIP_OK ? read_symmetry(plan, ctx, err) : st;
}

/* The first seed that succeeds ends the runs: its kernel is written. */
static minip_status_t run_seeds(json_t *rows, int *found, const plan_t *plan, cli_context_t *ctx, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (long i = 0; st == MINIP_OK && i < plan->seeds && !*found; i++) {
    minip_train_full_t full;
    minip_train_full_init(full);
    minip_train_full_options_t options = {.m = (size_t)plan->m, .n = (size_t)plan->n, .r = (size_t)plan->rank, .seed = (uint64_t)(plan->first_seed + i),
                                          .steps = (size_t)plan->steps, .threads = ctx->threads, .start = cli_get(ctx, "start"),
                                          .checkpoint = cli_get(ctx, "checkpoint"), .cycle = (size_t)plan->cycle,
                                          .frequencies = plan->frequency_count ? plan->frequencies : NULL, .frequency_count = plan->frequency_count,
                                          .progress = cli_progress, .data = ctx};
    st = minip_train_full(full, &options, err);
    if (st == MINIP_OK)
      json_array_append_new(rows, row_of(full, plan->first_seed + i));
    *found = st == MINIP_OK && full->found;
    if (*found && ctx->out)
      st = ends_in_json(ctx->out) ? write_certificate(ctx->out, full, ctx->threads, err) : minip_train_full_write(ctx->out, full, err);
    minip_train_full_clear(full);
  }
  return st;
}

minip_status_t cli_train_full(cli_context_t *ctx, minip_error_t err)
{
  static const minip_column_t columns[] = {{"rank", "rank"}, {"seed", "seed"}, {"verdict", "verdict"}, {"error", "optimal error"}, {"largest_entry", "largest entry"}, {"steps", "steps"}, {NULL, NULL}};
  plan_t plan = {0};
  int found = 0;
  minip_report_t report;
  minip_report_init(report);
  json_t *rows = json_array();
  minip_status_t st = read_plan(&plan, ctx, err);
  if (st == MINIP_OK)
    st = run_seeds(rows, &found, &plan, ctx, err);
  if (st == MINIP_OK) {
    report->table = "runs";
    report->columns = columns;
    json_object_set_new(report->root, "m", minip_report_slong(plan.m));
    json_object_set_new(report->root, "length", minip_report_slong(plan.n));
    json_object_set_new(report->root, "verdict", json_string(found ? "solves" : "not found"));
    json_object_set(report->root, "runs", rows);
    st = cli_finish(ctx, report, found ? "solves" : "not found", err);
  }
  json_decref(rows);
  minip_report_clear(report);
  return st;
}
