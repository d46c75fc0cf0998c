/* The files of overlap: and weighted: kernels. */
#include "internal.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILE_BYTES ((size_t)1 << 30)

/* A list of rationals that grows up to MINIP_KERNEL_MAX_M + 1 entries. */
typedef struct {
  fmpq *x;
  size_t count;
} values_t;

static void values_init(values_t *v) { *v = (values_t){_fmpq_vec_init(MINIP_KERNEL_MAX_M + 1), 0}; }
static void values_clear(values_t *v) { _fmpq_vec_clear(v->x, MINIP_KERNEL_MAX_M + 1); }

static minip_status_t append(values_t *v, const char *s, size_t len, minip_error_t err)
{
  if (v->count > MINIP_KERNEL_MAX_M)
    return minip_error_set(err, MINIP_LIMIT, "more than %d values", MINIP_KERNEL_MAX_M + 1);
  return minip_num_parse(v->x + v->count++, s, len, err);
}

static minip_status_t text_values(values_t *v, const char *text, size_t size, minip_error_t err)
{
  size_t line = 0;
  for (const char *s = text, *end = text + size; s < end; line++) {
    const char *stop = memchr(s, '\n', (size_t)(end - s));
    stop = stop ? stop : end;
    const char *next = stop + (stop < end), *comment = memchr(s, '#', (size_t)(stop - s));
    stop = comment ? comment : stop;
    while (s < stop && (*s == ' ' || *s == '\t'))
      s++;
    while (stop > s && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
      stop--;
    if (stop > s && append(v, s, (size_t)(stop - s), err) != MINIP_OK)
      return minip_error_prefix(err, "line %zu", line + 1);
    s = next;
  }
  return MINIP_OK;
}

/* A JSON string or integer; a JSON real would go through double, and is refused. */
static minip_status_t json_number(fmpq_t x, const json_t *value, minip_error_t err)
{
  if (json_is_integer(value)) {
    fmpq_set_si(x, (slong)json_integer_value(value), 1);
    return MINIP_OK;
  }
  if (!json_is_string(value))
    return minip_error_set(err, MINIP_INPUT, "a number must be a string (\"3/2\", \"0.25\") or an integer");
  return minip_num_parse(x, json_string_value(value), json_string_length(value), err);
}

static minip_status_t json_values(values_t *v, const json_t *array, minip_error_t err)
{
  if (!json_is_array(array))
    return minip_error_set(err, MINIP_INPUT, "needs an array of the values f(0), f(1), ..");
  if (json_array_size(array) > MINIP_KERNEL_MAX_M + 1)
    return minip_error_set(err, MINIP_LIMIT, "more than %d values", MINIP_KERNEL_MAX_M + 1);
  for (size_t i = 0; i < json_array_size(array); i++)
    if (json_number(v->x + v->count++, json_array_get(array, i), err) != MINIP_OK)
      return minip_error_prefix(err, "value %zu", i);
  return MINIP_OK;
}

static minip_status_t load_json(json_t **root, const unsigned char *bytes, size_t size, minip_error_t err)
{
  json_error_t where;
  *root = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES, &where);
  return *root ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "line %d, column %d: %s", where.line, where.column, where.text);
}

static int starts_json(const unsigned char *bytes, size_t size)
{
  size_t i = 0;
  while (i < size && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] == '\n'))
    i++;
  return i < size && (bytes[i] == '[' || bytes[i] == '{' || bytes[i] == '"');
}

static minip_status_t read_values(values_t *v, const unsigned char *bytes, size_t size, minip_error_t err)
{
  json_t *root;
  if (!starts_json(bytes, size))
    return text_values(v, (const char *)bytes, size, err);
  minip_status_t st = load_json(&root, bytes, size, err);
  if (st != MINIP_OK)
    return st;
  st = json_values(v, root, err);
  json_decref(root);
  return st;
}

static minip_status_t check_count(const values_t *v, long m, minip_error_t err)
{
  if (v->count < 2)
    return minip_error_set(err, MINIP_INPUT, "needs the m + 1 values f(0), .., f(m) with m >= 1, has %zu", v->count);
  if (m >= 0 && v->count != (size_t)m + 1)
    return minip_error_set(err, MINIP_INPUT, "has %zu values where m = %ld needs %ld", v->count, m, m + 1);
  return MINIP_OK;
}

