/* Walks over all words of one weight.

   Up to 64 bits, L positions that change fastest (the last L of the text order, the first L of the revolving order) are taken from tables:
   while the other positions stand still, the words run through all patterns of some weight j on these L, in the order of (L, j), forwards, or,
   in the revolving order, backwards when the number of ones outside is odd. So most words cost one load and one OR; the general
   successor runs once per block. Longer words use the general successor throughout. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define TABLE_SIZE 8192u /* patterns in all tables: stays in the first-level cache */
#define MAX_LOW 24u

struct minip_walk_struct {
  size_t n, w, words;
  minip_order_t order;
  int done;
  uint32_t *c;          /* support of the next word (multi-word); scratch otherwise */
  /* single-word path */
  unsigned low, shift;  /* L and the position of its first bit */
  uint64_t mask, high;  /* the L positions; the ones outside them */
  uint32_t *table;      /* patterns of weight 0, 1, .. w on L bits, each weight in order */
  uint32_t start[MAX_LOW + 2];
  uint32_t at, left;    /* next entry of the table, entries left in this block */
  int step;             /* +1 or -1 */
};

/* Number of patterns of weight <= w on L bits. */
static uint64_t patterns(unsigned low, size_t w)
{
  uint64_t sum = 0, b = 1;
  for (unsigned j = 0; j <= low && j <= w; j++) {
    sum += b;
    b = b * (low - j) / (j + 1);
  }
  return sum;
}

static minip_status_t make_table(minip_walk_t walk, minip_error_t err)
{
  unsigned low = 0;
  while (low < MAX_LOW && low < walk->n && patterns(low + 1, walk->w) <= TABLE_SIZE)
    low++;
  walk->low = low;
  walk->shift = walk->order == MINIP_ORDER_LEX ? (unsigned)walk->n - low : 0;
  walk->mask = low == 0 ? 0 : (~(uint64_t)0 >> (64 - low)) << walk->shift;
  walk->table = malloc(patterns(low, walk->w) * sizeof *walk->table);
  if (!walk->table)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for an enumeration");
  uint32_t k = 0, c[MAX_LOW + 1];
  fmpz_t zero;
  fmpz_init(zero);
  for (unsigned j = 0; j <= low && j <= walk->w; j++) {
    walk->start[j] = k;
    minip__support_unrank(c, zero, low, j, walk->order);
    do {
      uint64_t v;
      minip__support_to_row(&v, c, low > 0 ? low : 1, j);
      walk->table[k++] = (uint32_t)v;
    } while (minip__support_next(c, low, j, walk->order));
    walk->start[j + 1] = k;
  }
  fmpz_clear(zero);
  return MINIP_OK;
}

/* Begin the block of the word, at that word (which stands first in its block unless the walk was just started). */
static void enter_block(minip_walk_t walk, uint64_t word)
{
  uint32_t pattern = (uint32_t)((word & walk->mask) >> walk->shift);
  unsigned j = (unsigned)__builtin_popcount(pattern);
  uint32_t first = walk->start[j], last = walk->start[j + 1] - 1;
  walk->high = word & ~walk->mask;
  walk->step = walk->order == MINIP_ORDER_REVOLVING && (walk->w - j) % 2 == 1 ? -1 : 1;
  walk->at = walk->step > 0 ? first : last;
  while (walk->table[walk->at] != pattern)
    walk->at += (uint32_t)walk->step;
  walk->left = walk->step > 0 ? last - walk->at + 1 : walk->at - first + 1;
}

static uint64_t reversed(uint64_t v)
{
  v = (v >> 1 & 0x5555555555555555u) | (v & 0x5555555555555555u) << 1;
  v = (v >> 2 & 0x3333333333333333u) | (v & 0x3333333333333333u) << 2;
  v = (v >> 4 & 0x0f0f0f0f0f0f0f0fu) | (v & 0x0f0f0f0f0f0f0f0fu) << 4;
  return __builtin_bswap64(v);
}

/* The text order's successor in one word: reversed, texts grow as numbers do, and the next number with as many ones is Gosper's (HAKMEM 175). */
static int next_lex_word(uint64_t *word, size_t n)
{
  uint64_t v = reversed(*word) >> (64 - n);
  if (v == 0)
    return 0;
  uint64_t lowest = v & -v, r = v + lowest, top = ~(uint64_t)0 >> (64 - n);
  if (r > top || r == 0) /* the ones stand at the left end */
    return 0;
  v = (r ^ v) >> 2 >> __builtin_ctzll(lowest) | r;
  *word = reversed(v) >> (64 - n);
  return 1;
}

