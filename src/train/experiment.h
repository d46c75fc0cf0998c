/* Shared by the experiments. */
#ifndef MINIP_TRAIN_EXPERIMENT_H
#define MINIP_TRAIN_EXPERIMENT_H

#include "internal.h"
#include <minip/plot.h>

/* Rows of the table and points of the picture. */
typedef struct {
  const minip_experiment_options_t *options;
  json_t *rows;
  fmpq_t half;          /* the target error */
  size_t done, total;   /* runs, for progress */
  minip_plot_series_t series[8];
  char names[8][64];
  double x[8][64], y[8][64];
  size_t series_count;
} minip__experiment_t;

/* A new series; its number. */
size_t minip__experiment_series(minip__experiment_t *e, const char *name);
void minip__experiment_point(minip__experiment_t *e, size_t series, double x, double y);
void minip__experiment_step(minip__experiment_t *e);

/* A row with what is common to all: the errors are null where the fit diverged, and optimal_error where it was not asked for. */
json_t *minip__experiment_row(const char *setting, const char *kernel, const minip_train_verdict_t verdict, int diverged, int with_optimal);

/* The dense softmax control, base 2 or another, as a row. */
MINIP_MUST_CHECK minip_status_t minip__experiment_softmax(minip__experiment_t *e, json_t **row, const char *setting, const minip_suite_t suite, unsigned base, minip_error_t err);

MINIP_MUST_CHECK minip_status_t minip__experiment_sweep(minip__experiment_t *e, int is_signed, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__experiment_length(minip__experiment_t *e, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__experiment_ood(minip__experiment_t *e, minip_error_t err);

#endif
