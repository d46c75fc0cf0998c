/* Dense softmax (T14): optimal error at a base or a temperature, and the threshold base. The derivation is in minip/softmax.h. */
#include <minip/softmax.h>

#define MAX_POWER_BITS ((size_t)1 << 30)
#define MAX_PRECISION ((slong)1 << 22)
#define ERROR_PRECISION 192
#define ROOT_BITS 64

/* D q^D / (p^D + (n-1) q^D) for b = p/q: the error at gap D but for the factor n (n-2) / (2 (n-1)). Not in lowest terms while maxima are sought. */
typedef struct {
  fmpz_t num, den;
} ratio_t;

static void ratio_init(ratio_t *x) { fmpz_init(x->num), fmpz_init_set_ui(x->den, 1); }
static void ratio_clear(ratio_t *x) { fmpz_clear(x->num), fmpz_clear(x->den); }

static int ratio_less(const ratio_t *x, const ratio_t *y)
{
  fmpz_t a, b;
  fmpz_init(a), fmpz_init(b);
  fmpz_mul(a, x->num, y->den);
  fmpz_mul(b, y->num, x->den);
  int less = fmpz_cmp(a, b) < 0;
  fmpz_clear(a), fmpz_clear(b);
  return less;
}

static void largest_ratio(ratio_t *best, size_t *gap, const fmpq_t base, size_t m, size_t n)
{
  fmpz_t p, q;
  ratio_t x;
  fmpz_init_set_ui(p, 1), fmpz_init_set_ui(q, 1), ratio_init(&x);
  for (size_t d = 1; d <= m; d++) {
    fmpz_mul(p, p, fmpq_numref(base)), fmpz_mul(q, q, fmpq_denref(base));
    fmpz_mul_ui(x.num, q, d);
    fmpz_set(x.den, p);
    fmpz_addmul_ui(x.den, q, n - 1);
    if (ratio_less(best, &x)) {
      fmpz_set(best->num, x.num), fmpz_set(best->den, x.den);
      *gap = d;
    }
  }
  fmpz_clear(p), fmpz_clear(q), ratio_clear(&x);
}

minip_status_t minip_softmax_error(fmpq_t error, size_t *gap, const fmpq_t base, size_t m, size_t n, minip_error_t err)
{
  fmpq_zero(error);
  *gap = 0;
  if (n <= 2)
    return MINIP_OK;
  size_t bits = (size_t)fmpz_bits(fmpq_numref(base)) + (size_t)fmpz_bits(fmpq_denref(base));
  if (bits > MAX_POWER_BITS / (m * m))
    return minip_error_set(err, MINIP_LIMIT, "the base has too many digits for m = %zu", m);
  ratio_t best;
  ratio_init(&best);
  largest_ratio(&best, gap, base, m, n);
  fmpz_mul_ui(best.num, best.num, n);
  fmpz_mul_ui(best.num, best.num, n - 2);
  fmpz_mul_ui(best.den, best.den, 2 * (n - 1));
  fmpq_set_fmpz_frac(error, best.num, best.den);
  ratio_clear(&best);
  return MINIP_OK;
}

void minip_softmax_condition(fmpq_t t, size_t gap, size_t n, const fmpq_t target)
{
  fmpq_t part;
  fmpz_t top;
  fmpq_init(part);
  fmpz_init_set_ui(top, gap);
  fmpz_mul_ui(top, top, n);
  fmpz_mul_ui(top, top, n - 2);
  fmpq_mul_si(part, target, (slong)(2 * (n - 1)));
  fmpq_inv(t, part);
  fmpq_mul_fmpz(t, t, top);
  fmpq_sub_si(t, t, (slong)(n - 1));
  fmpq_clear(part), fmpz_clear(top);
}

typedef struct {
  const fmpq *tau;
  size_t gap, other, n;
} point_t;

/* y = e^(tau D). */
static void eval_power(arb_t y, void *data, slong prec)
{
  const point_t *p = data;
  fmpq_t exponent;
  fmpq_init(exponent);
  fmpq_mul_si(exponent, p->tau, (slong)p->gap);
  arb_set_fmpq(y, exponent, prec);
  arb_exp(y, y, prec);
  fmpq_clear(exponent);
}

/* y = (e^(tau D) + n - 1) / D; the error at gap D is n (n-2) / (2 (n-1) y). */
static void eval_inverse_error(arb_t y, void *data, slong prec)
{
  const point_t *p = data;
  eval_power(y, data, prec);
  arb_add_ui(y, y, p->n - 1, prec);
  arb_div_ui(y, y, p->gap, prec);
}

/* The difference of two of them: positive when `other` has the larger error. */
static void eval_difference(arb_t y, void *data, slong prec)
{
  point_t p = *(const point_t *)data, q = p;
  arb_t z;
  arb_init(z);
  q.gap = p.other;
  eval_inverse_error(y, &p, prec);
  eval_inverse_error(z, &q, prec);
  arb_sub(y, y, z, prec);
  arb_clear(z);
}

