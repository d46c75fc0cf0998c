/* Evaluating trees. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 50000000 /* nodes in one claim at one precision; a number of k bits counts k/1024 nodes more */
#define MAX_DEPTH 2000
#define MAX_TERMS 10000000 /* of one sum or product */

/* Counts the steps of one more node, whose value is v. */
static minip_status_t charge(const minip__value_t v, const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  size_t bits = v->string ? 0 : v->is_exact ? fmpz_bits(fmpq_numref(v->exact)) + fmpz_bits(fmpq_denref(v->exact)) : (size_t)ev->prec;
  ev->steps += 1 + bits / 1024;
  return ev->steps <= MAX_STEPS ? MINIP_OK : minip__node_fail(err, MINIP_LIMIT, node, ev, "more than %d steps in one claim", MAX_STEPS);
}

static minip_status_t evaluate_children(minip__value_struct *values, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev,
                                        minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < node->child_count; i++)
    st = minip__evaluate(&values[i], node->children[i], frame, ev, err);
  return st;
}

static minip_status_t need_number(const minip__value_t v, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err)
{
  return v->string ? minip__node_fail(err, MINIP_INPUT, node, ev, "a text where a number is needed") : MINIP_OK;
}

static minip_status_t operate(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  minip__value_t a, b;
  minip__value_init(a), minip__value_init(b);
  minip_status_t st = minip__evaluate(a, node->children[0], frame, ev, err);
  if (st == MINIP_OK)
    st = minip__evaluate(b, node->children[1], frame, ev, err);
  if (st == MINIP_OK)
    st = need_number(a, node, ev, err);
  if (st == MINIP_OK)
    st = need_number(b, node, ev, err);
  if (st == MINIP_OK)
    st = minip__operation(node->kind)(v, a, b, node, ev, err);
  minip__value_clear(a), minip__value_clear(b);
  return st;
}

static minip_status_t negate(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  minip_status_t st = minip__evaluate(v, node->children[0], frame, ev, err);
  if (st == MINIP_OK)
    st = need_number(v, node, ev, err);
  fmpq_neg(v->exact, v->exact);
  arb_neg(v->ball, v->ball);
  return st;
}

/* The integer end points of a range. */
static minip_status_t range_ends(slong *from, slong *to, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  minip__value_t v;
  minip__value_init(v);
  minip_status_t st = minip__evaluate(v, node->children[0], frame, ev, err);
  if (st == MINIP_OK)
    st = minip__need_integer(from, v, -WORD_MAX / 4, WORD_MAX / 4, "the lower end of the range", node, ev, err);
  if (st == MINIP_OK)
    st = minip__evaluate(v, node->children[1], frame, ev, err);
  if (st == MINIP_OK)
    st = minip__need_integer(to, v, -WORD_MAX / 4, WORD_MAX / 4, "the upper end of the range", node, ev, err);
  minip__value_clear(v);
  if (st == MINIP_OK && *to - *from >= MAX_TERMS)
    return minip__node_fail(err, MINIP_LIMIT, node, ev, "the range has more than %d terms", MAX_TERMS);
  return st;
}

/* Sums and products; an empty range gives 0 or 1. */
static minip_status_t accumulate(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  slong from, to;
  minip__value_t term, total, next;
  minip_status_t st = range_ends(&from, &to, node, frame, ev, err);
  if (st != MINIP_OK)
    return st;
  minip__operation_t combine = minip__operation(node->kind == NODE_SUM ? NODE_ADD : NODE_MULTIPLY);
  minip__value_init(term), minip__value_init(total), minip__value_init(next);
  fmpq_set_si(total->exact, node->kind == NODE_PRODUCT, 1);
  minip__value_struct *variable = &frame[node->index];
  for (slong i = from; st == MINIP_OK && i <= to; i++) {
    variable->string = NULL;
    variable->is_exact = 1;
    fmpq_set_si(variable->exact, i, 1);
    st = minip__evaluate(term, node->children[2], frame, ev, err);
    if (st == MINIP_OK)
      st = need_number(term, node, ev, err);
    if (st == MINIP_OK)
      st = combine(next, total, term, node, ev, err);
    if (st == MINIP_OK)
      st = charge(next, node, ev, err);
    minip__value_swap(total, next);
  }
  minip__value_swap(v, total);
  minip__value_clear(term), minip__value_clear(total), minip__value_clear(next);
  return st;
}

