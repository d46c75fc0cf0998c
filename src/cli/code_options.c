/* Options that several "code" commands share. */
#include "code_options.h"

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
