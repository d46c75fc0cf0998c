/* Systematic mutation of a certificate of every kind and argument.

   As the file stands, the digest rejects any changed byte. The harder half: the digest is made right again after the change. Then the checker
   must reject, or what it verified must still be true, which another program decides: the library re-derives the mutated statement. */
#include "samples.h"
#include <flint/fmpq_mat.h>
#include <jansson.h>
#include <minip/code.h>
#include <minip/rank.h>

static minip_error_t err;

static int accepted(const char *text, size_t size)
{
  char message[1024];
  int verdict = ck_check(message, sizeof message, text, size, NULL);
  assert_true(verdict == CK_VERIFIED || verdict == CK_REJECTED || verdict == CK_UNREADABLE);
  return verdict == CK_VERIFIED;
}

/* --- what the library says about an accepted certificate ------------------------------------------------------------------------ */

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

/* The samples of these kinds are overlap kernels over the cube. */
static void load_cube(minip_kernel_t kernel, const json_t *value)
{
  size_t m = size_of(json_object_get(value, "m"));
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

static int still_true(const char *text, const char *original)
{
  json_t *root = json_loads(text, 0, NULL), *known = json_loads(original, 0, NULL);
  assert_non_null(root);
  const char *kind = json_string_value(json_object_get(root, "kind"));
  int fine = 0;
  if (strcmp(kind, "head-fails") == 0)
    fine = head_still_fails(root);
  else if (strcmp(kind, "head-solves") == 0)
    fine = cube_still_solves(root);
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

/* --- mutations ------------------------------------------------------------------------------------------------------------------- */

static size_t survivors, tried;

/* The changed text with a right digest: rejected, or still true. */
static void expect_sound(char **text, const char *original, const char *what, size_t place)
{
  tried++;
  reseal(text);
  if (!accepted(*text, strlen(*text)))
    return;
  survivors++;
  if (!still_true(*text, original))
    fail_msg("%s at %zu: accepted, but not shown true:\n%.3000s", what, place, *text);
}

static void bytes_of(const char *original)
{
  static const char values[] = "019-/\"a {,";
  size_t n = strlen(original);
  char *text = strdup(original);
  for (size_t i = 0; i < n; i++) {
    for (const char *v = values; *v; v++) {
      if (*v == original[i])
        continue;
      text[i] = *v;
      if (accepted(text, n)) /* the digest is stale: any byte matters */
        fail_msg("byte %zu: a changed file was accepted", i);
      char *sealed = strdup(text);
      expect_sound(&sealed, original, "byte", i);
      free(sealed);
    }
    text[i] = original[i];
  }
  free(text);
}

static void test_bytes(void **state)
{
  (void)state;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    survivors = tried = 0;
    bytes_of(text);
    printf("# %s: %zu changes, %zu accepted and re-derived\n", samples[i].name, tried, survivors);
    free(text);
  }
}

/* Truncation, trailing data, a byte-order mark, bytes that are not UTF-8, deep nesting: never accepted, sealed or not. */
static void test_text(void **state)
{
  (void)state;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    size_t n = strlen(text);
    for (size_t cut = 0; cut < n; cut++)
      assert_false(accepted(text, cut));
    char *more[] = {replace_all(text, "\n}\n", "\n}\n\n"), replace_all(text, "\n}\n", "\n}\n{}"), replace_all(text, "{\n\"format\"", "\xef\xbb\xbf{\n\"format\""),
                    replace_all(text, "\"name\": \"", "\"name\": \"\xff"), replace_all(text, "\"name\": \"", "\"name\": \"\\u0000"),
                    replace_all(text, "\"claim\": {", "\"claim\": [[[[[[[[[[[[{"), replace_all(text, "\"version\": \"1\"", "\"version\": 1"),
                    replace_all(text, "\"version\": \"1\"", "\"version\": \"2\""), replace_all(text, "minip-cert", "Minip-cert")};
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
      assert_string_not_equal(more[k], text);
      reseal(&more[k]);
      if (accepted(more[k], strlen(more[k])))
        fail_msg("%s: change %zu of the text was accepted", samples[i].name, k);
      free(more[k]);
    }
    free(text);
  }
}

/* Bring a changed document back into the format's text. */
static char *seal_json(const json_t *root)
{
  char *flat = json_dumps(root, JSON_COMPACT), *tail = flat ? strstr(flat, "\"digest\":\"") : NULL, *text;
  if (!tail) {
    free(flat);
    return NULL; /* the digest itself was dropped or moved; test_text and the frame cover that */
  }
  assert_true(asprintf(&text, "%.*s\"digest\": \"%064d\"\n}\n", (int)(tail - flat), flat, 0) > 0);
  reseal(&text);
  free(flat);
  return text;
}

static void expect_rejected(const json_t *root, const char *what, const char *key)
{
  char *text = seal_json(root);
  if (text && accepted(text, strlen(text)))
    fail_msg("%s of key %s was accepted:\n%.3000s", what, key, text);
  tried += text != NULL;
  free(text);
}

/* The members of obj in another order, or one of them left out or renamed: obj is rebuilt. */
static void rebuild(json_t *obj, const json_t *model, size_t skip, size_t swap, const char *rename)
{
  const char *keys[16];
  size_t n = 0, i;
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)(uintptr_t)model, key, value) keys[n++] = key;
  json_object_clear(obj);
  for (i = 0; i < n; i++) {
    size_t k = swap < n ? (i == swap ? swap + 1 : i == swap + 1 ? swap : i) : i;
    if (k == skip && !rename)
      continue;
    json_object_set(obj, k == skip ? rename : keys[k], json_object_get(model, keys[k]));
  }
}

