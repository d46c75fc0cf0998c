/* Measures of codes and pair systems against double loops, and the Golay numbers. */
#include "../lib/test.h"
#include "../../src/code/distance.h"
#include <minip/code.h>

/* Distances by single bits. */
static size_t distance(const uint64_t *a, const uint64_t *b, size_t n)
{
  size_t d = 0;
  for (size_t j = 0; j < n; j++)
    d += minip_token_bit(a, j) != minip_token_bit(b, j);
  return d;
}

static size_t overlap(const uint64_t *a, const uint64_t *b, size_t n)
{
  size_t s = 0;
  for (size_t j = 0; j < n; j++)
    s += minip_token_bit(a, j) && minip_token_bit(b, j);
  return s;
}

static void random_code(minip_code_t code, size_t n, size_t size, uint64_t *seed)
{
  minip_error_t err;
  size_t fixed = test_below(seed, 3) ? 1 + test_below(seed, n) : 0; /* a constant weight, mostly */
  minip_error_init(err);
  assert_ok(minip_code_alloc(code, n, size, "random", err));
  for (size_t i = 0; i < size; i++) {
    uint64_t *row = minip_code_word(code, i);
    if (fixed)
      for (size_t k = 0; k < fixed;) {
        size_t j = test_below(seed, n);
        k += !minip_token_bit(row, j);
        minip_token_set_bit(row, j, 1);
      }
    else
      for (size_t j = 0; j < n; j++)
        minip_token_set_bit(row, j, (int)test_below(seed, 2));
  }
}

static void check_measures(const minip_code_t code, int threads)
{
  minip_error_t err;
  minip_code_measures_t m;
  const size_t n = minip_code_n(code), size = minip_code_size(code);
  uint64_t *pairs = calloc(n + 1, sizeof *pairs), *own = calloc(n + 1, sizeof *own), *own0 = calloc(n + 1, sizeof *own0);
  size_t best = (size_t)-1, at[2] = {(size_t)-1, (size_t)-1}, lo = (size_t)-1, hi = 0, variant = (size_t)-1;
  minip_error_init(err);
  for (size_t i = 0; i < size; i++) {
    memset(own, 0, (n + 1) * sizeof *own);
    for (size_t j = 0; j < size; j++) {
      if (i == j)
        continue;
      size_t d = distance(minip_code_word(code, i), minip_code_word(code, j), n), s = overlap(minip_code_word(code, i), minip_code_word(code, j), n);
      own[d]++, pairs[d]++;
      lo = s < lo ? s : lo, hi = s > hi ? s : hi;
      if (d < best)
        best = d, at[0] = i, at[1] = j;
    }
    if (i == 0)
      memcpy(own0, own, (n + 1) * sizeof *own);
    else if (memcmp(own0, own, (n + 1) * sizeof *own) != 0 && variant == (size_t)-1)
      variant = i;
  }
  minip_code_measures_init(m);
  assert_ok(minip_code_measure(m, code, threads, NULL, NULL, err));
  assert_memory_equal(m->pairs, pairs, (n + 1) * sizeof *pairs);
  assert_int_equal(m->min_distance, best);
  assert_int_equal(m->closest[0], at[0]);
  assert_int_equal(m->closest[1], at[1]);
  assert_int_equal(m->min_overlap, size < 2 ? 0 : lo);
  assert_int_equal(m->max_overlap, hi);
  assert_int_equal(m->variant, variant);
  assert_int_equal(m->distance_invariant, variant == (size_t)-1);
  assert_int_equal(m->duplicates, pairs[0] / 2);
  minip_code_measures_clear(m);
  free(pairs), free(own), free(own0);
}

static void test_random_codes(void **state)
{
  static const size_t lengths[] = {1, 2, 5, 24, 63, 64, 65, 128, 130, 511, 512, 513};
  static const size_t sizes[] = {0, 1, 2, 3, 17, 64, 65, 150};
  uint64_t seed = test_seed();
  (void)state;
  for (size_t a = 0; a < sizeof lengths / sizeof *lengths; a++)
    for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++) {
      minip_code_t code;
      minip_code_init(code);
      random_code(code, lengths[a], lengths[a] > 200 && sizes[b] > 65 ? 40 : sizes[b], &seed);
      check_measures(code, (int)(b % 3));
      minip_code_clear(code);
    }
}

