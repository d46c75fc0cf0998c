/* A matrix of exact numbers as text. Two passes: the first counts rows and columns, so that nothing grows; the second reads the numbers. */
#include "internal.h"
#include <string.h>

typedef struct {
  minip__span_t rest;
  size_t line_number;
  int commas; /* separator: commas, else blanks */
} reader_t;

static int is_blank(char ch) { return ch == ' ' || ch == '\t'; }

static void trim(minip__span_t *s)
{
  while (s->s < s->end && is_blank(*s->s))
    s->s++;
  while (s->s < s->end && is_blank(s->end[-1]))
    s->end--;
}

/* The next line with numbers on it, trimmed. */
static int next_row(minip__span_t *row, reader_t *r)
{
  while (minip__next_line(row, &r->rest)) {
    r->line_number++;
    trim(row);
    if (row->s < row->end && *row->s != '#')
      return 1;
  }
  return 0;
}

/* Take the next field of a row that is not used up; *more tells whether a separator, and so another field, follows. */
static void next_field(minip__span_t *field, int *more, minip__span_t *row, int commas)
{
  const char *p = row->s;
  while (p < row->end && (commas ? *p != ',' : !is_blank(*p)))
    p++;
  field->s = row->s;
  field->end = p;
  *more = p < row->end;
  row->s = *more ? p + 1 : p;
  while (!commas && row->s < row->end && is_blank(*row->s))
    row->s++;
  trim(field);
}

static size_t count_fields(minip__span_t row, int commas)
{
  minip__span_t field;
  size_t n = 0;
  for (int more = 1; more; n++)
    next_field(&field, &more, &row, commas);
  return n;
}

static minip_status_t count_all(size_t *rows, size_t *columns, reader_t *r, minip_error_t err)
{
  minip__span_t row;
  *rows = 0;
  while (next_row(&row, r)) {
    if (*rows == 0)
      r->commas = memchr(row.s, ',', (size_t)(row.end - row.s)) != NULL;
    size_t n = count_fields(row, r->commas);
    if (*rows == 0)
      *columns = n;
    else if (n != *columns)
      return minip_error_set(err, MINIP_INPUT, "line %zu: the matrix is ragged: %zu numbers here, %zu in the first row", r->line_number, n, *columns);
    ++*rows;
  }
  return *rows ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "has no numbers");
}

static minip_status_t read_field(minip_array_struct *array, size_t i, minip__loader_t *loader, const minip__span_t *field, minip_error_t err)
{
  size_t len = (size_t)(field->end - field->s);
  if (len == 0)
    return minip_error_set(err, MINIP_INPUT, "a number is missing");
  if (memchr(field->s, ';', len))
    return minip_error_set(err, MINIP_INPUT, "'%.*s': ';' separates nothing here: use commas or blanks, and a point in decimals", (int)(len > 40 ? 40 : len), field->s);
  return minip__array_parse(array, i, loader, field->s, len, err);
}

static minip_status_t read_all(minip_array_struct *array, minip__loader_t *loader, reader_t *r, minip_error_t err)
{
  minip__span_t row, field;
  for (size_t i = 0; next_row(&row, r);)
    for (int column = 1, more = 1; more; column++, i++) {
      next_field(&field, &more, &row, r->commas);
      if (read_field(array, i, loader, &field, err) != MINIP_OK)
        return minip_error_prefix(err, "line %zu, column %d", r->line_number, column);
    }
  return MINIP_OK;
}

minip_status_t minip__load_csv(minip__loader_t *loader, const char *text, size_t size, minip_error_t err)
{
  size_t shape[2];
  minip_array_struct *array;
  minip_status_t st = minip__check_text(&text, &size, err);
  reader_t first = {.rest = {text, text + size}};
  reader_t second = first;
  if (st == MINIP_OK)
    st = count_all(&shape[0], &shape[1], &first, err);
  if (st == MINIP_OK)
    st = minip__array_add(&array, loader, "", MINIP_DT_RATIONAL, 2, shape, err);
  second.commas = first.commas;
  return st == MINIP_OK ? read_all(array, loader, &second, err) : st;
}
