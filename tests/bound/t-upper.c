/* Upper bounds: published ranks and errors, and the kernels once more by the exact path of minip_gap_certify (T4, T5, T13). */
#include "../lib/test.h"
#include "upper.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>
#include <minip/rank.h>
#include <stdlib.h>

/* T13: m + 1 features with these exact optimal errors. */
static void test_linear(void **state)
{
  static const struct {
    size_t m;
    const char *error;
  } known[] = {{4, "3/13"}, {6, "177/674"}, {8, "214230/605791"}, {9, "2607/6716"}, {10, "126291/291268"}, {11, "631455/1332436"}};
  minip_bound_task_t task;
  fmpq_t wanted;
  (void)state;
  set_task(task, 3, 1, 2, 0, 11);
  fmpq_init(wanted);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    minip_bound_upper_t p;
    minip_bound_upper_init(p);
    assert_ok(minip_bound_upper(p, task, known[i].m, err));
    assert_true(fmpz_equal_si(p->rank, (slong)known[i].m + 1));
    assert_true(p->has_error);
    assert_int_equal(fmpq_set_str(wanted, known[i].error, 10), 0);
    assert_true(fmpq_equal(p->error, wanted));
    minip_bound_upper_clear(p);
  }
  fmpq_clear(wanted);
  minip_bound_task_clear(task);
}

