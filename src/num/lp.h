/* A linear program as it is kept, shared by the program and its solver. */
#ifndef MINIP_NUM_LP_H
#define MINIP_NUM_LP_H

#include <minip/lp.h>

typedef struct {
  size_t column;
  fmpq value;
} minip__lp_entry_t;

typedef struct {
  char sense; /* 'L', 'G', 'E' */
  size_t first, count; /* its entries */
  fmpq rhs;
} minip__lp_row_t;

struct minip_lp_struct {
  size_t columns, row_count, row_room, entry_count, entry_room;
  char *is_free;
  fmpq *objective;
  double seconds; /* 0: no limit */
  minip__lp_row_t *rows;
  minip__lp_entry_t *entries;
};

/* The solver's answer, unchecked. */
MINIP_MUST_CHECK minip_status_t minip__lp_call(minip_lp_outcome_t *outcome, fmpq *x, fmpq *y, const struct minip_lp_struct *lp, minip_error_t err);

#endif
