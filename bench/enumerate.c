/* How fast words are enumerated: 10^9 words of C(36,18), both orders, one core. Prints processor seconds per 10^9 words.
   Usage: bench/enumerate [WORDS], 10^9 by default. */
#include <minip/code.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run(size_t n, size_t w, minip_order_t order, size_t want)
{
  static uint64_t rows[4096];
  minip_error_t err;
  minip_walk_t walk;
  fmpz_t zero;
  uint64_t sum = 0;
  size_t words = 0, k, step = 4096 / ((n + 63) / 64);
  minip_error_init(err);
  fmpz_init(zero);
  double start = now();
  if (minip_walk_new(&walk, n, w, order, zero, err) != MINIP_OK) {
    fprintf(stderr, "%s\n", err->text);
    return 1;
  }
  for (; words < want && (k = minip_walk_next(rows, walk, step)) > 0; words += k)
    for (size_t i = 0; i < k; i++)
      sum += rows[i]; /* every word is used */
  double seconds = now() - start;
  printf("n=%zu w=%zu %-9s %zu words, %.2f s, %.2f s per 10^9 words (sum %llu)\n", n, w, order == MINIP_ORDER_LEX ? "lex" : "revolving", words, seconds,
         seconds / (double)words * 1e9, (unsigned long long)sum);
  minip_walk_free(walk);
  fmpz_clear(zero);
  return 0;
}

int main(int argc, char **argv)
{
  int bad = 0;
  size_t words = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000000000;
  for (int order = MINIP_ORDER_LEX; order <= MINIP_ORDER_REVOLVING; order++) {
    bad |= run(36, 18, (minip_order_t)order, words);
    bad |= run(64, 32, (minip_order_t)order, words);
    bad |= run(64, 8, (minip_order_t)order, words);
    bad |= run(128, 8, (minip_order_t)order, words / 20 + 1);
  }
  return bad;
}
