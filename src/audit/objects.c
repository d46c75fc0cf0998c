/* The functions that name objects: codes, kernels, and the bounds on features that this program proves. */
#include "internal.h"
#include <minip/bound.h>
#include <minip/construct.h>
#include <minip/gap.h>
#include <minip/rank.h>
#include <unistd.h>

#define FUNCTION(name)                                                                                                                     \
  static minip_status_t name(minip__value_t v, minip__value_struct *arguments, size_t count, const minip__node_t *node, minip__evaluation_t *ev, \
                             minip_error_t err)

/* A failure of another room, with the place in the ledger. What is undecided there stays undecided at every precision. */
static minip_status_t blame(minip_error_t err, const minip_error_t why, const minip__node_t *node, const minip__evaluation_t *ev)
{
  return minip__node_fail(err, why->status == MINIP_USAGE ? MINIP_INPUT : why->status, node, ev, "%s", why->text);
}

/* ---- codes ---- */

static minip_status_t load_code(minip_code_t code, const minip__value_t name, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  minip_error_t why;
  minip_error_init(why);
  if (minip__need_string(name, "a code", node, ev, err) != MINIP_OK)
    return err->status;
  minip_status_t st = access(name->string, F_OK) == 0 ? minip_code_load(code, name->string, MINIP_CODE_AUTO, 0, why)
                                                      : minip_code_construct(code, name->string, why);
  return st == MINIP_OK ? MINIP_OK : blame(err, why, node, ev);
}

typedef enum { CODE_SIZE, CODE_LENGTH, CODE_WEIGHT, CODE_DISTANCE, CODE_NEIGHBOURS } question_t;

static minip_status_t answer(minip__value_t v, question_t question, const minip_code_measures_t m, slong k, const minip__node_t *node,
                             const minip__evaluation_t *ev, minip_error_t err)
{
  v->is_exact = 1;
  switch (question) {
  case CODE_SIZE: fmpq_set_ui(v->exact, m->size, 1); break;
  case CODE_LENGTH: fmpq_set_ui(v->exact, m->n, 1); break;
  case CODE_WEIGHT:
    if (!m->constant_weight)
      return minip__node_fail(err, MINIP_INPUT, node, ev, "the code has words of different weights");
    fmpq_set_ui(v->exact, m->max_weight, 1);
    break;
  case CODE_DISTANCE:
    if (m->size < 2)
      return minip__node_fail(err, MINIP_INPUT, node, ev, "a single word has no distance");
    fmpq_set_ui(v->exact, m->min_distance, 1);
    break;
  case CODE_NEIGHBOURS:
    if (2 * (size_t)k > m->n)
      fmpq_zero(v->exact);
    else
      minip_code_average(v->exact, m, 2 * (size_t)k);
  }
  return MINIP_OK;
}

static minip_status_t measure(minip__value_t v, question_t question, minip__value_struct *arguments, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  slong k = 0;
  minip_code_t code;
  minip_code_measures_t measures;
  minip_error_t why;
  minip_error_init(why);
  if (question == CODE_NEIGHBOURS && minip__need_integer(&k, &arguments[1], 0, 100000, "the half-distance", node, ev, err) != MINIP_OK)
    return err->status;
  minip_code_init(code);
  minip_code_measures_init(measures);
  minip_status_t st = load_code(code, &arguments[0], node, ev, err);
  if (st == MINIP_OK && (st = minip_code_measure(measures, code, 1, NULL, NULL, why)) != MINIP_OK)
    blame(err, why, node, ev);
  if (st == MINIP_OK)
    st = answer(v, question, measures, k, node, ev, err);
  minip_code_clear(code);
  minip_code_measures_clear(measures);
  return st;
}

FUNCTION(code_size) { return (void)count, measure(v, CODE_SIZE, arguments, node, ev, err); }
FUNCTION(code_length) { return (void)count, measure(v, CODE_LENGTH, arguments, node, ev, err); }
FUNCTION(code_weight) { return (void)count, measure(v, CODE_WEIGHT, arguments, node, ev, err); }
FUNCTION(code_distance) { return (void)count, measure(v, CODE_DISTANCE, arguments, node, ev, err); }
FUNCTION(neighbours) { return (void)count, measure(v, CODE_NEIGHBOURS, arguments, node, ev, err); }

