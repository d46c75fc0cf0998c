/* The .npy format: versions 1.0, 2.0 and 3.0. Reference: NEP 1 and numpy.lib.format's documentation.

   The header is the text of a Python dictionary with the keys descr, fortran_order and shape, each once, in any order; it is scanned here
   with a small grammar of its own, nothing is evaluated. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

/* The scanner of the header's text. */
typedef struct {
  const char *s;
  size_t len, at;
} scan_t;

typedef struct {
  char descr[32];
  int has_descr, has_order, has_shape;
  int fortran;
  size_t ndim;
  size_t shape[MINIP_MAX_NDIM];
} header_t;

static void skip_blanks(scan_t *c)
{
  while (c->at < c->len && strchr(" \t\r\n\f", c->s[c->at]) && c->s[c->at])
    c->at++;
}

/* After blanks, is the next character ch? Take it. */
static int take(scan_t *c, char ch)
{
  skip_blanks(c);
  if (c->at >= c->len || c->s[c->at] != ch)
    return 0;
  c->at++;
  return 1;
}

static int take_word(scan_t *c, const char *word)
{
  size_t n = strlen(word);
  skip_blanks(c);
  if (c->len - c->at < n || memcmp(c->s + c->at, word, n) != 0)
    return 0;
  c->at += n;
  return 1;
}

static minip_status_t malformed(const scan_t *c, const char *what, minip_error_t err)
{
  return minip_error_set(err, MINIP_INPUT, "header, character %zu: %s", c->at, what);
}

/* A Python string in either kind of quotes; those of a header need no escapes. */
static minip_status_t take_string(char *out, size_t room, scan_t *c, minip_error_t err)
{
  char quote = take(c, '\'') ? '\'' : take(c, '"') ? '"' : 0;
  size_t n = 0;
  if (!quote)
    return malformed(c, "a string is expected", err);
  while (c->at < c->len && c->s[c->at] != quote) {
    if (c->s[c->at] == '\\' || (unsigned char)c->s[c->at] < ' ' || n + 1 >= room)
      return malformed(c, "the string is too long or has an escape", err);
    out[n++] = c->s[c->at++];
  }
  out[n] = '\0';
  return take(c, quote) ? MINIP_OK : malformed(c, "the string does not end", err);
}

/* One extent: digits, perhaps with the L of a Python 2 long integer. */
static minip_status_t take_extent(size_t *extent, scan_t *c, minip_error_t err)
{
  size_t v = 0;
  skip_blanks(c);
  size_t start = c->at;
  for (; c->at < c->len && c->s[c->at] >= '0' && c->s[c->at] <= '9'; c->at++)
    if (__builtin_mul_overflow(v, (size_t)10, &v) || __builtin_add_overflow(v, (size_t)(c->s[c->at] - '0'), &v))
      return minip_error_set(err, MINIP_LIMIT, "header, character %zu: the extent is too large", c->at);
  if (c->at == start)
    return malformed(c, "the shape needs whole numbers that are not negative", err);
  if (c->at < c->len && c->s[c->at] == 'L')
    c->at++;
  *extent = v;
  return MINIP_OK;
}

/* (), (3,), (3, 4), (3, 4,); but (3) is a number in Python, no tuple. */
static minip_status_t take_shape(header_t *h, scan_t *c, minip_error_t err)
{
  int comma = 1;
  if (!take(c, '('))
    return malformed(c, "the shape is no tuple", err);
  while (!take(c, ')')) {
    if (!comma)
      return malformed(c, "',' or ')' is expected in the shape", err);
    if (h->ndim == MINIP_MAX_NDIM)
      return minip_error_set(err, MINIP_LIMIT, "the shape has more than %d dimensions", MINIP_MAX_NDIM);
    minip_status_t st = take_extent(&h->shape[h->ndim], c, err);
    if (st != MINIP_OK)
      return st;
    h->ndim++;
    comma = take(c, ',');
  }
  return h->ndim == 1 && !comma ? malformed(c, "the shape is a number, no tuple", err) : MINIP_OK;
}

