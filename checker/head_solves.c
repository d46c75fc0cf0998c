/* Kind head-solves: T1 for n <= 2, T5 with the exact optimum of T4 above. */
#include "check.h"
#include <string.h>

/* What one pass over a row leaves per overlap: the extreme |V|, V = (n-1) W. */
typedef struct {
  char *met;
  mpz_t *lo, *hi;
  __int128 *small_lo, *small_hi;
  mpz_t v, left, right, factor;
  int attained; /* has some pair met the claimed error exactly? */
} scan_t;

static void scan_init(scan_t *scan, size_t m)
{
  scan->met = ck_new(m + 1, 1);
  scan->lo = ck_new_mpz(m + 1), scan->hi = ck_new_mpz(m + 1);
  scan->small_lo = ck_new(m + 1, sizeof *scan->small_lo), scan->small_hi = ck_new(m + 1, sizeof *scan->small_hi);
  mpz_inits(scan->v, scan->left, scan->right, scan->factor, NULL);
  scan->attained = 0;
}

/* All denominators of (x; z,..,z) are fine and, from length 3 on, of one sign: then so is their mean, the denominator of any sequence. */
static void scan_row(scan_t *scan, const ck_row_t *row, const ck_denominator_t *den, size_t n, size_t m)
{
  int sign = 0;
  for (size_t s = 0; s <= m; s++)
    scan->met[s] = 0;
  for (size_t j = 0; j < row->count; j++) {
    uint32_t s = row->overlap[j];
    ck_weight_of(scan->v, row, den, row->alpha[j], n);
    if (!ck_denominator_ok(scan->v, 1, row, den))
      ck_reject("a denominator is zero or below the clamp");
    if (n >= 3 && sign * mpz_sgn(scan->v) < 0)
      ck_reject("denominators of both signs");
    sign = mpz_sgn(scan->v);
    mpz_abs(scan->v, scan->v);
    if (!scan->met[s] || mpz_cmp(scan->v, scan->lo[s]) < 0)
      mpz_set(scan->lo[s], scan->v);
    if (!scan->met[s] || mpz_cmp(scan->v, scan->hi[s]) > 0)
      mpz_set(scan->hi[s], scan->v);
    scan->met[s] = 1;
  }
}

static __int128 get_int128(const mpz_t x)
{
  unsigned __int128 u = mpz_getlimbn(x, 0) | (unsigned __int128)mpz_getlimbn(x, 1) << 64; /* limbs have 64 bits; absent ones read as 0 */
  return mpz_sgn(x) < 0 ? -(__int128)u : (__int128)u;
}

/* The same, and check_invisible's work, on a row of machine integers: for a plain sum, whose denominators need only be other than zero. */
static void scan_small(scan_t *scan, const ck_row_t *row, size_t n, size_t m)
{
  __int128 base = row->small_self + get_int128(row->eta);
  int sign = 0, any = row->x_in_pool && mpz_sgn(row->eta) == 0;
  size_t invisible = row->weight;
  memset(scan->met, 0, m + 1);
  for (size_t j = 0; j < row->count; j++) {
    uint32_t s = row->overlap[j];
    __int128 v = base + (__int128)(n - 1) * row->small[j];
    int own = v < 0 ? -1 : 1;
    if (v == 0)
      ck_reject("a denominator is zero or below the clamp");
    if (n >= 3 && own * sign < 0)
      ck_reject("denominators of both signs");
    sign = own;
    v = v < 0 ? -v : v;
    if (!scan->met[s] || v < scan->small_lo[s])
      scan->small_lo[s] = v;
    if (!scan->met[s] || v > scan->small_hi[s])
      scan->small_hi[s] = v;
    scan->met[s] = 1;
    if (row->small[j] != 0)
      continue;
    if (any && invisible != s)
      ck_reject("two invisible tokens have different overlaps");
    any = 1, invisible = s;
  }
  for (size_t s = 0; s <= m; s++)
    if (scan->met[s])
      ck_set_int128(scan->lo[s], scan->small_lo[s]), ck_set_int128(scan->hi[s], scan->small_hi[s]);
}