/* The gap of the largest error without a comparison, 0 where none is known so. For b < 1 the error D / (b^D + n - 1) grows with D. For
   (b-1)^2 > n gap 1 is the worst: b^(D-1) >= 1 + (D-1)(b-1) gives b^D - D b >= (D-1) b (b-2) > (D-1)(n-1), that is
   1/(b + n - 1) > D/(b^D + n - 1), for every D >= 2; tau >= 64 is enough for every n below 2^64. */
static size_t known_worst(const fmpq_t tau, size_t m)
{
  return fmpq_sgn(tau) < 0 ? m : fmpq_cmp_si(tau, 64) >= 0 ? 1 : 0;
}

/* *gap = the D of the largest error. Two never tie: that would make e^tau algebraic. */
static minip_status_t find_worst(size_t *gap, const fmpq_t tau, size_t m, size_t n, minip_error_t err)
{
  *gap = known_worst(tau, m);
  if (*gap > 0)
    return MINIP_OK;
  fmpq_t zero;
  fmpq_init(zero);
  minip_status_t st = MINIP_OK;
  *gap = 1;
  for (size_t d = 2; d <= m && st == MINIP_OK; d++) {
    point_t p = {tau, *gap, d, n};
    int order;
    st = minip_num_compare(&order, eval_difference, &p, zero, MAX_PRECISION, err);
    if (st == MINIP_OK && order > 0)
      *gap = d;
  }
  fmpq_clear(zero);
  return st;
}

static void error_at(arb_t error, const fmpq_t tau, size_t gap, size_t n)
{
  point_t p = {tau, gap, 0, n};
  arb_t top;
  arb_init(top);
  eval_inverse_error(error, &p, ERROR_PRECISION);
  arb_mul_ui(error, error, 2 * (n - 1), ERROR_PRECISION);
  arb_set_ui(top, n);
  arb_mul_ui(top, top, n - 2, ERROR_PRECISION);
  arb_div(error, top, error, ERROR_PRECISION);
  arb_clear(top);
}

/* The limit of error_at: 0 as tau grows, D n (n-2) / (2 (n-1)^2) as it falls. */
static void error_limit(arb_t error, int sign, size_t gap, size_t n)
{
  arb_zero(error);
  if (sign > 0)
    return;
  arb_set_ui(error, gap);
  arb_mul_ui(error, error, n, ERROR_PRECISION);
  arb_mul_ui(error, error, n - 2, ERROR_PRECISION);
  arb_div_ui(error, error, 2 * (n - 1), ERROR_PRECISION);
  arb_div_ui(error, error, n - 1, ERROR_PRECISION);
}

/* The error at a fixed gap falls as tau grows, so a temperature too large to print e^tau lies between a smaller one and the limit. */
static void error_enclosure(arb_t error, const fmpq_t tau, size_t gap, size_t n)
{
  fmpq_t size, nearer;
  arb_t limit;
  fmpq_init(size), fmpq_init(nearer), arb_init(limit);
  fmpq_abs(size, tau);
  if (fmpq_cmp_si(size, MINIP_SOFTMAX_PRINTED_TAU) <= 0) {
    error_at(error, tau, gap, n);
  } else {
    fmpq_set_si(nearer, fmpq_sgn(tau) * MINIP_SOFTMAX_PRINTED_TAU, 1);
    error_at(error, nearer, gap, n);
    error_limit(limit, fmpq_sgn(tau), gap, n);
    arb_union(error, error, limit, ERROR_PRECISION);
    arb_nonnegative_part(error, error);
  }
  fmpq_clear(size), fmpq_clear(nearer), arb_clear(limit);
}

static minip_status_t decide_exactly(minip_verdict_t *verdict, arb_t error, size_t *gap, size_t m, size_t n, const fmpq_t target, minip_error_t err)
{
  fmpq_t one, exact;
  fmpq_init(one), fmpq_init(exact);
  fmpq_one(one);
  minip_status_t st = minip_softmax_error(exact, gap, one, m, n, err);
  arb_set_fmpq(error, exact, ERROR_PRECISION);
  *verdict = fmpq_cmp(exact, target) < 0 ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS;
  fmpq_clear(one), fmpq_clear(exact);
  return st;
}

typedef struct {
  const fmpq *tau, *t;
  size_t gap;
} condition_t;

/* y = tau D - log t, t > 0: of the sign of e^(tau D) - t, and no power is computed. */
static void eval_condition(arb_t y, void *data, slong prec)
{
  const condition_t *p = data;
  fmpq_t exponent;
  arb_t log;
  fmpq_init(exponent), arb_init(log);
  fmpq_mul_si(exponent, p->tau, (slong)p->gap);
  arb_set_fmpq(log, p->t, prec);
  arb_log(log, log, prec);
  arb_set_fmpq(y, exponent, prec);
  arb_sub(y, y, log, prec);
  fmpq_clear(exponent), arb_clear(log);
}

