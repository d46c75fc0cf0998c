/* Included first by every C test: cmocka, seeds, small helpers. */
#ifndef MINIP_TEST_H
#define MINIP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <minip/num.h>

/* A fixed seed that MINIP_SEED overrides; printed, so that a failure can be repeated. */
static inline uint64_t test_seed(void)
{
  const char *s = getenv("MINIP_SEED");
  uint64_t seed = s ? strtoull(s, NULL, 10) : 20260101;
  printf("# seed %llu (set MINIP_SEED to change it)\n", (unsigned long long)seed);
  return seed;
}

/* More rounds for long runs: MINIP_TEST_MULTIPLIER, default 1. */
static inline int test_rounds(int base)
{
  const char *s = getenv("MINIP_TEST_MULTIPLIER");
  int k = s ? atoi(s) : 1;
  return base * (k > 0 ? k : 1);
}

/* xorshift64*: small, fixed, the same everywhere. */
static inline uint64_t test_random(uint64_t *state)
{
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 2685821657736338717ull;
}
static inline uint64_t test_below(uint64_t *state, uint64_t n) { return test_random(state) % n; }

/* x equals the rational written in text. */
static inline void assert_fmpq(const fmpq_t x, const char *text)
{
  char *s = minip_num_fraction(x);
  assert_string_equal(s, text);
  free(s);
}

/* The call succeeded; prints the message otherwise. Uses a variable `err`. */
#define assert_ok(call)                                   \
  do {                                                    \
    if ((call) != MINIP_OK)                               \
      fail_msg("%s: %s", #call, err->text);               \
  } while (0)

#endif
