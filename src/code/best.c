/* The largest code that any construction gives: every family near the wanted parameters is built and brought to them by complementing, shortening
   and lengthening. It stops early at an upper bound. */
#include "construct_internal.h"
#include "distance.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ABOVE 6               /* families of up to n + ABOVE coordinates are shortened, */
#define BELOW 3               /* and of n - BELOW on lengthened */
#define WORDS_CLOSED 1000000u /* classes are built up to so many words */
#define WORDS_SEARCH 100000u  /* C(n,w) up to which greedy codes and completion are tried */
#define WORDS_ORBIT 50000u
#define ORBIT_NODES 5000u
#define LONG_FACTOR 200u      /* nodes at effort 2 for one at effort 1 */
#define SEEDS 8u              /* random orders tried; 16 times as many at effort 2 */

typedef struct {
  size_t n, d, w;
  minip_code_struct *best; /* of length n, weight w; size 0 at first */
  char *method;
  fmpz_t upper;
  int effort;
  double deadline;         /* minip__now seconds; 0: none */
  minip_status_t trouble;  /* out of memory and defects end the search; a construction that does not exist does not */
  minip_error_struct *err;
} hunt_t;

/* Nothing more to be done? */
static int reached(const hunt_t *h)
{
  if (h->deadline > 0 && minip__now() > h->deadline)
    return 1;
  return h->trouble != MINIP_OK || (minip_code_size(h->best) > 0 && fmpz_cmp_ui(h->upper, minip_code_size(h->best)) <= 0);
}

static uint64_t words_up_to(size_t n, size_t w, uint64_t limit)
{
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, n, w);
  uint64_t y = fmpz_cmp_ui(count, limit) <= 0 ? fmpz_get_ui(count) : UINT64_MAX;
  fmpz_clear(count);
  return y;
}

/* Keep code, which has length n and weight w, when it is larger. It is swapped in, so that code holds the old best. */
static void take(hunt_t *h, minip_code_struct *code, const char *method)
{
  if (h->trouble != MINIP_OK || minip_code_size(code) <= minip_code_size(h->best))
    return;
  char *copy = strdup(method);
  if (!copy) {
    h->trouble = minip_error_set(h->err, MINIP_LIMIT, "out of memory");
    return;
  }
  free(h->method);
  h->method = copy;
  minip_code_struct old = *h->best;
  *h->best = *code;
  *code = old;
}

/* One step towards n and w on a code whose weight is still `weight`; the coordinate is the one that keeps most words. */
static minip_status_t shorten_once(minip_code_struct *code, int bit, minip_error_t err)
{
  size_t most = 0, where = 0;
  for (size_t j = 0; j < minip_code_n(code); j++) {
    size_t count = 0;
    for (size_t i = 0; i < minip_code_size(code); i++)
      count += minip_token_bit(minip_code_word(code, i), j) == bit;
    if (count > most)
      most = count, where = j;
  }
  minip_code_t out;
  minip_code_init(out);
  minip_status_t st = minip_code_shorten(out, code, where, bit, err);
  minip_code_struct old = *code;
  *code = *out, *out = old;
  minip_code_clear(out);
  return st;
}

static minip_status_t apply(minip_code_struct *code, minip_status_t (*change)(minip_code_t, const minip_code_t, int, minip_error_t), int bit, minip_error_t err)
{
  minip_code_t out;
  minip_code_init(out);
  minip_status_t st = change(out, code, bit, err);
  minip_code_struct old = *code;
  *code = *out, *out = old;
  minip_code_clear(out);
  return st;
}

static minip_status_t complement(minip_code_t out, const minip_code_t code, int bit, minip_error_t err)
{
  (void)bit;
  return minip_code_complement(out, code, err);
}

/* Bring a code of length n0 and weight w0 to the wanted ones if single-coordinate steps do; 0 if not. */
static int adapt(hunt_t *h, minip_code_struct *code, size_t n0, size_t w0)
{
  long coordinates = (long)n0 - (long)h->n, ones = (long)w0 - (long)h->w, zeros = coordinates - ones;
  minip_status_t st = MINIP_OK;
  if ((ones > 0 || zeros > 0) && (ones < 0 || zeros < 0))
    return 0;
  for (; st == MINIP_OK && ones > 0; ones--)
    st = shorten_once(code, 1, h->err);
  for (; st == MINIP_OK && zeros > 0; zeros--)
    st = shorten_once(code, 0, h->err);
  for (; st == MINIP_OK && ones < 0; ones++)
    st = apply(code, minip_code_lengthen, 1, h->err);
  for (; st == MINIP_OK && zeros < 0; zeros++)
    st = apply(code, minip_code_lengthen, 0, h->err);
  if (st != MINIP_OK)
    h->trouble = st;
  return st == MINIP_OK;
}