/* ---- bounds on the features ---- */

/* The best bound of a code's pairs at length n, for nonnegative (0) or signed (1) kernels. */
static minip_status_t pairs_bound(minip__value_t v, int is_signed, minip__value_struct *arguments, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  minip_code_t code;
  minip_pairs_t pairs;
  minip_bound_task_t task;
  minip_bound_list_t list;
  minip_error_t why;
  minip_error_init(why);
  minip_code_init(code), minip_pairs_init(pairs), minip_bound_task_init(task), minip_bound_list_init(list);
  minip_status_t st = load_code(code, &arguments[0], node, ev, err);
  if (st == MINIP_OK)
    st = minip__audit_task(task, &arguments[1], minip_code_n(code), is_signed, node, ev, err);
  if (st == MINIP_OK) {
    st = minip_pairs_from_code(pairs, code, why);
    if (st == MINIP_OK)
      st = minip_bound_pairs(list, task, pairs, 1, why);
    const minip_bound_lower_struct *best = st == MINIP_OK ? minip_bound_list_best(list) : NULL;
    if (st != MINIP_OK)
      blame(err, why, node, ev);
    else if (best)
      minip__value_set_fmpz(v, best->bound);
    else
      st = minip__node_fail(err, MINIP_INPUT, node, ev, "the code gives no bound");
  }
  minip_code_clear(code), minip_pairs_clear(pairs), minip_bound_task_clear(task), minip_bound_list_clear(list);
  return st;
}

FUNCTION(rank_bound) { return (void)count, pairs_bound(v, 0, arguments, node, ev, err); }
FUNCTION(signed_rank_bound) { return (void)count, pairs_bound(v, 1, arguments, node, ev, err); }

/* deletion(m, n, w, delta, T): the integer bound of T10(b), trace form, at these parameters. */
FUNCTION(deletion)
{
  slong m, w, delta;
  minip_bound_task_t task;
  minip_bound_lower_t lower;
  minip_error_t why;
  (void)count;
  minip_error_init(why);
  if (minip__need_integer(&m, &arguments[0], 1, MINIP_BOUND_MAX_M, "m", node, ev, err) != MINIP_OK ||
      minip__need_integer(&w, &arguments[2], 0, m, "the weight", node, ev, err) != MINIP_OK ||
      minip__need_integer(&delta, &arguments[3], 1, m, "delta", node, ev, err) != MINIP_OK ||
      minip__need_exact(&arguments[4], "T", node, ev, err) != MINIP_OK)
    return err->status;
  if (!fmpz_is_one(fmpq_denref(arguments[4].exact)))
    return minip__node_fail(err, MINIP_INPUT, node, ev, "T must be an integer");
  minip_bound_lower_init(lower);
  minip_status_t st = minip__audit_task(task, &arguments[1], (size_t)m, 0, node, ev, err);
  lower->source = MINIP_SOURCE_DELETION;
  lower->form = MINIP_FORM_TRACE;
  lower->m = (size_t)m, lower->w = (size_t)w, lower->delta = (size_t)delta;
  fmpz_set(lower->T, fmpq_numref(arguments[4].exact));
  if (st == MINIP_OK && (st = minip_bound_evaluate(lower, task, why)) != MINIP_OK)
    blame(err, why, node, ev);
  if (st == MINIP_OK)
    minip__value_set_fmpz(v, lower->bound);
  minip_bound_lower_clear(lower);
  minip_bound_task_clear(task);
  return st;
}

