/* Exact ranks over Q, with what is needed to certify them (T13 for structured kernels). */
#ifndef MINIP_RANK_H
#define MINIP_RANK_H

#include <minip/kernel.h>
#include <minip/num.h>
#include <minip/status.h>

/* A rank with its two-sided evidence: `rank` pivot rows and columns whose minor is non-zero modulo `prime` (so over Q), and why it is no larger. */
typedef enum {
  MINIP_RANK_DIMENSION,   /* the feature dimension, or the number of queries or tokens, caps it */
  MINIP_RANK_DEPENDENCY,  /* every row is an exact combination of the pivot rows (checked in exact arithmetic) */
  MINIP_RANK_FORMULA      /* T13's closed form for f(<x,z>) or f(|x|,|z|,<x,z>) on the whole cube */
} minip_rank_reason_t;

typedef struct {
  fmpz_t rank;                /* may exceed the machine for structured kernels */
  const char *method;         /* a few words, static */
  minip_rank_reason_t reason;
  ulong prime;                /* 0 for FORMULA */
  size_t pivots;              /* = rank for DIMENSION and DEPENDENCY */
  size_t *rows, *columns;     /* pivot query and token rows; owned */
} minip_rank_result_struct;
typedef minip_rank_result_struct minip_rank_result_t[1];
void minip_rank_result_init(minip_rank_result_t result);
void minip_rank_result_clear(minip_rank_result_t result);

/* The exact rank of alpha over the kernel's queries x pool. */
MINIP_MUST_CHECK minip_status_t minip_rank_kernel(minip_rank_result_t result, const minip_kernel_t kernel, minip_error_t err);

#endif
