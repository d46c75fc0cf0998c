/* minip code max: A(n,d,w) with a witness, or an honest interval. */
#include "code_words.h"
#include "commands.h"
#include <minip/construct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static minip_status_t get_options(minip_code_max_options_t *o, cli_context_t *ctx, minip_error_t err)
{
  long seconds, megabytes;
  minip_status_t st = cli_get_long(&seconds, ctx, "time-limit", 0, 100000000L, 0, err);
  if (st == MINIP_OK)
    st = cli_get_long(&megabytes, ctx, "memory-limit", 1, 1000000L, 2048, err);
  const char *solver = cli_get(ctx, "solver") ? cli_get(ctx, "solver") : "own";
  int cliquer = strcmp(solver, "cliquer") == 0;
  if (st == MINIP_OK && !cliquer && strcmp(solver, "own") != 0)
    st = minip_error_set(err, MINIP_USAGE, "--solver takes own or cliquer, not '%s'", solver);
  if (st == MINIP_OK)
    *o = (minip_code_max_options_t){.time_limit = (double)seconds, .memory_limit = (size_t)megabytes << 20, .threads = ctx->threads, .cliquer = cliquer,
                                    .search_only = cli_get(ctx, "search-only") != NULL, .progress = cli_progress, .data = ctx};
  return st;
}

static minip_status_t report_max(cli_context_t *ctx, const minip_code_max_t max, const minip_code_t witness, long d, minip_error_t err)
{
  minip_report_t report;
  minip_report_init(report);
  char *value = fmpz_get_str(NULL, 10, max->upper), *verdict = NULL;
  if (asprintf(&verdict, max->exact ? "%zu" : "interval", max->lower) < 0)
    verdict = NULL;
  json_object_set_new(report->root, "verdict", json_string(max->exact ? "exact" : "interval"));
  json_object_set_new(report->root, "lower", minip_report_slong((slong)max->lower));
  json_object_set_new(report->root, "upper", minip_report_fmpz(max->upper));
  json_object_set_new(report->root, "lower_by", json_string(max->method));
  json_object_set_new(report->root, "upper_by", json_string(max->reason));
  json_object_set_new(report->root, "d", minip_report_slong(d));
  minip_status_t st = cli_code_finish(ctx, report, witness, verdict, err);
  if (st == MINIP_OK && !max->exact)
    st = minip_error_set(err, MINIP_LIMIT, "the search stopped at its time or memory limit, or n > 64: the maximum lies in %zu..%s", max->lower, value);
  flint_free(value);
  free(verdict);
  minip_report_clear(report);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  long n, d, w;
  minip_code_max_options_t options;
  minip_code_max_t max;
  minip_code_t witness;
  minip_status_t st = cli_code_parameters(&n, &d, &w, ctx, err);
  if (st == MINIP_OK)
    st = get_options(&options, ctx, err);
  if (st != MINIP_OK)
    return st;
  minip_code_max_init(max);
  minip_code_init(witness);
  st = minip_code_maximum(max, witness, (size_t)n, (size_t)d, (size_t)w, &options, err);
  if (st == MINIP_OK)
    st = report_max(ctx, max, witness, d, err);
  minip_code_max_clear(max);
  minip_code_clear(witness);
  return st;
}

static const cli_option_t options[] = {
  {"n", "N", "length (needed)"},
  {"d", "D", "least distance, even (needed)"},
  {"w", "W", "weight (needed)"},
  {"time-limit", "SECONDS", "end after so long and answer with an interval: constructions get a quarter, then linear programs, then the search (default: none)"},
  {"memory-limit", "MB", "megabytes for the search graphs (default 2048)"},
  {"solver", "NAME", "for the graphs the search comes down to: own (default, branch and bound on all threads) or cliquer (one graph at a time)"},
  {"search-only", NULL, "no constructions, no bounds: search alone (slow; a second opinion)"},
  CLI_CODE_WORD_OPTIONS,
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_max = {
  .name = "code max",
  .operands = "",
  .summary = "the exact maximum A(n,d,w) with a code that attains it",
  .description = "The largest number of words of length N and weight W at mutual distances of at least D. The best construction is held against the\n"
                 "upper bounds (Johnson, Delsarte); where they do not meet, an exhaustive search on up to --threads cores decides, N up to 64: words are\n"
                 "fixed up to the symmetries that are left, and branch and bound finds the largest clique of what remains; it stops when lower and upper\n"
                 "bound meet. Without cliquer, --solver cliquer is refused (exit 5) and nothing else changes. At a limit the answer is an interval, and the exit code is 4. -o FILE takes the words.\n"
                 "--expect VERDICT: the number itself, or interval.\n"
                 "JSON: verdict (exact or interval), lower, upper, lower_by, upper_by, n, d, w, size, min_distance, words.\n\n"
                 "Example: minip code max --n 13 --d 6 --w 5 --expect 18\n",
  .options = options,
  .run = run,
};
