/* Kind transcript: T16's condition for a family of queries. */
#include "check.h"

static void check_block(size_t m, size_t n, size_t q, size_t s, const json_t *words)
{
  if (ck_array(words, "words", 0) != 0)
    ck_reject("words: none for the block family");
  if (q >= SIZE_MAX / CK_MAX_M || m < s * (q + 1) || n != q + 1)
    ck_reject("block: needs m >= s(q+1) and length q+1");
}

static void check_words(const ck_tokens_t *words, size_t s)
{
  size_t w = words->count ? ck_weight(ck_token(words, 0), words->words) : 0;
  if ((uint64_t)words->count * words->count > CK_MAX_CODE_WORK / words->words)
    ck_unreadable("a code of too many words");
  for (size_t i = 0; i < words->count; i++) {
    if (ck_weight(ck_token(words, i), words->words) != w || s > w)
      ck_reject("words: not all of one weight >= s");
    for (size_t j = 0; j < i; j++) {
      size_t common = ck_overlap(ck_token(words, i), ck_token(words, j), words->words);
      if (s > common || s > w - common)
        ck_reject("words %zu and %zu: s is above their overlap or their difference", j, i);
    }
  }
}

void ck_transcript(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"m", "length", "queries", "largest", "symbols", NULL};
  static const char *const evidence_keys[] = {"family", "words", NULL};
  const json_t *c[5], *e[2];
  ck_tokens_t words;
  mpz_t symbols, exact;
  (void)kernel, (void)den;
  mpz_inits(symbols, exact, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  size_t m = ck_size(c[0], "m", CK_MAX_M), n = ck_size(c[1], "length", CK_MAX_LENGTH), q = ck_size(c[2], "queries", CK_MAX_TOKENS);
  size_t s = ck_size(c[3], "largest", CK_MAX_M);
  ck_integer(symbols, c[4], "symbols");
  if (q == 0 || s == 0)
    ck_reject("claim: no queries, or s = 0");
  if (ck_is(e[0], "block", "family"))
    check_block(m, n, q, s, e[1]);
  else {
    ck_must_be(e[0], "code", "family");
    ck_tokens(&words, e[1], m, "words");
    if (words.count != q || n != 2 * q)
      ck_reject("code: queries is the number of words, length twice that");
    check_words(&words, s);
  }
  mpz_ui_pow_ui(exact, s + 1, q);
  if (mpz_cmp(symbols, exact) != 0)
    ck_reject("symbols: not (s+1)^q");
  ck_must_be(parts->theorem, "T16", "theorem");
  ck_statement(parts->statement,
               "In every deterministic sketch model that is right at length %zu and %zu bits the product of all channel alphabets is at least %Zd.", n, m, symbols);
}
