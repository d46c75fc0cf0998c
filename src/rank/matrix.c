/* The exact rank of an integer matrix, by elimination modulo 62-bit primes.

   Lower bound: a minor that is non-zero modulo one prime is non-zero. Upper bound: if the rank modulo each of k primes is at most rho, then every
   minor of size rho + 1 is divisible by all of them; once their product exceeds Hadamard's bound (the product of the rho + 1 largest row norms),
   it is 0. A prime at which the rank is larger than before shows that the earlier ones were unlucky, and replaces their pivots. */
#include "../num/debug.h"
#include "internal.h"
#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>

#define FIRST_START ((ulong)1 << 61)
#define MAX_ENTRIES ((size_t)1 << 30)

const char *minip_rank_reason_name(minip_rank_reason_t reason)
{
  static const char *const names[] = {"dimension", "dependency", "formula"};
  return names[reason];
}

void minip_rank_result_init(minip_rank_result_t result)
{
  *result = (minip_rank_result_struct){.method = ""};
  fmpz_init(result->rank);
}

void minip_rank_result_clear(minip_rank_result_t result)
{
  fmpz_clear(result->rank);
  free(result->rows);
  free(result->columns);
}

/* reduced = the source modulo its prime. norms (may be NULL): bits of each row's Euclidean norm, rounded up. */
static minip_status_t reduce(nmod_mat_t reduced, size_t *norms, const minip__rank_source_t *source, minip_error_t err)
{
  fmpz *row = _fmpz_vec_init((slong)source->columns);
  fmpz_t square;
  fmpz_init(square);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; i < source->rows && st == MINIP_OK; i++) {
    st = source->read(row, source->data, i, err);
    for (size_t j = 0; j < source->columns; j++)
      nmod_mat_entry(reduced, (slong)i, (slong)j) = fmpz_fdiv_ui(row + j, reduced->mod.n);
    if (norms) {
      _fmpz_vec_dot(square, row, row, (slong)source->columns);
      norms[i] = ((size_t)fmpz_bits(square) + 1) / 2;
    }
  }
  fmpz_clear(square);
  _fmpz_vec_clear(row, (slong)source->columns);
  return st;
}

/* Pivots from FLINT's LU form: row i of U is row order[i] of the matrix, and starts at its pivot column, at or after column i. */
static minip_status_t take_pivots(minip_rank_result_t result, const nmod_mat_t lu, const slong *order, size_t rank, minip_error_t err)
{
  free(result->rows);
  free(result->columns);
  result->rows = malloc((rank + 1) * sizeof *result->rows);
  result->columns = malloc((rank + 1) * sizeof *result->columns);
  if (!result->rows || !result->columns)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  size_t column = 0;
  for (size_t i = 0; i < rank; i++, column++) {
    while (nmod_mat_entry(lu, (slong)i, (slong)column) == 0)
      column++;
    result->rows[i] = (size_t)order[i];
    result->columns[i] = column;
  }
  result->pivots = rank;
  result->prime = lu->mod.n;
  return MINIP_OK;
}

/* The rank modulo one prime; pivots are taken when it exceeds the result's so far, or on the first prime. */
static minip_status_t rank_modulo(size_t *rank, minip_rank_result_t result, size_t *norms, const minip__rank_source_t *source, ulong prime, minip_error_t err)
{
  nmod_mat_t a;
  slong *order = malloc((source->rows + 1) * sizeof *order);
  if (!order)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  nmod_mat_init(a, (slong)source->rows, (slong)source->columns, prime);
  minip_status_t st = reduce(a, norms, source, err);
  if (st == MINIP_OK) {
    *rank = (size_t)nmod_mat_lu(order, a, 0);
    if (result->prime == 0 || *rank > result->pivots)
      st = take_pivots(result, a, order, *rank, err);
  }
  nmod_mat_clear(a);
  free(order);
  return st;
}

