/* Options: one table per command, parsed by getopt_long, shown by --help. */
#include "cli.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_HELP, OPT_FORMAT, OPT_OUT, OPT_THREADS, OPT_QUIET, OPT_EXPECT, COMMON_COUNT };

static const cli_option_t common[COMMON_COUNT] = {
  [OPT_HELP] = {"help", NULL, "show this help"},
  [OPT_FORMAT] = {"format", "FORMAT", "text (default), json, csv, latex or markdown"},
  [OPT_OUT] = {"output", "FILE", "write to FILE, whole or not at all; a symbolic link stays, and the file it leads to is replaced"},
  [OPT_THREADS] = {"threads", "N", "threads to use; 0, the default: all cores"},
  [OPT_QUIET] = {"quiet", NULL, "no progress on stderr"},
  [OPT_EXPECT] = {"expect", "VERDICT", "exit 1 unless the verdict is VERDICT"},
};

static size_t option_count(const cli_command_t *command)
{
  size_t n = 0;
  while (command->options && command->options[n].name)
    n++;
  return n;
}

/* getopt's table: the common options first, then the command's. NULL when memory is short. */
static struct option *getopt_table(const cli_command_t *command)
{
  size_t own = option_count(command);
  struct option *table = calloc(COMMON_COUNT + own + 1, sizeof *table);
  for (size_t i = 0; table && i < COMMON_COUNT + own; i++) {
    const cli_option_t *o = i < COMMON_COUNT ? &common[i] : &command->options[i - COMMON_COUNT];
    table[i].name = o->name;
    table[i].has_arg = o->arg ? required_argument : no_argument;
    table[i].val = (int)(256 + i);
  }
  return table;
}

static int parse_long(long *out, const char *s, size_t len)
{
  char copy[32], *end;
  if (len == 0 || len >= sizeof copy || (s[0] != '-' && (s[0] < '0' || s[0] > '9')))
    return 0;
  memcpy(copy, s, len);
  copy[len] = '\0';
  *out = strtol(copy, &end, 10);
  return *end == '\0' && *out > -1000000000000000000L && *out < 1000000000000000000L;
}

static minip_status_t take_common(cli_context_t *ctx, int which, int *help, minip_error_t err)
{
  long n;
  switch (which) {
  case OPT_HELP: *help = 1; return MINIP_OK;
  case OPT_FORMAT: return minip_report_format(&ctx->format, optarg, err);
  case OPT_OUT: ctx->out = optarg; return MINIP_OK;
  case OPT_QUIET: ctx->quiet = 1; return MINIP_OK;
  case OPT_EXPECT: ctx->expect = optarg; return MINIP_OK;
  default: break;
  }
  if (!parse_long(&n, optarg, strlen(optarg)) || n < 0 || n > 4096)
    return minip_error_set(err, MINIP_USAGE, "--threads takes a number from 0 to 4096, not '%s'", optarg);
  ctx->threads = (int)n;
  return MINIP_OK;
}

static minip_status_t check_operands(const cli_context_t *ctx, minip_error_t err)
{
  const cli_command_t *c = ctx->command;
  if (ctx->operand_count > c->max_operands)
    return minip_error_set(err, MINIP_USAGE, "unexpected operand '%s'", ctx->operands[c->max_operands]);
  if (ctx->operand_count < c->min_operands)
    return minip_error_set(err, MINIP_USAGE, "missing operand: %s", c->operands);
  return MINIP_OK;
}

minip_status_t cli_parse(cli_context_t *ctx, int argc, char **argv, int *help, minip_error_t err)
{
  struct option *table = getopt_table(ctx->command);
  ctx->values = calloc(option_count(ctx->command) + 1, sizeof *ctx->values);
  if (!table || !ctx->values) {
    free(table);
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  }
  minip_status_t st = MINIP_OK;
  opterr = 0;
  optind = 1;
  for (int c; st == MINIP_OK && (c = getopt_long(argc, argv, ":o:h", table, NULL)) != -1;) {
    const char *word = argv[optind - 1];
    if (c == 'o')
      ctx->out = optarg;
    else if (c == 'h')
      *help = 1;
    else if (c == ':')
      st = minip_error_set(err, MINIP_USAGE, "option '%s' needs a value", word);
    else if (c == '?')
      st = minip_error_set(err, MINIP_USAGE, "option '%s' is unknown, ambiguous, or takes no value", word);
    else if (c < 256 + COMMON_COUNT)
      st = take_common(ctx, c - 256, help, err);
    else
      ctx->values[c - 256 - COMMON_COUNT] = optarg ? optarg : "";
  }
  free(table);
  ctx->operands = argv + optind;
  ctx->operand_count = argc - optind;
  return st == MINIP_OK && !*help ? check_operands(ctx, err) : st;
}

