/* Relative Chebyshev approximation of e^(lambda u) on u = 0..m by polynomials: Remez exchange on integers, in floating point.

   With reference u_0 < .. < u_{k+1}, a polynomial of degree <= k has sum w_j g(u_j) = 0, w_j = 1/prod_{i != j} (u_j - u_i). So the levelled error
   is tau = -sum w_j e^(lambda u_j) / sum |w_j| e^(lambda u_j), and g is the barycentric interpolant of e^(lambda u_j)(1 + (-1)^j tau).
   Nothing here is proved: upper_hamming.c proves what is used. */
#include "upper.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 12

/* Points like m (j/(k+1))^2: dense near 0, as the extrema of Laguerre polynomials are. */
static void first_reference(size_t *u, size_t m, size_t k)
{
  for (size_t j = 0; j < k + 2; j++) {
    size_t at = (size_t)lroundl((long double)m * (long double)(j * j) / (long double)((k + 1) * (k + 1)));
    u[j] = j > 0 && at <= u[j - 1] ? u[j - 1] + 1 : at;
  }
  for (size_t j = k + 2; j-- > 0;)
    if (u[j] > m - (k + 1 - j))
      u[j] = m - (k + 1 - j);
}

/* w_j e^(lambda (u_j - shift)) of the first `count` points. */
static void weights(long double *w, const size_t *u, size_t count, long double lambda)
{
  for (size_t j = 0; j < count; j++) {
    long double product = 1;
    for (size_t i = 0; i < count; i++)
      if (i != j)
        product *= (long double)u[j] - (long double)u[i];
    w[j] = expl(lambda * (long double)u[j]) / product;
  }
}

static long double level(const long double *w, size_t count)
{
  long double sum = 0, size = 0;
  for (size_t j = 0; j < count; j++) {
    sum += w[j];
    size += j % 2 == 0 ? w[j] : -w[j];
  }
  return -sum / size; /* the w_j alternate in sign, so |size| is the sum of their sizes */
}

/* error[u] = g(u) e^(-lambda u) - 1; c_j = w_j e^(lambda u_j) (1 + (-1)^j tau) over the first k+1 points. */
static void errors(long double *error, const minip__fit_t *fit, const long double *c, long double lambda)
{
  size_t next = 0, count = fit->k + 1;
  const size_t *u = fit->reference;
  for (size_t x = 0; x <= fit->m; x++) {
    if (next < count && u[next] == x) {
      error[x] = next % 2 == 0 ? fit->tau : -fit->tau;
      next++;
      continue;
    }
    long double product = 1, sum = 0;
    for (size_t j = 0; j < count; j++) {
      long double d = (long double)x - (long double)u[j];
      product *= d;
      sum += c[j] / d;
    }
    error[x] = product * sum * expl(-lambda * (long double)x) - 1;
  }
}

/* The new reference: the extremum of each run of one sign, the least of the two ends dropped until k + 2 are left. Returns 0 when there are fewer. */
static int exchange(size_t *u, const long double *error, size_t m, size_t k, size_t *runs)
{
  size_t count = 0, from = 0;
  for (size_t x = 0; x <= m; x++)
    if (count > 0 && (error[x] >= 0) == (error[runs[count - 1]] >= 0)) {
      if (fabsl(error[x]) > fabsl(error[runs[count - 1]]))
        runs[count - 1] = x;
    } else
      runs[count++] = x;
  if (count < k + 2)
    return 0;
  while (count - from > k + 2)
    if (fabsl(error[runs[from]]) < fabsl(error[runs[count - 1]]))
      from++;
    else
      count--;
  memcpy(u, runs + from, (k + 2) * sizeof *u);
  return 1;
}

static long double largest(const long double *error, size_t m)
{
  long double most = 0;
  for (size_t x = 0; x <= m; x++)
    most = fabsl(error[x]) > most ? fabsl(error[x]) : most;
  return isfinite(most) ? most : INFINITY;
}

/* Keeps the best reference met. */
static void iterate(minip__fit_t *fit, long double lambda, long double *work, size_t *runs, size_t *best)
{
  size_t n = fit->k + 2;
  long double *w = work, *error = work + n, best_tau = 0;
  fit->worst = INFINITY;
  for (int step = 0; step < ROUNDS; step++) {
    weights(w, fit->reference, n, lambda);
    fit->tau = level(w, n);
    weights(w, fit->reference, n - 1, lambda);
    for (size_t j = 0; j + 1 < n; j++)
      w[j] *= j % 2 == 0 ? 1 + fit->tau : 1 - fit->tau;
    errors(error, fit, w, lambda);
    long double worst = largest(error, fit->m);
    if (worst < fit->worst) {
      fit->worst = worst;
      best_tau = fit->tau;
      memcpy(best, fit->reference, n * sizeof *best);
    }
    if (worst <= fabsl(fit->tau) * 1.00001L || !isfinite(worst) || !exchange(fit->reference, error, fit->m, fit->k, runs))
      break;
  }
  if (isfinite(fit->worst))
    memcpy(fit->reference, best, n * sizeof *best);
  fit->tau = best_tau;
}

int minip__upper_fit(minip__fit_t *fit, size_t m, size_t k, long double lambda)
{
  fit->m = m, fit->k = k;
  if (!fit->reference) {
    if (!(fit->reference = calloc(k + 2, sizeof *fit->reference)))
      return 0;
    first_reference(fit->reference, m, k);
  }
  long double *work = calloc(k + 2 + m + 1, sizeof *work);
  size_t *runs = calloc(m + 1, sizeof *runs), *best = calloc(k + 2, sizeof *best);
  int good = work && runs && best;
  if (good)
    iterate(fit, lambda, work, runs, best);
  free(work), free(runs), free(best);
  return good;
}
