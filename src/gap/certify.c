/* The verdict over all queries of a kernel, in parallel by query. */
#include "../num/debug.h"
#include "internal.h"
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

/* What the threads share; changed inside critical sections only. */
typedef struct {
  minip_gap_result_struct *total;
  minip_error_struct *err;
  size_t first_undecided; /* query of the reason */
  int any_fails;
  size_t done;
  minip_gap_progress_t progress;
  void *data;
} shared_t;

/* Is b (of a later or earlier query) a worse find than a? Undefined outputs first, then the larger error, then the lower query index. */
static int is_worse(const minip_gap_result_t b, const minip_gap_result_t a)
{
  int c = (b->witness.kind == MINIP_WITNESS_UNDEFINED) - (a->witness.kind == MINIP_WITNESS_UNDEFINED);
  if (c == 0 && a->witness.kind != MINIP_WITNESS_UNDEFINED)
    c = fmpq_cmp(b->error, a->error);
  return c ? c > 0 : b->witness.query < a->witness.query;
}

/* Count one row's result in; called by one thread at a time. */
static void merge(shared_t *shared, const minip_gap_result_t row)
{
  minip_gap_result_struct *total = shared->total;
  if (total->queries == 0 || is_worse(row, total)) {
    total->has_error = row->has_error;
    fmpq_set(total->error, row->error);
    total->witness = row->witness;
  }
  if (row->undecided && (total->undecided == 0 || row->witness.query < shared->first_undecided)) {
    shared->first_undecided = row->witness.query;
    memcpy(total->reason, row->reason, sizeof total->reason);
  }
  total->queries++;
  total->undecided += row->undecided;
  total->error_is_optimal &= row->error_is_optimal;
  shared->any_fails |= row->verdict == MINIP_VERDICT_FAILS;
}

static void report_progress(shared_t *shared, size_t total)
{
  shared->done++;
  if (shared->progress)
    shared->progress(shared->done, total, shared->data);
}

void minip__thread_done(void)
{
#ifdef _OPENMP
  if (omp_get_thread_num() != 0)
    flint_cleanup();
#endif
}

#ifdef MINIP_DEBUG
/* What the filter left in gives the full row's answer. */
static void check_filter(const minip_gap_result_t filtered, const minip_kernel_t kernel, size_t i, size_t n, const fmpq_t target)
{
  minip_row_t row;
  minip_gap_result_t full;
  minip_error_t err;
  minip_row_init(row);
  minip_gap_result_init(full);
  minip_error_init(err);
  MINIP__CHECK(minip_kernel_row(row, kernel, i, err) == MINIP_OK);
  MINIP__CHECK(minip_gap_row(full, row, kernel->rule, n, target, err) == MINIP_OK);
  MINIP__CHECK(full->verdict == filtered->verdict && full->has_error == filtered->has_error && fmpq_equal(full->error, filtered->error));
  MINIP__CHECK(full->witness.kind == filtered->witness.kind);
  MINIP__CHECK(full->witness.low == filtered->witness.low && full->witness.high == filtered->witness.high);
  minip_gap_result_clear(full);
  minip_row_clear(row);
}
#endif

/* Queries until none is left, or one fails to compute. */
static void work(shared_t *shared, minip__filter_t filter, const minip_kernel_t kernel, size_t n, const fmpq_t target)
{
  minip_row_t row;
  minip__filter_scratch_t scratch;
  minip_gap_result_t result;
  minip_error_t err;
  minip_row_init(row);
  minip_gap_result_init(result);
  minip_error_init(err);
  minip_status_t ready = minip__filter_scratch_init(&scratch, filter, kernel, err);
#pragma omp for schedule(dynamic, 1)
  for (size_t i = 0; i < kernel->query_count; i++) {
    minip_status_t stop;
#pragma omp atomic read
    stop = shared->err->status;
    if (stop != MINIP_OK)
      continue;
    minip_status_t st = ready;
    if (st == MINIP_OK)
      st = minip__filter_row(row, &scratch, filter, kernel, i, err);
    if (st == MINIP_OK)
      st = minip_gap_row(result, row, kernel->rule, n, target, err);
    if (st == MINIP_OK)
      minip__filter_restore(&result->witness, &scratch);
#ifdef MINIP_DEBUG
    if (st == MINIP_OK && filter)
      check_filter(result, kernel, i, n, target);
#endif
    result->witness.query = i;
#pragma omp critical(minip_gap_merge)
    {
      if (st == MINIP_OK)
        merge(shared, result);
      else if (shared->err->status == MINIP_OK)
        *shared->err = *err;
      report_progress(shared, kernel->query_count);
    }
  }
  minip__filter_scratch_clear(&scratch);
  minip_gap_result_clear(result);
  minip_row_clear(row);
  minip__thread_done();
}

/* One verdict from all rows. */
static void conclude(minip_gap_result_t result, const shared_t *shared)
{
  result->verdict = shared->any_fails ? MINIP_VERDICT_FAILS : result->undecided ? MINIP_VERDICT_UNDECIDED : MINIP_VERDICT_SOLVES;
  result->error_is_optimal &= result->has_error;
  if (result->verdict != MINIP_VERDICT_UNDECIDED)
    result->reason[0] = '\0';
}

minip_status_t minip_gap_certify(minip_gap_result_t result, const minip_kernel_t kernel, size_t n, const fmpq_t target, int threads,
                                 minip_gap_progress_t progress, void *data, minip_error_t err)
{
  minip_status_t st = minip__gap_check(kernel->rule, n, target, err);
  if (st != MINIP_OK)
    return st;
  if (kernel->query_count == 0)
    return minip_error_set(err, MINIP_INPUT, "the kernel has no queries");
  shared_t shared = {.total = result, .err = err, .progress = progress, .data = data};
  minip_error_init(err);
  fmpq_set_si(result->error, 0, 1);
  result->queries = result->undecided = 0;
  result->error_is_optimal = 1;
  result->reason[0] = '\0';
  minip__filter_t filter = n >= 2 ? minip__filter_new(kernel) : NULL;
#ifdef _OPENMP
  int count = threads > 0 ? threads : omp_get_max_threads();
#pragma omp parallel num_threads(count)
#else
  (void)threads;
#endif
  work(&shared, filter, kernel, n, target);
  minip__filter_free(filter);
  if (err->status == MINIP_OK)
    conclude(result, &shared);
  return err->status;
}
