/* One lower bound, lists of them, and the step from a trace value to a rank (T8). */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *minip_bound_source_name(minip_bound_source_t source)
{
  static const char *const names[] = {"", "pair system", "Graham-Sloane class", "random deletion", "greedy choice"};
  return names[source];
}

static const char *const form_names[] = {"trivial", "shattering", "trace",          "column",          "row",          "two-sided scaling", "minimum distance",
                                         "power",   "dominance",  "half dominance", "constant offset", "linear offset"};

const char *minip_bound_form_name(minip_bound_form_t form) { return form_names[form]; }

minip_status_t minip_bound_form_from_name(minip_bound_form_t *form, const char *name, minip_error_t err)
{
  for (size_t i = 0; i < sizeof form_names / sizeof *form_names; i++)
    if (strcmp(form_names[i], name) == 0) {
      *form = (minip_bound_form_t)i;
      return MINIP_OK;
    }
  return minip_error_set(err, MINIP_USAGE,
                         "unknown form '%s': one of shattering, trace, column, row, two-sided scaling, minimum distance, power, dominance, half dominance, "
                         "constant offset, linear offset",
                         name);
}

void minip_bound_lower_init(minip_bound_lower_t lower)
{
  memset(lower, 0, sizeof *lower);
  fmpz_init(lower->q), fmpz_init(lower->T), fmpz_init(lower->N), fmpz_init(lower->loss), fmpz_init(lower->bound);
  fmpq_init(lower->u), fmpq_init(lower->v), fmpq_init(lower->value);
}

void minip_bound_lower_clear(minip_bound_lower_t lower)
{
  fmpz_clear(lower->q), fmpz_clear(lower->T), fmpz_clear(lower->loss), fmpz_clear(lower->bound);
  fmpq_clear(lower->u), fmpq_clear(lower->v), fmpq_clear(lower->value);
  if (lower->counts)
    _fmpq_vec_clear(lower->counts, (slong)lower->kmax + 1);
  if (lower->p)
    _fmpz_vec_clear(lower->p, fmpz_get_si(lower->N));
  fmpz_clear(lower->N);
  free(lower->name);
}

minip_status_t minip_bound_lower_set(minip_bound_lower_t lower, const minip_bound_lower_t other, minip_error_t err)
{
  minip_bound_lower_clear(lower);
  minip_bound_lower_init(lower);
  lower->source = other->source, lower->form = other->form;
  lower->m = other->m, lower->w = other->w, lower->delta = other->delta, lower->power = other->power, lower->strict = other->strict;
  fmpz_set(lower->q, other->q), fmpz_set(lower->T, other->T), fmpz_set(lower->N, other->N);
  fmpz_set(lower->loss, other->loss), fmpz_set(lower->bound, other->bound);
  fmpq_set(lower->u, other->u), fmpq_set(lower->v, other->v), fmpq_set(lower->value, other->value);
  if (other->counts) {
    lower->kmax = other->kmax;
    lower->counts = _fmpq_vec_init((slong)other->kmax + 1);
    for (size_t k = 0; k <= other->kmax; k++)
      fmpq_set(lower->counts + k, other->counts + k);
  }
  if (other->p) {
    lower->p = _fmpz_vec_init(fmpz_get_si(other->N));
    _fmpz_vec_set(lower->p, other->p, fmpz_get_si(other->N));
  }
  if (other->name && !(lower->name = strdup(other->name)))
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  return MINIP_OK;
}

char *minip_bound_lower_method(const minip_bound_lower_t lower)
{
  char *text = NULL;
  const char *source = lower->source == MINIP_SOURCE_PAIRS && lower->name ? lower->name : minip_bound_source_name(lower->source);
  if (asprintf(&text, "%s%s%s", source, *source ? ", " : "", minip_bound_form_name(lower->form)) < 0)
    return NULL;
  return text;
}

void minip_bound_list_init(minip_bound_list_t list) { memset(list, 0, sizeof *list); }

void minip_bound_list_clear(minip_bound_list_t list)
{
  for (size_t i = 0; i < list->count; i++)
    minip_bound_lower_clear(list->items + i);
  free(list->items);
}

minip_bound_lower_struct *minip__bound_append(minip_bound_list_t list)
{
  if (list->count == list->allocated) {
    size_t room = list->allocated * 2 + 16;
    minip_bound_lower_struct *items = realloc(list->items, room * sizeof *items);
    if (!items)
      return NULL;
    list->items = items;
    list->allocated = room;
  }
  minip_bound_lower_init(list->items + list->count);
  return list->items + list->count++;
}

void minip__bound_drop_last(minip_bound_list_t list) { minip_bound_lower_clear(list->items + --list->count); }

const minip_bound_lower_struct *minip_bound_list_best(const minip_bound_list_t list) { return minip_bound_list_best_of(list, -1, -1); }

const minip_bound_lower_struct *minip_bound_list_best_of(const minip_bound_list_t list, int source, int form)
{
  const minip_bound_lower_struct *best = NULL;
  for (size_t i = 0; i < list->count; i++) {
    const minip_bound_lower_struct *x = list->items + i;
    if ((source >= 0 && (int)x->source != source) || (form >= 0 && (int)x->form != form))
      continue;
    int order = best ? fmpz_cmp(x->bound, best->bound) : 1;
    if (order > 0 || (order == 0 && x->form < best->form))
      best = x;
  }
  return best;
}

void minip__bound_conclude(minip_bound_lower_t lower)
{
  if (lower->strict) {
    fmpz_fdiv_q(lower->bound, fmpq_numref(lower->value), fmpq_denref(lower->value));
    fmpz_add_ui(lower->bound, lower->bound, 1);
  } else
    fmpz_cdiv_q(lower->bound, fmpq_numref(lower->value), fmpq_denref(lower->value));
  fmpz_sub(lower->bound, lower->bound, lower->loss);
}

static minip_status_t append_plain(minip_bound_list_t list, minip_bound_form_t form, size_t m, size_t bound, minip_error_t err)
{
  minip_bound_lower_struct *x = minip__bound_append(list);
  if (!x)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  x->form = form;
  x->m = m;
  fmpz_set_ui(x->N, bound);
  fmpq_set_si(x->value, (slong)bound, 1);
  minip__bound_conclude(x);
  return MINIP_OK;
}

minip_status_t minip_bound_simple(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  if (m >= 1)
    st = append_plain(list, MINIP_FORM_TRIVIAL, m, 1, err);
  if (st == MINIP_OK && m >= 4 && !task->is_signed)
    st = append_plain(list, MINIP_FORM_SHATTERING, m, m / 2, err);
  return st;
}
