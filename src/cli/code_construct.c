/* minip code construct: the catalogue by name, or the best code for given parameters. */
#include "code_words.h"
#include "commands.h"
#include <minip/construct.h>
#include <stdlib.h>
#include <string.h>

static minip_status_t list(cli_context_t *ctx, minip_error_t err)
{
  static const minip_column_t columns[] = {{"name", "name"}, {"needs", "needs"}, {"takes", "takes"}, {"operands", "operands"}, {"summary", "what"}, {NULL, NULL}};
  minip_report_t report;
  minip_report_init(report);
  json_t *rows = json_array();
  for (const minip_construction_t *c = minip_code_catalogue(); c->name; c++)
    json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", c->name, "needs", c->needs, "takes", c->takes, "operands", c->operands,
                                          "summary", c->summary));
  json_object_set_new(report->root, "constructions", rows);
  report->table = "constructions";
  report->columns = columns;
  minip_status_t st = cli_finish(ctx, report, NULL, err);
  minip_report_clear(report);
  return st;
}

static minip_status_t from_name(minip_code_t code, const char *spec, cli_context_t *ctx, minip_error_t err)
{
  minip_code_t operands[2];
  minip_code_struct *pointers[2] = {operands[0], operands[1]};
  minip_status_t st = MINIP_OK;
  minip_code_init(operands[0]), minip_code_init(operands[1]);
  for (int i = 0; st == MINIP_OK && i < ctx->operand_count; i++)
    st = minip_code_load(operands[i], ctx->operands[i], MINIP_CODE_AUTO, 0, err);
  if (st == MINIP_OK)
    st = minip_code_construct_from(code, spec, pointers, (size_t)ctx->operand_count, err);
  minip_code_clear(operands[0]), minip_code_clear(operands[1]);
  return st;
}

static minip_status_t best(minip_code_t code, minip_report_t report, const cli_context_t *ctx, minip_error_t err)
{
  long n, d, w;
  char *method;
  long effort;
  minip_status_t st = cli_code_parameters(&n, &d, &w, ctx, err);
  if (st == MINIP_OK)
    st = cli_get_long(&effort, ctx, "effort", 0, 2, 1, err);
  if (st == MINIP_OK && cli_get(ctx, "closed"))
    effort = 0;
  if (st == MINIP_OK)
    st = minip_code_best(code, &method, (size_t)n, (size_t)d, (size_t)w, (int)effort, err);
  if (st != MINIP_OK)
    return st;
  json_object_set_new(report->root, "d", minip_report_slong(d));
  json_object_set_new(report->root, "method", json_string(method));
  free(method);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  const char *spec = cli_get(ctx, "name");
  int parameters = cli_get(ctx, "n") || cli_get(ctx, "d") || cli_get(ctx, "w");
  if (cli_get(ctx, "list"))
    return list(ctx, err);
  if (spec && parameters)
    return minip_error_set(err, MINIP_USAGE, "parameters of a named construction go behind its name: --name NAME:n=..,w=..");
  if (!spec && ctx->operand_count > 0)
    return minip_error_set(err, MINIP_USAGE, "operands go with --name shorten, lengthen, complement or juxtapose");
  minip_code_t code;
  minip_report_t report;
  minip_code_init(code);
  minip_report_init(report);
  if (spec)
    json_object_set_new(report->root, "name", json_string(spec));
  minip_status_t st = spec ? from_name(code, spec, ctx, err) : best(code, report, ctx, err);
  if (st == MINIP_OK && code->name && strstr(code->name, MINIP_CONSTRUCT_STOPPED))
    json_object_set_new(report->root, "note", json_string("a search stopped at its limit: the code may not be the largest of its kind"));
  if (st == MINIP_OK && minip_code_size(code) == 0)
    st = minip_error_set(err, MINIP_INPUT, "%s: no word is left", spec ? spec : "construct");
  if (st == MINIP_OK)
    st = cli_code_finish(ctx, report, code, NULL, err);
  minip_report_clear(report);
  minip_code_clear(code);
  return st;
}

static const cli_option_t options[] = {
  {"list", NULL, "list the constructions with their keys"},
  {"name", "SPEC", "a construction: NAME or NAME:key=value,key=value"},
  {"n", "N", "length: with --d and --w, the largest code any construction gives"},
  {"d", "D", "least distance, even"},
  {"w", "W", "weight"},
  {"effort", "E", "with --n --d --w: 0 closed constructions only, 1 (default) short searches too, 2 long searches"},
  {"closed", NULL, "the same as --effort 0"},
  CLI_CODE_WORD_OPTIONS,
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_construct = {
  .name = "code construct",
  .operands = "[CODE [CODE]]",
  .summary = "constant-weight codes by name, or the largest known to the catalogue",
  .description = "Builds a code of the catalogue (--list), or, for --n --d --w, the largest code that any construction here gives, also after\n"
                 "complementing, shortening, lengthening and juxtaposing, with the name of the method. Every code is measured before it is returned.\n"
                 "shorten, lengthen, complement and juxtapose start from code files. -o FILE takes the words.\n"
                 "JSON: name or method, note, n, w, size, min_distance, words.\n\n"
                 "Examples: minip code construct --name octads24 -o octads.txt\n"
                 "          minip code construct --name 'S(3,6,22)'\n"
                 "          minip code construct --name graham-sloane:n=12,d=6,w=5\n"
                 "          minip code construct --name shorten:coordinate=0,bit=1 octads.txt\n"
                 "          minip code construct --n 16 --d 8 --w 8\n",
  .options = options,
  .max_operands = 2,
  .run = run,
};
