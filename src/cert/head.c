/* Kinds head-fails, head-solves and kernel-rank. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* The tokens a witness names, without repeats, the query first. */
typedef struct {
  minip__cert_named_t named;
  size_t low, high, anchor; /* indexes into named */
  int x_in_pool;            /* is the query itself one of the three? */
} naming_t;

static size_t name_token(minip__cert_named_t *named, const uint64_t *bits, size_t row)
{
  for (size_t i = 0; i < named->count; i++)
    if (memcmp(named->bits + i * named->words, bits, named->words * sizeof *bits) == 0)
      return i;
  memcpy(named->bits + named->count * named->words, bits, named->words * sizeof *bits);
  named->row[named->count] = row;
  return named->count++;
}

/* x itself ties with invisible tokens (T4): where the witness says so, a class stands for x and not for its representative. */
static size_t name_entry(naming_t *t, const minip_kernel_t kernel, const minip_witness_t *w, size_t entry, const minip_row_t row, uint64_t *bits)
{
  int tie = w->kind == MINIP_WITNESS_ZERO || w->kind == MINIP_WITNESS_ZERO_PAIR;
  size_t i = 0;
  if (entry != MINIP_NO_ENTRY && !(tie && entry == row->self_entry)) {
    minip_kernel_entry_token(bits, kernel, w->query, entry);
    i = name_token(&t->named, bits, kernel->pool ? kernel->pool[entry] : 0);
  }
  t->x_in_pool |= i == 0;
  return i;
}

static minip_status_t name_all(naming_t *t, const minip_kernel_t kernel, const minip_witness_t *w, minip_error_t err)
{
  size_t words = (kernel->m + 63) / 64;
  minip_row_t row;
  memset(t, 0, sizeof *t);
  t->named.words = words;
  t->named.bits = calloc(5 * (words + 1), sizeof(uint64_t)); /* four tokens, and room to look at one */
  t->named.row = calloc(4, sizeof(size_t));
  if (!t->named.bits || !t->named.row)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  uint64_t *bits = t->named.bits + 4 * words;
  minip_row_init(row);
  minip_status_t st = minip_kernel_row(row, kernel, w->query, err);
  if (st == MINIP_OK) {
    minip_kernel_query_token(bits, kernel, w->query);
    name_token(&t->named, bits, kernel->queries ? kernel->queries[w->query] : 0);
    t->low = name_entry(t, kernel, w, w->low, row, bits);
    t->high = name_entry(t, kernel, w, w->high, row, bits);
    t->anchor = w->kind == MINIP_WITNESS_ZERO_PAIR ? name_entry(t, kernel, w, w->anchor, row, bits) : 0;
  }
  minip_row_clear(row);
  return st;
}

static minip_cert_source_t source_of(const minip_kernel_t kernel)
{
  return (minip_cert_source_t){kernel->source, kernel->sha256};
}

static char *fails_statement(const minip_gap_result_t result, size_t n, const char *error, const char *target)
{
  if (result->witness.kind == MINIP_WITNESS_UNDEFINED)
    return minip__cert_text("At length %zu the denominator is zero on the sequence named here: the head is undefined, so it does not reach error < %s.",
                            n, target);
  return minip__cert_text("For any values and any affine readout the head errs by at least %s at length %zu on the sequences named here, so it does "
                          "not reach error < %s.", error, n, target);
}

static void write_claim(minip__cert_t *c, size_t n, const fmpq_t target, const fmpq_t error, int undefined)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "length"), minip__cert_size(c, n);
  minip__cert_key(c, "target"), minip__cert_fmpq(c, target);
  minip__cert_key(c, "error");
  if (undefined)
    minip__cert_string(c, "undefined");
  else
    minip__cert_fmpq(c, error);
  minip__cert_close(c, '}');
}

