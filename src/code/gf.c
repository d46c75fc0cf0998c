/* GF(q) by tables of logarithms to a primitive root of a primitive polynomial, which is found by trying them in turn. */
#include "gf.h"
#include <stdlib.h>
#include <string.h>

int minip__prime_power(uint32_t q, uint32_t *p_out, uint32_t *k_out)
{
  uint32_t p = 2, k = 0;
  if (q < 2)
    return 0;
  while ((uint64_t)p * p <= q && q % p)
    p++;
  if (q % p)
    p = q;
  for (; q % p == 0; q /= p)
    k++;
  if (p_out)
    *p_out = p;
  if (k_out)
    *k_out = k;
  return q == 1;
}

uint32_t minip__next_prime_power(uint32_t q)
{
  while (!minip__prime_power(q, NULL, NULL))
    q++;
  return q;
}

static uint32_t digitwise(const minip__gf_t *f, uint32_t a, uint32_t b, int minus)
{
  uint32_t sum = 0, place = 1;
  for (uint32_t i = 0; i < f->k; i++, place *= f->p, a /= f->p, b /= f->p) {
    uint32_t y = b % f->p;
    sum += place * ((a % f->p + (minus ? f->p - y : y)) % f->p);
  }
  return sum;
}

uint32_t minip__gf_add(const minip__gf_t *f, uint32_t a, uint32_t b) { return f->p == 2 ? a ^ b : digitwise(f, a, b, 0); }
uint32_t minip__gf_sub(const minip__gf_t *f, uint32_t a, uint32_t b) { return f->p == 2 ? a ^ b : digitwise(f, a, b, 1); }

/* x * a where x^k = tail (a polynomial of degree < k, as an element). For k = 1 this is tail * a. */
static uint32_t times_x(const minip__gf_t *f, uint32_t a, uint32_t tail)
{
  uint32_t place = f->q / f->p, top = a / place, y = (a % place) * f->p;
  if (f->k == 1)
    return (uint32_t)((uint64_t)tail * a % f->p);
  for (; top > 0; top--)
    y = minip__gf_add(f, y, tail);
  return y;
}

/* Fill the tables with the powers of x; 0 when x has an order below q - 1, and then x^k - tail is not primitive. */
static int try_tail(minip__gf_t *f, uint32_t tail)
{
  uint32_t a = 1, order = f->q - 1;
  for (uint32_t i = 0; i < order; i++) {
    if (a == 0 || (i > 0 && a == 1))
      return 0;
    f->exp[i] = f->exp[i + order] = a;
    f->log[a] = i;
    a = times_x(f, a, tail);
  }
  return a == 1;
}

minip_status_t minip__gf_init(minip__gf_t *f, uint32_t q, minip_error_t err)
{
  memset(f, 0, sizeof *f);
  if (q > MINIP__GF_MAX)
    return minip_error_set(err, MINIP_LIMIT, "a field of %u elements: the limit is %u", q, MINIP__GF_MAX);
  if (!minip__prime_power(q, &f->p, &f->k))
    return minip_error_set(err, MINIP_INPUT, "%u is not a prime power", q);
  f->q = q;
  f->exp = calloc(2 * (size_t)q, sizeof *f->exp);
  f->log = calloc(q, sizeof *f->log);
  if (!f->exp || !f->log)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (uint32_t tail = 1; tail < q; tail++)
    if (try_tail(f, tail))
      return MINIP_OK;
  return minip_error_set(err, MINIP_INTERNAL, "no primitive polynomial for GF(%u)", q);
}

void minip__gf_clear(minip__gf_t *f)
{
  free(f->exp);
  free(f->log);
  memset(f, 0, sizeof *f);
}
