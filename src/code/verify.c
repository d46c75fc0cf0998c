/* What is true of a code: all pairs, by tiles that stay in the cache, on all cores. */
#include "internal.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define TILE_BYTES ((size_t)1 << 15) /* words of one tile */
#define ROW_COUNTS ((size_t)1 << 16) /* counters of the rows that share a tile */
#define LANES 4                      /* copies of each counter, so that equal neighbours do not wait for each other */

typedef struct {
  const minip_code_struct *code;
  const uint32_t *weight;   /* of each word */
  const uint64_t *row0;     /* word 0's numbers: n + 1 */
  size_t rows, tile;        /* words i handled together; words j per tile */
  size_t done;              /* atomically */
} job_t;

/* What one thread has found. */
typedef struct {
  uint64_t *pairs;                  /* n + 1 */
  size_t min_distance, closest;     /* least distance and the least i that meets it */
  size_t min_overlap, max_overlap;
  size_t variant;
} found_t;

void minip_code_measures_init(minip_code_measures_t measures) { memset(measures, 0, sizeof *measures); }

void minip_code_measures_clear(minip_code_measures_t measures)
{
  free(measures->pairs);
  measures->pairs = NULL;
}

void minip_code_average(fmpq_t a, const minip_code_measures_t measures, size_t distance)
{
  fmpz_set_ui(fmpq_numref(a), measures->pairs[distance]);
  fmpz_set_ui(fmpq_denref(a), measures->size);
  fmpq_canonicalise(a);
}

/* Count the distances from word i to words begin..end-1 (i is none of them) into counts[LANES][n+1]; overlaps is scratch. */
static void count_segment(uint32_t *counts, found_t *f, uint32_t *overlaps, const job_t *job, size_t i, size_t begin, size_t end)
{
  if (begin >= end)
    return;
  const size_t stride = minip_code_n(job->code) + 1, len = end - begin;
  const uint32_t wi = job->weight[i], *wj = job->weight + begin;
  minip_token_overlaps(overlaps, minip_code_word(job->code, i), job->code->words, begin, end);
  uint32_t lo = UINT32_MAX, hi = 0;
  for (size_t j = 0; j < len; j++) {
    lo = overlaps[j] < lo ? overlaps[j] : lo;
    hi = overlaps[j] > hi ? overlaps[j] : hi;
  }
  f->min_overlap = lo < f->min_overlap ? lo : f->min_overlap;
  f->max_overlap = hi > f->max_overlap ? hi : f->max_overlap;
  for (size_t j = 0; j < len; j++)
    counts[(j % LANES) * stride + wi + wj[j] - 2 * overlaps[j]]++;
}

/* The lanes of word i are complete: add them up and compare. */
static void finish_row(found_t *f, uint32_t *counts, const job_t *job, size_t i)
{
  const size_t n = minip_code_n(job->code);
  for (size_t d = n + 1; d-- > 0;) {
    uint64_t sum = 0;
    for (size_t lane = 0; lane < LANES; lane++)
      sum += counts[lane * (n + 1) + d];
    f->pairs[d] += sum;
    if (sum && (d < f->min_distance || (d == f->min_distance && i < f->closest)))
      f->min_distance = d, f->closest = i;
    if (job->row0 && sum != job->row0[d] && i < f->variant)
      f->variant = i;
  }
}

/* Words first..last-1 against all, tile by tile. */
static void count_rows(found_t *f, uint32_t *counts, uint32_t *overlaps, const job_t *job, size_t first, size_t last)
{
  const size_t size = minip_code_size(job->code), lanes = LANES * (minip_code_n(job->code) + 1);
  memset(counts, 0, (last - first) * lanes * sizeof *counts);
  for (size_t begin = 0; begin < size; begin += job->tile) {
    size_t end = begin + job->tile < size ? begin + job->tile : size;
    for (size_t i = first; i < last; i++) {
      uint32_t *c = counts + (i - first) * lanes;
      int inside = begin <= i && i < end;
      count_segment(c, f, overlaps, job, i, begin, inside ? i : end);
      if (inside)
        count_segment(c, f, overlaps, job, i, i + 1, end);
    }
  }
  for (size_t i = first; i < last; i++)
    finish_row(f, counts + (i - first) * lanes, job, i);
}

static int found_init(found_t *f, const job_t *job)
{
  *f = (found_t){.min_distance = (size_t)-1, .closest = (size_t)-1, .min_overlap = (size_t)-1, .variant = (size_t)-1};
  f->pairs = calloc(minip_code_n(job->code) + 1, sizeof *f->pairs);
  return f->pairs != NULL;
}

static void merge(minip_code_measures_struct *m, const found_t *f)
{
  for (size_t d = 0; d <= m->n; d++)
    m->pairs[d] += f->pairs[d];
  if (f->min_distance < m->min_distance || (f->min_distance == m->min_distance && f->closest < m->closest[0]))
    m->min_distance = f->min_distance, m->closest[0] = f->closest;
  m->min_overlap = f->min_overlap < m->min_overlap ? f->min_overlap : m->min_overlap;
  m->max_overlap = f->max_overlap > m->max_overlap ? f->max_overlap : m->max_overlap;
  m->variant = f->variant < m->variant ? f->variant : m->variant;
}

