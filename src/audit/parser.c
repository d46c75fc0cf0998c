/* From the text of a ledger to its trees, by recursive descent. */
#include "internal.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NESTING 200

typedef struct {
  minip__ledger_t *ledger;
  minip__lexer_t lexer;
  minip__lexeme_t token; /* the next one */
  minip__statement_t **last_claim;
  minip__lexeme_t scope[MINIP__MAX_SCOPE]; /* names of the parameters and summation variables in force */
  size_t scope_size, nesting;
} parser_t;

static minip_status_t expression(minip__node_t **out, parser_t *p, minip_error_t err);

static minip_status_t fail_at(const parser_t *p, const minip__lexeme_t *at, minip_error_t err, const char *what)
{
  if (at->kind == TOKEN_END || at->kind == TOKEN_NEWLINE)
    return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, at->line, at->column, "%s, found the end of the %s", what,
                             at->kind == TOKEN_END ? "file" : "line");
  return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, at->line, at->column, "%s, found '%.*s'", what, at->len > 40 ? 40 : (int)at->len,
                           at->text);
}

static minip_status_t advance(parser_t *p, minip_error_t err) { return minip__lexer_next(&p->token, &p->lexer, err); }

static minip_status_t expect(parser_t *p, minip__token_kind_t kind, const char *what, minip_error_t err)
{
  return p->token.kind == kind ? advance(p, err) : fail_at(p, &p->token, err, what);
}

static int same(const minip__lexeme_t *token, const char *name, size_t len) { return token->len == len && memcmp(token->text, name, len) == 0; }
static int is_word(const minip__lexeme_t *token, const char *word) { return token->kind == TOKEN_NAME && same(token, word, strlen(word)); }

static minip_status_t out_of_memory(const parser_t *p, minip_error_t err)
{
  return minip_error_set(err, MINIP_LIMIT, "%s: out of memory", p->ledger->file);
}

/* A node with room for `children`, owned by the ledger. NULL when memory is short. */
static minip__node_t *new_node(parser_t *p, minip__node_kind_t kind, const minip__lexeme_t *at, size_t children)
{
  minip__node_t *node = calloc(1, sizeof *node);
  if (!node || !(node->children = calloc(children + 1, sizeof(minip__node_t *)))) {
    free(node);
    return NULL;
  }
  node->kind = kind;
  node->line = at->line;
  node->column = at->column;
  node->child_count = children;
  fmpq_init(&node->exact);
  node->next_allocated = p->ledger->nodes;
  p->ledger->nodes = node;
  return node;
}

static minip_status_t binary(minip__node_t **out, parser_t *p, minip__node_kind_t kind, const minip__lexeme_t *at, minip__node_t *left,
                             minip__node_t *right, minip_error_t err)
{
  *out = new_node(p, kind, at, 2);
  if (!*out)
    return out_of_memory(p, err);
  (*out)->children[0] = left;
  (*out)->children[1] = right;
  return MINIP_OK;
}

static minip_status_t number(minip__node_t **out, parser_t *p, minip_error_t err)
{
  *out = new_node(p, NODE_NUMBER, &p->token, 0);
  if (!*out)
    return out_of_memory(p, err);
  if (minip_num_parse(&(*out)->exact, p->token.text, p->token.len, err) != MINIP_OK)
    return minip_error_prefix(err, "%s:%zu:%zu", p->ledger->file, p->token.line, p->token.column);
  return advance(p, err);
}

static minip_status_t string(minip__node_t **out, parser_t *p, minip_error_t err)
{
  *out = new_node(p, NODE_STRING, &p->token, 0);
  if (!*out || !((*out)->text = strndup(p->token.text, p->token.len)))
    return out_of_memory(p, err);
  return advance(p, err);
}

static minip_status_t push_scope(parser_t *p, const minip__lexeme_t *name, minip_error_t err)
{
  if (p->scope_size == MINIP__MAX_SCOPE)
    return minip__audit_fail(err, MINIP_LIMIT, p->ledger->file, name->line, name->column, "more than %d variables at one place", MINIP__MAX_SCOPE);
  p->scope[p->scope_size++] = *name;
  return MINIP_OK;
}

