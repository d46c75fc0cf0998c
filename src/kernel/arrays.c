/* Kernels from the arrays of a file: shapes, tokens, queries, and the tables as exact integers. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const minip_array_struct *phi_q, *phi_k, *alpha, *tokens, *queries, *eta;
  size_t token_count, query_count;
} parts_t;

static minip_status_t need_2d(const minip_array_struct *a, minip_error_t err)
{
  if (a->ndim != 2)
    return minip_error_set(err, MINIP_INPUT, "%s: needs two dimensions, has %zu", *a->name ? a->name : "the array", a->ndim);
  if (a->shape[0] == 0 || a->shape[1] == 0)
    return minip_error_set(err, MINIP_INPUT, "%s: is empty (%zu x %zu)", *a->name ? a->name : "the array", a->shape[0], a->shape[1]);
  return MINIP_OK;
}

static minip_status_t find_tables(parts_t *p, const minip_bundle_t bundle, minip_error_t err)
{
  p->phi_q = minip_bundle_find(bundle, "phi_q");
  p->phi_k = minip_bundle_find(bundle, "phi_k");
  p->alpha = minip_bundle_find(bundle, "alpha");
  if (!p->alpha && !p->phi_q && !p->phi_k && bundle->count == 1)
    p->alpha = minip_bundle_find(bundle, "");
  if (p->alpha && (p->phi_q || p->phi_k))
    return minip_error_set(err, MINIP_INPUT, "has both alpha and phi_q or phi_k: which one is the kernel?");
  if (!p->alpha && !p->phi_q)
    return minip_error_set(err, MINIP_INPUT, "has no array phi_q%s", p->phi_k ? "" : " (nor alpha)");
  if (!p->alpha && !p->phi_k)
    return minip_error_set(err, MINIP_INPUT, "has no array phi_k");
  minip_status_t st = need_2d(p->alpha ? p->alpha : p->phi_q, err);
  if (st == MINIP_OK && p->phi_k)
    st = need_2d(p->phi_k, err);
  if (st == MINIP_OK && p->phi_k && p->phi_q->shape[1] != p->phi_k->shape[1])
    st = minip_error_set(err, MINIP_INPUT, "phi_q has %zu features and phi_k %zu", p->phi_q->shape[1], p->phi_k->shape[1]);
  if (st != MINIP_OK)
    return st;
  p->query_count = (p->alpha ? p->alpha : p->phi_q)->shape[0];
  p->token_count = p->alpha ? p->alpha->shape[1] : p->phi_k->shape[0];
  return MINIP_OK;
}

/* Without a tokens array the table must be the whole cube. */
static minip_status_t default_tokens(minip_tokens_t tokens, const parts_t *p, minip_error_t err)
{
  size_t m = 0;
  while (m < 30 && (size_t)1 << m < p->token_count)
    m++;
  if (m == 0 || (size_t)1 << m != p->token_count)
    return minip_error_set(err, MINIP_INPUT, "has no array tokens, and its %zu keys are not the 2^m tokens of a cube (1 <= m <= 30)", p->token_count);
  return minip_tokens_cube(tokens, m, err);
}

static minip_status_t read_tokens(minip_kernel_t kernel, const parts_t *p, minip_error_t err)
{
  if (!p->tokens)
    return default_tokens(kernel->tokens, p, err);
  minip_status_t st = need_2d(p->tokens, err);
  if (st == MINIP_OK && p->tokens->shape[0] != p->token_count)
    st = minip_error_set(err, MINIP_INPUT, "tokens: has %zu rows for %zu keys", p->tokens->shape[0], p->token_count);
  if (st == MINIP_OK)
    st = minip_array_tokens(kernel->tokens, p->tokens, err);
  return st == MINIP_OK ? minip__kernel_refuse_repeats(kernel->tokens, "tokens", err) : st;
}

