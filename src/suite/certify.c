/* The least error of a kernel on a suite: one exact linear program per query.

   Variables: u(z) for every token whose alpha(x,z) is not zero, b, and the error e. For every sequence s with denominator D_s:
       sum_j alpha(x,x_j)/D_s u(x_j) + b - e <= t_s     and     sum_j alpha(x,x_j)/D_s u(x_j) + b + e >= t_s.
   The outputs of a head with free values and readout are exactly these: u(z) = <a(x), v(z)> is free per query, since d may be as large as
   the number of tokens. The two multipliers of s add up to lambda_s. */
#include "internal.h"
#include <minip/lp.h>
#include <stdlib.h>
#include <string.h>

#define UNSEEN UINT32_MAX

/* One query at work. */
typedef struct {
  const minip_suite_struct *suite;
  const minip_kernel_struct *kernel;
  minip_row_t row;             /* the kernel's row of the query */
  uint32_t *place;             /* suite token -> place in the answer's token list, or UNSEEN */
  size_t *column;              /* place -> LP column, or (size_t)-1 for an invisible token */
  size_t columns;              /* u's in the program; then b, then e */
  fmpz *alpha;                 /* place -> alpha(x,z), on the row's scale */
  fmpz_t denominator;
} work_t;

/* alpha of a suite token for the current query. x itself need not be in the pool. */
static const fmpz *alpha_of(const work_t *w, uint32_t token, uint32_t query)
{
  return token == query ? w->row->self : w->row->alpha + token;
}

static minip_status_t list_tokens(work_t *w, minip_suite_answer_t *a, minip_error_t err)
{
  size_t most = a->count * w->suite->n < w->suite->tokens->count ? a->count * w->suite->n : w->suite->tokens->count;
  a->token_list = calloc(most + 1, sizeof *a->token_list);
  if (!a->token_list)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a query's tokens");
  w->columns = 0;
  for (size_t k = 0; k < a->count; k++)
    for (size_t j = 0; j < w->suite->n; j++) {
      uint32_t token = minip_suite_sequence(w->suite, a->sequences[k])[j];
      if (w->place[token] != UNSEEN)
        continue;
      size_t place = w->place[token] = (uint32_t)a->token_count++;
      a->token_list[place] = token;
      fmpz_set(w->alpha + place, alpha_of(w, token, a->query));
      w->column[place] = fmpz_is_zero(w->alpha + place) ? (size_t)-1 : w->columns++;
    }
  return MINIP_OK;
}

/* D_s on the row's scale; 1 without a normaliser. */
static void set_denominator(work_t *w, size_t sequence)
{
  const uint32_t *s = minip_suite_sequence(w->suite, sequence);
  if (w->kernel->rule->normaliser == MINIP_NORMALISER_NONE) {
    fmpz_one(w->denominator);
    return;
  }
  fmpz_set(w->denominator, w->row->eta);
  for (size_t j = 0; j < w->suite->n; j++)
    fmpz_add(w->denominator, w->denominator, w->alpha + w->place[s[j]]);
}

/* Where a clamp is set, D_s - eta >= clamp must hold: then it does nothing. */
static minip_status_t check_clamp(const work_t *w, size_t sequence, minip_error_t err)
{
  const minip_rule_struct *rule = w->kernel->rule;
  fmpq_t d;
  if (!rule->has_clamp || rule->normaliser == MINIP_NORMALISER_NONE)
    return MINIP_OK;
  fmpq_init(d);
  fmpz_set(fmpq_numref(d), w->denominator);
  fmpq_mul(d, d, w->row->scale);
  int active = fmpq_cmp(d, rule->clamp) < 0;
  fmpq_clear(d);
  return active ? minip_error_set(err, MINIP_UNDECIDED, "sequence %zu: the denominator is below the clamp, which is out of scope", sequence) : MINIP_OK;
}

/* The coefficients of the u's in the output of a sequence, at columns[]; equal tokens add up. Returns their number. */
static size_t output_row(work_t *w, size_t *columns, fmpq *coefficients, size_t sequence)
{
  const uint32_t *s = minip_suite_sequence(w->suite, sequence);
  size_t used = 0;
  for (size_t j = 0; j < w->suite->n; j++) {
    size_t place = w->place[s[j]], k = 0;
    if (w->column[place] == (size_t)-1)
      continue;
    while (k < used && columns[k] != w->column[place])
      k++;
    if (k == used) {
      columns[used] = w->column[place];
      fmpq_zero(coefficients + used++);
    }
    fmpq_t term;
    fmpq_init(term);
    fmpq_set_fmpz_frac(term, w->alpha + place, w->denominator);
    fmpq_add(coefficients + k, coefficients + k, term);
    fmpq_clear(term);
  }
  return used;
}

