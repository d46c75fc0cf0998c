/* Every form of T7 and T8 for an explicit pair system (T9). */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define MAX_PAIRS ((size_t)1 << 17) /* histograms of 2 N rows; the work is N^2 */
#define LARGEST_POWER 4

/* --- histograms -------------------------------------------------------------------------------------------------------------------- */

/* counts[i][k] for the system seen from x_i (rows) or from z_j (columns). base[i] = <x_i,z_i>. */
static int fill_histogram(uint32_t *counts, const minip_pairs_t pairs, const uint32_t *base, size_t kmax, int rows, int threads)
{
  size_t n = minip_pairs_count(pairs);
  int failed = 0;
#pragma omp parallel num_threads(threads)
  {
    uint32_t *overlaps = malloc(n * sizeof *overlaps);
    if (!overlaps) {
#pragma omp atomic write
      failed = 1;
    }
#pragma omp for schedule(dynamic, 64)
    for (size_t i = 0; i < n; i++) {
      if (!overlaps)
        continue;
      minip_token_overlaps(overlaps, minip_token_row(rows ? pairs->x : pairs->z, i), rows ? pairs->z : pairs->x, 0, n);
      for (size_t j = 0; j < n; j++)
        if (j != i)
          counts[i * (kmax + 1) + overlaps[j] - base[rows ? i : j]]++;
    }
    free(overlaps);
  }
  return !failed;
}

static int is_constant(const minip_tokens_t x, const uint32_t *base)
{
  size_t w = minip_token_weight(minip_token_row(x, 0), x->words);
  for (size_t i = 1; i < x->count; i++)
    if (minip_token_weight(minip_token_row(x, i), x->words) != w || base[i] != base[0])
      return 0;
  return w > 0;
}

/* k_ij = k_ji for all pairs? Looked at only for systems small enough for half dominance. */
static int is_symmetric(const minip_pairs_t pairs, const uint32_t *base)
{
  size_t n = minip_pairs_count(pairs), words = pairs->x->words;
  for (size_t i = 0; n <= 256 && i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (minip_token_overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, j), words) - base[i] !=
          minip_token_overlap(minip_token_row(pairs->x, j), minip_token_row(pairs->z, i), words) - base[j])
        return 0;
  return n <= 256;
}

static int histograms_make(minip__histograms_t *h, const minip_pairs_t pairs, size_t kmax, int threads)
{
  size_t n = minip_pairs_count(pairs);
  uint32_t *base = malloc(n * sizeof *base);
  h->count = n;
  h->kmax = kmax;
  h->rows = calloc(n * (kmax + 1), sizeof *h->rows);
  h->columns = calloc(n * (kmax + 1), sizeof *h->columns);
  int ok = base && h->rows && h->columns;
  for (size_t i = 0; ok && i < n; i++)
    base[i] = (uint32_t)minip_token_overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, i), pairs->x->words);
  ok = ok && fill_histogram(h->rows, pairs, base, kmax, 1, threads) && fill_histogram(h->columns, pairs, base, kmax, 0, threads);
  h->constant = ok && is_constant(pairs->x, base);
  h->symmetric = ok && is_symmetric(pairs, base);
  free(base);
  return ok;
}

static void histograms_clear(minip__histograms_t *h)
{
  free(h->rows);
  free(h->columns);
}

/* Do all rows look the same, and all columns? Then every scaling of one side is the trace form, and so is the best two-sided one. */
static int is_homogeneous(const minip__histograms_t *h)
{
  size_t size = (h->kmax + 1) * sizeof *h->rows;
  for (size_t i = 1; i < h->count; i++)
    if (memcmp(h->rows, h->rows + i * (h->kmax + 1), size) != 0 || memcmp(h->columns, h->columns + i * (h->kmax + 1), size) != 0)
      return 0;
  return 1;
}

/* --- forms ------------------------------------------------------------------------------------------------------------------------- */

int minip__bound_is_complement(const minip_pairs_t pairs)
{
  size_t m = pairs->x->m;
  for (size_t i = 0; i < minip_pairs_count(pairs); i++) {
    const uint64_t *x = minip_token_row(pairs->x, i), *z = minip_token_row(pairs->z, i);
    size_t overlap = minip_token_overlap(x, z, pairs->x->words);
    if (overlap != 0 || minip_token_weight(x, pairs->x->words) + minip_token_weight(z, pairs->x->words) != m)
      return 0;
  }
  return 1;
}

/* The weight of the words when the pairs come from a constant-weight code (T9), else 0. */
static size_t code_weight(const minip_pairs_t pairs)
{
  size_t w = minip_token_weight(minip_token_row(pairs->x, 0), pairs->x->words);
  for (size_t i = 1; i < minip_pairs_count(pairs); i++)
    if (minip_token_weight(minip_token_row(pairs->x, i), pairs->x->words) != w)
      return 0;
  return minip__bound_is_complement(pairs) ? w : 0;
}

