/* Pair systems (T8, T9): k_ij = <x_i, z_j> - <x_i, z_i>. */
#include <minip/code.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

void minip_pairs_init(minip_pairs_t pairs)
{
  minip_tokens_init(pairs->x);
  minip_tokens_init(pairs->z);
  pairs->name = NULL;
  pairs->sha256[0] = '\0';
}

void minip_pairs_clear(minip_pairs_t pairs)
{
  minip_tokens_clear(pairs->x);
  minip_tokens_clear(pairs->z);
  free(pairs->name);
  pairs->name = NULL;
}

static void complement(uint64_t *z, const uint64_t *x, size_t m)
{
  size_t words = (m + 63) / 64;
  for (size_t i = 0; i < words; i++)
    z[i] = ~x[i];
  if (m % 64 != 0)
    z[words - 1] &= ((uint64_t)1 << (m % 64)) - 1;
}

minip_status_t minip_pairs_from_code(minip_pairs_t pairs, const minip_code_t code, minip_error_t err)
{
  size_t m = minip_code_n(code), count = minip_code_size(code);
  minip_status_t st = minip_tokens_alloc(pairs->x, count, m, err);
  if (st == MINIP_OK)
    st = minip_tokens_alloc(pairs->z, count, m, err);
  if (st != MINIP_OK)
    return st;
  for (size_t i = 0; i < count; i++) {
    memcpy(minip_token_row(pairs->x, i), minip_code_word(code, i), code->words->words * sizeof(uint64_t));
    complement(minip_token_row(pairs->z, i), minip_code_word(code, i), m);
  }
  free(pairs->name);
  pairs->name = strdup(code->name ? code->name : "");
  if (!pairs->name)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a pair system");
  memcpy(pairs->sha256, code->sha256, sizeof pairs->sha256);
  return MINIP_OK;
}

void minip_pairs_row(int32_t *k, const minip_pairs_t pairs, size_t i)
{
  const uint64_t *x = minip_token_row(pairs->x, i);
  size_t count = minip_pairs_count(pairs);
  minip_token_overlaps((uint32_t *)k, x, pairs->z, 0, count); /* overlaps are below 2^31 */
  int32_t own = k[i];
  for (size_t j = 0; j < count; j++)
    k[j] -= own;
}

void minip_pairs_distribution_init(minip_pairs_distribution_t distribution) { memset(distribution, 0, sizeof *distribution); }

void minip_pairs_distribution_clear(minip_pairs_distribution_t distribution)
{
  free(distribution->count);
  distribution->count = NULL;
}

/* Add row i to the counts (2m + 1 entries) and keep the least (k, i, j). */
static void add_row(uint64_t *count, int32_t *least, size_t at[2], const int32_t *k, size_t i, size_t size, size_t m)
{
  for (size_t j = 0; j < size; j++) {
    if (j == i)
      continue;
    count[(int64_t)m + k[j]]++;
    if (k[j] < *least || (k[j] == *least && (i < at[0] || (i == at[0] && j < at[1]))))
      *least = k[j], at[0] = i, at[1] = j;
  }
}

/* Rows i = thread, thread + threads, ..; merged into the distribution at the end. 0 when memory is short. */
static int distribute(minip_pairs_distribution_struct *d, const minip_pairs_struct *pairs)
{
  size_t size = d->size, step = (size_t)omp_get_num_threads(), at[2] = {(size_t)-1, (size_t)-1};
  int32_t least = INT32_MAX, *k = malloc((size + 1) * sizeof *k);
  uint64_t *count = calloc(2 * d->m + 1, sizeof *count);
  int ok = k && count;
  for (size_t i = (size_t)omp_get_thread_num(); ok && i < size; i += step) {
    minip_pairs_row(k, pairs, i);
    add_row(count, &least, at, k, i, size, d->m);
  }
#pragma omp critical(minip_pairs_merge)
  {
    for (size_t t = 0; ok && t <= 2 * d->m; t++)
      d->count[t] += count[t];
    if (ok && at[0] != (size_t)-1 && (least < d->min || (least == d->min && (at[0] < d->at[0] || (at[0] == d->at[0] && at[1] < d->at[1])))))
      d->min = least, d->at[0] = at[0], d->at[1] = at[1];
  }
  free(k), free(count);
  return ok;
}

minip_status_t minip_pairs_distribution(minip_pairs_distribution_t distribution, const minip_pairs_t pairs, int threads, minip_error_t err)
{
  minip_pairs_distribution_struct *d = distribution;
  int failed = 0;
  minip_pairs_distribution_clear(distribution);
  d->m = pairs->x->m;
  d->size = minip_pairs_count(pairs);
  d->at[0] = d->at[1] = (size_t)-1;
  d->min = INT32_MAX;
  d->count = calloc(2 * d->m + 1, sizeof *d->count);
  if (!d->count)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a distribution");
#pragma omp parallel num_threads(threads > 0 ? threads : omp_get_max_threads()) reduction(| : failed)
  failed |= !distribute(d, pairs);
  if (failed)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a row of %zu pairs", d->size);
  d->max = 0;
  if (d->at[0] == (size_t)-1)
    d->min = 0;
  else
    for (size_t t = 0; t <= 2 * d->m; t++)
      if (d->count[t])
        d->max = (int32_t)((int64_t)t - (int64_t)d->m);
  return MINIP_OK;
}

minip_status_t minip_pairs_check(const minip_pairs_distribution_t distribution, minip_error_t err)
{
  if (distribution->at[0] == (size_t)-1 || distribution->min >= 2)
    return MINIP_OK;
  return minip_error_set(err, MINIP_INPUT, "pairs %zu and %zu (from 0): k = <x_%zu,z_%zu> - <x_%zu,z_%zu> = %d, but at least 2 is needed",
                         distribution->at[0], distribution->at[1], distribution->at[0], distribution->at[1], distribution->at[0],
                         distribution->at[0], distribution->min);
}
