/* Exact ranks over Q, with what is needed to certify them (T13 for structured kernels). */
#ifndef MINIP_RANK_H
#define MINIP_RANK_H

#include <minip/flint.h>
#include <flint/fmpz_mat.h>
#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

/* A rank with its two-sided evidence: `pivots` rows and columns whose minor is non-zero modulo `prime` (so over Q), and why it is no larger. */
typedef enum {
  MINIP_RANK_DIMENSION,   /* it equals the feature dimension, or the number of queries or of tokens, which caps it */
  MINIP_RANK_DEPENDENCY,  /* every minor one size larger is 0: it vanishes modulo primes whose product exceeds Hadamard's bound on it */
  MINIP_RANK_FORMULA      /* T13's closed form for f(<x,z>) or f(|x|,|z|,<x,z>) on the whole cube */
} minip_rank_reason_t;
const char *minip_rank_reason_name(minip_rank_reason_t reason); /* "dimension", "dependency", "formula" */

typedef struct {
  fmpz_t rank;                /* may exceed the machine for structured kernels */
  const char *method;         /* a few words, static */
  minip_rank_reason_t reason;
  ulong prime;                /* 2^61 < prime < 2^62 (from minip_rank_kernel); 0 for FORMULA */
  size_t pivots;              /* = rank for DIMENSION and DEPENDENCY, 0 for FORMULA */
  size_t *rows, *columns;     /* pivot rows: indices of queries; pivot columns: indices into the pool (row entries), not into the token table; owned */
} minip_rank_result_struct;
typedef minip_rank_result_struct minip_rank_result_t[1];
void minip_rank_result_init(minip_rank_result_t result);
void minip_rank_result_clear(minip_rank_result_t result);

#define MINIP_RANK_MAX_WORK 1e11 /* some minutes */

/* The exact rank of alpha over the kernel's queries x pool. The matrix is never held in full width: features are reduced to a row basis of each
   factor first, other explicit kernels are read row by row and kept modulo one prime at a time.
   MINIP_LIMIT: an explicit matrix of more than 2^30 entries; or a rank below every dimension whose proof would take more than MINIP_RANK_MAX_WORK word
   operations (a full rank is proved by one prime, whatever the numbers). SOFTMAX on the whole cube has rank 2^m (1 if tau = 0; T14); restricted,
   MINIP_UNDECIDED. */
MINIP_MUST_CHECK minip_status_t minip_rank_kernel(minip_rank_result_t result, const minip_kernel_t kernel, minip_error_t err);

/* The exact rank of an integer matrix; rows and columns are its own. The first prime tried is the least one above `start` (0: the usual one; below 2^62):
   an unlucky prime, at which the rank drops, costs time but never changes the answer. */
MINIP_MUST_CHECK minip_status_t minip_rank_matrix(minip_rank_result_t result, const fmpz_mat_t matrix, ulong start, minip_error_t err);

/* T13: the rank over the whole cube of f(<x,z>), f[0..m] up to a common factor: the sum of C(m,i) over the non-zero Newton coefficients Delta^i f(0). */
void minip_rank_overlap(fmpz_t rank, const fmpz *f, size_t m);

/* T13: the rank over the whole cube of f(|x|,|z|,<x,z>), f[(a*(m+1) + b)*(m+1) + s] up to a common factor, 0 at impossible (a,b,s): Schrijver's blocks. */
MINIP_MUST_CHECK minip_status_t minip_rank_weighted(fmpz_t rank, const fmpz *f, size_t m, minip_error_t err);

MINIP_END_DECLS

#endif
