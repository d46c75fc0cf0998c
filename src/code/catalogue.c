/* The catalogue: names, their keys, and the call of a builder with a check of what it built. */
#include "construct_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const key_names[KEY_COUNT] = {
  [KEY_N] = "n", [KEY_D] = "d", [KEY_W] = "w", [KEY_Q] = "q", [KEY_R] = "r", [KEY_T] = "t", [KEY_K] = "k", [KEY_V] = "v", [KEY_ORDER] = "order",
  [KEY_BLOCKS] = "blocks", [KEY_FIXED] = "fixed", [KEY_CLASS] = "class", [KEY_SPLIT] = "split", [KEY_COMPLEMENTS] = "complements",
  [KEY_COORDINATE] = "coordinate", [KEY_BIT] = "bit", [KEY_NODES] = "nodes",
};

static const minip_construction_t catalogue[] = {
  {"octads24", "", "", "", "octads of the extended Golay code, S(5,8,24): n = 24, d = 8, w = 8, 759 words"},
  {"dodecads24", "", "", "", "dodecads of the extended Golay code: n = 24, d = 8, w = 12, 2576 words"},
  {"golay", "v", "", "", "octads through 24 - v points, without those: v = 21 (PG(2,4)), 22 (S(3,6,22), 77 words), 23 (S(4,7,23), 253 words)"},
  {"hexads", "", "v", "", "hexads of S(5,6,12) (132 words), or those through 12 - v points without them: v = 9, 10, 11; d = 4"},
  {"steiner", "t k v", "", "", "the Steiner system S(t,k,v) by whichever of these gives it; also written S(t,k,v); d = 2(k - t + 1)"},
  {"triples", "v", "", "", "S(2,3,v), v = 1 or 3 modulo 6 (Bose, Skolem): n = v, d = 4, w = 3"},
  {"quadruples", "r", "", "", "S(3,4,2^r), quadruples of sum zero: n = 2^r, d = 4, w = 4"},
  {"circles", "q", "r", "", "S(3,q+1,q^r+1), images of PG(1,q) in PG(1,q^r), r = 2 if not given: d = 2(q-1), w = q+1"},
  {"pg", "q", "r", "", "lines of the projective geometry PG(r,q), r = 2 (a plane) if not given: d = 2q, w = q+1"},
  {"ag", "q", "r", "", "lines of the affine geometry AG(r,q), r = 2 if not given: n = q^r, d = 2(q-1), w = q"},
  {"hadamard", "order", "complements", "", "rows of a Hadamard matrix of that order, with complements unless complements=0: d = w = order/2"},
  {"sylvester", "r", "complements", "", "the same for Sylvester's matrix of order 2^r"},
  {"paley1", "q", "complements", "", "the same for Paley's first matrix of order q+1, q = 3 modulo 4"},
  {"paley2", "q", "complements", "", "the same for Paley's second matrix of order 2(q+1), q = 1 modulo 4"},
  {"rm1", "r", "", "", "RM(1,r) without the constants: n = 2^r, d = w = 2^(r-1), 2^(r+1) - 2 words"},
  {"disjoint", "n w", "", "", "floor(n/w) disjoint words: d = 2w"},
  {"sum-class", "n w", "class", "", "words whose positions sum to a fixed value modulo n, the largest class if none is given: d = 4 (Graham, Sloane)"},
  {"graham-sloane", "n d w", "q class", "", "words with given e_1 .. e_(d/2-1) over GF(q), q >= n the least prime power if not given, the largest class"},
  {"partition", "n w", "split", "", "products of classes of distance 4 on the two parts of the coordinates, the best split if none is given: d = 4"},
  {"cyclic", "n d w", "fixed k nodes", "", "orbits of a cyclic shift of n - fixed coordinates (and of x -> kx), chosen by clique search: exact within 10^6 nodes, or nodes"},
  {"quasi-cyclic", "n d w blocks", "fixed k nodes", "", "the same for a shift of that many blocks at once"},
  {"shorten", "", "coordinate bit", "CODE", "words whose coordinate (0 if not given) is bit (1 if not given), without it: n-1, w-bit"},
  {"lengthen", "", "bit", "CODE", "every word with one more coordinate, set to bit (0 if not given): n+1, w+bit"},
  {"complement", "", "", "CODE", "every word complemented: n-w"},
  {"juxtapose", "", "", "CODE CODE", "word i of one beside word i of the other: n, d and w add"},
  {NULL, NULL, NULL, NULL, NULL},
};

static const struct {
  const char *name;
  minip__builder_t build;
} builders[] = {
  {"octads24", minip__build_octads},     {"dodecads24", minip__build_dodecads}, {"golay", minip__build_golay_derived}, {"hexads", minip__build_hexads},
  {"triples", minip__build_triples},     {"quadruples", minip__build_quadruples}, {"circles", minip__build_circles},
  {"pg", minip__build_projective},       {"ag", minip__build_affine},           {"hadamard", minip__build_hadamard},   {"sylvester", minip__build_sylvester},
  {"paley1", minip__build_paley1},       {"paley2", minip__build_paley2},       {"rm1", minip__build_reed_muller},
  {"disjoint", minip__build_disjoint},   {"sum-class", minip__build_sum_class}, {"graham-sloane", minip__build_field_class},
  {"partition", minip__build_partition}, {"cyclic", minip__build_cyclic},       {"quasi-cyclic", minip__build_quasi_cyclic},
};

