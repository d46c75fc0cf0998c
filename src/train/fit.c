/* Objectives of a head on a suite, with their gradients. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- set-up ---- */

static minip_status_t list_queries(minip__fit_t *fit, minip_error_t err)
{
  const minip_suite_struct *suite = fit->suite;
  size_t tokens = suite->tokens->count, words = suite->tokens->words;
  fit->query_row = malloc(tokens * sizeof *fit->query_row), fit->query_token = malloc(tokens * sizeof *fit->query_token);
  if (!fit->query_row || !fit->query_token)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  memset(fit->query_row, 0xff, tokens * sizeof *fit->query_row);
  for (size_t i = 0; i < suite->count; i++) {
    uint32_t x = minip_suite_query(suite, i);
    if (fit->query_row[x] == UINT32_MAX) {
      fit->query_row[x] = (uint32_t)fit->query_count;
      fit->query_token[fit->query_count++] = x;
    }
  }
  minip_status_t st = minip_tokens_alloc(fit->queries, fit->query_count, suite->tokens->m, err);
  for (size_t i = 0; st == MINIP_OK && i < fit->query_count; i++)
    memcpy(minip_token_row(fit->queries, i), minip_token_row(suite->tokens, fit->query_token[i]), words * sizeof(uint64_t));
  return st;
}

static double overlap_of(const minip__fit_t *fit, size_t query, uint32_t z) { return fit->overlap[query * fit->token_count + z]; }

/* Is sequence i of the form (x; z, z',..,z') with <x,z> < <x,z'>, in any order? */
static int as_link(minip__link_t *link, const minip__fit_t *fit, size_t i)
{
  const minip_suite_struct *suite = fit->suite;
  const uint32_t *s = minip_suite_sequence(suite, i);
  uint32_t row = fit->query_row[minip_suite_query(suite, i)], low = 0, high = 0;
  size_t lows = 0, highs = 0;
  double least = INFINITY;
  for (size_t j = 0; j < suite->n; j++)
    if (j != suite->query_position && overlap_of(fit, row, s[j]) < least)
      least = overlap_of(fit, row, s[j]), low = s[j];
  for (size_t j = 0; j < suite->n; j++)
    if (j != suite->query_position) {
      lows += s[j] == low;
      highs += s[j] != low && (highs == 0 || s[j] == high);
      high = s[j] != low ? s[j] : high;
    }
  if (lows != 1 || lows + highs != suite->n - 1 || suite->n < 3 || overlap_of(fit, row, high) <= least)
    return 0;
  double gap = overlap_of(fit, row, high) - least;
  *link = (minip__link_t){.query = row, .low = low, .high = high, .gap = gap, .log_factor = gap > 1 ? log((double)(suite->n - 2) * (gap - 1)) : -INFINITY};
  return 1;
}

static minip_status_t find_links(minip__fit_t *fit, minip_error_t err)
{
  if (!(fit->links = malloc(fit->suite->count * sizeof *fit->links)))
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; i < fit->suite->count; i++)
    fit->link_count += (size_t)as_link(&fit->links[fit->link_count], fit, i);
  return MINIP_OK;
}

static minip_status_t matrices(minip__fit_t *fit, minip_error_t err)
{
  size_t cells;
  if (__builtin_mul_overflow(fit->query_count, fit->token_count, &cells) || cells > 1 << 27)
    return minip_error_set(err, MINIP_LIMIT, "%zu queries and %zu tokens are too many to fit", fit->query_count, fit->token_count);
  fit->alpha = calloc(cells, sizeof(double)), fit->alpha_gradient = calloc(cells, sizeof(double));
  fit->u = calloc(cells, sizeof(double)), fit->u_gradient = calloc(cells, sizeof(double)), fit->overlap = calloc(cells, sizeof(double));
  fit->weight = calloc(fit->query_count, sizeof(double)), fit->error = calloc(fit->suite->count, sizeof(double));
  if (!fit->alpha || !fit->alpha_gradient || !fit->u || !fit->u_gradient || !fit->overlap || !fit->weight || !fit->error)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu queries and %zu tokens", fit->query_count, fit->token_count);
  const minip_tokens_struct *tokens = fit->suite->tokens;
  for (size_t i = 0; i < fit->query_count; i++) {
    const uint64_t *x = minip_token_row(fit->queries, i);
    fit->weight[i] = (double)minip_token_weight(x, tokens->words);
    for (size_t z = 0; z < fit->token_count; z++)
      fit->overlap[i * fit->token_count + z] = (double)minip_token_overlap(x, minip_token_row(tokens, z), tokens->words);
  }
  return MINIP_OK;
}

