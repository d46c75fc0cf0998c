/* The call to QSopt_ex. */
#include "config.h"
#include "lp.h"

#ifndef HAVE_QSOPT
minip_status_t minip__lp_call(minip_lp_outcome_t *outcome, fmpq *x, fmpq *y, const struct minip_lp_struct *lp, minip_error_t err)
{
  (void)outcome, (void)x, (void)y, (void)lp;
  return minip_error_set(err, MINIP_UNDECIDED, "exact linear programs are switched off: minip was built without QSopt_ex");
}
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <qsopt_ex/QSopt_ex.h>
#include <qsopt_ex/logging.h>
#pragma GCC diagnostic pop
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t solver = PTHREAD_MUTEX_INITIALIZER;

static void discard(const char *message, void *data) { (void)message, (void)data; }

static void start_once(void)
{
  static int started;
  if (!started) {
    QSlog_set_handler(discard, NULL);
    QSexactStart();
    started = 1;
  }
}

static mpq_t *new_vector(size_t n)
{
  mpq_t *v = malloc((n + 1) * sizeof *v);
  for (size_t i = 0; v && i < n; i++)
    mpq_init(v[i]);
  return v;
}

static void delete_vector(mpq_t *v, size_t n)
{
  for (size_t i = 0; v && i < n; i++)
    mpq_clear(v[i]);
  free(v);
}

/* The program column by column, as the solver takes it. */
typedef struct {
  const struct minip_lp_struct *lp;
  int *count, *begin, *row;
  char *sense;
  mpq_t *value, *objective, *rhs, *lower, *upper;
} columns_t;

static int columns_new(columns_t *c, const struct minip_lp_struct *lp)
{
  *c = (columns_t){.lp = lp,
                   .count = calloc(lp->columns + 1, sizeof(int)),
                   .begin = calloc(lp->columns + 1, sizeof(int)),
                   .row = calloc(lp->entry_count + 1, sizeof(int)),
                   .sense = calloc(lp->row_count + 1, 1),
                   .value = new_vector(lp->entry_count),
                   .objective = new_vector(lp->columns),
                   .rhs = new_vector(lp->row_count),
                   .lower = new_vector(lp->columns),
                   .upper = new_vector(lp->columns)};
  return c->count && c->begin && c->row && c->sense && c->value && c->objective && c->rhs && c->lower && c->upper;
}

static void columns_delete(columns_t *c)
{
  free(c->count), free(c->begin), free(c->row), free(c->sense);
  delete_vector(c->value, c->lp->entry_count);
  delete_vector(c->objective, c->lp->columns);
  delete_vector(c->rhs, c->lp->row_count);
  delete_vector(c->lower, c->lp->columns);
  delete_vector(c->upper, c->lp->columns);
}

static void columns_fill(columns_t *c)
{
  const struct minip_lp_struct *lp = c->lp;
  for (size_t k = 0; k < lp->entry_count; k++)
    c->count[lp->entries[k].column]++;
  for (size_t j = 1; j < lp->columns; j++)
    c->begin[j] = c->begin[j - 1] + c->count[j - 1];
  memset(c->count, 0, (lp->columns + 1) * sizeof(int));
  for (size_t i = 0; i < lp->row_count; i++) {
    const minip__lp_row_t *row = &lp->rows[i];
    c->sense[i] = row->sense;
    fmpq_get_mpq(c->rhs[i], &row->rhs);
    for (size_t k = row->first; k < row->first + row->count; k++) {
      size_t j = lp->entries[k].column;
      int at = c->begin[j] + c->count[j]++;
      c->row[at] = (int)i;
      fmpq_get_mpq(c->value[at], &lp->entries[k].value);
    }
  }
  for (size_t j = 0; j < lp->columns; j++) {
    fmpq_get_mpq(c->objective[j], lp->objective + j);
    if (lp->is_free[j])
      mpq_set(c->lower[j], mpq_ILL_MINDOUBLE);
    mpq_set(c->upper[j], mpq_ILL_MAXDOUBLE);
  }
}

static minip_status_t outcome_of(minip_lp_outcome_t *outcome, int status, minip_error_t err)
{
  switch (status) {
  case QS_LP_OPTIMAL: *outcome = MINIP_LP_OPTIMAL; return MINIP_OK;
  case QS_LP_INFEASIBLE: *outcome = MINIP_LP_INFEASIBLE; return MINIP_OK;
  case QS_LP_UNBOUNDED: *outcome = MINIP_LP_UNBOUNDED; return MINIP_OK;
  default: return minip_error_set(err, MINIP_UNDECIDED, "the solver gave up on a linear program (status %d)", status);
  }
}

static minip_status_t solve(minip_lp_outcome_t *outcome, fmpq *x, fmpq *y, columns_t *c, minip_error_t err)
{
  size_t columns = c->lp->columns, rows = c->lp->row_count;
  int status = 0;
  /* The solver also writes the slacks, behind the variables. */
  mpq_t *primal = new_vector(columns + rows), *dual = new_vector(rows);
  mpq_QSprob p = mpq_QSload_prob("lp", (int)columns, (int)rows, c->count, c->begin, c->row, c->value, QS_MIN, c->objective, c->rhs, c->sense,
                                 c->lower, c->upper, NULL, NULL);
  int bad = !p || !primal || !dual;
  if (!bad)
    bad = mpq_QSset_param(p, QS_PARAM_SIMPLEX_DISPLAY, 0) || QSexact_solver(p, primal, dual, NULL, DUAL_SIMPLEX, &status);
  minip_status_t st = bad ? minip_error_set(err, MINIP_UNDECIDED, "the solver failed on a linear program") : outcome_of(outcome, status, err);
  for (size_t j = 0; st == MINIP_OK && *outcome == MINIP_LP_OPTIMAL && j < columns; j++)
    fmpq_set_mpq(x + j, primal[j]);
  for (size_t i = 0; st == MINIP_OK && *outcome != MINIP_LP_UNBOUNDED && i < rows; i++)
    fmpq_set_mpq(y + i, dual[i]);
  if (p)
    mpq_QSfree_prob(p);
  delete_vector(primal, columns + rows), delete_vector(dual, rows);
  return st;
}

minip_status_t minip__lp_call(minip_lp_outcome_t *outcome, fmpq *x, fmpq *y, const struct minip_lp_struct *lp, minip_error_t err)
{
  columns_t c;
  minip_status_t st;
  pthread_mutex_lock(&solver);
  start_once();
  if (!columns_new(&c, lp))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for a linear program of %zu rows", lp->row_count);
  else {
    columns_fill(&c);
    st = solve(outcome, x, y, &c, err);
  }
  columns_delete(&c);
  pthread_mutex_unlock(&solver);
  return st;
}
#endif