const minip_construction_t *minip_code_catalogue(void) { return catalogue; }

/* Is key (of len characters) one of the blank-separated words of list? */
static int listed(const char *list, const char *key, size_t len)
{
  for (const char *at = list; *at;) {
    size_t n = strcspn(at, " ");
    if (n == len && strncmp(at, key, len) == 0)
      return 1;
    at += n + strspn(at + n, " ");
  }
  return 0;
}

/* One "key=value" of len characters. */
static minip_status_t take_pair(minip__params_t *p, const minip_construction_t *c, const char *text, size_t len, minip_error_t err)
{
  const char *equals = memchr(text, '=', len);
  size_t key_len = equals ? (size_t)(equals - text) : len;
  if (!equals || (!listed(c->needs, text, key_len) && !listed(c->takes, text, key_len)))
    return minip_error_set(err, MINIP_INPUT, "construction '%s' takes no '%.*s'; its keys are: %s%s%s", c->name, (int)len, text, c->needs,
                           *c->needs && *c->takes ? " " : "", *c->needs || *c->takes ? c->takes : "none");
  int key = 0;
  while (strlen(key_names[key]) != key_len || strncmp(key_names[key], text, key_len) != 0)
    key++;
  char *end;
  p->value[key] = strtol(equals + 1, &end, 10);
  if (end != text + len || equals + 1 == end || equals[1] == ' ' || equals[1] == '+' || labs(p->value[key]) > 1000000000L)
    return minip_error_set(err, MINIP_INPUT, "construction '%s': '%.*s' is not a whole number of moderate size", c->name, (int)len, text);
  if (p->given[key]++)
    return minip_error_set(err, MINIP_INPUT, "construction '%s': %s is given twice", c->name, key_names[key]);
  return MINIP_OK;
}

static minip_status_t check_needs(const minip__params_t *p, const minip_construction_t *c, minip_error_t err)
{
  for (int key = 0; key < KEY_COUNT; key++)
    if (!p->given[key] && listed(c->needs, key_names[key], strlen(key_names[key])))
      return minip_error_set(err, MINIP_INPUT, "construction '%s' needs %s, as in %s:%s=..", c->name, key_names[key], c->name, key_names[key]);
  return MINIP_OK;
}

/* "S(t,k,v)" into the keys of "steiner". 0: not of that form. */
static int parse_steiner(minip__params_t *p, const char *spec)
{
  char rest;
  if (sscanf(spec, "S(%9ld,%9ld,%9ld)%c", &PARAM(p, T), &PARAM(p, K), &PARAM(p, V), &rest) != 3 || spec[strlen(spec) - 1] != ')')
    return 0;
  GIVEN(p, T) = GIVEN(p, K) = GIVEN(p, V) = 1;
  return 1;
}

static minip_status_t parse(const minip_construction_t **found, minip__params_t *p, const char *spec, minip_error_t err)
{
  memset(p, 0, sizeof *p);
  size_t len = strcspn(spec, ":");
  int steiner = parse_steiner(p, spec);
  const minip_construction_t *c = catalogue;
  while (c->name && (steiner ? strcmp(c->name, "steiner") != 0 : strlen(c->name) != len || strncmp(c->name, spec, len) != 0))
    c++;
  if (!c->name)
    return minip_error_set(err, MINIP_INPUT, "no construction is called '%.*s'; minip code construct --list shows them", (int)(len < 200 ? len : 200), spec);
  *found = c;
  const char *at = spec + len + (spec[len] == ':');
  minip_status_t st = MINIP_OK;
  while (!steiner && st == MINIP_OK && *at) {
    len = strcspn(at, ",");
    st = take_pair(p, c, at, len, err);
    at += len + (at[len] == ',');
  }
  return st == MINIP_OK ? check_needs(p, c, err) : st;
}

/* Which entry builds S(t,k,v)? *q and *r come along in p. */
static const char *steiner_entry(minip__params_t *p)
{
  long t = PARAM(p, T), k = PARAM(p, K), v = PARAM(p, V);
  if (v >= 21 && v <= 24 && t == v - 19 && k == v - 16)
    return v == 24 ? "octads24" : "golay";
  if (v >= 9 && v <= 12 && t == v - 7 && k == v - 6)
    return "hexads";
  if (t == 2 && k == 3)
    return "triples";
  PARAM(p, R) = 0;
  for (long r = 2; t == 3 && k == 4 && r <= 8; r++)
    if (v == 1L << r)
      return PARAM(p, R) = r, "quadruples";
  for (long r = 2; r <= 12 && k >= 2 && k < 5000; r++) {
    long q = t == 2 ? k : k - 1, plane = k - 1, top = 1, sum = 1;
    for (long i = 0; i < r && top < 10000000L && sum < 10000000L; i++)
      top *= q, sum = sum * plane + 1;
    PARAM(p, R) = r;
    if (t == 2 && v == top)
      return PARAM(p, Q) = k, "ag";
    if (t == 2 && v == sum)
      return PARAM(p, Q) = k - 1, "pg";
    if (t == 3 && v == top + 1)
      return PARAM(p, Q) = k - 1, "circles";
  }
  return NULL;
}

