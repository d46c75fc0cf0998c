/* minip bound: lower and upper bounds on the features, side by side. */
#include "bound_upper.h"
#include "code_source.h"
#include "commands.h"
#include <minip/bound.h>
#include <minip/cert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  long m_from, m_to, n_from, n_to;
  fmpq_t error;
  int is_signed, shatter, derive;
  int form; /* of the derivation; -1: any */
  json_t *rows, *growth, *derivation, *caps, *certified;
  minip_pairs_t pairs; /* the user's, when given */
  int has_pairs;
} bound_run_t;

static minip_status_t read_ranges(bound_run_t *q, const cli_context_t *ctx, minip_error_t err)
{
  minip_status_t st = cli_get_range(&q->m_from, &q->m_to, ctx, "m", 1, MINIP_BOUND_MAX_M, err);
  if (st == MINIP_OK)
    st = cli_get_long(&q->n_from, ctx, "length", 3, MINIP_BOUND_MAX_LENGTH, 3, err);
  q->n_to = q->n_from;
  if (st == MINIP_OK && cli_get(ctx, "lengths"))
    st = cli_get(ctx, "length") ? minip_error_set(err, MINIP_USAGE, "--length and --lengths exclude each other")
                                : cli_get_range(&q->n_from, &q->n_to, ctx, "lengths", 3, MINIP_BOUND_MAX_LENGTH, err);
  if (st == MINIP_OK && (q->n_to - q->n_from) > 100000 / (q->m_to - q->m_from + 1))
    st = minip_error_set(err, MINIP_LIMIT, "more than 100000 rows asked for");
  return st;
}

static minip_status_t read_options(bound_run_t *q, const cli_context_t *ctx, minip_error_t err)
{
  minip_status_t st = read_ranges(q, ctx, err);
  if (st == MINIP_OK)
    st = cli_get_error(q->error, ctx, err);
  q->is_signed = cli_get(ctx, "signed") != NULL;
  q->form = -1;
  if (st == MINIP_OK && cli_get(ctx, "form")) {
    minip_bound_form_t form = MINIP_FORM_TRIVIAL;
    st = minip_bound_form_from_name(&form, cli_get(ctx, "form"), err);
    q->form = (int)form;
  }
  q->shatter = cli_get(ctx, "shatter") != NULL;
  if (st == MINIP_OK && q->shatter && (q->is_signed || q->m_from > MINIP_BOUND_MAX_SHATTER))
    st = minip_error_set(err, MINIP_USAGE, "--shatter is for nonnegative kernels and m up to %d", MINIP_BOUND_MAX_SHATTER);
  q->derive = cli_get(ctx, "derivation") != NULL;
  int one = q->m_from == q->m_to && q->n_from == q->n_to;
  if (st == MINIP_OK && !one && (q->derive || cli_get(ctx, "certificate") || cli_get(ctx, "ceilings")))
    st = minip_error_set(err, MINIP_USAGE, "--derivation, --ceilings and --certificate need one m and one length");
  if (st == MINIP_OK && cli_get(ctx, "ceilings") && (q->derive || cli_get(ctx, "pairs")))
    st = minip_error_set(err, MINIP_USAGE, "--ceilings goes with neither --derivation nor --pairs");
  if (cli_get(ctx, "ceilings"))
    q->caps = json_array();
  if (st == MINIP_OK && cli_get(ctx, "family") && !cli_get(ctx, "upper"))
    st = minip_error_set(err, MINIP_USAGE, "--family goes with --upper");
  if (st == MINIP_OK && q->form >= 0 && !q->derive && !cli_get(ctx, "certificate"))
    st = minip_error_set(err, MINIP_USAGE, "--form goes with --derivation or --certificate");
  if (st == MINIP_OK && cli_get(ctx, "code") && cli_get(ctx, "pairs"))
    st = minip_error_set(err, MINIP_USAGE, "--code and --pairs exclude each other");
  return st;
}