static int next_word(uint64_t *word, minip_walk_t walk)
{
  if (walk->order == MINIP_ORDER_LEX)
    return next_lex_word(word, walk->n);
  minip__support_of(walk->c, word, walk->n, walk->w);
  int more = minip__support_next(walk->c, walk->n, walk->w, walk->order);
  minip__support_to_row(word, walk->c, walk->n, walk->w);
  return more;
}

/* The block is used up: its last word's successor begins the next one. */
static void next_block(minip_walk_t walk)
{
  uint64_t word = walk->high | (uint64_t)walk->table[walk->at - (uint32_t)walk->step] << walk->shift;
  if (next_word(&word, walk))
    enter_block(walk, word);
  else
    walk->done = 1;
}

static minip_status_t set_up(minip_walk_t walk, const fmpz_t from, minip_error_t err)
{
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, walk->n, walk->w);
  int side = fmpz_sgn(from) < 0 ? 1 : fmpz_cmp(from, count);
  fmpz_clear(count);
  if (side > 0)
    return minip_error_set(err, MINIP_INPUT, "the rank to start from lies outside 0 .. C(%zu,%zu)", walk->n, walk->w);
  walk->done = side == 0;
  walk->c = calloc(walk->w + 1, sizeof *walk->c);
  if (!walk->c)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for an enumeration");
  if (walk->done)
    return MINIP_OK;
  minip__support_unrank(walk->c, from, walk->n, walk->w, walk->order);
  if (walk->words > 1)
    return MINIP_OK;
  minip_status_t st = make_table(walk, err);
  if (st == MINIP_OK) {
    uint64_t word;
    minip__support_to_row(&word, walk->c, walk->n, walk->w);
    enter_block(walk, word);
  }
  return st;
}

minip_status_t minip_walk_new(minip_walk_t *walk, size_t n, size_t w, minip_order_t order, const fmpz_t from, minip_error_t err)
{
  *walk = NULL;
  const size_t cap = (size_t)MINIP_CODE_MAX_N + 1;
  minip_status_t st = minip_code_check_parameters((long)(n < cap ? n : cap), 0, (long)(w < cap ? w : cap), err);
  if (st != MINIP_OK)
    return st;
  minip_walk_t self = calloc(1, sizeof *self);
  if (!self)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for an enumeration");
  self->n = n;
  self->w = w;
  self->words = (n + 63) / 64;
  self->order = order;
  st = set_up(self, from, err);
  if (st == MINIP_OK)
    *walk = self;
  else
    minip_walk_free(self);
  return st;
}

void minip_walk_free(minip_walk_t walk)
{
  if (!walk)
    return;
  free(walk->table);
  free(walk->c);
  free(walk);
}

/* Up to max words of the current block. */
static size_t from_block(uint64_t *rows, minip_walk_t walk, size_t max)
{
  uint32_t k = walk->left < max ? walk->left : (uint32_t)max;
  const uint64_t high = walk->high;
  const unsigned shift = walk->shift;
  const uint32_t *t = walk->table + walk->at;
  if (walk->step > 0)
    for (uint32_t i = 0; i < k; i++)
      rows[i] = high | (uint64_t)t[i] << shift;
  else
    for (uint32_t i = 0; i < k; i++)
      rows[i] = high | (uint64_t)*(t - i) << shift;
  walk->at += walk->step > 0 ? k : 0u - k;
  walk->left -= k;
  return k;
}

static size_t next_single(uint64_t *rows, minip_walk_t walk, size_t max)
{
  size_t k = 0;
  while (k < max && !walk->done) {
    if (walk->left == 0)
      next_block(walk);
    else
      k += from_block(rows + k, walk, max - k);
  }
  return k;
}

size_t minip_walk_next(uint64_t *rows, minip_walk_t walk, size_t max)
{
  if (walk->words == 1)
    return next_single(rows, walk, max);
  size_t k = 0;
  for (; k < max && !walk->done; k++) {
    minip__support_to_row(rows + k * walk->words, walk->c, walk->n, walk->w);
    walk->done = !minip__support_next(walk->c, walk->n, walk->w, walk->order);
  }
  return k;
}
