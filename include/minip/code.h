/* Constant-weight codes and pair systems: words, files, enumeration, verification, bounds (T8, T9, T17).

   A word of length n is a token of n bits; bit 0 is the first character of its 0/1 text. A code is a list of words of one length. Most
   functions want one weight as well; minip_code_measure tells whether a code has it. Distance means Hamming distance, and d is even
   throughout for constant-weight codes: two words of weight w with overlap s are at distance 2(w - s).
   A(n,d,w) is the largest size of a code of length n, weight w and minimum distance at least d.
   Constructions, lexicodes, exact maxima and classification are declared in minip/construct.h. */
#ifndef MINIP_CODE_H
#define MINIP_CODE_H

#include <minip/num.h>
#include <minip/status.h>
#include <minip/token.h>

MINIP_BEGIN_DECLS

#define MINIP_CODE_MAX_N 65536L /* longest words any function of this module takes */

/* --- codes ------------------------------------------------------------------------------------------------------------------- */

typedef struct {
  minip_tokens_t words; /* words->count = size of the code, words->m = length n */
  char *name;           /* where it came from: a file name, a construction; NULL after init, else owned */
  char sha256[65];      /* of the file's bytes; "" when there is none */
} minip_code_struct;
typedef minip_code_struct minip_code_t[1];

void minip_code_init(minip_code_t code);
void minip_code_clear(minip_code_t code);

/* Room for size all-zero words of length n (what was there is lost), under the given name (NULL: ""). MINIP_LIMIT: too large. */
MINIP_MUST_CHECK minip_status_t minip_code_alloc(minip_code_t code, size_t n, size_t size, const char *name, minip_error_t err);

static inline size_t minip_code_n(const minip_code_t code) { return code->words->m; }
static inline size_t minip_code_size(const minip_code_t code) { return code->words->count; }
static inline uint64_t *minip_code_word(const minip_code_t code, size_t i) { return minip_token_row(code->words, i); }

/* Are the parameters those of a constant-weight code? 1 <= n <= MINIP_CODE_MAX_N, 0 <= w <= n, d even, 2 <= d. MINIP_INPUT names the one that
   is off. They are taken as long so that a caller can hand over what a user typed. d = 0 stands for "no distance given" and is passed. */
MINIP_MUST_CHECK minip_status_t minip_code_check_parameters(long n, long d, long w, minip_error_t err);

/* File formats of codes. Text formats: one word a line, '#' starts a comment, blank lines are skipped, CRLF is fine. */
typedef enum {
  MINIP_CODE_AUTO,     /* told by the first bytes and the first word; what fits several formats is read as words, or refused */
  MINIP_CODE_WORDS,    /* 0110.. */
  MINIP_CODE_SUPPORTS, /* positions of the ones, counted from 0: "1 2 7" or "1,2,7"; "-" is the zero word */
  MINIP_CODE_HEX,      /* 0x6a..: the integer whose bit j (value 2^j) is bit j of the word; the prefix may be missing */
  MINIP_CODE_NPY       /* an array (N, n) of 0/1: .npy, or the array `words` or `tokens` or the only one of a .npz */
} minip_code_format_t;
MINIP_MUST_CHECK minip_status_t minip_code_format_from_name(minip_code_format_t *format, const char *name, minip_error_t err);

/* Read a code. n = 0: the length is told by the file (words: their length; supports: the largest position + 1; hex: 4 times the digits);
   otherwise words must have length n exactly, and supports and hex must fit. Words of mixed length, stray characters, an empty file:
   MINIP_INPUT with file, line and column. path "-" is standard input (text). Duplicates and mixed weights are read (measure reports them). */
MINIP_MUST_CHECK minip_status_t minip_code_load(minip_code_t code, const char *path, minip_code_format_t format, size_t n, minip_error_t err);
/* The same for constant-weight codes: a word whose weight is not the first word's is MINIP_INPUT too, with line and column (or row). */
MINIP_MUST_CHECK minip_status_t minip_code_load_constant(minip_code_t code, const char *path, minip_code_format_t format, size_t n, minip_error_t err);

