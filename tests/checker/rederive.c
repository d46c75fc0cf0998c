/* What the library says about a certificate that the checker accepted after a change. */
#include "rederive.h"
#include "samples.h"
#include <flint/fmpq_mat.h>
#include <jansson.h>
#include <minip/code.h>
#include <minip/rank.h>
#include <minip/suite.h>

static minip_error_t err;

static const char *at(const json_t *root, const char *a, const char *b)
{
  return json_string_value(json_object_get(json_object_get(root, a), b));
}

static void rational(fmpq_t x, const json_t *value)
{
  const char *s = json_string_value(value);
  assert_non_null(s);
  assert_ok(minip_num_parse(x, s, strlen(s), err));
}

static size_t size_of(const json_t *value) { return (size_t)strtoull(json_string_value(value), NULL, 10); }

/* The kernel as a matrix of exact values over queries x tokens, by the plain definition, with its pool. */
typedef struct {
  size_t m, tokens, queries, *query;
  const json_t *token_list, *pool;
  fmpq *alpha, *eta;
} plain_t;

static size_t common(const char *x, const char *z)
{
  size_t s = 0;
  for (; *x; x++, z++)
    s += *x == '1' && *z == '1';
  return s;
}

static const char *token(const plain_t *p, size_t i) { return json_string_value(json_array_get(p->token_list, i)); }

static void plain_table(plain_t *p, const json_t *kernel, const json_t *query, size_t i)
{
  const json_t *row = json_object_get(query, "row"), *keys = json_object_get(kernel, "keys");
  fmpq_t scale, a, b;
  fmpq_init(scale), fmpq_init(a), fmpq_init(b);
  rational(scale, json_object_get(query, "scale"));
  rational(p->eta + i, json_object_get(query, "eta"));
  p->query[i] = size_of(json_object_get(query, "token"));
  for (size_t j = 0; j < p->tokens; j++) {
    fmpq *x = p->alpha + i * p->tokens + j;
    for (size_t c = 0; keys && c < json_array_size(row); c++) {
      rational(a, json_array_get(row, c));
      rational(b, json_array_get(json_array_get(keys, j), c));
      fmpq_addmul(x, a, b);
    }
    if (!keys)
      rational(x, json_array_get(row, j));
    fmpq_mul(x, x, scale);
  }
  fmpq_clear(scale), fmpq_clear(a), fmpq_clear(b);
}

static void plain_overlap(plain_t *p, const json_t *kernel, const json_t *den, size_t i)
{
  p->query[i] = size_of(json_array_get(json_object_get(kernel, "queries"), i));
  rational(p->eta + i, json_object_get(den, "eta"));
  for (size_t j = 0; j < p->tokens; j++)
    rational(p->alpha + i * p->tokens + j, json_array_get(json_object_get(kernel, "f"), common(token(p, p->query[i]), token(p, j))));
}

static void plain_read(plain_t *p, const json_t *kernel, const json_t *den)
{
  const json_t *queries = json_object_get(kernel, "queries");
  p->m = size_of(json_object_get(kernel, "m"));
  p->token_list = json_object_get(kernel, "tokens"), p->pool = json_object_get(kernel, "pool");
  p->tokens = json_array_size(p->token_list), p->queries = json_array_size(queries);
  p->query = calloc(p->queries + 1, sizeof *p->query);
  p->alpha = _fmpq_vec_init((slong)(p->queries * p->tokens)), p->eta = _fmpq_vec_init((slong)p->queries);
  for (size_t i = 0; i < p->queries; i++)
    if (json_object_get(kernel, "f"))
      plain_overlap(p, kernel, den, i);
    else
      plain_table(p, kernel, json_array_get(queries, i), i);
}

static void plain_clear(plain_t *p)
{
  _fmpq_vec_clear(p->alpha, (slong)(p->queries * p->tokens)), _fmpq_vec_clear(p->eta, (slong)p->queries);
  free(p->query);
}

