/* Verdicts of single rows against exact linear programs over the raw unknowns (lp.h), and T4, T5's stated cases. */
#include "lp.h"

static uint64_t state;

static long in_range(long from, long to) { return from + (long)test_below(&state, (uint64_t)(to - from + 1)); }

/* Small numbers, so that ties, zeros and cancellations are common. */
static void random_query(lp_query_t *q, int is_signed)
{
  memset(q, 0, sizeof *q);
  q->count = (size_t)in_range(1, 5);
  q->weight = (uint32_t)in_range(0, 4);
  long low = is_signed ? -4 : 0, high = is_signed ? 5 : 6;
  for (size_t j = 0; j < q->count; j++) {
    q->alpha[j] = in_range(0, 3) ? in_range(low, high) : 0;
    q->overlap[j] = (uint32_t)in_range(0, (long)q->weight);
  }
  q->self = in_range(0, 3) ? in_range(low, high) : 0;
  q->eta = in_range(0, 1) ? 0 : in_range(is_signed ? -3 : 0, 3);
  q->self_entry = MINIP_NO_ENTRY;
  if (in_range(0, 1)) {
    q->self_entry = (size_t)in_range(0, (long)q->count - 1);
    q->alpha[q->self_entry] = q->self;
    q->overlap[q->self_entry] = q->weight;
  }
}

static void set_rule(minip_rule_t rule, const lp_query_t *q)
{
  memset(rule, 0, sizeof *rule);
  rule->normaliser = q->none ? MINIP_NORMALISER_NONE : MINIP_NORMALISER_SUM;
  fmpq_init(rule->eta), fmpq_init(rule->eta_feature_sum), fmpq_init(rule->clamp);
  rule->has_clamp = q->clamp != 0;
  fmpq_set_si(rule->clamp, q->clamp, 1);
}

static void decide(minip_gap_result_t result, const lp_query_t *q, size_t n, const fmpq_t target)
{
  minip_error_t err;
  minip_row_t row;
  minip_rule_t rule;
  minip_error_init(err);
  lp_row(row, q);
  set_rule(rule, q);
  assert_ok(minip_gap_row(result, row, rule, n, target, err));
  lp_row_clear(row);
  fmpq_clear(rule->eta), fmpq_clear(rule->eta_feature_sum), fmpq_clear(rule->clamp);
}

/* The sequences that the witness names (minip/gap.h). */
static size_t witness_sequences(lp_sequence_t *list, const minip_witness_t *w, size_t n)
{
  size_t count = 0;
  memset(list, 0, 5 * sizeof *list);
  if (w->kind == MINIP_WITNESS_UNDEFINED || w->kind == MINIP_WITNESS_PAIR || w->kind == MINIP_WITNESS_ZERO_PAIR) {
    if (n > 1) {
      list[count].times[w->low]++;
      list[count].times[w->high] += (unsigned)n - 2;
    }
    count++;
  }
  if (w->kind == MINIP_WITNESS_UNDEFINED || w->kind == MINIP_WITNESS_NONE)
    return count;
  list[count++].times[w->low] = (unsigned)n - 1;
  list[count++].times[w->high] = (unsigned)n - 1;
  if (w->kind == MINIP_WITNESS_ZERO_PAIR)
    list[count++].times[w->anchor] = (unsigned)n - 1;
  return count;
}

/* The witness alone must prove the verdict: the named sequences, and no others, force the stated error or have a zero denominator. */
static void check_witness(const minip_gap_result_t r, const lp_query_t *q, size_t n)
{
  lp_sequence_t list[5];
  fmpq_t forced;
  size_t count = witness_sequences(list, &r->witness, n);
  fmpq_init(forced);
  if (r->witness.kind == MINIP_WITNESS_UNDEFINED)
    assert_int_equal(lp_denominator(q, &list[0]), 0);
  else if (count) {
    assert_true(lp_least_error(forced, q, list, count));
    assert_true(fmpq_cmp(forced, r->error) >= 0);
    assert_int_equal(r->witness.low_overlap, q->overlap[r->witness.low]);
    assert_int_equal(r->witness.high_overlap, q->overlap[r->witness.high]);
  } else
    assert_true(fmpq_is_zero(r->error));
  fmpq_clear(forced);
}