static minip_status_t count_parameters(minip__fit_t *fit, minip_error_t err)
{
  size_t table = fit->is_table ? (fit->token_count + fit->query_count) * fit->d + fit->query_count : 3;
  fit->q_parameters = minip__side_parameters(&fit->q), fit->k_parameters = minip__side_parameters(&fit->k);
  fit->parameters = fit->q_parameters + fit->k_parameters + table;
  if (fit->parameters > 1 << 27)
    return minip_error_set(err, MINIP_LIMIT, "%zu parameters are too many to fit", fit->parameters);
  return MINIP_OK;
}

minip_status_t minip__fit_init(minip__fit_t *fit, const minip_suite_t suite, const minip_train_options_t *options, minip_error_t err)
{
  memset(fit, 0, sizeof *fit);
  minip_tokens_init(fit->queries);
  fit->suite = suite, fit->is_table = options->features == MINIP_TRAIN_TABLE, fit->power = 8;
  fit->token_count = suite->tokens->count, fit->d = fit->is_table ? fit->token_count : suite->tokens->m;
  if (suite->count == 0 || suite->n < 1)
    return minip_error_set(err, MINIP_INPUT, "the suite has no sequences");
  if (options->rank < 1 || options->rank > MINIP_TRAIN_MAX_RANK)
    return minip_error_set(err, MINIP_INPUT, "rank %zu: 1 to %d can be fitted", options->rank, MINIP_TRAIN_MAX_RANK);
  minip_status_t st = list_queries(fit, err);
  if (st == MINIP_OK)
    st = matrices(fit, err);
  if (st == MINIP_OK)
    st = minip__side_init(&fit->q, fit->queries, options, err);
  if (st == MINIP_OK)
    st = minip__side_init(&fit->k, suite->tokens, options, err);
  if (st == MINIP_OK)
    st = find_links(fit, err);
  return st == MINIP_OK ? count_parameters(fit, err) : st;
}

void minip__fit_clear(minip__fit_t *fit)
{
  free(fit->query_row), free(fit->query_token), free(fit->links);
  free(fit->alpha), free(fit->alpha_gradient), free(fit->u), free(fit->u_gradient), free(fit->overlap), free(fit->weight), free(fit->error);
  minip_tokens_clear(fit->queries);
  minip__side_clear(&fit->q), minip__side_clear(&fit->k);
}

/* ---- products: c (rows x columns) = a (rows x inner) b^T (columns x inner), and its gradients ---- */

static void product(double *c, const double *a, const double *b, size_t rows, size_t columns, size_t inner)
{
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (size_t k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[i * columns + j] = sum;
    }
}

static void product_gradient(double *ga, double *gb, const double *gc, const double *a, const double *b, size_t rows, size_t columns, size_t inner)
{
  memset(ga, 0, rows * inner * sizeof *ga);
  memset(gb, 0, columns * inner * sizeof *gb);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) {
      double g = gc[i * columns + j];
      for (size_t k = 0; g != 0 && k < inner; k++) {
        ga[i * inner + k] += g * b[j * inner + k];
        gb[j * inner + k] += g * a[i * inner + k];
      }
    }
}

void minip__fit_features(minip__fit_t *fit, const double *theta)
{
  minip__side_forward(&fit->q, theta);
  minip__side_forward(&fit->k, theta + fit->q_parameters);
  product(fit->alpha, fit->q.phi, fit->k.phi, fit->query_count, fit->token_count, fit->q.r);
}

