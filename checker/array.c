/* A small reader of .npy (versions 1 to 3) and of stored .npz members; everything else is unreadable, never guessed. */
#include "array.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t little(const unsigned char *p, size_t n)
{
  size_t x = 0;
  for (size_t i = n; i-- > 0;)
    x = x << 8 | p[i];
  return x;
}

int ck_is_npz(const unsigned char *b, size_t size) { return size >= 4 && memcmp(b, "PK\3\4", 4) == 0; }
int ck_is_npy(const unsigned char *b, size_t size) { return size >= 10 && memcmp(b, "\x93NUMPY", 6) == 0; }

/* 'descr': '<f8' */
static void read_type(ck_array_t *a, const char *header)
{
  const char *p = strstr(header, "'descr'");
  p = p ? strchr(p + 7, ':') : NULL;
  p = p ? strchr(p, '\'') : NULL;
  if (!p || !strchr("<>|=", p[1]) || !strchr("fiub", p[2]) || !isdigit((unsigned char)p[3]) || p[4] != '\'')
    ck_unreadable("an array of another type than floats, integers and bool");
  a->type = p[2], a->width = (size_t)(p[3] - '0'), a->big_endian = p[1] == '>';
  int ok = a->type == 'f' ? a->width == 2 || a->width == 4 || a->width == 8 : a->type == 'b' ? a->width == 1
                          : a->width == 1 || a->width == 2 || a->width == 4 || a->width == 8;
  if (!ok)
    ck_unreadable("an array of another type than floats, integers and bool");
}

/* 'shape': (3, 4), */
static void read_shape(ck_array_t *a, const char *header)
{
  const char *p = strstr(header, "'shape'");
  size_t dims[2] = {1, 1}, n = 0;
  p = p ? strchr(p, '(') : NULL;
  for (p = p ? p + 1 : "x"; *p && *p != ')';) {
    char *end;
    if (*p == ' ' || *p == ',') {
      p++;
      continue;
    }
    if (!isdigit((unsigned char)*p) || n == 2)
      ck_unreadable("an array of more than two dimensions, or no shape");
    dims[n++] = strtoull(p, &end, 10);
    p = end;
  }
  if (*p != ')' || dims[0] > CK_MAX_ENTRIES || dims[1] > CK_MAX_ENTRIES)
    ck_unreadable("an array without a plain shape");
  a->rows = dims[0], a->cols = dims[1];
}

static void read_npy(ck_array_t *a, const unsigned char *b, size_t size)
{
  if (!ck_is_npy(b, size) || size < 12)
    ck_unreadable("not an npy array");
  size_t prefix = b[6] == 1 ? 10 : 12, length = b[6] == 1 ? little(b + 8, 2) : little(b + 8, 4), bytes;
  if (b[6] < 1 || b[6] > 3 || length > size - prefix)
    ck_unreadable("an npy header that does not fit");
  char *header = ck_new(length + 1, 1);
  memcpy(header, b + prefix, length);
  read_type(a, header);
  read_shape(a, header);
  a->fortran = strstr(header, "'fortran_order': True") != NULL;
  if (!a->fortran && !strstr(header, "'fortran_order': False"))
    ck_unreadable("an npy header without an order");
  a->data = b + prefix + length;
  if (__builtin_mul_overflow(a->rows, a->cols, &bytes) || __builtin_mul_overflow(bytes, a->width, &bytes) || bytes != size - prefix - length)
    ck_unreadable("an npy array whose size is not its shape's");
}

/* The end record of the directory, searched from the end. */
static const unsigned char *find_directory(const unsigned char *b, size_t size)
{
  for (size_t back = 22; back <= size && back <= 22 + 65535; back++)
    if (memcmp(b + size - back, "PK\5\6", 4) == 0)
      return b + size - back;
  ck_unreadable("a zip file without a directory");
}

