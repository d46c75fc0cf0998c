/* Feature tables in files, m4-n3-r2.npz and so on: candidates only, each proved again when it is used (T5, T13). */
#include "upper.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_M 12 /* beyond it the whole cube takes too long to prove in a row of a table */
#define MOST_FILES 256

typedef struct {
  size_t r;
  char name[64];
} table_t;

/* MINIP_DATADIR, for a program that is not installed, or the folder of the installation. */
static const char *data_folder(void)
{
  const char *folder = getenv("MINIP_DATADIR");
  return folder && *folder ? folder : PKGDATADIR;
}

/* "m<m>-n<n>-r<r>.npz" for this m. */
static int parse_name(table_t *table, const char *name, size_t m)
{
  size_t file_m, n;
  char expected[64];
  if (sscanf(name, "m%zu-n%zu-r%zu.npz", &file_m, &n, &table->r) != 3 || file_m != m || table->r == 0)
    return 0;
  int length = snprintf(expected, sizeof expected, "m%zu-n%zu-r%zu.npz", file_m, n, table->r);
  if (length >= (int)sizeof expected || strcmp(expected, name) != 0)
    return 0;
  strcpy(table->name, name);
  return 1;
}

static int fewer_features(const void *a, const void *b)
{
  const table_t *x = a, *y = b;
  return x->r != y->r ? (x->r > y->r) - (x->r < y->r) : strcmp(x->name, y->name);
}

/* The tables for m bits, fewest features first; their number. */
static size_t list_tables(table_t tables[MOST_FILES], const char *folder, size_t m)
{
  size_t count = 0;
  DIR *dir = opendir(folder);
  for (struct dirent *entry; dir && count < MOST_FILES && (entry = readdir(dir));)
    count += (size_t)parse_name(&tables[count], entry->d_name, m);
  if (dir)
    closedir(dir);
  qsort(tables, count, sizeof *tables, fewer_features);
  return count;
}

/* Is the file what its name says: r features for every token of the cube, without a denominator offset? Its own name proves nothing. */
static int is_whole_cube(const minip_bound_upper_t p, size_t r)
{
  minip_error_t ignored;
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  int whole = minip_kernel_load(kernel, p->file, ignored) == MINIP_OK && kernel->kind == MINIP_KERNEL_FEATURES && kernel->m == p->m &&
              kernel->r == r && kernel->tokens->count == (size_t)1 << p->m && kernel->query_count == kernel->tokens->count && !kernel->eta_query;
  minip_kernel_clear(kernel);
  return whole;
}

/* One file: a file that cannot be read, or does not serve, is no candidate. */
static minip_status_t try_table(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, const char *folder, const table_t *table, minip_error_t err)
{
  free(p->file);
  p->file = NULL;
  if (asprintf(&p->file, "%s/%s", folder, table->name) < 0) {
    p->file = NULL;
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  }
  if (!is_whole_cube(p, table->r))
    return MINIP_OK;
  fmpz_set_ui(p->rank, table->r);
  minip_status_t st = minip__upper_prove(serves, p, task, 1, err);
  return st == MINIP_OK && *serves ? minip__upper_name(p, err) : st;
}

minip_status_t minip__upper_table(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, const fmpz_t below, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  char *folder = NULL;
  *serves = 0;
  if (m > LARGEST_M)
    return MINIP_OK;
  table_t *tables = calloc(MOST_FILES, sizeof *tables);
  if (!tables || asprintf(&folder, "%s/solving", data_folder()) < 0) {
    free(tables);
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
  }
  size_t count = list_tables(tables, folder, m);
  p->family = MINIP_UPPER_TABLE;
  p->m = m;
  for (size_t i = 0; st == MINIP_OK && !*serves && i < count && fmpz_cmp_ui(below, tables[i].r) > 0; i++)
    st = try_table(serves, p, task, folder, &tables[i], err);
  free(folder), free(tables);
  return st;
}