static int by_size_down(const void *a, const void *b)
{
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

/* Hadamard: every minor of size rank + 1 is below 2 to this; norms are sorted downwards. */
static size_t minor_bits(const size_t *norms, size_t rank)
{
  size_t bits = 0;
  for (size_t i = 0; i <= rank; i++)
    bits += norms[i];
  return bits;
}

/* Word operations that proving a deficient rank takes: for each prime, to reduce all entries and to eliminate. An estimate; it decides nothing else. */
static double work_ahead(const size_t *norms, const minip__rank_source_t *source, size_t rank)
{
  double words = 0;
  for (size_t i = 0; i < source->rows; i++)
    words += (double)(norms[i] / FLINT_BITS + 1);
  double each = (words + (double)source->rows * ((double)rank + 1)) * (double)source->columns;
  return each * ((double)minor_bits(norms, rank) / (FLINT_BITS - 3) + 1);
}

/* The primes seen so far all bound the rank by the result's, because it is the largest rank seen; their product is at least 2^seen. */
static minip_status_t close_gap(minip_rank_result_t result, const size_t *norms, const minip__rank_source_t *source, minip_error_t err)
{
  size_t cap = source->rows < source->columns ? source->rows : source->columns, rank;
  size_t seen = FLINT_BIT_COUNT(result->prime) - 1;
  ulong prime = result->prime;
  if (result->pivots < cap && work_ahead(norms, source, result->pivots) > MINIP_RANK_MAX_WORK)
    return minip_error_set(err, MINIP_LIMIT, "the rank is at least %zu; proving that it is no larger takes over %.0e word operations, for these numbers are too long",
                           result->pivots, MINIP_RANK_MAX_WORK);
  while (result->pivots < cap && seen <= minor_bits(norms, result->pivots)) {
    prime = n_nextprime(prime < FIRST_START ? FIRST_START : prime, 0);
    minip_status_t st = rank_modulo(&rank, result, NULL, source, prime, err);
    if (st != MINIP_OK)
      return st;
    seen += FLINT_BIT_COUNT(prime) - 1;
  }
  result->reason = result->pivots == cap ? MINIP_RANK_DIMENSION : MINIP_RANK_DEPENDENCY;
  return MINIP_OK;
}

#ifdef MINIP_DEBUG
/* FLINT's fraction-free elimination over Z finds the same rank. */
static void check_rank(size_t rank, const minip__rank_source_t *source)
{
  fmpz_mat_t a;
  minip_error_t err;
  minip_error_init(err);
  fmpz_mat_init(a, (slong)source->rows, (slong)source->columns);
  for (size_t i = 0; i < source->rows; i++)
    MINIP__CHECK(source->read(fmpz_mat_entry(a, (slong)i, 0), source->data, i, err) == MINIP_OK);
  MINIP__CHECK((size_t)fmpz_mat_rank(a) == rank);
  fmpz_mat_clear(a);
}
#endif

minip_status_t minip__rank_of_source(minip_rank_result_t result, const minip__rank_source_t *source, ulong start, minip_error_t err)
{
  size_t entries, rank;
  if (__builtin_mul_overflow(source->rows, source->columns, &entries) || entries > MAX_ENTRIES)
    return minip_error_set(err, MINIP_LIMIT, "the rank of a %zu x %zu matrix: more than 2^30 entries", source->rows, source->columns);
  size_t *norms = calloc(source->rows + 1, sizeof *norms);
  if (!norms)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  minip_rank_result_clear(result);
  minip_rank_result_init(result);
  result->method = "elimination modulo primes";
  minip_status_t st = rank_modulo(&rank, result, norms, source, n_nextprime(start ? start : FIRST_START, 0), err);
  if (st == MINIP_OK) {
    qsort(norms, source->rows, sizeof *norms, by_size_down);
    st = close_gap(result, norms, source, err);
  }
  free(norms);
  fmpz_set_ui(result->rank, result->pivots);
#ifdef MINIP_DEBUG
  if (st == MINIP_OK && entries <= 10000)
    check_rank(result->pivots, source);
#endif
  return st;
}

static minip_status_t read_matrix(fmpz *out, void *data, size_t i, minip_error_t err)
{
  const fmpz_mat_struct *matrix = data;
  (void)err;
  _fmpz_vec_set(out, fmpz_mat_entry(matrix, (slong)i, 0), matrix->c);
  return MINIP_OK;
}

minip_status_t minip_rank_matrix(minip_rank_result_t result, const fmpz_mat_t matrix, ulong start, minip_error_t err)
{
  fmpz_mat_struct copy = *matrix; /* read only */
  minip__rank_source_t source = {(size_t)matrix->r, (size_t)matrix->c, read_matrix, &copy};
  return minip__rank_of_source(result, &source, start, err);
}
