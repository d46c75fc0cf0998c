/* Arrays from JSON, exactly.

   jansson checks the syntax, but would turn 0.1 into a double and refuses integers beyond 64 bits. So every number in the text is first put
   between quotes; what the tree then has as strings, minip_num_parse reads exactly. */
#include "internal.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT ((size_t)64 << 20)

/* The length of a number by JSON's grammar at the start of s: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?; 0 for none. */
static size_t number_length(const char *s, size_t len)
{
  size_t i = 0, start;
#define DIGIT(k) ((k) < len && s[k] >= '0' && s[k] <= '9')
  if (i < len && s[i] == '-')
    i++;
  if (!DIGIT(i))
    return 0;
  if (s[i] == '0')
    i++;
  else
    while (DIGIT(i))
      i++;
  if (i < len && s[i] == '.') {
    for (start = ++i; DIGIT(i); i++)
      ;
    if (i == start)
      return 0;
  }
  if (i < len && (s[i] == 'e' || s[i] == 'E')) {
    i++;
    if (i < len && (s[i] == '+' || s[i] == '-'))
      i++;
    for (start = i; DIGIT(i); i++)
      ;
    if (i == start)
      return 0;
  }
#undef DIGIT
  return i;
}

static int line_of(const char *text, size_t at)
{
  int line = 1;
  for (size_t i = 0; i < at; i++)
    line += text[i] == '\n';
  return line;
}

/* Where a number is followed by more of a word ("0x1p3", "01") or by ':' (as a key), it is no JSON. */
static int ends_well(const char *s, size_t len)
{
  size_t i = 0;
  if (len > 0 && s[0] && strchr(",]} \t\r\n", s[0]) == NULL)
    return 0;
  while (i < len && s[i] && strchr(" \t\r\n", s[i]))
    i++;
  return i == len || s[i] != ':';
}

static minip_status_t bad_number(const char *text, size_t size, size_t at, minip_error_t err)
{
  size_t n = 0;
  while (at + n < size && n < 40 && text[at + n] > ' ' && !strchr(",]}:", text[at + n]))
    n++;
  return minip_error_set(err, MINIP_INPUT, "line %d: '%.*s' is no JSON number", line_of(text, at), (int)n, text + at);
}

/* The length of the string that starts at s with a quote, both quotes included (or the rest, when it does not end: jansson will say so). */
static size_t string_length(const char *s, size_t len)
{
  size_t i = 1;
  while (i < len && s[i] != '"')
    i += s[i] == '\\' ? 2 : 1;
  return i < len ? i + 1 : len;
}

/* *out = the text with every number in quotes. */
static minip_status_t quote_numbers(char **out, size_t *out_size, const char *text, size_t size, minip_error_t err)
{
  char *to = malloc(3 * size + 1);
  size_t n = 0, i = 0;
  if (!to)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu bytes", 3 * size + 1);
  while (i < size) {
    int is_string = text[i] == '"', is_number = text[i] == '-' || (text[i] >= '0' && text[i] <= '9');
    size_t len = is_string ? string_length(text + i, size - i) : is_number ? number_length(text + i, size - i) : 1;
    if (len == 0 || (is_number && !ends_well(text + i + len, size - i - len))) {
      free(to);
      return bad_number(text, size, i, err);
    }
    if (is_number)
      to[n++] = '"';
    memcpy(to + n, text + i, len);
    n += len;
    if (is_number)
      to[n++] = '"';
    i += len;
  }
  *out = to;
  *out_size = n;
  return MINIP_OK;
}

/* A nested array being read: its shape, and where we are in it. */
typedef struct {
  const char *name;
  size_t ndim, shape[MINIP_MAX_NDIM], index[MINIP_MAX_NDIM];
  size_t next; /* elements filled */
} walk_t;

static minip_status_t blame(const walk_t *w, size_t depth, minip_error_t err)
{
  minip_array_struct a = {.name = (char *)(uintptr_t)w->name, .ndim = depth};
  size_t flat = 0;
  for (size_t d = 0; d < depth; d++) {
    a.shape[d] = w->shape[d];
    flat = flat * w->shape[d] + w->index[d];
  }
  return minip__array_blame(err, &a, flat);
}

