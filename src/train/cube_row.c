/* One query's part of the search on the whole cube.

   T5 asks, for overlaps s < t with D = t - s >= 2, that R = (n-2)(D-1) W(x,z')/W(x,z) < 1 for all z at s, z' at t, and alpha(x,z) = W - h > 0, where
   it is enough to ask h/W(x,z) < 1 at overlaps >= |x| - 1 (the others follow). A third ratio, FLOOR * W(x,z)/h(x), keeps
   alpha(x,x) from vanishing: without it the search falls into that trap at once. Smoothed: (1/p) log sum of ratio^p, p = 2^k. Per class,
   sums of (W/max)^p and (min/W)^p by repeated squaring of numbers in [0,1]; the rest in logarithms; so nothing overflows. */
#include "internal.h"
#include <math.h>

#define LOG_FLOOR (-6.2)
#define MAX_CLASSES (MINIP_TRAIN_FULL_MAX_M + 1)

typedef struct {
  uint32_t weight;
  size_t begin[MAX_CLASSES + 1];             /* of each overlap's tokens in the sorted order */
  double high[MAX_CLASSES], low[MAX_CLASSES]; /* log of the largest and the least W */
  double high_sum[MAX_CLASSES], low_sum[MAX_CLASSES];
  double high_norm[MAX_CLASSES], low_norm[MAX_CLASSES]; /* log of the p-norms of W and of 1/W */
  double high_share[MAX_CLASSES], low_share[MAX_CLASSES];
  double h_share;
} row_t;

static void power_up(float *v, size_t count, unsigned doublings)
{
  for (unsigned k = 0; k < doublings; k++)
#pragma omp simd
    for (size_t i = 0; i < count; i++)
      v[i] *= v[i];
}

static double sum_of(const float *v, size_t count)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t i = 0; i < count; i++)
    sum += v[i];
  return (double)sum;
}

static void class_norms(row_t *row, minip__cube_t *c, uint32_t s)
{
  size_t begin = row->begin[s], count = row->begin[s + 1] - begin;
  const float *v = c->sorted + begin;
  float *high = c->high + begin, *low = c->low + begin, largest = v[0], least = v[0];
  double p = ldexp(1, (int)c->doublings);
#pragma omp simd reduction(max : largest) reduction(min : least)
  for (size_t i = 0; i < count; i++) {
    largest = v[i] > largest ? v[i] : largest;
    least = v[i] < least ? v[i] : least;
  }
#pragma omp simd
  for (size_t i = 0; i < count; i++) {
    high[i] = v[i] / largest;
    low[i] = least / v[i];
  }
  power_up(high, count, c->doublings);
  power_up(low, count, c->doublings);
  row->high[s] = log((double)largest), row->low[s] = log((double)least);
  row->high_sum[s] = sum_of(high, count), row->low_sum[s] = sum_of(low, count);
  row->high_norm[s] = row->high[s] + log(row->high_sum[s]) / p;
  row->low_norm[s] = log(row->low_sum[s]) / p - row->low[s];
}

static double max2(double a, double b) { return a > b ? a : b; }

/* The largest smoothed ratio, and in *hard the largest of T5's own. */
static double largest_ratio(double *hard, const row_t *row, const minip__cube_t *c, double log_h)
{
  double top = -INFINITY;
  *hard = -INFINITY;
  for (uint32_t s = 0; s <= row->weight; s++) {
    for (uint32_t t = s + 2; t <= row->weight; t++) {
      top = max2(top, c->log_gap[t - s] + row->high_norm[t] + row->low_norm[s]);
      *hard = max2(*hard, c->log_gap[t - s] + row->high[t] - row->low[s]);
    }
    if (s + 1 >= row->weight) {
      top = max2(top, log_h + row->low_norm[s]);
      *hard = max2(*hard, log_h - row->low[s]);
    }
    top = max2(top, LOG_FLOOR + row->high_norm[s] - log_h);
  }
  return top;
}

/* Sum of (ratio/top)^p, and each class's share in it. */
static double shares(row_t *row, const minip__cube_t *c, double log_h, double top)
{
  double p = ldexp(1, (int)c->doublings), total = 0;
  for (uint32_t s = 0; s <= row->weight; s++)
    row->high_share[s] = row->low_share[s] = 0;
  row->h_share = 0;
  for (uint32_t s = 0; s <= row->weight; s++) {
    for (uint32_t t = s + 2; t <= row->weight; t++) {
      double e = exp(p * (c->log_gap[t - s] + row->high_norm[t] + row->low_norm[s] - top));
      total += e, row->high_share[t] += e, row->low_share[s] += e;
    }
    if (s + 1 >= row->weight) {
      double e = exp(p * (log_h + row->low_norm[s] - top));
      total += e, row->low_share[s] += e, row->h_share += e;
    }
    double e = exp(p * (LOG_FLOOR + row->high_norm[s] - log_h - top));
    total += e, row->high_share[s] += e, row->h_share -= e;
  }
  return total;
}

static void gradient(const row_t *row, minip__cube_t *c, double total)
{
  for (uint32_t s = 0; s <= row->weight; s++) {
    float up = (float)(row->high_share[s] / (total * row->high_sum[s])), down = (float)(row->low_share[s] / (total * row->low_sum[s]));
#pragma omp simd
    for (size_t i = row->begin[s]; i < row->begin[s + 1]; i++)
      c->sorted[i] = (up * c->high[i] - down * c->low[i]) / c->sorted[i];
  }
}

/* Class s of a query of weight a has C(a,s) 2^(m-a) tokens. */
static void class_sizes(row_t *row, const minip__cube_t *c, uint32_t weight)
{
  size_t size = c->count >> weight;
  row->weight = weight;
  row->begin[0] = 0;
  for (uint32_t s = 0; s <= weight; s++) {
    row->begin[s + 1] = row->begin[s] + size;
    size = size * (weight - s) / (s + 1);
  }
}

double minip__cube_row(double *gh, double *hard, minip__cube_t *c, uint32_t x, double h)
{
  row_t row;
  const uint16_t *order = c->order + (size_t)x * c->count;
  double log_h = log(h);
  class_sizes(&row, c, (uint32_t)__builtin_popcount(x));
  for (size_t i = 0; i < c->count; i++)
    c->sorted[i] = c->w[order[i]];
  for (uint32_t s = 0; s <= row.weight; s++)
    class_norms(&row, c, s);
  double top = largest_ratio(hard, &row, c, log_h), total = shares(&row, c, log_h, top);
  gradient(&row, c, total);
  for (size_t i = 0; i < c->count; i++)
    c->w[order[i]] = c->sorted[i];
  *gh = row.h_share / (total * h);
  return top + log(total) / ldexp(1, (int)c->doublings);
}
