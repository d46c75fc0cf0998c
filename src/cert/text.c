/* The text of a certificate: frame, values, digest. */
#include "internal.h"
#include <minip/report.h>
#include <jansson.h>
#include <nettle/sha2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

char *minip__cert_text(const char *format, ...)
{
  char *text;
  va_list args;
  va_start(args, format);
  int n = vasprintf(&text, format, args);
  va_end(args);
  return n < 0 ? NULL : text;
}

/* What stands before a value: the comma, and a new line for rows of tables and for top-level keys. */
static void separate(minip__cert_t *c, int new_line)
{
  if (c->after_key) {
    c->after_key = 0;
    return;
  }
  if (!c->first)
    putc(',', c->out);
  if (new_line)
    putc('\n', c->out);
  else if (!c->first)
    putc(' ', c->out);
  c->first = 0;
}

void minip__cert_key(minip__cert_t *c, const char *key)
{
  if (!c->out)
    return;
  separate(c, c->depth <= 2);
  fprintf(c->out, "\"%s\": ", key);
  c->after_key = 1;
}

void minip__cert_open(minip__cert_t *c, char bracket)
{
  if (!c->out)
    return;
  separate(c, 1);
  putc(bracket, c->out);
  c->depth++;
  c->first = 1;
}

void minip__cert_close(minip__cert_t *c, char bracket)
{
  if (!c->out)
    return;
  putc(bracket, c->out);
  c->depth--;
  c->first = 0;
}

static void plain(minip__cert_t *c, const char *s)
{
  if (!c->out)
    return;
  separate(c, 0);
  fprintf(c->out, "\"%s\"", s);
}

/* File names may hold anything: jansson escapes them, and bytes that are not UTF-8 become '?'. */
void minip__cert_string(minip__cert_t *c, const char *s)
{
  json_t *value = minip_report_name(s);
  char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
  if (c->out && quoted) {
    separate(c, 0);
    fputs(quoted, c->out);
  }
  free(quoted);
  json_decref(value);
}

void minip__cert_size(minip__cert_t *c, size_t x)
{
  char digits[32];
  snprintf(digits, sizeof digits, "%zu", x);
  plain(c, digits);
}

static void note_digits(minip__cert_t *c, const fmpz_t x)
{
  if (fmpz_sizeinbase(x, 10) > MINIP__CERT_MAX_DIGITS) /* may be one too large */
    c->too_long = 1;
}

void minip__cert_fmpz(minip__cert_t *c, const fmpz_t x)
{
  note_digits(c, x);
  char *s = fmpz_get_str(NULL, 10, x);
  plain(c, s);
  flint_free(s);
}

void minip__cert_fmpq(minip__cert_t *c, const fmpq_t x)
{
  note_digits(c, fmpq_numref(x)), note_digits(c, fmpq_denref(x));
  char *s = fmpq_get_str(NULL, 10, x);
  plain(c, s);
  flint_free(s);
}

void minip__cert_token(minip__cert_t *c, const uint64_t *bits, size_t m)
{
  if (!c->out)
    return;
  separate(c, 0);
  putc('"', c->out);
  for (size_t j = 0; j < m; j++)
    putc('0' + minip_token_bit(bits, j), c->out);
  putc('"', c->out);
}

void minip__cert_tokens(minip__cert_t *c, const minip_tokens_struct *tokens)
{
  minip__cert_open(c, '[');
  for (size_t i = 0; tokens && i < tokens->count; i++)
    minip__cert_token(c, minip_token_row(tokens, i), tokens->m);
  minip__cert_close(c, ']');
}

void minip__cert_begin(minip__cert_t *c, const char *kind, const char *theorem, char *statement, minip_cert_source_t source)
{
  memset(c, 0, sizeof *c);
  c->out = statement ? open_memstream(&c->text, &c->size) : NULL;
  c->first = 1;
  if (c->out) {
    fputs("{", c->out);
    c->depth = 1;
  }
  minip__cert_key(c, "format"), plain(c, "minip-certificate");
  minip__cert_key(c, "version"), plain(c, "1");
  minip__cert_key(c, "kind"), plain(c, kind);
  minip__cert_key(c, "theorem"), plain(c, theorem);
  minip__cert_key(c, "statement"), plain(c, statement ? statement : "");
  minip__cert_key(c, "source");
  minip__cert_open(c, '{');
  minip__cert_key(c, "name"), minip__cert_string(c, source.name ? source.name : "");
  minip__cert_key(c, "sha256"), plain(c, source.sha256 ? source.sha256 : "");
  minip__cert_close(c, '}');
  minip__cert_key(c, "claim");
  free(statement);
}

static void put_digest(FILE *out, const char *text, size_t size)
{
  struct sha256_ctx ctx;
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_init(&ctx);
  sha256_update(&ctx, size, (const uint8_t *)text);
  sha256_digest(&ctx, SHA256_DIGEST_SIZE, digest);
  fputs("\"digest\": \"", out);
  for (size_t i = 0; i < SHA256_DIGEST_SIZE; i++)
    fprintf(out, "%02x", digest[i]);
  fputs("\"\n}\n", out);
}

minip_status_t minip__cert_finish(minip__cert_t *c, char **text, minip_error_t err)
{
  int bad = !c->out;
  if (c->out) {
    fputs(",\n", c->out);
    bad = fflush(c->out) != 0;
    if (!bad)
      put_digest(c->out, c->text, c->size);
    bad |= fclose(c->out) != 0;
  }
  if (bad) {
    free(c->text);
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  }
  if (c->too_long || c->size > MINIP__CERT_MAX_FILE) {
    free(c->text);
    return minip_error_set(err, MINIP_LIMIT, "no certificate: %s", c->too_long ? "a number of more than 100,000 digits" : "it would be longer than 256 MiB");
  }
  *text = c->text;
  return MINIP_OK;
}

minip_status_t minip_cert_write(const char *path, const char *text, minip_error_t err)
{
  return minip_report_write_file(path, text, strlen(text), err);
}
