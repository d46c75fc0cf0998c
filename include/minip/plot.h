/* Line plots as SVG text: small, without outside fonts or scripts, the same bytes for the same data. For pictures beside a table; the table is
   the result. */
#ifndef MINIP_PLOT_H
#define MINIP_PLOT_H

#include <stddef.h>
#include <minip/status.h>

typedef struct {
  const char *name; /* in the legend */
  size_t count;
  const double *x, *y; /* points that are not finite are left out */
} minip_plot_series_t;

typedef struct {
  const char *title, *x_label, *y_label;
  int log_x;         /* base-2 logarithmic; points with x <= 0 are left out */
  double y_min, y_max; /* shown at least; grows to hold every point. Equal: from the data */
  double mark;       /* a dashed horizontal line at this y; NAN: none */
  const char *mark_label;
  size_t count;
  const minip_plot_series_t *series;
} minip_plot_t;

/* *svg = the picture, to be freed by the caller. MINIP_INPUT: no point to draw; MINIP_LIMIT: memory. */
MINIP_MUST_CHECK minip_status_t minip_plot_svg(char **svg, const minip_plot_t *plot, minip_error_t err);

#endif
