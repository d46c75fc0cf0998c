/* Dominance and half dominance: when the rank is the number of pairs (T7). */
#include "internal.h"
#include <minip/flint.h>
#include <flint/fmpz_mat.h>
#include <math.h>
#include <stdlib.h>

#define HALF_MAX_PAIRS 96 /* an exact elimination of that size takes a fraction of a second */

/* common = least common multiple of the numerators of A(k), unit[k] = common / A(k). */
static void set_units(fmpz_t common, fmpz *unit, const minip_bound_task_t task, size_t kmax)
{
  fmpz_one(common);
  for (size_t k = 0; k <= kmax; k++)
    if (fmpq_sgn(task->factors + k) > 0)
      fmpz_lcm(common, common, fmpq_numref(task->factors + k));
  for (size_t k = 0; k <= kmax; k++)
    if (fmpq_sgn(task->factors + k) > 0) {
      fmpz_divexact(unit + k, common, fmpq_numref(task->factors + k));
      fmpz_mul(unit + k, unit + k, fmpq_denref(task->factors + k));
    }
}

/* Is every line's sum of a_ij at most 1 (below 1 when the entries may equal a_ij)? */
static int lines_dominated(const uint32_t *counts, const minip__histograms_t *h, const fmpz_t common, const fmpz *unit, int strict)
{
  fmpz_t sum;
  int ok = 1;
  fmpz_init(sum);
  for (size_t i = 0; ok && i < h->count; i++) {
    fmpz_zero(sum);
    for (size_t k = 0; k <= h->kmax; k++)
      if (counts[i * (h->kmax + 1) + k])
        fmpz_addmul_ui(sum, unit + k, counts[i * (h->kmax + 1) + k]);
    int order = fmpz_cmp(sum, common);
    ok = strict ? order <= 0 : order < 0;
  }
  fmpz_clear(sum);
  return ok;
}

int minip__bound_dominates(const minip_bound_task_t task, const minip__histograms_t *h)
{
  fmpz_t common;
  fmpz *unit = _fmpz_vec_init((slong)h->kmax + 1);
  fmpz_init(common);
  set_units(common, unit, task, h->kmax);
  int ok = lines_dominated(h->rows, h, common, unit, task->strict) || lines_dominated(h->columns, h, common, unit, task->strict);
  fmpz_clear(common);
  _fmpz_vec_clear(unit, (slong)h->kmax + 1);
  return ok;
}

/* Is the symmetric integer matrix positive definite (semidefinite when semi)? Fraction-free elimination (Bareiss): the pivots are the leading
   principal minors of what is left; a zero pivot is allowed in the semidefinite case when its whole row is zero, and is then left out. Destroys a. */
static int positive(fmpz_mat_t a, int semi)
{
  slong n = fmpz_mat_nrows(a);
  int ok = 1;
  fmpz_t previous, t;
  fmpz_init_set_ui(previous, 1), fmpz_init(t);
  for (slong c = 0; ok && c < n; c++) {
    fmpz *pivot = fmpz_mat_entry(a, c, c);
    if (fmpz_is_zero(pivot)) {
      ok = semi;
      for (slong j = c + 1; ok && j < n; j++)
        ok = fmpz_is_zero(fmpz_mat_entry(a, c, j));
      continue;
    }
    ok = fmpz_sgn(pivot) > 0;
    for (slong i = c + 1; ok && i < n; i++)
      for (slong j = i; j < n; j++) {
        fmpz *x = fmpz_mat_entry(a, i, j);
        fmpz_mul(x, x, pivot);
        fmpz_submul(x, fmpz_mat_entry(a, c, i), fmpz_mat_entry(a, c, j));
        fmpz_divexact(x, x, previous);
      }
    fmpz_set(previous, pivot);
  }
  fmpz_clear(previous), fmpz_clear(t);
  return ok;
}

