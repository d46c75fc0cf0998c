/* minip-check: an independent checker of minip's certificates. It shares no code with the library; doc/certificate.md is its only specification.

   A run starts at "not verified". Any function may end it through ck_reject or ck_unreadable, which do not return; only the last line of
   ck_check, reached after every check, says "verified". Memory of a run is freed when it ends, so no function frees on its way out. */
#ifndef MINIP_CHECK_H
#define MINIP_CHECK_H

#include <stdarg.h>
#include <stdio.h> /* before gmp.h, which then declares gmp_vasprintf */
#include <gmp.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* Limits of doc/certificate.md, section 3. */
#define CK_MAX_FILE ((size_t)256 << 20)
#define CK_MAX_DEPTH 8
#define CK_MAX_DIGITS 100000
#define CK_MAX_M 65536
#define CK_MAX_LENGTH 1000000000
#define CK_MAX_TOKENS ((size_t)1 << 20)
#define CK_MAX_ENTRIES ((size_t)1 << 26)
#define CK_MAX_OVERLAP_M 4096
#define CK_MAX_WEIGHTED_M 64
#define CK_MAX_RANK 4096
#define CK_MAX_RANK_WORK 2.5e11
#define CK_MAX_CODE_WORK ((uint64_t)1 << 34)
#define CK_MAX_WORK 1e12
#define CK_MAX_MEMORY ((size_t)4 << 30)

enum { CK_VERIFIED = 0, CK_REJECTED = 1, CK_USAGE = 2, CK_UNREADABLE = 3 };

