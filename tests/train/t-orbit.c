/* Searches under a cyclic symmetry: orbits, expansion, gradient and gauge against plain definitions, and kernels found that way. */
#include "plain.h"
#include <unistd.h>

/* Turns bit by bit: bit b of a whole cycle goes to the next place of its cycle. */
static uint32_t turn(uint32_t token, size_t m, size_t length)
{
  uint32_t out = 0;
  for (size_t b = 0; b < m; b++) {
    size_t first = b / length * length, to = first + length <= m ? first + (b - first + 1) % length : b;
    out |= ((token >> b) & 1) << to;
  }
  return out;
}

/* One turn of a token's features (r x count, by columns), the components being those of `frequencies`. */
static void turn_features(double *out, const double *in, size_t count, const size_t *frequencies, size_t components, size_t length)
{
  size_t k = 0;
  for (size_t i = 0; i < components; i++) {
    double angle = 2 * acos(-1) * (double)frequencies[i] / (double)length, a = in[k * count];
    if (frequencies[i] == 0 || 2 * frequencies[i] == length)
      out[k * count] = frequencies[i] ? -a : a, k++;
    else {
      double b = in[(k + 1) * count];
      out[k * count] = cos(angle) * a - sin(angle) * b, out[(k + 1) * count] = sin(angle) * a + cos(angle) * b, k += 2;
    }
  }
}

typedef struct {
  size_t m, n, length, r, components, frequencies[8], threads;
} case_t;

static const case_t cases[] = {
  {3, 3, 3, 4, 3, {0, 0, 1}, 1}, {4, 3, 3, 5, 4, {0, 1, 0, 0}, 1}, {4, 5, 2, 4, 4, {0, 1, 0, 1}, 2},
  {5, 3, 4, 5, 4, {0, 2, 1, 0}, 3}, {5, 4, 5, 6, 4, {2, 0, 1, 0}, 1}, {4, 3, 4, 4, 4, {0, 0, 0, 0}, 1},
};

static void make(minip__orbits_t *o, const case_t *c)
{
  minip_error_t err;
  minip_error_init(err);
  assert_ok(minip__orbits_init(o, c->m, c->length, c->r, c->frequencies, c->components, err));
  assert_ok(minip__cube_init(&o->cube, c->m, c->n, c->r, o->first, o->count, c->threads, err));
}

static void drop(minip__orbits_t *o)
{
  minip__cube_clear(&o->cube);
  minip__orbits_clear(o);
}

/* Every token is its orbit's first, turned; sizes are what turning back takes; together the orbits have all tokens. */
static void test_orbits(void **unused)
{
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    minip__orbits_t o;
    size_t total = 0;
    make(&o, &cases[i]);
    for (uint32_t z = 0; z < o.tokens; z++) {
      uint32_t y = o.first[o.orbit[z]];
      for (uint32_t t = 0; t < o.turns[z]; t++)
        y = turn(y, o.m, o.length);
      assert_int_equal(y, z);
    }
    for (size_t k = 0; k < o.count; k++) {
      uint32_t y = turn(o.first[k], o.m, o.length), turns = 1;
      for (; y != o.first[k]; turns++) {
        assert_true(y > o.first[k]);
        y = turn(y, o.m, o.length);
      }
      assert_int_equal(turns, o.size[k]);
      total += turns;
    }
    assert_int_equal(total, o.tokens);
    drop(&o);
  }
}

/* phi(gz) = R phi(z) for every token of the start, before and after the gauge; so alpha(gx,gz) = alpha(x,z). The gauge keeps alpha up to a
   factor for each query, and makes second moments 1. */
