/* Kinds code, code-bound and transcript. */
#include "internal.h"
#include <stdlib.h>

static void write_distribution(minip__cert_t *c, const fmpq *distribution, size_t n)
{
  minip__cert_open(c, '[');
  for (size_t d = 1; distribution && d <= n; d++) {
    if (fmpq_is_zero(distribution + d))
      continue;
    minip__cert_open(c, '[');
    minip__cert_size(c, d), minip__cert_fmpq(c, distribution + d);
    minip__cert_close(c, ']');
  }
  minip__cert_close(c, ']');
}

minip_status_t minip_cert_code(char **text, const minip_tokens_t words, size_t distance, const fmpq *distribution, minip_cert_source_t source, minip_error_t err)
{
  minip__cert_t c;
  char d[32] = "none";
  if (words->count == 0)
    return minip_error_set(err, MINIP_INPUT, "no certificate: an empty code");
  size_t w = minip_token_weight(minip_token_row(words, 0), words->words);
  if (distance != (size_t)-1)
    snprintf(d, sizeof d, "%zu", distance);
  minip__cert_begin(&c, "code", "definition",
                    minip__cert_text("The %zu words are a binary code of length %zu and constant weight %zu with minimum distance %s.", words->count, words->m, w, d),
                    source);
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "n"), minip__cert_size(&c, words->m);
  minip__cert_key(&c, "w"), minip__cert_size(&c, w);
  minip__cert_key(&c, "size"), minip__cert_size(&c, words->count);
  minip__cert_key(&c, "d"), minip__cert_string(&c, d);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "words"), minip__cert_tokens(&c, words);
  minip__cert_key(&c, "distribution"), write_distribution(&c, distribution, words->m);
  minip__cert_close(&c, '}');
  return minip__cert_finish(&c, text, err);
}

static void write_step(minip__cert_t *c, const minip_cert_step_t *step)
{
  minip__cert_open(c, '{');
  minip__cert_key(c, "rule"), minip__cert_string(c, step->rule);
  minip__cert_key(c, "n"), minip__cert_size(c, step->n);
  minip__cert_key(c, "w"), minip__cert_size(c, step->w);
  minip__cert_key(c, "bound"), minip__cert_fmpz(c, step->bound);
  minip__cert_key(c, "dual");
  minip__cert_open(c, '[');
  for (size_t k = 0; step->dual && k < step->dual_count; k++)
    minip__cert_fmpq(c, step->dual + k);
  minip__cert_close(c, ']');
  minip__cert_close(c, '}');
}

minip_status_t minip_cert_code_bound(char **text, size_t n, size_t d, size_t w, const fmpz_t upper, const minip_cert_step_t *steps, size_t count, minip_error_t err)
{
  minip__cert_t c;
  char *u = fmpz_get_str(NULL, 10, upper);
  minip__cert_begin(&c, "code-bound", "T17",
                    minip__cert_text("No binary code of length %zu, constant weight %zu and minimum distance at least %zu has more than %s words.", n, w, d, u),
                    (minip_cert_source_t){NULL, NULL});
  flint_free(u);
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "n"), minip__cert_size(&c, n);
  minip__cert_key(&c, "d"), minip__cert_size(&c, d);
  minip__cert_key(&c, "w"), minip__cert_size(&c, w);
  minip__cert_key(&c, "upper"), minip__cert_fmpz(&c, upper);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "steps");
  minip__cert_open(&c, '[');
  for (size_t i = 0; i < count; i++)
    write_step(&c, steps + i);
  minip__cert_close(&c, ']');
  minip__cert_close(&c, '}');
  return minip__cert_finish(&c, text, err);
}

minip_status_t minip_cert_transcript(char **text, size_t m, size_t q, size_t s, const minip_tokens_struct *words, minip_cert_source_t source, minip_error_t err)
{
  minip__cert_t c;
  fmpz_t symbols;
  if (words)
    q = words->count, m = words->m;
  size_t n = words ? 2 * q : q + 1;
  fmpz_init(symbols);
  fmpz_ui_pow_ui(symbols, (ulong)s + 1, (ulong)q);
  char *digits = fmpz_get_str(NULL, 10, symbols);
  minip__cert_begin(&c, "transcript", "T16",
                    minip__cert_text("In every deterministic sketch model that is right at length %zu and %zu bits the product of all channel alphabets is at least %s.",
                                     n, m, digits), source);
  flint_free(digits);
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "m"), minip__cert_size(&c, m);
  minip__cert_key(&c, "length"), minip__cert_size(&c, n);
  minip__cert_key(&c, "queries"), minip__cert_size(&c, q);
  minip__cert_key(&c, "largest"), minip__cert_size(&c, s);
  minip__cert_key(&c, "symbols"), minip__cert_fmpz(&c, symbols);
  minip__cert_close(&c, '}');
  minip__cert_key(&c, "evidence");
  minip__cert_open(&c, '{');
  minip__cert_key(&c, "family"), minip__cert_string(&c, words ? "code" : "block");
  minip__cert_key(&c, "words"), minip__cert_tokens(&c, words);
  minip__cert_close(&c, '}');
  fmpz_clear(symbols);
  return minip__cert_finish(&c, text, err);
}
