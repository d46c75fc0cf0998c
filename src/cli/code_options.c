/* Options that several "code" commands share. */
#include "code_options.h"
#include <limits.h>

/* Any whole number: the library says what is wrong with it. */
static minip_status_t take(long *value, const cli_context_t *ctx, const char *name, minip_error_t err)
{
  if (!cli_get(ctx, name))
    return minip_error_set(err, MINIP_USAGE, "--%s is needed", name);
  return cli_get_long(value, ctx, name, LONG_MIN, LONG_MAX, 0, err);
}

minip_status_t cli_code_parameters(size_t *n, size_t *d, size_t *w, const cli_context_t *ctx, minip_error_t err)
{
  long length, weight, distance = 0;
  minip_status_t st = take(&length, ctx, "n", err);
  if (st == MINIP_OK)
    st = take(&weight, ctx, "w", err);
  if (st == MINIP_OK && d)
    st = take(&distance, ctx, "d", err);
  if (st == MINIP_OK)
    st = minip_code_check_parameters(length, distance, weight, err);
  if (st == MINIP_OK && d && distance == 0)
    st = minip_error_set(err, MINIP_INPUT, "the distance d must be at least 2");
  if (st != MINIP_OK)
    return st;
  *n = (size_t)length;
  *w = (size_t)weight;
  if (d)
    *d = (size_t)distance;
  return MINIP_OK;
}

minip_status_t cli_code_file_options(minip_code_format_t *format, size_t *n, const cli_context_t *ctx, minip_error_t err)
{
  long length;
  const char *name = cli_get(ctx, "format-in");
  *format = MINIP_CODE_AUTO;
  minip_status_t st = cli_get_long(&length, ctx, "n", 1, MINIP_CODE_MAX_N, 0, err);
  if (st == MINIP_OK && name)
    st = minip_code_format_from_name(format, name, err);
  *n = st == MINIP_OK ? (size_t)length : 0;
  return st;
}
