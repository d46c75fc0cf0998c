/* minip audit: every claim of a ledger. */
#include "commands.h"
#include <minip/audit.h>
#include <minip/io.h>
#include <stdlib.h>

#define MAX_LEDGER_BYTES (16u << 20)

static json_t *number(const minip_audit_number_t *x) { return x->is_exact ? minip_report_fmpq(&x->exact) : minip_report_arb(&x->ball); }

static const char *status_name(minip_tri_t status) { return status == MINIP_PROVED ? "holds" : status == MINIP_REFUTED ? "fails" : "undecided"; }

static json_t *row_of(const minip_claim_t *claim)
{
  json_t *row = json_object();
  json_object_set_new(row, "line", minip_report_slong((slong)claim->line));
  json_object_set_new(row, "name", json_string(claim->name));
  json_object_set_new(row, "status", json_string(status_name(claim->status)));
  json_object_set_new(row, "value", number(&claim->value));
  json_object_set_new(row, "slack", number(&claim->slack));
  return row;
}

/* fails before undecided before holds. */
static minip_tri_t overall(const minip_audit_t audit)
{
  minip_tri_t worst = MINIP_PROVED;
  for (size_t i = 0; i < audit->count; i++)
    if (audit->claims[i].status < worst)
      worst = audit->claims[i].status;
  return worst;
}

static minip_status_t print(cli_context_t *ctx, const minip_audit_t audit, minip_error_t err)
{
  static const minip_column_t columns[] = {{"line", "line"}, {"name", "claim"}, {"status", "status"}, {"value", "value"}, {"slack", "slack"}, {NULL, NULL}};
  minip_report_t report;
  minip_report_init(report);
  report->table = "claims";
  report->columns = columns;
  minip_tri_t verdict = overall(audit);
  json_object_set_new(report->root, "verdict", json_string(status_name(verdict)));
  json_t *rows = json_array();
  for (size_t i = 0; i < audit->count; i++)
    json_array_append_new(rows, row_of(&audit->claims[i]));
  json_object_set_new(report->root, "claims", rows);
  minip_status_t st = cli_finish(ctx, report, status_name(verdict), err);
  minip_report_clear(report);
  if (st == MINIP_OK && !ctx->expect && verdict == MINIP_REFUTED)
    ctx->expectation_failed = 1;
  if (st == MINIP_OK && !ctx->expect && verdict == MINIP_UNSETTLED)
    st = minip_error_set(err, MINIP_UNDECIDED, "some claims are undecided; --precision may help");
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  long precision;
  unsigned char *text = NULL;
  size_t size;
  minip_audit_t audit;
  minip_audit_init(audit);
  minip_status_t st = cli_get_long(&precision, ctx, "precision", 64, 10000000, MINIP_AUDIT_DEFAULT_PRECISION, err);
  if (st == MINIP_OK)
    st = minip_io_read_file(&text, &size, NULL, ctx->operands[0], MAX_LEDGER_BYTES, err);
  if (st == MINIP_OK)
    st = minip_audit_run(audit, ctx->operands[0], (const char *)text, size, precision, err);
  if (st == MINIP_OK)
    st = print(ctx, audit, err);
  free(text);
  minip_audit_clear(audit);
  return st;
}

static const cli_option_t options[] = {
  {"precision", "BITS", "give an undecided claim up at BITS of precision (default 4096)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_audit = {
  .name = "audit",
  .operands = "LEDGER",
  .summary = "decide every claim of a ledger, exactly",
  .description = "A ledger is a text of named definitions and claims; doc/ledger.md is its language. Every claim holds, fails or is undecided;\n"
                 "shown are its left-hand side and its slack, the margin by which it holds. Exit 0 when all hold, 1 when one fails, 5 when\n"
                 "one is undecided.\nJSON: verdict, claims[].name, .status, .value, .slack, .line.\n\n"
                 "Example: minip audit data/paper.ledger\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