static minip_status_t add_rows(minip_lp_t lp, work_t *w, minip_suite_answer_t *a, minip_error_t err)
{
  size_t n = w->suite->n, *columns = calloc(n + 2, sizeof *columns);
  fmpq *coefficients = _fmpq_vec_init((slong)n + 2);
  fmpq_t target;
  minip_status_t st = columns ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a row");
  fmpq_init(target);
  for (size_t k = 0; st == MINIP_OK && k < a->count; k++) {
    set_denominator(w, a->sequences[k]);
    if ((st = check_clamp(w, a->sequences[k], err)) != MINIP_OK) /* first: a clamp is positive, so with one nothing is undefined */
      break;
    if (fmpz_is_zero(w->denominator)) {
      a->undefined = a->sequences[k];
      break;
    }
    size_t used = output_row(w, columns, coefficients, a->sequences[k]);
    columns[used] = w->columns;
    fmpq_one(coefficients + used);
    columns[used + 1] = w->columns + 1;
    fmpq_set_si(target, (slong)w->suite->targets[a->sequences[k]], 1);
    fmpq_set_si(coefficients + used + 1, -1, 1);
    if (st == MINIP_OK)
      st = minip_lp_row(lp, used + 2, columns, coefficients, 'L', target, err);
    fmpq_one(coefficients + used + 1);
    if (st == MINIP_OK)
      st = minip_lp_row(lp, used + 2, columns, coefficients, 'G', target, err);
  }
  fmpq_clear(target);
  _fmpq_vec_clear(coefficients, (slong)n + 2);
  free(columns);
  return st;
}

/* From the program's solution to u, b, e and lambda. */
static void take_solution(minip_suite_answer_t *a, const work_t *w, fmpq *x, fmpq *y)
{
  for (size_t p = 0; p < a->token_count; p++)
    if (w->column[p] != (size_t)-1) {
      /* The program's u has the row's scale in it only through alpha/D, where it cancels, but for a head without a normaliser. */
      fmpq_swap(a->values + p, x + w->column[p]);
      if (w->kernel->rule->normaliser == MINIP_NORMALISER_NONE)
        fmpq_div(a->values + p, a->values + p, w->row->scale);
    }
  fmpq_swap(&a->offset, x + w->columns);
  fmpq_swap(&a->error, x + w->columns + 1);
  for (size_t k = 0; k < a->count; k++)
    fmpq_add(a->multipliers + k, y + 2 * k, y + 2 * k + 1);
}

static minip_status_t solve(minip_lp_t lp, work_t *w, minip_suite_answer_t *a, minip_error_t err)
{
  minip_lp_outcome_t outcome;
  fmpq_t value;
  fmpq *x = _fmpq_vec_init((slong)w->columns + 2), *y = _fmpq_vec_init((slong)(2 * a->count) + 1);
  a->multipliers = _fmpq_vec_init((slong)a->count);
  a->values = _fmpq_vec_init((slong)a->token_count);
  fmpq_init(value);
  for (size_t j = 0; j < w->columns + 1; j++)
    minip_lp_free(lp, j);
  fmpq_one(value);
  minip_lp_objective(lp, w->columns + 1, value);
  minip_status_t st = minip_lp_solve(&outcome, value, x, y, lp, err);
  if (st == MINIP_OK && outcome != MINIP_LP_OPTIMAL)
    st = minip_error_set(err, MINIP_UNDECIDED, "the solver did not find the optimum of a query's program");
  if (st == MINIP_OK)
    take_solution(a, w, x, y);
  fmpq_clear(value);
  _fmpq_vec_clear(x, (slong)w->columns + 2), _fmpq_vec_clear(y, (slong)(2 * a->count) + 1);
  return st;
}

static minip_status_t answer_query(work_t *w, minip_suite_answer_t *a, minip_error_t err)
{
  minip_lp_t lp = NULL;
  minip_status_t st = list_tokens(w, a, err);
  if (st == MINIP_OK)
    st = minip_lp_new(&lp, w->columns + 2, err);
  if (st == MINIP_OK)
    st = add_rows(lp, w, a, err);
  if (st == MINIP_OK && a->undefined == (size_t)-1)
    st = solve(lp, w, a, err);
  for (size_t p = 0; p < a->token_count; p++)
    w->place[a->token_list[p]] = UNSEEN;
  minip_lp_delete(lp);
  return st;
}

/* ---- the sequences of each query ---- */

static minip_status_t group(minip_suite_result_t result, const minip_suite_t suite, minip_error_t err)
{
  size_t tokens = suite->tokens->count;
  uint32_t *answer = malloc(tokens * sizeof *answer + 1), *count = calloc(tokens + 1, sizeof *count);
  result->answers = calloc((tokens < suite->count ? tokens : suite->count) + 1, sizeof *result->answers);
  minip_status_t st = MINIP_OK;
  if (!answer || !count || !result->answers)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for %zu sequences", suite->count);
  for (size_t i = 0; st == MINIP_OK && i < suite->count; i++)
    count[minip_suite_query(suite, i)]++;
  for (size_t i = 0; st == MINIP_OK && i < suite->count; i++) {
    uint32_t query = minip_suite_query(suite, i);
    if (count[query] > 0) { /* first met: its answer begins */
      minip_suite_answer_t *a = &result->answers[answer[query] = (uint32_t)result->count++];
      a->query = query;
      a->undefined = (size_t)-1;
      fmpq_init(&a->error), fmpq_init(&a->offset);
      if (!(a->sequences = calloc(count[query], sizeof *a->sequences)))
        st = minip_error_set(err, MINIP_LIMIT, "out of memory for %u sequences", count[query]);
      count[query] = 0;
    }
    minip_suite_answer_t *a = &result->answers[answer[query]];
    if (st == MINIP_OK)
      a->sequences[a->count++] = i;
  }
  free(answer), free(count);
  return st;
}

