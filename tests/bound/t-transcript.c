/* T16: the published example, sizes by plain counting, and brute force over both families. */
#include "../lib/test.h"
#include <minip/bound.h>
#include <minip/construct.h>

static minip_error_t err;

static void test_block_24(void **state)
{
  minip_transcript_t t;
  arb_t bits;
  (void)state;
  minip_transcript_init(t), arb_init(bits);
  assert_ok(minip_transcript_block(t, 24, 3, err));
  assert_true(fmpz_equal_si(t->q, 7) && fmpz_equal_si(t->answers, 16384) && fmpz_equal_si(t->n, 8)); /* issue 4: q = 7, 14 bits */
  minip_transcript_bits(bits, t, 64);
  assert_true(arb_equal_si(bits, 14));
  assert_ok(minip_transcript_verify(t, NULL, err));
  arb_clear(bits), minip_transcript_clear(t);
}

/* The best s against every s; the family fits: s(q+1) <= m < s(q+2). */
static void test_best_block(void **state)
{
  (void)state;
  for (size_t m = 2; m <= 40; m++) {
    minip_transcript_t best, t;
    minip_transcript_init(best);
    assert_ok(minip_transcript_block(best, m, 0, err));
    for (size_t s = 1; s <= m / 2; s++) {
      minip_transcript_init(t);
      assert_ok(minip_transcript_block(t, m, s, err));
      slong q = fmpz_get_si(t->q);
      assert_true((slong)s * (q + 1) <= (slong)m && (slong)m < (slong)s * (q + 2));
      assert_true(fmpz_cmp(t->answers, best->answers) <= 0);
      if (fmpz_cmp_ui(t->answers, 5000) <= 0)
        assert_ok(minip_transcript_verify(t, NULL, err));
      minip_transcript_clear(t);
    }
    minip_transcript_clear(best);
  }
}

/* Least alphabet and least r by counting up. */
static void check_sizes(ulong q, ulong s)
{
  minip_transcript_t t;
  fmpz_t big_q, big_s, got, x;
  minip_transcript_init(t);
  fmpz_init_set_ui(big_q, q), fmpz_init_set_ui(big_s, s), fmpz_init(got), fmpz_init(x);
  assert_ok(minip_transcript_given(t, big_q, big_s, err));
  fmpz_set_ui(x, s + 1), fmpz_pow_ui(x, x, q);
  assert_true(fmpz_equal(x, t->answers));
  for (ulong channels = 1; channels <= 30; channels++) {
    ulong a = 1;
    do
      fmpz_ui_pow_ui(x, ++a, channels);
    while (fmpz_cmp(x, t->answers) < 0);
    minip_transcript_alphabet(got, t, channels);
    assert_true(fmpz_equal_ui(got, a));
  }
  for (ulong layers = 1; layers <= 2; layers++)
    for (ulong d = 0; d <= 3; d++)
      for (ulong p = 1; p <= 3; p++) {
        ulong r = 0;
        do
          fmpz_one_2exp(x, layers * 2 * ++r * (d + 1) * p);
        while (fmpz_cmp(x, t->answers) < 0);
        minip_transcript_features(got, t, layers, 2, d, p);
        assert_true(fmpz_equal_ui(got, r));
      }
  minip_transcript_clear(t);
  fmpz_clear(big_q), fmpz_clear(big_s), fmpz_clear(got), fmpz_clear(x);
}

static void test_sizes(void **state)
{
  (void)state;
  for (ulong q = 1; q <= 9; q++)
    for (ulong s = 1; s <= 5; s++)
      check_sizes(q, s);
}

/* Seven words of weight 4 on 8 bits that meet in 2: s = 2, and one more cannot be promised. */
static void test_code(void **state)
{
  minip_code_t code;
  minip_transcript_t t;
  (void)state;
  minip_code_init(code), minip_transcript_init(t);
  assert_ok(minip_code_construct(code, "hadamard:order=8,complements=0", err));
  assert_int_equal(minip_code_size(code), 7);
  assert_ok(minip_transcript_code(t, code, err));
  assert_true(fmpz_equal_si(t->q, 7) && fmpz_equal_si(t->s, 2) && fmpz_equal_si(t->n, 14));
  assert_ok(minip_transcript_verify(t, code, err));
  fmpz_set_ui(t->s, 3); /* beyond T16's condition: brute force must object */
  assert_int_equal(minip_transcript_verify(t, code, err), MINIP_INTERNAL);
  minip_error_init(err);
  minip_transcript_clear(t), minip_code_clear(code);
  minip_code_init(code), minip_transcript_init(t);
  assert_ok(minip_code_construct(code, "hadamard:order=8", err)); /* with complements: disjoint words */
  assert_int_equal(minip_transcript_code(t, code, err), MINIP_INPUT);
  assert_non_null(strstr(err->text, "overlap 0"));
  minip_error_init(err);
  minip_transcript_clear(t), minip_code_clear(code);
}

static void test_refusals(void **state)
{
  minip_transcript_t t;
  fmpz_t q, s;
  (void)state;
  minip_transcript_init(t);
  fmpz_init_set_ui(q, 1000000000), fmpz_init_set_ui(s, 1);
  assert_int_equal(minip_transcript_given(t, q, s, err), MINIP_LIMIT);
  fmpz_zero(q);
  assert_int_equal(minip_transcript_given(t, q, s, err), MINIP_INPUT);
  assert_int_equal(minip_transcript_block(t, 5, 3, err), MINIP_INPUT);
  assert_int_equal(minip_transcript_block(t, 1, 0, err), MINIP_INPUT);
  minip_error_init(err);
  assert_ok(minip_transcript_block(t, 64, 1, err));
  assert_int_equal(minip_transcript_verify(t, NULL, err), MINIP_LIMIT);
  minip_error_init(err);
  fmpz_clear(q), fmpz_clear(s), minip_transcript_clear(t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_block_24), cmocka_unit_test(test_best_block), cmocka_unit_test(test_sizes),
                                     cmocka_unit_test(test_code), cmocka_unit_test(test_refusals)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("transcripts", tests, NULL, NULL);
}
