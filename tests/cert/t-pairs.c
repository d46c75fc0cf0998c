/* Rank bounds from random pair systems, every form of T7 and T8: the checker accepts exactly the number that a plain computation gives. */
#include "random.h"
#include <minip/gap.h>

#define MAX_PAIRS 5
#define BLOCK 6

static minip_error_t err;

/* Block i of BLOCK bits: x_i is the block, or more; z_j has k_ij bits of it, none for i = j. */
typedef struct {
  size_t count, n, k[MAX_PAIRS][MAX_PAIRS];
  int is_signed, strict;
  minip_tokens_t x, z;
  fmpq_t error;
  fmpq a[MAX_PAIRS][MAX_PAIRS]; /* 1/A_n(k_ij), 1 on the diagonal */
} system_t;

/* Shortest gap that says something: A(k) > 0, and >= 1 for nonnegative kernels. */
static size_t least_gap(const fmpq *A, int is_signed)
{
  size_t k = 1;
  while (fmpq_is_zero(A + k) || (!is_signed && fmpq_cmp_si(A + k, 1) < 0))
    k++;
  return k;
}

static void system_make(system_t *s, uint64_t *state)
{
  static const slong errors[][2] = {{1, 2}, {1, 2}, {1, 4}, {1, 3}, {2, 5}, {1, 7}};
  const slong *e = errors[test_below(state, 6)];
  fmpq *A = _fmpq_vec_init(BLOCK + 1);
  s->count = 2 + test_below(state, MAX_PAIRS - 1), s->n = 3 + test_below(state, 3), s->is_signed = test_below(state, 3) == 0, s->strict = e[1] == 2;
  minip_tokens_init(s->x), minip_tokens_init(s->z), fmpq_init(s->error);
  fmpq_set_si(s->error, e[0], (ulong)e[1]);
  assert_ok(minip_tokens_alloc(s->x, s->count, s->count * BLOCK, err));
  assert_ok(minip_tokens_alloc(s->z, s->count, s->count * BLOCK, err));
  minip_amplification_error(A, NULL, s->n, BLOCK, s->error);
  size_t least = least_gap(A, s->is_signed), alike = test_below(state, 2), common = least + test_below(state, BLOCK + 1 - least);
  for (size_t i = 0; i < s->count; i++)
    for (size_t j = 0; j < s->count; j++) {
      size_t k = s->k[i][j] = i == j ? 0 : alike ? common : least + test_below(state, BLOCK + 1 - least);
      fmpq_init(&s->a[i][j]);
      fmpq_one(&s->a[i][j]);
      if (i != j)
        fmpq_inv(&s->a[i][j], A + k);
      for (size_t bit = 0; bit < BLOCK; bit++) {
        minip_token_set_bit(minip_token_row(s->x, i), BLOCK * i + bit, 1);
        if (bit < k)
          minip_token_set_bit(minip_token_row(s->z, j), BLOCK * i + bit, 1);
      }
    }
  _fmpq_vec_clear(A, BLOCK + 1);
}

static void system_clear(system_t *s)
{
  for (size_t i = 0; i < s->count; i++)
    for (size_t j = 0; j < s->count; j++)
      fmpq_clear(&s->a[i][j]);
  minip_tokens_clear(s->x), minip_tokens_clear(s->z), fmpq_clear(s->error);
}

static slong ceiling(const fmpq_t v)
{
  fmpz_t c;
  fmpz_init(c);
  fmpz_cdiv_q(c, fmpq_numref(v), fmpq_denref(v));
  slong x = fmpz_get_si(c);
  fmpz_clear(c);
  return x;
}

static slong floor_of(const fmpq_t v)
{
  fmpz_t c;
  fmpz_init(c);
  fmpz_fdiv_q(c, fmpq_numref(v), fmpq_denref(v));
  slong x = fmpz_get_si(c);
  fmpz_clear(c);
  return x;
}

/* sum over lines of p_j / sum_i p_i a_ij^2, lines columns or rows; p all 1 for the plain forms. */
static void lines(fmpq_t v, const system_t *s, const slong *p, int by_row)
{
  fmpq_t line, term;
  fmpq_init(line), fmpq_init(term);
  fmpq_zero(v);
  for (size_t j = 0; j < s->count; j++) {
    fmpq_zero(line);
    for (size_t i = 0; i < s->count; i++) {
      const fmpq *a = by_row ? &s->a[j][i] : &s->a[i][j];
      fmpq_mul(term, a, a);
      fmpq_mul_si(term, term, p[i]);
      fmpq_add(line, line, term);
    }
    fmpq_inv(line, line);
    fmpq_mul_si(line, line, p[j]);
    fmpq_add(v, v, line);
  }
  fmpq_clear(line), fmpq_clear(term);
}

static void trace(fmpq_t v, const system_t *s)
{
  fmpq_zero(v);
  for (size_t i = 0; i < s->count; i++)
    for (size_t j = 0; j < s->count; j++)
      fmpq_addmul(v, &s->a[i][j], &s->a[i][j]);
  fmpq_inv(v, v);
  fmpq_mul_si(v, v, (slong)(s->count * s->count));
}

