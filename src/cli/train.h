/* The two halves of minip train. */
#ifndef MINIP_CLI_TRAIN_H
#define MINIP_CLI_TRAIN_H

#include "cli.h"

MINIP_MUST_CHECK minip_status_t cli_train_full(cli_context_t *ctx, minip_error_t err);
MINIP_MUST_CHECK minip_status_t cli_train_suite(cli_context_t *ctx, minip_error_t err);

#endif
