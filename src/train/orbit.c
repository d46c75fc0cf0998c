/* The search on the whole cube under a cyclic symmetry: a permutation g of the bits with floor(m/L) cycles of length L, the bits beyond fixed.
   <gx,gz> = <x,z>, so with K(gz) = R K(z) and Q(gx) = R Q(x) for an orthogonal R with R^L = 1 a query's conditions of T5 are those of every
   query of its orbit, and only one of them is evaluated. R turns a component of frequency f, a complex number, by 2 pi f/L; it is kept as two
   features, or as one (the real part) where R only keeps or changes its sign: f = 0 and f = L/2. */
#include "internal.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t turned(const minip__orbits_t *o, uint32_t token)
{
  uint32_t out = token;
  for (size_t first = 0; first + o->length <= o->m; first += o->length) {
    uint32_t ones = ((uint32_t)1 << o->length) - 1, cycle = (token >> first) & ones;
    out &= ~(ones << first);
    out |= ((cycle << 1 | cycle >> (o->length - 1)) & ones) << first;
  }
  return out;
}

static void list_orbits(minip__orbits_t *o)
{
  for (uint32_t z = 0; z < o->tokens; z++)
    o->orbit[z] = UINT32_MAX;
  for (uint32_t z = 0; z < o->tokens; z++) {
    if (o->orbit[z] != UINT32_MAX)
      continue;
    uint32_t turns = 0, y = z;
    do {
      o->orbit[y] = (uint32_t)o->count, o->turns[y] = turns++;
      y = turned(o, y);
    } while (y != z);
    o->first[o->count] = z, o->size[o->count++] = turns;
  }
}

static int is_pair(size_t frequency, size_t length) { return frequency > 0 && 2 * frequency < length; }

/* As many copies of all frequencies as fit; the rest of the features are invariant. */
static void default_parts(minip__orbits_t *o)
{
  size_t copies = o->r / o->length, invariant = o->r - copies * (o->length - 1), column = 0;
  for (size_t f = 0; 2 * f <= o->length; f++)
    for (size_t i = 0; i < (f ? copies : invariant); i++) {
      o->parts[o->part_count++] = (minip__part_t){.frequency = f, .copy = i, .column = column, .is_pair = is_pair(f, o->length)};
      column += is_pair(f, o->length) ? 2 : 1;
    }
}

static minip_status_t given_parts(minip__orbits_t *o, const size_t *frequencies, size_t count, minip_error_t err)
{
  size_t column = 0, copies[MINIP_TRAIN_FULL_MAX_M + 1] = {0};
  for (size_t i = 0; i < count; i++) {
    size_t f = frequencies[i];
    if (2 * f > o->length)
      return minip_error_set(err, MINIP_INPUT, "frequency %zu of a cycle of %zu: 0 to %zu are different", f, o->length, o->length / 2);
    if (column < o->r)
      o->parts[o->part_count++] = (minip__part_t){.frequency = f, .copy = copies[f]++, .column = column, .is_pair = is_pair(f, o->length)};
    column += is_pair(f, o->length) ? 2 : 1;
  }
  if (column != o->r)
    return minip_error_set(err, MINIP_INPUT, "the frequencies stand for %zu features, not for the %zu of the rank (0 and half the cycle are one feature each, any other is two)",
                           column, o->r);
  if (copies[0] == 0)
    return minip_error_set(err, MINIP_INPUT, "the frequencies need a 0: without an invariant feature the weights of a token that no turn changes are 0");
  return MINIP_OK;
}

minip_status_t minip__orbits_init(minip__orbits_t *o, size_t m, size_t length, size_t r, const size_t *frequencies, size_t frequency_count, minip_error_t err)
{
  memset(o, 0, sizeof *o);
  if (length < 2 || length > m)
    return minip_error_set(err, MINIP_INPUT, "cycles of %zu bits: 2 to %zu, the number of bits, are possible", length, m);
  o->m = m, o->length = length, o->r = r, o->tokens = (size_t)1 << m;
  minip_status_t st = MINIP_OK;
  if (frequencies)
    st = given_parts(o, frequencies, frequency_count, err);
  else
    default_parts(o);
  if (st != MINIP_OK)
    return st;
  o->first = malloc(o->tokens * sizeof *o->first), o->size = malloc(o->tokens * sizeof *o->size);
  o->orbit = malloc(o->tokens * sizeof *o->orbit), o->turns = malloc(o->tokens * sizeof *o->turns);
  o->keys = malloc(r * o->tokens * sizeof *o->keys), o->gradient = malloc(r * o->tokens * sizeof *o->gradient);
  if (!o->first || !o->size || !o->orbit || !o->turns || !o->keys || !o->gradient)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a search on %zu bits", m);
  list_orbits(o);
  return MINIP_OK;
}