/* The pair system of --code or --pairs. */
static minip_status_t load_pairs(bound_run_t *q, const cli_context_t *ctx, minip_error_t err)
{
  const char *code_name = cli_get(ctx, "code"), *pairs_name = cli_get(ctx, "pairs");
  minip_code_t code;
  q->has_pairs = code_name || pairs_name;
  if (pairs_name)
    return minip_pairs_load(q->pairs, pairs_name, err);
  if (!code_name)
    return MINIP_OK;
  minip_code_init(code);
  minip_status_t st = cli_load_code(code, code_name, err);
  if (st == MINIP_OK)
    st = minip_pairs_from_code(q->pairs, code, err);
  minip_code_clear(code);
  return st;
}

/* Asymptotics of one length: beta and gamma, in closed form and enclosed. */
static json_t *growth_of(const minip_bound_task_t task)
{
  json_t *x = json_object();
  size_t part;
  arb_t y;
  fmpq_t base;
  char *beta = minip_bound_beta_text(task), *gamma = minip_bound_gamma_text(task);
  arb_init(y), fmpq_init(base);
  json_object_set_new(x, "length", minip_report_slong((slong)task->n));
  json_object_set_new(x, "beta", json_string(beta ? beta : ""));
  minip_bound_beta(y, &part, base, task, 96);
  json_object_set_new(x, "beta_value", minip_report_arb(y));
  json_object_set_new(x, "gamma", json_string(gamma ? gamma : ""));
  minip_bound_gamma(y, task, 96);
  json_object_set_new(x, "gamma_value", minip_report_arb(y));
  free(beta), free(gamma);
  arb_clear(y), fmpq_clear(base);
  return x;
}

/* The bound to derive: the best, of the user's own pairs if there are any, and of the form asked for. */
static minip_status_t derive(bound_run_t *q, const minip_bound_row_t row, const minip_bound_task_t task, minip_error_t err)
{
  const minip_bound_lower_struct *x = minip_bound_list_best_of(row->lowers, q->has_pairs ? (int)MINIP_SOURCE_PAIRS : -1, q->form);
  if (!x)
    return minip_error_set(err, MINIP_UNDECIDED, "no bound of that form is proved here");
  q->derivation = minip_bound_derivation(x, task);
  return q->derivation ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory for a derivation");
}

static minip_status_t write_certificate(const minip_bound_row_t row, const minip_bound_task_t task, bound_run_t *q, const char *path, minip_error_t err)
{
  char *text = NULL;
  const minip_bound_lower_struct *used;
  minip_status_t st = minip_bound_certificate(&text, &used, row, task, q->form, q->has_pairs ? q->pairs : NULL, err);
  if (st == MINIP_OK)
    st = minip_cert_write(path, text, err);
  if (st == MINIP_OK)
    q->certified = minip_bound_lower_json(used);
  free(text);
  return st;
}

/* Ceilings of the codes of every weight up to m/2 (w and m - w are the same up to complements). */
static minip_status_t add_ceilings(bound_run_t *q, size_t m, const minip_bound_task_t task, const minip_bound_list_struct *ready, cli_context_t *ctx, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t w = task->least_gap; st == MINIP_OK && w <= m / 2; w++) {
    minip_bound_cap_t cap;
    cli_progress(w, m / 2 + 1, ctx);
    minip_bound_cap_init(cap);
    st = minip_bound_cap(cap, task, m, w, ready, err);
    if (st == MINIP_OK)
      json_array_append_new(q->caps, minip_bound_cap_json(cap));
    minip_bound_cap_clear(cap);
  }
  return st;
}

static minip_status_t add_row(bound_run_t *q, const minip_bound_task_t task, size_t m, const minip_bound_options_t *options, cli_context_t *ctx, minip_error_t err)
{
  const char *certificate = cli_get(ctx, "certificate");
  minip_bound_row_t row;
  minip_bound_row_init(row);
  minip_status_t st = minip_bound_row(row, task, m, options, err);
  if (st == MINIP_OK)
    json_array_append_new(q->rows, minip_bound_row_json(row, task));
  if (st == MINIP_OK && q->derive)
    st = derive(q, row, task, err);
  if (st == MINIP_OK && q->caps)
    st = add_ceilings(q, m, task, options->ready, ctx, err);
  if (st == MINIP_OK && certificate)
    st = write_certificate(row, task, q, certificate, err);
  minip_bound_row_clear(row);
  return st;
}

