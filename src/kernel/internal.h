/* Shared between the files of src/kernel. */
#ifndef MINIP_KERNEL_INTERNAL_H
#define MINIP_KERNEL_INTERNAL_H

#include <minip/kernel.h>

/* Exact integers one kernel may take, in bits (8 GiB): beyond it a file asks for more than it is worth. */
#define MINIP__KERNEL_BITS ((size_t)1 << 36)

/* Queries = pool = all tokens of kernel->tokens. MINIP_LIMIT: no memory. */
MINIP_MUST_CHECK minip_status_t minip__kernel_all_tokens(minip_kernel_t kernel, minip_error_t err);

/* Take rows (owned from now on, count entries; may be the pool itself, after the token table grew) as the pool. */
MINIP_MUST_CHECK minip_status_t minip__kernel_take_pool(minip_kernel_t kernel, size_t *rows, size_t count, minip_error_t err);

/* MINIP_INPUT, with both rows, when two tokens are the same; name = the array, for the message. */
MINIP_MUST_CHECK minip_status_t minip__kernel_refuse_repeats(const minip_tokens_t tokens, const char *name, minip_error_t err);

/* A size_t vector 0, 1, .. count-1; NULL when memory is short. */
size_t *minip__kernel_iota(size_t count);

/* Set kernel->source to a copy of text. */
MINIP_MUST_CHECK minip_status_t minip__kernel_name(minip_kernel_t kernel, const char *text, minip_error_t err);

/* Lower *budget (bits) by count numbers of at most `bits` bits each; MINIP_LIMIT when it is not enough. */
MINIP_MUST_CHECK minip_status_t minip__kernel_charge(size_t *budget, size_t count, size_t bits, minip_error_t err);

/* x[0..count) on one scale: x[i] = out[i*step] * scale, scale > 0, 1 when all are zero. *budget (bits) is lowered by what out takes;
   MINIP_LIMIT when that is more than is left. */
MINIP_MUST_CHECK minip_status_t minip__kernel_scale_fmpq(fmpz *out, size_t step, fmpq_t scale, const fmpq *x, size_t count, size_t *budget, minip_error_t err);

/* The same for count elements of an array, from element `first` on, `stride` apart. */
typedef struct {
  const minip_array_struct *array;
  size_t first, stride, count;
} minip__kernel_slice_t;
MINIP_MUST_CHECK minip_status_t minip__kernel_scale_slice(fmpz *out, size_t step, fmpq_t scale, const minip__kernel_slice_t *slice, size_t *budget, minip_error_t err);

/* Fill a fresh kernel from the arrays of kernel->bundle. */
MINIP_MUST_CHECK minip_status_t minip__kernel_from_bundle(minip_kernel_t kernel, minip_error_t err);

/* A fresh structured kernel without values; name becomes its source. MINIP_INPUT: m out of 1..MINIP_KERNEL_MAX_M. */
MINIP_MUST_CHECK minip_status_t minip__kernel_start(minip_kernel_t kernel, minip_kernel_kind_t kind, size_t m, const char *name, minip_error_t err);

/* Is spec a structured kernel's ("exp:..", not a file name)? */
int minip__kernel_is_structured(const char *spec);

/* Load one. */
MINIP_MUST_CHECK minip_status_t minip__kernel_structured(minip_kernel_t kernel, const char *spec, minip_error_t err);

/* The values of overlap:FILE and weighted:FILE into a fresh kernel; m < 0: as the file says. */
MINIP_MUST_CHECK minip_status_t minip__kernel_overlap_file(minip_kernel_t kernel, const char *path, long m, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__kernel_weighted_file(minip_kernel_t kernel, const char *path, minip_error_t err);

#endif
