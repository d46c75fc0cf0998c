/* Values of a ledger: exact, a ball, or a string; and arithmetic on them. */
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Exact numbers beyond this many bits are refused: a short text could ask for any size. */
#define MAX_BITS 50000000

void minip__value_init(minip__value_t v)
{
  v->string = NULL;
  v->is_exact = 1;
  fmpq_init(v->exact);
  arb_init(v->ball);
}

void minip__value_clear(minip__value_t v)
{
  fmpq_clear(v->exact);
  arb_clear(v->ball);
}

void minip__value_swap(minip__value_t a, minip__value_t b)
{
  minip__value_struct t = *a;
  *a = *b;
  *b = t;
}

void minip__value_set_fmpz(minip__value_t v, const fmpz_t x)
{
  v->string = NULL;
  v->is_exact = 1;
  fmpz_set(fmpq_numref(v->exact), x);
  fmpz_one(fmpq_denref(v->exact));
}

void minip__value_get_arb(arb_t y, const minip__value_t v, slong prec)
{
  if (v->is_exact)
    arb_set_fmpq(y, v->exact, prec);
  else
    arb_set(y, v->ball);
}

void minip__cache_free(minip__cache_t *cache)
{
  if (cache)
    minip__value_clear(cache->value);
  free(cache);
}

minip_status_t minip__node_fail(minip_error_t err, minip_status_t st, const minip__node_t *node, const minip__evaluation_t *ev, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return minip__audit_fail(err, st, ev->file, node->line, node->column, "%s", text);
}

minip_status_t minip__need_exact(const minip__value_t v, const char *what, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  if (v->string || !v->is_exact)
    return minip__node_fail(err, MINIP_INPUT, node, ev, "%s must be an exact number, not %s", what, v->string ? "a text" : "an irrational one");
  return MINIP_OK;
}

minip_status_t minip__need_integer(slong *out, const minip__value_t v, slong min, slong max, const char *what, const minip__node_t *node,
                                   const minip__evaluation_t *ev, minip_error_t err)
{
  if (minip__need_exact(v, what, node, ev, err) != MINIP_OK)
    return err->status;
  if (!fmpz_is_one(fmpq_denref(v->exact)))
    return minip__node_fail(err, MINIP_INPUT, node, ev, "%s must be an integer", what);
  if (fmpz_cmp_si(fmpq_numref(v->exact), min) < 0 || fmpz_cmp_si(fmpq_numref(v->exact), max) > 0)
    return minip__node_fail(err, MINIP_INPUT, node, ev, "%s must be within %ld..%ld", what, (long)min, (long)max);
  *out = fmpz_get_si(fmpq_numref(v->exact));
  return MINIP_OK;
}

minip_status_t minip__need_string(const minip__value_t v, const char *what, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  return v->string ? MINIP_OK : minip__node_fail(err, MINIP_INPUT, node, ev, "%s must be a text in quotes", what);
}

static minip_status_t check_size(const minip__value_t v, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  if (v->is_exact && (fmpz_bits(fmpq_numref(v->exact)) > MAX_BITS || fmpz_bits(fmpq_denref(v->exact)) > MAX_BITS))
    return minip__node_fail(err, MINIP_LIMIT, node, ev, "an exact number grew beyond %d bits", MAX_BITS);
  return MINIP_OK;
}

typedef void (*exact_t)(fmpq_t, const fmpq_t, const fmpq_t);
typedef void (*ball_t)(arb_t, const arb_t, const arb_t, slong);

static minip_status_t apply(minip__value_t v, const minip__value_t a, const minip__value_t b, exact_t exact, ball_t ball, const minip__node_t *node,
                            minip__evaluation_t *ev, minip_error_t err)
{
  v->string = NULL;
  v->is_exact = a->is_exact && b->is_exact;
  if (v->is_exact) {
    exact(v->exact, a->exact, b->exact);
    return check_size(v, node, ev, err);
  }
  arb_t x, y;
  arb_init(x), arb_init(y);
  minip__value_get_arb(x, a, ev->prec);
  minip__value_get_arb(y, b, ev->prec);
  ball(v->ball, x, y, ev->prec);
  arb_clear(x), arb_clear(y);
  return MINIP_OK;
}

static minip_status_t add(minip__value_t v, const minip__value_t a, const minip__value_t b, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  return apply(v, a, b, fmpq_add, arb_add, node, ev, err);
}

static minip_status_t subtract(minip__value_t v, const minip__value_t a, const minip__value_t b, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  return apply(v, a, b, fmpq_sub, arb_sub, node, ev, err);
}

