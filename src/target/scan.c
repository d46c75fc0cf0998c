/* The inner loop of the all-pairs targets: popcounts of ANDs, tile against tile. */
#include "internal.h"
#include "../token/internal.h"
#include <string.h>

static inline uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

MINIP__CLONES
static void scan_plain(uint64_t *mins, const minip__tiles_t *tiles, size_t first)
{
  size_t words = tiles->words;
  const uint64_t *x = tiles->bits + first * words * MINIP__LANES;
  for (size_t tile = first; tile < tiles->tiles; tile++) {
    const uint64_t *z = tiles->bits + tile * words * MINIP__LANES;
    uint64_t *mine = mins + first * MINIP__LANES, *other = mins + tile * MINIP__LANES;
    for (size_t q = 0; q < MINIP__LANES; q++)
      for (size_t lane = 0; lane < MINIP__LANES; lane++) {
        uint64_t n = 0;
        for (size_t w = 0; w < words; w++)
          n += (uint64_t)__builtin_popcountll(x[w * MINIP__LANES + q] & z[w * MINIP__LANES + lane]);
        mine[q] = smaller(mine[q], n);
        other[lane] = smaller(other[lane], n);
      }
  }
}

void minip__scan_plain(uint64_t *mins, const minip__tiles_t *tiles, size_t first) { scan_plain(mins, tiles, first); }

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx512f,avx512vpopcntdq,avx512vl,avx512bw")))

/* Eight overlaps per instruction: one word of a query, spread over the lanes, against one row of the tile. All eight sums stay in registers. */
WIDE static inline void sums_of_tile(__m512i sum[MINIP__LANES], const uint64_t *x, const uint64_t *z, size_t words)
{
  for (size_t q = 0; q < MINIP__LANES; q++)
    sum[q] = _mm512_setzero_si512();
  for (size_t w = 0; w < words; w++) {
    __m512i row = _mm512_load_si512(z + w * MINIP__LANES);
    for (size_t q = 0; q < MINIP__LANES; q++) {
      __m512i common = _mm512_and_si512(row, _mm512_set1_epi64((long long)x[w * MINIP__LANES + q]));
      sum[q] = _mm512_add_epi64(sum[q], _mm512_popcnt_epi64(common));
    }
  }
}

WIDE static void scan_avx512(uint64_t *mins, const minip__tiles_t *tiles, size_t first)
{
  size_t words = tiles->words;
  const uint64_t *x = tiles->bits + first * words * MINIP__LANES;
  __m512i best[MINIP__LANES], sum[MINIP__LANES];
  for (size_t q = 0; q < MINIP__LANES; q++)
    best[q] = _mm512_set1_epi64(-1);
  for (size_t tile = first; tile < tiles->tiles; tile++) {
    sums_of_tile(sum, x, tiles->bits + tile * words * MINIP__LANES, words);
    __m512i other = _mm512_loadu_si512(mins + tile * MINIP__LANES);
    for (size_t q = 0; q < MINIP__LANES; q++) {
      best[q] = _mm512_min_epu64(best[q], sum[q]);
      other = _mm512_min_epu64(other, sum[q]);
    }
    _mm512_storeu_si512(mins + tile * MINIP__LANES, other);
  }
  for (size_t q = 0; q < MINIP__LANES; q++)
    mins[first * MINIP__LANES + q] = smaller(mins[first * MINIP__LANES + q], _mm512_reduce_min_epu64(best[q]));
}

minip__scan_t minip__scan_best(void)
{
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") ? scan_avx512
                                                                                                                                : minip__scan_plain;
}
#else
minip__scan_t minip__scan_best(void) { return minip__scan_plain; }
#endif
