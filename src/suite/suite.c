/* Suites as values. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip_suite_init(minip_suite_t suite)
{
  memset(suite, 0, sizeof *suite);
  minip_tokens_init(suite->tokens);
  minip_pairs_init(suite->pairs);
}

void minip_suite_clear(minip_suite_t suite)
{
  free(suite->name), free(suite->sequences), free(suite->targets);
  minip_tokens_clear(suite->tokens);
  minip_pairs_clear(suite->pairs);
  minip_suite_init(suite);
}

void minip_suite_result_init(minip_suite_result_t result) { memset(result, 0, sizeof *result); }

void minip_suite_result_clear(minip_suite_result_t result)
{
  for (size_t i = 0; i < result->count; i++) {
    minip_suite_answer_t *a = &result->answers[i];
    if (a->multipliers)
      _fmpq_vec_clear(a->multipliers, (slong)a->count);
    if (a->values)
      _fmpq_vec_clear(a->values, (slong)a->token_count);
    free(a->sequences), free(a->token_list);
    fmpq_clear(&a->error), fmpq_clear(&a->offset);
  }
  free(result->answers);
  minip_suite_result_init(result);
}