/* sum(i = a..b, body); the word sum and the parenthesis are read. */
static minip_status_t range(minip__node_t **out, parser_t *p, minip__node_kind_t kind, const minip__lexeme_t *at, minip_error_t err)
{
  minip__lexeme_t variable = p->token;
  minip_status_t st = expect(p, TOKEN_NAME, "expected a variable", err);
  if (!(*out = new_node(p, kind, at, 3)))
    return out_of_memory(p, err);
  minip__node_t *node = *out;
  node->index = p->scope_size;
  if (st == MINIP_OK)
    st = expect(p, TOKEN_EQ, "expected '=' after the variable", err);
  if (st == MINIP_OK)
    st = expression(&node->children[0], p, err);
  if (st == MINIP_OK)
    st = expect(p, TOKEN_RANGE, "expected '..' and an upper end (a sum without one has no value)", err);
  if (st == MINIP_OK && (is_word(&p->token, "inf") || is_word(&p->token, "infinity")))
    return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, p->token.line, p->token.column, "an unbounded range: the upper end must be an integer");
  if (st == MINIP_OK)
    st = expression(&node->children[1], p, err);
  if (st == MINIP_OK)
    st = expect(p, TOKEN_COMMA, "expected ',' and what to add up", err);
  if (st == MINIP_OK)
    st = push_scope(p, &variable, err);
  if (st == MINIP_OK)
    st = expression(&node->children[2], p, err);
  if (st != MINIP_OK)
    return st;
  p->scope_size--;
  return expect(p, TOKEN_CLOSE, "expected ')'", err);
}

/* Arguments up to the closing parenthesis; the opening one is read. */
static minip_status_t arguments(minip__node_t *node, parser_t *p, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  while (st == MINIP_OK && p->token.kind != TOKEN_CLOSE) {
    if (node->child_count > 0 && (st = expect(p, TOKEN_COMMA, "expected ',' or ')'", err)) != MINIP_OK)
      break;
    if (node->child_count == MINIP__MAX_ARGUMENTS)
      return fail_at(p, &p->token, err, "more than 8 arguments");
    st = expression(&node->children[node->child_count], p, err);
    node->child_count += st == MINIP_OK;
  }
  return st == MINIP_OK ? advance(p, err) : st;
}

static int by_key(const void *a, const void *b)
{
  const minip__key_t *x = a, *y = b;
  int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);
  return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* What stands in the tree under that name, or NULL. */
static void *find_name(void *const *tree, const minip__lexeme_t *name)
{
  const minip__key_t key = {name->text, name->len};
  void *const *found = tfind(&key, tree, by_key);
  return found ? *found : NULL;
}

/* owner's first member is its key. 0 when memory is short. */
static int add_name(void **tree, void *owner, const char *name, size_t len)
{
  minip__key_t *key = owner;
  key->text = name;
  key->len = len;
  return tsearch(owner, tree, by_key) != NULL;
}

static void keep(void *owner) { (void)owner; } /* the trees own nothing */

static minip__definition_t *find_definition(const parser_t *p, const minip__lexeme_t *name) { return find_name(&p->ledger->definition_names, name); }

/* Is the name defined further down? Then the message can say so. */
static size_t line_of_later_definition(const parser_t *p, const minip__lexeme_t *name)
{
  minip__lexer_t ahead = p->lexer;
  minip__lexeme_t token, previous = {.kind = TOKEN_END};
  minip_error_t ignored;
  ahead.depth = 0;
  while (minip__lexer_next(&token, &ahead, ignored) == MINIP_OK && token.kind != TOKEN_END) {
    if (is_word(&previous, "let") && token.kind == TOKEN_NAME && same(&token, name->text, name->len))
      return token.line;
    previous = token;
  }
  return 0;
}

static minip_status_t unknown_name(const parser_t *p, const minip__lexeme_t *name, minip_error_t err)
{
  size_t later = line_of_later_definition(p, name);
  int shown = name->len > 40 ? 40 : (int)name->len;
  if (later)
    return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, name->line, name->column, "'%.*s' is used before its definition in line %zu", shown,
                             name->text, later);
  return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, name->line, name->column, "'%.*s' is not defined", shown, name->text);
}

