/* Exact maxima A(n,d,w): a good code, the bounds, and where they do not meet an exhaustive search.
   The search looks for codes with minimum distance exactly e, for e = d, d + 2, .. while the upper bound at e leaves room. Such a code has two words at distance e,
   and all such pairs are alike: both are fixed. The fixed words split the coordinates into cells; permutations inside the cells keep the fixed words and move
   a candidate to any other with the same number of ones in every cell. So one candidate of each such orbit is tried, and once an orbit is done with, all of it is
   left out (it is a union of orbits further down too). Where orbits become small, branch and bound on the graph takes over. */
#include "construct_internal.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIXED 5     /* words fixed by orbits at most: then 3^32 bounds the number of orbit keys */
#define SMALL_GRAPH 48  /* candidates up to which the graph search starts at once */
#define COLOUR_GRAPH 3000
#define DEFAULT_MEMORY ((size_t)1 << 31)

typedef struct {
  size_t n, d, w;
  size_t memory;              /* bytes for one graph */
  double deadline;
  int threads, cliquer;
  _Atomic uint64_t best;      /* size of the best code so far */
  _Atomic int stop, limit, failed;
  uint64_t enough;            /* the upper bound */
  minip__list_t *witness;
  void (*progress)(size_t done, size_t total, void *data);
  void *data;
  minip_error_struct *err;    /* written under the critical section */
} solver_t;

typedef struct { uint64_t word, key, group_size; } candidate_t;

static int apart(uint64_t a, uint64_t b, size_t d) { return (size_t)__builtin_popcountll(a ^ b) >= d; }

static void fail(solver_t *s, minip_status_t st, const char *what, size_t size)
{
#pragma omp critical(minip_max)
  if (!s->failed) {
    (void)minip_error_set(s->err, st, "%s (%zu words)", what, size);
    s->failed = 1;
  }
  s->stop = 1;
}

static void record(solver_t *s, const uint64_t *fixed, size_t k, const candidate_t *c, const uint32_t *chosen, size_t size)
{
  int bad = 0;
#pragma omp critical(minip_max)
  if (k + size > s->best) {
    minip_error_t err;
    minip_error_init(err);
    bad = minip__list_start(s->witness, s->n, err) != MINIP_OK;
    for (size_t i = 0; !bad && i < k; i++)
      bad = minip__list_add(s->witness, fixed + i, err) != MINIP_OK;
    for (size_t i = 0; !bad && i < size; i++)
      bad = minip__list_add(s->witness, &c[chosen ? chosen[i] : i].word, err) != MINIP_OK;
    if (!bad)
      s->best = k + size;
    if (s->best >= s->enough)
      s->stop = 1;
  }
  if (bad)
    fail(s, MINIP_LIMIT, "out of memory for a code", k + size);
}

/* --- the graph search --- */

static void set_edges(uint64_t *edges, const candidate_t *c, size_t m, size_t d)
{
  size_t words = (m + 63) / 64;
  memset(edges, 0, m * words * sizeof *edges);
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < i; j++)
      if (apart(c[i].word, c[j].word, d)) {
        edges[i * words + j / 64] |= (uint64_t)1 << (j % 64);
        edges[j * words + i / 64] |= (uint64_t)1 << (i % 64);
      }
}

static int by_degree(const void *a, const void *b)
{
  const candidate_t *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? 1 : -1) : x->word < y->word ? -1 : x->word > y->word;
}

/* Candidates in the order of falling degrees: colours are given in that order, and branching starts from the end. */
static void sort_by_degree(candidate_t *c, const uint64_t *edges, size_t m)
{
  size_t words = (m + 63) / 64;
  for (size_t i = 0; i < m; i++) {
    c[i].key = 0;
    for (size_t k = 0; k < words; k++)
      c[i].key += (uint64_t)__builtin_popcountll(edges[i * words + k]);
  }
  qsort(c, m, sizeof *c, by_degree);
}

static int graph_fits(const solver_t *s, size_t m) { return m <= s->memory / 8 / ((m + 63) / 64 + 1); }

