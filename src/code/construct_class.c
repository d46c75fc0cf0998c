/* Classes of words by a sum in a finite group (Graham and Sloane, Lower bounds for constant weight codes, 1980).
   Two words of one class at distance 2k < d would leave, without their common ones, two different k-sets with equal sums: modulo n for d = 4, and equal
   elementary symmetric functions e_1 .. e_(d/2-1) of field elements for any d (they determine a k-set, k < d/2). */
#include "construct_internal.h"
#include "gf.h"
#include <stdlib.h>
#include <string.h>

#define MAX_STATES ((uint32_t)1 << 20)
#define MAX_TABLE ((size_t)1 << 28)

minip_status_t minip__class_sizes(uint64_t *sizes, const uint32_t *step, uint32_t states, size_t n, size_t w, minip_error_t err)
{
  uint64_t *count = calloc((w + 1) * (size_t)states, sizeof *count);
  if (!count)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  count[0] = 1;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i < w ? i + 1 : w; j-- > 0;)
      for (uint32_t s = 0; s < states; s++) {
        uint64_t *to = count + (j + 1) * states + step[(size_t)s * n + i];
        if (__builtin_add_overflow(*to, count[j * states + s], to))
          *to = UINT64_MAX;
      }
  memcpy(sizes, count + w * states, states * sizeof *sizes);
  free(count);
  return MINIP_OK;
}

typedef struct {
  minip__list_t *list;
  const uint32_t *step;
  const unsigned char *reach; /* reach[(i * (w + 1) + j) * states + s]: j bits among i .. n-1 can lead from s to the target */
  uint32_t states;
  size_t n, w;
  uint64_t *word;
} class_walk_t;

static minip_status_t walk(const class_walk_t *c, size_t i, size_t left, uint32_t s, minip_error_t err)
{
  if (!c->reach[(i * (c->w + 1) + left) * c->states + s])
    return MINIP_OK;
  if (i == c->n)
    return minip__list_add(c->list, c->word, err);
  minip_status_t st = walk(c, i + 1, left, s, err);
  if (st == MINIP_OK && left > 0) {
    minip_token_set_bit(c->word, i, 1);
    st = walk(c, i + 1, left - 1, c->step[(size_t)s * c->n + i], err);
    minip_token_set_bit(c->word, i, 0);
  }
  return st;
}

/* The table of class_walk_t, backwards from the target. */
static void fill_reach(unsigned char *reach, const uint32_t *step, uint32_t states, size_t n, size_t w, uint32_t target)
{
  size_t row = (w + 1) * states;
  memset(reach, 0, (n + 1) * row);
  reach[n * row + target] = 1;
  for (size_t i = n; i-- > 0;)
    for (size_t j = 0; j <= w; j++)
      for (uint32_t s = 0; s < states; s++)
        reach[i * row + j * states + s] = reach[(i + 1) * row + j * states + s] ||
                                          (j > 0 && reach[(i + 1) * row + (j - 1) * states + step[(size_t)s * n + i]]);
}

/* Add the words of one class to the list. */
static minip_status_t class_words(minip__list_t *list, const uint32_t *step, uint32_t states, size_t n, size_t w, uint32_t target, minip_error_t err)
{
  size_t cells = (n + 1) * (w + 1) * (size_t)states;
  if (cells > MAX_TABLE)
    return minip_error_set(err, MINIP_LIMIT, "%u classes of words of length %zu are too many", states, n);
  unsigned char *reach = malloc(cells);
  uint64_t *word = calloc(n / 64 + 1, sizeof *word);
  minip_status_t st = reach && word ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK) {
    fill_reach(reach, step, states, n, w, target);
    class_walk_t c = {list, step, reach, states, n, w, word};
    st = walk(&c, 0, w, 0, err);
  }
  free(reach), free(word);
  return st;
}

/* The given class, or the largest (the first of those), into the list. */
static minip_status_t pick(minip__list_t *list, const uint32_t *step, uint32_t states, const minip__params_t *p, minip_error_t err)
{
  size_t n = (size_t)PARAM(p, N), w = (size_t)PARAM(p, W);
  uint64_t *sizes = calloc(states, sizeof *sizes);
  minip_status_t st = sizes ? minip__class_sizes(sizes, step, states, n, w, err) : minip_error_set(err, MINIP_LIMIT, "out of memory");
  uint32_t target = 0;
  for (uint32_t s = 1; st == MINIP_OK && s < states; s++)
    if (sizes[s] > sizes[target])
      target = s;
  if (GIVEN(p, CLASS))
    target = (uint32_t)PARAM(p, CLASS);
  size_t limit = MINIP_CONSTRUCT_MAX_BITS / (64 * ((n + 63) / 64));
  if (st == MINIP_OK && sizes[target] > limit)
    st = minip_error_set(err, MINIP_LIMIT, "a class of more than %zu words of length %zu is too large", limit, n);
  if (st == MINIP_OK)
    st = minip__list_start(list, n, err);
  if (st == MINIP_OK)
    st = class_words(list, step, states, n, w, target, err);
  free(sizes);
  return st;
}

