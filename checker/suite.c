/* Kinds suite-fails and suite-solves: listed sequences, against the multipliers of a linear program or with values that are good enough. */
#include "check.h"

/* One query's row over all tokens, and the sequence at hand. */
typedef struct {
  const ck_kernel_t *kernel;
  const ck_denominator_t *den;
  ck_row_t row;
  size_t n, query;
  size_t *tokens; /* n */
  size_t truth;   /* the least overlap */
  mpz_t bottom;   /* the denominator on the row's scale; 1 without a normaliser */
} suite_t;

static void suite_init(suite_t *s, ck_kernel_t *kernel, ck_denominator_t *den, const json_t *rule, const json_t *value, size_t n)
{
  if (n == 0)
    ck_reject("length: zero");
  ck_denominator(den, rule);
  ck_kernel(kernel, value, den);
  if (kernel->cube || kernel->pool_count != kernel->tokens.count)
    ck_reject("kernel: listed tokens are needed, all of them in the pool");
  *s = (suite_t){.kernel = kernel, .den = den, .n = n};
  ck_row_init(&s->row, kernel);
  s->tokens = ck_new(n, sizeof *s->tokens);
  mpz_init(s->bottom);
}

static void take_query(suite_t *s, size_t query)
{
  s->query = s->kernel->query_token[query];
  ck_row(&s->row, s->kernel, query);
}

static void read_sequence(suite_t *s, const json_t *value)
{
  if (ck_array(value, "sequence", CK_MAX_TOKENS) != s->n)
    ck_reject("sequence: %zu tokens, not %zu", json_array_size(value), s->n);
  mpz_set(s->bottom, s->row.eta);
  s->truth = s->row.weight;
  for (size_t j = 0; j < s->n; j++) {
    size_t z = s->tokens[j] = ck_index(json_array_get(value, j), "sequence", s->row.count); /* the pool is all tokens: entries are tokens */
    mpz_add(s->bottom, s->bottom, s->row.alpha[z]);
    s->truth = s->row.overlap[z] < s->truth ? s->row.overlap[z] : s->truth;
  }
  if (s->tokens[0] != s->query)
    ck_reject("sequence: does not start with its query");
  if (s->den->none)
    mpz_set_ui(s->bottom, 1);
}

static void need_denominator(const suite_t *s, size_t k)
{
  if (!ck_denominator_ok(s->bottom, 1, &s->row, s->den))
    ck_reject("sequence %zu: the denominator is zero or below the clamp", k);
}

/* seen[z] = sum over sequences of multiplier * copies of z / denominator: what the value of z gets in the combination, but for alpha(x,z). */
static void add_sequence(mpq_t *seen, const suite_t *s, const mpq_t multiplier)
{
  mpq_t share;
  mpq_init(share);
  mpq_set_z(share, s->bottom);
  mpq_div(share, multiplier, share);
  for (size_t j = 0; j < s->n; j++) {
    ck_work(64 * (ck_words(seen[s->tokens[j]]) + ck_words(share)));
    mpq_add(seen[s->tokens[j]], seen[s->tokens[j]], share);
  }
  mpq_clear(share);
}

/* All conditions on the multipliers; error = the combination of the targets. */
static void combine(mpq_t error, suite_t *s, const json_t *sequences, const json_t *multipliers)
{
  mpq_t *seen = ck_new_mpq(s->kernel->tokens.count), l, sum, size, term;
  size_t count = ck_array(sequences, "sequences", CK_MAX_ENTRIES);
  mpq_inits(l, sum, size, term, NULL);
  if (count == 0 || ck_array(multipliers, "multipliers", CK_MAX_ENTRIES) != count)
    ck_reject("multipliers: not one for every sequence, or none at all");
  for (size_t k = 0; k < count; k++) {
    read_sequence(s, json_array_get(sequences, k));
    need_denominator(s, k);
    ck_rational(l, json_array_get(multipliers, k), "multipliers");
    if (mpq_sgn(l) == 0)
      ck_reject("multipliers: a zero");
    add_sequence(seen, s, l);
    mpq_add(sum, sum, l);
    mpq_set_ui(term, s->truth, 1);
    mpq_mul(term, term, l);
    ck_work(64 * (ck_words(error) + ck_words(size)));
    mpq_add(error, error, term);
    mpq_abs(l, l);
    mpq_add(size, size, l);
  }
  if (mpq_sgn(sum) != 0 || mpq_cmp_ui(size, 1, 1) != 0)
    ck_reject("multipliers: their sum is not 0, or their sizes do not add up to 1");
  for (size_t z = 0; z < s->row.count; z++)
    if (mpz_sgn(s->row.alpha[z]) != 0 && mpq_sgn(seen[z]) != 0)
      ck_reject("multipliers: the value of token %zu does not cancel", z);
}

/* The one sequence has no output. */
static void check_undefined(suite_t *s, const json_t *sequences, const json_t *multipliers)
{
  if (ck_array(sequences, "sequences", CK_MAX_ENTRIES) != 1 || ck_array(multipliers, "multipliers", CK_MAX_ENTRIES) != 0)
    ck_reject("undefined: one sequence and no multipliers are needed");
  if (s->den->none || s->den->has_clamp)
    ck_reject("undefined: only for a plain sum in the denominator");
  read_sequence(s, json_array_get(sequences, 0));
  if (mpz_sgn(s->bottom) != 0)
    ck_reject("undefined: the denominator is not zero");
}

