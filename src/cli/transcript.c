/* minip transcript: bits that must cross the cross-token channels (T16). */
#include "code_source.h"
#include "commands.h"
#include <minip/bound.h>
#include <minip/cert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  long layers, heads, value_dim, bits;
  minip_code_t code;
  int has_code;
} transcript_run_t;

static minip_status_t parse_number(fmpz_t x, const cli_context_t *ctx, const char *name, minip_error_t err)
{
  const char *s = cli_get(ctx, name);
  if (minip_num_parse_integer(x, s, strlen(s), err) == MINIP_OK && fmpz_sgn(x) > 0)
    return MINIP_OK;
  return minip_error_set(err, MINIP_USAGE, "--%s takes a whole number of at least 1, not '%s'", name, s);
}

static minip_status_t from_numbers(minip_transcript_t t, const cli_context_t *ctx, minip_error_t err)
{
  fmpz_t q, s;
  fmpz_init(q), fmpz_init(s);
  minip_status_t st = parse_number(q, ctx, "q", err);
  if (st == MINIP_OK)
    st = parse_number(s, ctx, "s", err);
  if (st == MINIP_OK)
    st = minip_transcript_given(t, q, s, err);
  fmpz_clear(q), fmpz_clear(s);
  return st;
}

static minip_status_t from_block(minip_transcript_t t, const cli_context_t *ctx, minip_error_t err)
{
  long m, s;
  minip_status_t st = cli_get_long(&m, ctx, "m", 2, MINIP_BOUND_MAX_M, 0, err);
  if (st == MINIP_OK)
    st = cli_get_long(&s, ctx, "s", 1, MINIP_BOUND_MAX_M, 0, err);
  return st == MINIP_OK ? minip_transcript_block(t, (size_t)m, (size_t)s, err) : st;
}

/* Exactly one of: --q and --s, --m (with --s or the best s), --derive-from. */
static minip_status_t take_family(minip_transcript_t t, transcript_run_t *run, const cli_context_t *ctx, minip_error_t err)
{
  const char *q = cli_get(ctx, "q"), *s = cli_get(ctx, "s"), *m = cli_get(ctx, "m"), *code = cli_get(ctx, "derive-from");
  if ((q != NULL) + (m != NULL) + (code != NULL) != 1 || (q && !s) || (code && s))
    return minip_error_set(err, MINIP_USAGE, "give --q and --s, or --m (and perhaps --s), or --derive-from");
  if (q)
    return from_numbers(t, ctx, err);
  if (m)
    return from_block(t, ctx, err);
  run->has_code = 1;
  minip_status_t st = cli_load_code(run->code, code, err);
  return st == MINIP_OK ? minip_transcript_code(t, run->code, err) : st;
}

static minip_status_t read_model(transcript_run_t *run, const cli_context_t *ctx, minip_error_t err)
{
  minip_status_t st = cli_get_long(&run->layers, ctx, "layers", 1, 1000000000, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&run->heads, ctx, "heads", 1, 1000000000, 1, err);
  if (st == MINIP_OK)
    st = cli_get_long(&run->value_dim, ctx, "value-dim", 0, 1000000000, 1, err);
  return st == MINIP_OK ? cli_get_long(&run->bits, ctx, "bits", 1, 1000000000, 32, err) : st;
}

static json_t *bits_of(const minip_transcript_t t)
{
  json_t *bits = json_object();
  arb_t x;
  arb_init(x);
  char *q = fmpz_get_str(NULL, 10, t->q), *s = fmpz_get_str(NULL, 10, t->s);
  minip_transcript_bits(x, t, 96);
  char *decimal = minip_num_certified(x, 15);
  json_object_set_new(bits, "symbolic", json_sprintf("%s log2(%s + 1)", q, s));
  json_object_set_new(bits, "decimal", json_string(decimal ? decimal : ""));
  flint_free(q), flint_free(s);
  free(decimal);
  arb_clear(x);
  return bits;
}

