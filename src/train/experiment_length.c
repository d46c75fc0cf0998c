/* length: one feature on the whole cube of 4 bits, at lengths 1, 2, 3. T1's head is exact at 1 and 2; at 3 nothing of rank 1 is. */
#include "experiment.h"
#include <math.h>
#include <stdlib.h>

#define BITS 4
#define MAX_SEQUENCES 100000

static minip_status_t constant_suite(minip_suite_t suite, size_t n, minip_error_t err)
{
  minip_kernel_t kernel;
  minip_tokens_t cube;
  minip_kernel_init(kernel), minip_tokens_init(cube);
  fmpz *one = _fmpz_vec_init(1 << BITS);
  for (size_t i = 0; i < 1 << BITS; i++)
    fmpz_one(one + i);
  minip_status_t st = minip_tokens_cube(cube, BITS, err);
  if (st == MINIP_OK)
    st = minip_kernel_set_features(kernel, cube, one, one, 1, err);
  if (st == MINIP_OK)
    st = minip_suite_full(suite, kernel, n, MAX_SEQUENCES, err);
  _fmpz_vec_clear(one, 1 << BITS);
  minip_kernel_clear(kernel), minip_tokens_clear(cube);
  return st;
}

/* T1: alpha = 1, v(z) = z, a(x) = 2x, b(x) = -|x|, as a head to be certified like a trained one. */
static minip_status_t write_t1(minip_train_head_t head, minip_error_t err)
{
  size_t count = (size_t)1 << BITS;
  minip_train_options_default(&head->options);
  minip_status_t st = minip_tokens_cube(head->tokens, BITS, err);
  if (st == MINIP_OK)
    st = minip_tokens_cube(head->queries, BITS, err);
  head->r = 1, head->d = BITS;
  head->phi_q = calloc(count, sizeof(float)), head->phi_k = calloc(count, sizeof(float)), head->readout_b = calloc(count, sizeof(float));
  head->values = calloc(count * BITS, sizeof(float)), head->readout_a = calloc(count * BITS, sizeof(float));
  if (st != MINIP_OK)
    return st;
  if (!head->phi_q || !head->phi_k || !head->values || !head->readout_a || !head->readout_b)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; i < count; i++) {
    head->phi_q[i] = head->phi_k[i] = 1;
    head->readout_b[i] = -(float)__builtin_popcountl(i);
    for (size_t b = 0; b < BITS; b++) {
      head->values[i * BITS + b] = (float)((i >> b) & 1);
      head->readout_a[i * BITS + b] = (float)(2 * ((i >> b) & 1));
    }
  }
  return MINIP_OK;
}

static minip_status_t judge(minip__experiment_t *e, double *error, const minip_train_head_t head, const minip_suite_t suite, const char *setting,
                            const char *kernel, size_t seed, minip_error_t err)
{
  minip_train_verdict_t v;
  minip_train_verdict_init(v);
  minip_status_t st = head->diverged ? MINIP_OK : minip_train_certify(v, head, suite, e->half, 1, err);
  if (st == MINIP_OK) {
    json_t *row = minip__experiment_row(setting, kernel, v, head->diverged, 1);
    json_object_set_new(row, "rank", json_string("1"));
    if (seed)
      json_object_set_new(row, "seed", minip_report_slong((slong)seed));
    json_array_append_new(e->rows, row);
    *error = fmax(*error, v->is_defined ? fmpq_get_d(v->error) : INFINITY);
    minip__experiment_step(e);
  }
  minip_train_verdict_clear(v);
  return st;
}

static minip_status_t trained(minip__experiment_t *e, double *error, const minip_suite_t suite, const char *setting, size_t seed, minip_error_t err)
{
  minip_train_head_t head;
  minip_train_options_t options;
  minip_train_head_init(head), minip_train_options_default(&options);
  options.seed = seed, options.steps = 800;
  minip_status_t st = minip_train_fit(head, suite, &options, NULL, NULL, err);
  if (st == MINIP_OK)
    st = judge(e, error, head, suite, setting, "trained", seed, err);
  minip_train_head_clear(head);
  return st;
}

static minip_status_t one_length(minip__experiment_t *e, size_t n, size_t t1_series, size_t trained_series, minip_error_t err)
{
  minip_suite_t suite;
  minip_train_head_t t1;
  char setting[32];
  double exact = 0, fitted = 0;
  minip_suite_init(suite), minip_train_head_init(t1);
  snprintf(setting, sizeof setting, "length %zu", n);
  minip_status_t st = constant_suite(suite, n, err);
  if (st == MINIP_OK)
    st = write_t1(t1, err);
  if (st == MINIP_OK)
    st = judge(e, &exact, t1, suite, setting, "T1 head", 0, err);
  for (size_t seed = 1; st == MINIP_OK && seed <= e->options->seeds; seed++)
    st = trained(e, &fitted, suite, setting, seed, err);
  minip__experiment_point(e, t1_series, (double)n, exact);
  minip__experiment_point(e, trained_series, (double)n, fitted);
  minip_suite_clear(suite), minip_train_head_clear(t1);
  return st;
}

minip_status_t minip__experiment_length(minip__experiment_t *e, minip_error_t err)
{
  size_t t1 = minip__experiment_series(e, "T1 head"), fitted = minip__experiment_series(e, "trained, worst seed");
  minip_status_t st = MINIP_OK;
  e->total = 3 * (1 + e->options->seeds);
  for (size_t n = 1; st == MINIP_OK && n <= 3; n++)
    st = one_length(e, n, t1, fitted, err);
  return st;
}