/* e^(tau D) > t? */
static minip_status_t judge(minip_verdict_t *verdict, const fmpq_t tau, size_t gap, const fmpq_t t, minip_error_t err)
{
  condition_t p = {tau, t, gap};
  fmpq_t zero;
  int order = 1;
  fmpq_init(zero);
  minip_status_t st = fmpq_sgn(t) <= 0 ? MINIP_OK : minip_num_compare(&order, eval_condition, &p, zero, MAX_PRECISION, err);
  if (st == MINIP_OK)
    *verdict = order > 0 ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS;
  fmpq_clear(zero);
  return st;
}

/* The largest error decides alone. */
minip_status_t minip_softmax_decide(minip_verdict_t *verdict, arb_t error, size_t *gap, const fmpq_t tau, size_t m, size_t n, const fmpq_t target, minip_error_t err)
{
  *verdict = MINIP_VERDICT_UNDECIDED;
  if (n <= 2 || fmpq_is_zero(tau))
    return decide_exactly(verdict, error, gap, m, n, target, err);
  minip_status_t st = find_worst(gap, tau, m, n, err);
  if (st != MINIP_OK)
    return st;
  error_enclosure(error, tau, *gap, n);
  fmpq_t t;
  fmpq_init(t);
  minip_softmax_condition(t, *gap, n, target);
  st = judge(verdict, tau, *gap, t, err);
  fmpq_clear(t);
  return st;
}

void minip_softmax_threshold_init(minip_softmax_threshold_t threshold)
{
  threshold->gap = threshold->degree = 0;
  fmpq_init(threshold->value), fmpq_init(threshold->lower), fmpq_init(threshold->upper);
}

void minip_softmax_threshold_clear(minip_softmax_threshold_t threshold)
{
  fmpq_clear(threshold->value), fmpq_clear(threshold->lower), fmpq_clear(threshold->upper);
}

/* x = x^(1/g) if that is rational. */
static int take_root(fmpq_t x, size_t g)
{
  fmpq_t root;
  fmpq_init(root);
  int exact = fmpz_root(fmpq_numref(root), fmpq_numref(x), (slong)g) && fmpz_root(fmpq_denref(root), fmpq_denref(x), (slong)g);
  if (exact)
    fmpq_set(x, root);
  fmpq_clear(root);
  return exact;
}

/* b^degree = value with no rational root taken out for any prime dividing the degree: then den b^degree - num is irreducible (value > 0). */
static void reduce_degree(fmpq_t value, size_t *degree)
{
  for (size_t p = 2; p <= *degree; p++)
    while (*degree % p == 0 && take_root(value, p))
      *degree /= p;
}

/* b* = (num/den)^(1/k) between r/2^e and (r+1)/2^e, r = floor(2^e b*) of more than 64 bits. */
static void isolate(fmpq_t lower, fmpq_t upper, const fmpq_t value, size_t k)
{
  fmpz_t scaled, root, unit;
  size_t e = ROOT_BITS + 2 + (size_t)fmpz_bits(fmpq_denref(value)) / k;
  fmpz_init(scaled), fmpz_init(root), fmpz_init(unit);
  fmpz_one_2exp(unit, e);
  fmpz_mul_2exp(scaled, fmpq_numref(value), e * k);
  fmpz_fdiv_q(scaled, scaled, fmpq_denref(value));
  fmpz_root(root, scaled, (slong)k);
  fmpq_set_fmpz_frac(lower, root, unit);
  fmpz_add_ui(root, root, 1);
  fmpq_set_fmpz_frac(upper, root, unit);
  fmpz_clear(scaled), fmpz_clear(root), fmpz_clear(unit);
}

/* The largest t_D^(1/D) over positive t_D: *gap = D, value = t_D; *gap = 0 when there is none. */
static void largest_root(fmpq_t value, size_t *gap, size_t m, size_t n, const fmpq_t target)
{
  fmpq_t t;
  fmpq_init(t);
  *gap = 0;
  for (size_t d = 1; n >= 3 && d <= m; d++) {
    minip_softmax_condition(t, d, n, target);
    if (fmpq_sgn(t) > 0 && (*gap == 0 || minip_num_root_less(value, *gap, t, d))) {
      *gap = d;
      fmpq_set(value, t);
    }
  }
  fmpq_clear(t);
}

void minip_softmax_threshold(minip_softmax_threshold_t threshold, size_t m, size_t n, const fmpq_t target)
{
  fmpq_t value, lower, upper;
  fmpq_init(value), fmpq_init(lower), fmpq_init(upper);
  largest_root(value, &threshold->gap, m, n, target);
  threshold->degree = threshold->gap;
  reduce_degree(value, &threshold->degree);
  if (threshold->degree > 1)
    isolate(lower, upper, value, threshold->degree);
  else
    fmpq_set(lower, value), fmpq_set(upper, value);
  fmpq_swap(threshold->value, value), fmpq_swap(threshold->lower, lower), fmpq_swap(threshold->upper, upper);
  fmpq_clear(value), fmpq_clear(lower), fmpq_clear(upper);
}
