/* Lists of tokens and sequences without repeats, in order of first appearance. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_ITEMS ((size_t)1 << 31)

void minip__collector_init(minip__collector_t *c, size_t m, size_t n)
{
  *c = (minip__collector_t){.m = m, .words = m / 64 + (m % 64 != 0), .n = n};
}

void minip__collector_clear(minip__collector_t *c)
{
  free(c->bits), free(c->sequences);
  minip__collector_init(c, c->m, c->n);
}

/* Room for one more item of `size` bytes. */
static minip_status_t reserve(void **items, size_t *room, size_t count, size_t size, const char *what, minip_error_t err)
{
  size_t bytes, next = *room ? *room * 2 : 256;
  if (count < *room)
    return MINIP_OK;
  void *p = count < MAX_ITEMS && !__builtin_mul_overflow(next, size ? size : 1, &bytes) ? realloc(*items, bytes) : NULL;
  if (!p)
    return minip_error_set(err, MINIP_LIMIT, "more %s than this machine has room for (%zu so far)", what, count);
  *items = p;
  *room = next;
  return MINIP_OK;
}

minip_status_t minip__collector_token(uint32_t *index, minip__collector_t *c, const uint64_t *token, minip_error_t err)
{
  minip_status_t st = reserve((void **)&c->bits, &c->token_room, c->token_count, c->words * sizeof *c->bits, "tokens", err);
  if (st != MINIP_OK)
    return st;
  memcpy(c->bits + c->token_count * c->words, token, c->words * sizeof *token);
  *index = (uint32_t)c->token_count++;
  return MINIP_OK;
}

minip_status_t minip__collector_sequence(minip__collector_t *c, const uint32_t *tokens, minip_error_t err)
{
  minip_status_t st = reserve((void **)&c->sequences, &c->room, c->count, c->n * sizeof *tokens, "sequences", err);
  if (st != MINIP_OK)
    return st;
  memcpy(c->sequences + c->count * c->n, tokens, c->n * sizeof *tokens);
  c->count++;
  return MINIP_OK;
}

/* Rows of equal length to be compared by value. */
typedef struct {
  const unsigned char *rows;
  size_t size;
} rows_t;

static int compare_rows(const void *a, const void *b, void *data)
{
  const rows_t *r = data;
  uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
  int order = memcmp(r->rows + i * r->size, r->rows + j * r->size, r->size);
  return order ? order : (i > j) - (i < j);
}

/* number[i] = the row's place among the distinct rows, in order of first appearance; keep[p] = the first row of place p. Both have count
   entries. Returns the number of distinct rows; 0 with count > 0 when memory is short. */
static size_t number_rows(uint32_t *number, uint32_t *keep, const void *rows, size_t size, size_t count)
{
  rows_t r = {rows, size};
  uint32_t *order = malloc((count + 1) * sizeof *order), *first = malloc((count + 1) * sizeof *first);
  size_t places = 0;
  for (size_t i = 0; order && first && i < count; i++)
    order[i] = (uint32_t)i;
  if (order && first) {
    qsort_r(order, count, sizeof *order, compare_rows, &r);
    for (size_t k = 0; k < count; k++) /* the least row of each group of equals stands first in it */
      first[order[k]] = k > 0 && memcmp(r.rows + order[k] * size, r.rows + order[k - 1] * size, size) == 0 ? first[order[k - 1]] : order[k];
    for (size_t i = 0; i < count; i++) {
      if (first[i] == i)
        keep[places++] = (uint32_t)i;
      number[i] = first[i] == i ? (uint32_t)(places - 1) : number[first[i]];
    }
  }
  free(order), free(first);
  return places;
}

static minip_status_t keep_tokens(minip_suite_t suite, minip__collector_t *c, minip_error_t err)
{
  uint32_t *number = malloc((c->token_count + 1) * sizeof *number), *keep = malloc((c->token_count + 1) * sizeof *keep);
  size_t places = number && keep ? number_rows(number, keep, c->bits, c->words * sizeof *c->bits, c->token_count) : 0;
  minip_status_t st = MINIP_OK;
  if (places == 0 && c->token_count > 0)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tokens", c->token_count);
  if (st == MINIP_OK)
    st = minip_tokens_alloc(suite->tokens, places, c->m, err);
  for (size_t p = 0; st == MINIP_OK && p < places; p++)
    memcpy(minip_token_row(suite->tokens, p), c->bits + keep[p] * c->words, c->words * sizeof *c->bits);
  for (size_t i = 0; st == MINIP_OK && i < c->count * c->n; i++)
    c->sequences[i] = number[c->sequences[i]];
  free(number), free(keep);
  return st;
}

static minip_status_t keep_sequences(minip_suite_t suite, minip__collector_t *c, minip_error_t err)
{
  uint32_t *number = malloc((c->count + 1) * sizeof *number), *keep = malloc((c->count + 1) * sizeof *keep);
  size_t row = c->n * sizeof *c->sequences;
  size_t places = number && keep ? number_rows(number, keep, c->sequences, row, c->count) : 0;
  suite->sequences = malloc(places * row + 1);
  suite->targets = malloc(places * sizeof *suite->targets + 1);
  minip_status_t st = MINIP_OK;
  if (!suite->sequences || !suite->targets || (places == 0 && c->count > 0))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for %zu sequences", c->count);
  for (size_t p = 0; st == MINIP_OK && p < places; p++)
    memcpy(suite->sequences + p * c->n, c->sequences + keep[p] * c->n, row);
  suite->count = st == MINIP_OK ? places : 0;
  free(number), free(keep);
  return st;
}

void minip__suite_targets(minip_suite_t suite)
{
  for (size_t i = 0; i < suite->count; i++) {
    const uint32_t *s = minip_suite_sequence(suite, i);
    const uint64_t *x = minip_token_row(suite->tokens, minip_suite_query(suite, i));
    size_t least = SIZE_MAX;
    for (size_t j = 0; j < suite->n; j++) {
      size_t overlap = minip_token_overlap(x, minip_token_row(suite->tokens, s[j]), suite->tokens->words);
      least = overlap < least ? overlap : least;
    }
    suite->targets[i] = (uint32_t)least;
  }
}

minip_status_t minip__collector_finish(minip_suite_t suite, minip__collector_t *c, size_t query_position, minip_error_t err)
{
  suite->n = c->n;
  suite->query_position = query_position;
  minip_status_t st = keep_tokens(suite, c, err);
  if (st == MINIP_OK)
    st = keep_sequences(suite, c, err);
  if (st == MINIP_OK)
    minip__suite_targets(suite);
  minip__collector_clear(c);
  return st;
}
