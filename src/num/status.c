/* Error messages and versions. */
#include <minip/status.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void minip_error_init(minip_error_t err)
{
  err->status = MINIP_OK;
  err->text[0] = '\0';
}

/* Bytes of the character at s when it is UTF-8 beyond ASCII and no control character (U+0080..U+009F, which terminals obey), else 0. */
static int utf8_length(const unsigned char *s)
{
  int n = s[0] >= 0xC2 && s[0] <= 0xDF ? 2 : s[0] >= 0xE0 && s[0] <= 0xEF ? 3 : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4 : 0;
  for (int i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80)
      return 0;
  return s[0] == 0xC2 && s[1] < 0xA0 ? 0 : n;
}

/* Messages quote file contents and names: nothing in them may move a terminal's cursor, and all of it is text. */
static void make_printable(char *text)
{
  for (int n; *text; text += n) {
    unsigned char ch = (unsigned char)*text;
    n = ch < 0x80 ? 1 : utf8_length((const unsigned char *)text);
    if (n == 0 || ch < ' ' || ch == 0x7F) {
      *text = '?';
      n = 1;
    }
  }
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
