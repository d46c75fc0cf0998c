/* Kernels from files: every row against plain rational arithmetic on the stored numbers, and every refusal. */
#include "../lib/test.h"
#include <minip/kernel.h>
#include <unistd.h>

static char folder[64], path[96];

static minip_array_struct array_of(const char *name, minip_dtype_t dtype, size_t ndim, size_t rows, size_t columns, void *data)
{
  minip_array_struct a = {.name = (char *)(uintptr_t)name, .dtype = dtype, .ndim = ndim, .data = data};
  a.shape[0] = ndim > 0 ? rows : 1, a.shape[1] = ndim > 1 ? columns : 1;
  a.size = a.shape[0] * a.shape[1];
  return a;
}

/* Random float32 patterns: zeros of both signs, subnormals, the largest, ones, and any finite value (2^-149 .. 2^127). */
static uint32_t random_float(uint64_t *state)
{
  uint32_t sign = (uint32_t)test_below(state, 2) << 31, bits;
  switch (test_below(state, 6)) {
  case 0: return sign;
  case 1: return sign | (uint32_t)(1 + test_below(state, 3));
  case 2: return sign | 0x7f7fffff;
  case 3: return sign | 0x3f800000;
  default:
    do
      bits = (uint32_t)test_random(state) & 0x7fffffff;
    while (bits >= 0x7f800000);
    return sign | bits;
  }
}

static void float_value(fmpq_t x, uint32_t bits)
{
  int64_t man;
  int exp;
  minip_error_t err;
  assert_int_equal(minip_num_from_float(&man, &exp, bits, MINIP_F32, err), MINIP_OK);
  minip_num_set_dyadic(x, man, exp);
}

static void plain_dot(fmpq_t sum, const uint32_t *q, const uint32_t *k, size_t r)
{
  fmpq_t a, b;
  fmpq_init(a), fmpq_init(b);
  fmpq_zero(sum);
  for (size_t c = 0; c < r; c++) {
    float_value(a, q[c]), float_value(b, k[c]);
    fmpq_addmul(sum, a, b);
  }
  fmpq_clear(a), fmpq_clear(b);
}

static void assert_scaled(const fmpq_t scale, const fmpz_t x, const fmpq_t wanted)
{
  fmpq_t v;
  fmpq_init(v);
  fmpq_mul_fmpz(v, scale, x);
  assert_true(fmpq_equal(v, wanted));
  fmpq_clear(v);
}

/* Rows of a kernel over the m-cube whose query i is token q_token[i]. */
static void check_rows(const minip_kernel_t kernel, const uint32_t *q, const uint32_t *k, size_t r, const uint32_t *eta, minip_error_t err)
{
  minip_row_t row;
  fmpq_t wanted, part;
  minip_row_init(row), fmpq_init(wanted), fmpq_init(part);
  for (size_t i = 0; i < kernel->query_count; i++) {
    assert_ok(minip_kernel_row(row, kernel, i, err));
    for (size_t j = 0; j < kernel->pool_count; j++) {
      plain_dot(wanted, q + i * r, k + j * r, r);
      assert_scaled(row->scale, row->alpha + j, wanted);
    }
    plain_dot(wanted, q + i * r, k + kernel->queries[i] * r, r);
    assert_scaled(row->scale, row->self, wanted);
    assert_int_equal(row->self_entry, kernel->queries[i]);
    fmpq_zero(wanted);
    for (size_t c = 0; c < r; c++)
      float_value(part, q[i * r + c]), fmpq_add(wanted, wanted, part);
    fmpq_mul(wanted, wanted, kernel->rule->eta_feature_sum);
    float_value(part, eta[i]);
    fmpq_add(wanted, wanted, part);
    fmpq_add(wanted, wanted, kernel->rule->eta);
    assert_scaled(row->scale, row->eta, wanted);
  }
  minip_row_clear(row), fmpq_clear(wanted), fmpq_clear(part);
}

