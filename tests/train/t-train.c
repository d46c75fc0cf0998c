/* Fitting: gradients against finite differences, determinism, exact verdicts, refusals. */
#include "../lib/test.h"
#include <math.h>
#include <minip/plot.h>
#include <minip/train.h>
#include "plain.h"

static void make_suite(minip_suite_t suite, const char *name)
{
  minip_error_t err;
  minip_pairs_t pairs;
  minip_error_init(err);
  minip_pairs_init(pairs), minip_suite_init(suite);
  assert_ok(minip_suite_preset(pairs, name, err));
  assert_ok(minip_suite_witness(suite, pairs, 3, 0, 0, err));
  minip_pairs_clear(pairs);
}

/* ---- gradients ---- */

/* Central differences at random variables. Everything is in double precision: steps of 1e-5 leave about 1e-9 of curvature and rounding. */
static void check_gradient(minip__objective_t objective, void *data, double *x, size_t dim, size_t vary, uint64_t *state)
{
  double *g = calloc(dim, sizeof *g), *scratch = calloc(dim, sizeof *scratch), hard, size = 0;
  double f = objective(g, &hard, data, x);
  assert_true(isfinite(f));
  assert_true(f >= hard - 1e-6); /* smoothing never goes below the maximum */
  for (size_t i = 0; i < dim; i++)
    size = fmax(size, fabs(g[i]));
  assert_true(size > 0);
  for (size_t k = 0; k < vary; k++) {
    size_t i = test_below(state, dim);
    double x0 = x[i], h = 1e-5 * fmax(0.3, fabs(x0));
    x[i] = x0 + h;
    double up = objective(scratch, &hard, data, x);
    x[i] = x0 - h;
    double down = objective(scratch, &hard, data, x);
    x[i] = x0;
    if (fabs((up - down) / (2 * h) - g[i]) > 1e-6 * size)
      fail_msg("variable %zu: difference %g, gradient %g", i, (up - down) / (2 * h), g[i]);
  }
  free(g), free(scratch);
}

static void test_suite_gradients(void **unused)
{
  minip_error_t err;
  minip_suite_t suite;
  uint64_t state = test_seed();
  (void)unused;
  minip_error_init(err);
  make_suite(suite, "hadamard24");
  for (int kind = 0; kind < 6; kind++) {
    minip_train_options_t options;
    minip__fit_t fit;
    minip__random_t random;
    minip_train_options_default(&options);
    options.rank = 3, options.hidden = 4;
    options.features = kind < 4 ? MINIP_TRAIN_TABLE : kind == 4 ? MINIP_TRAIN_LOGLINEAR : MINIP_TRAIN_MLP;
    options.activation = kind < 4 ? (minip_train_activation_t)kind : MINIP_TRAIN_EXP;
    assert_ok(minip__fit_init(&fit, suite, &options, err));
    double *theta = calloc(fit.parameters, sizeof *theta);
    minip__random_seed(&random, 5);
    for (size_t i = 0; i < fit.parameters; i++)
      theta[i] = (kind == 3 ? 1 : 0) + 0.3 * minip__random_gauss(&random);
    fit.power = 4;
    check_gradient(minip__fit_kernel, &fit, theta, fit.q_parameters + fit.k_parameters, 60, &state);
    check_gradient(minip__fit_head, &fit, theta, fit.parameters, 60, &state);
    free(theta);
    minip__fit_clear(&fit);
  }
  minip_suite_clear(suite);
}

static double plain_whole(const minip__cube_t *c, const double *v)
{
  double sum = 0;
  for (uint32_t x = 0; x < c->count; x++)
    sum += plain_ratios(c, x, v + x, c->count, v + c->r * c->count);
  return log(sum) / ldexp(1, (int)c->doublings);
}

static double plain_single(const minip__cube_t *c, const double *q, const double *keys) { return log(plain_ratios(c, c->queries[c->query], q, 1, keys)) / ldexp(1, (int)c->doublings); }

/* The search keeps features as floats (relative error 2^-24) and raises ratios of them to the power p: their logarithms are right to some p 2^-23. */
static double float_error(const minip__cube_t *c) { return ldexp(16, (int)c->doublings - 23); }

