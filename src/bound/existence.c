/* T10 evaluated exactly at given parameters: a code exists whose form has at least this value. */
#include "internal.h"

/* counts[k] = the number of words at half distance k from a word, k = 0..to: C(w,k) C(m-w,k). */
static fmpq *valencies(size_t m, size_t w, size_t to)
{
  fmpq *v = _fmpq_vec_init((slong)to + 1);
  fmpz_t x;
  fmpz_init_set_ui(x, 1);
  for (size_t k = 0; k <= to; k++) {
    fmpq_set_fmpz(v + k, x);
    fmpz_mul2_uiui(x, x, w - k, m - w - k);
    fmpz_divexact2_uiui(x, x, k + 1, k + 1);
  }
  fmpz_clear(x);
  return v;
}

/* counts[k] = an upper bound, C(w,k) C(m-w,k-delta+1) / C(k,delta-1), on the number of words of the same class at half distance k (T10). */
static fmpq *class_counts(size_t m, size_t w, size_t delta, size_t to)
{
  fmpq *v = _fmpq_vec_init((slong)to + 1);
  fmpz_t x, y;
  fmpz_init(x), fmpz_init(y);
  for (size_t k = delta; k <= to; k++) {
    fmpz_bin_uiui(x, w, k);
    fmpz_bin_uiui(y, m - w, k - delta + 1);
    fmpz_mul(x, x, y);
    fmpz_bin_uiui(y, k, delta - 1);
    fmpq_set_fmpz_frac(v + k, x, y);
  }
  fmpz_clear(x), fmpz_clear(y);
  return v;
}

static size_t half_distances(const minip_bound_lower_t lower) { return lower->w < lower->m - lower->w ? lower->w : lower->m - lower->w; }

fmpq *minip__bound_counts(size_t *to, const minip_bound_lower_t lower)
{
  *to = lower->source == MINIP_SOURCE_PAIRS ? lower->kmax : half_distances(lower);
  fmpq *copy;
  switch (lower->source) {
  case MINIP_SOURCE_DELETION:
  case MINIP_SOURCE_GILBERT: return valencies(lower->m, lower->w, *to);
  case MINIP_SOURCE_GRAHAM_SLOANE: return class_counts(lower->m, lower->w, lower->delta, *to);
  case MINIP_SOURCE_PAIRS:
    copy = _fmpq_vec_init((slong)*to + 1);
    for (size_t k = 0; k <= *to; k++)
      fmpq_set(copy + k, lower->counts + k);
    return copy;
  default: return NULL;
  }
}

/* (T - T(T-1)P/2)^2 / (T + T(T-1) Q) = T (2 - (T-1) P)^2 / (4 (1 + (T-1) Q)), P = close/M, Q = weight/M. */
static minip_status_t deletion_value(minip_bound_lower_t lower, const fmpq_t close, const fmpq_t weight, const fmpz_t words, minip_error_t err)
{
  fmpz_t less;
  fmpq_t top, bottom;
  fmpz_init(less), fmpq_init(top), fmpq_init(bottom);
  fmpz_sub_ui(less, lower->T, 1);
  fmpq_mul_fmpz(top, close, less);
  fmpq_div_fmpz(top, top, words);
  fmpq_sub_si(top, top, 2);
  fmpq_neg(top, top);
  int fits = fmpq_sgn(top) > 0;
  fmpq_mul(top, top, top);
  fmpq_mul_fmpz(top, top, lower->T);
  fmpq_mul_fmpz(bottom, weight, less);
  fmpq_div_fmpz(bottom, bottom, words);
  fmpq_add_si(bottom, bottom, 1);
  fmpq_mul_2exp(bottom, bottom, 2);
  fmpq_div(lower->value, top, bottom);
  fmpz_clear(less), fmpq_clear(top), fmpq_clear(bottom);
  return fits ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "deletion would remove every word: T is too large");
}

static minip_status_t deletion(minip_bound_lower_t lower, const minip_bound_task_t task, minip_error_t err)
{
  size_t to = half_distances(lower);
  if (fmpz_sgn(lower->T) <= 0)
    return minip_error_set(err, MINIP_INPUT, "the number of words drawn must be positive");
  fmpq *counts = valencies(lower->m, lower->w, to);
  fmpq_t close, weight;
  fmpz_t words;
  fmpq_init(close), fmpq_init(weight), fmpz_init(words);
  for (size_t k = 0; k < lower->delta && k <= to; k++)
    fmpq_add(close, close, counts + k);
  minip__bound_sum(weight, counts, lower, task, lower->delta, to);
  fmpz_bin_uiui(words, lower->m, lower->w);
  minip_status_t st = deletion_value(lower, close, weight, words, err);
  _fmpq_vec_clear(counts, (slong)to + 1);
  fmpq_clear(close), fmpq_clear(weight), fmpz_clear(words);
  return st;
}

/* A class of words with equal elementary symmetric functions e_1 .. e_(delta-1) over GF(q) needs m different field elements; for delta = 2 the sum of
   the positions modulo m does as well. */
static int is_field_size(const fmpz_t q, size_t m, size_t delta)
{
  n_factor_t f;
  if (delta == 1)
    return fmpz_is_one(q);
  if (fmpz_cmp_ui(q, m) < 0 || !fmpz_abs_fits_ui(q))
    return 0;
  if (delta == 2 && fmpz_equal_ui(q, m))
    return 1;
  n_factor_init(&f);
  n_factor(&f, fmpz_get_ui(q), 1);
  return f.num == 1;
}

