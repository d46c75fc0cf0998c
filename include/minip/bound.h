/* How many features a kernel needs, and how many are enough (T7-T13, T16, T17).

   Question: a kernel-attention head on tokens of m bits at length n >= 3, free values, any readout that is affine in the output and depends
   on the query in any way. Which feature ranks r are impossible (lower bounds), which are possible (upper bounds)? Every bound here
   is exact and proved; floating point only chooses parameters, and the bound is then evaluated exactly at the parameters chosen. */
#ifndef MINIP_BOUND_H
#define MINIP_BOUND_H

#include <jansson.h>
#include <minip/code.h>
#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/report.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

#define MINIP_BOUND_MAX_M 8192L      /* largest m of a row */
#define MINIP_BOUND_MAX_LENGTH 1000000L
#define MINIP_BOUND_MAX_SHATTER 16   /* largest m of a search for shattered tokens */
#define MINIP_BOUND_MAX_CAP 64       /* largest m of a ceiling of codes */

/* --- the task ----------------------------------------------------------------------------------------------------------------- */

/* What is asked of the head, with the amplification factors that follow (T6). */
typedef struct {
  size_t n;             /* sequence length, >= 3 */
  fmpq_t error;         /* 1/2: head error < 1/2; below 1/2: head error <= this */
  int is_signed;        /* kernels of any sign (0: nonnegative kernels, eta >= 0) */
  int strict;           /* error is 1/2: T8's strict inequalities */
  size_t kmax;
  size_t least_gap;     /* least k at which A(k) may be used: 2; 1 where a smaller error allows it (T8) */
  fmpq *factors;        /* A(k), k = 0..kmax */
  uint32_t *first_part; /* see minip_amplification */
  long double *approx;  /* private: 1/A(k) rounded, to choose parameters with; 1 where A(k) = 0 */
} minip_bound_task_struct;
typedef minip_bound_task_struct minip_bound_task_t[1];
void minip_bound_task_init(minip_bound_task_t task);
void minip_bound_task_clear(minip_bound_task_t task);
/* kmax = the largest m that will be asked for. MINIP_INPUT: n < 3 or error outside (0, 1/2]; MINIP_LIMIT: m or n above the limits, memory. */
MINIP_MUST_CHECK minip_status_t minip_bound_task_set(minip_bound_task_t task, size_t n, const fmpq_t error, int is_signed, size_t kmax, minip_error_t err);

/* beta = max over D of ((n-2)(D - 2 eps)/(2 eps))^(1/D) (T6), its best part D and the base under the root. */
void minip_bound_beta(arb_t beta, size_t *part, fmpq_t base, const minip_bound_task_t task, slong prec);
/* gamma = 1 - log2(1 + 1/beta) (T11). */
void minip_bound_gamma(arb_t gamma, const minip_bound_task_t task, slong prec);
/* (2 beta/(1 + beta))^m: no trace value of any pair system with any scaling exceeds it (T11, T17). */
void minip_bound_ceiling(arb_t ceiling, const minip_bound_task_t task, size_t m, slong prec);

/* --- lower bounds -------------------------------------------------------------------------------------------------------------- */

/* Where the pairs come from. */
typedef enum {
  MINIP_SOURCE_NONE,          /* no pairs: trivial bound, shattering */
  MINIP_SOURCE_PAIRS,         /* an explicit code or pair system (T9) */
  MINIP_SOURCE_GRAHAM_SLOANE, /* some class of words with equal power sums (T10) */
  MINIP_SOURCE_DELETION,      /* random choice with deletion (T10) */
  MINIP_SOURCE_GILBERT        /* greedy choice (T10); its minimum-distance form only */
} minip_bound_source_t;

