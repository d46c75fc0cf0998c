/* Dense softmax attention with score -tau <x,z> over the whole cube (T14): weight b^-s at overlap s, b = e^tau > 0, no offset.

   Every overlap 0..|x| occurs, and T4 applies. For a query of weight a and overlaps s < t <= a put D = t - s, u = a - t. The ratio
     W(x,s) / W(x,t) = (1 + (n-1) b^(u+D)) / (1 + (n-1) b^u)
   is least at u = 0: as a function of v = b^u it grows where b > 1 (then v >= 1) and falls where b < 1 (then v <= 1). So the query of weight D
   with overlaps 0 and D is the worst for its gap, every gap 1..m has one, and for n >= 3
     optimal error = max over D = 1..m of  D n (n-2) / (2 (n-1) (b^D + n - 1)),
   which is below E iff b^D > t_D = D n (n-2) / (2 E (n-1)) - (n-1) for all D = 1..m. At n = 1 and 2 it is 0 (T1). */
#ifndef MINIP_SOFTMAX_H
#define MINIP_SOFTMAX_H

#include <stddef.h>
#include <minip/gap.h>
#include <minip/num.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

#define MINIP_SOFTMAX_MAX_M 4096
#define MINIP_SOFTMAX_MAX_LENGTH 1000000
#define MINIP_SOFTMAX_PRINTED_TAU 100000

/* error = the exact optimal error at a rational base > 0; *gap = a D that attains it (query weight D, overlaps 0 and D; 0 when n <= 2).
   m in 1..MINIP_SOFTMAX_MAX_M, n >= 1. MINIP_LIMIT: the base has too many digits for m. */
MINIP_MUST_CHECK minip_status_t minip_softmax_error(fmpq_t error, size_t *gap, const fmpq_t base, size_t m, size_t n, minip_error_t err);

/* The verdict at b = e^tau, tau rational: is the optimal error below target? error encloses it, *gap = the D that attains it.
   For tau != 0 the numbers compared are transcendental (Lindemann), so growing precision always decides; MINIP_UNDECIDED only past 2^22 bits.
   tau = 0 is the constant kernel, decided exactly. Where |tau| is above MINIP_SOFTMAX_PRINTED_TAU the verdict stands all the same, and error
   is only as narrow as the error at that temperature of the same sign and its limit: 0 as tau grows, m n (n-2) / (2 (n-1)^2) as it falls. */
MINIP_MUST_CHECK minip_status_t minip_softmax_decide(minip_verdict_t *verdict, arb_t error, size_t *gap, const fmpq_t tau, size_t m, size_t n, const fmpq_t target, minip_error_t err);

/* t = t_D of the condition b^D > t. n >= 3, target > 0. */
void minip_softmax_condition(fmpq_t t, size_t gap, size_t n, const fmpq_t target);

/* The threshold: the optimal error is below target iff b > b*, the largest root over all D. */
typedef struct {
  size_t gap;          /* a D whose condition decides, the smallest one; 0: every base > 0 solves (then the rest is 0) */
  size_t degree;       /* b* is the positive root of den * b^degree - num, irreducible over Q, ... */
  fmpq_t value;        /* ... where num/den = value */
  fmpq_t lower, upper; /* lower <= b* <= upper, no wider than 2^-64 b*; b* is the only positive root. Equal when b* is rational */
} minip_softmax_threshold_struct;
typedef minip_softmax_threshold_struct minip_softmax_threshold_t[1];
void minip_softmax_threshold_init(minip_softmax_threshold_t threshold);
void minip_softmax_threshold_clear(minip_softmax_threshold_t threshold);

/* Exact: candidates t_D^(1/D) are compared as t_D^D' against t_D'^D. m and n as above, 0 < target <= 1/2. */
void minip_softmax_threshold(minip_softmax_threshold_t threshold, size_t m, size_t n, const fmpq_t target);

MINIP_END_DECLS

#endif
