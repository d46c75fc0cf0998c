/* Private to src/train. */
#ifndef MINIP_TRAIN_INTERNAL_H
#define MINIP_TRAIN_INTERNAL_H

#include <minip/train.h>

/* ---- random numbers: xorshift64*, the same everywhere ---- */
typedef struct {
  uint64_t state;
} minip__random_t;
void minip__random_seed(minip__random_t *random, uint64_t seed);
uint64_t minip__random_below(minip__random_t *random, uint64_t n);
double minip__random_gauss(minip__random_t *random);

/* ---- minimisation (libLBFGS) ---- */

/* f(x) and its gradient g (dim entries); +infinity or NaN: outside the domain, the step is halved. *hard = the unsmoothed quantity, for the goal. */
typedef double (*minip__objective_t)(double *g, double *hard, void *data, const double *x);

typedef struct {
  minip__objective_t objective;
  /* Sizes s > 0 of the variables (the search runs in x / s, renewed every `refresh` steps), or NULL. */
  void (*sizes)(double *s, void *data, const double *x);
  void *data;
  size_t dim, refresh;
  double goal;   /* stop when hard < goal */
  double gain;   /* stop when 20 steps gain less */
  size_t steps;  /* at most */
  minip_train_progress_t progress;
  void *progress_data;
  size_t progress_base, progress_total;
  /* Called with x after every `refresh` steps, where a search can start again as if it had never stopped; or NULL. */
  minip_status_t (*rest)(void *data, const double *x, size_t steps, minip_error_t err);
  void *rest_data;
} minip__problem_t;

typedef struct {
  double value, hard; /* at the final x; value not finite: the start was outside the domain */
  size_t steps;
  int reached;        /* hard < goal */
} minip__minimum_t;

/* x is start and result. MINIP_UNDECIDED without libLBFGS; MINIP_LIMIT: memory. */
MINIP_MUST_CHECK minip_status_t minip__minimise(minip__minimum_t *minimum, double *x, const minip__problem_t *problem, minip_error_t err);

/* ---- the whole cube (T5) ---- */

#define MINIP_TILE 8 /* queries handled together: each key is read once for all of them */

/* What one thread needs for its queries. */
typedef struct {
  float *w;                   /* MINIP_TILE x stride: W, then its gradient */
  float *sorted, *high, *low; /* stride each */
  float *key_gradient;        /* r x stride */
  double sum, reference;      /* of the running log-sum-exp: sum of exp(p (f - reference)) */
  double hard;
  int is_outside;             /* some W was not positive */
} minip__lane_t;

/* Features of all 2^m tokens, by columns: x[k*N + i] = phi_Q of token i, x[(r+k)*N + i] = phi_K. All memory of the search.
   A search under a symmetry has fewer queries and as many keys: see minip__orbits_t. */
typedef struct {
  size_t m, n, r, count; /* count = 2^m */
  size_t stride;         /* of the float rows: count, at least a vector; zero beyond count */
  double log_gap[32];    /* log((n-2)(D-1)), D >= 2 */
  size_t query_count;
  uint32_t *queries;     /* tokens, query_count */
  uint16_t *order;       /* query_count x count: the tokens sorted by overlap with each query */
  float *keys;           /* r x stride */
  size_t lane_count;
  minip__lane_t *lanes;
  unsigned doublings;    /* the smoothing's power is 2^doublings */
  size_t query;          /* for minip__cube_single: number of the query */
} minip__cube_t;

/* queries: query_count different tokens (copied), or NULL for all tokens in order. threads: at least 1. Results repeat for the same number. */
MINIP_MUST_CHECK minip_status_t minip__cube_init(minip__cube_t *cube, size_t m, size_t n, size_t r, const uint32_t *queries, size_t query_count, size_t threads,
                                                 minip_error_t err);
void minip__cube_clear(minip__cube_t *cube);

/* One query: w holds W(x,.) > 0, h = alpha(x,x)/(n-1). Returns the smoothed log of the worst ratio; w becomes its gradient
   in W, *gh in h. *hard = log of the worst ratio. */
double minip__cube_row(double *gh, double *hard, const minip__cube_t *cube, minip__lane_t *lane, float *w, size_t query, double h);

