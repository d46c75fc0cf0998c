/* Restricting queries and pool to explicit tokens. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_EXPLICIT_CUBE 20 /* bits; restricting the pool of a structured kernel lists all 2^m queries */

static int is_table(const minip_kernel_t kernel) { return kernel->kind == MINIP_KERNEL_FEATURES || kernel->kind == MINIP_KERNEL_MATRIX; }

static minip_status_t check_list(const minip_kernel_t kernel, const minip_tokens_t list, const char *what, minip_error_t err)
{
  if (list->count == 0)
    return minip_error_set(err, MINIP_INPUT, "the %s is empty", what);
  if (list->m != kernel->m)
    return minip_error_set(err, MINIP_INPUT, "the %s has tokens of %zu bits, the kernel of %zu", what, list->m, kernel->m);
  minip_token_index_t index;
  minip_status_t st = minip_token_index_new(&index, list, err);
  if (st != MINIP_OK)
    return st;
  size_t earlier, row = minip_token_index_duplicate(index, &earlier);
  minip_token_index_free(index);
  return row == (size_t)-1 ? MINIP_OK : minip_error_set(err, MINIP_INPUT, "the %s repeats token %zu as token %zu", what, earlier, row);
}

/* all = the kernel's tokens, then those of `list` that it lacks. */
static minip_status_t join_tokens(minip_tokens_t all, const minip_kernel_t kernel, const minip_tokens_t list, minip_error_t err)
{
  minip_token_index_t index = NULL;
  size_t count = kernel->tokens->count;
  minip_status_t st = minip_tokens_alloc(all, count + list->count, list->m, err);
  if (st == MINIP_OK && count > 0) {
    memcpy(all->bits, kernel->tokens->bits, count * all->words * sizeof *all->bits);
    st = minip_token_index_new(&index, kernel->tokens, err);
  }
  for (size_t i = 0; st == MINIP_OK && i < list->count; i++)
    if (!index || minip_token_index_find(index, minip_token_row(list, i)) == (size_t)-1)
      memcpy(minip_token_row(all, count++), minip_token_row(list, i), all->words * sizeof *all->bits);
  all->count = count;
  minip_token_index_free(index);
  return st;
}

/* Give a structured kernel's table the tokens of `list` as well. */
static minip_status_t add_tokens(minip_kernel_t kernel, const minip_tokens_t list, minip_error_t err)
{
  minip_tokens_t all;
  minip_tokens_init(all);
  minip_status_t st = join_tokens(all, kernel, list, err);
  if (st == MINIP_OK) {
    minip_tokens_struct old = *kernel->tokens;
    *kernel->tokens = *all;
    *all = old;
  }
  minip_tokens_clear(all);
  if (st == MINIP_OK && kernel->pool)
    st = minip__kernel_take_pool(kernel, kernel->pool, kernel->pool_count, err);
  return st;
}

static minip_status_t not_in_table(const minip_tokens_t list, size_t i, const char *what, minip_error_t err)
{
  char *text = malloc(list->m + 1);
  if (text)
    minip_token_to_text(text, minip_token_row(list, i), list->m);
  minip_error_set(err, MINIP_INPUT, "token %zu of the %s (%s) is not in the kernel's table", i, what, text ? text : "?");
  free(text);
  return err->status;
}

/* rows[i] = the kernel's row of the list's i-th token. */
static minip_status_t find_rows(size_t **rows, const minip_kernel_t kernel, const minip_tokens_t list, const char *what, minip_error_t err)
{
  minip_token_index_t index = NULL;
  *rows = minip__kernel_iota(list->count);
  minip_status_t st = *rows ? minip_token_index_new(&index, kernel->tokens, err) : minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; st == MINIP_OK && i < list->count; i++) {
    (*rows)[i] = minip_token_index_find(index, minip_token_row(list, i));
    if ((*rows)[i] == (size_t)-1)
      st = not_in_table(list, i, what, err);
  }
  minip_token_index_free(index);
  if (st != MINIP_OK) {
    free(*rows);
    *rows = NULL;
  }
  return st;
}

