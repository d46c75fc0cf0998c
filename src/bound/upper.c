/* Upper bounds: kernels that serve the task (T12, T13), the record of one, and the quick search for a row of a table. */
#include "upper.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void minip_bound_upper_init(minip_bound_upper_t p)
{
  memset(p, 0, sizeof *p);
  fmpz_init(p->rank);
  fmpq_init(p->error), fmpq_init(p->base), fmpq_init(p->offset), fmpq_init(p->tau), fmpq_init(p->lambda), fmpq_init(p->t);
}

void minip_bound_upper_clear(minip_bound_upper_t p)
{
  fmpz_clear(p->rank);
  fmpq_clear(p->error), fmpq_clear(p->base), fmpq_clear(p->offset), fmpq_clear(p->tau), fmpq_clear(p->lambda), fmpq_clear(p->t);
  if (p->values)
    _fmpq_vec_clear(p->values, (slong)p->value_count);
  free(p->method), free(p->nodes), free(p->file);
}

void minip_bound_upper_swap(minip_bound_upper_t a, minip_bound_upper_t b)
{
  minip_bound_upper_struct c = *a;
  *a = *b;
  *b = c;
}

static const char *const names[] = {"exponential", "weight", "linear", "hamming", "distance", "general", "overlap", "taylor", "laguerre", "table"};

const char *minip_upper_family_name(minip_upper_family_t family) { return names[family]; }

minip_status_t minip_upper_family_from_name(minip_upper_family_t *family, const char *name, minip_error_t err)
{
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) {
      *family = (minip_upper_family_t)i;
      return MINIP_OK;
    }
  return minip_error_set(err, MINIP_USAGE, "unknown family '%.40s': exponential, weight, linear, hamming, distance, general, overlap, taylor, laguerre, table", name);
}

/* --- what the method is called ---------------------------------------------------------------------------------------------------- */

/* "0,1,2,9": the degrees of an overlap kernel; the caller frees. */
static char *degrees_text(const minip_bound_upper_t p)
{
  char *text = calloc(p->value_count + 1, 21);
  size_t at = 0;
  for (size_t i = 0; text && i < p->value_count; i++)
    if (!fmpq_is_zero(p->values + i))
      at += (size_t)sprintf(text + at, at ? ",%zu" : "%zu", i);
  return text;
}

static int print_method(char **text, const minip_bound_upper_t p)
{
  fmpq_t shift; /* offset - m */
  fmpq_init(shift);
  fmpq_sub_ui(shift, p->offset, (ulong)p->m);
  char *base = minip_num_fraction(p->base), *offset = minip_num_fraction(shift), *lambda = minip_num_fraction(p->lambda), *degrees = degrees_text(p);
  int n = -1;
  if (base && offset && lambda && degrees)
    switch (p->family) {
    case MINIP_UPPER_EXPONENTIAL: n = asprintf(text, "b^-<x,z>"); break;
    case MINIP_UPPER_WEIGHT: n = asprintf(text, "(%s)^|z|", base); break;
    case MINIP_UPPER_LINEAR: n = asprintf(text, "(%s)^|z| (%s + d)", base, offset); break;
    case MINIP_UPPER_HAMMING: n = asprintf(text, "(%s)^-|z| g(d), degree %zu", base, p->degree); break;
    case MINIP_UPPER_DISTANCE: n = asprintf(text, "(%s)^-|z| g(d), degree %zu", base, p->degree); break;
    case MINIP_UPPER_GENERAL: n = asprintf(text, "(%s)^-|z| f_|x|(|z|,<x,z>), degree %zu", base, p->degree); break;
    case MINIP_UPPER_OVERLAP: n = asprintf(text, "f(<x,z>), degrees %s", degrees); break;
    case MINIP_UPPER_TAYLOR: n = asprintf(text, "e^-(%s |z|) g(d), Taylor degree %zu", lambda, p->degree); break;
    case MINIP_UPPER_LAGUERRE: n = asprintf(text, "e^-(%s |z|) g(d), Laguerre degree %zu", lambda, p->degree); break;
    case MINIP_UPPER_TABLE: n = asprintf(text, "features of %s", strrchr(p->file, '/') ? strrchr(p->file, '/') + 1 : p->file); break;
    }
  fmpq_clear(shift);
  free(base), free(offset), free(lambda), free(degrees);
  return n >= 0;
}

minip_status_t minip__upper_name(minip_bound_upper_t p, minip_error_t err)
{
  char *text = NULL;
  free(p->method);
  p->method = print_method(&text, p) ? text : NULL;
  return p->method ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
}