/* x = (number of classes), at most q^(delta-1); N = ceil(M / x) words in the largest one. */
static void set_class_size(minip_bound_lower_t lower, fmpz_t classes, const fmpz_t words)
{
  fmpz_pow_ui(classes, lower->q, lower->delta - 1);
  fmpz_cdiv_q(lower->N, words, classes);
}

static minip_status_t graham_sloane(minip_bound_lower_t lower, const minip_bound_task_t task, minip_error_t err)
{
  size_t to = half_distances(lower);
  fmpz_t words, classes;
  fmpq_t sum;
  if (!is_field_size(lower->q, lower->m, lower->delta))
    return minip_error_set(err, MINIP_INPUT, "Graham-Sloane classes need a prime power q of at least m (or q = m when delta is 2)");
  fmpz_init(words), fmpz_init(classes), fmpq_init(sum);
  fmpz_bin_uiui(words, lower->m, lower->w);
  set_class_size(lower, classes, words);
  if (lower->form == MINIP_FORM_MINIMUM)
    minip__bound_minimum_value(lower, task);
  else {
    fmpq *counts = class_counts(lower->m, lower->w, lower->delta, to);
    minip__bound_sum(sum, counts, lower, task, lower->delta, to);
    _fmpq_vec_clear(counts, (slong)to + 1);
    fmpq_add_si(sum, sum, 1);
    fmpq_mul_fmpz(sum, sum, classes);
    fmpq_inv(sum, sum);
    fmpq_mul_fmpz(lower->value, sum, words);
  }
  fmpz_clear(words), fmpz_clear(classes), fmpq_clear(sum);
  return MINIP_OK;
}

/* Words chosen while any is left outside the balls of radius delta - 1 round those chosen: at least M / ball of them. */
static minip_status_t gilbert(minip_bound_lower_t lower, const minip_bound_task_t task)
{
  fmpz_t words;
  fmpq_t ball;
  fmpz_init(words), fmpq_init(ball);
  size_t to = lower->delta - 1;
  fmpq *counts = valencies(lower->m, lower->w, to);
  for (size_t k = 0; k <= to; k++)
    fmpq_add(ball, ball, counts + k);
  fmpz_bin_uiui(words, lower->m, lower->w);
  fmpz_cdiv_q(lower->N, words, fmpq_numref(ball));
  minip__bound_minimum_value(lower, task);
  _fmpq_vec_clear(counts, (slong)to + 1);
  fmpz_clear(words), fmpq_clear(ball);
  return MINIP_OK;
}

static minip_status_t check(const minip_bound_lower_t lower, const minip_bound_task_t task, minip_error_t err)
{
  int offset = lower->form == MINIP_FORM_OFFSET || lower->form == MINIP_FORM_LINEAR;
  if (lower->m > task->kmax || lower->w < 1 || lower->w >= lower->m)
    return minip_error_set(err, MINIP_INPUT, "the weight must lie between 1 and m - 1, and m within the task");
  if (lower->delta < task->least_gap || lower->delta > half_distances(lower))
    return minip_error_set(err, MINIP_INPUT, "delta must lie between %zu and %zu", task->least_gap, half_distances(lower));
  if (!offset && lower->form != MINIP_FORM_TRACE && (lower->form != MINIP_FORM_MINIMUM || lower->source == MINIP_SOURCE_DELETION))
    return minip_error_set(err, MINIP_INPUT, "the %s form is not one of this source's", minip_bound_form_name(lower->form));
  if (lower->source == MINIP_SOURCE_GILBERT && lower->form != MINIP_FORM_MINIMUM)
    return minip_error_set(err, MINIP_INPUT, "greedy choice has the minimum-distance form only");
  if (offset && (task->is_signed || fmpq_sgn(lower->u) < 0 || fmpz_cmp(fmpq_numref(lower->u), fmpq_denref(lower->u)) >= 0))
    return minip_error_set(err, MINIP_INPUT, "an offset needs a nonnegative kernel and a constant of at least 0 and below 1");
  return MINIP_OK;
}

minip_status_t minip_bound_evaluate(minip_bound_lower_t lower, const minip_bound_task_t task, minip_error_t err)
{
  minip_status_t st = check(lower, task, err);
  if (st != MINIP_OK)
    return st;
  minip__bound_set_rules(lower, task, 1);
  switch (lower->source) {
  case MINIP_SOURCE_DELETION: st = deletion(lower, task, err); break;
  case MINIP_SOURCE_GRAHAM_SLOANE: st = graham_sloane(lower, task, err); break;
  case MINIP_SOURCE_GILBERT: st = gilbert(lower, task); break;
  default: st = minip_error_set(err, MINIP_INPUT, "only the existence bounds are evaluated from parameters");
  }
  if (st != MINIP_OK)
    return st;
  /* T8 needs two pairs: a value above 1 promises them, since no form exceeds the number of pairs. */
  if (fmpz_cmp(fmpq_numref(lower->value), fmpq_denref(lower->value)) <= 0)
    return minip_error_set(err, MINIP_INPUT, "the value does not exceed 1, so nothing follows");
  minip__bound_conclude(lower);
  return MINIP_OK;
}
