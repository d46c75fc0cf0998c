/* T10: published values, the formulas by plain sums, and on small slices the codes that are promised. */
#include "../lib/test.h"
#include "task.h"

static const minip_bound_lower_struct *trace_of(const minip_bound_list_t list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].form == MINIP_FORM_TRACE)
      return list->items + i;
  return NULL;
}

/* Issue 4: at least 372,552 at m = 100, 149,216,483,543 at m = 200; log2(bound)/400 > 0.1857 at m = 400. */
static void test_published(void **state)
{
  static const struct {
    size_t m;
    ulong least;
  } wanted[] = {{100, 372552}, {200, 149216483543}};
  minip_bound_task_t task;
  minip_bound_list_t list;
  (void)state;
  set_task(task, 3, 1, 2, 0, 400);
  for (size_t i = 0; i < 2; i++) {
    minip_bound_list_init(list);
    assert_ok(minip_bound_deletion(list, task, wanted[i].m, err));
    assert_true(fmpz_cmp_ui(trace_of(list)->bound, wanted[i].least) >= 0);
    minip_bound_list_clear(list);
  }
  minip_bound_list_init(list);
  assert_ok(minip_bound_deletion(list, task, 400, err));
  fmpz_t x, y; /* bound^10000 > 2^(0.1857 * 400 * 10000) = 2^742800 */
  fmpz_init(x), fmpz_init(y);
  fmpz_pow_ui(x, trace_of(list)->bound, 10000);
  fmpz_one_2exp(y, 742800);
  assert_true(fmpz_cmp(x, y) > 0);
  fmpz_clear(x), fmpz_clear(y);
  minip_bound_list_clear(list);
  minip_bound_task_clear(task);
}

/* f(k) by definition. */
static void weight(fmpq_t f, const minip_bound_lower_struct *x, const minip_bound_task_t task, ulong k)
{
  fmpq_t c, one;
  fmpq_init(c), fmpq_init(one);
  fmpq_inv(f, task->factors + k);
  fmpq_mul_si(c, x->v, (slong)k);
  fmpq_sub(c, x->u, c);
  fmpq_sub(f, f, c);
  fmpq_abs(f, f), fmpq_abs(c, c);
  if (fmpq_cmp(c, f) > 0)
    fmpq_set(f, c);
  fmpq_one(one);
  fmpq_sub(one, one, x->u);
  fmpq_div(f, f, one);
  fmpq_mul(f, f, f);
  fmpq_clear(c), fmpq_clear(one);
}

/* (T - T(T-1)P/2)^2 / (T + T(T-1)Q) straight from T10. */
static void plain_deletion(fmpq_t out, const minip_bound_lower_struct *x, const minip_bound_task_t task)
{
  fmpq_t p, q, t, f;
  fmpz_t v, b, pairs;
  fmpq_init(p), fmpq_init(q), fmpq_init(t), fmpq_init(f), fmpz_init(v), fmpz_init(b), fmpz_init(pairs);
  for (ulong k = 0; k <= x->w && k <= x->m - x->w; k++) {
    fmpz_bin_uiui(v, x->w, k), fmpz_bin_uiui(b, x->m - x->w, k), fmpz_mul(v, v, b);
    fmpz_bin_uiui(b, x->m, x->w);
    fmpq_set_fmpz_frac(t, v, b);
    if (k < x->delta)
      fmpq_add(p, p, t);
    else {
      weight(f, x, task, k);
      fmpq_addmul(q, t, f);
    }
  }
  fmpz_sub_ui(pairs, x->T, 1), fmpz_mul(pairs, pairs, x->T);
  fmpq_mul_fmpz(p, p, pairs), fmpq_div_2exp(p, p, 1), fmpq_neg(p, p), fmpq_add_fmpz(p, p, x->T);
  fmpq_mul_fmpz(q, q, pairs), fmpq_add_fmpz(q, q, x->T);
  fmpq_mul(out, p, p), fmpq_div(out, out, q);
  fmpq_clear(p), fmpq_clear(q), fmpq_clear(t), fmpq_clear(f), fmpz_clear(v), fmpz_clear(b), fmpz_clear(pairs);
}

