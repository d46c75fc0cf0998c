/* What tests of solving kernels share: the exact path on a kernel, and T4 by its definition. */
#include "task.h"
#include <minip/gap.h>

static size_t ones(size_t x) { return (size_t)__builtin_popcountl((unsigned long)x); }

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

/* T4 for one query of a positive kernel, token by token: the largest (t-s)/2 (n-2) W'/(W + (n-2) W'). */
static void plain_query(fmpq_t worst, const fmpq *alpha, size_t x, size_t tokens, size_t n)
{
  fmpq_t h, low, high, e;
  fmpq_init(h), fmpq_init(low), fmpq_init(high), fmpq_init(e);
  fmpq_set(h, alpha + x);
  fmpq_set_si(e, (slong)n - 1, 1);
  fmpq_div(h, h, e);
  for (size_t z = 0; z < tokens; z++)
    for (size_t y = 0; y < tokens; y++) {
      slong D = (slong)ones(x & y) - (slong)ones(x & z);
      if (D <= 0)
        continue;
      fmpq_add(low, alpha + z, h);
      fmpq_add(high, alpha + y, h);
      fmpq_set_si(e, (slong)n - 2, 1);
      fmpq_mul(high, high, e);
      fmpq_add(low, low, high);
      fmpq_div(e, high, low);
      fmpq_set_si(low, D, 2);
      fmpq_mul(e, e, low);
      if (fmpq_cmp(e, worst) > 0)
        fmpq_set(worst, e);
    }
  fmpq_clear(h), fmpq_clear(low), fmpq_clear(high), fmpq_clear(e);
}
