/* Codes as values, and the check of their parameters. */
#include <minip/code.h>
#include <stdlib.h>
#include <string.h>

void minip_code_init(minip_code_t code)
{
  minip_tokens_init(code->words);
  code->name = NULL;
  code->sha256[0] = '\0';
}

void minip_code_clear(minip_code_t code)
{
  minip_tokens_clear(code->words);
  free(code->name);
  code->name = NULL;
}

minip_status_t minip_code_alloc(minip_code_t code, size_t n, size_t size, const char *name, minip_error_t err)
{
  char *copy = strdup(name ? name : "");
  if (!copy)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a code");
  free(code->name);
  code->name = copy;
  code->sha256[0] = '\0';
  return minip_tokens_alloc(code->words, size, n, err);
}

minip_status_t minip_code_check_parameters(long n, long d, long w, minip_error_t err)
{
  if (n < 1 || n > MINIP_CODE_MAX_N)
    return minip_error_set(err, MINIP_INPUT, "the length n must lie in 1..%ld, not %ld", MINIP_CODE_MAX_N, n);
  if (w < 0 || w > n)
    return minip_error_set(err, MINIP_INPUT, "the weight w must lie in 0..n, here 0..%ld, not %ld", n, w);
  if (d < 0)
    return minip_error_set(err, MINIP_INPUT, "the distance d must not be negative, as %ld is", d);
  if (d % 2 != 0)
    return minip_error_set(err, MINIP_INPUT, "the distance d must be even, not %ld: words of one weight lie at even distances", d);
  return MINIP_OK;
}
