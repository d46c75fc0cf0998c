/* Strict access to JSON: exactly the expected keys in the expected order, and strings only. */
#include "check.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ck_fields(const json_t *out[], const json_t *obj, const char *const *keys, const char *where)
{
  if (!json_is_object(obj))
    ck_reject("%s: not an object", where);
  void *it = json_object_iter((json_t *)obj); /* jansson iterates in the order of the text */
  for (size_t i = 0; keys[i]; i++) {
    if (!it)
      ck_reject("%s: key '%s' is missing", where, keys[i]);
    if (strcmp(json_object_iter_key(it), keys[i]) != 0)
      ck_reject("%s: key '%s' where '%s' belongs", where, json_object_iter_key(it), keys[i]);
    out[i] = json_object_iter_value(it);
    it = json_object_iter_next((json_t *)obj, it);
  }
  if (it)
    ck_reject("%s: unknown key '%s'", where, json_object_iter_key(it));
}

const char *ck_string(const json_t *value, const char *where)
{
  if (!json_is_string(value))
    ck_reject("%s: not a string", where);
  return json_string_value(value);
}

int ck_is(const json_t *value, const char *text, const char *where)
{
  return strcmp(ck_string(value, where), text) == 0;
}

void ck_must_be(const json_t *value, const char *text, const char *where)
{
  if (!ck_is(value, text, where))
    ck_reject("%s: '%s' where '%s' belongs", where, json_string_value(value), text);
}

size_t ck_array(const json_t *value, const char *where, size_t max)
{
  if (!json_is_array(value))
    ck_reject("%s: not a list", where);
  if (json_array_size(value) > max)
    ck_unreadable("%s: more than %zu elements", where, max);
  return json_array_size(value);
}

static const char *statement;

void ck_statement(const json_t *value, const char *format, ...)
{
  char *text;
  va_list args;
  va_start(args, format);
  gmp_vasprintf(&text, format, args); /* from the run's memory */
  va_end(args);
  if (!ck_is(value, text, "statement"))
    ck_reject("statement: the claim means: %s", text);
  statement = text;
}

const char *ck_statement_text(void)
{
  return statement;
}