/* From alpha_gradient to the features' parameters. */
static void features_gradient(double *g, minip__fit_t *fit, const double *theta)
{
  product_gradient(fit->q.gradient, fit->k.gradient, fit->alpha_gradient, fit->q.phi, fit->k.phi, fit->query_count, fit->token_count, fit->q.r);
  minip__side_backward(g, theta, &fit->q);
  minip__side_backward(g + fit->q_parameters, theta + fit->q_parameters, &fit->k);
}

/* ---- the kernel alone: T3's inequalities ---- */

static double *cell(double *matrix, const minip__fit_t *fit, uint32_t query, uint32_t token) { return matrix + (size_t)query * fit->token_count + token; }

/* W(x,z) of T2. */
static double w_of(const minip__fit_t *fit, uint32_t query, uint32_t z)
{
  double self = *cell(fit->alpha, fit, query, fit->query_token[query]);
  return *cell(fit->alpha, fit, query, z) + self / (double)(fit->suite->n - 1);
}

static void add_to_w(minip__fit_t *fit, uint32_t query, uint32_t z, double g)
{
  *cell(fit->alpha_gradient, fit, query, z) += g;
  *cell(fit->alpha_gradient, fit, query, fit->query_token[query]) += g / (double)(fit->suite->n - 1);
}

/* error[i] = log of link i's ratio |W(x,z')|/|W(x,z)| (T3 holds for any signs); *top = the largest. Returns 0 when a W is zero or not finite. */
static int log_ratios(double *top, minip__fit_t *fit)
{
  *top = -INFINITY;
  for (size_t i = 0; i < fit->link_count; i++) {
    const minip__link_t *l = &fit->links[i];
    double low = w_of(fit, l->query, l->low), high = w_of(fit, l->query, l->high);
    if (low == 0 || high == 0 || !isfinite(low) || !isfinite(high))
      return 0;
    fit->error[i] = l->log_factor + log(fabs(high)) - log(fabs(low));
    *top = fit->error[i] > *top ? fit->error[i] : *top;
  }
  return 1;
}

double minip__fit_kernel(double *g, double *hard, void *data, const double *theta)
{
  minip__fit_t *fit = data;
  double sum = 0;
  minip__fit_features(fit, theta);
  if (!log_ratios(hard, fit))
    return INFINITY;
  memset(fit->alpha_gradient, 0, fit->query_count * fit->token_count * sizeof(double));
  for (size_t i = 0; i < fit->link_count; i++)
    sum += exp(fit->power * (fit->error[i] - *hard));
  for (size_t i = 0; i < fit->link_count; i++) {
    const minip__link_t *l = &fit->links[i];
    double share = exp(fit->power * (fit->error[i] - *hard)) / sum;
    if (share > 0) {
      add_to_w(fit, l->query, l->high, share / w_of(fit, l->query, l->high));
      add_to_w(fit, l->query, l->low, -share / w_of(fit, l->query, l->low));
    }
  }
  features_gradient(g, fit, theta);
  return *hard + log(sum) / fit->power;
}

/* ---- the whole head ---- */

typedef struct {
  const double *values, *readout_a, *readout_b;
  double *g_values, *g_readout_a, *g_readout_b;
} parts_t;

static parts_t parts_of(const minip__fit_t *fit, const double *theta, double *g)
{
  size_t at = fit->q_parameters + fit->k_parameters, a = at + fit->token_count * fit->d, b = a + fit->query_count * fit->d;
  parts_t p = {theta + at, theta + a, theta + b, NULL, NULL, NULL};
  if (g)
    p.g_values = g + at, p.g_readout_a = g + a, p.g_readout_b = g + b;
  return p;
}

static double offset_of(const minip__fit_t *fit, const double *theta, uint32_t query)
{
  if (fit->is_table)
    return parts_of(fit, theta, NULL).readout_b[query];
  const double *own = theta + fit->parameters - 3;
  return own[1] + own[2] * fit->weight[query];
}

static void values_forward(minip__fit_t *fit, const double *theta)
{
  if (fit->is_table) {
    parts_t p = parts_of(fit, theta, NULL);
    product(fit->u, p.readout_a, p.values, fit->query_count, fit->token_count, fit->d);
    return;
  }
  double s = theta[fit->parameters - 3];
  for (size_t i = 0; i < fit->query_count * fit->token_count; i++)
    fit->u[i] = s * fit->overlap[i];
}

