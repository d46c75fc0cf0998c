/* Denominators of both signs: does V_0 + (n-2) V_1, the denominator of (x; z_0, z_1,..,z_1), vanish anywhere? */
#include "internal.h"
#include <stdlib.h>

/* Entry numbers in order of alpha, so of V; equal ones by number. */
static int by_alpha(const void *a, const void *b, void *data)
{
  size_t i = *(const size_t *)a, j = *(const size_t *)b;
  const fmpz *alpha = data;
  int c = fmpz_cmp(alpha + i, alpha + j);
  return c ? c : (i > j) - (i < j);
}

/* As V_1 grows along the order, the V_0 = -(n-2) V_1 that is wanted falls: one pointer up, one down. */
static int meet(size_t *z0, size_t *z1, const size_t *order, const fmpz *v, size_t count, size_t n)
{
  int found = 0;
  fmpz_t sum;
  fmpz_init(sum);
  for (size_t up = 0, down = count; up < count && down > 0 && !found;) {
    fmpz_set(sum, v + order[down - 1]);
    fmpz_addmul_ui(sum, v + order[up], (ulong)n - 2);
    if (fmpz_sgn(sum) > 0) {
      down--;
    } else if (fmpz_sgn(sum) < 0) {
      up++;
    } else {
      *z0 = order[down - 1];
      *z1 = order[up];
      found = 1;
    }
  }
  fmpz_clear(sum);
  return found;
}

minip_status_t minip__zero_denominator(int *found, size_t *z0, size_t *z1, const minip_row_t row, const minip_rule_t rule, size_t n, minip_error_t err)
{
  size_t *order = calloc(row->count, sizeof *order);
  if (!order)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  fmpz *v = _fmpz_vec_init((slong)row->count);
  for (size_t j = 0; j < row->count; j++) {
    order[j] = j;
    minip__gap_v(v + j, row, rule, n, row->alpha + j);
  }
  qsort_r(order, row->count, sizeof *order, by_alpha, row->alpha);
  *found = meet(z0, z1, order, v, row->count, n);
  _fmpz_vec_clear(v, (slong)row->count);
  free(order);
  return MINIP_OK;
}
