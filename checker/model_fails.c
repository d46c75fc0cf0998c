/* Kind model-fails: a complete head on one sequence. */
#include "check.h"

static void read_rationals(mpq_t *to, const json_t *value, size_t count, const char *where)
{
  if (ck_array(value, where, CK_MAX_ENTRIES) != count)
    ck_reject("%s: %zu numbers, not %zu", where, json_array_size(value), count);
  for (size_t i = 0; i < count; i++)
    ck_rational(to[i], json_array_get(value, i), where);
}

/* g[i] = <a, v(token i)>, all that the readout sees of the values. */
static mpq_t *seen_values(const json_t *values, const json_t *readout, size_t tokens)
{
  size_t d = ck_array(readout, "readout_a", CK_MAX_ENTRIES);
  mpq_t *a = ck_new_mpq(d), *v = ck_new_mpq(d), *g = ck_new_mpq(tokens), term;
  mpq_init(term);
  read_rationals(a, readout, d, "readout_a");
  if (ck_array(values, "values", CK_MAX_TOKENS) != tokens)
    ck_reject("values: one row for every token");
  for (size_t i = 0; i < tokens; i++) {
    read_rationals(v, json_array_get(values, i), d, "values");
    for (size_t c = 0; c < d; c++) {
      mpq_mul(term, a[c], v[c]);
      ck_work(64 * (ck_words(g[i]) + ck_words(term)));
      mpq_add(g[i], g[i], term);
    }
  }
  return g;
}

/* Numerator and denominator over the sequence, on the row's scale; truth = the least overlap. */
static size_t sum_up(mpq_t top, mpz_t bottom, const ck_row_t *row, const mpq_t *g, const json_t *sequence, size_t n, size_t x)
{
  size_t truth = row->weight;
  mpq_t term;
  mpq_init(term);
  for (size_t i = 0; i < n; i++) {
    size_t j = ck_index(json_array_get(sequence, i), "sequence", row->count); /* the pool is all tokens: entries are tokens */
    if (i == 0 && j != x)
      ck_reject("sequence: does not start with the query");
    mpq_set_z(term, row->alpha[j]);
    mpq_mul(term, term, g[j]);
    ck_work(64 * (ck_words(top) + ck_words(term)));
    mpq_add(top, top, term);
    mpz_add(bottom, bottom, row->alpha[j]);
    truth = row->overlap[j] < truth ? row->overlap[j] : truth;
  }
  mpz_add(bottom, bottom, row->eta);
  mpq_clear(term);
  return truth;
}

/* y = top / denominator; 0 when it is undefined. */
static int divide(mpq_t y, const mpq_t top, const mpz_t bottom, const ck_row_t *row, const ck_denominator_t *den)
{
  mpq_t denominator;
  mpq_init(denominator);
  mpq_mul(y, top, row->scale);
  if (den->none)
    return 1;
  mpq_set_z(denominator, bottom);
  mpq_mul(denominator, denominator, row->scale);
  if (den->has_clamp && mpq_cmp(denominator, den->clamp) < 0)
    mpq_set(denominator, den->clamp);
  if (mpq_sgn(denominator) == 0)
    return 0;
  mpq_div(y, y, denominator);
  return 1;
}

/* The claimed output and error, and what they mean. */
static void check_claim(const mpq_t y, size_t truth, const mpq_t target, const json_t *const c[5], const ck_parts_t *parts)
{
  mpq_t claimed, error, t;
  mpq_inits(claimed, error, t, NULL);
  ck_rational(claimed, c[3], "output");
  if (!mpq_equal(claimed, y))
    ck_reject("output: the head answers otherwise");
  mpq_set_ui(t, truth, 1);
  mpq_sub(error, y, t);
  mpq_abs(error, error);
  ck_rational(claimed, c[2], "error");
  if (!mpq_equal(claimed, error) || mpq_cmp(error, target) < 0)
    ck_reject("error: not |output - truth|, or below the target");
  ck_statement(parts->statement, "On the sequence given here the complete head answers %Qd instead of %zu: its error is %Qd.", y, truth, error);
}

void ck_model_fails(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"length", "target", "error", "output", "truth", NULL};
  static const char *const evidence_keys[] = {"denominator", "kernel", "values", "readout_a", "readout_b", "sequence", NULL};
  const json_t *c[5], *e[6];
  ck_row_t row;
  mpq_t target, top, b, y;
  mpz_t bottom;
  mpq_inits(target, top, b, y, NULL), mpz_init(bottom);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  ck_target(target, c[1], "target");
  ck_denominator(den, e[0]);
  ck_kernel(kernel, e[1], den);
  size_t n = ck_array(e[5], "sequence", CK_MAX_TOKENS);
  if (n == 0 || ck_size(c[0], "length", CK_MAX_LENGTH) != n)
    ck_reject("length: the sequence has %zu tokens", n);
  if (kernel->cube || kernel->query_count != 1 || kernel->pool_count != kernel->tokens.count)
    ck_reject("kernel: one query and all tokens in the pool");
  ck_row_init(&row, kernel);
  ck_row(&row, kernel, 0);
  ck_rational(b, e[4], "readout_b");
  const mpq_t *g = (const mpq_t *)seen_values(e[2], e[3], kernel->tokens.count);
  size_t truth = sum_up(top, bottom, &row, g, e[5], n, kernel->query_token[0]);
  if (ck_size(c[4], "truth", CK_MAX_M) != truth)
    ck_reject("truth: it is %zu", truth);
  ck_must_be(parts->theorem, "definition", "theorem");
  if (divide(y, top, bottom, &row, den)) {
    mpq_add(y, y, b);
    check_claim(y, truth, target, c, parts);
    return;
  }
  ck_must_be(c[2], "undefined", "error");
  ck_must_be(c[3], "undefined", "output");
  ck_statement(parts->statement, "On the sequence given here the complete head is undefined.");
}
