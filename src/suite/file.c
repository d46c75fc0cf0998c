/* Suites in files. */
#include "internal.h"
#include <minip/io.h>
#include <minip/report.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

#define MAX_ARRAYS 8

typedef struct {
  minip_array_struct arrays[MAX_ARRAYS];
  size_t count;
  int failed;
} bundle_t;

/* A new array of the given shape; its data, or NULL when memory is short. */
static void *add_array(bundle_t *b, const char *name, minip_dtype_t dtype, size_t item, size_t ndim, size_t rows, size_t columns)
{
  minip_array_struct *a = &b->arrays[b->count];
  *a = (minip_array_struct){.dtype = dtype, .ndim = ndim, .shape = {rows, columns}, .size = ndim == 0 ? 1 : ndim == 1 ? rows : rows * columns};
  a->name = strdup(name);
  a->data = calloc(a->size + 1, item);
  b->count++;
  b->failed |= !a->name || !a->data;
  return a->data;
}

static void bits_to_bytes(uint8_t *out, const minip_tokens_t tokens)
{
  for (size_t i = 0; out && i < tokens->count; i++)
    for (size_t j = 0; j < tokens->m; j++)
      out[i * tokens->m + j] = (uint8_t)minip_token_bit(minip_token_row(tokens, i), j);
}

static void fill_bundle(bundle_t *b, const minip_suite_t suite)
{
  size_t tokens = suite->tokens->count, m = suite->tokens->m;
  uint8_t *bits = add_array(b, "tokens", MINIP_DT_U8, 1, 2, tokens, m);
  int32_t *sequences = add_array(b, "sequences", MINIP_DT_I32, 4, 2, suite->count, suite->n);
  int32_t *targets = add_array(b, "targets", MINIP_DT_I32, 4, 1, suite->count, 0);
  int32_t *position = add_array(b, "query_position", MINIP_DT_I32, 4, 0, 0, 0);
  float *tokens_f32 = add_array(b, "tokens_f32", MINIP_DT_F32, 4, 2, tokens, m);
  float *targets_f32 = add_array(b, "targets_f32", MINIP_DT_F32, 4, 1, suite->count, 0);
  if (b->failed)
    return;
  bits_to_bytes(bits, suite->tokens);
  *position = (int32_t)suite->query_position;
  for (size_t i = 0; i < suite->count * suite->n; i++)
    sequences[i] = (int32_t)suite->sequences[i];
  for (size_t i = 0; i < tokens * m; i++)
    tokens_f32[i] = (float)bits[i];
  for (size_t i = 0; i < suite->count; i++) {
    targets[i] = (int32_t)suite->targets[i];
    targets_f32[i] = (float)suite->targets[i]; /* m < 2^24: exact */
  }
  size_t pairs = minip_pairs_count(suite->pairs);
  if (pairs == 0)
    return;
  bits_to_bytes(add_array(b, "pairs_x", MINIP_DT_U8, 1, 2, pairs, m), suite->pairs->x);
  bits_to_bytes(add_array(b, "pairs_z", MINIP_DT_U8, 1, 2, pairs, m), suite->pairs->z);
}

minip_status_t minip_suite_write_npz(const char *path, const minip_suite_t suite, minip_error_t err)
{
  bundle_t b = {.count = 0};
  fill_bundle(&b, suite);
  minip_status_t st = b.failed ? minip_error_set(err, MINIP_LIMIT, "%s: out of memory for the suite's arrays", path)
                               : minip_npz_write(path, b.arrays, b.count, err);
  for (size_t i = 0; i < b.count; i++)
    free(b.arrays[i].name), free(b.arrays[i].data);
  return st;
}

