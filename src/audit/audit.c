/* Deciding the claims of a ledger. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

static void number_init(minip_audit_number_t *x)
{
  x->is_exact = 1;
  fmpq_init(&x->exact);
  arb_init(&x->ball);
}

static void number_clear(minip_audit_number_t *x)
{
  fmpq_clear(&x->exact);
  arb_clear(&x->ball);
}

static void number_set(minip_audit_number_t *x, const minip__value_t v)
{
  x->is_exact = v->is_exact;
  fmpq_set(&x->exact, v->exact);
  arb_set(&x->ball, v->ball);
}

void minip_audit_init(minip_audit_t audit) { memset(audit, 0, sizeof *audit); }

void minip_audit_clear(minip_audit_t audit)
{
  for (size_t i = 0; i < audit->count; i++) {
    free(audit->claims[i].name);
    number_clear(&audit->claims[i].value);
    number_clear(&audit->claims[i].slack);
  }
  free(audit->claims);
  minip_audit_init(audit);
}

/* Is x >= 0 (or > 0, with strict)? */
static minip_tri_t is_good(const minip__value_t x, int strict)
{
  if (x->is_exact)
    return fmpq_sgn(x->exact) > 0 || (!strict && fmpq_is_zero(x->exact)) ? MINIP_PROVED : MINIP_REFUTED;
  if (strict ? arb_is_positive(x->ball) : arb_is_nonnegative(x->ball))
    return MINIP_PROVED;
  return (strict ? arb_is_nonpositive(x->ball) : arb_is_negative(x->ball)) ? MINIP_REFUTED : MINIP_UNSETTLED;
}

/* margin = how well `a relation b` holds: >= 0 is good, and its sign decides. */
static minip_status_t margin_of(minip__value_t margin, minip_tri_t *status, const minip__value_t a, const minip__value_t b, minip__token_kind_t relation,
                                const minip__node_t *node, minip__evaluation_t *ev, minip_error_t err)
{
  int greater = relation == TOKEN_GT || relation == TOKEN_GE;
  minip_status_t st = minip__operation(NODE_SUBTRACT)(margin, greater ? a : b, greater ? b : a, node, ev, err);
  if (st != MINIP_OK)
    return st;
  if (relation == TOKEN_EQ) {
    fmpq_abs(margin->exact, margin->exact);
    fmpq_neg(margin->exact, margin->exact);
    arb_abs(margin->ball, margin->ball);
    arb_neg(margin->ball, margin->ball);
  }
  *status = is_good(margin, relation == TOKEN_LT || relation == TOKEN_GT);
  return MINIP_OK;
}

/* Is margin a provably smaller than b? Of several relations the least margin is reported. */
static int is_less(const minip__value_t a, const minip__value_t b, slong prec)
{
  arb_t x, y;
  arb_init(x), arb_init(y);
  minip__value_get_arb(x, a, prec);
  minip__value_get_arb(y, b, prec);
  int less = a->is_exact && b->is_exact ? fmpq_cmp(a->exact, b->exact) < 0 : arb_lt(x, y);
  arb_clear(x), arb_clear(y);
  return less;
}

/* One side of a claim. A side that cannot be told at this precision (a floor or ceil between two integers) may be any number. */
static minip_status_t evaluate_side(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev, minip_error_t err)
{
  minip_status_t st = minip__evaluate(v, node, frame, ev, err);
  if (st == MINIP_OK && v->string)
    return minip__node_fail(err, MINIP_INPUT, node, ev, "a text cannot be compared");
  if (st != MINIP_UNDECIDED)
    return st;
  minip_error_init(err);
  v->string = NULL;
  v->is_exact = 0;
  arb_zero_pm_inf(v->ball);
  return MINIP_OK;
}

/* All sides and relations of a claim at one precision. A refuted relation refutes the claim, whatever the others are. */
static minip_status_t decide_at(minip_claim_t *claim, const minip__statement_t *s, minip__value_struct *sides, minip__evaluation_t *ev, minip_error_t err)
{
  minip__value_struct frame[MINIP__MAX_SCOPE];
  minip__value_t margin, least;
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; i < MINIP__MAX_SCOPE; i++)
    minip__value_init(&frame[i]);
  minip__value_init(margin), minip__value_init(least);
  for (size_t i = 0; st == MINIP_OK && i < s->sides; i++)
    st = evaluate_side(&sides[i], s->side[i], frame, ev, err);
  claim->status = MINIP_PROVED;
  for (size_t i = 0; st == MINIP_OK && i + 1 < s->sides; i++) {
    minip_tri_t one = MINIP_UNSETTLED;
    st = margin_of(margin, &one, &sides[i], &sides[i + 1], s->relation[i], s->side[i], ev, err);
    claim->status = one < claim->status && (one == MINIP_REFUTED || claim->status != MINIP_REFUTED) ? one : claim->status;
    if (i == 0 || is_less(margin, least, ev->prec))
      minip__value_swap(margin, least);
  }
  number_set(&claim->value, &sides[0]);
  number_set(&claim->slack, least);
  minip__value_clear(margin), minip__value_clear(least);
  for (size_t i = 0; i < MINIP__MAX_SCOPE; i++)
    minip__value_clear(&frame[i]);
  return st;
}

static minip_status_t decide(minip_claim_t *claim, const minip__statement_t *s, const char *file, slong max_prec, minip_error_t err)
{
  minip__value_struct sides[MINIP__MAX_RELATIONS + 1];
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; i < s->sides; i++)
    minip__value_init(&sides[i]);
  claim->status = MINIP_UNSETTLED;
  /* 64 bits, 128, .. and at last max_prec itself */
  for (slong last = 0, prec; claim->status == MINIP_UNSETTLED && last < max_prec; last = prec) {
    prec = last == 0 ? 64 : 2 * last;
    prec = prec < max_prec ? prec : max_prec;
    minip__evaluation_t ev = {.file = file, .prec = prec};
    st = decide_at(claim, s, sides, &ev, err);
    if (st != MINIP_OK)
      break;
  }
  for (size_t i = 0; i < s->sides; i++)
    minip__value_clear(&sides[i]);
  return st;
}

/* A first slot of claims, then one decision after the other. */
static minip_status_t decide_all(minip_audit_t audit, const minip__ledger_t *ledger, slong max_prec, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  audit->claims = calloc(ledger->claim_count + 1, sizeof *audit->claims);
  if (!audit->claims)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory", ledger->file);
  for (const minip__statement_t *s = ledger->claims; st == MINIP_OK && s; s = s->next) {
    minip_claim_t *claim = &audit->claims[audit->count++];
    number_init(&claim->value), number_init(&claim->slack);
    claim->line = s->line;
    claim->name = strdup(s->name);
    st = claim->name ? decide(claim, s, ledger->file, max_prec, err) : minip_error_set(err, MINIP_LIMIT, "%s: out of memory", ledger->file);
  }
  return st;
}

minip_status_t minip_audit_run(minip_audit_t audit, const char *name, const char *text, size_t size, slong max_prec, minip_error_t err)
{
  minip__ledger_t ledger;
  minip_audit_clear(audit);
  minip_status_t st = minip__ledger_parse(&ledger, name, text, size, err);
  if (st == MINIP_OK && ledger.claim_count == 0) /* "all claims hold" must not be said of none */
    st = minip_error_set(err, MINIP_INPUT, "%s: states no claim", name);
  if (st == MINIP_OK)
    st = decide_all(audit, &ledger, max_prec, err);
  minip__ledger_clear(&ledger);
  return st;
}