/* (tr(B - C))^2 / |B - C|^2 with B_ij in [0, a_ij] as far from C_ij as may be, C = u - slope k, whose rank on a system of one weight is at most m. */
static slong offset(const system_t *s, const fmpq_t u, const fmpq_t slope)
{
  fmpq_t v, c, d, sum;
  fmpq_init(v), fmpq_init(c), fmpq_init(d), fmpq_init(sum);
  for (size_t i = 0; i < s->count; i++)
    for (size_t j = 0; j < s->count; j++) {
      fmpq_mul_si(c, slope, (slong)s->k[i][j]);
      fmpq_sub(c, u, c);
      fmpq_sub(d, &s->a[i][j], c);
      if (i == j)
        fmpq_add(v, v, d);
      else if (fmpq_abs(c, c), fmpq_abs(d, d), fmpq_cmp(c, d) > 0)
        fmpq_set(d, c);
      fmpq_addmul(sum, d, d);
    }
  fmpq_mul(v, v, v);
  fmpq_div(v, v, sum);
  slong bound = ceiling(v) - (fmpq_is_zero(slope) ? 1 : (slong)s->x->m);
  fmpq_clear(v), fmpq_clear(c), fmpq_clear(d), fmpq_clear(sum);
  return bound;
}

/* N when all rows or all columns have small sums, else nothing (-1). */
static slong dominance(const system_t *s)
{
  int rows = 1, columns = 1;
  fmpq_t row, column;
  fmpq_init(row), fmpq_init(column);
  for (size_t i = 0; i < s->count; i++) {
    fmpq_set_si(row, -1, 1), fmpq_set_si(column, -1, 1);
    for (size_t j = 0; j < s->count; j++)
      fmpq_add(row, row, &s->a[i][j]), fmpq_add(column, column, &s->a[j][i]);
    rows &= fmpq_cmp_si(row, 1) < (s->strict ? 1 : 0), columns &= fmpq_cmp_si(column, 1) < (s->strict ? 1 : 0);
  }
  fmpq_clear(row), fmpq_clear(column);
  return rows || columns ? (slong)s->count - s->is_signed : -1;
}

typedef struct {
  int accepted, refused, linear, below, ones; /* ones: systems with some A = 1 below error 1/2 */
} seen_t;

static int verdict_at(const system_t *s, const char *method, slong rank, const fmpq_t u, const fmpq_t slope, const fmpz *p)
{
  char *text, message[1024];
  fmpz_t r;
  fmpz_init_set_si(r, rank);
  const minip_cert_rank_bound_t b = {.method = method, .m = s->x->m, .n = s->n, .is_signed = s->is_signed, .error = s->error, .rank = r, .x = s->x, .z = s->z,
                                     .offset = u, .slope = slope, .p = p};
  assert_ok(minip_cert_rank_at_least(&text, &b, (minip_cert_source_t){NULL, NULL}, err));
  int verdict = verdict_of(text, message, sizeof message);
  if (verdict == CK_UNREADABLE)
    fail_msg("%s: %s", method, message);
  free(text), fmpz_clear(r);
  return verdict;
}

static void expect(const system_t *s, const char *method, slong bound, const fmpq_t u, const fmpq_t slope, const fmpz *p, seen_t *seen)
{
  assert_int_equal(verdict_at(s, method, bound, u, slope, p), CK_VERIFIED);
  assert_int_equal(verdict_at(s, method, bound + 1, u, slope, p), CK_REJECTED);
  seen->accepted++;
}

static void try_all(const system_t *s, uint64_t *state, seen_t *seen)
{
  static const slong ones[MAX_PAIRS] = {1, 1, 1, 1, 1};
  slong weights[MAX_PAIRS];
  fmpz p[MAX_PAIRS];
  fmpq_t v, u, slope, zero;
  fmpq_init(v), fmpq_init(u), fmpq_init(slope), fmpq_init(zero);
  for (size_t i = 0; i < MAX_PAIRS; i++)
    fmpz_init_set_si(p + i, weights[i] = 1 + (slong)test_below(state, 50));
  fmpq_set_si(u, (slong)test_below(state, 10), 10), fmpq_set_si(slope, 1 + (slong)test_below(state, 5), 100);
#define OF_VALUE (s->strict ? floor_of(v) + 1 - s->is_signed : ceiling(v) - s->is_signed)
  trace(v, s), expect(s, "trace", OF_VALUE, zero, zero, NULL, seen);
  lines(v, s, ones, 0), expect(s, "column", OF_VALUE, zero, zero, NULL, seen);
  lines(v, s, ones, 1), expect(s, "row", OF_VALUE, zero, zero, NULL, seen);
  lines(v, s, weights, 0), expect(s, "two-sided", OF_VALUE, zero, zero, p, seen);
  if (s->is_signed) {
    assert_int_equal(verdict_at(s, "offset", 0, u, zero, NULL), CK_REJECTED);
    seen->refused++;
  } else {
    expect(s, "offset", offset(s, u, zero), u, zero, NULL, seen);
    expect(s, "offset", offset(s, u, slope), u, slope, NULL, seen);
    seen->linear++;
  }
  slong bound = dominance(s);
  if (bound >= 0)
    expect(s, "dominance", bound, zero, zero, NULL, seen);
  else {
    assert_int_equal(verdict_at(s, "dominance", 0, zero, zero, NULL), CK_REJECTED);
    seen->refused++;
  }
  fmpq_clear(v), fmpq_clear(u), fmpq_clear(slope), fmpq_clear(zero);
}

