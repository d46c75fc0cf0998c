/* Shared by the files of constructions and searches only. */
#ifndef MINIP_CODE_CONSTRUCT_INTERNAL_H
#define MINIP_CODE_CONSTRUCT_INTERNAL_H

#include "internal.h"
#include <minip/construct.h>

/* A growing list of words of length n. */
typedef struct {
  size_t n, words, count, room;
  uint64_t *bits;
  int stopped; /* a search for the words ended at a limit */
} minip__list_t;

void minip__list_init(minip__list_t *list);
void minip__list_clear(minip__list_t *list);
/* Start a list of words of length n (empties it). MINIP_INPUT: n outside 1 .. MINIP_CODE_MAX_N. */
MINIP_MUST_CHECK minip_status_t minip__list_start(minip__list_t *list, size_t n, minip_error_t err);
/* One more word: *row is its (all-zero) place, good until the next call. MINIP_LIMIT above MINIP_CONSTRUCT_MAX_BITS. */
MINIP_MUST_CHECK minip_status_t minip__list_grow(uint64_t **row, minip__list_t *list, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__list_add(minip__list_t *list, const uint64_t *word, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__list_add_support(minip__list_t *list, const uint32_t *support, size_t w, minip_error_t err);
static inline uint64_t *minip__list_row(const minip__list_t *list, size_t i) { return list->bits + i * list->words; }

/* code = the list's words, sorted. */
MINIP_MUST_CHECK minip_status_t minip__list_to_code(minip_code_t code, const minip__list_t *list, const char *name, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__code_copy(minip_code_t out, const minip_code_t code, minip_error_t err);
void minip__code_sort(minip_code_t code);

/* MINIP_INTERNAL unless code has length n, weight w and minimum distance >= d, without duplicates. */
MINIP_MUST_CHECK minip_status_t minip__code_require(const minip_code_t code, size_t n, size_t d, size_t w, minip_error_t err);
/* minip_code_check_parameters for sizes, and d >= 2. */
MINIP_MUST_CHECK minip_status_t minip__check(size_t n, size_t d, size_t w, minip_error_t err);
size_t minip__distance(const uint64_t *a, const uint64_t *b, size_t words);

/* The words of n <= 64 bits and weight w as numbers, in increasing order: from minip__first_word to minip__last_word (Gosper's step between). */
static inline uint64_t minip__first_word(size_t w) { return w ? ~(uint64_t)0 >> (64 - w) : 0; }
static inline uint64_t minip__last_word(size_t n, size_t w) { return w ? minip__first_word(w) << (n - w) : 0; }
static inline uint64_t minip__next_word(uint64_t x) /* x is not the last word */
{
  uint64_t low = x & -x, sum = x + low;
  return sum | (((x ^ sum) >> 2) / low);
}

/* Keys of a specification "name:key=value,..". */
enum { KEY_N, KEY_D, KEY_W, KEY_Q, KEY_R, KEY_T, KEY_K, KEY_V, KEY_ORDER, KEY_BLOCKS, KEY_FIXED, KEY_CLASS, KEY_SPLIT, KEY_COMPLEMENTS, KEY_COORDINATE, KEY_BIT, KEY_NODES,
       KEY_COUNT };
typedef struct {
  long value[KEY_COUNT];
  int given[KEY_COUNT];
  double deadline; /* minip__now seconds, when searches end with what they have; 0: none */
} minip__params_t;
#define GIVEN(p, key) ((p)->given[KEY_##key])
#define PARAM(p, key) ((p)->value[KEY_##key])

/* What a construction promises. */
typedef struct { size_t n, d, w; } minip__promise_t;

/* A builder fills the list and states n, d, w, which the caller then checks on the words. */
typedef minip_status_t (*minip__builder_t)(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err);

#define BUILDER(name) MINIP_MUST_CHECK minip_status_t minip__build_##name(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
BUILDER(octads);         /* construct_golay.c */
BUILDER(dodecads);
BUILDER(golay_derived);  /* v = 21, 22, 23: octads through 24 - v points, without them */
BUILDER(hexads);         /* v = 9 .. 12: hexads of S(5,6,12) through 12 - v points, without them */
BUILDER(triples);        /* construct_steiner.c: S(2,3,v) */
BUILDER(quadruples);     /* S(3,4,2^r) */
BUILDER(circles);        /* S(3,q+1,q^r+1) */
BUILDER(projective);     /* construct_plane.c: lines of PG(r,q) */
BUILDER(affine);         /* lines of AG(r,q) */
BUILDER(hadamard);       /* construct_hadamard.c */
BUILDER(sylvester);
BUILDER(paley1);
BUILDER(paley2);
BUILDER(reed_muller);
BUILDER(disjoint);       /* construct_class.c: floor(n/w) disjoint words */
BUILDER(sum_class);      /* Graham-Sloane, sums modulo n */
BUILDER(field_class);    /* Graham-Sloane, q^(d/2-1) classes */
BUILDER(partition);      /* construct_partition.c */
BUILDER(cyclic);         /* construct_orbit.c */
BUILDER(quasi_cyclic);
#undef BUILDER

/* minip_code_construct and minip_code_best with a deadline: what is not finished then is left out. */
MINIP_MUST_CHECK minip_status_t minip__construct_until(minip_code_t code, const char *spec, double deadline, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__best_until(minip_code_t code, char **method, size_t n, size_t d, size_t w, int effort, double deadline, minip_error_t err);

/* Is there a Hadamard matrix of this order among ours? */
int minip__hadamard_known(size_t order);

/* Graham-Sloane classes: which of the `states` classes is the largest, and its size (saturating at UINT64_MAX).
   step[s * n + i] is the class that a word of class s comes to when bit i is added; the zero word has class 0. */
MINIP_MUST_CHECK minip_status_t minip__class_sizes(uint64_t *sizes, const uint32_t *step, uint32_t states, size_t n, size_t w, minip_error_t err);

/* Maximum-weight clique of a graph of `count` vertices; row i of `edges` has (count + 63) / 64 words, bit j of it set when i and j are adjacent
   (no loops, symmetric). Branch and bound with greedy colourings on bit rows (Tomita and Seki 2003; San Segundo et al. 2011), one thread, reentrant. */
typedef struct {
  size_t count;
  const uint64_t *edges;
  const uint32_t *weights;         /* NULL: all 1 */
  uint64_t floor;                  /* only cliques heavier than this are looked for; may be raised by others while the search runs: */
  const _Atomic uint64_t *raised;  /* NULL, or a value that replaces floor whenever it is larger (less `offset`) */
  uint64_t offset;
  uint64_t enough;                 /* stop at the first clique of at least this weight; 0: no */
  uint64_t node_limit;             /* 0: none */
  double deadline;                 /* in minip__now seconds; 0: none */
  const _Atomic int *stop;         /* NULL, or a flag that ends the search */
} minip__clique_task_t;
/* chosen[0 .. *size) = a heaviest clique above floor, *weight its weight; *size = 0 and *weight = 0 when there is none. chosen has room for count.
   *complete = 0 when a limit ended the search: then the answer is only a clique. MINIP_LIMIT: memory. */
MINIP_MUST_CHECK minip_status_t minip__clique(uint64_t *weight, uint32_t *chosen, size_t *size, int *complete, const minip__clique_task_t *task,
                                              minip_error_t err);
/* An upper bound on the clique number by one greedy colouring; (size_t)-1 when memory is short. */
size_t minip__clique_colours(const uint64_t *edges, size_t count);
/* The same question to cliquer, which knows no node limit; floor, enough, raised, deadline and stop are obeyed. One call at a time: others wait.
   MINIP_UNDECIDED without cliquer. */
MINIP_MUST_CHECK minip_status_t minip__clique_cliquer(uint64_t *weight, uint32_t *chosen, size_t *size, int *complete, const minip__clique_task_t *task,
                                                      minip_error_t err);

#endif
