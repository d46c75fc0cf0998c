/* One report in five formats. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* Characters in UTF-8 text, for alignment. */
static size_t display_width(const char *s)
{
  size_t n = 0;
  for (; *s; s++)
    n += ((unsigned char)*s & 0xC0) != 0x80;
  return n;
}

static const char *cell(const minip__grid_t *grid, size_t row, size_t column) { return grid->cells[row * grid->columns + column]; }

static size_t column_width(const minip__grid_t *grid, size_t column)
{
  size_t width = display_width(grid->headings[column]);
  for (size_t r = 0; r < grid->rows; r++) {
    size_t w = display_width(cell(grid, r, column));
    width = w > width ? w : width;
  }
  return width;
}

/* Nothing in a result may move a terminal's cursor; in a table a line also stays a line. */
static void add_printable(minip__text_t *t, const char *s, int is_table)
{
  for (; *s; s++) {
    int is_control = ((unsigned char)*s < ' ' && (is_table || (*s != '\n' && *s != '\t'))) || *s == 0x7F;
    minip__text_add(t, is_control ? "?" : s, 1);
  }
}

static void add_padded(minip__text_t *t, const char *s, size_t width, int last)
{
  size_t n = display_width(s);
  add_printable(t, s, 1);
  minip__text_printf(t, "%*s", last ? 0 : (int)(width - n) + 2, "");
}

void minip__render_columns(minip__text_t *t, const minip__grid_t *grid)
{
  size_t *widths = calloc(grid->columns + 1, sizeof *widths);
  if (!widths) {
    t->failed = 1;
    return;
  }
  for (size_t c = 0; c < grid->columns; c++)
    widths[c] = column_width(grid, c);
  for (size_t c = 0; c < grid->columns; c++)
    add_padded(t, grid->headings[c], widths[c], c + 1 == grid->columns);
  minip__text_printf(t, "\n");
  for (size_t r = 0; r < grid->rows; r++) {
    for (size_t c = 0; c < grid->columns; c++)
      add_padded(t, cell(grid, r, c), widths[c], c + 1 == grid->columns);
    minip__text_printf(t, "\n");
  }
  free(widths);
}

static void add_scalars(minip__text_t *t, const minip_report_t report)
{
  const char *key;
  json_t *value;
  json_object_foreach(report->root, key, value)
  {
    if (report->table && strcmp(key, report->table) == 0)
      continue;
    char *s = minip__report_cell(value);
    minip__text_printf(t, "%s: ", key);
    add_printable(t, s ? s : "", 0);
    minip__text_add(t, "\n", 1);
    free(s);
  }
}

void minip__render_text(minip__text_t *t, const minip_report_t report)
{
  add_scalars(t, report);
  if (!report->table || !report->columns)
    return;
  minip__grid_t grid;
  if (!minip__grid_make(&grid, report, 0))
    t->failed = 1;
  else {
    if (json_object_size(report->root) > 1)
      minip__text_printf(t, "\n");
    minip__render_columns(t, &grid);
  }
  minip__grid_clear(&grid);
}

