/* Arrays of .npy files and stored .npz members, read exactly. */
#ifndef MINIP_CHECK_ARRAY_H
#define MINIP_CHECK_ARRAY_H

#include "check.h"

typedef struct {
  const unsigned char *data; /* in the file's bytes */
  size_t rows, cols;         /* one dimension: cols = 1; none: 1 x 1 */
  char type;                 /* f i u b */
  size_t width;              /* bytes of an element */
  int big_endian, fortran;
} ck_array_t;

/* The array called name of the file (.npy: its only array, whatever the name); 0 when there is none. */
int ck_find_array(ck_array_t *a, const unsigned char *bytes, size_t size, const char *name);
int ck_is_npz(const unsigned char *bytes, size_t size);
int ck_is_npy(const unsigned char *bytes, size_t size);
/* Element (i, j) exactly; NaN and infinities are rejected. */
void ck_element(mpq_t x, const ck_array_t *a, size_t i, size_t j);

#endif
