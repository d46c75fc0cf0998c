/* The search on the whole cube: its objective. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void sort_by_overlap(minip__cube_t *c)
{
  for (size_t i = 0; i < c->query_count; i++) {
    uint32_t x = c->queries[i];
    size_t at[MINIP_TRAIN_FULL_MAX_M + 2] = {0};
    for (uint32_t z = 0; z < c->count; z++)
      at[__builtin_popcount(x & z) + 1]++;
    for (size_t s = 0; s < c->m; s++)
      at[s + 1] += at[s];
    for (uint32_t z = 0; z < c->count; z++)
      c->order[i * c->count + at[__builtin_popcount(x & z)]++] = (uint16_t)z;
  }
}

static int lane_init(minip__lane_t *lane, const minip__cube_t *c)
{
  lane->w = calloc(MINIP_TILE * c->stride, sizeof(float)), lane->key_gradient = calloc(c->r * c->stride, sizeof(float));
  lane->sorted = calloc(c->stride, sizeof(float)), lane->high = calloc(c->stride, sizeof(float)), lane->low = calloc(c->stride, sizeof(float));
  return lane->w && lane->key_gradient && lane->sorted && lane->high && lane->low;
}

static size_t tiles_of(const minip__cube_t *c) { return (c->query_count + MINIP_TILE - 1) / MINIP_TILE; }

minip_status_t minip__cube_init(minip__cube_t *c, size_t m, size_t n, size_t r, const uint32_t *queries, size_t query_count, size_t threads, minip_error_t err)
{
  memset(c, 0, sizeof *c);
  c->m = m, c->n = n, c->r = r, c->count = (size_t)1 << m, c->doublings = 3;
  c->stride = c->count < 16 ? 16 : c->count;
  for (size_t gap = 2; gap <= m; gap++)
    c->log_gap[gap] = log((double)(n - 2) * (double)(gap - 1));
  c->query_count = queries ? query_count : c->count;
  c->lane_count = threads < tiles_of(c) ? threads : tiles_of(c);
  c->order = malloc(c->query_count * c->count * sizeof *c->order), c->queries = malloc(c->query_count * sizeof *c->queries);
  c->keys = calloc(r * c->stride, sizeof(float)), c->lanes = calloc(c->lane_count, sizeof *c->lanes);
  int enough = c->order && c->queries && c->keys && c->lanes;
  for (size_t i = 0; enough && i < c->lane_count; i++)
    enough = lane_init(&c->lanes[i], c);
  if (!enough)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a search on %zu bits", m);
  for (size_t i = 0; i < c->query_count; i++)
    c->queries[i] = queries ? queries[i] : (uint32_t)i;
  sort_by_overlap(c);
  return MINIP_OK;
}

void minip__cube_clear(minip__cube_t *c)
{
  for (size_t i = 0; c->lanes && i < c->lane_count; i++) {
    minip__lane_t *lane = &c->lanes[i];
    free(lane->w), free(lane->key_gradient), free(lane->sorted), free(lane->high), free(lane->low);
  }
  free(c->order), free(c->queries), free(c->keys), free(c->lanes);
  memset(c, 0, sizeof *c);
}

/* ---- one query ---- */

/* alpha(x,x)/(n-1) from q, the query's features. */
static double self_of(const minip__cube_t *c, uint32_t x, const double *q, size_t step)
{
  double self = 0;
  for (size_t k = 0; k < c->r; k++)
    self += q[k * step] * (double)c->keys[k * c->stride + x];
  return self / (double)(c->n - 1);
}

static int is_inside(const minip__cube_t *c, const float *w) { return minip__vector_min(w, c->count) > 1e-30f; }

/* w, the gradient in W, becomes the gradient in alpha: every W(x,.) also contains alpha(x,x)/(n-1). */
static void into_alpha(float *w, const minip__cube_t *c, uint32_t x, double gh)
{
  w[x] += (float)((minip__vector_sum(w, c->count) + gh) / (double)(c->n - 1));
}

