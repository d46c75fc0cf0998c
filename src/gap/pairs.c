/* The best pair of classes (T3, T4). Doubles with a proved error bound discard pairs; exact integers decide among the rest. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>

/* T4's bound of a pair (z_0 in a, z_1 in b) is (V_0 p + (n-2) V_1 q) / (2 (V_0 + (n-2) V_1)): a mean of p/2 and q/2, so extremes of V do. */
typedef struct {
  uint32_t p, q;
  const fmpz *v0, *v1; /* |V| of the extreme entries */
  size_t low, high;
} pair_t;

/* The pair's p, q and extremes; 0 when it bounds nothing (or nothing that another pair does not). */
static inline int pair_of(pair_t *pair, const minip__class_t *a, const minip__class_t *b, size_t n)
{
  if (b->overlap < a->overlap || (n == 2 && a != b)) /* at length 2 there is one z */
    return 0;
  if (a == b) { /* G: equal outputs where the targets differ (MINIP_WITNESS_ZERO) */
    pair->p = pair->q = a->lifted - a->overlap;
    pair->v0 = pair->v1 = &a->lo;
    pair->low = pair->high = a->lo_entry;
    return pair->p > 0;
  }
  /* With denominators of both signs only T3 is left, with the true overlaps. */
  pair->p = a->sign == b->sign ? a->lifted - a->overlap : 0;
  pair->q = (a->sign == b->sign ? b->lifted : b->overlap) - a->overlap;
  if (pair->p == pair->q)
    return 0; /* p/2: the pair (a, a) says the same */
  int want_high = pair->q > pair->p;
  pair->v0 = want_high ? &a->lo : &a->hi;
  pair->low = want_high ? a->lo_entry : a->hi_entry;
  pair->v1 = want_high ? &b->hi : &b->lo;
  pair->high = want_high ? b->hi_entry : b->lo_entry;
  return 1;
}

static void exact_bound(fmpz_t num, fmpz_t den, const pair_t *pair, size_t n)
{
  fmpz_t w1;
  fmpz_init(w1);
  fmpz_mul_ui(w1, pair->v1, (ulong)n - 2);
  fmpz_add(den, pair->v0, w1);
  fmpz_mul_2exp(den, den, 1);
  fmpz_mul_ui(num, pair->v0, pair->p);
  fmpz_addmul_ui(num, w1, pair->q);
  fmpz_clear(w1);
}

/* |V| of a class's extreme entries, and the reciprocals of the mantissas. */
typedef struct {
  minip__approx_t lo, hi;
  double lo_inverse, hi_inverse;
} approx_t;

/* Powers of two 2^-CAP .. 2^CAP. A larger ratio V_1/V_0 is replaced by 2^CAP, a smaller one by 2^-CAP. */
#define CAP 900

/* An approximate bound B~ with bound <= B~ (1 + MINIP__MARGIN), and B~ <= bound (1 + MINIP__MARGIN) unless a ratio was replaced.
   The ratio R = (n-2) V_1 / V_0 takes two conversions, one reciprocal, three products; then p + R q, 1 + R and a quotient, of terms >= 0: see
   minip__approx_t. The bound is a mean of p/2 and q/2 with weights 1 and R, so monotone in R, and replacing R < 2^-CAP by 2^-CAP or R > 2^CAP
   by 2^CAP moves it upwards, or by a factor within 1 - 2^-CAP. */
static double approximate(const pair_t *pair, double r)
{
  return (pair->p + r * pair->q) / (2 * (1 + r));
}

static double ratio_of(double mantissa, slong exponent, const double *powers)
{
  slong e = exponent < -CAP ? -CAP : exponent > CAP ? CAP : exponent;
  return mantissa * powers[e + CAP];
}

typedef struct {
  const minip__classes_t *classes;
  size_t n;
  approx_t *approx;     /* per class */
  double *row_best;     /* per class a: at least the largest B~ of its pairs, but for a factor (1 + MINIP__MARGIN) */
  size_t *largest;      /* per class b: that of the largest hi among b, b+1, ..; NULL unless every pair is a plain one, see skip */
  double powers[2 * CAP + 1];
} search_t;

