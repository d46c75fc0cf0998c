/* A derivation as text, Markdown or LaTeX. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *string_at(const json_t *x, const char *key)
{
  const char *s = json_string_value(json_object_get(x, key));
  return s ? s : "";
}

/* An exact value as text: "3", or "1/9" of {"exact": "1/9", ..}. */
static const char *exact_at(const json_t *x, const char *key)
{
  const json_t *v = json_object_get(x, key);
  return json_is_string(v) ? json_string_value(v) : string_at(v, "exact");
}

static void print_parts(FILE *f, const json_t *parts)
{
  for (size_t i = 0; i < json_array_size(parts); i++)
    fprintf(f, "%s%s", i ? "+" : "", json_string_value(json_array_get(parts, i)));
}

/* The cells of one line of the table, between `open`, `between` and `close`. */
static void print_gap(FILE *f, const json_t *gap, const char *open, const char *between, const char *close)
{
  fprintf(f, "%s%s%s%s%s%s%s", open, exact_at(gap, "k"), between, exact_at(gap, "number"), between, exact_at(gap, "factor"), between);
  print_parts(f, json_object_get(gap, "parts"));
  if (json_object_get(gap, "weight"))
    fprintf(f, "%s%s%s%s", between, exact_at(gap, "weight"), between, exact_at(gap, "product"));
  fprintf(f, "%s\n", close);
}

static int has_sum(const json_t *gaps) { return json_object_get(json_array_get(gaps, 0), "weight") != NULL; }

static void print_header(FILE *f, const json_t *gaps, const char *const *names, const char *open, const char *between, const char *close)
{
  size_t n = has_sum(gaps) ? 6 : 4;
  fputs(open, f);
  for (size_t i = 0; i < n; i++)
    fprintf(f, "%s%s", i ? between : "", names[i]);
  fprintf(f, "%s\n", close);
}

static const char *const plain_names[] = {"k", "number", "A(k)", "parts", "f(k)", "number f(k)"};
static const char *const latex_names[] = {"$k$", "number", "$A(k)$", "parts", "$f(k)$", "number ${}\\cdot f(k)$"};

/* Plain columns, padded to the widest cell. */
static void text_table(FILE *f, const json_t *gaps)
{
  size_t widths[6] = {0}, columns = has_sum(gaps) ? 6 : 4, size;
  for (int pass = 0; pass < 2; pass++)
    for (size_t r = 0; r <= json_array_size(gaps); r++) {
      char *cells = NULL, *at;
      FILE *line = open_memstream(&cells, &size);
      if (!line)
        return;
      if (r == 0)
        print_header(line, gaps, plain_names, "", "\t", "\t");
      else
        print_gap(line, json_array_get(gaps, r - 1), "", "\t", "\t");
      fclose(line);
      at = cells;
      for (size_t c = 0; cells && c < columns; c++) {
        size_t n = strcspn(at, "\t");
        if (pass == 0)
          widths[c] = n > widths[c] ? n : widths[c];
        else
          fprintf(f, "%s%.*s%*s", c ? "  " : "    ", (int)n, at, c + 1 < columns ? (int)(widths[c] - n) : 0, "");
        at += n + 1;
      }
      if (pass == 1)
        fputc('\n', f);
      free(cells);
    }
}

static void as_text(FILE *f, const json_t *d)
{
  size_t i;
  const json_t *s, *gaps = json_object_get(d, "gaps");
  fprintf(f, "Claim. %s\n", string_at(d, "claim"));
  json_array_foreach(json_object_get(d, "steps"), i, s)
  {
    fprintf(f, "\n%zu. %s. %s\n", i + 1, string_at(s, "title"), string_at(s, "text"));
    if (strcmp(string_at(s, "title"), "Gap domination") == 0)
      text_table(f, gaps);
  }
}

/* Markdown reads _ * < > | \\ and ` as marks. */
static void print_markdown(FILE *f, const char *s)
{
  for (; *s; s++)
    fprintf(f, strchr("_*<>|\\`", *s) ? "\\%c" : "%c", *s);
}

static void as_markdown(FILE *f, const json_t *d)
{
  size_t i, k;
  const json_t *s, *gap, *gaps = json_object_get(d, "gaps");
  fputs("**Claim.** ", f);
  print_markdown(f, string_at(d, "claim"));
  fputc('\n', f);
  json_array_foreach(json_object_get(d, "steps"), i, s)
  {
    fprintf(f, "\n### %zu. %s\n\n", i + 1, string_at(s, "title"));
    print_markdown(f, string_at(s, "text"));
    fputc('\n', f);
    if (strcmp(string_at(s, "title"), "Gap domination") != 0)
      continue;
    fputc('\n', f);
    print_header(f, gaps, plain_names, "| ", " | ", " |");
    fprintf(f, "|%s\n", has_sum(gaps) ? "---|---|---|---|---|---|" : "---|---|---|---|");
    json_array_foreach(gaps, k, gap) print_gap(f, gap, "| ", " | ", " |");
  }
}

static void print_latex_claim(FILE *f, const char *claim)
{
  for (; *claim; claim++)
    if (*claim == '<' || *claim == '>')
      fprintf(f, "$%s$", claim[1] != '=' ? (char[]){*claim, '\0'} : *claim == '<' ? (claim++, "\\le") : (claim++, "\\ge"));
    else
      fputc(*claim, f);
}

static void as_latex(FILE *f, const json_t *d)
{
  size_t i, k;
  const json_t *s, *gap, *gaps = json_object_get(d, "gaps");
  fputs("\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage{longtable}\n\\begin{document}\n\\noindent\\textbf{Claim.} ", f);
  print_latex_claim(f, string_at(d, "claim"));
  fputs("\n\\begin{enumerate}\n", f);
  json_array_foreach(json_object_get(d, "steps"), i, s)
  {
    fprintf(f, "\\item \\textbf{%s.} %s\n", string_at(s, "title"), string_at(s, "latex"));
    if (strcmp(string_at(s, "title"), "Gap domination") != 0)
      continue;
    fprintf(f, "\\begin{longtable}{%s}\n\\hline\n", has_sum(gaps) ? "rrrlrr" : "rrrl");
    print_header(f, gaps, latex_names, "", " & ", " \\\\ \\hline");
    json_array_foreach(gaps, k, gap) print_gap(f, gap, "$", "$ & $", "$ \\\\");
    fputs("\\hline\n\\end{longtable}\n", f);
  }
  fputs("\\end{enumerate}\n\\end{document}\n", f);
}

static void as_json(FILE *f, const json_t *d)
{
  json_dumpf(d, f, JSON_INDENT(2) | JSON_ENSURE_ASCII);
  fputc('\n', f);
}

minip_status_t minip_bound_derivation_render(char **out, const json_t *derivation, minip_format_t format, minip_error_t err)
{
  size_t size = 0;
  void (*const renderers[])(FILE *, const json_t *) = {[MINIP_TEXT] = as_text, [MINIP_JSON] = as_json, [MINIP_CSV] = NULL, [MINIP_LATEX] = as_latex,
                                                       [MINIP_MARKDOWN] = as_markdown};
  if (!renderers[format])
    return minip_error_set(err, MINIP_USAGE, "a derivation is written as text, json, markdown or latex, not csv");
  *out = NULL;
  FILE *f = open_memstream(out, &size);
  if (!f)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a derivation");
  renderers[format](f, derivation);
  if (fclose(f) != 0 || !*out)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for a derivation");
  return MINIP_OK;
}
