/* Copies of arrays. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

minip_status_t minip_array_copy(minip_array_struct *to, const minip_array_struct *from, const char *name, minip_error_t err)
{
  size_t item = minip__dtype_size(from->dtype);
  *to = *from;
  to->name = strdup(name);
  to->data = malloc(from->size * item + 1);
  if (!to->name || !to->data) {
    free(to->name), free(to->data);
    *to = (minip_array_struct){0};
    return minip_error_set(err, MINIP_LIMIT, "out of memory for array %s", name);
  }
  if (from->dtype != MINIP_DT_RATIONAL) {
    memcpy(to->data, from->data, from->size * item);
    return MINIP_OK;
  }
  for (size_t i = 0; i < from->size; i++) {
    fmpq_init((fmpq *)to->data + i);
    fmpq_set((fmpq *)to->data + i, (const fmpq *)from->data + i);
  }
  return MINIP_OK;
}