static double pair_bound(const search_t *s, const pair_t *pair, size_t a, size_t b)
{
  const approx_t *x = &s->approx[a], *y = &s->approx[b];
  if (a == b)
    return pair->p / 2.0;
  double r = pair->q > pair->p ? ratio_of(y->hi.mantissa * x->lo_inverse, y->hi.exponent - x->lo.exponent, s->powers)
                               : ratio_of(y->lo.mantissa * x->hi_inverse, y->lo.exponent - x->hi.exponent, s->powers);
  return approximate(pair, r * (double)(s->n - 2));
}

static int is_larger(const minip__approx_t *x, const minip__approx_t *y)
{
  return x->exponent != y->exponent ? x->exponent > y->exponent : x->mantissa > y->mantissa;
}

/* The next class from b on whose pair with a may reach floor. Without zeros and signs the classes rise in overlap, p = 0, q = s_b - s_a, and the bound
   q/2 * R/(1+R) grows with q and R: so the classes a + 2^i .. a + 2^(i+1) - 1 are discarded together by the last one's q and the largest V_1 from the
   first one on. *skipped = an upper bound of what was discarded, if that is more. The largest V_1 was chosen by its approximation, one more
   rounding in the margin. It makes a kernel that falls exponentially cost O(log m) a class instead of O(m). */
static size_t skip(const search_t *s, size_t a, size_t b, double floor, double *skipped)
{
  const minip__class_t *list = s->classes->list;
  size_t count = s->classes->count;
  if (!s->largest)
    return b;
  for (b = b > a ? b : a + 1; b < count && ((b - a) & (b - a - 1)) == 0;) {
    size_t end = b - a < count - b ? b + (b - a) : count;
    pair_t widest = {.p = 0, .q = list[end - 1].overlap - list[a].overlap};
    double bound = pair_bound(s, &widest, a, s->largest[b]) * (1 + 4 * MINIP__MARGIN);
    if (bound >= floor)
      return b;
    *skipped = bound > *skipped ? bound : *skipped;
    b = end;
  }
  return b;
}

static void fill_approx(search_t *s)
{
  for (size_t i = 0; i < s->classes->count; i++) {
    const minip__class_t *c = &s->classes->list[i];
    approx_t *x = &s->approx[i];
    x->lo.mantissa = fmpz_get_d_2exp(&x->lo.exponent, &c->lo);
    x->hi.mantissa = fmpz_get_d_2exp(&x->hi.exponent, &c->hi);
    x->lo_inverse = 1 / x->lo.mantissa;
    x->hi_inverse = 1 / x->hi.mantissa;
  }
  for (int e = -CAP; e <= CAP; e++)
    s->powers[e + CAP] = ldexp(1.0, e);
  for (size_t i = s->classes->count; s->largest && i-- > 0;) {
    size_t later = i + 1 < s->classes->count ? s->largest[i + 1] : i;
    s->largest[i] = is_larger(&s->approx[later].hi, &s->approx[i].hi) ? later : i;
  }
}

/* First pass: row_best, and (up to what it skips) the pair whose B~ is the largest. Returns 0 when no pair bounds anything. */
static int scan(search_t *s, pair_t *best)
{
  double top = -1;
  for (size_t a = 0; a < s->classes->count; a++) {
    s->row_best[a] = -1;
    for (size_t b = skip(s, a, 0, top, &s->row_best[a]); b < s->classes->count; b = skip(s, a, b + 1, top, &s->row_best[a])) {
      pair_t pair;
      if (!pair_of(&pair, &s->classes->list[a], &s->classes->list[b], s->n))
        continue;
      double bound = pair_bound(s, &pair, a, b);
      if (bound > s->row_best[a])
        s->row_best[a] = bound;
      if (bound > top) {
        top = bound;
        *best = pair;
      }
    }
  }
  return top >= 0;
}

