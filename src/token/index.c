/* Finding tokens by value: an open-addressing table of row numbers. */
#include <minip/token.h>
#include <stdlib.h>

struct minip_token_index_struct {
  const minip_tokens_struct *tokens;
  size_t mask;   /* slots - 1, a power of two less one */
  size_t *slots; /* row + 1, or 0 */
  size_t duplicate, earlier;
};

static uint64_t hash(const uint64_t *row, size_t words)
{
  uint64_t h = 0x9e3779b97f4a7c15ull;
  for (size_t w = 0; w < words; w++) {
    h = (h ^ row[w]) * 0xff51afd7ed558ccdull;
    h ^= h >> 32;
  }
  return h;
}

/* The slot that holds a row equal to `row`, or the empty slot where it belongs. */
static size_t probe(const struct minip_token_index_struct *index, const uint64_t *row)
{
  size_t words = index->tokens->words;
  size_t at = (size_t)hash(row, words) & index->mask;
  while (index->slots[at] && minip_token_compare(minip_token_row(index->tokens, index->slots[at] - 1), row, words) != 0)
    at = (at + 1) & index->mask;
  return at;
}

static void fill(struct minip_token_index_struct *index)
{
  for (size_t i = 0; i < index->tokens->count; i++) {
    size_t at = probe(index, minip_token_row(index->tokens, i));
    if (!index->slots[at])
      index->slots[at] = i + 1;
    else if (index->duplicate == (size_t)-1) {
      index->duplicate = i;
      index->earlier = index->slots[at] - 1;
    }
  }
}

minip_status_t minip_token_index_new(minip_token_index_t *out, const minip_tokens_t tokens, minip_error_t err)
{
  size_t slots = 16;
  while (slots / 2 < tokens->count && slots < SIZE_MAX / 4)
    slots *= 2;
  struct minip_token_index_struct *index = malloc(sizeof *index);
  size_t *room = calloc(slots, sizeof *room);
  *out = NULL;
  if (!index || !room) {
    free(index), free(room);
    return minip_error_set(err, MINIP_LIMIT, "out of memory for an index of %zu tokens", tokens->count);
  }
  *index = (struct minip_token_index_struct){tokens, slots - 1, room, (size_t)-1, (size_t)-1};
  fill(index);
  *out = index;
  return MINIP_OK;
}

size_t minip_token_index_find(minip_token_index_t index, const uint64_t *row)
{
  return index->slots[probe(index, row)] - 1; /* an empty slot gives (size_t)-1 */
}

size_t minip_token_index_duplicate(minip_token_index_t index, size_t *earlier)
{
  if (earlier)
    *earlier = index->earlier;
  return index->duplicate;
}

void minip_token_index_free(minip_token_index_t index)
{
  if (index)
    free(index->slots);
  free(index);
}
