/* Upper bounds: published ranks and errors, and the kernels once more by the exact path of minip_gap_certify (T4, T5, T13). */
#include "../lib/test.h"
#include "task.h"
#include <minip/gap.h>

/* Is the kernel's exact error below 1/2, and at most the task's? */
static int serves(const minip_bound_upper_t p, const minip_bound_task_t task)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_bound_upper_kernel(kernel, p, err));
  assert_ok(minip_gap_certify(result, kernel, task->n, half, 1, NULL, NULL, err));
  int good = result->verdict == MINIP_VERDICT_SOLVES && fmpq_cmp(result->error, task->error) <= 0;
  minip_kernel_clear(kernel), minip_gap_result_clear(result), fmpq_clear(half);
  return good;
}

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
  } cases[] = {{3, 24, 1, 2, 2325}, {3, 16, 1, 2, 137}, {4, 9, 1, 2, 0}, {3, 10, 1, 3, 0}, {7, 8, 1, 2, 0}};
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

int main(void)
{
  setenv("MINIP_DATADIR", "/nonexistent", 1); /* the families alone, without tables from files (tests/cli/bound-upper.sh) */
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_linear), cmocka_unit_test(test_hamming)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("upper", tests, NULL, NULL);
}
