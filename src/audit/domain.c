/* The functions of this field that are plain numbers: amplification, growth, the Johnson scheme. */
#include "internal.h"
#include <minip/bound.h>
#include <minip/code.h>
#include <minip/gap.h>

#define FUNCTION(name)                                                                                                                     \
  static minip_status_t name(minip__value_t v, minip__value_struct *arguments, size_t count, const minip__node_t *node, minip__evaluation_t *ev, \
                             minip_error_t err)

/* A(n, k), or A(n, k, eps) for a target error (T6). */
FUNCTION(amplification)
{
  slong n, k;
  fmpq_t eps;
  if (minip__need_integer(&n, &arguments[0], 3, 1000000000, "the length", node, ev, err) != MINIP_OK ||
      minip__need_integer(&k, &arguments[1], 0, 100000, "the gap", node, ev, err) != MINIP_OK ||
      (count > 2 && minip__need_exact(&arguments[2], "the target error", node, ev, err) != MINIP_OK))
    return err->status;
  fmpq_init(eps);
  fmpq_set_si(eps, 1, 2);
  int fits = count < 3 || (fmpq_sgn(arguments[2].exact) > 0 && fmpq_cmp(arguments[2].exact, eps) <= 0);
  if (count > 2)
    fmpq_set(eps, arguments[2].exact);
  if (fits) {
    fmpq *values = _fmpq_vec_init(k + 1);
    minip_amplification_error(values, NULL, (size_t)n, (size_t)k, eps);
    fmpq_set(v->exact, values + k);
    v->is_exact = 1;
    _fmpq_vec_clear(values, k + 1);
  }
  fmpq_clear(eps);
  return fits ? MINIP_OK : minip__node_fail(err, MINIP_INPUT, node, ev, "the target error must be above 0 and up to 1/2");
}

/* ---- growth at error 1/2 (T6, T11) ---- */

static minip_status_t half_task(minip_bound_task_t task, slong n, size_t kmax, int is_signed, const minip__node_t *node, const minip__evaluation_t *ev,
                                minip_error_t err)
{
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_bound_task_init(task);
  minip_error_t why;
  minip_error_init(why);
  minip_status_t st = minip_bound_task_set(task, (size_t)n, half, is_signed, kmax, why);
  fmpq_clear(half);
  return st == MINIP_OK ? MINIP_OK : minip__node_fail(err, st, node, ev, "%s", why->text);
}

minip_status_t minip__audit_task(minip_bound_task_t task, const minip__value_t length, size_t kmax, int is_signed, const minip__node_t *node,
                                 const minip__evaluation_t *ev, minip_error_t err)
{
  slong n;
  minip_bound_task_init(task);
  if (minip__need_integer(&n, length, 3, MINIP_BOUND_MAX_LENGTH, "the length", node, ev, err) != MINIP_OK)
    return err->status;
  return half_task(task, n, kmax, is_signed, node, ev, err);
}

FUNCTION(beta_of)
{
  minip_bound_task_t task;
  size_t part;
  fmpq_t base;
  (void)count;
  minip_status_t st = minip__audit_task(task, &arguments[0], 2, 0, node, ev, err);
  fmpq_init(base);
  v->is_exact = 0;
  if (st == MINIP_OK)
    minip_bound_beta(v->ball, &part, base, task, ev->prec);
  fmpq_clear(base);
  minip_bound_task_clear(task);
  return st;
}

FUNCTION(gamma_of)
{
  minip_bound_task_t task;
  (void)count;
  minip_status_t st = minip__audit_task(task, &arguments[0], 2, 0, node, ev, err);
  v->is_exact = 0;
  if (st == MINIP_OK)
    minip_bound_gamma(v->ball, task, ev->prec);
  minip_bound_task_clear(task);
  return st;
}

FUNCTION(ceiling_of)
{
  minip_bound_task_t task;
  slong m;
  (void)count;
  if (minip__need_integer(&m, &arguments[0], 1, MINIP_BOUND_MAX_M, "m", node, ev, err) != MINIP_OK)
    return err->status;
  minip_status_t st = minip__audit_task(task, &arguments[1], 2, 0, node, ev, err);
  v->is_exact = 0;
  if (st == MINIP_OK)
    minip_bound_ceiling(v->ball, task, (size_t)m, ev->prec);
  minip_bound_task_clear(task);
  return st;
}

/* ---- the Johnson scheme ---- */

