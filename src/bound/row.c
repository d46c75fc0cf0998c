/* One row of the table: every lower bound, and the best upper bound beside it. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip_bound_row_init(minip_bound_row_t row)
{
  memset(row, 0, sizeof *row);
  minip_bound_list_init(row->lowers);
  minip_bound_upper_init(row->upper);
}

void minip_bound_row_clear(minip_bound_row_t row)
{
  minip_bound_list_clear(row->lowers);
  minip_bound_upper_clear(row->upper);
}

/* The best ready bound of this form on at most m bits, or NULL. */
static const minip_bound_lower_struct *best_ready(const minip_bound_list_struct *ready, minip_bound_form_t form, size_t m)
{
  const minip_bound_lower_struct *best = NULL;
  for (size_t i = 0; i < ready->count; i++) {
    const minip_bound_lower_struct *x = ready->items + i;
    if (x->form == form && x->m <= m && (!best || fmpz_cmp(x->bound, best->bound) > 0))
      best = x;
  }
  return best;
}

static minip_status_t add_ready(minip_bound_list_t list, const minip_bound_list_struct *ready, size_t m, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (int form = MINIP_FORM_TRIVIAL; ready && st == MINIP_OK && form <= MINIP_FORM_LINEAR; form++) {
    const minip_bound_lower_struct *best = best_ready(ready, (minip_bound_form_t)form, m);
    if (!best)
      continue;
    minip_bound_lower_struct *x = minip__bound_append(list);
    st = x ? minip_bound_lower_set(x, best, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  }
  return st;
}

/* The bound and, as its name, the tokens that prove it. */
static minip_status_t set_shattered(minip_bound_lower_struct *x, const minip_tokens_t tokens, minip_error_t err)
{
  size_t m = tokens->m;
  fmpz_set_ui(x->N, tokens->count);
  fmpq_set_si(x->value, (slong)tokens->count, 1);
  minip__bound_conclude(x);
  free(x->name);
  x->name = malloc(tokens->count * (m + 1) + 1);
  if (!x->name)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  for (size_t i = 0; i < tokens->count; i++) {
    minip_token_to_text(x->name + i * (m + 1), minip_token_row(tokens, i), m);
    x->name[i * (m + 1) + m] = i + 1 < tokens->count ? ' ' : '\0';
  }
  return MINIP_OK;
}

/* Search for more shattered tokens than the floor(m/2) of T8; only a larger set is new. */
static minip_status_t add_shattered(minip_bound_list_t list, const minip_bound_task_t task, size_t m, uint64_t steps, minip_error_t err)
{
  minip_tokens_t tokens;
  int complete;
  if (task->is_signed || m < 4 || m > MINIP_BOUND_MAX_SHATTER)
    return MINIP_OK;
  minip_tokens_init(tokens);
  minip_status_t st = minip_bound_shatter_search(tokens, &complete, m, steps, err);
  for (size_t i = 0; st == MINIP_OK && i < list->count; i++)
    if (list->items[i].form == MINIP_FORM_SHATTERING && fmpz_cmp_ui(list->items[i].bound, tokens->count) < 0)
      st = set_shattered(list->items + i, tokens, err);
  minip_tokens_clear(tokens);
  return st;
}

static minip_status_t fill(minip_bound_row_t row, const minip_bound_task_t task, size_t m, const minip_bound_options_t *options, minip_error_t err)
{
  minip_status_t st = minip_bound_simple(row->lowers, task, m, err);
  if (st == MINIP_OK && options->shatter)
    st = add_shattered(row->lowers, task, m, options->shatter, err);
  if (st == MINIP_OK)
    st = add_ready(row->lowers, options->ready, m, err);
  if (st == MINIP_OK)
    st = minip_bound_deletion(row->lowers, task, m, err);
  if (st == MINIP_OK)
    st = minip_bound_graham_sloane(row->lowers, task, m, err);
  if (st == MINIP_OK)
    st = minip_bound_gilbert(row->lowers, task, m, err);
  if (st == MINIP_OK)
    st = minip_bound_upper(row->upper, task, m, err);
  return st;
}

minip_status_t minip_bound_row(minip_bound_row_t row, const minip_bound_task_t task, size_t m, const minip_bound_options_t *options, minip_error_t err)
{
  if (m < 1 || m > task->kmax)
    return minip_error_set(err, MINIP_INPUT, "a row needs 1 <= m <= %zu", task->kmax);
  row->m = m;
  row->n = task->n;
  minip_status_t st = fill(row, task, m, options, err);
  if (st != MINIP_OK)
    return st;
  const minip_bound_lower_struct *best = minip_bound_list_best(row->lowers);
  row->best = (size_t)(best - row->lowers->items);
  if (fmpz_cmp(best->bound, row->upper->rank) > 0)
    return minip_error_set(err, MINIP_INTERNAL, "m = %zu: a lower bound exceeds an upper bound", m);
  return MINIP_OK;
}