/* Vector loops (cube_vector.c). stride is a multiple of 16. */
double minip__vector_sum(const float *v, size_t count);
double minip__vector_dot(const float *a, const float *b, size_t count);
float minip__vector_min(const float *v, size_t count);
void minip__vector_scale(float *v, float factor, size_t count);
void minip__vector_add(float *sum, float factor, const float *v, size_t count);
/* high = (v/max)^p and low = (min/v)^p, p = 2^doublings; bounds = {max, min, sum of high, sum of low}. */
void minip__vector_powers(float *high, float *low, float bounds[4], const float *v, size_t count, unsigned doublings);
/* v = (up * high - down * low) / v. */
void minip__vector_slope(float *v, const float *high, const float *low, float up, float down, size_t count);
/* w[j] = h[j] + sum over k of q[k][j] keys[k], rows of stride floats. */
void minip__tile_fill(float *w, const float (*q)[MINIP_TILE], const float *h, const float *keys, size_t r, size_t stride);
/* key_gradient[k] += sum over j of q[k][j] w[j]; dots[k][j] = <w[j], keys[k]>. */
void minip__tile_gradient(float (*dots)[MINIP_TILE], float *key_gradient, const float *w, const float (*q)[MINIP_TILE], const float *keys, size_t r, size_t stride);

/* The objective of the queries q (r x query_count, by columns) against keys (r x count, by columns), and its gradients, of the same shapes. */
double minip__cube_sum(double *gq, double *gk, double *hard, minip__cube_t *cube, const double *q, const double *keys);

/* Objectives for minip__minimise (data = the cube, of all queries but for the sizes): all features (2 r 2^m variables); the r features of cube->query with cube->keys fixed. */
double minip__cube_whole(double *g, double *hard, void *cube, const double *x);
double minip__cube_single(double *g, double *hard, void *cube, const double *x);
void minip__cube_sizes(double *s, void *cube, const double *x);
void minip__cube_single_size(double *s, void *cube, const double *x);

void minip__cube_start(double *x, const minip__cube_t *cube, uint64_t seed);
/* Changes the basis so that the keys' second moments are the identity, and each query's scale so that its mean alpha is 1: W's ratios stay. */
void minip__cube_regauge(double *x, const minip__cube_t *cube);

/* Integers at growing scales until every query passes T5 exactly (integer arithmetic). *found = 0 when no scale does. */
MINIP_MUST_CHECK minip_status_t minip__cube_round(int *found, int64_t *phi_q, int64_t *phi_k, minip__cube_t *cube, const double *x, minip_error_t err);

/* Features from and to npz files: phi_q and phi_k, 2^m x r0 with r0 <= r. Beyond r0 the queries' columns are zero (alpha is the
   file's) and the keys' keep what x holds, from which they can grow. */
MINIP_MUST_CHECK minip_status_t minip__full_read(double *x, size_t m, size_t r, const char *path, minip_error_t err);
/* A checkpoint: the same two arrays in float64, and `search`, what is to be searched and how far it is. */
typedef struct {
  uint64_t m, n, r, seed, doublings, steps;
  uint64_t cycle, frequencies[MINIP_TRAIN_FULL_MAX_RANK]; /* 0: no symmetry; else the components' frequencies, each plus 1, then 0 */
} minip__position_t;
MINIP_MUST_CHECK minip_status_t minip__checkpoint_write(const char *path, const double *x, const minip__position_t *position, minip_error_t err);
/* *found = 0 when there is no such file. MINIP_INPUT: not a checkpoint, or one of another search (anything but doublings and steps differs). */
MINIP_MUST_CHECK minip_status_t minip__checkpoint_read(int *found, double *x, minip__position_t *position, const char *path, minip_error_t err);

/* ---- the whole cube under a cyclic symmetry (orbit.c) ---- */

/* A component of the features: one column, or a pair (real and imaginary part) that a turn rotates by 2 pi frequency / length. */
typedef struct {
  size_t frequency, copy; /* the how manyth of its frequency */
  size_t column;
  int is_pair;
} minip__part_t;

/* Features of the first token of every orbit, by columns as for the cube: v[k*count + i] = phi_Q of token first[i], v[(r+k)*count + i] = phi_K. */
typedef struct {
  size_t m, length, r, tokens; /* tokens = 2^m */
  size_t count;                /* orbits */
  uint32_t *first, *size;      /* of an orbit: its least token; how many it has */
  uint32_t *orbit, *turns;     /* of a token: its orbit, and the turns from the orbit's first to it */
  size_t part_count;
  minip__part_t parts[MINIP_TRAIN_FULL_MAX_RANK];
  minip__cube_t cube;          /* with the orbits' first tokens as queries; the owner initialises and clears it */
  double *keys, *gradient;     /* r x tokens: scratch */
} minip__orbits_t;

