/* All families side by side, and what is told about a kernel of one: exact rank, coefficients, kind of proof. */
#include "upper.h"
#include <minip/rank.h>
#include <stdlib.h>

#define QUICK_OVERLAP 24  /* bits of overlap kernels among all families */
#define QUICK_GENERAL 12  /* bits of general kernels among all families, at length 3 */
#define QUICK_DISTANCE 40 /* and of distance kernels */

void minip_bound_upper_list_init(minip_bound_upper_list_t list)
{
  list->count = list->allocated = 0;
  list->items = NULL;
}

void minip_bound_upper_list_clear(minip_bound_upper_list_t list)
{
  for (size_t i = 0; i < list->count; i++)
    minip_bound_upper_clear(list->items + i);
  free(list->items);
}

/* Moves p into the list, which stays sorted by rank (the earlier of equals first). */
static minip_status_t insert(minip_bound_upper_list_t list, minip_bound_upper_t p, minip_error_t err)
{
  if (list->count == list->allocated) {
    size_t room = list->allocated ? 2 * list->allocated : 8;
    minip_bound_upper_struct *items = realloc(list->items, room * sizeof *items);
    if (!items)
      return minip_error_set(err, MINIP_LIMIT, "out of memory for a bound");
    list->items = items;
    list->allocated = room;
  }
  size_t at = list->count++;
  minip_bound_upper_init(list->items + at);
  minip_bound_upper_swap(list->items + at, p);
  for (; at > 0 && fmpz_cmp(list->items[at].rank, list->items[at - 1].rank) < 0; at--)
    minip_bound_upper_swap(list->items + at, list->items + at - 1);
  return MINIP_OK;
}

/* From the degree below that of the best approximation downwards. */
static minip_status_t least_distance(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err)
{
  minip_bound_upper_t q;
  int more = 0;
  minip_bound_upper_init(q);
  *serves = 0;
  minip_status_t st = minip__upper_least_hamming(&more, q, task, m, err);
  size_t k = more ? q->degree : 0;
  if (st == MINIP_OK && more)
    st = minip__upper_distance(serves, p, task, m, k, err);
  for (more = *serves; st == MINIP_OK && more && k > 1;) {
    minip_bound_upper_clear(q);
    minip_bound_upper_init(q);
    st = minip__upper_distance(&more, q, task, m, --k, err);
    if (st == MINIP_OK && more)
      minip_bound_upper_swap(p, q);
  }
  minip_bound_upper_clear(q);
  return st;
}

size_t minip_upper_family_limit(minip_upper_family_t family)
{
  switch (family) {
  case MINIP_UPPER_HAMMING: return MINIP__UPPER_MAX_QUICK;
  case MINIP_UPPER_DISTANCE: return MINIP_UPPER_MAX_DISTANCE;
  case MINIP_UPPER_GENERAL: return MINIP_UPPER_MAX_GENERAL;
  case MINIP_UPPER_OVERLAP: return MINIP_UPPER_MAX_OVERLAP;
  default: return 0;
  }
}

/* The family's kernel of fewest features that is found. all: one of many families, so nothing slow. */
static minip_status_t try_family(int *serves, minip_bound_upper_t p, minip_upper_family_t family, const minip_bound_task_t task, size_t m, int all, minip_error_t err)
{
  fmpz_t most;
  minip_status_t st = MINIP_OK;
  *serves = 0;
  switch (family) {
  case MINIP_UPPER_EXPONENTIAL: *serves = 1; return minip__upper_exponential(p, m, err);
  case MINIP_UPPER_WEIGHT:
  case MINIP_UPPER_LINEAR:
    st = minip__upper_known(serves, p, task, m, err);
    *serves = *serves && p->family == family;
    return st;
  case MINIP_UPPER_HAMMING: return m <= MINIP__UPPER_MAX_QUICK ? minip__upper_least_hamming(serves, p, task, m, err) : MINIP_OK;
  case MINIP_UPPER_OVERLAP: return m <= (all ? QUICK_OVERLAP : MINIP_UPPER_MAX_OVERLAP) ? minip__upper_overlap(serves, p, task, m, err) : MINIP_OK;
  case MINIP_UPPER_DISTANCE: return m <= (all ? QUICK_DISTANCE : MINIP_UPPER_MAX_DISTANCE) ? least_distance(serves, p, task, m, err) : MINIP_OK;
  case MINIP_UPPER_GENERAL: return m <= (!all ? MINIP_UPPER_MAX_GENERAL : task->n == 3 ? QUICK_GENERAL : 0) ? minip__upper_general(serves, p, task, m, err) : MINIP_OK;
  case MINIP_UPPER_TAYLOR:
  case MINIP_UPPER_LAGUERRE: return minip__upper_series(serves, p, family, task, m, err);
  case MINIP_UPPER_TABLE:
    fmpz_init(most);
    fmpz_one_2exp(most, m);
    st = minip__upper_table(serves, p, task, m, most, err);
    fmpz_clear(most);
    return st;
  }
  return st;
}

