/* Loading a KERNEL as the command line says. */
#include "kernel_options.h"
#include <stdlib.h>
#include <string.h>

static minip_status_t read_rule(minip_rule_t rule, const cli_context_t *ctx, minip_error_t err)
{
  const char *name = cli_get(ctx, "normaliser");
  if (name && strcmp(name, "sum") != 0 && strcmp(name, "none") != 0)
    return minip_error_set(err, MINIP_USAGE, "--normaliser takes sum or none, not '%s'", name);
  int offset = cli_get(ctx, "eta") || cli_get(ctx, "eta-feature-sum");
  rule->has_clamp = cli_get(ctx, "clamp") != NULL;
  if (name && strcmp(name, "none") == 0) {
    rule->normaliser = MINIP_NORMALISER_NONE;
    if (offset || rule->has_clamp)
      return minip_error_set(err, MINIP_USAGE, "--normaliser none has no denominator for --eta, --eta-feature-sum or --clamp");
  }
  if (rule->has_clamp && offset)
    return minip_error_set(err, MINIP_USAGE, "--clamp cannot be combined with --eta or --eta-feature-sum");
  minip_status_t st = cli_get_fmpq(rule->eta, ctx, "eta", err);
  if (st == MINIP_OK)
    st = cli_get_fmpq(rule->eta_feature_sum, ctx, "eta-feature-sum", err);
  if (st == MINIP_OK)
    st = cli_get_fmpq(rule->clamp, ctx, "clamp", err);
  if (st == MINIP_OK && rule->has_clamp && fmpq_sgn(rule->clamp) <= 0)
    st = minip_error_set(err, MINIP_USAGE, "--clamp takes a number above 0");
  return st;
}

typedef minip_status_t (*restrict_t)(minip_kernel_t kernel, const minip_tokens_t tokens, minip_error_t err);

static minip_status_t restrict_to_file(minip_kernel_t kernel, const char *path, restrict_t restrict_to, minip_error_t err)
{
  if (!path)
    return MINIP_OK;
  minip_sequences_t list;
  minip_sequences_init(list);
  minip_status_t st = minip_sequences_load(list, path, err);
  if (st == MINIP_OK && list->count != 1)
    st = minip_error_set(err, MINIP_INPUT, "%s: needs one list of tokens, has %zu", path, list->count);
  else if (st == MINIP_OK && restrict_to(kernel, list->sequences, err) != MINIP_OK)
    st = minip_error_prefix(err, "%s", path);
  minip_sequences_clear(list);
  return st;
}

minip_status_t cli_load_kernel(minip_kernel_t kernel, const cli_context_t *ctx, const char *spec, minip_error_t err)
{
  minip_rule_t rule;
  minip_rule_init(rule);
  minip_status_t st = read_rule(rule, ctx, err);
  if (st == MINIP_OK)
    st = minip_kernel_load(kernel, spec, err);
  if (st == MINIP_OK && !fmpq_is_zero(rule->eta_feature_sum) && kernel->kind != MINIP_KERNEL_FEATURES)
    st = minip_error_set(err, MINIP_USAGE, "--eta-feature-sum needs a kernel with features");
  if (st == MINIP_OK)
    st = restrict_to_file(kernel, cli_get(ctx, "queries"), minip_kernel_restrict_queries, err);
  if (st == MINIP_OK)
    st = restrict_to_file(kernel, cli_get(ctx, "pool"), minip_kernel_restrict_pool, err);
  if (st == MINIP_OK)
    minip_rule_set(kernel->rule, rule);
  minip_rule_clear(rule);
  return st;
}

minip_status_t cli_rank_beside_verdict(minip_rank_result_t rank, const minip_kernel_t kernel, minip_error_t err)
{
  minip_status_t st = minip_rank_kernel(rank, kernel, err);
  return st == MINIP_LIMIT ? minip_error_prefix(err, "the verdict can be had with --no-rank") : st;
}

/* A count of tokens: of a list, or 2^m. */
static json_t *count_of(const minip_kernel_t kernel, int listed, size_t count)
{
  fmpz_t x;
  fmpz_init(x);
  if (listed)
    fmpz_set_ui(x, count);
  else
    fmpz_one_2exp(x, kernel->m);
  json_t *value = minip_report_fmpz(x);
  fmpz_clear(x);
  return value;
}

minip_status_t cli_describe_kernel(json_t *root, const minip_kernel_t kernel, minip_error_t err)
{
  char *rule = minip_rule_text(kernel->rule);
  json_t *source = json_string(kernel->source);
  if (!rule)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  json_object_set_new(root, "kernel", source ? source : json_string("(a name that is not UTF-8)"));
  if (*kernel->sha256)
    json_object_set_new(root, "sha256", json_string(kernel->sha256));
  json_object_set_new(root, "m", minip_report_slong((slong)kernel->m));
  json_object_set_new(root, "queries", count_of(kernel, kernel->queries != NULL, kernel->query_count));
  json_object_set_new(root, "pool", count_of(kernel, kernel->pool != NULL, kernel->pool_count));
  json_object_set_new(root, "normaliser", json_string(rule));
  free(rule);
  return MINIP_OK;
}

static json_t *token_text(const minip_kernel_t kernel, size_t query, const size_t *entry)
{
  uint64_t *bits = calloc(kernel->m / 64 + 1, sizeof *bits);
  char *text = malloc(kernel->m + 1);
  json_t *value = NULL;
  if (bits && text) {
    if (entry)
      minip_kernel_entry_token(bits, kernel, query, *entry);
    else
      minip_kernel_query_token(bits, kernel, query);
    minip_token_to_text(text, bits, kernel->m);
    value = json_string(text);
  }
  free(bits), free(text);
  return value;
}

json_t *cli_query_token(const minip_kernel_t kernel, size_t query) { return token_text(kernel, query, NULL); }
json_t *cli_entry_token(const minip_kernel_t kernel, size_t query, size_t entry) { return token_text(kernel, query, &entry); }
