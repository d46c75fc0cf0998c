/* What commands that work on suites share. */
#ifndef MINIP_CLI_SUITE_OPTIONS_H
#define MINIP_CLI_SUITE_OPTIONS_H

#include "cli.h"
#include <minip/suite.h>

/* rank_bound and method of root: the best bound of the pair system at length n for nonnegative kernels and error 1/2 (T8). */
MINIP_MUST_CHECK minip_status_t cli_add_rank_bound(json_t *root, const minip_pairs_t pairs, size_t n, int threads, minip_error_t err);

/* A token of the suite as 0/1 text, and a sequence as a list of them. */
json_t *cli_suite_token(const minip_suite_t suite, uint32_t token);
json_t *cli_suite_sequence(const minip_suite_t suite, size_t sequence);

#endif