/* The families by how simple they are to use: the first of equals comes first. */
static const minip_upper_family_t families[] = {MINIP_UPPER_TABLE, MINIP_UPPER_WEIGHT, MINIP_UPPER_LINEAR, MINIP_UPPER_HAMMING, MINIP_UPPER_DISTANCE,
                                                MINIP_UPPER_GENERAL, MINIP_UPPER_OVERLAP, MINIP_UPPER_TAYLOR, MINIP_UPPER_LAGUERRE, MINIP_UPPER_EXPONENTIAL};

minip_status_t minip_bound_uppers(minip_bound_upper_list_t list, const minip_bound_task_t task, size_t m, int family, int threads, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < sizeof families / sizeof *families; i++) {
    minip_bound_upper_t p;
    int serves;
    if (family >= 0 && family != (int)families[i])
      continue;
    minip_bound_upper_init(p);
    st = try_family(&serves, p, families[i], task, m, family < 0, err);
    if (st == MINIP_OK && serves)
      st = minip_bound_upper_exact(p, task, threads, err);
    if (st == MINIP_OK && serves)
      st = minip_bound_upper_rank(p, err);
    if (st == MINIP_OK && serves)
      st = insert(list, p, err);
    minip_bound_upper_clear(p);
  }
  return st;
}

minip_status_t minip_bound_upper_rank(minip_bound_upper_t p, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_rank_result_t result;
  if (p->rank_is_exact || p->m > MINIP_UPPER_MAX_ERROR || p->family == MINIP_UPPER_LAGUERRE)
    return MINIP_OK;
  minip_kernel_init(kernel);
  minip_rank_result_init(result);
  minip_status_t st = minip_bound_upper_kernel(kernel, p, err);
  if (st == MINIP_OK)
    st = minip_rank_kernel(result, kernel, err);
  if (st == MINIP_OK && !fmpz_is_zero(p->rank) && fmpz_cmp(result->rank, p->rank) > 0)
    st = minip_error_set(err, MINIP_INTERNAL, "m = %zu: the rank of a kernel exceeds its features", p->m);
  if (st == MINIP_OK) {
    fmpz_set(p->rank, result->rank);
    p->rank_is_exact = 1;
  }
  minip_rank_result_clear(result);
  minip_kernel_clear(kernel);
  return st;
}

const char *minip_bound_upper_proof(const minip_bound_upper_t p)
{
  if (p->has_error)
    return "exact optimal error";
  return p->family == MINIP_UPPER_EXPONENTIAL ? "every large b (T12)" : "enclosures";
}

/* The values at 0, 1, .. become the forward differences at 0. */
static void to_newton(fmpq *values, size_t count)
{
  for (size_t i = 1; i < count; i++)
    for (size_t u = count; u-- > i;)
      fmpq_sub(values + u, values + u, values + u - 1);
}

size_t minip_bound_upper_newton(fmpq *values, const minip_bound_upper_t p)
{
  size_t count = p->m + 1, used = 0;
  if (p->family == MINIP_UPPER_HAMMING && p->m > MINIP_UPPER_MAX_ERROR)
    return 0;
  if (p->family == MINIP_UPPER_OVERLAP || p->family == MINIP_UPPER_DISTANCE)
    for (size_t i = 0; i < count; i++)
      fmpq_set(values + i, p->values + i);
  else if (p->family == MINIP_UPPER_LINEAR || p->family == MINIP_UPPER_HAMMING) {
    minip__upper_distance_factor(values, p);
    to_newton(values, count);
  } else
    return 0;
  for (size_t i = 0; i < count; i++)
    used = fmpq_is_zero(values + i) ? used : i + 1;
  return used;
}
