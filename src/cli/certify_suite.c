/* minip certify --suite: the least error of a kernel on exactly the sequences of a suite. */
#include "certify_suite.h"
#include "kernel_options.h"
#include "suite_options.h"
#include <minip/cert.h>
#include <minip/rank.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  cli_context_t *ctx;
  minip_kernel_t kernel;
  minip_suite_t suite;
  minip_suite_result_t result;
  minip_rank_result_t rank;
  fmpq_t target;
} job_t;

static int is_undefined(const minip_suite_answer_t *a) { return a->undefined != (size_t)-1; }

/* The sequences that a proof needs: those with a multiplier other than zero, or the undefined one. */
static json_t *proof_of(const job_t *job, const minip_suite_answer_t *a)
{
  json_t *list = json_array();
  for (size_t k = 0; k < a->count; k++) {
    size_t i = a->sequences[k];
    if (is_undefined(a) ? i != a->undefined : fmpq_is_zero(a->multipliers + k))
      continue;
    json_t *item = json_object();
    json_object_set_new(item, "sequence", minip_report_slong((slong)i));
    json_object_set_new(item, "tokens", cli_suite_sequence(job->suite, i));
    json_object_set_new(item, "target", minip_report_slong((slong)job->suite->targets[i]));
    if (!is_undefined(a))
      json_object_set_new(item, "multiplier", minip_report_fmpq(a->multipliers + k));
    json_array_append_new(list, item);
  }
  return list;
}

static json_t *error_of(const minip_suite_answer_t *a) { return is_undefined(a) ? json_string("undefined") : minip_report_fmpq(&a->error); }

/* Every query with an error of the target or more. */
static json_t *failures(const job_t *job)
{
  json_t *rows = json_array();
  for (size_t i = 0; i < job->result->count; i++) {
    const minip_suite_answer_t *a = &job->result->answers[i];
    if (!is_undefined(a) && fmpq_cmp(&a->error, job->target) < 0)
      continue;
    json_t *row = json_object();
    json_object_set_new(row, "query", cli_suite_token(job->suite, a->query));
    json_object_set_new(row, "error_at_least", error_of(a));
    json_t *proof = proof_of(job, a), *numbers = json_array(), *item;
    size_t k;
    json_array_foreach(proof, k, item) json_array_append(numbers, json_object_get(item, "sequence"));
    json_object_set_new(row, "among_sequences", numbers);
    json_decref(proof);
    json_array_append_new(rows, row);
  }
  return rows;
}

static minip_status_t fill(json_t *root, job_t *job, minip_error_t err)
{
  const minip_suite_answer_t *worst = &job->result->answers[job->result->worst];
  json_object_set_new(root, "verdict", json_string(job->result->solves ? "solves" : "fails"));
  json_object_set_new(root, "optimal_error", error_of(worst));
  json_t *item = json_object();
  json_object_set_new(item, "query", cli_suite_token(job->suite, worst->query));
  json_object_set_new(item, "proof", proof_of(job, worst));
  json_object_set_new(root, "worst", item);
  json_object_set_new(root, "failing_queries", minip_report_slong((slong)job->result->failing_queries));
  if (!cli_get(job->ctx, "no-rank"))
    json_object_set_new(root, "rank", minip_report_fmpz(job->rank->rank));
  minip_status_t st = MINIP_OK;
  if (minip_pairs_count(job->suite->pairs) > 0)
    st = cli_add_rank_bound(root, job->suite->pairs, job->suite->n, job->ctx->threads, err);
  json_object_set_new(root, "suite", minip_report_name(job->suite->name));
  json_object_set_new(root, "suite_sha256", json_string(job->suite->sha256));
  json_object_set_new(root, "sequences", minip_report_slong((slong)job->suite->count));
  json_object_set_new(root, "length", minip_report_slong((slong)job->suite->n));
  json_object_set_new(root, "error", minip_report_fmpq(job->target));
  if (st == MINIP_OK)
    st = cli_describe_kernel(root, job->kernel, err);
  json_object_set_new(root, "failures", failures(job));
  return st;
}

static minip_status_t write_certificate(const job_t *job, minip_error_t err)
{
  char *text = NULL;
  if (!job->ctx->out)
    return MINIP_OK;
  minip_status_t st = minip_cert_suite(&text, job->kernel, job->suite, job->result, job->target, err);
  if (st == MINIP_OK)
    st = minip_cert_write(job->ctx->out, text, err);
  free(text);
  return st;
}

static minip_status_t conclude(job_t *job, minip_error_t err)
{
  static const minip_column_t columns[] = {{"query", "query"}, {"error_at_least", "least error"}, {"among_sequences", "among sequences"}, {NULL, NULL}};
  minip_report_t report;
  minip_report_init(report);
  report->table = "failures";
  report->columns = columns;
  minip_status_t st = fill(report->root, job, err);
  if (st == MINIP_OK)
    st = write_certificate(job, err);
  if (st == MINIP_OK)
    st = cli_finish(job->ctx, report, job->result->solves ? "solves" : "fails", err);
  minip_report_clear(report);
  return st;
}

static minip_status_t load(job_t *job, minip_error_t err)
{
  cli_context_t *ctx = job->ctx;
  if (cli_get(ctx, "length") || cli_get(ctx, "pool") || cli_get(ctx, "queries"))
    return minip_error_set(err, MINIP_USAGE, "--suite brings its own length, pool and queries");
  minip_status_t st = cli_get_error(job->target, ctx, err);
  if (st == MINIP_OK)
    st = minip_suite_load(job->suite, cli_get(ctx, "suite"), err);
  if (st == MINIP_OK)
    st = cli_load_kernel(job->kernel, ctx, ctx->operands[0], err);
  return st == MINIP_OK && ctx->out ? minip_cert_possible(job->kernel, err) : st;
}

minip_status_t cli_certify_suite(cli_context_t *ctx, minip_error_t err)
{
  job_t job = {.ctx = ctx};
  minip_kernel_init(job.kernel), minip_suite_init(job.suite), minip_suite_result_init(job.result), minip_rank_result_init(job.rank);
  fmpq_init(job.target);
  minip_status_t st = load(&job, err);
  if (st == MINIP_OK)
    st = minip_suite_certify(job.result, job.suite, job.kernel, job.target, cli_progress, ctx, err);
  if (st == MINIP_OK && !cli_get(ctx, "no-rank"))
    st = cli_rank_beside_verdict(job.rank, job.kernel, err);
  if (st == MINIP_OK)
    st = conclude(&job, err);
  fmpq_clear(job.target);
  minip_kernel_clear(job.kernel), minip_suite_clear(job.suite), minip_suite_result_clear(job.result), minip_rank_result_clear(job.rank);
  return st;
}
