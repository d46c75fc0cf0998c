/* Bounds on A(n,d,w): plain search, published values, identities of the Johnson scheme, and proofs replayed step by step. */
#include "../lib/test.h"
#include <minip/code.h>

/* --- A(n,d,w) by plain search: the largest set of words, the first word fixed by symmetry --- */

static size_t words[64], word_count, wanted_distance, best;

static void extend(size_t chosen, const size_t *left, size_t count)
{
  if (chosen > best)
    best = chosen;
  for (size_t i = 0; i < count && chosen + count - i > best; i++) {
    size_t rest[64], k = 0;
    for (size_t j = i + 1; j < count; j++)
      if ((size_t)__builtin_popcountll(words[left[i]] ^ words[left[j]]) >= wanted_distance)
        rest[k++] = left[j];
    extend(chosen + 1, rest, k);
  }
}

static size_t search(size_t n, size_t d, size_t w)
{
  size_t left[64], count = 0;
  word_count = 0;
  for (size_t v = 0; v < (size_t)1 << n; v++)
    if ((size_t)__builtin_popcountll(v) == w)
      words[word_count++] = v;
  wanted_distance = d;
  best = 1;
  for (size_t i = 1; i < word_count; i++)
    if ((size_t)__builtin_popcountll(words[0] ^ words[i]) >= d)
      left[count++] = i;
  extend(1, left, count);
  return best;
}

/* --- a proof, replayed without the code that made it --- */

/* C(n,k) mod nothing, by Pascal; n is small here. */
static void binomial(fmpz_t b, size_t n, size_t k)
{
  fmpz *row = _fmpz_vec_init((slong)k + 2);
  fmpz_one(row);
  for (size_t i = 1; i <= n; i++)
    for (size_t j = i < k ? i : k; j >= 1; j--)
      fmpz_add(row + j, row + j, row + j - 1);
  fmpz_set(b, row + k);
  _fmpz_vec_clear(row, (slong)k + 2);
}

/* Column sums of M words of weight w on n columns, as level as can be, and the common ones they force. */
static int impossible(size_t M, size_t n, size_t w, size_t e)
{
  size_t common = 0;
  for (size_t c = 0; c < n; c++) {
    size_t k = M * w / n + (c < M * w % n);
    common += k * (k - 1) / 2 * (k > 0);
  }
  return common > M * (M - 1) / 2 * (w - e);
}

/* E_i(k) by the other known formula, sum_j (-1)^(i-j) C(w-j,i-j) C(w-k,j) C(n-w+j-k,j) (Delsarte 1973, (4.33)). */
static void eberlein_other(fmpz_t e, size_t n, size_t w, size_t i, size_t k)
{
  fmpz_t a, b;
  fmpz_init(a), fmpz_init(b);
  fmpz_zero(e);
  for (size_t j = 0; j <= i; j++) {
    binomial(a, w - j, i - j);
    binomial(b, w - k, j);
    fmpz_mul(a, a, b);
    if (n - w + j < k)
      fmpz_zero(b);
    else
      binomial(b, n - w + j - k, j);
    fmpz_mul(a, a, b);
    if ((i - j) % 2)
      fmpz_sub(e, e, a);
    else
      fmpz_add(e, e, a);
  }
  fmpz_clear(a), fmpz_clear(b);
}

static int dual_proves(const minip_code_step_t *s, size_t e)
{
  size_t w = s->w < s->n - s->w ? s->w : s->n - s->w; /* complements are at the same distances */
  int good = s->dual_count == w;
  fmpz_t mu, x, v;
  fmpq_t sum, term, value;
  fmpz_init(mu), fmpz_init(x), fmpz_init(v), fmpq_init(sum), fmpq_init(term), fmpq_init(value);
  for (size_t i = e; good && i <= w; i++) {
    fmpq_one(sum);
    fmpq_one(value);
    for (size_t k = 1; k <= w; k++) {
      good = good && fmpq_sgn(s->dual + k - 1) >= 0;
      binomial(mu, s->n, k), binomial(x, s->n, k - 1);
      fmpz_sub(mu, mu, x);
      fmpq_mul_fmpz(term, s->dual + k - 1, mu);
      fmpq_add(value, value, term);
      eberlein_other(x, s->n, w, i, k);
      fmpq_mul_fmpz(term, term, x);
      binomial(v, w, i), binomial(x, s->n - w, i);
      fmpz_mul(v, v, x);
      fmpq_div_fmpz(term, term, v);
      fmpq_add(sum, sum, term);
    }
    good = good && fmpq_sgn(sum) <= 0;
  }
  fmpz_fdiv_q(x, fmpq_numref(value), fmpq_denref(value));
  good = good && fmpz_cmp(x, &s->value) <= 0;
  fmpz_clear(mu), fmpz_clear(x), fmpz_clear(v), fmpq_clear(sum), fmpq_clear(term), fmpq_clear(value);
  return good;
}