/* One word as a line of text (no newline) in format WORDS, SUPPORTS or HEX; at most minip_code_line_size(n) bytes with the terminator. Returns the length. */
size_t minip_code_line_size(size_t n);
size_t minip_code_line(char *line, const uint64_t *word, size_t n, minip_code_format_t format);

/* --- verification ------------------------------------------------------------------------------------------------------------ */

/* What is true of a code. Pairs are ordered pairs (i,j), i != j. */
typedef struct {
  size_t n, size;
  size_t min_weight, max_weight;
  int constant_weight;
  size_t other_weight;          /* first word whose weight differs from word 0's, or (size_t)-1 */
  uint64_t *pairs;              /* n + 1 entries: ordered pairs at distance 0..n; owned. pairs[0] > 0 means duplicates. */
  size_t min_distance;          /* over pairs; 0 when there are duplicates; (size_t)-1 for fewer than two words */
  size_t closest[2];            /* a pair of words at that distance, least first index, then least second */
  size_t min_overlap, max_overlap; /* over pairs; 0, 0 for fewer than two words */
  uint64_t duplicates;          /* unordered pairs of equal words */
  int distance_invariant;       /* every word sees the same numbers */
  size_t variant;               /* else the first word whose numbers differ from word 0's */
} minip_code_measures_struct;
typedef minip_code_measures_struct minip_code_measures_t[1];
void minip_code_measures_init(minip_code_measures_t measures);
void minip_code_measures_clear(minip_code_measures_t measures);

/* Measure a code, on threads (0: all cores). Work is size^2 n/64 word operations; memory is a small multiple of the code's.
   progress (may be NULL) is called with words done. MINIP_LIMIT when memory is short or size reaches 2^31. */
MINIP_MUST_CHECK minip_status_t minip_code_measure(minip_code_measures_t measures, const minip_code_t code, int threads,
                                                   void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err);

/* a = pairs[distance] / size, the average number of words at that distance from a word (T9's a_k with k = distance / 2). */
void minip_code_average(fmpq_t a, const minip_code_measures_t measures, size_t distance);

/* --- enumeration ------------------------------------------------------------------------------------------------------------- */

/* All words of length n and weight w.
   LEX: increasing as 0/1 text (0011 0101 0110 ..). REVOLVING: each word differs from the one before, and the last from the first, by one
   bit moved (the revolving-door order, Nijenhuis and Wilf; Knuth, TAOCP 7.2.1.3 R): words with bit n-1 clear, in the order of n-1, then those
   with it set in the reversed order of (n-1, w-1). Ranks count from 0. */
typedef enum { MINIP_ORDER_LEX, MINIP_ORDER_REVOLVING } minip_order_t;

