/* Codes and pair systems from files. */
#include "internal.h"
#include <minip/io.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILE ((size_t)4 << 30)
#define MAX_WORDS_BYTES ((size_t)4 << 30) /* of packed words: a short text may name far positions */

/* Lines of a text that are not blank or comments. */
typedef struct {
  const char *path, *s, *end; /* the rest of the text */
  size_t line;                /* number of the line last taken, from 1 */
  int one_weight;             /* refuse a word whose weight is not the first one's */
} reader_t;

static int is_blank(int ch) { return ch == ' ' || ch == '\t' || ch == '\r'; }

/* The next line with content: [*from, *to) without surrounding blanks; *base = start of the line, for columns. 0 at the end. */
static int next_line(const char **base, const char **from, const char **to, reader_t *r)
{
  while (r->s < r->end) {
    const char *stop = memchr(r->s, '\n', (size_t)(r->end - r->s));
    const char *b = *base = r->s, *e = stop ? stop : r->end;
    r->s = stop ? stop + 1 : r->end;
    r->line++;
    const char *comment = memchr(b, '#', (size_t)(e - b));
    e = comment ? comment : e;
    while (b < e && is_blank((unsigned char)*b))
      b++;
    while (b < e && is_blank((unsigned char)e[-1]))
      e--;
    *from = b, *to = e;
    if (b < e)
      return 1;
  }
  return 0;
}

static minip_status_t bad(minip_error_t err, const reader_t *r, const char *base, const char *at, const char *reason)
{
  return minip_error_set(err, MINIP_INPUT, "%s: line %zu, column %zu: %s", r->path, r->line, (size_t)(at - base) + 1, reason);
}

static int hex_value(int ch)
{
  if (ch >= '0' && ch <= '9')
    return ch - '0';
  ch |= 32;
  return ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : -1;
}

/* The parsers of one line: set bits of row (n bits, all zero; NULL: only look), *used = bits the line needs. */

static minip_status_t parse_word(uint64_t *row, size_t *used, const char *base, const char *from, const char *to, const reader_t *r, minip_error_t err)
{
  for (const char *p = from; p < to; p++) {
    if (*p != '0' && *p != '1')
      return bad(err, r, base, p, "a character other than 0 and 1");
    if (row && *p == '1')
      minip_token_set_bit(row, (size_t)(p - from), 1);
  }
  *used = (size_t)(to - from);
  return MINIP_OK;
}

static minip_status_t parse_position(size_t *position, const char **p, const char *base, const char *to, const reader_t *r, minip_error_t err)
{
  const char *start = *p;
  size_t v = 0;
  for (; *p < to && **p >= '0' && **p <= '9'; ++*p)
    if ((v = v * 10 + (size_t)(**p - '0')) >= (size_t)MINIP_CODE_MAX_N)
      return bad(err, r, base, start, "a position above 65535");
  if (*p == start)
    return bad(err, r, base, start, "not a position");
  *position = v;
  return MINIP_OK;
}

static minip_status_t parse_support(uint64_t *row, size_t *used, const char *base, const char *from, const char *to, const reader_t *r, minip_error_t err)
{
  *used = 0;
  if (to - from == 1 && *from == '-')
    return MINIP_OK;
  for (const char *p = from; p < to;) {
    size_t position = 0;
    const char *start = p;
    minip_status_t st = parse_position(&position, &p, base, to, r, err);
    if (st != MINIP_OK)
      return st;
    if (row && minip_token_bit(row, position))
      return bad(err, r, base, start, "a position that stands twice in one word");
    if (row)
      minip_token_set_bit(row, position, 1);
    *used = position + 1 > *used ? position + 1 : *used;
    int commas = 0;
    const char *gap = p;
    for (; p < to && (is_blank((unsigned char)*p) || *p == ','); p++)
      commas += *p == ',';
    if (commas > 1 || (p == to && commas > 0))
      return bad(err, r, base, gap, "a position is missing beside the comma");
    if (gap == p && p < to)
      return bad(err, r, base, p, "a character that belongs to no position");
  }
  return MINIP_OK;
}