/* The bytes of the member that directory entry e (at least 46 bytes long) describes. */
static void read_member(ck_array_t *a, const unsigned char *b, size_t size, const unsigned char *e)
{
  size_t method = little(e + 10, 2), stored = little(e + 20, 4), full = little(e + 24, 4), offset = little(e + 42, 4);
  if (method != 0)
    ck_unreadable("a compressed member: save it with numpy.savez");
  if (stored != full || offset > size || size - offset < 30 || memcmp(b + offset, "PK\3\4", 4) != 0)
    ck_unreadable("a zip member that does not fit, or Zip64");
  size_t start = offset + 30 + little(b + offset + 26, 2) + little(b + offset + 28, 2);
  if (start > size || stored > size - start)
    ck_unreadable("a zip member that does not fit, or Zip64");
  read_npy(a, b + start, stored);
}

static int find_member(ck_array_t *a, const unsigned char *b, size_t size, const char *name)
{
  const unsigned char *end = find_directory(b, size);
  size_t count = little(end + 10, 2), at = little(end + 16, 4), wanted = strlen(name);
  int found = 0;
  for (size_t i = 0; i < count; i++) {
    if (at > size || size - at < 46 || memcmp(b + at, "PK\1\2", 4) != 0)
      ck_unreadable("a zip directory that does not fit, or Zip64");
    const unsigned char *e = b + at;
    size_t n = little(e + 28, 2);
    if (n > size - at - 46)
      ck_unreadable("a zip directory that does not fit, or Zip64");
    if (n == wanted + 4 && memcmp(e + 46, name, wanted) == 0 && memcmp(e + 46 + wanted, ".npy", 4) == 0) {
      if (found++)
        ck_unreadable("two members of one name");
      read_member(a, b, size, e);
    }
    at += 46 + n + little(e + 30, 2) + little(e + 32, 2);
  }
  return found;
}

int ck_find_array(ck_array_t *a, const unsigned char *bytes, size_t size, const char *name)
{
  if (ck_is_npz(bytes, size))
    return find_member(a, bytes, size, name);
  read_npy(a, bytes, size);
  return 1;
}

/* mantissa * 2^exponent from the bits of an IEEE float with `digits` fraction bits. */
static void float_value(mpq_t x, uint64_t bits, size_t width, unsigned digits)
{
  unsigned exponent_bits = (unsigned)(8 * width) - 1 - digits;
  uint64_t fraction = bits & (((uint64_t)1 << digits) - 1), e = bits >> digits & (((uint64_t)1 << exponent_bits) - 1);
  if (e == ((uint64_t)1 << exponent_bits) - 1)
    ck_reject("the file holds a NaN or an infinity");
  long shift = (e ? (long)e : 1) - ((1L << (exponent_bits - 1)) - 1) - (long)digits;
  mpq_set_ui(x, e ? fraction | (uint64_t)1 << digits : fraction, 1);
  if (shift >= 0)
    mpq_mul_2exp(x, x, (mp_bitcnt_t)shift);
  else
    mpq_div_2exp(x, x, (mp_bitcnt_t)-shift);
  if (bits >> (8 * width - 1))
    mpq_neg(x, x);
}

void ck_element(mpq_t x, const ck_array_t *a, size_t i, size_t j)
{
  const unsigned char *p = a->data + a->width * (a->fortran ? j * a->rows + i : i * a->cols + j);
  uint64_t bits = 0;
  for (size_t k = 0; k < a->width; k++)
    bits = bits << 8 | p[a->big_endian ? k : a->width - 1 - k];
  if (a->type == 'f')
    float_value(x, bits, a->width, a->width == 2 ? 10 : a->width == 4 ? 23 : 52);
  else if (a->type == 'i' && bits >> (8 * a->width - 1)) {
    uint64_t magnitude = a->width == 8 ? -bits : ((uint64_t)1 << (8 * a->width)) - bits;
    mpq_set_ui(x, magnitude, 1);
    mpq_neg(x, x);
  } else
    mpq_set_ui(x, bits, 1);
}
