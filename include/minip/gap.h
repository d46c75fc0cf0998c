/* Gap domination and the optimal error of a kernel (T2-T6, T15; proofs-notes/gap-domination.md and lengths-1-2.md).

   All of it is about the full suite: every sequence of n tokens that starts with a query of the kernel and continues with n-1 tokens of its
   pool. Values and readouts are free; the answer is the least possible head error, per query, and its maximum.

   With V(x,z) = alpha(x,x) + eta(x) + (n-1) alpha(x,z), the denominator of (x; z,..,z), the denominator of (x; z_1,..) is the mean of the
   V(x,z_j): W of T2 is V/(n-1). Without a normaliser (T15) V is 1. What is decided for a query:
   - n = 1, or n = 2: always, whatever the signs.
   - n >= 3 and all V of one sign (alpha itself may have both): the optimal error, exactly (T4).
   - n >= 3 and both signs: a proved lower bound (T3, and T4 on the tokens of one sign); `fails` when it reaches the target error or when a
     denominator of T3's sequences is zero, else `undecided`.
   - a clamp max(D, c): exact where every denominator is >= c, else a lower bound from the tokens whose V is >= c. */
#ifndef MINIP_GAP_H
#define MINIP_GAP_H

#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

typedef enum {
  MINIP_VERDICT_SOLVES,    /* proved: some values and readouts have error < the target error on the full suite */
  MINIP_VERDICT_FAILS,     /* proved: none has */
  MINIP_VERDICT_UNDECIDED  /* reason says why */
} minip_verdict_t;
const char *minip_verdict_name(minip_verdict_t verdict); /* "solves", "fails", "undecided"; static */

/* Why an error cannot be smaller. "Invisible" tokens have alpha(x,z) = 0; with eta(x) = 0, a sum normaliser and x in the pool, x itself
   ties with them (T4's set G): the outputs on (x; z,..,z) are one number for all of G. With s_0, s_1 the true overlaps of low and high: */
typedef enum {
  MINIP_WITNESS_NONE,      /* nothing to show: the proved bound is 0 */
  MINIP_WITNESS_UNDEFINED, /* the denominator of (x; low, high,..,high) is zero; (x) alone when n = 1 (then low = high = MINIP_NO_ENTRY) */
  MINIP_WITNESS_PAIR,      /* T3 on (x; low..), (x; high..), (x; low, high..): error >= (s_1-s_0)/2 (n-2)|V_1| / (|V_0| + (n-2)|V_1|); any signs */
  MINIP_WITNESS_ZERO,      /* low and high are in G: equal outputs on (x; low..) and (x; high..): error >= (s_1-s_0)/2; any signs, n >= 2 */
  MINIP_WITNESS_ZERO_PAIR  /* low or high is invisible, anchor is the member of G with the largest overlap s^: with s^_i = s^ for an invisible
                              token and s_i otherwise, and V_0, V_1 of one sign, (x; low, high..), (x; anchor..) and (x; z..) for a visible
                              z of the two give error >= (|V_0|(s^_0-s_0) + (n-2)|V_1|(s^_1-s_0)) / (2(|V_0| + (n-2)|V_1|)) */
} minip_witness_kind_t;

#define MINIP_NO_ENTRY ((size_t)-1)

typedef struct {
  minip_witness_kind_t kind;
  size_t query;             /* kernel query index */
  size_t low, high, anchor; /* entries of the query's row (minip/kernel.h), or MINIP_NO_ENTRY where the kind has none */
  uint32_t low_overlap, high_overlap, anchor_overlap; /* true overlaps with x; 0 where there is no entry */
} minip_witness_t;

typedef struct {
  minip_verdict_t verdict;
  int has_error;         /* is `error` set? Not when the witness is UNDEFINED */
  int error_is_optimal;  /* 1: `error` is the least possible head error, and is attained; 0: a proved lower bound on it */
  fmpq_t error;
  minip_witness_t witness; /* of `error`, or of the undefined output; the least query index among equals */
  size_t queries;        /* queries looked at */
  size_t undecided;      /* how many of them are undecided by themselves */
  char reason[256];      /* for an undecided verdict: why, of the first such query; else "" */
} minip_gap_result_struct;
typedef minip_gap_result_struct minip_gap_result_t[1];
void minip_gap_result_init(minip_gap_result_t result);
void minip_gap_result_clear(minip_gap_result_t result);

