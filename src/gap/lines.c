/* The least ratio |W(x,z)| / |W(x,z')| per gap, against A_n(k) (T6). */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

/* The tokens of one query with one overlap: extremes of |V|. */
typedef struct {
  size_t lo_entry, hi_entry; /* MINIP_NO_ENTRY: no token */
  fmpz lo, hi;
  minip__approx_t lo_approx, hi_approx;
} level_t;

/* The least ratio of one gap so far, num / den. */
typedef struct {
  int has;
  fmpz num, den;
  double mantissa; /* of num / den, relative error below MINIP__MARGIN */
  slong exponent;
  size_t query, low, high;
  uint32_t low_overlap;
} best_t;

typedef struct {
  level_t *levels; /* m + 1 */
  best_t *best;    /* m, for gaps 1..m */
  size_t m;
} scratch_t;

static void scratch_clear(scratch_t *s)
{
  for (size_t i = 0; s->levels && i <= s->m; i++)
    fmpz_clear(&s->levels[i].lo), fmpz_clear(&s->levels[i].hi);
  for (size_t i = 0; s->best && i < s->m; i++)
    fmpz_clear(&s->best[i].num), fmpz_clear(&s->best[i].den);
  free(s->levels), free(s->best);
  memset(s, 0, sizeof *s);
}

static minip_status_t scratch_init(scratch_t *s, size_t m, minip_error_t err)
{
  s->m = m;
  s->levels = calloc(m + 1, sizeof *s->levels); /* a zero word is an initialised fmpz */
  s->best = calloc(m + 1, sizeof *s->best);
  return s->levels && s->best ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
}

/* Sort a row's tokens by overlap. MINIP_UNDECIDED when a clamp is above some denominator. */
static minip_status_t set_levels(scratch_t *s, const minip_row_t row, const minip_rule_t rule, size_t n, minip_error_t err)
{
  int unclamped = 1;
  fmpz_t v;
  fmpz_init(v);
  for (size_t i = 0; i <= row->weight; i++)
    s->levels[i].lo_entry = s->levels[i].hi_entry = MINIP_NO_ENTRY;
  for (size_t j = 0; j < row->count && unclamped; j++) {
    level_t *l = &s->levels[row->overlap[j]];
    minip__gap_v(v, row, rule, n, row->alpha + j);
    unclamped = minip__gap_unclamped(v, row, rule);
    fmpz_abs(v, v);
    if (l->lo_entry == MINIP_NO_ENTRY || fmpz_cmp(v, &l->lo) < 0) {
      l->lo_entry = j;
      fmpz_set(&l->lo, v);
    }
    if (l->hi_entry == MINIP_NO_ENTRY || fmpz_cmp(v, &l->hi) > 0) {
      l->hi_entry = j;
      fmpz_set(&l->hi, v);
    }
  }
  for (size_t i = 0; i <= row->weight; i++) {
    level_t *l = &s->levels[i];
    l->lo_approx.mantissa = fmpz_get_d_2exp(&l->lo_approx.exponent, &l->lo);
    l->hi_approx.mantissa = fmpz_get_d_2exp(&l->hi_approx.exponent, &l->hi);
  }
  fmpz_clear(v);
  return unclamped ? MINIP_OK : minip_error_set(err, MINIP_UNDECIDED, "some denominators are below the clamp: ratios of weights say nothing there");
}

/* -1, 0, 1: is a.num/a.den below, equal to, above num/den? */
static int compare_exactly(const fmpz_t num, const fmpz_t den, const best_t *best)
{
  fmpz_t left, right;
  fmpz_init(left), fmpz_init(right);
  fmpz_mul(left, num, &best->den);
  fmpz_mul(right, &best->num, den);
  int c = fmpz_cmp(left, right);
  fmpz_clear(left), fmpz_clear(right);
  return c;
}

/* Is mantissa 2^exponent above best's ratio, proved by doubles? Both mantissas are 0 or within 1/2..2; two conversions and a quotient each. */
static int clearly_above(double mantissa, slong exponent, const best_t *best)
{
  slong e = exponent - best->exponent;
  if (mantissa == 0 || best->mantissa == 0)
    return mantissa != 0;
  if (e > 4 || e < -4)
    return e > 0;
  return mantissa * (double)(1 << (e + 4)) * (1 - MINIP__MARGIN) > best->mantissa * 16 * (1 + MINIP__MARGIN);
}

static int earlier(size_t query, uint32_t low_overlap, const best_t *b)
{
  return query != b->query ? query < b->query : low_overlap < b->low_overlap;
}

static void offer(best_t *best, const level_t *low, const level_t *high, size_t query, uint32_t low_overlap)
{
  double mantissa = low->lo_approx.mantissa / high->hi_approx.mantissa;
  slong exponent = low->lo_approx.exponent - high->hi_approx.exponent;
  if (best->has && clearly_above(mantissa, exponent, best))
    return;
  int c = best->has ? compare_exactly(&low->lo, &high->hi, best) : -1;
  if (c > 0 || (c == 0 && !earlier(query, low_overlap, best)))
    return;
  fmpz_set(&best->num, &low->lo), fmpz_set(&best->den, &high->hi);
  best->has = 1;
  best->mantissa = mantissa, best->exponent = exponent;
  best->query = query, best->low_overlap = low_overlap;
  best->low = low->lo_entry, best->high = high->hi_entry;
}

