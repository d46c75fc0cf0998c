/* --against (section 6): the input file itself. */
#include "check.h"
#include <string.h>

void ck_against(const char *path, const json_t *source, const ck_kernel_t *kernel, const ck_denominator_t *den, int all)
{
  char hex[65];
  size_t size;
  const char *bytes = ck_read_file(&size, path, (size_t)1 << 31);
  ck_sha256(hex, bytes, size);
  ck_must_be(json_object_get(source, "sha256"), hex, "source.sha256");
  (void)kernel, (void)den, (void)all;
}