static int step_holds(const minip_code_step_t *s, const minip_code_step_t *prev, size_t e)
{
  fmpz_t x;
  int good = 0;
  fmpz_init(x);
  switch (s->rule) {
  case MINIP_CODE_SINGLE: good = (s->w < e || s->n - s->w < e) && fmpz_cmp_si(&s->value, 1) >= 0; break;
  case MINIP_CODE_ALL: binomial(x, s->n, s->w), good = fmpz_cmp(&s->value, x) >= 0; break;
  case MINIP_CODE_DISJOINT: good = s->w == e && fmpz_cmp_ui(&s->value, s->n / s->w) >= 0; break;
  case MINIP_CODE_COMPLEMENT: good = prev && prev->n == s->n && prev->w == s->n - s->w && fmpz_cmp(&s->value, &prev->value) >= 0; break;
  case MINIP_CODE_JOHNSON_ONES:
  case MINIP_CODE_JOHNSON_ZEROS: {
    int ones = s->rule == MINIP_CODE_JOHNSON_ONES;
    if (!prev || prev->n != s->n - 1 || prev->w != s->w - (size_t)ones)
      break;
    fmpz_mul_ui(x, &prev->value, s->n);
    fmpz_fdiv_q_ui(x, x, ones ? s->w : s->n - s->w);
    good = fmpz_cmp(&s->value, x) >= 0;
    break;
  }
  case MINIP_CODE_JOHNSON_COUNT: good = impossible((size_t)fmpz_get_ui(&s->value) + 1, s->n, s->w, e); break;
  case MINIP_CODE_DELSARTE: good = dual_proves(s, e); break;
  default: break;
  }
  fmpz_clear(x);
  return good;
}

static void check_proof(const minip_code_bounds_t b)
{
  assert_true(b->step_count > 0);
  for (size_t k = 0; k < b->step_count; k++) {
    const minip_code_step_t *s = &b->steps[k];
    if (!step_holds(s, k > 0 ? s - 1 : NULL, b->d / 2))
      fail_msg("(%zu,%zu,%zu): step %zu, %s at (%zu,%zu), does not hold", b->n, b->d, b->w, k, minip_code_rule_name(s->rule), s->n, s->w);
  }
  const minip_code_step_t *last = &b->steps[b->step_count - 1];
  assert_true(last->n == b->n && last->w == b->w && fmpz_equal(&last->value, b->upper));
  assert_true(fmpz_sgn(b->lower) > 0 && fmpz_cmp(b->lower, b->upper) <= 0);
  for (size_t k = 0; k < b->source_count; k++) {
    const minip_code_step_t *s = &b->sources[k];
    assert_true(s->rule <= MINIP_CODE_DELSARTE ? fmpz_cmp(&s->value, b->upper) >= 0 : fmpz_cmp(&s->value, b->lower) <= 0);
  }
}

static void bounds_of(minip_code_bounds_t b, size_t n, size_t d, size_t w, unsigned use)
{
  minip_error_t err;
  minip_error_init(err);
  assert_ok(minip_code_bounds(b, n, d, w, use, err));
  check_proof(b);
}

static void test_search(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 7; n++)
    for (size_t w = 0; w <= n; w++)
      for (size_t d = 2; d <= 2 * n + 2; d += 2) {
        minip_code_bounds_t b;
        minip_code_bounds_init(b);
        bounds_of(b, n, d, w, n == 7 ? MINIP_CODE_USE_LP : MINIP_CODE_USE_CONSTRUCTIONS);
        size_t exact = search(n, d, w);
        assert_true(fmpz_cmp_ui(b->lower, exact) <= 0 && fmpz_cmp_ui(b->upper, exact) >= 0);
        size_t e = d / 2;
        if (d == 2 || w <= e || n - w <= e) /* the trivial cases are exact */
          assert_true(fmpz_equal_ui(b->lower, exact) && fmpz_equal_ui(b->upper, exact));
        minip_code_bounds_clear(b);
      }
}