static minip_status_t check_class(const minip__params_t *p, uint32_t states, minip_error_t err)
{
  if (GIVEN(p, CLASS) && (PARAM(p, CLASS) < 0 || PARAM(p, CLASS) >= (long)states))
    return minip_error_set(err, MINIP_INPUT, "class must lie in 0..%u, not %ld", states - 1, PARAM(p, CLASS));
  return MINIP_OK;
}

minip_status_t minip__build_sum_class(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  long n = PARAM(p, N), w = PARAM(p, W);
  minip_status_t st = minip_code_check_parameters(n, 0, w, err);
  if (st == MINIP_OK && n > 1024)
    st = minip_error_set(err, MINIP_LIMIT, "n = %ld: sums are formed for n up to 1024", n);
  if (st == MINIP_OK)
    st = check_class(p, (uint32_t)n, err);
  if (st != MINIP_OK)
    return st;
  uint32_t m = (uint32_t)n, *step = calloc((size_t)m * m, sizeof *step);
  if (!step)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (uint32_t s = 0; s < m; s++)
    for (uint32_t i = 0; i < m; i++)
      step[s * m + i] = (s + i) % m;
  *promise = (minip__promise_t){m, 4, (size_t)w};
  st = pick(list, step, m, p, err);
  free(step);
  return st;
}

/* Class of a polynomial 1 + e_1 X + .. + e_r X^r: the number with base-q digits e_1 .. e_r. Multiply by 1 + a X. */
static uint32_t times_linear(const minip__gf_t *f, uint32_t state, uint32_t a, uint32_t r)
{
  uint32_t below = 1, out = 0, place = 1;
  for (uint32_t i = 0; i < r; i++, state /= f->q, place *= f->q) {
    uint32_t e = state % f->q;
    out += place * minip__gf_add(f, e, minip__gf_mul(f, a, below));
    below = e;
  }
  return out;
}

/* n, d, w, q fit together; *states = q^(d/2-1). */
static minip_status_t check_field_class(uint32_t *states, uint32_t *q, const minip__params_t *p, minip_error_t err)
{
  long n = PARAM(p, N), d = PARAM(p, D);
  minip_status_t st = minip_code_check_parameters(n, d, PARAM(p, W), err);
  if (st != MINIP_OK)
    return st;
  if (d < 2 || n > 1024 || d > 64)
    return minip_error_set(err, MINIP_LIMIT, "n = %ld, d = %ld: taken are n up to 1024 and d from 2 to 64", n, d);
  *q = minip__next_prime_power(n < 2 ? 2 : (uint32_t)n);
  if (GIVEN(p, Q)) {
    if (PARAM(p, Q) < n || PARAM(p, Q) > (long)MINIP__GF_MAX || !minip__prime_power((uint32_t)PARAM(p, Q), NULL, NULL))
      return minip_error_set(err, MINIP_INPUT, "q must be a prime power from n = %ld to %u, not %ld", n, MINIP__GF_MAX, PARAM(p, Q));
    *q = (uint32_t)PARAM(p, Q);
  }
  uint64_t s = 1;
  for (long i = 1; i < d / 2 && s <= MAX_STATES; i++)
    s *= *q;
  if (s > MAX_STATES || s * (uint64_t)n > MAX_TABLE / 4)
    return minip_error_set(err, MINIP_LIMIT, "q^(d/2-1) = %u^%ld classes of words of length %ld are too many", *q, d / 2 - 1, n);
  *states = (uint32_t)s;
  return check_class(p, *states, err);
}

minip_status_t minip__build_field_class(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  uint32_t states = 0, q = 0;
  minip_status_t st = check_field_class(&states, &q, p, err);
  if (st != MINIP_OK)
    return st;
  size_t n = (size_t)PARAM(p, N);
  *promise = (minip__promise_t){n, (size_t)PARAM(p, D), (size_t)PARAM(p, W)};
  minip__gf_t f;
  st = minip__gf_init(&f, q, err);
  uint32_t *step = st == MINIP_OK ? calloc((size_t)states * n, sizeof *step) : NULL;
  if (st == MINIP_OK && !step)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (uint32_t s = 0; st == MINIP_OK && s < states; s++)
    for (uint32_t i = 0; i < n; i++)
      step[(size_t)s * n + i] = times_linear(&f, s, i, (uint32_t)(PARAM(p, D) / 2 - 1));
  if (st == MINIP_OK)
    st = pick(list, step, states, p, err);
  free(step);
  minip__gf_clear(&f);
  return st;
}

minip_status_t minip__build_disjoint(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  long n = PARAM(p, N), w = PARAM(p, W);
  minip_status_t st = minip_code_check_parameters(n, 0, w, err);
  if (st == MINIP_OK && w == 0)
    st = minip_error_set(err, MINIP_INPUT, "w must be positive");
  if (st == MINIP_OK)
    st = minip__list_start(list, (size_t)n, err);
  if (st != MINIP_OK)
    return st;
  *promise = (minip__promise_t){(size_t)n, 2 * (size_t)w, (size_t)w};
  for (long begin = 0; st == MINIP_OK && begin + w <= n; begin += w) {
    uint64_t *row;
    st = minip__list_grow(&row, list, err);
    for (long i = 0; st == MINIP_OK && i < w; i++)
      minip_token_set_bit(row, (size_t)(begin + i), 1);
  }
  return st;
}
