/* Codes that a permutation leaves alone: `blocks` cycles of equal length and some fixed coordinates (cyclic: one block), with an optional multiplier
   x -> k x on every block. Orbits with distance >= d inside are the vertices of a graph, weighted by their sizes; a heaviest clique is the code. */
#include "construct_internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 20000000u /* words to go through */
#define MAX_ORBITS 30000u
#define NODE_LIMIT 1000000 /* of the clique search unless `nodes` says otherwise: beyond, the best clique so far is taken */

typedef struct {
  size_t n, group_order;
  uint32_t *images; /* group_order rows of n: where each coordinate goes */
} group_t;

typedef struct {
  uint64_t *words; /* all words of the kept orbits, orbit after orbit; the first is the least */
  size_t word_count, word_room;
  size_t *begin;   /* orbits + 1 */
  size_t count, room;
} orbits_t;

static uint64_t move(const group_t *g, size_t element, uint64_t word)
{
  const uint32_t *image = g->images + element * g->n;
  uint64_t out = 0;
  for (; word; word &= word - 1)
    out |= (uint64_t)1 << image[__builtin_ctzll(word)];
  return out;
}

/* Multiplicative order of k modulo m; 0 when k is not a unit. */
static size_t order_of(size_t k, size_t m)
{
  size_t x = k % m, i = 1;
  for (; i <= m && x != 1 % m; i++)
    x = x * k % m;
  return i <= m ? i : 0;
}

/* All maps x -> k^e x + s of the blocks. */
static minip_status_t group_init(group_t *g, size_t n, size_t blocks, size_t fixed, size_t k, minip_error_t err)
{
  size_t m = (n - fixed) / blocks, powers = order_of(k, m);
  if (powers == 0)
    return minip_error_set(err, MINIP_INPUT, "the multiplier k = %zu has no inverse modulo %zu", k, m);
  g->n = n, g->group_order = m * powers;
  g->images = calloc(g->group_order * n, sizeof *g->images);
  if (!g->images)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t e = 0, factor = 1 % m; e < powers; e++, factor = factor * k % m)
    for (size_t s = 0; s < m; s++)
      for (size_t i = 0; i < n; i++)
        g->images[(e * m + s) * n + i] = (uint32_t)(i < m * blocks ? i / m * m + (i % m * factor + s) % m : i);
  return MINIP_OK;
}

static int distance(uint64_t a, uint64_t b) { return __builtin_popcountll(a ^ b); }

/* Append the orbit of word when word is its least element and the orbit has distance >= d. */
static minip_status_t try_orbit(orbits_t *o, const group_t *g, uint64_t word, int d, minip_error_t err)
{
  if (o->word_count + g->group_order > o->word_room) {
    size_t room = 2 * o->word_room + g->group_order;
    uint64_t *words = realloc(o->words, room * sizeof *words);
    if (!words)
      return minip_error_set(err, MINIP_LIMIT, "out of memory");
    o->words = words, o->word_room = room;
  }
  uint64_t *orbit = o->words + o->word_count;
  size_t count = 0;
  for (size_t e = 0; e < g->group_order; e++) {
    uint64_t x = move(g, e, word);
    if (x < word || (x != word && distance(x, word) < d))
      return MINIP_OK; /* distances inside an orbit all occur from its first word */
    size_t i = 0;
    while (i < count && orbit[i] != x)
      i++;
    if (i == count)
      orbit[count++] = x;
  }
  if (o->count + 1 >= o->room) {
    size_t room = 2 * o->room + 16;
    size_t *begin = realloc(o->begin, room * sizeof *begin);
    if (!begin)
      return minip_error_set(err, MINIP_LIMIT, "out of memory");
    o->begin = begin, o->room = room;
  }
  o->begin[o->count++] = o->word_count;
  o->word_count += count;
  o->begin[o->count] = o->word_count;
  return o->count > MAX_ORBITS ? minip_error_set(err, MINIP_LIMIT, "more than %u orbits", MAX_ORBITS) : MINIP_OK;
}

static minip_status_t find_orbits(orbits_t *o, const group_t *g, size_t w, int d, minip_error_t err)
{
  uint64_t word = minip__first_word(w), last = minip__last_word(g->n, w);
  minip_status_t st = try_orbit(o, g, word, d, err);
  while (st == MINIP_OK && word != last) {
    word = minip__next_word(word);
    st = try_orbit(o, g, word, d, err);
  }
  return st;
}

static int compatible(const orbits_t *o, size_t i, size_t j, int d)
{
  uint64_t first = o->words[o->begin[i]];
  for (size_t k = o->begin[j]; k < o->begin[j + 1]; k++)
    if (distance(first, o->words[k]) < d)
      return 0;
  return 1;
}

