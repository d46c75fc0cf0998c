/* The table of a derivation: for every gap the number of pairs, A(k) with a best composition, f(k), and the product. */
#include "internal.h"
#include <string.h>

static json_t *composition(const minip_bound_task_t task, size_t k)
{
  json_t *parts = json_array();
  for (; k > 0 && task->first_part[k] > 0; k -= task->first_part[k])
    json_array_append_new(parts, minip_report_slong((slong)task->first_part[k]));
  return parts;
}

static json_t *line(const fmpq_t count, const fmpq_t f, const fmpq_t product, const minip_bound_task_t task, size_t k, int has_sum)
{
  json_t *x = json_object();
  json_object_set_new(x, "k", minip_report_slong((slong)k));
  json_object_set_new(x, "number", minip_report_fmpq(count));
  json_object_set_new(x, "factor", minip_report_fmpq(task->factors + k));
  json_object_set_new(x, "parts", composition(task, k));
  if (has_sum) {
    json_object_set_new(x, "weight", minip_report_fmpq(f));
    json_object_set_new(x, "product", minip_report_fmpq(product));
  }
  return x;
}

json_t *minip__bound_gaps(fmpq_t sum, const minip_bound_lower_t lower, const minip_bound_task_t task)
{
  size_t to;
  fmpq *counts = minip__bound_counts(&to, lower);
  json_t *gaps = json_array();
  fmpq_t f, product;
  int has_sum = lower->form == MINIP_FORM_TRACE || lower->form == MINIP_FORM_POWER || lower->form == MINIP_FORM_OFFSET || lower->form == MINIP_FORM_LINEAR;
  fmpq_init(f), fmpq_init(product);
  fmpq_zero(sum);
  for (size_t k = lower->delta; counts && k <= to; k++) {
    if (fmpq_is_zero(counts + k))
      continue;
    if (has_sum) {
      minip__bound_weight(f, lower, task, k);
      fmpq_mul(product, counts + k, f);
    }
    json_array_append_new(gaps, line(counts + k, f, product, task, k, has_sum));
  }
  if (counts && has_sum)
    minip__bound_sum(sum, counts, lower, task, lower->delta, to);
  if (counts)
    _fmpq_vec_clear(counts, (slong)to + 1);
  fmpq_clear(f), fmpq_clear(product);
  return gaps;
}
