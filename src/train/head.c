/* Fitting a head, and the fitted head as a model. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void minip_train_options_default(minip_train_options_t *options)
{
  *options = (minip_train_options_t){.rank = 1, .seed = 1, .steps = 3000, .features = MINIP_TRAIN_TABLE, .activation = MINIP_TRAIN_SOFTPLUS};
}

void minip_train_head_init(minip_train_head_t head)
{
  memset(head, 0, sizeof *head);
  minip_tokens_init(head->tokens), minip_tokens_init(head->queries);
}

void minip_train_head_clear(minip_train_head_t head)
{
  free(head->phi_q), free(head->phi_k), free(head->values), free(head->readout_a), free(head->readout_b), free(head->parameters);
  minip_tokens_clear(head->tokens), minip_tokens_clear(head->queries);
  minip_train_head_init(head);
}

/* ---- the fit's course ---- */

typedef struct {
  minip__fit_t fit;
  double *theta, *best;
  double best_error;  /* the largest |y - t| of best */
  minip_train_head_struct *head;
  minip_train_progress_t progress;
  void *data;
} course_t;

static minip_status_t stage(minip__minimum_t *minimum, course_t *c, minip__objective_t objective, size_t dim, double power, double goal, size_t steps, minip_error_t err)
{
  minip__problem_t problem = {.objective = objective, .data = &c->fit, .dim = dim, .goal = goal, .gain = (c->fit.is_table ? 0.01 : 0.001) / power, .steps = steps,
                              .progress = c->progress, .progress_data = c->data, .progress_base = c->head->steps, .progress_total = c->head->options.steps};
  c->fit.power = power;
  minip_status_t st = minip__minimise(minimum, c->theta, &problem, err);
  c->head->steps += minimum->steps;
  return st;
}

/* A table of exponentials is any positive table, and so is one of softplus. In the exponential's own parameters the kernel's search stalls (hadamard24 with
   24 features: optimal error 1.5 or 1.1, where softplus reaches 0.15). So the kernel is fitted in softplus, and its features' logarithms go on. */
static int borrows_softplus(const course_t *c) { return c->fit.is_table && c->head->options.activation == MINIP_TRAIN_EXP; }

static void set_activation(course_t *c, minip_train_activation_t activation) { c->fit.q.activation = c->fit.k.activation = activation; }

static void to_logarithms(course_t *c)
{
  minip__fit_features(&c->fit, c->theta);
  for (size_t i = 0; i < c->fit.q_parameters; i++)
    c->theta[i] = log(c->fit.q.phi[i]);
  for (size_t i = 0; i < c->fit.k_parameters; i++)
    c->theta[c->fit.q_parameters + i] = log(c->fit.k.phi[i]);
  set_activation(c, MINIP_TRAIN_EXP);
}

/* The kernel alone, until every link has room to spare: ratios below 1/3 make the error 1/8 or so. */
static minip_status_t fit_kernel(course_t *c, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip__minimum_t minimum = {0};
  size_t dim = c->fit.q_parameters + c->fit.k_parameters;
  for (double power = 4; st == MINIP_OK && power <= 256 && !minimum.reached; power *= 4) {
    st = stage(&minimum, c, minip__fit_kernel, dim, power, -1, c->head->options.steps / 8, err);
    if (st == MINIP_OK && !isfinite(minimum.value))
      break;
  }
  return st;
}

static void keep_if_better(course_t *c, const minip__minimum_t *minimum)
{
  if (!isfinite(minimum->value) || !(minimum->hard < c->best_error))
    return;
  c->best_error = minimum->hard;
  memcpy(c->best, c->theta, c->fit.parameters * sizeof *c->theta);
}

/* Everything together, smoothing sharpened; the best point of all stages stays. */
static minip_status_t fit_head(course_t *c, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip__minimum_t minimum = {0};
  for (double power = 8; st == MINIP_OK && power <= 512 && !minimum.reached; power *= 4) {
    st = stage(&minimum, c, minip__fit_head, c->fit.parameters, power, 0.1, 0, err);
    if (st == MINIP_OK)
      keep_if_better(c, &minimum);
    if (st == MINIP_OK && isfinite(minimum.value) && !minimum.reached) {
      st = stage(&minimum, c, minip__fit_head, c->fit.parameters, power, 0.1, c->head->options.steps / 8, err);
      if (st == MINIP_OK)
        keep_if_better(c, &minimum);
    }
  }
  return st;
}

static minip_status_t start(course_t *c, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip__random_t random;
  const minip_train_options_t *o = &c->head->options;
  double scale = o->scale > 0 ? o->scale : 1;
  minip__random_seed(&random, o->seed);
  if (o->product_base != 0) {
    st = minip__product_start(c->theta, &c->fit.q, &random, o->product_base, err);
  } else {
    minip__side_start(c->theta, &c->fit.q, &random, scale);
    minip__side_start(c->theta + c->fit.q_parameters, &c->fit.k, &random, scale);
  }
  if (!c->fit.is_table)
    c->theta[c->fit.parameters - 3] = 1; /* y = a mean of overlaps: what dense softmax does */
  return st;
}

