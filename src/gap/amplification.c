/* A_n(k): the best product over compositions (T6). */
#include <minip/gap.h>

/* (n-2)(D - 2 eps)/(2 eps) for the part D; not positive when the part gives no information. */
static void set_factor(fmpq_t factor, size_t n, size_t part, const fmpq_t two_eps)
{
  fmpq_set_si(factor, (slong)part, 1);
  fmpq_sub(factor, factor, two_eps);
  fmpq_mul_si(factor, factor, (slong)n - 2);
  fmpq_div(factor, factor, two_eps);
}

/* Keep values[k - part] * factor in values[k] when it is the largest so far. */
static void offer(fmpq *values, uint32_t *first_part, size_t k, size_t part, const fmpq_t factor, fmpq_t scratch)
{
  fmpq_mul(scratch, values + (k - part), factor);
  if (fmpq_cmp(scratch, values + k) <= 0)
    return;
  fmpq_swap(scratch, values + k);
  if (first_part)
    first_part[k] = (uint32_t)part;
}

/* A part D >= 7 never wins: with D = a + b, a = floor(D/2), the two factors (n-2)(a - e)/e and (n-2)(b - e)/e, e = 2 eps <= 1, multiply to at
   least (n-2)(D - e)/e, since (a - e)(b - e) >= (a - 1)(b - 1) >= a + b - 1 >= (D - e) e for a >= 3, b >= 4. */
#define LARGEST_PART 6

void minip_amplification_error(fmpq *values, uint32_t *first_part, size_t n, size_t kmax, const fmpq_t eps)
{
  fmpq_t two_eps, scratch;
  fmpq factors[LARGEST_PART + 1];
  fmpq_init(two_eps), fmpq_init(scratch);
  fmpq_mul_2exp(two_eps, eps, 1);
  for (size_t part = 1; part <= LARGEST_PART; part++) {
    fmpq_init(factors + part);
    set_factor(factors + part, n, part, two_eps);
  }
  for (size_t k = 0; k <= kmax; k++) {
    fmpq_set_si(values + k, k == 0, 1);
    if (first_part)
      first_part[k] = 0;
    for (size_t part = 1; part <= k && part <= LARGEST_PART; part++)
      if (fmpq_sgn(factors + part) > 0)
        offer(values, first_part, k, part, factors + part, scratch);
  }
  for (size_t part = 1; part <= LARGEST_PART; part++)
    fmpq_clear(factors + part);
  fmpq_clear(two_eps), fmpq_clear(scratch);
}

void minip_amplification(fmpz *values, uint32_t *first_part, size_t n, size_t kmax)
{
  fmpq_t half;
  fmpq *q = _fmpq_vec_init((slong)kmax + 1);
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_amplification_error(q, first_part, n, kmax, half);
  for (size_t k = 0; k <= kmax; k++)
    fmpz_set(values + k, fmpq_numref(q + k)); /* the factors (n-2)(D-1) are integers */
  _fmpq_vec_clear(q, (slong)kmax + 1);
  fmpq_clear(half);
}