/* u's gradient into values and readout_a, or into s. */
static void values_gradient(double *g, const minip__fit_t *fit, const double *theta)
{
  if (fit->is_table) {
    parts_t p = parts_of(fit, theta, g);
    product_gradient(p.g_readout_a, p.g_values, fit->u_gradient, p.readout_a, p.values, fit->query_count, fit->token_count, fit->d);
    return;
  }
  double sum = 0;
  for (size_t i = 0; i < fit->query_count * fit->token_count; i++)
    sum += fit->u_gradient[i] * fit->overlap[i];
  g[fit->parameters - 3] = sum;
}

/* Sums over one sequence. */
static void sums(double *numerator, double *denominator, minip__fit_t *fit, size_t i)
{
  const uint32_t *s = minip_suite_sequence(fit->suite, i);
  uint32_t row = fit->query_row[minip_suite_query(fit->suite, i)];
  *numerator = *denominator = 0;
  for (size_t j = 0; j < fit->suite->n; j++) {
    double a = *cell(fit->alpha, fit, row, s[j]);
    *numerator += a * *cell(fit->u, fit, row, s[j]);
    *denominator += a;
  }
}

static int errors(double *top, minip__fit_t *fit, const double *theta)
{
  *top = 0;
  for (size_t i = 0; i < fit->suite->count; i++) {
    double numerator, denominator;
    sums(&numerator, &denominator, fit, i);
    double e = numerator / denominator + offset_of(fit, theta, fit->query_row[minip_suite_query(fit->suite, i)]) - fit->suite->targets[i];
    if (denominator == 0 || !isfinite(e))
      return 0;
    fit->error[i] = e;
    *top = fabs(e) > *top ? fabs(e) : *top;
  }
  return 1;
}

/* Sequence i pulls with the given share of the smoothed maximum. */
static void pull(double *g, minip__fit_t *fit, size_t i, double share)
{
  const uint32_t *s = minip_suite_sequence(fit->suite, i);
  uint32_t row = fit->query_row[minip_suite_query(fit->suite, i)];
  double numerator, denominator;
  sums(&numerator, &denominator, fit, i);
  for (size_t j = 0; j < fit->suite->n; j++) {
    *cell(fit->alpha_gradient, fit, row, s[j]) += share * (*cell(fit->u, fit, row, s[j]) - numerator / denominator) / denominator;
    *cell(fit->u_gradient, fit, row, s[j]) += share * *cell(fit->alpha, fit, row, s[j]) / denominator;
  }
  if (fit->is_table) {
    g[fit->parameters - fit->query_count + row] += share;
  } else {
    g[fit->parameters - 2] += share;
    g[fit->parameters - 1] += share * fit->weight[row];
  }
}

double minip__fit_head(double *g, double *hard, void *data, const double *theta)
{
  minip__fit_t *fit = data;
  size_t cells = fit->query_count * fit->token_count;
  double sum = 0, p = fit->power;
  minip__fit_features(fit, theta);
  values_forward(fit, theta);
  if (!errors(hard, fit, theta))
    return INFINITY;
  memset(fit->alpha_gradient, 0, cells * sizeof(double));
  memset(fit->u_gradient, 0, cells * sizeof(double));
  memset(g, 0, fit->parameters * sizeof(double));
  for (size_t i = 0; i < fit->suite->count; i++)
    sum += exp(p * (fit->error[i] - *hard)) + exp(p * (-fit->error[i] - *hard));
  for (size_t i = 0; i < fit->suite->count; i++) {
    double share = (exp(p * (fit->error[i] - *hard)) - exp(p * (-fit->error[i] - *hard))) / sum;
    if (fabs(share) > 1e-14)
      pull(g, fit, i, share);
  }
  values_gradient(g, fit, theta);
  features_gradient(g, fit, theta);
  return *hard + log(sum) / p;
}

/* ---- values from T2: d(x,z) = <x,z> - eps, eps half the widest spread of a link ---- */

