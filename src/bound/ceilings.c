/* How far a better code could go (T17): caps on the words of a constant-weight code, and on the ratio of T9 over Delsarte's linear program. */
#include "internal.h"
#include <minip/lp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void minip_bound_cap_init(minip_bound_cap_t cap)
{
  memset(cap, 0, sizeof *cap);
  fmpq_init(cap->ratio), fmpq_init(cap->words);
  fmpz_init(cap->johnson), fmpz_init(cap->delsarte);
}

void minip_bound_cap_clear(minip_bound_cap_t cap)
{
  fmpq_clear(cap->ratio), fmpq_clear(cap->words);
  fmpz_clear(cap->johnson), fmpz_clear(cap->delsarte);
  if (cap->distribution)
    _fmpq_vec_clear(cap->distribution, (slong)cap->count + 1);
}

/* Rows and columns of the program: column 0 is t, column k - first + 1 is b_k, k = first .. count (see minip_bound_cap). */
typedef struct {
  minip_lp_t lp;
  size_t m, w, first, count, columns;
  size_t *column;
  fmpq *row;
} program_t;

static void program_clear(program_t *p)
{
  minip_lp_delete(p->lp);
  free(p->column);
  if (p->row)
    _fmpq_vec_clear(p->row, (slong)p->columns);
}

static minip_status_t program_make(program_t *p, const minip_bound_task_t task, size_t m, size_t w, minip_error_t err)
{
  memset(p, 0, sizeof *p);
  p->m = m, p->w = w, p->first = task->least_gap, p->count = w < m - w ? w : m - w;
  p->columns = p->count - p->first + 2;
  p->column = malloc(p->columns * sizeof *p->column);
  p->row = _fmpq_vec_init((slong)p->columns);
  if (!p->column)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a linear program");
  for (size_t j = 0; j < p->columns; j++)
    p->column[j] = j;
  return minip_lp_new(&p->lp, p->columns, err);
}

/* Objective: minimise -(t + sum b_k). First row: t + sum b_k A(k)^-2 = 1. */
static minip_status_t add_objective(program_t *p, const minip_bound_task_t task, minip_error_t err)
{
  fmpq_t c;
  fmpq_init(c);
  fmpq_set_si(c, -1, 1);
  for (size_t j = 0; j < p->columns; j++)
    minip_lp_objective(p->lp, j, c);
  fmpq_one(c);
  fmpq_one(p->row);
  for (size_t j = 1; j < p->columns; j++) {
    fmpq_inv(p->row + j, task->factors + p->first + j - 1);
    fmpq_mul(p->row + j, p->row + j, p->row + j);
  }
  minip_status_t st = minip_lp_row(p->lp, p->columns, p->column, p->row, 'E', c, err);
  fmpq_clear(c);
  return st;
}

/* Delsarte's inequality on eigenspace i, divided by its multiplicity: t + sum b_k E_k(i)/v_k >= 0. */
static minip_status_t add_delsarte(program_t *p, size_t i, minip_error_t err)
{
  fmpq_t zero;
  fmpq_init(zero);
  fmpq_one(p->row);
  for (size_t j = 1; j < p->columns; j++) {
    size_t k = p->first + j - 1;
    minip_johnson_eberlein(fmpq_numref(p->row + j), p->m, p->w, k, i);
    minip_johnson_valency(fmpq_denref(p->row + j), p->m, p->w, k);
    fmpq_canonicalise(p->row + j);
  }
  minip_status_t st = minip_lp_row(p->lp, p->columns, p->column, p->row, 'G', zero, err);
  fmpq_clear(zero);
  return st;
}

/* a_k = b_k / t and N = 1 + sum a_k at the optimum x; t > 0: relation k has trace 0, so Delsarte's inequalities for i >= 1, added with their
   multiplicities, read (M - 1) t - sum b_k >= 0 with M = C(m,w), and t = 0 would make all b_k 0 against the first row. */
static void take_optimum(minip_bound_cap_t cap, const program_t *p, const fmpq_t value, const fmpq *x)
{
  fmpq_t words; /* a local sum, as gcc misjudges the size of the member */
  fmpq_init(words);
  fmpq_neg(cap->ratio, value);
  cap->count = p->count;
  cap->distribution = _fmpq_vec_init((slong)p->count + 1);
  fmpq_one(cap->distribution);
  fmpq_one(words);
  for (size_t k = p->first; k <= p->count; k++) {
    fmpq_div(cap->distribution + k, x + k - p->first + 1, x);
    fmpq_add(words, words, cap->distribution + k);
  }
  fmpq_swap(cap->words, words);
  fmpq_clear(words);
}

static minip_status_t solve(minip_bound_cap_t cap, program_t *p, minip_error_t err)
{
  minip_lp_outcome_t outcome;
  fmpq_t value;
  fmpq *x = _fmpq_vec_init((slong)p->columns);
  fmpq_init(value);
  minip_status_t st = minip_lp_solve(&outcome, value, x, NULL, p->lp, err);
  if (st == MINIP_OK && (outcome != MINIP_LP_OPTIMAL || fmpq_sgn(x) <= 0))
    st = minip_error_set(err, MINIP_INTERNAL, "the program of T17 has no optimum"); /* one word alone, t = 1, is a solution, and see above */
  if (st == MINIP_OK)
    take_optimum(cap, p, value, x);
  fmpq_clear(value);
  _fmpq_vec_clear(x, (slong)p->columns);
  return st;
}