double minip__cube_single(double *g, double *hard, void *data, const double *x)
{
  minip__cube_t *c = data;
  minip__lane_t *lane = &c->lanes[0];
  double gh, h = self_of(c, c->queries[c->query], x, 1);
  if (!(h > 0))
    return INFINITY;
  for (size_t z = 0; z < c->count; z++)
    lane->w[z] = (float)h;
  for (size_t k = 0; k < c->r; k++)
    minip__vector_add(lane->w, (float)x[k], c->keys + k * c->stride, c->count);
  if (!is_inside(c, lane->w))
    return INFINITY;
  double f = minip__cube_row(&gh, hard, c, lane, lane->w, c->query, h);
  into_alpha(lane->w, c, c->queries[c->query], gh);
  for (size_t k = 0; k < c->r; k++)
    g[k] = minip__vector_dot(lane->w, c->keys + k * c->stride, c->count);
  return f;
}

/* ---- all queries: every lane takes a range of them, a tile at a time ---- */

typedef struct {
  size_t first;    /* query, by its number */
  size_t size;
  float q[MINIP_TRAIN_FULL_MAX_RANK][MINIP_TILE];
  float h[MINIP_TILE];
} tile_t;

/* W of the tile's queries in lane->w. Returns 0 when some W is not positive. */
static int fill_tile(double *h, tile_t *t, const minip__cube_t *c, minip__lane_t *lane, const double *v)
{
  memset(t->q, 0, c->r * sizeof *t->q);
  memset(t->h, 0, sizeof t->h);
  for (size_t j = 0; j < t->size; j++) {
    size_t i = t->first + j;
    if (!((h[j] = self_of(c, c->queries[i], v + i, c->query_count)) > 0))
      return 0;
    t->h[j] = (float)h[j];
    for (size_t k = 0; k < c->r; k++)
      t->q[k][j] = (float)v[k * c->query_count + i];
  }
  minip__tile_fill(lane->w, t->q, t->h, c->keys, c->r, c->stride);
  for (size_t j = 0; j < t->size; j++)
    if (!is_inside(c, lane->w + j * c->stride))
      return 0;
  return 1;
}

/* A new reference of the running log-sum-exp: what the lane added so far, queries from begin and the tile's first j, shrinks by the factor. */
static void rescale(double *g, const minip__cube_t *c, minip__lane_t *lane, size_t begin, const tile_t *t, size_t j, double factor)
{
  minip__vector_scale(lane->key_gradient, (float)factor, c->r * c->stride);
  minip__vector_scale(lane->w, (float)factor, j * c->stride);
  for (size_t k = 0; k < c->r; k++)
    for (size_t i = begin; i < t->first; i++)
      g[k * c->query_count + i] *= factor;
  lane->sum *= factor;
}

/* The value f and the gradient of the tile's query j enter the lane's sums. Returns 0 when they are invisible in float. */
static int weigh(double *g, const minip__cube_t *c, minip__lane_t *lane, size_t begin, const tile_t *t, size_t j, double f, double gh)
{
  float *w = lane->w + j * c->stride;
  double p = ldexp(1, (int)c->doublings);
  if (lane->sum == 0 || p * (f - lane->reference) > 40) {
    if (lane->sum > 0)
      rescale(g, c, lane, begin, t, j, exp(p * (lane->reference - f)));
    lane->reference = f;
  }
  double e = exp(p * (f - lane->reference));
  lane->sum += e;
  if (e < 1e-9 * lane->sum)
    return 0;
  into_alpha(w, c, c->queries[t->first + j], gh);
  minip__vector_scale(w, (float)e, c->count);
  return 1;
}

static void run_tile(double *g, const minip__cube_t *c, minip__lane_t *lane, size_t begin, tile_t *t, const double *v)
{
  float dots[MINIP_TRAIN_FULL_MAX_RANK][MINIP_TILE];
  double h[MINIP_TILE], gh, worst;
  int visible = 0;
  lane->is_outside = !fill_tile(h, t, c, lane, v);
  if (lane->is_outside)
    return;
  for (size_t j = 0; j < MINIP_TILE; j++) {
    float *w = lane->w + j * c->stride;
    int counts = 0;
    if (j < t->size) {
      double f = minip__cube_row(&gh, &worst, c, lane, w, t->first + j, h[j]);
      lane->hard = fmax(lane->hard, worst);
      counts = weigh(g, c, lane, begin, t, j, f, gh);
    }
    memset(w + (counts ? c->count : 0), 0, (c->stride - (counts ? c->count : 0)) * sizeof *w);
    visible |= counts;
  }
  if (!visible)
    return;
  minip__tile_gradient(dots, lane->key_gradient, lane->w, (const float (*)[MINIP_TILE])t->q, c->keys, c->r, c->stride);
  for (size_t k = 0; k < c->r; k++)
    for (size_t j = 0; j < t->size; j++)
      g[k * c->query_count + t->first + j] = (double)dots[k][j];
}

