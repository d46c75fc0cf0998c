/* xorshift64* (Vigna 2016), started from a splitmix64 step so that small seeds differ. */
#include "internal.h"
#include <math.h>

static uint64_t next(minip__random_t *random)
{
  uint64_t x = random->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  random->state = x;
  return x * UINT64_C(2685821657736338717);
}

void minip__random_seed(minip__random_t *random, uint64_t seed)
{
  uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  random->state = z ? z : 1;
}

uint64_t minip__random_below(minip__random_t *random, uint64_t n) { return next(random) % n; }

static double uniform(minip__random_t *random) { return ((double)(next(random) >> 11) + 0.5) * 0x1p-53; }

double minip__random_gauss(minip__random_t *random)
{
  double radius = sqrt(-2 * log(uniform(random)));
  return radius * cos(2 * 3.14159265358979323846 * uniform(random));
}
