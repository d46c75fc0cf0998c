/* Kind rank-at-least: T7 and T8 from a pair system, T8(b) from shattered tokens. */
#include "pairs.h"
#include <string.h>

/* r from a value v of a trace form: rank > v where all inequalities are strict, else rank >= v; a signed kernel may lose one (W = alpha + h). */
static void bound_of_value(mpz_t bound, const mpq_t v, const ck_pairs_t *s)
{
  if (s->strict) {
    mpz_fdiv_q(bound, mpq_numref(v), mpq_denref(v));
    mpz_add_ui(bound, bound, 1);
  } else
    mpz_cdiv_q(bound, mpq_numref(v), mpq_denref(v));
  if (s->is_signed)
    mpz_sub_ui(bound, bound, 1);
}

static void nonnegative_only(const ck_pairs_t *s, const char *method)
{
  if (s->is_signed)
    ck_reject("%s: for nonnegative kernels only", method);
}

static void by_trace(mpz_t bound, const ck_pairs_t *s)
{
  mpq_t v;
  mpq_init(v);
  ck_pairs_trace(v, s);
  bound_of_value(bound, v, s);
}

/* columns (by_row = 0) or rows, each with its own weight p (NULL: all 1) */
static void by_scaling(mpz_t bound, const ck_pairs_t *s, const mpz_t *p, int by_row)
{
  mpq_t v;
  mpq_init(v);
  ck_pairs_scaled(v, s, p, by_row);
  bound_of_value(bound, v, s);
}

static void by_offset(mpz_t bound, const ck_pairs_t *s, const mpq_t u, const mpq_t slope)
{
  mpq_t v;
  mpq_init(v);
  nonnegative_only(s, "offset");
  if (mpq_sgn(u) < 0 || mpq_cmp_ui(u, 1, 1) >= 0)
    ck_reject("offset: not in [0, 1)");
  ck_pairs_offset(v, s, u, slope);
  mpz_cdiv_q(bound, mpq_numref(v), mpq_denref(v));
  size_t loss = mpq_sgn(slope) == 0 ? 1 : ck_pairs_uniform(s) ? s->m : s->m + 1;
  mpz_sub_ui(bound, bound, loss);
}

static void by_dominance(mpz_t bound, const ck_pairs_t *s)
{
  if (!ck_pairs_dominated(s, 0) && !ck_pairs_dominated(s, 1))
    ck_reject("dominance: neither all row sums nor all column sums are small enough");
  mpz_set_ui(bound, s->count - (s->is_signed ? 1 : 0));
}

static void by_half_dominance(mpz_t bound, const ck_pairs_t *s, const mpq_t c)
{
  nonnegative_only(s, "half-dominance");
  if (!s->strict)
    ck_reject("half-dominance: for error < 1/2 only");
  if (!ck_pairs_half_dominated(s, c))
    ck_reject("half-dominance: not symmetric, or an eigenvalue outside [c-2, c]");
  mpz_set_ui(bound, s->count);
}

/* Does the query see all of T (bits of `set`) at least 2 below all the rest? */
static int separates(const uint64_t *query, const ck_tokens_t *tokens, size_t set)
{
  size_t most_in = 0, least_out = SIZE_MAX;
  for (size_t i = 0; i < tokens->count; i++) {
    size_t s = ck_overlap(query, ck_token(tokens, i), tokens->words);
    if ((set >> i) & 1)
      most_in = s > most_in ? s : most_in;
    else
      least_out = s < least_out ? s : least_out;
  }
  return most_in + 2 <= least_out;
}

/* Disjoint tokens of weight >= 2: the union of the rest is a query for every T, with overlaps 0 and >= 2. */
static void check_disjoint(const ck_tokens_t *tokens)
{
  for (size_t i = 0; i < tokens->count; i++) {
    if (ck_weight(ck_token(tokens, i), tokens->words) < 2)
      ck_reject("shattering: token %zu has weight below 2", i);
    for (size_t j = 0; j < i; j++)
      if (ck_overlap(ck_token(tokens, i), ck_token(tokens, j), tokens->words) != 0)
        ck_reject("shattering: tokens %zu and %zu meet, and no queries are given", j, i);
  }
}

static void by_shattering(mpz_t bound, const ck_tokens_t *tokens, const json_t *queries, size_t m, int is_signed)
{
  ck_tokens_t q;
  size_t t = tokens->count;
  if (is_signed || t == 0)
    ck_reject("shattering: for nonnegative kernels, and at least one token");
  ck_tokens(&q, queries, m, "queries");
  if (q.count == 0)
    check_disjoint(tokens);
  else if (t > 16 || q.count != ((size_t)1 << t) - 2)
    ck_reject("shattering: 2^t - 2 queries are needed, t <= 16");
  for (size_t set = 1; set <= q.count; set++)
    if (!separates(ck_token(&q, set - 1), tokens, set))
      ck_reject("shattering: query %zu does not separate its subset", set - 1);
  mpz_set_ui(bound, t);
}

