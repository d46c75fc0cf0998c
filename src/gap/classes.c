/* A row sorted into classes (T4): by overlap, sign of V, and whether alpha vanishes. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void minip__gap_v(fmpz_t v, const minip_row_t row, const minip_rule_t rule, size_t n, const fmpz_t alpha)
{
  if (rule->normaliser == MINIP_NORMALISER_NONE) {
    fmpz_one(v); /* T15: y is a plain sum, every denominator is one constant */
    return;
  }
  fmpz_add(v, row->self, row->eta);
  fmpz_addmul_ui(v, alpha, (ulong)n - 1);
}

int minip__gap_unclamped(const fmpz_t v, const minip_row_t row, const minip_rule_t rule)
{
  if (!rule->has_clamp || rule->normaliser == MINIP_NORMALISER_NONE)
    return 1;
  fmpq_t denominator;
  fmpq_init(denominator);
  fmpq_mul_fmpz(denominator, row->scale, v);
  int fine = fmpq_cmp(denominator, rule->clamp) >= 0;
  fmpq_clear(denominator);
  return fine;
}

/* First, last entry of each (sign, overlap) by alpha, and the first invisible entry of each overlap. */
typedef struct {
  size_t *least[2], *most[2], *zero; /* weight + 1 each */
  size_t *memory;
  fmpz_t cut;    /* floor(-H/(n-1)): V > 0 iff alpha > cut */
  int cut_exact; /* then alpha = cut means V = 0 */
  fmpz_t floor;  /* with a clamp: V reaches it iff alpha >= floor */
  int has_floor;
} buckets_t;

static minip_status_t buckets_init(buckets_t *b, size_t width, minip_error_t err)
{
  size_t cells;
  if (__builtin_mul_overflow(width, 5 * sizeof *b->memory, &cells) || !(b->memory = malloc(cells)))
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  memset(b->memory, 0xff, cells); /* MINIP_NO_ENTRY everywhere */
  b->least[0] = b->memory, b->least[1] = b->memory + width;
  b->most[0] = b->memory + 2 * width, b->most[1] = b->memory + 3 * width;
  b->zero = b->memory + 4 * width;
  fmpz_init(b->cut), fmpz_init(b->floor);
  return MINIP_OK;
}

static void buckets_clear(buckets_t *b)
{
  free(b->memory);
  fmpz_clear(b->cut), fmpz_clear(b->floor);
}

/* Thresholds on alpha, so that an entry's V need not be computed: V = H + (n-1) alpha grows with alpha. */
static void set_thresholds(buckets_t *b, const minip_row_t row, const minip_rule_t rule, size_t n)
{
  fmpz_t h, rest;
  fmpq_t bound;
  fmpz_init(h), fmpz_init(rest), fmpq_init(bound);
  fmpz_add(h, row->self, row->eta);
  fmpz_neg(rest, h);
  fmpz_fdiv_q_ui(b->cut, rest, (ulong)n - 1);
  b->cut_exact = fmpz_fdiv_ui(h, (ulong)n - 1) == 0;
  b->has_floor = rule->has_clamp;
  if (b->has_floor) { /* alpha >= (clamp / scale - H) / (n-1) */
    fmpq_div(bound, rule->clamp, row->scale);
    fmpq_sub_fmpz(bound, bound, h);
    fmpz_set_ui(rest, (ulong)n - 1);
    fmpq_div_fmpz(bound, bound, rest);
    fmpz_cdiv_q(b->floor, fmpq_numref(bound), fmpq_denref(bound));
  }
  fmpz_clear(h), fmpz_clear(rest), fmpq_clear(bound);
}

#define BELOW_CLAMP 2

/* The sign of V of entry j, 0 when V = 0; or BELOW_CLAMP. */
static int sign_of(const buckets_t *b, const minip_row_t row, const minip_rule_t rule, size_t j)
{
  if (rule->normaliser == MINIP_NORMALISER_NONE)
    return 1;
  if (b->has_floor && fmpz_cmp(row->alpha + j, b->floor) < 0)
    return BELOW_CLAMP;
  int c = fmpz_cmp(row->alpha + j, b->cut);
  return c > 0 ? 1 : c == 0 && b->cut_exact ? 0 : -1;
}

static void offer(buckets_t *b, const minip_row_t row, size_t j, int sign, uint32_t s)
{
  size_t side = sign > 0;
  size_t *least = &b->least[side][s], *most = &b->most[side][s];
  if (*least == MINIP_NO_ENTRY) {
    *least = *most = j;
    return;
  }
  if (fmpz_cmp(row->alpha + j, row->alpha + *least) < 0)
    *least = j;
  else if (fmpz_cmp(row->alpha + j, row->alpha + *most) > 0)
    *most = j;
}

/* Sort every entry; stop at the first V = 0. */
static minip_status_t sort_entries(buckets_t *b, minip__classes_t *classes, const minip_row_t row, const minip_rule_t rule, minip_error_t err)
{
  for (size_t j = 0; j < row->count; j++) {
    uint32_t s = row->overlap[j];
    int sign = sign_of(b, row, rule, j);
    if (s > row->weight)
      return minip_error_set(err, MINIP_INTERNAL, "entry %zu of a row has overlap %lu with a query of weight %lu", j, (unsigned long)s, (unsigned long)row->weight);
    if (sign == BELOW_CLAMP) {
      classes->dropped++;
    } else if (sign == 0) {
      classes->undefined = j;
      return MINIP_OK;
    } else {
      classes->has_sign[sign > 0] = 1;
      if (!fmpz_is_zero(row->alpha + j))
        offer(b, row, j, sign, s);
      else if (b->zero[s] == MINIP_NO_ENTRY)
        b->zero[s] = j;
    }
  }
  return MINIP_OK;
}

