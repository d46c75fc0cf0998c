/* The part of minip bound that shows the kernels behind the upper bounds. */
#ifndef MINIP_CLI_BOUND_UPPER_H
#define MINIP_CLI_BOUND_UPPER_H

#include "cli.h"

/* bound --upper for m_from..m_to at length n. */
minip_status_t cli_bound_upper(cli_context_t *ctx, long m_from, long m_to, long n, const fmpq_t error, minip_error_t err);

#endif
