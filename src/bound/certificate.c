/* Certificates of the bounds that are made from words at hand (kinds rank-at-least and transcript). */
#include "internal.h"
#include <minip/cert.h>
#include <stdlib.h>
#include <string.h>

/* The certificate's name of a form, or NULL where it has none. */
static const char *method_of(const minip_bound_lower_struct *x, const minip_bound_task_t task)
{
  switch (x->form) {
  case MINIP_FORM_SHATTERING: return "shattering";
  case MINIP_FORM_TRACE: return "trace";
  case MINIP_FORM_COLUMN: return "column";
  case MINIP_FORM_ROW: return "row";
  case MINIP_FORM_SCALED: return "two-sided";
  case MINIP_FORM_DOMINANCE: return "dominance";
  case MINIP_FORM_HALF_DOMINANCE: return task->strict ? "half-dominance" : NULL;
  case MINIP_FORM_OFFSET:
  case MINIP_FORM_LINEAR: return "offset";
  default: return NULL;
  }
}

static const minip_bound_lower_struct *best_certifiable(const minip_bound_row_t row, const minip_bound_task_t task, int form)
{
  const minip_bound_lower_struct *best = NULL;
  for (size_t i = 0; i < row->lowers->count; i++) {
    const minip_bound_lower_struct *x = row->lowers->items + i;
    int at_hand = x->source == MINIP_SOURCE_PAIRS || x->form == MINIP_FORM_SHATTERING;
    if (at_hand && (form < 0 || (int)x->form == form) && method_of(x, task) && (!best || fmpz_cmp(x->bound, best->bound) > 0))
      best = x;
  }
  return best;
}

/* The tokens of a shattering bound: those of its name, or {2i, 2i+1}. */
static minip_status_t shattered_tokens(minip_tokens_t tokens, const minip_bound_lower_struct *x, minip_error_t err)
{
  size_t t = fmpz_get_ui(x->N);
  minip_status_t st = minip_tokens_alloc(tokens, t, x->m, err);
  for (size_t i = 0; st == MINIP_OK && i < t; i++)
    if (x->name)
      st = minip_token_from_text(minip_token_row(tokens, i), x->name + i * (x->m + 1), x->m, err);
    else {
      minip_token_set_bit(minip_token_row(tokens, i), 2 * i, 1);
      minip_token_set_bit(minip_token_row(tokens, i), 2 * i + 1, 1);
    }
  return st;
}

/* Queries of subsets 1 .. 2^t - 2, row T - 1 for T. */
static minip_status_t shattering_queries(minip_tokens_t queries, const minip_tokens_t tokens, minip_error_t err)
{
  minip_tokens_t all;
  minip_tokens_init(all);
  minip_status_t st = minip_bound_shattered(all, tokens, err);
  size_t n = st == MINIP_OK ? all->count - 2 : 0;
  if (st == MINIP_OK)
    st = minip_tokens_alloc(queries, n, tokens->m, err);
  for (size_t T = 1; st == MINIP_OK && T <= n; T++)
    memcpy(minip_token_row(queries, T - 1), minip_token_row(all, T), all->words * sizeof(uint64_t));
  minip_tokens_clear(all);
  return st;
}

static minip_status_t from_tokens(char **text, minip_cert_rank_bound_t *c, const minip_bound_lower_struct *x, minip_error_t err)
{
  minip_tokens_t tokens, queries;
  minip_cert_source_t source = {NULL, NULL};
  minip_tokens_init(tokens), minip_tokens_init(queries);
  minip_status_t st = shattered_tokens(tokens, x, err);
  if (st == MINIP_OK && x->name)
    st = shattering_queries(queries, tokens, err);
  c->x = tokens;
  c->queries = x->name ? queries : NULL;
  if (st == MINIP_OK)
    st = minip_cert_rank_at_least(text, c, source, err);
  minip_tokens_clear(tokens), minip_tokens_clear(queries);
  return st;
}

static minip_status_t from_pairs(char **text, minip_cert_rank_bound_t *c, const minip_pairs_t pairs, minip_error_t err)
{
  minip_cert_source_t source = {NULL, NULL};
  if (pairs->sha256[0]) {
    source.name = pairs->name;
    source.sha256 = pairs->sha256;
  }
  c->x = pairs->x;
  c->z = minip__bound_is_complement(pairs) ? NULL : pairs->z;
  return minip_cert_rank_at_least(text, c, source, err);
}

static minip_status_t refuse(const minip_bound_row_t row, const minip_bound_task_t task, int form, minip_error_t err)
{
  const char *name = form < 0 ? "" : minip_bound_form_name((minip_bound_form_t)form);
  minip_bound_lower_struct x = {.form = form < 0 ? MINIP_FORM_TRACE : (minip_bound_form_t)form};
  if (!method_of(&x, task))
    return minip_error_set(err, MINIP_UNDECIDED, "bounds of the form '%s' have no certificate%s", name,
                           x.form == MINIP_FORM_HALF_DOMINANCE ? " below error 1/2" : "");
  return minip_error_set(err, MINIP_UNDECIDED, "m = %zu: no %s%sbound here is made from words at hand, which a certificate needs", row->m, name, form < 0 ? "" : " ");
}

minip_status_t minip_bound_certificate(char **text, const minip_bound_lower_struct **used, const minip_bound_row_t row, const minip_bound_task_t task, int form,
                                       const minip_pairs_struct *pairs, minip_error_t err)
{
  const minip_bound_lower_struct *x = best_certifiable(row, task, form);
  if (!x)
    return refuse(row, task, form, err);
  if (used)
    *used = x;
  minip_cert_rank_bound_t c = {.method = method_of(x, task), .m = x->m, .n = task->n, .is_signed = task->is_signed, .error = task->error, .rank = x->bound,
                               .offset = x->u, .slope = x->v, .p = x->p};
  if (x->form == MINIP_FORM_SHATTERING)
    return from_tokens(text, &c, x, err);
  if (pairs)
    return from_pairs(text, &c, pairs, err);
  minip_pairs_t made;
  minip_pairs_init(made);
  minip_status_t st = minip__bound_catalogue_pairs(made, x->name, err);
  if (st == MINIP_OK)
    st = from_pairs(text, &c, made, err);
  minip_pairs_clear(made);
  return st;
}

minip_status_t minip_transcript_certificate(char **text, const minip_transcript_t t, const minip_code_struct *code, minip_error_t err)
{
  minip_cert_source_t source = {NULL, NULL};
  if (t->family == MINIP_TRANSCRIPT_GIVEN || (t->family == MINIP_TRANSCRIPT_CODE && !code))
    return minip_error_set(err, MINIP_UNDECIDED, "q and s alone name no tokens to certify");
  int is_code = t->family == MINIP_TRANSCRIPT_CODE;
  if (is_code && code->sha256[0]) {
    source.name = code->name;
    source.sha256 = code->sha256;
  }
  return minip_cert_transcript(text, t->m, fmpz_get_ui(t->q), fmpz_get_ui(t->s), is_code ? code->words : NULL, source, err);
}