/* How the rank is bounded from the pairs. */
typedef enum {
  MINIP_FORM_TRIVIAL,         /* rank 0 computes a function of the query alone: r >= 1 */
  MINIP_FORM_SHATTERING,      /* T8(b) */
  MINIP_FORM_TRACE,           /* N^2 / (N + sum a_ij^2) */
  MINIP_FORM_COLUMN,          /* sum_j 1 / sum_i a_ij^2 (T7; a_jj = 1) */
  MINIP_FORM_ROW,
  MINIP_FORM_SCALED,          /* two-sided: sum_j p_j / sum_i p_i a_ij^2 */
  MINIP_FORM_MINIMUM,         /* N / (1 + (N-1) A(k_min)^-2) */
  MINIP_FORM_POWER,           /* entrywise power p: C(r+p-1, p) >= N^2 / (N + sum a_ij^2p) */
  MINIP_FORM_DOMINANCE,       /* row (or column) sums of a at most 1: rank N */
  MINIP_FORM_HALF_DOMINANCE,  /* lambda_max(a) - lambda_min(a) <= 2: rank N */
  MINIP_FORM_OFFSET,          /* constant offset c = u: rank(B - c J) <= r + 1 */
  MINIP_FORM_LINEAR           /* offset u - v k_ij: rank of B - C at most r + m on a constant-weight code */
} minip_bound_form_t;
const char *minip_bound_source_name(minip_bound_source_t source); /* "deletion", .. */
const char *minip_bound_form_name(minip_bound_form_t form);       /* "constant offset", .. */
/* The form of that name; MINIP_USAGE for another. */
MINIP_MUST_CHECK minip_status_t minip_bound_form_from_name(minip_bound_form_t *form, const char *name, minip_error_t err);

/* One proved statement r >= bound, with all that is needed to prove it again. Fields that do not apply are 0. */
typedef struct {
  minip_bound_source_t source;
  minip_bound_form_t form;
  char *name;           /* PAIRS: the code's name; owned */
  size_t m;             /* bits of the tokens used (a system on fewer bits works for more: pad with zeros) */
  size_t w, delta;      /* weight and least half distance of the words; for PAIRS delta = the least k_ij, and w = 0 unless the pairs come from words of one
                           weight and their complements */
  fmpz_t q;             /* GRAHAM_SLOANE: the prime power (or m) */
  fmpz_t T;             /* DELETION: number of words drawn */
  fmpz_t N;             /* PAIRS, GILBERT, GRAHAM_SLOANE (at least): number of words */
  fmpq_t u, v;          /* OFFSET, LINEAR: C_ij = u - v k_ij; HALF_DOMINANCE: u I - a and a - (u-2) I are positive semidefinite */
  fmpz *p;              /* SCALED: the N positive weights; owned */
  size_t power;         /* POWER */
  size_t kmax;          /* PAIRS: counts[0..kmax] = average number of others at gap k; owned */
  fmpq *counts;
  fmpq_t value;         /* a proved lower bound of the form's value (exact; COLUMN, ROW, SCALED of large systems are rounded down) */
  fmpz_t loss;          /* rank lost to the offset and, for signed kernels, to W = alpha + h */
  int strict;           /* bound = floor(value) + 1 - loss; else ceil(value) - loss */
  fmpz_t bound;         /* r >= bound */
} minip_bound_lower_struct;
typedef minip_bound_lower_struct minip_bound_lower_t[1];
void minip_bound_lower_init(minip_bound_lower_t lower);
void minip_bound_lower_clear(minip_bound_lower_t lower);
/* A deep copy into an initialised lower; MINIP_LIMIT when memory is short. */
MINIP_MUST_CHECK minip_status_t minip_bound_lower_set(minip_bound_lower_t lower, const minip_bound_lower_t other, minip_error_t err);
/* "dodecads24, constant offset": source and form in a few words; the caller frees. */
char *minip_bound_lower_method(const minip_bound_lower_t lower);

/* A growing list of lower bounds. */
typedef struct {
  size_t count, allocated;
  minip_bound_lower_struct *items; /* owned */
} minip_bound_list_struct;
typedef minip_bound_list_struct minip_bound_list_t[1];
void minip_bound_list_init(minip_bound_list_t list);
void minip_bound_list_clear(minip_bound_list_t list);
/* The item with the largest bound (the simplest form among equals), or NULL for an empty list. Borrowed. */
const minip_bound_lower_struct *minip_bound_list_best(const minip_bound_list_t list);
/* The same among the items of one source and one form; a negative number stands for any. */
const minip_bound_lower_struct *minip_bound_list_best_of(const minip_bound_list_t list, int source, int form);

