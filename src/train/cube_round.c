/* From floats to integers that pass T5 exactly. With the keys fixed the queries are independent: each is fitted again to the rounded keys, then rounded at
   its least scale. Heavy queries, the hardest, come first, so that a hopeless scale ends soon. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>

#define MAX_KEY_SCALE 20000.0
#define MAX_QUERY_SCALE 3000

/* T5 with integers: alpha > 0 and every pair of classes. |alpha| stays below r * 3000 * 2^31 < 2^49, so nothing overflows. */
static int passes(const minip__cube_t *c, uint32_t x, const int64_t *q, const int64_t *keys, int64_t *alpha)
{
  int64_t low[MINIP_TRAIN_FULL_MAX_M + 1], high[MINIP_TRAIN_FULL_MAX_M + 1];
  uint32_t weight = (uint32_t)__builtin_popcount(x);
  for (size_t z = 0; z < c->count; z++)
    alpha[z] = 0;
  for (size_t k = 0; k < c->r; k++)
    for (size_t z = 0; z < c->count; z++)
      alpha[z] += q[k] * keys[k * c->count + z];
  for (uint32_t s = 0; s <= weight; s++)
    low[s] = INT64_MAX, high[s] = 0;
  for (uint32_t z = 0; z < c->count; z++) {
    uint32_t s = (uint32_t)__builtin_popcount(x & z);
    int64_t w = (int64_t)(c->n - 1) * alpha[z] + alpha[x];
    if (alpha[z] <= 0)
      return 0;
    low[s] = w < low[s] ? w : low[s], high[s] = w > high[s] ? w : high[s];
  }
  for (uint32_t s = 0; s <= weight; s++)
    for (uint32_t t = s + 2; t <= weight; t++)
      if ((__int128)low[s] <= (__int128)(c->n - 2) * (t - s - 1) * high[t])
        return 0;
  return 1;
}

/* Fit query c->query to the rounded keys; *ok = 0 when no features of it pass in floating point. */
static minip_status_t refit(int *ok, double *q, minip__cube_t *c, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  *ok = 1;
  for (unsigned doublings = 4; st == MINIP_OK && *ok && doublings <= 8; doublings += 2) {
    minip__minimum_t minimum;
    minip__problem_t problem = {.objective = minip__cube_single, .sizes = minip__cube_single_size, .data = c, .dim = c->r, .goal = -10, .gain = 1e-4, .steps = 60};
    c->doublings = doublings;
    st = minip__minimise(&minimum, q, &problem, err);
    *ok = st == MINIP_OK && isfinite(minimum.value) && (doublings < 8 || minimum.hard < 0);
  }
  return st;
}

/* The least integer scale at which the query passes, or 0. */
static int round_query(int64_t *out, const minip__cube_t *c, const double *q, const int64_t *keys, int64_t *alpha)
{
  double largest = 0;
  for (size_t k = 0; k < c->r; k++)
    largest = fmax(largest, fabs(q[k]));
  for (int scale = 1; scale <= MAX_QUERY_SCALE; scale++) {
    for (size_t k = 0; k < c->r; k++)
      out[k] = llrint(scale * q[k] / largest);
    if (passes(c, c->queries[c->query], out, keys, alpha))
      return scale;
  }
  return 0;
}

typedef struct {
  minip__cube_t *cube;
  const double *x;
  int64_t *keys;  /* by columns */
  int64_t *alpha; /* a row for each of the cube's lanes */
  int64_t *phi_q; /* by rows: the result */
} job_t;

/* On a copy of the cube with one lane, so that lanes can work side by side. */
static minip_status_t try_query(int *ok, const job_t *job, size_t lane, uint32_t x, double scale, minip_error_t err)
{
  double q[MINIP_TRAIN_FULL_MAX_RANK];
  minip__cube_t c = *job->cube;
  c.lanes += lane, c.query = x;
  for (size_t k = 0; k < c.r; k++)
    q[k] = job->x[k * c.count + x] / scale;
  minip_status_t st = refit(ok, q, &c, err);
  if (st == MINIP_OK && *ok)
    *ok = round_query(job->phi_q + (size_t)x * c.r, &c, q, job->keys, job->alpha + lane * c.count) > 0;
  return st;
}

/* The queries of one weight, dealt out to the lanes. A failure anywhere ends it: whether all pass does not depend on the order. */
static minip_status_t try_weight(int *ok, const job_t *job, int weight, double scale, minip_error_t err)
{
  size_t lanes = job->cube->lane_count;
  minip_status_t st = MINIP_OK;
  int all = 1;
#pragma omp parallel for schedule(static, 1) num_threads((int)lanes) if (lanes > 1)
  for (size_t lane = 0; lane < lanes; lane++) {
    uint32_t turn = 0;
    for (uint32_t x = 0; x < job->cube->count; x++) {
      minip_error_t own;
      int go_on, passed = 1;
      if (__builtin_popcount(x) != weight || turn++ % lanes != lane)
        continue;
#pragma omp atomic read
      go_on = all;
      if (!go_on)
        break;
      minip_error_init(own);
      minip_status_t own_st = try_query(&passed, job, lane, x, scale, own);
      if (own_st == MINIP_OK && passed)
        continue;
#pragma omp atomic write
      all = 0;
#pragma omp critical(minip_cube_round)
      if (st == MINIP_OK && own_st != MINIP_OK)
        st = own_st, *err = *own;
    }
  }
  *ok = all;
  return st;
}

static minip_status_t try_scale(int *ok, job_t *job, double scale, minip_error_t err)
{
  minip__cube_t *c = job->cube;
  const double *keys = job->x + c->r * c->count;
  minip_status_t st = MINIP_OK;
  *ok = 1;
  for (size_t k = 0; k < c->r; k++)
    for (size_t z = 0; z < c->count; z++) {
      double key = scale * keys[k * c->count + z];
      if (!(fabs(key) < 0x1p31))
        return *ok = 0, MINIP_OK;
      job->keys[k * c->count + z] = llrint(key);
      c->keys[k * c->stride + z] = (float)job->keys[k * c->count + z];
    }
  for (int weight = (int)c->m; st == MINIP_OK && *ok && weight >= 0; weight--)
    st = try_weight(ok, job, weight, scale, err);
  return st;
}

minip_status_t minip__cube_round(int *found, int64_t *phi_q, int64_t *phi_k, minip__cube_t *c, const double *x, minip_error_t err)
{
  job_t job = {.cube = c, .x = x, .phi_q = phi_q};
  minip_status_t st = MINIP_OK;
  *found = 0;
  job.keys = malloc(c->r * c->count * sizeof *job.keys), job.alpha = malloc(c->lane_count * c->count * sizeof *job.alpha);
  if (!job.keys || !job.alpha)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (double scale = 1; st == MINIP_OK && !*found && scale < MAX_KEY_SCALE; scale *= 1.25)
    st = try_scale(found, &job, scale, err);
  for (size_t z = 0; st == MINIP_OK && *found && z < c->count; z++)
    for (size_t k = 0; k < c->r; k++)
      phi_k[z * c->r + k] = job.keys[k * c->count + z];
  free(job.keys), free(job.alpha);
  return st;
}