/* RFC 4180: quote a field that needs it, double its quotes. */
static void add_csv_field(minip__text_t *t, const char *s, int last)
{
  if (!strpbrk(s, ",\"\r\n"))
    minip__text_printf(t, "%s", s);
  else {
    minip__text_printf(t, "\"");
    for (; *s; s++)
      minip__text_add(t, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
    minip__text_printf(t, "\"");
  }
  minip__text_printf(t, "%s", last ? "\n" : ",");
}

void minip__render_csv(minip__text_t *t, const minip__grid_t *grid)
{
  for (size_t c = 0; c < grid->columns; c++)
    add_csv_field(t, grid->headings[c], c + 1 == grid->columns);
  for (size_t i = 0; i < grid->rows * grid->columns; i++)
    add_csv_field(t, grid->cells[i], (i + 1) % grid->columns == 0);
}

/* '[' and '*' are grouped: at the start of a row LaTeX would take them for arguments of the row end before. */
static void add_latex(minip__text_t *t, const char *s)
{
  for (; *s; s++)
    switch (*s) {
    case '&': case '%': case '$': case '#': case '_': case '{': case '}': minip__text_printf(t, "\\%c", *s); break;
    case '~': minip__text_printf(t, "\\textasciitilde{}"); break;
    case '^': minip__text_printf(t, "\\textasciicircum{}"); break;
    case '\\': minip__text_printf(t, "\\textbackslash{}"); break;
    case '<': case '>': case '|': minip__text_printf(t, "$%s$", *s == '|' ? "|" : *s == '<' ? "<" : ">"); break;
    case '[': case '*': minip__text_printf(t, "{%c}", *s); break;
    case '\n': case '\r': case '\t': minip__text_add(t, " ", 1); break;
    default: minip__text_add(t, s, 1);
    }
}

void minip__render_latex(minip__text_t *t, const minip__grid_t *grid)
{
  minip__text_printf(t, "\\begin{tabular}{");
  for (size_t c = 0; c < grid->columns; c++)
    minip__text_printf(t, "l");
  minip__text_printf(t, "}\n\\hline\n");
  for (size_t c = 0; c < grid->columns; c++) {
    add_latex(t, grid->headings[c]);
    minip__text_printf(t, "%s", c + 1 == grid->columns ? " \\\\\n\\hline\n" : " & ");
  }
  for (size_t i = 0; i < grid->rows * grid->columns; i++) {
    add_latex(t, grid->cells[i]);
    minip__text_printf(t, "%s", (i + 1) % grid->columns == 0 ? " \\\\\n" : " & ");
  }
  minip__text_printf(t, "\\hline\n\\end{tabular}\n");
}

static void add_markdown(minip__text_t *t, const char *s)
{
  for (; *s; s++) {
    if (strchr("|*_<>`\\&~", *s))
      minip__text_add(t, "\\", 1);
    minip__text_add(t, *s == '\n' || *s == '\r' ? " " : s, 1); /* a row is one line */
  }
}

void minip__render_markdown(minip__text_t *t, const minip__grid_t *grid)
{
  for (size_t c = 0; c < grid->columns; c++) {
    minip__text_printf(t, "| ");
    add_markdown(t, grid->headings[c]);
    minip__text_printf(t, "%s", c + 1 == grid->columns ? " |\n" : " ");
  }
  for (size_t c = 0; c < grid->columns; c++)
    minip__text_printf(t, "|---%s", c + 1 == grid->columns ? "|\n" : "");
  for (size_t i = 0; i < grid->rows * grid->columns; i++) {
    minip__text_printf(t, "| ");
    add_markdown(t, grid->cells[i]);
    minip__text_printf(t, "%s", (i + 1) % grid->columns == 0 ? " |\n" : " ");
  }
}

static void render_json(minip__text_t *t, const json_t *root)
{
  char *s = json_dumps(root, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  if (!s)
    t->failed = 1;
  else
    minip__text_printf(t, "%s\n", s);
  free(s);
}

static void render_grid(minip__text_t *t, const minip_report_t report, void (*render)(minip__text_t *, const minip__grid_t *))
{
  minip__grid_t grid;
  if (!minip__grid_make(&grid, report, render == minip__render_csv))
    t->failed = 1;
  else
    render(t, &grid);
  minip__grid_clear(&grid);
}

minip_status_t minip_report_format(minip_format_t *format, const char *name, minip_error_t err)
{
  static const char *const names[] = {"text", "json", "csv", "latex", "markdown"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) {
      *format = (minip_format_t)i;
      return MINIP_OK;
    }
  return minip_error_set(err, MINIP_USAGE, "unknown format '%s': one of text, json, csv, latex, markdown", name);
}

minip_status_t minip_report_render(char **out, const minip_report_t report, minip_format_t format, minip_error_t err)
{
  minip__text_t t = {0};
  switch (format) {
  case MINIP_TEXT: minip__render_text(&t, report); break;
  case MINIP_JSON: render_json(&t, report->root); break;
  case MINIP_CSV: render_grid(&t, report, minip__render_csv); break;
  case MINIP_LATEX: render_grid(&t, report, minip__render_latex); break;
  case MINIP_MARKDOWN: render_grid(&t, report, minip__render_markdown); break;
  }
  minip__text_add(&t, "", 0);
  if (t.failed) {
    free(t.s);
    return minip_error_set(err, MINIP_LIMIT, "out of memory rendering the result");
  }
  *out = t.s;
  return MINIP_OK;
}
