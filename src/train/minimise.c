/* L-BFGS by libLBFGS, with scaled variables, a goal, and restarts. */
#include "config.h"
#include "internal.h"
#include <math.h>

#ifndef HAVE_LBFGS
minip_status_t minip__minimise(minip__minimum_t *minimum, double *x, const minip__problem_t *problem, minip_error_t err)
{
  (void)minimum, (void)x, (void)problem;
  return minip_error_set(err, MINIP_UNDECIDED, "fitting is switched off: minip was built without libLBFGS");
}
#else
#include <lbfgs.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 30       /* of the limited memory */
#define GAIN_STEPS 20  /* over which too small a gain ends the search */

typedef struct {
  const minip__problem_t *problem;
  minip__minimum_t *minimum;
  double *size, *x, *g; /* dim each */
  double *start;        /* dim: the best point */
  double hard;          /* of the last evaluation */
  double value_before;  /* GAIN_STEPS ago */
  size_t limit;         /* of this round */
  size_t taken;
  int finished;
} search_t;

static lbfgsfloatval_t evaluate(void *instance, const lbfgsfloatval_t *y, lbfgsfloatval_t *g, const int n, const lbfgsfloatval_t step)
{
  search_t *s = instance;
  size_t dim = s->problem->dim;
  (void)step;
  for (size_t i = 0; i < dim; i++)
    s->x[i] = y[i] * s->size[i];
  double f = s->problem->objective(s->g, &s->hard, s->problem->data, s->x);
  if (!isfinite(f))
    return INFINITY;
  for (size_t i = 0; i < dim; i++)
    g[i] = s->g[i] * s->size[i];
  for (size_t i = dim; i < (size_t)n; i++)
    g[i] = 0;
  return f;
}

/* After each accepted step. Returning 1 ends the run. */
static int accepted(void *instance, const lbfgsfloatval_t *y, const lbfgsfloatval_t *g, const lbfgsfloatval_t f, const lbfgsfloatval_t ynorm,
                    const lbfgsfloatval_t gnorm, const lbfgsfloatval_t step, int n, int k, int evaluations)
{
  search_t *s = instance;
  const minip__problem_t *p = s->problem;
  (void)g, (void)ynorm, (void)gnorm, (void)step, (void)n, (void)k, (void)evaluations;
  for (size_t i = 0; i < p->dim; i++)
    s->start[i] = y[i] * s->size[i];
  s->minimum->value = f;
  s->minimum->hard = s->hard;
  s->minimum->steps++;
  s->taken++;
  s->minimum->reached = s->hard < p->goal;
  s->finished = s->minimum->reached || s->minimum->steps >= p->steps;
  if (s->minimum->steps % GAIN_STEPS == 0) {
    s->finished |= !(s->value_before - f >= p->gain);
    s->value_before = f;
    if (p->progress)
      p->progress(p->progress_base + s->minimum->steps, p->progress_total, p->progress_data);
  }
  return s->finished || s->taken >= s->limit;
}

/* libLBFGS built with SSE wants a multiple of 16 variables and its own allocation. */
static size_t padded(size_t dim) { return (dim + 15) / 16 * 16; }

static void run(search_t *s, double *y)
{
  const minip__problem_t *p = s->problem;
  lbfgs_parameter_t parameter;
  lbfgs_parameter_init(&parameter);
  parameter.m = PAIRS;
  parameter.linesearch = LBFGS_LINESEARCH_BACKTRACKING_WOLFE;
  parameter.max_linesearch = 60;
  parameter.epsilon = 1e-12;
  parameter.min_step = 1e-30;
  for (size_t i = 0; i < p->dim; i++)
    s->size[i] = 1;
  if (p->sizes)
    p->sizes(s->size, p->data, s->start);
  for (size_t i = 0; i < p->dim; i++)
    y[i] = s->start[i] / s->size[i];
  for (size_t i = p->dim; i < padded(p->dim); i++)
    y[i] = 0;
  s->taken = 0;
  s->limit = p->refresh ? p->refresh : p->steps;
  lbfgs((int)padded(p->dim), y, NULL, evaluate, accepted, s, &parameter);
  s->finished |= s->taken == 0; /* not even the gradient's direction helps */
}

static minip_status_t search(search_t *s, double *y, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip__minimum_t *best = s->minimum;
  best->value = s->problem->objective(s->g, &best->hard, s->problem->data, s->start);
  best->reached = isfinite(best->value) && best->hard < s->problem->goal;
  s->value_before = best->value;
  s->finished = !isfinite(best->value) || best->reached || s->problem->steps == 0;
  while (st == MINIP_OK && !s->finished) {
    run(s, y);
    if (s->problem->rest && !s->finished)
      st = s->problem->rest(s->problem->rest_data, s->start, best->steps, err);
  }
  return st;
}

minip_status_t minip__minimise(minip__minimum_t *minimum, double *x, const minip__problem_t *problem, minip_error_t err)
{
  size_t dim = problem->dim;
  memset(minimum, 0, sizeof *minimum);
  search_t s = {.problem = problem, .minimum = minimum, .start = x};
  if (dim == 0 || dim > 1 << 27)
    return minip_error_set(err, MINIP_LIMIT, "%zu variables to fit", dim);
  s.size = malloc(dim * sizeof *s.size), s.x = malloc(dim * sizeof *s.x), s.g = malloc(dim * sizeof *s.g);
  double *y = lbfgs_malloc((int)padded(dim));
  minip_status_t st = s.size && s.x && s.g && y ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a fit of %zu variables", dim);
  if (st == MINIP_OK)
    st = search(&s, y, err);
  free(s.size), free(s.x), free(s.g);
  if (y)
    lbfgs_free(y);
  return st;
}
#endif
