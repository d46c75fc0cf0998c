/* Growing lists of words, and the check that every returned code passes. */
#include "construct_internal.h"
#include "distance.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void minip__list_init(minip__list_t *list) { memset(list, 0, sizeof *list); }

void minip__list_clear(minip__list_t *list)
{
  free(list->bits);
  minip__list_init(list);
}

minip_status_t minip__list_start(minip__list_t *list, size_t n, minip_error_t err)
{
  minip__list_clear(list);
  if (n < 1 || n > (size_t)MINIP_CODE_MAX_N)
    return minip_error_set(err, MINIP_INPUT, "words of length %zu: the length must lie in 1..%ld", n, MINIP_CODE_MAX_N);
  list->n = n;
  list->words = (n + 63) / 64;
  return MINIP_OK;
}

minip_status_t minip__list_grow(uint64_t **row, minip__list_t *list, minip_error_t err)
{
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 16;
    if (room > MINIP_CONSTRUCT_MAX_BITS / (64 * list->words))
      room = MINIP_CONSTRUCT_MAX_BITS / (64 * list->words);
    uint64_t *bits = room > list->count ? realloc(list->bits, room * list->words * sizeof *bits) : NULL;
    if (!bits)
      return minip_error_set(err, MINIP_LIMIT, "a code of more than %zu words of length %zu is too large", list->count, list->n);
    list->bits = bits;
    list->room = room;
  }
  *row = minip__list_row(list, list->count++);
  memset(*row, 0, list->words * sizeof **row);
  return MINIP_OK;
}

minip_status_t minip__list_add(minip__list_t *list, const uint64_t *word, minip_error_t err)
{
  uint64_t *row = NULL;
  minip_status_t st = minip__list_grow(&row, list, err);
  if (st == MINIP_OK)
    memcpy(row, word, list->words * sizeof *row);
  return st;
}

minip_status_t minip__list_add_support(minip__list_t *list, const uint32_t *support, size_t w, minip_error_t err)
{
  uint64_t *row = NULL;
  minip_status_t st = minip__list_grow(&row, list, err);
  for (size_t i = 0; st == MINIP_OK && i < w; i++)
    minip_token_set_bit(row, support[i], 1);
  return st;
}

static int compare_rows(const void *a, const void *b, void *words) { return minip_token_compare(a, b, *(size_t *)words); }

void minip__code_sort(minip_code_t code)
{
  size_t words = code->words->words;
  if (code->words->count > 1)
    qsort_r(code->words->bits, code->words->count, words * sizeof(uint64_t), compare_rows, &words);
}

minip_status_t minip__list_to_code(minip_code_t code, const minip__list_t *list, const char *name, minip_error_t err)
{
  minip_status_t st = minip_code_alloc(code, list->n, list->count, name, err);
  if (st != MINIP_OK)
    return st;
  if (list->count > 0)
    memcpy(code->words->bits, list->bits, list->count * list->words * sizeof *list->bits);
  minip__code_sort(code);
  return MINIP_OK;
}

minip_status_t minip__code_copy(minip_code_t out, const minip_code_t code, minip_error_t err)
{
  minip_status_t st = minip_code_alloc(out, minip_code_n(code), minip_code_size(code), code->name, err);
  if (st == MINIP_OK && minip_code_size(code) > 0)
    memcpy(out->words->bits, code->words->bits, code->words->count * code->words->words * sizeof(uint64_t));
  return st;
}

size_t minip__distance(const uint64_t *a, const uint64_t *b, size_t words)
{
  size_t sum = 0;
  for (size_t i = 0; i < words; i++)
    sum += (size_t)__builtin_popcountll(a[i] ^ b[i]);
  return sum;
}

minip_status_t minip__check(size_t n, size_t d, size_t w, minip_error_t err)
{
  const size_t top = LONG_MAX;
  minip_status_t st = minip_code_check_parameters((long)(n < top ? n : top), (long)(d < top - 1 ? d : top - 1), (long)(w < top ? w : top), err);
  if (st == MINIP_OK && d < 2)
    st = minip_error_set(err, MINIP_INPUT, "the distance d must be at least 2");
  return st;
}

static int strictly_increasing(const minip_code_t code)
{
  for (size_t i = 1; i < minip_code_size(code); i++)
    if (minip_token_compare(minip_code_word(code, i - 1), minip_code_word(code, i), code->words->words) >= 0)
      return 0;
  return 1;
}

/* The first word i that breaks the promise, or the size. Distance >= d >= 2 excludes duplicates. */
static size_t first_offender(const minip_code_t code, size_t d, size_t w)
{
  size_t size = minip_code_size(code), words = code->words->words, bad = size;
  const int sorted = d <= 2 && strictly_increasing(code); /* then no pair need be looked at: different words of one weight are 2 apart */
#pragma omp parallel for schedule(dynamic, 64) reduction(min : bad)
  for (size_t i = 0; i < size; i++) {
    const uint64_t *a = minip_code_word(code, i);
    int good = minip_token_weight(a, words) == w;
    if (good && !sorted && words == 1)
      good = minip__first_closer(*a, code->words->bits, i, (unsigned)(d < 65 ? d : 65)) == i;
    for (size_t j = 0; good && !sorted && words > 1 && j < i; j++)
      good = minip__distance(a, minip_code_word(code, j), words) >= d;
    if (!good && i < bad)
      bad = i;
  }
  return bad;
}

minip_status_t minip__code_require(const minip_code_t code, size_t n, size_t d, size_t w, minip_error_t err)
{
  const char *name = code->name ? code->name : "";
  if (minip_code_n(code) != n)
    return minip_error_set(err, MINIP_INTERNAL, "code '%s' has length %zu instead of %zu", name, minip_code_n(code), n);
  size_t bad = first_offender(code, d, w);
  if (bad < minip_code_size(code))
    return minip_error_set(err, MINIP_INTERNAL, "code '%s': word %zu breaks weight %zu or distance %zu", name, bad, w, d);
  return MINIP_OK;
}
