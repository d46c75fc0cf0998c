/* ood: parametric heads trained on sequences over one part of the cube's tokens, tried on sequences over another.

   Three pools without a common token: training (3/8), validation (1/8), test (1/2). Of fits of growing budgets, the untrained start among them, the one with
   the fewest failing validation sequences is tested: a fit that learns its own tokens by heart gets worse on others, so stopping early is part of training. */
#include "experiment.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 3
#define SOFTMAX_BASE 16

typedef struct {
  size_t bits, sequences;
} problem_t;
static const problem_t problems[] = {{4, 400}, {6, 1500}, {8, 2000}};
static const size_t ranks[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
static const size_t quick_ranks[] = {1, 16};
static const size_t budgets[] = {0, 20, 80, 320}; /* steps of each of the four stages */
#define BUDGETS (sizeof budgets / sizeof *budgets)
#define PROBLEMS (sizeof problems / sizeof *problems)

/* A random order of 0 .. count-1. */
static void shuffle(uint32_t *list, size_t count, minip__random_t *random)
{
  for (size_t i = 0; i < count; i++)
    list[i] = (uint32_t)i;
  for (size_t i = count; i > 1; i--) {
    size_t j = (size_t)minip__random_below(random, i);
    uint32_t t = list[i - 1];
    list[i - 1] = list[j], list[j] = t;
  }
}

static uint32_t target_of(const minip_tokens_t tokens, const uint32_t *s)
{
  const uint64_t *x = minip_token_row(tokens, s[0]);
  size_t least = SIZE_MAX;
  for (size_t j = 0; j < LENGTH; j++) {
    size_t overlap = minip_token_overlap(x, minip_token_row(tokens, s[j]), tokens->words);
    least = overlap < least ? overlap : least;
  }
  return (uint32_t)least;
}

/* Random sequences, repeats removed, over the pool's tokens. */
static minip_status_t random_suite(minip_suite_t suite, const uint32_t *pool, size_t pool_size, const problem_t *p, minip__random_t *random, minip_error_t err)
{
  minip_status_t st = minip_tokens_alloc(suite->tokens, pool_size, p->bits, err);
  suite->n = LENGTH, suite->name = strdup("random sequences");
  suite->sequences = malloc(p->sequences * LENGTH * sizeof *suite->sequences), suite->targets = malloc(p->sequences * sizeof *suite->targets);
  if (st == MINIP_OK && (!suite->name || !suite->sequences || !suite->targets))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; st == MINIP_OK && i < pool_size; i++)
    minip_token_row(suite->tokens, i)[0] = pool[i];
  for (size_t k = 0; st == MINIP_OK && k < p->sequences; k++) {
    uint32_t *s = suite->sequences + suite->count * LENGTH;
    int repeated = 0;
    for (size_t j = 0; j < LENGTH; j++)
      s[j] = (uint32_t)minip__random_below(random, pool_size);
    for (size_t i = 0; i < suite->count && !repeated; i++)
      repeated = memcmp(s, suite->sequences + i * LENGTH, LENGTH * sizeof *s) == 0;
    if (!repeated)
      suite->targets[suite->count++] = target_of(suite->tokens, s);
  }
  return st;
}

typedef struct {
  minip__experiment_t *e;
  const problem_t *problem;
  char setting[32];
  minip_suite_t train, validation, test;
} ood_t;

/* Pools and sequences depend on the seed; the pools share no token. */
static minip_status_t make_suites(ood_t *o, size_t seed, minip_error_t err)
{
  size_t count = (size_t)1 << o->problem->bits;
  uint32_t *order = malloc(count * sizeof *order);
  minip__random_t random;
  minip__random_seed(&random, 1000 + seed);
  if (!order)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  shuffle(order, count, &random);
  size_t train = count * 3 / 8;
  minip_status_t st = random_suite(o->train, order, train, o->problem, &random, err);
  if (st == MINIP_OK)
    st = random_suite(o->validation, order + train, count / 2 - train, o->problem, &random, err);
  if (st == MINIP_OK)
    st = random_suite(o->test, order + count / 2, count - count / 2, o->problem, &random, err);
  free(order);
  return st;
}

/* The head on another suite's tokens, exactly; *diverged when there is nothing to judge. */
static minip_status_t judge(minip_train_verdict_t v, int *diverged, const ood_t *o, const minip_train_head_t head, const minip_suite_t suite, minip_error_t err)
{
  minip_train_head_t moved;
  minip_train_head_init(moved);
  minip_status_t st = head->diverged ? MINIP_OK : minip_train_transfer(moved, head, suite, err);
  *diverged = head->diverged || moved->diverged;
  if (st == MINIP_OK && !*diverged)
    st = minip_train_certify(v, moved, suite, o->e->half, 0, err);
  minip_train_head_clear(moved);
  return st;
}