void minip_code_count(fmpz_t count, size_t n, size_t w); /* C(n,w) */
/* rank < C(n,w) and |word| = w are the caller's duty in rank and unrank: MINIP_INPUT otherwise. */
MINIP_MUST_CHECK minip_status_t minip_code_rank(fmpz_t rank, const uint64_t *word, size_t n, size_t w, minip_order_t order, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_code_unrank(uint64_t *word, const fmpz_t rank, size_t n, size_t w, minip_order_t order, minip_error_t err);

/* A stream of words. */
typedef struct minip_walk_struct *minip_walk_t;
/* Start at a rank (MINIP_INPUT: rank outside 0 .. C(n,w); rank = C(n,w) gives an empty walk). */
MINIP_MUST_CHECK minip_status_t minip_walk_new(minip_walk_t *walk, size_t n, size_t w, minip_order_t order, const fmpz_t from, minip_error_t err);
/* The next up to max words to rows (each (n+63)/64 words of 64 bits); returns how many, 0 at the end. The fast path is n <= 64. */
size_t minip_walk_next(uint64_t *rows, minip_walk_t walk, size_t max);
void minip_walk_free(minip_walk_t walk); /* NULL is fine */

/* --- bounds on A(n,d,w) ------------------------------------------------------------------------------------------------------ */

/* Why a value bounds A(n,d,w). Every rule is proved in proofs-notes/codes.md; the words in brackets are the rules' names in certificates. */
typedef enum {
  /* upper bounds; the first three are exact */
  MINIP_CODE_SINGLE,        /* d > 2 min(w, n-w): one word [single] */
  MINIP_CODE_ALL,           /* d = 2: C(n,w) [binomial] */
  MINIP_CODE_DISJOINT,      /* d = 2w: floor(n/w) [disjoint] */
  MINIP_CODE_COMPLEMENT,    /* A(n,d,w) = A(n,d,n-w) [complement] */
  MINIP_CODE_JOHNSON_ONES,  /* A(n,d,w) <= floor(n/w A(n-1,d,w-1)) [one] */
  MINIP_CODE_JOHNSON_ZEROS, /* A(n,d,w) <= floor(n/(n-w) A(n-1,d,w)) [zero] */
  MINIP_CODE_JOHNSON_COUNT, /* M+1 words would need more common ones than their columns allow [counting] */
  MINIP_CODE_DELSARTE,      /* the linear program of the Johnson scheme, by a rational dual solution [delsarte] */
  /* lower bounds */
  MINIP_CODE_CONSTRUCTION,  /* a named construction, its words measured (minip/construct.h) */
  MINIP_CODE_AVERAGE,       /* Graham and Sloane: the largest of q^(d/2-1) classes is at least the average */
  MINIP_CODE_GILBERT        /* greedy choice: C(n,w) over the size of a ball of radius d - 2 */
} minip_code_rule_t;
const char *minip_code_rule_name(minip_code_rule_t rule); /* for readers: "Johnson, ones".. ; static */
const char *minip_code_rule_key(minip_code_rule_t rule);  /* as in certificates: "one", ..; lower rules: "construction", "average", "gilbert" */

/* One step of a proof: A(n,d,w) <= value by `rule`, the step before it being what the rule needs (complement, one, zero). As a source: that rule's bound. */
typedef struct {
  size_t n, w;
  fmpz value;
  minip_code_rule_t rule;
  fmpq *dual;             /* DELSARTE: dual_count = min(w,n-w) rationals b_1, ..; owned; NULL otherwise */
  size_t dual_count;
  char *detail;           /* one line for a reader; owned; never NULL */
} minip_code_step_t;

typedef struct {
  size_t n, d, w;
  fmpz_t lower, upper;       /* lower <= A(n,d,w) <= upper */
  minip_code_rule_t lower_rule;
  size_t step_count;
  minip_code_step_t *steps;  /* the proof of the upper bound; the last step is (n,w) with value = upper; owned */
  size_t source_count;
  minip_code_step_t *sources; /* each rule's own bound at (n,d,w), upper rules first, then lower ones; owned */
  char note[256];            /* what was left out, e.g. why there was no linear program; "" when nothing */
} minip_code_bounds_struct;
typedef minip_code_bounds_struct minip_code_bounds_t[1];
void minip_code_bounds_init(minip_code_bounds_t bounds);
void minip_code_bounds_clear(minip_code_bounds_t bounds);

/* Which work to do, as a bit mask. */
#define MINIP_CODE_USE_LP 1u            /* the Delsarte LP at (n,d,w) itself */
#define MINIP_CODE_USE_LP_BELOW 2u      /* also at the parameters the Johnson recursion reaches, where they are small */
#define MINIP_CODE_USE_CONSTRUCTIONS 4u /* ask minip_code_best for a lower bound */
#define MINIP_CODE_USE_ALL 7u

/* Both bounds, d >= 2. MINIP_INPUT: minip_code_check_parameters; MINIP_LIMIT: memory. A missing LP solver only makes the bound weaker (see note). */
MINIP_MUST_CHECK minip_status_t minip_code_bounds(minip_code_bounds_t bounds, size_t n, size_t d, size_t w, unsigned use, minip_error_t err);

/* The upper bound alone, without the proof (for searches that stop when they meet it). */
MINIP_MUST_CHECK minip_status_t minip_code_upper(fmpz_t upper, size_t n, size_t d, size_t w, unsigned use, minip_error_t err);

/* --- the Johnson scheme J(n,w) ------------------------------------------------------------------------------------------------ */

/* Numbers of J(n,w), 0 <= k, i <= min(w, n-w); relation i = words at distance 2i. */
void minip_johnson_valency(fmpz_t v, size_t n, size_t w, size_t i);       /* v_i = C(w,i) C(n-w,i) */
void minip_johnson_multiplicity(fmpz_t mu, size_t n, size_t k);           /* mu_k = C(n,k) - C(n,k-1) */
void minip_johnson_eberlein(fmpz_t e, size_t n, size_t w, size_t i, size_t k); /* E_i(k): eigenvalue of relation i on eigenspace k */
void minip_johnson_hahn(fmpq_t q, size_t n, size_t w, size_t k, size_t i);     /* Q_k(i) = mu_k E_i(k) / v_i (Hahn) */

/* Is `dual` (b_1 .. b_count) a proof of A(n,d,w) <= 1 + b_1 mu_1 + ..? It is iff all b_k >= 0 and 1 + sum_k b_k Q_k(i) <= 0 for all i = d/2 .. count,
   where count = min(w, n-w). Exact; bound = 1 + sum_k b_k mu_k when it is. MINIP_INPUT names the first violated inequality. */
MINIP_MUST_CHECK minip_status_t minip_johnson_check_dual(fmpq_t bound, const fmpq *dual, size_t count, size_t n, size_t d, size_t w, minip_error_t err);

/* The Delsarte LP solved exactly; dual has min(w, n-w) initialised entries; what is returned has passed minip_johnson_check_dual, whose value
   is `bound`. MINIP_UNDECIDED when the solver is missing or gave up. */
MINIP_MUST_CHECK minip_status_t minip_johnson_lp(fmpq_t bound, fmpq *dual, size_t n, size_t d, size_t w, minip_error_t err);

/* --- pair systems (T8, T9) ---------------------------------------------------------------------------------------------------- */

/* Pairs (x_i, z_i), i = 0 .. N-1, of m-bit tokens. k_ij = <x_i, z_j> - <x_i, z_i>. */
typedef struct {
  minip_tokens_t x, z;  /* same count and m */
  char *name;           /* owned */
  char sha256[65];
} minip_pairs_struct;
typedef minip_pairs_struct minip_pairs_t[1];
void minip_pairs_init(minip_pairs_t pairs);
void minip_pairs_clear(minip_pairs_t pairs);
static inline size_t minip_pairs_count(const minip_pairs_t pairs) { return pairs->x->count; }

/* z_i = complement of x_i (T9): k_ij = |x_i| - <x_i,x_j>, half the distance when the weight is constant. */
MINIP_MUST_CHECK minip_status_t minip_pairs_from_code(minip_pairs_t pairs, const minip_code_t code, minip_error_t err);

/* A file of pairs: two 0/1 words a line, x z. MINIP_INPUT with line and column. */
MINIP_MUST_CHECK minip_status_t minip_pairs_load(minip_pairs_t pairs, const char *path, minip_error_t err);

/* k[j] = k_ij for all j (N entries; k[i] = 0). */
void minip_pairs_row(int32_t *k, const minip_pairs_t pairs, size_t i);

/* The numbers of ordered pairs i != j at each k. */
typedef struct {
  size_t m, size;
  int32_t min, max;      /* over i != j; 0, 0 for fewer than two pairs */
  uint64_t *count;       /* 2m + 1 entries: count[k + m] for k = -m .. m; owned */
  size_t at[2];          /* a pair (i,j) with k_ij = min, least i, then least j; (size_t)-1 for fewer than two pairs */
} minip_pairs_distribution_struct;
typedef minip_pairs_distribution_struct minip_pairs_distribution_t[1];
void minip_pairs_distribution_init(minip_pairs_distribution_t distribution);
void minip_pairs_distribution_clear(minip_pairs_distribution_t distribution);
MINIP_MUST_CHECK minip_status_t minip_pairs_distribution(minip_pairs_distribution_t distribution, const minip_pairs_t pairs, int threads, minip_error_t err);

/* T8's condition k_ij >= 2 for all i != j, from the distribution. MINIP_INPUT names the offending pair. */
MINIP_MUST_CHECK minip_status_t minip_pairs_check(const minip_pairs_distribution_t distribution, minip_error_t err);

MINIP_END_DECLS

#endif
