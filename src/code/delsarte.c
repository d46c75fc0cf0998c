/* The linear programming bound of the Johnson scheme (T17), from a dual solution that is checked by itself. */
#include "internal.h"
#include <minip/lp.h>
#include <stdlib.h>

minip_status_t minip_johnson_check_dual(fmpq_t bound, const fmpq *dual, size_t count, size_t n, size_t d, size_t w, minip_error_t err)
{
  if (w > n || count != (w < n - w ? w : n - w) || d < 2 || d % 2)
    return minip_error_set(err, MINIP_INPUT, "a dual solution for (%zu,%zu,%zu) cannot have %zu numbers", n, d, w, count);
  minip_status_t st = MINIP_OK;
  fmpq_t sum, term;
  fmpz_t mu;
  fmpq_init(sum), fmpq_init(term), fmpz_init(mu);
  for (size_t k = 1; st == MINIP_OK && k <= count; k++)
    if (fmpq_sgn(dual + k - 1) < 0)
      st = minip_error_set(err, MINIP_INPUT, "number %zu of the dual solution is negative", k);
  for (size_t i = d / 2; st == MINIP_OK && i <= count; i++) {
    fmpq_one(sum);
    for (size_t k = 1; k <= count; k++) {
      minip_johnson_hahn(term, n, w, k, i);
      fmpq_addmul(sum, term, dual + k - 1);
    }
    if (fmpq_sgn(sum) > 0)
      st = minip_error_set(err, MINIP_INPUT, "the dual solution breaks the inequality of distance %zu", 2 * i);
  }
  fmpq_one(sum);
  for (size_t k = 1; k <= count; k++) {
    minip_johnson_multiplicity(mu, n, k);
    fmpq_mul_fmpz(term, dual + k - 1, mu);
    fmpq_add(sum, sum, term);
  }
  if (st == MINIP_OK)
    fmpq_set(bound, sum);
  fmpq_clear(sum), fmpq_clear(term), fmpz_clear(mu);
  return st;
}

/* Row k: sum over i of a_i E_i(k)/v_i >= -1, which is Delsarte's inequality divided by mu_k: all coefficients lie in [-1,1]. */
static minip_status_t add_row(minip_lp_t lp, fmpq *row, const size_t *column, size_t n, size_t w, size_t k, size_t first, size_t columns, minip_error_t err)
{
  fmpq_t minus_one;
  for (size_t j = 0; j < columns; j++) {
    minip_johnson_eberlein(fmpq_numref(row + j), n, w, first + j, k);
    minip_johnson_valency(fmpq_denref(row + j), n, w, first + j);
    fmpq_canonicalise(row + j);
  }
  fmpq_init(minus_one);
  fmpq_set_si(minus_one, -1, 1);
  minip_status_t st = minip_lp_row(lp, columns, column, row, 'G', minus_one, err);
  fmpq_clear(minus_one);
  return st;
}

/* Minimise minus the sum of a_i, i = d/2 .. count. The multiplier of row k is y_k >= 0, and b_k = y_k / mu_k. */
static minip_status_t solve(fmpq *dual, size_t n, size_t d, size_t w, size_t count, double seconds, minip_error_t err)
{
  const size_t columns = count - d / 2 + 1;
  fmpq *row = _fmpq_vec_init((slong)columns);
  size_t *column = malloc(columns * sizeof *column);
  minip_lp_t lp = NULL;
  minip_lp_outcome_t outcome;
  fmpz_t mu;
  fmpq_t minus_one;
  fmpz_init(mu), fmpq_init(minus_one);
  fmpq_set_si(minus_one, -1, 1);
  minip_status_t st = column ? minip_lp_new(&lp, columns, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for a linear program");
  for (size_t j = 0; st == MINIP_OK && j < columns; j++) {
    column[j] = j;
    minip_lp_objective(lp, j, minus_one);
  }
  for (size_t k = 1; st == MINIP_OK && k <= count; k++)
    st = add_row(lp, row, column, n, w, k, d / 2, columns, err);
  if (st == MINIP_OK)
    minip_lp_time_limit(lp, seconds);
  if (st == MINIP_OK)
    st = minip_lp_solve(&outcome, NULL, NULL, dual, lp, err);
  if (st == MINIP_OK && outcome != MINIP_LP_OPTIMAL)
    st = minip_error_set(err, MINIP_INTERNAL, "Delsarte's program has no optimum"); /* a = 0 is a solution, and a_i <= v_i in all of them */
  for (size_t k = 1; st == MINIP_OK && k <= count; k++) {
    minip_johnson_multiplicity(mu, n, k);
    fmpq_div_fmpz(dual + k - 1, dual + k - 1, mu);
  }
  minip_lp_delete(lp);
  free(column);
  _fmpq_vec_clear(row, (slong)columns);
  fmpz_clear(mu), fmpq_clear(minus_one);
  return st;
}

minip_status_t minip_johnson_lp(fmpq_t bound, fmpq *dual, size_t n, size_t d, size_t w, minip_error_t err)
{
  return minip__johnson_lp(bound, dual, n, d, w, 0, err);
}

minip_status_t minip__johnson_lp(fmpq_t bound, fmpq *dual, size_t n, size_t d, size_t w, double seconds, minip_error_t err)
{
  minip_status_t st = minip_code_check_parameters((long)n, (long)d, (long)w, err);
  size_t count = w < n - w ? w : n - w;
  if (st == MINIP_OK && d < 2)
    st = minip_error_set(err, MINIP_INPUT, "the distance d must be at least 2");
  if (st == MINIP_OK && count > MINIP__LP_MAX)
    st = minip_error_set(err, MINIP_UNDECIDED, "Delsarte's program is solved for min(w, n-w) up to %d only", MINIP__LP_MAX);
  if (st != MINIP_OK)
    return st;
  if (d / 2 > count) /* one word: no inequality is left, and no multiplier is needed */
    for (size_t k = 0; k < count; k++)
      fmpq_zero(dual + k);
  else if ((st = solve(dual, n, d, w, count, seconds, err)) != MINIP_OK)
    return st;
  return minip_johnson_check_dual(bound, dual, count, n, d, w, err);
}
