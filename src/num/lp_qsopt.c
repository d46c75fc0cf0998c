/* The call to QSopt_ex.

   QSopt_ex replaces GMP's allocator for the whole process by one that takes pointers of the old one for its own (so every fmpz made before would
   break), is not safe under threads, prints, and may exit. It therefore runs in a forked child that receives and returns numbers as text. */
#include "config.h"
#include <stdio.h> /* before GMP: mpq_out_str is declared only then */
#include "lp.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Texts of all entries, then of the right-hand sides, then of the objective; made before the solver touches GMP. NULL: no memory. */
static size_t text_count(const struct minip_lp_struct *lp) { return lp->entry_count + lp->row_count + lp->columns; }

static void free_texts(char **texts, size_t count)
{
  for (size_t k = 0; texts && k < count; k++)
    free(texts[k]);
  free(texts);
}

static char **make_texts(const struct minip_lp_struct *lp)
{
  size_t count = text_count(lp);
  char **texts = calloc(count + 1, sizeof *texts);
  for (size_t k = 0; texts && k < count; k++) {
    size_t row = k - lp->entry_count, column = row - lp->row_count;
    const fmpq *x = k < lp->entry_count ? &lp->entries[k].value : row < lp->row_count ? &lp->rows[row].rhs : lp->objective + column;
    if (!(texts[k] = minip_num_fraction(x))) {
      free_texts(texts, count);
      texts = NULL;
    }
  }
  return texts;
}

/* --- in the child: GMP only, no FLINT; memory is left to the exit --- */

static mpq_t *new_vector(size_t n)
{
  mpq_t *v = malloc((n + 1) * sizeof *v);
  if (!v)
    _exit(1);
  for (size_t i = 0; i < n; i++)
    mpq_init(v[i]);
  return v;
}

static int *new_ints(size_t n)
{
  int *v = calloc(n + 1, sizeof *v);
  if (!v)
    _exit(1);
  return v;
}

static mpq_QSprob load(const struct minip_lp_struct *lp, char **texts)
{
  int *count = new_ints(lp->columns), *begin = new_ints(lp->columns), *row = new_ints(lp->entry_count);
  char *sense = (char *)new_ints(lp->row_count);
  mpq_t *value = new_vector(lp->entry_count), *objective = new_vector(lp->columns), *rhs = new_vector(lp->row_count);
  mpq_t *lower = new_vector(lp->columns), *upper = new_vector(lp->columns);
  for (size_t k = 0; k < lp->entry_count; k++)
    count[lp->entries[k].column]++;
  for (size_t j = 1; j < lp->columns; j++)
    begin[j] = begin[j - 1] + count[j - 1];
  memset(count, 0, lp->columns * sizeof *count);
  for (size_t i = 0; i < lp->row_count; i++) {
    const minip__lp_row_t *r = &lp->rows[i];
    sense[i] = r->sense;
    mpq_set_str(rhs[i], texts[lp->entry_count + i], 10);
    for (size_t k = r->first; k < r->first + r->count; k++) {
      size_t j = lp->entries[k].column;
      int at = begin[j] + count[j]++;
      row[at] = (int)i;
      mpq_set_str(value[at], texts[k], 10);
    }
  }
  for (size_t j = 0; j < lp->columns; j++) {
    mpq_set_str(objective[j], texts[lp->entry_count + lp->row_count + j], 10);
    if (lp->is_free[j])
      mpq_set(lower[j], mpq_ILL_MINDOUBLE);
    mpq_set(upper[j], mpq_ILL_MAXDOUBLE);
  }
  return mpq_QSload_prob("lp", (int)lp->columns, (int)lp->row_count, count, begin, row, value, QS_MIN, objective, rhs, sense, lower, upper, NULL, NULL);
}

/* The default action of SIGALRM ends the child. */
static void set_alarm(double seconds)
{
  double whole = seconds < 1e8 ? seconds : 1e8;
  struct itimerval limit = {.it_value = {(time_t)whole, (suseconds_t)((whole - (double)(time_t)whole) * 1e6) + 1}};
  signal(SIGALRM, SIG_DFL);
  setitimer(ITIMER_REAL, &limit, NULL);
}

