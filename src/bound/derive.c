/* The whole chain of one bound, from the pairs to the integer (T3, T6-T10), as JSON: claim, steps[] in words and in LaTeX, gaps[] with every A(k). */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 12

typedef struct {
  const minip_bound_lower_struct *x;
  const minip_bound_task_struct *task;
  json_t *steps;
  char *N, *M, *T, *q, *value, *decimal, *bound, *loss, *u, *v, *error; /* the numbers as text */
  char *name;                                                               /* of the code, for LaTeX */
} derivation_t;

static void step(const derivation_t *d, const char *title, json_t *text, json_t *latex)
{
  json_t *s = json_object();
  json_object_set_new(s, "title", json_string(title));
  json_object_set_new(s, "text", text);
  json_object_set_new(s, "latex", latex);
  json_array_append_new(d->steps, s);
}

static char *text_of(const fmpz_t x)
{
  char *flint = fmpz_get_str(NULL, 10, x), *own = strdup(flint);
  flint_free(flint);
  return own;
}

/* A name may hold any character: those special to TeX are written as their numbers, those that TeX's plain fonts lack as '?'. */
static char *latex_name(const char *name)
{
  char *out = malloc(12 * strlen(name) + 1), *p = out;
  for (; out && *name; name++) {
    unsigned char ch = (unsigned char)*name;
    if ((ch & 0xC0) == 0x80) /* the rest of a UTF-8 character */
      continue;
    if (ch < 32 || ch > 126)
      *p++ = '?';
    else if (strchr("\\{}$&#^_%~<>|\"", ch))
      p += sprintf(p, "\\char%d{}", ch);
    else
      *p++ = *name;
  }
  if (out)
    *p = '\0';
  return out;
}

static void set_numbers(derivation_t *d)
{
  fmpz_t words;
  fmpz_init(words);
  fmpz_bin_uiui(words, d->x->m, d->x->w);
  d->M = text_of(words);
  d->N = text_of(d->x->N), d->T = text_of(d->x->T), d->q = text_of(d->x->q);
  d->bound = text_of(d->x->bound), d->loss = text_of(d->x->loss);
  d->value = minip_num_fraction(d->x->value), d->decimal = minip_num_decimal(d->x->value, DIGITS);
  d->u = minip_num_fraction(d->x->u), d->v = minip_num_fraction(d->x->v), d->error = minip_num_fraction(d->task->error);
  d->name = latex_name(d->x->name ? d->x->name : "");
  fmpz_clear(words);
}

static int numbers_complete(const derivation_t *d)
{
  return d->N && d->M && d->T && d->q && d->value && d->decimal && d->bound && d->loss && d->u && d->v && d->error && d->name;
}

static void free_numbers(derivation_t *d)
{
  char *all[] = {d->N, d->M, d->T, d->q, d->value, d->decimal, d->bound, d->loss, d->u, d->v, d->error, d->name};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    free(all[i]);
}

static const char *relation(const derivation_t *d) { return d->task->strict ? "<" : "<="; }
static const char *latex_relation(const derivation_t *d) { return d->task->strict ? "<" : "\\le"; }
static const char *kernels(const derivation_t *d) { return d->task->is_signed ? "signed" : "nonnegative"; }
static const char *weight_name(const derivation_t *d) { return d->task->is_signed ? "W" : "alpha"; }
static const char *latex_weight(const derivation_t *d) { return d->task->is_signed ? "W" : "\\alpha"; }

/* --- the pairs ------------------------------------------------------------------------------------------------------------------------ */

static void pairs_explicit(const derivation_t *d)
{
  const minip_bound_lower_struct *x = d->x;
  step(d, "Pairs",
       json_sprintf("N = %s pairs (x_i, z_i) on %zu bits, %s. The least gap k_ij = <x_i,z_j> - <x_i,z_i> over i != j is %zu. For a code, z_i is the "
                    "complement of x_i and k_ij is half the distance (T9).",
                    d->N, x->m, x->name, x->delta),
       json_sprintf("Take $N = %s$ pairs $(x_i, z_i)$ on $%zu$ bits (\\texttt{%s}). The least gap $k_{ij} = \\langle x_i,z_j\\rangle - \\langle "
                    "x_i,z_i\\rangle$ over $i \\ne j$ is $%zu$. For a code, $z_i$ is the complement of $x_i$ and $k_{ij}$ is half the distance (T9).",
                    d->N, x->m, d->name, x->delta));
}

