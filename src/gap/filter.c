/* Which entries of a row of a nonnegative feature table can matter to T4: doubles with a forward error bound leave out the others.

   T4 needs, per overlap, an entry with alpha = 0 and those with the least and the greatest alpha > 0. Entries proved to be strictly between two
   others of their overlap, and proved positive, are left out; so are all but the first of an overlap that are proved zero. What is kept includes every possible
   tie, in the order of the full row, so the verdict, the error and the witness are those of the full row. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 256      /* tokens per inner loop; a constant, so that compilers vectorise it */
#define TINY_EXP (-400) /* table entries below 2^TINY_EXP of the largest become 0 */

struct minip__filter_struct {
  size_t padded;   /* pool tokens, rounded up to blocks */
  double *keys;    /* r x padded, entries in [0, 1] */
  int flushed;     /* some non-zero key became 0 */
};

static int is_nonnegative(const fmpz *x, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (fmpz_sgn(x + i) < 0)
      return 0;
  return 1;
}

/* eta(x) >= 0, whatever the rule adds: every part is (features are nonnegative). */
static int offsets_nonnegative(const minip_kernel_t kernel)
{
  for (size_t i = 0; kernel->eta_query && i < kernel->query_count; i++)
    if (fmpq_sgn(kernel->eta_query + i) < 0)
      return 0;
  return fmpq_sgn(kernel->rule->eta) >= 0 && fmpq_sgn(kernel->rule->eta_feature_sum) >= 0;
}

static int applies(const minip_kernel_t kernel)
{
  return kernel->kind == MINIP_KERNEL_FEATURES && kernel->pool_count >= 8 && kernel->rule->normaliser == MINIP_NORMALISER_SUM && !kernel->rule->has_clamp &&
         offsets_nonnegative(kernel) && is_nonnegative(kernel->phi_q, kernel->query_count * kernel->r) &&
         is_nonnegative(kernel->phi_k, kernel->tokens->count * kernel->r);
}

/* x 2^-exponent <= 1 as a double, relative error below 2^-51; 0 where it is below 2^TINY_EXP, and then *flushed is set. */
static double scaled(const fmpz_t x, slong exponent, int *flushed)
{
  slong e;
  double mantissa = fmpz_get_d_2exp(&e, x);
  if (mantissa == 0 || e - exponent < TINY_EXP) {
    *flushed |= mantissa != 0;
    return 0;
  }
  return ldexp(mantissa, (int)(e - exponent));
}

minip__filter_t minip__filter_new(const minip_kernel_t kernel)
{
  size_t padded = (kernel->pool_count + BLOCK - 1) / BLOCK * BLOCK, cells;
  if (!applies(kernel) || __builtin_mul_overflow(padded, kernel->r, &cells))
    return NULL;
  minip__filter_t filter = calloc(1, sizeof *filter);
  double *keys = calloc(cells, sizeof *keys);
  if (!filter || !keys) {
    free(filter), free(keys);
    return NULL; /* short of memory: the exact rows need less */
  }
  filter->padded = padded;
  filter->keys = keys;
  for (size_t j = 0; j < kernel->pool_count; j++)
    for (size_t c = 0; c < kernel->r; c++)
      keys[c * padded + j] = scaled(kernel->phi_k + kernel->pool[j] * kernel->r + c, (slong)kernel->phi_k_bits, &filter->flushed);
  return filter;
}

void minip__filter_free(minip__filter_t filter)
{
  if (filter)
    free(filter->keys);
  free(filter);
}

minip_status_t minip__filter_scratch_init(minip__filter_scratch_t *s, minip__filter_t filter, const minip_kernel_t kernel, minip_error_t err)
{
  memset(s, 0, sizeof *s);
  if (!filter)
    return MINIP_OK;
  s->approx = calloc(filter->padded, sizeof *s->approx);
  s->query = calloc(kernel->r, sizeof *s->query);
  s->overlap = calloc(filter->padded, sizeof *s->overlap);
  s->entries = calloc(filter->padded, sizeof *s->entries);
  s->least = calloc(kernel->m + 1, sizeof *s->least);
  s->most = calloc(kernel->m + 1, sizeof *s->most);
  s->has_zero = calloc(kernel->m + 1, 1);
  if (!s->approx || !s->query || !s->overlap || !s->entries || !s->least || !s->most || !s->has_zero)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  return MINIP_OK;
}

void minip__filter_scratch_clear(minip__filter_scratch_t *s)
{
  free(s->approx), free(s->query), free(s->overlap), free(s->entries), free(s->least), free(s->most), free(s->has_zero);
}