/* The best budget by the validation pool; of equals the least error, then the smaller budget. */
static minip_status_t choose(size_t *best, ood_t *o, minip_train_head_t *heads, const minip_train_options_t *common, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip_train_verdict_t v, top;
  minip_train_verdict_init(v), minip_train_verdict_init(top);
  *best = 0;
  top->failures = SIZE_MAX;
  for (size_t i = 0; st == MINIP_OK && i < BUDGETS; i++) {
    minip_train_options_t options = *common;
    int diverged = 0;
    options.steps = 8 * budgets[i]; /* a stage takes an eighth */
    st = minip_train_fit(heads[i], o->train, &options, NULL, NULL, err);
    if (st == MINIP_OK)
      st = judge(v, &diverged, o, heads[i], o->validation, err);
    if (st == MINIP_OK && !diverged && v->is_defined && (v->failures < top->failures || (v->failures == top->failures && fmpq_cmp(v->error, top->error) < 0)))
      *best = i, top->failures = v->failures, fmpq_set(top->error, v->error);
  }
  minip_train_verdict_clear(v), minip_train_verdict_clear(top);
  return st;
}

static minip_status_t test(double *accuracy, ood_t *o, const minip_train_head_t head, size_t rank, size_t seed, minip_error_t err)
{
  minip_train_verdict_t v;
  int diverged = 0;
  minip_train_verdict_init(v);
  minip_status_t st = judge(v, &diverged, o, head, o->test, err);
  if (st == MINIP_OK) {
    json_t *row = minip__experiment_row(o->setting, "loglinear", v, diverged, 0);
    json_object_set_new(row, "rank", minip_report_slong((slong)rank));
    json_object_set_new(row, "seed", minip_report_slong((slong)seed));
    json_array_append_new(o->e->rows, row);
    *accuracy += diverged ? 0 : 1 - (double)v->failures / (double)v->sequences;
    minip__experiment_step(o->e);
  }
  minip_train_verdict_clear(v);
  return st;
}

static minip_status_t one_run(double *accuracy, ood_t *o, size_t rank, size_t seed, minip_error_t err)
{
  minip_train_head_t heads[BUDGETS];
  minip_train_options_t options;
  size_t best = 0;
  minip_train_options_default(&options);
  options.rank = rank, options.seed = seed, options.features = MINIP_TRAIN_LOGLINEAR, options.activation = MINIP_TRAIN_EXP, options.product_base = SOFTMAX_BASE;
  for (size_t i = 0; i < BUDGETS; i++)
    minip_train_head_init(heads[i]);
  minip_status_t st = choose(&best, o, heads, &options, err);
  if (st == MINIP_OK)
    st = test(accuracy, o, heads[best], rank, seed, err);
  for (size_t i = 0; i < BUDGETS; i++)
    minip_train_head_clear(heads[i]);
  return st;
}

static minip_status_t one_seed(double *accuracy, ood_t *o, const size_t *list, size_t count, size_t seed, minip_error_t err)
{
  json_t *control = NULL;
  minip_suite_init(o->train), minip_suite_init(o->validation), minip_suite_init(o->test);
  minip_status_t st = make_suites(o, seed, err);
  for (size_t i = 0; st == MINIP_OK && i < count; i++)
    st = one_run(&accuracy[i], o, list[i], seed, err);
  if (st == MINIP_OK)
    st = minip__experiment_softmax(o->e, &control, o->setting, o->test, SOFTMAX_BASE, err);
  if (st == MINIP_OK) {
    json_object_set_new(control, "seed", minip_report_slong((slong)seed));
    json_array_append_new(o->e->rows, control);
  }
  minip_suite_clear(o->train), minip_suite_clear(o->validation), minip_suite_clear(o->test);
  return st;
}

static minip_status_t one_problem(minip__experiment_t *e, const problem_t *problem, const size_t *list, size_t count, minip_error_t err)
{
  ood_t o = {.e = e, .problem = problem};
  double accuracy[sizeof ranks / sizeof *ranks] = {0};
  minip_status_t st = MINIP_OK;
  snprintf(o.setting, sizeof o.setting, "%zu bits", problem->bits);
  size_t series = minip__experiment_series(e, o.setting);
  for (size_t seed = 1; st == MINIP_OK && seed <= e->options->seeds; seed++)
    st = one_seed(accuracy, &o, list, count, seed, err);
  for (size_t i = 0; i < count; i++)
    minip__experiment_point(e, series, (double)list[i], accuracy[i] / (double)e->options->seeds);
  return st;
}

minip_status_t minip__experiment_ood(minip__experiment_t *e, minip_error_t err)
{
  int quick = e->options->is_quick;
  const size_t *list = quick ? quick_ranks : ranks;
  size_t count = quick ? sizeof quick_ranks / sizeof *quick_ranks : sizeof ranks / sizeof *ranks;
  size_t used = quick ? 2 : PROBLEMS;
  minip_status_t st = MINIP_OK;
  e->total = used * count * e->options->seeds;
  for (size_t i = 0; st == MINIP_OK && i < used; i++)
    st = one_problem(e, &problems[i], list, count, err);
  return st;
}
