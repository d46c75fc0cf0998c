/* The exact rank of a kernel. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* Rows of one factor of a FEATURES kernel: row i is table row lines[i] (or i itself). */
typedef struct {
  const fmpz *table;
  const size_t *lines;
  size_t r;
} factor_t;

static minip_status_t read_factor(fmpz *out, void *data, size_t i, minip_error_t err)
{
  const factor_t *f = data;
  (void)err;
  _fmpz_vec_set(out, f->table + (f->lines ? f->lines[i] : i) * f->r, (slong)f->r);
  return MINIP_OK;
}

/* product = the pivot rows of one factor times those of the other, transposed. */
static void multiply_bases(fmpz_mat_t product, const factor_t *q, const minip_rank_result_t q_basis, const factor_t *k, const minip_rank_result_t k_basis)
{
  for (size_t i = 0; i < q_basis->pivots; i++)
    for (size_t j = 0; j < k_basis->pivots; j++) {
      size_t x = q_basis->rows[i], z = k_basis->rows[j];
      x = q->lines ? q->lines[x] : x, z = k->lines ? k->lines[z] : z;
      _fmpz_vec_dot(fmpz_mat_entry(product, (slong)i, (slong)j), q->table + x * q->r, k->table + z * k->r, (slong)q->r);
    }
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* A result about the bases' product, in terms of the factors' own rows. */
static void translate(minip_rank_result_t result, const minip_rank_result_t q_basis, const minip_rank_result_t k_basis, size_t cap)
{
  for (size_t i = 0; i < result->pivots; i++) {
    result->rows[i] = q_basis->rows[result->rows[i]];
    result->columns[i] = k_basis->rows[result->columns[i]];
  }
  result->method = "row bases of the features, then elimination modulo primes";
  result->reason = result->pivots == cap ? MINIP_RANK_DIMENSION : MINIP_RANK_DEPENDENCY;
}

/* rank(A B^T): A = L A' with A' a row basis and L of full column rank, likewise B, so it is the rank of A' B'^T, a matrix of size at most r. */
static minip_status_t features_rank(minip_rank_result_t result, const minip_kernel_t kernel, minip_error_t err)
{
  factor_t q = {kernel->phi_q, NULL, kernel->r}, k = {kernel->phi_k, kernel->pool, kernel->r};
  minip__rank_source_t q_source = {kernel->query_count, kernel->r, read_factor, &q}, k_source = {kernel->pool_count, kernel->r, read_factor, &k};
  minip_rank_result_t q_basis, k_basis;
  minip_rank_result_init(q_basis), minip_rank_result_init(k_basis);
  minip_status_t st = minip__rank_of_source(q_basis, &q_source, 0, err);
  if (st == MINIP_OK)
    st = minip__rank_of_source(k_basis, &k_source, 0, err);
  if (st == MINIP_OK) {
    fmpz_mat_t product;
    fmpz_mat_init(product, (slong)q_basis->pivots, (slong)k_basis->pivots);
    multiply_bases(product, &q, q_basis, &k, k_basis);
    st = minip_rank_matrix(result, product, 0, err);
    fmpz_mat_clear(product);
  }
  if (st == MINIP_OK)
    translate(result, q_basis, k_basis, least(kernel->r, least(kernel->query_count, kernel->pool_count)));
  minip_rank_result_clear(q_basis), minip_rank_result_clear(k_basis);
  return st;
}

/* Rows of an explicit kernel; with classes for a pool, spread over all tokens of the cube. */
typedef struct {
  const minip_kernel_struct *kernel;
  minip_row_t row;
  size_t *class_of; /* entry of class (b, s) of the current weight, or NULL for an explicit pool */
  size_t columns;
} rows_t;

/* Entries of a weighted kernel's classes come by |z|, then by overlap (minip/kernel.h). */
static void number_classes(rows_t *rows)
{
  size_t m = rows->kernel->m, a = rows->row->weight, next = 0;
  for (size_t b = 0; b <= m; b++)
    for (size_t s = a + b > m ? a + b - m : 0; s <= least(a, b); s++)
      rows->class_of[b * (m + 1) + s] = rows->kernel->kind == MINIP_KERNEL_OVERLAP ? s : next++;
}

static minip_status_t read_row(fmpz *out, void *data, size_t i, minip_error_t err)
{
  rows_t *rows = data;
  uint64_t x;
  minip_status_t st = minip_kernel_row(rows->row, rows->kernel, i, err);
  if (st != MINIP_OK)
    return st;
  if (!rows->class_of) {
    _fmpz_vec_set(out, rows->row->alpha, (slong)rows->columns);
    return MINIP_OK;
  }
  number_classes(rows);
  minip_kernel_query_token(&x, rows->kernel, i);
  for (uint64_t z = 0; z < rows->columns; z++) {
    size_t b = minip_token_weight(&z, 1), s = minip_token_overlap(&x, &z, 1);
    fmpz_set(out + z, rows->row->alpha + rows->class_of[b * (rows->kernel->m + 1) + s]);
  }
  return MINIP_OK;
}

#define MAX_LISTED_CUBE 20 /* bits */

static minip_status_t explicit_rank(minip_rank_result_t result, const minip_kernel_t kernel, minip_error_t err)
{
  rows_t rows = {.kernel = kernel, .columns = kernel->pool_count};
  size_t n = kernel->m + 1;
  if (!kernel->pool && kernel->m > MAX_LISTED_CUBE)
    return minip_error_set(err, MINIP_LIMIT, "the rank over chosen queries and all 2^%zu tokens is limited to m = %d", kernel->m, MAX_LISTED_CUBE);
  if (!kernel->pool) {
    rows.columns = (size_t)1 << kernel->m;
    rows.class_of = calloc(n * n, sizeof *rows.class_of);
    if (!rows.class_of)
      return minip_error_set(err, MINIP_LIMIT, "out of memory");
  }
  minip_row_init(rows.row);
  minip__rank_source_t source = {kernel->query_count, rows.columns, read_row, &rows};
  minip_status_t st = minip__rank_of_source(result, &source, 0, err);
  minip_row_clear(rows.row);
  free(rows.class_of);
  return st;
}

static minip_status_t formula_rank(minip_rank_result_t result, const minip_kernel_t kernel, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  minip_rank_result_clear(result);
  minip_rank_result_init(result);
  result->reason = MINIP_RANK_FORMULA;
  if (kernel->kind == MINIP_KERNEL_OVERLAP) {
    result->method = "Newton coefficients of f(<x,z>)";
    minip_rank_overlap(result->rank, kernel->f, kernel->m);
  } else {
    result->method = "Schrijver's blocks of f(|x|,|z|,<x,z>)";
    st = minip_rank_weighted(result->rank, kernel->f, kernel->m, err);
  }
  return st;
}

/* T14: exp(-tau s) has Newton coefficients (e^-tau - 1)^i, none of them 0 unless tau = 0. */
static void softmax_rank(minip_rank_result_t result, const minip_kernel_t kernel)
{
  minip_rank_result_clear(result);
  minip_rank_result_init(result);
  result->reason = MINIP_RANK_FORMULA;
  result->method = "Newton coefficients (e^-tau - 1)^i";
  fmpz_one_2exp(result->rank, fmpq_is_zero(kernel->tau) ? 0 : kernel->m);
}

minip_status_t minip_rank_kernel(minip_rank_result_t result, const minip_kernel_t kernel, minip_error_t err)
{
  int whole_cube = !kernel->queries && !kernel->pool;
  if (kernel->kind == MINIP_KERNEL_SOFTMAX && !whole_cube)
    return minip_error_set(err, MINIP_UNDECIDED, "%s: its rank is decided on the whole cube only", kernel->source);
  if (kernel->kind == MINIP_KERNEL_SOFTMAX) {
    softmax_rank(result, kernel);
    return MINIP_OK;
  }
  if (kernel->kind == MINIP_KERNEL_FEATURES)
    return features_rank(result, kernel, err);
  return whole_cube ? formula_rank(result, kernel, err) : explicit_rank(result, kernel, err);
}