/* ---- the kernel's tables ---- */

/* The pool becomes the suite's tokens and the queries the suite's queries: then entry j is suite token j, and query i is answer i. */
static minip_status_t restrict_kernel(minip_kernel_t kernel, const minip_suite_t suite, const minip_suite_result_t result, minip_error_t err)
{
  minip_tokens_t queries;
  minip_tokens_init(queries);
  minip_status_t st = minip_tokens_alloc(queries, result->count, suite->tokens->m, err);
  for (size_t i = 0; st == MINIP_OK && i < result->count; i++)
    memcpy(minip_token_row(queries, i), minip_token_row(suite->tokens, result->answers[i].query), suite->tokens->words * sizeof(uint64_t));
  if (st == MINIP_OK)
    st = minip_kernel_restrict_queries(kernel, queries, err);
  if (st == MINIP_OK)
    st = minip_kernel_restrict_pool(kernel, suite->tokens, err);
  minip_tokens_clear(queries);
  if (st != MINIP_OK)
    minip_error_prefix(err, "%s on the suite's tokens", kernel->source ? kernel->source : "kernel");
  return st;
}

/* ---- all queries ---- */

static int is_failing(const minip_suite_answer_t *a, const fmpq_t target)
{
  return a->undefined != (size_t)-1 || fmpq_cmp(&a->error, target) >= 0;
}

/* Is answer a worse than b: undefined, or of larger error? */
static int is_worse(const minip_suite_answer_t *a, const minip_suite_answer_t *b)
{
  if (a->undefined != (size_t)-1 || b->undefined != (size_t)-1)
    return a->undefined != (size_t)-1 && b->undefined == (size_t)-1;
  return fmpq_cmp(&a->error, &b->error) > 0;
}

static void judge(minip_suite_result_t result, const fmpq_t target)
{
  result->worst = 0;
  result->failing_queries = 0;
  for (size_t i = 0; i < result->count; i++) {
    result->failing_queries += (size_t)is_failing(&result->answers[i], target);
    if (is_worse(&result->answers[i], &result->answers[result->worst]))
      result->worst = i;
  }
  result->solves = result->failing_queries == 0;
}

static int work_init(work_t *w, const minip_suite_t suite, const minip_kernel_t kernel)
{
  size_t tokens = suite->tokens->count;
  *w = (work_t){.suite = suite, .kernel = kernel};
  minip_row_init(w->row);
  fmpz_init(w->denominator);
  w->alpha = _fmpz_vec_init((slong)tokens + 1);
  w->place = malloc((tokens + 1) * sizeof *w->place);
  w->column = malloc((tokens + 1) * sizeof *w->column);
  if (w->place)
    memset(w->place, 0xff, (tokens + 1) * sizeof *w->place); /* UNSEEN */
  return w->place && w->column;
}

static void work_clear(work_t *w)
{
  minip_row_clear(w->row);
  fmpz_clear(w->denominator);
  _fmpz_vec_clear(w->alpha, (slong)w->suite->tokens->count + 1);
  free(w->place), free(w->column);
}

minip_status_t minip_suite_certify(minip_suite_result_t result, const minip_suite_t suite, minip_kernel_t kernel, const fmpq_t target,
                                   void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err)
{
  work_t w;
  minip_suite_result_clear(result);
  if (suite->count == 0)
    return minip_error_set(err, MINIP_INPUT, "the suite has no sequences");
  if (suite->tokens->m != kernel->m)
    return minip_error_set(err, MINIP_INPUT, "the suite has tokens of %zu bits, the kernel of %zu", suite->tokens->m, kernel->m);
  minip_status_t st = group(result, suite, err);
  if (st == MINIP_OK)
    st = restrict_kernel(kernel, suite, result, err);
  if (st != MINIP_OK)
    return st;
  if (!work_init(&w, suite, kernel))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tokens", suite->tokens->count);
  for (size_t i = 0; st == MINIP_OK && i < result->count; i++) {
    st = minip_kernel_row(w.row, kernel, i, err);
    if (st == MINIP_OK)
      st = answer_query(&w, &result->answers[i], err);
    if (progress)
      progress(i + 1, result->count, data);
  }
  work_clear(&w);
  if (st == MINIP_OK)
    judge(result, target);
  return st;
}