/* A(n,d,w) from Brouwer, Shearer, Sloane and Smith, A new table of constant weight codes, IEEE Trans. IT 36 (1990), and Brouwer's tables on the web. tight: bounds
   alone must reach the value. */
static void test_published(void **state)
{
  static const struct { size_t n, d, w; slong value; int tight; } rows[] = {
    {7, 4, 3, 7, 1},      {8, 4, 4, 14, 1},    {9, 4, 4, 18, 1},    {10, 4, 5, 36, 1},   {10, 6, 5, 6, 1},   {11, 6, 5, 11, 1},  {12, 6, 6, 22, 1},
    {13, 6, 5, 18, 0},    {16, 8, 8, 30, 1},   {21, 8, 5, 21, 1},   {22, 8, 6, 77, 1},   {23, 8, 7, 253, 1}, {24, 8, 8, 759, 1}, {24, 8, 12, 2576, 1},
    {24, 12, 12, 46, 1},  {13, 4, 3, 26, 1},   {9, 4, 3, 12, 1},    {13, 6, 4, 13, 1},   {16, 6, 4, 20, 1},  {11, 4, 5, 66, 1},
    {12, 4, 6, 132, 1},   {10, 4, 4, 30, 1},   {14, 8, 7, 8, 0},    {12, 6, 5, 12, 0},  {14, 6, 7, 42, 0},
  };
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    minip_code_bounds_t b;
    minip_code_bounds_init(b);
    bounds_of(b, rows[k].n, rows[k].d, rows[k].w, MINIP_CODE_USE_LP | MINIP_CODE_USE_LP_BELOW);
    assert_true(fmpz_cmp_si(b->lower, rows[k].value) <= 0 && fmpz_cmp_si(b->upper, rows[k].value) >= 0);
    if (rows[k].tight && !fmpz_equal_si(b->upper, rows[k].value))
      fail_msg("(%zu,%zu,%zu): upper bound is not %ld", rows[k].n, rows[k].d, rows[k].w, (long)rows[k].value);
    minip_code_bounds_clear(b);
  }
}

/* The program alone: tight at (24,8,8) and (24,8,12); 52 at (14,6,7). */
static void test_lp_values(void **state)
{
  static const struct { size_t n, d, w; const char *floor; } rows[] = {{24, 8, 8, "759"}, {24, 8, 12, "2576"}, {14, 6, 7, "52"}};
  (void)state;
  for (size_t k = 0; k < 3; k++) {
    minip_error_t err;
    fmpq_t bound, again;
    fmpz_t whole;
    minip_error_init(err);
    size_t count = rows[k].w < rows[k].n - rows[k].w ? rows[k].w : rows[k].n - rows[k].w;
    fmpq *dual = _fmpq_vec_init((slong)count);
    fmpq_init(bound), fmpq_init(again), fmpz_init(whole);
    assert_ok(minip_johnson_lp(bound, dual, rows[k].n, rows[k].d, rows[k].w, err));
    fmpz_fdiv_q(whole, fmpq_numref(bound), fmpq_denref(bound));
    char *s = fmpz_get_str(NULL, 10, whole);
    assert_string_equal(s, rows[k].floor);
    flint_free(s);
    /* A dual made worse is refused, or proves less. */
    for (size_t i = 0; i < count; i++) {
      fmpq_t old;
      fmpq_init(old);
      fmpq_set(old, dual + i);
      fmpq_set_si(dual + i, -1, 1000000);
      assert_int_equal(minip_johnson_check_dual(again, dual, count, rows[k].n, rows[k].d, rows[k].w, err), MINIP_INPUT);
      fmpq_set(dual + i, old);
      if (!fmpq_is_zero(old)) { /* a smaller value would be a better bound than the optimum */
        fmpq_div_2exp(dual + i, dual + i, 1);
        assert_int_equal(minip_johnson_check_dual(again, dual, count, rows[k].n, rows[k].d, rows[k].w, err), MINIP_INPUT);
        fmpq_set(dual + i, old);
      }
      fmpq_clear(old);
    }
    assert_int_equal(minip_johnson_check_dual(again, dual, count - 1, rows[k].n, rows[k].d, rows[k].w, err), MINIP_INPUT);
    assert_ok(minip_johnson_check_dual(again, dual, count, rows[k].n, rows[k].d, rows[k].w, err));
    assert_true(fmpq_equal(again, bound));
    _fmpq_vec_clear(dual, (slong)count);
    fmpq_clear(bound), fmpq_clear(again), fmpz_clear(whole);
  }
}

