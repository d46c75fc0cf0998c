/* Lines of PG(r,q) and AG(r,q): two points lie on one line, so that lines meet in at most one point. */
#include "construct_internal.h"
#include "gf.h"
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 4096u

typedef struct {
  minip__gf_t field;
  uint32_t r, points;
  int projective;
  uint32_t *coordinates; /* points rows of r + 1 (projective) or r (affine) */
  uint32_t width;
} geometry_t;

static uint32_t power(uint32_t q, uint32_t r)
{
  uint32_t y = 1;
  for (; r > 0 && y <= MAX_POINTS; r--)
    y *= q;
  return y;
}

/* Vectors are numbered by their base-q digits, most significant first; a projective point is the vector whose first non-zero entry is 1. */
static void set_vector(uint32_t *x, uint32_t width, uint32_t q, uint32_t number)
{
  for (uint32_t i = width; i-- > 0; number /= q)
    x[i] = number % q;
}

static int is_normal(const uint32_t *x, uint32_t width)
{
  uint32_t i = 0;
  while (i < width && x[i] == 0)
    i++;
  return i < width && x[i] == 1;
}

static minip_status_t geometry_init(geometry_t *g, long r, long q, int projective, minip_error_t err)
{
  memset(g, 0, sizeof *g); /* cleared whatever happens */
  if (q < 2 || q > (long)MAX_POINTS)
    return minip_error_set(err, MINIP_INPUT, "q must be a prime power from 2 to %u, not %ld", MAX_POINTS, q);
  if (r < 2 || r > 12)
    return minip_error_set(err, MINIP_INPUT, "the dimension r must lie in 2..12, not %ld", r);
  minip_status_t st = minip__gf_init(&g->field, (uint32_t)q, err);
  if (st != MINIP_OK)
    return st;
  g->r = (uint32_t)r, g->projective = projective, g->width = g->r + (projective ? 1 : 0);
  uint32_t top = power(g->field.q, g->r);
  g->points = projective && top <= MAX_POINTS ? (uint32_t)(((uint64_t)top * g->field.q - 1) / (g->field.q - 1)) : top;
  if (g->points > MAX_POINTS)
    return minip_error_set(err, MINIP_LIMIT, "r = %ld, q = %ld: more than %u points", r, q, MAX_POINTS);
  g->coordinates = calloc((size_t)g->points * g->width, sizeof *g->coordinates);
  return g->coordinates ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
}

static void geometry_clear(geometry_t *g)
{
  minip__gf_clear(&g->field);
  free(g->coordinates);
}

/* Fill the table of points; in a projective geometry the normal vectors come in the order of their numbers. */
static void set_points(geometry_t *g)
{
  uint32_t at = 0;
  for (uint32_t number = 0; at < g->points; number++) {
    uint32_t *x = g->coordinates + (size_t)at * g->width;
    set_vector(x, g->width, g->field.q, number);
    at += !g->projective || is_normal(x, g->width);
  }
}

/* The point a + t b (projective) or a + t (b - a) (affine), by its place in the table. */
static uint32_t point_on(const geometry_t *g, const uint32_t *a, const uint32_t *b, uint32_t t)
{
  const minip__gf_t *f = &g->field;
  uint32_t scale = 0, number = 0, place = 1, leading = 0;
  for (uint32_t i = 0; i < g->width; i++) {
    uint32_t step = g->projective ? b[i] : minip__gf_sub(f, b[i], a[i]);
    uint32_t y = minip__gf_add(f, a[i], minip__gf_mul(f, t, step));
    if (g->projective && scale == 0 && y != 0)
      scale = minip__gf_inv(f, y), leading = i;
    number = number * f->q + (g->projective ? minip__gf_mul(f, y, scale) : y);
  }
  if (!g->projective)
    return number;
  /* Normal vectors with their 1 at place i are numbered from (q^(width-1-i) - 1)/(q - 1) on. */
  for (uint32_t i = leading + 1; i < g->width; i++)
    place *= f->q;
  return (place - 1) / (f->q - 1) + (number - place);
}

/* The line through points i < j into support; 0 when another pair of its points comes first. */
static int line_through(uint32_t *support, const geometry_t *g, uint32_t i, uint32_t j)
{
  const uint32_t *a = g->coordinates + (size_t)i * g->width, *b = g->coordinates + (size_t)j * g->width;
  uint32_t w = 0;
  for (uint32_t t = 0; t < g->field.q; t++) {
    uint32_t c = point_on(g, a, b, t);
    if (c < j && c != i)
      return 0;
    support[w++] = c;
  }
  if (g->projective)
    support[w++] = j;
  return 1;
}

static minip_status_t lines(minip__list_t *list, minip__promise_t *promise, long r, long q, int projective, minip_error_t err)
{
  geometry_t g;
  minip_status_t st = geometry_init(&g, r, q, projective, err);
  uint32_t *support = NULL;
  if (st == MINIP_OK) {
    set_points(&g);
    support = calloc(g.field.q + 1, sizeof *support);
    st = support ? minip__list_start(list, g.points, err) : minip_error_set(err, MINIP_LIMIT, "out of memory");
    *promise = (minip__promise_t){g.points, 2 * (g.field.q + (projective ? 0 : (size_t)-1)), g.field.q + (projective ? 1 : 0)};
  }
  for (uint32_t i = 0; st == MINIP_OK && i < g.points; i++)
    for (uint32_t j = i + 1; st == MINIP_OK && j < g.points; j++)
      if (line_through(support, &g, i, j))
        st = minip__list_add_support(list, support, promise->w, err);
  free(support);
  geometry_clear(&g);
  return st;
}

minip_status_t minip__build_projective(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  return lines(list, promise, GIVEN(p, R) ? PARAM(p, R) : 2, PARAM(p, Q), 1, err);
}

minip_status_t minip__build_affine(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  return lines(list, promise, GIVEN(p, R) ? PARAM(p, R) : 2, PARAM(p, Q), 0, err);
}
