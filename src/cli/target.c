/* minip target: exact Min-IP targets of token sequences. */
#include "commands.h"
#include <minip/io.h>
#include <minip/target.h>
#include <stdlib.h>

/* One sequence's answers from position `from` on. */
static json_t *answers(const uint32_t *values, size_t from, size_t count)
{
  json_t *list = json_array();
  for (size_t i = from; i < count; i++)
    json_array_append_new(list, minip_report_slong((slong)values[i]));
  return list;
}

static minip_status_t add_sequence(json_t *rows, const cli_context_t *ctx, const minip_tokens_t sequence, minip_error_t err)
{
  size_t n = sequence->count;
  uint32_t *targets = calloc(n + 1, sizeof *targets);
  uint32_t *argmin = cli_get(ctx, "argmin") ? calloc(n + 1, sizeof *argmin) : NULL;
  json_t *row = json_object();
  if (!targets || !row || (cli_get(ctx, "argmin") && !argmin)) {
    free(targets), free(argmin), json_decref(row);
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu targets", n);
  }
  size_t from = cli_get(ctx, "final") && n > 0 ? n - 1 : 0;
  minip_target_compute(targets, argmin, sequence, ctx->threads);
  json_object_set_new(row, "sequence", minip_report_slong((slong)json_array_size(rows)));
  json_object_set_new(row, "tokens", minip_report_slong((slong)n));
  json_object_set_new(row, "targets", answers(targets, from, n));
  if (argmin)
    json_object_set_new(row, "argmin", answers(argmin, from, n));
  json_array_append_new(rows, row);
  free(targets), free(argmin);
  return MINIP_OK;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  static const minip_column_t plain[] = {{"sequence", "sequence"}, {"targets", "targets"}, {NULL, NULL}};
  static const minip_column_t with_argmin[] = {{"sequence", "sequence"}, {"targets", "targets"}, {"argmin", "argmin"}, {NULL, NULL}};
  minip_sequences_t sequences;
  minip_report_t report;
  minip_report_init(report);
  minip_sequences_init(sequences);
  report->table = "sequences";
  report->columns = cli_get(ctx, "argmin") ? with_argmin : plain;
  json_t *rows = json_array();
  json_object_set_new(report->root, "sequences", rows);
  minip_status_t st = minip_sequences_load(sequences, ctx->operand_count ? ctx->operands[0] : "-", err);
  for (size_t i = 0; st == MINIP_OK && i < sequences->count; i++) {
    st = add_sequence(rows, ctx, &sequences->sequences[i], err);
    cli_progress(i + 1, sequences->count, ctx);
  }
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, NULL, err);
  minip_sequences_clear(sequences);
  minip_report_clear(report);
  return st;
}

static const cli_option_t options[] = {
  {"final", NULL, "the last position's target only (a causal final query)"},
  {"argmin", NULL, "also the least position that attains each target"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_target = {
  .name = "target",
  .operands = "[FILE]",
  .summary = "exact Min-IP targets of token sequences",
  .description = "t_i = min over all tokens j of the sequence, i itself included, of <x_i, x_j>.\n"
                 "FILE is text (one 0/1 token a line, a blank line between sequences) or .npy / .npz (N x m, or B x N x m); the default is\n"
                 "text on standard input. Positions count from 0.\nJSON: sequences[].targets, .argmin.\n\n"
                 "Example: printf '110\\n011\\n101\\n' | minip target --argmin\n",
  .options = options,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