static minip_status_t take_descr(header_t *h, scan_t *c, minip_error_t err)
{
  if (take(c, '['))
    return minip_error_set(err, MINIP_INPUT, "structured arrays are not supported; save plain arrays of numbers");
  return take_string(h->descr, sizeof h->descr, c, err);
}

static minip_status_t take_order(header_t *h, scan_t *c, minip_error_t err)
{
  h->fortran = take_word(c, "True");
  return h->fortran || take_word(c, "False") ? MINIP_OK : malformed(c, "fortran_order is True or False", err);
}

static minip_status_t take_entry(header_t *h, scan_t *c, minip_error_t err)
{
  char key[32];
  minip_status_t st = take_string(key, sizeof key, c, err);
  if (st != MINIP_OK)
    return st;
  if (!take(c, ':'))
    return malformed(c, "':' is expected", err);
  int is_descr = strcmp(key, "descr") == 0, is_order = strcmp(key, "fortran_order") == 0, is_shape = strcmp(key, "shape") == 0;
  if ((is_descr && h->has_descr++) || (is_order && h->has_order++) || (is_shape && h->has_shape++))
    return minip_error_set(err, MINIP_INPUT, "header: the key '%s' occurs twice", key);
  if (is_descr)
    return take_descr(h, c, err);
  if (is_order)
    return take_order(h, c, err);
  if (is_shape)
    return take_shape(h, c, err);
  return minip_error_set(err, MINIP_INPUT, "header: unknown key '%s'", key);
}

static minip_status_t read_header(header_t *h, const char *text, size_t len, minip_error_t err)
{
  scan_t c = {text, len, 0};
  int comma = 1;
  memset(h, 0, sizeof *h);
  if (!take(&c, '{'))
    return malformed(&c, "'{' is expected", err);
  while (!take(&c, '}')) {
    if (!comma)
      return malformed(&c, "',' or '}' is expected", err);
    minip_status_t st = take_entry(h, &c, err);
    if (st != MINIP_OK)
      return st;
    comma = take(&c, ',');
  }
  skip_blanks(&c);
  if (c.at != c.len)
    return malformed(&c, "text after the dictionary", err);
  if (!h->has_descr || !h->has_order || !h->has_shape)
    return minip_error_set(err, MINIP_INPUT, "header: the key '%s' is missing", !h->has_descr ? "descr" : !h->has_order ? "fortran_order" : "shape");
  return MINIP_OK;
}

typedef struct {
  const char *type; /* without the byte order */
  minip_dtype_t dtype;
} type_name_t;

static const type_name_t supported[] = {
  {"b1", MINIP_DT_BOOL}, {"i1", MINIP_DT_I8}, {"u1", MINIP_DT_U8}, {"i2", MINIP_DT_I16}, {"u2", MINIP_DT_U16}, {"i4", MINIP_DT_I32},
  {"u4", MINIP_DT_U32}, {"i8", MINIP_DT_I64}, {"u8", MINIP_DT_U64}, {"f2", MINIP_DT_F16}, {"f4", MINIP_DT_F32}, {"f8", MINIP_DT_F64},
};

/* What is wrong with a type that is not read. */
static const char *refusal_of(const char *type)
{
  switch (type[0]) {
  case 'O': return "pickled objects are never read; save arrays of numbers";
  case 'c': return "complex numbers are out of scope";
  case 'S': case 'U': case 'a': return "text is not a number";
  case 'M': case 'm': return "dates are not numbers";
  case 'f': return "floats of this width are not supported (float16, float32, float64 are)";
  case 'V': return strcmp(type, "V2") == 0 ? "any two bytes; if it is bfloat16, save it as float32 or in .safetensors" : "raw bytes are not numbers";
  default: return "the type is not supported";
  }
}

