/* The options that load a KERNEL with its denominator rule, shared by certify, gaps, rank and others. */
#ifndef MINIP_CLI_KERNEL_OPTIONS_H
#define MINIP_CLI_KERNEL_OPTIONS_H

#include "cli.h"
#include <minip/kernel.h>
#include <minip/rank.h>

/* Entries for a command's table of options. */
#define CLI_KERNEL_OPTIONS \
  {"normaliser", "RULE", "sum (default) or none: divide by the sum of the weights, or not at all"}, \
  {"eta", "X", "add X to every denominator (default 0)"}, \
  {"eta-feature-sum", "X", "add X times the sum of the query's features to its denominators"}, \
  {"clamp", "X", "denominator max(sum, X), X > 0; without --eta and --eta-feature-sum"}, \
  {"pool", "FILE", "only these tokens may follow the query (default: all tokens of the kernel)"}, \
  {"queries", "FILE", "only these queries (default: all queries of the kernel)"}

/* For --help: what a KERNEL is. */
#define CLI_KERNEL_HELP \
  "KERNEL is FILE.npz, .safetensors, .npy, .csv or .json (arrays phi_q and phi_k, or alpha; optional tokens, queries, eta), or one of\n" \
  "exp:B@m=M (weights B^-overlap), constant@m=M, overlap:FILE[@m=M], weighted:FILE, softmax:T@m=M.\n" \
  "Token files for --pool and --queries: one 0/1 token a line, or .npy / .npz.\n"

/* Load the kernel `spec`, restrict its queries and pool, and set its rule, all as the options say. */
MINIP_MUST_CHECK minip_status_t cli_load_kernel(minip_kernel_t kernel, const cli_context_t *ctx, const char *spec, minip_error_t err);

/* What was loaded and assumed, as keys of root: kernel, sha256 (of a file), m, queries, pool (counts), normaliser (the rule's text). */
MINIP_MUST_CHECK minip_status_t cli_describe_kernel(json_t *root, const minip_kernel_t kernel, minip_error_t err);

/* minip_rank_kernel for certify: when it is refused, the message names --no-rank. */
MINIP_MUST_CHECK minip_status_t cli_rank_beside_verdict(minip_rank_result_t rank, const minip_kernel_t kernel, minip_error_t err);

/* The token of a query, and of an entry of its row, as 0/1 text; NULL when memory is short. */
json_t *cli_query_token(const minip_kernel_t kernel, size_t query);
json_t *cli_entry_token(const minip_kernel_t kernel, size_t query, size_t entry);

#endif