/* T4: the outputs on (x; z,..,z) agree over the invisible tokens, so their targets must. */
static void check_invisible(const ck_row_t *row, const ck_denominator_t *den)
{
  int any = 0;
  size_t overlap = 0;
  if (!den->none && row->x_in_pool && mpz_sgn(row->eta) == 0)
    any = 1, overlap = row->weight;
  for (size_t j = 0; j < row->count; j++) {
    if (mpz_sgn(row->alpha[j]) != 0)
      continue;
    if (any && overlap != row->overlap[j])
      ck_reject("two invisible tokens have different overlaps");
    any = 1, overlap = row->overlap[j];
  }
}

/* (t-s)(n-2) hi_t <= 2E (lo_s + (n-2) hi_t), E = p/q, as (n-2) hi_t ((t-s) q - 2p) <= 2p lo_s. */
static void check_pairs(scan_t *scan, size_t n, size_t m, const mpq_t error)
{
  mpz_t twice;
  mpz_init(twice);
  mpz_mul_2exp(twice, mpq_numref(error), 1);
  ck_work((double)m * (double)m / 2 * (1 + ck_words(error) + (double)mpz_size(scan->hi[0]) / 8));
  for (size_t s = 0; s < m; s++) {
    if (!scan->met[s])
      continue;
    mpz_mul(scan->right, twice, scan->lo[s]);
    for (size_t t = s + 1; t <= m; t++) {
      if (!scan->met[t])
        continue;
      mpz_mul_ui(scan->factor, mpq_denref(error), t - s);
      mpz_sub(scan->factor, scan->factor, twice);
      mpz_mul_ui(scan->factor, scan->factor, n - 2);
      mpz_mul(scan->left, scan->factor, scan->hi[t]);
      int order = mpz_cmp(scan->left, scan->right);
      if (order > 0)
        ck_reject("the optimal error is above the claim (overlaps %zu and %zu)", s, t);
      scan->attained |= order == 0;
    }
  }
  mpz_clear(twice);
}

void ck_solves(const ck_kernel_t *kernel, const ck_denominator_t *den, size_t n, const mpq_t error)
{
  ck_row_t row;
  scan_t scan;
  ck_row_init(&row, kernel);
  scan_init(&scan, kernel->m);
  size_t spare = 3; /* bits for self + eta + (n-1) alpha */
  for (size_t i = n; i > 0; i /= 2)
    spare++;
  for (size_t i = 0; i < kernel->query_count; i++) {
    if (n >= 2 && !den->none && !den->has_clamp && ck_row_small(&row, kernel, i, spare)) {
      scan_small(&scan, &row, n, kernel->m);
      if (n >= 3)
        check_pairs(&scan, n, row.weight, error);
      continue;
    }
    ck_row(&row, kernel, i);
    if (n == 1) {
      mpz_add(scan.v, row.self, row.eta);
      if (mpz_sgn(scan.v) == 0 && !den->none && !den->has_clamp)
        ck_reject("a denominator is zero");
      continue;
    }
    scan_row(&scan, &row, den, n, kernel->m);
    check_invisible(&row, den);
    if (n >= 3)
      check_pairs(&scan, n, row.weight, error);
  }
  if (!scan.attained && mpq_sgn(error) != 0)
    ck_reject("the optimal error is below the claim");
}

void ck_head_solves(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"length", "target", "error", NULL};
  static const char *const evidence_keys[] = {"denominator", "kernel", NULL};
  const json_t *c[3], *e[2];
  mpq_t target, error;
  mpq_inits(target, error, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  size_t n = ck_size(c[0], "length", CK_MAX_LENGTH);
  ck_target(target, c[1], "target");
  ck_rational(error, c[2], "error");
  if (n == 0 || mpq_sgn(error) < 0 || mpq_cmp(error, target) >= 0)
    ck_reject("claim: not 0 <= error < target at a length >= 1");
  ck_must_be(parts->theorem, n <= 2 ? "T1" : "T5", "theorem");
  ck_denominator(den, e[0]);
  ck_kernel(kernel, e[1], den);
  ck_statement(parts->statement,
               "With suitable values and an affine readout the head errs by at most %Qd at length %zu on all sequences over %s, and no choice does "
               "better: it reaches error < %Qd.", error, n, ck_suite(kernel), target);
  ck_solves(kernel, den, n, error);
}