minip_status_t minip_suite_write_text(const char *path, const minip_suite_t suite, minip_error_t err)
{
  size_t line = suite->n * (suite->tokens->m + 1) + 16, size, at = 0;
  char *text = __builtin_mul_overflow(line, suite->count, &size) ? NULL : malloc(size + 1);
  if (!text)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory for the suite's text", path);
  for (size_t i = 0; i < suite->count; i++) {
    for (size_t j = 0; j < suite->n; j++) {
      minip_token_to_text(text + at, minip_token_row(suite->tokens, minip_suite_sequence(suite, i)[j]), suite->tokens->m);
      at += suite->tokens->m;
      text[at++] = ' ';
    }
    at += (size_t)sprintf(text + at, "%u\n", suite->targets[i]);
  }
  minip_status_t st = minip_report_write_file(path, text, at, err);
  free(text);
  return st;
}

/* ---- reading ---- */

static const minip_array_struct *find(const minip_bundle_t bundle, const char *name, size_t ndim, minip_error_t err)
{
  const minip_array_struct *a = minip_bundle_find(bundle, name);
  if (!a)
    minip_error_set(err, MINIP_INPUT, "%s: no array '%s'", bundle->path, name);
  else if (a->ndim != ndim) {
    minip_error_set(err, MINIP_INPUT, "%s: '%s' has %zu dimensions, not %zu", bundle->path, name, a->ndim, ndim);
    a = NULL;
  }
  return a;
}

/* An element as an integer of 0 .. limit - 1. */
static minip_status_t small_integer(uint32_t *out, const minip_array_struct *a, size_t i, size_t limit, const char *path, minip_error_t err)
{
  fmpq_t x;
  fmpq_init(x);
  minip_status_t st = minip_array_get(x, a, i, err);
  if (st != MINIP_OK)
    minip_error_prefix(err, "%s", path);
  else if (!fmpz_is_one(fmpq_denref(x)) || fmpz_sgn(fmpq_numref(x)) < 0 || fmpz_cmp_ui(fmpq_numref(x), limit) >= 0)
    st = minip_error_set(err, MINIP_INPUT, "%s: '%s', element %zu, is not an integer below %zu", path, a->name, i, limit);
  else
    *out = (uint32_t)fmpz_get_ui(fmpq_numref(x));
  fmpq_clear(x);
  return st;
}

static minip_status_t read_tokens(minip_tokens_t tokens, const minip_bundle_t bundle, const char *name, minip_error_t err)
{
  const minip_array_struct *a = find(bundle, name, 2, err);
  if (!a)
    return err->status;
  minip_status_t st = minip_array_tokens(tokens, a, err);
  if (st != MINIP_OK)
    minip_error_prefix(err, "%s", bundle->path);
  return st;
}

static minip_status_t check_distinct(const minip_suite_t suite, const char *path, minip_error_t err)
{
  minip_token_index_t index;
  size_t earlier;
  minip_status_t st = minip_token_index_new(&index, suite->tokens, err);
  if (st != MINIP_OK)
    return st;
  size_t row = minip_token_index_duplicate(index, &earlier);
  minip_token_index_free(index);
  return row == (size_t)-1 ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "%s: 'tokens': row %zu repeats row %zu", path, row, earlier);
}

static minip_status_t read_sequences(minip_suite_t suite, const minip_bundle_t bundle, minip_error_t err)
{
  const minip_array_struct *a = find(bundle, "sequences", 2, err);
  uint32_t position = 0;
  if (!a)
    return err->status;
  const minip_array_struct *p = minip_bundle_find(bundle, "query_position");
  if (p && p->size != 1)
    return minip_error_set(err, MINIP_INPUT, "%s: 'query_position' has %zu numbers, not one", bundle->path, p->size);
  suite->count = a->shape[0];
  suite->n = a->shape[1];
  if (suite->count == 0 || suite->n == 0 || suite->count >= UINT32_MAX || suite->n >= UINT32_MAX)
    return minip_error_set(err, MINIP_INPUT, "%s: 'sequences' has shape (%zu, %zu)", bundle->path, suite->count, suite->n);
  suite->sequences = calloc(a->size, sizeof *suite->sequences);
  suite->targets = calloc(suite->count, sizeof *suite->targets);
  if (!suite->sequences || !suite->targets)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory for %zu sequences", bundle->path, suite->count);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < a->size; i++)
    st = small_integer(&suite->sequences[i], a, i, suite->tokens->count, bundle->path, err);
  if (st == MINIP_OK && p)
    st = small_integer(&position, p, 0, suite->n, bundle->path, err);
  suite->query_position = position;
  return st;
}

