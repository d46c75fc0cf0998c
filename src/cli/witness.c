/* minip witness: the witness suite of a pair system, with its rank bound. */
#include "code_source.h"
#include "commands.h"
#include "suite_options.h"
#include <minip/suite.h>
#include <string.h>

static minip_status_t pairs_of_code(minip_pairs_t pairs, const char *name, minip_error_t err)
{
  minip_code_t code;
  minip_code_init(code);
  minip_status_t st = cli_load_code(code, name, err);
  if (st == MINIP_OK)
    st = minip_pairs_from_code(pairs, code, err);
  minip_code_clear(code);
  return st;
}

static minip_status_t load_pairs(minip_pairs_t pairs, const cli_context_t *ctx, minip_error_t err)
{
  const char *code = cli_get(ctx, "code"), *file = cli_get(ctx, "pairs");
  if ((code != NULL) + (file != NULL) + (ctx->operand_count > 0) != 1)
    return minip_error_set(err, MINIP_USAGE, "give one of: a preset's NAME, --code, --pairs");
  if (code)
    return pairs_of_code(pairs, code, err);
  return file ? minip_pairs_load(pairs, file, err) : minip_suite_preset(pairs, ctx->operands[0], err);
}

static minip_status_t write_files(const cli_context_t *ctx, const minip_suite_t suite, minip_error_t err)
{
  const char *text = cli_get(ctx, "text");
  minip_status_t st = ctx->out ? minip_suite_write_npz(ctx->out, suite, err) : MINIP_OK;
  return st == MINIP_OK && text ? minip_suite_write_text(text, suite, err) : st;
}

static json_t *describe(const minip_suite_t suite)
{
  json_t *root = json_object();
  json_object_set_new(root, "sequences", minip_report_slong((slong)suite->count));
  json_object_set_new(root, "tokens", minip_report_slong((slong)suite->tokens->count));
  json_object_set_new(root, "pairs", minip_report_slong((slong)minip_pairs_count(suite->pairs)));
  json_object_set_new(root, "m", minip_report_slong((slong)suite->tokens->m));
  json_object_set_new(root, "length", minip_report_slong((slong)suite->n));
  json_object_set_new(root, "query_position", minip_report_slong((slong)suite->query_position));
  return root;
}

static minip_status_t run_suite(cli_context_t *ctx, const minip_pairs_t pairs, long n, minip_error_t err)
{
  const char *order = cli_get(ctx, "order");
  minip_suite_t suite;
  minip_report_t report;
  minip_suite_init(suite);
  minip_report_init(report);
  if (order && strcmp(order, "all") != 0 && strcmp(order, "one") != 0)
    return minip_report_clear(report), minip_error_set(err, MINIP_USAGE, "--order takes one or all, not '%s'", order);
  minip_status_t st = minip_suite_witness(suite, pairs, (size_t)n, order && strcmp(order, "all") == 0, cli_get(ctx, "causal") != NULL, err);
  if (st == MINIP_OK) {
    json_decref(report->root);
    report->root = describe(suite);
    st = cli_add_rank_bound(report->root, pairs, (size_t)n, ctx->threads, err);
  }
  if (st == MINIP_OK)
    st = write_files(ctx, suite, err);
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, json_string_value(json_object_get(report->root, "rank_bound")), err);
  minip_suite_clear(suite);
  minip_report_clear(report);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  long n;
  minip_pairs_t pairs;
  minip_pairs_init(pairs);
  minip_status_t st = cli_get_long(&n, ctx, "length", 3, 1000000, 3, err);
  if (st == MINIP_OK)
    st = load_pairs(pairs, ctx, err);
  if (st == MINIP_OK)
    st = run_suite(ctx, pairs, n, err);
  minip_pairs_clear(pairs);
  return st;
}

static const cli_option_t options[] = {
  {"code", "CODE", "the pairs (word, complement) of a code: a file, or a construction's name"},
  {"pairs", "FILE", "general pairs, two 0/1 words a line"},
  {"length", "N", "sequence length, at least 3 (default 3)"},
  {"order", "ORDER", "one (default), or all: every placement of the single token, for heads that look at positions"},
  {"causal", NULL, "the query stands last"},
  {"text", "FILE", "also write the sequences as text: tokens and target, one sequence a line"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_witness = {
  .name = "witness",
  .operands = "[NAME]",
  .summary = "the witness suite of a pair system, with its rank bound",
  .description = "Any nonnegative kernel head with error < 1/2 on the suite has at least rank_bound features; so a smaller kernel fails on a listed\n"
                 "sequence (T8). NAME is hadamard24 (23 words of weight 12, overlap 6), chain24 (12 of them and their complements: three\n"
                 "links from each word to its complement) or octads24. -o FILE.npz has arrays tokens (uint8), sequences (int32 indices, the query at\n"
                 "query_position), targets (int32), tokens_f32 and targets_f32, pairs_x and pairs_z.\n"
                 "JSON: sequences, tokens, pairs, m, length, query_position, rank_bound, method.\n\n"
                 "Example: minip witness hadamard24 -o suite.npz\n",
  .options = options,
  .max_operands = 1,
  .run = run,
};