/* A spec whose code has length n0 and weight w0 and distance >= d: build it, and try it and its complement. */
MINIP_PRINTF(4, 5) static void try_spec(hunt_t *h, size_t n0, size_t w0, const char *format, ...)
{
  char spec[128], method[200];
  va_list args;
  va_start(args, format);
  vsnprintf(spec, sizeof spec, format, args);
  va_end(args);
  for (int flip = 0; flip <= (n0 != 2 * w0) && !reached(h); flip++) {
    size_t weight = flip ? n0 - w0 : w0;
    long coordinates = (long)n0 - (long)h->n, ones = (long)weight - (long)h->w;
    if ((ones > 0 || coordinates - ones > 0) && (ones < 0 || coordinates - ones < 0))
      continue;
    minip_error_t local;
    minip_code_t code;
    minip_error_init(local);
    minip_code_init(code);
    minip_status_t st = minip__construct_until(code, spec, h->deadline, local);
    int stopped = st == MINIP_OK && strstr(code->name, MINIP_CONSTRUCT_STOPPED) != NULL;
    if (st == MINIP_OK && flip)
      st = apply(code, complement, 0, local);
    if (st == MINIP_OK && adapt(h, code, n0, weight)) {
      snprintf(method, sizeof method, "%s%s%s%s", spec, stopped ? MINIP_CONSTRUCT_STOPPED : "", flip ? ", complemented" : "",
               coordinates > 0 ? ", shortened" : coordinates < 0 ? ", lengthened" : "");
      take(h, code, method);
    } else if (st == MINIP_INTERNAL)
      h->trouble = minip_error_set(h->err, st, "%s", local->text);
    minip_code_clear(code);
  }
}

/* Families that exist at length n0 with distance at least h->d. */
static void try_designs(hunt_t *h, size_t n0)
{
  size_t d = h->d;
  if (n0 == 24 && d <= 8)
    try_spec(h, 24, 8, "octads24"), try_spec(h, 24, 12, "dodecads24");
  if (n0 >= 21 && n0 <= 23 && d <= 8)
    try_spec(h, n0, n0 - 16, "golay:v=%zu", n0);
  if (n0 >= 9 && n0 <= 12 && d <= 4)
    try_spec(h, n0, n0 - 6, "hexads:v=%zu", n0);
  if (n0 >= 4 && d <= n0 / 2 && n0 <= 1024 && minip__hadamard_known(n0))
    try_spec(h, n0, n0 / 2, "hadamard:order=%zu", n0);
  if (d <= 4 && (n0 % 6 == 1 || n0 % 6 == 3) && n0 >= 3 && n0 <= 200)
    try_spec(h, n0, 3, "triples:v=%zu", n0);
  for (size_t r = 3; d <= 4 && r <= 7; r++)
    if (n0 == (size_t)1 << r)
      try_spec(h, n0, 4, "quadruples:r=%zu", r);
}

/* Geometries with n0 points. */
static void try_geometries(hunt_t *h, size_t n0)
{
  for (size_t q = 2; q * q <= n0 + 1; q++) {
    size_t top = q * q, sum = q * q + q + 1;
    for (size_t r = 2; top <= n0; r++, top *= q, sum = sum * q + 1) {
      if (sum == n0 && h->d <= 2 * q)
        try_spec(h, n0, q + 1, "pg:q=%zu,r=%zu", q, r);
      if (top == n0 && h->d <= 2 * (q - 1))
        try_spec(h, n0, q, "ag:q=%zu,r=%zu", q, r);
      if (top + 1 == n0 && h->d <= 2 * (q - 1) && n0 <= 130)
        try_spec(h, n0, q + 1, "circles:q=%zu,r=%zu", q, r);
    }
    if (q * q + q + 1 == n0 && h->d <= 2 * q)
      try_spec(h, n0, q + 1, "pg:q=%zu", q);
  }
}

/* Classes at the wanted parameters themselves. C(n,w) / q words are expected in the best class. */
static void try_classes(hunt_t *h)
{
  size_t n = h->n, d = h->d, w = h->w;
  if (d == 2 * w)
    try_spec(h, n, w, "disjoint:n=%zu,w=%zu", n, w);
  if (n > 1024 || d > 64 || words_up_to(n, w, (uint64_t)WORDS_CLOSED * (d == 2 ? 1 : n)) == UINT64_MAX)
    return;
  if (d == 4) {
    try_spec(h, n, w, "sum-class:n=%zu,w=%zu", n, w);
    if (n >= 2 && n <= 28)
      try_spec(h, n, w, "partition:n=%zu,w=%zu", n, w);
  }
  try_spec(h, n, w, "graham-sloane:n=%zu,d=%zu,w=%zu", n, d, w);
}

