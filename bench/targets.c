/* All-pairs targets: processor seconds of minip_target_compute, and the machine's own peak of AND and popcount on data in registers.

   Usage: bench/targets TOKENS BITS THREADS. Work is counted as TOKENS^2 * words pairs of words; the computation uses the symmetry of the
   overlaps, so it does half of that. bench/targets.sh compares with numpy. */
#include <minip/target.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "../src/target/internal.h"

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t next(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* The inner loop alone, on tiles that stay in the first cache: words of AND and popcount per processor second. */
static double peak(size_t words)
{
  size_t tiles = 8;
  uint64_t mins[64], rng = 88172645463325252ull;
  minip__tiles_t t = {tiles, words, tiles * MINIP__LANES, aligned_alloc(64, tiles * words * MINIP__LANES * sizeof(uint64_t))};
  minip__scan_t scan = minip__scan_best();
  if (!t.bits)
    exit(1);
  for (size_t i = 0; i < tiles * words * MINIP__LANES; i++)
    t.bits[i] = next(&rng);
  double start = seconds(), done = 0;
  while (seconds() - start < 1)
    for (int k = 0; k < 2000; k++, done += (double)(tiles * MINIP__LANES * MINIP__LANES * words))
      scan(mins, &t, 0);
  done /= seconds() - start;
  free(t.bits);
  return done;
}

int main(int argc, char **argv)
{
  size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 65536, m = argc > 2 ? strtoul(argv[2], NULL, 10) : 1024;
  int threads = argc > 3 ? atoi(argv[3]) : 0;
  minip_error_t err;
  minip_tokens_t tokens;
  uint64_t rng = 1234567;
  minip_tokens_init(tokens);
  uint32_t *targets = calloc(count + 1, sizeof *targets);
  if (!targets || minip_tokens_alloc(tokens, count, m, err) != MINIP_OK)
    return 1;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < m; j++)
      minip_token_set_bit(minip_token_row(tokens, i), j, (int)(next(&rng) & 1));
  double top = peak(tokens->words), start = seconds();
  minip_target_compute(targets, NULL, tokens, threads);
  double used = seconds() - start, done = 0.5 * (double)count * (double)count * (double)tokens->words;
  printf("minip %.2f s of processor time; %.2f of the inner loop's peak of %.1f billion words a second\n", used, done / used / top, top / 1e9);
  free(targets);
  minip_tokens_clear(tokens);
  return 0;
}
