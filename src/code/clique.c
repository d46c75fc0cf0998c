/* Maximum-weight cliques by branch and bound on bit rows, and the same by cliquer.
   A colouring splits the candidates into independent sets: a clique takes at most one vertex of each, so that the sum of the heaviest weights bounds it. */
#include "../num/debug.h"
#include "construct_internal.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef HAVE_CLIQUER
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wwrite-strings"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <cliquer/cliquer.h>
#pragma GCC diagnostic pop
#endif

double minip__now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Scratch of one depth. */
typedef struct {
  uint64_t *candidates; /* bit row */
  uint32_t *order;      /* vertices, colour class after colour class */
  uint64_t *bound;      /* bound[i]: no clique among order[0..i] is heavier */
} level_t;

typedef struct {
  const minip__clique_task_t *task;
  size_t words, depth_room;
  level_t *levels;
  uint64_t *rest, *free; /* scratch rows of the colouring */
  uint32_t *path, *best;
  size_t best_size;
  uint64_t best_weight, nodes;
  int stopped, no_memory;
} search_t;

static uint64_t weight_of(const minip__clique_task_t *task, uint32_t v) { return task->weights ? task->weights[v] : 1; }
static const uint64_t *neighbours(const search_t *s, uint32_t v) { return s->task->edges + (size_t)v * s->words; }

/* Only cliques above this matter. */
static uint64_t floor_now(const search_t *s)
{
  uint64_t floor = s->best_weight;
  if (s->task->raised) {
    uint64_t raised = *s->task->raised;
    raised = raised > s->task->offset ? raised - s->task->offset : 0;
    floor = raised > floor ? raised : floor;
  }
  return floor;
}

static int level_ready(search_t *s, size_t depth)
{
  if (depth >= s->depth_room) {
    size_t room = 2 * depth + 8;
    level_t *levels = realloc(s->levels, room * sizeof *levels);
    if (!levels)
      return 0;
    memset(levels + s->depth_room, 0, (room - s->depth_room) * sizeof *levels);
    s->levels = levels, s->depth_room = room;
  }
  level_t *l = s->levels + depth;
  if (!l->candidates) {
    l->candidates = malloc(s->words * sizeof(uint64_t));
    l->order = malloc(s->task->count * sizeof *l->order);
    l->bound = malloc(s->task->count * sizeof *l->bound);
  }
  return l->candidates && l->order && l->bound;
}

/* Colour the candidates of a level greedily, in the order of their numbers. Returns how many there are. */
static size_t colour(search_t *s, level_t *l)
{
  size_t count = 0, first = 0;
  uint64_t sum = 0;
  memcpy(s->rest, l->candidates, s->words * sizeof *s->rest);
  while (first < s->words) {
    if (!s->rest[first]) {
      first++;
      continue;
    }
    memcpy(s->free + first, s->rest + first, (s->words - first) * sizeof *s->free);
    uint64_t heaviest = 0;
    size_t begin = count;
    for (size_t k = first; k < s->words; k++)
      while (s->free[k]) {
        uint32_t v = (uint32_t)(64 * k + (size_t)__builtin_ctzll(s->free[k]));
        const uint64_t *row = neighbours(s, v);
        s->free[k] &= s->free[k] - 1;
        s->rest[k] &= ~((uint64_t)1 << (v % 64));
        for (size_t i = k; i < s->words; i++)
          s->free[i] &= ~row[i];
        uint64_t weight = weight_of(s->task, v);
        heaviest = weight > heaviest ? weight : heaviest;
        l->order[count++] = v;
      }
    sum += heaviest;
    for (size_t i = begin; i < count; i++)
      l->bound[i] = sum;
  }
  return count;
}

static void check_limits(search_t *s)
{
  const minip__clique_task_t *t = s->task;
  s->nodes++;
  if (t->node_limit && s->nodes > t->node_limit)
    s->stopped = 1;
  if (s->nodes % 256 == 0 && ((t->stop && *t->stop) || (t->deadline > 0 && minip__now() > t->deadline)))
    s->stopped = 1;
}

static void keep(search_t *s, size_t depth, uint64_t weight)
{
  memcpy(s->best, s->path, depth * sizeof *s->best);
  s->best_size = depth;
  s->best_weight = weight;
}

