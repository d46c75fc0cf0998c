/* minip code bounds: an interval for A(n,d,w), the source of each side, and the proof of the upper one. */
#include "code_words.h"
#include "commands.h"
#include <minip/cert.h>
#include <stdlib.h>
#include <string.h>

static json_t *step_of(const minip_code_step_t *step, const char *side)
{
  json_t *row = json_object();
  if (side)
    json_object_set_new(row, "side", json_string(side));
  json_object_set_new(row, "n", minip_report_slong((slong)step->n));
  json_object_set_new(row, "w", minip_report_slong((slong)step->w));
  json_object_set_new(row, "bound", minip_report_fmpz(&step->value));
  json_object_set_new(row, "rule", json_string(minip_code_rule_key(step->rule)));
  json_object_set_new(row, "source", json_string(minip_code_rule_name(step->rule)));
  json_object_set_new(row, "detail", json_string(step->detail));
  if (step->dual) {
    json_t *dual = json_array();
    for (size_t k = 0; k < step->dual_count; k++)
      json_array_append_new(dual, minip_report_fmpq(step->dual + k));
    json_object_set_new(row, "dual", dual);
  }
  return row;
}

static json_t *steps_of(const minip_code_step_t *steps, size_t count, int sides)
{
  json_t *rows = json_array();
  for (size_t k = 0; k < count; k++)
    json_array_append_new(rows, step_of(&steps[k], !sides ? NULL : steps[k].rule <= MINIP_CODE_DELSARTE ? "upper" : "lower"));
  return rows;
}

/* "759", or "48..759". */
static char *interval_of(const minip_code_bounds_t b)
{
  char *lower = fmpz_get_str(NULL, 10, b->lower), *upper = fmpz_get_str(NULL, 10, b->upper), *text = malloc(strlen(lower) + strlen(upper) + 3);
  if (text)
    strcpy(text, lower);
  if (text && !fmpz_equal(b->lower, b->upper))
    strcat(strcat(text, ".."), upper);
  flint_free(lower), flint_free(upper);
  return text;
}

static minip_status_t print(cli_context_t *ctx, const minip_code_bounds_t b, minip_error_t err)
{
  static const minip_column_t sources[] = {{"side", "side"}, {"bound", "bound"}, {"source", "source"}, {"detail", "detail"}, {NULL, NULL}};
  static const minip_column_t steps[] = {{"n", "n"}, {"w", "w"}, {"bound", "A(n,d,w) <="}, {"rule", "rule"}, {"detail", "detail"}, {NULL, NULL}};
  const int proof = cli_get(ctx, "proof") != NULL;
  minip_report_t report;
  minip_report_init(report);
  json_object_set_new(report->root, "n", minip_report_slong((slong)b->n));
  json_object_set_new(report->root, "d", minip_report_slong((slong)b->d));
  json_object_set_new(report->root, "w", minip_report_slong((slong)b->w));
  json_object_set_new(report->root, "lower", minip_report_fmpz(b->lower));
  json_object_set_new(report->root, "upper", minip_report_fmpz(b->upper));
  json_object_set_new(report->root, "lower_source", json_string(minip_code_rule_name(b->lower_rule)));
  json_object_set_new(report->root, "upper_source", json_string(minip_code_rule_name(b->steps[b->step_count - 1].rule)));
  if (*b->note)
    json_object_set_new(report->root, "note", json_string(b->note));
  report->table = proof ? "steps" : "sources";
  report->columns = proof ? steps : sources;
  if (proof || ctx->format == MINIP_JSON)
    json_object_set_new(report->root, "steps", steps_of(b->steps, b->step_count, 0));
  if (!proof || ctx->format == MINIP_JSON)
    json_object_set_new(report->root, "sources", steps_of(b->sources, b->source_count, 1));
  char *verdict = interval_of(b);
  minip_status_t st = verdict ? cli_finish(ctx, report, verdict, err) : minip_error_set(err, MINIP_LIMIT, "out of memory");
  free(verdict);
  minip_report_clear(report);
  return st;
}

/* The proof of the upper bound as a certificate of kind code-bound. */
static minip_status_t write_certificate(const char *path, const minip_code_bounds_t b, minip_error_t err)
{
  char *text = NULL;
  minip_cert_step_t *steps = calloc(b->step_count, sizeof *steps);
  if (!steps)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  for (size_t k = 0; k < b->step_count; k++) {
    const minip_code_step_t *s = &b->steps[k];
    steps[k] = (minip_cert_step_t){.rule = minip_code_rule_key(s->rule), .n = s->n, .w = s->w, .bound = &s->value, .dual = s->dual, .dual_count = s->dual_count};
  }
  minip_status_t st = minip_cert_code_bound(&text, b->n, b->d, b->w, b->upper, steps, b->step_count, err);
  if (st == MINIP_OK)
    st = minip_cert_write(path, text, err);
  free(text);
  free(steps);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  minip_code_bounds_t bounds;
  long n, d, w;
  unsigned use = MINIP_CODE_USE_ALL;
  if (cli_get(ctx, "no-lp"))
    use &= ~(MINIP_CODE_USE_LP | MINIP_CODE_USE_LP_BELOW);
  if (cli_get(ctx, "no-constructions"))
    use &= ~MINIP_CODE_USE_CONSTRUCTIONS;
  minip_code_bounds_init(bounds);
  minip_status_t st = cli_code_parameters(&n, &d, &w, ctx, err);
  if (st == MINIP_OK)
    st = minip_code_bounds(bounds, (size_t)n, (size_t)d, (size_t)w, use, err);
  if (st == MINIP_OK && cli_get(ctx, "certificate"))
    st = write_certificate(cli_get(ctx, "certificate"), bounds, err);
  if (st == MINIP_OK)
    st = print(ctx, bounds, err);
  minip_code_bounds_clear(bounds);
  return st;
}

static const cli_option_t options[] = {
  {"n", "N", "length, up to 65536 (needed)"},
  {"d", "D", "minimum distance, even and at least 2 (needed)"},
  {"w", "W", "weight (needed)"},
  {"proof", NULL, "the steps that prove the upper bound, in place of the sources"},
  {"certificate", "FILE", "write the proof of the upper bound as a certificate of kind code-bound for minip-check"},
  {"no-lp", NULL, "without linear programs"},
  {"no-constructions", NULL, "lower bounds from formulas only"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_bounds = {
  .name = "code bounds",
  .operands = "",
  .summary = "lower and upper bounds on A(n,d,w), with their sources",
  .description = "A(n,d,w) is the largest number of words of length n and weight w, any two at distance at least d. Upper: trivial cases, both Johnson recursions,\n"
                 "the counting bound, Delsarte's linear program of the Johnson scheme, whose dual solution is checked exactly. Lower: constructions,\n"
                 "Graham-Sloane averages, greedy choice. The verdict for --expect is the value, or LOWER..UPPER.\n"
                 "JSON: n, d, w, lower, upper, lower_source, upper_source, sources[].side, .bound, .rule, .detail,\n"
                 "steps[].n, .w, .bound, .rule, .dual.\n\nExample: minip code bounds --n 24 --d 8 --w 12\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