/* approx[j] = sum over features, by columns. */
static void products(double *approx, minip__filter_t filter, const double *query, size_t r)
{
  for (size_t begin = 0; begin < filter->padded; begin += BLOCK) {
    double sum[BLOCK] = {0};
    for (size_t c = 0; c < r; c++) {
      const double *key = filter->keys + c * filter->padded + begin;
      double q = query[c];
      for (size_t j = 0; j < BLOCK; j++)
        sum[j] += q * key[j];
    }
    memcpy(approx + begin, sum, sizeof sum);
  }
}

static int query_vector(double *query, const minip_kernel_t kernel, size_t i)
{
  const fmpz *q = kernel->phi_q + i * kernel->r;
  slong bits = labs(_fmpz_vec_max_bits(q, (slong)kernel->r));
  int flushed = 0;
  for (size_t c = 0; c < kernel->r; c++)
    query[c] = scaled(q + c, bits, &flushed);
  return flushed;
}

/* Error bound. On the scale where all table entries are at most 1, alpha = sum q_c k_c with q_c, k_c >= 0. Conversion costs each product a relative 2^-50
   at most, the product and r - 1 sums 2^-53 each, so |approx - alpha| <= alpha (r + 8) 2^-51 for r < 2^40, hence <= approx (r + 8) 2^-50, as long as nothing is
   flushed or underflows: kept entries are at least 2^TINY_EXP, their products at least 2^(2 TINY_EXP), normal. Flushed factors lose at most r 2^TINY_EXP.
   Both are doubled below, which covers the roundings of lower and upper themselves. */
typedef struct {
  double relative, absolute;
  int exact_zero; /* approx = 0 proves alpha = 0 */
} radius_t;

static double lower(const radius_t *e, double a) { return a * (1 - e->relative) - e->absolute; }
static double upper(const radius_t *e, double a) { return a * (1 + e->relative) + e->absolute; }

static void find_extremes(minip__filter_scratch_t *s, const radius_t *e, size_t count, size_t m)
{
  for (size_t w = 0; w <= m; w++) {
    s->least[w] = INFINITY;
    s->most[w] = -1;
    s->has_zero[w] = 0;
  }
  for (size_t j = 0; j < count; j++) {
    double low = lower(e, s->approx[j]), high = upper(e, s->approx[j]);
    if (low > 0 && high < s->least[s->overlap[j]])
      s->least[s->overlap[j]] = high;
    if (low > s->most[s->overlap[j]])
      s->most[s->overlap[j]] = low;
  }
}

/* Can entry j matter? low > 0: alpha > 0 is proved; then it matters as a possible extreme only. */
static int can_matter(minip__filter_scratch_t *s, const radius_t *e, size_t j)
{
  uint32_t w = s->overlap[j];
  double low = lower(e, s->approx[j]), high = upper(e, s->approx[j]);
  if (low > 0)
    return low <= s->least[w] || high >= s->most[w];
  if (!e->exact_zero || s->approx[j] > 0)
    return 1;
  int first = !s->has_zero[w];
  s->has_zero[w] = 1;
  return first;
}

minip_status_t minip__filter_row(minip_row_t row, minip__filter_scratch_t *s, minip__filter_t filter, const minip_kernel_t kernel, size_t i, minip_error_t err)
{
  if (!filter || kernel->r >= (size_t)1 << 20)
    return minip_kernel_row(row, kernel, i, err);
  size_t count = 0, self = kernel->pool_entry[kernel->queries[i]];
  int flushed = query_vector(s->query, kernel, i) | filter->flushed;
  double r = (double)kernel->r;
  radius_t e = {.relative = (r + 8) * 0x1p-49, .absolute = flushed ? r * ldexp(1, TINY_EXP + 1) : 0, .exact_zero = !flushed};
  products(s->approx, filter, s->query, kernel->r);
  minip_kernel_overlaps(s->overlap, kernel, i);
  find_extremes(s, &e, kernel->pool_count, kernel->m);
  for (size_t j = 0; j < kernel->pool_count; j++)
    if (can_matter(s, &e, j) || j == self)
      s->entries[count++] = j;
  s->count = count;
  return minip_kernel_row_entries(row, kernel, i, s->entries, count, err);
}

static void restore(size_t *entry, const minip__filter_scratch_t *s)
{
  if (*entry != MINIP_NO_ENTRY)
    *entry = s->entries[*entry];
}

void minip__filter_restore(minip_witness_t *witness, const minip__filter_scratch_t *s)
{
  if (s->count == 0)
    return;
  restore(&witness->low, s), restore(&witness->high, s), restore(&witness->anchor, s);
}
