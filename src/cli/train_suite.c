/* minip train SUITE: heads on a suite. */
#include "train.h"
#include <minip/train.h>

typedef struct {
  minip_train_options_t options;
  long seeds, first_seed;
  fmpq_t target;
  minip_suite_t suite;
} job_t;

static minip_status_t read_kind(job_t *job, const cli_context_t *ctx, minip_error_t err)
{
  const char *features = cli_get(ctx, "features"), *activation = cli_get(ctx, "activation");
  minip_status_t st = features ? minip_train_features(&job->options.features, features, err) : MINIP_OK;
  if (st == MINIP_OK && activation)
    st = minip_train_activation(&job->options.activation, activation, err);
  if (st == MINIP_OK && cli_get(ctx, "signed")) {
    if (activation)
      return minip_error_set(err, MINIP_USAGE, "--signed features have no --activation");
    job->options.activation = MINIP_TRAIN_IDENTITY;
  }
  return st;
}

static minip_status_t read_options(job_t *job, const cli_context_t *ctx, minip_error_t err)
{
  long rank, steps;
  fmpq_t scale;
  if (cli_get(ctx, "start") || cli_get(ctx, "checkpoint") || cli_get(ctx, "cycle") || cli_get(ctx, "frequencies"))
    return minip_error_set(err, MINIP_USAGE, "--start, --checkpoint, --cycle and --frequencies are for --full");
  fmpq_init(scale);
  minip_train_options_default(&job->options);
  minip_status_t st = ctx->operand_count == 1 ? MINIP_OK : minip_error_set(err, MINIP_USAGE, "give a SUITE, or --full M");
  if (st == MINIP_OK && cli_get(ctx, "length"))
    st = minip_error_set(err, MINIP_USAGE, "--length is for --full: a suite brings its own");
  if (st == MINIP_OK)
    st = read_kind(job, ctx, err);
  if (st == MINIP_OK)
    st = cli_get_long(&rank, ctx, "rank", 1, MINIP_TRAIN_MAX_RANK, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&steps, ctx, "steps", 1, 100000000, 3000, err);
  if (st == MINIP_OK)
    st = cli_get_long(&job->seeds, ctx, "seeds", 1, 1000000, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&job->first_seed, ctx, "first-seed", 0, 1000000000, 1, err);
  if (st == MINIP_OK)
    st = cli_get_fmpq(scale, ctx, "start-scale", err);
  if (st == MINIP_OK && fmpq_sgn(scale) < 0)
    st = minip_error_set(err, MINIP_USAGE, "--start-scale must be above 0");
  if (st == MINIP_OK)
    st = cli_get_error(job->target, ctx, err);
  if (st == MINIP_OK)
    job->options.rank = (size_t)rank, job->options.steps = (size_t)steps, job->options.scale = fmpq_get_d(scale);
  fmpq_clear(scale);
  return st;
}

static json_t *error_or(int is_defined, const fmpq_t error) { return is_defined ? minip_report_fmpq(error) : json_string("undefined"); }

static json_t *row_of(const minip_train_head_t head, const minip_train_verdict_t v, json_t *bound)
{
  json_t *row = json_object();
  json_object_set_new(row, "rank", minip_report_slong((slong)head->r));
  json_object_set_new(row, "seed", minip_report_slong((slong)head->options.seed));
  json_object_set_new(row, "steps", minip_report_slong((slong)head->steps));
  json_object_set_new(row, "error", head->diverged ? json_null() : error_or(v->is_defined, v->error));
  json_object_set_new(row, "optimal_error", head->diverged ? json_null() : error_or(v->kernel_is_defined, v->optimal_error));
  json_object_set_new(row, "failing", head->diverged ? json_null() : minip_report_slong((slong)v->failures));
  json_object_set_new(row, "verdict", json_string(head->diverged ? "diverged" : v->solves ? "solves" : "fails"));
  json_object_set(row, "bound", bound);
  return row;
}

/* Is a better than what is kept: an optimal error that is smaller, or the first one at all? */
static int is_better(const minip_train_verdict_t v, const fmpq_t kept, int has_kept) { return v->kernel_is_defined && (!has_kept || fmpq_cmp(v->optimal_error, kept) < 0); }

