/* Upper bounds on A(n,d,w) by dynamic programming over the parameters that shortening reaches (T17; proofs: proofs-notes/codes.md).

   A state (u,z) stands for words with u ones and z zeros, n = u + z: removing a coordinate leads to (u-1,z) or (u,z-1). */
#include "bounds.h"
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_STATES ((size_t)1 << 18) /* beyond, only one kind of shortening is followed */
#define SCAN_WORK ((size_t)1 << 25)  /* steps of the counting bound, in all states together */
#define MAX_LPS 40                   /* linear programs at shorter parameters */
#define SMALL_LP 14                  /* and their largest min(u,z) */

/* A linear program that was solved: its dual solution. */
typedef struct {
  size_t u, z, count;
  fmpq *dual;
} solved_t;

typedef struct {
  size_t e, ones, zeros;    /* d/2; the state asked for */
  size_t least_u, least_z;  /* the table holds least_u..ones x least_z..zeros */
  size_t states;
  fmpz *value;              /* best bound of each state, 0 while unknown */
  unsigned char *rule;
  solved_t solved[MAX_LPS + 1];
  size_t solved_count, lp_left;
  uint64_t scan;
  double deadline;          /* of the programs, in minip__now seconds; 0: none */
  fmpq_t lp;                /* the program's own bound at the state asked for */
  int has_lp;
} table_t;

/* --- the counting bound ------------------------------------------------------------------------------------------------------- */

/* Are M words impossible? Their column sums, as equal as can be, already have more common pairs than overlaps <= u - e allow. */
static int too_many(uint64_t M, uint64_t n, uint64_t u, uint64_t e)
{
  unsigned __int128 k = (unsigned __int128)M * u / n, r = (unsigned __int128)M * u % n;
  unsigned __int128 have = k == 0 ? 0 : n * k * (k - 1) + 2 * k * r;
  return have > (unsigned __int128)M * (M - 1) * (u - e);
}

/* The least M found with M + 1 words impossible; 0 when there is none within the scan. 1 <= e <= u. */
static uint64_t counting_bound(uint64_t n, uint64_t u, uint64_t e, uint64_t scan)
{
  uint64_t square = u * u, common = (u - e) * n, closed = 0;
  if (square > common) /* Johnson's closed form: more words are impossible by convexity alone */
    closed = e * n / (square - common) + 1;
  uint64_t end = closed ? closed : n / (4 * e) + 2; /* beyond, only convexity can help */
  for (uint64_t M = 2; M < end && M <= scan; M++)
    if (too_many(M, n, u, e))
      return M - 1;
  return closed && too_many(closed, n, u, e) ? closed - 1 : 0;
}

/* --- the table ---------------------------------------------------------------------------------------------------------------- */

static size_t columns_of(const table_t *t) { return t->zeros - t->least_z + 1; }
static size_t index_of(const table_t *t, size_t u, size_t z) { return (u - t->least_u) * columns_of(t) + (z - t->least_z); }

static minip_status_t table_init(table_t *t, size_t n, size_t d, size_t w, minip_error_t err)
{
  memset(t, 0, sizeof *t);
  fmpq_init(t->lp);
  t->e = d / 2;
  t->ones = w;
  t->zeros = n - w;
  if ((t->ones + 1) * (t->zeros + 1) > MAX_STATES) {
    if (t->ones <= t->zeros)
      t->least_z = t->zeros;
    else
      t->least_u = t->ones;
  }
  t->states = (t->ones - t->least_u + 1) * columns_of(t);
  t->scan = SCAN_WORK / t->states;
  t->scan = t->scan < 4096 ? t->scan : 4096;
  t->value = calloc(t->states, sizeof *t->value); /* a zeroed fmpz is 0 */
  t->rule = calloc(t->states, sizeof *t->rule);
  if (!t->value || !t->rule)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the bounds of (%zu,%zu,%zu)", n, d, w);
  return MINIP_OK;
}

