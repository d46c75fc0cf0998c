/* Kind kernel-rank, and the ranks of structured kernels by T13's formulas. */
#include "check.h"

/* The kernel matrix (queries x pool), each row on its own positive scale. */
static mpz_t *matrix_of(const ck_kernel_t *k)
{
  ck_row_t row;
  if (k->query_count > CK_MAX_ENTRIES / k->pool_count)
    ck_unreadable("a matrix of more than %zu entries", CK_MAX_ENTRIES);
  mpz_t *a = ck_new_mpz(k->query_count * k->pool_count);
  ck_row_init(&row, k);
  for (size_t i = 0; i < k->query_count; i++) {
    ck_row(&row, k, i);
    for (size_t j = 0; j < k->pool_count; j++)
      mpz_set(a[i * k->pool_count + j], row.alpha[j]);
  }
  return a;
}

/* A = Phi_Q Phi_K^T: a basis of the rows of each factor spans it, so the product of the two bases has A's rank. */
static size_t features_rank(const ck_kernel_t *k)
{
  mpz_t *keys = ck_new_mpz(k->pool_count * k->r);
  for (size_t j = 0; j < k->pool_count; j++)
    for (size_t c = 0; c < k->r; c++)
      mpz_set(keys[j * k->r + c], k->keys[k->pool[j] * k->r + c]);
  size_t *left = ck_new(k->query_count, sizeof *left), *right = ck_new(k->pool_count, sizeof *right);
  size_t rank_left = ck_rank((const mpz_t *)k->rows, k->query_count, k->r, left);
  size_t rank_right = ck_rank((const mpz_t *)keys, k->pool_count, k->r, right);
  mpz_t *product = ck_new_mpz(rank_left * rank_right);
  for (size_t i = 0; i < rank_left; i++)
    for (size_t j = 0; j < rank_right; j++)
      for (size_t c = 0; c < k->r; c++)
        mpz_addmul(product[i * rank_right + j], k->rows[left[i] * k->r + c], keys[right[j] * k->r + c]);
  return ck_rank((const mpz_t *)product, rank_left, rank_right, NULL);
}

/* f(s) = sum c_i C(s,i): the rank on the cube is the sum of C(m,i) over c_i != 0 (T13). */
static void overlap_formula(mpz_t rank, const ck_kernel_t *k)
{
  mpz_t *d = ck_new_mpz(k->m + 1), b;
  mpz_init(b);
  for (size_t i = 0; i <= k->m; i++)
    mpz_set(d[i], k->f[i]);
  for (size_t i = 0; i <= k->m; i++) { /* now d[j] = (Delta^i f)(j - i) for j >= i */
    if (mpz_sgn(d[i]) != 0) {
      ck_binomial(b, k->m, i);
      mpz_add(rank, rank, b);
    }
    ck_work((double)(k->m - i) * (1 + (double)mpz_size(d[k->m])));
    for (size_t j = k->m; j > i; j--)
      mpz_sub(d[j], d[j], d[j - 1]);
  }
}

/* beta^t_{ijk} of T13 (Schrijver 2005). */
static void beta(mpz_t x, size_t m, size_t i, size_t j, size_t k, size_t t)
{
  mpz_t term, b;
  mpz_inits(term, b, NULL);
  mpz_set_ui(x, 0);
  for (size_t u = t > k ? t : k; u <= i && u <= j && m >= k + u; u++) {
    ck_binomial(term, u, t);
    ck_binomial(b, m - 2 * k, u - k), mpz_mul(term, term, b);
    ck_binomial(b, m - k - u, i - u), mpz_mul(term, term, b);
    ck_binomial(b, m - k - u, j - u), mpz_mul(term, term, b);
    if ((u - t) % 2)
      mpz_sub(x, x, term);
    else
      mpz_add(x, x, term);
  }
  mpz_clears(term, b, NULL);
}

static size_t block_rank(const ck_kernel_t *kernel, size_t k)
{
  size_t m = kernel->m, size = m - 2 * k + 1;
  mpz_t *a = ck_new_mpz(size * size), b;
  mpz_init(b);
  for (size_t i = k; i <= m - k; i++)
    for (size_t j = k; j <= m - k; j++)
      for (size_t t = i + j > m ? i + j - m : 0; t <= i && t <= j; t++) {
        beta(b, m, i, j, k, t);
        mpz_addmul(a[(i - k) * size + (j - k)], b, kernel->f[(i * (m + 1) + j) * (m + 1) + t]);
      }
  return ck_rank((const mpz_t *)a, size, size, NULL);
}

