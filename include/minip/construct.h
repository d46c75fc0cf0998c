/* Constant-weight codes by construction and by search: catalogue, lexicodes, exact maxima A(n,d,w), classification.

   Every function that returns a code has measured it first: length, weight, minimum distance and the absence of duplicates are checked on the
   words themselves, and a failure is MINIP_INTERNAL. Words come out in increasing order of minip_token_compare. Terms as in minip/code.h. */
#ifndef MINIP_CONSTRUCT_H
#define MINIP_CONSTRUCT_H

#include <minip/code.h>

MINIP_BEGIN_DECLS

/* --- the catalogue ------------------------------------------------------------------------------------------------------------ */

/* One construction. The tables end with name NULL. */
typedef struct {
  const char *name;      /* "pg2" */
  const char *needs;     /* keys that must be given, blank-separated: "q"; "" for none */
  const char *takes;     /* keys that may be given */
  const char *operands;  /* "", "CODE" or "CODE CODE": codes it starts from */
  const char *summary;   /* one line: what it is, and its parameters n, d, w, size */
} minip_construction_t;
const minip_construction_t *minip_code_catalogue(void); /* static storage */

/* The code named by spec: "octads24", "pg2:q=4", "graham-sloane:n=10,d=4,w=5"; Steiner systems also as "S(5,8,24)". The catalogue lists names and keys.
   MINIP_INPUT: no such name or key, or parameters for which the construction does not exist (the message says why);
   MINIP_LIMIT: more than MINIP_CONSTRUCT_MAX_BITS bits of words, or a search too large. */
/* The name of a code (and a method, below) holds this when a search inside stopped at its limit: the code may not be the largest of its kind. */
#define MINIP_CONSTRUCT_STOPPED " (search stopped at its limit)"
#define MINIP_CONSTRUCT_MAX_BITS ((size_t)1 << 33)
MINIP_MUST_CHECK minip_status_t minip_code_construct(minip_code_t code, const char *spec, minip_error_t err);

/* The same for a construction that starts from codes: "shorten:coordinate=0,bit=1" with one, "juxtapose" with two. code is none of them. */
MINIP_MUST_CHECK minip_status_t minip_code_construct_from(minip_code_t code, const char *spec, minip_code_struct *const *operands, size_t count,
                                                          minip_error_t err);

/* The largest code of length n, distance >= d and weight w that any construction here gives, also after complementing, shortening, lengthening and
   juxtaposing; *method = its name, to be freed by the caller (NULL when it fails; method itself may be NULL). Deterministic. effort 0: closed constructions
   only; 1: also lexicodes, completion by greedy choice and small clique searches over cyclic orbits (seconds); 2: the same with longer searches, more seeds and
   more groups (minutes). */
MINIP_MUST_CHECK minip_status_t minip_code_best(minip_code_t code, char **method, size_t n, size_t d, size_t w, int effort, minip_error_t err);

/* --- codes from codes (any weight; out may not alias an input) ------------------------------------------------------------------ */

/* The words whose bit `coordinate` is `bit`, without that coordinate: (n,d,w) gives (n-1,d,w-bit). MINIP_INPUT: coordinate >= n. */
MINIP_MUST_CHECK minip_status_t minip_code_shorten(minip_code_t out, const minip_code_t code, size_t coordinate, int bit, minip_error_t err);
/* Every word with one more coordinate, at the end, set to `bit`. */
MINIP_MUST_CHECK minip_status_t minip_code_lengthen(minip_code_t out, const minip_code_t code, int bit, minip_error_t err);
/* Every word complemented. */
MINIP_MUST_CHECK minip_status_t minip_code_complement(minip_code_t out, const minip_code_t code, minip_error_t err);
/* Word i of a beside word i of b, for i below the smaller size: distances and weights add. */
MINIP_MUST_CHECK minip_status_t minip_code_juxtapose(minip_code_t out, const minip_code_t a, const minip_code_t b, minip_error_t err);

/* --- lexicodes ----------------------------------------------------------------------------------------------------------------- */

