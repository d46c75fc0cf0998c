/* What each token of a sequence contributes to a head's output, exactly. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip__placement_clear(minip__placement_t *placement)
{
  free(placement->token), free(placement->query);
  *placement = (minip__placement_t){0};
}

static minip_status_t lacks(const minip_model_t model, const minip_suite_t suite, size_t token, const char *what, minip_error_t err)
{
  char *text = malloc(suite->tokens->m + 1);
  if (text)
    minip_token_to_text(text, minip_token_row(suite->tokens, token), suite->tokens->m);
  minip_error_set(err, MINIP_INPUT, "%s: the suite's token %zu (%s) is not one of the model's %s", model->source, token, text ? text : "?", what);
  free(text);
  return err->status;
}

static minip_status_t place_tokens(minip__placement_t *placement, const minip_model_t model, const minip_suite_t suite, minip_error_t err)
{
  minip_token_index_t index;
  minip_status_t st = minip_token_index_new(&index, model->tokens, err);
  for (size_t i = 0; st == MINIP_OK && i < suite->tokens->count; i++) {
    placement->token[i] = minip_token_index_find(index, minip_token_row(suite->tokens, i));
    if (placement->token[i] == (size_t)-1)
      st = lacks(model, suite, i, "tokens", err);
  }
  minip_token_index_free(index);
  return st;
}

static minip_status_t place_queries(minip__placement_t *placement, const minip_model_t model, const minip_suite_t suite, minip_error_t err)
{
  size_t *line = malloc(model->tokens->count * sizeof *line + 1);
  minip_status_t st = line ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; st == MINIP_OK && i < model->tokens->count; i++)
    line[i] = (size_t)-1;
  for (size_t i = 0; st == MINIP_OK && i < model->query_count; i++)
    line[model->queries[i]] = i;
  for (size_t i = 0; st == MINIP_OK && i < suite->tokens->count; i++)
    placement->query[i] = line[placement->token[i]];
  for (size_t i = 0; st == MINIP_OK && i < suite->count; i++)
    if (placement->query[minip_suite_query(suite, i)] == (size_t)-1)
      st = lacks(model, suite, minip_suite_query(suite, i), "queries", err);
  free(line);
  return st;
}

minip_status_t minip__place_suite(minip__placement_t *placement, const minip_model_t model, const minip_suite_t suite, minip_error_t err)
{
  *placement = (minip__placement_t){0};
  if (suite->tokens->m != model->tokens->m)
    return minip_error_set(err, MINIP_INPUT, "%s: the model has tokens of %zu bits, the suite of %zu", model->source, model->tokens->m, suite->tokens->m);
  placement->token = malloc(suite->tokens->count * sizeof *placement->token + 1);
  placement->query = malloc(suite->tokens->count * sizeof *placement->query + 1);
  if (!placement->token || !placement->query)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tokens", suite->tokens->count);
  minip_status_t st = place_tokens(placement, model, suite, err);
  return st == MINIP_OK ? place_queries(placement, model, suite, err) : st;
}

minip_status_t minip__rows_init(minip__rows_t *rows, const minip_model_t model, minip_error_t err)
{
  *rows = (minip__rows_t){.model = model, .query = (size_t)-1, .rows = calloc(model->head_count, sizeof *rows->rows)};
  if (!rows->rows)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu heads", model->head_count);
  for (size_t h = 0; h < model->head_count; h++)
    minip_row_init(&rows->rows[h]);
  return MINIP_OK;
}

void minip__rows_clear(minip__rows_t *rows)
{
  for (size_t h = 0; rows->rows && h < rows->model->head_count; h++)
    minip_row_clear(&rows->rows[h]);
  free(rows->rows);
  rows->rows = NULL;
}

minip_status_t minip__rows_fetch(minip__rows_t *rows, size_t query, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  if (rows->query == query)
    return MINIP_OK;
  for (size_t h = 0; st == MINIP_OK && h < rows->model->head_count; h++)
    if (rows->model->heads[h].kernel->kind != MINIP_KERNEL_SOFTMAX)
      st = minip_kernel_row(&rows->rows[h], rows->model->heads[h].kernel, query, err);
  rows->query = st == MINIP_OK ? query : (size_t)-1;
  return st;
}

/* The clamp does nothing where the sum of the weights reaches it. */
static minip_status_t check_clamp(const minip_rule_t rule, const minip_row_t row, const fmpz_t sum, minip_error_t err)
{
  if (!rule->has_clamp)
    return MINIP_OK;
  fmpq_t d;
  fmpq_init(d);
  fmpq_mul_fmpz(d, row->scale, sum);
  int active = fmpq_cmp(d, rule->clamp) < 0;
  fmpq_clear(d);
  return active ? minip_error_set(err, MINIP_UNDECIDED, "a denominator is below the clamp, which is out of scope") : MINIP_OK;
}

minip_status_t minip__head_shares(fmpq *share, int *is_defined, const minip__rows_t *rows, size_t head, const size_t *tokens, size_t n, minip_error_t err)
{
  const minip_row_struct *row = &rows->rows[head];
  const minip_rule_struct *rule = rows->model->heads[head].kernel->rule;
  fmpz_t d;
  *is_defined = 1;
  if (rule->normaliser == MINIP_NORMALISER_NONE) {
    for (size_t j = 0; j < n; j++)
      fmpq_mul_fmpz(share + j, row->scale, row->alpha + tokens[j]);
    return MINIP_OK;
  }
  fmpz_init(d);
  for (size_t j = 0; j < n; j++)
    fmpz_add(d, d, row->alpha + tokens[j]);
  minip_status_t st = check_clamp(rule, row, d, err);
  fmpz_add(d, d, row->eta);
  *is_defined = !fmpz_is_zero(d);
  for (size_t j = 0; *is_defined && j < n; j++)
    fmpq_set_fmpz_frac(share + j, row->alpha + tokens[j], d);
  fmpz_clear(d);
  return st;
}