static void scan(scratch_t *s, size_t weight, size_t query)
{
  for (size_t a = 0; a <= weight; a++)
    for (size_t b = a + 1; b <= weight && s->levels[a].lo_entry != MINIP_NO_ENTRY; b++)
      if (s->levels[b].hi_entry != MINIP_NO_ENTRY && !fmpz_is_zero(&s->levels[b].hi))
        offer(&s->best[b - a - 1], &s->levels[a], &s->levels[b], query, (uint32_t)a);
}

static void take_best(best_t *into, const best_t *from)
{
  if (!from->has)
    return;
  int c = into->has ? compare_exactly(&from->num, &from->den, into) : -1;
  if (c > 0 || (c == 0 && !earlier(from->query, from->low_overlap, into)))
    return;
  fmpz_set(&into->num, &from->num), fmpz_set(&into->den, &from->den);
  into->has = 1;
  into->query = from->query, into->low_overlap = from->low_overlap;
  into->low = from->low, into->high = from->high;
}

typedef struct {
  best_t *total; /* m */
  minip_error_struct *err;
  size_t done;
  minip_gap_progress_t progress;
  void *data;
} shared_t;

static void fail(shared_t *shared, const minip_error_t err)
{
#pragma omp critical(minip_lines_merge)
  if (shared->err->status == MINIP_OK)
    *shared->err = *err;
}

static void work(shared_t *shared, const minip_kernel_t kernel, size_t n)
{
  minip_row_t row;
  scratch_t s = {0};
  minip_error_t err;
  minip_row_init(row);
  minip_error_init(err);
  if (scratch_init(&s, kernel->m, err) != MINIP_OK)
    fail(shared, err);
#pragma omp for schedule(dynamic, 1)
  for (size_t i = 0; i < kernel->query_count; i++) {
    minip_status_t st;
#pragma omp atomic read
    st = shared->err->status;
    if (st == MINIP_OK && s.best)
      st = minip_kernel_row(row, kernel, i, err);
    if (st == MINIP_OK)
      st = set_levels(&s, row, kernel->rule, n, err);
    if (st == MINIP_OK)
      scan(&s, row->weight, i);
    else if (err->status != MINIP_OK)
      fail(shared, err);
#pragma omp critical(minip_lines_merge)
    {
      shared->done++;
      if (shared->progress)
        shared->progress(shared->done, kernel->query_count, shared->data);
    }
  }
#pragma omp critical(minip_lines_merge)
  for (size_t k = 0; s.best && k < kernel->m; k++)
    take_best(&shared->total[k], &s.best[k]);
  scratch_clear(&s);
  minip_row_clear(row);
  minip__thread_done();
}

static void fill_lines(minip_gap_line_t *lines, const best_t *total, size_t m, size_t n, const fmpq_t target)
{
  fmpq *required = _fmpq_vec_init((slong)m + 1);
  minip_amplification_error(required, NULL, n, m, target);
  for (size_t k = 0; k < m; k++) {
    const best_t *b = &total[k];
    minip_gap_line_t *l = &lines[k];
    fmpq_set(&l->required, required + k + 1);
    l->has_ratio = b->has;
    l->holds = 1;
    if (!b->has)
      continue;
    fmpq_set_fmpz_frac(&l->ratio, &b->num, &b->den);
    l->holds = fmpq_cmp(&l->ratio, &l->required) > 0;
    l->query = b->query, l->low = b->low, l->high = b->high, l->low_overlap = b->low_overlap;
  }
  _fmpq_vec_clear(required, (slong)m + 1);
}

static void init_lines(minip_gap_line_t *lines, size_t m)
{
  memset(lines, 0, m * sizeof *lines);
  for (size_t k = 0; k < m; k++) {
    lines[k].k = (uint32_t)k + 1;
    fmpq_init(&lines[k].ratio), fmpq_init(&lines[k].required);
  }
}

void minip_gap_lines_clear(minip_gap_line_t *lines, size_t count)
{
  for (size_t k = 0; k < count; k++)
    fmpq_clear(&lines[k].ratio), fmpq_clear(&lines[k].required);
}

minip_status_t minip_gap_lines(minip_gap_line_t *lines, const minip_kernel_t kernel, size_t n, const fmpq_t target, int threads,
                               minip_gap_progress_t progress, void *data, minip_error_t err)
{
  init_lines(lines, kernel->m);
  minip_status_t st = minip__gap_check(kernel->rule, n, target, err);
  if (st == MINIP_OK && n < 3)
    st = minip_error_set(err, MINIP_INPUT, "ratios of weights are bound from length 3 on");
  if (st != MINIP_OK)
    return st;
  minip_error_init(err);
  scratch_t total = {0};
  if (scratch_init(&total, kernel->m, err) == MINIP_OK) {
    shared_t shared = {.total = total.best, .err = err, .progress = progress, .data = data};
#ifdef _OPENMP
    int count = threads > 0 ? threads : omp_get_max_threads();
#pragma omp parallel num_threads(count)
#else
    (void)threads;
#endif
    work(&shared, kernel, n);
    if (err->status == MINIP_OK)
      fill_lines(lines, total.best, kernel->m, n, target);
  }
  scratch_clear(&total);
  return err->status;
}
