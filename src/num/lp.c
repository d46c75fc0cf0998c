/* Exact linear programs: the program, and the check of an answer. */
#include "lp.h"
#include <stdlib.h>
#include <string.h>

minip_status_t minip_lp_new(minip_lp_t *out, size_t columns, minip_error_t err)
{
  minip_lp_t lp = calloc(1, sizeof *lp);
  *out = NULL;
  if (!lp || columns > INT32_MAX || !(lp->is_free = calloc(columns + 1, 1)) || !(lp->objective = calloc(columns + 1, sizeof *lp->objective))) {
    if (lp)
      free(lp->is_free);
    free(lp);
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a linear program of %zu variables", columns);
  }
  lp->columns = columns; /* calloc'd fmpq are not yet 0/1 */
  for (size_t j = 0; j < columns; j++)
    fmpq_init(lp->objective + j);
  *out = lp;
  return MINIP_OK;
}

void minip_lp_delete(minip_lp_t lp)
{
  if (!lp)
    return;
  for (size_t j = 0; j < lp->columns; j++)
    fmpq_clear(lp->objective + j);
  for (size_t i = 0; i < lp->row_count; i++)
    fmpq_clear(&lp->rows[i].rhs);
  for (size_t k = 0; k < lp->entry_count; k++)
    fmpq_clear(&lp->entries[k].value);
  free(lp->is_free), free(lp->objective), free(lp->rows), free(lp->entries), free(lp);
}

void minip_lp_time_limit(minip_lp_t lp, double seconds) { lp->seconds = seconds; }

void minip_lp_free(minip_lp_t lp, size_t column) { lp->is_free[column] = 1; }
void minip_lp_objective(minip_lp_t lp, size_t column, const fmpq_t c) { fmpq_set(lp->objective + column, c); }

/* Room for `wanted` items; doubles. */
static int grow(void **items, size_t *room, size_t wanted, size_t size)
{
  size_t bytes, next = *room ? *room : 64;
  while (next < wanted)
    if (__builtin_mul_overflow(next, (size_t)2, &next))
      return 0;
  if (__builtin_mul_overflow(next, size, &bytes))
    return 0;
  void *p = next > *room ? realloc(*items, bytes) : *items;
  if (!p)
    return 0;
  *items = p;
  *room = next;
  return 1;
}

minip_status_t minip_lp_row(minip_lp_t lp, size_t count, const size_t *column, const fmpq *coefficient, char sense, const fmpq_t rhs, minip_error_t err)
{
  if (lp->row_count >= INT32_MAX || lp->entry_count + count > INT32_MAX ||
      !grow((void **)&lp->rows, &lp->row_room, lp->row_count + 1, sizeof *lp->rows) ||
      !grow((void **)&lp->entries, &lp->entry_room, lp->entry_count + count, sizeof *lp->entries))
    return minip_error_set(err, MINIP_LIMIT, "out of memory for row %zu of a linear program", lp->row_count + 1);
  minip__lp_row_t *row = &lp->rows[lp->row_count++];
  row->sense = sense;
  row->first = lp->entry_count;
  row->count = count;
  fmpq_init(&row->rhs);
  fmpq_set(&row->rhs, rhs);
  for (size_t i = 0; i < count; i++) {
    minip__lp_entry_t *e = &lp->entries[lp->entry_count++];
    e->column = column[i];
    fmpq_init(&e->value);
    fmpq_set(&e->value, coefficient + i);
  }
  return MINIP_OK;
}

/* Does y have the sign its row's sense asks for? */
static int has_right_sign(char sense, const fmpq_t y)
{
  return sense == 'E' || (sense == 'G' ? fmpq_sgn(y) >= 0 : fmpq_sgn(y) <= 0);
}