/* Targets in the file must be the true ones: a suite that lies about them is refused. */
static minip_status_t check_targets(minip_suite_t suite, const minip_bundle_t bundle, minip_error_t err)
{
  const minip_array_struct *a = minip_bundle_find(bundle, "targets");
  minip__suite_targets(suite);
  if (a && (a->ndim != 1 || a->shape[0] != suite->count))
    return minip_error_set(err, MINIP_INPUT, "%s: 'targets' does not have one number per sequence", bundle->path);
  for (size_t i = 0; a && i < suite->count; i++) {
    uint32_t t;
    minip_status_t st = small_integer(&t, a, i, suite->tokens->m + 1, bundle->path, err);
    if (st != MINIP_OK)
      return st;
    if (t != suite->targets[i])
      return minip_error_set(err, MINIP_INPUT, "%s: 'targets', element %zu, is %u, but the exact target is %u", bundle->path, i, t, suite->targets[i]);
  }
  return MINIP_OK;
}

/* The pair system named in the file counts only if all its witnesses are in the suite. */
static minip_status_t read_pairs(minip_suite_t suite, const minip_bundle_t bundle, minip_error_t err)
{
  minip_suite_t witness;
  int contains = 0;
  if (!minip_bundle_find(bundle, "pairs_x") && !minip_bundle_find(bundle, "pairs_z"))
    return MINIP_OK;
  minip_status_t st = read_tokens(suite->pairs->x, bundle, "pairs_x", err);
  if (st == MINIP_OK)
    st = read_tokens(suite->pairs->z, bundle, "pairs_z", err);
  if (st == MINIP_OK && (suite->pairs->x->count != suite->pairs->z->count || suite->pairs->x->m != suite->pairs->z->m || suite->pairs->x->m != suite->tokens->m))
    return minip_error_set(err, MINIP_INPUT, "%s: 'pairs_x' and 'pairs_z' do not fit each other or the tokens", bundle->path);
  minip_suite_init(witness);
  if (st == MINIP_OK && (st = minip_suite_witness(witness, suite->pairs, suite->n, 0, 0, err)) != MINIP_OK)
    minip_error_prefix(err, "%s", bundle->path);
  if (st == MINIP_OK)
    st = minip_suite_contains(&contains, suite, witness, err);
  if (st == MINIP_OK && !contains)
    st = minip_error_set(err, MINIP_INPUT, "%s: the suite lacks some witness sequences of its pair system", bundle->path);
  minip_suite_clear(witness);
  return st;
}

minip_status_t minip_suite_load(minip_suite_t suite, const char *path, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_suite_clear(suite);
  minip_status_t st = minip_bundle_load(bundle, path, 0, err);
  if (st == MINIP_OK)
    st = read_tokens(suite->tokens, bundle, "tokens", err);
  if (st == MINIP_OK)
    st = check_distinct(suite, path, err);
  if (st == MINIP_OK)
    st = read_sequences(suite, bundle, err);
  if (st == MINIP_OK)
    st = check_targets(suite, bundle, err);
  if (st == MINIP_OK)
    st = read_pairs(suite, bundle, err);
  if (st == MINIP_OK && !(suite->name = strdup(path)))
    st = minip_error_set(err, MINIP_LIMIT, "%s: out of memory", path);
  if (st == MINIP_OK)
    memcpy(suite->sha256, bundle->sha256, sizeof suite->sha256);
  minip_bundle_clear(bundle);
  return st;
}