static void pairs_deletion(const derivation_t *d)
{
  const minip_bound_lower_struct *x = d->x;
  step(d, "Pairs",
       json_sprintf("Draw T = %s words of weight w = %zu on m = %zu bits independently and uniformly; from each pair at half distance below delta = %zu "
                    "delete one. z_i is the complement of x_i, so k_ij is half the distance. From a word, v_k = C(w,k) C(m-w,k) of the M = C(m,w) = %s "
                    "words are at half distance k (T10).",
                    d->T, x->w, x->m, x->delta, d->M),
       json_sprintf("Draw $T = %s$ words of weight $w = %zu$ on $m = %zu$ bits independently and uniformly; from each pair at half distance below "
                    "$\\delta = %zu$ delete one. $z_i$ is the complement of $x_i$, so $k_{ij}$ is half the distance. From a word, $v_k = "
                    "\\binom{w}{k}\\binom{m-w}{k}$ of the $M = \\binom{m}{w} = %s$ words are at half distance $k$ (T10).",
                    d->T, x->w, x->m, x->delta, d->M));
}

static void pairs_classes(const derivation_t *d)
{
  const minip_bound_lower_struct *x = d->x;
  step(d, "Pairs",
       json_sprintf("Divide the M = C(%zu,%zu) = %s words of weight %zu into at most q^(delta-1) classes, q = %s, delta = %zu, by the first delta - 1 "
                    "elementary symmetric functions of their positions (Graham and Sloane): within a class half distances are at least delta. Some class "
                    "has at least %s words. A word has at most C(w,k) C(m-w,k-delta+1) / C(k,delta-1) others at half distance k in its class (T10).",
                    x->m, x->w, d->M, x->w, d->q, x->delta, d->N),
       json_sprintf("Divide the $M = \\binom{%zu}{%zu} = %s$ words of weight $%zu$ into at most $q^{\\delta-1}$ classes, $q = %s$, $\\delta = %zu$, by the "
                    "first $\\delta - 1$ elementary symmetric functions of their positions (Graham and Sloane): within a class half distances are at "
                    "least $\\delta$. Some class has at least $%s$ words. A word has at most $\\binom{w}{k}\\binom{m-w}{k-\\delta+1}/\\binom{k}{\\delta-1}$ "
                    "others at half distance $k$ in its class (T10).",
                    x->m, x->w, d->M, x->w, d->q, x->delta, d->N));
}

static void pairs_greedy(const derivation_t *d)
{
  const minip_bound_lower_struct *x = d->x;
  step(d, "Pairs",
       json_sprintf("Choose words of weight %zu on %zu bits one after another, each at half distance at least delta = %zu from all chosen: at least "
                    "N = %s of the C(%zu,%zu) = %s words, by counting the balls of radius delta - 1 (T10). z_i is the complement of x_i.",
                    x->w, x->m, x->delta, d->N, x->m, x->w, d->M),
       json_sprintf("Choose words of weight $%zu$ on $%zu$ bits one after another, each at half distance at least $\\delta = %zu$ from all chosen: at "
                    "least $N = %s$ of the $\\binom{%zu}{%zu} = %s$ words, by counting the balls of radius $\\delta - 1$ (T10). $z_i$ is the complement of $x_i$.",
                    x->w, x->m, x->delta, d->N, x->m, x->w, d->M));
}

/* --- gaps and matrix --------------------------------------------------------------------------------------------------------------------- */

