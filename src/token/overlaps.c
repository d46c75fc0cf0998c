/* Overlaps of one token with many: popcounts of ANDs, by the widest instructions this machine has.

   One plain loop is compiled for several targets and chosen at load time (GCC's ifunc clones); the results are integers, so all agree. */
#include <minip/token.h>
#include "internal.h"

MINIP__CLONES
static void count_common(uint32_t *out, const uint64_t *x, const uint64_t *row, size_t count, size_t words)
{
  for (size_t i = 0; i < count; i++, row += words) {
    uint64_t n = 0;
    for (size_t w = 0; w < words; w++)
      n += (uint64_t)__builtin_popcountll(x[w] & row[w]);
    out[i] = (uint32_t)n;
  }
}

void minip_token_overlaps(uint32_t *out, const uint64_t *x, const minip_tokens_t tokens, size_t begin, size_t end)
{
  count_common(out, x, tokens->bits + begin * tokens->words, end - begin, tokens->words);
}
