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

static void class_norms(row_t *row, const minip__cube_t *c, minip__lane_t *lane, uint32_t s)
{
  size_t begin = row->begin[s];
  float bounds[4];
  double p = ldexp(1, (int)c->doublings);
  minip__vector_powers(lane->high + begin, lane->low + begin, bounds, lane->sorted + begin, row->begin[s + 1] - begin, c->doublings);
  row->high[s] = log((double)bounds[0]), row->low[s] = log((double)bounds[1]);
  row->high_sum[s] = (double)bounds[2], row->low_sum[s] = (double)bounds[3];
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

static void gradient(const row_t *row, minip__lane_t *lane, double total)
{
  for (uint32_t s = 0; s <= row->weight; s++) {
    size_t begin = row->begin[s];
    float up = (float)(row->high_share[s] / (total * row->high_sum[s])), down = (float)(row->low_share[s] / (total * row->low_sum[s]));
    minip__vector_slope(lane->sorted + begin, lane->high + begin, lane->low + begin, up, down, row->begin[s + 1] - begin);
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

double minip__cube_row(double *gh, double *hard, const minip__cube_t *c, minip__lane_t *lane, float *w, size_t query, double h)
{
  row_t row;
  const uint16_t *order = c->order + query * c->count;
  double log_h = log(h);
  class_sizes(&row, c, (uint32_t)__builtin_popcount(c->queries[query]));
  for (size_t i = 0; i < c->count; i++)
    lane->sorted[i] = w[order[i]];
  for (uint32_t s = 0; s <= row.weight; s++)
    class_norms(&row, c, lane, s);
  double top = largest_ratio(hard, &row, c, log_h), total = shares(&row, c, log_h, top);
  gradient(&row, lane, total);
  for (size_t i = 0; i < c->count; i++)
    w[order[i]] = lane->sorted[i];
  *gh = row.h_share / (total * h);
  return top + log(total) / ldexp(1, (int)c->doublings);
}
