/* .npy files: version 1.0, little-endian, C order, the header padded to 64 bytes as numpy does. */
#include "internal.h"
#include <minip/report.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *descr_of(minip_dtype_t dtype)
{
  static const char *const names[] = {"|b1", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f2", "<V2", "<f4", "<f8", NULL};
  return names[dtype];
}

/* A number and a comma for each extent, also after the only one: "(3,)", as Python wants it. */
static void shape_text(char *text, size_t room, const minip_array_struct *array)
{
  size_t n = 0;
  text[0] = '\0';
  for (size_t d = 0; d < array->ndim; d++)
    n += (size_t)snprintf(text + n, room - n, "%s%zu%s", d ? " " : "", array->shape[d], d + 1 < array->ndim || array->ndim == 1 ? "," : "");
}

static void copy_data(unsigned char *to, const minip_array_struct *array, size_t item)
{
  const unsigned char *from = array->data;
  for (size_t i = 0; i < array->size; i++)
    for (size_t b = 0; b < item; b++)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
      to[i * item + b] = from[i * item + item - 1 - b];
#else
      to[i * item + b] = from[i * item + b];
#endif
}

minip_status_t minip__npy_bytes(unsigned char **bytes, size_t *size, const minip_array_struct *array, minip_error_t err)
{
  char shape[MINIP_MAX_NDIM * 24], header[MINIP_MAX_NDIM * 24 + 128];
  size_t item = minip__dtype_size(array->dtype);
  const char *descr = descr_of(array->dtype);
  if (!descr)
    return minip_error_set(err, MINIP_INPUT, "array '%s': exact rationals have no numpy type; write JSON or CSV", array->name);
  shape_text(shape, sizeof shape, array);
  int n = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape);
  size_t start = (10 + (size_t)n + 1 + 63) / 64 * 64;
  *size = start + array->size * item;
  *bytes = malloc(*size);
  if (!*bytes)
    return minip_error_set(err, MINIP_LIMIT, "array '%s': out of memory for %zu bytes", array->name, *size);
  memset(*bytes, ' ', start);
  memcpy(*bytes, "\x93NUMPY\x01\x00", 8);
  (*bytes)[8] = (unsigned char)((start - 10) & 255);
  (*bytes)[9] = (unsigned char)((start - 10) >> 8);
  memcpy(*bytes + 10, header, (size_t)n);
  (*bytes)[start - 1] = '\n';
  copy_data(*bytes + start, array, item);
  return MINIP_OK;
}

minip_status_t minip_npy_write(const char *path, const minip_array_struct *array, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  minip_status_t st = minip__npy_bytes(&bytes, &size, array, err);
  if (st != MINIP_OK)
    return minip_error_prefix(err, "%s", path);
  st = minip_report_write_file(path, bytes, size, err);
  free(bytes);
  return st;
}
