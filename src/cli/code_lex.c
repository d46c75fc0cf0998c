/* minip code lex: lexicodes and randomised greedy codes. */
#include "code_words.h"
#include "commands.h"
#include <minip/construct.h>

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  long n, d, w, seed, tries;
  minip_status_t st = cli_code_parameters(&n, &d, &w, ctx, err);
  if (st == MINIP_OK)
    st = cli_get_long(&seed, ctx, "seed", 0, 1000000000000000L, 0, err);
  if (st == MINIP_OK)
    st = cli_get_long(&tries, ctx, "tries", 1, 1000000L, 1, err);
  if (st == MINIP_OK && tries > 1 && seed == 0)
    st = minip_error_set(err, MINIP_USAGE, "--tries goes with --seed: the lexicode is one code");
  if (st != MINIP_OK)
    return st;
  minip_code_t code, best;
  minip_report_t report;
  long best_seed = seed;
  minip_code_init(code), minip_code_init(best);
  minip_report_init(report);
  for (long i = 0; st == MINIP_OK && i < tries; i++) {
    st = minip_code_lex(code, (size_t)n, (size_t)d, (size_t)w, (uint64_t)(seed + i), tries > 1 ? NULL : cli_progress, ctx, err);
    if (st == MINIP_OK && minip_code_size(code) > minip_code_size(best)) {
      minip_code_struct old = *best;
      *best = *code, *code = old;
      best_seed = seed + i;
    }
    if (tries > 1)
      cli_progress((size_t)i + 1, (size_t)tries, ctx);
  }
  if (st == MINIP_OK) {
    json_object_set_new(report->root, "d", minip_report_slong(d));
    json_object_set_new(report->root, "seed", minip_report_slong(best_seed));
    st = cli_code_finish(ctx, report, best, NULL, err);
  }
  minip_report_clear(report);
  minip_code_clear(code), minip_code_clear(best);
  return st;
}

static const cli_option_t options[] = {
  {"n", "N", "length (needed)"},
  {"d", "D", "least distance, even (needed)"},
  {"w", "W", "weight (needed)"},
  {"seed", "S", "0, the default: the lexicode; otherwise words come in a random order fixed by S"},
  {"tries", "K", "with --seed: seeds S .. S+K-1, the largest code is kept"},
  CLI_CODE_WORD_OPTIONS,
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_lex = {
  .name = "code lex",
  .operands = "",
  .summary = "lexicodes and randomised greedy constant-weight codes",
  .description = "Goes through all words of weight W, in the lexicographic order of their 0/1 text or in a random order, and takes each one that keeps\n"
                 "distance D from those taken before. At most 10^8 words are gone through. -o FILE takes the words.\n"
                 "JSON: d, seed, n, w, size, min_distance, words.\n\nExample: minip code lex --n 8 --d 4 --w 4\n",
  .options = options,
  .run = run,
};