static minip_status_t johnson_arguments(slong *n, slong *w, slong *i, minip__value_struct *arguments, const minip__node_t *node,
                                        const minip__evaluation_t *ev, minip_error_t err)
{
  if (minip__need_integer(n, &arguments[0], 1, 100000, "n", node, ev, err) != MINIP_OK ||
      minip__need_integer(w, &arguments[1], 0, *n, "w", node, ev, err) != MINIP_OK)
    return err->status;
  return minip__need_integer(i, &arguments[2], 0, *w < *n - *w ? *w : *n - *w, "the index in the Johnson scheme", node, ev, err);
}

FUNCTION(eberlein)
{
  slong n, w, i, k;
  (void)count;
  if (johnson_arguments(&n, &w, &i, arguments, node, ev, err) != MINIP_OK ||
      minip__need_integer(&k, &arguments[3], 0, w < n - w ? w : n - w, "the eigenspace", node, ev, err) != MINIP_OK)
    return err->status;
  fmpz_t x;
  fmpz_init(x);
  minip_johnson_eberlein(x, (size_t)n, (size_t)w, (size_t)i, (size_t)k);
  minip__value_set_fmpz(v, x);
  fmpz_clear(x);
  return MINIP_OK;
}

static minip_status_t code_parameters(slong p[3], minip__value_struct *arguments, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  static const char *const names[] = {"the length of a code", "the distance of a code", "the weight of a code"};
  minip_error_t why;
  minip_error_init(why);
  for (size_t i = 0; i < 3; i++)
    if (minip__need_integer(&p[i], &arguments[i], 0, 4096, names[i], node, ev, err) != MINIP_OK)
      return err->status;
  minip_status_t st = minip_code_check_parameters(p[0], p[1], p[2], why);
  return st == MINIP_OK ? MINIP_OK : minip__node_fail(err, st, node, ev, "%s", why->text);
}

/* The value of the Delsarte linear program, exactly. */
FUNCTION(delsarte)
{
  slong p[3];
  minip_error_t why;
  (void)count;
  if (code_parameters(p, arguments, node, ev, err) != MINIP_OK)
    return err->status;
  size_t size = (size_t)(p[2] < p[0] - p[2] ? p[2] : p[0] - p[2]);
  fmpq *dual = _fmpq_vec_init((slong)size + 1);
  minip_error_init(why);
  minip_status_t st = minip_johnson_lp(v->exact, dual, (size_t)p[0], (size_t)p[1], (size_t)p[2], why);
  _fmpq_vec_clear(dual, (slong)size + 1);
  v->is_exact = 1;
  return st == MINIP_OK ? MINIP_OK : minip__node_fail(err, st == MINIP_UNDECIDED ? MINIP_LIMIT : st, node, ev, "%s", why->text);
}

static minip_status_t code_bound(minip__value_t v, int upper, minip__value_struct *arguments, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  slong p[3];
  minip_error_t why;
  minip_code_bounds_t bounds;
  if (code_parameters(p, arguments, node, ev, err) != MINIP_OK)
    return err->status;
  minip_error_init(why);
  minip_code_bounds_init(bounds);
  minip_status_t st = minip_code_bounds(bounds, (size_t)p[0], (size_t)p[1], (size_t)p[2], upper ? MINIP_CODE_USE_LP | MINIP_CODE_USE_LP_BELOW : MINIP_CODE_USE_ALL, why);
  if (st == MINIP_OK)
    minip__value_set_fmpz(v, upper ? bounds->upper : bounds->lower);
  minip_code_bounds_clear(bounds);
  return st == MINIP_OK ? MINIP_OK : minip__node_fail(err, st, node, ev, "%s", why->text);
}

FUNCTION(code_upper) { return (void)count, code_bound(v, 1, arguments, node, ev, err); }
FUNCTION(code_lower) { return (void)count, code_bound(v, 0, arguments, node, ev, err); }

static const minip__builtin_t functions[] = {
  {"A", 2, 3, amplification},     {"beta", 1, 1, beta_of},           {"gamma", 1, 1, gamma_of},
  {"ceiling", 2, 2, ceiling_of},  {"eberlein", 4, 4, eberlein},      {"delsarte", 3, 3, delsarte},
  {"code_upper", 3, 3, code_upper}, {"code_lower", 3, 3, code_lower}, {NULL, 0, 0, NULL},
};
const minip__builtin_t *const minip__domain_functions = functions;