/* The shape along the first elements. */
static minip_status_t find_shape(walk_t *w, const json_t *value, minip_error_t err)
{
  for (; json_is_array(value); value = json_array_get(value, 0)) {
    if (w->ndim == MINIP_MAX_NDIM)
      return minip_error_set(err, MINIP_LIMIT, "array '%s': more than %d dimensions", w->name, MINIP_MAX_NDIM);
    w->shape[w->ndim++] = json_array_size(value);
  }
  return MINIP_OK;
}

static const char *kind_of(const json_t *value)
{
  switch (json_typeof(value)) {
  case JSON_OBJECT: return "an object";
  case JSON_ARRAY: return "an array";
  case JSON_TRUE: case JSON_FALSE: return "a Boolean";
  case JSON_NULL: return "null";
  default: return "a number";
  }
}

/* Every array at a depth must be as long as the shape says, every leaf at full depth a number. Checked before anything is allocated. */
static minip_status_t check_shape(walk_t *w, const json_t *value, size_t depth, minip_error_t err)
{
  if (depth == w->ndim) {
    if (json_is_string(value))
      return MINIP_OK;
    minip_error_set(err, MINIP_INPUT, "is %s where a number is expected", kind_of(value));
    return blame(w, depth, err);
  }
  if (!json_is_array(value) || json_array_size(value) != w->shape[depth]) {
    if (json_is_array(value))
      minip_error_set(err, MINIP_INPUT, "the array is ragged: %zu elements here, %zu in the first row", json_array_size(value), w->shape[depth]);
    else
      minip_error_set(err, MINIP_INPUT, "the array is ragged: %s where an array is expected", kind_of(value));
    return blame(w, depth, err);
  }
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < w->shape[depth]; i++) {
    w->index[depth] = i;
    st = check_shape(w, json_array_get(value, i), depth + 1, err);
  }
  return st;
}

static minip_status_t fill(walk_t *w, minip_array_struct *array, minip__loader_t *loader, const json_t *value, size_t depth, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  if (depth == w->ndim) {
    st = minip__array_parse(array, w->next, loader, json_string_value(value), json_string_length(value), err);
    return st == MINIP_OK ? (w->next++, st) : minip__array_blame(err, array, w->next);
  }
  for (size_t i = 0; st == MINIP_OK && i < w->shape[depth]; i++)
    st = fill(w, array, loader, json_array_get(value, i), depth + 1, err);
  return st;
}

static minip_status_t load_array(minip__loader_t *loader, const char *name, const json_t *value, minip_error_t err)
{
  walk_t w = {.name = name};
  minip_array_struct *array;
  minip_status_t st = find_shape(&w, value, err);
  if (st == MINIP_OK)
    st = check_shape(&w, value, 0, err);
  if (st == MINIP_OK)
    st = minip__array_add(&array, loader, name, MINIP_DT_RATIONAL, w.ndim, w.shape, err);
  return st == MINIP_OK ? fill(&w, array, loader, value, 0, err) : st;
}

static minip_status_t load_tree(minip__loader_t *loader, json_t *root, minip_error_t err)
{
  const char *name;
  json_t *value;
  if (json_is_array(root))
    return load_array(loader, "", root, err);
  if (json_object_size(root) == 0)
    return minip_error_set(err, MINIP_INPUT, "has no arrays");
  json_object_foreach(root, name, value)
  {
    minip_status_t st = load_array(loader, name, value, err);
    if (st != MINIP_OK)
      return st;
  }
  return MINIP_OK;
}

minip_status_t minip__load_json(minip__loader_t *loader, const char *text, size_t size, minip_error_t err)
{
  char *quoted = NULL;
  size_t quoted_size = 0;
  json_error_t e;
  if (size > MAX_TEXT)
    return minip_error_set(err, MINIP_LIMIT, "JSON text of %zu bytes, at most %zu are read; use .npy, .npz or .safetensors", size, MAX_TEXT);
  minip_status_t st = minip__check_text(&text, &size, err);
  if (st == MINIP_OK)
    st = quote_numbers(&quoted, &quoted_size, text, size, err);
  if (st != MINIP_OK)
    return st;
  json_t *root = json_loadb(quoted, quoted_size, JSON_REJECT_DUPLICATES, &e);
  free(quoted);
  if (!root)
    return minip_error_set(err, MINIP_INPUT, "line %d: %s", e.line, e.text);
  st = load_tree(loader, root, err);
  json_decref(root);
  return st;
}
