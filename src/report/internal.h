/* Shared by the renderers of this room. */
#ifndef MINIP_REPORT_INTERNAL_H
#define MINIP_REPORT_INTERNAL_H

#include <minip/report.h>

/* A growing text; failed is set once memory runs out and then stays. */
typedef struct {
  char *s;
  size_t len, room;
  int failed;
} minip__text_t;
void minip__text_add(minip__text_t *t, const char *s, size_t len);
void minip__text_printf(minip__text_t *t, const char *format, ...) MINIP_PRINTF(2, 3);

/* Cells of the table as plain strings, row-major, rows x columns. */
typedef struct {
  size_t rows, columns;
  char **headings;
  char **cells;
} minip__grid_t;

/* The table of a report, or one row of the scalar keys of its root; plain: cut decimals without "..", for CSV. 0 when memory ran out. */
int minip__grid_make(minip__grid_t *grid, const minip_report_t report, int plain);
void minip__grid_clear(minip__grid_t *grid);

/* One JSON value as a person reads it: exact values as text with their decimal, objects as {key value, ..}. The caller frees. */
char *minip__report_cell(const json_t *value);
/* The same, exact values and enclosures by certified digits alone, at most `digits` significant ones after the whole part: "22.13..". */
char *minip__report_short(const json_t *value, long digits, int plain);

void minip__render_text(minip__text_t *t, const minip_report_t report);
void minip__render_csv(minip__text_t *t, const minip__grid_t *grid);
void minip__render_latex(minip__text_t *t, const minip__grid_t *grid);
void minip__render_markdown(minip__text_t *t, const minip__grid_t *grid);
void minip__render_columns(minip__text_t *t, const minip__grid_t *grid); /* aligned plain text */

#endif
