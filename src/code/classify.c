/* Classification word by word: the classes of k + 1 words are the canonical forms of classes of k words with one more. A class that cannot reach the wanted size
   (too few words left, or too few colours among them) is dropped; sub-codes of a code of that size never are, so that the last step can be checked by double
   counting: each labelled code C of `size` words is met once from each of its `size` sub-codes (Kaski and Oestergaard, Classification Algorithms for Codes and
   Designs, chapter 10). */
#include "classify_internal.h"
#include <stdlib.h>
#include <string.h>

#define COLOUR_WORDS 2000

/* The classes of one size. */
typedef struct {
  size_t size, count, room;
  uint64_t *words;  /* count rows of size */
  fmpz *groups;     /* room initialised entries */
  fmpz *met;        /* labelled pairs (sub-code, code) met */
  size_t *table;    /* hash table of class numbers + 1, 2 * room slots (a power of two) */
} classes_t;

typedef struct {
  size_t n, d, w, target, class_limit;
  uint64_t *all;    /* all words of weight w */
  size_t all_count;
  double deadline;
} job_t;

static void classes_clear(classes_t *c)
{
  _fmpz_vec_clear(c->groups, (slong)c->room);
  _fmpz_vec_clear(c->met, (slong)c->room);
  free(c->words), free(c->table);
  memset(c, 0, sizeof *c);
}

static uint64_t hash_words(const uint64_t *words, size_t size)
{
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < size; i++) {
    h = (h ^ words[i]) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
  }
  return h;
}

static size_t *slot_of(const classes_t *c, const uint64_t *words)
{
  size_t mask = 2 * c->room - 1, at = hash_words(words, c->size) & mask;
  while (c->table[at] && memcmp(c->words + (c->table[at] - 1) * c->size, words, c->size * sizeof *words) != 0)
    at = (at + 1) & mask;
  return c->table + at;
}

static fmpz *grow_vector(fmpz *old, size_t from, size_t to)
{
  fmpz *v = _fmpz_vec_init((slong)to);
  for (size_t i = 0; i < from; i++)
    fmpz_swap(v + i, old + i);
  _fmpz_vec_clear(old, (slong)from);
  return v;
}

static minip_status_t classes_room(classes_t *c, minip_error_t err)
{
  size_t room = c->room ? 2 * c->room : 64;
  if (c->count < c->room)
    return MINIP_OK;
  uint64_t *words = realloc(c->words, room * c->size * sizeof *words);
  if (words)
    c->words = words;
  size_t *table = calloc(2 * room, sizeof *table);
  if (!words || !table) {
    free(table);
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu classes", room);
  }
  free(c->table);
  c->table = table;
  c->groups = grow_vector(c->groups, c->room, room);
  c->met = grow_vector(c->met, c->room, room);
  c->room = room;
  for (size_t i = 0; i < c->count; i++)
    *slot_of(c, c->words + i * c->size) = i + 1;
  return MINIP_OK;
}

/* *index = the class of a canonical form, a new one if need be. */
static minip_status_t classes_find(size_t *index, classes_t *c, const uint64_t *words, const fmpz_t group, size_t limit, minip_error_t err)
{
  minip_status_t st = classes_room(c, err);
  if (st != MINIP_OK)
    return st;
  size_t *slot = slot_of(c, words);
  if (!*slot) {
    if (c->count >= limit)
      return minip_error_set(err, MINIP_LIMIT, "more than %zu classes of %zu words", limit, c->size);
    memcpy(c->words + c->count * c->size, words, c->size * sizeof *words);
    fmpz_set(c->groups + c->count, group);
    *slot = ++c->count;
  }
  *index = *slot - 1;
  return MINIP_OK;
}

/* The words that keep distance d from all of a code. */
static size_t candidates_of(uint64_t *out, const job_t *j, const uint64_t *code, size_t size)
{
  size_t m = 0;
  for (size_t i = 0; i < j->all_count; i++) {
    size_t k = 0;
    while (k < size && minip__distance(j->all + i, code + k, 1) >= j->d)
      k++;
    if (k == size)
      out[m++] = j->all[i];
  }
  return m;
}

