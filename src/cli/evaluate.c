/* minip evaluate: a complete head on a suite. */
#include "commands.h"
#include "suite_options.h"
#include <minip/model.h>

#define MAX_LISTED 1000

static json_t *number(const minip_outcome_t *o, const fmpq *exact, const arb_struct *ball)
{
  if (!o->is_defined)
    return json_string("undefined");
  return o->is_exact ? minip_report_fmpq(exact) : minip_report_arb(ball);
}

static json_t *row_of(const minip_suite_t suite, const minip_evaluation_t e, size_t i)
{
  const minip_outcome_t *o = &e->outcomes[i];
  json_t *row = json_object();
  json_object_set_new(row, "sequence", minip_report_slong((slong)i));
  json_object_set_new(row, "tokens", cli_suite_sequence(suite, i));
  json_object_set_new(row, "target", minip_report_slong((slong)suite->targets[i]));
  json_object_set_new(row, "output", number(o, &o->output, &o->output_ball));
  json_object_set_new(row, "error", number(o, &o->error, &o->error_ball));
  return row;
}

static const char *verdict_of(const minip_evaluation_t e) { return e->failures ? "fails" : e->undecided ? "undecided" : "solves"; }

/* Sequences that fail (or all, when asked), up to a limit that is stated. */
static void add_rows(json_t *root, const minip_suite_t suite, const minip_evaluation_t e, int all)
{
  json_t *rows = json_array();
  for (size_t i = 0; i < e->count && json_array_size(rows) < MAX_LISTED; i++)
    if (all || e->outcomes[i].fails == MINIP_PROVED)
      json_array_append_new(rows, row_of(suite, e, i));
  size_t wanted = all ? e->count : e->failures;
  if (wanted > json_array_size(rows))
    json_object_set_new(root, "listed", minip_report_slong((slong)json_array_size(rows)));
  json_object_set_new(root, all ? "rows" : "failures", rows);
}

static void fill(json_t *root, const minip_suite_t suite, const minip_evaluation_t e, int all)
{
  const minip_outcome_t *worst = &e->outcomes[e->worst];
  fmpq_t accuracy;
  fmpq_init(accuracy);
  fmpq_set_si(accuracy, (slong)(e->count - e->failures - e->undecided), e->count);
  json_object_set_new(root, "verdict", json_string(verdict_of(e)));
  json_object_set_new(root, "max_error", number(worst, &worst->error, &worst->error_ball));
  json_object_set_new(root, "accuracy", minip_report_fmpq(accuracy));
  json_object_set_new(root, "sequences", minip_report_slong((slong)e->count));
  json_object_set_new(root, "failing", minip_report_slong((slong)e->failures));
  if (e->undecided)
    json_object_set_new(root, "undecided", minip_report_slong((slong)e->undecided));
  json_object_set_new(root, "worst", row_of(suite, e, e->worst));
  add_rows(root, suite, e, all);
  fmpq_clear(accuracy);
}

static minip_status_t report_outcomes(cli_context_t *ctx, const minip_model_t model, const minip_suite_t suite, const fmpq_t target, minip_error_t err)
{
  static const minip_column_t columns[] = {{"sequence", "sequence"}, {"tokens", "tokens"}, {"target", "target"}, {"output", "output"}, {"error", "error"}, {NULL, NULL}};
  minip_evaluation_t e;
  minip_report_t report;
  long precision;
  int all = cli_get(ctx, "all") != NULL;
  minip_evaluation_init(e);
  minip_report_init(report);
  minip_status_t st = cli_get_long(&precision, ctx, "precision", 64, 10000000, 4096, err);
  if (st == MINIP_OK)
    st = minip_model_evaluate(e, model, suite, target, precision, err);
  if (st == MINIP_OK) {
    fill(report->root, suite, e, all);
    report->table = all ? "rows" : "failures";
    report->columns = columns;
    st = cli_finish(ctx, report, verdict_of(e), err);
  }
  if (st == MINIP_OK && e->failures == 0 && e->undecided && !ctx->expect)
    st = minip_error_set(err, MINIP_UNDECIDED, "%zu sequences are undecided; --precision may help", e->undecided);
  minip_evaluation_clear(e);
  minip_report_clear(report);
  return st;
}

static minip_status_t report_readout(cli_context_t *ctx, const minip_model_t model, const minip_suite_t suite, const fmpq_t target, minip_error_t err)
{
  fmpq_t error;
  int defined;
  uint32_t worst = 0;
  minip_report_t report;
  fmpq_init(error);
  minip_report_init(report);
  minip_status_t st = minip_model_free_readout(error, &defined, &worst, model, suite, err);
  if (st == MINIP_OK) {
    const char *verdict = defined && fmpq_cmp(error, target) < 0 ? "solves" : "fails";
    json_object_set_new(report->root, "verdict", json_string(verdict));
    json_object_set_new(report->root, "least_error", defined ? minip_report_fmpq(error) : json_string("undefined"));
    json_object_set_new(report->root, "worst_query", cli_suite_token(suite, worst));
    st = cli_finish(ctx, report, verdict, err);
  }
  fmpq_clear(error);
  minip_report_clear(report);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  minip_model_t model;
  minip_suite_t suite;
  fmpq_t target;
  minip_model_init(model), minip_suite_init(suite), fmpq_init(target);
  minip_status_t st = cli_get_error(target, ctx, err);
  if (st == MINIP_OK)
    st = minip_model_load(model, ctx->operands[0], NULL, err);
  if (st == MINIP_OK)
    st = minip_suite_load(suite, ctx->operands[1], err);
  if (st == MINIP_OK)
    st = cli_get(ctx, "free-readout") ? report_readout(ctx, model, suite, target, err) : report_outcomes(ctx, model, suite, target, err);
  minip_model_clear(model), minip_suite_clear(suite), fmpq_clear(target);
  return st;
}

static const cli_option_t options[] = {
  {"error", "E", "a sequence fails when its error is E or more (default 1/2)"},
  {"free-readout", NULL, "keep the values, choose the best readout: its least error, exactly"},
  {"all", NULL, "list every sequence, not the failing ones only (the first 1000)"},
  {"precision", "BITS", "for heads with tau: give an undecided sequence up at BITS (default 4096)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_evaluate = {
  .name = "evaluate",
  .operands = "MODEL SUITE",
  .summary = "exact outputs of a complete head against the targets of a suite",
  .description = "MODEL is a file with the arrays of a KERNEL and values (T x d), readout_a (Q x d), readout_b (Q); several heads have prefixes\n"
                 "head0_, head1_, ..; a scalar base (weights base^-overlap) or tau (exp(-tau overlap)) in place of features is dense softmax.\n"
                 "SUITE is an .npz of minip witness, or arrays tokens and sequences. Outputs are exact, with tau enclosures.\n"
                 "JSON: verdict, max_error, accuracy, worst, failures[] (or rows[] with --all).\n\n"
                 "Example: minip evaluate head.npz suite.npz\n",
  .options = options,
  .min_operands = 2,
  .max_operands = 2,
  .out_is_result = 1,
  .run = run,
};
