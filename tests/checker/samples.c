#include "samples.h"
#include <minip/code.h>
#include <minip/rank.h>
#include <minip/suite.h>
#include <nettle/sha2.h>

static minip_error_t err;
static const minip_cert_source_t source = {"sample.txt", ""};

static char *head_of(const char *spec, size_t n)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  char *text;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_kernel_load(kernel, spec, err));
  assert_ok(minip_gap_certify(result, kernel, n, half, 1, NULL, NULL, err));
  assert_ok(minip_cert_head(&text, kernel, result, n, half, err));
  fmpq_clear(half), minip_gap_result_clear(result), minip_kernel_clear(kernel);
  return text;
}

/* Tables over the cube of m bits; entries as given, row after row. */
static void set_table(minip_kernel_t kernel, size_t m, size_t r, const slong *q, const slong *k)
{
  minip_tokens_t cube;
  size_t count = ((size_t)1 << m) * r;
  fmpz *phi_q = _fmpz_vec_init((slong)count), *phi_k = _fmpz_vec_init((slong)count);
  minip_tokens_init(cube);
  assert_ok(minip_tokens_cube(cube, m, err));
  for (size_t i = 0; i < count; i++)
    fmpz_set_si(phi_q + i, q[i]), fmpz_set_si(phi_k + i, k[i]);
  assert_ok(minip_kernel_set_features(kernel, cube, phi_q, phi_k, r, err));
  _fmpz_vec_clear(phi_q, (slong)count), _fmpz_vec_clear(phi_k, (slong)count);
  minip_tokens_clear(cube);
}

static const slong plain_q[] = {1, 0, 2, 1, 1, 1, 3, 2}, plain_k[] = {4, 1, 1, 1, 2, 1, 1, 3};
/* alpha(x,z) = 0 for z = 00 and 11 alone: invisible tokens of different overlaps with x = 11 */
static const slong zero_q[] = {1, 1, 1, 1, 1, 1, 1, 1}, zero_k[] = {0, 0, 1, 1, 1, 1, 0, 0};
/* Against x = 11 only 01 and 11 weigh something, 1 each. With eta = 1: h = 1, the invisible 00 has W = 1 and the largest invisible overlap is 1, so with
   W = 2 of x itself the error is (1 * 1 + 2 * 2) / (2 (1 + 2)) = 5/6 (T4). All signs turned: the same head, all W negative. */
static const slong tie_q[] = {0, 1, 0, 1, 0, 1, 1, 0}, tie_k[] = {0, 1, 0, 1, 1, 1, 1, 1}, negative_q[] = {0, -1, 0, -1, 0, -1, -1, 0};
/* undefined: all zero */
static const slong none_q[] = {0, 0, 0, 0, 0, 0, 0, 0};

static char *table_head(const slong *q, const slong *k, size_t n, slong eta, minip_witness_kind_t wanted)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  char *text;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  set_table(kernel, 2, 2, q, k);
  fmpq_set_si(kernel->rule->eta, eta, 1);
  assert_ok(minip_gap_certify(result, kernel, n, half, 1, NULL, NULL, err));
  assert_int_equal(result->witness.kind, wanted);
  assert_ok(minip_cert_head(&text, kernel, result, n, half, err));
  fmpq_clear(half), minip_gap_result_clear(result), minip_kernel_clear(kernel);
  return text;
}

static char *make_pair(void) { return head_of("exp:7/5@m=4", 3); }
static char *make_solves(void) { return head_of("exp:2@m=6", 3); }
static char *make_group(void) { return table_head(zero_q, zero_k, 3, 1, MINIP_WITNESS_ZERO); }
static char *make_group_pair(void) { return table_head(tie_q, tie_k, 3, 1, MINIP_WITNESS_ZERO_PAIR); }
static char *make_group_pair_negative(void) { return table_head(negative_q, tie_k, 3, -1, MINIP_WITNESS_ZERO_PAIR); }
static char *make_undefined(void) { return table_head(none_q, none_q, 3, 0, MINIP_WITNESS_UNDEFINED); }
static char *make_table(void) { return table_head(plain_q, plain_k, 6, 0, MINIP_WITNESS_PAIR); }

