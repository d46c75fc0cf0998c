/* Explicit pair systems with all that their bounds need to know of the gaps (T9), counted once for any number of tasks. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define MAX_PAIRS ((size_t)1 << 17) /* histograms of 2 N rows; the work is N^2 */

/* --- histograms -------------------------------------------------------------------------------------------------------------------- */

/* counts[i][k] for the system seen from x_i (rows) or from z_j (columns). base[i] = <x_i,z_i>. */
static int fill_histogram(uint32_t *counts, const minip_pairs_t pairs, const uint32_t *base, size_t kmax, int rows, int threads)
{
  size_t n = minip_pairs_count(pairs);
  int failed = 0;
  (void)threads; /* without OpenMP */
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

/* Counts of what can be used: two pairs or more, all gaps at least 1 (no task uses a smaller one). */
static minip_status_t count_gaps(minip__system_t *s, int threads, minip_error_t err)
{
  const minip_pairs_struct *pairs = s->pairs;
  s->weight = code_weight(pairs);
  minip_status_t st = minip_pairs_distribution(s->d, pairs, threads, err);
  if (st != MINIP_OK || s->d->size < 2 || s->d->min < 1)
    return st;
  if (!histograms_make(&s->h, pairs, (size_t)s->d->max, threads))
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory for the gaps of %zu pairs", pairs->name, s->d->size);
  s->homogeneous = is_homogeneous(&s->h);
  return MINIP_OK;
}

void minip_bound_systems_init(minip_bound_systems_t systems) { memset(systems, 0, sizeof *systems); }

static void system_clear(minip__system_t *s)
{
  if (s->own)
    minip_pairs_clear(s->own), free(s->own);
  minip_pairs_distribution_clear(s->d);
  histograms_clear(&s->h);
}

void minip_bound_systems_clear(minip_bound_systems_t systems)
{
  for (size_t i = 0; i < systems->count; i++)
    system_clear(systems->items + i);
  free(systems->items);
}

static minip__system_t *append_system(minip_bound_systems_t systems)
{
  if (systems->count == systems->allocated) {
    size_t room = systems->allocated * 2 + 16;
    minip__system_t *items = realloc(systems->items, room * sizeof *items);
    if (!items)
      return NULL;
    systems->items = items;
    systems->allocated = room;
  }
  minip__system_t *s = systems->items + systems->count++;
  memset(s, 0, sizeof *s);
  minip_pairs_distribution_init(s->d);
  return s;
}

/* own: the same pairs, to be freed with the systems (also on failure); NULL when they stay the caller's. */
static minip_status_t add(minip_bound_systems_t systems, const minip_pairs_struct *pairs, minip_pairs_struct *own, int threads, minip_error_t err)
{
  if (minip_pairs_count(pairs) > MAX_PAIRS)
    return minip_error_set(err, MINIP_LIMIT, "%s: %zu pairs, more than %zu", pairs->name, minip_pairs_count(pairs), MAX_PAIRS);
  minip__system_t *s = append_system(systems);
  if (!s)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for pair systems");
  s->pairs = pairs;
  minip_status_t st = count_gaps(s, worth_threads(minip_pairs_count(pairs), threads), err);
  if (st == MINIP_OK)
    s->own = own;
  else
    system_clear(systems->items + --systems->count);
  return st;
}

minip_status_t minip_bound_systems_add(minip_bound_systems_t systems, const minip_pairs_t pairs, int threads, minip_error_t err)
{
  return add(systems, pairs, NULL, threads, err);
}

minip_status_t minip__bound_systems_add_code(minip_bound_systems_t systems, const minip_code_t code, int threads, minip_error_t err)
{
  minip_pairs_struct *pairs = malloc(sizeof *pairs);
  if (!pairs)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for pair systems");
  minip_pairs_init(pairs);
  minip_status_t st = minip_pairs_from_code(pairs, code, err);
  if (st == MINIP_OK)
    st = add(systems, pairs, pairs, threads, err);
  if (st != MINIP_OK)
    minip_pairs_clear(pairs), free(pairs);
  return st;
}
