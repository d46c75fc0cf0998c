/* minip softmax: verdict of dense softmax at a base or a temperature, and the threshold base. */
#include "commands.h"
#include <minip/softmax.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  long m, n;
  fmpq_t target, base, tau;
  const char *base_text, *tau_text;
  int threshold;
} question_t;

static minip_status_t read_question(question_t *q, const cli_context_t *ctx, minip_error_t err)
{
  q->base_text = cli_get(ctx, "base"), q->tau_text = cli_get(ctx, "tau"), q->threshold = cli_get(ctx, "threshold") != NULL;
  if (!cli_get(ctx, "m"))
    return minip_error_set(err, MINIP_USAGE, "--m is needed");
  if ((q->base_text != NULL) + (q->tau_text != NULL) + q->threshold == 0 || (q->base_text && q->tau_text))
    return minip_error_set(err, MINIP_USAGE, "give --base or --tau, or --threshold, or one of the first two with --threshold");
  minip_status_t st = cli_get_long(&q->m, ctx, "m", 1, MINIP_SOFTMAX_MAX_M, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&q->n, ctx, "length", 1, MINIP_SOFTMAX_MAX_LENGTH, 3, err);
  if (st == MINIP_OK)
    st = cli_get_error(q->target, ctx, err);
  if (st == MINIP_OK)
    st = cli_get_fmpq(q->base, ctx, "base", err);
  if (st == MINIP_OK)
    st = cli_get_fmpq(q->tau, ctx, "tau", err);
  if (st == MINIP_OK && q->base_text && fmpq_sgn(q->base) <= 0)
    st = minip_error_set(err, MINIP_USAGE, "--base takes a number above 0");
  return st;
}

static json_t *worst_case(size_t gap)
{
  json_t *worst = json_object();
  json_object_set_new(worst, "query_weight", minip_report_slong((slong)gap));
  json_object_set_new(worst, "low", minip_report_slong(0));
  json_object_set_new(worst, "high", minip_report_slong((slong)gap));
  return worst;
}

static minip_status_t answer_base(json_t *root, minip_verdict_t *verdict, const question_t *q, minip_error_t err)
{
  fmpq_t error;
  size_t gap;
  fmpq_init(error);
  minip_status_t st = minip_softmax_error(error, &gap, q->base, (size_t)q->m, (size_t)q->n, err);
  *verdict = fmpq_cmp(error, q->target) < 0 ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS;
  json_object_set_new(root, "base", minip_report_fmpq(q->base));
  json_object_set_new(root, "optimal_error", minip_report_fmpq(error));
  if (gap > 0)
    json_object_set_new(root, "worst", worst_case(gap));
  fmpq_clear(error);
  return st;
}

static minip_status_t answer_tau(json_t *root, minip_verdict_t *verdict, const question_t *q, minip_error_t err)
{
  arb_t error;
  size_t gap = 0;
  arb_init(error);
  minip_status_t st = minip_softmax_decide(verdict, error, &gap, q->tau, (size_t)q->m, (size_t)q->n, q->target, err);
  json_object_set_new(root, "tau", minip_report_fmpq(q->tau));
  json_object_set_new(root, "optimal_error", minip_report_arb(error));
  if (gap > 0)
    json_object_set_new(root, "worst", worst_case(gap));
  arb_clear(error);
  return st;
}

/* "2 b^3 - 5" */
static json_t *polynomial_text(const minip_softmax_threshold_t t)
{
  char *num = fmpz_get_str(NULL, 10, fmpq_numref(t->value)), *den = fmpz_get_str(NULL, 10, fmpq_denref(t->value));
  const char *factor = fmpz_is_one(fmpq_denref(t->value)) ? "" : den, *blank = *factor ? " " : "";
  json_t *text = t->gap == 0     ? json_string("b")
                 : t->degree == 1 ? json_sprintf("%s%sb - %s", factor, blank, num)
                                  : json_sprintf("%s%sb^%zu - %s", factor, blank, t->degree, num);
  flint_free(num);
  flint_free(den);
  return text;
}

static void answer_threshold(json_t *root, const question_t *q)
{
  minip_softmax_threshold_t t;
  minip_softmax_threshold_init(t);
  minip_softmax_threshold(t, (size_t)q->m, (size_t)q->n, q->target);
  json_t *value = json_object();
  json_object_set_new(value, "polynomial", polynomial_text(t));
  json_object_set_new(value, "lower", minip_report_fmpq(t->lower));
  json_object_set_new(value, "upper", minip_report_fmpq(t->upper));
  if (t->gap > 0)
    json_object_set_new(value, "worst", worst_case(t->gap));
  json_object_set_new(root, "threshold", value);
  minip_softmax_threshold_clear(t);
}

static minip_status_t answer(cli_context_t *ctx, const question_t *q, minip_error_t err)
{
  minip_verdict_t verdict = MINIP_VERDICT_UNDECIDED;
  minip_report_t report;
  minip_report_init(report);
  json_t *root = report->root;
  json_object_set_new(root, "m", minip_report_slong(q->m));
  json_object_set_new(root, "length", minip_report_slong(q->n));
  json_object_set_new(root, "error", minip_report_fmpq(q->target));
  minip_status_t st = MINIP_OK;
  if (q->base_text)
    st = answer_base(root, &verdict, q, err);
  else if (q->tau_text)
    st = answer_tau(root, &verdict, q, err);
  int has_verdict = q->base_text || q->tau_text;
  if (has_verdict)
    json_object_set_new(root, "verdict", json_string(minip_verdict_name(verdict)));
  if (st == MINIP_OK && q->threshold)
    answer_threshold(root, q);
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, has_verdict ? minip_verdict_name(verdict) : NULL, err);
  minip_report_clear(report);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  question_t q;
  fmpq_init(q.target), fmpq_init(q.base), fmpq_init(q.tau);
  minip_status_t st = read_question(&q, ctx, err);
  if (st == MINIP_OK)
    st = answer(ctx, &q, err);
  fmpq_clear(q.target), fmpq_clear(q.base), fmpq_clear(q.tau);
  return st;
}

static const cli_option_t options[] = {
  {"m", "M", "bits of the tokens, 1 to 4096 (needed)"},
  {"base", "B", "weight B^-overlap, B > 0 rational: exact optimal error"},
  {"tau", "T", "weight exp(-T overlap), T rational: a proved verdict and an enclosure of the optimal error, wide where |T| > 100000"},
  {"threshold", NULL, "the exact base above which the task is solved"},
  {"length", "N", "sequence length, 1 to 1000000 (default 3)"},
  {"error", "E", "target error, up to 1/2 (default 1/2)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_softmax = {
  .name = "softmax",
  .operands = "",
  .summary = "verdict of dense softmax at a temperature, and the threshold base",
  .description = "Softmax over scores -T <x,z> on the whole cube of M bits, with free values and readout (T14): solves iff B^D > t_D for every gap D up to M.\n"
                 "The threshold is the positive root of the printed integer polynomial in b, alone between lower and upper (b: every base above 0 solves).\n"
                 "JSON: m, length, error (the target), optimal_error, worst{query_weight, low, high} (overlaps), verdict, threshold{polynomial, lower,\n"
                 "upper, worst}.\n\nExample: minip softmax --m 12 --base 3/2 --threshold\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