void ck_suite_fails(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"length", "target", "error", NULL};
  static const char *const evidence_keys[] = {"denominator", "kernel", "sequences", "multipliers", NULL};
  const json_t *c[3], *e[4];
  suite_t s;
  mpq_t target, error, claimed;
  mpq_inits(target, error, claimed, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  ck_target(target, c[1], "target");
  suite_init(&s, kernel, den, e[0], e[1], ck_size(c[0], "length", CK_MAX_TOKENS));
  if (kernel->query_count != 1)
    ck_reject("kernel: exactly one query is needed");
  take_query(&s, 0);
  if (ck_is(c[2], "undefined", "error")) {
    check_undefined(&s, e[2], e[3]);
    ck_must_be(parts->theorem, "definition", "theorem");
    ck_statement(parts->statement,
                 "At length %zu the denominator is zero on the sequence listed here: the head is undefined, so it does not reach error < %Qd on any "
                 "suite that holds it.", s.n, target);
    return;
  }
  combine(error, &s, e[2], e[3]);
  ck_rational(claimed, c[2], "error");
  if (!mpq_equal(claimed, error) || mpq_cmp(error, target) < 0)
    ck_reject("error: the multipliers give another, or it is below the target");
  ck_must_be(parts->theorem, "duality", "theorem");
  ck_statement(parts->statement,
               "For any values and any affine readout the head errs by at least %Qd at length %zu on one of the %zu sequences listed here, so it does not "
               "reach error < %Qd on any suite that holds them.", error, s.n, json_array_size(e[2]), target);
}

/* u: one number per token, 0 where none is listed. */
static void read_values(mpq_t *u, const suite_t *s, const json_t *value)
{
  size_t count = ck_array(value, "values", CK_MAX_TOKENS), next = 0;
  for (size_t z = 0; z < s->row.count; z++)
    mpq_set_ui(u[z], 0, 1);
  for (size_t k = 0; k < count; k++) {
    const json_t *pair = json_array_get(value, k);
    if (ck_array(pair, "values", CK_MAX_TOKENS) != 2)
      ck_reject("values: an entry is [token, value]");
    size_t z = ck_index(json_array_get(pair, 0), "values", s->row.count);
    if (z < next)
      ck_reject("values: tokens do not grow");
    next = z + 1;
    ck_rational(u[z], json_array_get(pair, 1), "values");
    if (mpq_sgn(u[z]) == 0)
      ck_reject("values: a zero is listed");
  }
}

/* |y - t| on the sequence at hand. Without a normaliser alpha's scale is not cancelled by the denominator's. */
static void sequence_error(mpq_t error, const suite_t *s, const mpq_t *u, const mpq_t offset)
{
  mpq_t term;
  mpq_init(term);
  mpq_set_ui(error, 0, 1);
  for (size_t j = 0; j < s->n; j++) {
    mpq_set_z(term, s->row.alpha[s->tokens[j]]);
    mpq_mul(term, term, u[s->tokens[j]]);
    ck_work(64 * (ck_words(error) + ck_words(term)));
    mpq_add(error, error, term);
  }
  mpq_set_z(term, s->bottom);
  mpq_div(error, error, term);
  if (s->den->none)
    mpq_mul(error, error, s->row.scale);
  mpq_add(error, error, offset);
  mpq_set_ui(term, s->truth, 1);
  mpq_sub(error, error, term);
  mpq_abs(error, error);
  mpq_clear(term);
}

/* One query's sequences with its values; *most = the largest error so far. Returns how many sequences there are. */
static size_t check_answer(mpq_t most, suite_t *s, mpq_t *u, const json_t *value)
{
  static const char *const keys[] = {"sequences", "values", "offset", NULL};
  const json_t *v[3];
  mpq_t offset, error;
  mpq_inits(offset, error, NULL);
  ck_fields(v, value, keys, "answer");
  read_values(u, s, v[1]);
  ck_rational(offset, v[2], "offset");
  size_t count = ck_array(v[0], "sequences", CK_MAX_ENTRIES);
  if (count == 0)
    ck_reject("answer: no sequences");
  for (size_t k = 0; k < count; k++) {
    read_sequence(s, json_array_get(v[0], k));
    need_denominator(s, k);
    sequence_error(error, s, (const mpq_t *)u, offset);
    if (mpq_cmp(error, most) > 0)
      mpq_set(most, error);
  }
  mpq_clears(offset, error, NULL);
  return count;
}

void ck_suite_solves(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"length", "target", "error", "sequences", NULL};
  static const char *const evidence_keys[] = {"denominator", "kernel", "answers", NULL};
  const json_t *c[4], *e[3];
  suite_t s;
  mpq_t target, claimed, most;
  size_t count = 0;
  mpq_inits(target, claimed, most, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  ck_target(target, c[1], "target");
  ck_rational(claimed, c[2], "error");
  suite_init(&s, kernel, den, e[0], e[1], ck_size(c[0], "length", CK_MAX_TOKENS));
  if (ck_array(e[2], "answers", CK_MAX_TOKENS) != kernel->query_count)
    ck_reject("answers: not one for every query");
  mpq_t *u = ck_new_mpq(kernel->tokens.count);
  for (size_t i = 0; i < kernel->query_count; i++) {
    take_query(&s, i);
    count += check_answer(most, &s, u, json_array_get(e[2], i));
  }
  if (!mpq_equal(claimed, most) || mpq_cmp(most, target) >= 0)
    ck_reject("error: the values give another, or it is not below the target");
  if (ck_size(c[3], "sequences", CK_MAX_ENTRIES) != count)
    ck_reject("sequences: there are %zu", count);
  ck_must_be(parts->theorem, "definition", "theorem");
  ck_statement(parts->statement,
               "With suitable values and an affine readout the head errs by at most %Qd at length %zu on the %zu sequences listed here: it reaches error < %Qd.",
               most, s.n, count, target);
}
