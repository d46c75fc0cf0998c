/* Codes from Hadamard matrices (Sylvester, Paley I and II, doubling) and RM(1,r).
   A matrix is a square of bits, 1 for an entry -1. MacWilliams and Sloane, The Theory of Error-Correcting Codes, chapter 2, section 3. */
#include "construct_internal.h"
#include "gf.h"
#include <stdlib.h>

#define MAX_ORDER 4096u

/* A square bit matrix in a list of words: rows are words. */
static minip_status_t square(minip__list_t *h, size_t order, minip_error_t err)
{
  uint64_t *row;
  minip_status_t st = minip__list_start(h, order, err);
  for (size_t i = 0; st == MINIP_OK && i < order; i++)
    st = minip__list_grow(&row, h, err);
  return st;
}

static int get(const minip__list_t *h, size_t i, size_t j) { return minip_token_bit(minip__list_row(h, i), j); }
static void set(minip__list_t *h, size_t i, size_t j, int bit) { minip_token_set_bit(minip__list_row(h, i), j, bit); }

/* Paley I, q = 3 mod 4: H = I + S with S = (0, 1; -1, chi(a - b)) skew, order q + 1. */
static void fill_paley1(minip__list_t *h, const minip__gf_t *f)
{
  for (uint32_t a = 0; a < f->q; a++) {
    set(h, a + 1, 0, 1);
    for (uint32_t b = 0; b < f->q; b++)
      set(h, a + 1, b + 1, a != b && minip__gf_square(f, minip__gf_sub(f, a, b)) < 0);
  }
}

/* Entry of the symmetric conference matrix of order q + 1, q = 1 mod 4: (0, 1; 1, chi(a - b)). */
static int conference(const minip__gf_t *f, uint32_t i, uint32_t j)
{
  if (i == j)
    return 0;
  return i == 0 || j == 0 ? 1 : minip__gf_square(f, minip__gf_sub(f, i - 1, j - 1));
}

/* Paley II: H = (C + I, C - I; C - I, -C - I), order 2(q + 1). */
static void fill_paley2(minip__list_t *h, const minip__gf_t *f)
{
  uint32_t half = f->q + 1;
  for (uint32_t i = 0; i < half; i++)
    for (uint32_t j = 0; j < half; j++) {
      int c = conference(f, i, j), one = i == j;
      set(h, i, j, c + one < 0);
      set(h, i, j + half, c - one < 0);
      set(h, i + half, j, c - one < 0);
      set(h, i + half, j + half, -c - one < 0);
    }
}

/* (H, H; H, -H) from H in the first half. */
static void fill_double(minip__list_t *h, const minip__list_t *small)
{
  size_t half = small->n;
  for (size_t i = 0; i < half; i++)
    for (size_t j = 0; j < half; j++) {
      int bit = get(small, i, j);
      set(h, i, j, bit), set(h, i, j + half, bit), set(h, i + half, j, bit), set(h, i + half, j + half, !bit);
    }
}

typedef enum { NONE, TRIVIAL, PALEY1, PALEY2, DOUBLE } kind_t;

static kind_t kind_of(size_t order)
{
  if (order == 1)
    return TRIVIAL;
  if (order > MAX_ORDER || order % 2 || (order > 2 && order % 4))
    return NONE;
  if (order == 2 || kind_of(order / 2) != NONE)
    return DOUBLE; /* Sylvester's matrices come from here */
  if (minip__prime_power((uint32_t)order - 1, NULL, NULL))
    return PALEY1;
  uint32_t q = (uint32_t)order / 2 - 1;
  return q % 4 == 1 && minip__prime_power(q, NULL, NULL) ? PALEY2 : NONE;
}

int minip__hadamard_known(size_t order) { return order > 0 && kind_of(order) != NONE; }

static minip_status_t make(minip__list_t *h, size_t order, kind_t kind, minip_error_t err)
{
  minip_status_t st = square(h, order, err);
  if (st != MINIP_OK || kind == TRIVIAL)
    return st;
  if (kind == DOUBLE) {
    minip__list_t small;
    minip__list_init(&small);
    st = make(&small, order / 2, kind_of(order / 2), err);
    if (st == MINIP_OK)
      fill_double(h, &small);
    minip__list_clear(&small);
    return st;
  }
  minip__gf_t f;
  st = minip__gf_init(&f, (uint32_t)(kind == PALEY1 ? order - 1 : order / 2 - 1), err);
  if (st == MINIP_OK && kind == PALEY1)
    fill_paley1(h, &f);
  else if (st == MINIP_OK)
    fill_paley2(h, &f);
  minip__gf_clear(&f);
  return st;
}