void minip__orbits_clear(minip__orbits_t *o)
{
  free(o->first), free(o->size), free(o->orbit), free(o->turns), free(o->keys), free(o->gradient);
  memset(o, 0, sizeof *o);
}

/* ---- one component of one token ---- */

static double complex get(const double *v, size_t columns, const minip__part_t *part, size_t i)
{
  const double *at = v + part->column * columns + i;
  return part->is_pair ? at[0] + at[columns] * I : at[0];
}

static void put(double *v, size_t columns, const minip__part_t *part, size_t i, double complex value)
{
  v[part->column * columns + i] = creal(value);
  if (part->is_pair)
    v[(part->column + 1) * columns + i] = cimag(value);
}

static double complex rotation(const minip__orbits_t *o, const minip__part_t *part, size_t turns)
{
  double angle = 2 * 3.14159265358979323846 * (double)(part->frequency * turns % o->length) / (double)o->length;
  return part->is_pair ? cos(angle) + sin(angle) * I : part->frequency * turns % o->length ? -1 : 1;
}

/* R^size fixes the features of an orbit's tokens: the component is free, or it is 0. */
static int is_free(const minip__orbits_t *o, const minip__part_t *part, size_t orbit) { return part->frequency * o->size[orbit] % o->length == 0; }

/* ---- orbits and tokens ---- */

void minip__orbits_expand(double *all, const double *v, const minip__orbits_t *o)
{
  for (const minip__part_t *part = o->parts; part < o->parts + o->part_count; part++) {
    double complex by[MINIP_TRAIN_FULL_MAX_M];
    for (size_t t = 0; t < o->length; t++)
      by[t] = rotation(o, part, t);
    for (size_t z = 0; z < o->tokens; z++)
      put(all, o->tokens, part, z, get(v, o->count, part, o->orbit[z]) * by[o->turns[z]]);
  }
}

void minip__orbits_gather(double *v, const double *all, const minip__orbits_t *o)
{
  for (size_t k = 0; k < o->r; k++)
    for (size_t i = 0; i < o->count; i++)
      v[k * o->count + i] = all[k * o->tokens + o->first[i]];
}

/* The transpose of the expansion: from a gradient in all tokens to one in the orbits' first. */
static void fold(double *v, const double *all, const minip__orbits_t *o)
{
  memset(v, 0, o->r * o->count * sizeof *v);
  for (const minip__part_t *part = o->parts; part < o->parts + o->part_count; part++) {
    double complex by[MINIP_TRAIN_FULL_MAX_M];
    for (size_t t = 0; t < o->length; t++)
      by[t] = conj(rotation(o, part, t));
    for (size_t z = 0; z < o->tokens; z++)
      put(v, o->count, part, o->orbit[z], get(v, o->count, part, o->orbit[z]) + get(all, o->tokens, part, z) * by[o->turns[z]]);
  }
}

/* Components that must be 0 (float sums leave crumbs) are. */
static void clean(double *v, const minip__orbits_t *o)
{
  for (const minip__part_t *part = o->parts; part < o->parts + o->part_count; part++)
    for (size_t i = 0; i < o->count; i++)
      if (!is_free(o, part, i))
        put(v, o->count, part, i, 0);
}

double minip__orbits_whole(double *g, double *hard, void *data, const double *v)
{
  minip__orbits_t *o = data;
  size_t half = o->r * o->count;
  minip__orbits_expand(o->keys, v + half, o);
  double f = minip__cube_sum(g, o->gradient, hard, &o->cube, v, o->keys);
  if (!isfinite(f))
    return f;
  fold(g + half, o->gradient, o);
  clean(g, o), clean(g + half, o);
  return f;
}

void minip__orbits_sizes(double *s, void *data, const double *v)
{
  minip__orbits_t *o = data;
  minip__cube_sizes(s, &o->cube, v);
}

/* ---- start ---- */

#define START_SIZE 0.1