minip_bound_lower_struct *minip__bound_append_pairs(minip_bound_list_t list, const minip_bound_task_t task, const minip_pairs_t pairs,
                                                    const minip_pairs_distribution_t d, minip_bound_form_t form)
{
  minip_bound_lower_struct *x = minip__bound_append(list);
  if (!x)
    return NULL;
  x->source = MINIP_SOURCE_PAIRS;
  x->form = form;
  x->name = strdup(pairs->name ? pairs->name : "");
  x->m = d->m;
  x->w = code_weight(pairs);
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

typedef struct {
  const minip_bound_task_struct *task;
  const minip_pairs_struct *pairs;
  const minip_pairs_distribution_struct *d;
  const minip__histograms_t *h;
  long double *count; /* scratch, d->max + 1 entries */
  int homogeneous;
} system_t;

/* centre + 1 is the c of the header: (centre+1) I - a and a - (centre-1) I. */
static int half_dominates(fmpq_t u, const system_t *s)
{
  int ok = minip__bound_half_dominates(u, s->task, s->pairs, s->h);
  fmpq_add_si(u, u, 1);
  return ok;
}

/* The form's value and bound, into x; *holds = 0 when its hypotheses fail. */
static minip_status_t set_form(minip_bound_lower_struct *x, int *holds, const system_t *s, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  *holds = 1;
  minip__bound_set_rules(x, s->task, s->h->constant);
  switch (x->form) {
  case MINIP_FORM_COLUMN: minip__bound_one_sided(x->value, s->task, s->h, 0); break;
  case MINIP_FORM_ROW: minip__bound_one_sided(x->value, s->task, s->h, 1); break;
  case MINIP_FORM_SCALED: st = minip__bound_scaled(x, s->task, s->pairs, err); break;
  case MINIP_FORM_MINIMUM: minip__bound_minimum_value(x, s->task); break;
  case MINIP_FORM_DOMINANCE: *holds = minip__bound_dominates(s->task, s->h); break;
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

static minip_status_t add_form(minip_bound_list_t list, const system_t *s, minip_bound_form_t form, size_t power, minip_error_t err)
{
  int holds;
  int offset = form == MINIP_FORM_OFFSET || form == MINIP_FORM_LINEAR;
  if ((offset && s->task->is_signed) || (form == MINIP_FORM_SCALED && s->homogeneous))
    return MINIP_OK;
  minip_bound_lower_struct *x = minip__bound_append_pairs(list, s->task, s->pairs, s->d, form);
  if (!x)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  x->power = power;
  minip_status_t st = set_form(x, &holds, s, err);
  if (st != MINIP_OK || !holds)
    minip__bound_drop_last(list);
  return st;
}

static minip_status_t add_forms(minip_bound_list_t list, const system_t *s, minip_error_t err)
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
static minip_status_t check_system(const minip_bound_task_t task, const minip_pairs_t pairs, const minip_pairs_distribution_t d, minip_error_t err)
{
  if (d->m > task->kmax)
    return minip_error_set(err, MINIP_INPUT, "%s: tokens of %zu bits, more than the %zu asked for", pairs->name, d->m, task->kmax);
  if (d->size >= 2 && d->min < (int32_t)task->least_gap)
    return minip_error_set(err, MINIP_INPUT, "%s: <x_%zu, z_%zu> - <x_%zu, z_%zu> = %d, but at least %zu is needed (pairs count from 0)", pairs->name,
                           d->at[0], d->at[1], d->at[0], d->at[0], (int)d->min, task->least_gap);
  return MINIP_OK;
}

static minip_status_t all_forms(minip_bound_list_t list, const minip_bound_task_t task, const minip_pairs_t pairs, const minip_pairs_distribution_t d,
                                int threads, minip_error_t err)
{
  minip__histograms_t h = {0};
  system_t s = {task, pairs, d, &h, calloc((size_t)d->max + 1, sizeof(long double)), 0};
  minip_status_t st;
  if (!s.count || !histograms_make(&h, pairs, (size_t)d->max, threads))
    st = minip_error_set(err, MINIP_LIMIT, "%s: out of memory for the gaps of %zu pairs", pairs->name, d->size);
  else {
    s.homogeneous = is_homogeneous(&h);
    st = add_forms(list, &s, err);
  }
  histograms_clear(&h);
  free(s.count);
  return st;
}

/* Starting threads costs more than the work on a small system. 0 means all cores. */
static int worth_threads(size_t n, int threads)
{
  if (n < 4096)
    return 1;
#ifdef _OPENMP
  return threads > 0 ? threads : omp_get_num_procs();
#else
  return threads > 0 ? threads : 1;
#endif
}

minip_status_t minip_bound_pairs(minip_bound_list_t list, const minip_bound_task_t task, const minip_pairs_t pairs, int threads, minip_error_t err)
{
  minip_pairs_distribution_t d;
  if (minip_pairs_count(pairs) > MAX_PAIRS)
    return minip_error_set(err, MINIP_LIMIT, "%s: %zu pairs, more than %zu", pairs->name, minip_pairs_count(pairs), MAX_PAIRS);
  threads = worth_threads(minip_pairs_count(pairs), threads);
  minip_pairs_distribution_init(d);
  minip_status_t st = minip_pairs_distribution(d, pairs, threads, err);
  if (st == MINIP_OK)
    st = check_system(task, pairs, d, err);
  if (st == MINIP_OK && d->size >= 2)
    st = all_forms(list, task, pairs, d, threads, err);
  minip_pairs_distribution_clear(d);
  return st;
}
