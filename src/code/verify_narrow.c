/* The distances of codes of one weight and at most 64 bits: word against word, or, for short words, all 2^n points at once.

   By points: a_d(x) = number of code words at distance d from the point x. a_0 counts the words at x themselves, and the sum of a_d over the n neighbours of x
   counts every word at distance d + 1 in d + 1 ways and every word at distance d - 1 in n - d + 1 ways:
       (d + 1) a_(d+1)(x) = sum_i a_d(x + e_i) - (n - d + 1) a_(d-1)(x),
   which is exact in integers: n^2 2^n additions for all distances from all words, however many words there are (the recurrence of the Hamming scheme). */
#include "distance.h"
#include "internal.h"
#include "../token/internal.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define POINT_BITS 24                 /* by points up to this length: three tables of 2^24 numbers */
#define POINT_WORDS ((size_t)1 << 26) /* n times the number of words must fit 32 bits */
#define TILE 2048u                    /* points, or words, handled together: they stay in the first-level cache */
#define ROWS 32                       /* words that share a tile */

typedef struct {
  const minip_code_struct *code;
  minip_code_measures_struct *m;
  unsigned most;                  /* largest half distance possible: min(w, n - w) */
  int threads;
  void (*progress)(size_t done, size_t total, void *data);
  void *data;
  uint64_t row0[MINIP__HALVES];   /* what word 0 sees */
  size_t done;                    /* atomically */
} job_t;

/* What has been found: by one thread, or by all. */
typedef struct {
  uint64_t pairs[MINIP__HALVES];
  size_t half, closest, variant;  /* least half distance, the least word that has it, the least word that differs from word 0 */
} found_t;

/* Word i sees counts[h] others at distance 2h. */
static void add_row(found_t *f, const job_t *job, const uint64_t *counts, size_t i)
{
  for (size_t h = job->most + 1; h-- > 0;) {
    f->pairs[h] += counts[h];
    if (counts[h] && (h < f->half || (h == f->half && i < f->closest)))
      f->half = h, f->closest = i;
    if (counts[h] != job->row0[h] && i < f->variant)
      f->variant = i;
  }
}

static void merge(found_t *all, const found_t *f)
{
  for (size_t h = 0; h < MINIP__HALVES; h++)
    all->pairs[h] += f->pairs[h];
  if (f->half < all->half || (f->half == all->half && f->closest < all->closest))
    all->half = f->half, all->closest = f->closest;
  all->variant = f->variant < all->variant ? f->variant : all->variant;
}

static found_t nothing(void) { return (found_t){.half = (size_t)-1, .closest = (size_t)-1, .variant = (size_t)-1}; }

/* --- word against word --- */

/* Words first .. last-1 against all. */
static void count_rows(found_t *f, const job_t *job, size_t first, size_t last)
{
  const uint64_t *rows = job->code->words->bits;
  const size_t size = minip_code_size(job->code);
  uint64_t counts[ROWS][MINIP__HALVES];
  memset(counts, 0, sizeof counts);
  for (size_t begin = 0; begin < size; begin += TILE) {
    size_t len = size - begin < TILE ? size - begin : TILE;
    for (size_t i = first; i < last; i++)
      minip__count_halves(counts[i - first], rows[i], rows + begin, len, job->most);
  }
  for (size_t i = first; i < last; i++) {
    counts[i - first][0]--; /* itself */
    add_row(f, job, counts[i - first], i);
  }
}

static void by_words(found_t *all, job_t *job)
{
  const size_t size = minip_code_size(job->code), blocks = (size + ROWS - 1) / ROWS;
  minip__count_halves(job->row0, job->code->words->bits[0], job->code->words->bits, size, job->most);
  job->row0[0]--;
#pragma omp parallel num_threads(job->threads)
  {
    found_t f = nothing();
#pragma omp for schedule(dynamic)
    for (size_t b = 0; b < blocks; b++) {
      size_t first = b * ROWS, last = first + ROWS < size ? first + ROWS : size, done;
      count_rows(&f, job, first, last);
#pragma omp atomic capture
      done = job->done += last - first;
      if (job->progress && omp_get_thread_num() == 0)
        job->progress(done, size, job->data);
    }
#pragma omp critical(minip_measure_narrow)
    merge(all, &f);
  }
}

/* --- by points --- */

/* x / divisor for multiples of it: a shift and the inverse of the odd part modulo 2^32 (Newton's iteration doubles the right digits: 3, 6, 12, 24, 48). */
static uint32_t odd_inverse(uint32_t odd)
{
  uint32_t inverse = odd;
  for (int i = 0; i < 4; i++)
    inverse *= 2 - odd * inverse;
  return inverse;
}

