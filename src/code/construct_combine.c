/* Codes from codes: shortening, lengthening, complement, juxtaposition. */
#include "construct_internal.h"

minip_status_t minip_code_shorten(minip_code_t out, const minip_code_t code, size_t coordinate, int bit, minip_error_t err)
{
  size_t n = minip_code_n(code), count = 0;
  if (coordinate >= n)
    return minip_error_set(err, MINIP_INPUT, "there is no coordinate %zu in words of length %zu (they count from 0)", coordinate, n);
  if (n == 1)
    return minip_error_set(err, MINIP_INPUT, "words of length 1 cannot lose a coordinate");
  for (size_t i = 0; i < minip_code_size(code); i++)
    count += minip_token_bit(minip_code_word(code, i), coordinate) == bit;
  minip_status_t st = minip_code_alloc(out, n - 1, count, code->name, err);
  for (size_t i = 0, at = 0; st == MINIP_OK && i < minip_code_size(code); i++) {
    const uint64_t *from = minip_code_word(code, i);
    if (minip_token_bit(from, coordinate) != bit)
      continue;
    uint64_t *to = minip_code_word(out, at++);
    for (size_t j = 0, k = 0; j < n; j++)
      if (j != coordinate)
        minip_token_set_bit(to, k++, minip_token_bit(from, j));
  }
  if (st == MINIP_OK)
    minip__code_sort(out);
  return st;
}

/* Room for size words of length n, or why not. */
static minip_status_t room(minip_code_t out, size_t n, size_t size, const char *name, minip_error_t err)
{
  if (n > (size_t)MINIP_CODE_MAX_N)
    return minip_error_set(err, MINIP_LIMIT, "words of length %zu are too long: the limit is %ld", n, MINIP_CODE_MAX_N);
  return minip_code_alloc(out, n, size, name, err);
}

static void copy_bits(uint64_t *to, size_t at, const uint64_t *from, size_t n)
{
  for (size_t j = 0; j < n; j++)
    minip_token_set_bit(to, at + j, minip_token_bit(from, j));
}

minip_status_t minip_code_lengthen(minip_code_t out, const minip_code_t code, int bit, minip_error_t err)
{
  size_t n = minip_code_n(code);
  minip_status_t st = room(out, n + 1, minip_code_size(code), code->name, err);
  for (size_t i = 0; st == MINIP_OK && i < minip_code_size(code); i++) {
    copy_bits(minip_code_word(out, i), 0, minip_code_word(code, i), n);
    minip_token_set_bit(minip_code_word(out, i), n, bit);
  }
  if (st == MINIP_OK)
    minip__code_sort(out);
  return st;
}

minip_status_t minip_code_complement(minip_code_t out, const minip_code_t code, minip_error_t err)
{
  size_t n = minip_code_n(code);
  minip_status_t st = minip_code_alloc(out, n, minip_code_size(code), code->name, err);
  for (size_t i = 0; st == MINIP_OK && i < minip_code_size(code); i++)
    for (size_t j = 0; j < n; j++)
      minip_token_set_bit(minip_code_word(out, i), j, !minip_token_bit(minip_code_word(code, i), j));
  if (st == MINIP_OK)
    minip__code_sort(out);
  return st;
}

minip_status_t minip_code_juxtapose(minip_code_t out, const minip_code_t a, const minip_code_t b, minip_error_t err)
{
  size_t size = minip_code_size(a) < minip_code_size(b) ? minip_code_size(a) : minip_code_size(b), n = minip_code_n(a);
  minip_status_t st = room(out, n + minip_code_n(b), size, "juxtapose", err);
  for (size_t i = 0; st == MINIP_OK && i < size; i++) {
    copy_bits(minip_code_word(out, i), 0, minip_code_word(a, i), n);
    copy_bits(minip_code_word(out, i), n, minip_code_word(b, i), minip_code_n(b));
  }
  if (st == MINIP_OK)
    minip__code_sort(out);
  return st;
}