static int all_finite(const float *v, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(v[i]))
      return 0;
  return 1;
}

static int is_finite_head(const minip_train_head_t h)
{
  size_t q = h->queries->count, t = h->tokens->count;
  return all_finite(h->phi_q, q * h->r) && all_finite(h->phi_k, t * h->r) && all_finite(h->values, t * h->d) && all_finite(h->readout_a, q * h->d) &&
         all_finite(h->readout_b, q);
}

static minip_status_t run(course_t *c, minip_error_t err)
{
  minip_train_head_struct *head = c->head;
  minip_status_t st = start(c, err);
  if (borrows_softplus(c))
    set_activation(c, MINIP_TRAIN_SOFTPLUS);
  if (st == MINIP_OK && c->fit.is_table && c->fit.link_count > 0)
    st = fit_kernel(c, err);
  if (borrows_softplus(c))
    to_logarithms(c);
  if (st == MINIP_OK && c->fit.is_table)
    minip__fit_values(c->theta, &c->fit);
  if (st == MINIP_OK)
    st = fit_head(c, err);
  head->loss = c->best_error;
  head->diverged = !isfinite(c->best_error);
  if (st == MINIP_OK && !head->diverged) {
    st = minip__fit_export(head, &c->fit, c->best, err);
    head->diverged = st == MINIP_OK && !is_finite_head(head);
  }
  return st;
}

static minip_status_t copy_tokens(minip_tokens_t to, const minip_tokens_t from, minip_error_t err)
{
  minip_status_t st = minip_tokens_alloc(to, from->count, from->m, err);
  if (st == MINIP_OK)
    memcpy(to->bits, from->bits, from->count * from->words * sizeof *from->bits);
  return st;
}

static minip_status_t name_tokens(minip_train_head_t head, const minip__fit_t *fit, minip_error_t err)
{
  minip_status_t st = copy_tokens(head->tokens, fit->suite->tokens, err);
  return st == MINIP_OK ? copy_tokens(head->queries, fit->queries, err) : st;
}

minip_status_t minip_train_fit(minip_train_head_t head, const minip_suite_t suite, const minip_train_options_t *options,
                               minip_train_progress_t progress, void *data, minip_error_t err)
{
  course_t c = {.best_error = INFINITY, .head = head, .progress = progress, .data = data};
  minip_train_head_clear(head);
  head->options = *options;
  minip_status_t st = minip__fit_init(&c.fit, suite, options, err);
  if (st == MINIP_OK)
    st = name_tokens(head, &c.fit, err);
  if (st == MINIP_OK) {
    c.theta = calloc(c.fit.parameters, sizeof *c.theta), c.best = calloc(c.fit.parameters, sizeof *c.best);
    st = c.theta && c.best ? run(&c, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for %zu parameters", c.fit.parameters);
  }
  free(c.theta);
  head->parameters = c.best, head->parameter_count = c.fit.parameters;
  minip__fit_clear(&c.fit);
  return st;
}

/* ---- other tokens ---- */

static minip_status_t place(minip_train_head_t out, const minip_train_head_t head, minip__fit_t *fit, minip_error_t err)
{
  minip_status_t st = name_tokens(out, fit, err);
  if (st == MINIP_OK && fit->parameters != head->parameter_count)
    st = minip_error_set(err, MINIP_INTERNAL, "a parametric head of %zu parameters has %zu on another suite", head->parameter_count, fit->parameters);
  if (st == MINIP_OK && !(out->parameters = malloc(head->parameter_count * sizeof(double))))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st != MINIP_OK)
    return st;
  out->parameter_count = head->parameter_count;
  memcpy(out->parameters, head->parameters, head->parameter_count * sizeof(double));
  st = minip__fit_export(out, fit, out->parameters, err);
  out->diverged = st == MINIP_OK && !is_finite_head(out);
  return st;
}

minip_status_t minip_train_transfer(minip_train_head_t out, const minip_train_head_t head, const minip_suite_t suite, minip_error_t err)
{
  minip__fit_t fit;
  minip_train_head_clear(out);
  if (head->options.features == MINIP_TRAIN_TABLE)
    return minip_error_set(err, MINIP_INPUT, "a feature table knows its own tokens only; use loglinear or mlp features");
  if (head->tokens->m != suite->tokens->m)
    return minip_error_set(err, MINIP_INPUT, "the head has tokens of %zu bits, the suite of %zu", head->tokens->m, suite->tokens->m);
  if (head->diverged)
    return minip_error_set(err, MINIP_UNDECIDED, "the fit diverged");
  out->options = head->options;
  minip_status_t st = minip__fit_init(&fit, suite, &head->options, err);
  if (st == MINIP_OK)
    st = place(out, head, &fit, err);
  minip__fit_clear(&fit);
  return st;
}
