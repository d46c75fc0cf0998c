/* Kinds suite-fails and suite-solves. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* Tokens of the suite that the certificate names, and where. */
typedef struct {
  minip__cert_named_t named;
  size_t *place; /* per suite token: its number here, or (size_t)-1 */
  const minip_suite_struct *suite;
  const minip_kernel_struct *kernel;
} naming_t;

static minip_status_t naming_init(naming_t *t, const minip_kernel_t kernel, const minip_suite_t suite, minip_error_t err)
{
  size_t count = suite->tokens->count, words = suite->tokens->words;
  *t = (naming_t){.suite = suite, .kernel = kernel};
  t->named.words = words;
  t->named.bits = calloc(count * words + 1, sizeof *t->named.bits);
  t->named.row = calloc(count + 1, sizeof *t->named.row);
  t->place = malloc((count + 1) * sizeof *t->place);
  if (!t->named.bits || !t->named.row || !t->place)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  memset(t->place, 0xff, (count + 1) * sizeof *t->place);
  return MINIP_OK;
}

static void naming_clear(naming_t *t)
{
  free(t->named.bits), free(t->named.row), free(t->place);
}

static size_t name_token(naming_t *t, uint32_t token)
{
  if (t->place[token] == (size_t)-1) {
    size_t i = t->place[token] = t->named.count++;
    memcpy(t->named.bits + i * t->named.words, minip_token_row(t->suite->tokens, token), t->named.words * sizeof *t->named.bits);
    t->named.row[i] = t->kernel->pool[token]; /* the kernel's pool is the suite's tokens, in their order */
  }
  return t->place[token];
}

static void name_sequence(naming_t *t, size_t sequence)
{
  const uint32_t *s = minip_suite_sequence(t->suite, sequence);
  for (size_t j = 0; j < t->suite->n; j++)
    name_token(t, s[j]);
}

/* The query first, wherever it stands in the suite. */
static void write_sequence(minip__cert_t *c, const naming_t *t, size_t sequence)
{
  const uint32_t *s = minip_suite_sequence(t->suite, sequence);
  minip__cert_open(c, '[');
  minip__cert_size(c, t->place[s[t->suite->query_position]]);
  for (size_t j = 0; j < t->suite->n; j++)
    if (j != t->suite->query_position)
      minip__cert_size(c, t->place[s[j]]);
  minip__cert_close(c, ']');
}

static int is_undefined(const minip_suite_answer_t *a) { return a->undefined != (size_t)-1; }

/* Is the k-th sequence of the answer part of the proof? */
static int is_used(const minip_suite_answer_t *a, size_t k)
{
  return is_undefined(a) ? a->sequences[k] == a->undefined : !fmpq_is_zero(a->multipliers + k);
}

static size_t count_used(const minip_suite_answer_t *a)
{
  size_t used = 0;
  for (size_t k = 0; k < a->count; k++)
    used += (size_t)is_used(a, k);
  return used;
}

static void write_claim(minip__cert_t *c, size_t n, const fmpq_t target, const fmpq *error)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "length"), minip__cert_size(c, n);
  minip__cert_key(c, "target"), minip__cert_fmpq(c, target);
  minip__cert_key(c, "error");
  if (error)
    minip__cert_fmpq(c, error);
  else
    minip__cert_string(c, "undefined");
}

static char *fails_statement(const minip_suite_answer_t *a, size_t n, const fmpq_t target)
{
  char *t = minip_num_fraction(target), *e = is_undefined(a) ? NULL : minip_num_fraction(&a->error), *text = NULL;
  if (t && is_undefined(a))
    text = minip__cert_text("At length %zu the denominator is zero on the sequence listed here: the head is undefined, so it does not reach error < %s on any "
                            "suite that holds it.", n, t);
  else if (t && e)
    text = minip__cert_text("For any values and any affine readout the head errs by at least %s at length %zu on one of the %zu sequences listed here, so it "
                            "does not reach error < %s on any suite that holds them.", e, n, count_used(a), t);
  free(t), free(e);
  return text;
}

static void write_proof(minip__cert_t *c, const naming_t *t, const minip_suite_answer_t *a)
{
  minip__cert_key(c, "sequences");
  minip__cert_open(c, '[');
  for (size_t k = 0; k < a->count; k++)
    if (is_used(a, k))
      write_sequence(c, t, a->sequences[k]);
  minip__cert_close(c, ']');
  minip__cert_key(c, "multipliers");
  minip__cert_open(c, '[');
  for (size_t k = 0; !is_undefined(a) && k < a->count; k++)
    if (is_used(a, k))
      minip__cert_fmpq(c, a->multipliers + k);
  minip__cert_close(c, ']');
}

