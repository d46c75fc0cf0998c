/* Words of a code: to the report, to a file, to a certificate. */
#include "code_words.h"
#include <minip/cert.h>
#include <minip/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

minip_status_t cli_code_integer(long *out, const cli_context_t *ctx, const char *name, minip_error_t err)
{
  const char *s = cli_get(ctx, name);
  size_t digits = strspn(s + (*s == '-'), "0123456789");
  if (digits == 0 || s[digits + (*s == '-')] != '\0')
    return minip_error_set(err, MINIP_USAGE, "--%s takes a whole number, not '%s'", name, s);
  if (digits > 15)
    return minip_error_set(err, MINIP_INPUT, "--%s: %s is out of range", name, s);
  *out = strtol(s, NULL, 10);
  return MINIP_OK;
}

minip_status_t cli_code_parameters(long *n, long *d, long *w, const cli_context_t *ctx, minip_error_t err)
{
  static const char *const names[] = {"n", "d", "w"}; /* any whole numbers, however large: the library's limits decide */
  long *values[] = {n, d, w};
  for (int i = 0; i < 3; i++) {
    if (!cli_get(ctx, names[i]))
      return minip_error_set(err, MINIP_USAGE, "--%s is needed", names[i]);
    minip_status_t st = cli_code_integer(values[i], ctx, names[i], err);
    if (st != MINIP_OK)
      return st;
  }
  minip_status_t st = minip_code_check_parameters(*n, *d, *w, err);
  if (st == MINIP_OK && *d < 2)
    st = minip_error_set(err, MINIP_INPUT, "the distance d must be at least 2, not %ld", *d);
  return st;
}

/* All words as lines of one text, to be freed; *size its length. */
static char *lines(size_t *size, const minip_code_t code, minip_code_format_t format)
{
  size_t n = minip_code_n(code), room;
  if (__builtin_mul_overflow(minip_code_size(code), minip_code_line_size(n) + 1, &room))
    return NULL;
  char *text = malloc(room + 1);
  *size = 0;
  for (size_t i = 0; text && i < minip_code_size(code); i++) {
    *size += minip_code_line(text + *size, minip_code_word(code, i), n, format);
    text[(*size)++] = '\n';
  }
  return text;
}

static minip_status_t write_npy(const char *path, const minip_code_t code, minip_error_t err)
{
  size_t n = minip_code_n(code), size = minip_code_size(code);
  uint8_t *bits = calloc(size * n + 1, 1);
  if (!bits)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < n; j++)
      bits[i * n + j] = (uint8_t)minip_token_bit(minip_code_word(code, i), j);
  minip_array_struct array = {.name = (char[]){""}, .dtype = MINIP_DT_U8, .ndim = 2, .shape = {size, n}, .size = size * n, .data = bits};
  minip_status_t st = minip_npy_write(path, &array, err);
  free(bits);
  return st;
}

static minip_status_t write_words(const char *path, const minip_code_t code, minip_code_format_t format, minip_error_t err)
{
  if (format == MINIP_CODE_NPY)
    return write_npy(path, code, err);
  size_t size;
  char *text = lines(&size, code, format);
  if (!text)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  minip_status_t st = minip_report_write_file(path, text, size, err);
  free(text);
  return st;
}

minip_status_t cli_code_certificate(const char *path, const minip_code_t code, const minip_code_measures_t measures, minip_error_t err)
{
  char *text = NULL;
  minip_cert_source_t source = {code->sha256[0] ? code->name : "", code->sha256};
  slong entries = (slong)minip_code_n(code) + 1;
  fmpq *distribution = _fmpq_vec_init(entries);
  for (slong k = 0; k < entries; k++)
    minip_code_average(distribution + k, measures, (size_t)k);
  minip_status_t st = minip_cert_code(&text, code->words, measures->min_distance, distribution, source, err);
  if (st == MINIP_OK)
    st = minip_cert_write(path, text, err);
  free(text);
  _fmpq_vec_clear(distribution, entries);
  return st;
}

static minip_status_t add_words(minip_report_t report, const minip_code_t code, minip_code_format_t format, minip_error_t err)
{
  static const minip_column_t columns[] = {{"", "word"}, {NULL, NULL}};
  char *line = malloc(minip_code_line_size(minip_code_n(code)) + 1);
  if (!line)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  json_t *words = json_array();
  for (size_t i = 0; i < minip_code_size(code); i++) {
    minip_code_line(line, minip_code_word(code, i), minip_code_n(code), format);
    json_array_append_new(words, json_string(line));
  }
  free(line);
  json_object_set_new(report->root, "words", words);
  report->table = "words";
  report->columns = columns;
  return MINIP_OK;
}

static void add_facts(json_t *root, const minip_code_t code, const minip_code_measures_t measures)
{
  json_object_set_new(root, "n", minip_report_slong((slong)minip_code_n(code)));
  json_object_set_new(root, "w", minip_report_slong((slong)measures->min_weight));
  json_object_set_new(root, "size", minip_report_slong((slong)minip_code_size(code)));
  json_object_set_new(root, "min_distance", minip_code_size(code) < 2 ? json_null() : minip_report_slong((slong)measures->min_distance));
}

/* What can be refused is refused before anything is written. */
static minip_status_t check_output(minip_code_format_t *format, const cli_context_t *ctx, const minip_code_t code, minip_error_t err)
{
  *format = MINIP_CODE_WORDS;
  minip_status_t st = cli_get(ctx, "words") ? minip_code_format_from_name(format, cli_get(ctx, "words"), err) : MINIP_OK;
  if (st == MINIP_OK && *format == MINIP_CODE_AUTO)
    st = minip_error_set(err, MINIP_USAGE, "--words takes words, supports, hex or npy");
  if (st == MINIP_OK && *format == MINIP_CODE_NPY && !ctx->out)
    st = minip_error_set(err, MINIP_USAGE, "--words npy needs -o FILE");
  if (st == MINIP_OK && !ctx->out && !cli_get(ctx, "summary") && minip_code_size(code) > CLI_CODE_PRINT_LIMIT)
    st = minip_error_set(err, MINIP_USAGE, "%zu words are many to print: give -o FILE or --summary", minip_code_size(code));
  return st;
}

minip_status_t cli_code_finish(cli_context_t *ctx, minip_report_t report, const minip_code_t code, const char *verdict, minip_error_t err)
{
  minip_code_format_t format;
  minip_code_measures_t measures;
  minip_status_t st = check_output(&format, ctx, code, err);
  minip_code_measures_init(measures);
  if (st == MINIP_OK)
    st = minip_code_measure(measures, code, ctx->threads, cli_progress, ctx, err);
  if (st == MINIP_OK && ctx->out)
    st = write_words(ctx->out, code, format, err);
  if (st == MINIP_OK && cli_get(ctx, "certificate"))
    st = cli_code_certificate(cli_get(ctx, "certificate"), code, measures, err);
  if (st == MINIP_OK)
    add_facts(report->root, code, measures);
  if (st == MINIP_OK && !ctx->out && !cli_get(ctx, "summary"))
    st = add_words(report, code, format, err);
  minip_code_measures_clear(measures);
  return st == MINIP_OK ? cli_finish(ctx, report, verdict, err) : st;
}