/* Steps of the search for shattered tokens: each goes through all 2^m queries, so fewer at larger m. */
static uint64_t shatter_steps(const bound_run_t *q, long m)
{
  return q->shatter && m <= MINIP_BOUND_MAX_SHATTER ? ((uint64_t)1 << 24) >> m : 0;
}

static minip_status_t add_length(bound_run_t *q, size_t n, const minip_bound_systems_t systems, cli_context_t *ctx, minip_error_t err)
{
  minip_bound_task_t task;
  minip_bound_list_t ready;
  minip_bound_task_init(task);
  minip_bound_list_init(ready);
  minip_status_t st = minip_bound_task_set(task, n, q->error, q->is_signed, (size_t)q->m_to, err);
  if (st == MINIP_OK)
    st = minip_bound_systems(ready, task, systems, q->has_pairs, err);
  if (st == MINIP_OK)
    json_array_append_new(q->growth, growth_of(task));
  size_t all = (size_t)((q->m_to - q->m_from + 1) * (q->n_to - q->n_from + 1));
  for (long m = q->m_from; st == MINIP_OK && m <= q->m_to; m++) {
    minip_bound_options_t options = {ready, shatter_steps(q, m)};
    cli_progress(json_array_size(q->rows), all, ctx);
    st = add_row(q, task, (size_t)m, &options, ctx, err);
  }
  minip_bound_list_clear(ready);
  minip_bound_task_clear(task);
  return st;
}

static minip_status_t print_derivation(cli_context_t *ctx, const json_t *derivation, minip_error_t err)
{
  char *text = NULL;
  if (ctx->expect)
    return minip_error_set(err, MINIP_USAGE, "--expect goes with a row, not with a derivation");
  minip_status_t st = minip_bound_derivation_render(&text, derivation, ctx->format, err);
  if (st == MINIP_OK)
    st = cli_print(ctx, text, err);
  free(text);
  return st;
}

/* The row's own keys, and the ceilings as the table. */
static void set_ceilings(json_t *root, const bound_run_t *q)
{
  static const char *const keys[] = {"m", "lower", "method", "upper", "upper_method", "exponent", "ceiling"};
  const json_t *row = json_array_get(q->rows, 0);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    json_object_set(root, keys[i], json_object_get(row, keys[i]));
  json_object_set(root, "ceilings", q->caps);
}

static minip_status_t report(cli_context_t *ctx, const bound_run_t *q, minip_error_t err)
{
  static const minip_column_t columns[] = {{"length", "length"}, {"m", "m"}, {"lower:6", "lower"}, {"upper:6", "upper"},
                                           {"exponent:4", "log2(lower)/m"}, {"gamma:4", "gamma"}, {"ceiling:4", "ceiling"}, {"method", "lower by"},
                                           {"upper_method", "upper by"}, {NULL, NULL}};
  static const minip_column_t caps[] = {{"w", "w"}, {"ceiling:6", "LP ceiling"}, {"value:6", "best in hand"}, {"share:4", "share"}, {"method", "by"},
                                        {"words", "words"}, {"distance", "distance"}, {"johnson", "Johnson"}, {"delsarte", "Delsarte"}, {NULL, NULL}};
  minip_report_t r;
  minip_report_init(r);
  r->table = q->caps ? "ceilings" : "rows";
  r->columns = q->caps ? caps : columns;
  json_object_set_new(r->root, "error", minip_report_fmpq(q->error));
  json_object_set_new(r->root, "kernels", json_string(q->is_signed ? "signed" : "nonnegative"));
  json_object_set(r->root, "growth", q->growth);
  for (size_t i = 0; q->certified && i < 2; i++)
    json_object_set(r->root, i ? "certified_by" : "certified", json_object_get(q->certified, i ? "method" : "bound"));
  if (q->caps)
    set_ceilings(r->root, q);
  else
    json_object_set(r->root, "rows", q->rows);
  /* The verdict of a single row is its lower bound. */
  const char *lower = json_string_value(json_object_get(json_array_get(q->rows, 0), "lower"));
  minip_status_t st = cli_finish(ctx, r, json_array_size(q->rows) == 1 ? lower : NULL, err);
  minip_report_clear(r);
  return st;
}

