/* The functions of pure arithmetic. */
#include "internal.h"
#include <string.h>

#define FUNCTION(name)                                                                                                                     \
  static minip_status_t name(minip__value_t v, minip__value_struct *arguments, size_t count, const minip__node_t *node, minip__evaluation_t *ev, \
                             minip_error_t err)

static minip_status_t need_number(const minip__value_t v, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  return v->string ? minip__node_fail(err, MINIP_INPUT, node, ev, "'%s' takes numbers", node->builtin->name) : MINIP_OK;
}

/* v = k, exactly, when x = 2^k. */
static int exact_log2(minip__value_t v, const fmpq_t x)
{
  const fmpz *big = fmpz_is_one(fmpq_denref(x)) ? fmpq_numref(x) : fmpz_is_one(fmpq_numref(x)) ? fmpq_denref(x) : NULL;
  if (!big || fmpz_val2(big) + 1 != fmpz_bits(big))
    return 0;
  v->is_exact = 1;
  fmpq_set_si(v->exact, big == fmpq_numref(x) ? (slong)fmpz_val2(big) : -(slong)fmpz_val2(big), 1);
  return 1;
}

FUNCTION(log2_of)
{
  (void)count;
  const minip__value_struct *x = &arguments[0];
  if (need_number(x, node, ev, err) != MINIP_OK)
    return err->status;
  if (x->is_exact ? fmpq_sgn(x->exact) <= 0 : arb_is_nonpositive(x->ball))
    return minip__node_fail(err, MINIP_INPUT, node, ev, "the logarithm of a number that is not positive");
  if (x->is_exact && exact_log2(v, x->exact))
    return MINIP_OK;
  v->is_exact = 0;
  if (x->is_exact)
    minip_num_log2(v->ball, x->exact, ev->prec);
  else
    arb_log_base_ui(v->ball, x->ball, 2, ev->prec);
  return MINIP_OK;
}

/* -p log2 p, added to total. */
static void add_entropy_term(arb_t total, const fmpq_t p, slong prec)
{
  arb_t term, factor;
  arb_init(term), arb_init(factor);
  minip_num_log2(term, p, prec);
  arb_set_fmpq(factor, p, prec);
  arb_submul(total, term, factor, prec);
  arb_clear(term), arb_clear(factor);
}

/* Binary entropy of an irrational p, q = 1 - p; without a value while p's ball reaches 0 or 1. */
static void ball_entropy(arb_t v, const arb_t p, const arb_t q, slong prec)
{
  arb_t term;
  arb_init(term);
  arb_log_base_ui(term, p, 2, prec);
  arb_mul(v, p, term, prec);
  arb_log_base_ui(term, q, 2, prec);
  arb_addmul(v, q, term, prec);
  arb_neg(v, v);
  arb_clear(term);
}

static minip_status_t entropy_of_ball(minip__value_t v, const arb_t p, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  arb_t q;
  arb_init(q);
  arb_sub_ui(q, p, 1, ev->prec);
  arb_neg(q, q);
  int outside = arb_is_negative(p) || arb_is_negative(q);
  if (!outside) {
    v->is_exact = 0;
    ball_entropy(v->ball, p, q, ev->prec);
  }
  arb_clear(q);
  return outside ? minip__node_fail(err, MINIP_INPUT, node, ev, "H takes a number from 0 to 1") : MINIP_OK;
}

/* Binary entropy of p in [0,1]. */
FUNCTION(entropy)
{
  (void)count;
  if (need_number(&arguments[0], node, ev, err) != MINIP_OK)
    return err->status;
  if (!arguments[0].is_exact)
    return entropy_of_ball(v, arguments[0].ball, node, ev, err);
  fmpq_t p, q;
  fmpq_init(p), fmpq_init(q);
  fmpq_set(p, arguments[0].exact);
  fmpq_one(q);
  fmpq_sub(q, q, p);
  minip_status_t st = MINIP_OK;
  if (fmpq_sgn(p) < 0 || fmpq_sgn(q) < 0)
    st = minip__node_fail(err, MINIP_INPUT, node, ev, "H takes a number from 0 to 1");
  else if (fmpq_is_zero(p) || fmpq_is_zero(q) || fmpq_equal(p, q))
    fmpq_set_si(v->exact, fmpq_equal(p, q), 1);
  else {
    v->is_exact = 0;
    arb_zero(v->ball);
    add_entropy_term(v->ball, p, ev->prec);
    add_entropy_term(v->ball, q, ev->prec);
  }
  fmpq_clear(p), fmpq_clear(q);
  return st;
}

FUNCTION(binomial)
{
  slong n, k;
  (void)count;
  if (minip__need_integer(&n, &arguments[0], 0, 10000000, "the upper number of a binomial", node, ev, err) != MINIP_OK ||
      minip__need_integer(&k, &arguments[1], -10000000, 10000000, "the lower number of a binomial", node, ev, err) != MINIP_OK)
    return err->status;
  fmpz_t x;
  fmpz_init(x);
  if (k >= 0 && k <= n)
    fmpz_bin_uiui(x, (ulong)n, (ulong)k);
  minip__value_set_fmpz(v, x);
  fmpz_clear(x);
  return MINIP_OK;
}

FUNCTION(factorial)
{
  slong n;
  (void)count;
  if (minip__need_integer(&n, &arguments[0], 0, 1000000, "the argument of a factorial", node, ev, err) != MINIP_OK)
    return err->status;
  fmpz_t x;
  fmpz_init(x);
  fmpz_fac_ui(x, (ulong)n);
  minip__value_set_fmpz(v, x);
  fmpz_clear(x);
  return MINIP_OK;
}

