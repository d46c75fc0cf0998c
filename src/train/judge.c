/* A fitted head as arrays, and what is exactly true of it. */
#include "internal.h"
#include <minip/bound.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  minip_dtype_t dtype;
  size_t rows, columns; /* columns 0: one dimension */
  const void *data;
} plan_t;

static minip_status_t add_array(minip_bundle_t bundle, const plan_t *plan, minip_error_t err)
{
  size_t width = plan->dtype == MINIP_DT_U8 ? 1 : sizeof(float), columns = plan->columns ? plan->columns : 1;
  minip_array_struct array = {.dtype = plan->dtype, .ndim = plan->columns ? 2 : 1, .shape = {plan->rows, plan->columns}, .size = plan->rows * columns};
  array.name = strdup(plan->name);
  array.data = malloc(array.size * width + 1);
  if (!array.name || !array.data) {
    free(array.name), free(array.data);
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  }
  memcpy(array.data, plan->data, array.size * width);
  bundle->arrays[bundle->count++] = array;
  return MINIP_OK;
}

static unsigned char *unpack(const minip_tokens_t tokens)
{
  unsigned char *bits = malloc(tokens->count * tokens->m + 1);
  for (size_t i = 0; bits && i < tokens->count; i++)
    for (size_t b = 0; b < tokens->m; b++)
      bits[i * tokens->m + b] = (unsigned char)minip_token_bit(minip_token_row(tokens, i), b);
  return bits;
}

minip_status_t minip_train_bundle(minip_bundle_t bundle, const minip_train_head_t h, minip_error_t err)
{
  size_t q = h->queries->count, t = h->tokens->count;
  minip_bundle_clear(bundle);
  if (h->diverged || !h->phi_q)
    return minip_error_set(err, MINIP_UNDECIDED, "the fit of rank %zu, seed %llu diverged: there is nothing to certify", h->options.rank, (unsigned long long)h->options.seed);
  unsigned char *tokens = unpack(h->tokens), *queries = unpack(h->queries);
  bundle->path = strdup("trained head");
  bundle->arrays = calloc(7, sizeof *bundle->arrays);
  minip_status_t st = tokens && queries && bundle->path && bundle->arrays ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  const plan_t plans[] = {
    {"tokens", MINIP_DT_U8, t, h->tokens->m, tokens}, {"queries", MINIP_DT_U8, q, h->tokens->m, queries},
    {"phi_q", MINIP_DT_F32, q, h->r, h->phi_q}, {"phi_k", MINIP_DT_F32, t, h->r, h->phi_k},
    {"values", MINIP_DT_F32, t, h->d, h->values}, {"readout_a", MINIP_DT_F32, q, h->d, h->readout_a}, {"readout_b", MINIP_DT_F32, q, 0, h->readout_b},
  };
  for (size_t i = 0; st == MINIP_OK && i < sizeof plans / sizeof *plans; i++)
    st = add_array(bundle, &plans[i], err);
  free(tokens), free(queries);
  return st;
}

minip_status_t minip_train_write(const char *path, const minip_train_head_t head, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = minip_train_bundle(bundle, head, err);
  if (st == MINIP_OK)
    st = minip_npz_write(path, bundle->arrays, bundle->count, err);
  minip_bundle_clear(bundle);
  return st;
}

/* ---- exact ---- */

void minip_train_verdict_init(minip_train_verdict_t verdict)
{
  memset(verdict, 0, sizeof *verdict);
  fmpq_init(verdict->error), fmpq_init(verdict->optimal_error);
}

void minip_train_verdict_clear(minip_train_verdict_t verdict)
{
  fmpq_clear(verdict->error), fmpq_clear(verdict->optimal_error);
  minip_train_verdict_init(verdict);
}

static minip_status_t judge_head(minip_train_verdict_t verdict, const minip_bundle_t bundle, const minip_suite_t suite, const fmpq_t target, minip_error_t err)
{
  minip_model_t model;
  minip_evaluation_t e;
  minip_model_init(model), minip_evaluation_init(e);
  minip_status_t st = minip_model_set_bundle(model, bundle, NULL, err);
  if (st == MINIP_OK)
    st = minip_model_evaluate(e, model, suite, target, 64, err);
  if (st == MINIP_OK) {
    const minip_outcome_t *worst = &e->outcomes[e->worst];
    verdict->is_defined = worst->is_defined;
    if (worst->is_defined)
      fmpq_set(verdict->error, &worst->error);
    verdict->failures = e->failures, verdict->sequences = e->count;
    verdict->head_solves = e->failures == 0 && e->undecided == 0;
  }
  minip_model_clear(model), minip_evaluation_clear(e);
  return st;
}