static void gap_step(const derivation_t *d)
{
  step(d, "Gap domination",
       json_sprintf("A head with error %s %s satisfies |%s(x_i,z_i)| %s A(k_ij) |%s(x_i,z_j)| for i != j, A(k) the best product over compositions of k of "
                    "factors (n-2)(D - 2E)/(2E), here n = %zu, E = %s (T3, T6). The table lists them.",
                    relation(d), d->error, weight_name(d), d->task->strict ? ">" : ">=", weight_name(d), d->task->n, d->error),
       json_sprintf("A head with error $%s %s$ satisfies $|%s(x_i,z_i)| %s A(k_{ij})\\,|%s(x_i,z_j)|$ for $i \\ne j$, with $A(k)$ the best product over "
                    "compositions of $k$ of factors $(n-2)(D - 2E)/(2E)$, here $n = %zu$, $E = %s$ (T3, T6). The table lists them.",
                    latex_relation(d), d->error, latex_weight(d), d->task->strict ? ">" : "\\ge", latex_weight(d), d->task->n, d->error));
}

static void matrix_step(const derivation_t *d)
{
  const char *rank = d->task->is_signed ? "r + 1" : "r";
  step(d, "Matrix",
       json_sprintf("B_ij = %s(x_i,z_j) / %s(x_i,z_i) has rank at most %s, diagonal 1, and |B_ij| %s a_ij = 1/A(k_ij) for i != j%s.", weight_name(d),
                    weight_name(d), rank, relation(d), d->task->is_signed ? " (W = alpha plus a term of the query alone)" : ", B_ij >= 0"),
       json_sprintf("$B_{ij} = %s(x_i,z_j) / %s(x_i,z_i)$ has rank at most $%s$, diagonal $1$, and $|B_{ij}| %s a_{ij} = 1/A(k_{ij})$ for $i \\ne j$%s.",
                    latex_weight(d), latex_weight(d), rank, latex_relation(d),
                    d->task->is_signed ? " ($W$ is $\\alpha$ plus a term of the query alone)" : ", $B_{ij} \\ge 0$"));
}

/* What f(k) is, for the forms with a sum. */
static void offset_step(const derivation_t *d)
{
  if (d->x->form == MINIP_FORM_OFFSET)
    step(d, "Offset",
         json_sprintf("Subtract c = %s everywhere: rank(B - c J) <= r + 1, diagonal 1 - c, other entries of size at most max(c, a_ij - c). With "
                      "f(k) = max(c, a - c)^2 / (1 - c)^2 (T8).",
                      d->u),
         json_sprintf("Subtract $c = %s$ everywhere: $\\operatorname{rank}(B - cJ) \\le r + 1$, diagonal $1 - c$, other entries of size at most "
                      "$\\max(c, a_{ij} - c)$. Put $f(k) = \\max(c, a - c)^2/(1 - c)^2$ (T8).",
                      d->u));
  else if (d->x->form == MINIP_FORM_LINEAR)
    step(d, "Offset",
         json_sprintf("Subtract C_ij = u - v k_ij, u = %s, v = %s: C has rank at most %s, the diagonal is 1 - u, other entries have size at most "
                      "max(|C_ij|, |a_ij - C_ij|). With f(k) = max(|u - v k|, |a - u + v k|)^2 / (1 - u)^2 (T8).",
                      d->u, d->v, d->loss),
         json_sprintf("Subtract $C_{ij} = u - v k_{ij}$, $u = %s$, $v = %s$: $C$ has rank at most $%s$, the diagonal is $1 - u$, other entries have size at "
                      "most $\\max(|C_{ij}|, |a_{ij} - C_{ij}|)$. Put $f(k) = \\max(|u - vk|, |a - u + vk|)^2/(1 - u)^2$ (T8).",
                      d->u, d->v, d->loss));
  else if (d->x->form == MINIP_FORM_POWER)
    step(d, "Power",
         json_sprintf("The entrywise power B^(%zu) has rank at most C(r+%zu,%zu), r the rank of B, and f(k) = A(k)^-%zu (T7).", d->x->power, d->x->power - 1,
                      d->x->power, 2 * d->x->power),
         json_sprintf("The entrywise $%zu$-th power of $B$ has rank at most $\\binom{r+%zu}{%zu}$, $r$ the rank of $B$; put $f(k) = A(k)^{-%zu}$ (T7).",
                      d->x->power, d->x->power - 1, d->x->power, 2 * d->x->power));
}

