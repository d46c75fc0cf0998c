/* The functions of this field: amplification factors, codes, bounds, kernels. */
#include "internal.h"
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

const minip__builtin_t minip__domain_functions[] = {
  {"A", 2, 3, amplification},
  {NULL, 0, 0, NULL},
};
