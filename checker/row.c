/* One query of a kernel against its pool, and T2's weights. */
#include "check.h"
#include <string.h>

/* What one row takes: words of every product and of every token. */
static double row_steps(const ck_kernel_t *k)
{
  double products = k->type == CK_FEATURES && !k->keys64 ? (double)k->r * (double)((k->key_bits + 63) / 64) : (double)k->r;
  return (double)k->pool_count * (products + (double)k->tokens.words + 1);
}

void ck_row_init(ck_row_t *row, const ck_kernel_t *k)
{
  size_t most = k->pool_count;
  if (k->cube) /* classes: overlaps, or weights and overlaps */
    most = k->type == CK_OVERLAP ? k->m + 1 : (k->m + 1) * (k->m + 1);
  memset(row, 0, sizeof *row);
  row->overlap = ck_new(most, sizeof *row->overlap);
  row->alpha = ck_new_mpz(most);
  mpz_init(row->self), mpz_init(row->eta), mpq_init(row->scale);
}

/* eta becomes an integer on the row's scale: alpha and self are multiplied by what that takes. */
static void set_scale(ck_row_t *row, const mpq_t scale, const mpq_t eta)
{
  mpq_t e;
  mpq_init(e);
  mpq_div(e, eta, scale);
  mpz_set(row->eta, mpq_numref(e));
  if (mpz_cmp_ui(mpq_denref(e), 1) != 0) {
    for (size_t j = 0; j < row->count; j++)
      mpz_mul(row->alpha[j], row->alpha[j], mpq_denref(e));
    mpz_mul(row->self, row->self, mpq_denref(e));
  }
  mpq_set_z(row->scale, mpq_denref(e));
  mpq_div(row->scale, scale, row->scale);
  mpq_clear(e);
}

static void cube_row(ck_row_t *row, const ck_kernel_t *k, size_t a)
{
  size_t n = 0, m = k->m;
  row->weight = a;
  row->x_in_pool = 1;
  if (k->type == CK_OVERLAP)
    for (size_t s = 0; s <= a; s++, n++) {
      row->overlap[n] = (uint32_t)s;
      mpz_set(row->alpha[n], k->f[s]);
    }
  else
    for (size_t b = 0; b <= m; b++)
      for (size_t s = a + b > m ? a + b - m : 0; s <= a && s <= b; s++, n++) {
        row->overlap[n] = (uint32_t)s;
        mpz_set(row->alpha[n], k->f[(a * (m + 1) + b) * (m + 1) + s]);
      }
  row->count = n;
  mpz_set(row->self, k->type == CK_OVERLAP ? k->f[a] : k->f[(a * (m + 1) + a) * (m + 1) + a]);
}

void ck_set_int128(mpz_t x, __int128 v)
{
  int negative = v < 0;
  unsigned __int128 u = negative ? -(unsigned __int128)v : (unsigned __int128)v;
  mpz_set_ui(x, (unsigned long)(u >> 64));
  mpz_mul_2exp(x, x, 64);
  mpz_add_ui(x, x, (unsigned long)u);
  if (negative)
    mpz_neg(x, x);
}

/* The query's row as machine integers, when no sum of r products with keys can leave CK_SMALL_BITS - spare bits; else NULL. */
static int64_t *machine_row(const ck_kernel_t *k, const mpz_t *row, size_t spare)
{
  size_t bits = 0, extra = 1;
  while (((size_t)1 << extra) < k->r)
    extra++;
  for (size_t c = 0; c < k->r; c++) {
    size_t b = mpz_sizeinbase(row[c], 2);
    bits = b > bits ? b : bits;
  }
  if (!k->keys64 || bits > 62 || bits + k->key_bits + extra + spare > CK_SMALL_BITS)
    return NULL;
  int64_t *out = ck_new(k->r, sizeof *out);
  for (size_t c = 0; c < k->r; c++)
    out[c] = mpz_get_si(row[c]);
  return out;
}

static __int128 small_dot(const ck_kernel_t *k, const int64_t *row, size_t token)
{
  const int64_t *key = k->keys64 + token * k->r;
  size_t r = k->r, c = 0;
  __int128 sum = 0, other = 0;
  for (; c + 4 <= r; c += 4) {
    sum += (__int128)row[c] * key[c] + (__int128)row[c + 1] * key[c + 1];
    other += (__int128)row[c + 2] * key[c + 2] + (__int128)row[c + 3] * key[c + 3];
  }
  for (; c < r; c++)
    sum += (__int128)row[c] * key[c];
  return sum + other;
}

static void dot(mpz_t x, const ck_kernel_t *k, const mpz_t *row, const int64_t *row64, size_t token)
{
  if (row64) {
    ck_set_int128(x, small_dot(k, row64, token));
    return;
  }
  mpz_set_ui(x, 0);
  for (size_t c = 0; c < k->r; c++)
    mpz_addmul(x, row[c], k->keys[token * k->r + c]);
}