static void check_float_file(uint64_t *state, size_t m, size_t r)
{
  minip_kernel_t kernel;
  minip_error_t err;
  size_t t = (size_t)1 << m, queries = 1 + test_below(state, t);
  uint32_t *q = malloc(queries * r * 4), *k = malloc(t * r * 4), *eta = malloc(queries * 4);
  uint8_t *query_bits = calloc(queries, m);
  for (size_t i = 0; i < queries * r; i++)
    q[i] = random_float(state);
  for (size_t i = 0; i < t * r; i++)
    k[i] = i >= r && test_below(state, 4) == 0 ? k[i - r] : random_float(state); /* some duplicates */
  for (size_t i = 0; i < queries; i++) {
    eta[i] = random_float(state);
    for (size_t b = 0; b < m; b++)
      query_bits[i * m + b] = (uint8_t)(((t - 1 - i) >> b) & 1);
  }
  const minip_array_struct arrays[] = {array_of("phi_q", MINIP_DT_F32, 2, queries, r, q), array_of("phi_k", MINIP_DT_F32, 2, t, r, k),
                                       array_of("queries", MINIP_DT_U8, 2, queries, m, query_bits), array_of("eta", MINIP_DT_F32, 1, queries, 1, eta)};
  minip_error_init(err), minip_kernel_init(kernel);
  assert_ok(minip_npz_write(path, arrays, 4, err));
  assert_ok(minip_kernel_load(kernel, path, err));
  assert_int_equal(kernel->query_count, queries);
  assert_int_equal(strlen(kernel->sha256), 64);
  assert_int_equal(kernel->queries[0], t - 1);
  fmpq_set_si(kernel->rule->eta, (slong)test_below(state, 3), 10000000000);
  fmpq_set_si(kernel->rule->eta_feature_sum, (slong)test_below(state, 3) - 1, 3);
  check_rows(kernel, q, k, r, eta, err);
  minip_kernel_clear(kernel);
  free(q), free(k), free(eta), free(query_bits);
}

static void test_float_files(void **unused)
{
  uint64_t state = test_seed();
  (void)unused;
  for (int round = 0; round < test_rounds(12); round++)
    check_float_file(&state, 1 + test_below(&state, 5), 1 + test_below(&state, 7));
}

/* Rationals that are not dyadic, in a matrix: 1/3 and 0.1 stay what they are. */
static void test_rational_matrix(void **unused)
{
  minip_kernel_t kernel;
  minip_row_t row;
  minip_error_t err;
  fmpq_t v;
  static const char *const wanted[] = {"1/3", "1/10", "-7", "0"};
  (void)unused;
  char name[96];
  snprintf(name, sizeof name, "%s/a.csv", folder);
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs("1,2,3,4\n0,0,0,0\n1/3,0.1,-7,0\n1e-3,1e3,1,1\n", f);
  fclose(f);
  minip_error_init(err), minip_kernel_init(kernel), minip_row_init(row), fmpq_init(v);
  assert_ok(minip_kernel_load(kernel, name, err));
  assert_int_equal(kernel->m, 2);
  assert_ok(minip_kernel_row(row, kernel, 2, err));
  for (size_t j = 0; j < 4; j++) {
    fmpq_mul_fmpz(v, row->scale, row->alpha + j);
    assert_fmpq(v, wanted[j]);
  }
  assert_ok(minip_kernel_row(row, kernel, 1, err)); /* a zero row has a scale all the same */
  assert_true(fmpz_is_zero(row->alpha + 3) && fmpq_sgn(row->scale) > 0);
  minip_kernel_clear(kernel), minip_row_clear(row), fmpq_clear(v);
  unlink(name);
}

static void refuse(const minip_array_struct *arrays, size_t count, const char *part)
{
  minip_kernel_t kernel;
  minip_error_t err;
  minip_error_init(err), minip_kernel_init(kernel);
  assert_ok(minip_npz_write(path, arrays, count, err));
  assert_int_equal(minip_kernel_load(kernel, path, err), MINIP_INPUT);
  if (!strstr(err->text, part) || !strstr(err->text, path))
    fail_msg("'%s' lacks '%s' or the file", err->text, part);
  minip_kernel_clear(kernel);
}

