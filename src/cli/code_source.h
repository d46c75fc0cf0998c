/* Codes as commands take them: a file, or the name of a construction. */
#ifndef MINIP_CLI_CODE_SOURCE_H
#define MINIP_CLI_CODE_SOURCE_H

#include <minip/code.h>

/* Load `name`: a file of that name when there is one ("-": standard input), else the construction of that name. MINIP_INPUT names both failures. */
MINIP_MUST_CHECK minip_status_t cli_load_code(minip_code_t code, const char *name, minip_error_t err);

#endif
