/* The table of a report as strings. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* The value at "a.b.c" below row. */
static const json_t *reach(const json_t *row, const char *path)
{
  while (row && *path) {
    size_t n = strcspn(path, ".");
    char key[128];
    if (n >= sizeof key)
      return NULL;
    memcpy(key, path, n);
    key[n] = '\0';
    row = json_object_get(row, key);
    path += n + (path[n] == '.');
  }
  return row;
}

static int allocate(minip__grid_t *grid, size_t rows, size_t columns)
{
  grid->rows = rows;
  grid->columns = columns;
  grid->headings = calloc(columns + 1, sizeof *grid->headings);
  grid->cells = calloc(rows * columns + 1, sizeof *grid->cells);
  return grid->headings && grid->cells;
}

static int is_complete(const minip__grid_t *grid)
{
  for (size_t c = 0; c < grid->columns; c++)
    if (!grid->headings[c])
      return 0;
  for (size_t i = 0; i < grid->rows * grid->columns; i++)
    if (!grid->cells[i])
      return 0;
  return 1;
}

/* The cell for a column's key, "a.b" or "a.b:digits". */
static char *cell_of(const json_t *row, const char *key, int plain)
{
  char path[128];
  size_t n = strcspn(key, ":");
  if (n >= sizeof path)
    return NULL;
  memcpy(path, key, n);
  path[n] = '\0';
  const json_t *value = reach(row, path);
  return key[n] ? minip__report_short(value, strtol(key + n + 1, NULL, 10), plain) : minip__report_cell(value);
}

static int from_columns(minip__grid_t *grid, const json_t *rows, const minip_column_t *columns, int plain)
{
  size_t n = 0;
  while (columns[n].key)
    n++;
  if (!allocate(grid, json_array_size(rows), n))
    return 0;
  for (size_t c = 0; c < n; c++) {
    grid->headings[c] = strdup(columns[c].heading);
    for (size_t r = 0; r < grid->rows; r++)
      grid->cells[r * n + c] = cell_of(json_array_get(rows, r), columns[c].key, plain);
  }
  return is_complete(grid);
}

static int from_scalars(minip__grid_t *grid, json_t *root)
{
  const char *key;
  json_t *value;
  size_t c = 0;
  if (!allocate(grid, 1, json_object_size(root)))
    return 0;
  json_object_foreach(root, key, value)
  {
    grid->headings[c] = strdup(key);
    grid->cells[c++] = minip__report_cell(value);
  }
  return is_complete(grid);
}

int minip__grid_make(minip__grid_t *grid, const minip_report_t report, int plain)
{
  memset(grid, 0, sizeof *grid);
  if (report->table && report->columns)
    return from_columns(grid, json_object_get(report->root, report->table), report->columns, plain);
  return from_scalars(grid, report->root);
}

void minip__grid_clear(minip__grid_t *grid)
{
  for (size_t c = 0; grid->headings && c < grid->columns; c++)
    free(grid->headings[c]);
  for (size_t i = 0; grid->cells && i < grid->rows * grid->columns; i++)
    free(grid->cells[i]);
  free(grid->headings);
  free(grid->cells);
}
