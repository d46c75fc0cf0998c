/* Kind code: words of one weight, their minimum distance and distance distribution. */
#include "check.h"

/* pairs[d] = ordered pairs of different positions at distance d. */
static uint64_t *count_pairs(const ck_tokens_t *words)
{
  uint64_t *pairs = ck_new(words->m + 1, sizeof *pairs);
  if ((uint64_t)words->count * words->count > CK_MAX_CODE_WORK / words->words)
    ck_unreadable("a code of too many words");
  for (size_t i = 0; i < words->count; i++)
    for (size_t j = i + 1; j < words->count; j++) {
      const uint64_t *x = ck_token(words, i), *y = ck_token(words, j);
      size_t distance = 0;
      for (size_t k = 0; k < words->words; k++)
        distance += (size_t)__builtin_popcountll(x[k] ^ y[k]);
      pairs[distance] += 2;
    }
  return pairs;
}

/* Entries [distance, average], by growing distance, all of them and no other. */
static void check_distribution(const json_t *value, const uint64_t *pairs, size_t n, size_t size)
{
  mpq_t claimed, average;
  mpq_inits(claimed, average, NULL);
  size_t length = ck_array(value, "distribution", n), at = 0;
  for (size_t d = 1; length > 0 && d <= n; d++) {
    if (pairs[d] == 0)
      continue;
    const json_t *entry = json_array_get(value, at++);
    if (!entry || ck_array(entry, "distribution", n + 2) != 2)
      ck_reject("distribution: an entry is [distance, average], one for every distance");
    ck_rational(claimed, json_array_get(entry, 1), "distribution");
    mpq_set_ui(average, pairs[d], size);
    mpq_canonicalize(average);
    if (ck_index(json_array_get(entry, 0), "distribution", n + 1) != d || !mpq_equal(claimed, average))
      ck_reject("distribution: another number of words at distance %zu", d);
  }
  if (at != length)
    ck_reject("distribution: more entries than distances");
}

static void check_distance(const json_t *claimed, const uint64_t *pairs, size_t n)
{
  size_t d = 0;
  while (d <= n && pairs[d] == 0)
    d++;
  if (d == 0)
    ck_reject("words: the same word twice");
  if (d > n)
    ck_must_be(claimed, "none", "d");
  else if (ck_size(claimed, "d", CK_MAX_M) != d)
    ck_reject("d: the minimum distance is %zu", d);
}

void ck_code(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"n", "w", "size", "d", NULL};
  static const char *const evidence_keys[] = {"words", "distribution", NULL};
  const json_t *c[4], *e[2];
  ck_tokens_t words;
  (void)kernel, (void)den;
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  size_t n = ck_size(c[0], "n", CK_MAX_M), w = ck_size(c[1], "w", CK_MAX_M), size = ck_size(c[2], "size", CK_MAX_TOKENS);
  ck_tokens(&words, e[0], n, "words");
  if (words.count == 0 || words.count != size)
    ck_reject("size: there are %zu words", words.count);
  for (size_t i = 0; i < size; i++)
    if (ck_weight(ck_token(&words, i), words.words) != w)
      ck_reject("w: word %zu has another weight", i);
  const uint64_t *pairs = count_pairs(&words);
  check_distance(c[3], pairs, n);
  check_distribution(e[1], pairs, n, size);
  ck_must_be(parts->theorem, "definition", "theorem");
  ck_statement(parts->statement, "The %zu words are a binary code of length %zu and constant weight %zu with minimum distance %s.", size, n, w,
               json_string_value(c[3]));
}
