/* Explicit pair systems: T9's published numbers, every form against plain sums, and the boundary cases of dominance. */
#include "../lib/test.h"
#include "task.h"
#include <minip/construct.h>
#include <minip/gap.h>

static void bounds_of(minip_bound_list_t list, const char *spec, size_t n, slong num, ulong den, int is_signed)
{
  minip_code_t code;
  minip_pairs_t pairs;
  minip_bound_task_t task;
  minip_code_init(code), minip_pairs_init(pairs);
  assert_ok(minip_code_construct(code, spec, err));
  assert_ok(minip_pairs_from_code(pairs, code, err));
  set_task(task, n, num, den, is_signed, minip_code_n(code));
  minip_bound_list_init(list);
  assert_ok(minip_bound_pairs(list, task, pairs, 1, err));
  minip_bound_task_clear(task);
  minip_pairs_clear(pairs), minip_code_clear(code);
}

static const minip_bound_lower_struct *form_of(const minip_bound_list_t list, minip_bound_form_t form)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].form == form)
      return list->items + i;
  return NULL;
}

static slong bound_of(const minip_bound_list_t list, minip_bound_form_t form)
{
  const minip_bound_lower_struct *x = form_of(list, form);
  return x ? fmpz_get_si(x->bound) : -1;
}

/* T9: 2576/(1 + 495/9 + 1584/25 + 495/81 + 1/729), 21 features; 20 signed; 42 with offset 1/10. */
static void test_dodecads(void **state)
{
  minip_bound_list_t list;
  fmpq_t wanted, t;
  (void)state;
  static const slong terms[][2] = {{1, 1}, {495, 9}, {1584, 25}, {495, 81}, {1, 729}};
  fmpq_init(wanted), fmpq_init(t);
  for (size_t i = 0; i < 5; i++) {
    fmpq_set_si(t, terms[i][0], (ulong)terms[i][1]);
    fmpq_add(wanted, wanted, t);
  }
  fmpq_inv(wanted, wanted);
  fmpq_mul_si(wanted, wanted, 2576);
  bounds_of(list, "dodecads24", 3, 1, 2, 0);
  assert_true(fmpq_equal(form_of(list, MINIP_FORM_TRACE)->value, wanted));
  assert_true(fmpq_equal(form_of(list, MINIP_FORM_COLUMN)->value, wanted)); /* a distance-invariant code */
  assert_true(fmpq_equal(form_of(list, MINIP_FORM_ROW)->value, wanted));
  assert_int_equal(bound_of(list, MINIP_FORM_TRACE), 21);
  assert_int_equal(bound_of(list, MINIP_FORM_OFFSET), 42);
  assert_fmpq(form_of(list, MINIP_FORM_OFFSET)->u, "1/10");
  minip_bound_list_clear(list);
  bounds_of(list, "dodecads24", 3, 1, 2, 1);
  assert_int_equal(bound_of(list, MINIP_FORM_TRACE), 20);
  assert_null(form_of(list, MINIP_FORM_OFFSET));
  minip_bound_list_clear(list);
  bounds_of(list, "octads24", 3, 1, 2, 0);
  char *s = minip_num_decimal(form_of(list, MINIP_FORM_TRACE)->value, 4);
  assert_string_equal(s, "15.05..");
  free(s);
  minip_bound_list_clear(list);
  fmpq_clear(wanted), fmpq_clear(t);
}

/* Equidistant words at half distance k: half dominance holds up to N = 2 A(k), dominance up to N = A(k) + 1 (T7). With error exactly E < 1/2 both are
   strict. m = 4N/2 bits would do; disjoint supports give k = w. */
