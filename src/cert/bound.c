/* Kind rank-at-least. */
#include "internal.h"
#include <string.h>

static char *statement_of(const minip_cert_rank_bound_t *b)
{
  char *error = fmpq_get_str(NULL, 10, b->error), *rank = fmpz_get_str(NULL, 10, b->rank);
  int half = fmpz_is_one(fmpq_numref(b->error)) && fmpz_equal_ui(fmpq_denref(b->error), 2);
  char *text = minip__cert_text("Every head with a %s kernel and error %s %s at length %zu on all sequences over the cube of %zu bits has feature rank at least %s.",
                                b->is_signed ? "signed" : "nonnegative", half ? "<" : "<=", error, b->n, b->m, rank);
  flint_free(error), flint_free(rank);
  return text;
}

static void rational_or_zero(minip__cert_t *c, const char *key, const fmpq *x)
{
  fmpq_t zero;
  fmpq_init(zero);
  minip__cert_key(c, key);
  minip__cert_fmpq(c, x ? x : zero);
  fmpq_clear(zero);
}

static void write_evidence(minip__cert_t *c, const minip_cert_rank_bound_t *b, int pairs)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "method"), minip__cert_string(c, b->method);
  minip__cert_key(c, "x"), minip__cert_tokens(c, b->x);
  minip__cert_key(c, "z");
  if (pairs && !b->z)
    minip__cert_string(c, "complement");
  else
    minip__cert_tokens(c, b->z);
  rational_or_zero(c, "offset", b->offset);
  rational_or_zero(c, "slope", b->slope);
  minip__cert_key(c, "p");
  minip__cert_open(c, '[');
  for (size_t i = 0; b->p && i < b->x->count; i++)
    minip__cert_fmpz(c, b->p + i);
  minip__cert_close(c, ']');
  minip__cert_key(c, "queries"), minip__cert_tokens(c, b->queries);
  minip__cert_close(c, '}');
}

minip_status_t minip_cert_rank_at_least(char **text, const minip_cert_rank_bound_t *b, minip_cert_source_t source, minip_error_t err)
{
  minip__cert_t c;
  minip__cert_begin(&c, "rank-at-least", "T8", statement_of(b), source);
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "m"), minip__cert_size(&c, b->m);
  minip__cert_key(&c, "length"), minip__cert_size(&c, b->n);
  minip__cert_key(&c, "error"), minip__cert_fmpq(&c, b->error);
  minip__cert_key(&c, "kernels"), minip__cert_string(&c, b->is_signed ? "signed" : "nonnegative");
  minip__cert_key(&c, "rank"), minip__cert_fmpz(&c, b->rank);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  write_evidence(&c, b, strcmp(b->method, "shattering") != 0);
  return minip__cert_finish(&c, text, err);
}
