/* The best readout for fixed values: per query a linear program in a_1(x), .., a_H(x), b(x) and the error. */
#include "internal.h"
#include <minip/lp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const minip_model_struct *model;
  const minip_suite_struct *suite;
  minip__placement_t place;
  minip__rows_t rows;
  size_t columns;   /* sum of the value dimensions; then b, then the error */
  size_t *column;   /* 0 .. columns + 1 */
  fmpq *mixture;    /* columns + 2: sum_j share_j v(x_j) of all heads, then the coefficients of b and of the error */
  fmpq *share;
  size_t *tokens;
} work_t;

/* The mixed values of every head on one sequence. */
static minip_status_t mix(int *is_defined, work_t *w, minip_error_t err)
{
  size_t at = 0;
  minip_status_t st = MINIP_OK;
  *is_defined = 1;
  for (size_t h = 0; st == MINIP_OK && *is_defined && h < w->model->head_count; h++) {
    const minip_head_struct *head = &w->model->heads[h];
    st = minip__head_shares(w->share, is_defined, &w->rows, h, w->tokens, w->suite->n, err);
    for (size_t c = 0; st == MINIP_OK && *is_defined && c < head->d; c++, at++) {
      fmpq_zero(w->mixture + at);
      for (size_t j = 0; j < w->suite->n; j++)
        fmpq_addmul(w->mixture + at, w->share + j, head->values + w->tokens[j] * head->d + c);
    }
  }
  return st;
}

/* mixture.a + b - e <= t and mixture.a + b + e >= t. */
static minip_status_t add_rows(minip_lp_t lp, work_t *w, uint32_t target, minip_error_t err)
{
  fmpq_t t;
  fmpq_init(t);
  fmpq_set_si(t, (slong)target, 1);
  fmpq_one(w->mixture + w->columns);
  fmpq_set_si(w->mixture + w->columns + 1, -1, 1);
  minip_status_t st = minip_lp_row(lp, w->columns + 2, w->column, w->mixture, 'L', t, err);
  fmpq_one(w->mixture + w->columns + 1);
  if (st == MINIP_OK)
    st = minip_lp_row(lp, w->columns + 2, w->column, w->mixture, 'G', t, err);
  fmpq_clear(t);
  return st;
}

static minip_status_t solve(fmpq_t error, minip_lp_t lp, const work_t *w, minip_error_t err)
{
  minip_lp_outcome_t outcome;
  fmpq_t one;
  fmpq_init(one);
  fmpq_one(one);
  for (size_t j = 0; j <= w->columns; j++)
    minip_lp_free(lp, j);
  minip_lp_objective(lp, w->columns + 1, one);
  minip_status_t st = minip_lp_solve(&outcome, error, NULL, NULL, lp, err);
  fmpq_clear(one);
  if (st == MINIP_OK && outcome != MINIP_LP_OPTIMAL)
    st = minip_error_set(err, MINIP_UNDECIDED, "the solver did not find the optimum of a query's program");
  return st;
}

/* All sequences of one query of the suite. */
static minip_status_t fit_query(fmpq_t error, int *is_defined, work_t *w, uint32_t query, minip_error_t err)
{
  minip_lp_t lp = NULL;
  minip_status_t st = minip_lp_new(&lp, w->columns + 2, err);
  if (st == MINIP_OK)
    st = minip__rows_fetch(&w->rows, w->place.query[query], err);
  *is_defined = 1;
  for (size_t i = 0; st == MINIP_OK && *is_defined && i < w->suite->count; i++) {
    if (minip_suite_query(w->suite, i) != query)
      continue;
    for (size_t j = 0; j < w->suite->n; j++)
      w->tokens[j] = w->place.token[minip_suite_sequence(w->suite, i)[j]];
    st = mix(is_defined, w, err);
    if (st == MINIP_OK && *is_defined)
      st = add_rows(lp, w, w->suite->targets[i], err);
  }
  if (st == MINIP_OK && *is_defined)
    st = solve(error, lp, w, err);
  minip_lp_delete(lp);
  return st;
}

static minip_status_t start(work_t *w, const minip_model_t model, const minip_suite_t suite, minip_error_t err)
{
  *w = (work_t){.model = model, .suite = suite};
  for (size_t h = 0; h < model->head_count; h++)
    w->columns += model->heads[h].d;
  w->column = calloc(w->columns + 2, sizeof *w->column);
  w->tokens = calloc(suite->n + 1, sizeof *w->tokens);
  w->mixture = _fmpq_vec_init((slong)w->columns + 2);
  w->share = _fmpq_vec_init((slong)suite->n);
  if (!w->column || !w->tokens)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a readout of %zu numbers", w->columns);
  for (size_t j = 0; j < w->columns + 2; j++)
    w->column[j] = j;
  minip_status_t st = minip__place_suite(&w->place, model, suite, err);
  return st == MINIP_OK ? minip__rows_init(&w->rows, model, err) : st;
}

static void stop(work_t *w)
{
  if (w->rows.rows)
    minip__rows_clear(&w->rows);
  minip__placement_clear(&w->place);
  _fmpq_vec_clear(w->mixture, (slong)w->columns + 2);
  _fmpq_vec_clear(w->share, (slong)w->suite->n);
  free(w->column), free(w->tokens);
}

minip_status_t minip_model_free_readout(fmpq_t error, int *is_defined, uint32_t *worst_query, const minip_model_t model, const minip_suite_t suite,
                                        minip_error_t err)
{
  work_t w;
  fmpq_t one;
  if (!model->is_exact)
    return minip_error_set(err, MINIP_UNDECIDED, "%s: the best readout is found for rational weights only, not for tau", model->source);
  char *done = calloc(suite->tokens->count + 1, 1);
  minip_status_t st = start(&w, model, suite, err);
  if (st == MINIP_OK && !done)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  fmpq_init(one);
  fmpq_set_si(error, -1, 1);
  *is_defined = 1;
  for (size_t i = 0; st == MINIP_OK && *is_defined && i < suite->count; i++) {
    uint32_t query = minip_suite_query(suite, i);
    if (done[query])
      continue;
    done[query] = 1;
    st = fit_query(one, is_defined, &w, query, err);
    if (st == MINIP_OK && (!*is_defined || fmpq_cmp(one, error) > 0)) {
      fmpq_set(error, one);
      *worst_query = query;
    }
  }
  fmpq_clear(one);
  free(done);
  stop(&w);
  return st;
}