/* --- juxtaposition of the simplest codes: what each half gives is known without building it --- */

typedef struct { size_t size; char spec[64]; } half_t;

static half_t half_code(size_t n, size_t d, size_t w)
{
  half_t y = {0, ""};
  if (w > 0 && d == 2 * w && n >= w) {
    y.size = n / w;
    snprintf(y.spec, sizeof y.spec, "disjoint:n=%zu,w=%zu", n, w);
  } else if (d == 2 && n <= 64 && w <= n && words_up_to(n, w, WORDS_SEARCH) != UINT64_MAX) {
    y.size = words_up_to(n, w, WORDS_SEARCH);
    snprintf(y.spec, sizeof y.spec, "graham-sloane:n=%zu,d=2,w=%zu", n, w);
  } else if (n >= 4 && n == 2 * w && d == w && minip__hadamard_known(n)) {
    y.size = 2 * n - 2;
    snprintf(y.spec, sizeof y.spec, "hadamard:order=%zu", n);
  }
  return y;
}

static void try_pair(hunt_t *h, const half_t *a, const half_t *b)
{
  minip_error_t local;
  minip_code_t x, y, both;
  char method[200];
  minip_error_init(local);
  minip_code_init(x), minip_code_init(y), minip_code_init(both);
  snprintf(method, sizeof method, "juxtapose %s and %s", a->spec, b->spec);
  if (minip_code_construct(x, a->spec, local) == MINIP_OK && minip_code_construct(y, b->spec, local) == MINIP_OK &&
      minip_code_juxtapose(both, x, y, local) == MINIP_OK)
    take(h, both, method);
  minip_code_clear(x), minip_code_clear(y), minip_code_clear(both);
}

static void try_juxtaposition(hunt_t *h)
{
  half_t best_a = {0, ""}, best_b = {0, ""};
  size_t best = minip_code_size(h->best);
  for (size_t n1 = 1; h->n <= 64 && n1 < h->n; n1++)
    for (size_t w1 = 1; w1 <= n1 && w1 < h->w; w1++)
      for (size_t d1 = 2; d1 <= 2 * w1 && d1 + 2 <= h->d; d1 += 2) {
        half_t a = half_code(n1, d1, w1), b = a.size > best ? half_code(h->n - n1, h->d - d1, h->w - w1) : a;
        if (a.size > best && b.size > best)
          best_a = a, best_b = b, best = a.size < b.size ? a.size : b.size;
      }
  if (best_a.size > 0)
    try_pair(h, &best_a, &best_b);
}

/* --- searches --- */

/* Add words, in increasing order, for as long as one fits. */
static void complete(hunt_t *h)
{
  size_t before = minip_code_size(h->best);
  minip__list_t list;
  minip_code_t code;
  if (h->n > 64 || words_up_to(h->n, h->w, WORDS_SEARCH) == UINT64_MAX || reached(h) || before == 0)
    return;
  minip__list_init(&list);
  minip_code_init(code);
  minip_status_t st = minip__list_start(&list, h->n, h->err);
  for (size_t i = 0; st == MINIP_OK && i < before; i++)
    st = minip__list_add(&list, minip_code_word(h->best, i), h->err);
  uint64_t last = minip__last_word(h->n, h->w);
  for (uint64_t x = minip__first_word(h->w); st == MINIP_OK; x = minip__next_word(x)) {
    if (minip__first_closer(x, list.bits, list.count, (unsigned)(h->d < 65 ? h->d : 65)) == list.count)
      st = minip__list_add(&list, &x, h->err);
    if (x == last)
      break;
  }
  if (st == MINIP_OK && list.count > before)
    st = minip__list_to_code(code, &list, "completed", h->err);
  if (st == MINIP_OK && list.count > before) {
    char method[256];
    snprintf(method, sizeof method, "%s, completed greedily", h->method);
    take(h, code, method);
  }
  if (st != MINIP_OK)
    h->trouble = st;
  minip__list_clear(&list);
  minip_code_clear(code);
}