/* frequencies: of the components, or NULL for floor(r/length) of every frequency and the rest 0. MINIP_INPUT: a length or frequencies that do not fit. */
MINIP_MUST_CHECK minip_status_t minip__orbits_init(minip__orbits_t *orbits, size_t m, size_t length, size_t r, const size_t *frequencies, size_t frequency_count, minip_error_t err);
void minip__orbits_clear(minip__orbits_t *orbits);
/* One side, from the orbits' first tokens to all (r x tokens) and back. */
void minip__orbits_expand(double *all, const double *v, const minip__orbits_t *orbits);
void minip__orbits_gather(double *v, const double *all, const minip__orbits_t *orbits);
/* For minip__minimise (data = the orbits, 2 r count variables): 1/p log of the sum over the orbits' queries. */
double minip__orbits_whole(double *g, double *hard, void *orbits, const double *v);
void minip__orbits_sizes(double *s, void *orbits, const double *v);
void minip__orbits_start(double *v, const minip__orbits_t *orbits, uint64_t seed);
void minip__orbits_regauge(double *v, minip__orbits_t *orbits);

/* ---- features as functions of parameters ---- */

/* One side, queries or keys: phi = activation(pre), rows x r. */
typedef struct {
  size_t rows, bits, r, hidden;
  minip_train_features_t features;
  minip_train_activation_t activation;
  double *x;        /* rows x (bits + 1): the tokens and a constant 1 */
  double *unit;     /* MLP: rows x (hidden + 1): tanh, and a constant 1 */
  double *pre, *phi; /* rows x r */
  double *gradient; /* rows x r, in phi; filled by the objective */
  double *scratch;  /* hidden + 1 */
} minip__side_t;

/* rows[i] of tokens. */
MINIP_MUST_CHECK minip_status_t minip__side_init(minip__side_t *side, const minip_tokens_t tokens, const minip_train_options_t *options, minip_error_t err);
void minip__side_clear(minip__side_t *side);
size_t minip__side_parameters(const minip__side_t *side);
void minip__side_start(double *theta, const minip__side_t *side, minip__random_t *random, double scale);
/* Both sides (theta: the queries' parameters, then the keys', as many) at product features of base^-<x,z>. */
MINIP_MUST_CHECK minip_status_t minip__product_start(double *theta, const minip__side_t *q, minip__random_t *random, double base, minip_error_t err);
void minip__side_forward(minip__side_t *side, const double *theta);
/* g (minip__side_parameters entries, overwritten) from side->gradient; after forward. */
void minip__side_backward(double *g, const double *theta, minip__side_t *side);

/* ---- heads on suites ---- */

typedef struct {
  uint32_t query, low, high; /* row of the query; tokens */
  double gap, log_factor;    /* D and log((n-2)(D-1)), -inf for D = 1 */
} minip__link_t;

/* Parameters: the queries' side, the keys' side, then TABLE: values (tokens x d), readout_a (queries x d), readout_b (queries); else s, b_0, b_1. */
typedef struct {
  const minip_suite_struct *suite;
  int is_table;
  size_t query_count, token_count, d;
  uint32_t *query_row, *query_token; /* token -> row (UINT32_MAX: none) and back */
  minip_tokens_t queries;
  minip__side_t q, k;
  size_t q_parameters, k_parameters, parameters; /* parameters: all */
  size_t link_count;
  minip__link_t *links;
  double power;                      /* of the smoothing */
  double *alpha, *alpha_gradient;    /* queries x tokens */
  double *u, *u_gradient;            /* queries x tokens: u = <a(x), v(z)> */
  double *overlap;                   /* queries x tokens */
  double *weight;                    /* queries: |x| */
  double *error;                     /* sequences or links: scratch */
} minip__fit_t;

MINIP_MUST_CHECK minip_status_t minip__fit_init(minip__fit_t *fit, const minip_suite_t suite, const minip_train_options_t *options, minip_error_t err);
void minip__fit_clear(minip__fit_t *fit);
void minip__fit_features(minip__fit_t *fit, const double *theta);

/* Objectives for minip__minimise (data = the fit): the smoothed largest log ratio of the links, in the features' parameters only; the smoothed
   largest |y - t|, in all. */
double minip__fit_kernel(double *g, double *hard, void *fit, const double *theta);
double minip__fit_head(double *g, double *hard, void *fit, const double *theta);
/* Values and readout that are best for the links of the current features (TABLE), by T2. */
void minip__fit_values(double *theta, minip__fit_t *fit);
/* A complete head given as arrays: error, failures and head_solves of the verdict. */
MINIP_MUST_CHECK minip_status_t minip__judge_model(minip_train_verdict_t verdict, const minip_bundle_t bundle, const minip_suite_t suite, const fmpq_t target, minip_error_t err);

/* The current features and theta's values as float32. */
MINIP_MUST_CHECK minip_status_t minip__fit_export(minip_train_head_t head, minip__fit_t *fit, const double *theta, minip_error_t err);

#endif
