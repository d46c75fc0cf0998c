/* A growing text. */
#include "internal.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int reserve(minip__text_t *t, size_t more)
{
  if (t->failed)
    return 0;
  if (t->len + more < t->room)
    return 1;
  size_t room = (t->len + more + 1) * 2;
  char *s = realloc(t->s, room);
  if (!s) {
    t->failed = 1;
    return 0;
  }
  t->s = s;
  t->room = room;
  return 1;
}

void minip__text_add(minip__text_t *t, const char *s, size_t len)
{
  if (!reserve(t, len))
    return;
  memcpy(t->s + t->len, s, len);
  t->len += len;
  t->s[t->len] = '\0';
}

void minip__text_printf(minip__text_t *t, const char *format, ...)
{
  va_list args;
  char *s = NULL;
  va_start(args, format);
  int n = vasprintf(&s, format, args);
  va_end(args);
  if (n < 0) {
    t->failed = 1;
    return;
  }
  minip__text_add(t, s, (size_t)n);
  free(s);
}
