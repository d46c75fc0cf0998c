/* The transcript bound (T16): q query tokens that can be given all (s+1)^q answers force q log2(s+1) bits through the cross-token channels. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_BITS ((slong)1 << 24)

void minip_transcript_init(minip_transcript_t t)
{
  memset(t, 0, sizeof *t);
  fmpz_init(t->q), fmpz_init(t->s), fmpz_init(t->n), fmpz_init(t->answers);
}

void minip_transcript_clear(minip_transcript_t t) { fmpz_clear(t->q), fmpz_clear(t->s), fmpz_clear(t->n), fmpz_clear(t->answers); }

minip_status_t minip_transcript_given(minip_transcript_t t, const fmpz_t q, const fmpz_t s, minip_error_t err)
{
  fmpz_t base, bits;
  if (fmpz_sgn(q) <= 0 || fmpz_sgn(s) <= 0)
    return minip_error_set(err, MINIP_INPUT, "q and s must be at least 1");
  fmpz_init(base), fmpz_init(bits);
  fmpz_add_ui(base, s, 1);
  fmpz_mul_ui(bits, q, fmpz_bits(base));
  int fits = fmpz_cmp_si(bits, MAX_BITS) <= 0;
  if (fits) {
    t->family = MINIP_TRANSCRIPT_GIVEN;
    fmpz_set(t->q, q), fmpz_set(t->s, s);
    fmpz_pow_ui(t->answers, base, fmpz_get_ui(q));
  }
  fmpz_clear(base), fmpz_clear(bits);
  return fits ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "(s+1)^q may have more than %ld bits", (long)MAX_BITS);
}

/* q and s as machine numbers, with the family's own fields. */
static minip_status_t set_family(minip_transcript_t t, minip_transcript_family_t family, size_t m, size_t q, size_t s, size_t n, minip_error_t err)
{
  fmpz_t big_q, big_s;
  fmpz_init_set_ui(big_q, q), fmpz_init_set_ui(big_s, s);
  minip_status_t st = minip_transcript_given(t, big_q, big_s, err);
  t->family = family;
  t->m = m;
  fmpz_set_ui(t->n, n);
  fmpz_clear(big_q), fmpz_clear(big_s);
  return st;
}

/* The s with the largest (s+1)^(floor(m/s) - 1); the least among equals. */
static size_t best_block(size_t m)
{
  size_t best = 1;
  fmpz_t most, x;
  fmpz_init(most), fmpz_init(x);
  for (size_t s = 1; 2 * s <= m; s++) {
    fmpz_set_ui(x, s + 1);
    fmpz_pow_ui(x, x, m / s - 1);
    if (fmpz_cmp(x, most) > 0) {
      fmpz_swap(x, most);
      best = s;
    }
  }
  fmpz_clear(most), fmpz_clear(x);
  return best;
}

minip_status_t minip_transcript_block(minip_transcript_t t, size_t m, size_t s, minip_error_t err)
{
  if (m > MINIP_BOUND_MAX_M)
    return minip_error_set(err, MINIP_LIMIT, "the block family is built for m up to %ld", MINIP_BOUND_MAX_M);
  if (m < 2 || s > m / 2)
    return minip_error_set(err, MINIP_INPUT, "the block family needs m >= 2s: %zu bits are too few for s = %zu", m, s ? s : 1);
  if (s == 0)
    s = best_block(m);
  return set_family(t, MINIP_TRANSCRIPT_BLOCK, m, m / s - 1, s, m / s, err);
}

/* Largest s that the pair (i,j) allows. */
static size_t allowed(const minip_code_t code, size_t i, size_t j, size_t w)
{
  size_t s = minip_token_overlap(minip_code_word(code, i), minip_code_word(code, j), code->words->words);
  return s < w - s ? s : w - s;
}

minip_status_t minip_transcript_code(minip_transcript_t t, const minip_code_t code, minip_error_t err)
{
  size_t n = minip_code_size(code), words = code->words->words, first = 0, second = 0;
  if (n < 2 || n > 65536)
    return minip_error_set(err, n < 2 ? MINIP_INPUT : MINIP_LIMIT, "%s: a transcript needs from 2 to 65536 words, not %zu", code->name, n);
  size_t w = minip_token_weight(minip_code_word(code, 0), words), s = w;
  for (size_t i = 0; i < n; i++) {
    if (minip_token_weight(minip_code_word(code, i), words) != w)
      return minip_error_set(err, MINIP_INPUT, "%s: word %zu has another weight than word 0 (words count from 0)", code->name, i);
    for (size_t j = 0; j < i; j++) {
      size_t x = allowed(code, j, i, w);
      if (x < s)
        s = x, first = j, second = i;
    }
  }
  if (s == 0)
    return minip_error_set(err, MINIP_INPUT, "%s: words %zu and %zu, of weight %zu, have overlap %zu: no s >= 1 is at most both the overlap and the rest (words count from 0)",
                           code->name, first, second, w, minip_token_overlap(minip_code_word(code, first), minip_code_word(code, second), words));
  return set_family(t, MINIP_TRANSCRIPT_CODE, minip_code_n(code), n, s, 2 * n, err);
}

void minip_transcript_bits(arb_t bits, const minip_transcript_t t, slong prec)
{
  fmpz_t base;
  fmpz_init(base);
  fmpz_add_ui(base, t->s, 1);
  ulong twos = fmpz_val2(base);
  if (fmpz_bits(base) == twos + 1) /* s + 1 = 2^twos: a whole number of bits */
    arb_set_ui(bits, twos);
  else {
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_fmpz(q, base);
    minip_num_log2(bits, q, prec + 64);
    fmpq_clear(q);
  }
  arb_mul_fmpz(bits, bits, t->q, prec + 64);
  fmpz_clear(base);
}

void minip_transcript_alphabet(fmpz_t alphabet, const minip_transcript_t t, ulong channels)
{
  fmpz_t power;
  if (channels >= fmpz_bits(t->answers)) {
    fmpz_set_ui(alphabet, 2); /* 2^channels exceeds the answers, and there are at least two */
    return;
  }
  fmpz_init(power);
  fmpz_root(alphabet, t->answers, (slong)channels);
  fmpz_pow_ui(power, alphabet, channels);
  if (fmpz_cmp(power, t->answers) < 0)
    fmpz_add_ui(alphabet, alphabet, 1);
  fmpz_clear(power);
}

/* 2^E >= answers iff E >= ceil(log2 answers), E = L H r (d+1) p. */
void minip_transcript_features(fmpz_t r, const minip_transcript_t t, ulong layers, ulong heads, ulong value_dim, ulong bits)
{
  fmpz_t per_feature;
  fmpz_init_set_ui(per_feature, layers);
  fmpz_mul_ui(per_feature, per_feature, heads);
  fmpz_mul_ui(per_feature, per_feature, bits);
  fmpz_set_ui(r, value_dim);
  fmpz_add_ui(r, r, 1);
  fmpz_mul(per_feature, per_feature, r);
  fmpz_sub_ui(r, t->answers, 1);
  fmpz_set_ui(r, fmpz_bits(r));
  fmpz_cdiv_q(r, r, per_feature);
  fmpz_clear(per_feature);
}
