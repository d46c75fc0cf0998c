/* Exact values and enclosures as JSON. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define DECIMAL_DIGITS 12
#define LONGEST_INTEGER 21 /* digits of an integer in a column of few digits */

void minip_report_init(minip_report_t report)
{
  report->root = json_object();
  report->table = NULL;
  report->columns = NULL;
}

void minip_report_clear(minip_report_t report)
{
  json_decref(report->root);
  report->root = NULL;
}

/* A JSON string from malloc'd text, which is freed. */
static json_t *take_string(char *s)
{
  json_t *v = s ? json_string(s) : NULL;
  free(s);
  return v;
}

json_t *minip_report_fmpz(const fmpz_t x)
{
  char *s = fmpz_get_str(NULL, 10, x);
  json_t *v = json_string(s);
  flint_free(s);
  return v;
}

json_t *minip_report_slong(slong x)
{
  char s[32];
  snprintf(s, sizeof s, "%ld", (long)x);
  return json_string(s);
}

json_t *minip_report_fmpq(const fmpq_t x)
{
  if (fmpz_is_one(fmpq_denref(x)))
    return minip_report_fmpz(fmpq_numref(x));
  json_t *v = json_object();
  json_object_set_new(v, "exact", take_string(minip_num_fraction(x)));
  json_object_set_new(v, "decimal", take_string(minip_num_decimal(x, DECIMAL_DIGITS)));
  return v;
}

json_t *minip_report_name(const char *name)
{
  json_t *v = json_string(name);
  char *copy = v || !name ? NULL : strdup(name);
  for (char *p = copy; p && *p; p++)
    if ((unsigned char)*p > 126)
      *p = '?';
  return v ? v : take_string(copy);
}

json_t *minip_report_arb(const arb_t x)
{
  char *lower, *upper;
  minip_num_bounds(&lower, &upper, x, DECIMAL_DIGITS);
  json_t *v = json_object();
  json_object_set_new(v, "lower", take_string(lower));
  json_object_set_new(v, "upper", take_string(upper));
  return v;
}

static char *joined(const json_t *value)
{
  minip__text_t t = {0};
  size_t i, n = json_array_size(value), shown = 0;
  const char *key;
  json_t *item;
  minip__text_add(&t, "", 0);
  if (json_is_array(value))
    for (i = 0; i < n; i++) {
      char *s = minip__report_cell(json_array_get(value, i));
      minip__text_printf(&t, "%s%s", i ? " " : "", s ? s : "");
      free(s);
    }
  else
    json_object_foreach((json_t *)(uintptr_t)value, key, item)
    {
      char *s = minip__report_cell(item);
      minip__text_printf(&t, "%s%s %s", shown++ ? ", " : "", key, s ? s : "");
      free(s);
    }
  return t.s;
}

/* open a between b close */
static char *paired(const char *open, const char *a, const char *between, const char *b, const char *close)
{
  minip__text_t t = {0};
  minip__text_printf(&t, "%s%s%s%s%s", open, a, between, b, close);
  return t.s;
}

/* The first `digits` significant digits of decimal[0..length) (never fewer than its whole part), its power of ten, and ".." where something was cut. */
static char *shortened(const char *decimal, size_t length, long digits, int plain)
{
  minip__text_t t = {0};
  size_t i = 0, power = strcspn(decimal, "e");
  int started = 0, fraction = 0;
  for (; i < power && i < length && (digits > 0 || !fraction); i++) {
    if (fraction && decimal[i] == '.') /* the ".." of a decimal that was cut before */
      break;
    fraction |= decimal[i] == '.';
    started |= decimal[i] >= '1' && decimal[i] <= '9';
    digits -= started && decimal[i] != '.';
  }
  int cut = i < power;
  i -= i > 0 && decimal[i - 1] == '.';
  minip__text_add(&t, decimal, i);
  minip__text_printf(&t, "%s%s", cut && !plain ? ".." : "", decimal + power);
  return t.s;
}

/* The first digits of a whole number of which `same` are certified, and its power of ten: "6.513..e+16". NULL when none is. */
static char *scientific(const char *whole, size_t same, long digits, int plain)
{
  minip__text_t t = {0};
  int minus = *whole == '-';
  size_t shown = (size_t)digits + (size_t)minus < same ? (size_t)digits + (size_t)minus : same;
  if (shown < 2u + (size_t)minus)
    return NULL;
  minip__text_printf(&t, "%.*s.%.*s%se+%zu", 1 + minus, whole, (int)shown - 1 - minus, whole + 1 + minus, plain ? "" : "..", strlen(whole) - 1 - (size_t)minus);
  return t.s;
}

/* Digits of an enclosure that both ends share; NULL when not even the whole part is. */
static char *shortened_pair(const char *lower, const char *upper, long digits, int plain)
{
  size_t same = 0;
  int signifies = 0, fraction = 0;
  if (strcmp(lower, upper) == 0)
    return shortened(lower, strlen(lower), digits, plain);
  if (strcmp(lower + strcspn(lower, "e"), upper + strcspn(upper, "e")) != 0)
    return NULL;
  for (; lower[same] && lower[same] == upper[same]; same++) {
    signifies |= lower[same] >= '1' && lower[same] <= '9';
    fraction |= lower[same] == '.';
  }
  if (!fraction && strlen(lower) == strlen(upper) && !strchr(lower, '.'))
    return scientific(lower, same, digits, plain);
  return signifies && fraction ? shortened(lower, same, digits, plain) : NULL;
}

char *minip__report_short(const json_t *value, long digits, int plain)
{
  const char *decimal = json_string_value(json_object_get(value, "decimal"));
  const char *lower = json_string_value(json_object_get(value, "lower"));
  const char *upper = json_string_value(json_object_get(value, "upper"));
  const char *whole = plain ? NULL : json_string_value(value); /* long integers; CSV keeps them, for programs */
  if (whole && strlen(whole) > LONGEST_INTEGER && strspn(whole + (*whole == '-'), "0123456789") + (*whole == '-') == strlen(whole))
    return scientific(whole, strlen(whole), digits, plain);
  char *s = decimal ? shortened(decimal, strlen(decimal), digits, plain) : lower && upper ? shortened_pair(lower, upper, digits, plain) : NULL;
  return s ? s : minip__report_cell(value);
}

char *minip__report_cell(const json_t *value)
{
  const char *exact = json_string_value(json_object_get(value, "exact"));
  const char *decimal = json_string_value(json_object_get(value, "decimal"));
  const char *lower = json_string_value(json_object_get(value, "lower"));
  const char *upper = json_string_value(json_object_get(value, "upper"));
  if (exact && decimal && json_object_size(value) == 2)
    return paired("", exact, " = ", decimal, "");
  if (lower && upper && json_object_size(value) == 2)
    return paired("[", lower, ", ", upper, "]");
  if (json_is_string(value))
    return strdup(json_string_value(value));
  if (json_is_integer(value)) {
    minip__text_t t = {0};
    minip__text_printf(&t, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return t.s;
  }
  if (json_is_boolean(value))
    return strdup(json_is_true(value) ? "yes" : "no");
  if (json_is_object(value) || json_is_array(value))
    return joined(value);
  return strdup("-");
}
