/* Shared by the files of this room. */
#ifndef MINIP_CODE_INTERNAL_H
#define MINIP_CODE_INTERNAL_H

#include <minip/code.h>

/* A set of w positions below n, increasing, with c[w] = n as a sentinel (w + 1 entries): the support of a word. */

/* Replace c by its successor in the order; 0 when c is the last. */
int minip__support_next(uint32_t *c, size_t n, size_t w, minip_order_t order);

/* c from a word of weight w, and back (row is cleared first). */
void minip__support_of(uint32_t *c, const uint64_t *row, size_t n, size_t w);
void minip__support_to_row(uint64_t *row, const uint32_t *c, size_t n, size_t w);

/* rank < C(n,w). */
void minip__support_unrank(uint32_t *c, const fmpz_t rank, size_t n, size_t w, minip_order_t order);

#define MINIP__LP_MAX 96 /* largest min(w, n-w) for which Delsarte's program is tried */

#endif