/* A double below num/den, not far below it. */
static double lower_double(const fmpz_t num, const fmpz_t den)
{
  slong e, f;
  double x = fmpz_get_d_2exp(&e, num), y = fmpz_get_d_2exp(&f, den);
  slong shift = e - f;
  if (shift < -CAP)
    return 0;
  return ldexp(x / y, (int)(shift > CAP ? CAP : shift)) * (1 - MINIP__MARGIN);
}

static void set_witness(minip_witness_t *w, const minip__classes_t *classes, size_t a, size_t b, const pair_t *pair)
{
  const minip__class_t *x = &classes->list[a], *y = &classes->list[b];
  int special = pair->p > 0 || pair->q != y->overlap - x->overlap;
  w->kind = a == b ? MINIP_WITNESS_ZERO : special ? MINIP_WITNESS_ZERO_PAIR : MINIP_WITNESS_PAIR;
  w->low = pair->low;
  w->low_overlap = x->overlap;
  w->high = a == b ? classes->anchor : pair->high;
  w->high_overlap = a == b ? classes->anchor_overlap : y->overlap;
  w->anchor = w->kind == MINIP_WITNESS_ZERO_PAIR ? classes->anchor : MINIP_NO_ENTRY;
  w->anchor_overlap = w->kind == MINIP_WITNESS_ZERO_PAIR ? classes->anchor_overlap : 0;
}

/* Second pass: the pairs that doubles did not discard, exactly, in list order. threshold <= the true maximum. */
static void decide(fmpz_t num, fmpz_t den, minip_witness_t *witness, const search_t *s, double threshold)
{
  fmpz_t x, y, left, right;
  fmpz_init(x), fmpz_init(y), fmpz_init(left), fmpz_init(right);
  double skipped = -1;
  for (size_t a = 0; a < s->classes->count; a++) {
    if (s->row_best[a] * (1 + MINIP__MARGIN) < threshold)
      continue;
    for (size_t b = skip(s, a, 0, threshold, &skipped); b < s->classes->count; b = skip(s, a, b + 1, threshold, &skipped)) {
      pair_t pair;
      if (!pair_of(&pair, &s->classes->list[a], &s->classes->list[b], s->n) || pair_bound(s, &pair, a, b) * (1 + MINIP__MARGIN) < threshold)
        continue;
      exact_bound(x, y, &pair, s->n);
      fmpz_mul(left, x, den);
      fmpz_mul(right, num, y);
      if (fmpz_cmp(left, right) <= 0)
        continue;
      fmpz_swap(num, x);
      fmpz_swap(den, y);
      set_witness(witness, s->classes, a, b, &pair);
    }
  }
  fmpz_clear(x), fmpz_clear(y), fmpz_clear(left), fmpz_clear(right);
}

minip_status_t minip__classes_best(fmpz_t num, fmpz_t den, minip_witness_t *witness, const minip__classes_t *classes, size_t n, minip_error_t err)
{
  pair_t best = {0};
  search_t s = {.classes = classes, .n = n};
  *witness = (minip_witness_t){.kind = MINIP_WITNESS_NONE, .low = MINIP_NO_ENTRY, .high = MINIP_NO_ENTRY, .anchor = MINIP_NO_ENTRY};
  fmpz_zero(num);
  fmpz_one(den);
  s.approx = calloc(classes->count + 1, sizeof *s.approx);
  s.row_best = calloc(classes->count + 1, sizeof *s.row_best);
  int plain = classes->anchor == MINIP_NO_ENTRY && !(classes->has_sign[0] && classes->has_sign[1]);
  if (plain)
    s.largest = calloc(classes->count + 1, sizeof *s.largest);
  if (!s.approx || !s.row_best || (plain && !s.largest)) {
    free(s.approx), free(s.row_best), free(s.largest);
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  }
  fill_approx(&s);
  if (scan(&s, &best)) {
    exact_bound(num, den, &best, n);
    double threshold = lower_double(num, den);
    fmpz_zero(num);
    fmpz_one(den);
    decide(num, den, witness, &s, threshold);
  }
  free(s.approx), free(s.row_best), free(s.largest);
  return MINIP_OK;
}