/* --- the inequality ------------------------------------------------------------------------------------------------------------------------ */

static void sum_step(const derivation_t *d, const char *sum, const char *sum_decimal)
{
  switch (d->x->source) {
  case MINIP_SOURCE_DELETION:
    step(d, "Sum",
         json_sprintf("P = (sum of v_k, k < delta)/M and Q = (sum of v_k f(k), k >= delta)/M; the second sum is %s = %s. Some outcome of the draw has "
                      "N^2/(N + sum f) >= (T - T(T-1)P/2)^2 / (T + T(T-1)Q) = %s = %s.",
                      sum, sum_decimal, d->value, d->decimal),
         json_sprintf("Let $P = \\frac1M\\sum_{k<\\delta} v_k$ and $Q = \\frac1M\\sum_{k\\ge\\delta} v_k f(k)$; the second sum is $%s$. Some outcome of the draw "
                      "has \\[ \\frac{N^2}{N + \\sum_{i \\ne j} f(k_{ij})} \\ge \\frac{(T - T(T-1)P/2)^2}{T + T(T-1)Q} = %s\\ldots \\]",
                      sum_decimal, d->decimal));
    break;
  case MINIP_SOURCE_GRAHAM_SLOANE:
    step(d, "Sum",
         json_sprintf("The sum of the numbers in the table times f(k) is %s = %s. Averaging over the classes (Cauchy-Schwarz), some class has "
                      "N^2/(N + sum f) >= q^-(delta-1) M / (1 + sum) = %s = %s.",
                      sum, sum_decimal, d->value, d->decimal),
         json_sprintf("The sum of the numbers in the table times $f(k)$ is $%s$. Averaging over the classes (Cauchy--Schwarz), some class has \\[ "
                      "\\frac{N^2}{N + \\sum_{i\\ne j} f(k_{ij})} \\ge q^{-(\\delta-1)} \\frac{M}{1 + %s} = %s. \\]",
                      sum_decimal, sum_decimal, d->decimal));
    break;
  default:
    step(d, "Sum",
         json_sprintf("Averaged over i, the sum of f(k_ij) over j != i is %s = %s. The trace inequality gives a rank of at least N^2/(N + sum f) = N/(1 + %s) "
                      "= %s = %s (T7).",
                      sum, sum_decimal, sum, d->value, d->decimal),
         json_sprintf("Averaged over $i$, the sum of $f(k_{ij})$ over $j \\ne i$ is $%s = %s$. The trace inequality gives a rank of at least \\[ "
                      "\\frac{N^2}{N + \\sum_{i \\ne j} f(k_{ij})} = \\frac{%s}{1 + %s} = %s = %s \\] (T7).",
                      sum, sum_decimal, d->N, sum, d->value, d->decimal));
  }
}

static void scaling_step(const derivation_t *d)
{
  static const struct {
    minip_bound_form_t form;
    const char *text, *latex;
  } forms[] = {
    {MINIP_FORM_COLUMN, "sum_j 1/(1 + sum_{i != j} a_ij^2)", "\\sum_j \\frac{1}{1 + \\sum_{i \\ne j} a_{ij}^2}"},
    {MINIP_FORM_ROW, "sum_i 1/(1 + sum_{j != i} a_ij^2)", "\\sum_i \\frac{1}{1 + \\sum_{j \\ne i} a_{ij}^2}"},
    {MINIP_FORM_SCALED, "sum_j p_j/(sum_i p_i a_ij^2), a_jj = 1, with positive weights p (in the certificate)",
     "\\sum_j \\frac{p_j}{\\sum_i p_i a_{ij}^2},\\quad a_{jj} = 1,\\ p > 0"},
    {MINIP_FORM_MINIMUM, "N/(1 + (N-1) A(k_min)^-2)", "\\frac{N}{1 + (N-1) A(k_{\\min})^{-2}}"},
  };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (forms[i].form == d->x->form)
      step(d, "Inequality", json_sprintf("The rank of B is at least %s, here at least %s = %s (T7).", forms[i].text, d->value, d->decimal),
           json_sprintf("The rank of $B$ is at least \\[ %s \\ge %s. \\] (T7)", forms[i].latex, d->decimal));
}

