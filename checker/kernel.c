/* Reading kernels and denominators (section 5). */
#include "check.h"
#include <stdio.h>
#include <string.h>

void ck_denominator(ck_denominator_t *den, const json_t *value)
{
  static const char *const keys[] = {"normaliser", "eta", "eta_feature_sum", "clamp", NULL};
  const json_t *v[4];
  ck_fields(v, value, keys, "denominator");
  mpq_inits(den->eta, den->eta_feature_sum, den->clamp, NULL);
  den->none = ck_is(v[0], "none", "normaliser");
  if (!den->none)
    ck_must_be(v[0], "sum", "normaliser");
  ck_rational(den->eta, v[1], "denominator.eta");
  ck_rational(den->eta_feature_sum, v[2], "denominator.eta_feature_sum");
  den->has_clamp = !ck_is(v[3], "none", "clamp");
  if (den->has_clamp)
    ck_rational(den->clamp, v[3], "clamp");
  if (den->has_clamp && mpq_sgn(den->clamp) <= 0)
    ck_reject("clamp: not positive");
  if (den->none && (mpq_sgn(den->eta) != 0 || mpq_sgn(den->eta_feature_sum) != 0 || den->has_clamp))
    ck_reject("denominator: an offset or a clamp without a normaliser");
}

static void limit_entries(size_t rows, size_t cols)
{
  if (cols && rows > CK_MAX_ENTRIES / cols)
    ck_unreadable("a table of more than %zu entries", CK_MAX_ENTRIES);
}

static mpz_t *read_integers(mpz_t *to, const json_t *value, size_t count, const char *where)
{
  if (ck_array(value, where, CK_MAX_ENTRIES) != count)
    ck_reject("%s: %zu numbers, not %zu", where, json_array_size(value), count);
  for (size_t i = 0; i < count; i++)
    ck_integer(to[i], json_array_get(value, i), where);
  return to;
}

static void read_keys(ck_kernel_t *k, const json_t *value)
{
  if (ck_array(value, "keys", CK_MAX_TOKENS) != k->tokens.count)
    ck_reject("keys: %zu rows for %zu tokens", json_array_size(value), k->tokens.count);
  limit_entries(k->tokens.count, k->r);
  k->keys = ck_new_mpz(k->tokens.count * k->r);
  for (size_t i = 0; i < k->tokens.count; i++)
    read_integers(k->keys + i * k->r, json_array_get(value, i), k->r, "keys");
}

/* {"token", "scale", "eta", "row"} for types features and matrix. */
static void read_query(ck_kernel_t *k, size_t i, const json_t *value, size_t width, const ck_denominator_t *den)
{
  static const char *const names[] = {"token", "scale", "eta", "row", NULL};
  const json_t *v[4];
  ck_fields(v, value, names, "query");
  k->query_token[i] = ck_index(v[0], "query.token", k->tokens.count);
  ck_rational(k->scale[i], v[1], "query.scale");
  ck_rational(k->eta[i], v[2], "query.eta");
  read_integers(k->rows + i * width, v[3], width, "query.row");
  if (mpq_sgn(k->scale[i]) <= 0)
    ck_reject("query.scale: not positive");
  if (den->none && mpq_sgn(k->eta[i]) != 0)
    ck_reject("query.eta: an offset without a normaliser");
}

static void read_queries(ck_kernel_t *k, const json_t *value, const ck_denominator_t *den)
{
  size_t width = k->type == CK_FEATURES ? k->r : k->tokens.count;
  if (k->type == CK_MATRIX && mpq_sgn(den->eta_feature_sum) != 0)
    ck_reject("eta_feature_sum: this kernel has no features");
  k->query_count = ck_array(value, "queries", CK_MAX_TOKENS);
  limit_entries(k->query_count, width);
  k->query_token = ck_new(k->query_count, sizeof *k->query_token);
  k->scale = ck_new_mpq(k->query_count), k->eta = ck_new_mpq(k->query_count);
  k->rows = ck_new_mpz(k->query_count * width);
  char *seen = ck_new(k->tokens.count, 1);
  for (size_t i = 0; i < k->query_count; i++) {
    read_query(k, i, json_array_get(value, i), width, den);
    if (seen[k->query_token[i]]++)
      ck_reject("queries: token %zu twice", k->query_token[i]);
  }
}

