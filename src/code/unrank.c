/* Supports in their two orders: successor, rank, unrank. Formulas and proofs: proofs-notes/codes.md, "Orders". */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip__support_of(uint32_t *c, const uint64_t *row, size_t n, size_t w)
{
  size_t k = 0, words = (n + 63) / 64;
  for (size_t i = 0; i < words; i++)
    for (uint64_t v = row[i]; v; v &= v - 1)
      c[k++] = (uint32_t)(64 * i + (size_t)__builtin_ctzll(v));
  c[w] = (uint32_t)n;
}

void minip__support_to_row(uint64_t *row, const uint32_t *c, size_t n, size_t w)
{
  memset(row, 0, (n + 63) / 64 * sizeof *row);
  for (size_t k = 0; k < w; k++)
    row[c[k] / 64] |= (uint64_t)1 << (c[k] % 64);
}

/* As 0/1 text: the last run of ones loses its first one to the left, and the rest of the run goes to the right end. */
static int next_lex(uint32_t *c, size_t n, size_t w)
{
  if (w == 0)
    return 0;
  size_t b = 1;
  while (b < w && c[w - b - 1] + 1 == c[w - b])
    b++;
  if (c[w - b] == 0)
    return 0;
  c[w - b]--;
  for (size_t k = 1; k < b; k++)
    c[w - b + k] = (uint32_t)(n - b + k);
  return 1;
}

/* Knuth, TAOCP 7.2.1.3, Algorithm R: most steps move the smallest position only. Position j of the book is c[j - 1] here. */
static int next_revolving(uint32_t *c, size_t w)
{
  if (w == 0)
    return 0;
  size_t j = 2;
  int decrease = w % 2 == 1;
  if (decrease && c[0] + 1 < c[1])
    return c[0]++, 1;
  if (!decrease && c[0] > 0)
    return c[0]--, 1;
  for (; j <= w; j++, decrease = !decrease) {
    if (decrease && c[j - 1] >= j) { /* here c_j = c_(j-1) + 1 */
      c[j - 1] = c[j - 2];
      c[j - 2] = (uint32_t)(j - 2);
      return 1;
    }
    if (!decrease && c[j - 1] + 1 < c[j]) { /* here c_(j-1) = j - 2 */
      c[j - 2] = c[j - 1];
      c[j - 1]++;
      return 1;
    }
  }
  return 0;
}

int minip__support_next(uint32_t *c, size_t n, size_t w, minip_order_t order)
{
  return order == MINIP_ORDER_LEX ? next_lex(c, n, w) : next_revolving(c, w);
}

void minip_code_count(fmpz_t count, size_t n, size_t w) { fmpz_bin_uiui(count, n, w); }

/* b = C(p,k) becomes C(p-1,k), for p >= 1. */
static void lower_top(fmpz_t b, size_t p, size_t k)
{
  fmpz_mul_ui(b, b, p > k ? p - k : 0);
  fmpz_divexact_ui(b, b, p);
}

/* Text order, from the left: a one at position i, with r ones from there on, skips the C(n-1-i, r) words with a zero there. */
static void rank_lex(fmpz_t rank, const uint32_t *c, size_t n, size_t w)
{
  fmpz_t b;
  fmpz_init(b);
  fmpz_zero(rank);
  for (size_t k = 0; k < w; k++) {
    fmpz_bin_uiui(b, n - 1 - c[k], w - k);
    fmpz_add(rank, rank, b);
  }
  fmpz_clear(b);
}

/* rank(c_1 < .. < c_w) = C(c_w + 1, w) - 1 - rank(c_1 .. c_(w-1)): the half with c_w set runs backwards. */
static void rank_revolving(fmpz_t rank, const uint32_t *c, size_t w)
{
  fmpz_t b;
  fmpz_init(b);
  fmpz_zero(rank);
  for (size_t k = 1; k <= w; k++) {
    fmpz_bin_uiui(b, (ulong)c[k - 1] + 1, k);
    fmpz_sub(rank, b, rank);
    fmpz_sub_ui(rank, rank, 1);
  }
  fmpz_clear(b);
}

