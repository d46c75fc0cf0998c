/* Exact ranks over Q, modulo enough numbers.

   Lower bound: elimination modulo p with invertible pivots only shows a minor that is non-zero modulo p, hence over Q, for any modulus p.
   Upper bound: elimination modulo p to rank <= R shows that A is modulo p a product through dimension R, so every minor of size R+1 vanishes
   modulo p. When pairwise coprime moduli multiply to more than Hadamard's bound on such a minor, it is zero. Primality is never used. */
#include "check.h"
#include <string.h>

static uint64_t mulmod(uint64_t a, uint64_t b, uint64_t p)
{
  return (uint64_t)((unsigned __int128)a * b % p);
}

/* The inverse of a modulo p < 2^62, or 0 when there is none. */
static uint64_t inverse(uint64_t a, uint64_t p)
{
  int64_t r0 = (int64_t)p, r1 = (int64_t)(a % p), s0 = 0, s1 = 1;
  while (r1 != 0) {
    int64_t q = r0 / r1, r2 = r0 - q * r1, s2 = s0 - q * s1;
    r0 = r1, r1 = r2, s0 = s1, s1 = s2;
  }
  if (r0 != 1)
    return 0;
  return s0 < 0 ? (uint64_t)(s0 + (int64_t)p) : (uint64_t)s0;
}

typedef struct {
  uint64_t *a;
  size_t rows, cols, *order; /* order[i] = original number of row i */
} modular_t;

/* A row at or below `from` with a unit in column c; -1: the column is zero there; -2: it has non-zero elements but no unit. */
static long find_pivot(uint64_t *inv, const modular_t *m, size_t from, size_t c, uint64_t p)
{
  int non_unit = 0;
  for (size_t i = from; i < m->rows; i++) {
    uint64_t x = m->a[i * m->cols + c];
    if (x == 0)
      continue;
    if ((*inv = inverse(x, p)) != 0)
      return (long)i;
    non_unit = 1;
  }
  return non_unit ? -2 : -1;
}

static void swap_rows(modular_t *m, size_t i, size_t j)
{
  size_t t = m->order[i];
  m->order[i] = m->order[j], m->order[j] = t;
  for (size_t c = 0; i != j && c < m->cols; c++) {
    uint64_t x = m->a[i * m->cols + c];
    m->a[i * m->cols + c] = m->a[j * m->cols + c], m->a[j * m->cols + c] = x;
  }
}

static void clear_below(modular_t *m, size_t pivot, size_t c, uint64_t inv, uint64_t p)
{
  const uint64_t *top = m->a + pivot * m->cols;
  for (size_t i = pivot + 1; i < m->rows; i++) {
    uint64_t *row = m->a + i * m->cols;
    if (row[c] == 0)
      continue;
    uint64_t factor = p - mulmod(row[c], inv, p);
    for (size_t k = c; k < m->cols; k++)
      row[k] = (mulmod(top[k], factor, p) + row[k]) % p;
  }
}

/* The rank modulo p, or -1 when p turned out composite in the way. The first rank rows of order are then independent. */
static long eliminate(modular_t *m, uint64_t p)
{
  size_t rank = 0;
  for (size_t c = 0; c < m->cols && rank < m->rows; c++) {
    uint64_t inv = 0;
    long i = find_pivot(&inv, m, rank, c, p);
    if (i == -2)
      return -1;
    if (i == -1)
      continue;
    swap_rows(m, rank, (size_t)i);
    clear_below(m, rank, c, inv, p);
    rank++;
  }
  return (long)rank;
}

static void modular_init(modular_t *m, size_t rows, size_t cols)
{
  m->rows = rows, m->cols = cols;
  m->a = ck_new(rows * cols, sizeof *m->a);
  m->order = ck_new(rows, sizeof *m->order);
}

int ck_minor_nonzero(uint64_t *a, size_t k, uint64_t p)
{
  modular_t m = {a, k, k, ck_new(k, sizeof(size_t))};
  int full = eliminate(&m, p) == (long)k;
  ck_free(m.order);
  return full;
}

/* A bound on the bits of every minor of the given size: the largest row norms (Hadamard). */
static size_t minor_bits(const mpz_t *a, size_t rows, size_t cols, size_t size)
{
  mpz_t norm;
  size_t *bits = ck_new(rows, sizeof *bits), total = 0;
  mpz_init(norm);
  for (size_t i = 0; i < rows; i++) {
    mpz_set_ui(norm, 0);
    for (size_t c = 0; c < cols; c++)
      mpz_addmul(norm, a[i * cols + c], a[i * cols + c]);
    bits[i] = mpz_sizeinbase(norm, 2) / 2 + 1; /* norm < 2^size, so its root is below 2^(size/2 + 1) */
  }
  for (size_t k = 0; k < size; k++) {
    size_t best = 0;
    for (size_t i = 1; i < rows; i++)
      if (bits[i] > bits[best])
        best = i;
    total += bits[best];
    bits[best] = 0;
  }
  mpz_clear(norm);
  ck_free(bits);
  return total;
}

/* Refuse a proof of more than CK_MAX_RANK_WORK steps: a deficient rank takes need / 60 moduli, each of which passes over all words of all entries and eliminates. */
static void limit_work(const mpz_t *a, size_t rows, size_t cols, size_t rank, size_t need)
{
  double words = 0;
  for (size_t i = 0; i < rows * cols; i++)
    words += (double)mpz_size(a[i]) + (double)rank + 1;
  if (words * ((double)need / 60 + 1) > CK_MAX_RANK_WORK)
    ck_unreadable("a rank whose proof takes more than %.0e steps", CK_MAX_RANK_WORK);
}

static long rank_modulo(modular_t *m, const mpz_t *a, uint64_t p)
{
  for (size_t i = 0; i < m->rows * m->cols; i++)
    m->a[i] = mpz_fdiv_ui(a[i], p);
  for (size_t i = 0; i < m->rows; i++)
    m->order[i] = i;
  return eliminate(m, p);
}

/* The next modulus below *p that is coprime to all before; their product is kept. */
static void next_modulus(uint64_t *p, mpz_t product)
{
  do
    *p -= 2;
  while (mpz_gcd_ui(NULL, product, *p) != 1);
}

size_t ck_rank(const mpz_t *a, size_t rows, size_t cols, size_t *pivot_rows)
{
  modular_t m;
  mpz_t product;
  size_t rank = 0, need = 0, least = rows < cols ? rows : cols;
  uint64_t p = ((uint64_t)1 << 61) + 1; /* first tried: 2^61 - 1 */
  modular_init(&m, rows, cols);
  mpz_init_set_ui(product, 1);
  for (int known = 0; least > 0 && (!known || (rank < least && mpz_sizeinbase(product, 2) <= need + 1));) {
    next_modulus(&p, product);
    long r = rank_modulo(&m, a, p);
    if (r < 0)
      continue;
    mpz_mul_ui(product, product, p);
    if (known && (size_t)r <= rank)
      continue;
    known = 1, rank = (size_t)r;
    if (rank > CK_MAX_RANK)
      ck_unreadable("a rank above %d", CK_MAX_RANK);
    if (rank < least) {
      need = minor_bits(a, rows, cols, rank + 1);
      limit_work(a, rows, cols, rank, need);
    }
    for (size_t i = 0; pivot_rows && i < rank; i++)
      pivot_rows[i] = m.order[i];
  }
  ck_free(m.a), ck_free(m.order);
  mpz_clear(product);
  return rank;
}
