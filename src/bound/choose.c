/* Choosing w, delta, T and q for the bounds of T10, in floating point; minip_bound_evaluate then proves the bound at what was chosen. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>

/* Half-distance profile of all words of weight w: share[k] = C(w,k) C(m-w,k) / C(m,w), k = 0..top. */
typedef struct {
  size_t m, w, top;
  long double *share;
  long double log2_words;
} slice_t;

static long double log2_binomial(size_t n, size_t k)
{
  return (lgammal((long double)n + 1) - lgammal((long double)k + 1) - lgammal((long double)(n - k) + 1)) / logl(2);
}

static int slice_new(slice_t *s, size_t m)
{
  s->m = m;
  s->share = calloc(m / 2 + 2, sizeof *s->share);
  return s->share != NULL;
}

static void slice_set(slice_t *s, size_t w)
{
  s->w = w;
  s->top = w < s->m - w ? w : s->m - w;
  s->log2_words = log2_binomial(s->m, w);
  s->share[0] = exp2l(-s->log2_words);
  for (size_t k = 0; k < s->top; k++)
    s->share[k + 1] = s->share[k] * (long double)(w - k) * (long double)(s->m - w - k) / ((long double)(k + 1) * (long double)(k + 1));
}

typedef struct {
  size_t w, delta;
  long double T, value;
} choice_t;

/* h(t) = (1+t)(1 - tP/2)^2 / (1 + tQ), t = T - 1, is stationary where PQ t^2 + (P + PQ + (1-Q)P/2) t = 1 - Q - P. */
static long double best_draws(long double p, long double q, long double *value)
{
  long double c = 1 - q - p, t = 0;
  if (c > 0) {
    long double b = p + p * q + (1 - q) * p / 2;
    t = floorl(2 * c / (b + sqrtl(b * b + 4 * p * q * c)));
  }
  *value = (1 + t) * (1 - t * p / 2) * (1 - t * p / 2) / (1 + t * q);
  long double more = (2 + t) * (1 - (t + 1) * p / 2) * (1 - (t + 1) * p / 2) / (1 + (t + 1) * q);
  if ((t + 1) * p < 2 && more > *value)
    *value = more, t += 1;
  return t + 1;
}

/* The best delta and T for this slice and form. */
static choice_t best_on_slice(const slice_t *s, const minip_bound_lower_t form, const minip_bound_task_t task)
{
  choice_t best = {.w = s->w, .value = 0};
  long double p = 0, q = 0;
  for (size_t k = 0; k <= s->top; k++)
    if (k >= task->least_gap)
      q += s->share[k] * minip__bound_approx_weight(form, task->approx[k], k);
    else
      p += s->share[k];
  for (size_t delta = task->least_gap; delta <= s->top; delta++) {
    long double value, t = best_draws(p, q, &value);
    if (value > best.value)
      best.delta = delta, best.T = t, best.value = value;
    p += s->share[delta];
    q -= s->share[delta] * minip__bound_approx_weight(form, task->approx[delta], delta);
    q = q > 0 ? q : 0;
  }
  return best;
}

/* Weights: all up to m = 64, from there downwards from m/2 until three in a row are no better (the best lies at or near m/2, T11). */
static choice_t best_choice(slice_t *s, const minip_bound_lower_t form, const minip_bound_task_t task)
{
  choice_t best = {.value = 0};
  int worse = 0;
  for (size_t w = s->m / 2; w >= 2 && (s->m <= 64 || worse < 3); w--) {
    slice_set(s, w);
    choice_t c = best_on_slice(s, form, task);
    worse = c.value > best.value ? 0 : worse + 1;
    if (c.value > best.value)
      best = c;
  }
  return best;
}

static void set_choice(minip_bound_lower_struct *x, const choice_t *c, size_t m)
{
  x->m = m;
  x->w = c->w;
  x->delta = c->delta;
  if (x->source == MINIP_SOURCE_DELETION)
    minip__bound_round(x->T, c->T);
}