static minip_status_t check_count(const parser_t *p, const minip__node_t *node, const minip__lexeme_t *name, size_t min, size_t max, minip_error_t err)
{
  if (node->child_count >= min && node->child_count <= max)
    return MINIP_OK;
  return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, name->line, name->column, "'%.*s' takes %zu%s%.0zu argument%s, not %zu",
                           name->len > 40 ? 40 : (int)name->len, name->text, min, max > min ? " or more, up to " : "", max > min ? max : 0,
                           max == 1 ? "" : "s", node->child_count);
}

/* A definition or a function, with its arguments if there are any. */
static minip_status_t reference(minip__node_t **out, parser_t *p, const minip__lexeme_t *name, int has_arguments, minip_error_t err)
{
  minip__definition_t *definition = find_definition(p, name);
  const minip__builtin_t *builtin = definition ? NULL : minip__builtin_find(name->text, name->len);
  if (!definition && !builtin)
    return unknown_name(p, name, err);
  if (definition && !definition->body)
    return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, name->line, name->column, "'%s' is used in its own definition: a cycle", definition->name);
  if (!(*out = new_node(p, definition ? NODE_DEFINED : NODE_CALL, name, MINIP__MAX_ARGUMENTS)))
    return out_of_memory(p, err);
  minip__node_t *node = *out;
  node->child_count = 0;
  node->definition = definition;
  node->builtin = builtin;
  minip_status_t st = has_arguments ? arguments(node, p, err) : MINIP_OK;
  if (st != MINIP_OK)
    return st;
  return definition ? check_count(p, node, name, definition->parameters, definition->parameters, err)
                    : check_count(p, node, name, builtin->min_arguments, builtin->max_arguments, err);
}

static minip_status_t name(minip__node_t **out, parser_t *p, minip_error_t err)
{
  minip__lexeme_t word = p->token;
  minip_status_t st = advance(p, err);
  if (st != MINIP_OK)
    return st;
  for (size_t i = p->scope_size; i-- > 0;)
    if (same(&word, p->scope[i].text, p->scope[i].len)) {
      if (!(*out = new_node(p, NODE_VARIABLE, &word, 0)))
        return out_of_memory(p, err);
      (*out)->index = i;
      return MINIP_OK;
    }
  int has_arguments = p->token.kind == TOKEN_OPEN;
  if (has_arguments && (st = advance(p, err)) != MINIP_OK)
    return st;
  if (has_arguments && (is_word(&word, "sum") || is_word(&word, "product")))
    return range(out, p, is_word(&word, "sum") ? NODE_SUM : NODE_PRODUCT, &word, err);
  return reference(out, p, &word, has_arguments, err);
}

static minip_status_t atom(minip__node_t **out, parser_t *p, minip_error_t err)
{
  minip_status_t st;
  switch (p->token.kind) {
  case TOKEN_NUMBER: return number(out, p, err);
  case TOKEN_STRING: return string(out, p, err);
  case TOKEN_NAME: return name(out, p, err);
  case TOKEN_OPEN:
    st = advance(p, err);
    if (st == MINIP_OK)
      st = expression(out, p, err);
    return st == MINIP_OK ? expect(p, TOKEN_CLOSE, "expected ')'", err) : st;
  default: return fail_at(p, &p->token, err, "expected a number, a name or '('");
  }
}

/* - binds less than ^ and more than *: -2^2 is -4. ^ takes a signed exponent and groups to the right. */
static minip_status_t unary(minip__node_t **out, parser_t *p, minip_error_t err)
{
  minip__lexeme_t at = p->token;
  minip_status_t st;
  if (++p->nesting > MAX_NESTING)
    return minip__audit_fail(err, MINIP_LIMIT, p->ledger->file, at.line, at.column, "nested deeper than %d", MAX_NESTING);
  if (at.kind == TOKEN_MINUS) {
    minip__node_t *node = *out = new_node(p, NODE_NEGATE, &at, 1);
    st = node ? advance(p, err) : out_of_memory(p, err);
    if (st == MINIP_OK)
      st = unary(&node->children[0], p, err);
  } else {
    st = atom(out, p, err);
    if (st == MINIP_OK && p->token.kind == TOKEN_POWER) {
      minip__node_t *base = *out, *exponent;
      minip__lexeme_t power = p->token;
      st = advance(p, err);
      if (st == MINIP_OK)
        st = unary(&exponent, p, err);
      if (st == MINIP_OK)
        st = binary(out, p, NODE_POWER, &power, base, exponent, err);
    }
  }
  p->nesting--;
  return st;
}