static char *rank_of(minip_kernel_t kernel)
{
  minip_rank_result_t result;
  char *text;
  minip_rank_result_init(result);
  assert_ok(minip_rank_kernel(result, kernel, err));
  assert_ok(minip_cert_rank(&text, kernel, result, err));
  minip_rank_result_clear(result);
  minip_kernel_clear(kernel);
  return text;
}

static char *make_rank_features(void)
{
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  set_table(kernel, 2, 2, plain_q, plain_k);
  return rank_of(kernel);
}

static char *make_rank_overlap(void)
{
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_load(kernel, "exp:2@m=6", err));
  return rank_of(kernel);
}

/* On the full suite of the kernel. */
static char *suite_of(minip_kernel_t kernel, size_t n, const char *error)
{
  minip_suite_t suite;
  minip_suite_result_t result;
  fmpq_t half;
  char *text;
  minip_suite_init(suite), minip_suite_result_init(result), fmpq_init(half);
  fmpq_set_si(half, 1, 2);
  if (kernel->tokens->count == 0) {
    minip_tokens_t cube;
    minip_tokens_init(cube);
    assert_ok(minip_tokens_cube(cube, kernel->m, err));
    assert_ok(minip_kernel_restrict_pool(kernel, cube, err));
    minip_tokens_clear(cube);
  }
  assert_ok(minip_suite_full(suite, kernel, n, 1000, err));
  assert_ok(minip_suite_certify(result, suite, kernel, half, NULL, NULL, err));
  if (error)
    assert_fmpq(&result->answers[result->worst].error, error);
  assert_ok(minip_cert_suite(&text, kernel, suite, result, half, err));
  fmpq_clear(half), minip_suite_result_clear(result), minip_suite_clear(suite), minip_kernel_clear(kernel);
  return text;
}

/* Equal weights at length 3: (2 - 0)/2 * 1/(1 + 1) = 1/2 (T4). */
static char *make_suite_fails(void)
{
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_load(kernel, "constant@m=2", err));
  return suite_of(kernel, 3, "1/2");
}

static char *make_suite_undefined(void)
{
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  set_table(kernel, 2, 2, none_q, none_q);
  return suite_of(kernel, 2, NULL);
}

/* Weights 1 and 1/2 and h = 1/4 at m = 1: (1/2) (3/4)/(5/4 + 3/4) = 3/16 (T4). */
static char *make_suite_solves(void)
{
  minip_kernel_t kernel;
  minip_kernel_init(kernel);
  assert_ok(minip_kernel_load(kernel, "exp:2@m=1", err));
  return suite_of(kernel, 3, "3/16");
}

static void set_words(minip_tokens_t words, const char *const *text, size_t count)
{
  minip_tokens_init(words);
  assert_ok(minip_tokens_alloc(words, count, strlen(text[0]), err));
  for (size_t i = 0; i < count; i++)
    assert_ok(minip_token_from_text(minip_token_row(words, i), text[i], strlen(text[i]), err));
}

static const char *const fano[] = {"1101000", "0110100", "0011010", "0001101", "1000110", "0100011", "1010001"};

/* The Fano plane: 7 lines, any two meet in one point, so all distances are 4. */
static char *make_code(void)
{
  minip_tokens_t words;
  char *text;
  fmpq *distribution = _fmpq_vec_init(8);
  fmpq_set_si(distribution + 4, 6, 1);
  set_words(words, fano, 7);
  assert_ok(minip_cert_code(&text, words, 4, distribution, source, err));
  _fmpq_vec_clear(distribution, 8);
  minip_tokens_clear(words);
  return text;
}

/* A(24,8,12) <= 2576: the linear program is tight. */
static char *make_lp(void)
{
  fmpq *dual = _fmpq_vec_init(12);
  fmpq_t bound;
  fmpz_t upper;
  char *text;
  fmpq_init(bound), fmpz_init(upper);
  assert_ok(minip_johnson_lp(bound, dual, 24, 8, 12, err));
  fmpz_fdiv_q(upper, fmpq_numref(bound), fmpq_denref(bound));
  assert_int_equal(fmpz_get_si(upper), 2576);
  const minip_cert_step_t step = {"delsarte", 24, 12, upper, dual, 12};
  assert_ok(minip_cert_code_bound(&text, 24, 8, 12, upper, &step, 1, err));
  fmpq_clear(bound), fmpz_clear(upper);
  _fmpq_vec_clear(dual, 12);
  return text;
}