static void test_refusals(void **unused)
{
  static uint32_t q[16] = {0x3f800000, 0x3f800000, 0x3f800000}, nan[16] = {0, 0, 0, 0x7fc00000};
  static uint8_t bits[16] = {0, 0, 1, 0, 0, 1, 1, 0}, two[8] = {0, 2, 1, 0, 0, 1, 1, 1};
  const minip_array_struct phi_q = array_of("phi_q", MINIP_DT_F32, 2, 4, 2, q), phi_k = array_of("phi_k", MINIP_DT_F32, 2, 4, 2, q);
  const minip_array_struct alpha = array_of("alpha", MINIP_DT_F32, 2, 4, 4, q), tokens = array_of("tokens", MINIP_DT_U8, 2, 4, 2, bits);
  (void)unused;
#define REFUSE(part, ...) \
  do { \
    const minip_array_struct list[] = {__VA_ARGS__}; \
    refuse(list, sizeof list / sizeof *list, part); \
  } while (0)
  REFUSE("no array phi_k", phi_q);
  REFUSE("no array phi_q", phi_k);
  REFUSE("nor alpha", tokens);
  REFUSE("both alpha and", alpha, phi_q, phi_k);
  REFUSE("phi_q has 3 features and phi_k 2", array_of("phi_q", MINIP_DT_F32, 2, 4, 3, q), phi_k);
  REFUSE("two dimensions, has 1", array_of("phi_q", MINIP_DT_F32, 1, 4, 1, q), phi_k);
  REFUSE("is empty", array_of("phi_q", MINIP_DT_F32, 2, 4, 0, q), phi_k);
  REFUSE("tokens: row 3 repeats the token of row 1", phi_q, phi_k, tokens);
  REFUSE("tokens", phi_q, phi_k, array_of("tokens", MINIP_DT_U8, 2, 4, 2, two));
  REFUSE("has 3 rows for 4 keys", phi_q, phi_k, array_of("tokens", MINIP_DT_U8, 2, 3, 2, bits));
  REFUSE("not the 2^m tokens", array_of("phi_q", MINIP_DT_F32, 2, 3, 2, q), array_of("phi_k", MINIP_DT_F32, 2, 3, 2, q));
  REFUSE("queries must say", array_of("phi_q", MINIP_DT_F32, 2, 3, 2, q), phi_k);
  REFUSE("queries: is 4 x 2, needs 3 rows", array_of("phi_q", MINIP_DT_F32, 2, 3, 2, q), phi_k, array_of("queries", MINIP_DT_U8, 2, 4, 2, bits));
  REFUSE("queries: row 3 repeats", phi_q, phi_k, array_of("queries", MINIP_DT_U8, 2, 4, 2, bits));
  REFUSE("queries: row 1 is not among the tokens", array_of("phi_q", MINIP_DT_F32, 2, 2, 2, q), array_of("phi_k", MINIP_DT_F32, 2, 1, 2, q),
         array_of("tokens", MINIP_DT_U8, 2, 1, 2, bits), array_of("queries", MINIP_DT_U8, 2, 2, 2, bits));
  REFUSE("eta: needs one number", phi_q, phi_k, array_of("eta", MINIP_DT_F32, 1, 3, 1, q));
  REFUSE("values: needs 4 rows", phi_q, phi_k, array_of("values", MINIP_DT_F32, 2, 3, 1, q));
  REFUSE("readout_a", phi_q, phi_k, array_of("values", MINIP_DT_F32, 2, 4, 2, q), array_of("readout_a", MINIP_DT_F32, 2, 4, 3, q));
  REFUSE("readout_b", phi_q, phi_k, array_of("readout_b", MINIP_DT_F32, 2, 4, 1, q));
  REFUSE("phi_k", phi_q, array_of("phi_k", MINIP_DT_F32, 2, 4, 2, nan));
  REFUSE("eta", phi_q, phi_k, array_of("eta", MINIP_DT_F32, 1, 4, 1, nan));
#undef REFUSE
}

/* Other arrays are kept, and a scalar eta holds for every query. */
static void test_accepted_extras(void **unused)
{
  static uint32_t q[16] = {0x3f800000, 0x3f800000, 0x3f800000}, half[1] = {0x3f000000};
  const minip_array_struct arrays[] = {array_of("phi_q", MINIP_DT_F32, 2, 4, 2, q), array_of("phi_k", MINIP_DT_F32, 2, 4, 2, q),
                                       array_of("eta", MINIP_DT_F32, 0, 1, 1, half), array_of("loss", MINIP_DT_F32, 1, 3, 1, q)};
  minip_kernel_t kernel;
  minip_error_t err;
  (void)unused;
  minip_error_init(err), minip_kernel_init(kernel);
  assert_ok(minip_npz_write(path, arrays, 4, err));
  assert_ok(minip_kernel_load(kernel, path, err));
  assert_fmpq(kernel->eta_query + 3, "1/2");
  assert_non_null(minip_bundle_find(kernel->bundle, "loss"));
  minip_kernel_clear(kernel);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_float_files), cmocka_unit_test(test_rational_matrix),
    cmocka_unit_test(test_refusals),    cmocka_unit_test(test_accepted_extras),
  };
  snprintf(folder, sizeof folder, "/tmp/minip-kernel-XXXXXX");
  if (!mkdtemp(folder))
    return 99;
  snprintf(path, sizeof path, "%s/kernel.npz", folder);
  int failed = cmocka_run_group_tests_name("kernel files", tests, NULL, NULL);
  unlink(path);
  rmdir(folder);
  return failed;
}
