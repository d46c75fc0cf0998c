/* Pair systems (T7, T8): k_ij, the entries a_ij = 1/A_n(k_ij), and the exact values of the rank lemma's forms. */
#ifndef MINIP_CHECK_PAIRS_H
#define MINIP_CHECK_PAIRS_H

#include "check.h"

typedef struct {
  size_t count, m;
  int strict, is_signed;
  int uniform;   /* all x_i of one weight >= 1, all <x_i,z_i> equal */
  uint32_t *k;   /* count x count, k[i][j]; the diagonal is 0 */
  size_t kmax;
  mpq_t *a, *a2; /* 1/A_n(k) and its square, k = 1..kmax, set where k occurs */
} ck_pairs_t;

/* z: a list of tokens or "complement". Rejects fewer than two pairs, a k_ij < 1, and an A_n(k_ij) that says nothing. */
void ck_pairs(ck_pairs_t *s, const ck_tokens_t *x, const json_t *z, size_t n, const mpq_t error, int is_signed);
void ck_pairs_trace(mpq_t v, const ck_pairs_t *s);
/* sum over columns j (or rows) of p_j / (p_j + sum_i p_i a_ij^2) */
void ck_pairs_scaled(mpq_t v, const ck_pairs_t *s, const mpz_t *p, int by_row);
/* (N(1-u))^2 / (N(1-u)^2 + sum max(|C|, |a - C|)^2), C = u - slope k */
void ck_pairs_offset(mpq_t v, const ck_pairs_t *s, const mpq_t u, const mpq_t slope);
int ck_pairs_uniform(const ck_pairs_t *s);
int ck_pairs_dominated(const ck_pairs_t *s, int by_row);
int ck_pairs_half_dominated(const ck_pairs_t *s, const mpq_t c);

#endif
