/* Loading a KERNEL as commands take it. */
#include "internal.h"
#include <string.h>

static minip_status_t load_arrays(minip_kernel_t kernel, const char *path, minip_error_t err)
{
  minip_status_t st = minip_bundle_load(kernel->bundle, path, 0, err);
  if (st != MINIP_OK)
    return st;
  st = minip__kernel_from_bundle(kernel, err);
  if (st != MINIP_OK)
    return minip_error_prefix(err, "%s", path);
  memcpy(kernel->sha256, kernel->bundle->sha256, sizeof kernel->sha256);
  return minip__kernel_name(kernel, path, err);
}

minip_status_t minip_kernel_load(minip_kernel_t kernel, const char *spec, minip_error_t err)
{
  minip_kernel_clear(kernel);
  minip_kernel_init(kernel);
  return minip__kernel_is_structured(spec) ? minip__kernel_structured(kernel, spec, err) : load_arrays(kernel, spec, err);
}