/* left op right op .. of one precedence, grouped to the left. */
static minip_status_t chain(minip__node_t **out, parser_t *p, minip_status_t (*operand)(minip__node_t **, parser_t *, minip_error_t),
                            minip__token_kind_t first, minip__node_kind_t first_kind, minip__token_kind_t second, minip__node_kind_t second_kind,
                            minip_error_t err)
{
  minip_status_t st = operand(out, p, err);
  while (st == MINIP_OK && (p->token.kind == first || p->token.kind == second)) {
    minip__lexeme_t at = p->token;
    minip__node_t *left = *out, *right;
    st = advance(p, err);
    if (st == MINIP_OK)
      st = operand(&right, p, err);
    if (st == MINIP_OK)
      st = binary(out, p, at.kind == first ? first_kind : second_kind, &at, left, right, err);
  }
  return st;
}

static minip_status_t term(minip__node_t **out, parser_t *p, minip_error_t err)
{
  return chain(out, p, unary, TOKEN_TIMES, NODE_MULTIPLY, TOKEN_DIVIDE, NODE_DIVIDE, err);
}

static minip_status_t expression(minip__node_t **out, parser_t *p, minip_error_t err)
{
  return chain(out, p, term, TOKEN_PLUS, NODE_ADD, TOKEN_MINUS, NODE_SUBTRACT, err);
}

/* let NAME = .. or let NAME(a, b) = .. */
static minip_status_t parameters(minip__definition_t *definition, parser_t *p, minip_error_t err)
{
  minip_status_t st = MINIP_OK;
  if (p->token.kind != TOKEN_OPEN)
    return MINIP_OK;
  do {
    st = advance(p, err);
    minip__lexeme_t parameter = p->token;
    if (st == MINIP_OK)
      st = expect(p, TOKEN_NAME, "expected a parameter", err);
    if (st == MINIP_OK && definition->parameters == MINIP__MAX_ARGUMENTS)
      return fail_at(p, &parameter, err, "more than 8 parameters");
    for (size_t i = 0; st == MINIP_OK && i < p->scope_size; i++)
      if (same(&parameter, p->scope[i].text, p->scope[i].len))
        return fail_at(p, &parameter, err, "two parameters of one name");
    if (st == MINIP_OK)
      st = push_scope(p, &parameter, err);
    definition->parameters++;
  } while (st == MINIP_OK && p->token.kind == TOKEN_COMMA);
  return st == MINIP_OK ? expect(p, TOKEN_CLOSE, "expected ')'", err) : st;
}

static int is_reserved(const minip__lexeme_t *word)
{
  return is_word(word, "let") || is_word(word, "claim") || is_word(word, "sum") || is_word(word, "product") || is_word(word, "inf") ||
         is_word(word, "infinity") || minip__builtin_find(word->text, word->len) != NULL;
}

static minip_status_t definition(parser_t *p, minip_error_t err)
{
  minip__lexeme_t word = p->token;
  minip_status_t st = expect(p, TOKEN_NAME, "expected a name after 'let'", err);
  if (st != MINIP_OK)
    return st;
  minip__definition_t *old = find_definition(p, &word);
  if (old)
    return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, word.line, word.column, "'%s' is defined already, in line %zu", old->name, old->line);
  if (is_reserved(&word))
    return fail_at(p, &word, err, "the name is taken by the language");
  minip__definition_t *d = calloc(1, sizeof *d);
  if (!d || !(d->name = strndup(word.text, word.len))) {
    free(d);
    return out_of_memory(p, err);
  }
  d->line = word.line;
  d->next = p->ledger->definitions;
  p->ledger->definitions = d;
  if (!add_name(&p->ledger->definition_names, d, d->name, word.len))
    return out_of_memory(p, err);
  minip__node_t *body = NULL;
  st = parameters(d, p, err);
  if (st == MINIP_OK)
    st = expect(p, TOKEN_EQ, "expected '='", err);
  if (st == MINIP_OK)
    st = expression(&body, p, err);
  d->body = body;
  p->scope_size = 0;
  return st;
}

