/* Exact Min-IP targets: t_i = min over all tokens j of the sequence, i itself included, of <x_i, x_j>. */
#ifndef MINIP_TARGET_H
#define MINIP_TARGET_H

#include <minip/token.h>

MINIP_BEGIN_DECLS

/* targets[i] for the tokens of one sequence; argmin[i] = the least j that attains it (argmin may be NULL). Both have sequence->count entries.
   threads <= 0 means all cores. An empty sequence is fine. */
void minip_target_compute(uint32_t *targets, uint32_t *argmin, const minip_tokens_t sequence, int threads);

/* The target of the query at position i alone. */
uint32_t minip_target_query(size_t *argmin, const minip_tokens_t sequence, size_t i);

MINIP_END_DECLS

#endif