static minip_status_t cap_ratio(minip_bound_cap_t cap, const minip_bound_task_t task, size_t m, size_t w, minip_error_t err)
{
  program_t p;
  minip_status_t st = program_make(&p, task, m, w, err);
  if (st == MINIP_OK)
    st = add_objective(&p, task, err);
  for (size_t i = 1; st == MINIP_OK && i <= p.count; i++)
    st = add_delsarte(&p, i, err);
  if (st == MINIP_OK)
    st = solve(cap, &p, err);
  program_clear(&p);
  return st;
}

/* Caps on the words of a code of distance >= d = 2 delta. */
static minip_status_t cap_words(minip_bound_cap_t cap, size_t m, size_t w, size_t delta, minip_error_t err)
{
  size_t count = w < m - w ? w : m - w;
  fmpq_t lp;
  fmpq *dual = _fmpq_vec_init((slong)count);
  fmpq_init(lp);
  minip_status_t st = minip_code_upper(cap->johnson, m, 2 * delta, w, 0, err);
  if (st == MINIP_OK)
    st = minip_johnson_lp(lp, dual, m, 2 * delta, w, err);
  if (st == MINIP_OK)
    fmpz_fdiv_q(cap->delsarte, fmpq_numref(lp), fmpq_denref(lp));
  fmpq_clear(lp);
  _fmpq_vec_clear(dual, (slong)count);
  return st;
}

/* Does the bound's code give one of weight w or m - w at m bits, by complementing and by adding coordinates that are 0, or 1, in all words? None of this changes
   distances. */
static int reaches(const minip_bound_lower_struct *x, size_t m, size_t w)
{
  size_t more = m - x->m, c = x->m - x->w;
  return (x->w <= w && w <= x->w + more) || (c <= w && w <= c + more);
}

static const minip_bound_lower_struct *best_trace(const minip_bound_list_t list, size_t m, size_t w)
{
  const minip_bound_lower_struct *best = NULL;
  for (size_t i = 0; i < list->count; i++) {
    const minip_bound_lower_struct *x = list->items + i;
    int usable = x->form == MINIP_FORM_TRACE && x->w > 0 && x->m <= m && reaches(x, m, w);
    if (usable && (!best || fmpq_cmp(x->value, best->value) > 0))
      best = x;
  }
  return best;
}

minip_status_t minip_bound_cap(minip_bound_cap_t cap, const minip_bound_task_t task, size_t m, size_t w, const minip_bound_list_t hand, minip_error_t err)
{
  size_t count = w > m ? 0 : w < m - w ? w : m - w;
  if (m < 2 || m > task->kmax || count < task->least_gap)
    return minip_error_set(err, MINIP_INPUT, "a ceiling needs %zu <= w <= m - %zu, m <= %zu", task->least_gap, task->least_gap, task->kmax);
  if (m > MINIP_BOUND_MAX_CAP)
    return minip_error_set(err, MINIP_LIMIT, "ceilings of codes are computed for m up to %d", MINIP_BOUND_MAX_CAP);
  cap->m = m, cap->w = w;
  cap->best = hand ? best_trace(hand, m, w) : NULL;
  cap->delta = cap->best ? cap->best->delta : task->least_gap;
  minip_status_t st = cap_ratio(cap, task, m, w, err);
  if (st == MINIP_OK)
    st = cap_words(cap, m, w, cap->delta, err);
  if (st == MINIP_OK && cap->best && fmpq_cmp(cap->best->value, cap->ratio) > 0)
    st = minip_error_set(err, MINIP_INTERNAL, "m = %zu, w = %zu: a code exceeds the ceiling of all codes", m, w);
  return st;
}

/* value / ratio, the part of the ceiling that is reached. */
static void set_best(json_t *x, const minip_bound_cap_t cap)
{
  fmpq_t share;
  fmpq_init(share);
  char *method = minip_bound_lower_method(cap->best);
  fmpq_div(share, cap->best->value, cap->ratio);
  json_object_set_new(x, "value", minip_report_fmpq(cap->best->value));
  json_object_set_new(x, "share", minip_report_fmpq(share));
  json_object_set_new(x, "method", method ? json_string(method) : json_null());
  if (cap->best->source == MINIP_SOURCE_PAIRS)
    json_object_set_new(x, "words", minip_report_fmpz(cap->best->N));
  free(method);
  fmpq_clear(share);
}

json_t *minip_bound_cap_json(const minip_bound_cap_t cap)
{
  json_t *x = json_object(), *distribution = json_object();
  json_object_set_new(x, "w", minip_report_slong((slong)cap->w));
  json_object_set_new(x, "ceiling", minip_report_fmpq(cap->ratio));
  json_object_set_new(x, "ceiling_words", minip_report_fmpq(cap->words));
  for (size_t k = 1; k <= cap->count; k++)
    if (!fmpq_is_zero(cap->distribution + k)) {
      char key[32];
      snprintf(key, sizeof key, "%zu", k);
      json_object_set_new(distribution, key, minip_report_fmpq(cap->distribution + k));
    }
  json_object_set_new(x, "ceiling_distribution", distribution);
  if (cap->best)
    set_best(x, cap);
  json_object_set_new(x, "distance", minip_report_slong(2 * (slong)cap->delta));
  json_object_set_new(x, "johnson", minip_report_fmpz(cap->johnson));
  json_object_set_new(x, "delsarte", minip_report_fmpz(cap->delsarte));
  return x;
}