/* floor or ceil of a ball, when it holds one integer only; else "not yet" at this precision. */
static minip_status_t round_ball(minip__value_t v, const arb_t x, int up, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  arb_t y;
  fmpz_t n;
  arb_init(y), fmpz_init(n);
  if (up)
    arb_ceil(y, x, ev->prec);
  else
    arb_floor(y, x, ev->prec);
  int unique = arb_is_finite(y) && arb_get_unique_fmpz(n, y);
  minip__value_set_fmpz(v, n);
  arb_clear(y), fmpz_clear(n);
  return unique ? MINIP_OK : minip__node_fail(err, MINIP_UNDECIDED, node, ev, "%s is not decided at %ld bits", up ? "ceil" : "floor", (long)ev->prec);
}

static minip_status_t rounded(minip__value_t v, const minip__value_t x, int up, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  if (need_number(x, node, ev, err) != MINIP_OK)
    return err->status;
  if (!x->is_exact)
    return round_ball(v, x->ball, up, node, ev, err);
  fmpz_t n;
  fmpz_init(n);
  (up ? fmpz_cdiv_q : fmpz_fdiv_q)(n, fmpq_numref(x->exact), fmpq_denref(x->exact));
  minip__value_set_fmpz(v, n);
  fmpz_clear(n);
  return MINIP_OK;
}

FUNCTION(floor_of) { return (void)count, rounded(v, arguments, 0, node, ev, err); }
FUNCTION(ceil_of) { return (void)count, rounded(v, arguments, 1, node, ev, err); }

FUNCTION(absolute)
{
  (void)count;
  if (need_number(arguments, node, ev, err) != MINIP_OK)
    return err->status;
  minip__value_swap(v, arguments);
  fmpq_abs(v->exact, v->exact);
  arb_abs(v->ball, v->ball);
  return MINIP_OK;
}

/* The least (sign = -1) or greatest (sign = 1) argument; of balls, the ball of the extreme. */
static minip_status_t extreme(minip__value_t v, minip__value_struct *arguments, size_t count, int sign, const minip__node_t *node,
                              minip__evaluation_t *ev, minip_error_t err)
{
  for (size_t i = 0; i < count; i++)
    if (need_number(&arguments[i], node, ev, err) != MINIP_OK)
      return err->status;
  minip__value_swap(v, &arguments[0]);
  for (size_t i = 1; i < count; i++) {
    minip__value_struct *x = &arguments[i];
    if (v->is_exact && x->is_exact) {
      if (fmpq_cmp(x->exact, v->exact) * sign > 0)
        minip__value_swap(v, x);
      continue;
    }
    arb_t a, b;
    arb_init(a), arb_init(b);
    minip__value_get_arb(a, v, ev->prec);
    minip__value_get_arb(b, x, ev->prec);
    v->is_exact = 0;
    (sign > 0 ? arb_max : arb_min)(v->ball, a, b, ev->prec);
    arb_clear(a), arb_clear(b);
  }
  return MINIP_OK;
}

FUNCTION(least) { return extreme(v, arguments, count, -1, node, ev, err); }
FUNCTION(greatest) { return extreme(v, arguments, count, 1, node, ev, err); }

FUNCTION(square_root)
{
  (void)count;
  minip__value_t half;
  minip__value_init(half);
  fmpq_set_si(half->exact, 1, 2);
  minip_status_t st = need_number(arguments, node, ev, err);
  if (st == MINIP_OK && arguments->is_exact && fmpq_is_zero(arguments->exact))
    fmpq_zero(v->exact);
  else if (st == MINIP_OK)
    st = minip__operation(NODE_POWER)(v, arguments, half, node, ev, err);
  minip__value_clear(half);
  return st;
}

FUNCTION(remainder_of)
{
  (void)count;
  if (minip__need_exact(&arguments[0], "the dividend", node, ev, err) != MINIP_OK || minip__need_exact(&arguments[1], "the divisor", node, ev, err) != MINIP_OK)
    return err->status;
  if (!fmpz_is_one(fmpq_denref(arguments[0].exact)) || !fmpz_is_one(fmpq_denref(arguments[1].exact)) || fmpq_sgn(arguments[1].exact) <= 0)
    return minip__node_fail(err, MINIP_INPUT, node, ev, "mod takes an integer and a positive integer");
  fmpz_t x;
  fmpz_init(x);
  fmpz_mod(x, fmpq_numref(arguments[0].exact), fmpq_numref(arguments[1].exact));
  minip__value_set_fmpz(v, x);
  fmpz_clear(x);
  return MINIP_OK;
}

static const minip__builtin_t functions[] = {
  {"log2", 1, 1, log2_of},    {"H", 1, 1, entropy},     {"binomial", 2, 2, binomial}, {"factorial", 1, 1, factorial},
  {"floor", 1, 1, floor_of},  {"ceil", 1, 1, ceil_of},  {"abs", 1, 1, absolute},      {"min", 1, MINIP__MAX_ARGUMENTS, least},
  {"max", 1, MINIP__MAX_ARGUMENTS, greatest}, {"sqrt", 1, 1, square_root}, {"mod", 2, 2, remainder_of}, {NULL, 0, 0, NULL},
};

const minip__builtin_t *const minip__arithmetic_functions = functions;

const minip__builtin_t *minip__builtin_find(const char *name, size_t len)
{
  const minip__builtin_t *tables[] = {minip__arithmetic_functions, minip__domain_functions, minip__object_functions};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (const minip__builtin_t *f = tables[t]; f->name; f++)
      if (strlen(f->name) == len && memcmp(f->name, name, len) == 0)
        return f;
  return NULL;
}
