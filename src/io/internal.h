/* Shared by the readers and writers of this room. */
#ifndef MINIP_IO_INTERNAL_H
#define MINIP_IO_INTERNAL_H

#include <minip/io.h>

#define MINIP__DEFAULT_MAX_BYTES ((size_t)8 << 30)
#define MINIP__MAX_ARRAYS 10000

/* Where a reader puts its arrays, and how many bytes of array data it may still allocate. */
typedef struct {
  minip_bundle_struct *bundle;
  size_t budget;
} minip__loader_t;

/* A piece of text, s up to but without end. */
typedef struct {
  const char *s, *end;
} minip__span_t;

size_t minip__dtype_size(minip_dtype_t dtype);

/* size = product of the shape, bytes = size * item; MINIP_LIMIT when the product of the non-zero extents overflows, so that a zero
   extent hides nothing. */
MINIP_MUST_CHECK minip_status_t minip__shape_size(size_t *size, size_t *bytes, size_t ndim, const size_t *shape, size_t item, minip_error_t err);

/* Take bytes from the budget; MINIP_LIMIT when they are not there. */
MINIP_MUST_CHECK minip_status_t minip__io_charge(minip__loader_t *loader, size_t bytes, minip_error_t err);

/* A new zero array in the bundle, charged to the budget; *array stays valid until the next one. MINIP_INPUT: a repeated name. */
MINIP_MUST_CHECK minip_status_t minip__array_add(minip_array_struct **array, minip__loader_t *loader, const char *name, minip_dtype_t dtype, size_t ndim, const size_t *shape, minip_error_t err);

/* Fill an array of machine numbers from the bytes of a file (as many as the array has), then refuse NaN, infinities and odd Booleans. */
MINIP_MUST_CHECK minip_status_t minip__array_fill(minip_array_struct *array, const unsigned char *bytes, int fortran, int big_endian, minip_error_t err);

/* Fill element i of an array of rationals from text, charging large numbers to the budget. */
MINIP_MUST_CHECK minip_status_t minip__array_parse(minip_array_struct *array, size_t i, minip__loader_t *loader, const char *s, size_t len, minip_error_t err);

/* Put "array 'x' at [i,j]: " in front of the message. */
minip_status_t minip__array_blame(minip_error_t err, const minip_array_struct *array, size_t i);
/* status with "array 'NAME': " before the message, if the array has a name (those of .npy and CSV files have none: there the path says it all). */
minip_status_t minip__array_named(minip_error_t err, const minip_array_struct *array, minip_status_t status);

/* One reader per format. The message has no file name yet. */
MINIP_MUST_CHECK minip_status_t minip__load_npy(minip__loader_t *loader, const char *name, const unsigned char *bytes, size_t size, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__load_npz(minip__loader_t *loader, const unsigned char *bytes, size_t size, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__load_safetensors(minip__loader_t *loader, const unsigned char *bytes, size_t size, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__load_json(minip__loader_t *loader, const char *text, size_t size, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__load_csv(minip__loader_t *loader, const char *text, size_t size, minip_error_t err);

typedef enum { MINIP__NPY, MINIP__NPZ, MINIP__SAFETENSORS, MINIP__JSON, MINIP__TEXT } minip__format_t;
minip__format_t minip__sniff(const char *path, const unsigned char *bytes, size_t size);

/* Skip a UTF-8 byte-order mark; MINIP_INPUT for UTF-16 and for zero bytes, which no text format here can have. */
MINIP_MUST_CHECK minip_status_t minip__check_text(const char **text, size_t *size, minip_error_t err);

/* The next line of text without its end (LF or CRLF); 0 when there is none. */
int minip__next_line(minip__span_t *line, minip__span_t *rest);

/* The bytes of an array as an .npy file (version 1.0). The caller frees. */
MINIP_MUST_CHECK minip_status_t minip__npy_bytes(unsigned char **bytes, size_t *size, const minip_array_struct *array, minip_error_t err);

#endif