void ck_kernel_rank_value(mpz_t rank, const ck_kernel_t *k)
{
  mpz_set_ui(rank, 0);
  if (k->cube && k->query_token)
    ck_reject("kernel: a rank over the cube needs all queries");
  if (!k->cube) {
    mpz_t *a = k->type == CK_FEATURES ? NULL : matrix_of(k);
    mpz_set_ui(rank, k->type == CK_FEATURES ? features_rank(k) : ck_rank((const mpz_t *)a, k->query_count, k->pool_count, NULL));
    return;
  }
  if (k->type == CK_OVERLAP) {
    overlap_formula(rank, k);
    return;
  }
  mpz_t low, high;
  mpz_inits(low, high, NULL);
  for (size_t i = 0; 2 * i <= k->m; i++) {
    ck_binomial(high, k->m, i);
    mpz_sub(low, high, low); /* C(m,i) - C(m,i-1) */
    mpz_addmul_ui(rank, low, block_rank(k, i));
    mpz_set(low, high);
  }
}

/* The named minor, modulo the named number. */
static void check_minor(const ck_kernel_t *k, const size_t *rows, const size_t *columns, size_t size, uint64_t p)
{
  ck_row_t row;
  size_t *position = ck_new(k->tokens.count, sizeof *position);
  uint64_t *a = ck_new(size * size, sizeof *a);
  for (size_t j = 0; j < k->pool_count; j++)
    position[k->pool[j]] = j;
  ck_row_init(&row, k);
  for (size_t i = 0; i < size; i++) {
    ck_row(&row, k, rows[i]);
    for (size_t j = 0; j < size; j++) {
      if (!k->in_pool[columns[j]])
        ck_reject("columns: token %zu is not in the pool", columns[j]);
      a[i * size + j] = mpz_fdiv_ui(row.alpha[position[columns[j]]], p);
    }
  }
  if (!ck_minor_nonzero(a, size, p))
    ck_reject("the minor is not shown to be non-zero modulo the prime");
}

/* e: reason, prime, rows, columns. The evidence for a rank of an explicit kernel. */
static void check_explicit(const ck_kernel_t *k, const json_t *const e[], const mpz_t claimed)
{
  size_t count_rows, count_columns;
  size_t *rows = ck_indexes(e[2], "rows", k->query_count, &count_rows);
  size_t *columns = ck_indexes(e[3], "columns", k->tokens.count, &count_columns);
  if (mpz_cmp_ui(claimed, CK_MAX_RANK) > 0)
    ck_unreadable("a rank above %d", CK_MAX_RANK);
  size_t rank = mpz_get_ui(claimed);
  if (count_rows != rank || count_columns != rank)
    ck_reject("rows, columns: not as many as the rank");
  uint64_t p = ck_size(e[1], "prime", ((size_t)1 << 62) - 1);
  if (p < 2)
    ck_reject("prime: below 2");
  check_minor(k, rows, columns, rank, p);
  if (ck_is(e[0], "dimension", "reason")) {
    int capped = rank == k->query_count || rank == k->pool_count || (k->type == CK_FEATURES && rank == k->r);
    if (!capped)
      ck_reject("reason: no dimension equals the rank");
    return;
  }
  ck_must_be(e[0], "dependency", "reason");
  mpz_t exact;
  mpz_init(exact);
  ck_kernel_rank_value(exact, k);
  if (mpz_cmp(exact, claimed) != 0)
    ck_reject("rank: it is %lu", mpz_get_ui(exact));
}

static void check_formula(const ck_kernel_t *k, const json_t *const e[], const mpz_t claimed)
{
  mpz_t exact;
  mpz_init(exact);
  ck_must_be(e[0], "formula", "reason");
  ck_must_be(e[1], "0", "prime");
  if (ck_array(e[2], "rows", 0) != 0 || ck_array(e[3], "columns", 0) != 0)
    ck_reject("rows, columns: not empty");
  ck_kernel_rank_value(exact, k);
  if (mpz_cmp(exact, claimed) != 0)
    ck_reject("rank: the formula gives another");
}

void ck_kernel_rank(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"rank", NULL};
  static const char *const evidence_keys[] = {"reason", "prime", "rows", "columns", "kernel", NULL};
  const json_t *c[1], *e[5];
  mpz_t rank;
  mpz_init(rank);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  ck_integer(rank, c[0], "rank");
  if (mpz_sgn(rank) < 0)
    ck_reject("rank: negative");
  mpq_inits(den->eta, den->eta_feature_sum, den->clamp, NULL); /* a rank has no denominator: all offsets must be 0 */
  den->none = 1, den->has_clamp = 0;
  ck_kernel(kernel, e[4], den);
  ck_must_be(parts->theorem, kernel->cube ? "T13" : "elimination", "theorem");
  ck_statement(parts->statement, "The kernel matrix over %s has rank %Zd over the rationals.", ck_suite(kernel), rank);
  if (kernel->cube)
    check_formula(kernel, e, rank);
  else
    check_explicit(kernel, e, rank);
}