/* A(9,4,4) <= floor(9/4 A(8,4,3)) = 18 with A(8,4,3) <= floor(8/3 A(7,4,2)) = 8, A(7,4,2) = 3. */
static char *make_chain(void)
{
  fmpz values[] = {3, 8, 18};
  char *text;
  const minip_cert_step_t steps[] = {{"disjoint", 7, 2, values, NULL, 0}, {"one", 8, 3, values + 1, NULL, 0}, {"one", 9, 4, values + 2, NULL, 0}};
  assert_ok(minip_cert_code_bound(&text, 9, 4, 4, values + 2, steps, 3, err));
  return text;
}

static char *rank_bound(const char *method, const minip_tokens_struct *x, const minip_tokens_struct *z, slong rank, slong num, ulong den)
{
  fmpq_t half, offset;
  fmpz_t r;
  char *text;
  fmpq_init(half), fmpq_init(offset), fmpz_init_set_si(r, rank);
  fmpq_set_si(half, 1, 2), fmpq_set_si(offset, num, den);
  const minip_cert_rank_bound_t b = {.method = method, .m = x->m, .n = 3, .error = half, .rank = r, .x = x, .z = z, .offset = offset};
  assert_ok(minip_cert_rank_at_least(&text, &b, source, err));
  fmpq_clear(half), fmpq_clear(offset), fmpz_clear(r);
  return text;
}

/* 23 words of weight 12 and length 24 that pairwise meet in 6 (quadratic residues modulo 23): a = 1/A_3(6) = 1/5, v = 23/(1 + 22/25) = 12.2.., r >= 13. */
static char *hadamard(const char *method, slong rank, slong num, ulong den)
{
  minip_tokens_t x;
  minip_tokens_init(x);
  assert_ok(minip_tokens_alloc(x, 23, 24, err));
  for (size_t i = 0; i < 23; i++) {
    minip_token_set_bit(minip_token_row(x, i), 23, 1);
    for (size_t s = 1; s < 23; s++)
      minip_token_set_bit(minip_token_row(x, i), (i + s * s) % 23, 1);
  }
  char *text = rank_bound(method, x, NULL, rank, num, den);
  minip_tokens_clear(x);
  return text;
}

static char *make_hadamard(void) { return hadamard("trace", 13, 0, 1); }
/* u = 1/10: (23 * 9/10)^2 / (23 * 81/100 + 23 * 22 / 100) = 18.08.., r >= 19 - 1. */
static char *make_offset(void) { return hadamard("offset", 18, 1, 10); }

/* T8(b): floor(6/2) = 3 disjoint tokens. */
static char *make_shattering(void)
{
  static const char *const pairs[] = {"110000", "001100", "000011"};
  minip_tokens_t x;
  set_words(x, pairs, 3);
  char *text = rank_bound("shattering", x, NULL, 3, 0, 1);
  minip_tokens_clear(x);
  return text;
}

/* Two complementary words of weight 4: k = 4, a = 1/3; N = 2 rows with sums 1/3 <= 1. */
static const char *const apart[] = {"11110000", "00001111"};
static char *make_dominance(void)
{
  minip_tokens_t x;
  set_words(x, apart, 2);
  char *text = rank_bound("dominance", x, NULL, 2, 0, 1);
  minip_tokens_clear(x);
  return text;
}

/* The same: eigenvalues of a are 1/3 and -1/3, inside [c-2, c] for c = 1. */
static char *make_half(void)
{
  minip_tokens_t x;
  set_words(x, apart, 2);
  char *text = rank_bound("half-dominance", x, NULL, 2, 1, 1);
  minip_tokens_clear(x);
  return text;
}

/* Four blocks of 8 bits: x_i = block i, and z_j has k_ij bits of it, 8, but 2 in the last block. A_3(8) = 9 and A_3(2) = 1, so
   rows: 3 / (1 + 3/81) + 1/4 = 3.14.., r >= 4; columns: 3 / (1 + 2/81 + 1) + 1 / (1 + 3/81) = 2.44.., r >= 3;
   p = (100, 100, 100, 1): 3 * 100 / (100 + 200/81 + 1) + 1 / (1 + 300/81) = 3.11.., r >= 4. */