static void test_equivariance(void **unused)
{
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const case_t *c = &cases[i];
    minip__orbits_t o;
    make(&o, c);
    size_t half = o.r * o.count, N = o.tokens;
    double *v = malloc(2 * half * sizeof *v), *back = malloc(half * sizeof *back), *q = malloc(c->r * N * sizeof *q), *k = malloc(c->r * N * sizeof *k);
    double *before = malloc(N * N * sizeof *before), turned[16 * 32] = {0};
    minip__orbits_start(v, &o, 5);
    for (int round = 0; round < 2; round++) {
      minip__orbits_expand(q, v, &o), minip__orbits_expand(k, v + half, &o);
      minip__orbits_gather(back, k, &o);
      assert_memory_equal(back, v + half, half * sizeof *back);
      for (size_t side = 0; side < 2; side++)
        for (uint32_t z = 0; z < N; z++) {
          const double *all = side ? k : q;
          turn_features(turned, all + z, N, c->frequencies, c->components, c->length);
          for (size_t j = 0; j < c->r; j++)
            assert_true(fabs(turned[j * N] - all[j * N + turn(z, c->m, c->length)]) < 1e-12);
        }
      for (size_t x = 0; x < N; x++) {
        double ratio = 0, mean = 0;
        for (size_t z = 0; z < N; z++) {
          double alpha = 0;
          for (size_t j = 0; j < c->r; j++)
            alpha += q[j * N + x] * k[j * N + z];
          if (round == 0)
            before[x * N + z] = alpha;
          else {
            ratio = ratio == 0 ? alpha / before[x * N + z] : ratio;
            assert_true(fabs(alpha / before[x * N + z] - ratio) < 1e-6 * fabs(ratio)); /* the copies of the start are nearly dependent */
          }
          mean += alpha / (double)N;
        }
        assert_true(round == 0 || fabs(mean - 1) < 1e-6);
      }
      for (size_t a = 0; round == 1 && a < c->r; a++)
        for (size_t b = 0; b <= a; b++) {
          double moment = 0;
          for (size_t z = 0; z < N; z++)
            moment += k[a * N + z] * k[b * N + z] / (double)N;
          assert_true(fabs(moment - (a == b)) < 1e-6);
        }
      minip__orbits_regauge(v, &o);
    }
    free(v), free(back), free(q), free(k), free(before);
    drop(&o);
  }
}

/* The objective's definition on the expanded table: the plain sum of the first queries of the orbits. */
static double plain_orbits(const minip__orbits_t *o, const case_t *c, const double *v)
{
  double q[8 * 32], keys[8 * 32], next[8 * 32], sum = 0;
  size_t half = o->r * o->count, N = o->tokens;
  for (size_t i = 0; i < o->count; i++) {
    uint32_t z = o->first[i];
    for (size_t k = 0; k < o->r; k++)
      q[k * N + z] = v[k * o->count + i], keys[k * N + z] = v[half + k * o->count + i];
    for (uint32_t t = 1, y = turn(z, o->m, o->length); t < o->size[i]; t++, y = turn(y, o->m, o->length)) {
      turn_features(next, keys + z, N, c->frequencies, c->components, c->length);
      for (size_t k = 0; k < o->r; k++)
        keys[k * N + y] = next[k * N];
      z = y;
    }
  }
  for (size_t i = 0; i < o->count; i++)
    sum += plain_ratios(&o->cube, o->first[i], q + o->first[i], N, keys);
  return log(sum) / ldexp(1, (int)o->cube.doublings);
}

/* Is variable v[k*count + i] 0 by the symmetry: R^size moves it. */
static int is_zero(const minip__orbits_t *o, const case_t *c, size_t k, size_t i)
{
  size_t column = 0;
  for (size_t j = 0; j < c->components; j++) {
    column += c->frequencies[j] == 0 || 2 * c->frequencies[j] == c->length ? 1 : 2;
    if (k < column)
      return c->frequencies[j] * o->size[i] % c->length != 0;
  }
  return 1;
}

static void test_gradient(void **unused)
{
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const case_t *c = &cases[i];
    minip__orbits_t o;
    minip__random_t random;
    make(&o, c);
    minip__random_seed(&random, 11 + i);
    size_t dim = 2 * o.r * o.count;
    double *v = malloc(dim * sizeof *v), *g = malloc(dim * sizeof *g), hard;
    minip__orbits_start(v, &o, 3);
    minip__orbits_regauge(v, &o);
    for (size_t j = 0; j < dim; j++)
      if (!is_zero(&o, c, j / o.count % o.r, j % o.count))
        v[j] += 0.01 * minip__random_gauss(&random);
    for (o.cube.doublings = 1; o.cube.doublings <= 5; o.cube.doublings += 2) {
      double f = minip__orbits_whole(g, &hard, &o, v), tolerance = ldexp(16, (int)o.cube.doublings - 23), size = 0;
      assert_true(isfinite(f) && fabs(f - plain_orbits(&o, c, v)) <= tolerance);
      for (size_t j = 0; j < dim; j++)
        size = fmax(size, fabs(g[j]));
      for (size_t j = 0; j < dim; j++) {
        double v0 = v[j], step = 1e-5 * fmax(0.1, fabs(v0));
        if (is_zero(&o, c, j / o.count % o.r, j % o.count)) {
          assert_true(v0 == 0 && g[j] == 0);
          continue;
        }
        v[j] = v0 + step;
        double up = plain_orbits(&o, c, v);
        v[j] = v0 - step;
        double slope = (up - plain_orbits(&o, c, v)) / (2 * step);
        v[j] = v0;
        if (!(fabs(slope - g[j]) <= tolerance * (1 + size)))
          fail_msg("case %zu, p = 2^%u, variable %zu: difference %.9g, gradient %.9g, largest %g", i, o.cube.doublings, j, slope, g[j], size);
      }
    }
    free(v), free(g);
    drop(&o);
  }
}