static size_t f_index(const ck_kernel_t *k, size_t a, size_t b, size_t s)
{
  return k->type == CK_OVERLAP ? s : (a * (k->m + 1) + b) * (k->m + 1) + s;
}

/* f and the offset become integers on one scale. */
static void put_on_scale(ck_kernel_t *k, const mpq_t *f, size_t count, const ck_denominator_t *den)
{
  mpz_t common;
  mpz_init_set(common, mpq_denref(den->eta));
  for (size_t i = 0; i < count; i++) {
    ck_work(64 * (double)(mpz_size(common) + mpz_size(mpq_denref(f[i]))));
    mpz_lcm(common, common, mpq_denref(f[i]));
  }
  ck_work((double)count * 64 * (double)mpz_size(common));
  k->f = ck_new_mpz(count);
  for (size_t i = 0; i < count; i++) {
    mpz_divexact(k->f[i], common, mpq_denref(f[i]));
    mpz_mul(k->f[i], k->f[i], mpq_numref(f[i]));
  }
  k->scale = ck_new_mpq(1), k->eta = ck_new_mpq(1);
  mpq_set_z(k->scale[0], common);
  mpq_inv(k->scale[0], k->scale[0]);
  mpq_set(k->eta[0], den->eta);
}

static void read_overlap_f(ck_kernel_t *k, const json_t *value, const ck_denominator_t *den)
{
  mpq_t *f = ck_new_mpq(k->m + 1);
  if (ck_array(value, "f", CK_MAX_TOKENS) != k->m + 1)
    ck_reject("f: %zu numbers, not %zu", json_array_size(value), k->m + 1);
  for (size_t i = 0; i <= k->m; i++)
    ck_rational(f[i], json_array_get(value, i), "f");
  put_on_scale(k, (const mpq_t *)f, k->m + 1, den);
}

/* One entry [a, b, s, value], which must be the expected one. */
static void read_weighted_entry(mpq_t f, const json_t *entry, size_t m, const size_t abs[3])
{
  if (ck_array(entry, "f", CK_MAX_TOKENS) != 4)
    ck_reject("f: an entry is [a, b, s, value]");
  for (size_t i = 0; i < 3; i++)
    if (ck_index(json_array_get(entry, i), "f", m + 1) != abs[i])
      ck_reject("f: entry out of order, missing or twice: expected %zu %zu %zu", abs[0], abs[1], abs[2]);
  ck_rational(f, json_array_get(entry, 3), "f");
}

static void read_weighted_f(ck_kernel_t *k, const json_t *value, const ck_denominator_t *den)
{
  size_t m = k->m, all = (m + 1) * (m + 1) * (m + 1), next = 0, length = ck_array(value, "f", CK_MAX_ENTRIES);
  mpq_t *f = ck_new_mpq(all);
  for (size_t a = 0; a <= m; a++)
    for (size_t b = 0; b <= m; b++)
      for (size_t s = a + b > m ? a + b - m : 0; s <= a && s <= b; s++, next++) {
        if (next >= length)
          ck_reject("f: too few entries");
        read_weighted_entry(f[f_index(k, a, b, s)], json_array_get(value, next), m, (const size_t[]){a, b, s});
      }
  if (next != length)
    ck_reject("f: too many entries");
  put_on_scale(k, (const mpq_t *)f, all, den);
}

static void read_pool(ck_kernel_t *k, const json_t *value)
{
  k->in_pool = ck_new(k->tokens.count, 1);
  if (json_is_string(value)) {
    ck_must_be(value, "all", "pool");
    k->pool_count = k->tokens.count;
    k->pool = ck_new(k->pool_count, sizeof *k->pool);
    for (size_t i = 0; i < k->pool_count; i++)
      k->pool[i] = i;
  } else
    k->pool = ck_indexes(value, "pool", k->tokens.count, &k->pool_count);
  for (size_t i = 0; i < k->pool_count; i++) {
    if (i > 0 && k->pool[i] <= k->pool[i - 1])
      ck_reject("pool: not increasing");
    k->in_pool[k->pool[i]] = 1;
  }
  if (k->pool_count == 0 || k->query_count == 0)
    ck_reject("kernel: no queries or no pool tokens");
}

