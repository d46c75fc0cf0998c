/* The vector loops of the search on the whole cube, in single precision. Vectors of 16 floats: the compiler splits them where the machine's are shorter. */
#include "config.h"
#include "internal.h"
#include <math.h>

/* The loops that take the time are compiled for several instruction sets; the loader picks one. Floats only propose, so results may differ between machines. */
#ifdef HAVE_TARGET_CLONES
#define MINIP_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define MINIP_CLONES
#endif

#define WIDTH 16
#define BLOCK 256 /* floats of a row that stay in the fastest cache while all ranks pass */

typedef float vector_t __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));

MINIP_CLONES double minip__vector_sum(const float *v, size_t count)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t i = 0; i < count; i++)
    sum += v[i];
  return (double)sum;
}

MINIP_CLONES double minip__vector_dot(const float *a, const float *b, size_t count)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t i = 0; i < count; i++)
    sum += a[i] * b[i];
  return (double)sum;
}

MINIP_CLONES float minip__vector_min(const float *v, size_t count)
{
  float least = INFINITY;
#pragma omp simd reduction(min : least)
  for (size_t i = 0; i < count; i++)
    least = v[i] < least ? v[i] : least;
  return least;
}

MINIP_CLONES void minip__vector_scale(float *v, float factor, size_t count)
{
#pragma omp simd
  for (size_t i = 0; i < count; i++)
    v[i] *= factor;
}

MINIP_CLONES void minip__vector_add(float *restrict sum, float factor, const float *restrict v, size_t count)
{
#pragma omp simd
  for (size_t i = 0; i < count; i++)
    sum[i] += factor * v[i];
}

MINIP_CLONES void minip__vector_powers(float *restrict high, float *restrict low, float bounds[4], const float *restrict v, size_t count, unsigned doublings)
{
  float largest = v[0], least = v[0], high_sum = 0, low_sum = 0;
#pragma omp simd reduction(max : largest) reduction(min : least)
  for (size_t i = 0; i < count; i++) {
    largest = v[i] > largest ? v[i] : largest;
    least = v[i] < least ? v[i] : least;
  }
  float inverse = 1 / largest;
#pragma omp simd
  for (size_t i = 0; i < count; i++) {
    high[i] = v[i] * inverse;
    low[i] = least / v[i];
  }
  for (unsigned k = 0; k < doublings; k++)
#pragma omp simd
    for (size_t i = 0; i < count; i++) {
      high[i] *= high[i];
      low[i] *= low[i];
    }
#pragma omp simd reduction(+ : high_sum, low_sum)
  for (size_t i = 0; i < count; i++) {
    high_sum += high[i];
    low_sum += low[i];
  }
  bounds[0] = largest, bounds[1] = least, bounds[2] = high_sum, bounds[3] = low_sum;
}

MINIP_CLONES void minip__vector_slope(float *restrict v, const float *restrict high, const float *restrict low, float up, float down, size_t count)
{
#pragma omp simd
  for (size_t i = 0; i < count; i++)
    v[i] = (up * high[i] - down * low[i]) / v[i];
}

MINIP_CLONES void minip__tile_fill(float *w, const float (*q)[MINIP_TILE], const float *h, const float *keys, size_t r, size_t stride)
{
  for (size_t z = 0; z < stride; z += WIDTH) {
    vector_t sum[MINIP_TILE];
    for (size_t j = 0; j < MINIP_TILE; j++)
      sum[j] = (vector_t){0} + h[j];
    for (size_t k = 0; k < r; k++) {
      vector_t key = *(const vector_t *)(keys + k * stride + z);
      for (size_t j = 0; j < MINIP_TILE; j++)
        sum[j] += q[k][j] * key;
    }
    for (size_t j = 0; j < MINIP_TILE; j++)
      *(vector_t *)(w + j * stride + z) = sum[j];
  }
}

/* One rank's share of a block of columns. */
static inline __attribute__((always_inline)) void block_gradient(float *dots, float *gradient, const float *w, const float *q, const float *key, size_t columns, size_t stride)
{
  vector_t sum[MINIP_TILE];
  for (size_t j = 0; j < MINIP_TILE; j++)
    sum[j] = (vector_t){0};
  for (size_t z = 0; z < columns; z += WIDTH) {
    vector_t k = *(const vector_t *)(key + z), total = *(vector_t *)(gradient + z);
    for (size_t j = 0; j < MINIP_TILE; j++) {
      vector_t row = *(const vector_t *)(w + j * stride + z);
      sum[j] += row * k;
      total += row * q[j];
    }
    *(vector_t *)(gradient + z) = total;
  }
  for (size_t j = 0; j < MINIP_TILE; j++)
    for (size_t i = 0; i < WIDTH; i++)
      dots[j] += sum[j][i];
}

MINIP_CLONES void minip__tile_gradient(float (*dots)[MINIP_TILE], float *key_gradient, const float *w, const float (*q)[MINIP_TILE], const float *keys, size_t r, size_t stride)
{
  for (size_t k = 0; k < r; k++)
    for (size_t j = 0; j < MINIP_TILE; j++)
      dots[k][j] = 0;
  for (size_t z = 0; z < stride; z += BLOCK) {
    size_t columns = stride - z < BLOCK ? stride - z : BLOCK;
    for (size_t k = 0; k < r; k++)
      block_gradient(dots[k], key_gradient + k * stride + z, w + z, q[k], keys + k * stride + z, columns, stride);
  }
}