static minip_status_t write_fails(char **text, naming_t *t, const minip_suite_result_t result, const fmpq_t target, minip_error_t err)
{
  minip__cert_t c;
  const minip_suite_answer_t *a = &result->answers[result->worst];
  const minip_kernel_struct *kernel = t->kernel;
  const size_t query = name_token(t, a->query);
  for (size_t k = 0; k < a->count; k++)
    if (is_used(a, k))
      name_sequence(t, a->sequences[k]);
  minip__cert_begin(&c, "suite-fails", is_undefined(a) ? "definition" : "duality", fails_statement(a, t->suite->n, target),
                    (minip_cert_source_t){kernel->source, kernel->sha256});
  write_claim(&c, t->suite->n, target, is_undefined(a) ? NULL : &a->error);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "denominator"), minip__cert_denominator(&c, kernel->rule);
  minip__cert_key(&c, "kernel"), minip__cert_part(&c, kernel, &t->named, result->worst, 1, &query, 0);
  write_proof(&c, t, a);
  minip__cert_close(&c, '}');
  return minip__cert_finish(&c, text, err);
}

static int by_place(const void *a, const void *b)
{
  const size_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* (place, index into the answer's tokens) of every value that is not 0, by growing place. */
static minip_status_t write_values(minip__cert_t *c, const naming_t *t, const minip_suite_answer_t *a, minip_error_t err)
{
  size_t(*order)[2] = calloc(a->token_count + 1, sizeof *order), used = 0;
  if (!order)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  for (size_t p = 0; p < a->token_count; p++)
    if (!fmpq_is_zero(a->values + p)) {
      order[used][0] = t->place[a->token_list[p]];
      order[used++][1] = p;
    }
  qsort(order, used, sizeof *order, by_place);
  minip__cert_open(c, '[');
  for (size_t i = 0; i < used; i++) {
    minip__cert_open(c, '[');
    minip__cert_size(c, order[i][0]), minip__cert_fmpq(c, a->values + order[i][1]);
    minip__cert_close(c, ']');
  }
  minip__cert_close(c, ']');
  free(order);
  return MINIP_OK;
}

static minip_status_t write_answer(minip__cert_t *c, const naming_t *t, const minip_suite_answer_t *a, minip_error_t err)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "sequences");
  minip__cert_open(c, '[');
  for (size_t k = 0; k < a->count; k++)
    write_sequence(c, t, a->sequences[k]);
  minip__cert_close(c, ']');
  minip__cert_key(c, "values");
  minip_status_t st = write_values(c, t, a, err);
  minip__cert_key(c, "offset"), minip__cert_fmpq(c, &a->offset);
  minip__cert_close(c, '}');
  return st;
}

static char *solves_statement(const minip_suite_t suite, const fmpq_t error, const fmpq_t target)
{
  char *e = minip_num_fraction(error), *t = minip_num_fraction(target);
  char *text = e && t ? minip__cert_text("With suitable values and an affine readout the head errs by at most %s at length %zu on the %zu sequences listed here: it "
                                         "reaches error < %s.", e, suite->n, suite->count, t) : NULL;
  free(e), free(t);
  return text;
}

static minip_status_t write_solves(char **text, naming_t *t, const minip_suite_result_t result, const fmpq_t target, minip_error_t err)
{
  minip__cert_t c;
  const minip_kernel_struct *kernel = t->kernel;
  const fmpq *error = &result->answers[result->worst].error;
  size_t *queries = calloc(result->count + 1, sizeof *queries);
  minip_status_t st = queries ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate"), end;
  if (!queries)
    return st;
  for (uint32_t j = 0; j < t->suite->tokens->count; j++)
    name_token(t, j);
  for (size_t i = 0; i < result->count; i++)
    queries[i] = t->place[result->answers[i].query];
  minip__cert_begin(&c, "suite-solves", "definition", solves_statement(t->suite, error, target), (minip_cert_source_t){kernel->source, kernel->sha256});
  write_claim(&c, t->suite->n, target, error);
  minip__cert_key(&c, "sequences"), minip__cert_size(&c, t->suite->count);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "denominator"), minip__cert_denominator(&c, kernel->rule);
  minip__cert_key(&c, "kernel"), minip__cert_part(&c, kernel, &t->named, 0, result->count, queries, 0);
  minip__cert_key(&c, "answers");
  minip__cert_open(&c, '[');
  for (size_t i = 0; st == MINIP_OK && i < result->count; i++)
    st = write_answer(&c, t, &result->answers[i], err);
  minip__cert_close(&c, ']');
  minip__cert_close(&c, '}');
  free(queries);
  if ((end = minip__cert_finish(&c, text, err)) == MINIP_OK && st != MINIP_OK)
    free(*text);
  return st != MINIP_OK ? st : end;
}

minip_status_t minip_cert_suite(char **text, const minip_kernel_t kernel, const minip_suite_t suite, const minip_suite_result_t result, const fmpq_t target,
                                minip_error_t err)
{
  naming_t t;
  minip_status_t st = minip_cert_possible(kernel, err);
  if (st != MINIP_OK)
    return st;
  st = naming_init(&t, kernel, suite, err);
  if (st == MINIP_OK)
    st = (result->solves ? write_solves : write_fails)(text, &t, result, target, err);
  naming_clear(&t);
  return st;
}
