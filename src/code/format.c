/* Text forms of one word. */
#include "internal.h"
#include <stdio.h>
#include <string.h>

minip_status_t minip_code_format_from_name(minip_code_format_t *format, const char *name, minip_error_t err)
{
  static const char *const names[] = {"auto", "words", "supports", "hex", "npy"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) {
      *format = (minip_code_format_t)i;
      return MINIP_OK;
    }
  return minip_error_set(err, MINIP_USAGE, "unknown code format '%s': one of auto, words, supports, hex, npy", name);
}

/* Supports are the longest: positions below 65536 take up to five digits and a blank each. */
size_t minip_code_line_size(size_t n) { return 6 * n + 4; }

static size_t support_line(char *line, const uint64_t *word, size_t n)
{
  char *p = line;
  for (size_t j = 0; j < n; j++)
    if (minip_token_bit(word, j))
      p += sprintf(p, p == line ? "%zu" : " %zu", j);
  if (p == line)
    *p++ = '-';
  *p = '\0';
  return (size_t)(p - line);
}

static size_t hex_line(char *line, const uint64_t *word, size_t n)
{
  size_t digits = (n + 3) / 4;
  char *p = line;
  *p++ = '0', *p++ = 'x';
  for (size_t k = digits; k-- > 0;)
    *p++ = "0123456789abcdef"[(word[k / 16] >> (4 * (k % 16))) & 15];
  *p = '\0';
  return (size_t)(p - line);
}

size_t minip_code_line(char *line, const uint64_t *word, size_t n, minip_code_format_t format)
{
  if (format == MINIP_CODE_SUPPORTS)
    return support_line(line, word, n);
  if (format == MINIP_CODE_HEX)
    return hex_line(line, word, n);
  minip_token_to_text(line, word, n);
  return n;
}
