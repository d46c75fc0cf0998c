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

/* The distances of a code of one weight and n <= 64, at least two words: pairs, min_distance, closest[0], overlaps and variant into m, whose other
   fields are set. progress may be NULL. */
void minip__measure_narrow(minip_code_measures_struct *m, const minip_code_struct *code, int threads, void (*progress)(size_t, size_t, void *), void *data);

/* minip_johnson_lp with a limit on the seconds in the solver (0: none). */
MINIP_MUST_CHECK minip_status_t minip__johnson_lp(fmpq_t bound, fmpq *dual, size_t n, size_t d, size_t w, double seconds, minip_error_t err);

double minip__now(void); /* monotonic seconds */

/* minip_code_upper whose linear programs end at the deadline (minip__now seconds; 0: none). */
MINIP_MUST_CHECK minip_status_t minip__upper_until(fmpz_t upper, size_t n, size_t d, size_t w, unsigned use, double deadline, minip_error_t err);

#define MINIP__LP_MAX 96 /* largest min(w, n-w) for which Delsarte's program is tried */

#endif