static void dominance_step(const derivation_t *d)
{
  if (d->x->form == MINIP_FORM_DOMINANCE)
    step(d, "Dominance",
         json_sprintf("In every row, or in every column, the a_ij with i != j sum to %s 1: B is strictly diagonally dominant, so its rank is N = %s (T7).",
                      d->task->strict ? "at most" : "less than", d->N),
         json_sprintf("In every row, or in every column, the $a_{ij}$ with $i \\ne j$ sum to %s $1$: $B$ is strictly diagonally dominant, so its rank is $N = %s$ (T7).",
                      d->task->strict ? "at most" : "less than", d->N));
  else
    step(d, "Half dominance",
         json_sprintf("a (zero on the diagonal) is symmetric, and cI - a and a - (c-2)I are positive %s with c = %s, checked by exact elimination: "
                      "lambda_max - lambda_min %s 2, so the rank of B is N = %s (T7).",
                      d->task->strict ? "semidefinite" : "definite", d->u, relation(d), d->N),
         json_sprintf("$a$ (zero on the diagonal) is symmetric, and $cI - a$ and $a - (c-2)I$ are positive %s with $c = %s$, checked by exact elimination: "
                      "$\\lambda_{\\max} - \\lambda_{\\min} %s 2$, so the rank of $B$ is $N = %s$ (T7).",
                      d->task->strict ? "semidefinite" : "definite", d->u, latex_relation(d), d->N));
}

static void last_step(const derivation_t *d)
{
  int full = d->x->form == MINIP_FORM_DOMINANCE || d->x->form == MINIP_FORM_HALF_DOMINANCE, lost = !fmpz_is_zero(d->x->loss);
  const char *how = full ? "The rank" : d->x->strict ? "The inequality is strict: floor(value) + 1" : "The value rounded up";
  if (d->x->form == MINIP_FORM_POWER)
    how = d->x->strict ? "The inequality is strict: the least r with C(r+p-1,p) at least floor(value) + 1" : "The least r with C(r+p-1,p) at least the value";
  const char *less = lost ? ", less the rank lost (" : "", *end = lost ? ")," : "", *loss = lost ? d->loss : "";
  step(d, "Integer", json_sprintf("%s%s%s%s gives r >= %s.", how, less, loss, end, d->bound),
       json_sprintf("%s%s%s%s gives \\[ r \\ge %s. \\]", how, less, loss, end, d->bound));
}

/* From the system's bits to those asked about. */
static void padding_step(const derivation_t *d)
{
  size_t m = d->x->m, more = d->task->kmax > m ? d->task->kmax - m : 0;
  if (more)
    step(d, "Padding",
         json_sprintf("Tokens of %zu bits followed by %zu zeros are tokens of %zu bits with the same overlaps, so the bound holds on %zu bits too (T9).", m, more,
                      m + more, m + more),
         json_sprintf("Tokens of $%zu$ bits followed by $%zu$ zeros are tokens of $%zu$ bits with the same overlaps, so the bound holds on $%zu$ bits too (T9).", m, more,
                      m + more, m + more));
}

/* --- bounds without pairs ------------------------------------------------------------------------------------------------------------------- */