/* Can `need` more words be taken from the candidates? 0 only when a colouring proves that they cannot. */
static int hopeful(const job_t *j, const uint64_t *c, size_t m, size_t need)
{
  size_t words = (m + 63) / 64;
  if (m < need)
    return 0;
  if (need <= 1 || m > COLOUR_WORDS)
    return 1;
  uint64_t *edges = calloc(m * words, sizeof *edges);
  if (!edges)
    return 1;
  for (size_t a = 0; a < m; a++)
    for (size_t b = 0; b < a; b++)
      if (minip__distance(c + a, c + b, 1) >= j->d) {
        edges[a * words + b / 64] |= (uint64_t)1 << (b % 64);
        edges[b * words + a / 64] |= (uint64_t)1 << (a % 64);
      }
  size_t colours = minip__clique_colours(edges, m);
  free(edges);
  return colours >= need;
}

/* All codes of one word more than a class; copies = n! / its group order, the number of its labelled codes. */
static minip_status_t extend(classes_t *next, const job_t *j, const uint64_t *code, const fmpz_t copies, uint64_t *scratch, minip_error_t err)
{
  size_t k = next->size - 1, index, m = candidates_of(scratch, j, code, k);
  uint64_t *longer = malloc(next->size * sizeof *longer);
  fmpz_t group;
  fmpz_init(group);
  minip_status_t st = longer ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  if (st == MINIP_OK && !hopeful(j, scratch, m, j->target - k))
    m = 0;
  for (size_t i = 0; st == MINIP_OK && i < m; i++) {
    memcpy(longer, code, k * sizeof *longer);
    longer[k] = scratch[i];
    st = minip__canonical(longer, group, longer, next->size, j->n, err);
    if (st == MINIP_OK)
      st = classes_find(&index, next, longer, group, j->class_limit, err);
    if (st == MINIP_OK)
      fmpz_add(next->met + index, next->met + index, copies);
    if (st == MINIP_OK && j->deadline > 0 && minip__now() > j->deadline)
      st = minip_error_set(err, MINIP_LIMIT, "the time limit passed among the codes of %zu words", next->size);
  }
  free(longer);
  fmpz_clear(group);
  return st;
}

static minip_status_t first_class(classes_t *c, const job_t *j, minip_error_t err)
{
  uint64_t word = minip__first_word(j->w);
  size_t index;
  fmpz_t group;
  fmpz_init(group);
  c->size = 1;
  minip_status_t st = minip__canonical(&word, group, &word, 1, j->n, err);
  if (st == MINIP_OK)
    st = classes_find(&index, c, &word, group, j->class_limit, err);
  if (st == MINIP_OK)
    fmpz_bin_uiui(c->met + index, j->n, j->w); /* from the empty code */
  fmpz_clear(group);
  return st;
}

/* From the classes of k words to those of k + 1, in place. */
static minip_status_t step(classes_t *c, const job_t *j, minip_error_t err)
{
  classes_t next = {.size = c->size + 1};
  uint64_t *scratch = malloc(j->all_count * sizeof *scratch);
  fmpz_t all, copies;
  fmpz_init(all), fmpz_init(copies);
  fmpz_fac_ui(all, j->n);
  minip_status_t st = scratch ? MINIP_OK : minip_error_set(err, MINIP_LIMIT, "out of memory");
  for (size_t i = 0; st == MINIP_OK && i < c->count; i++) {
    fmpz_divexact(copies, all, c->groups + i);
    st = extend(&next, j, c->words + i * c->size, copies, scratch, err);
  }
  free(scratch);
  fmpz_clear(all), fmpz_clear(copies);
  classes_clear(c);
  *c = next;
  return st;
}

/* --- the answer --- */

void minip_code_classes_init(minip_code_classes_t classes)
{
  memset(classes, 0, sizeof *classes);
  fmpz_init(classes->labelled);
}

void minip_code_classes_clear(minip_code_classes_t classes)
{
  for (size_t i = 0; i < classes->count; i++)
    minip_code_clear(classes->codes + i);
  free(classes->codes);
  _fmpz_vec_clear(classes->groups, (slong)classes->count);
  fmpz_clear(classes->labelled);
  memset(classes, 0, sizeof *classes);
}