typedef double (*plain_t)(const minip__cube_t *c, const double *v, const double *keys);
static double whole_of(const minip__cube_t *c, const double *v, const double *keys) { return (void)keys, plain_whole(c, v); }

/* Value and gradient against central differences of the plain objective (error about 1e-9 in double precision). After the regauge W and the keys are of
   order 1, and so are the terms that a gradient sums: hence the absolute part of the tolerance. */
static void check_cube(minip__objective_t objective, plain_t plain, minip__cube_t *c, double *v, size_t dim, const double *keys)
{
  double *g = calloc(dim, sizeof *g), hard, size = 0, tolerance = float_error(c);
  double f = objective(g, &hard, c, v);
  assert_true(fabs(f - plain(c, v, keys)) <= tolerance);
  for (size_t i = 0; i < dim; i++)
    size = fmax(size, fabs(g[i]));
  for (size_t i = 0; i < dim; i++) {
    double v0 = v[i], step = 1e-5 * fmax(0.1, fabs(v0));
    v[i] = v0 + step;
    double up = plain(c, v, keys);
    v[i] = v0 - step;
    double slope = (up - plain(c, v, keys)) / (2 * step);
    v[i] = v0;
    if (!(fabs(slope - g[i]) <= tolerance * (1 + size)))
      fail_msg("p = 2^%u, variable %zu: difference %.9g, gradient %.9g, largest %g", c->doublings, i, slope, g[i], size);
  }
  free(g);
}

static void test_cube_gradients(void **unused)
{
  static const size_t cases[][4] = {{2, 3, 2, 1}, {4, 3, 3, 1}, {4, 5, 3, 2}, {5, 3, 4, 3}};
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip__cube_t cube;
    size_t r = cases[i][2], count = (size_t)1 << cases[i][0], dim = 2 * r * count;
    double *x = calloc(dim, sizeof *x), row[8];
    assert_ok(minip__cube_init(&cube, cases[i][0], cases[i][1], r, NULL, 0, cases[i][3], err));
    minip__cube_start(x, &cube, 7);
    minip__cube_regauge(x, &cube);
    for (cube.doublings = 1; cube.doublings <= 5; cube.doublings += 2) {
      check_cube(minip__cube_whole, whole_of, &cube, x, dim, NULL);
      for (cube.query = 0; cube.query < count; cube.query++) {
        for (size_t k = 0; k < r; k++)
          row[k] = x[k * count + cube.query];
        check_cube(minip__cube_single, plain_single, &cube, row, r, x + r * count);
      }
    }
    free(x);
    minip__cube_clear(&cube);
  }
}

/* One thread, several, and more than there are tiles: the same objective and gradient up to float rounding, and the very same when repeated. */
static void test_cube_threads(void **unused)
{
  minip_error_t err;
  size_t dim = 2 * 4 * 64;
  double *x = calloc(dim, sizeof *x), *g = calloc(dim, sizeof *g), *one = calloc(dim, sizeof *one), hard, first = 0;
  (void)unused;
  minip_error_init(err);
  for (size_t threads = 1; threads <= 11; threads += threads < 4 ? 1 : 7) {
    minip__cube_t cube;
    assert_ok(minip__cube_init(&cube, 6, 3, 4, NULL, 0, threads, err));
    minip__cube_start(x, &cube, 3);
    double f = minip__cube_whole(g, &hard, &cube, x);
    if (threads == 1)
      first = f, memcpy(one, g, dim * sizeof *g);
    assert_true(fabs(f - first) < 1e-5);
    for (size_t i = 0; i < dim; i++)
      assert_true(fabs(g[i] - one[i]) < 1e-4);
    double *again = calloc(dim, sizeof *again);
    assert_true(minip__cube_whole(again, &hard, &cube, x) == f);
    assert_memory_equal(again, g, dim * sizeof *g);
    free(again);
    x[5] = -1e6; /* a query whose weights are negative: outside the domain, whichever thread meets it */
    assert_true(isinf(minip__cube_whole(g, &hard, &cube, x)));
    minip__cube_clear(&cube);
  }
  free(x), free(g), free(one);
}