/* Go through all words of weight w, in lexicographic order of their 0/1 text (seed 0) or in a random order fixed by the seed, and take each one that keeps
   distance d from those taken. MINIP_LIMIT: C(n,w) above MINIP_LEX_MAX_WORDS, or the result too large. progress may be NULL. */
#define MINIP_LEX_MAX_WORDS 100000000L
MINIP_MUST_CHECK minip_status_t minip_code_lex(minip_code_t code, size_t n, size_t d, size_t w, uint64_t seed,
                                               void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err);

/* --- exact maxima --------------------------------------------------------------------------------------------------------------- */

typedef struct {
  double time_limit;      /* seconds of wall clock for everything: constructions get a quarter, linear programs a quarter of the rest, the search what is left; 0: none */
  size_t memory_limit;    /* bytes for the search graphs; 0: 2 GiB */
  int threads;            /* 0: all of OpenMP's */
  int cliquer;            /* 1: small graphs are left to cliquer, one at a time (MINIP_UNDECIDED without cliquer); 0: own branch and bound on all threads */
  int search_only;        /* 1: from nothing, by search alone, without constructions and bounds (slow; a second opinion) */
  void (*progress)(size_t done, size_t total, void *data); /* may be NULL */
  void *data;
} minip_code_max_options_t;

typedef struct {
  size_t lower;           /* size of the witness */
  fmpz_t upper;           /* lower <= A(n,d,w) <= upper */
  int exact;              /* lower == upper */
  int limit;              /* the search stopped at the time or memory limit */
  char *method;           /* how the witness was found; owned */
  char *reason;           /* why nothing larger exists: a bound, or the search; owned */
} minip_code_max_struct;
typedef minip_code_max_struct minip_code_max_t[1];
void minip_code_max_init(minip_code_max_t max);
void minip_code_max_clear(minip_code_max_t max);

/* A(n,d,w) with a witness. MINIP_OK also when the limits left an interval (exact = 0: then limit is set). The bounds decide where they meet;
   elsewhere an exhaustive search does, for n <= 64. */
MINIP_MUST_CHECK minip_status_t minip_code_maximum(minip_code_max_t max, minip_code_t witness, size_t n, size_t d, size_t w,
                                                   const minip_code_max_options_t *options, minip_error_t err);

/* --- classification -------------------------------------------------------------------------------------------------------------- */

/* The codes of length n <= 64, distance >= d, weight w and a given size, up to permutations of the coordinates. */
typedef struct {
  size_t n, d, w, size;
  size_t count;             /* classes */
  minip_code_struct *codes; /* a canonical representative of each; owned */
  fmpz *groups;             /* order of each one's automorphism group on the coordinates; owned */
  fmpz_t labelled;          /* sum of n! / group order: the number of labelled codes */
  int extension_check;      /* every class was reached from its sub-codes as often as double counting demands */
  int count_check;          /* 1: a plain exhaustive count of labelled codes, without nauty, agrees; 0: it was too long to finish (count_limit) */
} minip_code_classes_struct;
typedef minip_code_classes_struct minip_code_classes_t[1];
void minip_code_classes_init(minip_code_classes_t classes);
void minip_code_classes_clear(minip_code_classes_t classes);

/* size 0: the maximum A(n,d,w), found by minip_code_maximum. count_limit: nodes of the plain count (0: 10^8); class_limit: classes kept per level (0: 10^6).
   MINIP_LIMIT: more classes than class_limit, or the maximum was not settled within time_limit seconds (0: none).
   MINIP_UNDECIDED: nauty is missing. A count that disagrees is MINIP_INTERNAL. */
MINIP_MUST_CHECK minip_status_t minip_code_classify(minip_code_classes_t classes, size_t n, size_t d, size_t w, size_t size, uint64_t count_limit,
                                                    size_t class_limit, double time_limit, void (*progress)(size_t done, size_t total, void *data),
                                                    void *data, minip_error_t err);

MINIP_END_DECLS

#endif
