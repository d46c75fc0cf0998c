/* The partitioning construction for distance 4 (Brouwer, Shearer, Sloane and Smith, A new table of constant weight codes, 1990, section IV).
   Split the coordinates; split the words of each weight on either side into codes of distance 4 (classes); put word x beside y when their weights add up to w,
   the weight of x has a fixed parity, and their classes have the same number. Two results that differ on both sides differ by 2 + 2 at least. */
#include "construct_internal.h"
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE 24
#define MAX_SIDE_WORDS 200000u

/* The words of one length and weight in classes, largest class first. */
typedef struct {
  size_t count, classes;
  uint32_t *words; /* class after class */
  size_t *begin;   /* classes + 1 */
} split_t;

static void split_clear(split_t *s)
{
  free(s->words), free(s->begin);
  memset(s, 0, sizeof *s);
}

static void list_words(uint32_t *words, unsigned n, unsigned w)
{
  uint64_t last = minip__last_word(n, w);
  for (uint64_t x = minip__first_word(w);; x = minip__next_word(x)) {
    *words++ = (uint32_t)x;
    if (x == last)
      return;
  }
}

static uint32_t sum_modulo(uint32_t x, unsigned n)
{
  uint32_t sum = 0;
  for (; x; x &= x - 1)
    sum += (uint32_t)__builtin_ctz(x);
  return n ? sum % n : 0;
}

static uint32_t sum_xor(uint32_t x)
{
  uint32_t sum = 0;
  for (; x; x &= x - 1)
    sum ^= (uint32_t)__builtin_ctz(x);
  return sum;
}

/* The least colour that no word at distance 2 has; colours are stored at the words' own numbers. */
static uint32_t least_colour(const unsigned char *colour_of, uint32_t x, unsigned n)
{
  unsigned char used[256] = {0};
  uint32_t all = (uint32_t)(((uint64_t)1 << n) - 1), c = 0;
  for (uint32_t a = x; a; a &= a - 1)
    for (uint32_t b = all & ~x; b; b &= b - 1)
      used[colour_of[(x ^ (a & -a)) | (b & -b)]] = 1;
  while (used[c + 1])
    c++;
  return c;
}

typedef enum { BY_SUM, BY_XOR, GREEDY, RULES } rule_t;

/* Colours of all words by one rule: below 255, as an element has at most 144 neighbours on 24 coordinates. */
static int colour_words(unsigned char *colours, const uint32_t *words, size_t count, unsigned n, rule_t rule)
{
  unsigned char *table = rule == GREEDY ? calloc((size_t)1 << n, 1) : NULL;
  if (rule == GREEDY && !table)
    return 0;
  for (size_t i = 0; i < count; i++) {
    colours[i] = (unsigned char)(rule == BY_SUM ? sum_modulo(words[i], n) : rule == BY_XOR ? sum_xor(words[i]) : least_colour(table, words[i], n));
    if (rule == GREEDY)
      table[words[i]] = (unsigned char)(colours[i] + 1);
  }
  free(table);
  return 1;
}

static uint64_t norm(const unsigned char *colours, size_t count)
{
  uint64_t sizes[256] = {0}, sum = 0;
  for (size_t i = 0; i < count; i++)
    sizes[colours[i]]++;
  for (int c = 0; c < 256; c++)
    sum += sizes[c] * sizes[c];
  return sum;
}

typedef struct { size_t size; unsigned colour; } class_size_t;

static int larger_first(const void *a, const void *b)
{
  const class_size_t *x = a, *y = b;
  return x->size != y->size ? (x->size < y->size ? 1 : -1) : x->colour < y->colour ? -1 : 1;
}

/* Sort the words into their classes. */
static int arrange(split_t *s, const uint32_t *words, const unsigned char *colours)
{
  class_size_t sizes[256];
  size_t place[256];
  for (unsigned c = 0; c < 256; c++)
    sizes[c] = (class_size_t){0, c};
  for (size_t i = 0; i < s->count; i++)
    sizes[colours[i]].size++;
  qsort(sizes, 256, sizeof *sizes, larger_first);
  s->begin = calloc(257, sizeof *s->begin);
  s->words = malloc(s->count * sizeof *s->words);
  if (!s->begin || !s->words)
    return 0;
  for (unsigned c = 0; c < 256 && sizes[c].size > 0; c++) {
    place[sizes[c].colour] = s->begin[c];
    s->begin[c + 1] = s->begin[c] + sizes[c].size;
    s->classes = c + 1;
  }
  for (size_t i = 0; i < s->count; i++)
    s->words[place[colours[i]]++] = words[i];
  return 1;
}

