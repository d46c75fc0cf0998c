/* The extended binary Golay code and the Witt designs inside it.
   Conway and Sloane, Sphere Packings, Lattices and Groups, chapters 3 and 11: octads, dodecads, and the hexads that octads cut out of a dodecad. */
#include "construct_internal.h"

#define GENERATOR 0xAE3u /* x^11 + x^9 + x^7 + x^6 + x^5 + x + 1, a factor of x^23 - 1 over GF(2) */

/* Codeword number 0 <= index < 4096: a multiple of the generator polynomial, with a parity bit at place 23. */
static uint64_t golay_word(unsigned index)
{
  uint64_t word = 0;
  for (unsigned i = 0; i < 12; i++)
    if ((index >> i) & 1)
      word ^= (uint64_t)GENERATOR << i;
  return word | (uint64_t)__builtin_parityll(word) << 23;
}

static minip_status_t golay_weight(minip__list_t *list, int weight, minip_error_t err)
{
  minip_status_t st = minip__list_start(list, 24, err);
  for (unsigned i = 0; st == MINIP_OK && i < 4096; i++) {
    uint64_t word = golay_word(i);
    if (__builtin_popcountll(word) == weight)
      st = minip__list_add(list, &word, err);
  }
  return st;
}

minip_status_t minip__build_octads(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  (void)p;
  *promise = (minip__promise_t){24, 8, 8};
  return golay_weight(list, 8, err);
}

minip_status_t minip__build_dodecads(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  (void)p;
  *promise = (minip__promise_t){24, 8, 12};
  return golay_weight(list, 12, err);
}

/* The words that contain the last `points` points of 0 .. length-1, without those points. */
static minip_status_t derive(minip__list_t *list, size_t length, size_t points, const minip__list_t *from, minip_error_t err)
{
  uint64_t last = (((uint64_t)1 << points) - 1) << (length - points);
  minip_status_t st = minip__list_start(list, length - points, err);
  for (size_t i = 0; st == MINIP_OK && i < from->count; i++)
    if ((from->bits[i] & last) == last) {
      uint64_t word = from->bits[i] & ~last;
      st = minip__list_add(list, &word, err);
    }
  return st;
}

minip_status_t minip__build_golay_derived(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  size_t points = 24 - (size_t)PARAM(p, V);
  minip__list_t octads;
  minip__list_init(&octads);
  *promise = (minip__promise_t){24 - points, 8, 8 - points};
  minip_status_t st = golay_weight(&octads, 8, err);
  if (st == MINIP_OK)
    st = derive(list, 24, points, &octads, err);
  minip__list_clear(&octads);
  return st;
}

/* The bits of word at the places of mask, moved together. */
static uint64_t extract(uint64_t word, uint64_t mask)
{
  uint64_t out = 0;
  for (unsigned to = 0; mask; mask &= mask - 1, to++)
    out |= ((word >> __builtin_ctzll(mask)) & 1) << to;
  return out;
}

minip_status_t minip__build_hexads(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  size_t points = GIVEN(p, V) ? 12 - (size_t)PARAM(p, V) : 0;
  minip__list_t dodecads, hexads;
  minip__list_init(&dodecads), minip__list_init(&hexads);
  *promise = (minip__promise_t){12 - points, 4, 6 - points};
  minip_status_t st = golay_weight(&dodecads, 12, err);
  if (st == MINIP_OK)
    st = minip__list_start(&hexads, 12, err);
  uint64_t dodecad = st == MINIP_OK ? dodecads.bits[0] : 0;
  for (unsigned i = 0; st == MINIP_OK && i < 4096; i++) {
    uint64_t word = golay_word(i), hexad = extract(word, dodecad);
    if (__builtin_popcountll(word) == 8 && __builtin_popcountll(hexad) == 6)
      st = minip__list_add(&hexads, &hexad, err);
  }
  if (st == MINIP_OK)
    st = derive(list, 12, points, &hexads, err);
  minip__list_clear(&dodecads), minip__list_clear(&hexads);
  return st;
}