static minip_status_t parse_hex(uint64_t *row, size_t *used, const char *base, const char *from, const char *to, const reader_t *r, minip_error_t err)
{
  if (to - from >= 2 && from[0] == '0' && (from[1] | 32) == 'x')
    from += 2;
  if (from == to)
    return bad(err, r, base, from, "no hexadecimal digits");
  size_t digits = (size_t)(to - from);
  for (size_t k = 0; k < digits; k++) {
    int v = hex_value((unsigned char)from[digits - 1 - k]);
    if (v < 0)
      return bad(err, r, base, from + (digits - 1 - k), "a character that is no hexadecimal digit");
    if (row && v)
      row[k / 16] |= (uint64_t)v << (4 * (k % 16));
  }
  *used = 4 * digits;
  return MINIP_OK;
}

typedef minip_status_t (*parser_t)(uint64_t *, size_t *, const char *, const char *, const char *, const reader_t *, minip_error_t);

static parser_t parser_of(minip_code_format_t format)
{
  return format == MINIP_CODE_SUPPORTS ? parse_support : format == MINIP_CODE_HEX ? parse_hex : parse_word;
}

/* The format by the first word of the text. */
static minip_status_t detect(minip_code_format_t *format, reader_t r, minip_error_t err)
{
  const char *base, *from, *to;
  if (!next_line(&base, &from, &to, &r))
    return minip_error_set(err, MINIP_INPUT, "%s: no words in the file", r.path);
  size_t binary = 0, decimal = 0, hex = 0, other = 0, len = (size_t)(to - from);
  for (const char *p = from; p < to; p++) {
    binary += *p == '0' || *p == '1';
    decimal += *p >= '0' && *p <= '9';
    hex += hex_value((unsigned char)*p) >= 0;
    other += is_blank((unsigned char)*p) || *p == ',';
  }
  if (len > 2 && from[0] == '0' && (from[1] | 32) == 'x')
    *format = MINIP_CODE_HEX;
  else if (other > 0 || (len == 1 && *from == '-'))
    *format = MINIP_CODE_SUPPORTS;
  else if (decimal == len && binary < len)
    return bad(err, &r, base, from, "could be a support or hexadecimal: say which with --format-in");
  else
    *format = hex == len && decimal < len ? MINIP_CODE_HEX : MINIP_CODE_WORDS;
  return MINIP_OK;
}

/* Number of words and their length; the syntax of every line. Words must have one length. */
static minip_status_t scan(size_t *count, size_t *n, reader_t r, minip_code_format_t format, minip_error_t err)
{
  const char *base, *from, *to;
  const size_t wanted = *n;
  for (*count = 0; next_line(&base, &from, &to, &r); ++*count) {
    size_t used;
    minip_status_t st = parser_of(format)(NULL, &used, base, from, to, &r, err);
    if (st != MINIP_OK)
      return st;
    if (used > (size_t)MINIP_CODE_MAX_N)
      return bad(err, &r, base, from, "the word is longer than 65536 bits");
    if (format == MINIP_CODE_WORDS && *n != 0 && used != *n)
      return minip_error_set(err, MINIP_INPUT, "%s: line %zu, column %zu: the word has %zu bits, not %zu", r.path, r.line,
                             (size_t)(from - base) + 1 + (used < *n ? used : *n), used, *n);
    if (wanted == 0 && used > *n)
      *n = used;
  }
  if (*count == 0)
    return minip_error_set(err, MINIP_INPUT, "%s: no words in the file", r.path);
  return *n > 0 ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "%s: only zero words: give their length with --n", r.path);
}

static minip_status_t fill(minip_code_t code, reader_t r, minip_code_format_t format, minip_error_t err)
{
  const char *base, *from, *to;
  const size_t n = minip_code_n(code), words = code->words->words;
  uint64_t *row = calloc(MINIP_CODE_MAX_N / 64 + 1, sizeof *row); /* room for any line: it may be too long for n */
  minip_status_t st = row ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory reading %s", r.path);
  for (size_t i = 0; st == MINIP_OK && next_line(&base, &from, &to, &r); i++) {
    size_t used;
    st = parser_of(format)(row, &used, base, from, to, &r, err);
    for (size_t j = n; st == MINIP_OK && j < used; j++)
      if (minip_token_bit(row, j))
        st = minip_error_set(err, MINIP_INPUT, "%s: line %zu, column %zu: bit %zu is set in a word of %zu bits", r.path, r.line,
                             (size_t)(from - base) + 1, j, n);
    size_t weight = minip_token_weight(row, words), first = i == 0 ? weight : minip_token_weight(minip_code_word(code, 0), words);
    if (st == MINIP_OK && r.one_weight && weight != first)
      st = minip_error_set(err, MINIP_INPUT, "%s: line %zu, column %zu: the word has weight %zu, the first one %zu", r.path, r.line,
                           (size_t)(from - base) + 1, weight, first);
    if (st != MINIP_OK)
      break;
    memcpy(minip_code_word(code, i), row, words * sizeof *row);
    memset(row, 0, ((used > n ? used : n) / 64 + 1) * sizeof *row);
  }
  free(row);
  return st;
}