/* --- candidates ------------------------------------------------------------------------------------------------------------------- */

/* 2^m: b^-<x,z> has rank 2^m (T12), and its error tends to 0 as b grows, so it serves every length and error (T4, T14). */
minip_status_t minip__upper_exponential(minip_bound_upper_t p, size_t m, minip_error_t err)
{
  p->family = MINIP_UPPER_EXPONENTIAL;
  p->m = m;
  fmpz_one_2exp(p->rank, m);
  p->rank_is_exact = 1;
  p->has_error = 0;
  return minip__upper_name(p, err);
}

/* theta^|z| (A - m + d_H(x,z)) is theta^|z| times an affine function of z: rank at most m + 1. With A = 0, theta^|z| alone: rank 1. T13's
   parameters; at m = 1..3 any small theta does. */
static const struct {
  size_t m;
  slong theta_num, theta_den, a_num, a_den;
} known[] = {
  {1, 1, 2, 0, 1},     {2, 1, 2, 0, 1},     {3, 1, 2, 0, 1},     {4, 1, 2, 5, 1},      {5, 2, 3, 61, 10},    {6, 2, 3, 61, 10},
  {7, 7, 10, 161, 20}, {8, 7, 10, 161, 20}, {9, 3, 4, 91, 10}, {10, 4, 5, 201, 20}, {11, 4, 5, 221, 20},
};

minip_status_t minip__upper_known(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  *serves = 0;
  for (size_t i = 0; st == MINIP_OK && !*serves && i < sizeof known / sizeof *known; i++) {
    if (known[i].m != m)
      continue;
    p->m = m;
    p->family = known[i].a_num ? MINIP_UPPER_LINEAR : MINIP_UPPER_WEIGHT;
    fmpz_set_ui(p->rank, known[i].a_num ? (ulong)m + 1 : 1);
    fmpq_set_si(p->base, known[i].theta_num, (ulong)known[i].theta_den);
    fmpq_set_si(p->offset, known[i].a_num, (ulong)known[i].a_den);
    st = minip__upper_prove(serves, p, task, 1, err);
    if (st == MINIP_OK)
      st = minip__upper_name(p, err);
  }
  return st;
}

minip_status_t minip__upper_least_hamming(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  *serves = 0;
  for (size_t k = minip__upper_least_degree(task, m); !*serves && k + 2 <= m + 1; k++) {
    int found = minip__upper_hamming(p, task, m, k);
    if (found < 0)
      return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
    *serves = found;
  }
  if (!*serves)
    return MINIP_OK;
  p->family = MINIP_UPPER_HAMMING;
  minip__upper_sphere(p->rank, m, p->degree);
  return minip__upper_name(p, err);
}

/* Keep in best whichever of best and p has the smaller rank; p starts anew. */
static void keep_better(minip_bound_upper_t best, minip_bound_upper_t p, int serves)
{
  if (serves && fmpz_cmp(p->rank, best->rank) < 0)
    minip_bound_upper_swap(best, p);
  minip_bound_upper_clear(p);
  minip_bound_upper_init(p);
}

minip_status_t minip_bound_upper(minip_bound_upper_t upper, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_bound_upper_t p;
  int serves = 0;
  minip_bound_upper_init(p);
  minip_status_t st = minip__upper_exponential(upper, m, err);
  if (st == MINIP_OK)
    st = minip__upper_known(&serves, p, task, m, err);
  if (st == MINIP_OK && !serves && m <= MINIP__UPPER_MAX_QUICK)
    st = minip__upper_least_hamming(&serves, p, task, m, err);
  for (minip_upper_family_t family = MINIP_UPPER_TAYLOR; st == MINIP_OK && !serves && family <= MINIP_UPPER_LAGUERRE; family++) {
    st = minip__upper_series(&serves, p, family, task, m, err);
    keep_better(upper, p, st == MINIP_OK && serves);
    serves = 0;
  }
  keep_better(upper, p, st == MINIP_OK && serves);
  if (st == MINIP_OK)
    st = minip__upper_fitted(&serves, p, task, m, upper->rank, err);
  keep_better(upper, p, st == MINIP_OK && serves);
  if (st == MINIP_OK)
    st = minip__upper_table(&serves, p, task, m, upper->rank, err);
  keep_better(upper, p, st == MINIP_OK && serves);
  minip_bound_upper_clear(p);
  return st;
}
