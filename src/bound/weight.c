/* The weight f(k) of a pair at gap k in each form, and exact sums of it (T7, T8). */
#include "internal.h"

/* max(|C|, |a - C|)^2 / (1 - u)^2 with C = u - v k: the largest an entry of B - C can be, B between 0 and a, on diagonal 1. */
static void offset_weight(fmpq_t f, const minip_bound_lower_t lower, const fmpq_t a, size_t k)
{
  fmpq_t c, rest;
  fmpq_init(c), fmpq_init(rest);
  fmpq_mul_si(c, lower->v, (slong)k);
  fmpq_sub(c, lower->u, c);
  fmpq_sub(rest, a, c);
  fmpq_abs(c, c), fmpq_abs(rest, rest);
  fmpq_set(f, fmpq_cmp(c, rest) >= 0 ? c : rest);
  fmpq_sub_si(c, lower->u, 1);
  fmpq_div(f, f, c);
  fmpq_mul(f, f, f);
  fmpq_clear(c), fmpq_clear(rest);
}

void minip__bound_weight(fmpq_t f, const minip_bound_lower_t lower, const minip_bound_task_t task, size_t k)
{
  fmpq_t a;
  fmpq_init(a);
  fmpq_inv(a, task->factors + k);
  if (lower->form == MINIP_FORM_OFFSET || lower->form == MINIP_FORM_LINEAR)
    offset_weight(f, lower, a, k);
  else
    fmpq_pow_si(f, a, lower->form == MINIP_FORM_POWER ? 2 * (slong)lower->power : 2);
  fmpq_clear(a);
}

void minip__bound_minimum_value(minip_bound_lower_t lower, const minip_bound_task_t task)
{
  fmpq_t f;
  fmpz_t less;
  fmpq_init(f), fmpz_init(less);
  fmpz_sub_ui(less, lower->N, 1);
  minip__bound_weight(f, lower, task, lower->delta);
  fmpq_mul_fmpz(f, f, less);
  fmpq_add_si(f, f, 1);
  fmpq_inv(f, f);
  fmpq_mul_fmpz(lower->value, f, lower->N);
  fmpq_clear(f), fmpz_clear(less);
}

void minip__bound_set_rules(minip_bound_lower_t lower, const minip_bound_task_t task, int constant)
{
  fmpz_set_ui(lower->loss, task->is_signed ? 1 : 0);
  lower->strict = task->strict;
  if (lower->form == MINIP_FORM_OFFSET)
    fmpz_set_ui(lower->loss, 1);
  if (lower->form == MINIP_FORM_LINEAR)
    fmpz_set_ui(lower->loss, constant ? lower->m : lower->m + 1);
  /* |B - C| may reach the larger of C and a - C (where B = 0), so the trace inequality is not strict. */
  if (lower->form == MINIP_FORM_OFFSET || lower->form == MINIP_FORM_LINEAR)
    lower->strict = 0;
}

/* One common denominator, then integers: a sum of rationals one by one would reduce a large fraction at every step. */
void minip__bound_sum(fmpq_t sum, const fmpq *counts, const minip_bound_lower_t lower, const minip_bound_task_t task, size_t from, size_t to)
{
  fmpz_t common, term, total;
  size_t n = to >= from ? to - from + 1 : 0;
  fmpq *f = _fmpq_vec_init((slong)n);
  fmpz_init_set_ui(common, 1), fmpz_init(term), fmpz_init(total);
  for (size_t i = 0; i < n; i++) {
    if (fmpq_is_zero(counts + from + i))
      continue;
    minip__bound_weight(f + i, lower, task, from + i);
    fmpz_lcm(common, common, fmpq_denref(f + i));
    fmpz_lcm(common, common, fmpq_denref(counts + from + i));
  }
  fmpz_t scale;
  fmpz_init(scale);
  fmpz_mul(scale, common, common);
  for (size_t i = 0; i < n; i++) {
    if (fmpq_is_zero(counts + from + i))
      continue;
    fmpz_divexact(term, common, fmpq_denref(f + i));
    fmpz_mul(term, term, fmpq_numref(f + i));
    fmpz_mul(term, term, fmpq_numref(counts + from + i));
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_divexact(rest, common, fmpq_denref(counts + from + i));
    fmpz_addmul(total, term, rest);
    fmpz_clear(rest);
  }
  fmpq_set_fmpz_frac(sum, total, scale);
  fmpz_clear(common), fmpz_clear(term), fmpz_clear(total), fmpz_clear(scale);
  _fmpq_vec_clear(f, (slong)n);
}

long double minip__bound_approx_weight(const minip_bound_lower_t lower, long double a, size_t k)
{
  if (lower->form == MINIP_FORM_OFFSET || lower->form == MINIP_FORM_LINEAR) {
    long double u = minip__bound_approx(lower->u), c = u - minip__bound_approx(lower->v) * (long double)k;
    long double x = c < 0 ? -c : c, y = a - c < 0 ? c - a : a - c;
    x = x > y ? x : y;
    return x * x / ((1 - u) * (1 - u));
  }
  long double f = a * a, power = f;
  for (size_t i = 1; lower->form == MINIP_FORM_POWER && i < lower->power; i++)
    power *= f;
  return power;
}