static minip_status_t load_text(minip_code_t code, reader_t r, minip_code_format_t format, size_t n, minip_error_t err)
{
  size_t count;
  minip_status_t st = MINIP_OK;
  if (r.end - r.s >= 3 && memcmp(r.s, "\xef\xbb\xbf", 3) == 0)
    r.s += 3; /* a byte-order mark */
  if (format == MINIP_CODE_AUTO)
    st = detect(&format, r, err);
  if (st == MINIP_OK)
    st = scan(&count, &n, r, format, err);
  if (st == MINIP_OK && count > MAX_WORDS_BYTES / ((n + 63) / 64 * 8))
    st = minip_error_set(err, MINIP_LIMIT, "%s: %zu words of %zu bits need more than 4 GiB", r.path, count, n);
  if (st == MINIP_OK)
    st = minip_code_alloc(code, n, count, r.path, err);
  return st == MINIP_OK ? fill(code, r, format, err) : st;
}

static const minip_array_struct *array_of(const minip_bundle_t bundle)
{
  const minip_array_struct *a = minip_bundle_find(bundle, "words");
  if (!a)
    a = minip_bundle_find(bundle, "tokens");
  return a || bundle->count != 1 ? a : &bundle->arrays[0];
}

static minip_status_t check_weights(const minip_code_t code, const char *path, minip_error_t err)
{
  size_t first = minip_token_weight(minip_code_word(code, 0), code->words->words);
  for (size_t i = 1; i < minip_code_size(code); i++) {
    size_t weight = minip_token_weight(minip_code_word(code, i), code->words->words);
    if (weight != first)
      return minip_error_set(err, MINIP_INPUT, "%s: row %zu: the word has weight %zu, the first one %zu", path, i, weight, first);
  }
  return MINIP_OK;
}

static minip_status_t load_array(minip_code_t code, const char *path, size_t n, int one_weight, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_load(bundle, path, 0, err);
  if (st == MINIP_OK) {
    const minip_array_struct *a = array_of(bundle);
    if (!a)
      st = minip_error_set(err, MINIP_INPUT, "%s: no array 'words' or 'tokens', and not just one array", path);
    else if (a->ndim != 2 || a->shape[0] == 0 || a->shape[1] == 0 || a->shape[1] > (size_t)MINIP_CODE_MAX_N)
      st = minip_error_set(err, MINIP_INPUT, "%s: the array '%s' must have shape (N, n) with N >= 1 and 1 <= n <= %ld", path, a->name, MINIP_CODE_MAX_N);
    else if (n != 0 && a->shape[1] != n)
      st = minip_error_set(err, MINIP_INPUT, "%s: words of %zu bits, not %zu", path, a->shape[1], n);
    else if ((st = minip_code_alloc(code, a->shape[1], 0, path, err)) == MINIP_OK && (st = minip_array_tokens(code->words, a, err)) != MINIP_OK)
      minip_error_prefix(err, "%s", path);
    memcpy(code->sha256, bundle->sha256, sizeof code->sha256);
    if (st == MINIP_OK && one_weight)
      st = check_weights(code, path, err);
  }
  minip_bundle_clear(bundle);
  return st;
}

static int is_array_file(const unsigned char *bytes, size_t size)
{
  return size >= 6 && (memcmp(bytes, "\x93NUMPY", 6) == 0 || memcmp(bytes, "PK\3\4", 4) == 0);
}

