/* Shared by classify.c and canonical.c only. Codes here are lists of words of n <= 64 bits as numbers. */
#ifndef MINIP_CODE_CLASSIFY_INTERNAL_H
#define MINIP_CODE_CLASSIFY_INTERNAL_H

#include "construct_internal.h"

/* canonical = the words after a permutation of the coordinates that depends on the code's class only, in increasing order; group = the order of its
   automorphism group on the coordinates. canonical may be words. One call at a time: others wait. MINIP_UNDECIDED without nauty. */
MINIP_MUST_CHECK minip_status_t minip__canonical(uint64_t *canonical, fmpz_t group, const uint64_t *words, size_t size, size_t n, minip_error_t err);

/* The labelled codes of a given size, by going through all of them that contain one fixed word; nauty has no part in it. *finished = 0 after limit nodes. */
MINIP_MUST_CHECK minip_status_t minip__count_labelled(fmpz_t count, int *finished, size_t n, size_t d, size_t w, size_t size, uint64_t limit, minip_error_t err);

#endif