/* The words of length n and weight w in classes, by the rule with the largest sum of squares. 0: no memory, or too many words. */
static int split_init(split_t *s, unsigned n, unsigned w)
{
  memset(s, 0, sizeof *s);
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, n, w);
  s->count = fmpz_cmp_ui(count, MAX_SIDE_WORDS) <= 0 ? fmpz_get_ui(count) : 0;
  fmpz_clear(count);
  if (s->count == 0)
    return 0;
  uint32_t *words = malloc(s->count * sizeof *words);
  unsigned char *colours = malloc(s->count), *best = malloc(s->count);
  uint64_t best_norm = 0;
  int good = words && colours && best;
  if (good)
    list_words(words, n, w);
  for (rule_t rule = BY_SUM; good && rule < RULES; rule++) {
    good = colour_words(colours, words, s->count, n, rule);
    uint64_t value = norm(colours, s->count);
    if (value > best_norm)
      memcpy(best, colours, s->count), best_norm = value;
  }
  good = good && arrange(s, words, best);
  free(words), free(colours), free(best);
  return good;
}

/* The classes of weight u on one side beside those of weight v on the other: how many words, and the words when list is given. */
static minip_status_t products(uint64_t *count, minip__list_t *list, const split_t *a, const split_t *b, unsigned shift, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  for (size_t c = 0; c < a->classes && c < b->classes; c++) {
    *count += (a->begin[c + 1] - a->begin[c]) * (uint64_t)(b->begin[c + 1] - b->begin[c]);
    for (size_t i = a->begin[c]; list && i < a->begin[c + 1]; i++)
      for (size_t j = b->begin[c]; st == MINIP_OK && j < b->begin[c + 1]; j++) {
        uint64_t word = a->words[i] | (uint64_t)b->words[j] << shift;
        st = minip__list_add(list, &word, err);
      }
  }
  return st;
}

/* The code of one split and one parity; its size alone when list is NULL. *count = 0 when a side is too large. */
static minip_status_t one(uint64_t *count, minip__list_t *list, unsigned n1, unsigned n2, unsigned w, unsigned parity, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  int fits = 1;
  *count = 0;
  for (unsigned u = parity; st == MINIP_OK && fits && u <= n1 && u <= w; u += 2) {
    if (w - u > n2)
      continue;
    split_t a, b = {0};
    fits = split_init(&a, n1, u) && split_init(&b, n2, w - u);
    if (fits)
      st = products(count, list, &a, &b, n1, err);
    split_clear(&a), split_clear(&b);
  }
  if (!fits)
    *count = 0;
  return st;
}

minip_status_t minip__build_partition(minip__list_t *list, minip__promise_t *promise, const minip__params_t *p, minip_error_t err)
{
  long n = PARAM(p, N), w = PARAM(p, W), split = PARAM(p, SPLIT);
  minip_status_t st = minip_code_check_parameters(n, 4, w, err);
  if (st == MINIP_OK && (n < 2 || n > 2 * MAX_SIDE))
    st = minip_error_set(err, MINIP_LIMIT, "n must lie in 2..%d, not %ld", 2 * MAX_SIDE, n);
  if (st == MINIP_OK && GIVEN(p, SPLIT) && (split < 1 || split >= n || split > MAX_SIDE || n - split > MAX_SIDE))
    st = minip_error_set(err, MINIP_INPUT, "split must leave 1..%d coordinates on either side, not %ld of %ld", MAX_SIDE, split, n);
  uint64_t best = 0, count;
  unsigned best_split = 0, best_parity = 0;
  long from = GIVEN(p, SPLIT) ? split : n - MAX_SIDE > 1 ? n - MAX_SIDE : 1;
  for (long n1 = from; st == MINIP_OK && n1 <= (GIVEN(p, SPLIT) ? split : n / 2); n1++)
    for (unsigned parity = 0; st == MINIP_OK && parity < 2; parity++) {
      st = one(&count, NULL, (unsigned)n1, (unsigned)(n - n1), (unsigned)w, parity, err);
      if (count > best)
        best = count, best_split = (unsigned)n1, best_parity = parity;
    }
  if (st == MINIP_OK && best == 0)
    st = minip_error_set(err, MINIP_LIMIT, "every split has a side of more than %u words", MAX_SIDE_WORDS);
  if (st == MINIP_OK)
    st = minip__list_start(list, (size_t)n, err);
  *promise = (minip__promise_t){(size_t)n, 4, (size_t)w};
  return st == MINIP_OK ? one(&count, list, best_split, (unsigned)n - best_split, (unsigned)w, best_parity, err) : st;
}
