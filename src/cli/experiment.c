/* minip experiment ..: the experiments, end to end. */
#include "commands.h"
#include <errno.h>
#include <minip/train.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static minip_status_t write_text(const char *folder, const char *name, const char *ending, const char *text, minip_error_t err)
{
  char *path = NULL;
  if (asprintf(&path, "%s/%s.%s", folder, name, ending) < 0)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  minip_status_t st = minip_report_write_file(path, text, strlen(text), err);
  free(path);
  return st;
}

static minip_status_t write_rendered(const char *folder, const char *name, const char *ending, const minip_report_t report, minip_format_t format, minip_error_t err)
{
  char *text = NULL;
  minip_status_t st = minip_report_render(&text, report, format, err);
  if (st == MINIP_OK)
    st = write_text(folder, name, ending, text, err);
  free(text);
  return st;
}

static minip_status_t write_all(const char *folder, const char *name, const minip_report_t report, const char *svg, minip_error_t err)
{
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return minip_error_set(err, MINIP_INPUT, "%s: %s", folder, strerror(errno));
  minip_status_t st = write_rendered(folder, name, "csv", report, MINIP_CSV, err);
  if (st == MINIP_OK)
    st = write_rendered(folder, name, "md", report, MINIP_MARKDOWN, err);
  return st == MINIP_OK ? write_text(folder, name, "svg", svg, err) : st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  const char *name = strchr(ctx->command->name, ' ') + 1, *folder = cli_get(ctx, "out");
  minip_report_t report;
  char *svg = NULL;
  long seeds;
  minip_report_init(report);
  minip_status_t st = cli_get_long(&seeds, ctx, "seeds", 1, 1000, 3, err);
  if (st == MINIP_OK) {
    minip_experiment_options_t options = {.seeds = (size_t)seeds, .is_quick = cli_get(ctx, "quick") != NULL, .threads = ctx->threads, .progress = cli_progress, .data = ctx};
    st = minip_experiment_run(report, &svg, name, &options, err);
  }
  if (st == MINIP_OK && folder)
    st = write_all(folder, name, report, svg, err);
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, NULL, err);
  free(svg);
  minip_report_clear(report);
  return st;
}

static const cli_option_t options[] = {
  {"out", "DIR", "also write NAME.csv, NAME.md and the picture NAME.svg into the folder DIR (made when missing)"},
  {"seeds", "K", "seeds 1..K (default 3)"},
  {"quick", NULL, "fewer ranks and smaller problems"},
  {NULL, NULL, NULL},
};

#define KEYS "JSON: rows[].setting, .kernel, .rank, .seed, .bound, .error, .optimal_error, .failing, .sequences, .verdict.\n\n"

const cli_command_t cli_experiment_rank_sweep = {
  .name = "experiment rank-sweep", .operands = "", .summary = "train nonnegative kernels of growing rank on chain24 and hadamard24, certify each",
  .description = "Every run is certified exactly: error is the trained head's, optimal_error its kernel's with the best values and readout. Below the\n"
                 "rank bound (T8) every run fails. The control is a dense softmax head of base 2.\n" KEYS
                 "Example: minip experiment rank-sweep --out results\n",
  .options = options, .out_is_result = 1, .run = run,
};
const cli_command_t cli_experiment_signed = {
  .name = "experiment signed", .operands = "", .summary = "the rank sweep with features of any sign",
  .description = "As rank-sweep, with signed features and the rank bound for signed kernels (T8 with W in place of alpha).\n" KEYS
                 "Example: minip experiment signed --out results\n",
  .options = options, .out_is_result = 1, .run = run,
};
const cli_command_t cli_experiment_length = {
  .name = "experiment length", .operands = "", .summary = "one feature at lengths 1, 2 and 3 on all 4-bit tokens",
  .description = "T1's head is exact at lengths 1 and 2. At length 3 no kernel of one feature solves 4 bits: its best error is printed beside trained ones.\n" KEYS
                 "Example: minip experiment length --out results\n",
  .options = options, .out_is_result = 1, .run = run,
};
const cli_command_t cli_experiment_ood = {
  .name = "experiment ood", .operands = "", .summary = "heads with log-linear features on tokens they were not trained on",
  .description = "Three problem sizes at length 3; 3/8 of the tokens train, 1/8 choose when to stop, 1/2 test. The features start at a random part of the 2^m product\n"
                 "features of base 16 (T12). failing counts test sequences with error 1/2 or more, exactly.\n"
                 "The control is a dense softmax head of base 16.\n" KEYS
                 "Example: minip experiment ood --out results\n",
  .options = options, .out_is_result = 1, .run = run,
};
