/* Pair systems: gaps, amplification (T6), and the sums of T7. */
#include "pairs.h"

#define MAX_PAIRS 8192
#define MAX_GAP 4096
#define MAX_EIGEN 400

/* A_n(k), k = 0..kmax, at head error e: the best product of factors (n-2)(D - 2e)/(2e) over compositions of k into parts D > 2e (T6). */
static mpq_t *amplification(size_t n, const mpq_t e, size_t kmax)
{
  mpq_t *A = ck_new_mpq(kmax + 1), twice, product;
  mpq_t *factor = ck_new_mpq(kmax + 1);
  mpq_inits(twice, product, NULL);
  mpq_mul_2exp(twice, e, 1);
  double k3 = (double)kmax * (double)kmax * (double)kmax, words = ck_words(e) + 1;
  ck_work(k3 / 6 * words * words); /* A[k] has up to k times the words of a factor */
  mpq_set_ui(A[0], 1, 1);
  for (size_t d = 1; d <= kmax; d++) {
    mpq_set_ui(factor[d], d, 1);
    mpq_sub(factor[d], factor[d], twice);
    mpq_set_ui(product, n - 2, 1);
    mpq_mul(factor[d], factor[d], product);
    mpq_div(factor[d], factor[d], twice);
  }
  for (size_t k = 1; k <= kmax; k++)
    for (size_t d = 1; d <= k; d++) {
      if (mpq_sgn(factor[d]) <= 0)
        continue;
      mpq_mul(product, factor[d], A[k - d]);
      if (mpq_cmp(product, A[k]) > 0)
        mpq_set(A[k], product);
    }
  return A;
}

static void read_z(ck_tokens_t *z, const ck_tokens_t *x, const json_t *value)
{
  if (!json_is_string(value)) {
    ck_tokens(z, value, x->m, "z");
    if (z->count != x->count)
      ck_reject("z: %zu tokens for %zu in x", z->count, x->count);
    return;
  }
  ck_must_be(value, "complement", "z");
  ck_tokens_alloc(z, x->count, x->m);
  for (size_t i = 0; i < x->count; i++)
    for (size_t j = 0; j < x->m; j++)
      if (!((ck_token(x, i)[j / 64] >> (j % 64)) & 1))
        z->bits[i * z->words + j / 64] |= (uint64_t)1 << (j % 64);
}

static void fill_gaps(ck_pairs_t *s, const ck_tokens_t *x, const ck_tokens_t *z)
{
  size_t n = s->count, words = x->words;
  size_t weight = ck_weight(ck_token(x, 0), words), base = ck_overlap(ck_token(x, 0), ck_token(z, 0), words);
  s->uniform = weight >= 1;
  for (size_t i = 0; i < n; i++) {
    size_t own = ck_overlap(ck_token(x, i), ck_token(z, i), words);
    s->uniform &= own == base && ck_weight(ck_token(x, i), words) == weight;
    for (size_t j = 0; j < n; j++) {
      size_t other = ck_overlap(ck_token(x, i), ck_token(z, j), words);
      if (i == j)
        continue;
      if (other <= own)
        ck_reject("pairs %zu and %zu: no gap", i, j);
      s->k[i * n + j] = (uint32_t)(other - own);
      s->kmax = other - own > s->kmax ? other - own : s->kmax;
    }
  }
}

/* How often each gap occurs. */
static uint64_t *histogram(const ck_pairs_t *s)
{
  uint64_t *h = ck_new(s->kmax + 1, sizeof *h);
  for (size_t i = 0; i < s->count * s->count; i++)
    h[s->k[i]]++;
  h[0] = 0; /* the diagonal */
  return h;
}