static minip_status_t write_fails(char **text, const minip_kernel_t kernel, const minip_gap_result_t result, size_t n, const fmpq_t target,
                                  const char *error_text, const char *target_text, minip_error_t err)
{
  static const char *const arguments[] = {
    [MINIP_WITNESS_UNDEFINED] = "undefined", [MINIP_WITNESS_PAIR] = "pair", [MINIP_WITNESS_ZERO] = "group", [MINIP_WITNESS_ZERO_PAIR] = "group-pair",
  };
  static const char *const theorems[] = {
    [MINIP_WITNESS_UNDEFINED] = "T2", [MINIP_WITNESS_PAIR] = "T3", [MINIP_WITNESS_ZERO] = "T4", [MINIP_WITNESS_ZERO_PAIR] = "T4",
  };
  minip__cert_t c;
  naming_t t;
  minip_witness_kind_t kind = result->witness.kind;
  int plain_sum = kind == MINIP_WITNESS_PAIR && kernel->rule->normaliser == MINIP_NORMALISER_NONE;
  minip_status_t st = name_all(&t, kernel, &result->witness, err);
  if (st == MINIP_OK) {
    minip__cert_begin(&c, "head-fails", plain_sum ? "T15" : theorems[kind], fails_statement(result, n, error_text, target_text), source_of(kernel));
    write_claim(&c, n, target, result->error, kind == MINIP_WITNESS_UNDEFINED);
    minip__cert_key(&c, "evidence");
    minip__cert_open(&c, '{');
    minip__cert_key(&c, "argument"), minip__cert_string(&c, arguments[kind]);
    minip__cert_key(&c, "denominator"), minip__cert_denominator(&c, kernel->rule);
    minip__cert_key(&c, "kernel"), minip__cert_part(&c, kernel, &t.named, result->witness.query, 1, (const size_t[]){0}, t.x_in_pool ? 0 : 1);
    minip__cert_key(&c, "low"), minip__cert_size(&c, t.low);
    minip__cert_key(&c, "high"), minip__cert_size(&c, t.high);
    minip__cert_key(&c, "anchor");
    if (kind == MINIP_WITNESS_ZERO_PAIR)
      minip__cert_size(&c, t.anchor);
    else
      minip__cert_string(&c, "none");
    minip__cert_close(&c, '}');
    st = minip__cert_finish(&c, text, err);
  }
  free(t.named.bits);
  free(t.named.row);
  return st;
}

/* Kinds head-solves and features-suffice have one body. */
static minip_status_t write_body(minip__cert_t *c, char **text, const minip_kernel_t kernel, minip_error_t err)
{
  minip__cert_key(c, "evidence");
  minip__cert_open(c, '{');
  minip__cert_key(c, "denominator"), minip__cert_denominator(c, kernel->rule);
  minip__cert_key(c, "kernel");
  minip_status_t st = minip__cert_kernel(c, kernel, 1, err), end;
  minip__cert_close(c, '}');
  if ((end = minip__cert_finish(c, text, err)) == MINIP_OK && st != MINIP_OK)
    free(*text);
  return st != MINIP_OK ? st : end;
}

static minip_status_t write_solves(char **text, const minip_kernel_t kernel, const minip_gap_result_t result, size_t n, const fmpq_t target,
                                   const char *error_text, const char *target_text, minip_error_t err)
{
  minip__cert_t c;
  char *suite = minip__cert_suite(kernel);
  char *statement = suite ? minip__cert_text("With suitable values and an affine readout the head errs by at most %s at length %zu on all sequences over %s, "
                                             "and no choice does better: it reaches error < %s.", error_text, n, suite, target_text) : NULL;
  free(suite);
  minip__cert_begin(&c, "head-solves", n <= 2 ? "T1" : "T5", statement, source_of(kernel));
  write_claim(&c, n, target, result->error, 0);
  return write_body(&c, text, kernel, err);
}

minip_status_t minip_cert_head(char **text, const minip_kernel_t kernel, const minip_gap_result_t result, size_t n, const fmpq_t target, minip_error_t err)
{
  minip_status_t st = minip_cert_possible(kernel, err);
  if (st != MINIP_OK)
    return st;
  if (result->verdict == MINIP_VERDICT_UNDECIDED)
    return minip_error_set(err, MINIP_UNDECIDED, "no certificate: %s", result->reason);
  char *error_text = minip_num_fraction(result->error), *target_text = minip_num_fraction(target);
  st = minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  if (error_text && target_text)
    st = (result->verdict == MINIP_VERDICT_FAILS ? write_fails : write_solves)(text, kernel, result, n, target, error_text, target_text, err);
  if (st == MINIP_OK)
    minip_error_init(err);
  free(error_text);
  free(target_text);
  return st;
}

