/* Witness suites: finite sets of sequences on which a head is tried (last section of T8; proofs-notes/suites.md).

   A suite holds distinct tokens and sequences of n indices into them, one position of which is the query. Any head with error < 1/2 on the
   witness suite of a pair system obeys T8's rank bound for that system: so a kernel of smaller rank fails on a listed sequence. */
#ifndef MINIP_SUITE_H
#define MINIP_SUITE_H

#include <minip/code.h>
#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/status.h>
#include <minip/token.h>

MINIP_BEGIN_DECLS

typedef struct {
  char *name;            /* where it came from; owned */
  char sha256[65];       /* of the file; "" when there is none */
  size_t n;              /* length of every sequence, query included */
  size_t query_position; /* 0, or n - 1 for a causal final query */
  minip_tokens_t tokens; /* distinct; tokens->m bits */
  size_t count;          /* sequences; distinct, unless a file repeats some */
  uint32_t *sequences;   /* count x n indices into tokens; owned */
  uint32_t *targets;     /* count: the exact Min-IP target of the query, min over all n tokens; owned */
  minip_pairs_t pairs;   /* the pair system whose witnesses it contains (empty when there is none) */
} minip_suite_struct;
typedef minip_suite_struct minip_suite_t[1];

void minip_suite_init(minip_suite_t suite);
void minip_suite_clear(minip_suite_t suite);

static inline const uint32_t *minip_suite_sequence(const minip_suite_t suite, size_t i) { return suite->sequences + i * suite->n; }
static inline uint32_t minip_suite_query(const minip_suite_t suite, size_t i) { return minip_suite_sequence(suite, i)[suite->query_position]; }

/* The witness suite of a pair system at length n >= 3: for every i != j a best composition of k_ij (T6) and tokens z^0 = z_i, .., z^l = z_j at
   those overlaps with x_i; all (x_i; z,..,z) on the chains and (x_i; z^a, z^(a+1),..,z^(a+1)) for every link, without repeats.
   all_orders: also every other placement of z^a (needed where keys and values depend on the position). causal: the query stands last.
   MINIP_INPUT: some k_ij < 2 (the pair is named), no pairs; MINIP_LIMIT: more than 2^31 tokens or sequences, memory. */
MINIP_MUST_CHECK minip_status_t minip_suite_witness(minip_suite_t suite, const minip_pairs_t pairs, size_t n, int all_orders, int causal, minip_error_t err);

/* The pair system of a preset: "hadamard24" (23 words of weight 12, pairwise overlap 6), "chain24" (12 of them and their complements: every query
   has a chain of three links to its complement's key), "octads24". MINIP_INPUT lists the names. */
MINIP_MUST_CHECK minip_status_t minip_suite_preset(minip_pairs_t pairs, const char *name, minip_error_t err);

/* Every sequence of n tokens that starts with a query of the kernel and continues with pool tokens, each multiset once: for small kernels.
   MINIP_LIMIT: more than max_sequences. */
MINIP_MUST_CHECK minip_status_t minip_suite_full(minip_suite_t suite, const minip_kernel_t kernel, size_t n, size_t max_sequences, minip_error_t err);

/* Does the suite hold every sequence of the other (as tokens, query by query; the others' order is free)? */
MINIP_MUST_CHECK minip_status_t minip_suite_contains(int *contains, const minip_suite_t suite, const minip_suite_t other, minip_error_t err);

/* Files. .npz: tokens (uint8, T x m), sequences (int32, count x n, query first unless query_position says otherwise), targets (int32), query_position (int32),
   tokens_f32 and targets_f32 (float32 copies), and pairs_x, pairs_z (uint8) when there is a pair system. Reading needs tokens and sequences
   only; targets that are there must be right, and pairs must have all their witnesses in the suite. Text: a line per sequence, its tokens
   and target. */
MINIP_MUST_CHECK minip_status_t minip_suite_load(minip_suite_t suite, const char *path, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_suite_write_npz(const char *path, const minip_suite_t suite, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_suite_write_text(const char *path, const minip_suite_t suite, minip_error_t err);

/* ---- certifying a kernel on a suite ---- */

/* One query's answer. With free values and readout the outputs on the query's sequences are any numbers
     y_s = (sum_j alpha(x,x_j) u(x_j)) / D_s + b,   D_s = sum_j alpha(x,x_j) + eta(x)   (D_s = 1 without a normaliser),
   with free u (one number per token) and b; so the least error is a linear program, solved exactly. Its multipliers lambda_s prove it:
     sum_s |lambda_s| = 1, sum_s lambda_s = 0, sum_s lambda_s [alpha-coefficient of u(z)] / D_s = 0 for every z, error = sum_s lambda_s t_s. */
typedef struct {
  uint32_t query;            /* token of the suite */
  size_t count;              /* its sequences */
  size_t *sequences;         /* their indices; owned */
  size_t undefined;          /* a sequence with D_s = 0, or (size_t)-1 */
  fmpq error;                /* the least error; meaningless when undefined */
  fmpq *multipliers;         /* count: lambda_s; owned */
  size_t token_count;        /* tokens met: the query and the others */
  uint32_t *token_list;      /* indices into suite->tokens; owned */
  fmpq *values;              /* token_count: a u that attains the error; owned */
  fmpq offset;               /* b */
} minip_suite_answer_t;

typedef struct {
  int solves;                /* every query: defined and error < target */
  size_t count;              /* queries, in order of first appearance */
  minip_suite_answer_t *answers; /* owned */
  size_t worst;              /* index of an undefined query, else of the largest error */
  size_t failing_queries;    /* queries that are undefined or have error >= target */
} minip_suite_result_struct;
typedef minip_suite_result_struct minip_suite_result_t[1];
void minip_suite_result_init(minip_suite_result_t result);
void minip_suite_result_clear(minip_suite_result_t result);

/* The least error of the kernel on exactly these sequences, whatever its signs. The kernel's pool is restricted to the suite's tokens and its
   queries to the suite's queries, and stays so. MINIP_INPUT: another m, no sequences, a token or query that the kernel's table lacks (named);
   MINIP_UNDECIDED: a clamp that is active, softmax kernels, no LP solver. progress may be NULL. */
MINIP_MUST_CHECK minip_status_t minip_suite_certify(minip_suite_result_t result, const minip_suite_t suite, minip_kernel_t kernel, const fmpq_t target,
                                                    void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err);

MINIP_END_DECLS

#endif
