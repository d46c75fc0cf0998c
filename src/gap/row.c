/* The verdict of one row (T3-T5, T15, lengths 1 and 2). */
#include "internal.h"
#include <stdio.h>
#include <string.h>

static const char *const verdict_names[] = {
  [MINIP_VERDICT_SOLVES] = "solves", [MINIP_VERDICT_FAILS] = "fails", [MINIP_VERDICT_UNDECIDED] = "undecided",
};

const char *minip_verdict_name(minip_verdict_t verdict)
{
  return verdict_names[verdict];
}

void minip_gap_result_init(minip_gap_result_t result)
{
  memset(result, 0, sizeof *result);
  fmpq_init(result->error);
}

void minip_gap_result_clear(minip_gap_result_t result)
{
  fmpq_clear(result->error);
}

minip_status_t minip__gap_check(const minip_rule_t rule, size_t n, const fmpq_t target, minip_error_t err)
{
  if (n == 0)
    return minip_error_set(err, MINIP_INPUT, "a sequence has at least one token");
  if (fmpq_sgn(target) <= 0)
    return minip_error_set(err, MINIP_INPUT, "the target error must be positive");
  if (rule->has_clamp && fmpq_sgn(rule->clamp) <= 0)
    return minip_error_set(err, MINIP_INPUT, "a clamp of the denominator must be positive");
  return MINIP_OK;
}

static void reset(minip_gap_result_t result)
{
  fmpq_set_si(result->error, 0, 1);
  result->verdict = MINIP_VERDICT_SOLVES;
  result->has_error = result->error_is_optimal = 1;
  result->witness = (minip_witness_t){.kind = MINIP_WITNESS_NONE, .low = MINIP_NO_ENTRY, .high = MINIP_NO_ENTRY, .anchor = MINIP_NO_ENTRY};
  result->queries = 1;
  result->undecided = 0;
  result->reason[0] = '\0';
}

/* The output is undefined on (x; low, high..): no head has an error there. */
static void set_undefined(minip_gap_result_t result, const minip_row_t row, size_t low, size_t high)
{
  result->verdict = MINIP_VERDICT_FAILS;
  result->has_error = result->error_is_optimal = 0;
  result->witness.kind = MINIP_WITNESS_UNDEFINED;
  result->witness.low = low;
  result->witness.high = high;
  result->witness.low_overlap = low == MINIP_NO_ENTRY ? 0 : row->overlap[low];
  result->witness.high_overlap = high == MINIP_NO_ENTRY ? 0 : row->overlap[high];
}

/* Length 1: y = alpha(x,x) u / (alpha(x,x) + eta) + b, and b alone hits the one target |x|. A clamp keeps the denominator positive. */
static void length_one(minip_gap_result_t result, const minip_row_t row, const minip_rule_t rule)
{
  fmpz_t denominator;
  fmpz_init(denominator);
  fmpz_add(denominator, row->self, row->eta);
  if (rule->normaliser == MINIP_NORMALISER_SUM && !rule->has_clamp && fmpz_is_zero(denominator))
    set_undefined(result, row, MINIP_NO_ENTRY, MINIP_NO_ENTRY);
  fmpz_clear(denominator);
}

/* error = num / den is the best proved bound; how it settles the question depends on what it leaves out. */
static void settle(minip_gap_result_t result, const minip__classes_t *classes, size_t n, const fmpq_t target)
{
  int both_signs = classes->has_sign[0] && classes->has_sign[1];
  result->error_is_optimal = classes->dropped == 0 && !(both_signs && n >= 3);
  if (fmpq_cmp(result->error, target) >= 0) {
    result->verdict = MINIP_VERDICT_FAILS;
  } else if (!result->error_is_optimal) {
    result->verdict = MINIP_VERDICT_UNDECIDED;
    result->undecided = 1;
    snprintf(result->reason, sizeof result->reason,
             classes->dropped ? "some denominators are below the clamp, and the sequences above it do not refute the target error"
                              : "denominators of both signs occur for one query, and T3 does not refute the target error");
  }
}

static minip_status_t longer(minip_gap_result_t result, const minip__classes_t *classes, const minip_row_t row, const minip_rule_t rule, size_t n,
                             const fmpq_t target, minip_error_t err)
{
  int found = 0;
  size_t z0, z1;
  fmpz_t num, den;
  if (classes->undefined != MINIP_NO_ENTRY) {
    set_undefined(result, row, classes->undefined, classes->undefined);
    return MINIP_OK;
  }
  minip_status_t st = MINIP_OK;
  if (classes->has_sign[0] && classes->has_sign[1] && n >= 3)
    st = minip__zero_denominator(&found, &z0, &z1, row, rule, n, err);
  if (st == MINIP_OK && found) {
    set_undefined(result, row, z0, z1);
    return MINIP_OK;
  }
  fmpz_init(num), fmpz_init(den);
  if (st == MINIP_OK)
    st = minip__classes_best(num, den, &result->witness, classes, n, err);
  if (st == MINIP_OK) {
    fmpq_set_fmpz_frac(result->error, num, den);
    settle(result, classes, n, target);
  }
  fmpz_clear(num), fmpz_clear(den);
  return st;
}

minip_status_t minip_gap_row(minip_gap_result_t result, const minip_row_t row, const minip_rule_t rule, size_t n, const fmpq_t target, minip_error_t err)
{
  minip__classes_t classes = {0};
  reset(result);
  minip_status_t st = minip__gap_check(rule, n, target, err);
  if (st == MINIP_OK && row->count == 0)
    st = minip_error_set(err, MINIP_INPUT, "the pool is empty");
  if (st != MINIP_OK)
    return st;
  if (n == 1) {
    length_one(result, row, rule);
    return MINIP_OK;
  }
  st = minip__classes_build(&classes, row, rule, n, err);
  if (st == MINIP_OK)
    st = longer(result, &classes, row, rule, n, target, err);
  minip__classes_free(&classes);
  return st;
}
