/* The part of minip certify that works on a witness suite. */
#ifndef MINIP_CLI_CERTIFY_SUITE_H
#define MINIP_CLI_CERTIFY_SUITE_H

#include "cli.h"

/* Runs certify with --suite given. */
minip_status_t cli_certify_suite(cli_context_t *ctx, minip_error_t err);

#endif