/* Every row and every sign holds at x. */
static int is_feasible(const struct minip_lp_struct *lp, const fmpq *x)
{
  fmpq_t sum;
  int good = 1;
  fmpq_init(sum);
  for (size_t j = 0; good && j < lp->columns; j++)
    good = lp->is_free[j] || fmpq_sgn(x + j) >= 0;
  for (size_t i = 0; good && i < lp->row_count; i++) {
    const minip__lp_row_t *row = &lp->rows[i];
    fmpq_zero(sum);
    for (size_t k = 0; k < row->count; k++)
      fmpq_addmul(sum, &lp->entries[row->first + k].value, x + lp->entries[row->first + k].column);
    int order = fmpq_cmp(sum, &row->rhs);
    good = row->sense == 'E' ? order == 0 : row->sense == 'G' ? order >= 0 : order <= 0;
  }
  fmpq_clear(sum);
  return good;
}

/* bound = y.rhs, and the reduced costs scale c - y A are 0 on free columns and >= 0 on the others (scale 1 for an optimum, 0 for Farkas). */
static int is_dual(fmpq_t bound, const struct minip_lp_struct *lp, const fmpq *y, int scale)
{
  fmpq *reduced = _fmpq_vec_init((slong)lp->columns + 1);
  int good = 1;
  for (size_t j = 0; scale && j < lp->columns; j++)
    fmpq_set(reduced + j, lp->objective + j);
  fmpq_zero(bound);
  for (size_t i = 0; good && i < lp->row_count; i++) {
    const minip__lp_row_t *row = &lp->rows[i];
    good = has_right_sign(row->sense, y + i);
    fmpq_addmul(bound, y + i, &row->rhs);
    for (size_t k = 0; k < row->count; k++)
      fmpq_submul(reduced + lp->entries[row->first + k].column, y + i, &lp->entries[row->first + k].value);
  }
  for (size_t j = 0; good && j < lp->columns; j++)
    good = lp->is_free[j] ? fmpq_is_zero(reduced + j) : fmpq_sgn(reduced + j) >= 0;
  _fmpq_vec_clear(reduced, (slong)lp->columns + 1);
  return good;
}

static int is_proved(fmpq_t value, const struct minip_lp_struct *lp, minip_lp_outcome_t outcome, const fmpq *x, const fmpq *y)
{
  fmpq_t primal;
  int good = 1;
  fmpq_init(primal);
  if (outcome == MINIP_LP_OPTIMAL) {
    for (size_t j = 0; j < lp->columns; j++)
      fmpq_addmul(primal, lp->objective + j, x + j);
    good = is_feasible(lp, x) && is_dual(value, lp, y, 1) && fmpq_equal(primal, value);
  } else if (outcome == MINIP_LP_INFEASIBLE)
    good = is_dual(value, lp, y, 0) && fmpq_sgn(value) > 0;
  fmpq_clear(primal);
  return good;
}

minip_status_t minip_lp_solve(minip_lp_outcome_t *outcome, fmpq_t value, fmpq *x, fmpq *y, minip_lp_t lp, minip_error_t err)
{
  fmpq *own_x = _fmpq_vec_init((slong)lp->columns + 1), *own_y = _fmpq_vec_init((slong)lp->row_count + 1);
  fmpq_t own_value;
  fmpq_init(own_value);
  minip_status_t st = minip__lp_call(outcome, own_x, own_y, lp, err);
  if (st == MINIP_OK && !is_proved(own_value, lp, *outcome, own_x, own_y))
    st = minip_error_set(err, MINIP_UNDECIDED, "the solver's answer to a linear program did not pass the exact check");
  if (st == MINIP_OK && value)
    fmpq_swap(value, own_value);
  for (size_t j = 0; st == MINIP_OK && x && j < lp->columns; j++)
    fmpq_swap(x + j, own_x + j);
  for (size_t i = 0; st == MINIP_OK && y && i < lp->row_count; i++)
    fmpq_swap(y + i, own_y + i);
  fmpq_clear(own_value);
  _fmpq_vec_clear(own_x, (slong)lp->columns + 1), _fmpq_vec_clear(own_y, (slong)lp->row_count + 1);
  return st;
}
