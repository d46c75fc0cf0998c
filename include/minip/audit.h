/* Ledgers: named definitions and claims over exact integers, rationals and real numbers, each claim decided (doc/ledger.md is the language).

   Exact values stay exact; irrational ones (log2, entropy, roots) are balls whose precision grows until a claim is decided or the limit is
   reached. Equality of two irrational expressions can be refuted but not proved: it stays undecided, honestly. */
#ifndef MINIP_AUDIT_H
#define MINIP_AUDIT_H

#include <minip/num.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

#define MINIP_AUDIT_DEFAULT_PRECISION 4096 /* bits at which an undecided claim is given up */

/* One side of a claim, or a slack: exact, or a ball. */
typedef struct {
  int is_exact;
  fmpq exact;
  arb_struct ball; /* meaningful when not exact */
} minip_audit_number_t;

typedef struct {
  char *name;                 /* owned */
  size_t line;                /* of the claim, from 1 */
  minip_tri_t status;         /* proved: holds; refuted: fails; unsettled: undecided */
  minip_audit_number_t value; /* the left-hand side */
  minip_audit_number_t slack; /* the least margin of the chain's relations: right minus left, or left minus right, so that >= 0 is good; of an
                                 equation: minus the absolute difference */
} minip_claim_t;

typedef struct {
  size_t count;
  minip_claim_t *claims; /* in the order of the file; owned */
} minip_audit_struct;
typedef minip_audit_struct minip_audit_t[1];

void minip_audit_init(minip_audit_t audit);
void minip_audit_clear(minip_audit_t audit);

/* Decide every claim of a ledger text. name is used in messages ("paper.ledger:12:7: ..").
   MINIP_INPUT: no claim at all, a syntax error, a name used before its definition or in its own, a division by zero, a domain error, an unbounded sum;
   MINIP_LIMIT: more terms, digits or nesting than allowed. */
MINIP_MUST_CHECK minip_status_t minip_audit_run(minip_audit_t audit, const char *name, const char *text, size_t size, slong max_prec, minip_error_t err);

MINIP_END_DECLS

#endif
