/* Exact linear programs: minimise c.x subject to rows, over the rationals.

   Solved by QSopt_ex (Applegate, Cook, Dash, Espinoza 2007); what is returned has been checked here in exact arithmetic, primal against dual,
   so an optimum is proved whatever the solver did. The solver runs in a forked child (it would replace GMP's allocator
   for the whole process), so calls are safe from any thread and cost about a millisecond on top of the solving. */
#ifndef MINIP_LP_H
#define MINIP_LP_H

#include <stddef.h>
#include <minip/num.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

typedef struct minip_lp_struct *minip_lp_t;

/* A program with `columns` variables x_j >= 0 (minip_lp_free lifts that), an objective of zero and no rows. MINIP_LIMIT: memory. */
MINIP_MUST_CHECK minip_status_t minip_lp_new(minip_lp_t *lp, size_t columns, minip_error_t err);
void minip_lp_delete(minip_lp_t lp); /* NULL is fine */

void minip_lp_free(minip_lp_t lp, size_t column);                       /* x_column may be negative */
void minip_lp_objective(minip_lp_t lp, size_t column, const fmpq_t c);

/* Give up (MINIP_UNDECIDED) after so many seconds in the solver; 0, the default: never. */
void minip_lp_time_limit(minip_lp_t lp, double seconds);

/* One row: sum coefficient[i] x_column[i] (sense) rhs, sense 'L' (<=), 'G' (>=) or 'E' (=); columns distinct. Everything is copied. */
MINIP_MUST_CHECK minip_status_t minip_lp_row(minip_lp_t lp, size_t count, const size_t *column, const fmpq *coefficient, char sense, const fmpq_t rhs,
                                             minip_error_t err);

typedef enum { MINIP_LP_OPTIMAL, MINIP_LP_INFEASIBLE, MINIP_LP_UNBOUNDED } minip_lp_outcome_t;

/* Solve. OPTIMAL: value, x (one per column) and the multipliers y (one per row) with y.rhs = c.x, y >= 0 on 'G' rows, <= 0 on 'L' rows, and
   c_j - (y A)_j = 0 on free columns, >= 0 on others. INFEASIBLE: y is a Farkas vector: the same signs, (y A)_j = 0 or <= 0, y.rhs > 0.
   UNBOUNDED: the solver's word, unproved. value, x and y may be NULL, else initialised entries.
   MINIP_UNDECIDED: the solver is missing, gave up, or its answer did not pass the check. */
MINIP_MUST_CHECK minip_status_t minip_lp_solve(minip_lp_outcome_t *outcome, fmpq_t value, fmpq *x, fmpq *y, minip_lp_t lp, minip_error_t err);

MINIP_END_DECLS

#endif
