/* One query's row of alpha, as integers on one scale; and the tokens behind queries and entries. */
#include "../num/debug.h"
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip_row_init(minip_row_t row)
{
  memset(row, 0, sizeof *row);
  row->self_entry = (size_t)-1;
  fmpz_init(row->self), fmpz_init(row->eta), fmpq_init(row->scale);
}

void minip_row_clear(minip_row_t row)
{
  if (row->alpha)
    _fmpz_vec_clear(row->alpha, (slong)row->allocated);
  free(row->overlap);
  fmpz_clear(row->self), fmpz_clear(row->eta), fmpq_clear(row->scale);
}

static minip_status_t reserve(minip_row_t row, size_t count, minip_error_t err)
{
  row->count = count;
  if (count <= row->allocated)
    return MINIP_OK;
  uint32_t *overlap = count <= SIZE_MAX / sizeof(fmpz) ? realloc(row->overlap, count * sizeof *overlap) : NULL;
  if (!overlap)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a row of %zu entries", count);
  row->overlap = overlap;
  if (row->alpha)
    _fmpz_vec_clear(row->alpha, (slong)row->allocated);
  row->alpha = _fmpz_vec_init((slong)count);
  row->allocated = count;
  return MINIP_OK;
}

/* The row's scale: `base`, refined so that eta(x) is an integer on it. factor = base / scale multiplies every alpha. */
static void set_scale(minip_row_t row, fmpz_t factor, const minip_kernel_t kernel, size_t i, const fmpq_t base)
{
  fmpq_t eta;
  fmpq_init(eta);
  if (kernel->feature_sum)
    fmpq_mul(eta, kernel->rule->eta_feature_sum, kernel->feature_sum + i);
  fmpq_add(eta, eta, kernel->rule->eta);
  if (kernel->eta_query)
    fmpq_add(eta, eta, kernel->eta_query + i);
  fmpq_div(eta, eta, base);
  fmpz_set(row->eta, fmpq_numref(eta));
  fmpz_set(factor, fmpq_denref(eta));
  fmpq_div_fmpz(row->scale, base, factor);
  fmpq_clear(eta);
}

static void set_int128(fmpz_t x, __int128 v)
{
  fmpz_set_signed_uiui(x, (ulong)(v >> 64), (ulong)v);
}

/* The dot products of one query vector with rows of phi_k, by the narrowest arithmetic that provably cannot overflow. */
typedef struct {
  const fmpz *q, *phi_k;
  size_t r;
  int width; /* 64, 128, or 0 for big integers */
} dot_t;

/* |sum| < r * 2^(bits of q + bits of phi_k). A vector of fmpz that all are at most 62 bits wide is a vector of slong. */
static void dot_init(dot_t *dot, const fmpz *q, const minip_kernel_t kernel)
{
  flint_bitcnt_t q_bits = (flint_bitcnt_t)labs(_fmpz_vec_max_bits(q, (slong)kernel->r));
  flint_bitcnt_t bits = q_bits + kernel->phi_k_bits + FLINT_BIT_COUNT(kernel->r);
  *dot = (dot_t){q, kernel->phi_k, kernel->r, 0};
  if (q_bits <= SMALL_FMPZ_BITCOUNT_MAX && kernel->phi_k_bits <= SMALL_FMPZ_BITCOUNT_MAX && bits <= 126)
    dot->width = bits <= 63 ? 64 : 128;
}

#ifdef MINIP_DEBUG
static void check_dot(const fmpz_t fast, const dot_t *dot, const fmpz *k)
{
  fmpz_t slow;
  fmpz_init(slow);
  _fmpz_vec_dot(slow, dot->q, k, (slong)dot->r);
  MINIP__CHECK(fmpz_equal(fast, slow));
  fmpz_clear(slow);
}
#endif

static void dot_product(fmpz_t out, const dot_t *dot, size_t token)
{
  const fmpz *k = dot->phi_k + token * dot->r;
  if (dot->width == 64) {
    slong sum = 0;
    for (size_t c = 0; c < dot->r; c++)
      sum += (slong)dot->q[c] * (slong)k[c];
    fmpz_set_si(out, sum);
  } else if (dot->width == 128) {
    __int128 sum = 0;
    for (size_t c = 0; c < dot->r; c++)
      sum += (__int128)(slong)dot->q[c] * (slong)k[c];
    set_int128(out, sum);
  } else
    _fmpz_vec_dot(out, dot->q, k, (slong)dot->r);
#ifdef MINIP_DEBUG
  check_dot(out, dot, k);
#endif
}