/* Where the smoothed ratios are all below 1, T5 holds: the sharpest of them is compared with a plain search through all pairs. */
static void test_cube_worst_ratio(void **unused)
{
  minip_error_t err;
  minip__cube_t cube;
  (void)unused;
  minip_error_init(err);
  assert_ok(minip__cube_init(&cube, 4, 4, 2, NULL, 0, 1, err));
  double x[64], g[64], hard, worst = -INFINITY;
  minip__cube_start(x, &cube, 3);
  assert_true(isfinite(minip__cube_whole(g, &hard, &cube, x)));
  for (unsigned a = 0; a < 16; a++)
    for (unsigned z = 0; z < 16; z++)
      for (unsigned y = 0; y < 16; y++) {
        double self = x[a] * x[32 + a] + x[16 + a] * x[48 + a];
        double low = self / 3 + x[a] * x[32 + z] + x[16 + a] * x[48 + z], high = self / 3 + x[a] * x[32 + y] + x[16 + a] * x[48 + y];
        int gap = __builtin_popcount(a & y) - __builtin_popcount(a & z);
        if (gap >= 2)
          worst = fmax(worst, log(2.0 * (gap - 1) * high / low));
        if (__builtin_popcount(a & z) + 1 >= __builtin_popcount(a))
          worst = fmax(worst, log(self / 3 / low));
      }
  assert_true(fabs(worst - hard) < 1e-4);
  minip__cube_clear(&cube);
}

/* ---- whole cubes ---- */

/* T12: all 2^m product features together are b^-<x,z>; a part of them is positive and below it. */
static void test_product_start(void **unused)
{
  minip_error_t err;
  minip_tokens_t cube;
  (void)unused;
  minip_error_init(err), minip_tokens_init(cube);
  assert_ok(minip_tokens_cube(cube, 4, err));
  for (size_t r = 4; r <= 32; r *= 2) {
    minip_train_options_t options;
    minip__side_t q, k;
    minip__random_t random;
    minip_train_options_default(&options);
    options.rank = r, options.features = MINIP_TRAIN_LOGLINEAR, options.activation = MINIP_TRAIN_EXP;
    assert_ok(minip__side_init(&q, cube, &options, err));
    assert_ok(minip__side_init(&k, cube, &options, err));
    double *theta = calloc(minip__side_parameters(&q) + minip__side_parameters(&k), sizeof *theta);
    minip__random_seed(&random, r);
    assert_ok(minip__product_start(theta, &q, &random, 16, err));
    minip__side_forward(&q, theta), minip__side_forward(&k, theta + minip__side_parameters(&q));
    for (size_t x = 0; x < 16; x++)
      for (size_t z = 0; z < 16; z++) {
        double alpha = 0, wanted = pow(16, -__builtin_popcountl(x & z));
        for (size_t c = 0; c < r; c++)
          alpha += q.phi[x * r + c] * k.phi[z * r + c];
        assert_true(r == 16 ? fabs(alpha - wanted) < 1e-12 * wanted : r < 16 ? alpha > 0 && alpha < wanted : alpha > wanted);
      }
    assert_int_equal(minip__product_start(theta, &q, &random, 1, err), MINIP_INPUT);
    free(theta);
    minip__side_clear(&q), minip__side_clear(&k);
  }
  minip_tokens_clear(cube);
}

/* A search that is stopped and resumed ends with the same integers as one that never stopped. A checkpoint is a warm start too. */
static void test_checkpoints(void **unused)
{
  minip_error_t err;
  minip_train_full_t whole, part;
  char path[] = "t-train-checkpoint.npz";
  (void)unused;
  minip_error_init(err), minip_train_full_init(whole), minip_train_full_init(part);
  minip_train_full_options_t o = {.m = 6, .n = 5, .r = 6, .seed = 1, .steps = 20000, .threads = 1};
  assert_ok(minip_train_full(whole, &o, err));
  assert_true(whole->found && whole->steps > 800);
  unlink(path);
  o.checkpoint = path, o.steps = 800;
  assert_ok(minip_train_full(part, &o, err));
  assert_true(!part->found && access(path, R_OK) == 0);
  o.steps = 20000;
  assert_ok(minip_train_full(part, &o, err));
  assert_true(part->found && part->steps == whole->steps);
  assert_memory_equal(part->phi_q, whole->phi_q, (6 << 6) * sizeof(int64_t));
  assert_memory_equal(part->phi_k, whole->phi_k, (6 << 6) * sizeof(int64_t));
  o.seed = 2; /* of another search */
  assert_int_equal(minip_train_full(part, &o, err), MINIP_INPUT);
  o.checkpoint = NULL, o.start = path, o.r = 7; /* one more feature than the file has */
  assert_ok(minip_train_full(part, &o, err));
  assert_true(part->found);
  o.r = 5;
  assert_int_equal(minip_train_full(part, &o, err), MINIP_INPUT);
  o.r = 6, o.m = 5;
  assert_int_equal(minip_train_full(part, &o, err), MINIP_INPUT);
  o.m = 6, o.start = "no-such-file.npz";
  assert_int_equal(minip_train_full(part, &o, err), MINIP_INPUT);
  unlink(path);
  minip_train_full_clear(whole), minip_train_full_clear(part);
}