/* Passing from W to alpha, as nonnegative kernels do, needs A >= 1 (T6). */
static void fill_entries(ck_pairs_t *s, size_t n, const mpq_t error)
{
  mpq_t *A = amplification(n, error, s->kmax);
  const uint64_t *h = histogram(s);
  s->a = ck_new_mpq(s->kmax + 1), s->a2 = ck_new_mpq(s->kmax + 1);
  for (size_t k = 1; k <= s->kmax; k++) {
    if (h[k] == 0)
      continue;
    if (mpq_sgn(A[k]) == 0 || (!s->is_signed && mpq_cmp_ui(A[k], 1, 1) < 0))
      ck_reject("a gap of %zu says nothing at this error", k);
    mpq_inv(s->a[k], A[k]);
    mpq_mul(s->a2[k], s->a[k], s->a[k]);
  }
}

void ck_pairs(ck_pairs_t *s, const ck_tokens_t *x, const json_t *z, size_t n, const mpq_t error, int is_signed)
{
  ck_tokens_t other;
  if (x->count < 2)
    ck_reject("x: fewer than two pairs");
  if (x->count > MAX_PAIRS)
    ck_unreadable("more than %d pairs", MAX_PAIRS);
  *s = (ck_pairs_t){.count = x->count, .m = x->m, .strict = mpq_cmp_ui(error, 1, 2) == 0, .is_signed = is_signed};
  s->k = ck_new(s->count * s->count, sizeof *s->k);
  read_z(&other, x, z);
  fill_gaps(s, x, &other);
  if (s->kmax > MAX_GAP)
    ck_unreadable("a gap above %d", MAX_GAP);
  fill_entries(s, n, error);
}

/* sum += times * x */
static void add_times(mpq_t sum, const mpz_t times, const mpq_t x, mpq_t scratch)
{
  mpq_set_z(scratch, times);
  mpq_mul(scratch, scratch, x);
  mpq_add(sum, sum, scratch);
}

void ck_pairs_trace(mpq_t v, const ck_pairs_t *s)
{
  mpq_t sum, scratch;
  mpz_t times;
  const uint64_t *h = histogram(s);
  mpq_inits(sum, scratch, NULL), mpz_init(times);
  mpq_set_ui(sum, s->count, 1);
  for (size_t k = 1; k <= s->kmax; k++) {
    mpz_set_ui(times, h[k]);
    add_times(sum, times, s->a2[k], scratch);
  }
  mpq_set_ui(v, s->count * s->count, 1);
  mpq_div(v, v, sum);
}

/* weight[k] = sum of p over the other pairs at gap k in column (or row) j */
static void line_weights(mpz_t *weight, const ck_pairs_t *s, const mpz_t *p, size_t j, int by_row)
{
  for (size_t k = 0; k <= s->kmax; k++)
    mpz_set_ui(weight[k], 0);
  for (size_t i = 0; i < s->count; i++) {
    size_t k = by_row ? s->k[j * s->count + i] : s->k[i * s->count + j];
    if (i == j)
      continue;
    if (p)
      mpz_add(weight[k], weight[k], p[i]);
    else
      mpz_add_ui(weight[k], weight[k], 1);
  }
}

void ck_pairs_scaled(mpq_t v, const ck_pairs_t *s, const mpz_t *p, int by_row)
{
  mpz_t *weight = ck_new_mpz(s->kmax + 1), own;
  mpq_t sum, scratch;
  mpq_inits(sum, scratch, NULL), mpz_init_set_ui(own, 1);
  mpq_set_ui(v, 0, 1);
  for (size_t j = 0; j < s->count; j++) {
    line_weights(weight, s, p, j, by_row);
    if (p)
      mpz_set(own, p[j]);
    mpq_set_z(sum, own);
    for (size_t k = 1; k <= s->kmax; k++)
      if (mpz_sgn(weight[k]) != 0)
        add_times(sum, weight[k], s->a2[k], scratch);
    mpq_set_z(scratch, own);
    mpq_div(sum, scratch, sum);
    ck_work(64 * (ck_words(v) + (double)s->kmax * ck_words(sum)));
    mpq_add(v, v, sum);
  }
}