/* One query as the library's row: entries are the pool's tokens. */
static void row_of(minip_row_t row, const plain_t *p, size_t i)
{
  fmpz_t common_den, t;
  const fmpq *alpha = p->alpha + i * p->tokens;
  const char *x = token(p, p->query[i]);
  size_t whole = json_is_string(p->pool);
  fmpz_init_set(common_den, fmpq_denref(p->eta + i)), fmpz_init(t);
  for (size_t j = 0; j < p->tokens; j++)
    fmpz_lcm(common_den, common_den, fmpq_denref(alpha + j));
  row->count = whole ? p->tokens : json_array_size(p->pool);
  row->allocated = row->count;
  row->overlap = calloc(row->count, sizeof *row->overlap);
  row->alpha = _fmpz_vec_init((slong)row->count);
  row->weight = (uint32_t)common(x, x);
  for (size_t j = 0; j < row->count; j++) {
    size_t z = whole ? j : size_of(json_array_get(p->pool, j));
    row->overlap[j] = (uint32_t)common(x, token(p, z));
    fmpz_divexact(t, common_den, fmpq_denref(alpha + z));
    fmpz_mul(row->alpha + j, t, fmpq_numref(alpha + z));
    if (z == p->query[i])
      row->self_entry = j;
  }
  fmpz_divexact(t, common_den, fmpq_denref(alpha + p->query[i]));
  fmpz_mul(row->self, t, fmpq_numref(alpha + p->query[i]));
  fmpz_divexact(t, common_den, fmpq_denref(p->eta + i));
  fmpz_mul(row->eta, t, fmpq_numref(p->eta + i));
  fmpz_one(fmpq_numref(row->scale));
  fmpz_set(fmpq_denref(row->scale), common_den);
  fmpz_clear(common_den), fmpz_clear(t);
}

static void read_rule(minip_rule_t rule, const json_t *den)
{
  const json_t *clamp = json_object_get(den, "clamp");
  minip_rule_init(rule);
  if (strcmp(json_string_value(json_object_get(den, "normaliser")), "none") == 0)
    rule->normaliser = MINIP_NORMALISER_NONE;
  rule->has_clamp = strcmp(json_string_value(clamp), "none") != 0;
  if (rule->has_clamp)
    rational(rule->clamp, clamp);
}

/* head-fails: the library proves at least the claimed error on the suite over the named tokens. */
static int head_still_fails(const json_t *root)
{
  const json_t *evidence = json_object_get(root, "evidence"), *den = json_object_get(evidence, "denominator");
  plain_t p;
  minip_row_t row;
  minip_rule_t rule;
  minip_gap_result_t result;
  fmpq_t target, error;
  plain_read(&p, json_object_get(evidence, "kernel"), den);
  minip_row_init(row), minip_gap_result_init(result), fmpq_init(target), fmpq_init(error);
  read_rule(rule, den);
  row_of(row, &p, 0);
  rational(target, json_object_get(json_object_get(root, "claim"), "target"));
  assert_ok(minip_gap_row(result, row, rule, size_of(json_object_get(json_object_get(root, "claim"), "length")), target, err));
  int fine = result->verdict == MINIP_VERDICT_FAILS;
  if (fine && strcmp(at(root, "claim", "error"), "undefined") == 0)
    fine = result->witness.kind == MINIP_WITNESS_UNDEFINED;
  else if (fine && result->has_error) {
    rational(error, json_object_get(json_object_get(root, "claim"), "error"));
    fine = fmpq_cmp(result->error, error) >= 0;
  }
  fmpq_clear(target), fmpq_clear(error), minip_gap_result_clear(result), minip_rule_clear(rule), minip_row_clear(row);
  plain_clear(&p);
  return fine;
}

