/* Structured kernels by name: exp:, constant, softmax:, overlap:, weighted:. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* "KIND[:VALUE][@m=M]", cut up. */
typedef struct {
  char *copy; /* owned */
  const char *kind, *value; /* value NULL when there is no ':' */
  long m;                   /* -1 when there is no '@m=' */
} spec_t;

static minip_status_t cut_spec(spec_t *out, const char *spec, minip_error_t err)
{
  *out = (spec_t){strdup(spec), NULL, NULL, -1};
  if (!out->copy)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  char *end, *at = strrchr(out->copy, '@'), *colon;
  if (at && strncmp(at, "@m=", 3) == 0) {
    *at = '\0';
    out->m = strtol(at + 3, &end, 10);
    if (at[3] < '0' || at[3] > '9' || *end || out->m < 1 || out->m > MINIP_KERNEL_MAX_M)
      return minip_error_set(err, MINIP_USAGE, "%s: m must be a whole number from 1 to %d", spec, MINIP_KERNEL_MAX_M);
  }
  colon = strchr(out->copy, ':');
  if (colon) {
    *colon = '\0';
    out->value = colon + 1;
  }
  out->kind = out->copy;
  return MINIP_OK;
}

static minip_status_t parse_value(fmpq_t x, const spec_t *spec, int needs_value, minip_error_t err)
{
  if (spec->m < 0)
    return minip_error_set(err, MINIP_USAGE, "%s needs its tokens' bits: %s%s@m=M", spec->kind, spec->kind, needs_value ? ":VALUE" : "");
  if (!needs_value)
    return spec->value ? minip_error_set(err, MINIP_USAGE, "%s takes no value", spec->kind) : MINIP_OK;
  if (!spec->value)
    return minip_error_set(err, MINIP_USAGE, "%s needs a value: %s:VALUE@m=M", spec->kind, spec->kind);
  if (minip_num_parse(x, spec->value, strlen(spec->value), err) != MINIP_OK)
    return err->status = MINIP_USAGE;
  return MINIP_OK;
}

static minip_status_t load_exponential(minip_kernel_t kernel, const spec_t *spec, int constant, minip_error_t err)
{
  fmpq_t base;
  fmpq_init(base);
  fmpq_one(base);
  minip_status_t st = parse_value(base, spec, !constant, err);
  if (st == MINIP_OK && fmpq_sgn(base) <= 0)
    st = minip_error_set(err, MINIP_USAGE, "exp needs a base above 0");
  if (st == MINIP_OK)
    st = minip_kernel_set_exponential(kernel, base, (size_t)spec->m, err);
  fmpq_clear(base);
  return st;
}

static minip_status_t load_softmax(minip_kernel_t kernel, const spec_t *spec, minip_error_t err)
{
  fmpq_t tau;
  fmpq_init(tau);
  minip_status_t st = parse_value(tau, spec, 1, err);
  if (st == MINIP_OK)
    st = minip__kernel_start(kernel, MINIP_KERNEL_SOFTMAX, (size_t)spec->m, "softmax", err);
  if (st == MINIP_OK)
    fmpq_set(kernel->tau, tau);
  fmpq_clear(tau);
  return st;
}

static minip_status_t load_file(minip_kernel_t kernel, const spec_t *spec, int weighted, minip_error_t err)
{
  if (!spec->value || !*spec->value)
    return minip_error_set(err, MINIP_USAGE, "%s needs a file: %s:FILE", spec->kind, spec->kind);
  if (weighted && spec->m >= 0)
    return minip_error_set(err, MINIP_USAGE, "weighted takes m from its file, not from @m=");
  return weighted ? minip__kernel_weighted_file(kernel, spec->value, err) : minip__kernel_overlap_file(kernel, spec->value, spec->m, err);
}

static minip_status_t dispatch(minip_kernel_t kernel, const spec_t *spec, minip_error_t err)
{
  if (strcmp(spec->kind, "exp") == 0)
    return load_exponential(kernel, spec, 0, err);
  if (strcmp(spec->kind, "constant") == 0)
    return load_exponential(kernel, spec, 1, err);
  if (strcmp(spec->kind, "softmax") == 0)
    return load_softmax(kernel, spec, err);
  if (strcmp(spec->kind, "overlap") == 0)
    return load_file(kernel, spec, 0, err);
  if (strcmp(spec->kind, "weighted") == 0)
    return load_file(kernel, spec, 1, err);
  return minip_error_set(err, MINIP_USAGE, "'%s' is no kind of kernel (exp, constant, overlap, weighted, softmax); a file of that name is ./NAME", spec->kind);
}

/* A ':' or '@' before any '/' makes a name a specification. */
int minip__kernel_is_structured(const char *spec)
{
  size_t word = strcspn(spec, ":@/");
  return spec[word] == ':' || spec[word] == '@';
}

minip_status_t minip__kernel_structured(minip_kernel_t kernel, const char *text, minip_error_t err)
{
  spec_t spec;
  minip_status_t st = cut_spec(&spec, text, err);
  if (st == MINIP_OK)
    st = dispatch(kernel, &spec, err);
  if (st == MINIP_OK)
    st = minip__kernel_name(kernel, text, err);
  free(spec.copy);
  return st;
}