minip_status_t minip__kernel_overlap_file(minip_kernel_t kernel, const char *path, long m, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  char sha256[65];
  values_t v;
  minip_status_t st = minip_io_read_file(&bytes, &size, sha256, path, MAX_FILE_BYTES, err);
  if (st != MINIP_OK)
    return st;
  values_init(&v);
  st = read_values(&v, bytes, size, err);
  if (st == MINIP_OK)
    st = check_count(&v, m, err);
  if (st == MINIP_OK)
    st = minip_kernel_set_overlap(kernel, v.x, v.count - 1, err);
  if (st == MINIP_OK)
    memcpy(kernel->sha256, sha256, sizeof sha256);
  else
    minip_error_prefix(err, "%s", path);
  values_clear(&v);
  free(bytes);
  return st;
}

/* f[index] of one line [a, b, s, value]; seen says which are given. */
static minip_status_t weighted_line(fmpq *f, unsigned char *seen, size_t m, const json_t *line, minip_error_t err)
{
  json_int_t at[3];
  if (json_array_size(line) != 4)
    return minip_error_set(err, MINIP_INPUT, "needs [a, b, s, \"p/q\"]");
  for (size_t k = 0; k < 3; k++) {
    const json_t *v = json_array_get(line, k);
    at[k] = json_is_integer(v) ? json_integer_value(v) : -1;
    if (at[k] < 0 || at[k] > (json_int_t)m)
      return minip_error_set(err, MINIP_INPUT, "a, b and s must be integers from 0 to %zu", m);
  }
  size_t a = (size_t)at[0], b = (size_t)at[1], s = (size_t)at[2], index = (a * (m + 1) + b) * (m + 1) + s;
  if (s > a || s > b || a + b > m + s)
    return minip_error_set(err, MINIP_INPUT, "tokens of weights %zu and %zu cannot have overlap %zu at m = %zu", a, b, s, m);
  if (seen[index]++)
    return minip_error_set(err, MINIP_INPUT, "[%zu, %zu, %zu] is given twice", a, b, s);
  return json_number(f + index, json_array_get(line, 3), err);
}

static minip_status_t weighted_lines(fmpq *f, size_t m, const json_t *lines, minip_error_t err)
{
  size_t n = m + 1;
  unsigned char *seen = calloc(n * n * n, 1);
  minip_status_t st = seen ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; st == MINIP_OK && i < json_array_size(lines); i++) {
    st = weighted_line(f, seen, m, json_array_get(lines, i), err);
    if (st != MINIP_OK)
      minip_error_prefix(err, "f, line %zu", i);
  }
  for (size_t i = 0; st == MINIP_OK && i < n * n * n; i++) {
    size_t a = i / (n * n), b = i / n % n, s = i % n;
    if (!seen[i] && s <= a && s <= b && a + b <= m + s)
      st = minip_error_set(err, MINIP_INPUT, "f: [%zu, %zu, %zu] is missing", a, b, s);
  }
  free(seen);
  return st;
}

static minip_status_t weighted_root(minip_kernel_t kernel, const json_t *root, minip_error_t err)
{
  const json_t *m_value = json_object_get(root, "m"), *lines = json_object_get(root, "f");
  if (!json_is_object(root) || json_object_size(root) != 2 || !json_is_integer(m_value) || !json_is_array(lines))
    return minip_error_set(err, MINIP_INPUT, "needs {\"m\": M, \"f\": [[a, b, s, \"p/q\"], ..]}");
  json_int_t m = json_integer_value(m_value);
  if (m < 1)
    return minip_error_set(err, MINIP_INPUT, "m must be at least 1");
  if (m > MINIP_KERNEL_MAX_WEIGHTED_M)
    return minip_error_set(err, MINIP_LIMIT, "m is limited to %d here", MINIP_KERNEL_MAX_WEIGHTED_M);
  slong size = (slong)((m + 1) * (m + 1) * (m + 1));
  fmpq *f = _fmpq_vec_init(size);
  minip_status_t st = weighted_lines(f, (size_t)m, lines, err);
  if (st == MINIP_OK)
    st = minip_kernel_set_weighted(kernel, f, (size_t)m, err);
  _fmpq_vec_clear(f, size);
  return st;
}

minip_status_t minip__kernel_weighted_file(minip_kernel_t kernel, const char *path, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  char sha256[65];
  json_t *root;
  minip_status_t st = minip_io_read_file(&bytes, &size, sha256, path, MAX_FILE_BYTES, err);
  if (st != MINIP_OK)
    return st;
  st = load_json(&root, bytes, size, err);
  if (st == MINIP_OK) {
    st = weighted_root(kernel, root, err);
    json_decref(root);
  }
  if (st == MINIP_OK)
    memcpy(kernel->sha256, sha256, sizeof sha256);
  else
    minip_error_prefix(err, "%s", path);
  free(bytes);
  return st;
}