/* G's member with the largest overlap: an invisible token, or x itself where it ties with them (T4). */
static void find_anchor(minip__classes_t *classes, const buckets_t *b, const minip_row_t row, const minip_rule_t rule)
{
  for (uint32_t s = 0; s <= row->weight; s++)
    if (b->zero[s] != MINIP_NO_ENTRY) {
      classes->anchor = b->zero[s];
      classes->anchor_overlap = s;
    }
  if (classes->anchor == MINIP_NO_ENTRY || classes->anchor_overlap == row->weight)
    return;
  int x_ties = rule->normaliser == MINIP_NORMALISER_SUM && fmpz_is_zero(row->eta) && row->self_entry != MINIP_NO_ENTRY &&
               sign_of(b, row, rule, row->self_entry) != BELOW_CLAMP;
  if (x_ties) {
    classes->anchor = row->self_entry;
    classes->anchor_overlap = row->weight;
  }
}

static void add_class(minip__classes_t *classes, const minip_row_t row, const minip_rule_t rule, size_t n, uint32_t s, int sign, size_t least, size_t most)
{
  minip__class_t *c = &classes->list[classes->count++];
  c->overlap = c->lifted = s;
  c->sign = sign;
  c->invisible = 0;
  c->lo_entry = sign > 0 ? least : most;
  c->hi_entry = sign > 0 ? most : least;
  fmpz_init(&c->lo), fmpz_init(&c->hi);
  minip__gap_v(&c->lo, row, rule, n, row->alpha + c->lo_entry);
  minip__gap_v(&c->hi, row, rule, n, row->alpha + c->hi_entry);
  fmpz_abs(&c->lo, &c->lo);
  fmpz_abs(&c->hi, &c->hi);
}

static void list_classes(minip__classes_t *classes, buckets_t *b, const minip_row_t row, const minip_rule_t rule, size_t n)
{
  /* An invisible token at the anchor's overlap is bound by nothing: it goes with the visible ones. */
  if (classes->anchor != MINIP_NO_ENTRY) {
    size_t top = b->zero[classes->anchor_overlap];
    if (top != MINIP_NO_ENTRY)
      offer(b, row, top, sign_of(b, row, rule, top), classes->anchor_overlap);
  }
  for (int sign = -1; sign <= 1; sign += 2)
    for (uint32_t s = 0; s <= row->weight; s++)
      if (b->least[sign > 0][s] != MINIP_NO_ENTRY)
        add_class(classes, row, rule, n, s, sign, b->least[sign > 0][s], b->most[sign > 0][s]);
  for (uint32_t s = 0; classes->anchor != MINIP_NO_ENTRY && s < classes->anchor_overlap; s++)
    if (b->zero[s] != MINIP_NO_ENTRY) {
      add_class(classes, row, rule, n, s, sign_of(b, row, rule, b->zero[s]), b->zero[s], b->zero[s]);
      classes->list[classes->count - 1].lifted = classes->anchor_overlap;
      classes->list[classes->count - 1].invisible = 1;
    }
}

/* Forget the last row, and have room for 3 classes per overlap. */
static minip_status_t prepare(minip__classes_t *classes, size_t width, minip_error_t err)
{
  for (size_t i = 0; i < classes->count; i++)
    fmpz_clear(&classes->list[i].lo), fmpz_clear(&classes->list[i].hi);
  classes->count = classes->dropped = 0;
  classes->anchor = classes->undefined = MINIP_NO_ENTRY;
  classes->anchor_overlap = 0;
  classes->has_sign[0] = classes->has_sign[1] = 0;
  if (classes->room >= 3 * width)
    return MINIP_OK;
  free(classes->list);
  classes->room = 0;
  classes->list = calloc(3 * width, sizeof *classes->list);
  if (!classes->list)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  classes->room = 3 * width;
  return MINIP_OK;
}

void minip__classes_free(minip__classes_t *classes)
{
  for (size_t i = 0; i < classes->count; i++)
    fmpz_clear(&classes->list[i].lo), fmpz_clear(&classes->list[i].hi);
  free(classes->list);
  memset(classes, 0, sizeof *classes);
}

minip_status_t minip__classes_build(minip__classes_t *classes, const minip_row_t row, const minip_rule_t rule, size_t n, minip_error_t err)
{
  buckets_t b;
  size_t width = (size_t)row->weight + 1;
  minip_status_t st = prepare(classes, width, err);
  if (st == MINIP_OK)
    st = buckets_init(&b, width, err);
  if (st != MINIP_OK)
    return st;
  set_thresholds(&b, row, rule, n);
  st = sort_entries(&b, classes, row, rule, err);
  if (st == MINIP_OK && classes->undefined == MINIP_NO_ENTRY) {
    find_anchor(classes, &b, row, rule);
    list_classes(classes, &b, row, rule, n);
  }
  buckets_clear(&b);
  return st;
}