static minip_status_t judge_kernel(minip_train_verdict_t verdict, minip_bundle_t bundle, const minip_suite_t suite, const fmpq_t target, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_suite_result_t result;
  minip_kernel_init(kernel), minip_suite_result_init(result);
  minip_status_t st = minip_kernel_take_bundle(kernel, bundle, err);
  if (st == MINIP_OK)
    st = minip_suite_certify(result, suite, kernel, target, NULL, NULL, err);
  if (st == MINIP_OK) {
    const minip_suite_answer_t *worst = &result->answers[result->worst];
    verdict->kernel_is_defined = worst->undefined == (size_t)-1;
    if (verdict->kernel_is_defined)
      fmpq_set(verdict->optimal_error, &worst->error);
    verdict->solves = result->solves;
  }
  minip_kernel_clear(kernel), minip_suite_result_clear(result);
  return st;
}

minip_status_t minip_train_certify(minip_train_verdict_t verdict, const minip_train_head_t head, const minip_suite_t suite, const fmpq_t target,
                                   int with_optimal, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_train_verdict_clear(verdict);
  minip_status_t st = minip_train_bundle(bundle, head, err);
  if (st == MINIP_OK)
    st = judge_head(verdict, bundle, suite, target, err);
  if (st == MINIP_OK && with_optimal)
    st = judge_kernel(verdict, bundle, suite, target, err); /* takes the arrays */
  minip_bundle_clear(bundle);
  return st;
}

minip_status_t minip_train_bound(fmpz_t bound, const minip_suite_t suite, int is_signed, int threads, minip_error_t err)
{
  minip_bound_task_t task;
  minip_bound_list_t list;
  fmpq_t half;
  fmpz_zero(bound);
  if (minip_pairs_count(suite->pairs) == 0)
    return MINIP_OK;
  minip_bound_task_init(task), minip_bound_list_init(list), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_status_t st = minip_bound_task_set(task, suite->n, half, is_signed, suite->tokens->m, err);
  if (st == MINIP_OK)
    st = minip_bound_pairs(list, task, suite->pairs, threads, err);
  if (st == MINIP_OK && minip_bound_list_best(list))
    fmpz_set(bound, minip_bound_list_best(list)->bound);
  minip_bound_task_clear(task), minip_bound_list_clear(list), fmpq_clear(half);
  return st;
}

minip_status_t minip_train_softmax_bundle(minip_bundle_t bundle, const minip_suite_t suite, unsigned base, minip_error_t err)
{
  size_t t = suite->tokens->count, m = suite->tokens->m;
  unsigned char *tokens = unpack(suite->tokens);
  float *zero = calloc(t + 1, sizeof *zero), b = (float)base;
  minip_bundle_clear(bundle);
  bundle->path = strdup("dense softmax");
  bundle->arrays = calloc(5, sizeof *bundle->arrays);
  minip_status_t st = tokens && zero && bundle->path && bundle->arrays ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  const plan_t plans[] = {
    {"tokens", MINIP_DT_U8, t, m, tokens}, {"values", MINIP_DT_U8, t, m, tokens}, {"readout_a", MINIP_DT_U8, t, m, tokens},
    {"readout_b", MINIP_DT_F32, t, 0, zero}, {"base", MINIP_DT_F32, 1, 0, &b},
  };
  for (size_t i = 0; st == MINIP_OK && i < sizeof plans / sizeof *plans; i++)
    st = add_array(bundle, &plans[i], err);
  free(tokens), free(zero);
  return st;
}

minip_status_t minip__judge_model(minip_train_verdict_t verdict, const minip_bundle_t bundle, const minip_suite_t suite, const fmpq_t target, minip_error_t err)
{
  minip_train_verdict_clear(verdict);
  return judge_head(verdict, bundle, suite, target, err);
}
