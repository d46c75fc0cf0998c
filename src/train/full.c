/* Kernels on the whole cube: the search's course, and what comes of it. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define FIRST_DOUBLINGS 3
#define LAST_DOUBLINGS 10
#define REFRESH 200 /* steps after which the variables' sizes are measured again */
#define GAIN 0.01         /* a stage ends when 20 steps gain less than this part of 1/p */
#define CYCLIC_GAIN 0.001 /* steps are cheaper there, and worth more: seen at 10 and 11 bits */
#define GOAL (-0.01) /* log of the worst ratio: room for the rounding */

void minip_train_full_init(minip_train_full_t full)
{
  memset(full, 0, sizeof *full);
  fmpq_init(full->error);
}

void minip_train_full_clear(minip_train_full_t full)
{
  free(full->phi_q), free(full->phi_k);
  fmpq_clear(full->error);
  minip_train_full_init(full);
}

typedef struct {
  minip__cube_t cube;       /* all queries: the search without symmetry, and the rounding */
  minip__orbits_t orbits;   /* the search with it */
  const minip_train_full_options_t *options;
  minip__position_t position; /* where this stage began */
  double *x, *best;
  double *table;            /* features of all tokens, both sides */
  size_t dim;
} search_t;

static int is_cyclic(const search_t *s) { return s->options->cycle > 0; }

/* s->table from x. */
static void fill_table(search_t *s, const double *x)
{
  size_t half = s->options->r << s->options->m;
  if (!is_cyclic(s)) {
    memcpy(s->table, x, 2 * half * sizeof *x);
    return;
  }
  minip__orbits_expand(s->table, x, &s->orbits);
  minip__orbits_expand(s->table + half, x + s->dim / 2, &s->orbits);
}

/* s->x from s->table. */
static void read_table(search_t *s)
{
  size_t half = s->options->r << s->options->m;
  if (!is_cyclic(s)) {
    memcpy(s->x, s->table, 2 * half * sizeof *s->x);
    return;
  }
  minip__orbits_gather(s->x, s->table, &s->orbits);
  minip__orbits_gather(s->x + s->dim / 2, s->table + half, &s->orbits);
}

/* A long search is saved where it would start again anyway; what comes after is the same with and without a stop. */
static minip_status_t save(void *data, const double *x, size_t steps, minip_error_t err)
{
  search_t *s = data;
  minip__position_t now = s->position;
  now.steps += steps;
  fill_table(s, x);
  return minip__checkpoint_write(s->options->checkpoint, s->table, &now, err);
}

static minip_status_t stage(minip__minimum_t *minimum, search_t *s, minip_error_t err)
{
  const minip_train_full_options_t *o = s->options;
  size_t done = s->position.steps;
  minip__problem_t problem = {.objective = minip__cube_whole, .sizes = minip__cube_sizes, .data = &s->cube, .dim = s->dim, .refresh = REFRESH,
                              .goal = GOAL, .gain = ldexp(is_cyclic(s) ? CYCLIC_GAIN : GAIN, -(int)s->position.doublings), .steps = o->steps - done,
                              .progress = o->progress, .progress_data = o->data, .progress_base = done, .progress_total = o->steps,
                              .rest = o->checkpoint ? save : NULL, .rest_data = s};
  s->cube.doublings = s->orbits.cube.doublings = (unsigned)s->position.doublings;
  if (is_cyclic(s))
    problem.objective = minip__orbits_whole, problem.sizes = minip__orbits_sizes, problem.data = &s->orbits;
  minip_status_t st = minip__minimise(minimum, s->x, &problem, err);
  s->position.steps += minimum->steps;
  return st;
}

/* Sharpen the smoothing until all ratios are below 1. After a resumed start the basis stays as it was saved. */
static minip_status_t fit(minip_train_full_t full, search_t *s, int is_resumed, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip__minimum_t minimum = {0};
  full->violation = INFINITY;
  for (; st == MINIP_OK && s->position.doublings <= LAST_DOUBLINGS && !minimum.reached && s->position.steps < s->options->steps; s->position.doublings++) {
    if (!is_resumed && is_cyclic(s))
      minip__orbits_regauge(s->x, &s->orbits);
    else if (!is_resumed)
      minip__cube_regauge(s->x, &s->cube);
    is_resumed = 0;
    st = stage(&minimum, s, err);
    full->steps = s->position.steps;
    if (st == MINIP_OK && !isfinite(minimum.value))
      return MINIP_OK; /* outside the domain: what was found so far stands */
    if (st == MINIP_OK && minimum.hard < full->violation) {
      full->violation = minimum.hard;
      memcpy(s->best, s->x, s->dim * sizeof *s->x);
    }
  }
  return st;
}

