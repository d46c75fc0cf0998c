/* Distances between words of at most 64 bits, many at a time. */
#ifndef MINIP_CODE_DISTANCE_H
#define MINIP_CODE_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

#define MINIP__HALVES 33 /* half distances of two words of one weight: 0 .. 32 */

/* counts[h] += the words among rows[0 .. count) at distance 2h from x, for h = 0 .. most. All words have one weight, and no half distance exceeds
   most <= 32 (most = min(w, n-w) always does). */
void minip__count_halves(uint64_t counts[MINIP__HALVES], uint64_t x, const uint64_t *rows, size_t count, unsigned most);

/* The first of rows[0 .. count) closer than d to x; count when there is none. */
size_t minip__first_closer(uint64_t x, const uint64_t *rows, size_t count, unsigned d);

/* The same by plain loops, whatever the processor can do: for comparison in tests. */
void minip__count_halves_plain(uint64_t counts[MINIP__HALVES], uint64_t x, const uint64_t *rows, size_t count, unsigned most);
size_t minip__first_closer_plain(uint64_t x, const uint64_t *rows, size_t count, unsigned d);

#endif