static void run_lane(double *g, const minip__cube_t *c, size_t index, const double *v)
{
  minip__lane_t *lane = &c->lanes[index];
  size_t tiles = tiles_of(c), last = tiles * (index + 1) / c->lane_count, begin = tiles * index / c->lane_count * MINIP_TILE;
  tile_t t;
  memset(lane->key_gradient, 0, c->r * c->stride * sizeof(float));
  lane->sum = 0, lane->reference = 0, lane->hard = -INFINITY, lane->is_outside = 0;
  for (size_t x = begin; x < last * MINIP_TILE && x < c->query_count && !lane->is_outside; x += MINIP_TILE) {
    t.first = x, t.size = c->query_count - x < MINIP_TILE ? c->query_count - x : MINIP_TILE;
    run_tile(g, c, lane, begin, &t, v);
  }
}

/* The lanes' sums, in order, on a common reference. Returns the objective. */
static double merge(double *gq, double *gk, double *hard, const minip__cube_t *c)
{
  size_t tiles = tiles_of(c);
  double p = ldexp(1, (int)c->doublings), top = -INFINITY, sum = 0;
  *hard = -INFINITY;
  for (size_t i = 0; i < c->lane_count; i++) {
    if (c->lanes[i].is_outside)
      return INFINITY;
    top = fmax(top, c->lanes[i].reference), *hard = fmax(*hard, c->lanes[i].hard);
  }
  for (size_t i = 0; i < c->lane_count; i++)
    sum += c->lanes[i].sum * exp(p * (c->lanes[i].reference - top));
  for (size_t i = 0; i < c->lane_count; i++) {
    const minip__lane_t *lane = &c->lanes[i];
    double factor = exp(p * (lane->reference - top)) / sum;
    size_t begin = tiles * i / c->lane_count * MINIP_TILE, end = tiles * (i + 1) / c->lane_count * MINIP_TILE;
    for (size_t k = 0; k < c->r; k++) {
      for (size_t x = begin; x < end && x < c->query_count; x++)
        gq[k * c->query_count + x] *= factor;
      for (size_t z = 0; z < c->count; z++)
        gk[k * c->count + z] += factor * (double)lane->key_gradient[k * c->stride + z];
    }
  }
  return top + log(sum) / p;
}

double minip__cube_sum(double *gq, double *gk, double *hard, minip__cube_t *c, const double *q, const double *keys)
{
  for (size_t k = 0; k < c->r; k++)
    for (size_t z = 0; z < c->count; z++)
      c->keys[k * c->stride + z] = (float)keys[k * c->count + z];
  memset(gq, 0, c->r * c->query_count * sizeof *gq);
  memset(gk, 0, c->r * c->count * sizeof *gk);
#pragma omp parallel for schedule(static, 1) num_threads((int)c->lane_count) if (c->lane_count > 1)
  for (size_t i = 0; i < c->lane_count; i++)
    run_lane(gq, c, i, q);
  return merge(gq, gk, hard, c);
}

double minip__cube_whole(double *g, double *hard, void *data, const double *v)
{
  minip__cube_t *c = data;
  size_t half = c->r * c->count;
  return minip__cube_sum(g, g + half, hard, c, v, v + half);
}

/* ---- sizes: a token's features are measured against their norm (tokens differ by orders of magnitude) ---- */

void minip__cube_sizes(double *s, void *data, const double *x)
{
  const minip__cube_t *c = data;
  for (size_t side = 0; side < 2; side++)
    for (size_t i = 0; i < c->query_count; i++) {
      size_t base = side * c->r * c->query_count + i;
      double norm = 0;
      for (size_t k = 0; k < c->r; k++)
        norm += x[base + k * c->query_count] * x[base + k * c->query_count];
      for (size_t k = 0; k < c->r; k++)
        s[base + k * c->query_count] = sqrt(norm) + 1e-30;
    }
}

void minip__cube_single_size(double *s, void *data, const double *x)
{
  const minip__cube_t *c = data;
  double norm = 0;
  for (size_t k = 0; k < c->r; k++)
    norm += x[k] * x[k];
  for (size_t k = 0; k < c->r; k++)
    s[k] = sqrt(norm) + 1e-30;
}
