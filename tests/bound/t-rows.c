/* Whole rows: published lower bounds, lower <= upper, every trace value below the ceiling, the growth constants, shattered tokens. */
#include "../lib/test.h"
#include "task.h"

static int is_trace_form(minip_bound_form_t form)
{
  return form == MINIP_FORM_TRACE || form == MINIP_FORM_COLUMN || form == MINIP_FORM_ROW || form == MINIP_FORM_SCALED || form == MINIP_FORM_MINIMUM;
}

/* Is value < (2 beta/(1+beta))^m, with T6's beta by its definition, the largest of ((n-2)(D - 2E)/(2E))^(1/D), D = 1..20 (parts above 6 never win)? Decided by
   enclosures, which are disjoint here. */
static int is_below_ceiling(const fmpq_t value, size_t n, const fmpq_t error, size_t m)
{
  arb_t beta, power, ceiling;
  fmpq_t f;
  arb_init(beta), arb_init(power), arb_init(ceiling), fmpq_init(f);
  for (ulong d = 1; d <= 20; d++) {
    fmpq_inv(f, error); /* (n-2)(d/(2E) - 1) */
    fmpq_mul_ui(f, f, d);
    fmpq_div_2exp(f, f, 1);
    fmpq_sub_ui(f, f, 1);
    fmpq_mul_ui(f, f, n - 2);
    if (fmpq_sgn(f) <= 0)
      continue;
    arb_set_fmpq(power, f, 256);
    arb_root_ui(power, power, d, 256);
    arb_max(beta, beta, power, 256);
  }
  arb_add_ui(ceiling, beta, 1, 256);
  arb_div(ceiling, beta, ceiling, 256);
  arb_mul_2exp_si(ceiling, ceiling, 1);
  arb_pow_ui(ceiling, ceiling, m, 256);
  arb_set_fmpq(power, value, 256);
  int below = arb_lt(power, ceiling);
  assert_true(below || arb_gt(power, ceiling));
  arb_clear(beta), arb_clear(power), arb_clear(ceiling), fmpq_clear(f);
  return below;
}

/* The last check can fail: T11's ceilings at n = 3 lie between these numbers (22.1 at m = 24, 3,863 at m = 64). */
static void test_ceiling_check(void **state)
{
  static const slong around[][3] = {{24, 22, 23}, {64, 3863, 3864}};
  fmpq_t half, value;
  (void)state;
  fmpq_init(half), fmpq_init(value);
  fmpq_set_si(half, 1, 2);
  for (size_t i = 0; i < 2; i++) {
    fmpq_set_si(value, around[i][1], 1);
    assert_true(is_below_ceiling(value, 3, half, (size_t)around[i][0]));
    fmpq_set_si(value, around[i][2], 1);
    assert_false(is_below_ceiling(value, 3, half, (size_t)around[i][0]));
  }
  fmpq_clear(half), fmpq_clear(value);
}

static void check_table(size_t n, slong num, ulong den, int is_signed, size_t from, size_t to)
{
  minip_bound_task_t task;
  minip_bound_list_t ready;
  set_task(task, n, num, den, is_signed, to);
  minip_bound_list_init(ready);
  assert_ok(minip_bound_catalogue(ready, task, to < 26 ? to : 26, 0, err));
  const minip_bound_options_t options = {ready, 0};
  for (size_t m = from; m <= to; m++) {
    minip_bound_row_t row;
    minip_bound_row_init(row);
    assert_ok(minip_bound_row(row, task, m, &options, err));
    for (size_t i = 0; i < row->lowers->count; i++) {
      assert_true(fmpz_cmp(row->lowers->items[i].bound, row->upper->rank) <= 0);
      if (is_trace_form(row->lowers->items[i].form))
        assert_true(is_below_ceiling(row->lowers->items[i].value, n, task->error, row->lowers->items[i].m));
    }
    minip_bound_row_clear(row);
  }
  minip_bound_list_clear(ready);
  minip_bound_task_clear(task);
}

static void test_lower_below_upper(void **state)
{
  (void)state;
  for (size_t n = 3; n <= 6; n++)
    check_table(n, 1, 2, 0, 2, 64);
  check_table(3, 1, 2, 1, 2, 30);
  check_table(17, 1, 2, 0, 2, 30);
  check_table(3, 1, 5, 0, 2, 30);
  check_table(4, 1, 100, 1, 2, 30);
}

/* Issue 4: 2, 3, 3, 4, 4, 5, 5, 6 for m = 5..12, 2 at m = 4. */
static void test_small_rows(void **state)
{
  static const slong wanted[] = {2, 2, 3, 3, 4, 4, 5, 5, 6};
  minip_bound_task_t task;
  minip_bound_list_t ready;
  (void)state;
  set_task(task, 3, 1, 2, 0, 12);
  minip_bound_list_init(ready);
  assert_ok(minip_bound_catalogue(ready, task, 12, 0, err));
  const minip_bound_options_t options = {ready, 0};
  for (size_t m = 4; m <= 12; m++) {
    minip_bound_row_t row;
    minip_bound_row_init(row);
    assert_ok(minip_bound_row(row, task, m, &options, err));
    assert_true(fmpz_equal_si(row->lowers->items[row->best].bound, wanted[m - 4]));
    assert_true(m >= 12 || fmpz_cmp_ui(row->upper->rank, m + 1) <= 0); /* T13: about m features are enough */
    minip_bound_row_clear(row);
  }
  minip_bound_list_clear(ready);
  minip_bound_task_clear(task);
}