/* Counts, so that a test cannot pass by never meeting a case. */
static int seen_kind[5], seen_verdict[3], seen_bound;

static void check_against_lp(const lp_query_t *q, size_t n, const fmpq_t target)
{
  minip_gap_result_t r;
  fmpq_t least;
  minip_gap_result_init(r);
  fmpq_init(least);
  decide(r, q, n, target);
  int defined = lp_full_suite(least, q, n);
  seen_kind[r->witness.kind]++;
  seen_verdict[r->verdict]++;
  seen_bound += r->has_error && !r->error_is_optimal;
  check_witness(r, q, n);
  if (r->witness.kind == MINIP_WITNESS_UNDEFINED) {
    assert_false(defined);
    assert_int_equal(r->verdict, MINIP_VERDICT_FAILS);
    assert_false(r->has_error);
  } else if (r->error_is_optimal) {
    assert_true(defined);
    assert_true(fmpq_equal(r->error, least));
    assert_int_equal(r->verdict, fmpq_cmp(least, target) < 0 ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS);
  } else {
    assert_true(!defined || fmpq_cmp(r->error, least) <= 0);
    assert_int_equal(r->verdict, fmpq_cmp(r->error, target) < 0 ? MINIP_VERDICT_UNDECIDED : MINIP_VERDICT_FAILS);
    assert_int_equal(r->undecided, r->verdict == MINIP_VERDICT_UNDECIDED);
    assert_int_equal(r->reason[0] == '\0', r->verdict != MINIP_VERDICT_UNDECIDED);
  }
  minip_gap_result_clear(r);
  fmpq_clear(least);
}

static void random_round(int is_signed, int none, long clamp_up_to, int rounds)
{
  fmpq_t target;
  fmpq_init(target);
  for (int i = 0; i < rounds; i++) {
    lp_query_t q;
    random_query(&q, is_signed);
    q.none = none;
    q.clamp = clamp_up_to ? in_range(1, clamp_up_to) : 0;
    size_t n = (size_t)in_range(1, q.count <= 4 ? 6 : 4);
    fmpq_set_si(target, in_range(1, 5), 10);
    check_against_lp(&q, n, target);
  }
  fmpq_clear(target);
}

static void start_counting(void)
{
  memset(seen_kind, 0, sizeof seen_kind);
  memset(seen_verdict, 0, sizeof seen_verdict);
  seen_bound = 0;
}

static void print_counts(void)
{
  printf("# witnesses: none %d, undefined %d, pair %d, zero %d, zero pair %d; solves %d, fails %d, undecided %d; bounds only %d\n", seen_kind[0], seen_kind[1],
         seen_kind[2], seen_kind[3], seen_kind[4], seen_verdict[0], seen_verdict[1], seen_verdict[2], seen_bound);
}

static void test_nonnegative(void **unused)
{
  (void)unused;
  start_counting();
  random_round(0, 0, 0, test_rounds(5000));
  print_counts();
  assert_true(seen_kind[MINIP_WITNESS_NONE] > 10 && seen_kind[MINIP_WITNESS_UNDEFINED] > 10 && seen_kind[MINIP_WITNESS_PAIR] > 50);
  assert_true(seen_kind[MINIP_WITNESS_ZERO] > 5 && seen_kind[MINIP_WITNESS_ZERO_PAIR] > 5);
  assert_true(seen_verdict[MINIP_VERDICT_SOLVES] > 50 && seen_verdict[MINIP_VERDICT_FAILS] > 50);
  assert_int_equal(seen_verdict[MINIP_VERDICT_UNDECIDED], 0); /* T4 decides every nonnegative kernel */
}

