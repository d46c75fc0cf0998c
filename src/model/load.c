/* Models from files. */
#include "internal.h"
#include <minip/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void minip_model_init(minip_model_t model)
{
  memset(model, 0, sizeof *model);
  minip_tokens_init(model->tokens);
}

static void head_clear(minip_head_struct *head)
{
  if (head->values)
    _fmpq_vec_clear(head->values, (slong)(head->kernel->pool_count * head->d));
  if (head->readout_a)
    _fmpq_vec_clear(head->readout_a, (slong)(head->kernel->query_count * head->d));
  minip_kernel_clear(head->kernel);
}

void minip_model_clear(minip_model_t model)
{
  for (size_t h = 0; h < model->head_count; h++)
    head_clear(&model->heads[h]);
  if (model->readout_b)
    _fmpq_vec_clear(model->readout_b, (slong)model->query_count);
  free(model->heads), free(model->queries), free(model->source);
  minip_tokens_clear(model->tokens);
  minip_model_init(model);
}

/* ---- the arrays of one head ---- */

/* The head's own arrays (prefix stripped) and the shared ones, as a bundle of their own. */
static minip_status_t head_bundle(minip_bundle_t out, const minip_bundle_t all, const char *prefix, minip_error_t err)
{
  static const char *const shared[] = {"tokens", "queries", "readout_b"};
  size_t skip = strlen(prefix);
  minip_status_t st = MINIP_OK;
  out->path = strdup(all->path);
  memcpy(out->sha256, all->sha256, sizeof out->sha256);
  out->arrays = calloc(all->count + 1, sizeof *out->arrays);
  if (!out->path || !out->arrays)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the arrays of a head");
  for (size_t i = 0; st == MINIP_OK && i < all->count; i++) {
    const char *name = all->arrays[i].name;
    int is_shared = 0;
    for (size_t k = 0; k < 3; k++)
      is_shared |= strcmp(name, shared[k]) == 0;
    if (is_shared || strncmp(name, prefix, skip) == 0)
      if ((st = minip_array_copy(&out->arrays[out->count], &all->arrays[i], is_shared ? name : name + skip, err)) == MINIP_OK)
        out->count++;
  }
  return st;
}

/* ---- dense softmax heads ---- */

static minip_status_t scalar(fmpq_t x, const minip_bundle_t bundle, const char *name, minip_error_t err)
{
  const minip_array_struct *a = minip_bundle_find(bundle, name);
  if (a->size != 1)
    return minip_error_set(err, MINIP_INPUT, "%s must be one number, has %zu", name, a->size);
  return minip_array_get(x, a, 0, err);
}

/* exp:B@m=M or softmax:T@m=M. */
static minip_status_t dense_structure(minip_kernel_t kernel, const minip_bundle_t bundle, size_t m, minip_error_t err)
{
  int has_base = minip_bundle_find(bundle, "base") != NULL;
  fmpq_t x;
  char *value = NULL, *spec = NULL;
  fmpq_init(x);
  minip_status_t st = scalar(x, bundle, has_base ? "base" : "tau", err);
  if (st == MINIP_OK && has_base && fmpq_sgn(x) <= 0)
    st = minip_error_set(err, MINIP_INPUT, "base must be above 0");
  if (st == MINIP_OK && ((value = minip_num_fraction(x)) == NULL || asprintf(&spec, "%s:%s@m=%zu", has_base ? "exp" : "softmax", value, m) < 0))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK)
    st = minip_kernel_load(kernel, spec, err);
  free(value), free(spec);
  fmpq_clear(x);
  return st;
}

/* The structured kernel of base or tau, on the bundle's tokens and queries. */
static minip_status_t dense_kernel(minip_kernel_t kernel, const minip_bundle_t bundle, minip_error_t err)
{
  const minip_array_struct *tokens = minip_bundle_find(bundle, "tokens"), *queries = minip_bundle_find(bundle, "queries");
  minip_tokens_t list, asked;
  if (!tokens)
    return minip_error_set(err, MINIP_INPUT, "a head with base or tau needs an array tokens");
  minip_tokens_init(list), minip_tokens_init(asked);
  minip_status_t st = minip_array_tokens(list, tokens, err);
  if (st == MINIP_OK)
    st = minip_array_tokens(asked, queries ? queries : tokens, err);
  if (st == MINIP_OK)
    st = dense_structure(kernel, bundle, list->m, err);
  if (st == MINIP_OK)
    st = minip_kernel_restrict_queries(kernel, asked, err);
  if (st == MINIP_OK)
    st = minip_kernel_restrict_pool(kernel, list, err);
  minip_tokens_clear(list), minip_tokens_clear(asked);
  return st;
}

