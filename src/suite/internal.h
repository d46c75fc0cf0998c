/* Building suites from raw lists. */
#ifndef MINIP_SUITE_INTERNAL_H
#define MINIP_SUITE_INTERNAL_H

#include <minip/suite.h>

/* Tokens and sequences as they come, with repeats; finish removes them. */
typedef struct {
  size_t m, words, n;
  uint64_t *bits;        /* raw tokens */
  size_t token_count, token_room;
  uint32_t *sequences;   /* raw, n indices each */
  size_t count, room;
} minip__collector_t;

void minip__collector_init(minip__collector_t *c, size_t m, size_t n);
void minip__collector_clear(minip__collector_t *c);

/* Adds one token; *index is its raw number. */
MINIP_MUST_CHECK minip_status_t minip__collector_token(uint32_t *index, minip__collector_t *c, const uint64_t *token, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__collector_sequence(minip__collector_t *c, const uint32_t *tokens, minip_error_t err);

/* Move everything into the suite, each token and each sequence once, in order of first appearance, with targets. The collector is left empty. */
MINIP_MUST_CHECK minip_status_t minip__collector_finish(minip_suite_t suite, minip__collector_t *c, size_t query_position, minip_error_t err);

/* Exact targets of all sequences. */
void minip__suite_targets(minip_suite_t suite);

#endif