/* More words than a tile of 4,096: the numbers of ordered pairs in the whole of J(14,7), v_i = C(7,i)^2. */
static void test_johnson_scheme(void **state)
{
  minip_error_t err;
  minip_code_t code;
  minip_code_measures_t m;
  minip_walk_t walk;
  fmpz_t zero;
  size_t size = 0;
  uint64_t words[4000];
  (void)state;
  minip_error_init(err);
  minip_code_init(code);
  minip_code_measures_init(m);
  fmpz_init(zero);
  assert_ok(minip_walk_new(&walk, 16, 5, MINIP_ORDER_REVOLVING, zero, err));
  assert_ok(minip_code_alloc(code, 16, 4368, "J(16,5)", err));
  for (size_t k; (k = minip_walk_next(words, walk, 4000)) > 0; size += k)
    memcpy(minip_code_word(code, size), words, k * sizeof *words);
  assert_int_equal(size, 4368);
  assert_ok(minip_code_measure(m, code, 2, NULL, NULL, err));
  assert_true(m->distance_invariant && m->constant_weight && m->duplicates == 0);
  static const uint64_t valency[] = {0, 55, 550, 1650, 1650, 462}; /* C(5,i) C(11,i), i >= 1 */
  for (size_t d = 0; d <= 16; d++)
    assert_int_equal(m->pairs[d], d % 2 == 0 && d <= 10 ? 4368 * valency[d / 2] : 0);
  minip_walk_free(walk);
  minip_code_measures_clear(m);
  minip_code_clear(code);
  fmpz_clear(zero);
}

/* The extended Golay code, from the quadratic residues modulo 23 and a parity bit; its words of one weight. */
static void golay(minip_code_t code, size_t weight)
{
  minip_error_t err;
  uint32_t residues = 0, basis[23], words[4096];
  size_t size = 0;
  minip_error_init(err);
  for (uint32_t x = 1; x < 23; x++)
    residues |= (uint32_t)1 << (x * x % 23);
  for (unsigned s = 0; s < 23; s++) /* the idempotent, the sum of x^r over the residues r (23 = -1 modulo 8), shifted */
    basis[s] = ((residues << s) | (residues >> (23 - s))) & 0x7fffff;
  memset(words, 0, sizeof words);
  size_t dim = 0;
  uint32_t span[4096] = {0}, count = 1;
  for (unsigned s = 0; s < 23 && dim < 12; s++) { /* add what is not yet in the span */
    int known = 0;
    for (uint32_t i = 0; i < count; i++)
      known |= span[i] == basis[s];
    if (known)
      continue;
    for (uint32_t i = 0; i < count; i++)
      span[count + i] = span[i] ^ basis[s];
    count *= 2;
    dim++;
  }
  assert_int_equal(count, 4096);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t v = span[i] | (uint32_t)(__builtin_popcount(span[i]) % 2) << 23;
    if ((size_t)__builtin_popcount(v) == weight)
      words[size++] = v;
  }
  assert_ok(minip_code_alloc(code, 24, size, "Golay", err));
  for (size_t i = 0; i < size; i++)
    *minip_code_word(code, i) = words[i];
}

/* k_ij distribution of a code by minip_pairs, beside the distances: half of them (T9). */
static void check_golay(size_t weight, size_t size, const uint64_t *wanted /* by half distance, 13 entries */)
{
  minip_error_t err;
  minip_code_t code;
  minip_code_measures_t m;
  minip_pairs_t pairs;
  minip_pairs_distribution_t k;
  minip_error_init(err);
  minip_code_init(code), minip_code_measures_init(m), minip_pairs_init(pairs), minip_pairs_distribution_init(k);
  golay(code, weight);
  assert_int_equal(minip_code_size(code), size);
  assert_ok(minip_code_measure(m, code, 0, NULL, NULL, err));
  assert_ok(minip_pairs_from_code(pairs, code, err));
  assert_ok(minip_pairs_distribution(k, pairs, 2, err));
  assert_true(m->distance_invariant);
  for (size_t i = 0; i <= 12; i++) {
    assert_int_equal(m->pairs[2 * i], size * wanted[i]);
    assert_int_equal(k->count[24 + i], size * wanted[i]);
  }
  for (size_t i = 0; i < 24; i++)
    assert_int_equal(k->count[i], 0);
  assert_ok(minip_pairs_check(k, err));
  minip_code_clear(code), minip_code_measures_clear(m), minip_pairs_clear(pairs), minip_pairs_distribution_clear(k);
}

static void test_golay(void **state)
{
  /* Overlaps 4, 2, 0 are half distances 4, 6, 8. Conway and Sloane, Sphere Packings, Lattices and Groups, ch. 11. */
  static const uint64_t octads[13] = {[4] = 280, [6] = 448, [8] = 30};
  static const uint64_t dodecads[13] = {[4] = 495, [6] = 1584, [8] = 495, [12] = 1};
  (void)state;
  check_golay(8, 759, octads);
  check_golay(12, 2576, dodecads);
}

