/* Random small kernels of every shape, with zeros, ties, signs, offsets and clamps. */
#ifndef MINIP_TEST_CERT_RANDOM_H
#define MINIP_TEST_CERT_RANDOM_H

#include "../lib/test.h"
#include <minip/cert.h>
#include <minip/gap.h>
#include "../../checker/check.h"

static inline slong small_value(uint64_t *state, int is_signed)
{
  slong v = (slong)test_below(state, 5);
  if (test_below(state, 8) == 0)
    v = 1L << test_below(state, 60);
  return is_signed && test_below(state, 2) ? -v : v;
}

static inline void random_values(fmpz *x, size_t count, uint64_t *state, int is_signed)
{
  for (size_t i = 0; i < count; i++)
    fmpz_set_si(x + i, small_value(state, is_signed));
}

/* An unused, random token set of `count` distinct tokens of m bits. */
static inline void random_tokens(minip_tokens_t tokens, size_t count, size_t m, uint64_t *state)
{
  minip_error_t err;
  minip_error_init(err);
  assert_ok(minip_tokens_alloc(tokens, count, m, err));
  for (size_t i = 0; i < count;) {
    uint64_t *row = minip_token_row(tokens, i);
    for (size_t j = 0; j < m; j++)
      minip_token_set_bit(row, j, (int)test_below(state, 2));
    size_t k = 0;
    while (k < i && minip_token_compare(row, minip_token_row(tokens, k), tokens->words) != 0)
      k++;
    i += k == i;
  }
}

static inline void random_table(minip_kernel_t kernel, uint64_t *state, int is_signed)
{
  minip_error_t err;
  minip_tokens_t tokens;
  size_t m = 2 + test_below(state, 4), count = 1 + test_below(state, 1u << (m - 1)), r = 1 + test_below(state, 4);
  minip_error_init(err);
  minip_tokens_init(tokens);
  random_tokens(tokens, count, m, state);
  fmpz *q = _fmpz_vec_init((slong)(count * r)), *k = _fmpz_vec_init((slong)(count * r));
  random_values(q, count * r, state, is_signed);
  random_values(k, count * r, state, is_signed);
  assert_ok(minip_kernel_set_features(kernel, tokens, q, k, r, err));
  _fmpz_vec_clear(q, (slong)(count * r));
  _fmpz_vec_clear(k, (slong)(count * r));
  minip_tokens_clear(tokens);
}

static inline fmpq *random_rationals(size_t count, uint64_t *state, int is_signed)
{
  fmpq *f = _fmpq_vec_init((slong)count);
  for (size_t i = 0; i < count; i++)
    fmpq_set_si(f + i, small_value(state, is_signed), 1 + test_below(state, 3));
  return f;
}

static inline void random_structured(minip_kernel_t kernel, uint64_t *state, int is_signed)
{
  minip_error_t err;
  size_t m = 1 + test_below(state, 4), weighted = test_below(state, 2);
  size_t count = weighted ? (m + 1) * (m + 1) * (m + 1) : m + 1;
  fmpq *f = random_rationals(count, state, is_signed);
  minip_error_init(err);
  if (weighted)
    assert_ok(minip_kernel_set_weighted(kernel, f, m, err));
  else
    assert_ok(minip_kernel_set_overlap(kernel, f, m, err));
  _fmpq_vec_clear(f, (slong)count);
}

/* A steep kernel, so that some solve. */
static inline void random_exponential(minip_kernel_t kernel, uint64_t *state)
{
  minip_error_t err;
  fmpq_t base;
  minip_error_init(err);
  fmpq_init(base);
  fmpq_set_si(base, 5 + (slong)test_below(state, 40), 4);
  assert_ok(minip_kernel_set_exponential(kernel, base, 1 + test_below(state, 8), err));
  fmpq_clear(base);
}

static inline void restrict_randomly(minip_kernel_t kernel, uint64_t *state)
{
  minip_error_t err;
  minip_tokens_t all, some;
  minip_error_init(err);
  minip_tokens_init(all), minip_tokens_init(some);
  if (kernel->tokens->count > 0)
    assert_ok(minip_tokens_alloc(all, kernel->tokens->count, kernel->m, err));
  else
    assert_ok(minip_tokens_cube(all, kernel->m, err));
  if (kernel->tokens->count > 0)
    memcpy(all->bits, kernel->tokens->bits, all->count * all->words * sizeof(uint64_t));
  size_t keep = 1 + test_below(state, all->count), start = test_below(state, all->count);
  assert_ok(minip_tokens_alloc(some, keep, kernel->m, err));
  for (size_t i = 0; i < keep; i++)
    memcpy(minip_token_row(some, i), minip_token_row(all, (start + i) % all->count), all->words * sizeof(uint64_t));
  if (test_below(state, 2))
    assert_ok(minip_kernel_restrict_pool(kernel, some, err));
  else
    assert_ok(minip_kernel_restrict_queries(kernel, some, err));
  minip_tokens_clear(all), minip_tokens_clear(some);
}

static inline void random_rule(minip_rule_t rule, uint64_t *state, int has_features)
{
  switch (test_below(state, 5)) {
  case 0: fmpq_set_si(rule->eta, 1 + (slong)test_below(state, 4), 1 + test_below(state, 4)); break;
  case 1: rule->normaliser = MINIP_NORMALISER_NONE; break;
  case 2: rule->has_clamp = 1, fmpq_set_si(rule->clamp, 1 + (slong)test_below(state, 6), 2); break;
  case 3:
    if (has_features)
      fmpq_set_si(rule->eta_feature_sum, 1, 2);
    break;
  default: break;
  }
}

/* Any kernel. */
static inline void random_kernel(minip_kernel_t kernel, uint64_t *state)
{
  int is_signed = test_below(state, 3) == 0;
  uint64_t shape = test_below(state, 4);
  if (shape < 2)
    random_table(kernel, state, is_signed);
  else if (shape == 2)
    random_structured(kernel, state, is_signed);
  else
    random_exponential(kernel, state);
  if (test_below(state, 3) == 0)
    restrict_randomly(kernel, state);
  random_rule(kernel->rule, state, shape < 2);
}

/* The verdict of the independent checker on a text. */
static inline int verdict_of(const char *text, char *message, size_t size)
{
  return ck_check(message, size, text, strlen(text), NULL);
}

#endif
