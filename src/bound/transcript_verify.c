/* Brute force over a family of T16: every answer vector is met, by exact Min-IP targets with all tokens counting. */
#include "internal.h"
#include <minip/target.h>
#include <stdlib.h>

#define MAX_VECTORS (1 << 20)

typedef struct {
  size_t q, s;
  minip_tokens_t tokens;    /* the q queries, then the keys */
  uint32_t *answer, *target;
} family_t;

static void set_ones(uint64_t *row, size_t from, size_t count)
{
  for (size_t j = from; j < from + count; j++)
    minip_token_set_bit(row, j, 1);
}

static minip_status_t block_queries(family_t *f, size_t m, minip_error_t err)
{
  minip_status_t st = minip_tokens_alloc(f->tokens, f->q + 1, m, err);
  for (size_t i = 0; st == MINIP_OK && i < f->q; i++) {
    set_ones(minip_token_row(f->tokens, i), 0, f->s);
    set_ones(minip_token_row(f->tokens, i), f->s * (i + 1), f->s);
  }
  return st;
}

/* One key: nothing on the common part, a_i ones in block i. */
static void block_key(family_t *f)
{
  uint64_t *key = minip_token_row(f->tokens, f->q);
  for (size_t j = 0; j < f->tokens->m; j++)
    minip_token_set_bit(key, j, 0);
  for (size_t i = 0; i < f->q; i++)
    set_ones(key, f->s * (i + 1), f->answer[i]);
}

static minip_status_t code_queries(family_t *f, const minip_code_t code, minip_error_t err)
{
  size_t m = minip_code_n(code);
  minip_status_t st = minip_tokens_alloc(f->tokens, 2 * f->q, m, err);
  for (size_t i = 0; st == MINIP_OK && i < f->q; i++)
    for (size_t j = 0; j < m; j++)
      minip_token_set_bit(minip_token_row(f->tokens, i), j, minip_token_bit(minip_code_word(code, i), j));
  return st;
}

/* Key i: the complement of word i, and the first a_i of the word's own ones. */
static void code_keys(family_t *f)
{
  for (size_t i = 0; i < f->q; i++) {
    const uint64_t *x = minip_token_row(f->tokens, i);
    uint64_t *key = minip_token_row(f->tokens, f->q + i);
    for (size_t j = 0, taken = 0; j < f->tokens->m; j++) {
      int one = minip_token_bit(x, j);
      minip_token_set_bit(key, j, !one || taken < f->answer[i]);
      taken += (size_t)one;
    }
  }
}

/* The next vector of {0..s}^q; 0 after the last. */
static int next_answer(family_t *f)
{
  for (size_t i = 0; i < f->q; i++) {
    if (f->answer[i]++ < f->s)
      return 1;
    f->answer[i] = 0;
  }
  return 0;
}

static minip_status_t check_all(family_t *f, int is_code, minip_error_t err)
{
  do {
    if (is_code)
      code_keys(f);
    else
      block_key(f);
    minip_target_compute(f->target, NULL, f->tokens, 1);
    for (size_t i = 0; i < f->q; i++)
      if (f->target[i] != f->answer[i])
        return minip_error_set(err, MINIP_INTERNAL, "query %zu has target %u where the family promises %u", i, f->target[i], f->answer[i]);
  } while (next_answer(f));
  return MINIP_OK;
}

minip_status_t minip_transcript_verify(const minip_transcript_t t, const minip_code_struct *code, minip_error_t err)
{
  int is_code = t->family == MINIP_TRANSCRIPT_CODE;
  if (t->family == MINIP_TRANSCRIPT_GIVEN || (is_code && !code))
    return minip_error_set(err, MINIP_INPUT, "only the block family and codes can be verified: q and s alone name no tokens");
  if (fmpz_cmp_ui(t->answers, MAX_VECTORS) > 0)
    return minip_error_set(err, MINIP_LIMIT, "more than %d answer vectors to verify", MAX_VECTORS);
  family_t f = {.q = fmpz_get_ui(t->q), .s = fmpz_get_ui(t->s)};
  minip_tokens_init(f.tokens);
  minip_status_t st = is_code ? code_queries(&f, code, err) : block_queries(&f, t->m, err);
  f.answer = calloc(f.q + 1, sizeof *f.answer);
  f.target = calloc(2 * f.q + 2, sizeof *f.target);
  if (st == MINIP_OK && (!f.answer || !f.target))
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for the answers");
  if (st == MINIP_OK)
    st = check_all(&f, is_code, err);
  free(f.answer), free(f.target);
  minip_tokens_clear(f.tokens);
  return st;
}
