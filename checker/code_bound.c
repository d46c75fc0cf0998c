/* Kind code-bound: a chain of upper bounds on A(n,d,w), each by one rule (T17). */
#include "check.h"
#include <string.h>

typedef struct {
  size_t n, w;
  mpz_t bound;
} step_t;

typedef struct {
  size_t e;             /* d / 2 */
  const step_t *prev;   /* NULL for the first step */
  const json_t *dual;
} context_t;

static void at_least(const step_t *s, const mpz_t value, const char *rule)
{
  if (mpz_cmp(s->bound, value) < 0)
    ck_reject("steps: rule %s gives a larger bound", rule);
}

static void rule_single(const step_t *s, const context_t *c)
{
  mpz_t one;
  mpz_init_set_ui(one, 1);
  if (s->w >= c->e && s->n - s->w >= c->e)
    ck_reject("single: two words may be that far apart");
  at_least(s, one, "single");
}

static void rule_binomial(const step_t *s, const context_t *c)
{
  mpz_t b;
  mpz_init(b);
  if (c->e != 1)
    ck_reject("binomial: only for d = 2");
  ck_binomial(b, s->n, s->w);
  at_least(s, b, "binomial");
}

static void rule_disjoint(const step_t *s, const context_t *c)
{
  mpz_t b;
  if (s->w != c->e)
    ck_reject("disjoint: only for d = 2w");
  mpz_init_set_ui(b, s->n / s->w);
  at_least(s, b, "disjoint");
}

/* M = bound + 1 words: the column sums of their ones, as equal as possible, already need more common ones than the distance allows. */
static void rule_counting(const step_t *s, const context_t *c)
{
  mpz_t M, k, r, left, right;
  mpz_inits(M, k, r, left, right, NULL);
  if (s->n == 0 || s->w < c->e)
    ck_reject("counting: needs n >= 1 and w >= d/2");
  mpz_add_ui(M, s->bound, 1);
  mpz_mul_ui(left, M, s->w);
  mpz_fdiv_qr_ui(k, r, left, s->n);
  mpz_sub_ui(left, k, 1);
  mpz_mul(left, left, k);
  mpz_mul_ui(left, left, s->n);
  mpz_addmul(left, k, r), mpz_addmul(left, k, r);
  mpz_sub_ui(right, M, 1);
  mpz_mul(right, right, M);
  mpz_mul_ui(right, right, s->w - c->e);
  if (mpz_cmp(left, right) <= 0)
    ck_reject("counting: column sums do not exclude one word more");
}

/* E_i(k) of the Johnson scheme. */
static void eberlein(mpz_t x, size_t n, size_t w, size_t i, size_t k)
{
  mpz_t term, b;
  mpz_inits(term, b, NULL);
  mpz_set_ui(x, 0);
  for (size_t j = 0; j <= i && j <= k; j++) {
    ck_binomial(term, k, j);
    ck_binomial(b, w - k, i - j), mpz_mul(term, term, b);
    ck_binomial(b, n - w - k, i - j), mpz_mul(term, term, b);
    if (j % 2)
      mpz_sub(x, x, term);
    else
      mpz_add(x, x, term);
  }
  mpz_clears(term, b, NULL);
}

static void multiplicity(mpz_t mu, size_t n, size_t k)
{
  mpz_t below;
  mpz_init(below);
  ck_binomial(mu, n, k);
  ck_binomial(below, n, k - 1);
  mpz_sub(mu, mu, below);
  mpz_clear(below);
}

/* sum_k dual_k mu_k E_i(k) <= -v_i */
static void check_inequality(const step_t *s, const mpq_t *dual, const mpz_t *mu, size_t count, size_t i)
{
  mpq_t sum, term;
  mpz_t e;
  mpq_inits(sum, term, NULL);
  mpz_init(e);
  for (size_t k = 1; k <= count; k++) {
    if (mpq_sgn(dual[k]) == 0)
      continue;
    eberlein(e, s->n, s->w, i, k);
    mpz_mul(e, e, mu[k]);
    mpq_set_z(term, e);
    mpq_mul(term, term, dual[k]);
    mpq_add(sum, sum, term);
  }
  ck_binomial(e, s->w, i);
  mpz_set(mpq_numref(term), e), mpz_set_ui(mpq_denref(term), 1);
  ck_binomial(e, s->n - s->w, i);
  mpz_mul(mpq_numref(term), mpq_numref(term), e);
  mpq_add(sum, sum, term);
  if (mpq_sgn(sum) > 0)
    ck_reject("delsarte: the inequality of relation %zu fails", i);
  mpq_clears(sum, term, NULL);
  mpz_clear(e);
}

/* Weak duality: the code's inner distribution A has A_0 = 1, A_i >= 0, A_i = 0 for 0 < i < e, sum_i A_i Q_k(i) >= 0, so
   0 <= sum_k dual_k sum_i A_i Q_k(i) <= sum_k dual_k mu_k - (N - 1). */
