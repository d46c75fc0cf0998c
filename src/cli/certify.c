/* minip certify: does a kernel solve or fail the full suite? */
#include "commands.h"
#include "certify_suite.h"
#include "kernel_options.h"
#include <minip/cert.h>
#include <minip/gap.h>
#include <minip/rank.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  cli_context_t *ctx;
  minip_kernel_t kernel;
  long n;
  fmpq_t target;
  minip_gap_result_t result;
  minip_rank_result_t rank;
  int has_rank;
} job_t;

static json_t *printed(const char *format, ...) MINIP_PRINTF(1, 2);
static json_t *printed(const char *format, ...)
{
  char *s = NULL;
  va_list args;
  va_start(args, format);
  json_t *text = vasprintf(&s, format, args) < 0 ? NULL : json_string(s);
  va_end(args);
  free(s);
  return text;
}

static void add_statement(json_t *root, const job_t *job)
{
  static const char *const sentences[] = {
    [MINIP_VERDICT_SOLVES] = "suitable values and an affine readout reach error < %s on every sequence of length %ld over the pool",
    [MINIP_VERDICT_FAILS] = "no values and no affine readout reach error < %s on all sequences of length %ld over the pool",
    [MINIP_VERDICT_UNDECIDED] = "whether some values and an affine readout reach error < %s on all sequences of length %ld over the pool is not settled",
  };
  char *error = minip_num_fraction(job->target);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  json_object_set_new(root, "statement", printed(sentences[job->result->verdict], error ? error : "E", job->n));
#pragma GCC diagnostic pop
  free(error);
}

static void add_member(json_t *worst, json_t *overlaps, const char *name, const job_t *job, size_t entry, uint32_t overlap)
{
  if (entry == MINIP_NO_ENTRY)
    return;
  json_object_set_new(worst, name, cli_entry_token(job->kernel, job->result->witness.query, entry));
  json_object_set_new(overlaps, name, minip_report_slong((slong)overlap));
}

static void add_worst(json_t *root, const job_t *job)
{
  const minip_witness_t *w = &job->result->witness;
  json_t *worst = json_object(), *overlaps = json_object();
  if (w->kind == MINIP_WITNESS_NONE) {
    json_decref(worst), json_decref(overlaps);
    json_object_set_new(root, "worst", json_null());
    return;
  }
  json_object_set_new(worst, "query", cli_query_token(job->kernel, w->query));
  add_member(worst, overlaps, "low", job, w->low, w->low_overlap);
  add_member(worst, overlaps, "high", job, w->high, w->high_overlap);
  add_member(worst, overlaps, "anchor", job, w->anchor, w->anchor_overlap);
  json_object_set_new(worst, "overlaps", overlaps);
  json_object_set_new(root, "worst", worst);
}

/* "x, low, 3 high" */
static json_t *sequence_text(size_t low, size_t high, size_t anchor)
{
  static const char *const names[] = {"low", "high", "anchor"};
  size_t copies[] = {low, high, anchor};
  char text[128] = "x";
  for (size_t i = 0; i < 3; i++) {
    size_t used = strlen(text);
    if (copies[i] == 1)
      snprintf(text + used, sizeof text - used, ", %s", names[i]);
    else if (copies[i] > 1)
      snprintf(text + used, sizeof text - used, ", %zu %s", copies[i], names[i]);
  }
  return json_string(text);
}

static void add_sequences(json_t *rows, const minip_gap_proof_t proof)
{
  for (size_t i = 0; i < proof->count; i++) {
    json_t *row = json_object();
    json_object_set_new(row, "output", printed("y%zu", i + 1));
    json_object_set_new(row, "sequence", sequence_text(proof->sequence[i].low, proof->sequence[i].high, proof->sequence[i].anchor));
    json_object_set_new(row, "target", minip_report_slong((slong)proof->sequence[i].target));
    json_object_set_new(row, "denominator", minip_report_fmpq(&proof->sequence[i].denominator));
    json_array_append_new(rows, row);
  }
}