static int is_relation(minip__token_kind_t kind) { return kind >= TOKEN_EQ && kind <= TOKEN_GE; }

/* claim NAME: a < b <= c */
static minip_status_t claim(parser_t *p, minip_error_t err)
{
  minip__lexeme_t word = p->token;
  minip_status_t st = expect(p, TOKEN_NAME, "expected a name after 'claim'", err);
  minip__statement_t *old = st == MINIP_OK ? find_name(&p->ledger->claim_names, &word) : NULL;
  if (old)
    return minip__audit_fail(err, MINIP_INPUT, p->ledger->file, word.line, word.column, "a claim '%s' stands already in line %zu", old->name, old->line);
  if (st == MINIP_OK)
    st = expect(p, TOKEN_COLON, "expected ':' after the claim's name", err);
  if (st != MINIP_OK)
    return st;
  minip__statement_t *c = calloc(1, sizeof *c);
  if (!c || !(c->name = strndup(word.text, word.len))) {
    free(c);
    return out_of_memory(p, err);
  }
  c->line = word.line;
  *p->last_claim = c;
  p->last_claim = &c->next;
  p->ledger->claim_count++;
  if (!add_name(&p->ledger->claim_names, c, c->name, word.len))
    return out_of_memory(p, err);
  minip__node_t *side = NULL;
  st = expression(&side, p, err);
  c->side[c->sides++] = side;
  if (st == MINIP_OK && !is_relation(p->token.kind))
    return fail_at(p, &p->token, err, "expected a relation (= < <= > >=)");
  while (st == MINIP_OK && is_relation(p->token.kind)) {
    if (c->sides > MINIP__MAX_RELATIONS)
      return fail_at(p, &p->token, err, "more than 16 relations in one claim");
    c->relation[c->sides - 1] = p->token.kind;
    st = advance(p, err);
    if (st == MINIP_OK)
      st = expression(&side, p, err);
    c->side[c->sides++] = side;
  }
  return st;
}

static minip_status_t statement(parser_t *p, minip_error_t err)
{
  int is_let = is_word(&p->token, "let");
  if (!is_let && !is_word(&p->token, "claim"))
    return fail_at(p, &p->token, err, "expected 'let' or 'claim'");
  minip_status_t st = advance(p, err);
  if (st == MINIP_OK)
    st = is_let ? definition(p, err) : claim(p, err);
  if (st == MINIP_OK && p->token.kind != TOKEN_NEWLINE && p->token.kind != TOKEN_END)
    st = fail_at(p, &p->token, err, "expected the end of the statement");
  return st;
}

minip_status_t minip__ledger_parse(minip__ledger_t *ledger, const char *file, const char *text, size_t size, minip_error_t err)
{
  parser_t p = {.ledger = ledger, .last_claim = &ledger->claims};
  *ledger = (minip__ledger_t){.file = file};
  minip__lexer_init(&p.lexer, file, text, size);
  minip_status_t st = advance(&p, err);
  while (st == MINIP_OK && p.token.kind != TOKEN_END)
    st = p.token.kind == TOKEN_NEWLINE ? advance(&p, err) : statement(&p, err);
  return st;
}

void minip__ledger_clear(minip__ledger_t *ledger)
{
  tdestroy(ledger->definition_names, keep), tdestroy(ledger->claim_names, keep);
  for (minip__node_t *n = ledger->nodes, *next; n; n = next) {
    next = n->next_allocated;
    fmpq_clear(&n->exact);
    free(n->text), free(n->children), free(n);
  }
  for (minip__definition_t *d = ledger->definitions, *next; d; d = next) {
    next = d->next;
    minip__cache_free(d->cache);
    free(d->name), free(d);
  }
  for (minip__statement_t *c = ledger->claims, *next; c; c = next) {
    next = c->next;
    free(c->name), free(c);
  }
  *ledger = (minip__ledger_t){0};
}