/* The plain objective of the expanded table, summed over all queries, counts every orbit's query as often as the orbit has tokens. */
static void test_against_whole_cube(void **unused)
{
  const case_t c = {6, 3, 3, 7, 5, {0, 0, 0, 1, 1}, 1};
  minip__orbits_t o;
  minip__cube_t cube;
  minip_error_t err;
  double hard, worst = -INFINITY;
  (void)unused;
  minip_error_init(err);
  make(&o, &c);
  assert_ok(minip__cube_init(&cube, 6, 3, 7, NULL, 0, 1, err));
  size_t half = 7 * o.count;
  double *v = malloc(2 * half * sizeof *v), *g = malloc(2 * half * sizeof *g), all[2 * 7 * 64], whole[2 * 7 * 64];
  minip__orbits_start(v, &o, 1);
  minip__orbits_regauge(v, &o);
  minip__orbits_expand(all, v, &o), minip__orbits_expand(all + 7 * 64, v + half, &o);
  o.cube.doublings = cube.doublings = 3;
  double orbits = exp(8 * minip__orbits_whole(g, &hard, &o, v)), tokens = exp(8 * minip__cube_whole(whole, &worst, &cube, all));
  assert_true(fabs(hard - worst) < 1e-5);
  assert_true(tokens > orbits && tokens < 3 * orbits);
  free(v), free(g);
  minip__cube_clear(&cube);
  drop(&o);
}

/* With every frequency once per copy the parts of the default; what is left is invariant. */
static void test_default_frequencies(void **unused)
{
  static const struct { size_t length, r, count; size_t frequencies[8]; } expected[] = {
    {3, 7, 5, {0, 0, 0, 1, 1}}, {3, 9, 6, {0, 0, 0, 1, 1, 1}}, {3, 11, 8, {0, 0, 0, 0, 0, 1, 1, 1}}, {2, 3, 3, {0, 0, 1}}, {4, 5, 4, {0, 0, 1, 2}}, {6, 5, 5, {0, 0, 0, 0, 0}}};
  minip_error_t err;
  (void)unused;
  minip_error_init(err);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    minip__orbits_t o;
    assert_ok(minip__orbits_init(&o, 6, expected[i].length, expected[i].r, NULL, 0, err));
    assert_int_equal(o.part_count, expected[i].count);
    for (size_t k = 0; k < o.part_count; k++)
      assert_int_equal(o.parts[k].frequency, expected[i].frequencies[k]);
    minip__orbits_clear(&o);
  }
}

/* Found, proved by T5 (plainly, in __int128), repeated exactly, and resumed exactly. */
static void test_kernels(void **unused)
{
  minip_error_t err;
  minip_train_full_t full, again;
  char path[] = "t-orbit-checkpoint.npz";
  const size_t frequencies[] = {0, 1, 0};
  (void)unused;
  minip_error_init(err), minip_train_full_init(full), minip_train_full_init(again);
  minip_train_full_options_t o = {.m = 7, .n = 3, .r = 5, .seed = 1, .steps = 20000, .threads = 1, .cycle = 3};
  unlink(path);
  assert_ok(minip_train_full(full, &o, err));
  assert_true(full->found && solves(full) && full->steps > 300);
  o.checkpoint = path, o.steps = 300;
  assert_ok(minip_train_full(again, &o, err));
  assert_true(!again->found && access(path, R_OK) == 0);
  o.steps = 20000;
  assert_ok(minip_train_full(again, &o, err));
  assert_true(again->found && again->steps == full->steps);
  assert_memory_equal(again->phi_q, full->phi_q, (5 << 7) * sizeof(int64_t));
  assert_memory_equal(again->phi_k, full->phi_k, (5 << 7) * sizeof(int64_t));
  o.cycle = 2; /* a checkpoint of another symmetry */
  assert_int_equal(minip_train_full(again, &o, err), MINIP_INPUT);
  o.cycle = 3, o.frequencies = (const size_t[]){0, 0, 0, 0, 0}, o.frequency_count = 5; /* of other components */
  assert_int_equal(minip_train_full(again, &o, err), MINIP_INPUT);
  o.cycle = 0, o.frequencies = NULL; /* of none */
  assert_int_equal(minip_train_full(again, &o, err), MINIP_INPUT);
  unlink(path);
  o = (minip_train_full_options_t){.m = 6, .n = 3, .r = 4, .seed = 2, .steps = 20000, .threads = 1, .cycle = 3, .frequencies = frequencies, .frequency_count = 3};
  assert_ok(minip_train_full(full, &o, err));
  assert_true(full->found && solves(full));
  minip_train_full_clear(full), minip_train_full_clear(again);
}