static void test_signed(void **unused)
{
  (void)unused;
  start_counting();
  random_round(1, 0, 0, test_rounds(6000));
  print_counts();
  assert_true(seen_kind[MINIP_WITNESS_UNDEFINED] > 20 && seen_kind[MINIP_WITNESS_PAIR] > 50 && seen_kind[MINIP_WITNESS_ZERO] > 2);
  assert_true(seen_kind[MINIP_WITNESS_ZERO_PAIR] > 2 && seen_bound > 50 && seen_verdict[MINIP_VERDICT_UNDECIDED] > 10);
}

static void test_no_normaliser(void **unused)
{
  (void)unused;
  start_counting();
  random_round(1, 1, 0, test_rounds(1500));
  print_counts();
  assert_true(seen_kind[MINIP_WITNESS_PAIR] > 20 && seen_kind[MINIP_WITNESS_ZERO] > 5);
  assert_int_equal(seen_kind[MINIP_WITNESS_UNDEFINED] + seen_bound, 0); /* T15: always exact */
}

static void test_clamp(void **unused)
{
  (void)unused;
  start_counting();
  random_round(0, 0, 12, test_rounds(1500));
  random_round(1, 0, 6, test_rounds(1500));
  print_counts();
  assert_true(seen_bound > 50 && seen_verdict[MINIP_VERDICT_SOLVES] > 20 && seen_verdict[MINIP_VERDICT_FAILS] > 20);
  assert_int_equal(seen_kind[MINIP_WITNESS_UNDEFINED], 0);
}

/* T5, written out plainly, against the verdict at 1/2. */
static int t5_solves(const lp_query_t *q, long n)
{
  long v[LP_TOKENS], g = -1;
  for (size_t j = 0; j < q->count; j++) {
    v[j] = q->self + q->eta + (n - 1) * q->alpha[j];
    if (v[j] <= 0)
      return 0;
  }
  for (size_t j = 0; j < q->count; j++) {
    int in_g = q->alpha[j] == 0 || (j == q->self_entry && q->eta == 0);
    if (in_g && g >= 0 && g != (long)q->overlap[j])
      return 0;
    if (in_g)
      g = (long)q->overlap[j];
  }
  for (size_t i = 0; i < q->count; i++)
    for (size_t j = 0; j < q->count; j++) {
      long d = (long)q->overlap[j] - (long)q->overlap[i];
      if (d > 0 && v[i] <= (n - 2) * (d - 1) * v[j])
        return 0;
    }
  return 1;
}

static void test_t5(void **unused)
{
  fmpq_t half;
  minip_gap_result_t r;
  int solves = 0, rounds = test_rounds(20000);
  (void)unused;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_gap_result_init(r);
  for (int i = 0; i < rounds; i++) {
    lp_query_t q;
    random_query(&q, 0);
    size_t n = (size_t)in_range(3, 6);
    decide(r, &q, n, half);
    assert_int_equal(r->verdict, t5_solves(&q, (long)n) ? MINIP_VERDICT_SOLVES : MINIP_VERDICT_FAILS);
    solves += r->verdict == MINIP_VERDICT_SOLVES;
  }
  assert_true(solves > rounds / 20 && solves < rounds - rounds / 20);
  minip_gap_result_clear(r);
  fmpq_clear(half);
}

/* T5's remark: m = 1, x = 1, Z = {0, 1}, alpha = 0, eta = 1: W > 0, no pair with t - s >= 2, and yet error 1/2. */
static void test_t5_counterexample(void **unused)
{
  lp_query_t q = {.count = 2, .alpha = {0, 0}, .overlap = {0, 1}, .self = 0, .eta = 1, .weight = 1, .self_entry = 1};
  fmpq_t half;
  minip_gap_result_t r;
  (void)unused;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_gap_result_init(r);
  decide(r, &q, 3, half);
  assert_int_equal(r->verdict, MINIP_VERDICT_FAILS);
  assert_int_equal(r->witness.kind, MINIP_WITNESS_ZERO);
  assert_fmpq(r->error, "1/2");
  check_against_lp(&q, 3, half);
  minip_gap_result_clear(r);
  fmpq_clear(half);
}

