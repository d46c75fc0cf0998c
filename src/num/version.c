/* Versions of this library and of those it is linked with. */
#include "config.h"
#include <minip/flint.h>
#include <minip/status.h>
#include <jansson.h>
#include <nettle/version.h>
#include <stdio.h>

const char *minip_version(void) { return PACKAGE_VERSION; }

const char *minip_version_libraries(void)
{
  static char text[160];
  char local[160];
  snprintf(local, sizeof local, "GMP %s, MPFR %s, FLINT %s, jansson %s, nettle %d.%d", gmp_version, mpfr_get_version(),
           FLINT_VERSION, JANSSON_VERSION, nettle_version_major(), nettle_version_minor());
  snprintf(text, sizeof text, "%s", local); /* the same bytes on every call, so a race is harmless */
  return text;
}