static void unrank_lex(uint32_t *c, const fmpz_t rank, size_t n, size_t w)
{
  fmpz_t rest, b;
  size_t left = w;
  fmpz_init_set(rest, rank), fmpz_init(b);
  if (n > 0)
    fmpz_bin_uiui(b, n - 1, w); /* C(n-1-i, left) all the way */
  for (size_t i = 0; i < n && left > 0; i++) {
    size_t p = n - 1 - i;
    if (fmpz_cmp(rest, b) >= 0) {
      fmpz_sub(rest, rest, b);
      c[w - left] = (uint32_t)i;
      /* C(p, left-1) = C(p, left) left / (p - left + 1); zero divided by zero is C(left-1, left-1) = 1. */
      if (fmpz_is_zero(b))
        fmpz_bin_uiui(b, p, left - 1);
      else {
        fmpz_mul_ui(b, b, left);
        fmpz_divexact_ui(b, b, p - left + 1);
      }
      left--;
    }
    if (p > 0)
      lower_top(b, p, left);
  }
  fmpz_clear(rest), fmpz_clear(b);
}

static void unrank_revolving(uint32_t *c, const fmpz_t rank, size_t n, size_t w)
{
  fmpz_t rest, b, above;
  size_t p = n; /* b = C(p, k) */
  fmpz_init_set(rest, rank), fmpz_init(b), fmpz_init(above);
  fmpz_bin_uiui(b, n, w);
  for (size_t k = w; k >= 1; k--) {
    do { /* the largest p with C(p,k) <= rest; above = C(p+1,k) */
      fmpz_set(above, b);
      lower_top(b, p, k);
      p--;
    } while (fmpz_cmp(b, rest) > 0);
    c[k - 1] = (uint32_t)p;
    fmpz_sub(rest, above, rest);
    fmpz_sub_ui(rest, rest, 1);
    fmpz_sub(b, above, b); /* C(p+1,k) - C(p,k) = C(p,k-1): smaller positions stay below p */
  }
  fmpz_clear(rest), fmpz_clear(b), fmpz_clear(above);
}

void minip__support_unrank(uint32_t *c, const fmpz_t rank, size_t n, size_t w, minip_order_t order)
{
  if (order == MINIP_ORDER_LEX)
    unrank_lex(c, rank, n, w);
  else
    unrank_revolving(c, rank, n, w);
  c[w] = (uint32_t)n;
}

static minip_status_t support_alloc(uint32_t **c, size_t w, minip_error_t err)
{
  *c = calloc(w + 1, sizeof **c);
  return *c ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a support of %zu positions", w);
}

minip_status_t minip_code_rank(fmpz_t rank, const uint64_t *word, size_t n, size_t w, minip_order_t order, minip_error_t err)
{
  uint32_t *c;
  size_t weight = minip_token_weight(word, (n + 63) / 64);
  if (weight != w)
    return minip_error_set(err, MINIP_INPUT, "the word has weight %zu, not %zu", weight, w);
  minip_status_t st = support_alloc(&c, w, err);
  if (st != MINIP_OK)
    return st;
  minip__support_of(c, word, n, w);
  if (order == MINIP_ORDER_LEX)
    rank_lex(rank, c, n, w);
  else
    rank_revolving(rank, c, w);
  free(c);
  return MINIP_OK;
}

minip_status_t minip_code_unrank(uint64_t *word, const fmpz_t rank, size_t n, size_t w, minip_order_t order, minip_error_t err)
{
  uint32_t *c;
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, n, w);
  int outside = fmpz_sgn(rank) < 0 || fmpz_cmp(rank, count) >= 0;
  fmpz_clear(count);
  if (outside)
    return minip_error_set(err, MINIP_INPUT, "the rank lies outside 0 .. C(%zu,%zu) - 1", n, w);
  minip_status_t st = support_alloc(&c, w, err);
  if (st != MINIP_OK)
    return st;
  minip__support_unrank(c, rank, n, w, order);
  minip__support_to_row(word, c, n, w);
  free(c);
  return MINIP_OK;
}