static void check_equidistant(size_t count, size_t w, slong num, ulong den)
{
  minip_code_t code;
  minip_pairs_t pairs;
  minip_bound_task_t task;
  minip_bound_list_t list;
  fmpq_t limit;
  minip_code_init(code), minip_pairs_init(pairs), minip_bound_list_init(list), fmpq_init(limit);
  assert_ok(minip_code_alloc(code, count * w, count, "disjoint", err));
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < w; j++)
      minip_token_set_bit(minip_code_word(code, i), i * w + j, 1);
  assert_ok(minip_pairs_from_code(pairs, code, err));
  set_task(task, 3, num, den, 0, count * w);
  assert_ok(minip_bound_pairs(list, task, pairs, 1, err));
  const fmpq *a = task->factors + w;
  fmpq_add_si(limit, a, 1);
  int order = fmpq_cmp_si(limit, (slong)count);
  assert_int_equal(form_of(list, MINIP_FORM_DOMINANCE) != NULL, task->strict ? order >= 0 : order > 0);
  fmpq_add(limit, a, a);
  order = fmpq_cmp_si(limit, (slong)count);
  assert_int_equal(form_of(list, MINIP_FORM_HALF_DOMINANCE) != NULL, task->strict ? order >= 0 : order > 0);
  minip_bound_list_clear(list), minip_bound_task_clear(task);
  minip_pairs_clear(pairs), minip_code_clear(code), fmpq_clear(limit);
}

static void test_dominance(void **state)
{
  (void)state;
  for (size_t count = 2; count <= 14; count++) {
    check_equidistant(count, 4, 1, 2); /* A = 3: N <= 4 and N <= 6 */
    check_equidistant(count, 7, 1, 2); /* A = 6: N <= 7 and N <= 12 */
    check_equidistant(count, 2, 1, 4); /* A = 3 again (D = 2: (2 - 1/2)/(1/2)), but now N < 4 and N < 6 */
  }
}

/* --- random systems against plain sums --------------------------------------------------------------------------------------------------- */

/* x_i and z_i at random with all gaps at least 2, by rejection: x_i of random weight, z_i random inside the complement. */
static size_t random_system(minip_pairs_t pairs, size_t m, size_t want, uint64_t *seed)
{
  minip_tokens_t x, z;
  size_t count = 0, at = 0;
  minip_tokens_init(x), minip_tokens_init(z);
  assert_ok(minip_tokens_alloc(x, want, m, err));
  assert_ok(minip_tokens_alloc(z, want, m, err));
  for (int tries = 0; tries < 4000 && count < want; tries++) {
    uint64_t cube = ((uint64_t)1 << m) - 1, a = test_random(seed) & cube, b = ~a & cube & (test_random(seed) | test_random(seed));
    int ok = 1;
    for (size_t i = 0; ok && i < count; i++)
      ok = __builtin_popcountll(a & minip_token_row(z, i)[0]) >= 2 + __builtin_popcountll(a & b) &&
           __builtin_popcountll(b & minip_token_row(x, i)[0]) >= 2 + __builtin_popcountll(minip_token_row(x, i)[0] & minip_token_row(z, i)[0]);
    if (!ok)
      continue;
    minip_token_row(x, count)[0] = a;
    minip_token_row(z, count++)[0] = b;
  }
  assert_ok(minip_tokens_alloc(pairs->x, count, m, err));
  assert_ok(minip_tokens_alloc(pairs->z, count, m, err));
  for (at = 0; at < count; at++) {
    minip_token_row(pairs->x, at)[0] = minip_token_row(x, at)[0];
    minip_token_row(pairs->z, at)[0] = minip_token_row(z, at)[0];
  }
  free(pairs->name);
  pairs->name = strdup("random");
  minip_tokens_clear(x), minip_tokens_clear(z);
  return count;
}

/* a_ij, 1 on the diagonal. */
static void entry(fmpq_t a, const minip_pairs_t pairs, const minip_bound_task_t task, size_t i, size_t j)
{
  size_t words = pairs->x->words;
  fmpq_one(a);
  if (i == j)
    return;
  size_t k = minip_token_overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, j), words) -
             minip_token_overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, i), words);
  fmpq_inv(a, task->factors + k);
}

/* sum_j p_j / sum_i p_i a_ij^2 (or over rows), by definition. */
static void plain_sum(fmpq_t out, const minip_pairs_t pairs, const minip_bound_task_t task, const fmpz *p, int rows)
{
  size_t n = minip_pairs_count(pairs);
  fmpq_t a, c;
  fmpq_init(a), fmpq_init(c);
  fmpq_zero(out);
  for (size_t j = 0; j < n; j++) {
    fmpq_zero(c);
    for (size_t i = 0; i < n; i++) {
      entry(a, pairs, task, rows ? j : i, rows ? i : j);
      fmpq_mul(a, a, a);
      if (p)
        fmpq_mul_fmpz(a, a, p + i);
      fmpq_add(c, c, a);
    }
    fmpq_inv(c, c);
    if (p)
      fmpq_mul_fmpz(c, c, p + j);
    fmpq_add(out, out, c);
  }
  fmpq_clear(a), fmpq_clear(c);
}

