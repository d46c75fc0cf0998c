/* Kernels and denominators in certificates (doc/certificate.md, section 5). */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip__cert_denominator(minip__cert_t *c, const minip_rule_t rule)
{
  int none = rule->normaliser == MINIP_NORMALISER_NONE;
  minip__cert_open(c, '{');
  minip__cert_key(c, "normaliser"), minip__cert_string(c, none ? "none" : "sum");
  fmpq_t zero;
  fmpq_init(zero);
  minip__cert_key(c, "eta"), minip__cert_fmpq(c, none ? zero : rule->eta);
  minip__cert_key(c, "eta_feature_sum"), minip__cert_fmpq(c, none ? zero : rule->eta_feature_sum);
  minip__cert_key(c, "clamp");
  if (rule->has_clamp && !none)
    minip__cert_fmpq(c, rule->clamp);
  else
    minip__cert_string(c, "none");
  minip__cert_close(c, '}');
  fmpq_clear(zero);
}

static int is_table(const minip_kernel_t kernel)
{
  return kernel->kind == MINIP_KERNEL_FEATURES || kernel->kind == MINIP_KERNEL_MATRIX;
}

static void integers(minip__cert_t *c, const fmpz *x, size_t count)
{
  minip__cert_open(c, '[');
  for (size_t i = 0; i < count; i++)
    minip__cert_fmpz(c, x + i);
  minip__cert_close(c, ']');
}

/* type, m and, for features, r */
static void head(minip__cert_t *c, const minip_kernel_t kernel)
{
  static const char *const types[] = {
    [MINIP_KERNEL_FEATURES] = "features", [MINIP_KERNEL_MATRIX] = "matrix", [MINIP_KERNEL_OVERLAP] = "overlap", [MINIP_KERNEL_WEIGHTED] = "weighted",
  };
  minip__cert_open(c, '{');
  minip__cert_key(c, "type"), minip__cert_string(c, types[kernel->kind]);
  minip__cert_key(c, "m"), minip__cert_size(c, kernel->m);
  if (kernel->kind == MINIP_KERNEL_FEATURES)
    minip__cert_key(c, "r"), minip__cert_size(c, kernel->r);
}

static void value(minip__cert_t *c, const minip_kernel_t kernel, size_t at)
{
  fmpq_t x;
  fmpq_init(x);
  fmpq_mul_fmpz(x, kernel->f_scale, kernel->f + at);
  minip__cert_fmpq(c, x);
  fmpq_clear(x);
}

static void write_f(minip__cert_t *c, const minip_kernel_t kernel)
{
  size_t m = kernel->m;
  minip__cert_key(c, "f");
  minip__cert_open(c, '[');
  if (kernel->kind == MINIP_KERNEL_OVERLAP)
    for (size_t s = 0; s <= m; s++)
      value(c, kernel, s);
  else
    for (size_t a = 0; a <= m; a++)
      for (size_t b = 0; b <= m; b++)
        for (size_t s = a + b > m ? a + b - m : 0; s <= a && s <= b; s++) {
          minip__cert_open(c, '[');
          minip__cert_size(c, a), minip__cert_size(c, b), minip__cert_size(c, s);
          value(c, kernel, (a * (m + 1) + b) * (m + 1) + s);
          minip__cert_close(c, ']');
        }
  minip__cert_close(c, ']');
}

/* eta(x), the total offset of query i of a table; 0 without a normaliser. */
static void write_eta(minip__cert_t *c, const minip_kernel_t kernel, size_t i, int with_eta)
{
  fmpq_t eta;
  fmpq_init(eta);
  if (with_eta && kernel->rule->normaliser == MINIP_NORMALISER_SUM) {
    if (kernel->feature_sum)
      fmpq_mul(eta, kernel->rule->eta_feature_sum, kernel->feature_sum + i);
    fmpq_add(eta, eta, kernel->rule->eta);
    if (kernel->eta_query)
      fmpq_add(eta, eta, kernel->eta_query + i);
  }
  minip__cert_fmpq(c, eta);
  fmpq_clear(eta);
}