/* What the lemma and enclosures prove, T5 on all classes proves too: other lengths and errors as well. Issue 4: 2,325 features at m = 24. */
static void test_hamming(void **state)
{
  static const struct {
    size_t n, m;
    slong num;
    ulong den;
    slong rank; /* 0: any below 2^m */
  } cases[] = {{3, 24, 1, 2, 2325}, {3, 15, 1, 2, 121}, {4, 9, 1, 2, 0}, {3, 10, 1, 3, 0}, {7, 8, 1, 2, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_bound_task_t task;
    minip_bound_upper_t p;
    minip_bound_upper_init(p);
    set_task(task, cases[i].n, cases[i].num, cases[i].den, 0, cases[i].m);
    assert_ok(minip_bound_upper(p, task, cases[i].m, err));
    assert_true(fmpz_bits(p->rank) <= cases[i].m);
    assert_true(cases[i].rank == 0 || fmpz_equal_si(p->rank, cases[i].rank));
    assert_true(p->family == MINIP_UPPER_HAMMING && serves(p, task));
    fmpq_set_si(p->base, 1, 1); /* a polynomial near a constant serves nothing: the exact path must see it */
    assert_false(serves(p, task));
    minip_bound_upper_clear(p);
    minip_bound_task_clear(task);
  }
}

/* --- plain references over the whole cube -------------------------------------------------------------------------------------------- */

/* alpha(x,z) from the family's definition in minip/bound.h; false where the family has no rational kernel. */
static int plain_alpha(fmpq_t alpha, const minip_bound_upper_t p, size_t x, size_t z)
{
  fmpq *values = _fmpq_vec_init((slong)p->m + 1);
  size_t count = minip_bound_upper_newton(values, p), at = p->family == MINIP_UPPER_OVERLAP ? ones(x & z) : ones(x ^ z);
  fmpz_t choose;
  fmpq_t power;
  fmpz_init(choose), fmpq_init(power);
  fmpq_zero(alpha);
  for (size_t i = 0; i < count; i++) {
    fmpz_bin_uiui(choose, at, i);
    fmpq_mul_fmpz(power, values + i, choose);
    fmpq_add(alpha, alpha, power);
  }
  if (p->family != MINIP_UPPER_OVERLAP) {
    fmpq_pow_si(power, p->base, p->family == MINIP_UPPER_HAMMING || p->family == MINIP_UPPER_DISTANCE ? -(slong)ones(z) : (slong)ones(z));
    fmpq_mul(alpha, alpha, power);
  }
  fmpz_clear(choose), fmpq_clear(power);
  _fmpq_vec_clear(values, (slong)p->m + 1);
  return count > 0;
}

/* Rank and error of every rational family, by the whole matrix. */
static void check_plainly(const minip_bound_upper_t p, size_t n)
{
  size_t tokens = (size_t)1 << p->m;
  fmpq_mat_t a;
  fmpz_mat_t integers;
  fmpq_t worst;
  fmpq_mat_init(a, (slong)tokens, (slong)tokens);
  fmpz_mat_init(integers, (slong)tokens, (slong)tokens);
  fmpq_init(worst);
  for (size_t x = 0; x < tokens; x++) {
    for (size_t z = 0; z < tokens; z++) {
      assert_true(plain_alpha(fmpq_mat_entry(a, (slong)x, (slong)z), p, x, z));
      assert_true(fmpq_sgn(fmpq_mat_entry(a, (slong)x, (slong)z)) > 0);
    }
    plain_query(worst, fmpq_mat_entry(a, (slong)x, 0), x, tokens, n);
  }
  assert_true(p->has_error && fmpq_equal(worst, p->error));
  fmpq_mat_get_fmpz_mat_rowwise(integers, NULL, a);
  assert_true(p->rank_is_exact && fmpz_equal_si(p->rank, fmpz_mat_rank(integers)));
  fmpq_mat_clear(a), fmpz_mat_clear(integers), fmpq_clear(worst);
}

/* e^(lambda|z|) alpha of TAYLOR and LAGUERRE for d = 0..m, by their definitions. L_j(x) = sum_i C(j,i) (-x)^i / i!. */
static void plain_series(arb_ptr g, const minip_bound_upper_t p)
{
  const slong prec = 256;
  fmpq_t term, x, sum;
  fmpz_t choose;
  fmpq_init(term), fmpq_init(x), fmpq_init(sum), fmpz_init(choose);
  for (size_t d = 0; d <= p->m; d++) {
    fmpq_zero(sum);
    fmpq_set_si(x, (slong)d, 1);
    fmpq_mul(x, x, p->lambda);
    if (p->family == MINIP_UPPER_LAGUERRE) {
      fmpq_div(x, x, p->t);
      fmpq_set(term, p->t);
      fmpq_add_si(term, term, 1);
      fmpq_mul(x, x, term);
    }
    for (size_t i = 0; i <= p->degree; i++) { /* x^i / i! times its weight */
      fmpq_pow_si(term, x, (slong)i);
      fmpz_fac_ui(choose, i);
      fmpq_div_fmpz(term, term, choose);
      if (p->family == MINIP_UPPER_LAGUERRE) { /* (1+t) (-1)^i sum_j (-t)^j C(j,i) */
        fmpq_t weight, power;
        fmpq_init(weight), fmpq_init(power);
        for (size_t j = i; j <= p->degree; j++) {
          fmpq_neg(power, p->t);
          fmpq_pow_si(power, power, (slong)j);
          fmpz_bin_uiui(choose, j, i);
          fmpq_mul_fmpz(power, power, choose);
          fmpq_add(weight, weight, power);
        }
        if (i % 2)
          fmpq_neg(weight, weight);
        fmpq_add_si(power, p->t, 1);
        fmpq_mul(weight, weight, power);
        fmpq_mul(term, term, weight);
        fmpq_clear(weight), fmpq_clear(power);
      }
      fmpq_add(sum, sum, term);
    }
    arb_set_fmpq(g + d, sum, prec);
  }
  fmpq_clear(term), fmpq_clear(x), fmpq_clear(sum), fmpz_clear(choose);
}

/* T5 of a series at n = 3, error < 1/2, on all classes of tokens, by enclosures of the kernel's own values. */
static int series_serves(const minip_bound_upper_t p)
{
  const slong prec = 256;
  size_t m = p->m;
  int good = 1;
  arb_ptr g = _arb_vec_init((slong)m + 1), w = _arb_vec_init((slong)(m + 1));
  arb_t low, high;
  arb_init(low), arb_init(high);
  plain_series(g, p);
  for (size_t b = 0; b <= m; b++) { /* w[b] = e^(-lambda b) */
    arb_set_fmpq(w + b, p->lambda, prec);
    arb_mul_si(w + b, w + b, -(slong)b, prec);
    arb_exp(w + b, w + b, prec);
  }
  for (size_t x = 0; x <= m; x++)
    for (size_t b = 0; b <= m; b++)
      for (size_t s = x + b > m ? x + b - m : 0; s <= x && s <= b; s++)
        for (size_t c = 0; c <= m; c++)
          for (size_t t = s + 1; t <= x && t <= c; t++) {
            if (x + c > m + t)
              continue;
            arb_mul(low, w + x, g + 0, prec); /* h = alpha(x,x)/2 */
            arb_mul_2exp_si(low, low, -1);
            arb_set(high, low);
            arb_addmul(low, w + b, g + (x + b - 2 * s), prec);
            arb_addmul(high, w + c, g + (x + c - 2 * t), prec);
            arb_mul_ui(high, high, (ulong)(t - s - 1), prec);
            good = good && arb_gt(low, high);
          }
  arb_clear(low), arb_clear(high);
  _arb_vec_clear(g, (slong)m + 1), _arb_vec_clear(w, (slong)m + 1);
  return good;
}

/* T13(c): g(d_H) of degree k with positive coefficients has rank S(m,k) whatever lambda is: here sum of d^i / i! times k!, the whole matrix. */
static slong taylor_matrix_rank(size_t m, size_t k)
{
  slong tokens = (slong)1 << m, rank;
  fmpz_mat_t a;
  fmpz_t factor;
  fmpz_mat_init(a, tokens, tokens);
  fmpz_init(factor);
  for (slong x = 0; x < tokens; x++)
    for (slong z = 0; z < tokens; z++) {
      slong power = 1;
      for (size_t i = 0; i <= k; i++) { /* k!/i! d^i */
        fmpz_rfac_uiui(factor, (ulong)i + 1, (ulong)(k - i));
        fmpz_addmul_si(fmpz_mat_entry(a, x, z), factor, power);
        power *= (slong)ones((size_t)(x ^ z));
      }
    }
  rank = fmpz_mat_rank(a);
  fmpz_mat_clear(a);
  fmpz_clear(factor);
  return rank;
}

/* Every family against the references, and the list in order. */
static void test_families(void **state)
{
  static const struct {
    size_t n, m;
    slong num;
    ulong den;
  } cases[] = {{3, 3, 1, 2}, {3, 5, 1, 2}, {3, 6, 1, 2}, {4, 5, 1, 2}, {3, 5, 1, 3}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_bound_task_t task;
    minip_bound_upper_list_t list;
    size_t plain = 0;
    set_task(task, cases[i].n, cases[i].num, cases[i].den, 0, cases[i].m);
    minip_bound_upper_list_init(list);
    assert_ok(minip_bound_uppers(list, task, cases[i].m, -1, 1, err));
    for (size_t j = 0; j < list->count; j++) {
      minip_bound_upper_struct *p = list->items + j;
      assert_true(j == 0 || fmpz_cmp(list->items[j - 1].rank, p->rank) <= 0);
      if (p->family == MINIP_UPPER_LINEAR || p->family == MINIP_UPPER_HAMMING || p->family == MINIP_UPPER_OVERLAP || p->family == MINIP_UPPER_DISTANCE) {
        check_plainly(p, cases[i].n);
        assert_true(fmpq_cmp(p->error, task->error) <= (task->strict ? -1 : 0));
        plain++;
      }
    }
    assert_true(plain >= 2);
    assert_true(list->items[list->count - 1].family == MINIP_UPPER_EXPONENTIAL);
    minip_bound_upper_list_clear(list);
    minip_bound_task_clear(task);
  }
}

/* T13: degree 1 is enough at m = 4, 2 at 8, 3 at 12 and 4 at 16: no more features than the sums of binomials. Degrees near m make it fewer between. */
static void test_overlap(void **state)
{
  static const struct {
    size_t m;
    slong known;
  } cases[] = {{4, 5}, {8, 37}, {12, 299}, {16, 2517}};
  minip_bound_task_t task;
  (void)state;
  set_task(task, 3, 1, 2, 0, 16);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_bound_upper_list_t list;
    size_t found = 0;
    minip_bound_upper_list_init(list);
    assert_ok(minip_bound_uppers(list, task, cases[i].m, -1, 1, err));
    for (size_t j = 0; j < list->count; j++)
      if (list->items[j].family == MINIP_UPPER_OVERLAP) {
        found++;
        assert_true(fmpz_cmp_si(list->items[j].rank, cases[i].known) <= 0);
        assert_true(serves(list->items + j, task));
        fmpq_zero(list->items[j].values + list->items[j].degree); /* a degree less: the exact path must see it */
        assert_false(serves(list->items + j, task));
      }
    assert_int_equal(found, 1);
    minip_bound_upper_list_clear(list);
  }
  minip_bound_task_clear(task);
}