static void rule_delsarte(const step_t *s, const context_t *c)
{
  size_t count = s->w < s->n - s->w ? s->w : s->n - s->w;
  if (ck_array(c->dual, "dual", CK_MAX_M) != count)
    ck_reject("delsarte: %zu dual values, not %zu", json_array_size(c->dual), count);
  /* up to K^3 / 2 terms of E_i(k), each of binomials of up to n bits */
  ck_work((double)count * (double)count * (double)count * 32 * ((double)s->n / 64 + 1));
  mpq_t *dual = ck_new_mpq(count + 1), value, term;
  mpz_t *mu = ck_new_mpz(count + 1), bound;
  mpq_inits(value, term, NULL);
  mpz_init(bound);
  mpq_set_ui(value, 1, 1);
  for (size_t k = 1; k <= count; k++) {
    ck_rational(dual[k], json_array_get(c->dual, k - 1), "dual");
    if (mpq_sgn(dual[k]) < 0)
      ck_reject("delsarte: a negative dual value");
    multiplicity(mu[k], s->n, k);
    mpq_set_z(term, mu[k]);
    mpq_mul(term, term, dual[k]);
    mpq_add(value, value, term);
  }
  for (size_t i = c->e; i <= count; i++)
    check_inequality(s, (const mpq_t *)dual, (const mpz_t *)mu, count, i);
  mpz_fdiv_q(bound, mpq_numref(value), mpq_denref(value));
  at_least(s, bound, "delsarte");
}

static void recursion(const step_t *s, const context_t *c, size_t n, size_t w, size_t divisor, const char *rule)
{
  mpz_t b;
  mpz_init(b);
  if (divisor == 0 || c->prev->n != n || c->prev->w != w)
    ck_reject("%s: the step before is for other parameters", rule);
  mpz_mul_ui(b, c->prev->bound, s->n);
  mpz_fdiv_q_ui(b, b, divisor);
  at_least(s, b, rule);
}

static void rule_one(const step_t *s, const context_t *c) { recursion(s, c, s->n - 1, s->w - 1, s->w, "one"); }
static void rule_zero(const step_t *s, const context_t *c) { recursion(s, c, s->n - 1, s->w, s->n - s->w, "zero"); }
static void rule_complement(const step_t *s, const context_t *c)
{
  if (c->prev->n != s->n || c->prev->w != s->n - s->w)
    ck_reject("complement: the step before is for other parameters");
  at_least(s, c->prev->bound, "complement");
}

static const struct {
  const char *name;
  int first;
  void (*check)(const step_t *, const context_t *);
} rules[] = {
  {"single", 1, rule_single},     {"binomial", 1, rule_binomial}, {"disjoint", 1, rule_disjoint}, {"counting", 1, rule_counting},
  {"delsarte", 1, rule_delsarte}, {"one", 0, rule_one},           {"zero", 0, rule_zero},         {"complement", 0, rule_complement},
};

static void check_step(step_t *s, context_t *c, const json_t *value)
{
  static const char *const keys[] = {"rule", "n", "w", "bound", "dual", NULL};
  const json_t *v[5];
  ck_fields(v, value, keys, "step");
  s->n = ck_size(v[1], "n", CK_MAX_M), s->w = ck_size(v[2], "w", CK_MAX_M);
  ck_integer(s->bound, v[3], "bound");
  c->dual = v[4];
  if (s->w > s->n || mpz_sgn(s->bound) < 0)
    ck_reject("step: not 0 <= w <= n and bound >= 0");
  if (ck_array(v[4], "dual", CK_MAX_M) != 0 && !ck_is(v[0], "delsarte", "rule"))
    ck_reject("dual: only for rule delsarte");
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (ck_is(v[0], rules[i].name, "rule")) {
      if (rules[i].first != !c->prev)
        ck_reject("%s: wrong place in the chain", rules[i].name);
      rules[i].check(s, c);
      return;
    }
  ck_reject("rule: '%s' is unknown", json_string_value(v[0]));
}

void ck_code_bound(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"n", "d", "w", "upper", NULL};
  static const char *const evidence_keys[] = {"steps", NULL};
  const json_t *c[4], *e[1];
  (void)kernel, (void)den;
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  size_t n = ck_size(c[0], "n", CK_MAX_M), d = ck_size(c[1], "d", CK_MAX_M), w = ck_size(c[2], "w", CK_MAX_M);
  mpz_t upper;
  mpz_init(upper);
  ck_integer(upper, c[3], "upper");
  size_t length = ck_array(e[0], "steps", CK_MAX_M);
  if (d < 2 || d % 2 || length == 0)
    ck_reject("needs d even, d >= 2, and at least one step");
  step_t *steps = ck_new(length, sizeof *steps);
  context_t context = {d / 2, NULL, NULL};
  for (size_t i = 0; i < length; i++) {
    mpz_init(steps[i].bound);
    context.prev = i ? &steps[i - 1] : NULL;
    check_step(&steps[i], &context, json_array_get(e[0], i));
  }
  const step_t *last = &steps[length - 1];
  if (last->n != n || last->w != w || mpz_cmp(last->bound, upper) > 0)
    ck_reject("the chain does not end in the claim");
  ck_must_be(parts->theorem, "T17", "theorem");
  ck_statement(parts->statement, "No binary code of length %zu, constant weight %zu and minimum distance at least %zu has more than %Zd words.", n, w, d, upper);
}
