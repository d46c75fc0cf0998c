/* The search on the whole cube: objective, start, gauge. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void sort_by_overlap(minip__cube_t *c)
{
  for (uint32_t x = 0; x < c->count; x++) {
    size_t at[MINIP_TRAIN_FULL_MAX_M + 2] = {0};
    for (uint32_t z = 0; z < c->count; z++)
      at[__builtin_popcount(x & z) + 1]++;
    for (size_t s = 0; s < c->m; s++)
      at[s + 1] += at[s];
    for (uint32_t z = 0; z < c->count; z++)
      c->order[(size_t)x * c->count + at[__builtin_popcount(x & z)]++] = (uint16_t)z;
  }
}

minip_status_t minip__cube_init(minip__cube_t *c, size_t m, size_t n, size_t r, minip_error_t err)
{
  memset(c, 0, sizeof *c);
  c->m = m, c->n = n, c->r = r, c->count = (size_t)1 << m, c->doublings = 3;
  for (size_t gap = 2; gap <= m; gap++)
    c->log_gap[gap] = log((double)(n - 2) * (double)(gap - 1));
  c->order = malloc(c->count * c->count * sizeof *c->order);
  c->keys = malloc(r * c->count * sizeof(float)), c->key_gradient = malloc(r * c->count * sizeof(float));
  c->w = malloc(c->count * sizeof(float)), c->sorted = malloc(c->count * sizeof(float));
  c->high = malloc(c->count * sizeof(float)), c->low = malloc(c->count * sizeof(float));
  if (!c->order || !c->keys || !c->key_gradient || !c->w || !c->sorted || !c->high || !c->low)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a search on %zu bits", m);
  sort_by_overlap(c);
  return MINIP_OK;
}

void minip__cube_clear(minip__cube_t *c)
{
  free(c->order), free(c->keys), free(c->key_gradient), free(c->w), free(c->sorted), free(c->high), free(c->low);
  memset(c, 0, sizeof *c);
}

/* ---- one query ---- */

/* c->w = W(x,.) from q, the query's features; *h = alpha(x,x)/(n-1). Returns 0 when some W is not positive. */
static int fill_row(double *h, minip__cube_t *c, uint32_t x, const double *q, size_t stride)
{
  double self = 0;
  float least = INFINITY;
  for (size_t k = 0; k < c->r; k++)
    self += q[k * stride] * (double)c->keys[k * c->count + x];
  *h = self / (double)(c->n - 1);
  if (!(*h > 0))
    return 0;
  for (size_t z = 0; z < c->count; z++)
    c->w[z] = (float)*h;
  for (size_t k = 0; k < c->r; k++) {
    const float *key = c->keys + k * c->count;
    float f = (float)q[k * stride];
#pragma omp simd
    for (size_t z = 0; z < c->count; z++)
      c->w[z] += f * key[z];
  }
#pragma omp simd reduction(min : least)
  for (size_t z = 0; z < c->count; z++)
    least = c->w[z] < least ? c->w[z] : least;
  return least > 1e-30f;
}

static double total_of(const float *v, size_t count)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t z = 0; z < count; z++)
    sum += v[z];
  return (double)sum;
}

static double dot(const float *a, const float *b, size_t count)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t z = 0; z < count; z++)
    sum += a[z] * b[z];
  return (double)sum;
}

/* c->w, the gradient in W, becomes the gradient in alpha: every W(x,.) also contains alpha(x,x)/(n-1). */
static void into_alpha(minip__cube_t *c, uint32_t x, double gh) { c->w[x] += (float)((total_of(c->w, c->count) + gh) / (double)(c->n - 1)); }

double minip__cube_single(double *g, double *hard, void *data, const double *x)
{
  minip__cube_t *c = data;
  double h, gh;
  if (!fill_row(&h, c, c->query, x, 1))
    return INFINITY;
  double f = minip__cube_row(&gh, hard, c, c->query, h);
  into_alpha(c, c->query, gh);
  for (size_t k = 0; k < c->r; k++)
    g[k] = dot(c->w, c->keys + k * c->count, c->count);
  return f;
}

/* ---- all queries ---- */

/* Adds one query's gradient, c->w, with the given factor. */
static void add_gradient(double *g, minip__cube_t *c, uint32_t x, const double *q, float factor)
{
#pragma omp simd
  for (size_t z = 0; z < c->count; z++)
    c->w[z] *= factor;
  for (size_t k = 0; k < c->r; k++) {
    float *sum = c->key_gradient + k * c->count, f = (float)q[k * c->count];
    g[k * c->count + x] = dot(c->w, c->keys + k * c->count, c->count);
#pragma omp simd
    for (size_t z = 0; z < c->count; z++)
      sum[z] += f * c->w[z];
  }
}

/* A new reference of the running log-sum-exp: what was added so far shrinks by the factor. */
static void rescale(double *g, minip__cube_t *c, uint32_t x, double factor)
{
  for (size_t i = 0; i < c->r * c->count; i++)
    c->key_gradient[i] *= (float)factor;
  for (size_t k = 0; k < c->r; k++)
    for (size_t z = 0; z < x; z++)
      g[k * c->count + z] *= factor;
}