/* T13: floating evidence for degree 3 at m = 24 and 28, here exact; degree 2 at 17. By T13(e) degree 1 ends at m = 11. Rows have what was found before. */
static void test_distance(void **state)
{
  static const struct {
    size_t m;
    slong rank;
  } cases[] = {{12, 79}, {17, 154}, {24, 2325}, {28, 3683}};
  minip_bound_task_t task;
  (void)state;
  set_task(task, 3, 1, 2, 0, 28);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_bound_upper_list_t list;
    minip_bound_upper_t row;
    minip_bound_upper_list_init(list);
    minip_bound_upper_init(row);
    assert_ok(minip_bound_uppers(list, task, cases[i].m, MINIP_UPPER_DISTANCE, 1, err));
    assert_int_equal(list->count, 1);
    assert_true(fmpz_equal_si(list->items->rank, cases[i].rank) && list->items->rank_is_exact);
    assert_true(serves(list->items, task));
    fmpq_add_si(list->items->values, list->items->values, 1000000); /* near a constant it serves nothing */
    assert_false(serves(list->items, task));
    assert_ok(minip_bound_upper(row, task, cases[i].m, err));
    assert_true(fmpz_equal_si(row->rank, cases[i].rank) && serves(row, task));
    minip_bound_upper_list_clear(list);
    minip_bound_upper_clear(row);
  }
  minip_bound_task_clear(task);
}