static int late(double deadline) { return deadline > 0 && minip__now() > deadline; }

/* The clique search, and its words into the list. */
static minip_status_t choose(minip__list_t *list, const orbits_t *o, int d, uint64_t nodes, double deadline, minip_error_t err)
{
  size_t words = (o->count + 63) / 64, size;
  uint64_t *edges = calloc(o->count * words + 1, sizeof *edges), weight;
  uint32_t *weights = calloc(o->count + 1, sizeof *weights), *chosen = calloc(o->count + 1, sizeof *chosen);
  minip_status_t st = edges && weights && chosen ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a graph of %zu orbits", o->count);
  for (size_t i = 0; st == MINIP_OK && i < o->count; i++) {
    if (late(deadline))
      break; /* missing edges only make the code smaller */
    weights[i] = (uint32_t)(o->begin[i + 1] - o->begin[i]);
    for (size_t j = 0; j < i; j++)
      if (compatible(o, i, j, d)) {
        edges[i * words + j / 64] |= (uint64_t)1 << (j % 64);
        edges[j * words + i / 64] |= (uint64_t)1 << (i % 64);
      }
  }
  if (st == MINIP_OK) {
    int complete;
    minip__clique_task_t task = {.count = o->count, .edges = edges, .weights = weights, .node_limit = nodes, .deadline = deadline};
    st = minip__clique(&weight, chosen, &size, &complete, &task, err);
    list->stopped = !complete || late(deadline);
    for (size_t i = 0; st == MINIP_OK && i < size; i++)
      for (size_t k = o->begin[chosen[i]]; st == MINIP_OK && k < o->begin[chosen[i] + 1]; k++)
        st = minip__list_add(list, o->words + k, err);
  }
  free(edges), free(weights), free(chosen);
  return st;
}

static minip_status_t check(const minip__params_t *p, long blocks, long fixed, minip_error_t err)
{
  long n = PARAM(p, N);
  minip_status_t st = minip_code_check_parameters(n, PARAM(p, D), PARAM(p, W), err);
  if (st != MINIP_OK)
    return st;
  if (n > 64 || PARAM(p, D) < 2)
    return minip_error_set(err, MINIP_LIMIT, "n = %ld, d = %ld: taken are n up to 64 and d from 2 on", n, PARAM(p, D));
  if (fixed < 0 || fixed >= n || blocks < 1 || (n - fixed) % blocks)
    return minip_error_set(err, MINIP_INPUT, "%ld coordinates less %ld fixed ones do not make %ld equal blocks", n, fixed, blocks);
  if (GIVEN(p, K) && PARAM(p, K) < 1)
    return minip_error_set(err, MINIP_INPUT, "the multiplier k must be positive, not %ld", PARAM(p, K));
  if (GIVEN(p, NODES) && PARAM(p, NODES) < 1)
    return minip_error_set(err, MINIP_INPUT, "nodes must be positive, not %ld", PARAM(p, NODES));
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, (size_t)n, (size_t)PARAM(p, W));
  if (fmpz_cmp_ui(count, MAX_WORDS) > 0)
    st = minip_error_set(err, MINIP_LIMIT, "C(%ld,%ld) words are more than the %u gone through", n, PARAM(p, W), MAX_WORDS);
  fmpz_clear(count);
  return st;
}

static minip_status_t orbit_code(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, long blocks, long fixed, minip_error_t err)
{
  minip_status_t st = check(p, blocks, fixed, err);
  if (st != MINIP_OK)
    return st;
  group_t g = {0};
  orbits_t o = {0};
  *promise = (minip__promise_t){(size_t)PARAM(p, N), (size_t)PARAM(p, D), (size_t)PARAM(p, W)};
  st = group_init(&g, promise->n, (size_t)blocks, (size_t)fixed, GIVEN(p, K) ? (size_t)PARAM(p, K) : 1, err);
  if (st == MINIP_OK)
    st = find_orbits(&o, &g, promise->w, (int)promise->d, err);
  if (st == MINIP_OK)
    st = minip__list_start(list, promise->n, err);
  if (st == MINIP_OK && o.count > 0)
    st = choose(list, &o, (int)promise->d, GIVEN(p, NODES) ? (uint64_t)PARAM(p, NODES) : NODE_LIMIT, p->deadline, err);
  free(g.images), free(o.words), free(o.begin);
  return st;
}

minip_status_t minip__build_cyclic(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  return orbit_code(list, promise, p, 1, GIVEN(p, FIXED) ? PARAM(p, FIXED) : 0, err);
}

minip_status_t minip__build_quasi_cyclic(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  return orbit_code(list, promise, p, PARAM(p, BLOCKS), GIVEN(p, FIXED) ? PARAM(p, FIXED) : 0, err);
}