double minip__cube_whole(double *g, double *hard, void *data, const double *v)
{
  minip__cube_t *c = data;
  size_t half = c->r * c->count;
  double p = ldexp(1, (int)c->doublings), sum = 0, h, gh, worst;
  for (size_t i = 0; i < half; i++)
    c->keys[i] = (float)v[half + i], c->key_gradient[i] = 0, g[i] = 0;
  *hard = -INFINITY;
  for (uint32_t x = 0; x < c->count; x++) {
    if (!fill_row(&h, c, x, v + x, c->count))
      return INFINITY;
    double f = minip__cube_row(&gh, &worst, c, x, h);
    *hard = worst > *hard ? worst : *hard;
    if (sum == 0 || p * (f - c->reference) > 40) {
      double factor = sum == 0 ? 0 : exp(p * (c->reference - f));
      rescale(g, c, x, factor);
      sum *= factor, c->reference = f;
    }
    double e = exp(p * (f - c->reference));
    sum += e;
    if (e < 1e-9 * sum) /* invisible in float */
      continue;
    into_alpha(c, x, gh);
    add_gradient(g, c, x, v + x, (float)e);
  }
  for (size_t i = 0; i < half; i++)
    g[i] /= sum, g[half + i] = (double)c->key_gradient[i] / sum;
  return c->reference + log(sum) / p;
}

/* ---- sizes: a token's features are measured against their norm (tokens differ by orders of magnitude) ---- */

void minip__cube_sizes(double *s, void *data, const double *x)
{
  const minip__cube_t *c = data;
  for (size_t side = 0; side < 2; side++)
    for (size_t i = 0; i < c->count; i++) {
      size_t base = side * c->r * c->count + i;
      double norm = 0;
      for (size_t k = 0; k < c->r; k++)
        norm += x[base + k * c->count] * x[base + k * c->count];
      for (size_t k = 0; k < c->r; k++)
        s[base + k * c->count] = sqrt(norm) + 1e-30;
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

/* ---- start ---- */

typedef double directions_t[MINIP_TRAIN_FULL_MAX_RANK][MINIP_TRAIN_FULL_MAX_M];

/* Orthonormal random directions 1 .. min(r-1, m); zero beyond. */
static void random_directions(directions_t e, const minip__cube_t *c, minip__random_t *random)
{
  for (size_t k = 1; k < c->r; k++) {
    double norm = 0;
    for (size_t i = 0; i < c->m; i++)
      e[k][i] = k > c->m ? 0 : minip__random_gauss(random);
    for (size_t j = 1; k <= c->m && j < k; j++) {
      double part = 0;
      for (size_t i = 0; i < c->m; i++)
        part += e[k][i] * e[j][i];
      for (size_t i = 0; i < c->m; i++)
        e[k][i] -= part * e[j][i];
    }
    for (size_t i = 0; i < c->m; i++)
      norm += e[k][i] * e[k][i];
    for (size_t i = 0; i < c->m && norm > 0; i++)
      e[k][i] /= sqrt(norm);
  }
}

/* alpha = theta^|z| (A - m/2 - X'PZ/2), X = 2x-1, Z = 2z-1, P a random projection: for P = 1 it is T13's theta^|z| (A - d_H(z, complement of x)). */
void minip__cube_start(double *x, const minip__cube_t *c, uint64_t seed)
{
  const double theta = 0.8, noise = 0.02;
  directions_t e;
  minip__random_t random;
  minip__random_seed(&random, seed);
  random_directions(e, c, &random);
  double *q = x, *key = x + c->r * c->count;
  for (size_t i = 0; i < c->count; i++) {
    double size = pow(theta, __builtin_popcountl(i));
    q[i] = (double)c->m / 2 + 0.5, key[i] = size;
    for (size_t k = 1; k < c->r; k++) {
      double along = 0;
      for (size_t b = 0; b < c->m; b++)
        along += (i >> b) & 1 ? e[k][b] : -e[k][b];
      q[k * c->count + i] = noise * minip__random_gauss(&random) - along / 2;
      key[k * c->count + i] = size * (along + noise * minip__random_gauss(&random));
    }
  }
}

/* ---- gauge ---- */

typedef double square_t[MINIP_TRAIN_FULL_MAX_RANK][MINIP_TRAIN_FULL_MAX_RANK];

/* Cholesky factor of the keys' second moments. */
static void moments(square_t l, const double *key, const minip__cube_t *c)
{
  for (size_t i = 0; i < c->r; i++)
    for (size_t j = 0; j <= i; j++) {
      double sum = 0;
      for (size_t z = 0; z < c->count; z++)
        sum += key[i * c->count + z] * key[j * c->count + z] / (double)c->count;
      for (size_t k = 0; k < j; k++)
        sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(sum > 1e-300 ? sum : 1e-300) : sum / l[j][j];
    }
}

void minip__cube_regauge(double *x, const minip__cube_t *c)
{
  square_t l;
  size_t r = c->r, count = c->count;
  double *q = x, *key = x + r * count, mean[MINIP_TRAIN_FULL_MAX_RANK];
  moments(l, key, c);
  for (size_t k = 0; k < r; k++)
    mean[k] = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < r; k++) {
      double v = key[k * count + i], w = 0;
      for (size_t j = 0; j < k; j++)
        v -= l[k][j] * key[j * count + i];
      key[k * count + i] = v / l[k][k];
      mean[k] += key[k * count + i] / (double)count;
      for (size_t j = k; j < r; j++)
        w += q[j * count + i] * l[j][k];
      q[k * count + i] = w;
    }
  for (size_t i = 0; i < count; i++) {
    double scale = 0;
    for (size_t k = 0; k < r; k++)
      scale += q[k * count + i] * mean[k];
    for (size_t k = 0; k < r; k++)
      q[k * count + i] /= scale;
  }
}
