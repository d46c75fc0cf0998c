/* Choosing an offset: B - C has entries of size at most max(|C|, |a - C|), smallest near C = a/2 (T8).
   Floating point only chooses; whatever it chooses is evaluated exactly. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>

/* Best first convergent of x that is within 1/2000 of it. */
static void short_fraction(fmpq_t out, long double x)
{
  long double rest = x;
  fmpz_t p0, q0, p1, q1, t;
  fmpz_init_set_ui(p0, 0), fmpz_init_set_ui(q0, 1), fmpz_init_set_ui(p1, 1), fmpz_init_set_ui(q1, 0), fmpz_init(t);
  for (int i = 0; i < 40; i++) {
    long double whole = floorl(rest);
    fmpz_t a;
    fmpz_init(a);
    minip__bound_round(a, whole);
    fmpz_set(t, p1), fmpz_mul(p1, p1, a), fmpz_add(p1, p1, p0), fmpz_set(p0, t);
    fmpz_set(t, q1), fmpz_mul(q1, q1, a), fmpz_add(q1, q1, q0), fmpz_set(q0, t);
    fmpz_clear(a);
    fmpq_set_fmpz_frac(out, p1, q1);
    if ((i > 0 && rest - whole < 1e-12L) || fabsl(minip__bound_approx(out) - x) < x / 2000)
      break;
    rest = 1 / (rest - whole);
  }
  fmpz_clear(p0), fmpz_clear(q0), fmpz_clear(p1), fmpz_clear(q1), fmpz_clear(t);
}

void minip__bound_round(fmpz_t out, long double x)
{
  if (x < 1e12L) {
    fmpz_set_si(out, (slong)(x + 0.5L));
    return;
  }
  slong digits = (slong)floorl(log10l(x)) - 11;
  fmpz_t ten;
  fmpz_init(ten);
  int e;
  long double man = frexpl(x, &e);
  fmpz_set_ui(out, (ulong)ldexpl(man, 63));
  fmpz_mul_2exp(out, out, e > 63 ? (ulong)(e - 63) : 0);
  fmpz_fdiv_q_2exp(out, out, e < 63 ? (ulong)(63 - e) : 0);
  fmpz_ui_pow_ui(ten, 10, (ulong)digits);
  fmpz_fdiv_q(out, out, ten);
  fmpz_mul(out, out, ten);
  fmpz_clear(ten);
}

void minip__bound_simple_rational(fmpq_t out, long double x)
{
  if (!(fabsl(x) > 0) || !isfinite(x)) {
    fmpq_zero(out);
    return;
  }
  short_fraction(out, fabsl(x));
  if (x < 0)
    fmpq_neg(out, out);
}

static long double sum_at(const minip__profile_t *p, long double u, long double v)
{
  long double sum = 0;
  for (size_t k = p->from; k <= p->to; k++) {
    long double c = u - v * (long double)k, r = fabsl(p->a[k] - c);
    c = fabsl(c);
    c = c > r ? c : r;
    sum += p->count[k] * c * c;
  }
  return sum / ((1 - u) * (1 - u));
}

/* Between two neighbouring values of a/2 the sum is (M c^2 - 2 R c + Q)/(1-c)^2, M all pairs, R and Q the sums of a and a^2 over pairs with a > 2c:
   stationary at c = (R - Q)/(M - R). The a fall as k grows, so the pairs with a > 2c are a first stretch of gaps. */
long double minip__bound_choose_offset(fmpq_t c, const minip__profile_t *p)
{
  long double all = 0, r = 0, q = 0, best = sum_at(p, 0, 0), best_c = 0;
  for (size_t k = p->from; k <= p->to; k++)
    all += p->count[k];
  for (size_t k = p->from; k <= p->to; k++) {
    r += p->count[k] * p->a[k];
    q += p->count[k] * p->a[k] * p->a[k];
    long double high = p->a[k] / 2, low = k < p->to ? p->a[k + 1] / 2 : 0, x = all > r ? (r - q) / (all - r) : high;
    x = x < low ? low : x > high ? high : x;
    if (!(x < 1) || !(all > 0))
      continue;
    long double value = (all * x * x - 2 * r * x + q) / ((1 - x) * (1 - x));
    if (value < best)
      best = value, best_c = x;
  }
  minip__bound_simple_rational(c, best_c);
  return sum_at(p, minip__bound_approx(c), 0);
}

#define GOLDEN 0.61803398874989484820L

/* The best v for u: the sum is convex in v. */
static long double best_slope(const minip__profile_t *p, long double u, long double reach, long double *slope)
{
  long double lo = -reach, hi = reach, a = hi - GOLDEN * (hi - lo), b = lo + GOLDEN * (hi - lo), fa = sum_at(p, u, a), fb = sum_at(p, u, b);
  for (int i = 0; i < 34; i++)
    if (fa <= fb) {
      hi = b, b = a, fb = fa, a = hi - GOLDEN * (hi - lo), fa = sum_at(p, u, a);
    } else {
      lo = a, a = b, fa = fb, b = lo + GOLDEN * (hi - lo), fb = sum_at(p, u, b);
    }
  *slope = (lo + hi) / 2;
  return fa < fb ? fa : fb;
}

/* Pairs whose share of the sum cannot matter are left out, which shortens the search at large m. */
static minip__profile_t trimmed(const minip__profile_t *p, long double c)
{
  minip__profile_t t = *p;
  long double limit = sum_at(p, c, 0) * 1e-9L;
  while (t.from < t.to && p->count[t.from] * (p->a[t.from] + c) * (p->a[t.from] + c) * (long double)(t.to - t.from) < limit)
    t.from++;
  while (t.to > t.from && p->count[t.to] * (p->a[t.to] + 16 * c) * (p->a[t.to] + 16 * c) * (long double)(t.to - t.from) < limit)
    t.to--;
  return t;
}

long double minip__bound_choose_linear(fmpq_t u, fmpq_t v, const minip__profile_t *profile)
{
  long double c, slope, best_slope_found = 0;
  minip__bound_choose_offset(u, profile);
  c = minip__bound_approx(u);
  if (!(c > 0)) {
    fmpq_zero(v);
    return sum_at(profile, 0, 0);
  }
  minip__profile_t p = trimmed(profile, c);
  /* Offsets wanted are about a/2 at typical gaps: u within a few times the constant one, v k of the same size. The sum over (1-u)^2 is quasi-convex. */
  long double lo = 0, hi = 16 * c < 0.999L ? 16 * c : 0.999L, reach = 16 * c / (long double)(p.from ? p.from : 1);
  for (int i = 0; i < 34; i++) {
    long double a = hi - GOLDEN * (hi - lo), b = lo + GOLDEN * (hi - lo);
    if (best_slope(&p, a, reach, &slope) <= best_slope(&p, b, reach, &slope))
      hi = b;
    else
      lo = a;
  }
  best_slope(&p, (lo + hi) / 2, reach, &best_slope_found);
  minip__bound_simple_rational(u, (lo + hi) / 2);
  minip__bound_simple_rational(v, best_slope_found);
  /* u was rounded: the slope that fits the rounded u is better, and v decides more digits than u does. */
  best_slope(&p, minip__bound_approx(u), reach, &best_slope_found);
  minip__bound_simple_rational(v, best_slope_found);
  return sum_at(profile, minip__bound_approx(u), minip__bound_approx(v));
}