static void table_clear(table_t *t)
{
  if (t->value)
    _fmpz_vec_clear(t->value, (slong)t->states);
  for (size_t k = 0; k < t->solved_count; k++)
    _fmpq_vec_clear(t->solved[k].dual, (slong)t->solved[k].count);
  free(t->rule);
  fmpq_clear(t->lp);
}

/* floor(n T / part), T the bound of the shorter state; value stays 0 when that is not in the table. */
static void johnson(fmpz_t value, const table_t *t, size_t u, size_t z, int ones)
{
  size_t part = ones ? u : z;
  if (part == (ones ? t->least_u : t->least_z))
    return;
  fmpz_mul_ui(value, t->value + (ones ? index_of(t, u - 1, z) : index_of(t, u, z - 1)), u + z);
  fmpz_fdiv_q_ui(value, value, part);
}

/* The bound of one rule alone at (u,z), 0 when it does not apply; shorter states are in the table. */
static void rule_bound(fmpz_t value, const table_t *t, minip_code_rule_t rule, size_t u, size_t z)
{
  const size_t n = u + z, e = t->e;
  const int single = u < e || z < e;
  fmpz_zero(value);
  if (rule == MINIP_CODE_SINGLE && single)
    fmpz_one(value);
  else if (rule == MINIP_CODE_ALL && e == 1)
    fmpz_bin_uiui(value, n, u);
  else if (rule == MINIP_CODE_DISJOINT && u == e)
    fmpz_set_ui(value, n / u);
  else if (rule == MINIP_CODE_COMPLEMENT && z == e) /* the complements have weight z: disjoint */
    fmpz_set_ui(value, n / z);
  else if ((rule == MINIP_CODE_JOHNSON_ONES || rule == MINIP_CODE_JOHNSON_ZEROS) && !single)
    johnson(value, t, u, z, rule == MINIP_CODE_JOHNSON_ONES);
  else if (rule == MINIP_CODE_JOHNSON_COUNT && !single)
    fmpz_set_ui(value, counting_bound(n, u, e, t->scan));
}

/* Does the linear program at (u,z) belong to the work? */
static int wants_lp(const table_t *t, size_t u, size_t z, unsigned use)
{
  size_t small = u < z ? u : z;
  if (small <= t->e || t->e == 1 || small > MINIP__LP_MAX)
    return 0;
  if (u == t->ones && z == t->zeros)
    return (use & MINIP_CODE_USE_LP) != 0;
  return (use & MINIP_CODE_USE_LP_BELOW) && t->lp_left > 0 && small <= SMALL_LP;
}

/* The program's bound into the table. A solver that is missing or gives up only leaves the bound weaker: note says so. */
static minip_status_t try_lp(table_t *t, char *note, size_t room, size_t u, size_t z, minip_error_t err)
{
  const size_t k = index_of(t, u, z), count = u < z ? u : z;
  solved_t *s = &t->solved[t->solved_count];
  fmpq_t bound;
  fmpz_t value;
  fmpq_init(bound), fmpz_init(value);
  fmpq *dual = _fmpq_vec_init((slong)count);
  double left = t->deadline > 0 ? t->deadline - minip__now() : 0;
  minip_status_t st = t->deadline > 0 && left <= 0 ? minip_error_set(err, MINIP_UNDECIDED, "the time limit passed")
                                                   : minip__johnson_lp(bound, dual, u + z, 2 * t->e, u, left, err);
  if (st == MINIP_OK) {
    fmpz_fdiv_q(value, fmpq_numref(bound), fmpq_denref(bound));
    if (u == t->ones && z == t->zeros)
      fmpq_set(t->lp, bound), t->has_lp = 1;
    if (fmpz_cmp(value, t->value + k) < 0 || (fmpz_equal(value, t->value + k) && t->has_lp)) {
      fmpz_set(t->value + k, value);
      t->rule[k] = MINIP_CODE_DELSARTE;
      *s = (solved_t){.u = u, .z = z, .count = count, .dual = dual};
      t->solved_count++;
      dual = NULL;
    }
  } else if (st == MINIP_UNDECIDED) {
    snprintf(note, room, "no linear program at (%zu,%zu,%zu): %.150s", u + z, 2 * t->e, u, err->text);
    minip_error_init(err);
    st = MINIP_OK;
  }
  if (dual)
    _fmpq_vec_clear(dual, (slong)count);
  fmpq_clear(bound), fmpz_clear(value);
  return st;
}