static void try_greedy(hunt_t *h)
{
  for (uint64_t seed = 0; seed <= (h->effort > 1 ? 16 * SEEDS : SEEDS) && !reached(h); seed++) {
    minip_error_t local;
    minip_code_t code;
    char method[64];
    if (words_up_to(h->n, h->w, WORDS_SEARCH) == UINT64_MAX)
      return;
    minip_error_init(local);
    minip_code_init(code);
    snprintf(method, sizeof method, seed ? "random greedy, seed %llu" : "lexicode", (unsigned long long)seed);
    if (minip_code_lex(code, h->n, h->d, h->w, seed, NULL, NULL, local) == MINIP_OK)
      take(h, code, method);
    minip_code_clear(code);
  }
}

static void try_orbits(hunt_t *h)
{
  size_t n = h->n, d = h->d, w = h->w;
  unsigned nodes = h->effort > 1 ? LONG_FACTOR * ORBIT_NODES : ORBIT_NODES;
  if (n > 40 || words_up_to(n, w, WORDS_ORBIT) == UINT64_MAX)
    return;
  for (size_t fixed = 0; fixed <= 1 && fixed + 2 < n && !reached(h); fixed++)
    for (size_t blocks = 1; blocks <= (h->effort > 1 ? n / 2 : 4) && !reached(h); blocks++) {
      size_t m = (n - fixed) / blocks;
      if ((n - fixed) % blocks || m < 2)
        continue;
      for (size_t k = 1; k < m && !reached(h); k++)
        if (k == 1 || k * k % m == 1 || k * k % m * k % m == 1)
          try_spec(h, n, w, "quasi-cyclic:n=%zu,d=%zu,w=%zu,blocks=%zu,fixed=%zu,k=%zu,nodes=%u", n, d, w, blocks, fixed, k, nodes);
    }
}

static void run(hunt_t *h)
{
  for (size_t step = 0; step <= ABOVE + BELOW && !reached(h); step++) {
    size_t n0 = step <= ABOVE ? h->n + step : h->n - (step - ABOVE); /* the nearest first; a negative length wraps and is skipped */
    if (n0 == 0 || n0 > h->n + ABOVE)
      continue;
    try_designs(h, n0);
    try_geometries(h, n0);
  }
  if (!reached(h))
    try_classes(h);
  if (!reached(h))
    try_juxtaposition(h);
  if (h->effort > 0 && !reached(h)) {
    complete(h);
    try_greedy(h);
    try_orbits(h);
    complete(h);
  }
}

/* A code of one word, w <= n. */
static minip_status_t single(minip_code_t code, size_t n, size_t w, minip_error_t err)
{
  minip_status_t st = minip_code_alloc(code, n, 1, "one word", err);
  for (size_t i = 0; st == MINIP_OK && i < w; i++)
    minip_token_set_bit(minip_code_word(code, 0), i, 1);
  return st;
}

static minip_status_t hunt(minip_code_t code, char **method, size_t n, size_t d, size_t w, int effort, double deadline, minip_error_t err)
{
  minip_code_t best;
  minip_code_init(best);
  hunt_t h = {.n = n, .d = d, .w = w, .best = best, .effort = effort, .deadline = deadline, .err = err, .trouble = MINIP_OK};
  fmpz_init(h.upper);
  minip_status_t st = single(best, n, w, err);
  h.method = strdup("one word");
  if (st == MINIP_OK && !h.method)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK)
    st = minip_code_upper(h.upper, n, d, w, 0, err);
  if (st == MINIP_OK) {
    run(&h);
    st = h.trouble;
  }
  if (st == MINIP_OK)
    st = minip__code_copy(code, best, err);
  if (st == MINIP_OK)
    *method = h.method, h.method = NULL;
  free(h.method);
  fmpz_clear(h.upper);
  minip_code_clear(best);
  return st;
}

minip_status_t minip_code_best(minip_code_t code, char **method, size_t n, size_t d, size_t w, int effort, minip_error_t err)
{
  return minip__best_until(code, method, n, d, w, effort, 0, err);
}

minip_status_t minip__best_until(minip_code_t code, char **method, size_t n, size_t d, size_t w, int effort, double deadline, minip_error_t err)
{
  char *name = NULL;
  if (method)
    *method = NULL;
  minip_status_t st = minip__check(n, d, w, err);
  if (st == MINIP_OK)
    st = hunt(code, &name, n, d, 2 * w > n ? n - w : w, effort, deadline, err); /* A(n,d,w) = A(n,d,n-w) */
  if (st == MINIP_OK && 2 * w > n)
    st = apply(code, complement, 0, err);
  if (st == MINIP_OK) {
    free(code->name);
    code->name = strdup(name);
    minip__code_sort(code);
    st = minip__code_require(code, n, d, w, err);
  }
  if (st == MINIP_OK && method)
    *method = name, name = NULL;
  free(name);
  return st;
}
