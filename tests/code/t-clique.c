/* Heaviest cliques: branch and bound against all subsets of small random graphs, and against cliquer on larger ones. */
#include "config.h"
#include "../lib/test.h"
#include "../../src/code/construct_internal.h"

#define MAX_VERTICES 80

typedef struct {
  size_t count;
  uint64_t edges[MAX_VERTICES * 2];
  uint32_t weights[MAX_VERTICES];
} graph_t;

static minip_error_t err;

static size_t words_of(const graph_t *g) { return (g->count + 63) / 64; }
static int adjacent(const graph_t *g, size_t i, size_t j) { return (int)((g->edges[i * words_of(g) + j / 64] >> (j % 64)) & 1); }

static void random_graph(graph_t *g, size_t count, uint64_t percent, uint32_t heaviest, uint64_t *state)
{
  memset(g, 0, sizeof *g);
  g->count = count;
  for (size_t i = 0; i < count; i++) {
    g->weights[i] = 1 + (uint32_t)test_below(state, heaviest);
    for (size_t j = 0; j < i; j++)
      if (test_below(state, 100) < percent) {
        g->edges[i * words_of(g) + j / 64] |= (uint64_t)1 << (j % 64);
        g->edges[j * words_of(g) + i / 64] |= (uint64_t)1 << (i % 64);
      }
  }
}

static uint64_t heaviest_of_all_subsets(const graph_t *g)
{
  uint64_t best = 0;
  for (uint64_t set = 0; set < (uint64_t)1 << g->count; set++) {
    uint64_t weight = 0;
    int clique = 1;
    for (size_t i = 0; clique && i < g->count; i++)
      if ((set >> i) & 1) {
        uint64_t others = set & ~((uint64_t)1 << i);
        clique = (others & ~g->edges[i]) == 0;
        weight += g->weights[i];
      }
    best = clique && weight > best ? weight : best;
  }
  return best;
}

/* The weight found; the chosen vertices must be a clique of just this weight. */
static uint64_t found(const graph_t *g, int by_cliquer)
{
  uint32_t chosen[MAX_VERTICES];
  size_t size;
  uint64_t weight, sum = 0;
  int complete = 1;
  minip__clique_task_t task = {.count = g->count, .edges = g->edges, .weights = g->weights};
  if (by_cliquer)
    assert_ok(minip__clique_cliquer(&weight, chosen, &size, &complete, &task, err));
  else
    assert_ok(minip__clique(&weight, chosen, &size, &complete, &task, err));
  assert_true(complete);
  for (size_t i = 0; i < size; i++) {
    sum += g->weights[chosen[i]];
    for (size_t j = 0; j < i; j++)
      assert_true(adjacent(g, chosen[i], chosen[j]));
  }
  assert_int_equal(sum, weight);
  return weight;
}

static void test_small_graphs(void **unused)
{
  (void)unused;
  uint64_t state = test_seed();
  graph_t g;
  for (int round = test_rounds(60); round > 0; round--) {
    random_graph(&g, 1 + test_below(&state, 12), test_below(&state, 101), round % 2 ? 1 : 9, &state);
    assert_int_equal(found(&g, 0), heaviest_of_all_subsets(&g));
  }
}

static void test_cliquer(void **unused)
{
  (void)unused;
  uint64_t state = test_seed();
  graph_t g;
#ifdef HAVE_CLIQUER
  for (int round = test_rounds(30); round > 0; round--) {
    random_graph(&g, 60 + test_below(&state, 21), 30 + test_below(&state, 50), round % 2 ? 1 : 9, &state);
    assert_int_equal(found(&g, 0), found(&g, 1));
  }
#else
  uint32_t chosen[MAX_VERTICES];
  size_t size;
  int complete;
  uint64_t weight;
  random_graph(&g, 5, 50, 1, &state);
  minip__clique_task_t task = {.count = g.count, .edges = g.edges, .weights = g.weights};
  assert_int_equal(minip__clique_cliquer(&weight, chosen, &size, &complete, &task, err), MINIP_UNDECIDED);
#endif
}

/* A colouring needs at least as many colours as a clique has vertices; no edges need one, all edges need all. */
static void test_colours(void **unused)
{
  (void)unused;
  uint64_t state = test_seed();
  graph_t g;
  for (int round = test_rounds(30); round > 0; round--) {
    random_graph(&g, 1 + test_below(&state, 12), test_below(&state, 101), 1, &state);
    assert_true(minip__clique_colours(g.edges, g.count) >= heaviest_of_all_subsets(&g));
  }
  random_graph(&g, 70, 0, 1, &state);
  assert_int_equal(minip__clique_colours(g.edges, g.count), 1);
  random_graph(&g, 70, 100, 1, &state);
  assert_int_equal(minip__clique_colours(g.edges, g.count), 70);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_graphs), cmocka_unit_test(test_cliquer), cmocka_unit_test(test_colours)};
  return cmocka_run_group_tests_name("clique", tests, NULL, NULL);
}
