/* Token sequences from text or from arrays. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip_sequences_init(minip_sequences_t sequences) { memset(sequences, 0, sizeof *sequences); }

void minip_sequences_clear(minip_sequences_t sequences)
{
  for (size_t i = 0; i < sequences->count; i++)
    minip_tokens_clear(&sequences->sequences[i]);
  free(sequences->sequences);
  memset(sequences, 0, sizeof *sequences);
}

/* count sequences, each initialised. */
static minip_status_t allocate(minip_sequences_t q, size_t count, minip_error_t err)
{
  minip_sequences_clear(q);
  q->sequences = calloc(count, sizeof *q->sequences);
  if (!q->sequences)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu sequences", count);
  q->count = count;
  for (size_t i = 0; i < count; i++)
    minip_tokens_init(&q->sequences[i]);
  return MINIP_OK;
}

typedef struct {
  minip__span_t rest;
  size_t line_number;
} reader_t;

typedef enum { NOTHING, TOKEN, GAP } line_t;

/* The next line that matters: a token (trimmed at its end), or a blank line between sequences. Comments are passed over. */
static line_t next_line(minip__span_t *line, reader_t *r)
{
  while (minip__next_line(line, &r->rest)) {
    r->line_number++;
    while (line->end > line->s && (line->end[-1] == ' ' || line->end[-1] == '\t'))
      line->end--;
    if (line->s == line->end)
      return GAP;
    if (*line->s != '#')
      return TOKEN;
  }
  return NOTHING;
}

/* Tokens in the sequence that begins here (0: no more), and in *m the length of the first. The reader ends behind the sequence. */
static size_t measure(size_t *m, reader_t *r)
{
  minip__span_t line;
  size_t n = 0;
  for (line_t kind; (kind = next_line(&line, r)) != NOTHING;) {
    if (kind == GAP && n > 0)
      break;
    if (kind == TOKEN && n++ == 0)
      *m = (size_t)(line.end - line.s);
  }
  return n;
}

static minip_status_t read_token(minip_tokens_t tokens, size_t i, const minip__span_t *line, minip_error_t err)
{
  size_t len = (size_t)(line->end - line->s);
  if (len != tokens->m)
    return minip_error_set(err, MINIP_INPUT, "a token of %zu bits, the first has %zu", len, tokens->m);
  return minip_token_from_text(minip_token_row(tokens, i), line->s, len, err);
}

static minip_status_t read_sequence(minip_tokens_t tokens, reader_t *r, minip_error_t err)
{
  minip__span_t line;
  for (size_t i = 0; i < tokens->count;) {
    if (next_line(&line, r) != TOKEN)
      continue; /* gaps before the sequence: it has been measured, so it comes */
    if (read_token(tokens, i, &line, err) != MINIP_OK)
      return minip_error_prefix(err, "line %zu", r->line_number);
    i++;
  }
  return MINIP_OK;
}

static minip_status_t from_text(minip_sequences_t q, const char *text, size_t size, minip_error_t err)
{
  size_t count = 0, m = 0, ignored;
  minip_status_t st = minip__check_text(&text, &size, err);
  if (st != MINIP_OK)
    return st;
  reader_t first = {.rest = {text, text + size}}, second = first, third = first;
  while (measure(count ? &ignored : &m, &first) > 0)
    count++;
  if (count == 0)
    return minip_error_set(err, MINIP_INPUT, "has no tokens");
  st = allocate(q, count, err);
  for (size_t i = 0; st == MINIP_OK && i < count; i++) {
    st = minip_tokens_alloc(&q->sequences[i], measure(&ignored, &second), m, err);
    if (st == MINIP_OK)
      st = read_sequence(&q->sequences[i], &third, err);
  }
  return st;
}

/* Rows begin .. begin + n - 1 of all tokens as one sequence. */
static minip_status_t slice(minip_tokens_t out, const minip_tokens_t all, size_t begin, size_t n, minip_error_t err)
{
  minip_status_t st = minip_tokens_alloc(out, n, all->m, err);
  if (st == MINIP_OK && n > 0)
    memcpy(out->bits, minip_token_row(all, begin), n * all->words * sizeof *all->bits);
  return st;
}

static minip_status_t from_array(minip_sequences_t q, const minip_array_struct *array, minip_error_t err)
{
  minip_tokens_t all;
  if (array->ndim != 2 && array->ndim != 3)
    return minip__array_named(err, array, minip_error_set(err, MINIP_INPUT, "token sequences need a shape (N, m) or (B, N, m), not %zu dimensions", array->ndim));
  if (array->size == 0)
    return minip__array_named(err, array, minip_error_set(err, MINIP_INPUT, "has no tokens"));
  size_t count = array->ndim == 3 ? array->shape[0] : 1, n = array->shape[array->ndim - 2];
  minip_tokens_init(all);
  minip_status_t st = minip_array_tokens(all, array, err);
  if (st == MINIP_OK)
    st = allocate(q, count, err);
  for (size_t i = 0; st == MINIP_OK && i < count; i++)
    st = slice(&q->sequences[i], all, i * n, n, err);
  minip_tokens_clear(all);
  return st;
}

static minip_status_t from_bundle(minip_sequences_t q, const char *path, const unsigned char *bytes, size_t size, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_parse(bundle, path, bytes, size, 0, err);
  if (st == MINIP_OK) {
    const minip_array_struct *array = minip_bundle_find(bundle, "tokens");
    if (!array && bundle->count == 1)
      array = &bundle->arrays[0];
    st = array ? from_array(q, array, err) : minip_error_set(err, MINIP_INPUT, "has several arrays, and none is called 'tokens'");
    if (st != MINIP_OK)
      minip_error_prefix(err, "%s", path);
  }
  minip_bundle_clear(bundle);
  return st;
}

minip_status_t minip_sequences_load(minip_sequences_t sequences, const char *path, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  const char *shown = strcmp(path, "-") == 0 ? "standard input" : path;
  minip_status_t st = minip_io_read_file(&bytes, &size, NULL, path, MINIP__DEFAULT_MAX_BYTES, err);
  if (st != MINIP_OK)
    return st;
  if (minip__sniff(path, bytes, size) != MINIP__TEXT && size > 0)
    st = from_bundle(sequences, shown, bytes, size, err);
  else if ((st = from_text(sequences, (const char *)bytes, size, err)) != MINIP_OK)
    minip_error_prefix(err, "%s", shown);
  free(bytes);
  return st;
}