static void query_values(double *u, const minip__fit_t *fit, uint32_t query)
{
  if (fit->suite->n == 1) { /* the output is u(x) itself */
    u[fit->query_token[query]] = fit->weight[query];
    return;
  }
  double eps = 0, self = *cell(fit->alpha, fit, query, fit->query_token[query]), others = (double)(fit->suite->n - 1);
  for (size_t i = 0; i < fit->link_count; i++)
    if (fit->links[i].query == query) {
      double low = fabs(w_of(fit, query, fit->links[i].low)), high = (others - 1) * fabs(w_of(fit, query, fit->links[i].high));
      double spread = fit->links[i].gap * high / (low + high);
      eps = spread / 2 > eps ? spread / 2 : eps;
    }
  double own = fit->weight[query] - eps;
  for (uint32_t z = 0; z < fit->token_count; z++) {
    double a = others * *cell(fit->alpha, fit, query, z);
    u[z] = z == fit->query_token[query] ? own : ((overlap_of(fit, query, z) - eps) * (self + a) - self * own) / a;
  }
}

void minip__fit_values(double *theta, minip__fit_t *fit)
{
  double *values = theta + fit->q_parameters + fit->k_parameters, *a = values + fit->token_count * fit->d;
  minip__fit_features(fit, theta);
  for (size_t z = 0; z < fit->token_count; z++)
    for (size_t k = 0; k < fit->d; k++)
      values[z * fit->d + k] = z == k;
  for (uint32_t i = 0; i < fit->query_count; i++)
    query_values(a + (size_t)i * fit->d, fit, i);
  memset(a + fit->query_count * fit->d, 0, fit->query_count * sizeof(double));
}

/* ---- float32 ---- */

/* Each query's features are scaled to a largest one of 1: the output does not change. */
static void scaled_queries(float *out, const minip__fit_t *fit)
{
  size_t r = fit->q.r;
  for (size_t i = 0; i < fit->query_count; i++) {
    double top = 0;
    for (size_t c = 0; c < r; c++)
      top = fmax(top, fabs(fit->q.phi[i * r + c]));
    for (size_t c = 0; c < r; c++)
      out[i * r + c] = (float)(fit->q.phi[i * r + c] / top);
  }
}

static void floats(float *out, const double *in, size_t count)
{
  for (size_t i = 0; i < count; i++)
    out[i] = (float)in[i];
}

static void fixed_readout(minip_train_head_t head, const minip__fit_t *fit, const double *theta)
{
  double s = theta[fit->parameters - 3];
  size_t m = fit->d;
  for (size_t z = 0; z < fit->token_count; z++)
    for (size_t b = 0; b < m; b++)
      head->values[z * m + b] = (float)fit->k.x[z * (m + 1) + b];
  for (uint32_t i = 0; i < fit->query_count; i++) {
    for (size_t b = 0; b < m; b++)
      head->readout_a[i * m + b] = (float)(s * fit->q.x[i * (m + 1) + b]);
    head->readout_b[i] = (float)offset_of(fit, theta, i);
  }
}

minip_status_t minip__fit_export(minip_train_head_t head, minip__fit_t *fit, const double *theta, minip_error_t err)
{
  head->r = fit->q.r, head->d = fit->d;
  head->phi_q = calloc(fit->query_count * head->r, sizeof(float)), head->phi_k = calloc(fit->token_count * head->r, sizeof(float));
  head->values = calloc(fit->token_count * head->d, sizeof(float)), head->readout_a = calloc(fit->query_count * head->d, sizeof(float));
  head->readout_b = calloc(fit->query_count, sizeof(float));
  if (!head->phi_q || !head->phi_k || !head->values || !head->readout_a || !head->readout_b)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  minip__fit_features(fit, theta);
  scaled_queries(head->phi_q, fit);
  floats(head->phi_k, fit->k.phi, fit->token_count * head->r);
  if (fit->is_table) {
    parts_t p = parts_of(fit, theta, NULL);
    floats(head->values, p.values, fit->token_count * head->d);
    floats(head->readout_a, p.readout_a, fit->query_count * head->d);
    floats(head->readout_b, p.readout_b, fit->query_count);
  } else {
    fixed_readout(head, fit, theta);
  }
  return MINIP_OK;
}
