/* Results to stdout or a file, expectations, progress. */
#include "cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static minip_status_t print(const char *text, minip_error_t err)
{
  if (fputs(text, stdout) < 0 || fflush(stdout) != 0)
    return minip_error_set(err, MINIP_INPUT, "cannot write to standard output: %s", strerror(errno));
  return MINIP_OK;
}

minip_status_t cli_print(const cli_context_t *ctx, const char *text, minip_error_t err)
{
  if (ctx->out && ctx->command->out_is_result)
    return minip_report_write_file(ctx->out, text, strlen(text), err);
  return print(text, err);
}

minip_status_t cli_finish(cli_context_t *ctx, const minip_report_t report, const char *verdict, minip_error_t err)
{
  char *text;
  if (ctx->expect && !verdict)
    return minip_error_set(err, MINIP_USAGE, "--expect: this command has no verdict to compare");
  minip_status_t st = minip_report_render(&text, report, ctx->format, err);
  if (st != MINIP_OK)
    return st;
  st = cli_print(ctx, text, err);
  free(text);
  if (st == MINIP_OK && ctx->expect && strcmp(ctx->expect, verdict) != 0) {
    fprintf(stderr, "minip %s: expected %s, got %s\n", ctx->command->name, ctx->expect, verdict);
    ctx->expectation_failed = 1;
  }
  return st;
}

void cli_progress(size_t done, size_t total, void *data)
{
  static time_t started, last;
  const cli_context_t *ctx = data;
  if (ctx->quiet || total == 0 || !isatty(STDERR_FILENO))
    return;
  time_t now = time(NULL);
  if (!started)
    started = last = now;
  if (done < total && now != last && now - started >= 1) {
    last = now;
    fprintf(stderr, "\r%3d%% (%zu of %zu)", (int)(100.0 * (double)done / (double)total), done, total);
  } else if (done >= total && last != started)
    fprintf(stderr, "\r%40s\r", "");
}