static char *blocks(const char *method, slong rank, const slong *p)
{
  minip_tokens_t x, z;
  minip_tokens_init(x), minip_tokens_init(z);
  assert_ok(minip_tokens_alloc(x, 4, 32, err));
  assert_ok(minip_tokens_alloc(z, 4, 32, err));
  for (size_t i = 0; i < 4; i++)
    for (size_t bit = 0; bit < 8; bit++) {
      minip_token_set_bit(minip_token_row(x, i), 8 * i + bit, 1);
      for (size_t j = 0; j < 4; j++)
        if (i != j && (i < 3 || bit < 2))
          minip_token_set_bit(minip_token_row(z, j), 8 * i + bit, 1);
    }
  fmpq_t half;
  fmpz_t r;
  fmpz weights[4] = {0};
  char *text;
  fmpq_init(half), fmpz_init_set_si(r, rank);
  fmpq_set_si(half, 1, 2);
  for (size_t i = 0; p && i < 4; i++)
    fmpz_set_si(weights + i, p[i]);
  const minip_cert_rank_bound_t b = {.method = method, .m = 32, .n = 3, .error = half, .rank = r, .x = x, .z = z, .p = p ? weights : NULL};
  assert_ok(minip_cert_rank_at_least(&text, &b, source, err));
  fmpq_clear(half), fmpz_clear(r);
  minip_tokens_clear(x), minip_tokens_clear(z);
  return text;
}

static char *make_row(void) { return blocks("row", 4, NULL); }
static char *make_column(void) { return blocks("column", 3, NULL); }
static char *make_two_sided(void) { return blocks("two-sided", 4, (const slong[]){100, 100, 100, 1}); }

/* Block family m = 24, s = 3: q = 7, 4^7 = 16384. */
static char *make_block(void)
{
  char *text;
  assert_ok(minip_cert_transcript(&text, 24, 7, 3, NULL, source, err));
  return text;
}

/* Fano: overlaps 1 and differences 2, so s = 1. */
static char *make_words(void)
{
  minip_tokens_t words;
  char *text;
  set_words(words, fano, 7);
  assert_ok(minip_cert_transcript(&text, 0, 0, 1, words, source, err));
  minip_tokens_clear(words);
  return text;
}

/* T12: b = 2 solves length 3 with error 1/4; its rank is 2^4. */
static char *make_suffice(void)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq_t half;
  fmpz_t features;
  char *text;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half), fmpz_init_set_ui(features, 16);
  fmpq_set_si(half, 1, 2);
  assert_ok(minip_kernel_load(kernel, "exp:2@m=4", err));
  assert_ok(minip_gap_certify(result, kernel, 3, half, 1, NULL, NULL, err));
  assert_ok(minip_cert_features_suffice(&text, kernel, result, 3, half, features, err));
  fmpq_clear(half), fmpz_clear(features), minip_gap_result_clear(result), minip_kernel_clear(kernel);
  return text;
}

/* T13: alpha = 2^-|z| (5 - d), d = 4 - |x| - |z| + 2 <x,z>, has 5 features and error 3/13 at length 3. */
static char *make_suffice_weighted(void)
{
  minip_kernel_t kernel;
  minip_gap_result_t result;
  fmpq *f = _fmpq_vec_init(125);
  fmpq_t half;
  fmpz_t features;
  char *text;
  minip_kernel_init(kernel), minip_gap_result_init(result), fmpq_init(half), fmpz_init_set_ui(features, 5);
  fmpq_set_si(half, 1, 2);
  for (slong a = 0; a <= 4; a++)
    for (slong b = 0; b <= 4; b++)
      for (slong s = 0; s <= a && s <= b; s++)
        fmpq_set_si(f + (a * 5 + b) * 5 + s, 5 - (4 - a - b + 2 * s), (ulong)1 << b);
  assert_ok(minip_kernel_set_weighted(kernel, f, 4, err));
  assert_ok(minip_gap_certify(result, kernel, 3, half, 1, NULL, NULL, err));
  assert_fmpq(result->error, "3/13");
  assert_ok(minip_cert_features_suffice(&text, kernel, result, 3, half, features, err));
  _fmpq_vec_clear(f, 125);
  fmpq_clear(half), fmpz_clear(features), minip_gap_result_clear(result), minip_kernel_clear(kernel);
  return text;
}