static void copy(minip__value_t v, const minip__value_t from)
{
  v->string = from->string;
  v->is_exact = from->is_exact;
  fmpq_set(v->exact, from->exact);
  arb_set(v->ball, from->ball);
}

/* The body in a frame of its own, with the arguments first. */
static minip_status_t enter(minip__value_t v, const minip__node_t *node, minip__value_struct *arguments, minip__evaluation_t *ev, minip_error_t err)
{
  minip__value_struct frame[MINIP__MAX_SCOPE];
  for (size_t i = 0; i < MINIP__MAX_SCOPE; i++)
    minip__value_init(&frame[i]);
  for (size_t i = 0; i < node->child_count; i++)
    minip__value_swap(&frame[i], &arguments[i]);
  minip_status_t st = minip__evaluate(v, node->definition->body, frame, ev, err);
  for (size_t i = 0; i < MINIP__MAX_SCOPE; i++)
    minip__value_clear(&frame[i]);
  return st;
}

static int remembered(minip__value_t v, const minip__definition_t *d, const minip__evaluation_t *ev)
{
  if (!d->cache || (!d->cache->value->is_exact && d->cache->prec != ev->prec))
    return 0;
  copy(v, d->cache->value);
  return 1;
}

static void remember(minip__definition_t *d, const minip__value_t v, const minip__evaluation_t *ev)
{
  if (!d->cache && (d->cache = malloc(sizeof *d->cache)))
    minip__value_init(d->cache->value);
  if (!d->cache)
    return; /* without memory it is evaluated again */
  d->cache->prec = ev->prec;
  copy(d->cache->value, v);
}

/* An exact zero. The term of a sum, or a side at the next precision, still holds its last value; a function need only say what differs from zero. */
static void reset(minip__value_t v)
{
  v->string = NULL;
  v->is_exact = 1;
  fmpq_zero(v->exact);
}

static minip_status_t call(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  minip__value_struct arguments[MINIP__MAX_ARGUMENTS];
  int is_constant = node->kind == NODE_DEFINED && node->child_count == 0;
  if (is_constant && remembered(v, node->definition, ev))
    return MINIP_OK;
  for (size_t i = 0; i < MINIP__MAX_ARGUMENTS; i++)
    minip__value_init(&arguments[i]);
  minip_status_t st = evaluate_children(arguments, node, frame, ev, err);
  if (st == MINIP_OK && node->kind == NODE_DEFINED)
    st = enter(v, node, arguments, ev, err);
  else if (st == MINIP_OK) {
    reset(v);
    st = node->builtin->apply(v, arguments, node->child_count, node, ev, err);
  }
  if (st == MINIP_OK && is_constant)
    remember(node->definition, v, ev);
  for (size_t i = 0; i < MINIP__MAX_ARGUMENTS; i++)
    minip__value_clear(&arguments[i]);
  return st;
}

static minip_status_t dispatch(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  switch (node->kind) {
  case NODE_NUMBER:
    v->string = NULL;
    v->is_exact = 1;
    fmpq_set(v->exact, &node->exact);
    return MINIP_OK;
  case NODE_STRING: v->string = node->text; return MINIP_OK;
  case NODE_VARIABLE: copy(v, &frame[node->index]); return MINIP_OK;
  case NODE_NEGATE: return negate(v, node, frame, ev, err);
  case NODE_SUM:
  case NODE_PRODUCT: return accumulate(v, node, frame, ev, err);
  case NODE_DEFINED:
  case NODE_CALL: return call(v, node, frame, ev, err);
  default: return operate(v, node, frame, ev, err);
  }
}

minip_status_t minip__evaluate(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  if (ev->depth >= MAX_DEPTH)
    return minip__node_fail(err, MINIP_LIMIT, node, ev, "nested deeper than %d", MAX_DEPTH);
  ev->depth++;
  minip_status_t st = dispatch(v, node, frame, ev, err);
  ev->depth--;
  return st == MINIP_OK ? charge(v, node, ev, err) : st;
}
