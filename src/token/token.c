/* Packed tokens: storage and single-token operations. */
#include <minip/token.h>
#include <stdlib.h>
#include <string.h>

void minip_tokens_init(minip_tokens_t tokens) { memset(tokens, 0, sizeof *tokens); }

void minip_tokens_clear(minip_tokens_t tokens)
{
  free(tokens->bits);
  minip_tokens_init(tokens);
}

minip_status_t minip_tokens_alloc(minip_tokens_t tokens, size_t count, size_t m, minip_error_t err)
{
  minip_tokens_clear(tokens);
  size_t words = m / 64 + (m % 64 != 0), total, bytes;
  if (__builtin_mul_overflow(count, words, &total) || __builtin_mul_overflow(total, sizeof(uint64_t), &bytes) || bytes > SIZE_MAX / 2)
    return minip_error_set(err, MINIP_LIMIT, "%zu tokens of %zu bits are too many for this machine", count, m);
  bytes = (bytes + 64) / 64 * 64; /* aligned_alloc wants a multiple; at least one line even when empty */
  uint64_t *bits = aligned_alloc(64, bytes);
  if (!bits)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tokens of %zu bits", count, m);
  memset(bits, 0, bytes);
  tokens->count = count;
  tokens->m = m;
  tokens->words = words;
  tokens->bits = bits;
  return MINIP_OK;
}

minip_status_t minip_tokens_cube(minip_tokens_t tokens, size_t m, minip_error_t err)
{
  if (m > 30)
    return minip_error_set(err, MINIP_LIMIT, "the whole cube of %zu bits has 2^%zu tokens: more than 2^30", m, m);
  minip_status_t st = minip_tokens_alloc(tokens, (size_t)1 << m, m, err);
  for (size_t i = 0; st == MINIP_OK && m > 0 && i < tokens->count; i++)
    tokens->bits[i] = i;
  return st;
}

size_t minip_token_weight(const uint64_t *x, size_t words)
{
  size_t n = 0;
  for (size_t w = 0; w < words; w++)
    n += (size_t)__builtin_popcountll(x[w]);
  return n;
}

size_t minip_token_overlap(const uint64_t *x, const uint64_t *z, size_t words)
{
  size_t n = 0;
  for (size_t w = 0; w < words; w++)
    n += (size_t)__builtin_popcountll(x[w] & z[w]);
  return n;
}

int minip_token_compare(const uint64_t *x, const uint64_t *z, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (x[w] != z[w])
      return x[w] < z[w] ? -1 : 1;
  return 0;
}

void minip_token_to_text(char *text, const uint64_t *row, size_t m)
{
  for (size_t j = 0; j < m; j++)
    text[j] = minip_token_bit(row, j) ? '1' : '0';
  text[m] = '\0';
}

minip_status_t minip_token_from_text(uint64_t *row, const char *text, size_t len, minip_error_t err)
{
  memset(row, 0, (len + 63) / 64 * sizeof *row);
  for (size_t j = 0; j < len; j++) {
    if (text[j] != '0' && text[j] != '1')
      return minip_error_set(err, MINIP_INPUT, "column %zu: '%c' is not 0 or 1", j + 1, text[j]);
    minip_token_set_bit(row, j, text[j] == '1');
  }
  return MINIP_OK;
}