static minip_status_t run_rows(bound_run_t *q, cli_context_t *ctx, minip_error_t err)
{
  minip_bound_systems_t systems; /* the same at every length */
  minip_bound_systems_init(systems);
  minip_status_t st = load_pairs(q, ctx, err);
  if (st == MINIP_OK)
    st = q->has_pairs ? minip_bound_systems_add(systems, q->pairs, ctx->threads, err)
                      : minip_bound_systems_add_catalogue(systems, (size_t)q->m_to, ctx->threads, err);
  for (long n = q->n_from; st == MINIP_OK && n <= q->n_to; n++)
    st = add_length(q, (size_t)n, systems, ctx, err);
  minip_bound_systems_clear(systems);
  if (st != MINIP_OK)
    return st;
  return q->derive ? print_derivation(ctx, q->derivation, err) : report(ctx, q, err);
}

static minip_status_t run_upper(bound_run_t *q, cli_context_t *ctx, minip_error_t err)
{
  static const char *const others[] = {"code", "pairs", "shatter", "derivation", "form", "ceilings", "signed", "lengths"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (cli_get(ctx, others[i]))
      return minip_error_set(err, MINIP_USAGE, "--upper and --%s exclude each other", others[i]);
  return cli_bound_upper(ctx, q->m_from, q->m_to, q->n_from, q->error, err);
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  bound_run_t q = {.rows = json_array(), .growth = json_array()};
  fmpq_init(q.error);
  minip_pairs_init(q.pairs);
  minip_status_t st = read_options(&q, ctx, err);
  if (st == MINIP_OK)
    st = cli_get(ctx, "upper") ? run_upper(&q, ctx, err) : run_rows(&q, ctx, err);
  json_decref(q.rows), json_decref(q.growth), json_decref(q.derivation), json_decref(q.caps), json_decref(q.certified);
  minip_pairs_clear(q.pairs);
  fmpq_clear(q.error);
  return st;
}

static const cli_option_t options[] = {
  {"m", "A..B", "bits per token, a range or a number up to 8192 (needed)"},
  {"length", "N", "sequence length, at least 3 (default 3)"},
  {"lengths", "A..B", "several lengths: the approach to 2^m"},
  {"error", "E", "target error: 1/2 (default) asks for error < 1/2, less for error <= E"},
  {"signed", NULL, "kernels of any sign"},
  {"code", "CODE", "pairs (word, complement) of a file or a construction, instead of the catalogue"},
  {"pairs", "FILE", "pairs x z of a file, two 0/1 words a line"},
  {"shatter", NULL, "search for more than m/2 shattered tokens (nonnegative kernels, m up to 16)"},
  {"derivation", NULL, "the whole chain of the best lower bound (of the pairs given, if any; text, json, markdown, latex)"},
  {"form", "FORM", "derive or certify the best bound of this form: trace, 'constant offset', .."},
  {"ceilings", NULL, "how far a better code could go: caps on every weight's codes (one m, up to 64; T17)"},
  {"upper", NULL, "solving kernels of every family, proved: features, parameters, exact optimal errors (one length)"},
  {"family", "NAME", "with --upper: this family only (see below)"},
  {"certificate", "FILE", "write the best bound that has a certificate for minip-check (see below)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_bound = {
  .name = "bound",
  .operands = "",
  .summary = "lower and upper bounds on the number of features",
  .description =
    "How many features must a kernel have so that some values and some readout reach the error on every sequence of N tokens of m bits, and how many\n"
    "are enough? Every number is proved: lower bounds by T7-T11 (every method is listed in JSON), upper bounds by kernels proved to solve the task\n"
    "again on each run. Kernels are nonnegative, with eta >= 0, unless --signed says otherwise; a lower bound holds for the rank of the kernel, and so for the\n"
    "number of features, whatever their signs. The exponential lower bound is asymptotic; for small m about m features are enough. `gamma` is the exponent that log2(lower)/m\n"
    "tends to, `ceiling` caps every trace bound (T11).\n"
    "JSON: rows[].m, .length, .lower, .upper, .method, .log2_lower, .exponent, .gamma, .ceiling, .upper_method, .upper_error, .methods[] (.method, .bound,\n"
    ".value, .loss, ..); growth[].beta, .gamma with enclosures. With --derivation: claim, bound, steps[], gaps[], sum.\n"
    "--ceilings: for every weight w the exact maximum of T9's trace value over the distributions that Delsarte's inequalities allow (no code of length m and\n"
    "weight w exceeds it, with any distance; offset forms gain a factor of 4 at most), the best code in hand and its share of that, and the caps on the words\n"
    "of a code of the distance shown. JSON: ceilings[].w, .ceiling, .ceiling_words, .ceiling_distribution, .value, .share, .method, .words, .distance,\n"
    ".johnson, .delsarte.\n"
    "--certificate: a checker needs the words, so bounds by random deletion, Graham-Sloane classes and greedy choice have none, nor have the forms\n"
    "'minimum distance' and 'power' (and 'half dominance' below error 1/2). The best bound left is written, which can be below the row's lower bound: it is\n"
    "printed as `certified`, with `certified_by`. Exit code 5 and no file when none is left.\n"
    "--upper: for one m every family of solving kernels, the one of fewest features first; for a range the best of the quick families. With d = d_H(x,z):\n"
    "  table        integer features of a file (m up to 12): the installed data/solving, or $MINIP_DATADIR/solving if that is set;\n"
    "               a program that runs from its build folder finds none unless it is\n"
    "  linear       base^|z| (offset - m + d), m + 1 features; weight: base^|z|, one feature (m up to 3)\n"
    "  hamming      base^-|z| g(d), deg g = k, through (nodes[j], base^nodes[j] (1 +- tau)), signs in turn (m up to 512)\n"
    "  distance     base^-|z| g(d) with g searched by exact linear programs, fewer degrees than hamming (m up to 40; with --family distance up to 64)\n"
    "  general      base^-|z| times, for every |x| its own combination of keys c(|z|) Q_i(|x|,|z|,<x,z>): C(m,k) features or a few more, by exact linear\n"
    "               programs, one for each |x| (m up to 12 at length 3; with --family general up to 32)\n"
    "  overlap      f(<x,z>) with few binomials C(s,i), searched by exact linear programs (m up to 24; with --family overlap up to 32, minutes)\n"
    "  taylor       e^(-lambda|z|) times the sum of (lambda d)^i/i!, i <= k; any m\n"
    "  laguerre     e^(-lambda|z|) times a sum of Laguerre polynomials up to degree k; any m\n"
    "  exponential  b^-<x,z>: 2^m features, for every m and error\n"
    "A linear program of distance, general or overlap has a limit of time, so a slow machine may miss a kernel; every kernel shown is proved.\n"
    "`rank`: `upper` is the exact rank of the kernel, or at most that. `proof`: by the exact optimal error, which is given (m up to 32), or by enclosures.\n"
    "`coefficients` fixes the kernel; .binomials are those of f or g in C(s,i) or C(d,i) (m up to 32). JSON: rows[].m, .length, .upper, .rank, .family,\n"
    ".upper_method, .proof, .upper_error, .coefficients. --certificate writes kind features-suffice for the first row (m up to 64): table, weight, linear,\n"
    "hamming, distance, general and overlap; taylor and laguerre are not rational and exponential has no one base, so they have none (exit code 5).\n"
    "The verdict that --expect compares is the lower bound of a single row.\n\n"
    "Example: minip bound --m 4..24\n         minip bound --m 24 --derivation --format latex -o dodecads.tex\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
