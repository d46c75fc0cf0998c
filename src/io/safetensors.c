/* .safetensors: 8 bytes of header length, a JSON header, then the tensors. Reference: the format section of the safetensors README.

   Tensors must fill the data without holes or overlaps; every length is checked against the file before it is used. */
#include "internal.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HEADER 100000000 /* the reference reader's limit */

typedef struct {
  const char *name; /* borrowed from the JSON header */
  minip_dtype_t dtype;
  size_t ndim, shape[MINIP_MAX_NDIM];
  size_t begin, end;
} tensor_t;

static minip_status_t dtype_named(minip_dtype_t *dtype, const char *name, minip_error_t err)
{
  static const struct { const char *name; minip_dtype_t dtype; } known[] = {
    {"BOOL", MINIP_DT_BOOL}, {"I8", MINIP_DT_I8}, {"U8", MINIP_DT_U8}, {"I16", MINIP_DT_I16}, {"U16", MINIP_DT_U16}, {"I32", MINIP_DT_I32},
    {"U32", MINIP_DT_U32}, {"I64", MINIP_DT_I64}, {"U64", MINIP_DT_U64}, {"F16", MINIP_DT_F16}, {"BF16", MINIP_DT_BF16},
    {"F32", MINIP_DT_F32}, {"F64", MINIP_DT_F64},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0) {
      *dtype = known[i].dtype;
      return MINIP_OK;
    }
  return minip_error_set(err, MINIP_INPUT, "the dtype '%.20s' is not supported", name);
}

/* *out = a JSON integer that is not negative. */
static int take_size(size_t *out, const json_t *value)
{
  if (!json_is_integer(value) || json_integer_value(value) < 0)
    return 0;
  *out = (size_t)json_integer_value(value);
  return 1;
}

static minip_status_t take_shape(tensor_t *t, const json_t *shape, minip_error_t err)
{
  if (!json_is_array(shape))
    return minip_error_set(err, MINIP_INPUT, "the shape is no array");
  t->ndim = json_array_size(shape);
  if (t->ndim > MINIP_MAX_NDIM)
    return minip_error_set(err, MINIP_LIMIT, "the shape has more than %d dimensions", MINIP_MAX_NDIM);
  for (size_t d = 0; d < t->ndim; d++)
    if (!take_size(&t->shape[d], json_array_get(shape, d)))
      return minip_error_set(err, MINIP_INPUT, "the shape needs whole numbers that are not negative");
  return MINIP_OK;
}

static minip_status_t take_offsets(tensor_t *t, const json_t *offsets, size_t data_size, minip_error_t err)
{
  if (json_array_size(offsets) != 2 || !take_size(&t->begin, json_array_get(offsets, 0)) || !take_size(&t->end, json_array_get(offsets, 1)))
    return minip_error_set(err, MINIP_INPUT, "data_offsets must be two whole numbers");
  if (t->begin > t->end)
    return minip_error_set(err, MINIP_INPUT, "the data offsets are reversed: %zu, %zu", t->begin, t->end);
  if (t->end > data_size)
    return minip_error_set(err, MINIP_INPUT, "the data offsets %zu, %zu reach beyond the %zu bytes of data", t->begin, t->end, data_size);
  return MINIP_OK;
}

static minip_status_t take_tensor(tensor_t *t, const json_t *entry, size_t data_size, minip_error_t err)
{
  const char *dtype = json_string_value(json_object_get(entry, "dtype"));
  size_t count, bytes = 0;
  if (!dtype || json_object_size(entry) != 3 || !json_object_get(entry, "shape") || !json_object_get(entry, "data_offsets"))
    return minip_error_set(err, MINIP_INPUT, "the header entry must have dtype, shape and data_offsets, and nothing else");
  minip_status_t st = dtype_named(&t->dtype, dtype, err);
  if (st == MINIP_OK)
    st = take_shape(t, json_object_get(entry, "shape"), err);
  if (st == MINIP_OK)
    st = take_offsets(t, json_object_get(entry, "data_offsets"), data_size, err);
  if (st == MINIP_OK)
    st = minip__shape_size(&count, &bytes, t->ndim, t->shape, minip__dtype_size(t->dtype), err);
  if (st == MINIP_OK && bytes != t->end - t->begin)
    return minip_error_set(err, MINIP_INPUT, "dtype and shape need %zu bytes, the data offsets give %zu", bytes, t->end - t->begin);
  return st;
}