/* Extreme eigenvalues of the symmetric matrix a, roughly: power iteration on a + shift and shift - a. Chooses the centre only. */
static double extreme(const double *a, size_t n, double shift, int sign)
{
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), norm = 0;
  for (size_t i = 0; x && i < n; i++)
    x[i] = 1 + 0.37 * (double)((i * i * 7919 + 13 * i) % 101) / 101;
  for (int round = 0; x && y && round < 400; round++) {
    norm = 0;
    for (size_t i = 0; i < n; i++) {
      double s = shift * x[i];
      for (size_t j = 0; j < n; j++)
        s += sign * a[i * n + j] * x[j];
      y[i] = s;
      norm += s * s;
    }
    norm = sqrt(norm);
    for (size_t i = 0; norm > 0 && i < n; i++)
      x[i] = y[i] / norm;
  }
  free(x), free(y);
  return sign * (norm - shift);
}

/* (c+1) I - a and a - (c-1) I are positive semidefinite (definite when not strict), all scaled by common * den(c). */
static int centred_at(const fmpq_t centre, const fmpz *entries, size_t n, const fmpz_t common, int strict)
{
  fmpz_mat_t mat;
  fmpz_t scale, middle;
  int ok = 1;
  fmpz_mat_init(mat, (slong)n, (slong)n);
  fmpz_init(scale), fmpz_init(middle);
  fmpz_mul(scale, common, fmpq_denref(centre));
  fmpz_mul(middle, common, fmpq_numref(centre));
  for (int side = 0; ok && side < 2; side++) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        fmpz *x = fmpz_mat_entry(mat, (slong)i, (slong)j);
        fmpz_mul(x, entries + i * n + j, fmpq_denref(centre));
        if (i == j)
          fmpz_sub(x, x, middle);
        if (side == 0)
          fmpz_neg(x, x);
        if (i == j)
          fmpz_add(x, x, scale);
      }
    ok = positive(mat, strict);
  }
  fmpz_mat_clear(mat);
  fmpz_clear(scale), fmpz_clear(middle);
  return ok;
}

/* Centres to try: half the sum of the extreme eigenvalues, as a short rational (exact for equidistant codes: a(N-2)/2). */
static int some_centre(fmpq_t centre, const double *a, const fmpz *entries, size_t n, const fmpz_t common, int strict)
{
  double shift = 0;
  for (size_t j = 0; j < n; j++)
    shift += a[j];
  for (size_t i = 0; i < n; i++) {
    double s = 0;
    for (size_t j = 0; j < n; j++)
      s += a[i * n + j];
    shift = s > shift ? s : shift;
  }
  double high = extreme(a, n, shift, 1), low = extreme(a, n, shift, -1);
  if (high - low > 2.001)
    return 0;
  fmpq_set_fmpz_frac(centre, entries + 1, common);
  fmpq_mul_si(centre, centre, (slong)n - 2);
  fmpq_div_2exp(centre, centre, 1);
  int ok = centred_at(centre, entries, n, common, strict);
  if (!ok) {
    minip__bound_simple_rational(centre, (high + low) / 2);
    ok = centred_at(centre, entries, n, common, strict);
  }
  return ok;
}

int minip__bound_half_dominates(fmpq_t centre, const minip_bound_task_t task, const minip_pairs_t pairs, const minip__histograms_t *h)
{
  size_t n = h->count;
  if (n > HALF_MAX_PAIRS || n < 2 || !h->symmetric)
    return 0;
  if (minip__bound_dominates(task, h)) { /* I - a and a + I are diagonally dominant */
    fmpq_zero(centre);
    return 1;
  }
  fmpz_t common;
  fmpz *unit = _fmpz_vec_init((slong)h->kmax + 1), *entries = _fmpz_vec_init((slong)(n * n));
  double *a = calloc(n * n, sizeof *a);
  int32_t *row = malloc(n * sizeof *row);
  fmpz_init(common);
  set_units(common, unit, task, h->kmax);
  for (size_t i = 0; a && row && i < n; i++) {
    minip_pairs_row(row, pairs, i);
    for (size_t j = 0; j < n; j++)
      if (j != i) {
        fmpz_set(entries + i * n + j, unit + row[j]);
        a[i * n + j] = (double)task->approx[row[j]];
      }
  }
  int ok = a && row && some_centre(centre, a, entries, n, common, task->strict);
  free(a), free(row);
  fmpz_clear(common);
  _fmpz_vec_clear(unit, (slong)h->kmax + 1), _fmpz_vec_clear(entries, (slong)(n * n));
  return ok;
}