static minip_status_t load_any(minip_code_t code, const char *path, minip_code_format_t format, size_t n, int one_weight, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  char sha256[65];
  if (format == MINIP_CODE_NPY)
    return load_array(code, path, n, one_weight, err);
  minip_status_t st = minip_io_read_file(&bytes, &size, sha256, path, MAX_FILE, err);
  if (st != MINIP_OK)
    return st;
  if (format == MINIP_CODE_AUTO && is_array_file(bytes, size)) {
    free(bytes);
    return load_array(code, path, n, one_weight, err);
  }
  reader_t r = {.path = path, .s = (const char *)bytes, .end = (const char *)bytes + size, .one_weight = one_weight};
  st = load_text(code, r, format, n, err);
  free(bytes);
  if (st == MINIP_OK)
    memcpy(code->sha256, sha256, sizeof code->sha256);
  return st;
}

minip_status_t minip_code_load(minip_code_t code, const char *path, minip_code_format_t format, size_t n, minip_error_t err)
{
  return load_any(code, path, format, n, 0, err);
}

minip_status_t minip_code_load_constant(minip_code_t code, const char *path, minip_code_format_t format, size_t n, minip_error_t err)
{
  return load_any(code, path, format, n, 1, err);
}

/* --- pairs --- */

/* The two words of a line "x z"; each must have m bits (m = 0: told by the first). */
static minip_status_t split_pair(const char **mid, const char **second, size_t *m, const char *base, const char *from, const char *to,
                                 const reader_t *r, minip_error_t err)
{
  *mid = from;
  while (*mid < to && !is_blank((unsigned char)**mid))
    ++*mid;
  *second = *mid;
  while (*second < to && is_blank((unsigned char)**second))
    ++*second;
  if (*second == to)
    return bad(err, r, base, to, "two words are needed: x and z");
  size_t x = 0, z = 0;
  minip_status_t st = parse_word(NULL, &x, base, from, *mid, r, err);
  if (st == MINIP_OK)
    st = parse_word(NULL, &z, base, *second, to, r, err);
  if (st != MINIP_OK)
    return st;
  *m = *m == 0 ? x : *m;
  if (x != *m || z != *m || x > (size_t)MINIP_CODE_MAX_N)
    return minip_error_set(err, MINIP_INPUT, "%s: line %zu, column %zu: the word has %zu bits, not %zu", r->path, r->line,
                           (size_t)((x != *m ? from : *second) - base) + 1, x != *m ? x : z, x > (size_t)MINIP_CODE_MAX_N ? (size_t)MINIP_CODE_MAX_N : *m);
  return MINIP_OK;
}

/* One pass over the lines: counting (pairs = NULL), or filling. */
static minip_status_t pass(minip_pairs_struct *pairs, size_t *count, size_t *m, reader_t r, minip_error_t err)
{
  const char *base, *from, *to, *mid, *second;
  for (*count = 0; next_line(&base, &from, &to, &r); ++*count) {
    minip_status_t st = split_pair(&mid, &second, m, base, from, to, &r, err);
    if (st != MINIP_OK)
      return st;
    size_t used;
    if (pairs && ((st = parse_word(minip_token_row(pairs->x, *count), &used, base, from, mid, &r, err)) != MINIP_OK ||
                  (st = parse_word(minip_token_row(pairs->z, *count), &used, base, second, to, &r, err)) != MINIP_OK))
      return st;
  }
  return *count > 0 ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "%s: no pairs in the file", r.path);
}

minip_status_t minip_pairs_load(minip_pairs_t pairs, const char *path, minip_error_t err)
{
  unsigned char *bytes;
  size_t size, count, m = 0;
  minip_status_t st = minip_io_read_file(&bytes, &size, pairs->sha256, path, MAX_FILE, err);
  if (st != MINIP_OK)
    return st;
  reader_t r = {.path = path, .s = (const char *)bytes, .end = (const char *)bytes + size};
  st = pass(NULL, &count, &m, r, err);
  if (st == MINIP_OK)
    st = minip_tokens_alloc(pairs->x, count, m, err);
  if (st == MINIP_OK)
    st = minip_tokens_alloc(pairs->z, count, m, err);
  if (st == MINIP_OK)
    st = pass(pairs, &count, &m, r, err);
  free(bytes);
  free(pairs->name);
  pairs->name = strdup(path);
  if (st == MINIP_OK && !pairs->name)
    st = minip_error_set(err, MINIP_LIMIT, "%s: out of memory", path);
  return st;
}