/* T6: beta_3 = 4^(1/5), beta_4 = 4^(1/3), beta_5 = 6^(1/3), beta_n = (n-2)^(1/2) from 6 on. T11: ceilings to one decimal. */
static void test_growth(void **state)
{
  static const struct {
    size_t n, part;
    slong base;
  } roots[] = {{3, 5, 4}, {4, 3, 4}, {5, 3, 6}, {6, 2, 4}, {7, 2, 5}, {100, 2, 98}};
  static const struct {
    size_t m;
    const char *digits;
    long count;
  } ceilings[] = {{12, "4.7..", 2}, {16, "7.8..", 2}, {24, "22.1..", 3}, {64, "3863..", 4}};
  minip_bound_task_t task;
  arb_t y;
  fmpq_t base;
  size_t part;
  (void)state;
  arb_init(y), fmpq_init(base);
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
    set_task(task, roots[i].n, 1, 2, 0, 2);
    minip_bound_beta(y, &part, base, task, 128);
    assert_int_equal(part, roots[i].part);
    assert_true(fmpq_equal_si(base, roots[i].base));
    minip_bound_task_clear(task);
  }
  set_task(task, 3, 1, 2, 0, 2);
  for (size_t i = 0; i < sizeof ceilings / sizeof *ceilings; i++) {
    minip_bound_ceiling(y, task, ceilings[i].m, 128);
    char *s = minip_num_certified(y, ceilings[i].count);
    assert_string_equal(s, ceilings[i].digits);
    free(s);
  }
  /* gamma = 1 - log2(1 + 4^(-1/5)): then 2^(5(1 - gamma)) = (1 + 4^(-1/5))^5 */
  arb_t gamma, z;
  arb_init(gamma), arb_init(z);
  minip_bound_gamma(gamma, task, 128);
  arb_sub_ui(gamma, gamma, 1, 160);
  arb_neg(gamma, gamma);
  arb_set_ui(y, 2);
  arb_pow(y, y, gamma, 160);
  arb_sub_ui(y, y, 1, 160);
  arb_pow_ui(y, y, 5, 160);
  arb_mul_ui(y, y, 4, 160);
  arb_one(z);
  assert_true(arb_overlaps(y, z) && arb_rel_accuracy_bits(y) > 100);
  arb_clear(gamma), arb_clear(z), arb_clear(y), fmpq_clear(base);
  minip_bound_task_clear(task);
}

/* --- shattered tokens ------------------------------------------------------------------------------------------------------------------- */

/* T8(b)'s condition for one subset, by definition. */
static int separates(uint32_t x, const minip_tokens_t tokens, uint32_t T)
{
  int most = -1, least = 100;
  for (size_t i = 0; i < tokens->count; i++) {
    int s = __builtin_popcountll(x & minip_token_row(tokens, i)[0]);
    if (T >> i & 1)
      most = s > most ? s : most;
    else
      least = s < least ? s : least;
  }
  return most + 2 <= least;
}

static int plainly_shattered(const minip_tokens_t tokens)
{
  for (uint32_t T = 1; T + 1 < (uint32_t)1 << tokens->count; T++) {
    int found = 0;
    for (uint32_t x = 0; !found && x < (uint32_t)1 << tokens->m; x++)
      found = separates(x, tokens, T);
    if (!found)
      return 0;
  }
  return 1;
}

static void test_shattered(void **state)
{
  uint64_t seed = test_seed();
  int yes = 0, no = 0;
  (void)state;
  for (int round = 0; round < test_rounds(4000); round++) {
    minip_tokens_t tokens, queries;
    size_t m = 4 + test_below(&seed, 5), t = 2 + test_below(&seed, 2);
    minip_tokens_init(tokens), minip_tokens_init(queries);
    assert_ok(minip_tokens_alloc(tokens, t, m, err));
    for (size_t i = 0; i < t; i++)
      minip_token_row(tokens, i)[0] = test_below(&seed, (uint64_t)1 << m);
    int wanted = plainly_shattered(tokens), got = minip_bound_shattered(queries, tokens, err) == MINIP_OK;
    assert_int_equal(got, wanted);
    minip_error_init(err);
    for (uint32_t T = 1; got && T + 1 < (uint32_t)1 << t; T++)
      assert_true(separates((uint32_t)minip_token_row(queries, T)[0], tokens, T));
    yes += got, no += !got;
    minip_tokens_clear(tokens), minip_tokens_clear(queries);
  }
  assert_true(yes > 0 && no > 0);
}

/* The search is exhaustive on up to 6 bits, where plain search over all sets of floor(m/2) + 1 tokens agrees that there is none (m <= 5). */
static void test_search(void **state)
{
  (void)state;
  for (size_t m = 2; m <= 6; m++) {
    minip_tokens_t tokens;
    int complete;
    minip_tokens_init(tokens);
    assert_ok(minip_bound_shatter_search(tokens, &complete, m, 1000000, err));
    assert_true(complete);
    assert_int_equal(tokens->count, m / 2);
    assert_true(plainly_shattered(tokens));
    minip_tokens_clear(tokens);
  }
  minip_tokens_t three;
  minip_tokens_init(three);
  assert_ok(minip_tokens_alloc(three, 3, 5, err));
  for (uint64_t a = 0; a < 32; a++)
    for (uint64_t b = a + 1; b < 32; b++)
      for (uint64_t c = b + 1; c < 32; c++) {
        minip_token_row(three, 0)[0] = a, minip_token_row(three, 1)[0] = b, minip_token_row(three, 2)[0] = c;
        assert_false(plainly_shattered(three));
      }
  minip_tokens_clear(three);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ceiling_check), cmocka_unit_test(test_lower_below_upper), cmocka_unit_test(test_small_rows), cmocka_unit_test(test_growth),
                                     cmocka_unit_test(test_shattered), cmocka_unit_test(test_search)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