/* One step of the recurrence. */
typedef struct {
  const uint32_t *cur;  /* a_d */
  uint32_t *old;        /* a_(d-1), becomes a_(d+1) */
  size_t points, tile;
  uint32_t back, inverse;
  unsigned shift;
} step_t;

/* One tile of a step. Flipped low bits stay inside it, flipped high ones lead to another tile. */
MINIP__CLONES
static void step_tile(const step_t *s, size_t begin)
{
  uint32_t sum[TILE], *out = s->old + begin;
  const size_t len = s->tile;
  for (size_t x = 0; x < len; x++)
    sum[x] = 0u - s->back * out[x];
  for (size_t bit = 1; bit < len; bit *= 2) {
    const uint32_t *in = s->cur + begin;
    for (size_t b = 0; b < len; b += 2 * bit)
      for (size_t j = b; j < b + bit; j++) {
        sum[j] += in[j + bit];
        sum[j + bit] += in[j];
      }
  }
  for (size_t bit = len; bit < s->points; bit *= 2) {
    const uint32_t *in = s->cur + (begin ^ bit);
    for (size_t x = 0; x < len; x++)
      sum[x] += in[x];
  }
  for (size_t x = 0; x < len; x++)
    out[x] = (sum[x] >> s->shift) * s->inverse;
}

static void next_distance(uint32_t *old, const uint32_t *cur, unsigned n, unsigned d, int threads)
{
  const size_t points = (size_t)1 << n, tile = points < TILE ? points : TILE;
  const unsigned shift = (unsigned)__builtin_ctz(d + 1);
  /* a_(-1) = 0: old is zero at first */
  const step_t s = {.cur = cur, .old = old, .points = points, .tile = tile, .back = n - d + 1, .shift = shift, .inverse = odd_inverse((d + 1) >> shift)};
#pragma omp parallel for schedule(static) num_threads(threads)
  for (size_t begin = 0; begin < points; begin += tile)
    step_tile(&s, begin);
}

/* The numbers at distance 2h, seen by every word. */
static void take_half(found_t *f, const uint32_t *a, const job_t *job, size_t h)
{
  const uint64_t *rows = job->code->words->bits;
  const size_t size = minip_code_size(job->code), self = h == 0;
  const size_t first = a[rows[0]] - self;
  for (size_t i = 0; i < size; i++) {
    size_t sees = a[rows[i]] - self;
    f->pairs[h] += sees;
    if (sees && f->half == (size_t)-1)
      f->half = h, f->closest = i; /* halves grow, words too */
    if (sees != first && i < f->variant)
      f->variant = i;
  }
}

/* 0 when memory is short. */
static int by_points(found_t *all, job_t *job)
{
  const unsigned n = (unsigned)minip_code_n(job->code);
  uint32_t *cur = calloc((size_t)1 << n, sizeof *cur), *old = calloc((size_t)1 << n, sizeof *old);
  if (cur && old) {
    for (size_t i = 0; i < minip_code_size(job->code); i++)
      cur[job->code->words->bits[i]]++;
    for (unsigned d = 0; d <= 2 * job->most; d++) {
      if (d % 2 == 0)
        take_half(all, cur, job, d / 2);
      if (job->progress)
        job->progress(d, 2 * job->most + 1, job->data);
      next_distance(old, cur, n, d, job->threads);
      uint32_t *t = cur;
      cur = old, old = t;
    }
  }
  int ok = cur && old;
  free(cur), free(old);
  return ok;
}

/* Is it less work by points? Measured: an addition takes about a third of a comparison of words. */
static int points_pay(const job_t *job)
{
  const size_t n = minip_code_n(job->code), size = minip_code_size(job->code);
  return n <= POINT_BITS && size < POINT_WORDS && ((uint64_t)(2 * job->most + 1) * n << n) / 3 < (uint64_t)size * size;
}

void minip__measure_narrow(minip_code_measures_struct *m, const minip_code_struct *code, int threads, void (*progress)(size_t, size_t, void *), void *data)
{
  const size_t w = m->min_weight;
  job_t job = {.code = code, .m = m, .most = (unsigned)(w < m->n - w ? w : m->n - w), .threads = threads > 0 ? threads : omp_get_max_threads(), .progress = progress, .data = data};
  found_t all = nothing();
  if (!points_pay(&job) || !by_points(&all, &job))
    by_words(&all, &job);
  for (size_t h = 0; h <= job.most; h++) {
    m->pairs[2 * h] = all.pairs[h];
    if (all.pairs[h] && h <= w)
      m->min_overlap = w - h;
  }
  if (all.half != (size_t)-1) {
    m->min_distance = 2 * all.half, m->closest[0] = all.closest;
    m->max_overlap = w - all.half;
  }
  m->variant = all.variant;
}