static minip_status_t row_bound(minip__value_t v, int upper, minip__value_struct *arguments, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  slong m;
  minip_bound_task_t task;
  minip_bound_list_t list;
  minip_bound_row_t row;
  minip_error_t why;
  minip_error_init(why);
  if (minip__need_integer(&m, &arguments[0], 1, 1024, "m", node, ev, err) != MINIP_OK)
    return err->status;
  minip_bound_list_init(list), minip_bound_row_init(row);
  minip_status_t st = minip__audit_task(task, &arguments[1], (size_t)m, 0, node, ev, err);
  if (st == MINIP_OK) {
    minip_bound_options_t options = {.ready = list, .shatter = 0};
    st = minip_bound_catalogue(list, task, (size_t)m, 1, why);
    if (st == MINIP_OK)
      st = minip_bound_row(row, task, (size_t)m, &options, why);
    if (st != MINIP_OK)
      blame(err, why, node, ev);
    else
      minip__value_set_fmpz(v, upper ? row->upper->rank : row->lowers->items[row->best].bound);
  }
  minip_bound_row_clear(row), minip_bound_list_clear(list), minip_bound_task_clear(task);
  return st;
}

FUNCTION(lower_bound) { return (void)count, row_bound(v, 0, arguments, node, ev, err); }
FUNCTION(upper_bound) { return (void)count, row_bound(v, 1, arguments, node, ev, err); }

/* ---- kernels ---- */

static minip_status_t load_kernel(minip_kernel_t kernel, const minip__value_t name, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  minip_error_t why;
  minip_error_init(why);
  minip_kernel_init(kernel);
  if (minip__need_string(name, "a kernel", node, ev, err) != MINIP_OK)
    return err->status;
  return minip_kernel_load(kernel, name->string, why) == MINIP_OK ? MINIP_OK : blame(err, why, node, ev);
}

/* The least head error of a kernel on the full suite of sequences of length n (T4). */
FUNCTION(optimal_error)
{
  slong n;
  fmpq_t half;
  minip_kernel_t kernel;
  minip_gap_result_t result;
  minip_error_t why;
  (void)count;
  minip_error_init(why);
  if (minip__need_integer(&n, &arguments[1], 1, MINIP_BOUND_MAX_LENGTH, "the length", node, ev, err) != MINIP_OK)
    return err->status;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_gap_result_init(result);
  minip_status_t st = load_kernel(kernel, &arguments[0], node, ev, err);
  if (st == MINIP_OK && (st = minip_gap_certify(result, kernel, (size_t)n, half, 1, NULL, NULL, why)) != MINIP_OK)
    blame(err, why, node, ev);
  if (st == MINIP_OK && (!result->has_error || !result->error_is_optimal))
    st = minip__node_fail(err, MINIP_INPUT, node, ev, "the kernel has no optimal error that is known");
  if (st == MINIP_OK) {
    v->is_exact = 1;
    fmpq_set(v->exact, result->error);
  }
  minip_gap_result_clear(result);
  minip_kernel_clear(kernel);
  fmpq_clear(half);
  return st;
}

FUNCTION(kernel_rank)
{
  minip_kernel_t kernel;
  minip_rank_result_t result;
  minip_error_t why;
  (void)count;
  minip_error_init(why);
  minip_rank_result_init(result);
  minip_status_t st = load_kernel(kernel, &arguments[0], node, ev, err);
  if (st == MINIP_OK && (st = minip_rank_kernel(result, kernel, why)) != MINIP_OK)
    blame(err, why, node, ev);
  if (st == MINIP_OK)
    minip__value_set_fmpz(v, result->rank);
  minip_rank_result_clear(result);
  minip_kernel_clear(kernel);
  return st;
}

static const minip__builtin_t functions[] = {
  {"code_size", 1, 1, code_size},           {"code_length", 1, 1, code_length},
  {"code_weight", 1, 1, code_weight},       {"code_distance", 1, 1, code_distance},
  {"neighbours", 2, 2, neighbours},         {"rank_bound", 2, 2, rank_bound},
  {"signed_rank_bound", 2, 2, signed_rank_bound}, {"deletion", 5, 5, deletion},
  {"lower_bound", 2, 2, lower_bound},       {"upper_bound", 2, 2, upper_bound},
  {"optimal_error", 2, 2, optimal_error},   {"kernel_rank", 1, 1, kernel_rank},
  {NULL, 0, 0, NULL},
};
const minip__builtin_t *const minip__object_functions = functions;