/* Each function below appends what it proves (nothing when its hypotheses fail) to list.

   Bounds without pairs: r >= 1, and r >= floor(m/2) by shattering (nonnegative kernels). */
MINIP_MUST_CHECK minip_status_t minip_bound_simple(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err);

/* minip_bound_systems for one explicit pair system (a code gives one by minip_pairs_from_code). MINIP_INPUT names the pair with k_ij below the least gap; MINIP_LIMIT: too many pairs or bits. */
MINIP_MUST_CHECK minip_status_t minip_bound_pairs(minip_bound_list_t list, const minip_bound_task_t task, const minip_pairs_t pairs, int threads, minip_error_t err);

/* Explicit pair systems with their gaps counted: N^2 work done once, for any number of tasks, since only the factors A(k) differ between lengths and errors. */
typedef struct {
  size_t count, allocated;
  struct minip_bound_system *items; /* owned, private */
} minip_bound_systems_struct;
typedef minip_bound_systems_struct minip_bound_systems_t[1];
void minip_bound_systems_init(minip_bound_systems_t systems);
void minip_bound_systems_clear(minip_bound_systems_t systems);
/* Add one system (pairs is borrowed and must outlive systems), or the catalogue of explicit codes of length up to m (Golay, Steiner, Hadamard, and what shortening
   makes of them). MINIP_LIMIT: too many pairs, memory. */