static void load_weighted(minip_kernel_t kernel, const json_t *list, size_t m)
{
  fmpq *f = _fmpq_vec_init((slong)((m + 1) * (m + 1) * (m + 1)));
  size_t i;
  json_t *entry;
  json_array_foreach(list, i, entry)
  {
    size_t a = size_of(json_array_get(entry, 0)), b = size_of(json_array_get(entry, 1)), s = size_of(json_array_get(entry, 2));
    rational(f + (a * (m + 1) + b) * (m + 1) + s, json_array_get(entry, 3));
  }
  assert_ok(minip_kernel_set_weighted(kernel, f, m, err));
  _fmpq_vec_clear(f, (slong)((m + 1) * (m + 1) * (m + 1)));
}

/* The samples of these kinds are overlap or weighted kernels over the cube. */
static void load_cube(minip_kernel_t kernel, const json_t *value)
{
  size_t m = size_of(json_object_get(value, "m"));
  if (strcmp(json_string_value(json_object_get(value, "type")), "weighted") == 0) {
    load_weighted(kernel, json_object_get(value, "f"), m);
    return;
  }
  fmpq *f = _fmpq_vec_init((slong)m + 1);
  for (size_t s = 0; s <= m; s++)
    rational(f + s, json_array_get(json_object_get(value, "f"), s));
  assert_ok(minip_kernel_set_overlap(kernel, f, m, err));
  _fmpq_vec_clear(f, (slong)m + 1);
}

/* The library finds the same optimal error, below the target. */
static int cube_still_solves(const json_t *root)
{
  const json_t *claim = json_object_get(root, "claim"), *evidence = json_object_get(root, "evidence"), *den = json_object_get(evidence, "denominator");
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t target, error;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(target), fmpq_init(error);
  load_cube(kernel, json_object_get(evidence, "kernel"));
  minip_rule_clear(kernel->rule);
  read_rule(kernel->rule, den);
  if (kernel->rule->normaliser == MINIP_NORMALISER_SUM)
    rational(kernel->rule->eta, json_object_get(den, "eta"));
  rational(target, json_object_get(claim, "target"));
  rational(error, json_object_get(claim, "error"));
  assert_ok(minip_gap_certify(result, kernel, size_of(json_object_get(claim, "length")), target, 1, NULL, NULL, err));
  int fine = result->verdict == MINIP_VERDICT_SOLVES && fmpq_equal(result->error, error);
  fmpq_clear(target), fmpq_clear(error), minip_gap_result_clear(result), minip_kernel_clear(kernel);
  return fine;
}

/* alpha as a table of features, one for every token: phi_k is the identity. Then eta is on the row's scale too. */
static void load_query(minip_kernel_t kernel, const plain_t *p, size_t query, const json_t *den)
{
  fmpz *q = _fmpz_vec_init((slong)(p->tokens * p->tokens)), *k = _fmpz_vec_init((slong)(p->tokens * p->tokens));
  fmpq_t scale, x;
  minip_tokens_t tokens;
  minip_tokens_init(tokens), fmpq_init(scale), fmpq_init(x);
  assert_ok(minip_tokens_alloc(tokens, p->tokens, p->m, err));
  fmpq_one(scale);
  for (size_t j = 0; j < p->tokens; j++) {
    assert_ok(minip_token_from_text(minip_token_row(tokens, j), token(p, j), p->m, err));
    fmpz_lcm(fmpq_numref(scale), fmpq_numref(scale), fmpq_denref(p->alpha + query * p->tokens + j));
    fmpz_one(k + j * p->tokens + j);
  }
  for (size_t j = 0; j < p->tokens; j++) {
    fmpq_mul(x, scale, p->alpha + query * p->tokens + j);
    fmpz_set(q + p->query[query] * p->tokens + j, fmpq_numref(x));
  }
  assert_ok(minip_kernel_set_features(kernel, tokens, q, k, p->tokens, err));
  minip_rule_clear(kernel->rule);
  read_rule(kernel->rule, den);
  fmpq_mul(kernel->rule->eta, p->eta + query, scale);
  fmpq_mul(kernel->rule->clamp, kernel->rule->clamp, scale);
  fmpq_clear(scale), fmpq_clear(x);
  minip_tokens_clear(tokens);
  _fmpz_vec_clear(q, (slong)(p->tokens * p->tokens)), _fmpz_vec_clear(k, (slong)(p->tokens * p->tokens));
}

