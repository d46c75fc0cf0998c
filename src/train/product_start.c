/* A structured start of log-linear features: T12's product features of b^-<x,z>, for b > 1.

   One bit's factor [[1,1],[1,1/b]] is a nonnegative combination of the rows k_0 = (1, 2) and k_1 = (1, 1/(2b)): (1,1) = q_0 k_0 + (1-q_0) k_1 and likewise
   (1,1/b), all coefficients positive. The product over the bits has 2^m terms, one for each choice of rows, and each term is log-linear in the bits of x and
   of z. All 2^m of them make b^-<x,z> exactly; fewer are a random part of it. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
  double key[2];      /* log of the row's entry at z_i = 1 (0 at z_i = 0) */
  double query[2][2]; /* [row][x_i]: log of the coefficient */
} factor_t;

static factor_t factor_of(double base)
{
  double top = 2, low = 1 / (2 * base);
  factor_t f = {.key = {log(top), log(low)}};
  for (int x = 0; x < 2; x++) {
    double c = ((x ? 1 / base : 1) - low) / (top - low);
    f.query[0][x] = log(c), f.query[1][x] = log(1 - c);
  }
  return f;
}

/* `count` different numbers below 2^bits, or random ones with repeats when there are not so many. */
static void choose(uint32_t *out, size_t count, size_t bits, minip__random_t *random)
{
  size_t all = (size_t)1 << bits;
  for (size_t i = 0; i < count; i++) {
    if (i >= all) {
      out[i] = (uint32_t)minip__random_below(random, all);
      continue;
    }
    for (int repeated = 1; repeated;) {
      out[i] = (uint32_t)minip__random_below(random, all), repeated = 0;
      for (size_t j = 0; j < i && !repeated; j++)
        repeated = out[j] == out[i];
    }
  }
}

minip_status_t minip__product_start(double *theta, const minip__side_t *q, minip__random_t *random, double base, minip_error_t err)
{
  factor_t f = factor_of(base);
  size_t bits = q->bits;
  if (q->features != MINIP_TRAIN_LOGLINEAR || q->activation != MINIP_TRAIN_EXP || !(base > 1 && base < 1e6) || bits > 20)
    return minip_error_set(err, MINIP_INPUT, "product features are log-linear, with exp, a base above 1 (below 10^6) and at most 20 bits");
  uint32_t *rows = malloc(q->r * sizeof *rows);
  if (!rows)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  choose(rows, q->r, bits, random);
  for (size_t c = 0; c < q->r; c++) {
    double *wq = theta + c * (bits + 1), *wk = theta + (q->r + c) * (bits + 1);
    wq[bits] = wk[bits] = 0;
    for (size_t b = 0; b < bits; b++) {
      int row = (rows[c] >> b) & 1;
      wq[b] = f.query[row][1] - f.query[row][0], wq[bits] += f.query[row][0];
      wk[b] = f.key[row];
    }
  }
  free(rows);
  return MINIP_OK;
}