MINIP_MUST_CHECK minip_status_t minip_bound_systems_add(minip_bound_systems_t systems, const minip_pairs_t pairs, int threads, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_bound_systems_add_catalogue(minip_bound_systems_t systems, size_t m, int threads, minip_error_t err);
/* Every form for every system. One that cannot serve the task (a gap below the least usable one, more than task->kmax bits) is MINIP_INPUT, with the pair
   named, if `all`, else passed over. */
MINIP_MUST_CHECK minip_status_t minip_bound_systems(minip_bound_list_t list, const minip_bound_task_t task, const minip_bound_systems_t systems, int all, minip_error_t err);

/* T10 at m bits: w, delta (and T, q) chosen, then trace, constant and linear offset forms; GILBERT with the minimum-distance form. */
MINIP_MUST_CHECK minip_status_t minip_bound_deletion(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_bound_graham_sloane(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_bound_gilbert(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err);

/* The exact value of T10's statement at given parameters (w, delta, u, v, form of `lower`, and T or q), into value, loss, strict and bound.
   MINIP_INPUT when the parameters do not fit (delta below the least gap, q no prime power >= m, ..). */
MINIP_MUST_CHECK minip_status_t minip_bound_evaluate(minip_bound_lower_t lower, const minip_bound_task_t task, minip_error_t err);

/* --- shattered tokens (T8b) ---------------------------------------------------------------------------------------------------- */

/* Are the tokens shattered: has every proper non-empty subset T of them a query x with max over T of <x,z> + 2 <= min over the others? queries
   (may be NULL) gets 2^t rows, row T (bit i: token i in T) the query, rows 0 and 2^t - 1 zero. MINIP_INPUT names the first subset without
   a query; MINIP_LIMIT: t > 20 or m > 24. */
MINIP_MUST_CHECK minip_status_t minip_bound_shattered(minip_tokens_t queries, const minip_tokens_t tokens, minip_error_t err);

/* The most tokens found within about `nodes` search steps (never fewer than floor(m/2)), checked by minip_bound_shattered; *complete = the search
   was exhaustive, so no larger set exists. */
MINIP_MUST_CHECK minip_status_t minip_bound_shatter_search(minip_tokens_t tokens, int *complete, size_t m, uint64_t nodes, minip_error_t err);

/* --- upper bounds -------------------------------------------------------------------------------------------------------------- */

/* Kernels that serve the task (T12, T13; proofs-notes/structured-kernels.md). */
typedef enum {
  MINIP_UPPER_EXPONENTIAL, /* b^-<x,z>: 2^m features, for every task */
  MINIP_UPPER_WEIGHT,      /* base^|z|: one feature */
  MINIP_UPPER_LINEAR,      /* base^|z| (offset - m + d), d = d_H(x,z): m + 1 features */
  MINIP_UPPER_HAMMING,     /* base^-|z| g(d), g the polynomial of degree <= k with g(nodes[j]) = base^nodes[j] (1 + tau), then (1 - tau), and so on in turn */
  MINIP_UPPER_DISTANCE,    /* base^-|z| g(d), g = sum_i values[i] C(d,i) */
  MINIP_UPPER_GENERAL,     /* base^-|z| (sum over l < invariants of c_l |z|^l + sum over l < linears of c_l |z|^l Q_1 + Q_2, .., Q_degree with a coefficient each),
                              the coefficients free for every |x|; Q_i(|x|,|z|,<x,z>) as in T13(g) */
  MINIP_UPPER_OVERLAP,     /* f(<x,z>), f = sum_i values[i] C(s,i) */
  MINIP_UPPER_TAYLOR,      /* e^(-lambda|z|) g(d), g = sum over i <= degree of (lambda d)^i / i! */
  MINIP_UPPER_LAGUERRE,    /* e^(-lambda|z|) g(d), g = (1 + t) sum over j <= degree of (-t)^j L_j((1 + t) lambda d / t), L_j Laguerre's polynomials */
  MINIP_UPPER_TABLE        /* integer feature tables of a file */
} minip_upper_family_t;
const char *minip_upper_family_name(minip_upper_family_t family); /* "exponential", "weight", "linear", "hamming", "distance", "general", "overlap", "taylor", "laguerre", "table" */
/* The family of that name; MINIP_USAGE for another. */
MINIP_MUST_CHECK minip_status_t minip_upper_family_from_name(minip_upper_family_t *family, const char *name, minip_error_t err);

typedef struct {
  minip_upper_family_t family;
  size_t m;
  fmpz_t rank;       /* this many features suffice */
  int rank_is_exact; /* is it the rank of the kernel (else at most)? */
  char *method;      /* in a few words; owned */
  int has_error;     /* is `error` the exact optimal error of the kernel? */
  fmpq_t error;
  /* Parameters, those of the family; else 0 and NULL. */
  size_t degree;     /* HAMMING, TAYLOR, LAGUERRE, GENERAL: k; DISTANCE, OVERLAP: the largest i with values[i] != 0 */
  fmpq_t base, offset, tau;
  fmpq_t lambda, t;  /* TAYLOR, LAGUERRE; t: LAGUERRE */
  size_t node_count; /* HAMMING: k + 1 */
  uint32_t *nodes;   /* increasing; owned */
  size_t invariants, linears; /* GENERAL */
  size_t value_count; /* DISTANCE, OVERLAP: m + 1; GENERAL: m + 1 times invariants + linears + degree - 1, by |x|, in the order above */
  fmpq *values;      /* owned */
  char *file;        /* TABLE; owned */
} minip_bound_upper_struct;
typedef minip_bound_upper_struct minip_bound_upper_t[1];
void minip_bound_upper_init(minip_bound_upper_t upper);
void minip_bound_upper_clear(minip_bound_upper_t upper);
void minip_bound_upper_swap(minip_bound_upper_t a, minip_bound_upper_t b);
/* The fewest features that a quick search finds at m bits, each candidate proved on the way (T12, T13): the row of a table. */
MINIP_MUST_CHECK minip_status_t minip_bound_upper(minip_bound_upper_t upper, const minip_bound_task_t task, size_t m, minip_error_t err);

/* Fill in the exact optimal error where it is not there yet, for kernels of at most MINIP_UPPER_MAX_ERROR bits (others, and EXPONENTIAL, stay as they are): a second
   proof, by T5 on all classes. A disagreement is MINIP_INTERNAL. */
#define MINIP_UPPER_MAX_ERROR 32
MINIP_MUST_CHECK minip_status_t minip_bound_upper_exact(minip_bound_upper_t upper, const minip_bound_task_t task, int threads, minip_error_t err);

/* Every family's kernel of fewest features that its search finds, each proved, with exact errors and ranks up to MINIP_UPPER_MAX_ERROR bits; sorted by rank, fewest
   first. family: this one only, a negative number: all. The search for OVERLAP takes seconds at 24 bits and a minute or two at 32: among all families it stops at
   24, DISTANCE (seconds at 40 bits, 64 at most) at 40, and GENERAL (32 at most; half a minute where it finds nothing) at 12, length 3. A family that has or finds no kernel is left out; EXPONENTIAL always has one. list must be empty. */
#define MINIP_UPPER_MAX_OVERLAP 32
#define MINIP_UPPER_MAX_DISTANCE 64
#define MINIP_UPPER_MAX_GENERAL 32
typedef struct {
  size_t count, allocated;
  minip_bound_upper_struct *items; /* owned */
} minip_bound_upper_list_struct;
typedef minip_bound_upper_list_struct minip_bound_upper_list_t[1];
/* The largest m at which the search of that family looks for a kernel; 0: no such limit. */
size_t minip_upper_family_limit(minip_upper_family_t family);
void minip_bound_upper_list_init(minip_bound_upper_list_t list);
void minip_bound_upper_list_clear(minip_bound_upper_list_t list);
MINIP_MUST_CHECK minip_status_t minip_bound_uppers(minip_bound_upper_list_t list, const minip_bound_task_t task, size_t m, int family, int threads, minip_error_t err);

/* Make rank the exact rank of the kernel (T13), up to MINIP_UPPER_MAX_ERROR bits; others stay as they are. A rank above the features is MINIP_INTERNAL. */
MINIP_MUST_CHECK minip_status_t minip_bound_upper_rank(minip_bound_upper_t upper, minip_error_t err);
/* How the kernel is proved to serve, in a few words: "exact optimal error" (which is `error`), "enclosures", "every large b (T12)"; static. */
const char *minip_bound_upper_proof(const minip_bound_upper_t upper);
/* The coefficients of f(s) or g(d) in the binomials C(s,i), C(d,i) into values[0..m], and how many of them are used; 0 for families without, and for HAMMING above
   MINIP_UPPER_MAX_ERROR bits. LINEAR: g = offset - m + d. */
size_t minip_bound_upper_newton(fmpq *values, const minip_bound_upper_t upper);

#define MINIP_UPPER_MAX_EXACT 64
/* The kernel itself. MINIP_UNDECIDED for EXPONENTIAL, whose base is free, and for TAYLOR and LAGUERRE, which are not rational; MINIP_LIMIT: m above MINIP_KERNEL_MAX_WEIGHTED_M. */
MINIP_MUST_CHECK minip_status_t minip_bound_upper_kernel(minip_kernel_t kernel, const minip_bound_upper_t upper, minip_error_t err);
/* Certificate of kind features-suffice. MINIP_UNDECIDED as above; MINIP_LIMIT: m above MINIP_UPPER_MAX_EXACT. The caller frees text. */
MINIP_MUST_CHECK minip_status_t minip_bound_upper_certificate(char **text, const minip_bound_upper_t upper, const minip_bound_task_t task, int threads, minip_error_t err);
/* --- rows of a table ------------------------------------------------------------------------------------------------------------ */

/* minip_bound_systems for the catalogue of explicit codes of length up to m. These bounds serve every row with at least as many bits, so a table needs them once. */
MINIP_MUST_CHECK minip_status_t minip_bound_catalogue(minip_bound_list_t list, const minip_bound_task_t task, size_t m, int threads, minip_error_t err);

typedef struct {
  const minip_bound_list_struct *ready; /* bounds from explicit pair systems, used where their bits are at most m; NULL for none */
  uint64_t shatter;                     /* steps of the search for more than floor(m/2) shattered tokens; 0: no search */
} minip_bound_options_t;

typedef struct {
  size_t m, n;
  minip_bound_list_t lowers;   /* everything proved; of the ready ones the best of each form */
  size_t best;                 /* index of the largest */
  minip_bound_upper_t upper;
} minip_bound_row_struct;
typedef minip_bound_row_struct minip_bound_row_t[1];
void minip_bound_row_init(minip_bound_row_t row);
void minip_bound_row_clear(minip_bound_row_t row);
/* Fills a row just initialised; 1 <= m <= task->kmax. A lower bound above an upper one is MINIP_INTERNAL: a defect. */
MINIP_MUST_CHECK minip_status_t minip_bound_row(minip_bound_row_t row, const minip_bound_task_t task, size_t m, const minip_bound_options_t *options, minip_error_t err);
/* The row as documented JSON: m, length, lower, method, log2_lower, exponent, gamma, ceiling, upper, upper_method, upper_error, methods[]. */
json_t *minip_bound_row_json(const minip_bound_row_t row, const minip_bound_task_t task);
/* One bound: method, source, form, bound, value, loss and the parameters that apply. */
json_t *minip_bound_lower_json(const minip_bound_lower_t lower);
/* "4^(1/5)" and "1 - log2(1 + 4^(-1/5))"; the caller frees. */
char *minip_bound_beta_text(const minip_bound_task_t task);
char *minip_bound_gamma_text(const minip_bound_task_t task);

/* --- ceilings of constant-weight codes (T17) ------------------------------------------------------------------------------------ */

/* What no code of length m, weight w and the task's least gap can exceed. The ratio is the maximum of N/(1 + sum_k a_k A(k)^-2), the trace value of T9, over all
   a_k >= 0 that satisfy Delsarte's inequalities 1 + sum_k a_k E_k(i)/v_k >= 0, N = 1 + sum_k a_k. With t = 1/(1 + sum a_k A(k)^-2) and b_k = t a_k this is one linear
   program (Charnes and Cooper 1962), solved exactly, its dual checked (minip/lp.h). The code's own distribution is one of the a. */
typedef struct {
  size_t m, w, delta;     /* delta: half of the distance that johnson and delsarte are for: that of `best`, else the least gap */
  fmpq_t ratio;           /* no trace value of T9 exceeds it */
  size_t count;           /* distribution[0..count]: a_k of an optimum, a_0 = 1; owned */
  fmpq *distribution;
  fmpq_t words;           /* N of that optimum */
  fmpz_t johnson, delsarte; /* A(m, 2 delta, w) is at most either: Johnson's bounds, and the linear program */
  const minip_bound_lower_struct *best; /* the largest trace value in hand, by a code that gives weight w or m - w at m bits; borrowed from hand; or NULL */
} minip_bound_cap_struct;
typedef minip_bound_cap_struct minip_bound_cap_t[1];
void minip_bound_cap_init(minip_bound_cap_t cap);
void minip_bound_cap_clear(minip_bound_cap_t cap);
/* Fills a cap just initialised; hand (may be NULL) holds the bounds to compare with. MINIP_INPUT: w or m - w below the least gap, m > task->kmax; MINIP_LIMIT:
   m > MINIP_BOUND_MAX_CAP; MINIP_UNDECIDED: the solver is missing or gave up; MINIP_INTERNAL: a bound in hand exceeds the ratio, a defect. */
MINIP_MUST_CHECK minip_status_t minip_bound_cap(minip_bound_cap_t cap, const minip_bound_task_t task, size_t m, size_t w, const minip_bound_list_t hand, minip_error_t err);
/* w, ceiling, ceiling_words, ceiling_distribution{k: a_k}, value, share, method, words (of the best in hand), distance, johnson, delsarte. */
json_t *minip_bound_cap_json(const minip_bound_cap_t cap);

/* --- derivations ---------------------------------------------------------------------------------------------------------------- */

/* The whole chain of one bound, for tokens of task->kmax bits, as JSON: steps[] of {title, text, latex}. A new reference, or NULL when memory is short. */
json_t *minip_bound_derivation(const minip_bound_lower_t lower, const minip_bound_task_t task);
/* The same as text, JSON, Markdown, or a LaTeX document that compiles (CSV is MINIP_USAGE). The caller frees. */
MINIP_MUST_CHECK minip_status_t minip_bound_derivation_render(char **out, const json_t *derivation, minip_format_t format, minip_error_t err);

/* Certificate of kind rank-at-least for the best bound of the row that can be checked from words at hand (doc/certificate.md): explicit pairs in a form other than
   minimum distance and power (and, below error 1/2, half dominance), or shattered tokens. T10's bounds name no words. form: this form only; -1: any. pairs: the
   user's system, or NULL where the catalogue was used. The certificate's m is that of the words, which may be less than the row's. *text is freed by the caller; *used
   (may be NULL) = the bound, borrowed from the row. MINIP_UNDECIDED: there is none; the message says why. */
MINIP_MUST_CHECK minip_status_t minip_bound_certificate(char **text, const minip_bound_lower_struct **used, const minip_bound_row_t row, const minip_bound_task_t task,
                                                        int form, const minip_pairs_struct *pairs, minip_error_t err);

/* --- transcripts (T16) ----------------------------------------------------------------------------------------------------------- */

typedef enum { MINIP_TRANSCRIPT_GIVEN, MINIP_TRANSCRIPT_BLOCK, MINIP_TRANSCRIPT_CODE } minip_transcript_family_t;

/* q query tokens that can be given all (s+1)^q answer vectors. */
typedef struct {
  minip_transcript_family_t family;
  size_t m;              /* 0 when q and s were given */
  fmpz_t q, s;
  fmpz_t n;              /* sequence length; 0 when unknown */
  fmpz_t answers;        /* (s+1)^q */
} minip_transcript_struct;
typedef minip_transcript_struct minip_transcript_t[1];
void minip_transcript_init(minip_transcript_t transcript);
void minip_transcript_clear(minip_transcript_t transcript);
/* (s+1)^q for q, s >= 1. MINIP_LIMIT when (s+1)^q may have more than 2^24 bits. */
MINIP_MUST_CHECK minip_status_t minip_transcript_given(minip_transcript_t transcript, const fmpz_t q, const fmpz_t s, minip_error_t err);
/* The block family at m bits: q = floor(m/s) - 1. s = 0: the s with the most answers (the least among equals). MINIP_INPUT: no block fits. */
MINIP_MUST_CHECK minip_status_t minip_transcript_block(minip_transcript_t transcript, size_t m, size_t s, minip_error_t err);
/* A constant-weight code: the largest s of T16. MINIP_INPUT: mixed weights, one word, or no s >= 1 (names the offending pair). */
MINIP_MUST_CHECK minip_status_t minip_transcript_code(minip_transcript_t transcript, const minip_code_t code, minip_error_t err);

/* q log2(s+1). */
void minip_transcript_bits(arb_t bits, const minip_transcript_t transcript, slong prec);
/* Least alphabet A with A^channels >= answers. channels >= 1. */
void minip_transcript_alphabet(fmpz_t alphabet, const minip_transcript_t transcript, ulong channels);
/* Least r with 2^(L H r (d+1) p) >= answers. layers, heads, bits >= 1, value_dim >= 0. */
void minip_transcript_features(fmpz_t r, const minip_transcript_t transcript, ulong layers, ulong heads, ulong value_dim, ulong bits);

/* Certificate of kind transcript (the code for the family CODE, else NULL). MINIP_UNDECIDED for q and s alone. */
MINIP_MUST_CHECK minip_status_t minip_transcript_certificate(char **text, const minip_transcript_t transcript, const minip_code_struct *code, minip_error_t err);

/* Brute force: build every sequence of the family and check by exact Min-IP targets, all tokens counting, that every answer vector is met.
   BLOCK needs m, CODE needs the code (else NULL). MINIP_LIMIT: more than 2^20 vectors; MINIP_INTERNAL: a vector is missed (a defect). */
MINIP_MUST_CHECK minip_status_t minip_transcript_verify(const minip_transcript_t transcript, const minip_code_struct *code, minip_error_t err);

MINIP_END_DECLS

#endif
