/* Arrays and bundles in memory: sizes, budgets, filling from the bytes of a file. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

size_t minip__dtype_size(minip_dtype_t dtype)
{
  switch (dtype) {
  case MINIP_DT_BOOL: case MINIP_DT_I8: case MINIP_DT_U8: return 1;
  case MINIP_DT_I16: case MINIP_DT_U16: case MINIP_DT_F16: case MINIP_DT_BF16: return 2;
  case MINIP_DT_I32: case MINIP_DT_U32: case MINIP_DT_F32: return 4;
  case MINIP_DT_I64: case MINIP_DT_U64: case MINIP_DT_F64: return 8;
  case MINIP_DT_RATIONAL: break;
  }
  return sizeof(fmpq);
}

const char *minip_dtype_name(minip_dtype_t dtype)
{
  static const char *const names[] = {"bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
                                      "float16", "bfloat16", "float32", "float64", "rational"};
  return names[dtype];
}

minip_status_t minip__shape_size(size_t *size, size_t *bytes, size_t ndim, const size_t *shape, size_t item, minip_error_t err)
{
  size_t product = item;
  int empty = 0;
  for (size_t d = 0; d < ndim; d++) {
    empty |= shape[d] == 0;
    if (shape[d] > 0 && __builtin_mul_overflow(product, shape[d], &product))
      return minip_error_set(err, MINIP_LIMIT, "the shape is too large: its product overflows");
  }
  *size = empty ? 0 : product / item;
  *bytes = empty ? 0 : product;
  return MINIP_OK;
}

minip_status_t minip__io_charge(minip__loader_t *loader, size_t bytes, minip_error_t err)
{
  if (bytes > loader->budget)
    return minip_error_set(err, MINIP_LIMIT, "more array data than allowed: %zu bytes wanted, %zu left", bytes, loader->budget);
  loader->budget -= bytes;
  return MINIP_OK;
}

/* Room for one more array; the capacity is the next power of two. */
static int grow(minip_bundle_struct *bundle)
{
  size_t n = bundle->count;
  if ((n & (n - 1)) != 0)
    return 1;
  minip_array_struct *arrays = realloc(bundle->arrays, (n ? 2 * n : 1) * sizeof *arrays);
  if (!arrays)
    return 0;
  bundle->arrays = arrays;
  return 1;
}

static void *allocate(minip_dtype_t dtype, size_t size, size_t bytes)
{
  if (dtype != MINIP_DT_RATIONAL)
    return calloc(bytes ? bytes : 1, 1);
  fmpq *x = malloc(bytes ? bytes : 1);
  for (size_t i = 0; x && i < size; i++)
    fmpq_init(x + i);
  return x;
}

minip_status_t minip__array_add(minip_array_struct **array, minip__loader_t *loader, const char *name, minip_dtype_t dtype, size_t ndim, const size_t *shape, minip_error_t err)
{
  minip_bundle_struct *bundle = loader->bundle;
  minip_array_struct a = {.dtype = dtype, .ndim = ndim};
  size_t bytes;
  if (bundle->count >= MINIP__MAX_ARRAYS)
    return minip_error_set(err, MINIP_LIMIT, "more than %d arrays", MINIP__MAX_ARRAYS);
  if (minip_bundle_find(bundle, name))
    return minip_error_set(err, MINIP_INPUT, "array '%s' occurs twice", name);
  minip_status_t st = minip__shape_size(&a.size, &bytes, ndim, shape, minip__dtype_size(dtype), err);
  if (st == MINIP_OK)
    st = minip__io_charge(loader, bytes, err);
  if (st != MINIP_OK)
    return minip_error_prefix(err, "array '%s'", name);
  memcpy(a.shape, shape, ndim * sizeof *shape);
  a.name = strdup(name);
  a.data = allocate(dtype, a.size, bytes);
  if (!a.name || !a.data || !grow(bundle)) {
    free(a.name);
    free(a.data); /* rationals that are still zero own nothing */
    return minip_error_set(err, MINIP_LIMIT, "array '%s': out of memory for %zu bytes", name, bytes);
  }
  *array = &bundle->arrays[bundle->count++];
  **array = a;
  return MINIP_OK;
}

/* Copy one element of `item` bytes, turning big- or little-endian into the machine's order. */
static void copy_item(unsigned char *to, const unsigned char *from, size_t item, int reversed)
{
  if (!reversed)
    memcpy(to, from, item);
  else
    for (size_t b = 0; b < item; b++)
      to[b] = from[item - 1 - b];
}

/* Source offset, in elements, of the C-order index that `index` counts through; Fortran order makes the first index the fastest. */
static size_t fortran_offset(const minip_array_struct *a, const size_t *index)
{
  size_t offset = 0;
  for (size_t d = a->ndim; d-- > 0;)
    offset = offset * a->shape[d] + index[d];
  return offset;
}

static void copy_fortran(minip_array_struct *a, const unsigned char *bytes, size_t item, int reversed)
{
  size_t index[MINIP_MAX_NDIM] = {0};
  for (size_t i = 0; i < a->size; i++) {
    copy_item((unsigned char *)a->data + i * item, bytes + fortran_offset(a, index) * item, item, reversed);
    for (size_t d = a->ndim; d-- > 0 && ++index[d] == a->shape[d];)
      index[d] = 0;
  }
}

static int machine_is_big_endian(void) { return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__; }

/* Every float must be a number, every Boolean 0 or 1. */
static minip_status_t check_values(const minip_array_struct *a, minip_error_t err)
{
  int64_t man;
  int exp;
  if (a->dtype == MINIP_DT_BOOL) {
    const unsigned char *b = a->data;
    for (size_t i = 0; i < a->size; i++)
      if (b[i] > 1) {
        minip_error_set(err, MINIP_INPUT, "the Boolean is stored as %d", b[i]);
        return minip__array_blame(err, a, i);
      }
  } else if (a->dtype >= MINIP_DT_F16 && a->dtype <= MINIP_DT_F64)
    for (size_t i = 0; i < a->size; i++) {
      minip_status_t st = minip_array_get_dyadic(&man, &exp, a, i, err);
      if (st != MINIP_OK)
        return st;
    }
  return MINIP_OK;
}

minip_status_t minip__array_fill(minip_array_struct *array, const unsigned char *bytes, int fortran, int big_endian, minip_error_t err)
{
  size_t item = minip__dtype_size(array->dtype);
  int reversed = item > 1 && big_endian != machine_is_big_endian();
  if (fortran && array->ndim > 1)
    copy_fortran(array, bytes, item, reversed);
  else if (!reversed && array->size > 0)
    memcpy(array->data, bytes, array->size * item);
  else
    for (size_t i = 0; i < array->size; i++)
      copy_item((unsigned char *)array->data + i * item, bytes + i * item, item, reversed);
  return check_values(array, err);
}

/* Bytes an integer takes beside its slot. */
static size_t outside_bytes(const fmpz_t x) { return COEFF_IS_MPZ(*x) ? (size_t)fmpz_size(x) * sizeof(mp_limb_t) : 0; }

minip_status_t minip__array_parse(minip_array_struct *array, size_t i, minip__loader_t *loader, const char *s, size_t len, minip_error_t err)
{
  fmpq *x = (fmpq *)array->data + i;
  minip_status_t st = minip_num_parse(x, s, len, err);
  /* "1e100000" is short but large: what a number really takes counts, not only its slot. */
  if (st == MINIP_OK)
    st = minip__io_charge(loader, outside_bytes(fmpq_numref(x)) + outside_bytes(fmpq_denref(x)), err);
  return st;
}