/* One thread's share. 0 when memory is short. */
static int work(minip_code_measures_struct *m, job_t *job, void (*progress)(size_t, size_t, void *), void *data)
{
  const size_t size = minip_code_size(job->code), blocks = (size + job->rows - 1) / job->rows;
  found_t f;
  uint32_t *counts = malloc(job->rows * LANES * (m->n + 1) * sizeof *counts);
  uint32_t *overlaps = malloc(job->tile * sizeof *overlaps);
  int ok = found_init(&f, job) && counts && overlaps;
#pragma omp for schedule(dynamic)
  for (size_t b = 0; b < blocks; b++) {
    size_t first = b * job->rows, last = first + job->rows < size ? first + job->rows : size;
    if (!ok)
      continue;
    count_rows(&f, counts, overlaps, job, first, last);
    size_t done;
#pragma omp atomic capture
    done = job->done += last - first;
    if (progress && omp_get_thread_num() == 0)
      progress(done, size, data);
  }
#pragma omp critical(minip_measure_merge)
  if (ok)
    merge(m, &f);
  free(counts), free(overlaps), free(f.pairs);
  return ok;
}

/* Word 0's own numbers, to compare the others with. */
static int first_row(uint64_t *row0, const job_t *job)
{
  found_t f;
  uint32_t *counts = malloc(LANES * (minip_code_n(job->code) + 1) * sizeof *counts);
  uint32_t *overlaps = malloc(job->tile * sizeof *overlaps);
  int ok = found_init(&f, job) && counts && overlaps;
  if (ok) {
    count_rows(&f, counts, overlaps, job, 0, 1);
    memcpy(row0, f.pairs, (minip_code_n(job->code) + 1) * sizeof *row0);
  }
  free(counts), free(overlaps), free(f.pairs);
  return ok;
}

static void weigh(minip_code_measures_struct *m, uint32_t *weight, const minip_code_struct *code)
{
  m->other_weight = (size_t)-1;
  m->min_weight = (size_t)-1;
  m->max_weight = 0;
  for (size_t i = 0; i < m->size; i++) {
    size_t w = minip_token_weight(minip_code_word(code, i), code->words->words);
    weight[i] = (uint32_t)w;
    m->min_weight = w < m->min_weight ? w : m->min_weight;
    m->max_weight = w > m->max_weight ? w : m->max_weight;
    if (w != weight[0] && m->other_weight == (size_t)-1)
      m->other_weight = i;
  }
  m->constant_weight = m->other_weight == (size_t)-1;
}

/* The least j at the least distance from word closest[0]; it comes later, since the least i was taken. */
static void find_partner(minip_code_measures_struct *m, const uint32_t *weight, const minip_code_struct *code)
{
  size_t i = m->closest[0];
  for (size_t j = i + 1; j < m->size; j++)
    if (weight[i] + weight[j] - 2 * minip_token_overlap(minip_code_word(code, i), minip_code_word(code, j), code->words->words) == m->min_distance) {
      m->closest[1] = j;
      return;
    }
}

static minip_status_t measure_pairs(minip_code_measures_struct *m, job_t *job, uint64_t *row0, int threads,
                                    void (*progress)(size_t, size_t, void *), void *data, minip_error_t err)
{
  int failed = !first_row(row0, job);
  job->row0 = row0;
  if (!failed)
#pragma omp parallel num_threads(threads > 0 ? threads : omp_get_max_threads()) reduction(| : failed)
    failed |= !work(m, job, progress, data);
  if (failed)
    return minip_error_set(err, MINIP_LIMIT, "out of memory measuring a code");
  return MINIP_OK;
}

static size_t at_least_1(size_t x) { return x > 0 ? x : 1; }

minip_status_t minip_code_measure(minip_code_measures_t measures, const minip_code_t code, int threads,
                                  void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err)
{
  minip_code_measures_struct *m = measures;
  const size_t n = minip_code_n(code), size = minip_code_size(code);
  if (size >> 31)
    return minip_error_set(err, MINIP_LIMIT, "%zu words: at most 2^31 - 1 can be measured", size);
  minip_code_measures_clear(measures);
  *m = (minip_code_measures_struct){.n = n, .size = size, .min_distance = (size_t)-1, .closest = {(size_t)-1, (size_t)-1},
                                    .min_overlap = (size_t)-1, .variant = (size_t)-1};
  uint32_t *weight = malloc(at_least_1(size) * sizeof *weight);
  uint64_t *row0 = calloc(n + 1, sizeof *row0);
  m->pairs = calloc(n + 1, sizeof *m->pairs);
  job_t job = {.code = code, .weight = weight, .rows = at_least_1(ROW_COUNTS / (LANES * (n + 1))),
               .tile = at_least_1(TILE_BYTES / at_least_1(code->words->words * sizeof(uint64_t)))};
  job.rows = job.rows > 64 ? 64 : job.rows;
  minip_status_t st = MINIP_OK;
  if (!weight || !row0 || !m->pairs)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory measuring a code");
  else {
    weigh(m, weight, code);
    if (n <= 64 && size > 1 && m->constant_weight)
      minip__measure_narrow(m, code, threads, progress, data);
    else if (size > 0)
      st = measure_pairs(m, &job, row0, threads, progress, data, err);
    if (st == MINIP_OK && size > 1)
      find_partner(m, weight, code);
    if (st == MINIP_OK && progress)
      progress(size, size, data);
  }
  if (size < 2)
    m->min_overlap = m->max_overlap = 0;
  if (size == 0)
    m->min_weight = 0;
  if (st == MINIP_OK)
    m->duplicates = m->pairs[0] / 2;
  m->distance_invariant = m->variant == (size_t)-1;
  free(weight), free(row0);
  return st;
}