static void test_small_cubes(void **unused)
{
  static const size_t cases[][3] = {{4, 3, 2}, {5, 3, 3}, {6, 3, 4}, {4, 6, 2}, {3, 3, 1}};
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip_train_full_t full, again;
    minip_train_full_init(full), minip_train_full_init(again);
    assert_ok(minip_train_full(full, &(minip_train_full_options_t){.m = cases[i][0], .n = cases[i][1], .r = cases[i][2], .seed = 1, .steps = 20000, .threads = 1}, err));
    assert_true(full->found);
    assert_true(solves(full));
    assert_ok(minip_train_full(again, &(minip_train_full_options_t){.m = cases[i][0], .n = cases[i][1], .r = cases[i][2], .seed = 1, .steps = 20000, .threads = 1}, err));
    size_t bytes = (cases[i][2] << cases[i][0]) * sizeof(int64_t);
    assert_memory_equal(full->phi_q, again->phi_q, bytes);
    assert_memory_equal(full->phi_k, again->phi_k, bytes);
    minip_train_full_clear(full), minip_train_full_clear(again);
  }
}

/* Shattering (T8 b): m = 4 needs 2 features and m = 6 needs 3, so less is never found. */
static void test_below_the_bound(void **unused)
{
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (uint64_t seed = 1; seed <= 3; seed++) {
    minip_train_full_t full;
    minip_train_full_init(full);
    assert_ok(minip_train_full(full, &(minip_train_full_options_t){.m = 4, .n = 3, .r = 1, .seed = seed, .steps = 500, .threads = 1}, err));
    assert_false(full->found);
    assert_ok(minip_train_full(full, &(minip_train_full_options_t){.m = 6, .n = 3, .r = 2, .seed = seed, .steps = 300, .threads = 1}, err));
    assert_false(full->found);
    assert_int_equal(minip_train_full_write("unwritten.npz", full, err), MINIP_UNDECIDED);
    assert_null(fopen("unwritten.npz", "r"));
    minip_error_init(err);
    minip_train_full_clear(full);
  }
}

static void test_full_refusals(void **unused)
{
  minip_error_t err;
  minip_train_full_t full;
  (void)unused;
  minip_error_init(err);
  minip_train_full_init(full);
  assert_int_equal(minip_train_full(full, &(minip_train_full_options_t){.m = 4, .n = 3, .r = 0, .seed = 1, .steps = 10, .threads = 1}, err), MINIP_INPUT);
  assert_int_equal(minip_train_full(full, &(minip_train_full_options_t){.m = 4, .n = 2, .r = 2, .seed = 1, .steps = 10, .threads = 1}, err), MINIP_INPUT);
  assert_int_equal(minip_train_full(full, &(minip_train_full_options_t){.m = 13, .n = 3, .r = 2, .seed = 1, .steps = 10, .threads = 1}, err), MINIP_INPUT);
  assert_int_equal(minip_train_full(full, &(minip_train_full_options_t){.m = 4, .n = 3, .r = 65, .seed = 1, .steps = 10, .threads = 1}, err), MINIP_INPUT);
  minip_train_full_clear(full);
}

/* ---- heads ---- */

