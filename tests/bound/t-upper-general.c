/* General kernels (T13(g)) by the whole matrix, and the rank that T13(e) asks of every kernel of weights and overlap. */
#include "../lib/test.h"
#include "upper.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>
#include <minip/rank.h>
#include <stdlib.h>

/* Q_i of T13(g). */
static void plain_block(fmpq_t q, size_t m, size_t i, size_t a, size_t b, size_t s)
{
  fmpz_t y;
  fmpq_t term;
  fmpz_init(y), fmpq_init(term);
  fmpq_zero(q);
  for (size_t u = 0; u <= i && i <= a && i <= b; u++) {
    fmpz_bin_uiui(y, a - u, i - u);
    fmpz_set(fmpq_numref(term), y);
    fmpz_bin_uiui(y, b - u, i - u);
    fmpz_mul(fmpq_numref(term), fmpq_numref(term), y);
    fmpz_bin_uiui(y, s, u);
    fmpz_mul(fmpq_numref(term), fmpq_numref(term), y);
    fmpz_bin_uiui(fmpq_denref(term), m - i - u + 1, i - u);
    fmpq_canonicalise(term);
    if ((i + u) % 2)
      fmpq_neg(term, term);
    fmpq_add(q, q, term);
  }
  fmpz_clear(y), fmpq_clear(term);
}

/* alpha(x,z) of GENERAL by its definition. */
static void plain_general(fmpq_t alpha, const minip_bound_upper_t p, size_t x, size_t z)
{
  size_t a = ones(x), b = ones(z), at = a * (p->invariants + p->linears + p->degree - 1);
  fmpq_t q, power, scale;
  fmpq_init(q), fmpq_init(power), fmpq_init(scale);
  fmpq_zero(alpha);
  for (size_t i = 0; i <= p->degree; i++) {
    plain_block(q, p->m, i, a, b, ones(x & z));
    size_t copies = i == 0 ? p->invariants : i == 1 ? p->linears : 1;
    fmpq_set_si(scale, (slong)b, 1);
    for (size_t l = 0; l < copies; l++, at++) {
      fmpq_pow_si(power, scale, (slong)l);
      fmpq_mul(power, power, q);
      fmpq_addmul(alpha, power, p->values + at);
    }
  }
  fmpq_pow_si(power, p->base, -(slong)b);
  fmpq_mul(alpha, alpha, power);
  fmpq_clear(q), fmpq_clear(power), fmpq_clear(scale);
}

/* Error and rank by the whole matrix. */
static void check_general(const minip_bound_upper_t p, size_t n)
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
      plain_general(fmpq_mat_entry(a, (slong)x, (slong)z), p, x, z);
      assert_true(fmpq_sgn(fmpq_mat_entry(a, (slong)x, (slong)z)) > 0);
    }
    plain_query(worst, fmpq_mat_entry(a, (slong)x, 0), x, tokens, n);
  }
  assert_true(p->has_error && fmpq_equal(worst, p->error));
  fmpq_mat_get_fmpz_mat_rowwise(integers, NULL, a);
  assert_true(p->rank_is_exact && fmpz_equal_si(p->rank, fmpz_mat_rank(integers)));
  fmpq_mat_clear(a), fmpz_mat_clear(integers), fmpq_clear(worst);
}

/* T13(g): C(m,1) = m features at m = 4, 6 and 8, C(12,2) = 66 at m = 12, which T13(e) does not let below 54, and C(18,2) + 1 at m = 18. */
static void test_general(void **state)
{
  static const struct {
    size_t n, m;
    slong num;
    ulong den;
    slong most; /* 0: any */
  } cases[] = {{3, 4, 1, 2, 4}, {3, 6, 1, 2, 6}, {3, 8, 1, 2, 8}, {3, 12, 1, 2, 66}, {3, 18, 1, 2, 154}, {4, 5, 1, 2, 0}, {3, 6, 2, 5, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_bound_task_t task;
    minip_bound_upper_list_t list;
    set_task(task, cases[i].n, cases[i].num, cases[i].den, 0, cases[i].m);
    minip_bound_upper_list_init(list);
    assert_ok(minip_bound_uppers(list, task, cases[i].m, MINIP_UPPER_GENERAL, 1, err));
    assert_int_equal(list->count, 1);
    minip_bound_upper_struct *p = list->items;
    assert_true(p->rank_is_exact && serves(p, task) && fmpq_cmp(p->error, task->error) <= (task->strict ? -1 : 0));
    assert_true(cases[i].most == 0 || fmpz_cmp_si(p->rank, cases[i].most) <= 0);
    assert_true(cases[i].m != 12 || fmpz_cmp_si(p->rank, 54) >= 0);
    if (cases[i].m <= 6)
      check_general(p, cases[i].n);
    size_t count = p->value_count / (p->m + 1), middle = p->m / 2 * count;
    fmpq_neg(p->values + middle + p->invariants, p->values + middle + p->invariants); /* one weight that grows with the overlap: refused */
    assert_false(serves(p, task));
    minip_bound_upper_list_clear(list);
    minip_bound_task_clear(task);
  }
}

/* T13(e): as soon as f(6,6,.) is not affine at m = 12, some block u = 2..6 counts: rank >= 54; by random f that is 0 for all other weights, so of rank
   sum over the blocks u with a non-zero entry (6,6). Affine f(6,6,.) has rank at most 1 + 11. */
static void test_block_statement(void **state)
{
  enum { m = 12, n = 13 };
  fmpz *f = _fmpz_vec_init(n * n * n), *at = f + (6 * n + 6) * n;
  fmpz_t rank;
  fmpz_init(rank);
  (void)state;
  srand(5);
  for (int trial = 0; trial < 200; trial++) {
    int degree = 2 + trial % 5;
    slong newton[7]; /* random multiples of C(s,i), the last one not 0 */
    for (int i = 0; i <= degree; i++)
      newton[i] = i == degree ? 1 + rand() % 5 : rand() % 11 - 5;
    for (slong s = 0; s <= 6; s++) {
      slong v = 0, c = 1;
      for (int i = 0; i <= degree; i++) {
        v += c * newton[i];
        c = c * (s - i) / (i + 1);
      }
      fmpz_set_si(at + s, v);
    }
    assert_ok(minip_rank_weighted(rank, f, m, err));
    assert_true(fmpz_cmp_si(rank, 54) >= 0);
    for (slong s = 0; s <= 6; s++)
      fmpz_set_si(at + s, trial + 3 - (trial % 7) * s);
    assert_ok(minip_rank_weighted(rank, f, m, err));
    assert_true(fmpz_cmp_si(rank, 12) <= 0);
  }
  fmpz_clear(rank);
  _fmpz_vec_clear(f, n * n * n);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_general), cmocka_unit_test(test_block_statement)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("upper-general", tests, NULL, NULL);
}