/* The query stands in every sequence as a token, so its own key is needed: each query must be one of the tokens. */
static minip_status_t match_queries(minip_kernel_t kernel, const minip_tokens_t queries, minip_error_t err)
{
  minip_token_index_t index;
  minip_status_t st = minip__kernel_refuse_repeats(queries, "queries", err);
  if (st == MINIP_OK)
    st = minip_token_index_new(&index, kernel->tokens, err);
  if (st != MINIP_OK)
    return st;
  for (size_t i = 0; st == MINIP_OK && i < queries->count; i++) {
    kernel->queries[i] = minip_token_index_find(index, minip_token_row(queries, i));
    if (kernel->queries[i] == (size_t)-1)
      st = minip_error_set(err, MINIP_INPUT, "queries: row %zu is not among the tokens, and the query's own key is needed", i);
  }
  minip_token_index_free(index);
  return st;
}

static minip_status_t read_queries(minip_kernel_t kernel, const parts_t *p, minip_error_t err)
{
  kernel->query_count = p->query_count;
  kernel->queries = minip__kernel_iota(p->query_count);
  if (!kernel->queries)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (!p->queries)
    return p->query_count == p->token_count ? MINIP_OK : minip_error_set(err, MINIP_INPUT,
      "has %zu query rows for %zu tokens: an array queries must say which tokens they are", p->query_count, p->token_count);
  minip_status_t st = need_2d(p->queries, err);
  if (st == MINIP_OK && (p->queries->shape[0] != p->query_count || p->queries->shape[1] != kernel->m))
    st = minip_error_set(err, MINIP_INPUT, "queries: is %zu x %zu, needs %zu rows of %zu bits", p->queries->shape[0], p->queries->shape[1], p->query_count, kernel->m);
  if (st != MINIP_OK)
    return st;
  minip_tokens_t queries;
  minip_tokens_init(queries);
  st = minip_array_tokens(queries, p->queries, err);
  if (st == MINIP_OK)
    st = match_queries(kernel, queries, err);
  minip_tokens_clear(queries);
  return st;
}

static minip_status_t read_keys(minip_kernel_t kernel, fmpq *column_scale, const parts_t *p, size_t *budget, minip_error_t err)
{
  size_t r = kernel->r;
  minip_status_t st = MINIP_OK;
  kernel->phi_k = _fmpz_vec_init((slong)(p->token_count * r));
  for (size_t c = 0; c < r && st == MINIP_OK; c++) {
    minip__kernel_slice_t column = {p->phi_k, c, r, p->token_count};
    st = minip__kernel_scale_slice(kernel->phi_k + c, r, column_scale + c, &column, budget, err);
  }
  kernel->phi_k_bits = (flint_bitcnt_t)labs(_fmpz_vec_max_bits(kernel->phi_k, (slong)(p->token_count * r)));
  return st;
}

/* One query's features, with the columns' scales folded in, on their own scale. */
static minip_status_t read_query_row(minip_kernel_t kernel, fmpq *x, const fmpq *column_scale, const parts_t *p, size_t i, size_t *budget, minip_error_t err)
{
  size_t r = kernel->r;
  for (size_t c = 0; c < r; c++) {
    minip_status_t st = minip_array_get(x + c, p->phi_q, i * r + c, err);
    if (st != MINIP_OK)
      return st;
    fmpq_add(kernel->feature_sum + i, kernel->feature_sum + i, x + c);
    fmpq_mul(x + c, x + c, column_scale + c);
  }
  return minip__kernel_scale_fmpq(kernel->phi_q + i * r, 1, kernel->q_scale + i, x, r, budget, err);
}

static minip_status_t read_features(minip_kernel_t kernel, const parts_t *p, minip_error_t err)
{
  size_t budget = MINIP__KERNEL_BITS, r = p->phi_q->shape[1];
  kernel->kind = MINIP_KERNEL_FEATURES;
  kernel->r = r;
  kernel->phi_q = _fmpz_vec_init((slong)(p->query_count * r));
  kernel->feature_sum = _fmpq_vec_init((slong)p->query_count);
  fmpq *column_scale = _fmpq_vec_init((slong)r), *x = _fmpq_vec_init((slong)r);
  minip_status_t st = read_keys(kernel, column_scale, p, &budget, err);
  for (size_t i = 0; i < p->query_count && st == MINIP_OK; i++)
    st = read_query_row(kernel, x, column_scale, p, i, &budget, err);
  _fmpq_vec_clear(column_scale, (slong)r);
  _fmpq_vec_clear(x, (slong)r);
  return st;
}