static void graph_search(solver_t *s, const uint64_t *fixed, size_t k, candidate_t *c, size_t m)
{
  size_t words = (m + 63) / 64, size;
  if (!graph_fits(s, m)) {
    s->limit = 1;
    return;
  }
  uint64_t *edges = malloc((m * words + 1) * sizeof *edges), weight;
  uint32_t *chosen = malloc((m + 1) * sizeof *chosen);
  if (edges && chosen) {
    int complete;
    minip_error_t err;
    minip_error_init(err);
    set_edges(edges, c, m, s->d);
    sort_by_degree(c, edges, m);
    set_edges(edges, c, m, s->d);
    minip__clique_task_t task = {.count = m, .edges = edges, .raised = &s->best, .offset = k, .enough = s->enough - k, .deadline = s->deadline, .stop = &s->stop};
    minip_status_t st = (s->cliquer ? minip__clique_cliquer : minip__clique)(&weight, chosen, &size, &complete, &task, err);
    if (st != MINIP_OK)
      fail(s, st, err->text, m);
    else {
      if (!complete && !s->stop)
        s->limit = s->stop = 1;
      if (size > 0)
        record(s, fixed, k, c, chosen, size);
    }
  } else
    fail(s, MINIP_LIMIT, "out of memory for a graph", m);
  free(edges), free(chosen);
}

/* Does one colouring already show that nothing larger than the best is left? */
static int coloured_out(const solver_t *s, size_t k, const candidate_t *c, size_t m)
{
  if (m > COLOUR_GRAPH || !graph_fits(s, m))
    return 0;
  uint64_t *edges = malloc((m * ((m + 63) / 64) + 1) * sizeof *edges);
  int out = 0;
  if (edges) {
    set_edges(edges, c, m, s->d);
    size_t colours = minip__clique_colours(edges, m);
    out = colours != (size_t)-1 && k + colours <= s->best;
  }
  free(edges);
  return out;
}

/* --- orbits --- */

/* The ones of a word in each cell, in mixed radix: equal exactly for words of one orbit. */
static uint64_t orbit_key(uint64_t word, const uint64_t *cells, size_t count)
{
  uint64_t key = 0;
  for (size_t i = 0; i < count; i++)
    key = key * ((uint64_t)__builtin_popcountll(cells[i]) + 1) + (uint64_t)__builtin_popcountll(word & cells[i]);
  return key;
}

static size_t set_cells(uint64_t *cells, const uint64_t *fixed, size_t k, size_t n)
{
  size_t count = 0;
  for (size_t pattern = 0; pattern < (size_t)1 << k; pattern++) {
    uint64_t cell = ~(uint64_t)0 >> (64 - n);
    for (size_t i = 0; i < k; i++)
      cell &= (pattern >> i) & 1 ? fixed[i] : ~fixed[i];
    if (cell)
      cells[count++] = cell;
  }
  return count;
}

static int by_key(const void *a, const void *b)
{
  const candidate_t *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->word < y->word ? -1 : x->word > y->word;
}

static int by_group(const void *a, const void *b)
{
  const candidate_t *x = a, *y = b;
  return x->group_size != y->group_size ? (x->group_size < y->group_size ? 1 : -1) : by_key(a, b);
}

/* Sort the candidates orbit after orbit, the largest orbits first. Returns the number of orbits. */
static size_t sort_orbits(const solver_t *s, const uint64_t *fixed, size_t k, candidate_t *c, size_t m)
{
  uint64_t cells[1 << MAX_FIXED];
  size_t count = set_cells(cells, fixed, k, s->n), orbits = 0;
  for (size_t i = 0; i < m; i++)
    c[i].key = orbit_key(c[i].word, cells, count);
  qsort(c, m, sizeof *c, by_key);
  for (size_t i = 0, j; i < m; i = j, orbits++) {
    for (j = i; j < m && c[j].key == c[i].key; j++)
      ;
    for (size_t l = i; l < j; l++)
      c[l].group_size = j - i;
  }
  qsort(c, m, sizeof *c, by_group);
  return orbits;
}

static void branch(solver_t *s, const uint64_t *fixed, size_t k, candidate_t *c, size_t m);

/* Fix the first word of the orbit that begins at place i; what came before is left out. */
static void fix(solver_t *s, const uint64_t *fixed, size_t k, const candidate_t *c, size_t m, size_t i)
{
  uint64_t more[MAX_FIXED + 1];
  if (s->stop || k + (m - i) <= s->best)
    return;
  candidate_t *next = malloc((m - i) * sizeof *next);
  if (!next) {
    fail(s, MINIP_LIMIT, "out of memory for candidates", m - i);
    return;
  }
  size_t count = 0;
  memcpy(more, fixed, k * sizeof *more);
  more[k] = c[i].word;
  for (size_t j = i + 1; j < m; j++)
    if (apart(c[j].word, more[k], s->d))
      next[count++] = c[j];
  branch(s, more, k + 1, next, count);
  free(next);
}

