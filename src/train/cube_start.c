/* The search on the whole cube: where it starts, and its gauge. */
#include "internal.h"
#include <math.h>

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