/* Evidence in the order of section 7. */
enum { METHOD, X, Z, OFFSET, SLOPE, P, QUERIES };

/* Which evidence a method uses; everything else must be absent. */
static const struct method {
  const char *name;
  int offset, slope, p;
} methods[] = {
  {"trace", 0, 0, 0}, {"column", 0, 0, 0}, {"row", 0, 0, 0}, {"two-sided", 0, 0, 1}, {"offset", 1, 1, 0}, {"dominance", 0, 0, 0}, {"half-dominance", 1, 0, 0},
};

static mpz_t *read_weights(const json_t *value, size_t count)
{
  mpz_t *p = ck_new_mpz(count);
  if (ck_array(value, "p", CK_MAX_TOKENS) != count)
    ck_reject("p: %zu numbers, not %zu", json_array_size(value), count);
  for (size_t i = 0; i < count; i++) {
    ck_integer(p[i], json_array_get(value, i), "p");
    if (mpz_sgn(p[i]) <= 0)
      ck_reject("p: not positive");
  }
  return p;
}

static void by_pairs(mpz_t bound, const ck_pairs_t *s, const json_t *const e[], const mpq_t u, const mpq_t slope)
{
  size_t i = 0;
  while (i < sizeof methods / sizeof *methods && !ck_is(e[METHOD], methods[i].name, "method"))
    i++;
  if (i == sizeof methods / sizeof *methods)
    ck_reject("method: '%s' is unknown", json_string_value(e[METHOD]));
  if ((!methods[i].offset && mpq_sgn(u) != 0) || (!methods[i].slope && mpq_sgn(slope) != 0))
    ck_reject("offset, slope: not used by this method");
  const mpz_t *p = (const mpz_t *)read_weights(e[P], methods[i].p ? s->count : 0);
  if (ck_array(e[QUERIES], "queries", 0) != 0)
    ck_reject("queries: not used by this method");
  switch (i) {
  case 0: by_trace(bound, s); break;
  case 1: by_scaling(bound, s, NULL, 0); break;
  case 2: by_scaling(bound, s, NULL, 1); break;
  case 3: by_scaling(bound, s, p, 0); break;
  case 4: by_offset(bound, s, u, slope); break;
  case 5: by_dominance(bound, s); break;
  default: by_half_dominance(bound, s, u); break;
  }
}

static void find_bound(mpz_t bound, const json_t *const e[], size_t m, size_t n, const mpq_t error, int is_signed)
{
  mpq_t u, slope;
  ck_tokens_t x;
  mpq_inits(u, slope, NULL);
  ck_tokens(&x, e[X], m, "x");
  ck_rational(u, e[OFFSET], "offset");
  ck_rational(slope, e[SLOPE], "slope");
  if (!ck_is(e[METHOD], "shattering", "method")) {
    ck_pairs_t s;
    ck_pairs(&s, &x, e[Z], n, error, is_signed);
    by_pairs(bound, &s, e, u, slope);
    return;
  }
  if (mpq_sgn(u) != 0 || mpq_sgn(slope) != 0 || ck_array(e[P], "p", 0) != 0 || ck_array(e[Z], "z", 0) != 0)
    ck_reject("shattering: only x and queries are used");
  by_shattering(bound, &x, e[QUERIES], m, is_signed);
}

void ck_rank_at_least(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"m", "length", "error", "kernels", "rank", NULL};
  static const char *const evidence_keys[] = {"method", "x", "z", "offset", "slope", "p", "queries", NULL};
  const json_t *c[5], *e[7];
  mpq_t error;
  mpz_t rank, bound;
  (void)kernel, (void)den;
  mpq_init(error), mpz_inits(rank, bound, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  size_t m = ck_size(c[0], "m", CK_MAX_M), n = ck_size(c[1], "length", CK_MAX_LENGTH);
  ck_target(error, c[2], "error");
  int is_signed = ck_is(c[3], "signed", "kernels");
  if (!is_signed)
    ck_must_be(c[3], "nonnegative", "kernels");
  ck_integer(rank, c[4], "rank");
  if (n < 3)
    ck_reject("length: below 3");
  find_bound(bound, e, m, n, error, is_signed);
  if (mpz_cmp(rank, bound) > 0)
    ck_reject("rank: the method gives less");
  ck_must_be(parts->theorem, "T8", "theorem");
  ck_statement(parts->statement, "Every head with a %s kernel and error %s %Qd at length %zu on all sequences over the cube of %zu bits has feature rank at least %Zd.",
               json_string_value(c[3]), mpq_cmp_ui(error, 1, 2) == 0 ? "<" : "<=", error, n, m, rank);
}
