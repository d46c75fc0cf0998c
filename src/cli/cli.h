/* The command line: one file per command, no mathematics. A command is a table entry and a run function. */
#ifndef MINIP_CLI_H
#define MINIP_CLI_H

#include <minip/report.h>
#include <minip/status.h>

/* An option of one command; the common ones (--help, --format, -o, --threads, --quiet, --expect) are added to every command. */
typedef struct {
  const char *name; /* long name, without the dashes */
  const char *arg;  /* placeholder of its value, or NULL for a flag */
  const char *help; /* one line */
} cli_option_t;

typedef struct cli_context cli_context_t;

typedef struct {
  const char *name;     /* "amplification"; "code max" for a sub-command */
  const char *operands; /* "KERNEL", "[FILE]", "" */
  const char *summary;  /* one line, lower case, no full stop */
  const char *description;      /* a few lines for --help: what is decided, the JSON keys, an example */
  const cli_option_t *options;  /* ends with name NULL; may be NULL */
  int min_operands, max_operands;
  int out_is_result;    /* 1: -o FILE takes the report itself; 0: -o FILE takes something else (a certificate, a suite) which run writes */
  minip_status_t (*run)(cli_context_t *ctx, minip_error_t err);
} cli_command_t;

struct cli_context {
  const cli_command_t *command;
  const char **values;    /* value per option of the command (flags: "" when given), NULL when not given */
  char **operands;
  int operand_count;
  minip_format_t format;
  const char *out;        /* -o, or NULL */
  int threads;            /* 0: all cores */
  int quiet;
  const char *expect;     /* --expect, or NULL */
  int expectation_failed; /* set by cli_finish; makes the exit code 1 */
};

/* The value of an option of this command (NULL when not given; "" for a given flag). An unknown name is a defect: it aborts. */
const char *cli_get(const cli_context_t *ctx, const char *name);

/* *out = the option's value as an integer in min..max, or fallback when it is not given. MINIP_USAGE otherwise. */
MINIP_MUST_CHECK minip_status_t cli_get_long(long *out, const cli_context_t *ctx, const char *name, long min, long max, long fallback, minip_error_t err);

/* The same for a range "A..B" or a single "A". */
MINIP_MUST_CHECK minip_status_t cli_get_range(long *from, long *to, const cli_context_t *ctx, const char *name, long min, long max, minip_error_t err);

/* x = the option's value as an exact rational (x is kept when it is not given). */
MINIP_MUST_CHECK minip_status_t cli_get_fmpq(fmpq_t x, const cli_context_t *ctx, const char *name, minip_error_t err);

/* The common --error option: 0 < x <= 1/2, default 1/2. */
MINIP_MUST_CHECK minip_status_t cli_get_error(fmpq_t x, const cli_context_t *ctx, minip_error_t err);

/* Print the report in the chosen format to stdout (or to -o, for commands with out_is_result), and hold verdict (the command's answer in one
   word or number, may be NULL) against --expect. Call it once, last. */
MINIP_MUST_CHECK minip_status_t cli_finish(cli_context_t *ctx, const minip_report_t report, const char *verdict, minip_error_t err);

/* The result as text made by the command itself: to stdout, or to -o for commands with out_is_result. Without a verdict, so cli_finish is not needed. */
MINIP_MUST_CHECK minip_status_t cli_print(const cli_context_t *ctx, const char *text, minip_error_t err);

/* A progress bar on stderr: shown after a second, on a terminal only, never with --quiet. Matches the library's progress callbacks (data = ctx). */
void cli_progress(size_t done, size_t total, void *ctx);

/* The table of commands, ended by name NULL. */
extern const cli_command_t *const cli_commands[];

int cli_help(const cli_command_t *command); /* NULL: the program's help. Returns the exit code. */
minip_status_t cli_parse(cli_context_t *ctx, int argc, char **argv, int *help, minip_error_t err);

#endif