static void fit_and_judge(minip_train_head_t head, minip_train_verdict_t v, const minip_suite_t suite, const minip_train_options_t *options, minip_error_t err)
{
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  minip_train_head_init(head), minip_train_verdict_init(v);
  assert_ok(minip_train_fit(head, suite, options, NULL, NULL, err));
  assert_false(head->diverged);
  assert_ok(minip_train_certify(v, head, suite, half, 1, err));
  assert_true(v->is_defined && v->kernel_is_defined);
  /* the best values and readout of the same kernel cannot be worse than the trained ones */
  assert_true(fmpq_cmp(v->optimal_error, v->error) <= 0);
  fmpq_clear(half);
}

static void test_ranks(void **unused)
{
  minip_error_t err;
  minip_suite_t suite;
  fmpz_t bound;
  (void)unused;
  minip_error_init(err);
  fmpz_init(bound);
  make_suite(suite, "hadamard24");
  assert_ok(minip_train_bound(bound, suite, 0, 1, err));
  assert_true(fmpz_cmp_ui(bound, 13) >= 0); /* the trace bound: 23/(1 + 22/25) = 12.2.. */
  for (size_t rank = 1; rank <= 24; rank += rank < 3 ? 1 : 7) {
    minip_train_head_t head;
    minip_train_verdict_t v;
    minip_train_options_t options;
    minip_train_options_default(&options);
    options.rank = rank, options.steps = 800;
    fit_and_judge(head, v, suite, &options, err);
    if (fmpz_cmp_ui(bound, rank) > 0)
      assert_false(v->solves); /* T8 */
    if (rank == 24)
      assert_true(v->solves && v->head_solves);
    if (rank == 1) /* equal weights at best: 3/2; never less than T3's half of (D - 1) W'/(W + W') summed over the pairs */
      assert_true(fmpq_cmp_si(v->optimal_error, 1) > 0);
    minip_train_head_clear(head), minip_train_verdict_clear(v);
  }
  fmpz_clear(bound);
  minip_suite_clear(suite);
}

static void test_same_bytes(void **unused)
{
  minip_error_t err;
  minip_suite_t suite;
  minip_train_options_t options;
  (void)unused;
  minip_error_init(err);
  make_suite(suite, "hadamard24");
  minip_train_options_default(&options);
  options.rank = 3, options.steps = 200;
  minip_train_head_t a, b;
  minip_train_head_init(a), minip_train_head_init(b);
  assert_ok(minip_train_fit(a, suite, &options, NULL, NULL, err));
  assert_ok(minip_train_fit(b, suite, &options, NULL, NULL, err));
  assert_memory_equal(a->phi_q, b->phi_q, a->queries->count * 3 * sizeof(float));
  assert_memory_equal(a->phi_k, b->phi_k, a->tokens->count * 3 * sizeof(float));
  assert_memory_equal(a->readout_a, b->readout_a, a->queries->count * a->d * sizeof(float));
  options.seed = 2;
  assert_ok(minip_train_fit(b, suite, &options, NULL, NULL, err));
  assert_memory_not_equal(a->phi_k, b->phi_k, a->tokens->count * 3 * sizeof(float));
  minip_train_head_clear(a), minip_train_head_clear(b);
  minip_suite_clear(suite);
}

static void test_divergence(void **unused)
{
  minip_error_t err;
  minip_suite_t suite;
  minip_train_options_t options;
  minip_train_head_t head;
  minip_train_verdict_t v;
  fmpq_t half;
  (void)unused;
  minip_error_init(err);
  fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  make_suite(suite, "hadamard24");
  minip_train_options_default(&options);
  options.rank = 2, options.scale = 1e300, options.activation = MINIP_TRAIN_SQUARE;
  minip_train_head_init(head), minip_train_verdict_init(v);
  assert_ok(minip_train_fit(head, suite, &options, NULL, NULL, err));
  assert_true(head->diverged);
  assert_int_equal(minip_train_certify(v, head, suite, half, 1, err), MINIP_UNDECIDED);
  assert_int_equal(minip_train_write("unwritten.npz", head, err), MINIP_UNDECIDED);
  assert_null(fopen("unwritten.npz", "r"));
  options.rank = 0;
  assert_int_equal(minip_train_fit(head, suite, &options, NULL, NULL, err), MINIP_INPUT);
  minip_train_head_clear(head), minip_train_verdict_clear(v);
  minip_suite_clear(suite);
  fmpq_clear(half);
}