static int by_begin(const void *a, const void *b)
{
  const tensor_t *s = *(const tensor_t *const *)a, *t = *(const tensor_t *const *)b;
  if (s->begin != t->begin)
    return s->begin < t->begin ? -1 : 1;
  return s->end < t->end ? -1 : s->end > t->end; /* empty tensors first */
}

/* Each tensor begins where the one before ends, and the last ends with the file. */
static minip_status_t check_cover(tensor_t *tensors, size_t count, size_t data_size, minip_error_t err)
{
  size_t at = 0;
  const tensor_t **order = malloc((count + 1) * sizeof *order);
  minip_status_t st = order ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tensors", count);
  for (size_t i = 0; order && i < count; i++)
    order[i] = &tensors[i];
  if (order)
    qsort(order, count, sizeof *order, by_begin);
  for (size_t i = 0; st == MINIP_OK && i < count; i++) {
    if (order[i]->begin != at)
      st = minip_error_set(err, MINIP_INPUT, "array '%s': its data %s", order[i]->name, order[i]->begin < at ? "overlap another tensor's" : "leave a hole before them");
    at = order[i]->end;
  }
  if (st == MINIP_OK && at != data_size)
    st = minip_error_set(err, MINIP_INPUT, "has %zu trailing bytes after the last tensor", data_size - at);
  free(order);
  return st;
}

static minip_status_t take_tensors(tensor_t *tensors, size_t *count, json_t *header, size_t data_size, minip_error_t err)
{
  const char *name;
  json_t *entry;
  *count = 0;
  json_object_foreach(header, name, entry)
  {
    if (strcmp(name, "__metadata__") == 0)
      continue;
    tensor_t *t = &tensors[*count];
    t->name = name;
    if (take_tensor(t, entry, data_size, err) != MINIP_OK)
      return minip_error_prefix(err, "array '%s'", name);
    ++*count;
  }
  if (*count == 0)
    return minip_error_set(err, MINIP_INPUT, "has no tensors");
  return check_cover(tensors, *count, data_size, err);
}

static minip_status_t fill_bundle(minip__loader_t *loader, const tensor_t *tensors, size_t count, const unsigned char *data, minip_error_t err)
{
  for (size_t i = 0; i < count; i++) {
    const tensor_t *t = &tensors[i];
    minip_array_struct *array;
    minip_status_t st = minip__array_add(&array, loader, t->name, t->dtype, t->ndim, t->shape, err);
    if (st == MINIP_OK)
      st = minip__array_fill(array, data + t->begin, 0, 0, err);
    if (st != MINIP_OK)
      return st;
  }
  return MINIP_OK;
}

static minip_status_t parse_header(json_t **header, const unsigned char *bytes, size_t size, size_t *len, minip_error_t err)
{
  uint64_t n = 0;
  json_error_t e;
  if (size < 8)
    return minip_error_set(err, MINIP_INPUT, "is truncated: no header length");
  for (int b = 7; b >= 0; b--)
    n = n << 8 | bytes[b];
  if (n > MAX_HEADER)
    return minip_error_set(err, MINIP_INPUT, "the header length %llu is above the format's limit of %d bytes", (unsigned long long)n, MAX_HEADER);
  if (n > size - 8)
    return minip_error_set(err, MINIP_INPUT, "is truncated: a header of %llu bytes, %zu bytes left", (unsigned long long)n, size - 8);
  *len = (size_t)n;
  *header = json_loadb((const char *)bytes + 8, *len, JSON_REJECT_DUPLICATES, &e);
  if (!*header)
    return minip_error_set(err, MINIP_INPUT, "header, character %d: %s", e.position, e.text);
  if (bytes[8] != '{') { /* the format wants the brace first, so that nothing can hide before it */
    json_decref(*header);
    return minip_error_set(err, MINIP_INPUT, "the header does not begin with '{'");
  }
  return MINIP_OK;
}

minip_status_t minip__load_safetensors(minip__loader_t *loader, const unsigned char *bytes, size_t size, minip_error_t err)
{
  json_t *header;
  size_t len, count;
  minip_status_t st = parse_header(&header, bytes, size, &len, err);
  if (st != MINIP_OK)
    return st;
  tensor_t *tensors = calloc(json_object_size(header) + 1, sizeof *tensors);
  if (!tensors)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tensors", json_object_size(header));
  if (st == MINIP_OK)
    st = take_tensors(tensors, &count, header, size - 8 - len, err);
  if (st == MINIP_OK)
    st = fill_bundle(loader, tensors, count, bytes + 8 + len, err);
  free(tensors);
  json_decref(header);
  return st;
}
