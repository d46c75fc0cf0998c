/* Kernels and denominator rules: making, clearing, building from tables. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void minip_rule_init(minip_rule_t rule)
{
  rule->normaliser = MINIP_NORMALISER_SUM;
  rule->has_clamp = 0;
  fmpq_init(rule->eta), fmpq_init(rule->eta_feature_sum), fmpq_init(rule->clamp);
}

void minip_rule_clear(minip_rule_t rule)
{
  fmpq_clear(rule->eta), fmpq_clear(rule->eta_feature_sum), fmpq_clear(rule->clamp);
}

void minip_rule_set(minip_rule_t rule, const minip_rule_t other)
{
  rule->normaliser = other->normaliser;
  rule->has_clamp = other->has_clamp;
  fmpq_set(rule->eta, other->eta), fmpq_set(rule->eta_feature_sum, other->eta_feature_sum), fmpq_set(rule->clamp, other->clamp);
}

static void print_term(FILE *f, const char *before, const fmpq_t x, const char *after)
{
  char *s = minip_num_fraction(x);
  if (s)
    fprintf(f, "%s%s%s", before, s, after);
  free(s);
}

char *minip_rule_text(const minip_rule_t rule)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f)
    return NULL;
  if (rule->normaliser == MINIP_NORMALISER_NONE)
    fputs("none", f);
  else {
    fputs(rule->has_clamp ? "max(sum" : "sum", f);
    if (!fmpq_is_zero(rule->eta))
      print_term(f, " + ", rule->eta, "");
    if (!fmpq_is_zero(rule->eta_feature_sum))
      print_term(f, " + ", rule->eta_feature_sum, " * feature sum");
    if (rule->has_clamp)
      print_term(f, ", ", rule->clamp, ")");
  }
  if (fclose(f) != 0) {
    free(text);
    return NULL;
  }
  return text;
}

void minip_kernel_init(minip_kernel_t kernel)
{
  memset(kernel, 0, sizeof *kernel);
  minip_rule_init(kernel->rule);
  minip_tokens_init(kernel->tokens);
  minip_bundle_init(kernel->bundle);
  fmpq_init(kernel->f_scale), fmpq_init(kernel->tau);
  fmpq_one(kernel->f_scale);
}

static void clear_fmpz(fmpz *v, size_t count)
{
  if (v)
    _fmpz_vec_clear(v, (slong)count);
}

static void clear_fmpq(fmpq *v, size_t count)
{
  if (v)
    _fmpq_vec_clear(v, (slong)count);
}

void minip_kernel_clear(minip_kernel_t kernel)
{
  clear_fmpz(kernel->phi_q, kernel->query_count * kernel->r);
  clear_fmpz(kernel->phi_k, kernel->tokens->count * kernel->r);
  clear_fmpz(kernel->alpha, kernel->query_count * kernel->tokens->count);
  clear_fmpz(kernel->f, kernel->f_count);
  clear_fmpq(kernel->q_scale, kernel->query_count);
  clear_fmpq(kernel->feature_sum, kernel->query_count);
  clear_fmpq(kernel->eta_query, kernel->query_count);
  free(kernel->source);
  free(kernel->queries);
  free(kernel->pool);
  free(kernel->pool_entry);
  fmpq_clear(kernel->f_scale), fmpq_clear(kernel->tau);
  minip_tokens_clear(kernel->tokens);
  minip_bundle_clear(kernel->bundle);
  minip_rule_clear(kernel->rule);
}

minip_status_t minip__kernel_name(minip_kernel_t kernel, const char *text, minip_error_t err)
{
  free(kernel->source);
  kernel->source = strdup(text);
  return kernel->source ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
}

size_t *minip__kernel_iota(size_t count)
{
  size_t *v = count <= SIZE_MAX / sizeof *v ? malloc((count ? count : 1) * sizeof *v) : NULL;
  for (size_t i = 0; v && i < count; i++)
    v[i] = i;
  return v;
}

minip_status_t minip__kernel_take_pool(minip_kernel_t kernel, size_t *rows, size_t count, minip_error_t err)
{
  size_t *entry = minip__kernel_iota(kernel->tokens->count);
  if (rows != kernel->pool)
    free(kernel->pool);
  free(kernel->pool_entry);
  kernel->pool = rows;
  kernel->pool_entry = entry;
  kernel->pool_count = count;
  if (!rows || !entry)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; i < kernel->tokens->count; i++)
    entry[i] = (size_t)-1;
  for (size_t j = 0; j < count; j++)
    entry[rows[j]] = j;
  return MINIP_OK;
}

minip_status_t minip__kernel_all_tokens(minip_kernel_t kernel, minip_error_t err)
{
  kernel->m = kernel->tokens->m;
  kernel->query_count = kernel->tokens->count;
  kernel->queries = minip__kernel_iota(kernel->query_count);
  if (!kernel->queries)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  return minip__kernel_take_pool(kernel, minip__kernel_iota(kernel->tokens->count), kernel->tokens->count, err);
}

static minip_status_t copy_tokens(minip_tokens_t to, const minip_tokens_t from, minip_error_t err)
{
  minip_status_t st = minip_tokens_alloc(to, from->count, from->m, err);
  if (st == MINIP_OK)
    memcpy(to->bits, from->bits, from->count * from->words * sizeof *to->bits);
  return st;
}

minip_status_t minip__kernel_refuse_repeats(const minip_tokens_t tokens, const char *name, minip_error_t err)
{
  minip_token_index_t index;
  minip_status_t st = minip_token_index_new(&index, tokens, err);
  if (st != MINIP_OK)
    return st;
  size_t earlier, row = minip_token_index_duplicate(index, &earlier);
  minip_token_index_free(index);
  return row == (size_t)-1 ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "%s: row %zu repeats the token of row %zu", name, row, earlier);
}

minip_status_t minip_kernel_set_features(minip_kernel_t kernel, const minip_tokens_t tokens, const fmpz *phi_q, const fmpz *phi_k, size_t r, minip_error_t err)
{
  size_t size;
  if (tokens->count == 0 || tokens->m == 0 || r == 0)
    return minip_error_set(err, MINIP_INPUT, "a kernel needs tokens with bits, and features");
  if (__builtin_mul_overflow(tokens->count, r, &size) || size > SIZE_MAX / sizeof(fmpz) / 4)
    return minip_error_set(err, MINIP_LIMIT, "%zu tokens with %zu features are too many", tokens->count, r);
  minip_kernel_clear(kernel);
  minip_kernel_init(kernel);
  kernel->kind = MINIP_KERNEL_FEATURES;
  minip_status_t st = minip__kernel_refuse_repeats(tokens, "tokens", err);
  if (st == MINIP_OK)
    st = copy_tokens(kernel->tokens, tokens, err);
  if (st == MINIP_OK)
    st = minip__kernel_all_tokens(kernel, err);
  if (st == MINIP_OK)
    st = minip__kernel_name(kernel, "features", err);
  if (st != MINIP_OK)
    return st;
  kernel->r = r;
  kernel->phi_q = _fmpz_vec_init((slong)size);
  kernel->phi_k = _fmpz_vec_init((slong)size);
  kernel->q_scale = _fmpq_vec_init((slong)tokens->count);
  kernel->feature_sum = _fmpq_vec_init((slong)tokens->count);
  _fmpz_vec_set(kernel->phi_q, phi_q, (slong)size);
  _fmpz_vec_set(kernel->phi_k, phi_k, (slong)size);
  kernel->phi_k_bits = (flint_bitcnt_t)labs(_fmpz_vec_max_bits(phi_k, (slong)size));
  for (size_t i = 0; i < tokens->count; i++) {
    fmpq_one(kernel->q_scale + i);
    _fmpz_vec_sum(fmpq_numref(kernel->feature_sum + i), phi_q + i * r, (slong)r);
  }
  return MINIP_OK;
}
