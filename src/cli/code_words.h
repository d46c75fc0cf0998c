/* What the commands that produce a code share: the options --words and --certificate, -o FILE for the words, and the report. */
#ifndef MINIP_CLI_CODE_WORDS_H
#define MINIP_CLI_CODE_WORDS_H

#include "cli.h"
#include <minip/code.h>

#define CLI_CODE_WORD_OPTIONS                                                                                    \
  {"words", "FORM", "how words are written: words (0/1, the default), supports, hex; with -o also npy"},        \
  {"summary", NULL, "leave the words out of the report"},                                                       \
  {"certificate", "FILE", "write a certificate of kind code for minip-check"}

#define CLI_CODE_PRINT_LIMIT 100000 /* words printed without -o */

/* The value of an option that was given, as an integer: MINIP_USAGE when it is none, MINIP_INPUT beyond 15 digits. */
MINIP_MUST_CHECK minip_status_t cli_code_integer(long *out, const cli_context_t *ctx, const char *name, minip_error_t err);

/* A certificate of kind code; the source is the file the code was read from, if any. */
MINIP_MUST_CHECK minip_status_t cli_code_certificate(const char *path, const minip_code_t code, const minip_code_measures_t measures, minip_error_t err);

/* --n, --d, --w: all needed, in the ranges of minip_code_check_parameters (MINIP_USAGE: one is missing or no number). */
MINIP_MUST_CHECK minip_status_t cli_code_parameters(long *n, long *d, long *w, const cli_context_t *ctx, minip_error_t err);

/* Write the words to -o FILE if given, the certificate if asked for, put n, w, size, distance and words into the report, and finish. */
MINIP_MUST_CHECK minip_status_t cli_code_finish(cli_context_t *ctx, minip_report_t report, const minip_code_t code, const char *verdict, minip_error_t err);

#endif