static int done(const search_t *s) { return s->stopped || s->no_memory || (s->task->enough && s->best_weight >= s->task->enough); }

static void expand(search_t *s, size_t depth, uint64_t weight)
{
  check_limits(s);
  if (done(s))
    return;
  size_t count = colour(s, s->levels + depth);
  for (size_t i = count; i-- > 0 && !done(s);) {
    level_t *l = s->levels + depth;
    if (weight + l->bound[i] <= floor_now(s))
      return;
    uint32_t v = l->order[i];
    if (!level_ready(s, depth + 1)) {
      s->no_memory = 1;
      return;
    }
    l = s->levels + depth; /* level_ready may have moved the table */
    uint64_t *next = s->levels[depth + 1].candidates, any = 0, sum = weight + weight_of(s->task, v);
    const uint64_t *row = neighbours(s, v);
    for (size_t k = 0; k < s->words; k++)
      any |= next[k] = l->candidates[k] & row[k];
    s->path[depth] = v;
    if (sum > floor_now(s))
      keep(s, depth + 1, sum);
    if (any)
      expand(s, depth + 1, sum);
    l = s->levels + depth;
    l->candidates[v / 64] &= ~((uint64_t)1 << (v % 64));
  }
}

static int search_init(search_t *s, const minip__clique_task_t *task)
{
  memset(s, 0, sizeof *s);
  s->task = task;
  s->words = (task->count + 63) / 64;
  s->best_weight = task->floor;
  s->rest = calloc(s->words + 1, sizeof *s->rest);
  s->free = calloc(s->words + 1, sizeof *s->free);
  s->path = calloc(task->count + 1, sizeof *s->path);
  s->best = calloc(task->count + 1, sizeof *s->best);
  if (!s->rest || !s->free || !s->path || !s->best || !level_ready(s, 0))
    return 0;
  memset(s->levels[0].candidates, 0, s->words * sizeof(uint64_t));
  for (size_t i = 0; i < task->count; i++)
    s->levels[0].candidates[i / 64] |= (uint64_t)1 << (i % 64);
  return 1;
}

static void search_clear(search_t *s)
{
  for (size_t i = 0; i < s->depth_room; i++)
    free(s->levels[i].candidates), free(s->levels[i].order), free(s->levels[i].bound);
  free(s->levels), free(s->rest), free(s->free), free(s->path), free(s->best);
}

#ifdef MINIP_DEBUG
static void check_clique(const minip__clique_task_t *task, const uint32_t *chosen, size_t size, uint64_t weight)
{
  size_t words = (task->count + 63) / 64;
  for (size_t i = 0; i < size; i++) {
    MINIP__CHECK(weight >= weight_of(task, chosen[i]));
    weight -= weight_of(task, chosen[i]);
    for (size_t j = 0; j < i; j++)
      MINIP__CHECK((task->edges[chosen[i] * words + chosen[j] / 64] >> (chosen[j] % 64)) & 1);
  }
  MINIP__CHECK(weight == 0);
}
#endif

minip_status_t minip__clique(uint64_t *weight, uint32_t *chosen, size_t *size, int *complete, const minip__clique_task_t *task, minip_error_t err)
{
  search_t s;
  *weight = 0, *size = 0, *complete = 1;
  if (task->count == 0)
    return MINIP_OK;
  if (!search_init(&s, task))
    s.no_memory = 1;
  else
    expand(&s, 0, 0);
  minip_status_t st = s.no_memory ? minip_error_set(err, MINIP_LIMIT, "out of memory in a clique search over %zu vertices", task->count) : MINIP_OK;
  if (st == MINIP_OK) {
    *complete = !s.stopped;
    *size = s.best_size;
    *weight = s.best_size ? s.best_weight : 0;
    memcpy(chosen, s.best, s.best_size * sizeof *chosen);
#ifdef MINIP_DEBUG
    check_clique(task, chosen, *size, *weight);
#endif
  }
  search_clear(&s);
  return st;
}