/* All 2^m tokens as explicit queries of a structured kernel. */
static minip_status_t list_cube_queries(minip_kernel_t kernel, minip_error_t err)
{
  minip_tokens_t cube;
  if (kernel->m > MAX_EXPLICIT_CUBE)
    return minip_error_set(err, MINIP_LIMIT, "a pool for a structured kernel of m = %zu > %d needs explicit queries too", kernel->m, MAX_EXPLICIT_CUBE);
  minip_tokens_init(cube);
  minip_status_t st = minip_tokens_cube(cube, kernel->m, err);
  if (st == MINIP_OK)
    st = minip_kernel_restrict_queries(kernel, cube, err);
  minip_tokens_clear(cube);
  return st;
}

minip_status_t minip_kernel_restrict_pool(minip_kernel_t kernel, const minip_tokens_t pool, minip_error_t err)
{
  size_t *rows;
  minip_status_t st = check_list(kernel, pool, "pool", err);
  if (st == MINIP_OK && !kernel->queries)
    st = list_cube_queries(kernel, err);
  if (st == MINIP_OK && !is_table(kernel))
    st = add_tokens(kernel, pool, err);
  if (st == MINIP_OK)
    st = find_rows(&rows, kernel, pool, "pool", err);
  return st == MINIP_OK ? minip__kernel_take_pool(kernel, rows, pool->count, err) : st;
}

static void move_fmpz_rows(fmpz **table, const size_t *from, size_t count, size_t old_count, size_t width)
{
  if (!*table)
    return;
  fmpz *v = _fmpz_vec_init((slong)(count * width));
  for (size_t i = 0; i < count; i++)
    _fmpz_vec_set(v + i * width, *table + from[i] * width, (slong)width);
  _fmpz_vec_clear(*table, (slong)(old_count * width));
  *table = v;
}

static void move_fmpq(fmpq **table, const size_t *from, size_t count, size_t old_count)
{
  if (!*table)
    return;
  fmpq *v = _fmpq_vec_init((slong)count);
  for (size_t i = 0; i < count; i++)
    fmpq_set(v + i, *table + from[i]);
  _fmpq_vec_clear(*table, (slong)old_count);
  *table = v;
}

/* Query rows[i] of the old kernel (given by token row) becomes query i: every table with one line per query follows. */
static minip_status_t move_query_lines(minip_kernel_t kernel, const size_t *rows, size_t count, minip_error_t err)
{
  size_t old = kernel->query_count, *line_of_token = minip__kernel_iota(kernel->tokens->count), *from = minip__kernel_iota(count);
  minip_status_t st = line_of_token && from ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; st == MINIP_OK && i < kernel->tokens->count; i++)
    line_of_token[i] = (size_t)-1;
  for (size_t i = 0; st == MINIP_OK && i < old; i++)
    line_of_token[kernel->queries[i]] = i;
  for (size_t i = 0; st == MINIP_OK && i < count; i++) {
    from[i] = line_of_token[rows[i]];
    if (from[i] == (size_t)-1)
      st = minip_error_set(err, MINIP_INPUT, "token %zu of the queries is not a query of the kernel", i);
  }
  if (st == MINIP_OK) {
    move_fmpz_rows(&kernel->phi_q, from, count, old, kernel->r);
    move_fmpz_rows(&kernel->alpha, from, count, old, kernel->tokens->count);
    move_fmpq(&kernel->q_scale, from, count, old);
    move_fmpq(&kernel->feature_sum, from, count, old);
    move_fmpq(&kernel->eta_query, from, count, old);
  }
  free(line_of_token);
  free(from);
  return st;
}

minip_status_t minip_kernel_restrict_queries(minip_kernel_t kernel, const minip_tokens_t queries, minip_error_t err)
{
  size_t *rows = NULL;
  minip_status_t st = check_list(kernel, queries, "query list", err);
  if (st == MINIP_OK && !is_table(kernel))
    st = add_tokens(kernel, queries, err);
  if (st == MINIP_OK)
    st = find_rows(&rows, kernel, queries, "query list", err);
  if (st == MINIP_OK && is_table(kernel))
    st = move_query_lines(kernel, rows, queries->count, err);
  if (st != MINIP_OK) {
    free(rows);
    return st;
  }
  free(kernel->queries);
  kernel->queries = rows;
  kernel->query_count = queries->count;
  return MINIP_OK;
}