/* The rounding's integers do not depend on the number of lanes: from a kernel that is found, on one lane and on several. */
static void test_rounding_on_threads(void **unused)
{
  minip_error_t err;
  minip_train_full_t full, rounded;
  int64_t q[5 << 6], k[5 << 6];
  double x[10 << 6];
  (void)unused;
  minip_error_init(err), minip_train_full_init(full), minip_train_full_init(rounded);
  assert_ok(minip_train_full(full, &(minip_train_full_options_t){.m = 6, .n = 3, .r = 5, .seed = 1, .steps = 20000, .threads = 1}, err));
  assert_true(full->found);
  for (size_t threads = 1; threads <= 5; threads += 2) {
    minip__cube_t cube;
    int found;
    assert_ok(minip__cube_init(&cube, 6, 3, 5, NULL, 0, threads, err));
    assert_int_equal(cube.lane_count, threads);
    for (size_t i = 0; i < 64; i++)
      for (size_t j = 0; j < 5; j++)
        x[j * 64 + i] = (double)full->phi_q[i * 5 + j], x[(5 + j) * 64 + i] = (double)full->phi_k[i * 5 + j];
    minip__cube_regauge(x, &cube);
    rounded->m = 6, rounded->n = 3, rounded->r = 5;
    rounded->phi_q = malloc(sizeof q), rounded->phi_k = malloc(sizeof k);
    assert_ok(minip__cube_round(&found, rounded->phi_q, rounded->phi_k, &cube, x, err));
    assert_true(found && solves(rounded));
    if (threads == 1)
      memcpy(q, rounded->phi_q, sizeof q), memcpy(k, rounded->phi_k, sizeof k);
    assert_memory_equal(q, rounded->phi_q, sizeof q);
    assert_memory_equal(k, rounded->phi_k, sizeof k);
    minip_train_full_clear(rounded);
    minip__cube_clear(&cube);
  }
  minip_train_full_clear(full);
}

static void test_refusals(void **unused)
{
  const size_t short_list[] = {0, 0}, long_list[] = {0, 0, 1, 1}, high[] = {0, 0, 2}, no_zero[] = {1, 1}, many[100] = {0};
  const struct { size_t cycle, count; const size_t *frequencies; const char *start, *text; } bad[] = {
    {1, 0, NULL, NULL, "cycles of 1 bits"}, {5, 0, NULL, NULL, "cycles of 5 bits: 2 to 4"}, {3, 2, short_list, NULL, "2 features, not for the 4"},
    {3, 4, long_list, NULL, "6 features, not for the 4"}, {3, 3, high, NULL, "frequency 2 of a cycle of 3"}, {3, 2, no_zero, NULL, "need a 0"},
    {3, 100, many, NULL, "100 features"}, {0, 2, short_list, NULL, "its length is needed"}, {3, 0, NULL, "k.npz", "its own start"}};
  minip_error_t err;
  minip_train_full_t full;
  (void)unused;
  minip_error_init(err), minip_train_full_init(full);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    minip_train_full_options_t o = {.m = 4, .n = 3, .r = 4, .seed = 1, .steps = 10, .threads = 1, .cycle = bad[i].cycle, .start = bad[i].start,
                                    .frequencies = bad[i].frequencies, .frequency_count = bad[i].count};
    assert_int_equal(minip_train_full(full, &o, err), MINIP_INPUT);
    if (!strstr(err->text, bad[i].text))
      fail_msg("'%s' does not say '%s'", err->text, bad[i].text);
  }
  minip_train_full_clear(full);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_orbits), cmocka_unit_test(test_equivariance), cmocka_unit_test(test_gradient), cmocka_unit_test(test_against_whole_cube),
    cmocka_unit_test(test_default_frequencies), cmocka_unit_test(test_kernels), cmocka_unit_test(test_rounding_on_threads), cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests_name("orbit", tests, NULL, NULL);
}