static void load_suite(minip_suite_t suite, const plain_t *p, const json_t *sequences, size_t n)
{
  suite->n = n, suite->count = json_array_size(sequences);
  suite->sequences = calloc(suite->count * n + 1, sizeof *suite->sequences), suite->targets = calloc(suite->count + 1, sizeof *suite->targets);
  assert_ok(minip_tokens_alloc(suite->tokens, p->tokens, p->m, err));
  for (size_t j = 0; j < p->tokens; j++)
    assert_ok(minip_token_from_text(minip_token_row(suite->tokens, j), token(p, j), p->m, err));
  for (size_t k = 0; k < suite->count; k++) {
    const json_t *s = json_array_get(sequences, k);
    const char *x = token(p, size_of(json_array_get(s, 0)));
    suite->targets[k] = (uint32_t)p->m;
    for (size_t j = 0; j < n; j++) {
      size_t z = size_of(json_array_get(s, j)), t = common(x, token(p, z));
      suite->sequences[k * n + j] = (uint32_t)z;
      suite->targets[k] = t < suite->targets[k] ? (uint32_t)t : suite->targets[k];
    }
  }
}

/* The least error of one query on the sequences, by the library's linear program; 0: a sequence is undefined, or is not the query's. */
static int least_error(fmpq_t error, const plain_t *p, size_t query, const json_t *sequences, size_t n, const json_t *den)
{
  minip_kernel_t kernel;
  minip_suite_t suite;
  minip_suite_result_t result;
  fmpq_t half;
  minip_kernel_init(kernel), minip_suite_init(suite), minip_suite_result_init(result), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  load_query(kernel, p, query, den);
  load_suite(suite, p, sequences, n);
  assert_ok(minip_suite_certify(result, suite, kernel, half, NULL, NULL, err));
  int fine = result->count == 1 && result->answers->query == p->query[query] && result->answers->undefined == (size_t)-1;
  if (fine)
    fmpq_set(error, &result->answers->error);
  fmpq_clear(half), minip_suite_result_clear(result), minip_suite_clear(suite), minip_kernel_clear(kernel);
  return fine;
}

/* suite-fails: the least error is at least the claim, or there is an undefined sequence; suite-solves: every query's is at most the claim. */
static int suite_still_true(const json_t *root, int solves)
{
  const json_t *claim = json_object_get(root, "claim"), *evidence = json_object_get(root, "evidence"), *den = json_object_get(evidence, "denominator");
  const json_t *claimed = json_object_get(claim, "error");
  size_t n = size_of(json_object_get(claim, "length")), count = 0;
  int fine = 1, undefined = strcmp(json_string_value(claimed), "undefined") == 0;
  fmpq_t error, least;
  plain_t p;
  fmpq_init(error), fmpq_init(least);
  plain_read(&p, json_object_get(evidence, "kernel"), den);
  if (!undefined)
    rational(error, claimed);
  for (size_t i = 0; i < p.queries; i++) {
    const json_t *sequences = json_object_get(solves ? json_array_get(json_object_get(evidence, "answers"), i) : evidence, "sequences");
    int defined = least_error(least, &p, i, sequences, n, den);
    fine &= defined != undefined && (!defined || (solves ? fmpq_cmp(least, error) <= 0 : fmpq_cmp(least, error) >= 0));
    count += json_array_size(sequences);
  }
  rational(least, json_object_get(claim, "target"));
  fine &= undefined || (solves ? fmpq_cmp(error, least) < 0 && size_of(json_object_get(claim, "sequences")) == count : fmpq_cmp(error, least) >= 0);
  fmpq_clear(error), fmpq_clear(least);
  plain_clear(&p);
  return fine;
}

