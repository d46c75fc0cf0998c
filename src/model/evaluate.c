/* Outputs of a complete head on a suite: exact, or balls when a head has weights exp(-tau s). */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip_evaluation_init(minip_evaluation_t evaluation) { memset(evaluation, 0, sizeof *evaluation); }

void minip_evaluation_clear(minip_evaluation_t evaluation)
{
  for (size_t i = 0; i < evaluation->count; i++) {
    minip_outcome_t *o = &evaluation->outcomes[i];
    fmpq_clear(&o->output), fmpq_clear(&o->error);
    arb_clear(&o->output_ball), arb_clear(&o->error_ball);
  }
  free(evaluation->outcomes);
  minip_evaluation_init(evaluation);
}

/* One sequence in the model's numbers. */
typedef struct {
  const minip_model_struct *model;
  minip__rows_t rows;
  size_t n, query;
  size_t *tokens;  /* n model tokens */
  fmpq *share;     /* n */
} work_t;

/* <a_h(x), v_h(z)>. */
static void read_value(fmpq_t out, const minip_head_struct *head, size_t query, size_t token)
{
  fmpq_zero(out);
  for (size_t c = 0; c < head->d; c++)
    fmpq_addmul(out, head->readout_a + query * head->d + c, head->values + token * head->d + c);
}

/* y += the exact head's part. */
static minip_status_t add_exact(fmpq_t y, int *is_defined, work_t *w, size_t h, minip_error_t err)
{
  fmpq_t u;
  minip_status_t st = minip__head_shares(w->share, is_defined, &w->rows, h, w->tokens, w->n, err);
  fmpq_init(u);
  for (size_t j = 0; st == MINIP_OK && *is_defined && j < w->n; j++) {
    read_value(u, &w->model->heads[h], w->query, w->tokens[j]);
    fmpq_addmul(y, w->share + j, u);
  }
  fmpq_clear(u);
  return st;
}

/* y += the part of a head with weights exp(-tau s): numerator and denominator as balls. */
static void add_ball(arb_t y, work_t *w, size_t h, slong prec)
{
  const minip_kernel_struct *kernel = w->model->heads[h].kernel;
  const uint64_t *x = minip_token_row(w->model->tokens, w->model->queries[w->query]);
  arb_t tau, weight, value, numerator, denominator;
  fmpq_t u;
  arb_init(tau), arb_init(weight), arb_init(value), arb_init(numerator), arb_init(denominator), fmpq_init(u);
  arb_set_fmpq(tau, kernel->tau, prec);
  if (kernel->rule->normaliser == MINIP_NORMALISER_SUM)
    arb_set_fmpq(denominator, kernel->rule->eta, prec);
  for (size_t j = 0; j < w->n; j++) {
    size_t s = minip_token_overlap(x, minip_token_row(w->model->tokens, w->tokens[j]), w->model->tokens->words);
    arb_mul_si(weight, tau, -(slong)s, prec);
    arb_exp(weight, weight, prec);
    read_value(u, &w->model->heads[h], w->query, w->tokens[j]);
    arb_set_fmpq(value, u, prec);
    arb_addmul(numerator, weight, value, prec);
    if (kernel->rule->normaliser == MINIP_NORMALISER_SUM)
      arb_add(denominator, denominator, weight, prec);
  }
  if (kernel->rule->normaliser == MINIP_NORMALISER_SUM)
    arb_div(numerator, numerator, denominator, prec);
  arb_add(y, y, numerator, prec);
  arb_clear(tau), arb_clear(weight), arb_clear(value), arb_clear(numerator), arb_clear(denominator), fmpq_clear(u);
}

/* b(x) and all exact heads. */
static minip_status_t exact_part(minip_outcome_t *o, work_t *w, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  fmpq_set(&o->output, w->model->readout_b + w->query);
  o->is_defined = 1;
  for (size_t h = 0; st == MINIP_OK && o->is_defined && h < w->model->head_count; h++)
    if (w->model->heads[h].kernel->kind != MINIP_KERNEL_SOFTMAX)
      st = add_exact(&o->output, &o->is_defined, w, h, err);
  return st;
}

static void judge_exact(minip_outcome_t *o, uint32_t target, const fmpq_t limit)
{
  fmpq_sub_si(&o->error, &o->output, (slong)target);
  fmpq_abs(&o->error, &o->error);
  o->fails = fmpq_cmp(&o->error, limit) >= 0 ? MINIP_PROVED : MINIP_REFUTED;
}