static void test_random_pairs(void **state)
{
  uint64_t seed = test_seed();
  (void)state;
  for (int round = 0; round < 60; round++) {
    minip_error_t err;
    minip_code_t x, z;
    minip_pairs_t pairs;
    minip_pairs_distribution_t got;
    size_t m = 1 + test_below(&seed, 140), size = test_below(&seed, 12), at[2] = {(size_t)-1, (size_t)-1};
    long least = LONG_MAX, most = LONG_MIN;
    uint64_t *count = calloc(2 * m + 1, sizeof *count);
    minip_error_init(err);
    minip_code_init(x), minip_code_init(z), minip_pairs_init(pairs), minip_pairs_distribution_init(got);
    random_code(x, m, size, &seed), random_code(z, m, size, &seed);
    assert_ok(minip_pairs_from_code(pairs, x, err));
    for (size_t i = 0; i < size && round % 2; i++)
      memcpy(minip_token_row(pairs->z, i), minip_code_word(z, i), z->words->words * sizeof(uint64_t));
    for (size_t i = 0; i < size; i++)
      for (size_t j = 0; j < size; j++) {
        if (i == j)
          continue;
        long k = (long)overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, j), m) -
                 (long)overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, i), m);
        count[(long)m + k]++;
        most = k > most ? k : most;
        if (k < least)
          least = k, at[0] = i, at[1] = j;
      }
    assert_ok(minip_pairs_distribution(got, pairs, round % 3, err));
    assert_memory_equal(got->count, count, (2 * m + 1) * sizeof *count);
    assert_int_equal(got->at[0], at[0]);
    assert_int_equal(got->at[1], at[1]);
    assert_int_equal(got->min, size < 2 ? 0 : least);
    assert_int_equal(got->max, size < 2 ? 0 : most);
    int fine = size < 2 || least >= 2;
    assert_int_equal(minip_pairs_check(got, err), fine ? MINIP_OK : MINIP_INPUT);
    if (!fine) {
      char name[64];
      snprintf(name, sizeof name, "pairs %zu and %zu ", at[0], at[1]);
      assert_non_null(strstr(err->text, name));
    }
    free(count);
    minip_code_clear(x), minip_code_clear(z), minip_pairs_clear(pairs), minip_pairs_distribution_clear(got);
  }
}

/* Codes of one weight take two other ways up to 64 bits (all points at once; eight words an instruction): many words, against a plain double loop. */
static void test_narrow(void **state)
{
  static const size_t shapes[][3] = {{10, 5, 700}, {12, 6, 2500}, {12, 11, 400}, {16, 3, 900}, {30, 12, 700}, {64, 32, 600}, {64, 1, 130}, {63, 8, 500}, {9, 0, 7}};
  uint64_t seed = test_seed();
  (void)state;
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    const size_t n = shapes[s][0], w = shapes[s][1], size = shapes[s][2];
    minip_error_t err;
    minip_code_t code;
    minip_error_init(err), minip_code_init(code);
    assert_ok(minip_code_alloc(code, n, size, "random", err));
    for (size_t i = 0; i < size; i++)
      for (size_t k = 0; k < w;) {
        size_t j = test_below(&seed, n);
        k += !minip_token_bit(minip_code_word(code, i), j);
        minip_token_set_bit(minip_code_word(code, i), j, 1);
      }
    check_measures(code, 1 + (int)s % 2);
    minip_code_clear(code);
  }
}

/* Vector instructions against plain loops. */
static void test_distances(void **state)
{
  uint64_t seed = test_seed(), rows[5000];
  (void)state;
  for (int round = 0; round < test_rounds(40); round++) {
    const size_t n = 1 + test_below(&seed, 64), w = test_below(&seed, n + 1), most = w < n - w ? w : n - w, count = test_below(&seed, round % 4 ? 300 : 5000);
    uint64_t a[MINIP__HALVES] = {0}, b[MINIP__HALVES] = {0};
    for (size_t i = 0; i <= count && i < 5000; i++)
      for (rows[i] = 0; (size_t)__builtin_popcountll(rows[i]) < w;)
        rows[i] |= (uint64_t)1 << test_below(&seed, n);
    minip__count_halves(a, rows[count / 2], rows, count, (unsigned)most);
    minip__count_halves_plain(b, rows[count / 2], rows, count, (unsigned)most);
    assert_memory_equal(a, b, sizeof a);
    for (unsigned d = 0; d <= 66; d++)
      assert_int_equal(minip__first_closer(rows[0], rows + 1, count ? count - 1 : 0, d), minip__first_closer_plain(rows[0], rows + 1, count ? count - 1 : 0, d));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_codes), cmocka_unit_test(test_johnson_scheme), cmocka_unit_test(test_golay),
                                     cmocka_unit_test(test_narrow), cmocka_unit_test(test_distances), cmocka_unit_test(test_random_pairs)};
  return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
