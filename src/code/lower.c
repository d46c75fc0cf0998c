/* Lower bounds on A(n,d,w): exact cases, averages over classes, greedy choice, constructions (T10; proofs: proofs-notes/codes.md). */
#include "bounds.h"
#include "gf.h"
#include "internal.h"
#include <minip/construct.h>
#include <stdio.h>
#include <stdlib.h>

#define SHORTER 8 /* a bound for (n-a-b, w-a) is one for (n,w): words are lengthened by a ones and b zeros; a + b up to this */

/* Graham and Sloane: words with given first e-1 elementary symmetric functions of their positions, as elements of GF(q), q >= n (of Z/n when e = 2),
   are at distance >= 2e; some class has at least the average of C(n,w) words over q^(e-1) classes. */
static int average_bound(fmpz_t value, size_t n, size_t e, size_t w)
{
  uint32_t q = e == 2 ? (uint32_t)n : minip__next_prime_power((uint32_t)(n > 2 ? n : 2));
  fmpz_t classes;
  fmpz_init(classes);
  fmpz_ui_pow_ui(classes, q, e - 1);
  minip_code_count(value, n, w);
  fmpz_cdiv_q(value, value, classes);
  fmpz_clear(classes);
  return fmpz_cmp_ui(value, 1) > 0;
}

/* Every word taken forbids at most the words closer than 2e to it. */
static int gilbert_bound(fmpz_t value, size_t n, size_t e, size_t w)
{
  fmpz_t ball, v;
  fmpz_init(ball), fmpz_init(v);
  for (size_t i = 0; i < e && i <= w && i <= n - w; i++) {
    minip_johnson_valency(v, n, w, i);
    fmpz_add(ball, ball, v);
  }
  minip_code_count(value, n, w);
  fmpz_cdiv_q(value, value, ball);
  fmpz_clear(ball), fmpz_clear(v);
  return fmpz_cmp_ui(value, 1) > 0;
}

static minip_status_t add_source(minip_code_bounds_struct *b, minip_code_rule_t rule, const fmpz_t value, const char *detail, minip_error_t err)
{
  minip_code_step_t *s = minip__step_add(&b->sources, &b->source_count);
  if (!s)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a table");
  if (fmpz_cmp(value, b->lower) > 0) {
    fmpz_set(b->lower, value);
    b->lower_rule = rule;
  }
  return minip__step_set(s, b->n, b->w, rule, value, err, "%s", detail);
}

/* The best of one formula over shorter parameters. */
static minip_status_t best_shorter(minip_code_bounds_struct *b, minip_code_rule_t rule, int (*formula)(fmpz_t, size_t, size_t, size_t), minip_error_t err)
{
  const size_t e = b->d / 2;
  size_t best_n = 0, best_w = 0;
  fmpz_t value, best;
  char detail[160];
  minip_status_t st = MINIP_OK;
  fmpz_init(value), fmpz_init(best);
  for (size_t a = 0; a <= SHORTER && a <= b->w; a++)
    for (size_t z = 0; a + z <= SHORTER && z <= b->n - b->w; z++) {
      size_t n = b->n - a - z, w = b->w - a;
      if (n > 0 && w >= e && n - w >= e && formula(value, n, e, w) && fmpz_cmp(value, best) > 0) {
        fmpz_set(best, value);
        best_n = n, best_w = w;
      }
    }
  if (best_n == b->n)
    snprintf(detail, sizeof detail, "%s", rule == MINIP_CODE_GILBERT ? "words over the largest ball" : "words over classes");
  else
    snprintf(detail, sizeof detail, "the same for (%zu,%zu,%zu), words lengthened", best_n, b->d, best_w);
  if (best_n > 0)
    st = add_source(b, rule, best, detail, err);
  fmpz_clear(value), fmpz_clear(best);
  return st;
}

static minip_status_t best_construction(minip_code_bounds_struct *b, minip_error_t err)
{
  minip_code_t code;
  char *method = NULL;
  fmpz_t size;
  minip_code_init(code);
  fmpz_init(size);
  minip_status_t st = minip_code_best(code, &method, b->n, b->d, b->w, 0, err);
  if (st == MINIP_OK) {
    fmpz_set_ui(size, minip_code_size(code));
    st = add_source(b, MINIP_CODE_CONSTRUCTION, size, method, err);
  } else if (st == MINIP_LIMIT || st == MINIP_INPUT || st == MINIP_UNDECIDED) { /* too large to write down, or none: the formulas stand */
    minip_error_init(err);
    st = MINIP_OK;
  }
  free(method);
  fmpz_clear(size);
  minip_code_clear(code);
  return st;
}

/* The rules of the upper bound that are exact. */
static int is_exact(const minip_code_bounds_struct *b)
{
  const size_t e = b->d / 2, ones = b->w, zeros = b->n - b->w;
  return e == 1 || ones <= e || zeros <= e;
}

minip_status_t minip__bounds_lower(minip_code_bounds_t bounds, unsigned use, minip_error_t err)
{
  const minip_code_step_t *last = &bounds->steps[bounds->step_count - 1];
  fmpz_t one;
  minip_status_t st = MINIP_OK;
  if (is_exact(bounds)) {
    fmpz_set(bounds->lower, bounds->upper);
    bounds->lower_rule = last->rule;
    return MINIP_OK;
  }
  fmpz_init(one);
  fmpz_one(one);
  fmpz_set(bounds->lower, one);
  bounds->lower_rule = MINIP_CODE_SINGLE;
  fmpz_clear(one);
  if (bounds->d >= 4)
    st = best_shorter(bounds, MINIP_CODE_AVERAGE, average_bound, err);
  if (st == MINIP_OK)
    st = best_shorter(bounds, MINIP_CODE_GILBERT, gilbert_bound, err);
  if (st == MINIP_OK && (use & MINIP_CODE_USE_CONSTRUCTIONS))
    st = best_construction(bounds, err);
  return st;
}