/* N(1-u))^2 / (N(1-u)^2 + sum max(|u - v k|, |a - u + v k|)^2), or with a^(2p), by definition. */
static void plain_trace(fmpq_t out, const minip_pairs_t pairs, const minip_bound_task_t task, const minip_bound_lower_struct *x)
{
  size_t n = minip_pairs_count(pairs), words = pairs->x->words;
  fmpq_t a, c, sum, diagonal;
  fmpq_init(a), fmpq_init(c), fmpq_init(sum), fmpq_init(diagonal);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      if (i == j)
        continue;
      size_t k = minip_token_overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, j), words) -
                 minip_token_overlap(minip_token_row(pairs->x, i), minip_token_row(pairs->z, i), words);
      entry(a, pairs, task, i, j);
      fmpq_mul_si(c, x->v, (slong)k);
      fmpq_sub(c, x->u, c);
      fmpq_sub(a, a, c);
      fmpq_abs(a, a), fmpq_abs(c, c);
      if (fmpq_cmp(c, a) > 0)
        fmpq_set(a, c);
      fmpq_pow_si(a, a, x->power ? 2 * (slong)x->power : 2);
      fmpq_add(sum, sum, a);
    }
  fmpq_sub_si(diagonal, x->u, 1);
  fmpq_mul_si(diagonal, diagonal, (slong)n);
  fmpq_mul(out, diagonal, diagonal);
  fmpq_div_fmpz(diagonal, out, x->N);
  fmpq_add(sum, sum, diagonal);
  fmpq_div(out, out, sum);
  fmpq_clear(a), fmpq_clear(c), fmpq_clear(sum), fmpq_clear(diagonal);
}

static void check_item(const minip_bound_lower_struct *x, const minip_pairs_t pairs, const minip_bound_task_t task, const fmpq_t trace)
{
  fmpq_t wanted;
  fmpz_t r;
  fmpq_init(wanted), fmpz_init(r);
  switch (x->form) {
  case MINIP_FORM_COLUMN:
  case MINIP_FORM_ROW: plain_sum(wanted, pairs, task, NULL, x->form == MINIP_FORM_ROW); break;
  case MINIP_FORM_SCALED:
    plain_sum(wanted, pairs, task, x->p, 0);
    assert_true(fmpq_cmp(wanted, trace) >= 0); /* the best scaling is no worse than none */
    break;
  case MINIP_FORM_TRACE:
  case MINIP_FORM_POWER:
  case MINIP_FORM_OFFSET:
  case MINIP_FORM_LINEAR: plain_trace(wanted, pairs, task, x); break;
  case MINIP_FORM_MINIMUM: fmpq_set(wanted, x->value), assert_true(fmpq_cmp(x->value, trace) <= 0); break;
  default: fmpq_set(wanted, x->value);
  }
  assert_true(fmpq_equal(wanted, x->value));
  if (x->form == MINIP_FORM_TRACE && task->strict) {
    fmpz_fdiv_q(r, fmpq_numref(wanted), fmpq_denref(wanted));
    fmpz_add_si(r, r, 1 - task->is_signed);
    assert_true(fmpz_equal(r, x->bound));
  }
  fmpq_clear(wanted), fmpz_clear(r);
}

static void test_random_systems(void **state)
{
  uint64_t seed = test_seed();
  (void)state;
  for (int round = 0; round < test_rounds(24); round++) {
    minip_pairs_t pairs;
    minip_bound_task_t task;
    minip_bound_list_t list;
    size_t m = 12 + test_below(&seed, 8);
    minip_pairs_init(pairs), minip_bound_list_init(list);
    set_task(task, 3 + test_below(&seed, 3), round % 3 == 2 ? 1 : 2, round % 3 == 2 ? 5 : 4, round % 2, m);
    size_t n = random_system(pairs, m, 3 + test_below(&seed, 12), &seed);
    assert_ok(minip_bound_pairs(list, task, pairs, 1, err));
    assert_int_equal(n >= 2, form_of(list, MINIP_FORM_TRACE) != NULL);
    for (size_t i = 0; i < list->count; i++)
      check_item(list->items + i, pairs, task, form_of(list, MINIP_FORM_TRACE)->value);
    minip_bound_list_clear(list), minip_bound_task_clear(task), minip_pairs_clear(pairs);
  }
}

