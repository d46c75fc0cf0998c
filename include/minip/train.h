/* Fitting kernels: to a suite (features, values and readout), or to the whole cube (T5), each result certified exactly afterwards.

   The fits are floating point and prove nothing; what is returned is rounded (to float32, or to integers) and then decided by
   minip_suite_certify, minip_model_evaluate and minip_gap_certify. Fits are deterministic for a seed, a build and a machine; fits to suites use one thread,
   those of the whole cube a given number.
   Built without libLBFGS, both fits return MINIP_UNDECIDED. */
#ifndef MINIP_TRAIN_H
#define MINIP_TRAIN_H

#include <minip/gap.h>
#include <minip/kernel.h>
#include <minip/model.h>
#include <minip/num.h>
#include <minip/report.h>
#include <minip/status.h>
#include <minip/suite.h>

typedef void (*minip_train_progress_t)(size_t done, size_t total, void *data);

#define MINIP_TRAIN_MAX_RANK 1024

/* ---- heads on a suite ---- */

typedef enum {
  MINIP_TRAIN_TABLE,     /* free parameters per token: activation(theta) */
  MINIP_TRAIN_LOGLINEAR, /* activation(w . x + c): with exp, log-linear in the bits */
  MINIP_TRAIN_MLP        /* activation(V tanh(U x + c) + e), `hidden` units */
} minip_train_features_t;

typedef enum { MINIP_TRAIN_EXP, MINIP_TRAIN_SOFTPLUS, MINIP_TRAIN_SQUARE, MINIP_TRAIN_IDENTITY /* signed features */ } minip_train_activation_t;