minip_status_t minip_cert_features_suffice(char **text, const minip_kernel_t kernel, const minip_gap_result_t result, size_t n, const fmpq_t target,
                                           const fmpz_t features, minip_error_t err)
{
  minip__cert_t c;
  if (result->verdict != MINIP_VERDICT_SOLVES || kernel->kind == MINIP_KERNEL_SOFTMAX)
    return minip_error_set(err, MINIP_UNDECIDED, "no certificate: the kernel is not proved to solve the task");
  char *e = minip_num_fraction(result->error), *t = minip_num_fraction(target), *f = fmpz_get_str(NULL, 10, features);
  minip__cert_begin(&c, "features-suffice", "T13",
                    !e || !t ? NULL : minip__cert_text("A kernel with %s features reaches error %s < %s at length %zu on all sequences over the cube of %zu bits, with "
                                                       "suitable values and an affine readout.", f, e, t, n, kernel->m), source_of(kernel));
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "m"), minip__cert_size(&c, kernel->m);
  minip__cert_key(&c, "length"), minip__cert_size(&c, n);
  minip__cert_key(&c, "target"), minip__cert_fmpq(&c, target);
  minip__cert_key(&c, "error"), minip__cert_fmpq(&c, result->error);
  minip__cert_key(&c, "features"), minip__cert_fmpz(&c, features);
  minip__cert_close(&c, '}');
  free(e), free(t), flint_free(f);
  return write_body(&c, text, kernel, err);
}

static char *rank_statement(const minip_kernel_t kernel, const minip_rank_result_t result)
{
  char *suite = minip__cert_suite(kernel), *rank = fmpz_get_str(NULL, 10, result->rank);
  char *text = suite ? minip__cert_text("The kernel matrix over %s has rank %s over the rationals.", suite, rank) : NULL;
  flint_free(rank);
  free(suite);
  return text;
}

/* index[i], or map[index[i]]: the library's columns are places in the pool, the format's are tokens. */
static void write_list(minip__cert_t *c, const char *key, const size_t *index, size_t count, const size_t *map)
{
  minip__cert_key(c, key);
  minip__cert_open(c, '[');
  for (size_t i = 0; i < count; i++)
    minip__cert_size(c, map ? map[index[i]] : index[i]);
  minip__cert_close(c, ']');
}

minip_status_t minip_cert_rank(char **text, const minip_kernel_t kernel, const minip_rank_result_t result, minip_error_t err)
{
  static const char *const reasons[] = {
    [MINIP_RANK_DIMENSION] = "dimension", [MINIP_RANK_DEPENDENCY] = "dependency", [MINIP_RANK_FORMULA] = "formula",
  };
  minip__cert_t c;
  int formula = result->reason == MINIP_RANK_FORMULA;
  if (formula != !kernel->queries || (kernel->queries && !kernel->pool))
    return minip_error_set(err, MINIP_UNDECIDED, "no certificate: the format has rank formulas for the whole cube only");
  if (!formula && result->pivots > MINIP__CERT_MAX_RANK)
    return minip_error_set(err, MINIP_LIMIT, "no certificate: its format takes ranks of up to %d by elimination, this one is %zu", MINIP__CERT_MAX_RANK, result->pivots);
  minip__cert_begin(&c, "kernel-rank", formula ? "T13" : "elimination", rank_statement(kernel, result), source_of(kernel));
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "rank"), minip__cert_fmpz(&c, result->rank);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "reason"), minip__cert_string(&c, reasons[result->reason]);
  minip__cert_key(&c, "prime"), minip__cert_size(&c, result->prime);
  write_list(&c, "rows", result->rows, formula ? 0 : result->pivots, NULL);
  write_list(&c, "columns", result->columns, formula ? 0 : result->pivots, kernel->pool);
  minip__cert_key(&c, "kernel");
  minip_status_t st = minip__cert_kernel(&c, kernel, 0, err), end;
  minip__cert_close(&c, '}');
  if ((end = minip__cert_finish(&c, text, err)) == MINIP_OK && st != MINIP_OK)
    free(*text);
  return st != MINIP_OK ? st : end;
}