/* Writes the status, then x, then y, one number a line. */
static void child(int fd, const struct minip_lp_struct *lp, char **texts)
{
  const size_t room = lp->columns + lp->row_count; /* the slacks come behind the variables */
  int status = 0, null = open("/dev/null", O_RDWR);
  if (null >= 0)
    dup2(null, STDOUT_FILENO), dup2(null, STDERR_FILENO);
  FILE *out = fdopen(fd, "w");
  if (lp->seconds > 0)
    set_alarm(lp->seconds);
  QSexactStart();
  mpq_t *x = new_vector(room), *y = new_vector(room);
  mpq_QSprob p = load(lp, texts);
  if (!out || !p || mpq_QSset_param(p, QS_PARAM_SIMPLEX_DISPLAY, 0) || QSexact_solver(p, x, y, NULL, DUAL_SIMPLEX, &status))
    _exit(1);
  fprintf(out, "%d\n", status);
  for (size_t k = 0; k < room; k++) {
    mpq_out_str(out, 10, k < lp->columns ? x[k] : y[k - lp->columns]);
    fputc('\n', out);
  }
  _exit(fflush(out) == 0 ? 0 : 1);
}

/* --- in the parent --- */

/* Everything that comes through fd, ended by a zero byte; NULL when memory is short. */
static char *read_all(int fd)
{
  size_t room = 4096, len = 0;
  char *s = malloc(room);
  while (s) {
    ssize_t n = read(fd, s + len, room - len - 1);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    len += (size_t)n;
    if (room - len < 2) {
      char *more = realloc(s, room *= 2);
      if (!more)
        free(s);
      s = more;
    }
  }
  if (s)
    s[len] = '\0';
  return s;
}

static char *run_child(int *late, const struct minip_lp_struct *lp, char **texts)
{
  int fds[2], how = 0;
  if (pipe2(fds, O_CLOEXEC) != 0)
    return NULL;
  pid_t pid = fork();
  if (pid == 0)
    child(fds[1], lp, texts);
  close(fds[1]);
  char *answer = pid > 0 ? read_all(fds[0]) : NULL;
  close(fds[0]);
  if (pid > 0)
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
      ;
  *late = WIFSIGNALED(how) && WTERMSIG(how) == SIGALRM;
  return answer;
}

static int take_line(fmpq_t v, char **s)
{
  char *end = strchr(*s, '\n');
  if (!end)
    return 0;
  *end = '\0';
  int good = fmpq_set_str(v, *s, 10) == 0;
  *s = end + 1;
  return good;
}

static minip_status_t parse(minip_lp_outcome_t *outcome, fmpq *x, fmpq *y, char *s, const struct minip_lp_struct *lp, minip_error_t err)
{
  fmpq_t v;
  fmpq_init(v);
  int good = take_line(v, &s), status = good ? (int)fmpz_get_si(fmpq_numref(v)) : 0;
  fmpq_clear(v);
  for (size_t j = 0; good && j < lp->columns; j++)
    good = take_line(x + j, &s);
  for (size_t i = 0; good && i < lp->row_count; i++)
    good = take_line(y + i, &s);
  if (!good)
    return minip_error_set(err, MINIP_UNDECIDED, "the solver failed on a linear program");
  switch (status) {
  case QS_LP_OPTIMAL: *outcome = MINIP_LP_OPTIMAL; return MINIP_OK;
  case QS_LP_INFEASIBLE: *outcome = MINIP_LP_INFEASIBLE; return MINIP_OK;
  case QS_LP_UNBOUNDED: *outcome = MINIP_LP_UNBOUNDED; return MINIP_OK;
  default: return minip_error_set(err, MINIP_UNDECIDED, "the solver gave up on a linear program (status %d)", status);
  }
}

minip_status_t minip__lp_call(minip_lp_outcome_t *outcome, fmpq *x, fmpq *y, const struct minip_lp_struct *lp, minip_error_t err)
{
  char **texts = make_texts(lp);
  int late = 0;
  char *answer = texts ? run_child(&late, lp, texts) : NULL;
  free_texts(texts, text_count(lp));
  if (!answer)
    return minip_error_set(err, MINIP_LIMIT, "no memory or no process for a linear program of %zu rows", lp->row_count);
  minip_status_t st = late ? minip_error_set(err, MINIP_UNDECIDED, "the time limit passed in a linear program of %zu rows", lp->row_count)
                           : parse(outcome, x, y, answer, lp, err);
  free(answer);
  return st;
}