static void fill(json_t *root, const minip_transcript_t t, const transcript_run_t *run)
{
  static const char *const families[] = {"given", "block", "code"};
  fmpz_t x;
  fmpz_init(x);
  json_object_set_new(root, "family", json_string(families[t->family]));
  if (t->m)
    json_object_set_new(root, "m", minip_report_slong((slong)t->m));
  json_object_set_new(root, "q", minip_report_fmpz(t->q));
  json_object_set_new(root, "s", minip_report_fmpz(t->s));
  if (!fmpz_is_zero(t->n))
    json_object_set_new(root, "length", minip_report_fmpz(t->n));
  json_object_set_new(root, "bits", bits_of(t));
  json_object_set_new(root, "answers", minip_report_fmpz(t->answers));
  json_object_set_new(root, "channels", minip_report_slong(run->layers * run->heads));
  minip_transcript_alphabet(x, t, (ulong)(run->layers * run->heads));
  json_object_set_new(root, "min_alphabet", minip_report_fmpz(x));
  json_object_set_new(root, "value_dim", minip_report_slong(run->value_dim));
  json_object_set_new(root, "bits_per_number", minip_report_slong(run->bits));
  minip_transcript_features(x, t, (ulong)run->layers, (ulong)run->heads, (ulong)run->value_dim, (ulong)run->bits);
  json_object_set_new(root, "min_features", minip_report_fmpz(x));
  fmpz_clear(x);
}

static minip_status_t write_certificate(const minip_transcript_t t, const transcript_run_t *run, const char *path, minip_error_t err)
{
  char *text = NULL;
  minip_status_t st = minip_transcript_certificate(&text, t, run->has_code ? run->code : NULL, err);
  if (st == MINIP_OK)
    st = minip_cert_write(path, text, err);
  free(text);
  return st;
}

static minip_status_t work(cli_context_t *ctx, minip_report_t report, minip_transcript_t t, transcript_run_t *run, minip_error_t err)
{
  minip_status_t st = take_family(t, run, ctx, err);
  if (st == MINIP_OK)
    st = read_model(run, ctx, err);
  if (st == MINIP_OK && t->family == MINIP_TRANSCRIPT_GIVEN && (cli_get(ctx, "verify") || cli_get(ctx, "certificate")))
    st = minip_error_set(err, MINIP_USAGE, "--verify and --certificate need a family: --m or --derive-from");
  if (st == MINIP_OK && cli_get(ctx, "verify"))
    st = minip_transcript_verify(t, run->has_code ? run->code : NULL, err);
  if (st != MINIP_OK)
    return st;
  fill(report->root, t, run);
  if (cli_get(ctx, "verify"))
    json_object_set_new(report->root, "verified", json_true());
  if (cli_get(ctx, "certificate"))
    st = write_certificate(t, run, cli_get(ctx, "certificate"), err);
  return st == MINIP_OK ? cli_finish(ctx, report, NULL, err) : st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  transcript_run_t r = {0};
  minip_transcript_t t;
  minip_report_t report;
  minip_code_init(r.code);
  minip_transcript_init(t);
  minip_report_init(report);
  minip_status_t st = work(ctx, report, t, &r, err);
  minip_report_clear(report);
  minip_transcript_clear(t);
  minip_code_clear(r.code);
  return st;
}

static const cli_option_t options[] = {
  {"q", "Q", "number of queries with free answers"},
  {"s", "S", "largest answer: each query's answers are 0..S"},
  {"m", "M", "the block family on M bits; without --s the s with the most answers"},
  {"derive-from", "CODE", "a code (file or construction) of one weight: the largest s its overlaps allow"},
  {"layers", "L", "layers of the model (default 1)"},
  {"heads", "H", "heads per layer (default 1)"},
  {"value-dim", "D", "value dimensions per head (default 1)"},
  {"bits", "P", "bits per number (default 32)"},
  {"verify", NULL, "brute force: every answer vector is met, all tokens counting (up to 2^20 vectors)"},
  {"certificate", "FILE", "write a certificate for minip-check (--m or --derive-from)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_transcript = {
  .name = "transcript",
  .operands = "",
  .summary = "bits that cross-token channels must carry, and the features that follow",
  .description = "If q query tokens can be given all answer vectors in {0..s}^q, the symbols of all channels of a deterministic sketch model number at\n"
                 "least (s+1)^q together: q log2(s+1) bits (T16). With L layers and H heads of r features, D value dimensions and P bits per number,\n"
                 "L H r (D+1) P is at least that; min_features is the least such r. It counts the features stored, whatever the kernel's signs and rank. The model sends\n"
                 "the same symbols to all positions: no causal mask.\n"
                 "JSON: family, m, q, s, length, bits{symbolic, decimal}, answers, channels (L H), min_alphabet (of one channel), value_dim, bits_per_number,\n"
                 "min_features, verified.\n\n"
                 "Example: minip transcript --m 24 --s 3 --verify\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