static void mutate_objects(json_t *root, json_t *value)
{
  const char *key;
  json_t *member;
  size_t i;
  if (json_is_array(value) && json_array_size(value) > 0)
    mutate_objects(root, json_array_get(value, 0));
  if (!json_is_object(value))
    return;
  json_t *model = json_copy(value);
  size_t n = json_object_size(model), none = 1000;
  i = 0;
  json_object_foreach(model, key, member) {
    rebuild(value, model, i, none, NULL);
    expect_rejected(root, "dropping", key);
    rebuild(value, model, i, none, "unknown");
    expect_rejected(root, "renaming", key);
    if (i + 1 < n) {
      rebuild(value, model, none, i, NULL);
      expect_rejected(root, "moving", key);
    }
    i++;
  }
  rebuild(value, model, none, none, NULL);
  json_object_set_new(value, "extra", json_string("1"));
  if (value != root)
    expect_rejected(root, "adding", "extra");
  rebuild(value, model, none, none, NULL);
  json_object_foreach(model, key, member) mutate_objects(root, member);
  json_decref(model);
}

static void test_keys(void **state)
{
  (void)state;
  tried = 0;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    json_t *root = json_loads(text, 0, NULL);
    char *same = seal_json(root);
    assert_true(accepted(same, strlen(same))); /* so that a rejection below has the mutation as its only cause */
    mutate_objects(root, root);
    free(same), free(text);
    json_decref(root);
  }
  assert_true(tried > 500);
}

/* Every line `"key": value` doubled in the text itself. */
static void test_doubled(void **state)
{
  (void)state;
  static const char *const keys[] = {"format", "version", "kind", "theorem", "statement"};
  for (size_t i = 0; i < sample_count; i++)
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
      char *text = sample_text(i), *line, *bad, pattern[32];
      snprintf(pattern, sizeof pattern, "\n\"%s\": ", keys[k]);
      line = strndup(strstr(text, pattern), strcspn(strstr(text, pattern) + 1, "\n") + 1);
      assert_true(asprintf(&bad, "%s%s", line, line) > 0);
      char *doubled = replace_all(text, line, bad);
      reseal(&doubled);
      assert_false(accepted(doubled, strlen(doubled)));
      free(text), free(line), free(bad), free(doubled);
    }
}

/* Elements of lists dropped, doubled or exchanged. */
static void mutate_lists(json_t *root, json_t *value, const char *original)
{
  const char *key;
  json_t *member;
  if (json_is_object(value))
    json_object_foreach(value, key, member) mutate_lists(root, member, original);
  if (!json_is_array(value))
    return;
  json_t *model = json_copy(value);
  for (size_t i = 0; i < json_array_size(model); i++)
    for (int how = 0; how < 3; how++) {
      if (how == 0)
        json_array_remove(value, i);
      else if (how == 1)
        json_array_insert(value, i, json_array_get(model, i));
      else {
        json_array_set(value, i, json_array_get(model, (i + 1) % json_array_size(model)));
        json_array_set(value, (i + 1) % json_array_size(model), json_array_get(model, i));
      }
      char *text = seal_json(root);
      expect_sound(&text, original, "list element", i);
      free(text);
      json_array_clear(value);
      json_array_extend(value, model);
    }
  json_decref(model);
  for (size_t i = 0; i < json_array_size(value); i++)
    mutate_lists(root, json_array_get(value, i), original);
}

/* Every number in every other spelling of the same value. */
static void respell(json_t *root, json_t *value)
{
  const char *key, *formats[] = {"+%s", "0%s", " %s", "%s ", "%s.0", "%s/1", "%se0", "-%s", "2%s/2"};
  json_t *member;
  size_t i;
  if (json_is_object(value))
    json_object_foreach(value, key, member) respell(root, member);
  if (json_is_array(value))
    json_array_foreach(value, i, member) respell(root, member);
  char *s = json_is_string(value) ? strdup(json_string_value(value)) : NULL, *other;
  if (s && *s && strspn(s, "-0123456789/") == strlen(s) && strlen(s) < 24)
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      assert_true(asprintf(&other, formats[i], s) > 0);
#pragma GCC diagnostic pop
      json_string_set(value, other);
      int changes_value = i >= 7 && strcmp(s, "0") != 0; /* then the byte test's rule applies, not this one */
      if (!changes_value)
        expect_rejected(root, "respelling", other);
      free(other);
      json_string_set(value, s);
    }
  free(s);
}

static void test_lists_and_numbers(void **state)
{
  (void)state;
  tried = survivors = 0;
  for (size_t i = 0; i < sample_count; i++) {
    char *text = sample_text(i);
    json_t *root = json_loads(text, 0, NULL);
    mutate_lists(root, root, text);
    respell(root, json_object_get(root, "claim"));
    respell(root, json_object_get(root, "evidence"));
    json_decref(root);
    free(text);
  }
  printf("# %zu changes, %zu accepted and re-derived\n", tried, survivors);
  assert_true(tried > 1000);
}

int main(void)
{
  minip_error_init(err);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_text), cmocka_unit_test(test_keys), cmocka_unit_test(test_doubled),
                                     cmocka_unit_test(test_lists_and_numbers)};
  return cmocka_run_group_tests_name("checker-mutation", tests, NULL, NULL);
}
