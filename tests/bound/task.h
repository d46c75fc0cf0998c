/* A task in one line. */
#include <minip/bound.h>

static minip_error_t err;

static void set_task(minip_bound_task_t task, size_t n, slong num, ulong den, int is_signed, size_t m)
{
  fmpq_t e;
  fmpq_init(e);
  fmpq_set_si(e, num, den);
  minip_bound_task_init(task);
  assert_ok(minip_bound_task_set(task, n, e, is_signed, m, err));
  fmpq_clear(e);
}
