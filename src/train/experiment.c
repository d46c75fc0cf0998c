/* The experiments: what they share, and their table of names. */
#include "experiment.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t minip__experiment_series(minip__experiment_t *e, const char *name)
{
  size_t k = e->series_count++;
  snprintf(e->names[k], sizeof e->names[k], "%s", name);
  e->series[k] = (minip_plot_series_t){.name = e->names[k], .x = e->x[k], .y = e->y[k]};
  return k;
}

void minip__experiment_point(minip__experiment_t *e, size_t series, double x, double y)
{
  size_t i = e->series[series].count++;
  e->x[series][i] = x, e->y[series][i] = y;
}

void minip__experiment_step(minip__experiment_t *e)
{
  e->done++;
  if (e->options->progress)
    e->options->progress(e->done, e->total, e->options->data);
}

static json_t *error_of(int is_known, int is_defined, const fmpq_t error)
{
  if (!is_known)
    return json_null();
  return is_defined ? minip_report_fmpq(error) : json_string("undefined");
}

json_t *minip__experiment_row(const char *setting, const char *kernel, const minip_train_verdict_t v, int diverged, int with_optimal)
{
  json_t *row = json_object();
  int solves = with_optimal ? v->solves : v->head_solves;
  json_object_set_new(row, "setting", json_string(setting));
  json_object_set_new(row, "kernel", json_string(kernel));
  json_object_set_new(row, "rank", json_null());
  json_object_set_new(row, "seed", json_null());
  json_object_set_new(row, "bound", json_null());
  json_object_set_new(row, "error", error_of(!diverged, v->is_defined, v->error));
  json_object_set_new(row, "optimal_error", error_of(!diverged && with_optimal, v->kernel_is_defined, v->optimal_error));
  json_object_set_new(row, "failing", diverged ? json_null() : minip_report_slong((slong)v->failures));
  json_object_set_new(row, "sequences", diverged ? json_null() : minip_report_slong((slong)v->sequences));
  json_object_set_new(row, "verdict", json_string(diverged ? "diverged" : solves ? "solves" : "fails"));
  return row;
}

minip_status_t minip__experiment_softmax(minip__experiment_t *e, json_t **row, const char *setting, const minip_suite_t suite, unsigned base, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_train_verdict_t v;
  char name[32];
  minip_bundle_init(bundle), minip_train_verdict_init(v);
  snprintf(name, sizeof name, "softmax base %u", base);
  minip_status_t st = minip_train_softmax_bundle(bundle, suite, base, err);
  if (st == MINIP_OK)
    st = minip__judge_model(v, bundle, suite, e->half, err);
  if (st == MINIP_OK)
    *row = minip__experiment_row(setting, name, v, 0, 0);
  minip_bundle_clear(bundle), minip_train_verdict_clear(v);
  return st;
}

typedef struct {
  const char *name, *title, *x_label, *y_label;
  double mark;
  const char *mark_label;
  int log_x;
  double y_max; /* shown at least */
} experiment_t;

static const experiment_t experiments[] = {
  {"rank-sweep", "Trained nonnegative kernels: largest exact optimal error", "features r", "optimal error on the suite", 0.5, "1/2", 1, 1.6},
  {"signed", "Trained signed kernels: largest exact optimal error", "features r", "optimal error on the suite", 0.5, "1/2", 1, 1.6},
  {"length", "One feature at lengths 1, 2, 3: exact error", "length n (tokens)", "largest error", 0.5, "1/2", 0, 1.2},
  {"ood", "Tokens never trained on: mean accuracy", "features r", "share of test sequences right", NAN, NULL, 1, 1.0},
};

static minip_status_t dispatch(minip__experiment_t *e, size_t which, minip_error_t err)
{
  switch (which) {
  case 0: return minip__experiment_sweep(e, 0, err);
  case 1: return minip__experiment_sweep(e, 1, err);
  case 2: return minip__experiment_length(e, err);
  default: return minip__experiment_ood(e, err);
  }
}

static minip_status_t draw(char **svg, const minip__experiment_t *e, const experiment_t *x, minip_error_t err)
{
  minip_plot_t plot = {.title = x->title, .x_label = x->x_label, .y_label = x->y_label, .log_x = x->log_x, .y_min = 0, .y_max = x->y_max,
                       .mark = x->mark, .mark_label = x->mark_label, .count = e->series_count, .series = e->series};
  return minip_plot_svg(svg, &plot, err);
}

minip_status_t minip_experiment_run(minip_report_t report, char **svg, const char *name, const minip_experiment_options_t *options, minip_error_t err)
{
  static const minip_column_t columns[] = {{"setting", "setting"}, {"kernel", "kernel"}, {"rank", "rank"}, {"seed", "seed"}, {"bound", "rank bound"},
    {"error", "error"}, {"optimal_error", "optimal error"}, {"failing", "failing"}, {"sequences", "sequences"}, {"verdict", "verdict"}, {NULL, NULL}};
  size_t which = 0, count = sizeof experiments / sizeof *experiments;
  *svg = NULL;
  while (which < count && strcmp(name, experiments[which].name) != 0)
    which++;
  if (which == count || options->seeds < 1)
    return minip_error_set(err, MINIP_USAGE, "experiments are rank-sweep, signed, length and ood, with at least one seed; not '%s'", name);
  minip__experiment_t *e = calloc(1, sizeof *e);
  if (!e)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  e->options = options, e->rows = json_array();
  fmpq_init(e->half);
  fmpq_set_si(e->half, 1, 2);
  minip_status_t st = dispatch(e, which, err);
  if (st == MINIP_OK)
    st = draw(svg, e, &experiments[which], err);
  json_object_set_new(report->root, "experiment", json_string(name));
  json_object_set_new(report->root, "rows", e->rows);
  report->table = "rows", report->columns = columns;
  fmpq_clear(e->half);
  free(e);
  return st;
}
