/* Small finite fields: elements are 0 .. q-1, an element's base-p digits are its coefficients over GF(p); 0 and 1 are themselves. */
#ifndef MINIP_CODE_GF_H
#define MINIP_CODE_GF_H

#include <stdint.h>
#include <minip/status.h>

#define MINIP__GF_MAX 65536u

typedef struct {
  uint32_t q, p, k;    /* q = p^k */
  uint32_t *exp, *log; /* exp[i] = g^i for 0 <= i < 2(q-1); log[g^i] = i for 0 <= i < q-1 (log[0] is unused) */
} minip__gf_t;

/* 1 and *p, *k with q = p^k when q is a prime power, else 0. p and k may be NULL. */
int minip__prime_power(uint32_t q, uint32_t *p, uint32_t *k);
uint32_t minip__next_prime_power(uint32_t q); /* the least prime power >= q */

/* The field of q elements. MINIP_INPUT: q is not a prime power; MINIP_LIMIT: q above MINIP__GF_MAX, or no memory. Clear it whatever came back. */
MINIP_MUST_CHECK minip_status_t minip__gf_init(minip__gf_t *f, uint32_t q, minip_error_t err);
void minip__gf_clear(minip__gf_t *f);

uint32_t minip__gf_add(const minip__gf_t *f, uint32_t a, uint32_t b);
uint32_t minip__gf_sub(const minip__gf_t *f, uint32_t a, uint32_t b);
static inline uint32_t minip__gf_mul(const minip__gf_t *f, uint32_t a, uint32_t b) { return a && b ? f->exp[f->log[a] + f->log[b]] : 0; }
static inline uint32_t minip__gf_inv(const minip__gf_t *f, uint32_t a) { return f->exp[f->q - 1 - f->log[a]]; } /* a != 0 */
static inline int minip__gf_square(const minip__gf_t *f, uint32_t a) { return a == 0 ? 0 : f->log[a] % 2 ? -1 : 1; } /* quadratic character, q odd */

#endif