/* The rank of the plain matrix by FLINT, or of the cube's by the library. */
static int rank_still_true(const json_t *root)
{
  const json_t *kernel = json_object_get(json_object_get(root, "evidence"), "kernel");
  slong claimed = (slong)size_of(json_object_get(json_object_get(root, "claim"), "rank"));
  if (json_object_get(kernel, "f")) {
    minip_kernel_t k;
    minip_rank_result_t result;
    minip_kernel_init(k), minip_rank_result_init(result);
    load_cube(k, kernel);
    assert_ok(minip_rank_kernel(result, k, err));
    int fine = fmpz_cmp_si(result->rank, claimed) == 0;
    minip_kernel_clear(k), minip_rank_result_clear(result);
    return fine;
  }
  plain_t p;
  fmpq_mat_t a;
  plain_read(&p, kernel, NULL);
  fmpq_mat_init(a, (slong)p.queries, (slong)p.tokens);
  for (size_t i = 0; i < p.queries; i++)
    for (size_t j = 0; j < (json_is_string(p.pool) ? p.tokens : json_array_size(p.pool)); j++)
      fmpq_set(fmpq_mat_entry(a, (slong)i, (slong)j),
               p.alpha + i * p.tokens + (json_is_string(p.pool) ? j : size_of(json_array_get(p.pool, j))));
  int fine = fmpq_mat_rref(a, a) == claimed;
  fmpq_mat_clear(a);
  plain_clear(&p);
  return fine;
}

/* The head's output by its definition: sum alpha <a,v> / (sum alpha + eta) + b. */
static void plain_output(fmpq_t y, const plain_t *p, const json_t *evidence, const minip_rule_t rule, size_t *truth)
{
  fmpq_t bottom, term, a;
  const json_t *sequence = json_object_get(evidence, "sequence"), *readout = json_object_get(evidence, "readout_a");
  fmpq_init(bottom), fmpq_init(term), fmpq_init(a);
  fmpq_set(bottom, p->eta);
  *truth = p->m;
  for (size_t i = 0; i < json_array_size(sequence); i++) {
    size_t z = size_of(json_array_get(sequence, i)), s = common(token(p, p->query[0]), token(p, z));
    *truth = s < *truth ? s : *truth;
    fmpq_add(bottom, bottom, p->alpha + z);
    for (size_t c = 0; c < json_array_size(readout); c++) {
      rational(a, json_array_get(readout, c));
      rational(term, json_array_get(json_array_get(json_object_get(evidence, "values"), z), c));
      fmpq_mul(term, term, a);
      fmpq_addmul(y, term, p->alpha + z);
    }
  }
  if (rule->has_clamp && fmpq_cmp(bottom, rule->clamp) < 0)
    fmpq_set(bottom, rule->clamp);
  if (rule->normaliser == MINIP_NORMALISER_SUM)
    fmpq_div(y, y, bottom);
  rational(a, json_object_get(evidence, "readout_b"));
  fmpq_add(y, y, a);
  fmpq_clear(bottom), fmpq_clear(term), fmpq_clear(a);
}

static int model_still_fails(const json_t *root)
{
  const json_t *claim = json_object_get(root, "claim"), *evidence = json_object_get(root, "evidence"), *den = json_object_get(evidence, "denominator");
  plain_t p;
  minip_rule_t rule;
  fmpq_t y, x, t;
  size_t truth;
  fmpq_init(y), fmpq_init(x), fmpq_init(t);
  plain_read(&p, json_object_get(evidence, "kernel"), den);
  read_rule(rule, den);
  plain_output(y, &p, evidence, rule, &truth);
  rational(x, json_object_get(claim, "output"));
  int fine = fmpq_equal(x, y) && size_of(json_object_get(claim, "truth")) == truth;
  fmpq_set_si(t, (slong)truth, 1);
  fmpq_sub(y, y, t), fmpq_abs(y, y);
  rational(x, json_object_get(claim, "error"));
  rational(t, json_object_get(claim, "target"));
  fine &= fmpq_equal(x, y) && fmpq_cmp(y, t) >= 0;
  fmpq_clear(y), fmpq_clear(x), fmpq_clear(t);
  minip_rule_clear(rule);
  plain_clear(&p);
  return fine;
}