/* Hand over the last level, and check every class by double counting: met = size * labelled. */
static minip_status_t hand_over(minip_code_classes_t out, const classes_t *c, const job_t *j, minip_error_t err)
{
  fmpz_t all, one, wanted;
  minip_status_t st = MINIP_OK;
  out->codes = calloc(c->count + 1, sizeof *out->codes);
  if (!out->codes)
    return minip_error_set(err, MINIP_LIMIT, "out of memory");
  fmpz_init(all), fmpz_init(one), fmpz_init(wanted);
  fmpz_fac_ui(all, j->n);
  out->groups = _fmpz_vec_init((slong)c->count);
  out->count = c->count;
  for (size_t i = 0; i < c->count; i++)
    minip_code_init(out->codes + i);
  for (size_t i = 0; st == MINIP_OK && i < c->count; i++) {
    fmpz_set(out->groups + i, c->groups + i);
    fmpz_divexact(one, all, c->groups + i);
    fmpz_add(out->labelled, out->labelled, one);
    fmpz_mul_ui(wanted, one, c->size);
    if (!fmpz_equal(wanted, c->met + i))
      st = minip_error_set(err, MINIP_INTERNAL, "class %zu was not reached from its sub-codes as often as it must be", i);
    if (st == MINIP_OK)
      st = minip_code_alloc(out->codes + i, j->n, c->size, "class", err);
    for (size_t k = 0; st == MINIP_OK && k < c->size; k++)
      *minip_code_word(out->codes + i, k) = c->words[i * c->size + k];
    if (st == MINIP_OK)
      st = minip__code_require(out->codes + i, j->n, j->d, j->w, err);
  }
  out->extension_check = st == MINIP_OK;
  fmpz_clear(all), fmpz_clear(one), fmpz_clear(wanted);
  return st;
}

static minip_status_t check_count(minip_code_classes_t out, uint64_t limit, minip_error_t err)
{
  fmpz_t count;
  fmpz_init(count);
  minip_status_t st = minip__count_labelled(count, &out->count_check, out->n, out->d, out->w, out->size, limit ? limit : 100000000u, err);
  if (st == MINIP_OK && out->count_check && !fmpz_equal(count, out->labelled))
    st = minip_error_set(err, MINIP_INTERNAL, "the classes and a plain count disagree on the number of labelled codes");
  fmpz_clear(count);
  return st;
}

static minip_status_t maximum_size(size_t *size, size_t n, size_t d, size_t w, double time_limit, minip_error_t err)
{
  minip_code_max_options_t options = {.time_limit = time_limit};
  minip_code_max_t max;
  minip_code_t witness;
  minip_code_max_init(max), minip_code_init(witness);
  minip_status_t st = minip_code_maximum(max, witness, n, d, w, &options, err);
  if (st == MINIP_OK && !max->exact)
    st = minip_error_set(err, MINIP_LIMIT, "the maximum size was not settled: give a size");
  *size = max->lower;
  minip_code_clear(witness), minip_code_max_clear(max);
  return st;
}

static minip_status_t job_init(job_t *j, minip_error_t err)
{
  fmpz_t count;
  fmpz_init(count);
  minip_code_count(count, j->n, j->w);
  j->all_count = fmpz_cmp_ui(count, 10000000) <= 0 ? fmpz_get_ui(count) : 0;
  fmpz_clear(count);
  j->all = j->all_count ? malloc(j->all_count * sizeof *j->all) : NULL;
  if (!j->all)
    return minip_error_set(err, MINIP_LIMIT, "C(%zu,%zu) words are too many to classify codes of", j->n, j->w);
  j->all[0] = minip__first_word(j->w);
  for (size_t i = 1; i < j->all_count; i++)
    j->all[i] = minip__next_word(j->all[i - 1]);
  return MINIP_OK;
}

minip_status_t minip_code_classify(minip_code_classes_t classes, size_t n, size_t d, size_t w, size_t size, uint64_t count_limit, size_t class_limit,
                                   double time_limit, void (*progress)(size_t done, size_t total, void *data), void *data, minip_error_t err)
{
  job_t j = {.n = n, .d = d, .w = w, .class_limit = class_limit ? class_limit : 1000000, .deadline = time_limit > 0 ? minip__now() + time_limit : 0};
  classes_t level = {0};
  minip_status_t st = minip__check(n, d, w, err);
  if (st == MINIP_OK && n > 64)
    st = minip_error_set(err, MINIP_LIMIT, "codes are classified up to n = 64, not %zu", n);
  if (st == MINIP_OK && size == 0)
    st = maximum_size(&size, n, d, w, time_limit, err);
  j.target = size;
  if (st == MINIP_OK)
    st = job_init(&j, err);
  minip_code_classes_clear(classes);
  minip_code_classes_init(classes);
  classes->n = n, classes->d = d, classes->w = w, classes->size = size;
  if (st == MINIP_OK)
    st = first_class(&level, &j, err);
  while (st == MINIP_OK && level.size < size && level.count > 0) {
    st = step(&level, &j, err);
    if (progress)
      progress(level.size, size, data);
  }
  if (st == MINIP_OK)
    st = hand_over(classes, &level, &j, err);
  if (st == MINIP_OK)
    st = check_count(classes, count_limit, err);
  classes_clear(&level);
  free(j.all);
  return st;
}