/* By name: "table", "loglinear", "mlp"; "exp", "softplus", "square". MINIP_USAGE lists the names. */
MINIP_MUST_CHECK minip_status_t minip_train_features(minip_train_features_t *features, const char *name, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_train_activation(minip_train_activation_t *activation, const char *name, minip_error_t err);

typedef struct {
  size_t rank;       /* 1 .. MINIP_TRAIN_MAX_RANK */
  uint64_t seed;
  size_t steps;      /* at most so many L-BFGS steps; the fit stops earlier when it no longer gains */
  minip_train_features_t features;
  minip_train_activation_t activation;
  size_t hidden;     /* of MLP; 0: twice the bits */
  double product_base; /* LOGLINEAR with EXP only: b > 1 starts from `rank` of the 2^m product features of b^-<x,z> (T12), chosen at random without
                          repeats while they last; 0: a random start */
  double scale;      /* size of the random start; 0: the default, 1 (a start of 1e300 overflows: a way to see a diverging fit) */
} minip_train_options_t;
void minip_train_options_default(minip_train_options_t *options); /* rank 1, seed 1, 3000 steps, table, softplus */

/* A fitted head, rounded to float32. With TABLE every token has its own value vector (d = T) and every query its own readout; with the parametric
   features v(z) = z, a(x) = s x and b(x) = b_0 + b_1 |x| (three trained numbers), so that the head is defined on any token. */
typedef struct {
  minip_tokens_t tokens, queries; /* of the suite, in its order; queries in order of first appearance */
  size_t r, d;
  float *phi_q, *phi_k;           /* queries x r, tokens x r; owned, as the others */
  float *values, *readout_a, *readout_b;
  int diverged;                   /* the fit met NaN or infinity, or a number does not fit float32: the arrays hold nothing of worth */
  size_t steps;                   /* taken */
  double loss;                    /* largest error in floating point; a diagnostic */
  double *parameters;             /* of the fit, for minip_train_transfer */
  size_t parameter_count;
  minip_train_options_t options;
} minip_train_head_struct;
typedef minip_train_head_struct minip_train_head_t[1];
void minip_train_head_init(minip_train_head_t head);
void minip_train_head_clear(minip_train_head_t head);

/* Fit a head to the suite. TABLE first fits the kernel alone (T3's inequalities W(x,z) > (n-2)(D-1) W(x,z') of the suite's sequences
   (x; z, z',..,z')), starts the values from T2, then improves everything together; the others fit everything together. Minimised is
   a smoothed maximum, with its analytic gradient. A diverging fit is MINIP_OK with head->diverged.
   MINIP_INPUT: rank 0 or too large, no sequences; MINIP_LIMIT: memory. */
MINIP_MUST_CHECK minip_status_t minip_train_fit(minip_train_head_t head, const minip_suite_t suite, const minip_train_options_t *options,
                                                minip_train_progress_t progress, void *data, minip_error_t err);

/* The same parametric head on the tokens of another suite of the same m: features of tokens never trained on. MINIP_INPUT: table features, another m. */
MINIP_MUST_CHECK minip_status_t minip_train_transfer(minip_train_head_t out, const minip_train_head_t head, const minip_suite_t suite, minip_error_t err);

/* The head as a MODEL: arrays tokens, queries, phi_q, phi_k, values, readout_a, readout_b (float32; tokens uint8). MINIP_UNDECIDED: diverged. */
MINIP_MUST_CHECK minip_status_t minip_train_bundle(minip_bundle_t bundle, const minip_train_head_t head, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_train_write(const char *path, const minip_train_head_t head, minip_error_t err);

/* What is proved of a fitted head on a suite whose tokens it knows. */
typedef struct {
  int is_defined, kernel_is_defined; /* 0: a denominator is zero on some sequence */
  fmpq_t error;          /* of the head: its largest error, exactly (minip_model_evaluate) */
  fmpq_t optimal_error;  /* of its kernel with any values and readout, exactly (minip_suite_certify) */
  size_t failures;       /* sequences with error >= target, or undefined */
  size_t sequences;
  int solves;            /* is the optimal error below the target? */
  int head_solves;       /* is the head's own error? */
} minip_train_verdict_struct;
typedef minip_train_verdict_struct minip_train_verdict_t[1];
void minip_train_verdict_init(minip_train_verdict_t verdict);
void minip_train_verdict_clear(minip_train_verdict_t verdict);

/* with_optimal = 0 leaves out the linear programs (optimal_error and solves then mean nothing). MINIP_UNDECIDED: a diverged fit, which is never certified. */
MINIP_MUST_CHECK minip_status_t minip_train_certify(minip_train_verdict_t verdict, const minip_train_head_t head, const minip_suite_t suite, const fmpq_t target,
                                                    int with_optimal, minip_error_t err);

/* The best certified rank bound (T8) of the suite's pair system at its length and error 1/2, for nonnegative or for signed kernels; 0 when it has no pairs. */
MINIP_MUST_CHECK minip_status_t minip_train_bound(fmpz_t bound, const minip_suite_t suite, int is_signed, int threads, minip_error_t err);

/* Dense softmax at a rational base (weights base^-<x,z>) with v(z) = z, a(x) = x, b = 0 on the suite's tokens, as a MODEL: the control of the experiments. */
MINIP_MUST_CHECK minip_status_t minip_train_softmax_bundle(minip_bundle_t bundle, const minip_suite_t suite, unsigned base, minip_error_t err);

/* ---- experiments ---- */

typedef struct {
  size_t seeds;  /* 1 .. */
  int is_quick;  /* fewer ranks and smaller problems: seconds */
  int threads;   /* of the rank bounds */
  minip_train_progress_t progress;
  void *data;
} minip_experiment_options_t;

/* "rank-sweep", "signed", "length" or "ood": fills the report (table "rows") and *svg, the caller's. Every error in it is exact; a run whose fit
   diverged says so and has no error. MINIP_USAGE: another name. */
MINIP_MUST_CHECK minip_status_t minip_experiment_run(minip_report_t report, char **svg, const char *name, const minip_experiment_options_t *options, minip_error_t err);

/* ---- kernels on the whole cube ---- */

#define MINIP_TRAIN_FULL_MAX_M 12
#define MINIP_TRAIN_FULL_MAX_RANK 64

typedef struct {
  size_t m, n, r;      /* n >= 3 */
  int found;           /* integers that pass T5 on all pairs (checked exactly, by minip_gap_certify) */
  int64_t *phi_q, *phi_k; /* 2^m x r, row i = the token whose bit j is (i >> j) & 1; owned; NULL when not found */
  double violation;    /* the floating-point search's log of the worst ratio; below 0 where it succeeded; a diagnostic */
  size_t steps;
  fmpq_t error;        /* the kernel's optimal error, exactly; when found */
} minip_train_full_struct;
typedef minip_train_full_struct minip_train_full_t[1];
void minip_train_full_init(minip_train_full_t full);
void minip_train_full_clear(minip_train_full_t full);

typedef struct {
  size_t m, n, r;         /* bits, length, features */
  uint64_t seed;
  size_t steps;           /* at most */
  int threads;            /* 0: all cores. The search repeats exactly for a number of threads, a build and a machine */
  const char *start;      /* npz with phi_q and phi_k over the whole cube, of at most r columns (the others start at zero); NULL: a random start */
  size_t cycle;           /* 0, or L from 2 to m: search only kernels with a cyclic symmetry, see below; not with start */
  const size_t *frequencies; /* with cycle: of the features' components, 0 .. L/2, at least one 0; NULL: floor(r/L) of each, the rest of the features 0 */
  size_t frequency_count;
  const char *checkpoint; /* npz: when it exists the search goes on from it (start is not read); written (atomically) after every 200 steps of a
                             stage. It is a KERNEL file too. NULL: none */
  minip_train_progress_t progress;
  void *data;
} minip_train_full_options_t;

/* Look for a rank-r kernel on the cube of m bits with error < 1/2 at length n: smoothed maximum of the log ratios of T5, the smoothing sharpened until
   all are below 1, then rounded to small integers. MINIP_INPUT: m, n or r out of range, a start or a checkpoint that does not fit.
   With a cycle L the kernel is unchanged by the permutation that turns floor(m/L) cycles of L bits (bits 0 .. L-1, L .. 2L-1, ..) up to a rotation of the
   features: one feature for a component of frequency 0 or L/2, two for any other. A step then costs an L-th; the rounding drops the symmetry.
   Not found is MINIP_OK and proves nothing. */
MINIP_MUST_CHECK minip_status_t minip_train_full(minip_train_full_t full, const minip_train_full_options_t *options, minip_error_t err);

/* The kernel over the cube; and the npz file with int arrays phi_q and phi_k (the narrowest type that fits), a KERNEL file. */
MINIP_MUST_CHECK minip_status_t minip_train_full_kernel(minip_kernel_t kernel, const minip_train_full_t full, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_train_full_write(const char *path, const minip_train_full_t full, minip_error_t err);

#endif