/* T1's head of length 2, alpha = 1, v(z) = z, a = 2x, b = -|x|, at length 3 on (11; 11, 00): 2 (2 + 2 + 0)/3 - 2 = 2/3 instead of 0. */
static char *make_model(void)
{
  static const char *const sequence[] = {"11", "11", "00"};
  minip_tokens_t tokens;
  minip_rule_t rule;
  fmpq *w = _fmpq_vec_init(3), *v = _fmpq_vec_init(6), *a = _fmpq_vec_init(2), *b = _fmpq_vec_init(4);
  char *text;
  minip_rule_init(rule);
  set_words(tokens, sequence, 3);
  for (slong i = 0; i < 3; i++)
    fmpq_set_si(w + i, 1, 1);
  for (slong i = 0; i < 4; i++)
    fmpq_set_si(v + i, 1, 1);
  fmpq_set_si(a, 2, 1), fmpq_set_si(a + 1, 2, 1);
  fmpq_set_si(b, -2, 1), fmpq_set_si(b + 2, 1, 2), fmpq_set_si(b + 3, 2, 3); /* readout, eta = 0, target, output */
  const minip_cert_model_t model = {tokens, 2, w, v, a, b, b + 1, rule, b + 2, b + 3};
  assert_ok(minip_cert_model_fails(&text, &model, source, err));
  _fmpq_vec_clear(w, 3), _fmpq_vec_clear(v, 6), _fmpq_vec_clear(a, 2), _fmpq_vec_clear(b, 4);
  minip_rule_clear(rule);
  minip_tokens_clear(tokens);
  return text;
}

const sample_t samples[] = {
  {"head-fails pair", make_pair}, {"head-fails group", make_group}, {"head-fails undefined", make_undefined}, {"head-fails table", make_table},
  {"head-fails group-pair", make_group_pair}, {"head-fails group-pair negative", make_group_pair_negative},
  {"suite-fails", make_suite_fails}, {"suite-fails undefined", make_suite_undefined}, {"suite-solves", make_suite_solves},
  {"rank-at-least offset", make_offset}, {"rank-at-least row", make_row}, {"rank-at-least column", make_column}, {"rank-at-least two-sided", make_two_sided},
  {"features-suffice weighted", make_suffice_weighted},
  {"head-solves", make_solves}, {"kernel-rank features", make_rank_features}, {"kernel-rank overlap", make_rank_overlap}, {"code fano", make_code},
  {"code-bound golay", make_lp}, {"code-bound chain", make_chain}, {"rank-at-least hadamard", make_hadamard},
  {"rank-at-least shattering", make_shattering}, {"rank-at-least dominance", make_dominance}, {"rank-at-least half", make_half},
  {"transcript block", make_block}, {"transcript code", make_words}, {"features-suffice", make_suffice}, {"model-fails", make_model},
};
const size_t sample_count = sizeof samples / sizeof *samples;

char *sample_text(size_t i)
{
  minip_error_init(err);
  return samples[i].make();
}

char *sample_by_name(const char *name)
{
  for (size_t i = 0; i < sample_count; i++)
    if (strcmp(samples[i].name, name) == 0)
      return sample_text(i);
  fail_msg("no sample %s", name);
  return NULL;
}

char *replace_all(const char *text, const char *from, const char *to)
{
  size_t count = 0, n = strlen(from);
  for (const char *p = text; (p = strstr(p, from)); p += n)
    count++;
  char *out = malloc(strlen(text) + count * strlen(to) + 1), *q = out;
  for (const char *p = text; *p;)
    if (strncmp(p, from, n) == 0)
      q = stpcpy(q, to), p += n;
    else
      *q++ = *p++;
  *q = '\0';
  return out;
}

void reseal(char **text)
{
  uint8_t digest[SHA256_DIGEST_SIZE];
  struct sha256_ctx ctx;
  char *tail = NULL;
  for (char *p = *text; (p = strstr(p, "\"digest\": \"")); p++)
    tail = p;
  if (!tail || strlen(tail) < 11 + 64)
    return;
  sha256_init(&ctx);
  sha256_update(&ctx, (size_t)(tail - *text), (const uint8_t *)*text);
  sha256_digest(&ctx, sizeof digest, digest);
  for (size_t i = 0; i < sizeof digest; i++) {
    static const char hex[] = "0123456789abcdef";
    tail[11 + 2 * i] = hex[digest[i] >> 4], tail[12 + 2 * i] = hex[digest[i] & 15];
  }
}
