/* Numbers of the Johnson scheme J(n,w). Conventions and proofs: proofs-notes/codes.md, after Delsarte 1973 (section 4.2) and Delsarte and Levenshtein 1998. */
#include <minip/code.h>

void minip_johnson_valency(fmpz_t v, size_t n, size_t w, size_t i)
{
  fmpz_t b;
  fmpz_init(b);
  fmpz_bin_uiui(v, w, i);
  fmpz_bin_uiui(b, n - w, i);
  fmpz_mul(v, v, b);
  fmpz_clear(b);
}

void minip_johnson_multiplicity(fmpz_t mu, size_t n, size_t k)
{
  fmpz_t b;
  fmpz_init(b);
  fmpz_bin_uiui(mu, n, k);
  if (k > 0) {
    fmpz_bin_uiui(b, n, k - 1);
    fmpz_sub(mu, mu, b);
  }
  fmpz_clear(b);
}

void minip_johnson_eberlein(fmpz_t e, size_t n, size_t w, size_t i, size_t k)
{
  fmpz_t term, b;
  fmpz_init(term), fmpz_init(b);
  fmpz_zero(e);
  for (size_t j = 0; j <= i && j <= k; j++) {
    fmpz_bin_uiui(term, k, j);
    fmpz_bin_uiui(b, w - k, i - j);
    fmpz_mul(term, term, b);
    fmpz_bin_uiui(b, n - w - k, i - j);
    fmpz_mul(term, term, b);
    if (j % 2)
      fmpz_sub(e, e, term);
    else
      fmpz_add(e, e, term);
  }
  fmpz_clear(term), fmpz_clear(b);
}

void minip_johnson_hahn(fmpq_t q, size_t n, size_t w, size_t k, size_t i)
{
  fmpz_t mu;
  fmpz_init(mu);
  minip_johnson_multiplicity(mu, n, k);
  minip_johnson_eberlein(fmpq_numref(q), n, w, i, k);
  minip_johnson_valency(fmpq_denref(q), n, w, i);
  fmpq_canonicalise(q);
  fmpq_mul_fmpz(q, q, mu);
  fmpz_clear(mu);
}
