/* Loading a KERNEL as commands take it. */
#include "internal.h"
#include <string.h>

minip_status_t minip_kernel_take_bundle(minip_kernel_t kernel, minip_bundle_t bundle, minip_error_t err)
{
  minip_kernel_clear(kernel);
  minip_kernel_init(kernel);
  *kernel->bundle = *bundle;
  minip_bundle_init(bundle);
  if (minip__kernel_from_bundle(kernel, err) != MINIP_OK)
    return minip_error_prefix(err, "%s", kernel->bundle->path);
  memcpy(kernel->sha256, kernel->bundle->sha256, sizeof kernel->sha256);
  return minip__kernel_name(kernel, kernel->bundle->path, err);
}

static minip_status_t load_arrays(minip_kernel_t kernel, const char *path, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_load(bundle, path, 0, err);
  if (st == MINIP_OK)
    st = minip_kernel_take_bundle(kernel, bundle, err);
  minip_bundle_clear(bundle);
  return st;
}

minip_status_t minip_kernel_load(minip_kernel_t kernel, const char *spec, minip_error_t err)
{
  if (!minip__kernel_is_structured(spec))
    return load_arrays(kernel, spec, err);
  minip_kernel_clear(kernel);
  minip_kernel_init(kernel);
  return minip__kernel_structured(kernel, spec, err);
}