static minip_status_t read_alpha(minip_kernel_t kernel, const parts_t *p, minip_error_t err)
{
  size_t budget = MINIP__KERNEL_BITS, t = p->token_count;
  minip_status_t st = MINIP_OK;
  kernel->kind = MINIP_KERNEL_MATRIX;
  kernel->alpha = _fmpz_vec_init((slong)(p->query_count * t));
  for (size_t i = 0; i < p->query_count && st == MINIP_OK; i++) {
    minip__kernel_slice_t line = {p->alpha, i * t, 1, t};
    st = minip__kernel_scale_slice(kernel->alpha + i * t, 1, kernel->q_scale + i, &line, &budget, err);
  }
  return st;
}

static minip_status_t read_eta(minip_kernel_t kernel, const parts_t *p, minip_error_t err)
{
  if (!p->eta)
    return MINIP_OK;
  size_t count = p->query_count;
  if (p->eta->size != 1 && !(p->eta->ndim == 1 && p->eta->size == count))
    return minip_error_set(err, MINIP_INPUT, "eta: needs one number, or one for each of the %zu queries", count);
  kernel->eta_query = _fmpq_vec_init((slong)count);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; i < count && st == MINIP_OK; i++)
    st = minip_array_get(kernel->eta_query + i, p->eta, p->eta->size == 1 ? 0 : i, err);
  return st;
}

/* values, readout_a and readout_b belong to heads (minip/model.h); here only their shapes must fit. */
static minip_status_t check_head_arrays(const minip_bundle_t bundle, const parts_t *p, minip_error_t err)
{
  const minip_array_struct *v = minip_bundle_find(bundle, "values"), *a = minip_bundle_find(bundle, "readout_a"), *b = minip_bundle_find(bundle, "readout_b");
  if (v && (v->ndim != 2 || v->shape[0] != p->token_count))
    return minip_error_set(err, MINIP_INPUT, "values: needs %zu rows, one for each token", p->token_count);
  if (a && (a->ndim != 2 || a->shape[0] != p->query_count || (v && a->shape[1] != v->shape[1])))
    return minip_error_set(err, MINIP_INPUT, "readout_a: needs %zu rows, one for each query, as wide as values", p->query_count);
  if (b && (b->ndim != 1 || b->shape[0] != p->query_count))
    return minip_error_set(err, MINIP_INPUT, "readout_b: needs %zu numbers, one for each query", p->query_count);
  return MINIP_OK;
}

minip_status_t minip__kernel_from_bundle(minip_kernel_t kernel, minip_error_t err)
{
  parts_t p = {0};
  minip_status_t st = find_tables(&p, kernel->bundle, err);
  if (st != MINIP_OK)
    return st;
  p.tokens = minip_bundle_find(kernel->bundle, "tokens");
  p.queries = minip_bundle_find(kernel->bundle, "queries");
  p.eta = minip_bundle_find(kernel->bundle, "eta");
  st = check_head_arrays(kernel->bundle, &p, err);
  if (st == MINIP_OK)
    st = read_tokens(kernel, &p, err);
  if (st != MINIP_OK)
    return st;
  kernel->m = kernel->tokens->m;
  st = read_queries(kernel, &p, err);
  if (st == MINIP_OK)
    st = minip__kernel_take_pool(kernel, minip__kernel_iota(p.token_count), p.token_count, err);
  if (st != MINIP_OK)
    return st;
  kernel->q_scale = _fmpq_vec_init((slong)p.query_count);
  st = p.alpha ? read_alpha(kernel, &p, err) : read_features(kernel, &p, err);
  return st == MINIP_OK ? read_eta(kernel, &p, err) : st;
}
