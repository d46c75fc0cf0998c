/* Certificates: self-contained files that minip-check verifies without this library. doc/certificate.md is the normative format.

   Every function makes the text of one certificate; minip_cert_write puts it into a file. The caller has already proved the statement: what
   is written here is checked for shape only, and minip-check is the judge. Text is owned by the caller, who frees it with free().
   source names the input file and the SHA-256 of its bytes; both may be NULL or "" when there is no file. */
#ifndef MINIP_CERT_H
#define MINIP_CERT_H

#include <minip/gap.h>
#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/rank.h>
#include <minip/status.h>
#include <minip/suite.h>
#include <minip/token.h>

MINIP_BEGIN_DECLS

typedef struct {
  const char *name;
  const char *sha256; /* 64 lower-case hexadecimal digits */
} minip_cert_source_t;

/* Write the text to the file, whole or not at all. */
MINIP_MUST_CHECK minip_status_t minip_cert_write(const char *path, const char *text, minip_error_t err);

/* Can certificates hold this kernel at all? MINIP_UNDECIDED: softmax, whose weights are not rational; MINIP_LIMIT: a weighted kernel of more than 64 bits.
   Every function below says the same, but a command may ask before the work. They also return MINIP_LIMIT when a certificate would pass another
   limit of the format (tables, digits, 256 MiB). */
MINIP_MUST_CHECK minip_status_t minip_cert_possible(const minip_kernel_t kernel, minip_error_t err);

/* Kinds head-fails and head-solves: what minip_gap_certify found at length n and the target error. MINIP_UNDECIDED when the verdict is.
   The kernel's own source is used. */
MINIP_MUST_CHECK minip_status_t minip_cert_head(char **text, const minip_kernel_t kernel, const minip_gap_result_t result, size_t n, const fmpq_t target, minip_error_t err);

/* Kinds suite-fails (of the worst query) and suite-solves (of all): what minip_suite_certify found for the target error, with the kernel as that function
   left it, its queries and pool those of the suite. Sequences are written with the query first. */
MINIP_MUST_CHECK minip_status_t minip_cert_suite(char **text, const minip_kernel_t kernel, const minip_suite_t suite, const minip_suite_result_t result,
                                                 const fmpq_t target, minip_error_t err);

/* Kind kernel-rank. MINIP_UNDECIDED: explicit queries of a structured kernel against the whole cube, which the format does not have. */
MINIP_MUST_CHECK minip_status_t minip_cert_rank(char **text, const minip_kernel_t kernel, const minip_rank_result_t result, minip_error_t err);

/* Kind code: words of one weight. distance is the exact minimum distance, (size_t)-1 for a single word. The distribution (may be NULL) has entries 0..n: average number of
   other words at each distance from a word. */
MINIP_MUST_CHECK minip_status_t minip_cert_code(char **text, const minip_tokens_t words, size_t distance, const fmpq *distribution, minip_cert_source_t source, minip_error_t err);

/* Kind code-bound: a chain of steps, the last for (n, w) itself; d is even. */
typedef struct {
  const char *rule;     /* single, binomial, disjoint, counting, delsarte, one, zero, complement */
  size_t n, w;
  const fmpz *bound;
  const fmpq *dual;     /* delsarte: min(w, n-w) entries; else NULL */
  size_t dual_count;
} minip_cert_step_t;
MINIP_MUST_CHECK minip_status_t minip_cert_code_bound(char **text, size_t n, size_t d, size_t w, const fmpz_t upper, const minip_cert_step_t *steps, size_t count, minip_error_t err);

/* Kind rank-at-least. Unused fields are NULL or zero. */
typedef struct {
  const char *method;   /* trace, column, row, two-sided, offset, dominance, half-dominance, shattering */
  size_t m, n;
  int is_signed;
  const fmpq *error;    /* at most 1/2 */
  const fmpz *rank;
  const minip_tokens_struct *x;
  const minip_tokens_struct *z;       /* NULL: complements of x (or none, for shattering) */
  const fmpq *offset, *slope;         /* offset u (offset), c (half-dominance); slope v (offset) */
  const fmpz *p;                      /* two-sided: x->count positive integers */
  const minip_tokens_struct *queries; /* shattering: row T - 1 is the query of subset T, T = 1 .. 2^t - 2 (bit i: token i in T); or NULL */
} minip_cert_rank_bound_t;
MINIP_MUST_CHECK minip_status_t minip_cert_rank_at_least(char **text, const minip_cert_rank_bound_t *bound, minip_cert_source_t source, minip_error_t err);

/* Kind features-suffice: a kernel over the whole cube that solves (result: from minip_gap_certify), with the number of features claimed. */
MINIP_MUST_CHECK minip_status_t minip_cert_features_suffice(char **text, const minip_kernel_t kernel, const minip_gap_result_t result, size_t n, const fmpq_t target,
                                                            const fmpz_t features, minip_error_t err);

/* Kind transcript: words NULL for the block family (then q and m are taken from here), else the code, q = words->count. */
MINIP_MUST_CHECK minip_status_t minip_cert_transcript(char **text, size_t m, size_t q, size_t s, const minip_tokens_struct *words, minip_cert_source_t source, minip_error_t err);

/* Kind model-fails: a complete head on one sequence. tokens has n rows with the query first (repeats allowed); values has one row of d numbers per token
   of the sequence, weights alpha(x, x_j) n numbers. output is NULL when undefined. */
typedef struct {
  const minip_tokens_struct *tokens;
  size_t d;
  const fmpq *weights;
  const fmpq *values;      /* n x d */
  const fmpq *readout_a;   /* d */
  const fmpq *readout_b;
  const fmpq *eta;         /* eta(x), the total offset */
  const minip_rule_struct *rule;
  const fmpq *target;
  const fmpq *output;
} minip_cert_model_t;
MINIP_MUST_CHECK minip_status_t minip_cert_model_fails(char **text, const minip_cert_model_t *model, minip_cert_source_t source, minip_error_t err);

MINIP_END_DECLS

#endif