/* Work done so far, from one thread at a time; data is the caller's. */
typedef void (*minip_gap_progress_t)(size_t done, size_t total, void *data);

/* One row (witness.query is set to 0) at length n >= 1 for head error < target (target > 0). MINIP_OK with any verdict;
   MINIP_INPUT: an empty row, n = 0, target <= 0. O(entries + weight^2), exact arithmetic deciding. */
MINIP_MUST_CHECK minip_status_t minip_gap_row(minip_gap_result_t result, const minip_row_t row, const minip_rule_t rule, size_t n,
                                 const fmpq_t target, minip_error_t err);

/* The whole kernel, queries in parallel on `threads` threads (0: all cores); the result does not depend on threads. progress may be NULL.
   MINIP_OK with any verdict; a row that cannot be computed stops the run with its error. */
MINIP_MUST_CHECK minip_status_t minip_gap_certify(minip_gap_result_t result, const minip_kernel_t kernel, size_t n, const fmpq_t target,
                                 int threads, minip_gap_progress_t progress, void *data, minip_error_t err);

/* What a witness says, number by number. For PAIR and ZERO_PAIR, T2 makes the output on sequence 0, (x; low, high..), the fixed mean
   low_share y(x; low..) + high_share y(x; high..) of the others, whatever the values and the readout. */
typedef struct {
  size_t count; /* sequences, at most 4: (x; low, high..), (x; low..), (x; high..), (x; anchor..), those that the kind needs, in this order */
  struct {
    size_t low, high, anchor; /* copies; their sum is n - 1 */
    uint32_t target;
    fmpq denominator;         /* 1 without a normaliser */
  } sequence[4];
  fmpq_t low_share, high_share; /* 0 for the other kinds */
} minip_gap_proof_struct;
typedef minip_gap_proof_struct minip_gap_proof_t[1];
void minip_gap_proof_init(minip_gap_proof_t proof);
void minip_gap_proof_clear(minip_gap_proof_t proof);
MINIP_MUST_CHECK minip_status_t minip_gap_proof(minip_gap_proof_t proof, const minip_kernel_t kernel, const minip_witness_t *witness, size_t n, minip_error_t err);

/* For each gap k = 1..m: the least ratio |W(x,z)| / |W(x,z')| over queries and pairs of pool tokens with <x,z'> - <x,z> = k and W(x,z') != 0
   (has_ratio 0: there is no such pair), where it is met (first query, then lowest overlap), and whether it exceeds A_n(k) for the target error (T6).
   holds = 0 refutes the target error where the pool has, for that query, a token at every overlap between the two (the whole cube has). */
typedef struct {
  uint32_t k;
  int has_ratio;
  int holds;              /* 1 when there is no ratio */
  fmpq ratio;
  fmpq required;          /* A_n(k); 0 means no information, and then holds says ratio > 0 */
  size_t query, low, high; /* row entries */
  uint32_t low_overlap;
} minip_gap_line_t;

/* lines has kernel->m members, initialised by the call whatever it returns; n >= 3. MINIP_UNDECIDED for a clamp above some denominator. */
MINIP_MUST_CHECK minip_status_t minip_gap_lines(minip_gap_line_t *lines, const minip_kernel_t kernel, size_t n, const fmpq_t target, int threads,
                                 minip_gap_progress_t progress, void *data, minip_error_t err);
void minip_gap_lines_clear(minip_gap_line_t *lines, size_t count);

/* A_n(k) for k = 0..kmax (T6), values[kmax+1] initialised by the caller; first_part may be NULL, else first_part[k] = a first part D_1 of a
   best composition (0 for k = 0 and 1), so that compositions are read off by following k - first_part[k]. n >= 3. */
void minip_amplification(fmpz *values, uint32_t *first_part, size_t n, size_t kmax);

/* The same for a target error eps: factors (n-2)(D - 2 eps)/(2 eps), D >= 1 with D > 2 eps. */
void minip_amplification_error(fmpq *values, uint32_t *first_part, size_t n, size_t kmax, const fmpq_t eps);

MINIP_END_DECLS

#endif