/* Evaluate the item just appended; drop it when the parameters prove nothing. */
static void keep_if_proved(minip_bound_list_t list, const minip_bound_task_t task)
{
  minip_error_t ignored;
  minip_error_init(ignored);
  if (minip_bound_evaluate(list->items + list->count - 1, task, ignored) != MINIP_OK || fmpz_sgn(list->items[list->count - 1].bound) <= 0)
    minip__bound_drop_last(list);
}

static minip_bound_lower_struct *append(minip_bound_list_t list, minip_bound_source_t source, minip_bound_form_t form)
{
  minip_bound_lower_struct *x = minip__bound_append(list);
  if (x) {
    x->source = source;
    x->form = form;
  }
  return x;
}

static minip_status_t short_of_memory(minip_error_t err) { return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound"); }

static void choose_form(minip_bound_lower_struct *x, const minip__profile_t *profile)
{
  if (x->form == MINIP_FORM_OFFSET)
    minip__bound_choose_offset(x->u, profile);
  if (x->form == MINIP_FORM_LINEAR)
    minip__bound_choose_linear(x->u, x->v, profile);
}

/* The offset that suits the trace form's choice, then the delta and T that suit the offset. */
static minip_status_t deletion_offset(minip_bound_list_t list, const minip_bound_task_t task, slice_t *s, minip_bound_form_t form, const choice_t *trace,
                                      minip_error_t err)
{
  minip_bound_lower_struct *x = append(list, MINIP_SOURCE_DELETION, form);
  if (!x)
    return short_of_memory(err);
  slice_set(s, trace->w);
  minip__profile_t profile = {trace->delta, s->top, s->share, task->approx};
  choose_form(x, &profile);
  choice_t c = best_on_slice(s, x, task);
  set_choice(x, &c, s->m);
  keep_if_proved(list, task);
  return MINIP_OK;
}

minip_status_t minip_bound_deletion(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  slice_t s = {0};
  if (m < 4)
    return MINIP_OK;
  minip_bound_lower_struct *x = append(list, MINIP_SOURCE_DELETION, MINIP_FORM_TRACE);
  if (!x || !slice_new(&s, m))
    return short_of_memory(err);
  choice_t c = best_choice(&s, x, task);
  minip_status_t st = MINIP_OK;
  set_choice(x, &c, m);
  keep_if_proved(list, task);
  if (c.value > 1 && !task->is_signed) {
    st = deletion_offset(list, task, &s, MINIP_FORM_OFFSET, &c, err);
    if (st == MINIP_OK)
      st = deletion_offset(list, task, &s, MINIP_FORM_LINEAR, &c, err);
  }
  free(s.share);
  return st;
}

/* --- Graham-Sloane classes -------------------------------------------------------------------------------------------------------- */

static ulong field_size(size_t m, size_t delta)
{
  if (delta <= 2)
    return delta == 1 ? 1 : m;
  for (ulong q = m;; q++) {
    n_factor_t f;
    n_factor_init(&f);
    n_factor(&f, q, 1);
    if (f.num == 1)
      return q;
  }
}

/* count[k] = C(w,k) C(m-w,k-delta+1) / C(k,delta-1) / M for k = delta..top, into count. */
static void class_profile(long double *count, const slice_t *s, size_t delta)
{
  for (size_t k = delta; k <= s->top; k++) {
    count[k] = s->share[k];
    for (size_t j = 0; j + 1 < delta; j++) /* C(m-w,k-j-1)/C(m-w,k-j) = (k-j)/(m-w-k+j+1); C(k,delta-1) = prod (k-j)/(delta-1-j) */
      count[k] *= (long double)(delta - 1 - j) / (long double)(s->m - s->w - k + j + 1);
  }
}

static long double class_value(const long double *count, const slice_t *s, size_t delta, const minip_bound_lower_t form, const minip_bound_task_t task)
{
  long double sum = s->share[0], q = (long double)field_size(s->m, delta);
  for (size_t k = delta; k <= s->top; k++)
    sum += count[k] * minip__bound_approx_weight(form, task->approx[k], k);
  return 1 / (sum * powl(q, (long double)delta - 1));
}

#define LARGEST_CLASS_DELTA 8

static void try_classes(choice_t *best, long double *count, slice_t *s, const minip_bound_lower_t form, const minip_bound_task_t task)
{
  for (size_t delta = task->least_gap; delta <= s->top && delta <= LARGEST_CLASS_DELTA; delta++) {
    class_profile(count, s, delta);
    long double value = class_value(count, s, delta, form, task);
    if (value > best->value)
      *best = (choice_t){.w = s->w, .delta = delta, .value = value};
  }
}

/* The minimum-distance form: N = M / q^(delta-1) words, N / (1 + (N-1) a(delta)^2). */
static void try_class_minimum(choice_t *best, const slice_t *s, const minip_bound_task_t task)
{
  for (size_t delta = task->least_gap; delta <= s->top; delta++) {
    long double q = (long double)field_size(s->m, delta), words = exp2l(s->log2_words - (long double)(delta - 1) * log2l(q)), a = task->approx[delta];
    long double value = 1 / (1 / words + a * a);
    if (words > 1 && value > best->value)
      *best = (choice_t){.w = s->w, .delta = delta, .value = value};
  }
}

static minip_status_t append_classes(minip_bound_list_t list, const minip_bound_task_t task, slice_t *s, long double *count, minip_bound_form_t form,
                                     const choice_t *c, minip_error_t err)
{
  minip_bound_lower_struct *x = append(list, MINIP_SOURCE_GRAHAM_SLOANE, form);
  if (!x)
    return short_of_memory(err);
  slice_set(s, c->w);
  class_profile(count, s, c->delta);
  minip__profile_t profile = {c->delta, s->top, count, task->approx};
  choose_form(x, &profile);
  set_choice(x, c, s->m);
  fmpz_set_ui(x->q, field_size(s->m, c->delta));
  keep_if_proved(list, task);
  return MINIP_OK;
}

minip_status_t minip_bound_graham_sloane(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  static const minip_bound_form_t forms[] = {MINIP_FORM_TRACE, MINIP_FORM_OFFSET, MINIP_FORM_LINEAR};
  slice_t s = {0};
  choice_t by_trace = {.value = 0}, by_minimum = {.value = 0};
  minip_bound_lower_t trace;
  if (m < 4)
    return MINIP_OK;
  long double *count = calloc(m + 1, sizeof *count);
  if (!count || !slice_new(&s, m)) {
    free(count);
    return short_of_memory(err);
  }
  minip_bound_lower_init(trace);
  trace->form = MINIP_FORM_TRACE;
  for (size_t w = m / 2; w >= 2 && (m <= 64 || w + 2 >= m / 2); w--) {
    slice_set(&s, w);
    try_classes(&by_trace, count, &s, trace, task);
    try_class_minimum(&by_minimum, &s, task);
  }
  minip_bound_lower_clear(trace);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && by_trace.value > 1 && i < (task->is_signed ? 1 : 3); i++)
    st = append_classes(list, task, &s, count, forms[i], &by_trace, err);
  if (st == MINIP_OK && by_minimum.value > 1)
    st = append_classes(list, task, &s, count, MINIP_FORM_MINIMUM, &by_minimum, err);
  free(count);
  free(s.share);
  return st;
}

/* --- greedy choice ------------------------------------------------------------------------------------------------------------------ */

minip_status_t minip_bound_gilbert(minip_bound_list_t list, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  slice_t s = {0};
  choice_t best = {.value = 0};
  if (m < 4)
    return MINIP_OK;
  if (!slice_new(&s, m))
    return short_of_memory(err);
  for (size_t w = m / 2; w >= 2 && (m <= 64 || w + 2 >= m / 2); w--) {
    long double ball = 0;
    slice_set(&s, w);
    for (size_t delta = 1; delta <= s.top; delta++) {
      ball += s.share[delta - 1];
      long double a = task->approx[delta], value = 1 / (ball + a * a);
      if (delta >= task->least_gap && value > best.value)
        best = (choice_t){.w = w, .delta = delta, .value = value};
    }
  }
  free(s.share);
  if (best.value <= 1)
    return MINIP_OK;
  minip_bound_lower_struct *x = append(list, MINIP_SOURCE_GILBERT, MINIP_FORM_MINIMUM);
  if (!x)
    return short_of_memory(err);
  set_choice(x, &best, m);
  keep_if_proved(list, task);
  return MINIP_OK;
}
