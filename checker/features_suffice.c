/* Kind features-suffice: a solving kernel over the whole cube, and how many features it needs (T13). */
#include "check.h"

static int whole_cube(const ck_kernel_t *k)
{
  if (k->cube)
    return !k->query_token;
  size_t all = k->m < 30 ? (size_t)1 << k->m : 0; /* tokens are distinct, so counting them is enough */
  return k->tokens.count == all && k->query_count == all && k->pool_count == all;
}

void ck_features_suffice(const ck_parts_t *parts, ck_kernel_t *kernel, ck_denominator_t *den)
{
  static const char *const claim_keys[] = {"m", "length", "target", "error", "features", NULL};
  static const char *const evidence_keys[] = {"denominator", "kernel", NULL};
  const json_t *c[5], *e[2];
  mpq_t target, error;
  mpz_t features, needed;
  mpq_inits(target, error, NULL), mpz_inits(features, needed, NULL);
  ck_fields(c, parts->claim, claim_keys, "claim");
  ck_fields(e, parts->evidence, evidence_keys, "evidence");
  size_t m = ck_size(c[0], "m", CK_MAX_M), n = ck_size(c[1], "length", CK_MAX_LENGTH);
  ck_target(target, c[2], "target");
  ck_rational(error, c[3], "error");
  ck_integer(features, c[4], "features");
  if (n == 0 || mpq_sgn(error) < 0 || mpq_cmp(error, target) >= 0)
    ck_reject("claim: not 0 <= error < target at a length >= 1");
  ck_denominator(den, e[0]);
  ck_kernel(kernel, e[1], den);
  if (kernel->m != m || !whole_cube(kernel) || kernel->type == CK_MATRIX)
    ck_reject("kernel: not features or a formula over the whole cube of m bits");
  if (kernel->type == CK_FEATURES)
    mpz_set_ui(needed, kernel->r);
  else
    ck_kernel_rank_value(needed, kernel);
  if (mpz_cmp(features, needed) < 0)
    ck_reject("features: the kernel needs more");
  ck_must_be(parts->theorem, "T13", "theorem");
  ck_statement(parts->statement,
               "A kernel with %Zd features reaches error %Qd < %Qd at length %zu on all sequences over the cube of %zu bits, with suitable values and an "
               "affine readout.", features, error, target, n, m);
  ck_solves(kernel, den, n, error);
}