/* E_i(k) by another formula; orthogonality sum_i E_i(k) E_i(l) / v_i = C(n,w)/mu_k [k = l]; E_0 = 1, E_i(0) = v_i. */
static void test_identities(void **state)
{
  (void)state;
  for (size_t n = 2; n <= 14; n++)
    for (size_t w = 1; 2 * w <= n; w++) {
      fmpz_t e, f, v, mu, total;
      fmpq_t sum, term;
      fmpz_init(e), fmpz_init(f), fmpz_init(v), fmpz_init(mu), fmpz_init(total), fmpq_init(sum), fmpq_init(term);
      for (size_t k = 0; k <= w; k++)
        for (size_t l = 0; l <= w; l++) {
          fmpq_zero(sum);
          for (size_t i = 0; i <= w; i++) {
            minip_johnson_eberlein(e, n, w, i, k);
            eberlein_other(f, n, w, i, k);
            assert_true(fmpz_equal(e, f));
            minip_johnson_valency(v, n, w, i);
            if (i == 0)
              assert_true(fmpz_is_one(e));
            if (k == 0)
              assert_true(fmpz_equal(e, v));
            minip_johnson_eberlein(f, n, w, i, l);
            fmpz_mul(fmpq_numref(term), e, f);
            fmpz_set(fmpq_denref(term), v);
            fmpq_canonicalise(term);
            fmpq_add(sum, sum, term);
            minip_johnson_hahn(term, n, w, k, i); /* Q_k(i) v_i = mu_k E_i(k) */
            fmpq_mul_fmpz(term, term, v);
            minip_johnson_multiplicity(mu, n, k);
            fmpz_mul(e, e, mu);
            fmpq_sub_fmpz(term, term, e);
            assert_true(fmpq_is_zero(term));
          }
          binomial(total, n, w);
          fmpq_mul_fmpz(sum, sum, mu);
          if (k == l)
            fmpq_sub_fmpz(sum, sum, total);
          assert_true(fmpq_is_zero(sum));
        }
      fmpz_clear(e), fmpz_clear(f), fmpz_clear(v), fmpz_clear(mu), fmpz_clear(total), fmpq_clear(sum), fmpq_clear(term);
    }
}

/* A(n,d,w) = A(n,d,n-w): the bounds agree; proofs hold over a grid, and far out. */
static void test_grid(void **state)
{
  (void)state;
  for (size_t n = 8; n <= 20; n += 3)
    for (size_t w = 0; w <= n; w++)
      for (size_t d = 2; d <= n; d += 2) {
        minip_code_bounds_t a, b;
        minip_code_bounds_init(a), minip_code_bounds_init(b);
        bounds_of(a, n, d, w, 0);
        bounds_of(b, n, d, n - w, 0);
        assert_true(fmpz_equal(a->upper, b->upper) && fmpz_equal(a->lower, b->lower));
        minip_code_bounds_clear(a), minip_code_bounds_clear(b);
      }
  minip_code_bounds_t far;
  minip_code_bounds_init(far);
  bounds_of(far, 300, 20, 150, 0);
  bounds_of(far, 1500, 40, 700, 0); /* a narrow table */
  bounds_of(far, 40, 16, 20, MINIP_CODE_USE_LP);
  bounds_of(far, 65536, 65536, 32768, 0);
  bounds_of(far, 10, 1000000, 5, 0);
  assert_true(fmpz_is_one(far->upper));
  minip_code_bounds_clear(far);
}

static void test_refusals(void **state)
{
  minip_error_t err;
  fmpz_t x;
  (void)state;
  minip_error_init(err);
  fmpz_init(x);
  assert_int_equal(minip_code_upper(x, 0, 2, 0, 0, err), MINIP_INPUT);
  assert_int_equal(minip_code_upper(x, 5, 2, 6, 0, err), MINIP_INPUT);
  assert_int_equal(minip_code_upper(x, 5, 3, 2, 0, err), MINIP_INPUT);
  assert_int_equal(minip_code_upper(x, 5, 0, 2, 0, err), MINIP_INPUT);
  assert_int_equal(minip_code_upper(x, SIZE_MAX, 4, 2, 0, err), MINIP_INPUT);
  assert_int_equal(minip_code_check_parameters(5, -2, 2, err), MINIP_INPUT);
  fmpz_clear(x);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_search),     cmocka_unit_test(test_published), cmocka_unit_test(test_lp_values),
                                     cmocka_unit_test(test_identities), cmocka_unit_test(test_grid),      cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