size_t minip__clique_colours(const uint64_t *edges, size_t count)
{
  minip__clique_task_t task = {.count = count, .edges = edges};
  search_t s;
  size_t colours = count ? (size_t)-1 : 0;
  if (count && search_init(&s, &task)) {
    size_t all = colour(&s, s.levels);
    colours = (size_t)s.levels[0].bound[all - 1];
  }
  if (count)
    search_clear(&s);
  return colours;
}

#ifdef HAVE_CLIQUER
static pthread_mutex_t cliquer_lock = PTHREAD_MUTEX_INITIALIZER;

static graph_t *to_cliquer(const minip__clique_task_t *task)
{
  size_t words = (task->count + 63) / 64;
  graph_t *g = graph_new((int)task->count);
  for (size_t i = 0; i < task->count; i++) {
    g->weights[i] = (int)weight_of(task, (uint32_t)i);
    for (size_t j = 0; j < i; j++)
      if ((task->edges[i * words + j / 64] >> (j % 64)) & 1)
        GRAPH_ADD_EDGE(g, (int)i, (int)j);
  }
  return g;
}

static uint64_t floor_of(const minip__clique_task_t *task, uint64_t found)
{
  uint64_t raised = task->raised ? *task->raised : 0, floor = task->floor > found ? task->floor : found;
  raised = raised > task->offset ? raised - task->offset : 0;
  return raised > floor ? raised : floor;
}

static int late(const minip__clique_task_t *task) { return (task->stop && *task->stop) || (task->deadline > 0 && minip__now() > task->deadline); }

/* cliquer calls this now and then; FALSE ends its search. Every clique it could still find must be worth more than what is known by now. */
static boolean go_on(int level, int i, int n, int max, double cpu, double wall, clique_options *options)
{
  (void)level, (void)i, (void)n, (void)max, (void)cpu, (void)wall;
  const minip__clique_task_t *task = options->user_data;
  return late(task) ? FALSE : TRUE;
}

static void take_set(uint64_t *weight, uint32_t *chosen, size_t *size, set_t found, const minip__clique_task_t *task)
{
  *weight = 0, *size = 0;
  for (int v = -1; (v = set_return_next(found, v)) >= 0;) {
    chosen[(*size)++] = (uint32_t)v;
    *weight += weight_of(task, (uint32_t)v);
  }
}

/* A clique heavier than the floor, again and again, until there is none or it is enough. */
static void ask(uint64_t *weight, uint32_t *chosen, size_t *size, int *complete, graph_t *g, const minip__clique_task_t *task)
{
  clique_options quiet = {.reorder_function = reorder_by_default, .time_function = go_on, .user_data = (void *)task};
  for (uint64_t floor = floor_of(task, 0); floor < INT32_MAX; floor = floor_of(task, *weight)) {
    if (late(task)) {
      *complete = 0;
      return;
    }
    set_t found = task->weights ? clique_find_single(g, (int)floor + 1, 0, FALSE, &quiet) : clique_unweighted_find_single(g, (int)floor + 1, 0, FALSE, &quiet);
    if (!found) {
      *complete = !late(task);
      return;
    }
    take_set(weight, chosen, size, found, task);
    set_free(found);
    if (task->enough && *weight >= task->enough)
      return;
  }
}

minip_status_t minip__clique_cliquer(uint64_t *weight, uint32_t *chosen, size_t *size, int *complete, const minip__clique_task_t *task, minip_error_t err)
{
  *weight = 0, *size = 0, *complete = 1;
  if (task->count == 0)
    return MINIP_OK;
  if (task->count > 1000000)
    return minip_error_set(err, MINIP_LIMIT, "a graph of %zu vertices is too large for cliquer", task->count);
  pthread_mutex_lock(&cliquer_lock);
  graph_t *g = to_cliquer(task);
  ask(weight, chosen, size, complete, g, task);
  graph_free(g);
  pthread_mutex_unlock(&cliquer_lock);
  return MINIP_OK;
}
#else
minip_status_t minip__clique_cliquer(uint64_t *weight, uint32_t *chosen, size_t *size, int *complete, const minip__clique_task_t *task, minip_error_t err)
{
  (void)weight, (void)chosen, (void)size, (void)complete, (void)task;
  return minip_error_set(err, MINIP_UNDECIDED, "switched off: this program was built without cliquer (install libcliquer-dev and configure again)");
}
#endif