/* --- run.c: one run, and the ways out of it --- */
/* The verdict on a certificate of size bytes; against is a file name or NULL. message (at least 1 byte) gets the reason or the statement. */
int ck_check(char *message, size_t message_size, const char *bytes, size_t size, const char *against);
_Noreturn void ck_reject(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Count steps (about one word of one number each) of what a small file can make long; ck_unreadable when a run has had CK_MAX_WORK. Called before the work. */
void ck_work(double steps);
double ck_words(const mpq_t x); /* the words of numerator and denominator, at least 1 */
_Noreturn void ck_unreadable(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- memory.c: everything a run allocates, with a cap --- */
void ck_memory_begin(void);
void ck_memory_end(void);
void *ck_new(size_t count, size_t size); /* zeroed; never NULL */
void ck_free(void *p);
mpz_t *ck_new_mpz(size_t count); /* initialised */
mpq_t *ck_new_mpq(size_t count);

/* --- text.c: bytes --- */
/* The bytes of a file (with one more 0 byte): ck_unreadable when it cannot be had. *size is set. */
char *ck_read_file(size_t *size, const char *path, size_t max);
void ck_sha256(char hex[65], const void *bytes, size_t size);
/* Depth, digest and JSON syntax; the top-level object. */
json_t *ck_parse(const char *bytes, size_t size);

/* --- json.c: strict access --- */
/* obj must be an object with exactly these keys in this order (NULL-terminated list); out[i] = their values. */
void ck_fields(const json_t *out[], const json_t *obj, const char *const *keys, const char *where);
const char *ck_string(const json_t *value, const char *where);
int ck_is(const json_t *value, const char *text, const char *where); /* is the string equal to text? */
void ck_must_be(const json_t *value, const char *text, const char *where);
size_t ck_array(const json_t *value, const char *where, size_t max); /* its length */
/* The string must equal the formatted text (gmp_printf's formats); it is remembered as the run's statement. */
void ck_statement(const json_t *value, const char *format, ...);
const char *ck_statement_text(void);

/* --- number.c: canonical numbers --- */
void ck_integer(mpz_t x, const json_t *value, const char *where);
void ck_rational(mpq_t x, const json_t *value, const char *where);
size_t ck_size(const json_t *value, const char *where, size_t max);       /* 0 .. max */
size_t ck_index(const json_t *value, const char *where, size_t count);    /* 0 .. count-1 */
size_t *ck_indexes(const json_t *value, const char *where, size_t count, size_t *length); /* distinct */
void ck_target(mpq_t x, const json_t *value, const char *where);          /* 0 < x <= 1/2 */
void ck_binomial(mpz_t x, size_t n, size_t k);

/* --- tokens.c: bits --- */
typedef struct {
  size_t count, m, words;
  uint64_t *bits;
} ck_tokens_t;
void ck_tokens(ck_tokens_t *tokens, const json_t *value, size_t m, const char *where);
void ck_tokens_alloc(ck_tokens_t *tokens, size_t count, size_t m);
int ck_tokens_distinct(const ck_tokens_t *tokens);
static inline const uint64_t *ck_token(const ck_tokens_t *t, size_t i) { return t->bits + i * t->words; }
size_t ck_overlap(const uint64_t *x, const uint64_t *z, size_t words);
size_t ck_weight(const uint64_t *x, size_t words);

/* --- kernel.c, row.c: kernels and denominators (section 5) --- */
typedef struct {
  int none; /* normaliser none */
  mpq_t eta, eta_feature_sum, clamp;
  int has_clamp;
} ck_denominator_t;
void ck_denominator(ck_denominator_t *den, const json_t *value);

typedef enum { CK_FEATURES, CK_MATRIX, CK_OVERLAP, CK_WEIGHTED } ck_type_t;
typedef struct {
  ck_type_t type;
  size_t m, r;
  int cube;             /* the pool is all 2^m tokens, by classes */
  ck_tokens_t tokens;
  size_t query_count;
  size_t *query_token;  /* NULL: the queries are all 2^m tokens too, by their weights 0..m */
  size_t pool_count;
  size_t *pool;
  char *in_pool;        /* per token */
  mpz_t *keys, *rows;   /* features: tokens x r, queries x r; matrix: rows is queries x tokens */
  mpq_t *scale, *eta;   /* per query; for f: one scale, eta[0] */
  mpz_t *f;             /* on scale[0]; weighted: [(a*(m+1)+b)*(m+1)+s] */
  int64_t *keys64;      /* keys, when they all fit; else NULL */
  size_t key_bits;
} ck_kernel_t;
void ck_kernel(ck_kernel_t *kernel, const json_t *value, const ck_denominator_t *den);
/* "the cube of 4 bits", "3 queries and 16 pool tokens of 4 bits" */
const char *ck_suite(const ck_kernel_t *kernel);

/* One query against the pool, all on one scale: alpha(x, entry) = alpha * scale, and so on. Without a normaliser scale has no use. */
typedef struct {
  size_t count, weight;
  uint32_t *overlap;
  mpz_t *alpha;
  mpz_t self, eta;
  mpq_t scale;
  int x_in_pool;
  __int128 *small, small_self; /* ck_row_small's alpha and self */
} ck_row_t;
void ck_row_init(ck_row_t *row, const ck_kernel_t *kernel);
void ck_row(ck_row_t *row, const ck_kernel_t *kernel, size_t query);
/* The same for a table of features, with small and small_self instead of alpha and self, all of less than CK_SMALL_BITS - spare bits, as eta is.
   0: they, or their scale, do not fit; then nothing is said. */
#define CK_SMALL_BITS 126
int ck_row_small(ck_row_t *row, const ck_kernel_t *kernel, size_t query, size_t spare);
void ck_set_int128(mpz_t x, __int128 v);
/* v = alpha(x,x) + eta(x) + (n-1) alpha, the denominator of (x; z,..,z), and (n-1) W; 1 without a normaliser. */
void ck_weight_of(mpz_t v, const ck_row_t *row, const ck_denominator_t *den, const mpz_t alpha, size_t n);
/* Is value/divisor * scale a denominator that is non-zero, and not below the clamp? */
int ck_denominator_ok(const mpz_t value, size_t divisor, const ck_row_t *row, const ck_denominator_t *den);

/* --- rank.c: exact ranks --- */
/* Does elimination with invertible pivots modulo p reach full rank on the k x k matrix (destroyed)? Then its determinant is not 0 modulo p. */
int ck_minor_nonzero(uint64_t *a, size_t k, uint64_t p);
/* The rank over Q; pivot_rows (may be NULL) gets that many rows which form a basis of the row space. */
size_t ck_rank(const mpz_t *a, size_t rows, size_t cols, size_t *pivot_rows);
/* The rank of the kernel matrix, by T13's formula for types overlap and weighted on the cube. */
void ck_kernel_rank_value(mpz_t rank, const ck_kernel_t *kernel);

/* --- one file per kind --- */
typedef struct {
  const json_t *theorem, *statement, *claim, *evidence;
} ck_parts_t;
/* Checks all of head-solves for the given kernel: at length n the optimal error is exactly `error`. */
void ck_solves(const ck_kernel_t *kernel, const ck_denominator_t *den, size_t n, const mpq_t error);
/* Checkers of the kinds; they return only when everything holds. kernel is filled for kinds that have one (else its tokens.count stays 0). */
typedef void ck_kind_t(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den);
ck_kind_t ck_head_fails, ck_head_solves, ck_suite_fails, ck_suite_solves, ck_kernel_rank, ck_code, ck_code_bound, ck_rank_at_least, ck_features_suffice, ck_transcript, ck_model_fails;

/* --- against.c: section 6 --- */
void ck_against(const char *path, const json_t *source, const ck_kernel_t *kernel, const ck_denominator_t *den, int all);

#endif
