/* minip code enumerate: all words of one weight, as a stream. */
#include "code_words.h"
#include "commands.h"
#include <minip/code.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SCREEN_LIMIT 1000000L /* words on standard output without --limit or -o */
#define BLOCK 1024            /* words taken from the walk at a time */

typedef struct {
  size_t n, w;
  minip_order_t order;
  minip_code_format_t form;
  fmpz_t from, count; /* first rank; words to print */
  int only_count;
} request_t;

static minip_status_t take_integer(fmpz_t x, const cli_context_t *ctx, const char *name, minip_error_t err)
{
  const char *s = cli_get(ctx, name);
  if (!s)
    return MINIP_OK;
  minip_status_t st = minip_num_parse_integer(x, s, strlen(s), err);
  if (st != MINIP_OK)
    minip_error_prefix(err, "--%s", name);
  else if (fmpz_sgn(x) < 0)
    st = minip_error_set(err, MINIP_INPUT, "--%s must not be negative", name);
  return st;
}

static minip_status_t take_order(minip_order_t *order, const cli_context_t *ctx, minip_error_t err)
{
  const char *s = cli_get(ctx, "order");
  *order = MINIP_ORDER_LEX;
  if (s && strcmp(s, "revolving") == 0)
    *order = MINIP_ORDER_REVOLVING;
  else if (s && strcmp(s, "lex") != 0)
    return minip_error_set(err, MINIP_USAGE, "--order takes lex or revolving, not '%s'", s);
  return MINIP_OK;
}

static minip_status_t take_form(minip_code_format_t *form, const cli_context_t *ctx, minip_error_t err)
{
  const char *s = cli_get(ctx, "words");
  *form = MINIP_CODE_WORDS;
  minip_status_t st = s ? minip_code_format_from_name(form, s, err) : MINIP_OK;
  if (st == MINIP_OK && (*form == MINIP_CODE_AUTO || *form == MINIP_CODE_NPY))
    st = minip_error_set(err, MINIP_USAGE, "--words takes words, supports or hex, not '%s'", s);
  return st;
}

/* How many words there are from --from on, and no more than --limit. */
static minip_status_t take_span(request_t *q, const cli_context_t *ctx, minip_error_t err)
{
  fmpz_t limit;
  fmpz_init(limit);
  minip_code_count(q->count, q->n, q->w);
  minip_status_t st = take_integer(q->from, ctx, "from", err);
  if (st == MINIP_OK && fmpz_cmp(q->from, q->count) > 0)
    st = minip_error_set(err, MINIP_INPUT, "--from lies beyond the last word: ranks are 0 .. C(%zu,%zu) - 1", q->n, q->w);
  fmpz_sub(q->count, q->count, q->from);
  if (st == MINIP_OK && cli_get(ctx, "limit")) {
    st = take_integer(limit, ctx, "limit", err);
    if (fmpz_cmp(limit, q->count) < 0)
      fmpz_set(q->count, limit);
  }
  fmpz_clear(limit);
  return st;
}

/* Any whole numbers: the library says what is wrong with them. */
static minip_status_t take_parameters(request_t *q, const cli_context_t *ctx, minip_error_t err)
{
  long n, w;
  if (!cli_get(ctx, "n") || !cli_get(ctx, "w"))
    return minip_error_set(err, MINIP_USAGE, "--n and --w are needed");
  minip_status_t st = cli_code_integer(&n, ctx, "n", err);
  if (st == MINIP_OK)
    st = cli_code_integer(&w, ctx, "w", err);
  if (st == MINIP_OK)
    st = minip_code_check_parameters(n, 0, w, err);
  q->n = st == MINIP_OK ? (size_t)n : 0;
  q->w = st == MINIP_OK ? (size_t)w : 0;
  return st;
}

static minip_status_t take_request(request_t *q, const cli_context_t *ctx, minip_error_t err)
{
  q->only_count = cli_get(ctx, "count") != NULL;
  minip_status_t st = take_parameters(q, ctx, err);
  if (st == MINIP_OK)
    st = take_order(&q->order, ctx, err);
  if (st == MINIP_OK)
    st = take_form(&q->form, ctx, err);
  if (st == MINIP_OK)
    st = take_span(q, ctx, err);
  if (st == MINIP_OK && !q->only_count && !ctx->out && fmpz_cmp_si(q->count, SCREEN_LIMIT) > 0) {
    char *s = fmpz_get_str(NULL, 10, q->count);
    st = minip_error_set(err, MINIP_LIMIT, "%s words are more than %ld: ask for their number (--count), for fewer (--limit) or for a file (-o)", s, SCREEN_LIMIT);
    flint_free(s);
  }
  if (st == MINIP_OK && !q->only_count && ctx->format != MINIP_TEXT && fmpz_cmp_si(q->count, SCREEN_LIMIT) > 0)
    st = minip_error_set(err, MINIP_LIMIT, "more than %ld words are written as text only", SCREEN_LIMIT);
  return st;
}

