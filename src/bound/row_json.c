/* Rows and bounds as JSON. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRECISION 96

static void set_text(json_t *object, const char *key, char *text)
{
  json_object_set_new(object, key, text ? json_string(text) : json_null());
  free(text);
}

static void set_size(json_t *object, const char *key, size_t x)
{
  if (x)
    json_object_set_new(object, key, minip_report_slong((slong)x));
}

static void set_fmpz(json_t *object, const char *key, const fmpz_t x)
{
  if (!fmpz_is_zero(x))
    json_object_set_new(object, key, minip_report_fmpz(x));
}

json_t *minip_bound_lower_json(const minip_bound_lower_t lower)
{
  json_t *x = json_object();
  set_text(x, "method", minip_bound_lower_method(lower));
  json_object_set_new(x, "bound", minip_report_fmpz(lower->bound));
  json_object_set_new(x, "value", minip_report_fmpq(lower->value));
  json_object_set_new(x, "loss", minip_report_fmpz(lower->loss));
  json_object_set_new(x, "strict", json_boolean(lower->strict));
  json_object_set_new(x, "source", json_string(minip_bound_source_name(lower->source)));
  json_object_set_new(x, "form", json_string(minip_bound_form_name(lower->form)));
  if (lower->name)
    json_object_set_new(x, "code", json_string(lower->name));
  set_size(x, "bits", lower->m);
  set_size(x, "weight", lower->w);
  set_size(x, "delta", lower->delta);
  set_size(x, "power", lower->power);
  set_fmpz(x, "words", lower->N);
  set_fmpz(x, "draws", lower->T);
  set_fmpz(x, "field", lower->q);
  if (lower->form == MINIP_FORM_OFFSET || lower->form == MINIP_FORM_LINEAR)
    json_object_set_new(x, "offset", minip_report_fmpq(lower->u));
  if (lower->form == MINIP_FORM_LINEAR)
    json_object_set_new(x, "slope", minip_report_fmpq(lower->v));
  return x;
}

char *minip_bound_beta_text(const minip_bound_task_t task)
{
  size_t part;
  fmpq_t base;
  arb_t beta;
  char *text = NULL;
  fmpq_init(base), arb_init(beta);
  minip_bound_beta(beta, &part, base, task, PRECISION);
  char *b = minip_num_fraction(base);
  int integer = fmpz_is_one(fmpq_denref(base));
  if (b && part == 1) /* no root */
    text = strdup(b);
  else if (!b || asprintf(&text, "%s%s%s^(1/%zu)", integer ? "" : "(", b, integer ? "" : ")", part) < 0)
    text = NULL;
  free(b);
  fmpq_clear(base), arb_clear(beta);
  return text;
}

char *minip_bound_gamma_text(const minip_bound_task_t task)
{
  char *text = NULL, *beta = minip_bound_beta_text(task);
  int fraction = beta && strchr(beta, '/') && !strchr(beta, '^'); /* no root: 1/9/2 would read as 1/18 */
  if (!beta || asprintf(&text, fraction ? "1 - log2(1 + 1/(%s))" : "1 - log2(1 + 1/%s)", beta) < 0)
    text = NULL;
  free(beta);
  return text;
}

/* x = log2(bound) / m; a terminating decimal, as powers of two give, has two equal ends. */
static json_t *log2_over(const fmpz_t bound, size_t m)
{
  arb_t y;
  fmpq_t q;
  slong power = (slong)fmpz_sizeinbase(bound, 2) - 1;
  arb_init(y), fmpq_init(q);
  fmpq_set_fmpz(q, bound);
  minip_num_log2(y, q, PRECISION);
  arb_div_ui(y, y, m, PRECISION);
  json_t *x = minip_report_arb(y);
  if ((slong)fmpz_val2(bound) == power) {
    fmpq_set_si(q, power, m);
    char *decimal = minip_num_decimal(q, 12);
    if (decimal && !strstr(decimal, "..")) {
      json_object_set_new(x, "lower", json_string(decimal));
      json_object_set_new(x, "upper", json_string(decimal));
    }
    free(decimal);
  }
  arb_clear(y), fmpq_clear(q);
  return x;
}

json_t *minip_bound_row_json(const minip_bound_row_t row, const minip_bound_task_t task)
{
  const minip_bound_lower_struct *best = row->lowers->items + row->best;
  json_t *x = json_object(), *methods = json_array();
  arb_t ceiling; /* and gamma */
  arb_init(ceiling);
  json_object_set_new(x, "m", minip_report_slong((slong)row->m));
  json_object_set_new(x, "length", minip_report_slong((slong)row->n));
  json_object_set_new(x, "lower", minip_report_fmpz(best->bound));
  json_object_set_new(x, "upper", minip_report_fmpz(row->upper->rank));
  set_text(x, "method", minip_bound_lower_method(best));
  json_object_set_new(x, "log2_lower", log2_over(best->bound, 1));
  json_object_set_new(x, "exponent", log2_over(best->bound, row->m));
  minip_bound_ceiling(ceiling, task, row->m, PRECISION);
  json_object_set_new(x, "ceiling", minip_report_arb(ceiling));
  minip_bound_gamma(ceiling, task, PRECISION);
  json_object_set_new(x, "gamma", minip_report_arb(ceiling));
  json_object_set_new(x, "upper_method", json_string(row->upper->method));
  if (row->upper->has_error)
    json_object_set_new(x, "upper_error", minip_report_fmpq(row->upper->error));
  for (size_t i = 0; i < row->lowers->count; i++)
    json_array_append_new(methods, minip_bound_lower_json(row->lowers->items + i));
  json_object_set_new(x, "methods", methods);
  arb_clear(ceiling);
  return x;
}
