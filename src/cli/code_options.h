/* Options that several "code" commands share. */
#ifndef MINIP_CLI_CODE_OPTIONS_H
#define MINIP_CLI_CODE_OPTIONS_H

#include "cli.h"
#include <minip/code.h>

#define CLI_CODE_LENGTH_OPTION {"n", "N", "length of the words (default: told by the file)"}
#define CLI_CODE_FORMAT_OPTION {"format-in", "FORMAT", "auto (default), words, supports, hex or npy"}

/* For --help: what a code file is. */
#define CLI_CODE_FILE_HELP \
  "FILE (\"-\": standard input) holds one word a line: 0/1 text, supports (positions from 0, \"1 2 7\" or \"1,2,7\"; \"-\" is the zero word) or\n" \
  "hexadecimal (0x6a: the integer whose bit j is position j); or it is .npy / .npz of shape (N, n). '#' starts a comment.\n"

/* --format-in and --n (0 when not given). */
MINIP_MUST_CHECK minip_status_t cli_code_file_options(minip_code_format_t *format, size_t *n, const cli_context_t *ctx, minip_error_t err);

#endif
