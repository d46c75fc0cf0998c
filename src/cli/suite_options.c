/* Rank bounds and tokens of suites, for reports. */
#include "suite_options.h"
#include <minip/bound.h>
#include <stdlib.h>

static minip_status_t best_bound(json_t *root, const minip_bound_task_t task, const minip_pairs_t pairs, int threads, minip_error_t err)
{
  minip_bound_list_t list;
  minip_bound_list_init(list);
  minip_status_t st = minip_bound_pairs(list, task, pairs, threads, err);
  const minip_bound_lower_struct *best = st == MINIP_OK ? minip_bound_list_best(list) : NULL;
  char *method = best ? minip_bound_lower_method(best) : NULL;
  if (st == MINIP_OK && (!best || !method))
    st = minip_error_set(err, MINIP_INTERNAL, "the pair system gave no rank bound");
  if (st == MINIP_OK) {
    json_object_set_new(root, "rank_bound", minip_report_fmpz(best->bound));
    json_object_set_new(root, "method", json_string(method));
  }
  free(method);
  minip_bound_list_clear(list);
  return st;
}

minip_status_t cli_add_rank_bound(json_t *root, const minip_pairs_t pairs, size_t n, int threads, minip_error_t err)
{
  minip_bound_task_t task;
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_bound_task_init(task);
  minip_status_t st = minip_bound_task_set(task, n, half, 0, pairs->x->m, err);
  if (st == MINIP_OK)
    st = best_bound(root, task, pairs, threads, err);
  minip_bound_task_clear(task);
  fmpq_clear(half);
  return st;
}

json_t *cli_suite_token(const minip_suite_t suite, uint32_t token)
{
  char *text = malloc(suite->tokens->m + 1);
  if (!text)
    return json_null();
  minip_token_to_text(text, minip_token_row(suite->tokens, token), suite->tokens->m);
  json_t *value = json_string(text);
  free(text);
  return value;
}

json_t *cli_suite_sequence(const minip_suite_t suite, size_t sequence)
{
  json_t *list = json_array();
  for (size_t j = 0; j < suite->n; j++)
    json_array_append_new(list, cli_suite_token(suite, minip_suite_sequence(suite, sequence)[j]));
  return list;
}