/* numpy.save writes ml_dtypes' bfloat16 as '<V2': no other type of numpy or ml_dtypes has a byte order with V. */
static minip_status_t dtype_of(minip_dtype_t *dtype, int *big_endian, const char *descr, minip_error_t err)
{
  char order = descr[0];
  const char *type = order && strchr("<>|=", order) ? descr + 1 : descr;
  *big_endian = order == '>';
  if ((order == '<' || order == '>') && strcmp(type, "V2") == 0) {
    *dtype = MINIP_DT_BF16;
    return MINIP_OK;
  }
  for (size_t i = 0; i < sizeof supported / sizeof *supported; i++)
    if (strcmp(type, supported[i].type) == 0) {
      *dtype = supported[i].dtype;
      if (minip__dtype_size(*dtype) == 1 || order == '<' || order == '>')
        return MINIP_OK;
      return minip_error_set(err, MINIP_INPUT, "type '%s': the byte order is not stated", descr);
    }
  return minip_error_set(err, MINIP_INPUT, "type '%s': %s", descr, refusal_of(type));
}

/* Find the header's text: 2 bytes of length in version 1, 4 in versions 2 and 3. */
static minip_status_t find_header(const char **text, size_t *len, const unsigned char *bytes, size_t size, minip_error_t err)
{
  if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
    return minip_error_set(err, MINIP_INPUT, "is not in the .npy format");
  if (size < 12)
    return minip_error_set(err, MINIP_INPUT, "is truncated in its first 12 bytes");
  if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
    return minip_error_set(err, MINIP_INPUT, "version %d.%d of the .npy format is not supported (1.0, 2.0 and 3.0 are)", bytes[6], bytes[7]);
  size_t start = bytes[6] == 1 ? 10 : 12;
  *len = (size_t)bytes[8] | (size_t)bytes[9] << 8;
  if (bytes[6] > 1)
    *len |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
  if (*len > size - start)
    return minip_error_set(err, MINIP_INPUT, "is truncated: a header of %zu bytes, %zu bytes left", *len, size - start);
  *text = (const char *)bytes + start;
  return MINIP_OK;
}

static minip_status_t check_length(size_t wanted, size_t got, minip_error_t err)
{
  if (got < wanted)
    return minip_error_set(err, MINIP_INPUT, "is truncated: the shape needs %zu bytes of data, there are %zu", wanted, got);
  if (got > wanted)
    return minip_error_set(err, MINIP_INPUT, "has %zu trailing bytes after the data", got - wanted);
  return MINIP_OK;
}

minip_status_t minip__load_npy(minip__loader_t *loader, const char *name, const unsigned char *bytes, size_t size, minip_error_t err)
{
  header_t h;
  const char *text = NULL;
  size_t len = 0, count, wanted;
  minip_dtype_t dtype = MINIP_DT_BOOL;
  int big_endian = 0;
  minip_array_struct *array;
  minip_status_t st = find_header(&text, &len, bytes, size, err);
  if (st == MINIP_OK)
    st = read_header(&h, text, len, err);
  if (st == MINIP_OK)
    st = dtype_of(&dtype, &big_endian, h.descr, err);
  if (st == MINIP_OK)
    st = minip__shape_size(&count, &wanted, h.ndim, h.shape, minip__dtype_size(dtype), err);
  const unsigned char *data = st == MINIP_OK ? (const unsigned char *)text + len : bytes;
  if (st == MINIP_OK)
    st = check_length(wanted, (size_t)(bytes + size - data), err);
  if (st != MINIP_OK)
    return name[0] ? minip_error_prefix(err, "array '%s'", name) : st;
  st = minip__array_add(&array, loader, name, dtype, h.ndim, h.shape, err);
  return st == MINIP_OK ? minip__array_fill(array, data, h.fortran, big_endian, err) : st;
}