static void test_formula(void **state)
{
  static const struct {
    size_t n, m;
    slong num;
    ulong den;
  } cases[] = {{3, 16, 1, 2}, {3, 41, 1, 2}, {4, 30, 1, 2}, {5, 22, 2, 5}, {3, 25, 1, 10}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_bound_task_t task;
    minip_bound_list_t list;
    fmpq_t wanted;
    fmpq_init(wanted), minip_bound_list_init(list);
    set_task(task, cases[i].n, cases[i].num, cases[i].den, 0, cases[i].m);
    assert_ok(minip_bound_deletion(list, task, cases[i].m, err));
    assert_true(list->count >= 2);
    for (size_t j = 0; j < list->count; j++) {
      plain_deletion(wanted, list->items + j, task);
      assert_true(fmpq_equal(wanted, list->items[j].value));
    }
    minip_bound_list_clear(list), minip_bound_task_clear(task), fmpq_clear(wanted);
  }
}

/* v = N^2/(N + sum f) of the words listed, or 0 for none. */
static void value_of(fmpq_t v, const uint32_t *words, size_t n, const minip_bound_lower_struct *x, const minip_bound_task_t task)
{
  fmpq_t sum, f;
  fmpq_init(sum), fmpq_init(f);
  fmpq_set_si(sum, (slong)n, 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (i != j) {
        weight(f, x, task, (ulong)__builtin_popcount(words[i] ^ words[j]) / 2);
        fmpq_add(sum, sum, f);
      }
  fmpq_zero(v);
  if (n) {
    fmpq_set_si(v, (slong)(n * n), 1);
    fmpq_div(v, v, sum);
  }
  fmpq_clear(sum), fmpq_clear(f);
}

/* Graham-Sloane with delta = 2, q = m: the best real class (positions summed modulo m) reaches what is promised, for every w. */
static void test_real_classes(void **state)
{
  minip_bound_task_t task;
  (void)state;
  set_task(task, 3, 1, 2, 0, 12);
  for (size_t m = 6; m <= 12; m += 3)
    for (size_t w = 3; w <= m / 2; w++) {
      minip_bound_lower_t x;
      fmpq_t best, v;
      uint32_t *words = calloc((size_t)1 << m, sizeof *words);
      minip_bound_lower_init(x), fmpq_init(best), fmpq_init(v);
      x->source = MINIP_SOURCE_GRAHAM_SLOANE, x->form = MINIP_FORM_TRACE, x->m = m, x->w = w, x->delta = 2;
      fmpz_set_ui(x->q, m);
      minip_status_t st = minip_bound_evaluate(x, task, err);
      minip_error_init(err);
      for (size_t class = 0; class < m; class++) {
        size_t n = 0;
        for (uint32_t word = 0; word < (uint32_t)1 << m; word++) {
          size_t sum = 0;
          for (size_t j = 0; j < m; j++)
            sum += word >> j & 1 ? j : 0;
          if ((size_t)__builtin_popcount(word) == w && sum % m == class)
            words[n++] = word;
        }
        value_of(v, words, n, x, task);
        if (fmpq_cmp(v, best) > 0)
          fmpq_set(best, v);
      }
      assert_true(fmpq_cmp(best, x->value) >= 0);
      assert_int_equal(st == MINIP_OK, fmpq_cmp_si(x->value, 1) > 0);
      free(words), fmpq_clear(best), fmpq_clear(v), minip_bound_lower_clear(x);
    }
  minip_bound_task_clear(task);
}

/* Deletion: over all draws of T words of weight 3 on 6 bits, the best outcome reaches the promised value. */
static void test_real_draws(void **state)
{
  minip_bound_task_t task;
  minip_bound_lower_t x;
  fmpq_t best, v;
  uint32_t slice[20], left[3];
  size_t count = 0;
  (void)state;
  for (uint32_t word = 0; word < 64; word++)
    if (__builtin_popcount(word) == 3)
      slice[count++] = word;
  set_task(task, 4, 1, 2, 0, 6);
  minip_bound_lower_init(x), fmpq_init(best), fmpq_init(v);
  x->source = MINIP_SOURCE_DELETION, x->form = MINIP_FORM_TRACE, x->m = 6, x->w = 3, x->delta = 2;
  fmpz_set_ui(x->T, 3);
  assert_int_not_equal(minip_bound_evaluate(x, task, err), MINIP_INTERNAL); /* the value may be too small for a bound */
  minip_error_init(err);
  assert_true(fmpq_sgn(x->value) > 0);
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++)
      for (size_t c = 0; c < count; c++) {
        const uint32_t draw[3] = {slice[a], slice[b], slice[c]};
        size_t n = 0;
        for (size_t i = 0; i < 3; i++) {
          int keep = 1;
          for (size_t j = 0; j < i; j++) /* the later word of a close pair goes */
            keep = keep && __builtin_popcount(draw[i] ^ draw[j]) / 2 >= 2;
          if (keep)
            left[n++] = draw[i];
        }
        value_of(v, left, n, x, task);
        if (fmpq_cmp(v, best) > 0)
          fmpq_set(best, v);
      }
  assert_true(fmpq_cmp(best, x->value) >= 0);
  fmpq_clear(best), fmpq_clear(v), minip_bound_lower_clear(x), minip_bound_task_clear(task);
}

