/* Complete heads: kernels with their values and readout, evaluated exactly on a suite.

   Output on a sequence with query x: y = b(x) + sum over heads h of <a_h(x), sum_j alpha_h(x,x_j) v_h(x_j) / (sum_j alpha_h(x,x_j) + eta_h(x))>.

   A model file (.npz, .safetensors, JSON with exact rationals) holds, for one head, the arrays of a KERNEL file (minip/kernel.h), and
     values (T x d), readout_a (Q x d), readout_b (Q).
   A head may have a scalar `base` (alpha = base^-<x,z>, base > 0) or `tau` (alpha = exp(-tau <x,z>)) in place of phi_q and phi_k: dense softmax; tokens
   are then needed. Several heads: the arrays of head i have the prefix "head0_", "head1_", ..; tokens, queries and readout_b are shared. */
#ifndef MINIP_MODEL_H
#define MINIP_MODEL_H

#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/status.h>
#include <minip/suite.h>

MINIP_BEGIN_DECLS

#define MINIP_MODEL_MAX_HEADS 64

typedef struct {
  minip_kernel_t kernel; /* over the model's tokens and queries */
  size_t d;              /* value dimension */
  fmpq *values;          /* token_count x d; owned */
  fmpq *readout_a;       /* query_count x d; owned */
} minip_head_struct;

typedef struct {
  char *source;
  char sha256[65];
  minip_tokens_t tokens;   /* T distinct tokens */
  size_t query_count;
  size_t *queries;         /* rows in tokens; owned */
  size_t head_count;
  minip_head_struct *heads; /* owned */
  fmpq *readout_b;         /* query_count; owned */
  int is_exact;            /* no head has a tau other than 0 */
} minip_model_struct;
typedef minip_model_struct minip_model_t[1];

void minip_model_init(minip_model_t model);
void minip_model_clear(minip_model_t model);

/* rule (may be NULL: plain sums) is every head's denominator rule; `eta` arrays of the file add to it. MINIP_INPUT: file, array, index, reason. */
MINIP_MUST_CHECK minip_status_t minip_model_load(minip_model_t model, const char *path, const minip_rule_struct *rule, minip_error_t err);

/* The same from arrays at hand, which are copied; bundle->path (not NULL) is the source. */
MINIP_MUST_CHECK minip_status_t minip_model_set_bundle(minip_model_t model, const minip_bundle_t bundle, const minip_rule_struct *rule, minip_error_t err);

/* One sequence's outcome. */
typedef struct {
  int is_defined;   /* 0: some head's denominator is zero (then it fails) */
  int is_exact;     /* output and error are exact; else the balls hold */
  fmpq output, error; /* error = |output - target| */
  arb_struct output_ball, error_ball;
  minip_tri_t fails; /* is the error >= the target error, or the output undefined? Unsettled: not decided at the precision limit */
} minip_outcome_t;

typedef struct {
  size_t count;              /* sequences of the suite */
  minip_outcome_t *outcomes; /* owned */
  size_t failures, undecided;
  size_t worst;              /* an undefined sequence, else one of the largest error (of balls: the largest upper bound) */
} minip_evaluation_struct;
typedef minip_evaluation_struct minip_evaluation_t[1];
void minip_evaluation_init(minip_evaluation_t evaluation);
void minip_evaluation_clear(minip_evaluation_t evaluation);

/* Evaluate on every sequence; a sequence fails when its error is >= target. Balls: the precision grows to max_prec bits until that is decided.
   MINIP_INPUT: another m, a token or query the model lacks (named). MINIP_UNDECIDED: a clamp that is active. */
MINIP_MUST_CHECK minip_status_t minip_model_evaluate(minip_evaluation_t evaluation, const minip_model_t model, const minip_suite_t suite, const fmpq_t target,
                                                     slong max_prec, minip_error_t err);

/* With the values fixed and the readout free: per query of the suite the least error over a_h(x), b(x), a linear program solved exactly. *error = their
   maximum, *worst_query = the suite token that has it; *is_defined = 0 (and a query with a zero denominator in worst_query) when there is one.
   Exact models only (MINIP_UNDECIDED otherwise). */
MINIP_MUST_CHECK minip_status_t minip_model_free_readout(fmpq_t error, int *is_defined, uint32_t *worst_query, const minip_model_t model, const minip_suite_t suite,
                                                         minip_error_t err);

MINIP_END_DECLS

#endif
