/* Lexicodes and randomised greedy codes: take every word that keeps its distance from the words taken before. */
#include "construct_internal.h"
#include "distance.h"
#include <stdlib.h>
#include <string.h>

#define SHUFFLE_BYTES ((size_t)1 << 31)
#define BLOCK 512

typedef struct {
  minip__list_t list;
  size_t d, done, total;
  void (*progress)(size_t done, size_t total, void *data);
  void *data;
} greedy_t;

static int fits(const greedy_t *g, const uint64_t *word)
{
  size_t words = g->list.words;
  if (words == 1)
    return minip__first_closer(*word, g->list.bits, g->list.count, (unsigned)(g->d < 65 ? g->d : 65)) == g->list.count;
  for (size_t i = g->list.count; i-- > 0;) /* the latest words are the likeliest to be near */
    if (minip__distance(word, minip__list_row(&g->list, i), words) < g->d)
      return 0;
  return 1;
}

static minip_status_t offer(greedy_t *g, const uint64_t *rows, size_t count, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < count; i++)
    if (fits(g, rows + i * g->list.words))
      st = minip__list_add(&g->list, rows + i * g->list.words, err);
  g->done += count;
  if (g->progress)
    g->progress(g->done, g->total, g->data);
  return st;
}

static uint64_t splitmix(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* A number below n, each equally likely (Lemire's method without its fast path). */
static uint64_t below(uint64_t *state, uint64_t n)
{
  uint64_t limit = UINT64_MAX - UINT64_MAX % n, x;
  do
    x = splitmix(state);
  while (x >= limit);
  return x % n;
}

static void shuffle(uint64_t *rows, size_t count, size_t words, uint64_t seed)
{
  for (size_t i = count; i > 1; i--) {
    uint64_t *a = rows + (i - 1) * words, *b = rows + below(&seed, i) * words;
    for (size_t k = 0; k < words; k++) {
      uint64_t t = a[k];
      a[k] = b[k];
      b[k] = t;
    }
  }
}

static minip_status_t in_order(greedy_t *g, minip_walk_t walk, minip_error_t err)
{
  uint64_t *rows = malloc(BLOCK * g->list.words * sizeof *rows);
  minip_status_t st = rows ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t got; st == MINIP_OK && (got = minip_walk_next(rows, walk, BLOCK)) > 0;)
    st = offer(g, rows, got, err);
  free(rows);
  return st;
}

static minip_status_t at_random(greedy_t *g, minip_walk_t walk, uint64_t seed, minip_error_t err)
{
  size_t words = g->list.words;
  if (g->total > SHUFFLE_BYTES / (words * sizeof(uint64_t)))
    return minip_error_set(err, MINIP_LIMIT, "%zu words are too many to shuffle", g->total);
  uint64_t *rows = malloc(g->total * words * sizeof *rows);
  if (!rows)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu words", g->total);
  size_t got = minip_walk_next(rows, walk, g->total);
  shuffle(rows, got, words, seed);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < got; i += BLOCK)
    st = offer(g, rows + i * words, got - i < BLOCK ? got - i : BLOCK, err);
  free(rows);
  return st;
}

/* *total = C(n,w), or MINIP_LIMIT. */
static minip_status_t count_words(size_t *total, size_t n, size_t w, minip_error_t err)
{
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, n, w);
  int small = fmpz_cmp_si(count, MINIP_LEX_MAX_WORDS) <= 0;
  *total = small ? fmpz_get_ui(count) : 0;
  fmpz_clear(count);
  return small ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "C(%zu,%zu) words are more than the %ld gone through", n, w, MINIP_LEX_MAX_WORDS);
}

minip_status_t minip_code_lex(minip_code_t code, size_t n, size_t d, size_t w, uint64_t seed, void (*progress)(size_t done, size_t total, void *data),
                              void *data, minip_error_t err)
{
  greedy_t g = {.d = d, .progress = progress, .data = data};
  minip_walk_t walk = NULL;
  fmpz_t zero;
  minip_status_t st = minip__check(n, d, w, err);
  if (st == MINIP_OK)
    st = count_words(&g.total, n, w, err);
  if (st != MINIP_OK)
    return st;
  fmpz_init(zero);
  minip__list_init(&g.list);
  st = minip__list_start(&g.list, n, err);
  if (st == MINIP_OK)
    st = minip_walk_new(&walk, n, w, MINIP_ORDER_LEX, zero, err);
  if (st == MINIP_OK)
    st = seed ? at_random(&g, walk, seed, err) : in_order(&g, walk, err);
  if (st == MINIP_OK)
    st = minip__list_to_code(code, &g.list, seed ? "random greedy" : "lexicode", err);
  minip_walk_free(walk);
  minip__list_clear(&g.list);
  fmpz_clear(zero);
  return st == MINIP_OK ? minip__code_require(code, n, g.d, w, err) : st;
}