/* ---- numbers of a head ---- */

static minip_status_t read_numbers(fmpq **out, const minip_bundle_t bundle, const char *name, size_t rows, size_t *columns, minip_error_t err)
{
  const minip_array_struct *a = minip_bundle_find(bundle, name);
  size_t wanted = columns ? 2 : 1;
  if (!a)
    return minip_error_set(err, MINIP_INPUT, "has no array %s", name);
  if (a->ndim != wanted || a->shape[0] != rows)
    return minip_error_set(err, MINIP_INPUT, "%s needs %zu dimension%s and %zu rows", name, wanted, wanted > 1 ? "s" : "", rows);
  if (columns && *columns && a->shape[1] != *columns)
    return minip_error_set(err, MINIP_INPUT, "%s has %zu columns, values has %zu", name, a->shape[1], *columns);
  if (columns && a->shape[1] == 0)
    return minip_error_set(err, MINIP_INPUT, "%s has no columns", name);
  fmpq *v = _fmpq_vec_init((slong)a->size);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < a->size; i++)
    st = minip_array_get(v + i, a, i, err);
  if (st != MINIP_OK) {
    _fmpq_vec_clear(v, (slong)a->size);
    return st;
  }
  *out = v;
  if (columns)
    *columns = a->shape[1];
  return MINIP_OK;
}

/* Features, or base, or tau: one of them. */
static minip_status_t check_kind(int *is_dense, const minip_bundle_t bundle, minip_error_t err)
{
  int base = minip_bundle_find(bundle, "base") != NULL, tau = minip_bundle_find(bundle, "tau") != NULL;
  int features = minip_bundle_find(bundle, "phi_q") || minip_bundle_find(bundle, "phi_k") || minip_bundle_find(bundle, "alpha");
  *is_dense = base || tau;
  if (base + tau + features > 1)
    return minip_error_set(err, MINIP_INPUT, "has more than one of features, base and tau: which one is the kernel?");
  return MINIP_OK;
}

static minip_status_t load_head(minip_head_struct *head, const minip_bundle_t all, const char *prefix, minip_error_t err)
{
  int is_dense = 0;
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = head_bundle(bundle, all, prefix, err);
  if (st == MINIP_OK)
    st = check_kind(&is_dense, bundle, err);
  if (st == MINIP_OK)
    st = is_dense ? dense_kernel(head->kernel, bundle, err) : minip_kernel_take_bundle(head->kernel, bundle, err);
  const minip_bundle_struct *numbers = is_dense ? bundle : head->kernel->bundle; /* the kernel took the arrays */
  if (st == MINIP_OK)
    st = read_numbers(&head->values, numbers, "values", head->kernel->pool_count, &head->d, err);
  if (st == MINIP_OK)
    st = read_numbers(&head->readout_a, numbers, "readout_a", head->kernel->query_count, &head->d, err);
  minip_bundle_clear(bundle);
  return st;
}

/* ---- the model ---- */

/* 0 for one head without a prefix, else the number of heads head0_ .. */
static size_t prefixed_heads(const minip_bundle_t all)
{
  size_t heads = 0;
  for (int found = 1; found; heads += (size_t)found) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "head%zu_", heads);
    found = 0;
    for (size_t i = 0; i < all->count && !found; i++)
      found = strncmp(all->arrays[i].name, prefix, strlen(prefix)) == 0;
  }
  return heads;
}