static void name_position(minip__position_t *position, const search_t *s)
{
  const minip_train_full_options_t *o = s->options;
  *position = (minip__position_t){.m = o->m, .n = o->n, .r = o->r, .seed = o->seed, .doublings = FIRST_DOUBLINGS, .cycle = o->cycle};
  for (size_t i = 0; i < s->orbits.part_count; i++)
    position->frequencies[i] = s->orbits.parts[i].frequency + 1;
}

/* The checkpoint when there is one; else the start file over the random start. */
static minip_status_t begin(int *is_resumed, search_t *s, minip_error_t err)
{
  const minip_train_full_options_t *o = s->options;
  minip_status_t st = MINIP_OK;
  *is_resumed = 0;
  name_position(&s->position, s);
  if (is_cyclic(s))
    minip__orbits_start(s->x, &s->orbits, o->seed);
  else
    minip__cube_start(s->x, &s->cube, o->seed);
  fill_table(s, s->x);
  if (o->checkpoint)
    st = minip__checkpoint_read(is_resumed, s->table, &s->position, o->checkpoint, err);
  if (st == MINIP_OK && !*is_resumed && o->start)
    st = minip__full_read(s->table, o->m, o->r, o->start, err);
  if (st == MINIP_OK && (*is_resumed || o->start))
    read_table(s);
  return st;
}

/* The exact verdict on the integers; anything but `solves` would be a defect of the rounding's own check. */
static minip_status_t prove(minip_train_full_t full, int threads, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_status_t st = minip_train_full_kernel(kernel, full, err);
  if (st == MINIP_OK)
    st = minip_gap_certify(result, kernel, full->n, half, threads, NULL, NULL, err);
  if (st == MINIP_OK && (result->verdict != MINIP_VERDICT_SOLVES || !result->has_error))
    st = minip_error_set(err, MINIP_INTERNAL, "the rounded kernel passed T5 in 64-bit integers but is not certified");
  if (st == MINIP_OK)
    fmpq_set(full->error, result->error);
  minip_kernel_clear(kernel), minip_gap_result_clear(result), fmpq_clear(half);
  return st;
}

static minip_status_t round_best(minip_train_full_t full, search_t *s, minip_error_t err)
{
  size_t entries = full->r << full->m;
  full->phi_q = calloc(entries, sizeof *full->phi_q), full->phi_k = calloc(entries, sizeof *full->phi_k);
  if (!full->phi_q || !full->phi_k)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  fill_table(s, s->best);
  minip__cube_regauge(s->table, &s->cube);
  minip_status_t st = minip__cube_round(&full->found, full->phi_q, full->phi_k, &s->cube, s->table, err);
  if (st == MINIP_OK && !full->found) {
    free(full->phi_q), free(full->phi_k);
    full->phi_q = full->phi_k = NULL;
  }
  return st;
}

static minip_status_t check(const minip_train_full_options_t *o, minip_error_t err)
{
  size_t m = o->m, n = o->n, r = o->r;
  if (m < 1 || m > MINIP_TRAIN_FULL_MAX_M)
    return minip_error_set(err, MINIP_INPUT, "the cube of %zu bits: 1 to %d can be fitted", m, MINIP_TRAIN_FULL_MAX_M);
  if (n < 3 || n > 1000)
    return minip_error_set(err, MINIP_INPUT, "length %zu: 3 to 1000 can be fitted (one feature solves lengths 1 and 2)", n);
  if (r < 1 || r > MINIP_TRAIN_FULL_MAX_RANK)
    return minip_error_set(err, MINIP_INPUT, "rank %zu: 1 to %d can be fitted", r, MINIP_TRAIN_FULL_MAX_RANK);
  if (o->frequencies && !o->cycle)
    return minip_error_set(err, MINIP_INPUT, "frequencies are those of a cycle: its length is needed");
  if (o->start && o->cycle)
    return minip_error_set(err, MINIP_INPUT, "a search under a symmetry begins with its own start, not with a kernel");
  return MINIP_OK;
}

/* One step of a small cube is over in milliseconds: too short to be shared. */
#define LEAST_SHARED_M 10

static size_t threads_of(const minip_train_full_options_t *o)
{
#ifdef _OPENMP
  return o->m < LEAST_SHARED_M ? 1 : (size_t)(o->threads > 0 ? o->threads : omp_get_max_threads());
#else
  (void)o;
  return 1;
#endif
}

