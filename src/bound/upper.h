/* Private to the upper bounds: relative Chebyshev approximation of exponentials (T13; proofs-notes/structured-kernels.md). */
#ifndef MINIP_BOUND_UPPER_H
#define MINIP_BOUND_UPPER_H

#include "internal.h"

#define MINIP__UPPER_MAX_QUICK 512 /* bits of HAMMING kernels looked for in the rows of a table */

/* A polynomial g of degree <= k with g(u) e^(-lambda u) near 1 on u = 0..m, in floating point: a choice of parameters, proving nothing. */
typedef struct {
  size_t m, k;
  size_t *reference;  /* k + 2 increasing points of 0..m where the relative error alternates; owned */
  long double tau;    /* its size there, with the sign at reference[0] */
  long double worst;  /* the largest relative error met on 0..m; at least |tau| */
} minip__fit_t;
/* k + 2 <= m + 1. fit->reference must be NULL, or a reference for the same m and k to start from. 0: no memory. */
int minip__upper_fit(minip__fit_t *fit, size_t m, size_t k, long double lambda);

/* c_D of T3 for the task, (n-2)(D - 2E)/(2E), 0 where that is negative: W(x,z) > c_D W(x,z') (>= for E < 1/2) is asked at overlap difference D >= 1. */
void minip__upper_factor(fmpq_t c, const minip_bound_task_t task, size_t D);
/* Least b^D rho that the task asks for at overlap difference D: c + max(0, c - 1)/(n - 1), c the factor of T3 (0 where it asks for nothing). */
void minip__upper_need(fmpq_t need, const minip_bound_task_t task, size_t D);

/* sum of C(m,i), i <= k. */
void minip__upper_sphere(fmpz_t sum, size_t m, size_t k);

/* The least lambda with e^(2 lambda D) >= need(D) for all D, in floating point; 0 when memory is short. */
long double minip__upper_least_lambda(const minip_bound_task_t task, size_t m);
/* A degree below which HAMMING kernels are not looked for. */
size_t minip__upper_least_degree(const minip_bound_task_t task, size_t m);

/* Candidates, into p: the family's parameters, rank and method; *serves: proved to serve. */
minip_status_t minip__upper_exponential(minip_bound_upper_t p, size_t m, minip_error_t err);
minip_status_t minip__upper_known(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err);
minip_status_t minip__upper_least_hamming(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err);
/* Overlap kernels of few features: sets of Newton degrees by exact linear programs. */
minip_status_t minip__upper_overlap(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err);
/* DISTANCE of degree k: g by linear programs. */
minip_status_t minip__upper_distance(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, size_t k, minip_error_t err);
/* GENERAL: one linear program per query weight. */
minip_status_t minip__upper_general(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, minip_error_t err);
/* alpha at |x| = a, |z| = b, <x,z> = s. */
void minip__upper_general_value(fmpq_t value, const minip_bound_upper_t p, size_t a, size_t b, size_t s);
/* DISTANCE from a list of kernels found before, each proved again, where it has fewer features than `below`. */
minip_status_t minip__upper_fitted(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, const fmpz_t below, minip_error_t err);
/* p->values = the shortest integers near c 2^bits, bits up to most_bits, that are proved to serve; family, m and base are set. */
minip_status_t minip__upper_settle(int *serves, minip_bound_upper_t p, const fmpq *c, size_t count, slong most_bits, const minip_bound_task_t task, minip_error_t err);
/* TAYLOR or LAGUERRE of least degree. */
minip_status_t minip__upper_series(int *serves, minip_bound_upper_t p, minip_upper_family_t family, const minip_bound_task_t task, size_t m, minip_error_t err);
int minip__upper_series_holds(const minip_bound_upper_t p, const minip_bound_task_t task);
/* T13(b)'s condition: ratio (a lower bound of lo/hi) * b^D > need(D) for all D = 1..m. */
int minip__upper_ratio_holds(const arb_t ratio, const arb_t b, const minip_bound_task_t task, size_t m, slong prec);
/* WEIGHT, LINEAR, HAMMING: the factor that depends on d_H(x,z) = u, u = 0..m. */
void minip__upper_distance_factor(fmpq *g, const minip_bound_upper_t p);
/* The files of the data folder, for fewer features than `below`. */
minip_status_t minip__upper_table(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, size_t m, const fmpz_t below, minip_error_t err);
/* Exact verdict on the kernel itself, and its optimal error. */
minip_status_t minip__upper_prove(int *serves, minip_bound_upper_t p, const minip_bound_task_t task, int threads, minip_error_t err);
minip_status_t minip__upper_name(minip_bound_upper_t p, minip_error_t err);

/* Search beta^-|z| g(d_H(x,z)) with deg g = k: 1 and base, nodes, tau of upper when one is proved; 0: none found; -1: no memory. */
int minip__upper_hamming(minip_bound_upper_t upper, const minip_bound_task_t task, size_t m, size_t k);
/* Is the kernel of these parameters proved to serve the task (T13's lemma, by enclosures)? */
int minip__upper_hamming_holds(const minip_bound_upper_t upper, const minip_bound_task_t task);

#endif
