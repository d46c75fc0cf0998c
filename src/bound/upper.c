/* Upper bounds: kernels that solve the task, each proved again here (T12, T13). */
#include "internal.h"
#include <minip/gap.h>
#include <minip/kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void minip_bound_upper_init(minip_bound_upper_t upper)
{
  memset(upper, 0, sizeof *upper);
  fmpz_init(upper->rank);
  fmpq_init(upper->error);
}

void minip_bound_upper_clear(minip_bound_upper_t upper)
{
  fmpz_clear(upper->rank);
  fmpq_clear(upper->error);
  free(upper->method);
}

/* theta^|z| (A - d), d = m - |x| - |z| + 2 <x,z>: features 1, z_1, .., z_m times theta^|z|, so rank at most m + 1; with A = 0 taken as "no second
   factor", theta^|z| alone: rank 1. Parameters of T13; at m = 1..3 any small theta does. */
typedef struct {
  size_t m;
  slong theta_num, theta_den, a_num, a_den;
} candidate_t;
static const candidate_t candidates[] = {
  {1, 1, 2, 0, 1},  {2, 1, 2, 0, 1},  {3, 1, 2, 0, 1},    {4, 1, 2, 5, 1},    {5, 2, 3, 61, 10},  {6, 2, 3, 61, 10},
  {7, 7, 10, 161, 20}, {8, 7, 10, 161, 20}, {9, 3, 4, 91, 10}, {10, 4, 5, 201, 20}, {11, 4, 5, 221, 20},
};

static void fill_table(fmpq *f, const candidate_t *c)
{
  size_t m = c->m, n = m + 1;
  fmpq_t theta, power, a;
  fmpq_init(theta), fmpq_init(power), fmpq_init(a);
  fmpq_set_si(theta, c->theta_num, (ulong)c->theta_den);
  for (size_t x = 0; x <= m; x++)
    for (size_t z = 0; z <= m; z++)
      for (size_t s = 0; s <= m; s++) {
        fmpq *out = f + (x * n + z) * n + s;
        fmpq_pow_si(out, theta, (slong)z);
        if (c->a_num == 0)
          continue;
        fmpq_set_si(a, c->a_num, (ulong)c->a_den);
        fmpq_sub_si(a, a, (slong)m - (slong)x - (slong)z + 2 * (slong)s);
        fmpq_mul(out, out, a);
      }
  fmpq_clear(theta), fmpq_clear(power), fmpq_clear(a);
}

/* Does the kernel solve the task (T4, T5 on the whole cube)? Its optimal error goes into upper. */
static minip_status_t prove(int *solves, minip_bound_upper_t upper, const candidate_t *c, const minip_bound_task_t task, minip_error_t err)
{
  size_t n = c->m + 1;
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq *f = _fmpq_vec_init((slong)(n * n * n));
  minip_kernel_init(kernel);
  minip_gap_result_init(result);
  fill_table(f, c);
  minip_status_t st = minip_kernel_set_weighted(kernel, f, c->m, err);
  if (st == MINIP_OK)
    st = minip_gap_certify(result, kernel, task->n, task->error, 1, NULL, NULL, err);
  *solves = st == MINIP_OK && result->verdict == MINIP_VERDICT_SOLVES;
  if (*solves) {
    upper->has_error = result->has_error;
    fmpq_set(upper->error, result->error);
  }
  _fmpq_vec_clear(f, (slong)(n * n * n));
  minip_gap_result_clear(result);
  minip_kernel_clear(kernel);
  return st;
}

static minip_status_t set_method(minip_bound_upper_t upper, const candidate_t *c, minip_error_t err)
{
  char *text = NULL;
  int n = c->a_num == 0 ? asprintf(&text, "(%ld/%ld)^|z|", (long)c->theta_num, (long)c->theta_den)
                        : asprintf(&text, "(%ld/%ld)^|z| (%ld/%ld - d)", (long)c->theta_num, (long)c->theta_den, (long)c->a_num, (long)c->a_den);
  free(upper->method);
  upper->method = n < 0 ? NULL : text;
  return upper->method ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
}

/* 2^m: b^-<x,z> has rank 2^m (T12), and its error tends to 0 as b grows, so it serves every length and error (T4, T14). */
static minip_status_t set_exponential(minip_bound_upper_t upper, size_t m, minip_error_t err)
{
  fmpz_one_2exp(upper->rank, m);
  upper->has_error = 0;
  free(upper->method);
  upper->method = strdup("b^-<x,z>");
  return upper->method ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
}

minip_status_t minip_bound_upper(minip_bound_upper_t upper, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_status_t st = set_exponential(upper, m, err);
  for (size_t i = 0; st == MINIP_OK && i < sizeof candidates / sizeof *candidates; i++) {
    const candidate_t *c = candidates + i;
    int solves = 0;
    ulong rank = c->a_num == 0 ? 1 : c->m + 1;
    if (c->m != m || fmpz_cmp_ui(upper->rank, rank) <= 0)
      continue;
    st = prove(&solves, upper, c, task, err);
    if (st == MINIP_OK && solves) {
      fmpz_set_ui(upper->rank, rank);
      st = set_method(upper, c, err);
    }
  }
  return st;
}