const char *cli_get(const cli_context_t *ctx, const char *name)
{
  for (size_t i = 0; ctx->command->options && ctx->command->options[i].name; i++)
    if (strcmp(ctx->command->options[i].name, name) == 0)
      return ctx->values[i];
  fprintf(stderr, "minip: internal error: no option '%s'\n", name);
  exit(MINIP_INTERNAL);
}

minip_status_t cli_get_long(long *out, const cli_context_t *ctx, const char *name, long min, long max, long fallback, minip_error_t err)
{
  const char *s = cli_get(ctx, name);
  *out = fallback;
  if (s && (!parse_long(out, s, strlen(s)) || *out < min || *out > max))
    return minip_error_set(err, MINIP_USAGE, "--%s takes a whole number from %ld to %ld, not '%s'", name, min, max, s);
  return MINIP_OK;
}

minip_status_t cli_get_range(long *from, long *to, const cli_context_t *ctx, const char *name, long min, long max, minip_error_t err)
{
  const char *s = cli_get(ctx, name);
  if (!s)
    return minip_error_set(err, MINIP_USAGE, "--%s is needed", name);
  const char *dots = strstr(s, "..");
  const char *last = dots ? dots + 2 : s;
  if (!parse_long(from, s, dots ? (size_t)(dots - s) : strlen(s)) || !parse_long(to, last, strlen(last)) || *from < min || *to > max || *from > *to)
    return minip_error_set(err, MINIP_USAGE, "--%s takes a range A..B or a number within %ld..%ld, not '%s'", name, min, max, s);
  return MINIP_OK;
}

minip_status_t cli_get_fmpq(fmpq_t x, const cli_context_t *ctx, const char *name, minip_error_t err)
{
  const char *s = cli_get(ctx, name);
  if (!s)
    return MINIP_OK;
  if (minip_num_parse(x, s, strlen(s), err) != MINIP_OK) {
    minip_error_prefix(err, "--%s", name);
    return err->status = MINIP_USAGE;
  }
  return MINIP_OK;
}

minip_status_t cli_get_error(fmpq_t x, const cli_context_t *ctx, minip_error_t err)
{
  fmpq_set_si(x, 1, 2);
  minip_status_t st = cli_get_fmpq(x, ctx, "error", err);
  if (st != MINIP_OK)
    return st;
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  int fits = fmpq_sgn(x) > 0 && fmpq_cmp(x, half) <= 0;
  fmpq_clear(half);
  return fits ? MINIP_OK : minip_error_set(err, MINIP_USAGE, "--error takes a number above 0 and up to 1/2");
}

static void print_option(const cli_option_t *o)
{
  char left[64];
  snprintf(left, sizeof left, "%s--%s%s%s", o == &common[OPT_OUT] ? "-o, " : o == &common[OPT_HELP] ? "-h, " : "", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
  printf("  %-24s %s\n", left, o->help);
}

int cli_help(const cli_command_t *command)
{
  if (!command) {
    printf("Usage: minip COMMAND [options]\n"
           "Exact verdicts on kernel attention (Min-IP), bounds on its features, and constant-weight codes.\n\nCommands:\n");
    for (size_t i = 0; cli_commands[i]; i++)
      printf("  %-18s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    printf("\n  --help             show this help\n  --list-commands    one \"name<TAB>summary\" line per command, for programs\n  --version          show versions of minip and of the linked libraries\n"
           "\nSee minip COMMAND --help. Exit codes: 0 done, 1 an expectation, certificate or claim did not hold, 2 usage,\n"
           "3 bad input, 4 a resource limit, 5 undecided or out of scope, 70 internal error.\n");
    return 0;
  }
  printf("Usage: minip %s [options]%s%s\n%c%s.\n\n%s\nOptions:\n", command->name, *command->operands ? " " : "", command->operands,
         command->summary[0] - 'a' + 'A', command->summary + 1, command->description);
  for (size_t i = 0; command->options && command->options[i].name; i++)
    print_option(&command->options[i]);
  for (size_t i = 0; i < COMMON_COUNT; i++)
    print_option(&common[i]);
  return 0;
}