/* The pool's tokens, in its order, which is that of the rows' entries and of the values; and the queries as numbers in it. */
static minip_status_t list_tokens(minip_tokens_t tokens, size_t **queries, const minip_kernel_t kernel, minip_error_t err)
{
  minip_status_t st = minip_tokens_alloc(tokens, kernel->pool_count, kernel->m, err);
  *queries = malloc(kernel->query_count * sizeof **queries + 1);
  if (st == MINIP_OK && !*queries)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t j = 0; st == MINIP_OK && j < kernel->pool_count; j++)
    memcpy(minip_token_row(tokens, j), minip_token_row(kernel->tokens, kernel->pool[j]), tokens->words * sizeof(uint64_t));
  for (size_t i = 0; st == MINIP_OK && i < kernel->query_count; i++) {
    (*queries)[i] = kernel->pool_entry[kernel->queries[i]];
    if ((*queries)[i] == (size_t)-1)
      st = minip_error_set(err, MINIP_INPUT, "query %zu is not one of the tokens", i);
  }
  return st;
}

/* Tokens and queries of the first head are the model's; the others must have the same. */
static minip_status_t take_tokens(minip_model_t model, minip_error_t err)
{
  minip_status_t st = list_tokens(model->tokens, &model->queries, model->heads[0].kernel, err);
  model->query_count = model->heads[0].kernel->query_count;
  for (size_t h = 1; st == MINIP_OK && h < model->head_count; h++) {
    minip_tokens_t tokens;
    size_t *queries = NULL, count = model->heads[h].kernel->query_count;
    minip_tokens_init(tokens);
    st = list_tokens(tokens, &queries, model->heads[h].kernel, err);
    if (st == MINIP_OK && (tokens->count != model->tokens->count || tokens->m != model->tokens->m || count != model->query_count ||
                           memcmp(tokens->bits, model->tokens->bits, tokens->count * tokens->words * sizeof(uint64_t)) != 0 ||
                           memcmp(queries, model->queries, count * sizeof *queries) != 0))
      st = minip_error_set(err, MINIP_INPUT, "heads 0 and %zu have different tokens or queries", h);
    free(queries);
    minip_tokens_clear(tokens);
  }
  return st;
}

static minip_status_t load_heads(minip_model_t model, const minip_bundle_t all, const minip_rule_struct *rule, minip_error_t err)
{
  size_t prefixed = prefixed_heads(all), count = prefixed ? prefixed : 1;
  minip_status_t st = MINIP_OK;
  if (count > MINIP_MODEL_MAX_HEADS)
    return minip_error_set(err, MINIP_LIMIT, "more than %d heads", MINIP_MODEL_MAX_HEADS);
  if (!(model->heads = calloc(count, sizeof *model->heads)))
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu heads", count);
  model->is_exact = 1;
  for (size_t h = 0; st == MINIP_OK && h < count; h++) {
    char prefix[32] = "";
    if (prefixed)
      snprintf(prefix, sizeof prefix, "head%zu_", h);
    minip_kernel_init(model->heads[h].kernel);
    model->head_count = h + 1;
    st = load_head(&model->heads[h], all, prefix, err);
    if (st != MINIP_OK && prefixed)
      minip_error_prefix(err, "head %zu", h);
    if (st == MINIP_OK && rule)
      minip_rule_set(model->heads[h].kernel->rule, rule);
    model->is_exact &= model->heads[h].kernel->kind != MINIP_KERNEL_SOFTMAX;
  }
  return st;
}

minip_status_t minip_model_set_bundle(minip_model_t model, const minip_bundle_t all, const minip_rule_struct *rule, minip_error_t err)
{
  minip_model_clear(model);
  minip_status_t st = load_heads(model, all, rule, err);
  if (st == MINIP_OK)
    st = take_tokens(model, err);
  if (st == MINIP_OK)
    st = read_numbers(&model->readout_b, all, "readout_b", model->query_count, NULL, err);
  if (st == MINIP_OK && !(model->source = strdup(all->path)))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK)
    memcpy(model->sha256, all->sha256, sizeof model->sha256);
  if (st != MINIP_OK && strncmp(err->text, all->path, strlen(all->path)) != 0)
    minip_error_prefix(err, "%s", all->path);
  return st;
}

minip_status_t minip_model_load(minip_model_t model, const char *path, const minip_rule_struct *rule, minip_error_t err)
{
  minip_bundle_t all;
  minip_bundle_init(all);
  minip_status_t st = minip_bundle_load(all, path, 0, err);
  if (st == MINIP_OK)
    st = minip_model_set_bundle(model, all, rule, err);
  else
    minip_model_clear(model);
  minip_bundle_clear(all);
  return st;
}