/* The listed entries, or, with entries == NULL, all of them. */
static void features_row(minip_row_t row, const minip_kernel_t kernel, size_t i, const size_t *entries, const fmpz_t factor)
{
  fmpz *q = _fmpz_vec_init((slong)kernel->r);
  dot_t dot;
  _fmpz_vec_scalar_mul_fmpz(q, kernel->phi_q + i * kernel->r, (slong)kernel->r, factor);
  dot_init(&dot, q, kernel);
  for (size_t j = 0; j < row->count; j++)
    dot_product(row->alpha + j, &dot, kernel->pool[entries ? entries[j] : j]);
  dot_product(row->self, &dot, kernel->queries[i]);
  _fmpz_vec_clear(q, (slong)kernel->r);
}

static void matrix_row(minip_row_t row, const minip_kernel_t kernel, size_t i, const fmpz_t factor)
{
  const fmpz *alpha = kernel->alpha + i * kernel->tokens->count;
  for (size_t j = 0; j < row->count; j++)
    fmpz_mul(row->alpha + j, alpha + kernel->pool[j], factor);
  fmpz_mul(row->self, alpha + kernel->queries[i], factor);
}

/* f at weights a, b and overlap s, on the scale f_scale. */
static const fmpz *value_at(const minip_kernel_t kernel, size_t a, size_t b, size_t s)
{
  size_t n = kernel->m + 1;
  return kernel->kind == MINIP_KERNEL_OVERLAP ? kernel->f + s : kernel->f + (a * n + b) * n + s;
}

static void set_value(fmpz_t out, const minip_kernel_t kernel, size_t a, size_t b, size_t s, const fmpz_t factor)
{
  fmpz_mul(out, value_at(kernel, a, b, s), factor);
}

static size_t least_overlap(size_t m, size_t a, size_t b) { return a + b > m ? a + b - m : 0; }

/* Number of classes (b, s) for a query of weight a: b = 0..m, s = max(0, a+b-m)..min(a,b); (a+1)(m-a+1) of them. */
static size_t class_count(const minip_kernel_t kernel, size_t a)
{
  return kernel->kind == MINIP_KERNEL_OVERLAP ? a + 1 : (a + 1) * (kernel->m - a + 1);
}

/* The class that entry j of a query of weight a stands for. */
static void class_of_entry(size_t *b, size_t *s, const minip_kernel_t kernel, size_t a, size_t j)
{
  *b = *s = j;
  if (kernel->kind == MINIP_KERNEL_OVERLAP)
    return;
  for (*b = 0;; ++*b) {
    size_t low = least_overlap(kernel->m, a, *b), high = *b < a ? *b : a;
    if (j <= high - low) {
      *s = low + j;
      return;
    }
    j -= high - low + 1;
  }
}

static void class_row(minip_row_t row, const minip_kernel_t kernel, size_t a, const fmpz_t factor)
{
  size_t j = 0, m = kernel->m;
  set_value(row->self, kernel, a, a, a, factor);
  if (kernel->kind == MINIP_KERNEL_OVERLAP) {
    for (size_t s = 0; s <= a; s++, j++) {
      row->overlap[j] = (uint32_t)s;
      set_value(row->alpha + j, kernel, a, s, s, factor);
    }
    row->self_entry = a;
    return;
  }
  for (size_t b = 0; b <= m; b++)
    for (size_t s = least_overlap(m, a, b); s <= (a < b ? a : b); s++, j++) {
      row->overlap[j] = (uint32_t)s;
      set_value(row->alpha + j, kernel, a, b, s, factor);
      if (b == a && s == a)
        row->self_entry = j;
    }
}

/* A structured kernel over an explicit pool. */
static void structured_row(minip_row_t row, const minip_kernel_t kernel, const fmpz_t factor)
{
  size_t a = row->weight;
  for (size_t j = 0; j < row->count; j++) {
    const uint64_t *z = minip_token_row(kernel->tokens, kernel->pool[j]);
    set_value(row->alpha + j, kernel, a, minip_token_weight(z, kernel->tokens->words), row->overlap[j], factor);
  }
  set_value(row->self, kernel, a, a, a, factor);
}

static void pool_overlaps(uint32_t *overlap, const minip_kernel_t kernel, const uint64_t *x)
{
  size_t whole = 0;
  while (whole < kernel->pool_count && kernel->pool[whole] == whole)
    whole++;
  minip_token_overlaps(overlap, x, kernel->tokens, 0, whole);
  for (size_t j = whole; j < kernel->pool_count; j++)
    overlap[j] = (uint32_t)minip_token_overlap(x, minip_token_row(kernel->tokens, kernel->pool[j]), kernel->tokens->words);
}

