/* Error messages and versions. */
#include <minip/status.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void minip_error_init(minip_error_t err)
{
  err->status = MINIP_OK;
  err->text[0] = '\0';
}

/* Messages quote file contents: nothing in them may move a terminal's cursor. */
static void make_printable(char *text)
{
  for (; *text; text++)
    if (iscntrl((unsigned char)*text))
      *text = '?';
}

static void mark_if_cut(char *text, size_t size, int wanted)
{
  if (wanted < 0)
    snprintf(text, size, "(message could not be formatted)");
  else if ((size_t)wanted >= size)
    memcpy(text + size - 4, "...", 4);
}

minip_status_t minip_error_set(minip_error_t err, minip_status_t st, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int wanted = vsnprintf(err->text, sizeof err->text, format, args);
  va_end(args);
  mark_if_cut(err->text, sizeof err->text, wanted);
  make_printable(err->text);
  err->status = st;
  return st;
}

minip_status_t minip_error_prefix(minip_error_t err, const char *format, ...)
{
  char old[sizeof err->text];
  char prefix[sizeof err->text];
  memcpy(old, err->text, sizeof old);
  va_list args;
  va_start(args, format);
  int wanted = vsnprintf(prefix, sizeof prefix, format, args);
  va_end(args);
  mark_if_cut(prefix, sizeof prefix, wanted);
  wanted = snprintf(err->text, sizeof err->text, "%s: %s", prefix, old);
  mark_if_cut(err->text, sizeof err->text, wanted);
  make_printable(err->text);
  return err->status;
}