/* Change signs of columns, then of rows, until the first row and the first column are all +1. */
static void normalise(minip__list_t *h)
{
  for (size_t i = 1; i < h->n; i++)
    for (size_t k = 0; k < h->words; k++)
      minip__list_row(h, i)[k] ^= minip__list_row(h, 0)[k];
  for (size_t i = 1; i < h->n; i++)
    if (get(h, i, 0))
      for (size_t j = 0; j < h->n; j++)
        set(h, i, j, !get(h, i, j));
}

/* The words of -1's of rows 1 .. order-1 (weight order/2, two of them at distance order/2), and their complements when asked for. */
static minip_status_t rows(minip__list_t *list, minip__promise_t *promise, size_t order, kind_t kind, int complements, minip_error_t err)
{
  minip__list_t h;
  minip__list_init(&h);
  *promise = (minip__promise_t){order, order / 2, order / 2};
  minip_status_t st = make(&h, order, kind, err);
  if (st == MINIP_OK)
    st = minip__list_start(list, order, err);
  if (st == MINIP_OK)
    normalise(&h);
  for (size_t i = 1; st == MINIP_OK && i < order; i++)
    for (int flip = 0; st == MINIP_OK && flip <= complements; flip++) {
      uint64_t *row;
      st = minip__list_grow(&row, list, err);
      for (size_t j = 0; st == MINIP_OK && j < order; j++)
        minip_token_set_bit(row, j, get(&h, i, j) ^ flip);
    }
  minip__list_clear(&h);
  return st;
}

static int complements_of(const minip__params_t *p) { return !GIVEN(p, COMPLEMENTS) || PARAM(p, COMPLEMENTS) != 0; }

static minip_status_t check_order(long order, minip_error_t err)
{
  if (order < 4 || order > (long)MAX_ORDER)
    return minip_error_set(err, MINIP_INPUT, "the order must lie in 4..%u, not %ld", MAX_ORDER, order);
  if (order % 4)
    return minip_error_set(err, MINIP_INPUT, "there is no Hadamard matrix of order %ld: it is not a multiple of 4", order);
  return MINIP_OK;
}

minip_status_t minip__build_hadamard(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  long order = PARAM(p, ORDER);
  minip_status_t st = check_order(order, err);
  if (st != MINIP_OK)
    return st;
  if (!minip__hadamard_known((size_t)order))
    return minip_error_set(err, MINIP_UNDECIDED, "no Hadamard matrix of order %ld by Sylvester, Paley or doubling", order);
  return rows(list, promise, (size_t)order, kind_of((size_t)order), complements_of(p), err);
}

/* r in lo..12, so that 2^r fits the largest order. */
static minip_status_t check_r(const minip__params_t *p, minip_error_t err)
{
  if (PARAM(p, R) < 2 || PARAM(p, R) > 12)
    return minip_error_set(err, MINIP_INPUT, "r must lie in 2..12, not %ld", PARAM(p, R));
  return MINIP_OK;
}

minip_status_t minip__build_sylvester(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  minip_status_t st = check_r(p, err);
  return st == MINIP_OK ? rows(list, promise, (size_t)1 << PARAM(p, R), DOUBLE, complements_of(p), err) : st;
}

static minip_status_t paley(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, kind_t kind, minip_error_t err)
{
  long q = PARAM(p, Q), residue = kind == PALEY1 ? 3 : 1;
  if (q < 3 || q >= (long)MAX_ORDER / (kind == PALEY1 ? 1 : 2))
    return minip_error_set(err, MINIP_INPUT, "q must lie in 3..%ld, not %ld", (long)MAX_ORDER / (kind == PALEY1 ? 1 : 2) - 1, q);
  if (q % 4 != residue || !minip__prime_power((uint32_t)q, NULL, NULL))
    return minip_error_set(err, MINIP_INPUT, "q = %ld is not a prime power that leaves %ld modulo 4", q, residue);
  return rows(list, promise, (size_t)(kind == PALEY1 ? q + 1 : 2 * (q + 1)), kind, complements_of(p), err);
}

minip_status_t minip__build_paley1(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  return paley(list, promise, p, PALEY1, err);
}

minip_status_t minip__build_paley2(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  return paley(list, promise, p, PALEY2, err);
}

/* RM(1,r): the balanced affine functions x -> <a,x> + c, a != 0, as words of their values. */
minip_status_t minip__build_reed_muller(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  minip_status_t st = check_r(p, err);
  if (st != MINIP_OK)
    return st;
  size_t n = (size_t)1 << PARAM(p, R);
  *promise = (minip__promise_t){n, n / 2, n / 2};
  st = minip__list_start(list, n, err);
  for (size_t f = 2; st == MINIP_OK && f < 2 * n; f++) {
    uint64_t *row;
    st = minip__list_grow(&row, list, err);
    for (size_t x = 0; st == MINIP_OK && x < n; x++)
      minip_token_set_bit(row, x, __builtin_parityll((f >> 1) & x) ^ (int)(f & 1));
  }
  return st;
}