/* Why the error cannot be smaller, in terms of the listed sequences. */
static json_t *why(const minip_gap_result_t result, const minip_gap_proof_t proof)
{
  const minip_witness_t *w = &result->witness;
  char *error = minip_num_fraction(result->error);
  char *low = minip_num_fraction(proof->low_share), *high = minip_num_fraction(proof->high_share);
  json_t *text = json_null();
  switch (w->kind) {
  case MINIP_WITNESS_NONE: text = json_string("no two sequences are in conflict"); break;
  case MINIP_WITNESS_UNDEFINED: text = json_string("the denominator of y1 is zero (T2)"); break;
  case MINIP_WITNESS_PAIR:
    text = printed("y1 = %s y2 + %s y3 for any values and readout (T2), so one of the three errs by at least %s (T3)", low, high, error);
    break;
  case MINIP_WITNESS_ZERO:
    text = printed("y1 = y2 for any values and readout, since low and high weigh nothing against the query or are the query: one errs by at least %s (T4)", error);
    break;
  case MINIP_WITNESS_ZERO_PAIR:
    text = printed("y1 = %s y2 + %s y3 for any values and readout (T2), what weighs nothing against the query has the output y4: one errs by at least %s (T4)",
                   low, high, error);
    break;
  }
  free(low), free(high), free(error);
  return text;
}

static minip_status_t add_proof(json_t *root, const job_t *job, minip_error_t err)
{
  minip_gap_proof_t proof;
  minip_gap_proof_init(proof);
  minip_status_t st = minip_gap_proof(proof, job->kernel, &job->result->witness, (size_t)job->n, err);
  if (st == MINIP_OK) {
    json_t *rows = json_array();
    json_object_set_new(root, "why", why(job->result, proof));
    add_worst(root, job);
    add_sequences(rows, proof);
    json_object_set_new(root, "sequences", rows);
  }
  minip_gap_proof_clear(proof);
  return st;
}

/* The optimal error where it is known, else the bound that is proved. */
static void add_error(json_t *root, const job_t *job)
{
  const minip_gap_result_struct *r = job->result;
  if (!r->has_error)
    json_object_set_new(root, "optimal_error", json_string("undefined"));
  else
    json_object_set_new(root, r->error_is_optimal ? "optimal_error" : "error_at_least", minip_report_fmpq(r->error));
  if (r->undecided)
    json_object_set_new(root, "undecided_queries", minip_report_slong((slong)r->undecided));
  if (*r->reason)
    json_object_set_new(root, "reason", json_string(r->reason));
}

static minip_status_t fill(json_t *root, const job_t *job, minip_error_t err)
{
  json_object_set_new(root, "verdict", json_string(minip_verdict_name(job->result->verdict)));
  add_statement(root, job);
  add_error(root, job);
  minip_status_t st = add_proof(root, job, err);
  if (st != MINIP_OK)
    return st;
  if (job->has_rank)
    json_object_set_new(root, "rank", minip_report_fmpz(job->rank->rank));
  json_object_set_new(root, "length", minip_report_slong(job->n));
  json_object_set_new(root, "error", minip_report_fmpq(job->target));
  return cli_describe_kernel(root, job->kernel, err);
}

static minip_status_t write_certificate(const job_t *job, minip_error_t err)
{
  char *text = NULL;
  if (!job->ctx->out || job->result->verdict == MINIP_VERDICT_UNDECIDED)
    return MINIP_OK;
  minip_status_t st = minip_cert_head(&text, job->kernel, job->result, (size_t)job->n, job->target, err);
  if (st == MINIP_OK)
    st = minip_cert_write(job->ctx->out, text, err);
  free(text);
  return st;
}

/* The report goes out before an undecided verdict becomes the exit code. */
static minip_status_t conclude(const job_t *job, minip_error_t err)
{
  static const minip_column_t columns[] = {{"output", "output"}, {"sequence", "sequence"}, {"target", "target"}, {"denominator", "denominator"}, {NULL, NULL}};
  const minip_gap_result_struct *r = job->result;
  minip_report_t report;
  minip_report_init(report);
  minip_status_t st = fill(report->root, job, err);
  if (json_array_size(json_object_get(report->root, "sequences")) > 0) {
    report->table = "sequences";
    report->columns = columns;
  }
  if (st == MINIP_OK)
    st = write_certificate(job, err);
  if (st == MINIP_OK)
    st = cli_finish(job->ctx, report, minip_verdict_name(r->verdict), err);
  minip_report_clear(report);
  int expected = job->ctx->expect && strcmp(job->ctx->expect, minip_verdict_name(r->verdict)) == 0;
  if (st == MINIP_OK && r->verdict == MINIP_VERDICT_UNDECIDED && !expected && !job->ctx->expectation_failed)
    return minip_error_set(err, MINIP_UNDECIDED, "%s%s", r->reason, job->ctx->out ? " (no certificate written)" : "");
  return st;
}