static void table_row(ck_row_t *row, const ck_kernel_t *k, size_t query)
{
  size_t x = k->query_token[query];
  if (k->type == CK_MATRIX) {
    const mpz_t *alpha = (const mpz_t *)k->rows + query * k->tokens.count;
    for (size_t j = 0; j < k->pool_count; j++)
      mpz_set(row->alpha[j], alpha[k->pool[j]]);
    mpz_set(row->self, alpha[x]);
    return;
  }
  const mpz_t *features = (const mpz_t *)k->rows + query * k->r;
  int64_t *machine = machine_row(k, features, 0);
  for (size_t j = 0; j < k->pool_count; j++)
    dot(row->alpha[j], k, features, machine, k->pool[j]);
  dot(row->self, k, features, machine, x);
  ck_free(machine);
}

static void f_row(ck_row_t *row, const ck_kernel_t *k)
{
  size_t a = row->weight, m = k->m;
  for (size_t j = 0; j < k->pool_count; j++) {
    size_t s = row->overlap[j], b = k->type == CK_OVERLAP ? 0 : ck_weight(ck_token(&k->tokens, k->pool[j]), k->tokens.words);
    mpz_set(row->alpha[j], k->type == CK_OVERLAP ? k->f[s] : k->f[(a * (m + 1) + b) * (m + 1) + s]);
  }
  mpz_set(row->self, k->type == CK_OVERLAP ? k->f[a] : k->f[(a * (m + 1) + a) * (m + 1) + a]);
}

/* What the query and the pool tokens have in common, whatever the kernel. */
static void set_overlaps(ck_row_t *row, const ck_kernel_t *k, size_t query)
{
  const uint64_t *x = ck_token(&k->tokens, k->query_token[query]);
  row->count = k->pool_count;
  row->weight = ck_weight(x, k->tokens.words);
  row->x_in_pool = k->in_pool[k->query_token[query]];
  for (size_t j = 0; j < k->pool_count; j++)
    row->overlap[j] = (uint32_t)ck_overlap(x, ck_token(&k->tokens, k->pool[j]), k->tokens.words);
}

void ck_row(ck_row_t *row, const ck_kernel_t *k, size_t query)
{
  int structured = k->type == CK_OVERLAP || k->type == CK_WEIGHTED;
  ck_work(row_steps(k));
  if (k->cube)
    cube_row(row, k, k->query_token ? ck_weight(ck_token(&k->tokens, k->query_token[query]), k->tokens.words) : query);
  else {
    set_overlaps(row, k, query);
    if (structured)
      f_row(row, k);
    else
      table_row(row, k, query);
  }
  set_scale(row, k->scale[structured ? 0 : query], k->eta[structured ? 0 : query]);
}

int ck_row_small(ck_row_t *row, const ck_kernel_t *k, size_t query, size_t spare)
{
  int64_t *machine = k->type == CK_FEATURES ? machine_row(k, (const mpz_t *)k->rows + query * k->r, spare) : NULL;
  if (!machine)
    return 0;
  ck_work(row_steps(k));
  row->count = 0; /* set_scale then touches eta and the scale alone */
  set_scale(row, k->scale[query], k->eta[query]);
  int fits = mpq_equal(row->scale, k->scale[query]) && mpz_sizeinbase(row->eta, 2) + spare < CK_SMALL_BITS;
  if (fits) {
    if (!row->small)
      row->small = ck_new(k->pool_count, sizeof *row->small);
    set_overlaps(row, k, query);
    for (size_t j = 0; j < k->pool_count; j++)
      row->small[j] = small_dot(k, machine, k->pool[j]);
    row->small_self = small_dot(k, machine, k->query_token[query]);
  }
  ck_free(machine);
  return fits;
}

void ck_weight_of(mpz_t v, const ck_row_t *row, const ck_denominator_t *den, const mpz_t alpha, size_t n)
{
  if (den->none) {
    mpz_set_ui(v, 1);
    return;
  }
  mpz_add(v, row->self, row->eta);
  mpz_addmul_ui(v, alpha, n - 1);
}

int ck_denominator_ok(const mpz_t value, size_t divisor, const ck_row_t *row, const ck_denominator_t *den)
{
  if (den->none)
    return 1;
  if (mpz_sgn(value) == 0)
    return 0;
  if (!den->has_clamp)
    return 1;
  mpq_t d;
  mpq_init(d);
  mpq_set_z(d, value);
  mpq_mul(d, d, row->scale);
  mpz_mul_ui(mpq_denref(d), mpq_denref(d), divisor);
  mpq_canonicalize(d);
  int ok = mpq_cmp(d, den->clamp) >= 0;
  mpq_clear(d);
  return ok;
}