/* The walk's words, one line each to file, or as rows (rank, word) of a table. */
static minip_status_t each_word(FILE *file, json_t *rows, const request_t *q, minip_error_t err)
{
  minip_walk_t walk;
  minip_status_t st = minip_walk_new(&walk, q->n, q->w, q->order, q->from, err);
  if (st != MINIP_OK)
    return st;
  const size_t words = (q->n + 63) / 64;
  uint64_t *block = malloc(BLOCK * words * sizeof *block);
  char *line = malloc(minip_code_line_size(q->n) + 1);
  if (!block || !line)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for words of %zu bits", q->n);
  fmpz_t rank, left;
  fmpz_init_set(rank, q->from), fmpz_init_set(left, q->count);
  while (st == MINIP_OK && fmpz_sgn(left) > 0) {
    size_t k = minip_walk_next(block, walk, fmpz_cmp_ui(left, BLOCK) < 0 ? fmpz_get_ui(left) : BLOCK);
    for (size_t i = 0; i < k; i++) {
      size_t len = minip_code_line(line, block + i * words, q->n, q->form);
      if (rows) {
        json_t *row = json_object();
        json_object_set_new(row, "rank", minip_report_fmpz(rank));
        json_object_set_new(row, "word", json_string(line));
        json_array_append_new(rows, row);
        fmpz_add_ui(rank, rank, 1);
      } else {
        line[len] = '\n';
        fwrite(line, 1, len + 1, file);
      }
    }
    fmpz_sub_ui(left, left, k);
    if (file && ferror(file))
      break; /* whoever opened it reports that */
  }
  fmpz_clear(rank), fmpz_clear(left);
  free(block), free(line);
  minip_walk_free(walk);
  return st;
}

static minip_status_t stream(const cli_context_t *ctx, const request_t *q, minip_error_t err)
{
  minip_output_t out;
  if (!ctx->out) {
    minip_status_t st = each_word(stdout, NULL, q, err);
    if (st == MINIP_OK && (fflush(stdout) != 0 || ferror(stdout)))
      st = minip_error_set(err, MINIP_INPUT, "cannot write to standard output: %s", strerror(errno));
    return st;
  }
  minip_status_t st = minip_output_open(out, ctx->out, err);
  if (st != MINIP_OK)
    return st;
  st = each_word(out->file, NULL, q, err);
  if (st == MINIP_OK)
    return minip_output_commit(out, err);
  minip_output_discard(out);
  return st;
}

static minip_status_t report(cli_context_t *ctx, const request_t *q, minip_error_t err)
{
  static const minip_column_t columns[] = {{"rank", "rank"}, {"word", "word"}, {NULL, NULL}};
  minip_report_t r;
  minip_report_init(r);
  json_object_set_new(r->root, "n", minip_report_slong((slong)q->n));
  json_object_set_new(r->root, "w", minip_report_slong((slong)q->w));
  json_object_set_new(r->root, "size", minip_report_fmpz(q->count));
  minip_status_t st = MINIP_OK;
  char *verdict = fmpz_get_str(NULL, 10, q->count);
  if (!q->only_count) {
    json_object_set_new(r->root, "order", json_string(q->order == MINIP_ORDER_LEX ? "lex" : "revolving"));
    json_object_set_new(r->root, "words", json_array());
    r->table = "words";
    r->columns = columns;
    st = each_word(NULL, json_object_get(r->root, "words"), q, err);
  }
  if (st == MINIP_OK)
    st = cli_finish(ctx, r, q->only_count ? verdict : NULL, err);
  flint_free(verdict);
  minip_report_clear(r);
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  request_t q;
  memset(&q, 0, sizeof q);
  fmpz_init(q.from), fmpz_init(q.count);
  minip_status_t st = take_request(&q, ctx, err);
  if (st == MINIP_OK && ctx->expect && !q.only_count)
    st = minip_error_set(err, MINIP_USAGE, "--expect goes with --count only");
  if (st == MINIP_OK)
    st = q.only_count || ctx->format != MINIP_TEXT ? report(ctx, &q, err) : stream(ctx, &q, err);
  fmpz_clear(q.from), fmpz_clear(q.count);
  return st;
}

static const cli_option_t options[] = {
  {"n", "N", "length of the words, up to 65536 (needed)"},
  {"w", "W", "weight: number of ones (needed)"},
  {"order", "ORDER", "lex (default): increasing as 0/1 text; revolving: one bit moves at a time"},
  {"from", "RANK", "start at this rank, counted from 0 (default 0)"},
  {"limit", "K", "print at most K words"},
  {"count", NULL, "only the exact number of words from --from on"},
  {"words", "FORM", "how words are written: words (0/1, the default), supports or hex"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_code_enumerate = {
  .name = "code enumerate",
  .operands = "",
  .summary = "all words of one weight, in lexicographic or revolving-door order",
  .description = "One word a line; more than 1000000 words need --limit or -o FILE. An enumeration that stopped is resumed with --from. In the revolving-door\n"
                 "order (Nijenhuis and Wilf; Knuth 7.2.1.3) neighbours differ by one bit moved, and so do the last word and the first.\n"
                 "JSON: n, w, size, order, words[].rank, .word.\n\nExample: minip code enumerate --n 5 --w 2 --order revolving\n",
  .options = options,
  .out_is_result = 1,
  .run = run,
};
