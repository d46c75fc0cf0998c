/* Kernels alpha(x, z), their pools, and their denominator rules.

   Whatever the kind, a kernel is seen one query at a time, as a row: for each entry (a token z of the pool, or a class of tokens on which
   alpha is constant) the overlap <x,z> and alpha(x,z), all exact integers on one positive scale. So memory holds one row, never the matrix.

   FEATURES and MATRIX kernels have explicit tokens; the entries of a row are the pool's tokens.
   OVERLAP f(<x,z>) and WEIGHTED f(|x|,|z|,<x,z>) kernels live on the whole cube; queries are the weights 0..m, with the representative
   query of weight w being w ones first, and entries are the classes (s) or (|z|, s) that occur, each with a representative token.
   Restricted to explicit queries or to an explicit pool they use those instead. */
#ifndef MINIP_KERNEL_H
#define MINIP_KERNEL_H

#include <minip/io.h>
#include <minip/num.h>
#include <minip/status.h>
#include <minip/token.h>

MINIP_BEGIN_DECLS

typedef enum {
  MINIP_KERNEL_FEATURES, /* <phi_q(x), phi_k(z)>, tables */
  MINIP_KERNEL_MATRIX,   /* a table alpha[x][z] */
  MINIP_KERNEL_OVERLAP,  /* f(<x,z>), the whole cube */
  MINIP_KERNEL_WEIGHTED, /* f(|x|,|z|,<x,z>), the whole cube */
  MINIP_KERNEL_SOFTMAX   /* exp(-tau <x,z>), the whole cube, tau rational: enclosures only (minip/softmax.h) */
} minip_kernel_kind_t;

/* Denominator rules (T15). The denominator is D + eta(x) with D = sum_j alpha(x,x_j); normaliser NONE has no denominator. */
typedef enum { MINIP_NORMALISER_SUM, MINIP_NORMALISER_NONE } minip_normaliser_t;
typedef struct {
  minip_normaliser_t normaliser;
  fmpq_t eta;             /* constant part of eta(x), default 0 */
  fmpq_t eta_feature_sum; /* eta(x) += this * sum of the query's features (FEATURES only), default 0 */
  int has_clamp;
  fmpq_t clamp;           /* max(D, clamp): the same head wherever D >= clamp on the suite */
} minip_rule_struct;
typedef minip_rule_struct minip_rule_t[1];
void minip_rule_init(minip_rule_t rule); /* sum, no offset */
void minip_rule_clear(minip_rule_t rule);
void minip_rule_set(minip_rule_t rule, const minip_rule_t other);
/* "none", "sum", "sum + 1/1000000", "sum + 1/10 * feature sum", "max(sum, 1/1000)"; NULL when memory is short; the caller frees. */
char *minip_rule_text(const minip_rule_t rule);

typedef struct {
  minip_kernel_kind_t kind;
  size_t m;
  char *source;      /* the specification or file name it came from; owned */
  char sha256[65];   /* of the input file; "" when there is none */
  minip_rule_t rule;

  /* Explicit tokens, distinct; FEATURES and MATRIX always have them, structured kernels once restricted. queries[i] = row in tokens of the
     i-th query, pool[j] = row in tokens of the j-th pool token; queries == NULL: weight classes; pool == NULL: classes of the whole cube. */
  minip_tokens_t tokens;
  size_t query_count;  /* weight classes: m + 1 */
  size_t *queries;
  size_t pool_count;   /* 0 for classes: their number depends on the query */
  size_t *pool;
  size_t *pool_entry;  /* tokens->count: the j with pool[j] = that token, or (size_t)-1; NULL when pool is */
  size_t r;            /* FEATURES: feature dimension */
  fmpz *phi_q;         /* query_count x r: alpha(x_i,z) = q_scale[i] * sum_c phi_q[i*r + c] phi_k[z*r + c] */
  fmpz *phi_k;         /* tokens->count x r, each column on its own positive rational scale, which is folded into phi_q */
  flint_bitcnt_t phi_k_bits; /* no entry of phi_k has more bits */
  fmpq *q_scale;       /* query_count, positive; also MATRIX */
  fmpq *feature_sum;   /* FEATURES: query_count: sum of the query's true features */
  fmpz *alpha;         /* MATRIX: query_count x tokens->count, alpha(x_i,z) = q_scale[i] * alpha[i][z] */
  fmpq *eta_query;     /* `eta` array of the file, query_count entries, added to the rule's; or NULL */

  /* OVERLAP: f[s], s = 0..m. WEIGHTED: f[(a*(m+1) + b)*(m+1) + s]; entries for impossible (a,b,s) are 0 and unused. True value f * f_scale. */
  size_t f_count;
  fmpz *f;
  fmpq_t f_scale;      /* positive */
  fmpq_t tau;          /* SOFTMAX */

  /* The other arrays of the file, kept for heads with fixed values (minip/model.h): NULL or owned copies. */
  minip_bundle_t bundle;
} minip_kernel_struct;
typedef minip_kernel_struct minip_kernel_t[1];

void minip_kernel_init(minip_kernel_t kernel);
void minip_kernel_clear(minip_kernel_t kernel);

#define MINIP_KERNEL_MAX_M 4096          /* bits of a structured kernel's tokens */
#define MINIP_KERNEL_MAX_WEIGHTED_M 256  /* and of a weighted one, whose table is cubic */

