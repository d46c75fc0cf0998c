/* The state of a search on the whole cube in npz files: warm starts, and checkpoints that are kernels at the same time. */
#include "internal.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POSITION_FIELDS (sizeof(minip__position_t) / sizeof(uint64_t))

/* One side's array into columns of x. */
static minip_status_t read_side(double *x, size_t count, size_t r, const minip_bundle_t bundle, const char *name, minip_error_t err)
{
  const minip_array_struct *array = minip_bundle_find(bundle, name);
  minip_status_t st = MINIP_OK;
  fmpq_t value;
  if (!array)
    return minip_error_set(err, MINIP_INPUT, "%s: no array %s to start from", bundle->path, name);
  if (array->ndim != 2 || array->shape[0] != count || array->shape[1] < 1 || array->shape[1] > r)
    return minip_error_set(err, MINIP_INPUT, "%s: array %s must be %zu x R, R from 1 to %zu, to start from", bundle->path, name, count, r);
  fmpq_init(value);
  for (size_t i = 0; st == MINIP_OK && i < array->size; i++) {
    size_t row = i / array->shape[1], column = i % array->shape[1];
    st = minip_array_get(value, array, i, err);
    double number = st == MINIP_OK ? fmpq_get_d(value) : 0;
    if (st == MINIP_OK && !(fabs(number) < 1e100))
      st = minip_error_set(err, MINIP_INPUT, "array %s, row %zu, column %zu: too large to start from", name, row, column);
    x[column * count + row] = number;
  }
  if (st == MINIP_INPUT)
    st = minip_error_prefix(err, "%s", bundle->path);
  fmpq_clear(value);
  return st;
}

static minip_status_t read_sides(double *x, size_t m, size_t r, const minip_bundle_t bundle, minip_error_t err)
{
  const minip_array_struct *q = minip_bundle_find(bundle, "phi_q"), *k = minip_bundle_find(bundle, "phi_k");
  if (q && k && q->ndim == 2 && k->ndim == 2 && q->shape[1] != k->shape[1])
    return minip_error_set(err, MINIP_INPUT, "%s: phi_q has %zu columns, phi_k %zu", bundle->path, q->shape[1], k->shape[1]);
  minip_status_t st = read_side(x, (size_t)1 << m, r, bundle, "phi_q", err);
  if (st == MINIP_OK)
    st = read_side(x + (r << m), (size_t)1 << m, r, bundle, "phi_k", err);
  for (size_t i = st == MINIP_OK ? q->shape[1] << m : r << m; i < r << m; i++)
    x[i] = 0;
  return st;
}

minip_status_t minip__full_read(double *x, size_t m, size_t r, const char *path, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_load(bundle, path, 0, err);
  if (st == MINIP_OK && (minip_bundle_find(bundle, "tokens") || minip_bundle_find(bundle, "queries")))
    st = minip_error_set(err, MINIP_INPUT, "%s: a kernel to start from has the whole cube in the standard order, without arrays tokens and queries", path);
  if (st == MINIP_OK)
    st = read_sides(x, m, r, bundle, err);
  minip_bundle_clear(bundle);
  return st;
}

/* ---- checkpoints ---- */

/* Rows from columns; NULL when memory is short. */
static double *by_rows(const double *x, size_t count, size_t r)
{
  double *rows = malloc(count * r * sizeof *rows);
  for (size_t i = 0; rows && i < count; i++)
    for (size_t k = 0; k < r; k++)
      rows[i * r + k] = x[k * count + i];
  return rows;
}

minip_status_t minip__checkpoint_write(const char *path, const double *x, const minip__position_t *position, minip_error_t err)
{
  size_t m = position->m, r = position->r, count = (size_t)1 << m;
  char q[] = "phi_q", k[] = "phi_k", search[] = "search";
  minip__position_t copy = *position;
  double *phi_q = by_rows(x, count, r), *phi_k = by_rows(x + r * count, count, r);
  const minip_array_struct arrays[] = {
    {.name = q, .dtype = MINIP_DT_F64, .ndim = 2, .shape = {count, r}, .size = count * r, .data = phi_q},
    {.name = k, .dtype = MINIP_DT_F64, .ndim = 2, .shape = {count, r}, .size = count * r, .data = phi_k},
    {.name = search, .dtype = MINIP_DT_U64, .ndim = 1, .shape = {POSITION_FIELDS}, .size = POSITION_FIELDS, .data = &copy},
  };
  minip_status_t st = phi_q && phi_k ? minip_npz_write(path, arrays, 3, err) : minip_error_set(err, MINIP_LIMIT, "out of memory");
  free(phi_q), free(phi_k);
  return st;
}

static minip_status_t read_position(minip__position_t *out, const minip__position_t *wanted, const minip_bundle_t bundle, minip_error_t err)
{
  const minip_array_struct *search = minip_bundle_find(bundle, "search");
  if (!search || search->dtype != MINIP_DT_U64 || search->size != POSITION_FIELDS)
    return minip_error_set(err, MINIP_INPUT, "%s: no checkpoint of a search (array search)", bundle->path);
  memcpy(out, search->data, sizeof *out);
  if (out->m != wanted->m || out->n != wanted->n || out->r != wanted->r || out->seed != wanted->seed || out->cycle != wanted->cycle)
    return minip_error_set(err, MINIP_INPUT, "%s: a checkpoint of another search: --full %llu --length %llu --rank %llu, seed %llu, cycle %llu", bundle->path,
                           (unsigned long long)out->m, (unsigned long long)out->n, (unsigned long long)out->r, (unsigned long long)out->seed, (unsigned long long)out->cycle);
  if (memcmp(out->frequencies, wanted->frequencies, sizeof out->frequencies))
    return minip_error_set(err, MINIP_INPUT, "%s: a checkpoint of a search with other frequencies", bundle->path);
  return MINIP_OK;
}

minip_status_t minip__checkpoint_read(int *found, double *x, minip__position_t *position, const char *path, minip_error_t err)
{
  minip_bundle_t bundle;
  minip__position_t wanted = *position;
  *found = access(path, F_OK) == 0 || errno != ENOENT;
  if (!*found)
    return MINIP_OK;
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_load(bundle, path, 0, err);
  if (st == MINIP_OK)
    st = read_position(position, &wanted, bundle, err);
  if (st == MINIP_OK)
    st = read_sides(x, wanted.m, wanted.r, bundle, err);
  minip_bundle_clear(bundle);
  return st;
}