static void read_explicit_tokens(ck_kernel_t *k, const json_t *value)
{
  ck_tokens(&k->tokens, value, k->m, "tokens");
  if (!ck_tokens_distinct(&k->tokens))
    ck_reject("tokens: the same token twice");
}

/* overlap and weighted: tokens, queries, pool. */
static void read_structured(ck_kernel_t *k, const json_t *f, const json_t *const v[3], const ck_denominator_t *den)
{
  size_t limit = k->type == CK_OVERLAP ? CK_MAX_OVERLAP_M : CK_MAX_WEIGHTED_M;
  if (k->m > limit)
    ck_unreadable("m above %zu for this type of kernel", limit);
  if (mpq_sgn(den->eta_feature_sum) != 0)
    ck_reject("eta_feature_sum: this kernel has no features");
  if (k->type == CK_OVERLAP)
    read_overlap_f(k, f, den);
  else
    read_weighted_f(k, f, den);
  if (json_is_string(v[0])) {
    ck_must_be(v[0], "cube", "tokens");
    ck_must_be(v[1], "all", "queries");
    ck_must_be(v[2], "all", "pool");
    k->cube = 1;
    k->query_count = k->m + 1;
    return;
  }
  read_explicit_tokens(k, v[0]);
  k->query_token = ck_indexes(v[1], "queries", k->tokens.count, &k->query_count);
  if (k->query_count == 0)
    ck_reject("kernel: no queries");
  k->cube = json_is_string(v[2]) && ck_is(v[2], "cube", "pool");
  if (!k->cube)
    read_pool(k, v[2]);
}

/* The fast path of ck_row: keys as machine integers. */
static void keys_to_machine(ck_kernel_t *k)
{
  size_t count = k->tokens.count * k->r;
  for (size_t i = 0; i < count; i++) {
    size_t bits = mpz_sizeinbase(k->keys[i], 2);
    k->key_bits = bits > k->key_bits ? bits : k->key_bits;
  }
  if (k->key_bits > 62)
    return;
  k->keys64 = ck_new(count, sizeof *k->keys64);
  for (size_t i = 0; i < count; i++)
    k->keys64[i] = mpz_get_si(k->keys[i]);
}

void ck_kernel(ck_kernel_t *k, const json_t *value, const ck_denominator_t *den)
{
  static const char *const names[] = {"features", "matrix", "overlap", "weighted"};
  static const char *const keys[][9] = {
    {"type", "m", "r", "tokens", "keys", "queries", "pool", NULL},
    {"type", "m", "tokens", "queries", "pool", NULL},
    {"type", "m", "f", "tokens", "queries", "pool", NULL},
    {"type", "m", "f", "tokens", "queries", "pool", NULL},
  };
  const json_t *v[8];
  const json_t *type = json_object_get(value, "type");
  size_t t = 0;
  while (t < 4 && !ck_is(type, names[t], "kernel.type"))
    t++;
  if (t == 4)
    ck_reject("kernel.type: '%s' is unknown", json_string_value(type));
  memset(k, 0, sizeof *k);
  k->type = (ck_type_t)t;
  ck_fields(v, value, keys[t], "kernel");
  k->m = ck_size(v[1], "kernel.m", CK_MAX_M);
  if (t == CK_OVERLAP || t == CK_WEIGHTED) {
    read_structured(k, v[2], v + 3, den);
    return;
  }
  k->r = t == CK_FEATURES ? ck_size(v[2], "kernel.r", CK_MAX_ENTRIES) : 0;
  read_explicit_tokens(k, v[t == CK_FEATURES ? 3 : 2]);
  if (t == CK_FEATURES)
    read_keys(k, v[4]);
  read_queries(k, v[t == CK_FEATURES ? 5 : 3], den);
  read_pool(k, v[t == CK_FEATURES ? 6 : 4]);
  if (t == CK_FEATURES)
    keys_to_machine(k);
}

const char *ck_suite(const ck_kernel_t *k)
{
  static char text[160];
  if (k->cube && !k->query_token)
    snprintf(text, sizeof text, "the cube of %zu bits", k->m);
  else if (k->cube)
    snprintf(text, sizeof text, "%zu queries and the cube of %zu bits", k->query_count, k->m);
  else
    snprintf(text, sizeof text, "%zu queries and %zu pool tokens of %zu bits", k->query_count, k->pool_count, k->m);
  return text;
}