/* The problem's tables, then memory for the search. */
static minip_status_t prepare(search_t *s, minip_error_t err)
{
  const minip_train_full_options_t *o = s->options;
  size_t half = o->r << o->m;
  minip_status_t st = MINIP_OK;
  s->dim = 2 * half;
  if (is_cyclic(s)) {
    st = minip__orbits_init(&s->orbits, o->m, o->cycle, o->r, o->frequencies, o->frequency_count, err);
    if (st == MINIP_OK)
      st = minip__cube_init(&s->orbits.cube, o->m, o->n, o->r, s->orbits.first, s->orbits.count, threads_of(o), err);
    s->dim = 2 * o->r * s->orbits.count;
  }
  if (st == MINIP_OK)
    st = minip__cube_init(&s->cube, o->m, o->n, o->r, NULL, 0, threads_of(o), err);
  if (st != MINIP_OK)
    return st;
  s->x = malloc(s->dim * sizeof *s->x), s->best = malloc(s->dim * sizeof *s->best), s->table = malloc(2 * half * sizeof *s->table);
  return s->x && s->best && s->table ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
}

static minip_status_t search(minip_train_full_t full, search_t *s, minip_error_t err)
{
  int is_resumed = 0;
  minip_status_t st = prepare(s, err);
  if (st == MINIP_OK)
    st = begin(&is_resumed, s, err);
  if (st == MINIP_OK)
    st = fit(full, s, is_resumed, err);
  if (st == MINIP_OK && full->violation < 0)
    st = round_best(full, s, err);
  return st == MINIP_OK && full->found ? prove(full, s->options->threads, err) : st;
}

minip_status_t minip_train_full(minip_train_full_t full, const minip_train_full_options_t *options, minip_error_t err)
{
  search_t s = {.options = options};
  minip_train_full_clear(full);
  minip_status_t st = check(options, err);
  if (st != MINIP_OK)
    return st;
  full->m = options->m, full->n = options->n, full->r = options->r;
  st = search(full, &s, err);
  free(s.x), free(s.best), free(s.table);
  minip__cube_clear(&s.cube), minip__cube_clear(&s.orbits.cube);
  minip__orbits_clear(&s.orbits);
  return st;
}

/* ---- results ---- */

minip_status_t minip_train_full_kernel(minip_kernel_t kernel, const minip_train_full_t full, minip_error_t err)
{
  minip_tokens_t cube;
  slong entries = (slong)(full->r << full->m);
  if (!full->found)
    return minip_error_set(err, MINIP_UNDECIDED, "no kernel was found");
  minip_tokens_init(cube);
  fmpz *q = _fmpz_vec_init(entries), *k = _fmpz_vec_init(entries);
  for (slong i = 0; i < entries; i++) {
    fmpz_set_si(q + i, full->phi_q[i]);
    fmpz_set_si(k + i, full->phi_k[i]);
  }
  minip_status_t st = minip_tokens_cube(cube, full->m, err);
  if (st == MINIP_OK)
    st = minip_kernel_set_features(kernel, cube, q, k, full->r, err);
  _fmpz_vec_clear(q, entries), _fmpz_vec_clear(k, entries);
  minip_tokens_clear(cube);
  return st;
}

/* The narrowest signed type that holds every entry, with the entries in it. */
static minip_status_t narrow(minip_array_struct *array, char *name, const int64_t *v, size_t rows, size_t columns, minip_error_t err)
{
  static const minip_dtype_t types[] = {MINIP_DT_I8, MINIP_DT_I16, MINIP_DT_I32, MINIP_DT_I64};
  size_t count = rows * columns, width = 0;
  int64_t largest = 0;
  for (size_t i = 0; i < count; i++)
    largest = llabs(v[i]) > largest ? llabs(v[i]) : largest;
  while (width < 3 && largest >> (8 * ((size_t)1 << width) - 1))
    width++;
  *array = (minip_array_struct){.name = name, .dtype = types[width], .ndim = 2, .shape = {rows, columns}, .size = count, .data = malloc((count << width) + 1)};
  if (!array->data)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; i < count; i++)
    switch (width) {
    case 0: ((int8_t *)array->data)[i] = (int8_t)v[i]; break;
    case 1: ((int16_t *)array->data)[i] = (int16_t)v[i]; break;
    case 2: ((int32_t *)array->data)[i] = (int32_t)v[i]; break;
    default: ((int64_t *)array->data)[i] = v[i];
    }
  return MINIP_OK;
}

minip_status_t minip_train_full_write(const char *path, const minip_train_full_t full, minip_error_t err)
{
  minip_array_struct arrays[2] = {{0}};
  char q[] = "phi_q", k[] = "phi_k";
  size_t rows = (size_t)1 << full->m;
  if (!full->found)
    return minip_error_set(err, MINIP_UNDECIDED, "no kernel was found: nothing to write");
  minip_status_t st = narrow(&arrays[0], q, full->phi_q, rows, full->r, err);
  if (st == MINIP_OK)
    st = narrow(&arrays[1], k, full->phi_k, rows, full->r, err);
  if (st == MINIP_OK)
    st = minip_npz_write(path, arrays, 2, err);
  free(arrays[0].data), free(arrays[1].data);
  return st;
}
