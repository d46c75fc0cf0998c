/* Shared between the files of src/rank. */
#ifndef MINIP_RANK_INTERNAL_H
#define MINIP_RANK_INTERNAL_H

#include <minip/rank.h>

/* An integer matrix that is read row by row, as often as primes are needed. */
typedef struct {
  size_t rows, columns;
  minip_status_t (*read)(fmpz *out, void *data, size_t i, minip_error_t err);
  void *data;
} minip__rank_source_t;

/* Exact rank of the source's matrix into result (method and reason included; DIMENSION = the smaller side). */
MINIP_MUST_CHECK minip_status_t minip__rank_of_source(minip_rank_result_t result, const minip__rank_source_t *source, ulong start, minip_error_t err);

#endif