static void branch(solver_t *s, const uint64_t *fixed, size_t k, candidate_t *c, size_t m)
{
  if (s->deadline > 0 && minip__now() > s->deadline && !s->stop)
    s->limit = s->stop = 1;
  if (s->stop)
    return;
  if (k > s->best)
    record(s, fixed, k, c, NULL, 0);
  if (m == 0 || k + m <= s->best || coloured_out(s, k, c, m))
    return;
  size_t orbits = m > SMALL_GRAPH && k < MAX_FIXED ? sort_orbits(s, fixed, k, c, m) : m;
  if (orbits > m / 2) {
    graph_search(s, fixed, k, c, m);
    return;
  }
  for (size_t i = 0; i < m && !s->stop; i += c[i].group_size)
    fix(s, fixed, k, c, m, i);
}

/* The first level: orbits are shared between the threads. */
static void branch_top(solver_t *s, const uint64_t *fixed, size_t k, candidate_t *c, size_t m)
{
  size_t orbits = sort_orbits(s, fixed, k, c, m), done = 0;
  size_t *begin = calloc(orbits + 1, sizeof *begin);
  if (!begin) {
    fail(s, MINIP_LIMIT, "out of memory for orbits", m);
    return;
  }
  for (size_t o = 0, i = 0; i < m; o++, i += c[i].group_size)
    begin[o] = i;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads)
  for (size_t o = 0; o < orbits; o++) {
    fix(s, fixed, k, c, m, begin[o]);
#pragma omp critical(minip_max_progress)
    if (s->progress)
      s->progress(++done, orbits, s->data);
  }
  free(begin);
}

/* All codes of minimum distance exactly s->d: two words at that distance are fixed. */
static void search_distance(solver_t *s)
{
  size_t half = s->d / 2, m = 0, total;
  uint64_t fixed[2] = {minip__first_word(s->w), minip__first_word(s->w) << half}, last = minip__last_word(s->n, s->w);
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, s->n, s->w);
  total = fmpz_cmp_ui(count, s->memory / (2 * sizeof(candidate_t))) < 0 ? fmpz_get_ui(count) : 0;
  fmpz_clear(count);
  candidate_t *c = total ? malloc(total * sizeof *c) : NULL;
  if (!c) {
    s->limit = 1;
    return;
  }
  for (uint64_t x = minip__first_word(s->w);; x = minip__next_word(x)) {
    if (apart(x, fixed[0], s->d) && apart(x, fixed[1], s->d))
      c[m++] = (candidate_t){.word = x};
    if (x == last)
      break;
  }
  if (2 > s->best)
    record(s, fixed, 2, c, NULL, 0);
  if (m > 0 && !s->stop)
    branch_top(s, fixed, 2, c, m);
  free(c);
}

/* --- the answer --- */

void minip_code_max_init(minip_code_max_t max)
{
  memset(max, 0, sizeof *max);
  fmpz_init(max->upper);
}

void minip_code_max_clear(minip_code_max_t max)
{
  fmpz_clear(max->upper);
  free(max->method), free(max->reason);
  max->method = max->reason = NULL;
}

static minip_status_t set_text(char **to, const char *text, minip_error_t err)
{
  free(*to);
  *to = strdup(text);
  return *to ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
}

/* Search for codes larger than the witness, at distances d, d + 2, .. as long as the bounds leave room. w <= n/2. */
static minip_status_t search(minip_code_max_t max, minip_code_t witness, size_t n, size_t d, size_t w, double deadline, const minip_code_max_options_t *o, minip_error_t err)
{
  minip__list_t list;
  fmpz_t upper;
  minip_status_t st = MINIP_OK;
  minip__list_init(&list);
  fmpz_init(upper);
  solver_t s = {.n = n, .w = w, .witness = &list, .err = err, .progress = o->progress, .data = o->data};
  s.memory = (o->memory_limit ? o->memory_limit : DEFAULT_MEMORY) / 4;
  s.deadline = deadline;
  s.threads = o->threads > 0 ? o->threads : omp_get_max_threads();
  s.cliquer = o->cliquer;
  s.best = minip_code_size(witness);
  s.enough = fmpz_abs_fits_ui(max->upper) ? fmpz_get_ui(max->upper) : UINT64_MAX;
  for (s.d = d; st == MINIP_OK && s.d <= 2 * w && !s.stop && !s.limit; s.d += 2) {
    if (o->search_only)
      fmpz_set(upper, max->upper);
    else
      st = minip__upper_until(upper, n, s.d, w, MINIP_CODE_USE_LP, deadline, err);
    if (st == MINIP_OK && fmpz_cmp_ui(upper, s.best) <= 0)
      break;
    if (st == MINIP_OK)
      search_distance(&s);
  }
  if (st == MINIP_OK && s.failed)
    st = err->status;
  if (st == MINIP_OK && list.count > minip_code_size(witness)) {
    st = minip__list_to_code(witness, &list, "search", err);
    if (st == MINIP_OK)
      st = set_text(&max->method, "clique search", err);
  }
  max->lower = minip_code_size(witness);
  max->limit = s.limit;
  if (st == MINIP_OK && !s.limit && fmpz_cmp_ui(max->upper, max->lower) != 0) {
    fmpz_set_ui(max->upper, max->lower);
    st = set_text(&max->reason, "exhaustive search", err);
  }
  fmpz_clear(upper);
  minip__list_clear(&list);
  return st;
}

