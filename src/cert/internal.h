/* Shared by the writers of certificates: a growing text that knows the grammar of doc/certificate.md, section 2. */
#ifndef MINIP_CERT_INTERNAL_H
#define MINIP_CERT_INTERNAL_H

#include <minip/cert.h>
#include <minip/report.h>
#include <stdio.h>

/* Limits of doc/certificate.md, section 3, that a proved statement may pass. */
#define MINIP__CERT_MAX_FILE ((size_t)256 << 20)
#define MINIP__CERT_MAX_DIGITS 100000
#define MINIP__CERT_MAX_WEIGHTED_M 64
#define MINIP__CERT_MAX_TOKENS ((size_t)1 << 20)
#define MINIP__CERT_MAX_ENTRIES ((size_t)1 << 26)
#define MINIP__CERT_MAX_RANK 4096

typedef struct {
  FILE *out;     /* a memory stream; NULL when it could not be made */
  char *text;
  size_t size;
  int depth;
  int first;     /* the next element needs no comma */
  int after_key; /* the next value belongs to the key just written */
  int too_long;  /* a number has more digits than the format allows */
} minip__cert_t;

/* The frame up to the key "claim", whose value comes next. statement is freed; NULL means memory is short. */
void minip__cert_begin(minip__cert_t *c, const char *kind, const char *theorem, char *statement, minip_cert_source_t source);
/* The digest; *text is the caller's. MINIP_LIMIT: memory is short, or the format's limits are passed. */
minip_status_t minip__cert_finish(minip__cert_t *c, char **text, minip_error_t err);

void minip__cert_key(minip__cert_t *c, const char *key);
void minip__cert_open(minip__cert_t *c, char bracket);  /* '{' or '[' */
void minip__cert_close(minip__cert_t *c, char bracket); /* '}' or ']' */
void minip__cert_string(minip__cert_t *c, const char *s);
void minip__cert_size(minip__cert_t *c, size_t x);
void minip__cert_fmpz(minip__cert_t *c, const fmpz_t x);
void minip__cert_fmpq(minip__cert_t *c, const fmpq_t x);
void minip__cert_token(minip__cert_t *c, const uint64_t *bits, size_t m);
void minip__cert_tokens(minip__cert_t *c, const minip_tokens_struct *tokens); /* NULL: an empty list */

/* Text like printf's, in malloc'd memory; %s only where the text is plain. NULL when memory is short. */
char *minip__cert_text(const char *format, ...) MINIP_PRINTF(1, 2);

/* kernel.c: the values of the keys denominator and kernel. */
void minip__cert_denominator(minip__cert_t *c, const minip_rule_t rule);
/* The whole kernel; with_eta = 0 leaves offsets out (ranks have no denominator). MINIP_UNDECIDED: a shape the format does not have. */
minip_status_t minip__cert_kernel(minip__cert_t *c, const minip_kernel_t kernel, int with_eta, minip_error_t err);
/* A part of a kernel: `count` distinct tokens and some queries, which are among these tokens. */
typedef struct {
  uint64_t *bits; /* count rows of `words` words, (m+63)/64 */
  size_t *row;    /* row in kernel->tokens, where the kernel has tokens */
  size_t count, words;
} minip__cert_named_t;
/* query_count queries from kernel query `first` on; token[i] is the i-th one's token. The pool is the tokens from number pool_from on. */
void minip__cert_part(minip__cert_t *c, const minip_kernel_t kernel, const minip__cert_named_t *named, size_t first, size_t query_count, const size_t *token,
                      size_t pool_from);
char *minip__cert_suite(const minip_kernel_t kernel); /* SUITE of the statements; malloc'd */

#endif
