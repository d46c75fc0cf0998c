/* rank-sweep and signed: trained kernels of growing rank on the two suites with 24-bit tokens, beside T8's rank bound. */
#include "experiment.h"
#include <math.h>

static const size_t ranks[] = {1, 2, 4, 8, 12, 15, 16, 18, 20, 22, 23, 24, 32};
static const size_t quick_ranks[] = {1, 4, 24};

typedef struct {
  minip__experiment_t *e;
  const char *name;
  minip_suite_t suite;
  fmpz_t bound;
  int is_signed;
} sweep_t;

/* One seed; *worst grows to the optimal error where it is larger (infinite when the fit diverged or the kernel is undefined). */
static minip_status_t one_run(double *worst, sweep_t *s, size_t rank, size_t seed, minip_error_t err)
{
  minip_train_head_t head;
  minip_train_verdict_t v;
  minip_train_options_t options;
  minip_train_head_init(head), minip_train_verdict_init(v), minip_train_options_default(&options);
  options.rank = rank, options.seed = seed;
  if (s->is_signed)
    options.activation = MINIP_TRAIN_IDENTITY;
  minip_status_t st = minip_train_fit(head, s->suite, &options, NULL, NULL, err);
  if (st == MINIP_OK && !head->diverged)
    st = minip_train_certify(v, head, s->suite, s->e->half, 1, err);
  if (st == MINIP_OK) {
    json_t *row = minip__experiment_row(s->name, s->is_signed ? "signed" : "nonnegative", v, head->diverged, 1);
    json_object_set_new(row, "rank", minip_report_slong((slong)rank));
    json_object_set_new(row, "seed", minip_report_slong((slong)seed));
    json_object_set_new(row, "bound", minip_report_fmpz(s->bound));
    json_array_append_new(s->e->rows, row);
    *worst = fmax(*worst, v->kernel_is_defined ? fmpq_get_d(v->optimal_error) : INFINITY);
    minip__experiment_step(s->e);
  }
  minip_train_head_clear(head), minip_train_verdict_clear(v);
  return st;
}

static minip_status_t all_ranks(sweep_t *s, minip_error_t err)
{
  int quick = s->e->options->is_quick;
  const size_t *list = quick ? quick_ranks : ranks;
  size_t count = quick ? sizeof quick_ranks / sizeof *quick_ranks : sizeof ranks / sizeof *ranks;
  size_t series = minip__experiment_series(s->e, s->name);
  minip_status_t st = MINIP_OK;
  s->e->total = 2 * count * s->e->options->seeds;
  for (size_t i = 0; st == MINIP_OK && i < count; i++) {
    double worst = 0;
    for (size_t seed = 1; st == MINIP_OK && seed <= s->e->options->seeds; seed++)
      st = one_run(&worst, s, list[i], seed, err);
    minip__experiment_point(s->e, series, (double)list[i], worst);
  }
  return st;
}

static minip_status_t one_suite(minip__experiment_t *e, const char *name, int is_signed, minip_error_t err)
{
  sweep_t s = {.e = e, .name = name, .is_signed = is_signed};
  minip_pairs_t pairs;
  json_t *control = NULL;
  minip_pairs_init(pairs), minip_suite_init(s.suite), fmpz_init(s.bound);
  minip_status_t st = minip_suite_preset(pairs, name, err);
  if (st == MINIP_OK)
    st = minip_suite_witness(s.suite, pairs, 3, 0, 0, err);
  if (st == MINIP_OK)
    st = minip_train_bound(s.bound, s.suite, is_signed, e->options->threads, err);
  if (st == MINIP_OK)
    st = all_ranks(&s, err);
  if (st == MINIP_OK)
    st = minip__experiment_softmax(e, &control, name, s.suite, 2, err);
  if (st == MINIP_OK)
    json_array_append_new(e->rows, control);
  minip_pairs_clear(pairs), minip_suite_clear(s.suite), fmpz_clear(s.bound);
  return st;
}

minip_status_t minip__experiment_sweep(minip__experiment_t *e, int is_signed, minip_error_t err)
{
  minip_status_t st = one_suite(e, "chain24", is_signed, err);
  return st == MINIP_OK ? one_suite(e, "hadamard24", is_signed, err) : st;
}
