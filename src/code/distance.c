/* Histograms of distances, and the search for a close word: eight words an instruction where the processor counts bits in vectors. */
#include "distance.h"
#include "../token/internal.h"
#include <string.h>

#define COPIES 4 /* of each counter, so that equal neighbours do not wait for each other */

MINIP__CLONES
static void count_plain(uint64_t counts[MINIP__HALVES], uint64_t x, const uint64_t *rows, size_t count)
{
  uint64_t copies[COPIES][MINIP__HALVES] = {{0}};
  for (size_t j = 0; j < count; j++)
    copies[j % COPIES][__builtin_popcountll(x ^ rows[j]) / 2]++;
  for (size_t c = 0; c < COPIES; c++)
    for (size_t h = 0; h < MINIP__HALVES; h++)
      counts[h] += copies[c][h];
}

MINIP__CLONES
static size_t closer_plain(uint64_t x, const uint64_t *rows, size_t count, unsigned d)
{
  size_t j = 0;
  while (j < count && (unsigned)__builtin_popcountll(x ^ rows[j]) >= d)
    j++;
  return j;
}

void minip__count_halves_plain(uint64_t counts[MINIP__HALVES], uint64_t x, const uint64_t *rows, size_t count, unsigned most)
{
  (void)most;
  count_plain(counts, x, rows, count);
}

size_t minip__first_closer_plain(uint64_t x, const uint64_t *rows, size_t count, unsigned d) { return closer_plain(x, rows, count, d); }

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx512f,avx512vpopcntdq,avx512bw")))
#define FULL 255 /* a byte counts so far */

/* Eight counters of one byte in each of eight lanes. */
WIDE static inline void empty(uint64_t *counts, __m512i sum)
{
  uint8_t bytes[64];
  _mm512_storeu_si512(bytes, sum);
  for (size_t lane = 0; lane < 8; lane++)
    for (size_t b = 0; b < 8; b++)
      counts[b] += bytes[8 * lane + b];
}

/* Half distance h is counted in byte h % 8 of register h / 8: by adding 1 << 8h shifted down by 64 for every register before, and a shift outside 0..63 gives 0.
   A distance is 2h, so 8h is four times it. count is a multiple of 8; registers = most / 8 + 1 is a constant wherever this is inlined. */
WIDE static inline __attribute__((always_inline)) void count_wide(uint64_t *counts, uint64_t x, const uint64_t *rows, size_t count, const size_t registers)
{
  const __m512i word = _mm512_set1_epi64((long long)x), one = _mm512_set1_epi64(1);
  for (size_t j = 0; j < count;) {
    size_t end = count - j > 8 * FULL ? j + 8 * FULL : count;
    __m512i sum[5];
    for (size_t r = 0; r < registers; r++)
      sum[r] = _mm512_setzero_si512();
    for (; j < end; j += 8) {
      __m512i shift = _mm512_slli_epi64(_mm512_popcnt_epi64(_mm512_xor_si512(word, _mm512_loadu_si512(rows + j))), 2);
      for (size_t r = 0; r < registers; r++)
        sum[r] = _mm512_add_epi64(sum[r], _mm512_sllv_epi64(one, _mm512_sub_epi64(shift, _mm512_set1_epi64(64 * (long long)r))));
    }
    for (size_t r = 0; r < registers; r++)
      empty(counts + 8 * r, sum[r]);
  }
}

WIDE static void count_avx512(uint64_t counts[MINIP__HALVES], uint64_t x, const uint64_t *rows, size_t count, unsigned most)
{
  uint64_t all[40] = {0};
  size_t whole = count / 8 * 8;
  switch (most / 8) {
  case 0: count_wide(all, x, rows, whole, 1); break;
  case 1: count_wide(all, x, rows, whole, 2); break;
  case 2: count_wide(all, x, rows, whole, 3); break;
  case 3: count_wide(all, x, rows, whole, 4); break;
  default: count_wide(all, x, rows, whole, 5); break;
  }
  for (size_t h = 0; h < MINIP__HALVES; h++)
    counts[h] += all[h];
  for (size_t j = whole; j < count; j++)
    counts[__builtin_popcountll(x ^ rows[j]) / 2]++;
}

WIDE static size_t closer_avx512(uint64_t x, const uint64_t *rows, size_t count, unsigned d)
{
  const __m512i word = _mm512_set1_epi64((long long)x), least = _mm512_set1_epi64(d);
  size_t j = 0;
  for (; j + 16 <= count; j += 16) {
    __m512i a = _mm512_popcnt_epi64(_mm512_xor_si512(word, _mm512_loadu_si512(rows + j)));
    __m512i b = _mm512_popcnt_epi64(_mm512_xor_si512(word, _mm512_loadu_si512(rows + j + 8)));
    if (_mm512_cmplt_epu64_mask(_mm512_min_epu64(a, b), least))
      break;
  }
  while (j < count && (unsigned)__builtin_popcountll(x ^ rows[j]) >= d)
    j++;
  return j;
}

static int is_wide(void)
{
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bw");
}
#else
static int is_wide(void) { return 0; }
#define count_avx512 minip__count_halves_plain
#define closer_avx512 minip__first_closer_plain
#endif

void minip__count_halves(uint64_t counts[MINIP__HALVES], uint64_t x, const uint64_t *rows, size_t count, unsigned most)
{
  (is_wide() ? count_avx512 : minip__count_halves_plain)(counts, x, rows, count, most);
}

size_t minip__first_closer(uint64_t x, const uint64_t *rows, size_t count, unsigned d)
{
  return (is_wide() ? closer_avx512 : minip__first_closer_plain)(x, rows, count, d);
}
