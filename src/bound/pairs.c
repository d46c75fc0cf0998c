/* Every form of T7 and T8 for an explicit pair system (T9). */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define LARGEST_POWER 4

/* --- forms ------------------------------------------------------------------------------------------------------------------------- */

/* The pairs' name as text. */
static char *name_of(const minip_pairs_struct *pairs)
{
  json_t *text = minip_report_name(pairs->name ? pairs->name : "");
  char *name = text ? strdup(json_string_value(text)) : NULL;
  json_decref(text);
  return name;
}

minip_bound_lower_struct *minip__bound_append_pairs(minip_bound_list_t list, const minip_bound_task_t task, const minip__system_t *s, minip_bound_form_t form)
{
  const minip_pairs_distribution_struct *d = s->d;
  minip_bound_lower_struct *x = minip__bound_append(list);
  if (!x)
    return NULL;
  x->source = MINIP_SOURCE_PAIRS;
  x->form = form;
  x->name = name_of(s->pairs);
  x->m = d->m;
  x->w = s->weight;
  x->delta = (size_t)d->min;
  fmpz_set_ui(x->N, d->size);
  x->kmax = (size_t)d->max;
  x->counts = _fmpq_vec_init((slong)x->kmax + 1);
  for (size_t k = 1; k <= x->kmax; k++) {
    fmpz_set_ui(fmpq_numref(x->counts + k), d->count[k + d->m]);
    fmpz_set_ui(fmpq_denref(x->counts + k), d->size);
    fmpq_canonicalise(x->counts + k);
  }
  minip__bound_set_rules(x, task, 1);
  if (!x->name) {
    minip__bound_drop_last(list);
    return NULL;
  }
  return x;
}

/* value = N / (1 + sum of counts f), for TRACE, POWER, OFFSET and LINEAR. */
static void value_from_counts(minip_bound_lower_struct *x, const minip_bound_task_t task)
{
  fmpq_t sum;
  fmpq_init(sum);
  minip__bound_sum(sum, x->counts, x, task, x->delta, x->kmax);
  fmpq_add_si(sum, sum, 1);
  fmpq_inv(sum, sum);
  fmpq_mul_fmpz(x->value, sum, x->N);
  fmpq_clear(sum);
}

/* The least r with C(r+p-1, p) >= what the trace bound gives for the p-th power. */
static void conclude_power(minip_bound_lower_struct *x)
{
  fmpz_t need, r, c;
  fmpz_init(need), fmpz_init(r), fmpz_init(c);
  fmpz_t loss;
  fmpz_init_set(loss, x->loss);
  fmpz_zero(x->loss);
  minip__bound_conclude(x);
  fmpz_set(need, x->bound);
  fmpz_one(c);
  for (ulong k = 1; fmpz_cmp(c, need) < 0; k++) {
    fmpz_bin_uiui(c, k + x->power - 1, x->power);
    fmpz_set_ui(r, k);
  }
  if (fmpz_is_zero(r))
    fmpz_one(r);
  fmpz_set(x->loss, loss);
  fmpz_sub(x->bound, r, loss);
  fmpz_clear(need), fmpz_clear(r), fmpz_clear(c), fmpz_clear(loss);
}

static void choose_offsets(minip_bound_lower_struct *x, const minip_bound_task_t task, long double *count)
{
  minip__profile_t profile = {x->delta, x->kmax, count, task->approx};
  for (size_t k = 0; k <= x->kmax; k++)
    count[k] = minip__bound_approx(x->counts + k);
  if (x->form == MINIP_FORM_OFFSET)
    minip__bound_choose_offset(x->u, &profile);
  else
    minip__bound_choose_linear(x->u, x->v, &profile);
}

/* A system at a task. */
typedef struct {
  const minip_bound_task_struct *task;
  const minip__system_t *system;
  long double *count; /* scratch, d->max + 1 entries */
} at_task_t;

/* centre + 1 is the c of the header: (centre+1) I - a and a - (centre-1) I. */
static int half_dominates(fmpq_t u, const at_task_t *s)
{
  int ok = minip__bound_half_dominates(u, s->task, s->system->pairs, &s->system->h);
  fmpq_add_si(u, u, 1);
  return ok;
}