static void test_refusals(void **state)
{
  minip_bound_task_t task;
  minip_bound_lower_t x;
  (void)state;
  set_task(task, 3, 1, 2, 0, 30);
  minip_bound_lower_init(x);
  x->source = MINIP_SOURCE_GRAHAM_SLOANE, x->form = MINIP_FORM_TRACE, x->m = 24, x->w = 12, x->delta = 3;
  fmpz_set_ui(x->q, 24); /* no prime power; m itself serves delta = 2 only */
  assert_int_equal(minip_bound_evaluate(x, task, err), MINIP_INPUT);
  fmpz_set_ui(x->q, 23); /* too few elements */
  assert_int_equal(minip_bound_evaluate(x, task, err), MINIP_INPUT);
  fmpz_set_ui(x->q, 25);
  assert_ok(minip_bound_evaluate(x, task, (minip_error_init(err), err)));
  x->delta = 1; /* a gap of 1 proves nothing at error 1/2 */
  assert_int_equal(minip_bound_evaluate(x, task, err), MINIP_INPUT);
  x->source = MINIP_SOURCE_DELETION, x->delta = 2;
  fmpz_set_ui(x->T, 2000000); /* more pairs to delete than words */
  assert_int_equal(minip_bound_evaluate(x, task, err), MINIP_INPUT);
  fmpz_set_ui(x->T, 500), x->form = MINIP_FORM_OFFSET;
  fmpq_set_si(x->u, 1, 1); /* the diagonal would vanish */
  assert_int_equal(minip_bound_evaluate(x, task, err), MINIP_INPUT);
  minip_error_init(err);
  minip_bound_lower_clear(x), minip_bound_task_clear(task);
}

/* T8: gaps of 1 count for nonnegative kernels up to E = (n-2)/(2(n-1)), where A(1) = 1, and for signed ones below 1/2. */
static void test_least_gap(void **state)
{
  (void)state;
  for (size_t n = 3; n <= 7; n++)
    for (int more = -1; more <= 1; more++)
      for (int is_signed = 0; is_signed <= 1; is_signed++) {
        minip_bound_task_t task;
        set_task(task, n, 1000 * ((slong)n - 2) + more, 2000 * (n - 1), is_signed, 8);
        assert_int_equal(task->least_gap, is_signed || more <= 0 ? 1 : 2);
        assert_int_equal(fmpq_is_one(task->factors + 1), more == 0);
        minip_bound_task_clear(task);
      }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_published), cmocka_unit_test(test_formula), cmocka_unit_test(test_real_classes),
                                     cmocka_unit_test(test_real_draws), cmocka_unit_test(test_refusals), cmocka_unit_test(test_least_gap)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("existence bounds", tests, NULL, NULL);
}