/* alpha = sum over i of exp(e_i . (X - Z)), X = 2x-1, Z = 2z-1, e_i random and small: the copies of frequency f are the Fourier coefficients at f of
   t -> exp(e_i . g^t X) and t -> exp(-e_i . g^t Z). With every frequency present alpha is the sum over the turns of e_i, positive and close to
   constant. */
void minip__orbits_start(double *v, const minip__orbits_t *o, uint64_t seed)
{
  double e[MINIP_TRAIN_FULL_MAX_RANK][MINIP_TRAIN_FULL_MAX_M];
  minip__random_t random;
  minip__random_seed(&random, seed);
  for (size_t i = 0; i < o->r; i++)
    for (size_t b = 0; b < o->m; b++)
      e[i][b] = START_SIZE * minip__random_gauss(&random);
  memset(v, 0, 2 * o->r * o->count * sizeof *v);
  double *keys = v + o->r * o->count;
  for (const minip__part_t *part = o->parts; part < o->parts + o->part_count; part++)
    for (size_t i = 0; i < o->count; i++) {
      double complex q = 0, k = 0;
      uint32_t x = o->first[i];
      for (size_t t = 0; t < o->length; t++, x = turned(o, x)) {
        double along = 0;
        for (size_t b = 0; b < o->m; b++)
          along += (x >> b) & 1 ? e[part->copy][b] : -e[part->copy][b];
        double complex by = sqrt((part->is_pair ? 2.0 : 1.0) / (double)o->length) * conj(rotation(o, part, t));
        q += exp(along) * by, k += exp(-along) * by;
      }
      put(v, o->count, part, i, q), put(keys, o->count, part, i, k);
    }
  clean(v, o), clean(keys, o);
}

/* ---- gauge: as minip__cube_regauge, but by a basis change that commutes with R, so only components of equal frequency mix ---- */

typedef double complex square_t[MINIP_TRAIN_FULL_MAX_RANK][MINIP_TRAIN_FULL_MAX_RANK];

/* Cholesky factor of the second moments of the keys' components of one frequency. */
static void moments(square_t l, const double *keys, const minip__orbits_t *o, const minip__part_t *parts, size_t count)
{
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j <= i; j++) {
      double complex sum = 0;
      for (size_t z = 0; z < o->count; z++)
        sum += get(keys, o->count, parts + i, z) * conj(get(keys, o->count, parts + j, z)) * (double)o->size[z];
      sum /= (double)o->tokens * (parts->is_pair ? 2 : 1); /* a pair's square is that of two features */
      for (size_t k = 0; k < j; k++)
        sum -= l[i][k] * conj(l[j][k]);
      l[i][j] = i == j ? sqrt(creal(sum) > 1e-300 ? creal(sum) : 1e-300) : sum / l[j][j];
    }
}

/* keys := L^-1 keys, q := L^* q: alpha, the real part of sum conj(q) k, stays. */
static void change_basis(double *v, const minip__orbits_t *o, const minip__part_t *parts, size_t count)
{
  square_t l;
  double *keys = v + o->r * o->count;
  moments(l, keys, o, parts, count);
  for (size_t i = 0; i < o->count; i++)
    for (size_t k = 0; k < count; k++) {
      double complex key = get(keys, o->count, parts + k, i), q = 0;
      for (size_t j = 0; j < k; j++)
        key -= l[k][j] * get(keys, o->count, parts + j, i);
      for (size_t j = k; j < count; j++)
        q += conj(l[j][k]) * get(v, o->count, parts + j, i);
      put(keys, o->count, parts + k, i, key / l[k][k]), put(v, o->count, parts + k, i, q);
    }
}

void minip__orbits_regauge(double *v, minip__orbits_t *o)
{
  double *keys = v + o->r * o->count;
  for (size_t f = 0; 2 * f <= o->length; f++) {
    minip__part_t parts[MINIP_TRAIN_FULL_MAX_RANK];
    size_t count = 0;
    for (size_t i = 0; i < o->part_count; i++)
      if (o->parts[i].frequency == f)
        parts[count++] = o->parts[i];
    if (count)
      change_basis(v, o, parts, count);
  }
  minip__orbits_expand(o->keys, keys, o);
  for (size_t i = 0; i < o->count; i++) {
    double mean = 0;
    for (size_t k = 0; k < o->r; k++)
      for (size_t z = 0; z < o->tokens; z++)
        mean += v[k * o->count + i] * o->keys[k * o->tokens + z] / (double)o->tokens;
    for (size_t k = 0; k < o->r; k++)
      v[k * o->count + i] /= mean;
  }
}
