/* Line plots as SVG. */
#include "internal.h"
#include <minip/plot.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 640.0
#define HEIGHT 400.0
#define LEFT 62.0
#define RIGHT 616.0
#define TOP 60.0
#define LEGEND 42.0 /* a row of its own above the frame, where no line can cross it */
#define BOTTOM 346.0
#define MAX_TICKS 24

static const char *const colours[] = {"#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#34495e"};
#define COLOURS (sizeof colours / sizeof *colours)

typedef struct {
  const minip_plot_t *plot;
  double x_min, x_max, y_min, y_max; /* x after the logarithm */
  int whole_x;                       /* are all x whole numbers? Then so are the ticks */
} frame_t;

static double x_of(const minip_plot_t *plot, double x) { return plot->log_x ? log2(x) : x; }

static int is_drawn(const minip_plot_t *plot, const minip_plot_series_t *s, size_t i)
{
  return isfinite(s->x[i]) && isfinite(s->y[i]) && (!plot->log_x || s->x[i] > 0);
}

static void widen(double *low, double *high)
{
  if (!(*low < *high))
    *low -= 0.5, *high += 0.5;
}

/* The range of what is drawn; 0 when nothing is. */
static int measure(frame_t *f)
{
  const minip_plot_t *plot = f->plot;
  f->x_min = f->y_min = INFINITY, f->x_max = f->y_max = -INFINITY, f->whole_x = 1;
  for (size_t k = 0; k < plot->count; k++)
    for (size_t i = 0; i < plot->series[k].count; i++)
      if (is_drawn(plot, &plot->series[k], i)) {
        double x = x_of(plot, plot->series[k].x[i]), y = plot->series[k].y[i];
        f->x_min = fmin(f->x_min, x), f->x_max = fmax(f->x_max, x);
        f->y_min = fmin(f->y_min, y), f->y_max = fmax(f->y_max, y);
        f->whole_x &= x == floor(x);
      }
  if (f->x_min > f->x_max)
    return 0;
  if (plot->y_min < plot->y_max)
    f->y_min = fmin(f->y_min, plot->y_min), f->y_max = fmax(f->y_max, plot->y_max);
  widen(&f->x_min, &f->x_max), widen(&f->y_min, &f->y_max);
  return 1;
}

static double px(const frame_t *f, double x) { return LEFT + (RIGHT - LEFT) * (x - f->x_min) / (f->x_max - f->x_min); }

static double py(const frame_t *f, double y)
{
  double part = (y - f->y_min) / (f->y_max - f->y_min);
  return BOTTOM - (BOTTOM - TOP) * fmin(1, fmax(0, part));
}

/* Text with the characters that XML reserves replaced. */
static void text(FILE *out, double x, double y, const char *anchor, const char *s)
{
  fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  for (; s && *s; s++)
    if (*s == '<' || *s == '>' || *s == '&')
      fprintf(out, "&#%d;", *s);
    else
      fputc(*s, out);
  fprintf(out, "</text>\n");
}

static double step_of(double range)
{
  double step = pow(10, floor(log10(range / 4)));
  return range / step > 20 ? 5 * step : range / step > 8 ? 2 * step : step;
}

static void axis_y(FILE *out, const frame_t *f)
{
  double step = step_of(f->y_max - f->y_min);
  double first = ceil(f->y_min / step - 1e-9);
  for (int i = 0; i < MAX_TICKS && (first + i) * step <= f->y_max + 1e-9 * step; i++) {
    char label[32];
    double y = (first + i) * step;
    snprintf(label, sizeof label, "%g", y);
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", LEFT, py(f, y), RIGHT, py(f, y));
    text(out, LEFT - 6, py(f, y) + 4, "end", label);
  }
}

static void axis_x(FILE *out, const frame_t *f)
{
  double step = f->plot->log_x ? ceil((f->x_max - f->x_min) / MAX_TICKS) : step_of(f->x_max - f->x_min);
  if (f->whole_x)
    step = fmax(step, 1);
  double first = ceil(f->x_min / step - 1e-9);
  for (int i = 0; i < MAX_TICKS && (first + i) * step <= f->x_max + 1e-9 * step; i++) {
    char label[32];
    double x = (first + i) * step;
    snprintf(label, sizeof label, "%g", f->plot->log_x ? exp2(x) : x);
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#333\"/>\n", px(f, x), BOTTOM, px(f, x), BOTTOM + 4);
    text(out, px(f, x), BOTTOM + 18, "middle", label);
  }
}

static void frame(FILE *out, const frame_t *f)
{
  fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" font-size=\"12\">\n",
          WIDTH, HEIGHT, WIDTH, HEIGHT);
  fprintf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
  text(out, WIDTH / 2, 22, "middle", f->plot->title);
  axis_y(out, f), axis_x(out, f);
  fprintf(out, "<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"#333\"/>\n", LEFT, TOP, BOTTOM, RIGHT);
  text(out, (LEFT + RIGHT) / 2, HEIGHT - 14, "middle", f->plot->x_label);
  fprintf(out, "<g transform=\"translate(16 %.1f) rotate(-90)\">", (TOP + BOTTOM) / 2);
  text(out, 0, 0, "middle", f->plot->y_label);
  fprintf(out, "</g>\n");
}

static void mark(FILE *out, const frame_t *f)
{
  double y = f->plot->mark;
  if (!isfinite(y))
    return;
  fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#555\" stroke-dasharray=\"5 4\"/>\n", LEFT, py(f, y), RIGHT, py(f, y));
  text(out, LEFT + 4, py(f, y) - 4, "start", f->plot->mark_label);
}

static void series(FILE *out, const frame_t *f, size_t k)
{
  const minip_plot_series_t *s = &f->plot->series[k];
  const char *colour = colours[k % COLOURS];
  fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
  for (size_t i = 0; i < s->count; i++)
    if (is_drawn(f->plot, s, i))
      fprintf(out, "%.1f,%.1f ", px(f, x_of(f->plot, s->x[i])), py(f, s->y[i]));
  fprintf(out, "\"/>\n");
  for (size_t i = 0; i < s->count; i++)
    if (is_drawn(f->plot, s, i))
      fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", px(f, x_of(f->plot, s->x[i])), py(f, s->y[i]), colour);
  double x = LEFT + (RIGHT - LEFT) * (double)k / (double)f->plot->count;
  fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"/>\n", x, LEGEND, x + 18, LEGEND, colour);
  text(out, x + 24, LEGEND + 4, "start", s->name);
}

minip_status_t minip_plot_svg(char **svg, const minip_plot_t *plot, minip_error_t err)
{
  frame_t f = {.plot = plot};
  size_t size;
  *svg = NULL;
  if (!measure(&f))
    return minip_error_set(err, MINIP_INPUT, "the plot has no points");
  FILE *out = open_memstream(svg, &size);
  if (!out)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a plot");
  frame(out, &f);
  mark(out, &f);
  for (size_t k = 0; k < plot->count; k++)
    series(out, &f, k);
  fprintf(out, "</svg>\n");
  int failed = ferror(out);
  failed |= fclose(out);
  if (failed) {
    free(*svg), *svg = NULL;
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a plot");
  }
  return MINIP_OK;
}