void ck_pairs_offset(mpq_t v, const ck_pairs_t *s, const mpq_t u, const mpq_t slope)
{
  mpq_t sum, scratch, c, d, size;
  mpz_t times;
  const uint64_t *h = histogram(s);
  mpq_inits(sum, scratch, c, d, size, NULL), mpz_init(times);
  mpq_set_ui(size, s->count, 1);
  mpq_set_ui(d, 1, 1);
  mpq_sub(d, d, u);
  mpq_mul(v, d, size); /* N(1-u), the trace */
  mpq_mul(sum, v, d);
  mpq_mul(v, v, v);
  for (size_t k = 1; k <= s->kmax; k++) {
    if (h[k] == 0)
      continue;
    mpq_set_ui(c, k, 1);
    mpq_mul(c, c, slope);
    mpq_sub(c, u, c);
    mpq_sub(d, s->a[k], c);
    mpq_abs(c, c), mpq_abs(d, d);
    if (mpq_cmp(d, c) > 0)
      mpq_set(c, d);
    mpq_mul(c, c, c);
    mpz_set_ui(times, h[k]);
    add_times(sum, times, c, scratch);
  }
  mpq_div(v, v, sum);
}

int ck_pairs_uniform(const ck_pairs_t *s)
{
  return s->uniform;
}

int ck_pairs_dominated(const ck_pairs_t *s, int by_row)
{
  mpz_t *weight = ck_new_mpz(s->kmax + 1);
  mpq_t sum, scratch;
  int fine = 1;
  mpq_inits(sum, scratch, NULL);
  for (size_t j = 0; fine && j < s->count; j++) {
    line_weights(weight, s, NULL, j, by_row);
    mpq_set_ui(sum, 0, 1);
    for (size_t k = 1; k <= s->kmax; k++)
      if (mpz_sgn(weight[k]) != 0)
        add_times(sum, weight[k], s->a[k], scratch);
    int order = mpq_cmp_ui(sum, 1, 1);
    fine = s->strict ? order <= 0 : order < 0;
  }
  return fine;
}

/* Is the symmetric matrix positive semidefinite? Elimination; m is destroyed. */
static int semidefinite(mpq_t *m, size_t n)
{
  mpq_t factor, scratch;
  mpq_inits(factor, scratch, NULL);
  for (size_t i = 0; i < n; i++) {
    int sign = mpq_sgn(m[i * n + i]);
    if (sign < 0)
      return 0;
    for (size_t j = i + 1; j < n; j++) {
      if (mpq_sgn(m[i * n + j]) == 0)
        continue;
      if (sign == 0)
        return 0;
      mpq_div(factor, m[i * n + j], m[i * n + i]);
      for (size_t k = j; k < n; k++) { /* the upper triangle is enough */
        ck_work(64 * (ck_words(factor) + ck_words(m[j * n + k])));
        mpq_mul(scratch, factor, m[i * n + k]);
        mpq_sub(m[j * n + k], m[j * n + k], scratch);
      }
    }
  }
  return 1;
}

int ck_pairs_half_dominated(const ck_pairs_t *s, const mpq_t c)
{
  size_t n = s->count;
  if (n > MAX_EIGEN)
    ck_unreadable("half-dominance: more than %d pairs", MAX_EIGEN);
  mpq_t *low = ck_new_mpq(n * n), *high = ck_new_mpq(n * n), two;
  mpq_init(two);
  mpq_set_ui(two, 2, 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      if (s->k[i * n + j] != s->k[j * n + i])
        return 0;
      mpq_set(low[i * n + j], s->a[s->k[i * n + j]]); /* a[0] = 0 on the diagonal */
      mpq_neg(high[i * n + j], low[i * n + j]);
      if (i != j)
        continue;
      mpq_sub(low[i * n + j], two, c);
      mpq_set(high[i * n + j], c);
    }
  return semidefinite(high, n) && semidefinite(low, n);
}
