/* Gap domination and the optimal error of a kernel (T2-T6, T15).

   All of it is about the full suite: every sequence of n tokens that starts with a query of the kernel and continues with n-1 tokens of its
   pool. Values and readouts are free; the answer is the least possible head error, per query, and its maximum. */
#ifndef MINIP_GAP_H
#define MINIP_GAP_H

#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/status.h>

typedef enum {
  MINIP_VERDICT_SOLVES,    /* proved: some values and readouts have error < the target error on the full suite */
  MINIP_VERDICT_FAILS,     /* proved: none has */
  MINIP_VERDICT_UNDECIDED  /* reason says why */
} minip_verdict_t;
const char *minip_verdict_name(minip_verdict_t verdict); /* "solves", "fails", "undecided" */

/* Why an error cannot be smaller: what the worst query's witness is. */
typedef enum {
  MINIP_WITNESS_NONE,        /* nothing to show: the optimal error is 0 */
  MINIP_WITNESS_UNDEFINED,   /* a sequence whose denominator is zero: (x; low, high..high) (T2) */
  MINIP_WITNESS_PAIR,        /* T3/T4: sequences (x;low..), (x;high..), (x;low,high,..,high) */
  MINIP_WITNESS_ZERO,        /* T4: low and high are both invisible (alpha = 0, or x itself): equal outputs, different targets */
  MINIP_WITNESS_ZERO_PAIR,   /* T4, general formula: low or high is invisible, `anchor` is the member of G with the largest overlap */
  MINIP_WITNESS_SIGNED       /* T3 for a signed kernel: error >= the stated bound (not claimed optimal) */
} minip_witness_kind_t;

typedef struct {
  minip_witness_kind_t kind;
  size_t query;                  /* kernel query index */
  size_t low, high, anchor;      /* row entries; anchor only for ZERO_PAIR, else (size_t)-1 */
  uint32_t low_overlap, high_overlap, anchor_overlap;
} minip_witness_t;

typedef struct {
  minip_verdict_t verdict;
  int has_error;                 /* is `error` set? not when undefined or undecided */
  int error_is_optimal;          /* 1: error is the optimum (T4); 0: a proved lower bound only (signed kernels) */
  fmpq_t error;
  minip_witness_t witness;       /* the worst query */
  char reason[256];              /* for undecided, else "" */
  size_t queries_done;
} minip_gap_result_struct;
typedef minip_gap_result_struct minip_gap_result_t[1];
void minip_gap_result_init(minip_gap_result_t result);
void minip_gap_result_clear(minip_gap_result_t result);

/* Optimal error of one row at length n >= 1 (T4 with zeros and eta; n = 1, 2 as derived in proofs-notes), into error and witness.
   Returns MINIP_UNDECIDED (with the reason in err) where T4 does not apply and T3 does not refute. */
MINIP_MUST_CHECK minip_status_t minip_gap_row(minip_gap_result_t result, const minip_row_t row, const minip_rule_t rule, size_t n, const fmpq_t target, minip_error_t err);

/* The whole kernel: verdict at head error < target over all queries, in parallel by query. progress (may be NULL) is called with queries done. */
MINIP_MUST_CHECK minip_status_t minip_gap_certify(minip_gap_result_t result, const minip_kernel_t kernel, size_t n, const fmpq_t target, int threads,
                                 void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err);

/* For each gap k = 1..m: the least ratio |W(x,z)| / |W(x,z')| met over queries and pairs with <x,z'> - <x,z> = k (has_ratio 0: no such pair, or
   every W(x,z') is 0), where, and whether it exceeds A_n(k) (T6). */
typedef struct {
  uint32_t k;
  int has_ratio;
  fmpq ratio;            /* least ratio */
  fmpz required;         /* A_n(k) */
  size_t query, low, high;
} minip_gap_line_t;
MINIP_MUST_CHECK minip_status_t minip_gap_lines(minip_gap_line_t *lines /* m, initialised by the call */, const minip_kernel_t kernel, size_t n, int threads, minip_error_t err);
void minip_gap_lines_clear(minip_gap_line_t *lines, size_t count);

/* A_n(k) for k = 0..kmax (T6), values[kmax+1] initialised by the caller; parts may be NULL, else first_part[k] = a largest first part D_1 of a
   best composition (0 for k = 0 and 1), so that compositions are read off by following k - first_part[k]. n >= 3. */
void minip_amplification(fmpz *values, uint32_t *first_part, size_t n, size_t kmax);

/* The same for a target error eps: factors (n-2)(D - 2 eps)/(2 eps), D >= 1 with D > 2 eps. */
void minip_amplification_error(fmpq *values, uint32_t *first_part, size_t n, size_t kmax, const fmpq_t eps);

#endif