/* A quarter of the time that is left; 0 for no deadline. */
static double part_of(double deadline)
{
  double now = minip__now();
  return deadline > 0 ? now + (deadline > now ? (deadline - now) / 4 : 1e-9) : 0;
}

/* The starting interval: the best construction and the upper bound, or one word and C(n,w). */
static minip_status_t start(minip_code_max_t max, minip_code_t witness, size_t n, size_t d, size_t w, double deadline, int search_only, minip_error_t err)
{
  char *method = NULL;
  minip_status_t st;
  if (search_only) {
    st = minip_code_alloc(witness, n, 1, "one word", err);
    for (size_t i = 0; st == MINIP_OK && i < w; i++)
      minip_token_set_bit(minip_code_word(witness, 0), i, 1);
    minip_code_count(max->upper, n, w);
    method = strdup("one word");
  } else {
    st = minip__best_until(witness, &method, n, d, w, 1, part_of(deadline), err);
    if (st == MINIP_OK)
      st = minip__upper_until(max->upper, n, d, w, MINIP_CODE_USE_LP | MINIP_CODE_USE_LP_BELOW, part_of(deadline), err);
  }
  if (st == MINIP_OK)
    st = set_text(&max->method, method ? method : "", err);
  if (st == MINIP_OK)
    st = set_text(&max->reason, search_only ? "all words" : "upper bound", err);
  free(method);
  max->lower = st == MINIP_OK ? minip_code_size(witness) : 0;
  if (st == MINIP_OK && fmpz_cmp_ui(max->upper, max->lower) < 0)
    st = minip_error_set(err, MINIP_INTERNAL, "A(%zu,%zu,%zu): a code of %zu words exceeds the upper bound", n, d, w, max->lower);
  return st;
}

static minip_status_t complement_in_place(minip_code_t code, minip_error_t err)
{
  minip_code_t other;
  minip_code_init(other);
  minip_status_t st = minip_code_complement(other, code, err);
  if (st == MINIP_OK)
    st = minip__code_copy(code, other, err);
  minip_code_clear(other);
  return st;
}

static minip_status_t cliquer_is_there(minip_error_t err)
{
  minip__clique_task_t nothing = {.count = 0};
  uint64_t weight;
  uint32_t chosen[1];
  size_t size;
  int complete;
  return minip__clique_cliquer(&weight, chosen, &size, &complete, &nothing, err);
}

minip_status_t minip_code_maximum(minip_code_max_t max, minip_code_t witness, size_t n, size_t d, size_t w, const minip_code_max_options_t *options, minip_error_t err)
{
  static const minip_code_max_options_t defaults = {0};
  const minip_code_max_options_t *o = options ? options : &defaults;
  minip_status_t st = minip__check(n, d, w, err);
  if (st != MINIP_OK)
    return st;
  if (o->cliquer && (st = cliquer_is_there(err)) != MINIP_OK)
    return st;
  size_t small = 2 * w > n ? n - w : w; /* A(n,d,w) = A(n,d,n-w) */
  double deadline = o->time_limit > 0 ? minip__now() + o->time_limit : 0;
  int threads = omp_get_max_threads(); /* of the measuring that constructions do */
  max->limit = 0;
  if (o->threads > 0)
    omp_set_num_threads(o->threads);
  st = start(max, witness, n, d, small, deadline, o->search_only, err);
  if (st == MINIP_OK && fmpz_cmp_ui(max->upper, max->lower) > 0) {
    if (n <= 64)
      st = search(max, witness, n, d, small, deadline, o, err);
    else
      max->limit = 1;
  }
  if (st == MINIP_OK && small != w)
    st = complement_in_place(witness, err);
  max->exact = st == MINIP_OK && fmpz_cmp_ui(max->upper, max->lower) == 0;
  if (st == MINIP_OK)
    st = minip__code_require(witness, n, d, w, err);
  omp_set_num_threads(threads);
  return st;
}