static minip_status_t check_golay(const char *name, const minip__params_t *p, minip_error_t err)
{
  long low = strcmp(name, "golay") == 0 ? 21 : strcmp(name, "hexads") == 0 ? 9 : 0, high = low == 21 ? 23 : 12;
  if (low && GIVEN(p, V) && (PARAM(p, V) < low || PARAM(p, V) > high))
    return minip_error_set(err, MINIP_INPUT, "v must lie in %ld..%ld, not %ld", low, high, PARAM(p, V));
  return MINIP_OK;
}

static minip_status_t build(minip_code_t code, const char *name, minip__params_t *p, const char *spec, minip_error_t err)
{
  minip__list_t list;
  minip__promise_t promise = {0, 0, 0};
  char *name_and_note = NULL;
  size_t i = 0;
  if (strcmp(name, "steiner") == 0) {
    name = steiner_entry(p);
    GIVEN(p, R) = name && PARAM(p, R) > 0;
    if (!name)
      return minip_error_set(err, MINIP_UNDECIDED, "no construction here gives S(%ld,%ld,%ld)", PARAM(p, T), PARAM(p, K), PARAM(p, V));
  }
  while (strcmp(builders[i].name, name) != 0)
    i++;
  minip__list_init(&list);
  minip_status_t st = check_golay(name, p, err);
  if (st == MINIP_OK)
    st = builders[i].build(&list, &promise, p, err);
  if (asprintf(&name_and_note, "%s%s", spec, list.stopped ? MINIP_CONSTRUCT_STOPPED : "") < 0) {
    name_and_note = NULL;
    st = st == MINIP_OK ? minip_error_set(err, MINIP_LIMIT, "out of memory") : st;
  }
  if (st == MINIP_OK)
    st = minip__list_to_code(code, &list, name_and_note, err);
  free(name_and_note);
  minip__list_clear(&list);
  return st == MINIP_OK ? minip__code_require(code, promise.n, promise.d, promise.w, err) : st;
}

/* The constructions that start from codes. */
static minip_status_t combine(minip_code_t code, const char *name, const minip__params_t *p, minip_code_struct *const *operands, minip_error_t err)
{
  long coordinate = PARAM(p, COORDINATE), bit = GIVEN(p, BIT) ? PARAM(p, BIT) : strcmp(name, "shorten") == 0;
  if (bit < 0 || bit > 1 || coordinate < 0)
    return minip_error_set(err, MINIP_INPUT, bit < 0 || bit > 1 ? "bit must be 0 or 1, not %ld" : "coordinate must not be negative, as %ld is",
                           bit < 0 || bit > 1 ? bit : coordinate);
  if (strcmp(name, "shorten") == 0)
    return minip_code_shorten(code, operands[0], (size_t)coordinate, (int)bit, err);
  if (strcmp(name, "lengthen") == 0)
    return minip_code_lengthen(code, operands[0], (int)bit, err);
  if (strcmp(name, "complement") == 0)
    return minip_code_complement(code, operands[0], err);
  return minip_code_juxtapose(code, operands[0], operands[1], err);
}

static minip_status_t construct(minip_code_t code, const char *spec, minip_code_struct *const *operands, size_t count, double deadline, minip_error_t err)
{
  const minip_construction_t *c = NULL;
  minip__params_t p;
  minip_status_t st = parse(&c, &p, spec, err);
  if (st != MINIP_OK)
    return st;
  p.deadline = deadline;
  size_t wanted = !*c->operands ? 0 : strchr(c->operands, ' ') ? 2 : 1;
  if (count != wanted)
    return minip_error_set(err, MINIP_INPUT, "construction '%s' starts from %zu codes, not %zu", c->name, wanted, count);
  st = wanted ? combine(code, c->name, &p, operands, err) : build(code, c->name, &p, spec, err);
  return st == MINIP_INPUT || st == MINIP_UNDECIDED || st == MINIP_LIMIT ? minip_error_prefix(err, "%s", spec) : st;
}

minip_status_t minip_code_construct_from(minip_code_t code, const char *spec, minip_code_struct *const *operands, size_t count, minip_error_t err)
{
  return construct(code, spec, operands, count, 0, err);
}

minip_status_t minip_code_construct(minip_code_t code, const char *spec, minip_error_t err) { return construct(code, spec, NULL, 0, 0, err); }

minip_status_t minip__construct_until(minip_code_t code, const char *spec, double deadline, minip_error_t err)
{
  return construct(code, spec, NULL, 0, deadline, err);
}