/* A parametric head keeps its features on a suite with the same tokens, and table heads do not move. */
static void test_transfer(void **unused)
{
  minip_error_t err;
  minip_suite_t suite, other;
  minip_train_options_t options;
  minip_train_head_t head, moved;
  (void)unused;
  minip_error_init(err);
  make_suite(suite, "hadamard24"), make_suite(other, "chain24");
  minip_train_head_init(head), minip_train_head_init(moved);
  for (int kind = MINIP_TRAIN_TABLE; kind <= MINIP_TRAIN_MLP; kind++) {
    minip_train_options_default(&options);
    options.rank = 2, options.steps = 80, options.features = (minip_train_features_t)kind;
    assert_ok(minip_train_fit(head, suite, &options, NULL, NULL, err));
    if (kind == MINIP_TRAIN_TABLE) {
      assert_int_equal(minip_train_transfer(moved, head, suite, err), MINIP_INPUT);
      continue;
    }
    assert_ok(minip_train_transfer(moved, head, suite, err));
    assert_memory_equal(head->phi_k, moved->phi_k, head->tokens->count * 2 * sizeof(float));
    assert_memory_equal(head->readout_b, moved->readout_b, head->queries->count * sizeof(float));
    assert_ok(minip_train_transfer(moved, head, other, err));
    assert_int_equal(moved->tokens->count, other->tokens->count);
  }
  minip_train_head_clear(head), minip_train_head_clear(moved);
  minip_suite_clear(suite), minip_suite_clear(other);
}

/* ---- plots ---- */

static void test_plot(void **unused)
{
  double x[] = {1, 2, 4, 0}, y[] = {0.25, NAN, 0.5, 1};
  minip_plot_series_t series = {"a < b & c", 4, x, y};
  minip_plot_t plot = {.title = "t", .x_label = "x", .y_label = "y", .log_x = 1, .mark = 0.5, .mark_label = "half", .count = 1, .series = &series};
  minip_error_t err;
  char *svg, *again;
  (void)unused;
  minip_error_init(err);
  assert_ok(minip_plot_svg(&svg, &plot, err));
  assert_ok(minip_plot_svg(&again, &plot, err));
  assert_string_equal(svg, again);
  assert_non_null(strstr(svg, "a &#60; b &#38; c"));
  assert_null(strstr(svg, "nan"));
  size_t circles = 0;
  for (const char *p = svg; (p = strstr(p, "<circle")); p++)
    circles++;
  assert_int_equal(circles, 2); /* not the NaN, not log 0 */
  free(svg), free(again);
  /* a range that the data leave grows: the highest point is at the top of the frame; ticks stand at whole x only */
  y[2] = 4, plot.y_max = 2, plot.log_x = 0, x[3] = 3;
  assert_ok(minip_plot_svg(&svg, &plot, err));
  const char *top = strstr(svg, "<path d=\"M"), *high = strstr(svg, "<circle cx=\"616.0\" cy=\"");
  assert_non_null(top), assert_non_null(high);
  assert_float_equal(atof(strchr(top + 6, ' ')), atof(strstr(high, "cy=\"") + 4), 0.05);
  assert_non_null(strstr(svg, ">4</text>"));
  assert_null(strstr(svg, ">1.2</text>"));
  free(svg);
  plot.count = 0;
  assert_int_equal(minip_plot_svg(&svg, &plot, err), MINIP_INPUT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_suite_gradients), cmocka_unit_test(test_cube_gradients), cmocka_unit_test(test_cube_threads), cmocka_unit_test(test_checkpoints), cmocka_unit_test(test_product_start), cmocka_unit_test(test_cube_worst_ratio), cmocka_unit_test(test_small_cubes),
    cmocka_unit_test(test_below_the_bound), cmocka_unit_test(test_full_refusals), cmocka_unit_test(test_ranks), cmocka_unit_test(test_same_bytes),
    cmocka_unit_test(test_divergence), cmocka_unit_test(test_transfer), cmocka_unit_test(test_plot),
  };
  return cmocka_run_group_tests_name("train", tests, NULL, NULL);
}