static void test_series(void **state)
{
  minip_bound_task_t task;
  (void)state;
  set_task(task, 3, 1, 2, 0, 4096);
  for (size_t m = 8; m <= 16; m += 8) {
    minip_bound_upper_list_t list;
    size_t found = 0;
    minip_bound_upper_list_init(list);
    assert_ok(minip_bound_uppers(list, task, m, -1, 1, err));
    for (size_t j = 0; j < list->count; j++)
      if (list->items[j].family == MINIP_UPPER_TAYLOR || list->items[j].family == MINIP_UPPER_LAGUERRE) {
        found++;
        assert_true(series_serves(list->items + j));
        list->items[j].degree = 1; /* T13: degree 1 serves up to m = 11 only, and these parameters not even there */
        assert_false(series_serves(list->items + j));
      }
    assert_int_equal(found, 2);
    minip_bound_upper_list_clear(list);
  }
  assert_int_equal(taylor_matrix_rank(6, 2), 1 + 6 + 15);
  assert_int_equal(taylor_matrix_rank(5, 3), 1 + 5 + 10 + 10);
  /* T13's exponent 0.6652 for the Taylor series, 0.4252 for Laguerre's: at m = 4096 well below 2^m already. */
  minip_bound_upper_t p;
  minip_bound_upper_init(p);
  assert_ok(minip_bound_upper(p, task, 4096, err));
  assert_true(p->family == MINIP_UPPER_LAGUERRE && fmpz_bits(p->rank) < 4096 * 6652 / 10000);
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  assert_int_equal(minip_bound_upper_kernel(kernel, p, err), MINIP_UNDECIDED);
  minip_kernel_clear(kernel);
  minip_bound_upper_clear(p);
  minip_bound_task_clear(task);
}

int main(void)
{
  setenv("MINIP_DATADIR", "/nonexistent", 1); /* the families alone, without tables from files (tests/cli/bound-upper.sh) */
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_linear), cmocka_unit_test(test_hamming), cmocka_unit_test(test_families), cmocka_unit_test(test_overlap), cmocka_unit_test(test_distance),
                                     cmocka_unit_test(test_series)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("upper", tests, NULL, NULL);
}