typedef struct {
  minip_train_head_t head;
  fmpq_t error;
  int has;
  int solved;
  size_t certified;
} kept_t;

static minip_status_t run_seed(json_t *rows, kept_t *kept, const job_t *job, uint64_t seed, json_t *bound, cli_context_t *ctx, minip_error_t err)
{
  minip_train_head_t head;
  minip_train_verdict_t v;
  minip_train_options_t options = job->options;
  minip_train_head_init(head), minip_train_verdict_init(v);
  options.seed = seed;
  minip_status_t st = minip_train_fit(head, job->suite, &options, cli_progress, ctx, err);
  if (st == MINIP_OK && !head->diverged)
    st = minip_train_certify(v, head, job->suite, job->target, 1, err);
  if (st == MINIP_OK) {
    head->r = options.rank;
    json_array_append_new(rows, row_of(head, v, bound));
    kept->certified += !head->diverged;
    kept->solved |= !head->diverged && v->solves;
    if (!head->diverged && is_better(v, kept->error, kept->has)) {
      minip_train_head_struct old = *kept->head;
      *kept->head = *head, *head = old;
      fmpq_set(kept->error, v->optimal_error);
      kept->has = 1;
    }
  }
  minip_train_head_clear(head), minip_train_verdict_clear(v);
  return st;
}

static minip_status_t conclude(cli_context_t *ctx, const job_t *job, json_t *rows, const kept_t *kept, minip_error_t err)
{
  static const minip_column_t columns[] = {{"rank", "rank"}, {"seed", "seed"}, {"verdict", "verdict"}, {"error", "error"}, {"optimal_error", "optimal error"}, {"bound", "rank bound"}, {"steps", "steps"}, {NULL, NULL}};
  minip_report_t report;
  minip_report_init(report);
  const char *verdict = kept->solved ? "solves" : kept->certified ? "fails" : "diverged";
  report->table = "runs";
  report->columns = columns;
  json_object_set_new(report->root, "verdict", json_string(verdict));
  json_object_set_new(report->root, "suite", minip_report_name(job->suite->name));
  json_object_set(report->root, "runs", rows);
  minip_status_t st = kept->has && ctx->out ? minip_train_write(ctx->out, kept->head, err) : MINIP_OK;
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, verdict, err);
  if (st == MINIP_OK && !kept->certified && !ctx->expect)
    st = minip_error_set(err, MINIP_UNDECIDED, "every fit diverged: nothing was certified%s", ctx->out ? " or written" : "");
  minip_report_clear(report);
  return st;
}

static minip_status_t run_all(cli_context_t *ctx, job_t *job, minip_error_t err)
{
  json_t *rows = json_array();
  kept_t kept = {.has = 0};
  fmpz_t least;
  fmpz_init(least);
  minip_train_head_init(kept.head), fmpq_init(kept.error);
  minip_status_t st = minip_suite_load(job->suite, ctx->operands[0], err);
  if (st == MINIP_OK)
    st = minip_train_bound(least, job->suite, job->options.activation == MINIP_TRAIN_IDENTITY, ctx->threads, err);
  json_t *bound = fmpz_is_zero(least) ? json_null() : minip_report_fmpz(least);
  for (long i = 0; st == MINIP_OK && i < job->seeds; i++)
    st = run_seed(rows, &kept, job, (uint64_t)(job->first_seed + i), bound, ctx, err);
  if (st == MINIP_OK)
    st = conclude(ctx, job, rows, &kept, err);
  json_decref(bound), json_decref(rows);
  minip_train_head_clear(kept.head), fmpq_clear(kept.error), fmpz_clear(least);
  return st;
}

minip_status_t cli_train_suite(cli_context_t *ctx, minip_error_t err)
{
  job_t job;
  fmpq_init(job.target), minip_suite_init(job.suite);
  minip_status_t st = read_options(&job, ctx, err);
  if (st == MINIP_OK)
    st = run_all(ctx, &job, err);
  fmpq_clear(job.target), minip_suite_clear(job.suite);
  return st;
}