/* The form's value and bound, into x; *holds = 0 when its hypotheses fail. */
static minip_status_t set_form(minip_bound_lower_struct *x, int *holds, const at_task_t *s, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  *holds = 1;
  minip__bound_set_rules(x, s->task, s->system->h.constant);
  switch (x->form) {
  case MINIP_FORM_COLUMN: minip__bound_one_sided(x->value, s->task, &s->system->h, 0); break;
  case MINIP_FORM_ROW: minip__bound_one_sided(x->value, s->task, &s->system->h, 1); break;
  case MINIP_FORM_SCALED: st = minip__bound_scaled(x, s->task, s->system->pairs, err); break;
  case MINIP_FORM_MINIMUM: minip__bound_minimum_value(x, s->task); break;
  case MINIP_FORM_DOMINANCE: *holds = minip__bound_dominates(s->task, &s->system->h); break;
  case MINIP_FORM_HALF_DOMINANCE: *holds = !s->task->is_signed && half_dominates(x->u, s); break;
  case MINIP_FORM_OFFSET:
  case MINIP_FORM_LINEAR:
    choose_offsets(x, s->task, s->count);
    value_from_counts(x, s->task);
    break;
  default: value_from_counts(x, s->task);
  }
  if (x->form == MINIP_FORM_DOMINANCE || x->form == MINIP_FORM_HALF_DOMINANCE) {
    fmpq_set_fmpz(x->value, x->N);
    x->strict = 0; /* the rank of B is N itself */
  }
  if (x->form == MINIP_FORM_POWER)
    conclude_power(x);
  else
    minip__bound_conclude(x);
  *holds = *holds && fmpz_sgn(x->bound) > 0 && fmpq_sgn(x->value) > 0;
  return st;
}

static minip_status_t add_form(minip_bound_list_t list, const at_task_t *s, minip_bound_form_t form, size_t power, minip_error_t err)
{
  int holds;
  int offset = form == MINIP_FORM_OFFSET || form == MINIP_FORM_LINEAR;
  if ((offset && s->task->is_signed) || (form == MINIP_FORM_SCALED && s->system->homogeneous))
    return MINIP_OK;
  minip_bound_lower_struct *x = minip__bound_append_pairs(list, s->task, s->system, form);
  if (!x)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  x->power = power;
  minip_status_t st = set_form(x, &holds, s, err);
  if (st != MINIP_OK || !holds)
    minip__bound_drop_last(list);
  return st;
}

static minip_status_t add_forms(minip_bound_list_t list, const at_task_t *s, minip_error_t err)
{
  static const minip_bound_form_t forms[] = {MINIP_FORM_TRACE,  MINIP_FORM_COLUMN,    MINIP_FORM_ROW,            MINIP_FORM_SCALED, MINIP_FORM_MINIMUM,
                                             MINIP_FORM_DOMINANCE, MINIP_FORM_HALF_DOMINANCE, MINIP_FORM_OFFSET, MINIP_FORM_LINEAR};
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < sizeof forms / sizeof *forms; i++)
    st = add_form(list, s, forms[i], 0, err);
  for (size_t p = 2; st == MINIP_OK && p <= LARGEST_POWER; p++)
    st = add_form(list, s, MINIP_FORM_POWER, p, err);
  return st;
}

/* The system's own conditions: gaps at or above the least usable one, numbers that fit. */
static minip_status_t check_system(const minip_bound_task_t task, const minip__system_t *s, minip_error_t err)
{
  const minip_pairs_distribution_struct *d = s->d;
  if (d->m > task->kmax)
    return minip_error_set(err, MINIP_INPUT, "%s: tokens of %zu bits, more than the %zu asked for", s->pairs->name, d->m, task->kmax);
  if (d->size >= 2 && d->min < (int32_t)task->least_gap)
    return minip_error_set(err, MINIP_INPUT, "%s: <x_%zu, z_%zu> - <x_%zu, z_%zu> = %d, but at least %zu is needed (pairs count from 0)", s->pairs->name,
                           d->at[0], d->at[1], d->at[0], d->at[0], (int)d->min, task->least_gap);
  return MINIP_OK;
}

static minip_status_t bound_system(minip_bound_list_t list, const minip_bound_task_t task, const minip__system_t *system, minip_error_t err)
{
  at_task_t s = {task, system, calloc((size_t)system->d->max + 1, sizeof(long double))};
  if (!s.count)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory for its bounds", system->pairs->name);
  minip_status_t st = add_forms(list, &s, err);
  free(s.count);
  return st;
}

minip_status_t minip_bound_systems(minip_bound_list_t list, const minip_bound_task_t task, const minip_bound_systems_t systems, int all, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < systems->count; i++) {
    const minip__system_t *s = systems->items + i;
    minip_error_t why;
    minip_error_init(why);
    if (check_system(task, s, why) != MINIP_OK) {
      st = all ? why->status : MINIP_OK;
      if (all)
        *err = *why;
    } else if (s->d->size >= 2)
      st = bound_system(list, task, s, err);
  }
  return st;
}

minip_status_t minip_bound_pairs(minip_bound_list_t list, const minip_bound_task_t task, const minip_pairs_t pairs, int threads, minip_error_t err)
{
  minip_bound_systems_t systems;
  minip_bound_systems_init(systems);
  minip_status_t st = minip_bound_systems_add(systems, pairs, threads, err);
  if (st == MINIP_OK)
    st = minip_bound_systems(list, task, systems, 1, err);
  minip_bound_systems_clear(systems);
  return st;
}
