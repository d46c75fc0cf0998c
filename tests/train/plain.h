/* Slow and plain: what the tests of the search on the whole cube compare it with. */
#ifndef MINIP_TESTS_TRAIN_PLAIN_H
#define MINIP_TESTS_TRAIN_PLAIN_H

#include "../lib/test.h"
#include <math.h>
#include <minip/train.h>
#include "../../src/train/internal.h"

/* The cube's objective in double precision, from its definition: (1/p) log of the sum of ratio^p over all pairs of tokens (ratios of W over pairs of
   overlaps, h/W, the floor), for one query. */
static inline double plain_ratios(const minip__cube_t *c, uint32_t x, const double *q, size_t step, const double *keys)
{
  double w[64], h = 0, p = ldexp(1, (int)c->doublings), sum = 0;
  int weight = __builtin_popcount(x);
  for (size_t z = 0; z < c->count; z++) {
    w[z] = 0;
    for (size_t k = 0; k < c->r; k++)
      w[z] += q[k * step] * keys[k * c->count + z];
  }
  h = w[x] / (double)(c->n - 1);
  for (size_t z = 0; z < c->count; z++)
    w[z] += h;
  for (uint32_t z = 0; z < c->count; z++) {
    int s = __builtin_popcount(x & z);
    for (uint32_t other = 0; other < c->count; other++) {
      int gap = __builtin_popcount(x & other) - s;
      if (gap >= 2)
        sum += pow((double)(c->n - 2) * (gap - 1) * w[other] / w[z], p);
    }
    if (s >= weight - 1)
      sum += pow(h / w[z], p);
    sum += pow(exp(-6.2) * w[z] / h, p);
  }
  return sum;
}

/* T5, condition by condition, in __int128: nothing shared with the library. */
static inline int solves(const minip_train_full_t f)
{
  size_t count = (size_t)1 << f->m;
  for (size_t x = 0; x < count; x++) {
    __int128 alpha[512], low[16], high[16];
    for (size_t s = 0; s <= f->m; s++)
      low[s] = -1, high[s] = 0;
    for (size_t z = 0; z < count; z++) {
      alpha[z] = 0;
      for (size_t k = 0; k < f->r; k++)
        alpha[z] += (__int128)f->phi_q[x * f->r + k] * f->phi_k[z * f->r + k];
      if (alpha[z] <= 0)
        return 0;
    }
    for (size_t z = 0; z < count; z++) {
      int s = __builtin_popcountl(x & z);
      __int128 w = alpha[x] + (__int128)(f->n - 1) * alpha[z];
      low[s] = low[s] < 0 || w < low[s] ? w : low[s], high[s] = w > high[s] ? w : high[s];
    }
    for (size_t s = 0; s <= f->m; s++)
      for (size_t t = s + 2; t <= f->m; t++)
        if (low[s] >= 0 && low[s] <= (__int128)((f->n - 2) * (t - s - 1)) * high[t])
          return 0;
  }
  return 1;
}

#endif