static void test_close_pairs_are_named(void **state)
{
  minip_code_t code;
  minip_pairs_t pairs;
  minip_bound_task_t task;
  minip_bound_list_t list;
  (void)state;
  minip_code_init(code), minip_pairs_init(pairs), minip_bound_list_init(list);
  assert_ok(minip_code_alloc(code, 8, 3, "close", err));
  static const char *const words[] = {"11110000", "00001111", "01110001"};
  for (size_t i = 0; i < 3; i++)
    assert_ok(minip_token_from_text(minip_code_word(code, i), words[i], 8, err));
  assert_ok(minip_pairs_from_code(pairs, code, err));
  set_task(task, 3, 1, 2, 0, 8);
  assert_int_equal(minip_bound_pairs(list, task, pairs, 1, err), MINIP_INPUT);
  assert_non_null(strstr(err->text, "<x_0, z_2>"));
  assert_int_equal(list->count, 0);
  minip_error_init(err);
  minip_bound_list_clear(list), minip_bound_task_clear(task), minip_pairs_clear(pairs), minip_code_clear(code);
}

/* Systems counted once serve several tasks, in any order, as each alone does; a system with a gap of 1 serves errors below 1/3 only. */
static void test_shared_systems(void **state)
{
  static const struct {
    size_t n;
    ulong den; /* of the error */
    int is_signed;
  } tasks[] = {{3, 2, 0}, {5, 2, 0}, {3, 7, 1}, {3, 2, 0}};
  uint64_t seed = test_seed();
  minip_pairs_t pairs, near;
  minip_bound_systems_t systems;
  (void)state;
  minip_pairs_init(pairs), minip_pairs_init(near), minip_bound_systems_init(systems);
  random_system(pairs, 16, 8, &seed);
  assert_ok(minip_tokens_alloc(near->x, 2, 4, err));
  assert_ok(minip_tokens_alloc(near->z, 2, 4, err));
  for (size_t i = 0; i < 2; i++)
    minip_token_row(near->x, i)[0] = i + 1, minip_token_row(near->z, i)[0] = 2 - i; /* {0}, {1} and {1}, {0}: both gaps are 1 */
  near->name = strdup("near");
  assert_ok(minip_bound_systems_add(systems, near, 1, err));
  assert_ok(minip_bound_systems_add(systems, pairs, 1, err));
  for (size_t t = 0; t < sizeof tasks / sizeof *tasks; t++) {
    minip_bound_task_t task;
    minip_bound_list_t shared, own;
    minip_bound_list_init(shared), minip_bound_list_init(own);
    set_task(task, tasks[t].n, 1, tasks[t].den, tasks[t].is_signed, 16);
    int serves = tasks[t].den > 2;
    assert_int_equal(minip_bound_systems(shared, task, systems, 1, err), serves ? MINIP_OK : MINIP_INPUT);
    minip_error_init(err);
    minip_bound_list_clear(shared), minip_bound_list_init(shared);
    assert_ok(minip_bound_systems(shared, task, systems, 0, err));
    if (serves)
      assert_ok(minip_bound_pairs(own, task, near, 1, err));
    assert_ok(minip_bound_pairs(own, task, pairs, 1, err));
    assert_int_equal(shared->count, own->count);
    for (size_t i = 0; i < own->count; i++) {
      assert_int_equal(shared->items[i].form, own->items[i].form);
      assert_true(fmpq_equal(shared->items[i].value, own->items[i].value) && fmpz_equal(shared->items[i].bound, own->items[i].bound));
    }
    minip_bound_list_clear(shared), minip_bound_list_clear(own), minip_bound_task_clear(task);
  }
  minip_bound_systems_clear(systems), minip_pairs_clear(pairs), minip_pairs_clear(near);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dodecads), cmocka_unit_test(test_dominance), cmocka_unit_test(test_random_systems),
                                     cmocka_unit_test(test_close_pairs_are_named), cmocka_unit_test(test_shared_systems)};
  minip_error_init(err);
  return cmocka_run_group_tests_name("pair systems", tests, NULL, NULL);
}
