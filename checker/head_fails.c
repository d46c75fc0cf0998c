/* Kind head-fails: T2, T3, T4 and T15 on a handful of named tokens. */
#include "check.h"

typedef struct {
  const ck_denominator_t *den;
  ck_row_t row;
  size_t n;
  size_t low, high, anchor; /* positions in the pool; anchor only if has_anchor */
  int has_anchor;
  mpz_t v_low, v_high, v_anchor; /* (n-1) W */
} case_t;

static int in_group(const case_t *c, const ck_kernel_t *k, size_t j)
{
  if (mpz_sgn(c->row.alpha[j]) == 0)
    return 1;
  return !c->den->none && mpz_sgn(c->row.eta) == 0 && k->pool[j] == k->query_token[0];
}

/* The denominator of (x; low, high, .., high) times n-1. */
static void mixed(mpz_t v, const case_t *c)
{
  mpz_set(v, c->v_low);
  mpz_addmul_ui(v, c->v_high, c->n - 2);
}

static void need_denominator(const case_t *c, const mpz_t value, size_t divisor)
{
  if (!ck_denominator_ok(value, divisor, &c->row, c->den))
    ck_reject("a denominator of the named sequences is zero or below the clamp");
}

static void argue_undefined(const case_t *c, const ck_kernel_t *k)
{
  mpz_t v;
  mpz_init(v);
  if (c->den->none || c->den->has_clamp)
    ck_reject("undefined: only for a plain sum in the denominator");
  if (c->n <= 2 && c->low != c->high)
    ck_reject("undefined: low is not high");
  if (c->n == 1) {
    if (k->pool[c->low] != k->query_token[0])
      ck_reject("undefined: low is not the query");
    mpz_add(v, c->row.self, c->row.eta);
  } else if (c->n == 2)
    mpz_set(v, c->v_low);
  else
    mixed(v, c);
  if (mpz_sgn(v) != 0)
    ck_reject("undefined: the denominator is not zero");
}

/* (part_low |V0| + (n-2) part_high |V1|) / (2 (|V0| + (n-2)|V1|)) with non-negative integer parts. */
static void weighted_error(mpq_t error, const case_t *c, size_t part_low, size_t part_high)
{
  mpz_t low, high;
  mpz_inits(low, high, NULL);
  mpz_abs(low, c->v_low);
  mpz_abs(high, c->v_high);
  mpz_mul_ui(high, high, c->n - 2);
  mpz_add(mpq_denref(error), low, high);
  mpz_mul_2exp(mpq_denref(error), mpq_denref(error), 1);
  mpz_mul_ui(mpq_numref(error), low, part_low);
  mpz_addmul_ui(mpq_numref(error), high, part_high);
  if (mpz_sgn(mpq_denref(error)) == 0)
    ck_reject("both weights are zero");
  mpq_canonicalize(error);
}

static void argue_pair(mpq_t error, const case_t *c)
{
  uint32_t s = c->row.overlap[c->low], t = c->row.overlap[c->high];
  mpz_t v;
  mpz_init(v);
  if (c->n < 3 || s >= t)
    ck_reject("pair: needs length >= 3 and overlap(low) < overlap(high)");
  need_denominator(c, c->v_low, 1);
  need_denominator(c, c->v_high, 1);
  mixed(v, c);
  need_denominator(c, v, c->n - 1);
  weighted_error(error, c, 0, t - s);
}

static void argue_group(mpq_t error, const case_t *c, const ck_kernel_t *k)
{
  uint32_t s = c->row.overlap[c->low], t = c->row.overlap[c->high];
  if (c->n < 2 || s >= t || !in_group(c, k, c->low) || !in_group(c, k, c->high))
    ck_reject("group: needs length >= 2 and invisible tokens with overlap(low) < overlap(high)");
  need_denominator(c, c->v_low, 1);
  need_denominator(c, c->v_high, 1);
  mpq_set_ui(error, t - s, 2);
  mpq_canonicalize(error);
}

static void argue_group_pair(mpq_t error, const case_t *c, const ck_kernel_t *k)
{
  size_t s = c->row.overlap[c->low], t = c->row.overlap[c->high], u = c->row.overlap[c->anchor];
  int low_in = in_group(c, k, c->low), high_in = in_group(c, k, c->high);
  if (c->n < 3 || s > t || !in_group(c, k, c->anchor) || (!low_in && !high_in))
    ck_reject("group-pair: needs length >= 3, an invisible anchor, an invisible low or high, overlap(low) <= overlap(high)");
  if (mpz_sgn(c->v_low) * mpz_sgn(c->v_high) <= 0)
    ck_reject("group-pair: weights of both signs");
  need_denominator(c, c->v_low, 1);
  need_denominator(c, c->v_high, 1);
  need_denominator(c, c->v_anchor, 1);
  size_t s_hat = low_in && u > s ? u : s, t_hat = high_in && u > t ? u : t;
  weighted_error(error, c, s_hat - s, t_hat - s);
}

