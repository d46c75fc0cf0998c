/* Tokens and code words: packed bits. */
#include "check.h"
#include <stdlib.h>
#include <string.h>

void ck_tokens_alloc(ck_tokens_t *tokens, size_t count, size_t m)
{
  tokens->count = count, tokens->m = m;
  tokens->words = m ? (m + 63) / 64 : 1;
  if (count * m > (size_t)1 << 34)
    ck_unreadable("more than %zu token bits", (size_t)1 << 34);
  tokens->bits = ck_new(count * tokens->words, sizeof *tokens->bits);
}

static void read_token(uint64_t *row, const char *s, size_t m, const char *where)
{
  if (strlen(s) != m)
    ck_reject("%s: a token of %zu bits, not %zu", where, strlen(s), m);
  for (size_t j = 0; j < m; j++) {
    if (s[j] != '0' && s[j] != '1')
      ck_reject("%s: a token has a character other than 0 and 1", where);
    row[j / 64] |= (uint64_t)(s[j] - '0') << (j % 64);
  }
}

void ck_tokens(ck_tokens_t *tokens, const json_t *value, size_t m, const char *where)
{
  ck_tokens_alloc(tokens, ck_array(value, where, CK_MAX_TOKENS), m);
  for (size_t i = 0; i < tokens->count; i++)
    read_token(tokens->bits + i * tokens->words, ck_string(json_array_get(value, i), where), m, where);
}

static size_t sort_words;
static int compare(const void *a, const void *b)
{
  const uint64_t *x = *(const uint64_t *const *)a, *y = *(const uint64_t *const *)b;
  return memcmp(x, y, sort_words * sizeof *x);
}

int ck_tokens_distinct(const ck_tokens_t *tokens)
{
  const uint64_t **order = ck_new(tokens->count, sizeof *order);
  for (size_t i = 0; i < tokens->count; i++)
    order[i] = ck_token(tokens, i);
  sort_words = tokens->words;
  qsort(order, tokens->count, sizeof *order, compare);
  int distinct = 1;
  for (size_t i = 1; i < tokens->count; i++)
    distinct &= compare(&order[i - 1], &order[i]) != 0;
  ck_free(order);
  return distinct;
}

size_t ck_overlap(const uint64_t *x, const uint64_t *z, size_t words)
{
  size_t s = 0;
  for (size_t i = 0; i < words; i++)
    s += (size_t)__builtin_popcountll(x[i] & z[i]);
  return s;
}

size_t ck_weight(const uint64_t *x, size_t words)
{
  return ck_overlap(x, x, words);
}
