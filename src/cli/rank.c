/* minip rank: the exact rank of a kernel over Q. */
#include "commands.h"
#include "kernel_options.h"
#include <minip/cert.h>
#include <minip/rank.h>
#include <stdlib.h>

static minip_status_t fill(json_t *root, const minip_kernel_t kernel, const minip_rank_result_t result, minip_error_t err)
{
  minip_status_t st = cli_describe_kernel(root, kernel, err);
  json_object_set_new(root, "rank", minip_report_fmpz(result->rank));
  json_object_set_new(root, "method", json_string(result->method));
  json_object_set_new(root, "reason", json_string(minip_rank_reason_name(result->reason)));
  return st;
}

static minip_status_t report_rank(cli_context_t *ctx, const minip_kernel_t kernel, const minip_rank_result_t result, minip_error_t err)
{
  minip_report_t report;
  minip_report_init(report);
  minip_status_t st = fill(report->root, kernel, result, err);
  char *text = fmpz_get_str(NULL, 10, result->rank);
  if (st == MINIP_OK)
    st = cli_finish(ctx, report, text, err);
  flint_free(text);
  minip_report_clear(report);
  return st;
}

static minip_status_t write_certificate(const char *path, const minip_kernel_t kernel, const minip_rank_result_t result, minip_error_t err)
{
  char *text = NULL;
  minip_status_t st = minip_cert_rank(&text, kernel, result, err);
  if (st == MINIP_OK)
    st = minip_cert_write(path, text, err);
  free(text);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_rank_result_t result;
  const char *certificate = cli_get(ctx, "certificate");
  minip_kernel_init(kernel);
  minip_rank_result_init(result);
  minip_status_t st = cli_load_kernel(kernel, ctx, ctx->operands[0], err);
  if (st == MINIP_OK && certificate)
    st = minip_cert_possible(kernel, err);
  if (st == MINIP_OK)
    st = minip_rank_kernel(result, kernel, err);
  if (st == MINIP_OK && certificate)
    st = write_certificate(certificate, kernel, result, err);
  if (st == MINIP_OK)
    st = report_rank(ctx, kernel, result, err);
  minip_rank_result_clear(result);
  minip_kernel_clear(kernel);
  return st;
}

static const cli_option_t options[] = {
  {"certificate", "FILE", "write a certificate of kind kernel-rank for minip-check; not for softmax kernels"},
  CLI_KERNEL_OPTIONS,
  {NULL, NULL, NULL},
};

const cli_command_t cli_rank = {
  .name = "rank",
  .operands = "KERNEL",
  .summary = "the exact rank over Q of a kernel's matrix",
  .description = "The rank of alpha over queries x pool, proved from both sides: a minor that is non-zero modulo a prime, and the dimension, vanishing larger\n"
                 "minors, or T13's closed forms for structured kernels. The rank is the verdict that --expect compares.\n" CLI_KERNEL_HELP
                 "JSON: kernel, m, queries, pool, normaliser, rank, method, reason.\n\nExample: minip rank exp:3/2@m=200 --certificate rank.json\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
