/* Codes from files and from the catalogue. */
#include "code_source.h"
#include <minip/construct.h>
#include <string.h>
#include <unistd.h>

minip_status_t cli_load_code(minip_code_t code, const char *name, minip_error_t err)
{
  if (strcmp(name, "-") == 0 || access(name, F_OK) == 0)
    return minip_code_load(code, name, MINIP_CODE_AUTO, 0, err);
  minip_status_t st = minip_code_construct(code, name, err);
  if (st == MINIP_INPUT)
    minip_error_prefix(err, "%s: no such file, and as a construction", name);
  return st;
}
