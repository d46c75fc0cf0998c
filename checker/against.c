/* --against (section 6): the embedded tables are those of the input file. */
#include "array.h"
#include <string.h>

typedef struct {
  const unsigned char *bytes;
  size_t size;
  const ck_kernel_t *k;
  ck_tokens_t tokens, queries; /* of the file; count 0: the cube, the tokens */
  size_t *token_row;           /* per embedded token */
  size_t *query_row;           /* per embedded query */
} file_t;

static int find(ck_array_t *a, const file_t *f, const char *name) { return ck_find_array(a, f->bytes, f->size, name); }

static void need(ck_array_t *a, const file_t *f, const char *name, size_t rows, size_t cols)
{
  if (!find(a, f, name))
    ck_reject("the file has no array %s", name);
  if (a->rows < rows || a->cols != cols)
    ck_reject("array %s has another shape", name);
}

static void read_bits(ck_tokens_t *t, const file_t *f, const char *name)
{
  ck_array_t a;
  mpq_t x;
  mpq_init(x);
  t->count = 0;
  if (!find(&a, f, name))
    return;
  if (a.cols != f->k->m || a.rows > CK_MAX_TOKENS)
    ck_reject("array %s has another shape", name);
  ck_tokens_alloc(t, a.rows, a.cols);
  for (size_t i = 0; i < a.rows; i++)
    for (size_t j = 0; j < a.cols; j++) {
      ck_element(x, &a, i, j);
      if (mpq_cmp_ui(x, 1, 1) == 0)
        t->bits[i * t->words + j / 64] |= (uint64_t)1 << (j % 64);
      else if (mpq_sgn(x) != 0)
        ck_reject("array %s holds something other than 0 and 1", name);
    }
  mpq_clear(x);
}

/* The file's row of a token; `guess` is where it stands when nothing was cut. */
static size_t row_of(const ck_tokens_t *t, const uint64_t *x, size_t m, size_t guess)
{
  if (t->count == 0) /* no tokens in the file: row i is the token with the bits of i */
    return m < 63 ? (size_t)x[0] : SIZE_MAX;
  for (size_t tries = 0; tries < t->count; tries++) {
    size_t i = (guess + tries) % t->count;
    if (memcmp(ck_token(t, i), x, t->words * sizeof *x) == 0)
      return i;
  }
  ck_reject("an embedded token is not in the file");
}

static void find_rows(file_t *f)
{
  const ck_kernel_t *k = f->k;
  f->token_row = ck_new(k->tokens.count, sizeof *f->token_row);
  f->query_row = ck_new(k->query_count, sizeof *f->query_row);
  for (size_t i = 0; i < k->tokens.count; i++)
    f->token_row[i] = row_of(&f->tokens, ck_token(&k->tokens, i), k->m, i);
  for (size_t i = 0; i < k->query_count; i++)
    f->query_row[i] = row_of(f->queries.count ? &f->queries : &f->tokens, ck_token(&k->tokens, k->query_token[i]), k->m, i);
}

static void element(mpq_t x, const ck_array_t *a, size_t i, size_t j)
{
  if (i >= a->rows || j >= a->cols)
    ck_reject("the file has fewer rows than its tokens");
  ck_element(x, a, i, j);
}

/* factor > 0 with file = factor * embedded: taken from the first non-zero embedded value, then demanded everywhere. */
typedef struct {
  int known;
  mpq_t factor, product;
} factor_t;

static void demand(factor_t *s, const mpq_t in_file, const mpq_t embedded, const char *where)
{
  if (!s->known && mpq_sgn(embedded) != 0) {
    mpq_div(s->factor, in_file, embedded);
    s->known = 1;
    if (mpq_sgn(s->factor) <= 0)
      ck_reject("array %s differs from the certificate", where);
  }
  mpq_mul(s->product, s->factor, embedded);
  if (!mpq_equal(s->product, in_file))
    ck_reject("array %s differs from the certificate", where);
}

/* Column c: phi_k = s * keys and phi_q = (1/s) * scale * row. */
static void check_column(const file_t *f, const ck_array_t *q, const ck_array_t *keys, size_t c)
{
  const ck_kernel_t *k = f->k;
  factor_t s = {.known = 0};
  mpq_t x, y;
  mpq_inits(x, y, s.factor, s.product, NULL);
  mpq_set_ui(s.factor, 1, 1);
  for (size_t i = 0; i < k->tokens.count; i++) {
    element(x, keys, f->token_row[i], c);
    mpq_set_z(y, k->keys[i * k->r + c]);
    demand(&s, x, y, "phi_k");
  }
  if (s.known)
    mpq_inv(s.factor, s.factor);
  for (size_t i = 0; i < k->query_count; i++) {
    element(x, q, f->query_row[i], c);
    mpq_set_z(y, k->rows[i * k->r + c]);
    mpq_mul(y, y, k->scale[i]);
    demand(&s, x, y, "phi_q");
  }
  mpq_clears(x, y, s.factor, s.product, NULL);
}

