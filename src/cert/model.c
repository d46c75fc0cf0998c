/* Kind model-fails: the weights alpha(x, x_j) of one sequence become a matrix kernel over its distinct tokens. */
#include "internal.h"
#include <minip/target.h>
#include <stdlib.h>

/* place[i] = the number of token i among the distinct ones, first[k] = a position of the k-th; returns how many. */
static size_t number_tokens(size_t *place, size_t *first, const minip_tokens_struct *tokens)
{
  size_t count = 0;
  for (size_t i = 0; i < tokens->count; i++) {
    size_t k = 0;
    while (k < count && minip_token_compare(minip_token_row(tokens, first[k]), minip_token_row(tokens, i), tokens->words) != 0)
      k++;
    if (k == count)
      first[count++] = i;
    place[i] = k;
  }
  return count;
}

/* The weights on one positive scale: integers, and the scale. */
static void write_weights(minip__cert_t *c, const minip_cert_model_t *model, const size_t *first, size_t count)
{
  fmpz_t common, x;
  fmpq_t scale;
  fmpz_init_set_ui(common, 1), fmpz_init(x), fmpq_init(scale);
  for (size_t k = 0; k < count; k++)
    fmpz_lcm(common, common, fmpq_denref(model->weights + first[k]));
  fmpz_one(fmpq_numref(scale));
  fmpz_set(fmpq_denref(scale), common);
  minip__cert_open(c, '{');
  minip__cert_key(c, "token"), minip__cert_size(c, 0);
  minip__cert_key(c, "scale"), minip__cert_fmpq(c, scale);
  minip__cert_key(c, "eta"), minip__cert_fmpq(c, model->eta);
  minip__cert_key(c, "row");
  minip__cert_open(c, '[');
  for (size_t k = 0; k < count; k++) {
    fmpz_divexact(x, common, fmpq_denref(model->weights + first[k]));
    fmpz_mul(x, x, fmpq_numref(model->weights + first[k]));
    minip__cert_fmpz(c, x);
  }
  minip__cert_close(c, ']');
  minip__cert_close(c, '}');
  fmpz_clear(common), fmpz_clear(x), fmpq_clear(scale);
}

static void write_kernel(minip__cert_t *c, const minip_cert_model_t *model, const size_t *first, size_t count)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "type"), minip__cert_string(c, "matrix");
  minip__cert_key(c, "m"), minip__cert_size(c, model->tokens->m);
  minip__cert_key(c, "tokens");
  minip__cert_open(c, '[');
  for (size_t k = 0; k < count; k++)
    minip__cert_token(c, minip_token_row(model->tokens, first[k]), model->tokens->m);
  minip__cert_close(c, ']');
  minip__cert_key(c, "queries");
  minip__cert_open(c, '[');
  write_weights(c, model, first, count);
  minip__cert_close(c, ']');
  minip__cert_key(c, "pool"), minip__cert_string(c, "all");
  minip__cert_close(c, '}');
}

static void write_vector(minip__cert_t *c, const fmpq *x, size_t count)
{
  minip__cert_open(c, '[');
  for (size_t i = 0; i < count; i++)
    minip__cert_fmpq(c, x + i);
  minip__cert_close(c, ']');
}

static void write_evidence(minip__cert_t *c, const minip_cert_model_t *model, const size_t *place, const size_t *first, size_t count)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "denominator"), minip__cert_denominator(c, model->rule);
  minip__cert_key(c, "kernel"), write_kernel(c, model, first, count);
  minip__cert_key(c, "values");
  minip__cert_open(c, '[');
  for (size_t k = 0; k < count; k++)
    write_vector(c, model->values + first[k] * model->d, model->d);
  minip__cert_close(c, ']');
  minip__cert_key(c, "readout_a"), write_vector(c, model->readout_a, model->d);
  minip__cert_key(c, "readout_b"), minip__cert_fmpq(c, model->readout_b);
  minip__cert_key(c, "sequence");
  minip__cert_open(c, '[');
  for (size_t i = 0; i < model->tokens->count; i++)
    minip__cert_size(c, place[i]);
  minip__cert_close(c, ']');
  minip__cert_close(c, '}');
}

static char *statement_of(const minip_cert_model_t *model, size_t truth, const fmpq_t error)
{
  if (!model->output)
    return minip__cert_text("On the sequence given here the complete head is undefined.");
  char *y = fmpq_get_str(NULL, 10, model->output), *e = fmpq_get_str(NULL, 10, error);
  char *text = minip__cert_text("On the sequence given here the complete head answers %s instead of %zu: its error is %s.", y, truth, e);
  flint_free(y), flint_free(e);
  return text;
}

static void write_claim(minip__cert_t *c, const minip_cert_model_t *model, size_t truth, const fmpq_t error)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "length"), minip__cert_size(c, model->tokens->count);
  minip__cert_key(c, "target"), minip__cert_fmpq(c, model->target);
  minip__cert_key(c, "error");
  if (model->output)
    minip__cert_fmpq(c, error);
  else
    minip__cert_string(c, "undefined");
  minip__cert_key(c, "output");
  if (model->output)
    minip__cert_fmpq(c, model->output);
  else
    minip__cert_string(c, "undefined");
  minip__cert_key(c, "truth"), minip__cert_size(c, truth);
  minip__cert_close(c, '}');
}

minip_status_t minip_cert_model_fails(char **text, const minip_cert_model_t *model, minip_cert_source_t source, minip_error_t err)
{
  minip__cert_t c;
  fmpq_t error;
  size_t n = model->tokens->count;
  size_t *place = calloc(n + 1, sizeof *place), *first = calloc(n + 1, sizeof *first);
  minip_status_t st = minip_error_set(err, MINIP_LIMIT, "out of memory for a certificate");
  fmpq_init(error);
  if (place && first) {
    minip_error_init(err);
    size_t argmin, count = number_tokens(place, first, model->tokens), truth = minip_target_query(&argmin, model->tokens, 0);
    fmpq_set_si(error, (slong)truth, 1);
    if (model->output)
      fmpq_sub(error, model->output, error);
    fmpq_abs(error, error);
    minip__cert_begin(&c, "model-fails", "definition", statement_of(model, truth, error), source);
    write_claim(&c, model, truth, error);
    minip__cert_key(&c, "evidence");
    write_evidence(&c, model, place, first, count);
    st = minip__cert_finish(&c, text, err);
  }
  free(place), free(first);
  fmpq_clear(error);
  return st;
}
