/* All-pairs Min-IP targets.

   The overlaps are symmetric, so each pair of tiles is met once and serves both sides. A tile is MINIP__LANES tokens with their words
   interleaved: one word of a query against one row of the tile gives MINIP__LANES overlaps at once and needs no horizontal sum. */
#include "../num/debug.h"
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static uint64_t lane_word(const minip_tokens_struct *t, size_t token, size_t word)
{
  return token < t->count ? t->bits[token * t->words + word] : UINT64_MAX;
}

static int make_tiles(minip__tiles_t *tiles, const minip_tokens_struct *t)
{
  size_t total, bytes;
  tiles->count = t->count;
  tiles->words = t->words;
  tiles->tiles = t->count / MINIP__LANES + (t->count % MINIP__LANES != 0);
  if (__builtin_mul_overflow(tiles->tiles * MINIP__LANES, t->words, &total) || __builtin_mul_overflow(total, sizeof(uint64_t), &bytes))
    return 0;
  tiles->bits = aligned_alloc(64, (bytes + 64) / 64 * 64);
  if (!tiles->bits)
    return 0;
  for (size_t tile = 0; tile < tiles->tiles; tile++)
    for (size_t w = 0; w < t->words; w++)
      for (size_t lane = 0; lane < MINIP__LANES; lane++)
        tiles->bits[(tile * t->words + w) * MINIP__LANES + lane] = lane_word(t, tile * MINIP__LANES + lane, w);
  return 1;
}

/* One query against the whole sequence; *argmin = the least position that attains it. */
static uint32_t scan_query(size_t *argmin, const minip_tokens_struct *t, size_t i)
{
  uint32_t overlaps[256], best = UINT32_MAX;
  for (size_t begin = 0; begin < t->count; begin += 256) {
    size_t end = begin + 256 < t->count ? begin + 256 : t->count;
    minip_token_overlaps(overlaps, t->bits + i * t->words, t, begin, end);
    for (size_t j = begin; j < end; j++)
      if (overlaps[j - begin] < best) {
        best = overlaps[j - begin];
        *argmin = j;
      }
  }
  return best;
}

static int thread_count(int threads, size_t work)
{
#ifdef _OPENMP
  int n = threads > 0 ? threads : omp_get_max_threads();
  return work < 1u << 22 ? 1 : n;
#else
  (void)threads, (void)work;
  return 1;
#endif
}

/* Each thread keeps minima of its own, since a pair of tiles writes to both sides; they are merged at the end. */
static int scan_all(uint32_t *targets, const minip__tiles_t *tiles, int threads)
{
  size_t padded = tiles->tiles * MINIP__LANES, n = (size_t)threads;
  minip__scan_t scan = minip__scan_best();
  uint64_t *mins = malloc((padded * n + 1) * sizeof *mins);
  if (!mins)
    return 0;
  memset(mins, 0xff, padded * n * sizeof *mins);
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
  for (size_t first = 0; first < tiles->tiles; first++) {
#ifdef _OPENMP
    scan(mins + padded * (size_t)omp_get_thread_num(), tiles, first);
#else
    scan(mins, tiles, first);
#endif
  }
  for (size_t i = 0; i < tiles->count; i++) {
    uint64_t best = UINT64_MAX;
    for (size_t k = 0; k < n; k++)
      best = mins[padded * k + i] < best ? mins[padded * k + i] : best;
    targets[i] = (uint32_t)best;
  }
  free(mins);
  return 1;
}

/* With positions wanted, or when memory for the tiles is short: query by query, which needs no memory. */
static void scan_each(uint32_t *targets, uint32_t *argmin, const minip_tokens_struct *t, int threads)
{
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
  for (size_t i = 0; i < t->count; i++) {
    size_t at = 0;
    targets[i] = scan_query(&at, t, i);
    if (argmin)
      argmin[i] = (uint32_t)at;
  }
}

#ifdef MINIP_DEBUG
/* Tile by tile and query by query agree. */
static void check_scan(const uint32_t *targets, const minip_tokens_struct *t)
{
  for (size_t i = 0, at; i < t->count; i++)
    MINIP__CHECK(targets[i] == scan_query(&at, t, i));
}
#endif

void minip_target_compute(uint32_t *targets, uint32_t *argmin, const minip_tokens_t sequence, int threads)
{
  minip__tiles_t tiles = {0};
  int n = thread_count(threads, sequence->count * sequence->count * (sequence->words + 1));
  int done = !argmin && sequence->count > 2 * MINIP__LANES && make_tiles(&tiles, sequence) && scan_all(targets, &tiles, n);
  if (!done)
    scan_each(targets, argmin, sequence, n);
#ifdef MINIP_DEBUG
  if (done)
    check_scan(targets, sequence);
#endif
  free(tiles.bits);
}

uint32_t minip_target_query(size_t *argmin, const minip_tokens_t sequence, size_t i)
{
  size_t at = 0;
  uint32_t target = scan_query(&at, sequence, i);
  if (argmin)
    *argmin = at;
  return target;
}
