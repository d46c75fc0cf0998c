/* Intervals for A(n,d,w): both sides, their sources, their proof. */
#include "bounds.h"
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *key;
} rules[] = {
  [MINIP_CODE_SINGLE] = {"single word", "single"},
  [MINIP_CODE_ALL] = {"all words", "binomial"},
  [MINIP_CODE_DISJOINT] = {"disjoint words", "disjoint"},
  [MINIP_CODE_COMPLEMENT] = {"complement", "complement"},
  [MINIP_CODE_JOHNSON_ONES] = {"Johnson, ones", "one"},
  [MINIP_CODE_JOHNSON_ZEROS] = {"Johnson, zeros", "zero"},
  [MINIP_CODE_JOHNSON_COUNT] = {"Johnson, counting", "counting"},
  [MINIP_CODE_DELSARTE] = {"Delsarte", "delsarte"},
  [MINIP_CODE_CONSTRUCTION] = {"construction", "construction"},
  [MINIP_CODE_AVERAGE] = {"Graham-Sloane", "average"},
  [MINIP_CODE_GILBERT] = {"Gilbert", "gilbert"},
};

const char *minip_code_rule_name(minip_code_rule_t rule) { return rules[rule].name; }
const char *minip_code_rule_key(minip_code_rule_t rule) { return rules[rule].key; }

minip_status_t minip__step_set(minip_code_step_t *step, size_t n, size_t w, minip_code_rule_t rule, const fmpz_t value, minip_error_t err,
                               const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int len = vasprintf(&step->detail, format, args);
  va_end(args);
  if (len < 0) {
    step->detail = NULL;
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  }
  step->n = n;
  step->w = w;
  step->rule = rule;
  fmpz_set(&step->value, value);
  return MINIP_OK;
}

void minip__step_clear(minip_code_step_t *step)
{
  fmpz_clear(&step->value);
  if (step->dual)
    _fmpq_vec_clear(step->dual, (slong)step->dual_count);
  free(step->detail);
}

minip_code_step_t *minip__step_add(minip_code_step_t **list, size_t *count)
{
  if ((*count & (*count - 1)) == 0) { /* 0 or a power of two: full */
    minip_code_step_t *more = realloc(*list, (*count ? 2 * *count : 1) * sizeof *more);
    if (!more)
      return NULL;
    *list = more;
  }
  minip_code_step_t *step = *list + (*count)++;
  *step = (minip_code_step_t){0};
  fmpz_init(&step->value);
  return step;
}

void minip_code_bounds_init(minip_code_bounds_t bounds)
{
  memset(bounds, 0, sizeof *bounds);
  fmpz_init(bounds->lower), fmpz_init(bounds->upper);
}

void minip_code_bounds_clear(minip_code_bounds_t bounds)
{
  for (size_t i = 0; i < bounds->step_count; i++)
    minip__step_clear(&bounds->steps[i]);
  for (size_t i = 0; i < bounds->source_count; i++)
    minip__step_clear(&bounds->sources[i]);
  free(bounds->steps), free(bounds->sources);
  fmpz_clear(bounds->lower), fmpz_clear(bounds->upper);
  memset(bounds, 0, sizeof *bounds);
}

static minip_status_t begin(minip_code_bounds_t bounds, size_t n, size_t d, size_t w, minip_error_t err)
{
  const size_t cap = (size_t)MINIP_CODE_MAX_N + 2;
  minip_status_t st = minip_code_check_parameters((long)(n < cap ? n : cap), (long)(d < cap ? d : cap), (long)(w < cap ? w : cap), err);
  if (st == MINIP_OK && d == 0)
    st = minip_error_set(err, MINIP_INPUT, "the distance d must be at least 2");
  minip_code_bounds_clear(bounds);
  minip_code_bounds_init(bounds);
  bounds->n = n;
  bounds->d = d < cap ? d : cap; /* any distance above 2n means the same */
  bounds->w = w;
  return st;
}

minip_status_t minip_code_bounds(minip_code_bounds_t bounds, size_t n, size_t d, size_t w, unsigned use, minip_error_t err)
{
  minip_status_t st = begin(bounds, n, d, w, err);
  if (st == MINIP_OK)
    st = minip__bounds_upper(bounds, use, 0, err);
  if (st == MINIP_OK)
    st = minip__bounds_lower(bounds, use, err);
  if (st == MINIP_OK && fmpz_cmp(bounds->lower, bounds->upper) > 0)
    st = minip_error_set(err, MINIP_INTERNAL, "the bounds of (%zu,%zu,%zu) contradict each other", n, d, w);
  return st;
}

minip_status_t minip_code_upper(fmpz_t upper, size_t n, size_t d, size_t w, unsigned use, minip_error_t err)
{
  return minip__upper_until(upper, n, d, w, use, 0, err);
}

minip_status_t minip__upper_until(fmpz_t upper, size_t n, size_t d, size_t w, unsigned use, double deadline, minip_error_t err)
{
  minip_code_bounds_t bounds;
  minip_code_bounds_init(bounds);
  minip_status_t st = begin(bounds, n, d, w, err);
  if (st == MINIP_OK)
    st = minip__bounds_upper(bounds, use, deadline, err);
  if (st == MINIP_OK)
    fmpz_set(upper, bounds->upper);
  minip_code_bounds_clear(bounds);
  return st;
}