static void test_forms(void **state)
{
  (void)state;
  uint64_t random = test_seed();
  seen_t seen = {0};
  for (int round = 0; round < test_rounds(150); round++) {
    system_t s;
    int one = 0;
    system_make(&s, &random);
    try_all(&s, &random, &seen);
    for (size_t i = 0; i < s.count; i++)
      for (size_t j = 0; j < s.count; j++)
        one |= i != j && !s.strict && fmpq_is_one(&s.a[i][j]);
    seen.below += !s.strict, seen.ones += one;
    system_clear(&s);
  }
  printf("# accepted %d, refused %d, linear %d, error below 1/2 %d, with A = 1 %d\n", seen.accepted, seen.refused, seen.linear, seen.below, seen.ones);
  assert_true(seen.accepted > 300 && seen.refused > 20 && seen.linear > 20 && seen.below > 20 && seen.ones > 3);
}

/* T8 at A = 1 below error 1/2. n = 3, error 1/4: A(1) = 1. With A >= 1 only, alpha(x,z) = 0 leaves alpha(x,z') = 0 for a z' of larger overlap; it is no
   counterexample, since then (x; z,..,z) and (x; z',..,z') have one output and the error is at least 1/2, more than 1/4. Here x = 11, and all of
   z = 00, 10, 01 weigh nothing. Slightly above 1/4 A(1) < 1 and the gap is refused; the pairs 10|01, 01|10 at 1/4 give rank 1 and no more. */
static void test_unit_gap(void **state)
{
  (void)state;
  static const slong q[] = {1, 1, 1, 1}, k[] = {0, 0, 0, 1};
  minip_kernel_t kernel;
  minip_gap_result_t result;
  minip_tokens_t cube;
  fmpz phi[8] = {0};
  fmpq_t quarter, v;
  minip_kernel_init(kernel), minip_gap_result_init(result), minip_tokens_init(cube), fmpq_init(quarter), fmpq_init(v);
  fmpq_set_si(quarter, 1, 4);
  assert_ok(minip_tokens_cube(cube, 2, err));
  for (size_t i = 0; i < 4; i++)
    fmpz_set_si(phi + i, q[i]), fmpz_set_si(phi + 4 + i, k[i]);
  assert_ok(minip_kernel_set_features(kernel, cube, phi, phi + 4, 1, err));
  fmpq_set_si(kernel->rule->eta, 1, 1); /* no denominator vanishes */
  assert_ok(minip_gap_certify(result, kernel, 3, quarter, 1, NULL, NULL, err));
  fmpq_set_si(v, 1, 2);
  assert_int_equal(result->verdict, MINIP_VERDICT_FAILS);
  assert_true(fmpq_cmp(result->error, v) >= 0);
  system_t s = {.count = 2, .n = 3, .strict = 0};
  minip_tokens_init(s.x), minip_tokens_init(s.z), fmpq_init(s.error);
  assert_ok(minip_tokens_alloc(s.x, 2, 2, err));
  assert_ok(minip_tokens_alloc(s.z, 2, 2, err));
  for (size_t i = 0; i < 2; i++)
    minip_token_set_bit(minip_token_row(s.x, i), i, 1), minip_token_set_bit(minip_token_row(s.z, i), 1 - i, 1);
  fmpq_set(s.error, quarter);
  fmpq_zero(v);
  assert_int_equal(verdict_at(&s, "trace", 1, v, v, NULL), CK_VERIFIED);
  assert_int_equal(verdict_at(&s, "trace", 2, v, v, NULL), CK_REJECTED);
  assert_int_equal(verdict_at(&s, "dominance", 2, v, v, NULL), CK_REJECTED);
  fmpq_set_si(s.error, 251, 1000);
  assert_int_equal(verdict_at(&s, "trace", 1, v, v, NULL), CK_REJECTED);
  minip_tokens_clear(s.x), minip_tokens_clear(s.z), fmpq_clear(s.error);
  minip_kernel_clear(kernel), minip_gap_result_clear(result), minip_tokens_clear(cube), fmpq_clear(quarter), fmpq_clear(v);
}

int main(void)
{
  minip_error_init(err);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_forms), cmocka_unit_test(test_unit_gap)};
  return cmocka_run_group_tests_name("cert-pairs", tests, NULL, NULL);
}