/* All rules at (u,z). Some rule always applies: below or at e ones or zeros the exact ones; above, one of the shorter states is in the table. */
static void fill_state(table_t *t, size_t u, size_t z, fmpz_t scratch)
{
  const size_t k = index_of(t, u, z);
  for (minip_code_rule_t rule = MINIP_CODE_SINGLE; rule <= MINIP_CODE_JOHNSON_COUNT; rule++) {
    if (rule > MINIP_CODE_COMPLEMENT && (u <= t->e || z <= t->e || t->e == 1))
      break; /* exact already */
    rule_bound(scratch, t, rule, u, z);
    if (fmpz_sgn(scratch) > 0 && (fmpz_is_zero(t->value + k) || fmpz_cmp(scratch, t->value + k) < 0)) {
      fmpz_set(t->value + k, scratch);
      t->rule[k] = (unsigned char)rule;
    }
  }
}

static minip_status_t fill(table_t *t, char *note, size_t room, unsigned use, minip_error_t err)
{
  fmpz_t scratch;
  minip_status_t st = MINIP_OK;
  fmpz_init(scratch);
  const size_t inner_u = t->ones > t->e ? t->ones - t->e : 0, inner_z = t->zeros > t->e ? t->zeros - t->e : 0;
  t->lp_left = inner_u * inner_z <= MAX_LPS ? MAX_LPS : 0; /* all of them or none: not some by accident of order */
  for (size_t u = t->least_u; st == MINIP_OK && u <= t->ones; u++)
    for (size_t z = t->least_z; st == MINIP_OK && z <= t->zeros; z++) {
      fill_state(t, u, z, scratch);
      if (wants_lp(t, u, z, use))
        st = try_lp(t, note, room, u, z, err);
    }
  fmpz_clear(scratch);
  return st;
}

/* --- the proof, from the table --------------------------------------------------------------------------------------------------- */

static const solved_t *find_solved(const table_t *t, size_t u, size_t z)
{
  for (size_t k = 0; k < t->solved_count; k++)
    if (t->solved[k].u == u && t->solved[k].z == z)
      return &t->solved[k];
  return NULL;
}

static minip_status_t describe(minip_code_step_t *step, const table_t *t, minip_code_rule_t rule, const fmpz_t value, size_t u, size_t z, minip_error_t err)
{
  const size_t n = u + z, d = 2 * t->e;
  switch (rule) {
  case MINIP_CODE_SINGLE: return minip__step_set(step, n, u, rule, value, err, "no two words of weight %zu are %zu apart", u, d);
  case MINIP_CODE_ALL: return minip__step_set(step, n, u, rule, value, err, "all words: C(%zu,%zu)", n, u);
  case MINIP_CODE_DISJOINT: return minip__step_set(step, n, u, rule, value, err, "disjoint words: floor(%zu/%zu)", n, u);
  case MINIP_CODE_COMPLEMENT: return minip__step_set(step, n, u, rule, value, err, "complements: A(%zu,%zu,%zu)", n, d, z);
  case MINIP_CODE_JOHNSON_ONES: return minip__step_set(step, n, u, rule, value, err, "floor(%zu/%zu A(%zu,%zu,%zu))", n, u, n - 1, d, u - 1);
  case MINIP_CODE_JOHNSON_ZEROS: return minip__step_set(step, n, u, rule, value, err, "floor(%zu/%zu A(%zu,%zu,%zu))", n, z, n - 1, d, u);
  case MINIP_CODE_JOHNSON_COUNT: return minip__step_set(step, n, u, rule, value, err, "one word more would break the count of common ones");
  default: return minip__step_set(step, n, u, rule, value, err, "a dual solution with %zu numbers", u < z ? u : z);
  }
}

