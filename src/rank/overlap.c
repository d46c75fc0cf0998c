/* T13: ranks on the whole cube of f(<x,z>). */
#include <minip/rank.h>

/* C(<x,z>, i) = sum over i-sets S of [S in x][S in z]: the 2^m sets are independent features, so each non-zero coefficient gives C(m,i). */
void minip_rank_overlap(fmpz_t rank, const fmpz *f, size_t m)
{
  fmpz *c = _fmpz_vec_init((slong)m + 1);
  fmpz_t binomial;
  fmpz_init_set_ui(binomial, 1);
  _fmpz_vec_set(c, f, (slong)m + 1);
  fmpz_zero(rank);
  for (size_t i = 0; i <= m; i++) {
    if (!fmpz_is_zero(c + i))
      fmpz_add(rank, rank, binomial);
    for (size_t s = m; s > i; s--) /* c[s] becomes the (i+1)-st difference ending at s */
      fmpz_sub(c + s, c + s, c + s - 1);
    fmpz_mul_ui(binomial, binomial, m - i);
    fmpz_divexact_ui(binomial, binomial, i + 1);
  }
  fmpz_clear(binomial);
  _fmpz_vec_clear(c, (slong)m + 1);
}
