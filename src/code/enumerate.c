/* Walks over all words of one weight.

   Up to 64 bits, words come in blocks: while the slow positions stand still, the fast ones run through a stretch of a table, forwards or backwards, and every
   word is one load and one XOR; the general successor runs once per block. Two tables, whichever has the longer blocks:
   - the L fast positions (the last ones of the text order, the first ones of the revolving order), patterns of every weight j on them, each in the order of
     (L, j). In the revolving order they run backwards when the number of ones outside is odd.
   - the k fast ones. All that lie beyond the (k+1)st, on L positions, run through all words of (L, k), which are the first C(L,k) words of (n, k): one table for
     every L. In the revolving order they run backwards when w - k is odd. In text order, for w > n/2,
     the same with zeros: complementing turns the text order of (n, w) into that of (n, n-w) backwards.
   Longer words use the general successor throughout. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define TABLE_SIZE 8192u      /* patterns by position */
#define ONES_TABLE_SIZE 32768u /* patterns by ones: in the second-level cache, and mostly short stretches from its beginning */
#define MAX_LOW 24u

struct minip_walk_struct {
  size_t n, w, words;
  minip_order_t order;
  int done;
  uint32_t *c;          /* support of the next word (multi-word); scratch otherwise */
  /* single-word path */
  unsigned low, shift;  /* by position: L and the position of its first bit */
  uint64_t mask;        /* by position: the L positions */
  unsigned ones;        /* by ones: k; 0: the table is by position */
  int flip;             /* by ones: the table moves zeros */
  uint64_t all;         /* n ones */
  uint64_t high;        /* the block's words are high ^ pattern */
  uint64_t *table;
  uint32_t start[MAX_LOW + 2]; /* by position: where weight j begins */
  uint32_t at, left;    /* next entry of the table, entries left in this block */
  int step;             /* +1 or -1 */
};

static double binomial(size_t n, size_t k)
{
  double b = 1;
  for (size_t i = 1; i <= k; i++)
    b *= (double)(n - k + i) / (double)i;
  return k <= n ? b : 0;
}

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

/* The words of (n, w) one after the other into to, at most `most`; returns how many. Scratch c has n + 1 entries. */
static uint32_t list_words(uint64_t *to, uint32_t *c, size_t n, size_t w, minip_order_t order, uint32_t most)
{
  uint32_t k = 0;
  fmpz_t zero;
  fmpz_init(zero);
  minip__support_unrank(c, zero, n, w, order);
  fmpz_clear(zero);
  do
    minip__support_to_row(to + k++, c, n ? n : 1, w);
  while (k < most && minip__support_next(c, n, w, order));
  return k;
}

/* Both kinds of table are cut to their sizes, and the one with fewer blocks (an estimate in floating point: only speed depends on it) is chosen. */
static void choose_table(minip_walk_t walk)
{
  const size_t n = walk->n, w = walk->w, z = 2 * w > n && walk->order == MINIP_ORDER_LEX ? n - w : w;
  while (walk->low < MAX_LOW && walk->low < n && patterns(walk->low + 1, w) <= TABLE_SIZE)
    walk->low++;
  unsigned k = 0;
  while (k < z && binomial(n - z + k + 1, k + 1) <= ONES_TABLE_SIZE)
    k++;
  double by_position = 0;
  for (size_t j = 0; j <= walk->low && j <= w; j++)
    by_position += binomial(n - walk->low, w - j);
  walk->ones = binomial(n - k, z - k) < by_position ? k : 0;
  walk->flip = walk->ones > 0 && z != w;
}

static minip_status_t make_table(minip_walk_t walk, minip_error_t err)
{
  uint32_t c[65];
  choose_table(walk);
  const size_t z = walk->flip ? walk->n - walk->w : walk->w;
  const uint64_t size = walk->ones ? (uint64_t)(binomial(walk->n - z + walk->ones, walk->ones) + 0.5) : patterns(walk->low, walk->w);
  walk->all = ~(uint64_t)0 >> (64 - walk->n);
  walk->shift = walk->order == MINIP_ORDER_LEX ? (unsigned)walk->n - walk->low : 0;
  walk->mask = walk->low == 0 ? 0 : (~(uint64_t)0 >> (64 - walk->low)) << walk->shift;
  walk->table = malloc(size * sizeof *walk->table);
  if (!walk->table)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for an enumeration");
  if (walk->ones)
    list_words(walk->table, c, walk->n, walk->ones, walk->order, (uint32_t)size);
  uint32_t at = 0;
  for (unsigned j = 0; !walk->ones && j <= walk->low && j <= walk->w; j++) {
    walk->start[j] = at;
    at += list_words(walk->table + at, c, walk->low, j, walk->order, UINT32_MAX);
    walk->start[j + 1] = at;
  }
  for (uint32_t i = 0; i < at; i++)
    walk->table[i] <<= walk->shift;
  return MINIP_OK;
}

/* Begin the block of the word, whose pattern lies in first..last of the table, at that word (the block's first unless the walk was just started). */
static void enter_stretch(minip_walk_t walk, uint64_t word, uint64_t pattern, uint32_t first, uint32_t last, int backwards)
{
  walk->high = word ^ pattern;
  walk->step = backwards ? -1 : 1;
  walk->at = backwards ? last : first;
  while (walk->table[walk->at] != pattern)
    walk->at += (uint32_t)walk->step;
  walk->left = backwards ? walk->at - first + 1 : last - walk->at + 1;
}

/* C(L,k) <= ONES_TABLE_SIZE: exact in 64 bits. */
static uint32_t stretch(size_t L, unsigned k)
{
  uint64_t b = 1;
  for (unsigned i = 1; i <= k; i++)
    b = b * (L - k + i) / i;
  return (uint32_t)b;
}

/* The k fast ones of a word (zeros if flipped), and the L positions on their side of the next one. */
static void enter_by_ones(minip_walk_t walk, uint64_t word)
{
  uint64_t rest = walk->flip ? walk->all & ~word : word, pattern = rest;
  const int lex = walk->order == MINIP_ORDER_LEX;
  for (unsigned i = 0; i < walk->ones; i++) /* the fast ones are the highest in text order, the lowest in the other */
    rest = lex ? rest & ~((uint64_t)1 << (63 - __builtin_clzll(rest))) : rest & (rest - 1);
  pattern ^= rest;
  size_t L = walk->n;
  if (rest)
    L = lex ? walk->n - 1 - (size_t)(63 - __builtin_clzll(rest)) : (size_t)__builtin_ctzll(rest);
  int odd = !lex && __builtin_popcountll(rest) % 2 == 1;
  enter_stretch(walk, word, pattern, 0, stretch(L, walk->ones) - 1, odd != walk->flip);
}

static void enter_block(minip_walk_t walk, uint64_t word)
{
  if (walk->ones) {
    enter_by_ones(walk, word);
    return;
  }
  uint64_t pattern = word & walk->mask;
  unsigned j = (unsigned)__builtin_popcountll(pattern);
  enter_stretch(walk, word, pattern, walk->start[j], walk->start[j + 1] - 1, walk->order == MINIP_ORDER_REVOLVING && (walk->w - j) % 2 == 1);
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
  uint64_t word = walk->high ^ walk->table[walk->at - (uint32_t)walk->step];
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
  const uint64_t *t = walk->table + walk->at;
  if (walk->step > 0)
    for (uint32_t i = 0; i < k; i++)
      rows[i] = high ^ t[i];
  else
    for (uint32_t i = 0; i < k; i++)
      rows[i] = high ^ t[-(ptrdiff_t)i];
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