/* Double the precision until the error is on one side of the limit. */
static void judge_ball(minip_outcome_t *o, work_t *w, uint32_t target, const fmpq_t limit, slong max_prec)
{
  arb_t bound;
  arb_init(bound);
  o->fails = MINIP_UNSETTLED;
  for (slong prec = 64; o->fails == MINIP_UNSETTLED && prec <= max_prec; prec *= 2) {
    arb_set_fmpq(&o->output_ball, &o->output, prec);
    for (size_t h = 0; h < w->model->head_count; h++)
      if (w->model->heads[h].kernel->kind == MINIP_KERNEL_SOFTMAX)
        add_ball(&o->output_ball, w, h, prec);
    arb_sub_ui(&o->error_ball, &o->output_ball, target, prec);
    arb_abs(&o->error_ball, &o->error_ball);
    arb_set_fmpq(bound, limit, prec);
    o->fails = arb_ge(&o->error_ball, bound) ? MINIP_PROVED : arb_lt(&o->error_ball, bound) ? MINIP_REFUTED : MINIP_UNSETTLED;
  }
  arb_clear(bound);
}

static minip_status_t evaluate_one(minip_outcome_t *o, work_t *w, uint32_t target, const fmpq_t limit, slong max_prec, minip_error_t err)
{
  minip_status_t st = minip__rows_fetch(&w->rows, w->query, err);
  if (st == MINIP_OK)
    st = exact_part(o, w, err);
  o->is_exact = w->model->is_exact;
  if (st != MINIP_OK)
    return st;
  if (!o->is_defined)
    o->fails = MINIP_PROVED;
  else if (o->is_exact)
    judge_exact(o, target, limit);
  else
    judge_ball(o, w, target, limit, max_prec);
  return MINIP_OK;
}

/* Is a the worse outcome? */
static int is_worse(const minip_outcome_t *a, const minip_outcome_t *b)
{
  if (!a->is_defined || !b->is_defined)
    return !a->is_defined && b->is_defined;
  if (a->is_exact)
    return fmpq_cmp(&a->error, &b->error) > 0;
  arf_t x, y;
  arf_init(x), arf_init(y);
  arb_get_ubound_arf(x, &a->error_ball, 64);
  arb_get_ubound_arf(y, &b->error_ball, 64);
  int worse = arf_cmp(x, y) > 0;
  arf_clear(x), arf_clear(y);
  return worse;
}

static void count(minip_evaluation_t e)
{
  for (size_t i = 0; i < e->count; i++) {
    e->failures += e->outcomes[i].fails == MINIP_PROVED;
    e->undecided += e->outcomes[i].fails == MINIP_UNSETTLED;
    if (is_worse(&e->outcomes[i], &e->outcomes[e->worst]))
      e->worst = i;
  }
}

static minip_status_t start(minip_evaluation_t e, work_t *w, const minip_model_t model, const minip_suite_t suite, minip_error_t err)
{
  *w = (work_t){.model = model, .n = suite->n, .tokens = calloc(suite->n + 1, sizeof *w->tokens), .share = _fmpq_vec_init((slong)suite->n)};
  e->outcomes = calloc(suite->count + 1, sizeof *e->outcomes);
  if (!w->tokens || !e->outcomes)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu sequences", suite->count);
  e->count = suite->count;
  for (size_t i = 0; i < e->count; i++) {
    minip_outcome_t *o = &e->outcomes[i];
    fmpq_init(&o->output), fmpq_init(&o->error);
    arb_init(&o->output_ball), arb_init(&o->error_ball);
  }
  return minip__rows_init(&w->rows, model, err);
}

minip_status_t minip_model_evaluate(minip_evaluation_t evaluation, const minip_model_t model, const minip_suite_t suite, const fmpq_t target,
                                    slong max_prec, minip_error_t err)
{
  minip__placement_t place;
  work_t w = {0};
  minip_evaluation_clear(evaluation);
  minip_status_t st = minip__place_suite(&place, model, suite, err);
  if (st == MINIP_OK)
    st = start(evaluation, &w, model, suite, err);
  for (size_t i = 0; st == MINIP_OK && i < suite->count; i++) {
    for (size_t j = 0; j < suite->n; j++)
      w.tokens[j] = place.token[minip_suite_sequence(suite, i)[j]];
    w.query = place.query[minip_suite_query(suite, i)];
    st = evaluate_one(&evaluation->outcomes[i], &w, suite->targets[i], target, max_prec, err);
    if (st != MINIP_OK)
      minip_error_prefix(err, "%s, sequence %zu", model->source, i);
  }
  if (st == MINIP_OK)
    count(evaluation);
  if (w.share)
    _fmpq_vec_clear(w.share, (slong)suite->n);
  if (w.rows.rows)
    minip__rows_clear(&w.rows);
  free(w.tokens);
  minip__placement_clear(&place);
  return st;
}