static void plain_steps(const derivation_t *d)
{
  if (d->x->form == MINIP_FORM_TRIVIAL) {
    step(d, "Rank 0", json_string("With alpha = 0 the output depends on the query alone, but the query of m ones has targets m and 0: r >= 1."),
         json_string("With $\\alpha = 0$ the output depends on the query alone, but the query of $m$ ones has targets $m$ and $0$: $r \\ge 1$."));
    return;
  }
  if (d->x->name)
    step(d, "Tokens", json_sprintf("The t = %s tokens %s.", d->N, d->x->name), json_sprintf("The $t = %s$ tokens \\texttt{%s}.", d->N, d->name));
  else
    step(d, "Tokens", json_sprintf("The t = floor(%zu/2) = %s tokens z_i = {2i-1, 2i}; the query x_T is the union of the z_i, i not in T.", d->x->m, d->N),
         json_sprintf("The $t = \\lfloor %zu/2 \\rfloor = %s$ tokens $z_i = \\{2i-1, 2i\\}$; the query $x_T$ is the union of the $z_i$, $i \\notin T$.", d->x->m, d->N));
  step(d, "Shattering",
       json_string("Every proper non-empty subset T has a query x_T that overlaps all z_i, i in T, at least 2 less than all others, so alpha(x_T,z_i) > "
                   "alpha(x_T,z_j) >= 0 for i in T, j not in T (T3)."),
       json_string("Every proper non-empty subset $T$ has a query $x_T$ that overlaps all $z_i$, $i \\in T$, at least $2$ less than all others, so "
                   "$\\alpha(x_T,z_i) > \\alpha(x_T,z_j) \\ge 0$ for $i \\in T$, $j \\notin T$ (T3)."));
  step(d, "Independence",
       json_sprintf("If sum c_i alpha(.,z_i) = 0 with c != 0, let T be where c > 0 (the sign with the larger sum; one index of it when no c_i < 0): the sum is "
                    "positive at x_T, a contradiction. So the columns are independent: r >= %s.",
                    d->bound),
       json_sprintf("If $\\sum c_i \\alpha(\\cdot,z_i) = 0$ with $c \\ne 0$, let $T$ be where $c > 0$ (the sign with the larger sum; one index of it when no $c_i < "
                    "0$): the sum is positive at $x_T$, a contradiction. So the columns are independent: $r \\ge %s$.",
                    d->bound));
}

static void matrix_steps(const derivation_t *d, const char *sum, const char *sum_decimal)
{
  switch (d->x->source) {
  case MINIP_SOURCE_DELETION: pairs_deletion(d); break;
  case MINIP_SOURCE_GRAHAM_SLOANE: pairs_classes(d); break;
  case MINIP_SOURCE_GILBERT: pairs_greedy(d); break;
  default: pairs_explicit(d);
  }
  gap_step(d);
  matrix_step(d);
  switch (d->x->form) {
  case MINIP_FORM_COLUMN:
  case MINIP_FORM_ROW:
  case MINIP_FORM_SCALED:
  case MINIP_FORM_MINIMUM: scaling_step(d); break;
  case MINIP_FORM_DOMINANCE:
  case MINIP_FORM_HALF_DOMINANCE: dominance_step(d); break;
  default:
    offset_step(d);
    sum_step(d, sum, sum_decimal);
  }
  last_step(d);
}

json_t *minip_bound_derivation(const minip_bound_lower_t lower, const minip_bound_task_t task)
{
  derivation_t d = {.x = lower, .task = task, .steps = json_array()};
  fmpq_t sum;
  fmpq_init(sum);
  json_t *gaps = minip__bound_gaps(sum, lower, task);
  set_numbers(&d);
  char *s = minip_num_fraction(sum), *decimal = minip_num_decimal(sum, DIGITS);
  json_t *root = NULL;
  if (numbers_complete(&d) && s && decimal && d.steps && gaps) {
    root = json_object();
    json_object_set_new(root, "claim",
                        json_sprintf("Every head with a %s kernel and error %s %s at length %zu on all tokens of %zu bits has a kernel of rank r >= %s, so at least %s features.", kernels(&d),
                                     relation(&d), d.error, task->n, task->kmax > lower->m ? task->kmax : lower->m, d.bound, d.bound));
    json_object_set_new(root, "bound", json_string(d.bound));
    json_object_set_new(root, "proof", minip_bound_lower_json(lower));
    if (lower->source == MINIP_SOURCE_NONE)
      plain_steps(&d);
    else
      matrix_steps(&d, s, decimal);
    padding_step(&d);
    json_object_set(root, "steps", d.steps);
    json_object_set(root, "gaps", gaps);
    json_object_set_new(root, "sum", minip_report_fmpq(sum));
  }
  json_decref(d.steps);
  json_decref(gaps);
  free(s), free(decimal);
  free_numbers(&d);
  fmpq_clear(sum);
  return root;
}
