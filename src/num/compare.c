/* Three-valued comparison of real numbers given by enclosures of any precision. */
#include <minip/num.h>

minip_tri_t minip_num_sign_positive(const arb_t x)
{
  if (arb_is_positive(x))
    return MINIP_PROVED;
  return arb_is_nonpositive(x) ? MINIP_REFUTED : MINIP_UNSETTLED;
}

minip_status_t minip_num_compare(int *order, minip_num_eval_t eval, void *data, const fmpq_t c, slong max_prec, minip_error_t err)
{
  arb_t y, rational;
  minip_status_t st = MINIP_UNDECIDED;
  arb_init(y), arb_init(rational);
  for (slong prec = 64; st != MINIP_OK && prec <= max_prec; prec *= 2) {
    eval(y, data, prec);
    arb_set_fmpq(rational, c, prec);
    arb_sub(y, y, rational, prec);
    if (!arb_is_positive(y) && !arb_is_negative(y) && !arb_is_zero(y))
      continue;
    *order = arb_is_positive(y) ? 1 : arb_is_zero(y) ? 0 : -1;
    st = MINIP_OK;
  }
  arb_clear(y), arb_clear(rational);
  if (st != MINIP_OK)
    return minip_error_set(err, MINIP_UNDECIDED, "the comparison is undecided at %ld bits", (long)max_prec);
  return MINIP_OK;
}

int minip_num_root_less(const fmpq_t x, size_t d, const fmpq_t y, size_t e)
{
  fmpq_t a, b;
  fmpq_init(a), fmpq_init(b);
  fmpq_pow_si(a, x, (slong)e);
  fmpq_pow_si(b, y, (slong)d);
  int less = fmpq_cmp(a, b) < 0;
  fmpq_clear(a), fmpq_clear(b);
  return less;
}

void minip_num_log2(arb_t y, const fmpq_t x, slong prec)
{
  arb_t two;
  fmpq_t near, half;
  slong extra = prec + 32;
  arb_init(two), fmpq_init(near), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  fmpq_sub_si(near, x, 1);
  fmpq_abs(near, near);
  /* log(x) near 1 loses digits to the rounding of x; log1p of the exact x - 1 does not. Far from 1 it is the other way round: 1 + (x - 1)
     cancels when x is tiny. */
  if (fmpq_cmp(near, half) < 0) {
    fmpq_sub_si(near, x, 1);
    arb_set_fmpq(y, near, extra);
    arb_log1p(y, y, extra);
  } else {
    arb_set_fmpq(y, x, extra);
    arb_log(y, y, extra);
  }
  arb_const_log2(two, extra);
  arb_div(y, y, two, prec);
  fmpq_clear(near), fmpq_clear(half);
  arb_clear(two);
}