/* Distances by characters. */
static int code_still_true(const json_t *root)
{
  const json_t *words = json_object_get(json_object_get(root, "evidence"), "words");
  size_t n = size_of(json_object_get(json_object_get(root, "claim"), "n")), least = n + 1, w = size_of(json_object_get(json_object_get(root, "claim"), "w"));
  for (size_t i = 0; i < json_array_size(words); i++) {
    const char *x = json_string_value(json_array_get(words, i));
    if (strlen(x) != n || common(x, x) != w)
      return 0;
    for (size_t j = 0; j < i; j++) {
      const char *y = json_string_value(json_array_get(words, j));
      size_t d = 2 * (w - common(x, y));
      least = d < least ? d : least;
    }
  }
  return json_array_size(words) == size_of(json_object_get(json_object_get(root, "claim"), "size")) && least == strtoull(at(root, "claim", "d"), NULL, 10);
}

/* The library's own best upper bound does not exceed what was accepted. */
static int bound_still_true(const json_t *root)
{
  const json_t *claim = json_object_get(root, "claim");
  fmpz_t upper, claimed;
  fmpz_init(upper), fmpz_init(claimed);
  fmpz_set_str(claimed, json_string_value(json_object_get(claim, "upper")), 10);
  assert_ok(minip_code_upper(upper, size_of(json_object_get(claim, "n")), size_of(json_object_get(claim, "d")), size_of(json_object_get(claim, "w")),
                             MINIP_CODE_USE_ALL, err));
  int fine = fmpz_cmp(upper, claimed) <= 0;
  fmpz_clear(upper), fmpz_clear(claimed);
  return fine;
}

/* Is the claim the sample's own, whose truth is known, or (for a bound) one that follows from it? */
static int claim_follows(const json_t *root, const json_t *original, const char *weaker)
{
  json_t *claim = json_deep_copy(json_object_get(root, "claim"));
  const json_t *known = json_object_get(original, "claim");
  if (weaker) {
    long got = atol(json_string_value(json_object_get(claim, weaker))), had = atol(json_string_value(json_object_get(known, weaker)));
    int implied = strcmp(weaker, "features") == 0 ? got >= had : got <= had;
    if (implied)
      json_object_set(claim, weaker, json_object_get(known, weaker));
  }
  int same = json_equal(claim, known);
  json_decref(claim);
  return same;
}

int still_true(const char *text, const char *original)
{
  json_t *root = json_loads(text, 0, NULL), *known = json_loads(original, 0, NULL);
  assert_non_null(root);
  const char *kind = json_string_value(json_object_get(root, "kind"));
  int fine = 1;
  static const char *const parts[] = {"kind", "claim", "evidence"};
  for (size_t i = 0; i < 3; i++)
    fine &= json_equal(json_object_get(root, parts[i]), json_object_get(known, parts[i]));
  if (fine) /* the sample itself, from another source */
    ;
  else if (strcmp(kind, "head-fails") == 0)
    fine = head_still_fails(root);
  else if (strcmp(kind, "head-solves") == 0)
    fine = cube_still_solves(root);
  else if (strncmp(kind, "suite-", 6) == 0)
    fine = suite_still_true(root, strcmp(kind, "suite-solves") == 0);
  else if (strcmp(kind, "kernel-rank") == 0)
    fine = rank_still_true(root);
  else if (strcmp(kind, "code") == 0)
    fine = code_still_true(root);
  else if (strcmp(kind, "code-bound") == 0)
    fine = claim_follows(root, known, NULL) || bound_still_true(root);
  else if (strcmp(kind, "features-suffice") == 0)
    fine = claim_follows(root, known, "features") && cube_still_solves(root);
  else if (strcmp(kind, "model-fails") == 0)
    fine = model_still_fails(root);
  else
    fine = claim_follows(root, known, strcmp(kind, "rank-at-least") == 0 ? "rank" : NULL);
  json_decref(root), json_decref(known);
  return fine;
}