static void check_alpha(const file_t *f)
{
  const ck_kernel_t *k = f->k;
  ck_array_t a;
  mpq_t x, y;
  mpq_inits(x, y, NULL);
  if (!find(&a, f, "alpha"))
    ck_reject("the file has no array alpha");
  for (size_t i = 0; i < k->query_count; i++)
    for (size_t j = 0; j < k->tokens.count; j++) {
      element(x, &a, f->query_row[i], f->token_row[j]);
      mpq_set_z(y, k->rows[i * k->tokens.count + j]);
      mpq_mul(y, y, k->scale[i]);
      if (!mpq_equal(x, y))
        ck_reject("array alpha differs from the certificate");
    }
}

/* eta(x) = denominator.eta + the file's eta + eta_feature_sum * sum of the query's features */
static void check_eta(const file_t *f, const ck_denominator_t *den, const ck_array_t *q)
{
  const ck_kernel_t *k = f->k;
  ck_array_t a;
  mpq_t x, sum;
  int has = ck_is_npz(f->bytes, f->size) && find(&a, f, "eta");
  mpq_inits(x, sum, NULL);
  for (size_t i = 0; !den->none && i < k->query_count; i++) {
    mpq_set_ui(sum, 0, 1);
    for (size_t c = 0; q && mpq_sgn(den->eta_feature_sum) != 0 && c < k->r; c++) {
      element(x, q, f->query_row[i], c);
      mpq_add(sum, sum, x);
    }
    mpq_mul(sum, sum, den->eta_feature_sum);
    mpq_add(sum, sum, den->eta);
    if (has) {
      element(x, &a, a.rows == 1 ? 0 : f->query_row[i], 0);
      mpq_add(sum, sum, x);
    }
    if (!mpq_equal(sum, k->eta[i]))
      ck_reject("the offset of query %zu differs from the file's", i);
  }
}

/* Every token and every query of the file must be there. */
static void check_complete(const file_t *f, size_t tokens, size_t queries)
{
  if (f->k->tokens.count != tokens || f->k->query_count != queries)
    ck_reject("the certificate has %zu tokens and %zu queries, the file %zu and %zu", f->k->tokens.count, f->k->query_count, tokens, queries);
}

static void check_tables(file_t *f, const ck_denominator_t *den, int all, int with_eta)
{
  const ck_kernel_t *k = f->k;
  ck_array_t q, keys;
  memset(&f->tokens, 0, sizeof f->tokens), memset(&f->queries, 0, sizeof f->queries);
  if (ck_is_npz(f->bytes, f->size)) {
    read_bits(&f->tokens, f, "tokens");
    read_bits(&f->queries, f, "queries");
  }
  find_rows(f);
  if (k->type == CK_MATRIX) {
    check_alpha(f);
    find(&q, f, "alpha");
    if (all)
      check_complete(f, q.cols, q.rows);
    if (with_eta)
      check_eta(f, den, NULL);
    return;
  }
  need(&q, f, "phi_q", 1, k->r);
  need(&keys, f, "phi_k", 1, k->r);
  for (size_t c = 0; c < k->r; c++)
    check_column(f, &q, &keys, c);
  if (all)
    check_complete(f, keys.rows, q.rows);
  if (with_eta)
    check_eta(f, den, &q);
}

void ck_against(const char *path, const json_t *source, const ck_kernel_t *kernel, const ck_denominator_t *den, int all)
{
  char hex[65];
  file_t f = {.k = kernel};
  f.bytes = (const unsigned char *)ck_read_file(&f.size, path, (size_t)1 << 31);
  ck_sha256(hex, f.bytes, f.size);
  ck_must_be(json_object_get(source, "sha256"), hex, "source.sha256");
  if (kernel->tokens.count == 0 || kernel->type == CK_OVERLAP || kernel->type == CK_WEIGHTED)
    return; /* no tables of a file: the digest is all there is */
  if (!ck_is_npz(f.bytes, f.size) && !ck_is_npy(f.bytes, f.size))
    ck_unreadable("%s: neither npy nor npz: the digest agrees, the tables cannot be compared", path);
  check_tables(&f, den, all, kernel->eta != NULL);
}
