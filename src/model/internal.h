/* Shared by loading, evaluating and refitting heads. */
#ifndef MINIP_MODEL_INTERNAL_H
#define MINIP_MODEL_INTERNAL_H

#include <minip/model.h>

/* Where the tokens and queries of a suite stand in a model. */
typedef struct {
  size_t *token;  /* suite token -> model token */
  size_t *query;  /* suite token -> model query, or (size_t)-1 when it is not one */
} minip__placement_t;

/* MINIP_INPUT names a token or a query that the model lacks. */
MINIP_MUST_CHECK minip_status_t minip__place_suite(minip__placement_t *placement, const minip_model_t model, const minip_suite_t suite, minip_error_t err);
void minip__placement_clear(minip__placement_t *placement);

/* The exact weight rows of every head for one query, fetched once per query. */
typedef struct {
  const minip_model_struct *model;
  size_t query;       /* of the model; (size_t)-1 before the first */
  minip_row_struct *rows; /* one per head; entries are the model's tokens */
} minip__rows_t;
MINIP_MUST_CHECK minip_status_t minip__rows_init(minip__rows_t *rows, const minip_model_t model, minip_error_t err);
void minip__rows_clear(minip__rows_t *rows);
MINIP_MUST_CHECK minip_status_t minip__rows_fetch(minip__rows_t *rows, size_t query, minip_error_t err);

/* share[j] = alpha_h(x,x_j) / (sum + eta) for the n tokens of a sequence (model token numbers); *is_defined = 0 when the denominator is zero.
   Without a normaliser share[j] = alpha_h(x,x_j). MINIP_UNDECIDED: an active clamp. */
MINIP_MUST_CHECK minip_status_t minip__head_shares(fmpq *share, int *is_defined, const minip__rows_t *rows, size_t head, const size_t *tokens, size_t n, minip_error_t err);

#endif
