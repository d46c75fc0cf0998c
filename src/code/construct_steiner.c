/* Steiner systems: triple systems (Bose 1939, Skolem 1958), quadruples of sum zero, and the circles of PG(1,q^r). */
#include "construct_internal.h"
#include "gf.h"

#define MAX_TRIPLE_POINTS 2047
#define MAX_CIRCLE_POINTS 512u

/* v = 6t + 3: points (a,i), a in Z_(2t+1), i in Z_3, numbered 3a + i; the quasigroup a o b = (a+b)/2. */
static minip_status_t bose(minip__list_t *list, uint32_t t, minip_error_t err)
{
  uint32_t s = 2 * t + 1;
  minip_status_t st = MINIP_OK;
  for (uint32_t a = 0; st == MINIP_OK && a < s; a++) {
    st = minip__list_add_support(list, (uint32_t[]){3 * a, 3 * a + 1, 3 * a + 2}, 3, err);
    for (uint32_t b = a + 1; st == MINIP_OK && b < s; b++)
      for (uint32_t i = 0; st == MINIP_OK && i < 3; i++)
        st = minip__list_add_support(list, (uint32_t[]){3 * a + i, 3 * b + i, 3 * ((a + b) * (t + 1) % s) + (i + 1) % 3}, 3, err);
  }
  return st;
}

/* The half-idempotent quasigroup on Z_2t: even sums are halved, odd ones go to the upper half. */
static uint32_t half(uint32_t sum, uint32_t t) { return sum % 2 ? t + sum / 2 : sum / 2; }

/* v = 6t + 1: points (a,i), a in Z_2t, and one more, number 6t. */
static minip_status_t skolem(minip__list_t *list, uint32_t t, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (uint32_t a = 0; st == MINIP_OK && a < 2 * t; a++) {
    if (a < t)
      st = minip__list_add_support(list, (uint32_t[]){3 * a, 3 * a + 1, 3 * a + 2}, 3, err);
    for (uint32_t i = 0; st == MINIP_OK && a < t && i < 3; i++)
      st = minip__list_add_support(list, (uint32_t[]){6 * t, 3 * (t + a) + i, 3 * a + (i + 1) % 3}, 3, err);
    for (uint32_t b = a + 1; st == MINIP_OK && b < 2 * t; b++)
      for (uint32_t i = 0; st == MINIP_OK && i < 3; i++)
        st = minip__list_add_support(list, (uint32_t[]){3 * a + i, 3 * b + i, 3 * half((a + b) % (2 * t), t) + (i + 1) % 3}, 3, err);
  }
  return st;
}

minip_status_t minip__build_triples(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  long v = PARAM(p, V);
  if (v < 3 || v > MAX_TRIPLE_POINTS)
    return minip_error_set(err, MINIP_INPUT, "v must lie in 3..%d, not %ld", MAX_TRIPLE_POINTS, v);
  if (v % 6 != 1 && v % 6 != 3)
    return minip_error_set(err, MINIP_INPUT, "S(2,3,%ld) does not exist: v must leave 1 or 3 modulo 6", v);
  *promise = (minip__promise_t){(size_t)v, 4, 3};
  minip_status_t st = minip__list_start(list, (size_t)v, err);
  if (st != MINIP_OK)
    return st;
  return v % 6 == 3 ? bose(list, (uint32_t)(v / 6), err) : skolem(list, (uint32_t)(v / 6), err);
}

minip_status_t minip__build_quadruples(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  if (PARAM(p, R) < 2 || PARAM(p, R) > 8)
    return minip_error_set(err, MINIP_INPUT, "r must lie in 2..8, not %ld", PARAM(p, R));
  uint32_t v = 1u << PARAM(p, R);
  *promise = (minip__promise_t){v, 4, 4};
  minip_status_t st = minip__list_start(list, v, err);
  for (uint32_t a = 0; a < v; a++)
    for (uint32_t b = a + 1; b < v; b++)
      for (uint32_t c = b + 1; st == MINIP_OK && c < v; c++)
        if ((a ^ b ^ c) > c)
          st = minip__list_add_support(list, (uint32_t[]){a, b, c, a ^ b ^ c}, 4, err);
  return st;
}

/* The point x with cross ratio ((x-a)(b-c)) / ((x-c)(b-a)) = t; the point at infinity has number f->q, and only c can be it. */
static uint32_t circle_point(const minip__gf_t *f, uint32_t a, uint32_t b, uint32_t c, uint32_t t)
{
  uint32_t r = minip__gf_mul(f, t, minip__gf_sub(f, b, a));
  if (c == f->q)
    return minip__gf_add(f, a, r);
  uint32_t s = minip__gf_sub(f, b, c), below = minip__gf_sub(f, s, r);
  if (below == 0)
    return f->q;
  return minip__gf_mul(f, minip__gf_sub(f, minip__gf_mul(f, a, s), minip__gf_mul(f, c, r)), minip__gf_inv(f, below));
}

/* The circle through points a < b < c, 0 when another triple of its points comes first. q is the subfield's size. */
static int circle(uint32_t *support, const minip__gf_t *f, uint32_t q, uint32_t a, uint32_t b, uint32_t c)
{
  uint32_t w = 3, gap = (f->q - 1) / (q - 1);
  support[0] = a, support[1] = b, support[2] = c;
  for (uint32_t i = 1; i < q - 1; i++) {
    uint32_t x = circle_point(f, a, b, c, f->exp[i * gap]);
    if (x < c)
      return 0;
    support[w++] = x;
  }
  return 1;
}

static minip_status_t all_circles(minip__list_t *list, const minip__gf_t *f, uint32_t q, minip_error_t err)
{
  uint32_t support[MAX_CIRCLE_POINTS], v = f->q + 1;
  minip_status_t st = MINIP_OK;
  for (uint32_t a = 0; a < v; a++)
    for (uint32_t b = a + 1; b < v; b++)
      for (uint32_t c = b + 1; st == MINIP_OK && c < v; c++)
        if (circle(support, f, q, a, b, c))
          st = minip__list_add_support(list, support, q + 1, err);
  return st;
}

minip_status_t minip__build_circles(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  long q = PARAM(p, Q), r = GIVEN(p, R) ? PARAM(p, R) : 2;
  if (q < 2 || q >= (long)MAX_CIRCLE_POINTS || !minip__prime_power((uint32_t)q, NULL, NULL))
    return minip_error_set(err, MINIP_INPUT, "q must be a prime power below %u, not %ld", MAX_CIRCLE_POINTS, q);
  if (r < 2 || r > 8)
    return minip_error_set(err, MINIP_INPUT, "r must lie in 2..8, not %ld", r);
  uint64_t points = 1;
  for (long i = 0; i < r && points < MAX_CIRCLE_POINTS; i++)
    points *= (uint64_t)q;
  if (points >= MAX_CIRCLE_POINTS)
    return minip_error_set(err, MINIP_LIMIT, "q^r must stay below %u", MAX_CIRCLE_POINTS);
  minip__gf_t f;
  minip_status_t st = minip__gf_init(&f, (uint32_t)points, err);
  *promise = (minip__promise_t){points + 1, 2 * ((size_t)q - 1), (size_t)q + 1};
  if (st == MINIP_OK)
    st = minip__list_start(list, points + 1, err);
  if (st == MINIP_OK)
    st = all_circles(list, &f, (uint32_t)q, err);
  minip__gf_clear(&f);
  return st;
}