/* T4's closed form for a kernel of four overlaps with h = 1/2 alpha(x,x): alpha = 2^-s, x of weight 3, n = 3. W = 2^-s + 2^-4:
   the pair (0, 3) gives 3/2 * (2^-3 + 2^-4) / (1 + 2^-4 + 2^-3 + 2^-4) = 9/40, (1, 3) gives 1/4 and (2, 3) 3/16, (0, 2) 5/22, (0, 1), (1, 2) less. */
static void test_closed_form(void **unused)
{
  lp_query_t q = {.count = 4, .alpha = {8, 4, 2, 1}, .overlap = {0, 1, 2, 3}, .self = 1, .eta = 0, .weight = 3, .self_entry = 3};
  fmpq_t target;
  minip_gap_result_t r;
  (void)unused;
  fmpq_init(target);
  fmpq_set_si(target, 1, 4);
  minip_gap_result_init(r);
  decide(r, &q, 3, target);
  assert_fmpq(r->error, "1/4");
  assert_int_equal(r->verdict, MINIP_VERDICT_FAILS); /* error < 1/4 is asked, and 1/4 is the least */
  assert_int_equal(r->witness.low, 1);
  assert_int_equal(r->witness.high, 3);
  fmpq_set_si(target, 251, 1000);
  decide(r, &q, 3, target);
  assert_int_equal(r->verdict, MINIP_VERDICT_SOLVES);
  minip_gap_result_clear(r);
  fmpq_clear(target);
}

static void test_refusals(void **unused)
{
  lp_query_t q = {.count = 1, .alpha = {1}, .self = 1, .weight = 1, .self_entry = MINIP_NO_ENTRY};
  minip_gap_result_t r;
  minip_error_t err;
  minip_row_t row;
  minip_rule_t rule;
  fmpq_t target;
  (void)unused;
  minip_gap_result_init(r);
  minip_error_init(err);
  fmpq_init(target);
  fmpq_set_si(target, 1, 2);
  lp_row(row, &q);
  set_rule(rule, &q);
  assert_int_equal(minip_gap_row(r, row, rule, 0, target, err), MINIP_INPUT);
  rule->has_clamp = 1;
  assert_int_equal(minip_gap_row(r, row, rule, 3, target, err), MINIP_INPUT); /* clamp 0 */
  rule->has_clamp = 0;
  row->overlap[0] = 2;
  assert_int_equal(minip_gap_row(r, row, rule, 3, target, err), MINIP_INTERNAL); /* more common ones than the query has */
  row->overlap[0] = 0;
  row->count = 0;
  assert_int_equal(minip_gap_row(r, row, rule, 3, target, err), MINIP_INPUT);
  row->count = 1;
  fmpq_zero(target);
  assert_int_equal(minip_gap_row(r, row, rule, 3, target, err), MINIP_INPUT);
  lp_row_clear(row);
  fmpq_clear(rule->eta), fmpq_clear(rule->eta_feature_sum), fmpq_clear(rule->clamp);
  minip_gap_result_clear(r);
  fmpq_clear(target);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_nonnegative), cmocka_unit_test(test_signed), cmocka_unit_test(test_no_normaliser), cmocka_unit_test(test_clamp),
    cmocka_unit_test(test_t5), cmocka_unit_test(test_t5_counterexample), cmocka_unit_test(test_closed_form), cmocka_unit_test(test_refusals),
  };
  state = test_seed();
  return cmocka_run_group_tests_name("gap rows", tests, NULL, NULL);
}
