/* Full suites of small kernels, and containment of one suite in another. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* The raw numbers of the pool's tokens, then of the queries. */
static minip_status_t add_tokens(minip__collector_t *c, const minip_kernel_t kernel, size_t pool, uint64_t *token, minip_error_t err)
{
  uint32_t ignored;
  minip_status_t st = MINIP_OK;
  for (size_t j = 0; st == MINIP_OK && j < pool; j++)
    st = minip__collector_token(&ignored, c, minip_token_row(kernel->tokens, kernel->pool[j]), err);
  for (size_t i = 0; st == MINIP_OK && i < kernel->query_count; i++) {
    minip_kernel_query_token(token, kernel, i);
    st = minip__collector_token(&ignored, c, token, err);
  }
  return st;
}

/* The next multiset in the order of non-decreasing indices below pool; 0 after the last. */
static int next_multiset(uint32_t *others, size_t count, size_t pool)
{
  size_t k = count;
  while (k > 0 && others[k - 1] + 1 == pool)
    k--;
  if (k == 0)
    return 0;
  uint32_t v = others[k - 1] + 1;
  for (size_t i = k - 1; i < count; i++)
    others[i] = v;
  return 1;
}

static minip_status_t add_sequences(minip__collector_t *c, size_t queries, size_t pool, uint32_t *sequence, size_t max_sequences, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < queries; i++) {
    memset(sequence, 0, c->n * sizeof *sequence);
    sequence[0] = (uint32_t)(pool + i);
    do {
      if (c->count >= max_sequences)
        return minip_error_set(err, MINIP_LIMIT, "the full suite has more than %zu sequences", max_sequences);
      st = minip__collector_sequence(c, sequence, err);
    } while (st == MINIP_OK && next_multiset(sequence + 1, c->n - 1, pool));
  }
  return st;
}

minip_status_t minip_suite_full(minip_suite_t suite, const minip_kernel_t kernel, size_t n, size_t max_sequences, minip_error_t err)
{
  if (kernel->tokens->count == 0)
    return minip_error_set(err, MINIP_UNDECIDED, "%s: a full suite needs a kernel with explicit tokens (give a pool)", kernel->source ? kernel->source : "kernel");
  if (n < 1 || n > 1000)
    return minip_error_set(err, MINIP_INPUT, "a full suite needs a length from 1 to 1000, not %zu", n);
  minip__collector_t c;
  minip__collector_init(&c, kernel->m, n);
  uint64_t *token = calloc(c.words + 1, sizeof *token);
  uint32_t *sequence = calloc(n, sizeof *sequence);
  minip_suite_clear(suite);
  minip_status_t st = token && sequence ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK)
    st = add_tokens(&c, kernel, kernel->pool_count, token, err);
  if (st == MINIP_OK)
    st = add_sequences(&c, kernel->query_count, kernel->pool_count, sequence, max_sequences, err);
  if (st == MINIP_OK)
    st = minip__collector_finish(suite, &c, 0, err);
  minip__collector_clear(&c);
  free(token), free(sequence);
  return st;
}

/* ---- containment ---- */

/* A sequence as numbers of one common token table: the query, then the others sorted. */
static int compare_numbers(const void *a, const void *b) { return (*(const uint32_t *)a > *(const uint32_t *)b) - (*(const uint32_t *)a < *(const uint32_t *)b); }

static int compare_sequences(const void *a, const void *b, void *n) { return memcmp(a, b, *(const size_t *)n * sizeof(uint32_t)); }

/* The suite's sequences in that form; number[token of the suite] = common number. NULL when memory is short. */
static uint32_t *normal_form(const minip_suite_t suite, const uint32_t *number)
{
  uint32_t *rows = malloc(suite->count * suite->n * sizeof *rows + 1);
  for (size_t i = 0; rows && i < suite->count; i++) {
    uint32_t *row = rows + i * suite->n;
    const uint32_t *s = minip_suite_sequence(suite, i);
    size_t at = 1;
    row[0] = number[minip_suite_query(suite, i)];
    for (size_t j = 0; j < suite->n; j++)
      if (j != suite->query_position)
        row[at++] = number[s[j]];
    qsort(row + 1, suite->n - 1, sizeof *row, compare_numbers);
  }
  return rows;
}

static int holds_all(const minip_suite_t suite, const uint32_t *mine, const minip_suite_t other, const uint32_t *numbers)
{
  uint32_t *a = normal_form(suite, mine), *b = normal_form(other, numbers);
  size_t n = suite->n;
  int result = a && b ? 1 : -1;
  if (result == 1)
    qsort_r(a, suite->count, n * sizeof *a, compare_sequences, &n);
  for (size_t i = 0; result == 1 && i < other->count; i++) {
    size_t lo = 0, hi = suite->count;
    while (lo < hi) {
      size_t mid = lo + (hi - lo) / 2;
      if (memcmp(a + mid * n, b + i * n, n * sizeof *a) < 0)
        lo = mid + 1;
      else
        hi = mid;
    }
    result = lo < suite->count && memcmp(a + lo * n, b + i * n, n * sizeof *a) == 0;
  }
  free(a), free(b);
  return result;
}

minip_status_t minip_suite_contains(int *contains, const minip_suite_t suite, const minip_suite_t other, minip_error_t err)
{
  minip_token_index_t index;
  *contains = 0;
  if (suite->n != other->n || suite->tokens->m != other->tokens->m)
    return MINIP_OK;
  minip_status_t st = minip_token_index_new(&index, suite->tokens, err);
  if (st != MINIP_OK)
    return st;
  uint32_t *mine = malloc(suite->tokens->count * sizeof *mine + 1), *numbers = malloc(other->tokens->count * sizeof *numbers + 1);
  int result = mine && numbers ? 1 : -1;
  for (size_t i = 0; result == 1 && i < suite->tokens->count; i++)
    mine[i] = (uint32_t)i;
  for (size_t i = 0; result == 1 && i < other->tokens->count; i++) {
    size_t found = minip_token_index_find(index, minip_token_row(other->tokens, i));
    numbers[i] = (uint32_t)found;
    result = found != (size_t)-1;
  }
  if (result == 1)
    result = holds_all(suite, mine, other, numbers);
  free(mine), free(numbers);
  minip_token_index_free(index);
  *contains = result == 1;
  return result < 0 ? minip_error_set(err, MINIP_LIMIT, "out of memory comparing suites") : MINIP_OK;
}