static minip_status_t multiply(minip__value_t v, const minip__value_t a, const minip__value_t b, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  return apply(v, a, b, fmpq_mul, arb_mul, node, ev, err);
}

static minip_status_t divide(minip__value_t v, const minip__value_t a, const minip__value_t b, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  if (b->is_exact && fmpq_is_zero(b->exact))
    return minip__node_fail(err, MINIP_INPUT, node, ev, "division by zero");
  return apply(v, a, b, fmpq_div, arb_div, node, ev, err); /* a ball around zero gives the whole line, and more precision is asked for */
}

/* base^exponent for an integer exponent that fits. */
static minip_status_t integer_power(minip__value_t v, const minip__value_t base, const fmpz_t exponent, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  if (base->is_exact && fmpq_is_zero(base->exact) && fmpz_sgn(exponent) < 0)
    return minip__node_fail(err, MINIP_INPUT, node, ev, "division by zero: a negative power of 0");
  v->is_exact = base->is_exact;
  if (!base->is_exact) {
    arb_pow_fmpz(v->ball, base->ball, exponent, ev->prec);
    return MINIP_OK;
  }
  flint_bitcnt_t bits = FLINT_MAX(fmpz_bits(fmpq_numref(base->exact)), fmpz_bits(fmpq_denref(base->exact)));
  if (bits > 1 && (fmpz_bits(exponent) > 40 || (double)bits * fabs(fmpz_get_d(exponent)) > MAX_BITS))
    return minip__node_fail(err, MINIP_LIMIT, node, ev, "the power has more than %d bits", MAX_BITS);
  if (bits <= 1) { /* 0, 1 or -1: the exponent's size does not matter */
    int odd = fmpz_is_odd(exponent);
    fmpq_set(v->exact, base->exact);
    if (fmpz_is_zero(exponent))
      fmpq_one(v->exact);
    else if (fmpq_sgn(base->exact) < 0 && !odd)
      fmpq_one(v->exact);
    return MINIP_OK;
  }
  fmpq_pow_si(v->exact, base->exact, fmpz_get_si(exponent));
  return check_size(v, node, ev, err);
}

/* An exact q-th root when there is one: 4^(1/2) is 2, so that ties are decided. */
static int exact_root(fmpq_t root, const fmpq_t x, ulong q)
{
  fmpz_t power;
  fmpz_init(power);
  int exact = q < 1000000;
  if (exact) {
    fmpz_root(fmpq_numref(root), fmpq_numref(x), (slong)q);
    fmpz_root(fmpq_denref(root), fmpq_denref(x), (slong)q);
    fmpz_pow_ui(power, fmpq_numref(root), q);
    exact = fmpz_equal(power, fmpq_numref(x));
    fmpz_pow_ui(power, fmpq_denref(root), q);
    exact = exact && fmpz_equal(power, fmpq_denref(x));
  }
  fmpz_clear(power);
  return exact;
}

static minip_status_t power(minip__value_t v, const minip__value_t base, const minip__value_t exponent, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  v->string = NULL;
  if (exponent->is_exact && fmpz_is_one(fmpq_denref(exponent->exact)))
    return integer_power(v, base, fmpq_numref(exponent->exact), node, ev, err);
  if (base->is_exact ? fmpq_sgn(base->exact) <= 0 : arb_is_negative(base->ball))
    return minip__node_fail(err, MINIP_INPUT, node, ev, "a fractional power of a number that is not positive");
  if (exponent->is_exact && base->is_exact && fmpz_abs_fits_ui(fmpq_denref(exponent->exact))) {
    minip__value_t root;
    minip__value_init(root);
    minip_status_t st = MINIP_UNDECIDED;
    if (exact_root(root->exact, base->exact, fmpz_get_ui(fmpq_denref(exponent->exact))))
      st = integer_power(v, root, fmpq_numref(exponent->exact), node, ev, err);
    minip__value_clear(root);
    if (st != MINIP_UNDECIDED)
      return st;
  }
  arb_t x, y;
  arb_init(x), arb_init(y);
  minip__value_get_arb(x, base, ev->prec);
  minip__value_get_arb(y, exponent, ev->prec);
  v->is_exact = 0;
  arb_pow(v->ball, x, y, ev->prec);
  arb_clear(x), arb_clear(y);
  return MINIP_OK;
}

minip__operation_t minip__operation(minip__node_kind_t kind)
{
  switch (kind) {
  case NODE_ADD: return add;
  case NODE_SUBTRACT: return subtract;
  case NODE_MULTIPLY: return multiply;
  case NODE_DIVIDE: return divide;
  case NODE_POWER: return power;
  default: return NULL;
  }
}