/* One query of a table; its row is features, or alpha at the given tokens. */
static void write_query(minip__cert_t *c, const minip_kernel_t kernel, size_t i, size_t token, const size_t *columns, size_t count, int with_eta)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "token"), minip__cert_size(c, token);
  minip__cert_key(c, "scale"), minip__cert_fmpq(c, kernel->q_scale + i);
  minip__cert_key(c, "eta"), write_eta(c, kernel, i, with_eta);
  minip__cert_key(c, "row");
  if (kernel->kind == MINIP_KERNEL_FEATURES)
    integers(c, kernel->phi_q + i * kernel->r, kernel->r);
  else {
    minip__cert_open(c, '[');
    for (size_t j = 0; j < count; j++)
      minip__cert_fmpz(c, kernel->alpha + i * kernel->tokens->count + (columns ? columns[j] : j));
    minip__cert_close(c, ']');
  }
  minip__cert_close(c, '}');
}

static void write_indexes(minip__cert_t *c, const char *key, const size_t *index, size_t count)
{
  minip__cert_key(c, key);
  minip__cert_open(c, '[');
  for (size_t j = 0; j < count; j++)
    minip__cert_size(c, index[j]);
  minip__cert_close(c, ']');
}

static int compare_sizes(const void *a, const void *b)
{
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* The pool as the format has it: increasing, or "all". The order of a pool means nothing. */
static minip_status_t write_pool(minip__cert_t *c, const minip_kernel_t kernel, minip_error_t err)
{
  minip__cert_key(c, "pool");
  if (kernel->pool_count == kernel->tokens->count) {
    minip__cert_string(c, "all");
    return MINIP_OK;
  }
  size_t *sorted = malloc(kernel->pool_count * sizeof *sorted);
  if (!sorted)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  memcpy(sorted, kernel->pool, kernel->pool_count * sizeof *sorted);
  qsort(sorted, kernel->pool_count, sizeof *sorted, compare_sizes);
  minip__cert_open(c, '[');
  for (size_t j = 0; j < kernel->pool_count; j++)
    minip__cert_size(c, sorted[j]);
  minip__cert_close(c, ']');
  free(sorted);
  return MINIP_OK;
}

static minip_status_t write_table(minip__cert_t *c, const minip_kernel_t kernel, int with_eta, minip_error_t err)
{
  head(c, kernel);
  minip__cert_key(c, "tokens"), minip__cert_tokens(c, kernel->tokens);
  if (kernel->kind == MINIP_KERNEL_FEATURES) {
    minip__cert_key(c, "keys");
    minip__cert_open(c, '[');
    for (size_t i = 0; i < kernel->tokens->count; i++)
      integers(c, kernel->phi_k + i * kernel->r, kernel->r);
    minip__cert_close(c, ']');
  }
  minip__cert_key(c, "queries");
  minip__cert_open(c, '[');
  for (size_t i = 0; i < kernel->query_count; i++)
    write_query(c, kernel, i, kernel->queries[i], NULL, kernel->tokens->count, with_eta);
  minip__cert_close(c, ']');
  return write_pool(c, kernel, err);
}

static minip_status_t write_structured(minip__cert_t *c, const minip_kernel_t kernel, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  head(c, kernel);
  write_f(c, kernel);
  minip__cert_key(c, "tokens");
  if (!kernel->queries) {
    minip__cert_string(c, "cube");
    minip__cert_key(c, "queries"), minip__cert_string(c, "all");
    minip__cert_key(c, "pool"), minip__cert_string(c, "all");
    return st;
  }
  minip__cert_tokens(c, kernel->tokens);
  write_indexes(c, "queries", kernel->queries, kernel->query_count);
  if (kernel->pool)
    return write_pool(c, kernel, err);
  minip__cert_key(c, "pool"), minip__cert_string(c, "cube");
  return st;
}

/* Are the tables within the format's limits? */
static int fits(const minip_kernel_t kernel)
{
  size_t width = kernel->kind == MINIP_KERNEL_FEATURES ? kernel->r : kernel->tokens->count, rows = kernel->tokens->count;
  if (rows > MINIP__CERT_MAX_TOKENS || !is_table(kernel))
    return rows <= MINIP__CERT_MAX_TOKENS;
  rows = kernel->kind == MINIP_KERNEL_FEATURES && rows > kernel->query_count ? rows : kernel->query_count;
  return width == 0 || rows <= MINIP__CERT_MAX_ENTRIES / width;
}

minip_status_t minip__cert_kernel(minip__cert_t *c, const minip_kernel_t kernel, int with_eta, minip_error_t err)
{
  minip_status_t st = minip_cert_possible(kernel, err);
  if (st == MINIP_OK && !fits(kernel))
    st = minip_error_set(err, MINIP_LIMIT, "no certificate: its format takes tables of up to 2^20 tokens and 2^26 entries");
  if (st != MINIP_OK)
    return st;
  st = is_table(kernel) ? write_table(c, kernel, with_eta, err) : write_structured(c, kernel, err);
  minip__cert_close(c, '}');
  return st;
}

void minip__cert_part(minip__cert_t *c, const minip_kernel_t kernel, const minip__cert_named_t *named, size_t first, size_t query_count, const size_t *token,
                      size_t pool_from)
{
  head(c, kernel);
  if (!is_table(kernel))
    write_f(c, kernel);
  minip__cert_key(c, "tokens");
  minip__cert_open(c, '[');
  for (size_t i = 0; i < named->count; i++)
    minip__cert_token(c, named->bits + i * named->words, kernel->m);
  minip__cert_close(c, ']');
  if (kernel->kind == MINIP_KERNEL_FEATURES) {
    minip__cert_key(c, "keys");
    minip__cert_open(c, '[');
    for (size_t i = 0; i < named->count; i++)
      integers(c, kernel->phi_k + named->row[i] * kernel->r, kernel->r);
    minip__cert_close(c, ']');
  }
  minip__cert_key(c, "queries");
  minip__cert_open(c, '[');
  for (size_t i = 0; i < query_count; i++)
    if (is_table(kernel))
      write_query(c, kernel, first + i, token[i], named->row, named->count, 1);
    else
      minip__cert_size(c, token[i]);
  minip__cert_close(c, ']');
  minip__cert_key(c, "pool");
  if (pool_from == 0)
    minip__cert_string(c, "all");
  else {
    minip__cert_open(c, '[');
    for (size_t i = pool_from; i < named->count; i++)
      minip__cert_size(c, i);
    minip__cert_close(c, ']');
  }
  minip__cert_close(c, '}');
}

minip_status_t minip_cert_possible(const minip_kernel_t kernel, minip_error_t err)
{
  if (kernel->kind == MINIP_KERNEL_SOFTMAX)
    return minip_error_set(err, MINIP_UNDECIDED, "no certificate: it would hold exact values, which a softmax kernel does not have");
  if (kernel->kind == MINIP_KERNEL_WEIGHTED && kernel->m > MINIP__CERT_MAX_WEIGHTED_M)
    return minip_error_set(err, MINIP_LIMIT, "no certificate: its format takes weighted kernels of up to %d bits, this one has %zu", MINIP__CERT_MAX_WEIGHTED_M,
                           kernel->m);
  return MINIP_OK;
}

char *minip__cert_suite(const minip_kernel_t kernel)
{
  if (!kernel->queries)
    return minip__cert_text("the cube of %zu bits", kernel->m);
  if (!kernel->pool)
    return minip__cert_text("%zu queries and the cube of %zu bits", kernel->query_count, kernel->m);
  return minip__cert_text("%zu queries and %zu pool tokens of %zu bits", kernel->query_count, kernel->pool_count, kernel->m);
}
