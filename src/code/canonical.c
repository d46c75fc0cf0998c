/* Canonical forms and group orders of codes, by nauty on the graph of coordinates and words (two colours, an edge where a word has a one). */
#include "config.h"
#include "classify_internal.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_NAUTY
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"
#include <nauty.h>
#pragma GCC diagnostic pop

static pthread_mutex_t nauty_lock = PTHREAD_MUTEX_INITIALIZER;
static fmpz *group_order; /* guarded by the lock */

/* nauty's own order is a double: the exact one is the product of the indices of the stabiliser chain. */
static void take_index(int *lab, int *ptn, int level, int *orbits, statsblk *stats, int tv, int index, int tcellsize, int numcells, int cc, int n)
{
  (void)lab, (void)ptn, (void)level, (void)orbits, (void)stats, (void)tv, (void)tcellsize, (void)numcells, (void)cc, (void)n;
  fmpz_mul_ui(group_order, group_order, (ulong)index);
}

static int compare_words(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Coordinate lab[i] goes to place i. */
static void relabel(uint64_t *out, const uint64_t *words, size_t size, size_t n, const int *lab)
{
  for (size_t k = 0; k < size; k++) {
    uint64_t word = words[k], to = 0;
    for (size_t i = 0; i < n; i++)
      to |= ((word >> lab[i]) & 1) << i;
    out[k] = to;
  }
  qsort(out, size, sizeof *out, compare_words);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion" /* nauty's macros mix int and unsigned long */
static void run_nauty(graph *g, graph *canon, int *lab, int *ptn, int *orbits, const uint64_t *words, size_t size, size_t n)
{
  static DEFAULTOPTIONS_GRAPH(options);
  statsblk stats;
  int vertices = (int)(n + size), m = SETWORDSNEEDED(vertices);
  EMPTYGRAPH(g, m, vertices);
  for (size_t k = 0; k < size; k++)
    for (size_t i = 0; i < n; i++)
      if ((words[k] >> i) & 1)
        ADDONEEDGE(g, (int)i, (int)(n + k), m);
  for (int v = 0; v < vertices; v++)
    lab[v] = v, ptn[v] = v + 1 != (int)n && v + 1 != vertices;
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  options.userlevelproc = take_index;
  densenauty(g, lab, ptn, orbits, &options, &stats, m, vertices, canon);
}
#pragma GCC diagnostic pop

minip_status_t minip__canonical(uint64_t *canonical, fmpz_t group, const uint64_t *words, size_t size, size_t n, minip_error_t err)
{
  size_t vertices = n + size, m = (size_t)SETWORDSNEEDED(vertices);
  graph *graphs = malloc(2 * vertices * m * sizeof *graphs);
  int *arrays = malloc(3 * vertices * sizeof *arrays);
  uint64_t *copy = malloc((size + 1) * sizeof *copy);
  minip_status_t st = graphs && arrays && copy ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a graph of %zu vertices", vertices);
  if (st == MINIP_OK) {
    memcpy(copy, words, size * sizeof *copy);
    fmpz_one(group);
    pthread_mutex_lock(&nauty_lock);
    group_order = group;
    run_nauty(graphs, graphs + vertices * m, arrays, arrays + vertices, arrays + 2 * vertices, copy, size, n);
    pthread_mutex_unlock(&nauty_lock);
    relabel(canonical, copy, size, n, arrays);
  }
  free(graphs), free(arrays), free(copy);
  return st;
}
#else
minip_status_t minip__canonical(uint64_t *canonical, fmpz_t group, const uint64_t *words, size_t size, size_t n, minip_error_t err)
{
  (void)canonical, (void)group, (void)words, (void)size, (void)n;
  return minip_error_set(err, MINIP_UNDECIDED, "switched off: this program was built without nauty (install libnauty2-dev and configure again)");
}
#endif