static size_t pool_position(const ck_kernel_t *k, const json_t *value, const char *where)
{
  size_t token = ck_index(value, where, k->tokens.count), j = 0;
  while (j < k->pool_count && k->pool[j] != token)
    j++;
  if (j == k->pool_count)
    ck_reject("%s: not in the pool", where);
  return j;
}

/* Tokens, denominators and the row; the pool must be the named tokens and nothing else. */
static void read_case(case_t *c, const json_t *const e[6], ck_kernel_t *k, ck_denominator_t *den)
{
  ck_denominator(den, e[1]);
  ck_kernel(k, e[2], den);
  if (k->cube || k->query_count != 1)
    ck_reject("kernel: exactly one query is needed, by its tokens");
  c->den = den;
  c->low = pool_position(k, e[3], "low");
  c->high = pool_position(k, e[4], "high");
  c->has_anchor = !ck_is(e[5], "none", "anchor");
  c->anchor = c->has_anchor ? pool_position(k, e[5], "anchor") : c->low;
  for (size_t j = 0; j < k->pool_count; j++)
    if (j != c->low && j != c->high && j != c->anchor)
      ck_reject("pool: a token that is not named");
  ck_row_init(&c->row, k);
  ck_row(&c->row, k, 0);
  mpz_inits(c->v_low, c->v_high, c->v_anchor, NULL);
  ck_weight_of(c->v_low, &c->row, den, c->row.alpha[c->low], c->n);
  ck_weight_of(c->v_high, &c->row, den, c->row.alpha[c->high], c->n);
  ck_weight_of(c->v_anchor, &c->row, den, c->row.alpha[c->anchor], c->n);
}

/* Runs the named argument; error is left alone for `undefined`. Returns the theorem's label. */
static const char *argue(mpq_t error, const case_t *c, const ck_kernel_t *k, const json_t *argument)
{
  if (c->has_anchor != ck_is(argument, "group-pair", "argument"))
    ck_reject("anchor: needed by argument group-pair and by no other");
  if (ck_is(argument, "undefined", "argument"))
    return argue_undefined(c, k), "T2";
  if (ck_is(argument, "pair", "argument"))
    return argue_pair(error, c), c->den->none ? "T15" : "T3";
  if (ck_is(argument, "group", "argument"))
    return argue_group(error, c, k), "T4";
  if (ck_is(argument, "group-pair", "argument"))
    return argue_group_pair(error, c, k), "T4";
  ck_reject("argument: '%s' is unknown", json_string_value(argument));
}

static void check_error(const mpq_t error, const json_t *claimed, const mpq_t target, const ck_parts_t *parts, size_t n)
{
  mpq_t claim;
  mpq_init(claim);
  ck_rational(claim, claimed, "error");
  if (!mpq_equal(claim, error))
    ck_reject("error: the argument gives another bound");
  if (mpq_cmp(error, target) < 0)
    ck_reject("error: below the target");
  ck_statement(parts->statement,
               "For any values and any affine readout the head errs by at least %Qd at length %zu on the sequences named here, so it does not reach "
               "error < %Qd.", error, n, target);
}

void ck_head_fails(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"length", "target", "error", NULL};
  static const char *const evidence_keys[] = {"argument", "denominator", "kernel", "low", "high", "anchor", NULL};
  const json_t *c[3], *e[6];
  case_t this;
  mpq_t target, error;
  mpq_inits(target, error, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  this.n = ck_size(c[0], "length", CK_MAX_LENGTH);
  if (this.n == 0)
    ck_reject("length: zero");
  ck_target(target, c[1], "target");
  read_case(&this, e, kernel, den);
  ck_must_be(parts->theorem, argue(error, &this, kernel, e[0]), "theorem");
  if (!ck_is(e[0], "undefined", "argument")) {
    check_error(error, c[2], target, parts, this.n);
    return;
  }
  ck_must_be(c[2], "undefined", "error");
  ck_statement(parts->statement,
               "At length %zu the denominator is zero on the sequence named here: the head is undefined, so it does not reach error < %Qd.", this.n, target);
}
