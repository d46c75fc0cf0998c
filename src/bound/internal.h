/* Shared by the files of this room. */
#ifndef MINIP_BOUND_INTERNAL_H
#define MINIP_BOUND_INTERNAL_H

#include <minip/bound.h>

/* x rounded to long double, which has exponents enough for C(8192, 4096); only ever used to choose parameters. */
long double minip__bound_approx(const fmpq_t x);
/* x = v, finite, rounded to `bits` <= 62 bits: for searches, proving nothing. */
void minip__bound_dyadic(fmpq_t x, long double v, int bits);
/* The integer nearest to x >= 0, of 12 significant decimal digits at most, so that chosen parameters stay readable. */
void minip__bound_round(fmpz_t out, long double x);
/* A rational close to x (relative error below about 1/2000) with a short numerator and denominator. */
void minip__bound_simple_rational(fmpq_t out, long double x);

/* An empty item at the end of the list, or NULL when memory is short. drop_last removes it again. */
minip_bound_lower_struct *minip__bound_append(minip_bound_list_t list);
void minip__bound_drop_last(minip_bound_list_t list);

/* bound from value, loss and strict (T8): floor(value) + 1 - loss when strict, else ceil(value) - loss. */
void minip__bound_conclude(minip_bound_lower_t lower);

/* The weight f(k) that a pair at gap k has in the form's sum: value = N^2 / (N + sum f(k_ij)) (T7, T8, for TRACE, POWER, OFFSET, LINEAR). */
void minip__bound_weight(fmpq_t f, const minip_bound_lower_t lower, const minip_bound_task_t task, size_t k);

/* The value from N and the least gap delta alone: N / (1 + (N-1) f(delta)), which grows with N (T9). */
void minip__bound_minimum_value(minip_bound_lower_t lower, const minip_bound_task_t task);
/* loss and strict of the form on a system that is constant (see minip__histograms_t) or not. */
void minip__bound_set_rules(minip_bound_lower_t lower, const minip_bound_task_t task, int constant);

/* sum of counts[k] f(k) over k = from..to. */
void minip__bound_sum(fmpq_t sum, const fmpq *counts, const minip_bound_lower_t lower, const minip_bound_task_t task, size_t from, size_t to);

/* Numbers of others per word at gap k, k = 0..*to, as the form's sum takes them (for a class: the upper bounds of T10); NULL without pairs. The caller clears. */
fmpq *minip__bound_counts(size_t *to, const minip_bound_lower_t lower);
/* The pair system of a catalogue bound, from its name. */
minip_status_t minip__bound_catalogue_pairs(minip_pairs_t pairs, const char *name, minip_error_t err);
/* The table of a derivation, and the sum of its products. */
json_t *minip__bound_gaps(fmpq_t sum, const minip_bound_lower_t lower, const minip_bound_task_t task);

/* What the choice of an offset needs: for k = from..to the number (weight) of pairs at gap k, and a(k) = 1/A(k). */
typedef struct {
  size_t from, to;
  const long double *count, *a;
} minip__profile_t;
/* Offsets that nearly minimise sum f(k): constant c, or u - v k. Returns the sum it expects. */
long double minip__bound_choose_offset(fmpq_t c, const minip__profile_t *profile);
long double minip__bound_choose_linear(fmpq_t u, fmpq_t v, const minip__profile_t *profile);
/* f(k) in floating point. */
long double minip__bound_approx_weight(const minip_bound_lower_t lower, long double a, size_t k);

/* Gap histograms of an explicit pair system: rows[i * (kmax+1) + k] = how many j != i have k_ij = k; columns likewise for fixed j. */
typedef struct {
  size_t count, kmax;
  uint32_t *rows, *columns;
  int constant; /* the x_i have one weight, and the <x_i,z_i> are equal: then u - v k_ij has rank at most m (T8) */
  int symmetric;
} minip__histograms_t;
/* One explicit pair system: its pairs, and what is counted of their gaps whatever the task. */
struct minip_bound_system {
  const minip_pairs_struct *pairs;
  minip_pairs_struct *own; /* the same, if it is freed with the system */
  size_t weight;           /* of the words when the pairs come from a constant-weight code (T9), else 0 */
  minip_pairs_distribution_t d;
  minip__histograms_t h;   /* only with two pairs or more, and gaps of at least 1 */
  int homogeneous;         /* all rows look alike, and all columns */
};
typedef struct minip_bound_system minip__system_t;
minip_status_t minip__bound_systems_add_code(minip_bound_systems_t systems, const minip_code_t code, int threads, minip_error_t err);
/* An item for this pair system in the given form, with name, m, delta, N and counts set; NULL when memory is short. */
minip_bound_lower_struct *minip__bound_append_pairs(minip_bound_list_t list, const minip_bound_task_t task, const minip__system_t *s, minip_bound_form_t form);
/* Is every z_i the complement of x_i? */
int minip__bound_is_complement(const minip_pairs_t pairs);
/* Are the hypotheses of DOMINANCE and HALF_DOMINANCE met (rank N)? centre is set when they are. */
int minip__bound_dominates(const minip_bound_task_t task, const minip__histograms_t *h);
int minip__bound_half_dominates(fmpq_t centre, const minip_bound_task_t task, const minip_pairs_t pairs, const minip__histograms_t *h);
/* The values of the COLUMN and ROW forms; value and p of two-sided scaling (value 0 when the system is too large to try). */
void minip__bound_one_sided(fmpq_t value, const minip_bound_task_t task, const minip__histograms_t *h, int rows);
minip_status_t minip__bound_scaled(minip_bound_lower_t lower, const minip_bound_task_t task, const minip_pairs_t pairs, minip_error_t err);

#endif