minip_status_t minip_kernel_row(minip_row_t row, const minip_kernel_t kernel, size_t i, minip_error_t err)
{
  if (kernel->kind == MINIP_KERNEL_SOFTMAX)
    return minip_error_set(err, MINIP_UNDECIDED, "%s: exp(-tau s) has no exact values; the softmax command decides it", kernel->source);
  const uint64_t *x = kernel->queries ? minip_token_row(kernel->tokens, kernel->queries[i]) : NULL;
  int table = kernel->kind == MINIP_KERNEL_FEATURES || kernel->kind == MINIP_KERNEL_MATRIX;
  row->weight = (uint32_t)(x ? minip_token_weight(x, kernel->tokens->words) : i);
  minip_status_t st = reserve(row, kernel->pool ? kernel->pool_count : class_count(kernel, row->weight), err);
  if (st != MINIP_OK)
    return st;
  fmpz_t factor;
  fmpz_init(factor);
  set_scale(row, factor, kernel, i, table ? kernel->q_scale + i : kernel->f_scale);
  if (kernel->pool) {
    pool_overlaps(row->overlap, kernel, x);
    row->self_entry = kernel->pool_entry[kernel->queries[i]];
  }
  if (!kernel->pool)
    class_row(row, kernel, row->weight, factor);
  else if (kernel->kind == MINIP_KERNEL_FEATURES)
    features_row(row, kernel, i, NULL, factor);
  else if (kernel->kind == MINIP_KERNEL_MATRIX)
    matrix_row(row, kernel, i, factor);
  else
    structured_row(row, kernel, factor);
  fmpz_clear(factor);
  return MINIP_OK;
}

void minip_kernel_overlaps(uint32_t *overlap, const minip_kernel_t kernel, size_t i)
{
  pool_overlaps(overlap, kernel, minip_token_row(kernel->tokens, kernel->queries[i]));
}

minip_status_t minip_kernel_row_entries(minip_row_t row, const minip_kernel_t kernel, size_t i, const size_t *entries, size_t count, minip_error_t err)
{
  if (kernel->kind != MINIP_KERNEL_FEATURES)
    return minip_error_set(err, MINIP_INTERNAL, "single entries are for feature tables");
  const uint64_t *x = minip_token_row(kernel->tokens, kernel->queries[i]);
  size_t self = kernel->pool_entry[kernel->queries[i]], words = kernel->tokens->words;
  minip_status_t st = reserve(row, count, err);
  if (st != MINIP_OK)
    return st;
  fmpz_t factor;
  fmpz_init(factor);
  row->weight = (uint32_t)minip_token_weight(x, words);
  row->self_entry = (size_t)-1;
  set_scale(row, factor, kernel, i, kernel->q_scale + i);
  for (size_t j = 0; j < count; j++) {
    row->overlap[j] = (uint32_t)minip_token_overlap(x, minip_token_row(kernel->tokens, kernel->pool[entries[j]]), words);
    if (entries[j] == self)
      row->self_entry = j;
  }
  features_row(row, kernel, i, entries, factor);
  fmpz_clear(factor);
  return MINIP_OK;
}

static size_t token_words(const minip_kernel_t kernel) { return (kernel->m + 63) / 64; }

void minip_kernel_query_token(uint64_t *bits, const minip_kernel_t kernel, size_t i)
{
  memset(bits, 0, token_words(kernel) * sizeof *bits);
  if (kernel->queries)
    memcpy(bits, minip_token_row(kernel->tokens, kernel->queries[i]), token_words(kernel) * sizeof *bits);
  else
    for (size_t b = 0; b < i; b++)
      minip_token_set_bit(bits, b, 1);
}

/* For classes: the first s ones of the query, then, for weighted ones, the first b - s positions outside it. */
void minip_kernel_entry_token(uint64_t *bits, const minip_kernel_t kernel, size_t i, size_t j)
{
  size_t words = token_words(kernel);
  memset(bits, 0, words * sizeof *bits);
  if (kernel->pool) {
    memcpy(bits, minip_token_row(kernel->tokens, kernel->pool[j]), words * sizeof *bits);
    return;
  }
  const uint64_t *x = kernel->queries ? minip_token_row(kernel->tokens, kernel->queries[i]) : NULL;
  size_t b, s, weight = x ? minip_token_weight(x, words) : i;
  class_of_entry(&b, &s, kernel, weight, j);
  size_t inside = s, outside = b - s;
  for (size_t bit = 0; bit < kernel->m; bit++) {
    size_t *left = (x ? minip_token_bit(x, bit) : bit < i) ? &inside : &outside;
    if (*left > 0) {
      minip_token_set_bit(bits, bit, 1);
      --*left;
    }
  }
}