static minip_status_t add_dual(minip_code_step_t *step, const solved_t *s, minip_error_t err)
{
  if (!s)
    return minip_error_set(err, MINIP_INTERNAL, "a linear program's solution was lost");
  step->dual = _fmpq_vec_init((slong)s->count);
  step->dual_count = s->count;
  for (size_t k = 0; k < s->count; k++)
    fmpq_set(step->dual + k, s->dual + k);
  return MINIP_OK;
}

/* Steps from the state asked for down to a first one; they are turned round at the end. */
static minip_status_t trace(minip_code_bounds_struct *b, const table_t *t, minip_error_t err)
{
  size_t u = t->ones, z = t->zeros;
  for (int more = 1; more;) {
    const size_t k = index_of(t, u, z);
    minip_code_rule_t rule = (minip_code_rule_t)t->rule[k];
    minip_code_step_t *step = minip__step_add(&b->steps, &b->step_count);
    minip_status_t st = step ? describe(step, t, rule, t->value + k, u, z, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for a proof");
    if (st == MINIP_OK && rule == MINIP_CODE_DELSARTE)
      st = add_dual(step, find_solved(t, u, z), err);
    if (st == MINIP_OK && rule == MINIP_CODE_COMPLEMENT) {
      step = minip__step_add(&b->steps, &b->step_count);
      st = step ? describe(step, t, MINIP_CODE_DISJOINT, t->value + k, z, u, err) : minip_error_set(err, MINIP_LIMIT, "out of memory for a proof");
    }
    if (st != MINIP_OK)
      return st;
    more = rule == MINIP_CODE_JOHNSON_ONES || rule == MINIP_CODE_JOHNSON_ZEROS;
    u -= rule == MINIP_CODE_JOHNSON_ONES;
    z -= rule == MINIP_CODE_JOHNSON_ZEROS;
  }
  for (size_t i = 0, j = b->step_count - 1; i < j; i++, j--) {
    minip_code_step_t s = b->steps[i];
    b->steps[i] = b->steps[j];
    b->steps[j] = s;
  }
  return MINIP_OK;
}

/* What each rule gives by itself at the state asked for. */
static minip_status_t list_sources(minip_code_bounds_struct *b, const table_t *t, minip_error_t err)
{
  fmpz_t value;
  minip_status_t st = MINIP_OK;
  fmpz_init(value);
  for (minip_code_rule_t rule = MINIP_CODE_SINGLE; st == MINIP_OK && rule <= MINIP_CODE_DELSARTE; rule++) {
    if (rule == MINIP_CODE_DELSARTE && t->has_lp)
      fmpz_fdiv_q(value, fmpq_numref(t->lp), fmpq_denref(t->lp));
    else
      rule_bound(value, t, rule, t->ones, t->zeros);
    if (fmpz_is_zero(value))
      continue;
    minip_code_step_t *s = minip__step_add(&b->sources, &b->source_count);
    st = s ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a table");
    char *exact = rule == MINIP_CODE_DELSARTE ? minip_num_fraction(t->lp) : NULL;
    if (st == MINIP_OK)
      st = exact ? minip__step_set(s, b->n, b->w, rule, value, err, "floor(%s)", exact) : describe(s, t, rule, value, t->ones, t->zeros, err);
    free(exact);
  }
  fmpz_clear(value);
  return st;
}

minip_status_t minip__bounds_upper(minip_code_bounds_t bounds, unsigned use, double deadline, minip_error_t err)
{
  table_t t;
  minip_status_t st = table_init(&t, bounds->n, bounds->d, bounds->w, err);
  t.deadline = deadline;
  if (st == MINIP_OK)
    st = fill(&t, bounds->note, sizeof bounds->note, use, err);
  if (st == MINIP_OK)
    st = trace(bounds, &t, err);
  if (st == MINIP_OK) {
    fmpz_set(bounds->upper, t.value + index_of(&t, t.ones, t.zeros));
    st = list_sources(bounds, &t, err);
  }
  table_clear(&t);
  return st;
}