static minip_status_t read_options(job_t *job, minip_error_t err)
{
  const char *expect = job->ctx->expect;
  minip_status_t st = cli_get_long(&job->n, job->ctx, "length", 1, 1000000000, 3, err);
  if (st == MINIP_OK)
    st = cli_get_error(job->target, job->ctx, err);
  if (st == MINIP_OK && expect && strcmp(expect, "solves") != 0 && strcmp(expect, "fails") != 0 && strcmp(expect, "undecided") != 0)
    st = minip_error_set(err, MINIP_USAGE, "--expect takes solves, fails or undecided, not '%s'", expect);
  job->has_rank = !cli_get(job->ctx, "no-rank");
  return st;
}

static minip_status_t work(job_t *job, minip_error_t err)
{
  minip_status_t st = read_options(job, err);
  if (st == MINIP_OK)
    st = cli_load_kernel(job->kernel, job->ctx, job->ctx->operands[0], err);
  if (st == MINIP_OK && job->ctx->out)
    st = minip_cert_possible(job->kernel, err);
  if (st == MINIP_OK)
    st = minip_gap_certify(job->result, job->kernel, (size_t)job->n, job->target, job->ctx->threads, cli_progress, job->ctx, err);
  if (st == MINIP_OK && job->has_rank)
    st = cli_rank_beside_verdict(job->rank, job->kernel, err);
  return st == MINIP_OK ? conclude(job, err) : st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  job_t job = {.ctx = ctx};
  if (cli_get(ctx, "suite"))
    return cli_certify_suite(ctx, err);
  minip_kernel_init(job.kernel);
  fmpq_init(job.target);
  minip_gap_result_init(job.result);
  minip_rank_result_init(job.rank);
  minip_status_t st = work(&job, err);
  minip_rank_result_clear(job.rank);
  minip_gap_result_clear(job.result);
  fmpq_clear(job.target);
  minip_kernel_clear(job.kernel);
  return st;
}

static const cli_option_t options[] = {
  {"length", "N", "sequence length, the query included (default 3)"},
  {"error", "E", "the question is error < E; above 0 and up to 1/2 (default 1/2)"},
  {"suite", "FILE", "the sequences of a suite (minip witness) instead of the full suite: the least error by exact linear programs"},
  {"no-rank", NULL, "leave out the exact rank of the kernel matrix"},
  CLI_KERNEL_OPTIONS,
  {NULL, NULL, NULL},
};

const cli_command_t cli_certify = {
  .name = "certify",
  .operands = "KERNEL",
  .summary = "does a kernel-attention head solve Min-IP, or must it fail: verdict, optimal error, witness, certificate",
  .description =
    "The suite is every sequence of N tokens made of a query and N-1 pool tokens. Values and the affine readout are free, so the verdict is\n"
    "about the kernel: `solves` (some choice has error < E everywhere), `fails` (none has), or `undecided` with the reason, and exit code 5\n"
    "(0 when --expect undecided asks for it). The optimal error is exact (T4); for kernels with denominators of both signs it is a proved\n"
    "lower bound, error_at_least (T3). The worst query is shown with the sequences that force the error.\n"
    "-o FILE writes a certificate that minip-check verifies; an undecided verdict has none, and FILE stays as it was. It takes no softmax kernels and\n"
    "no weighted ones above 64 bits.\n" CLI_KERNEL_HELP
    "With --suite the answer is about exactly its sequences, for kernels of any sign; the rank bound of the suite's pair system stands beside the\n"
    "kernel's rank. JSON then: verdict, optimal_error, worst{query, proof[]}, failing_queries, rank, rank_bound, method, failures[].\n"
    "JSON: verdict, optimal_error or error_at_least, why, worst{query, low, high, anchor, overlaps}, sequences[], rank, length, error, kernel,\n"
    "sha256, m, queries, pool, normaliser.\n\n"
    "Example: minip certify exp:3/2@m=12 --length 3 --expect solves\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 0,
  .run = run,
};
