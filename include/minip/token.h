/* Packed Boolean tokens.

   A token of m bits is a row of `words` 64-bit words: bit j of the token is bit (j % 64) of word j / 64; bits from m on are zero.
   Terms: weight |x| = number of ones, overlap <x,z> = number of common ones. */
#ifndef MINIP_TOKEN_H
#define MINIP_TOKEN_H

#include <stddef.h>
#include <stdint.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

typedef struct {
  size_t count;    /* tokens */
  size_t m;        /* bits in each */
  size_t words;    /* 64-bit words in each: (m + 63) / 64 */
  uint64_t *bits;  /* count * words, row after row, 64-byte aligned; owned */
} minip_tokens_struct;
typedef minip_tokens_struct minip_tokens_t[1];

void minip_tokens_init(minip_tokens_t tokens);
void minip_tokens_clear(minip_tokens_t tokens);

/* Make room for count all-zero tokens of m bits (what was there is lost). MINIP_LIMIT: the sizes overflow, or memory is short. */
MINIP_MUST_CHECK minip_status_t minip_tokens_alloc(minip_tokens_t tokens, size_t count, size_t m, minip_error_t err);

/* All 2^m tokens, row i = the token whose bit j is (i >> j) & 1. MINIP_LIMIT for m > 30. */
MINIP_MUST_CHECK minip_status_t minip_tokens_cube(minip_tokens_t tokens, size_t m, minip_error_t err);

static inline uint64_t *minip_token_row(const minip_tokens_t tokens, size_t i) { return tokens->bits + i * tokens->words; }
static inline int minip_token_bit(const uint64_t *row, size_t j) { return (int)((row[j / 64] >> (j % 64)) & 1); }
static inline void minip_token_set_bit(uint64_t *row, size_t j, int bit)
{
  row[j / 64] = (row[j / 64] & ~((uint64_t)1 << (j % 64))) | ((uint64_t)(bit != 0) << (j % 64));
}

size_t minip_token_weight(const uint64_t *x, size_t words);
size_t minip_token_overlap(const uint64_t *x, const uint64_t *z, size_t words);
int minip_token_compare(const uint64_t *x, const uint64_t *z, size_t words); /* lexicographic by word; 0 when equal */

/* out[i] = <x, row i> for rows begin .. end-1 (out has end - begin entries). The fast path behind everything that scans a pool. */
void minip_token_overlaps(uint32_t *out, const uint64_t *x, const minip_tokens_t tokens, size_t begin, size_t end);

/* Text "0110.." of m characters, bit 0 first. to_text writes m + 1 bytes. */
void minip_token_to_text(char *text, const uint64_t *row, size_t m);

/* row (words for m = len bits, all written) from text; MINIP_INPUT names the column of a character other than 0 and 1. */
MINIP_MUST_CHECK minip_status_t minip_token_from_text(uint64_t *row, const char *text, size_t len, minip_error_t err);

/* An index from token to row, to find tokens by value. find returns the row, or (size_t)-1. The tokens are borrowed. */
typedef struct minip_token_index_struct *minip_token_index_t;
MINIP_MUST_CHECK minip_status_t minip_token_index_new(minip_token_index_t *index, const minip_tokens_t tokens, minip_error_t err);
size_t minip_token_index_find(minip_token_index_t index, const uint64_t *row);
/* First row that equals an earlier row, or (size_t)-1; *earlier = that one (earlier may be NULL). */
size_t minip_token_index_duplicate(minip_token_index_t index, size_t *earlier);
void minip_token_index_free(minip_token_index_t index); /* NULL is fine */

MINIP_END_DECLS

#endif