/* Load a KERNEL as commands take it:
     FILE.npz | FILE.safetensors | FILE.npy | FILE.csv | FILE.json      (arrays of the input contract, below)
     exp:B@m=M          f(s) = B^-s, B > 0 rational                        (T12, T14)
     constant@m=M       f = 1
     overlap:FILE[@m=M] f(0..m), one rational per line (blank lines and '#' comments skipped), or a JSON array of strings or integers
     weighted:FILE      JSON {"m": .., "f": [[a, b, s, "p/q"], ..]}, every possible (a,b,s) exactly once
     softmax:T@m=M      exp(-T s), T rational
   A name with a ':' or '@' that is no known kind is MINIP_USAGE; a file that is really called so can be given as ./NAME.

   Arrays of a file: phi_q (Q x r) and phi_k (T x r), or alpha (Q x T), or one unnamed array, taken as alpha; tokens (T x m, 0/1; without it T must be
   2^m, and row i is the token whose bit j is (i >> j) & 1); queries (Q x m, each one of the tokens; without it Q = T); eta (one number or Q);
   values (T x d), readout_a (Q x d), readout_b (Q), whose shapes are checked. Other arrays are kept in the bundle, unused.
   A token, or a query, that occurs twice is refused even when its rows agree: an index into the tables must mean one token.
   The pool is all tokens. MINIP_INPUT names the file, the array, the index and the reason; MINIP_LIMIT: the exact integers would not fit. */
MINIP_MUST_CHECK minip_status_t minip_kernel_load(minip_kernel_t kernel, const char *spec, minip_error_t err);

/* The same from arrays at hand, with bundle->path as the source: the bundle moves into the kernel and is left empty, also on failure. */
MINIP_MUST_CHECK minip_status_t minip_kernel_take_bundle(minip_kernel_t kernel, minip_bundle_t bundle, minip_error_t err);

/* Build a FEATURES kernel from exact integer tables on the given tokens (queries = pool = all tokens); everything is copied.
   phi_q and phi_k are tokens->count x r. MINIP_INPUT: no tokens, r = 0, a token twice. */
MINIP_MUST_CHECK minip_status_t minip_kernel_set_features(minip_kernel_t kernel, const minip_tokens_t tokens, const fmpz *phi_q, const fmpz *phi_k, size_t r, minip_error_t err);

/* Build an OVERLAP kernel from f[0..m], m >= 1; f is copied. Sets source to "overlap". */
MINIP_MUST_CHECK minip_status_t minip_kernel_set_overlap(minip_kernel_t kernel, const fmpq *f, size_t m, minip_error_t err);

/* Build the OVERLAP kernel f(s) = base^-s, base > 0, m >= 1 (T12, T14). */
MINIP_MUST_CHECK minip_status_t minip_kernel_set_exponential(minip_kernel_t kernel, const fmpq_t base, size_t m, minip_error_t err);

/* Build a WEIGHTED kernel from f[(a*(m+1) + b)*(m+1) + s], m >= 1 (entries of impossible (a,b,s) are ignored); f is copied. */
MINIP_MUST_CHECK minip_status_t minip_kernel_set_weighted(minip_kernel_t kernel, const fmpq *f, size_t m, minip_error_t err);

/* Restrict the pool (queries are kept), or the queries, to the given tokens, in their order. Structured kernels keep their kind; restricting
   the pool of one makes all 2^m queries explicit unless its queries already are (MINIP_LIMIT for m > 20).
   MINIP_INPUT: a token the kernel does not know, a duplicate, an empty list, another m. */
MINIP_MUST_CHECK minip_status_t minip_kernel_restrict_pool(minip_kernel_t kernel, const minip_tokens_t pool, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_kernel_restrict_queries(minip_kernel_t kernel, const minip_tokens_t queries, minip_error_t err);

/* One query's row. alpha(x, entry j) = alpha[j] * scale, eta(x) = eta * scale, scale > 0. Entries of the classes of one query come by increasing
   |z|, then by increasing overlap; those of an explicit pool in its order. */
typedef struct {
  size_t count;       /* entries */
  size_t allocated;   /* private */
  uint32_t *overlap;  /* count: <x,z> */
  fmpz *alpha;        /* count */
  fmpz_t self;        /* alpha(x,x) on the same scale, whether or not x is in the pool */
  fmpz_t eta;         /* eta(x) on the same scale */
  fmpq_t scale;
  uint32_t weight;    /* |x| */
  size_t self_entry;  /* the entry that x itself is (or belongs to the class of), or (size_t)-1 when x is not in the pool */
} minip_row_struct;
typedef minip_row_struct minip_row_t[1];
void minip_row_init(minip_row_t row);
void minip_row_clear(minip_row_t row);

/* Fill the row of query i (0 <= i < query_count). Reuses the row's memory. Not for SOFTMAX (MINIP_UNDECIDED). */
MINIP_MUST_CHECK minip_status_t minip_kernel_row(minip_row_t row, const minip_kernel_t kernel, size_t i, minip_error_t err);

/* FEATURES only: the row of query i with just the listed entries of its full row, distinct, in this order (self_entry is a position in the list), and
   the overlaps of query i with the whole pool (pool_count entries). */
MINIP_MUST_CHECK minip_status_t minip_kernel_row_entries(minip_row_t row, const minip_kernel_t kernel, size_t i, const size_t *entries, size_t count, minip_error_t err);
void minip_kernel_overlaps(uint32_t *overlap, const minip_kernel_t kernel, size_t i);

/* The token of query i, and of entry j of query i's row (a representative for classes); bits has (m+63)/64 words. */
void minip_kernel_query_token(uint64_t *bits, const minip_kernel_t kernel, size_t i);
void minip_kernel_entry_token(uint64_t *bits, const minip_kernel_t kernel, size_t i, size_t j);

MINIP_END_DECLS

#endif
