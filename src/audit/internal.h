/* The ledger language: tokens, syntax trees, values. doc/ledger.md is its reference. */
#ifndef MINIP_AUDIT_INTERNAL_H
#define MINIP_AUDIT_INTERNAL_H

#include <minip/audit.h>
#include <minip/bound.h>

/* ---- tokens ---- */

typedef enum {
  TOKEN_END, TOKEN_NEWLINE, TOKEN_NUMBER, TOKEN_NAME, TOKEN_STRING,
  TOKEN_PLUS, TOKEN_MINUS, TOKEN_TIMES, TOKEN_DIVIDE, TOKEN_POWER, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_COMMA, TOKEN_COLON, TOKEN_RANGE,
  TOKEN_EQ, TOKEN_LT, TOKEN_LE, TOKEN_GT, TOKEN_GE
} minip__token_kind_t;

typedef struct {
  minip__token_kind_t kind;
  const char *text; /* in the source; strings without their quotes */
  size_t len;
  size_t line, column; /* from 1 */
} minip__lexeme_t;

typedef struct {
  const char *file; /* for messages */
  const char *s;
  size_t size, at, line, line_start;
  int depth;        /* open parentheses: newlines inside do not end a statement */
} minip__lexer_t;

void minip__lexer_init(minip__lexer_t *lexer, const char *file, const char *text, size_t size);
MINIP_MUST_CHECK minip_status_t minip__lexer_next(minip__lexeme_t *token, minip__lexer_t *lexer, minip_error_t err);

/* "file:line:column: message" */
minip_status_t minip__audit_fail(minip_error_t err, minip_status_t st, const char *file, size_t line, size_t column, const char *format, ...)
  MINIP_PRINTF(6, 7);

/* ---- trees ---- */

typedef enum {
  NODE_NUMBER,   /* exact */
  NODE_STRING,   /* text */
  NODE_VARIABLE, /* index into the frame of the enclosing function or sum */
  NODE_DEFINED,  /* definition, with its arguments as children */
  NODE_NEGATE, NODE_ADD, NODE_SUBTRACT, NODE_MULTIPLY, NODE_DIVIDE, NODE_POWER,
  NODE_SUM, NODE_PRODUCT, /* children: from, to, body; the body's variable is `index` */
  NODE_CALL      /* builtin, with its arguments as children */
} minip__node_kind_t;

struct minip__definition;
struct minip__builtin;

typedef struct minip__node {
  minip__node_kind_t kind;
  size_t line, column;
  fmpq exact;
  char *text;
  size_t index;
  struct minip__definition *definition;
  const struct minip__builtin *builtin;
  size_t child_count;
  struct minip__node **children;
  struct minip__node *next_allocated; /* all nodes of a ledger, to free them */
} minip__node_t;

/* A name to look up; in the two structures below it comes first, so that trees of them are searched by it. */
typedef struct {
  const char *text;
  size_t len;
} minip__key_t;

#define MINIP__MAX_SCOPE 32     /* parameters and nested summation variables in force at one place */
#define MINIP__MAX_ARGUMENTS 8

typedef struct minip__definition {
  minip__key_t key;
  char *name;
  size_t line;
  size_t parameters;
  const minip__node_t *body; /* NULL while it is being read */
  struct minip__cache *cache; /* the value of a definition without parameters, once it was needed */
  struct minip__definition *next;
} minip__definition_t;

#define MINIP__MAX_RELATIONS 16
typedef struct minip__statement {
  minip__key_t key;
  char *name;
  size_t line, sides; /* sides = relations + 1 */
  const minip__node_t *side[MINIP__MAX_RELATIONS + 1];
  minip__token_kind_t relation[MINIP__MAX_RELATIONS];
  struct minip__statement *next;
} minip__statement_t;

typedef struct {
  const char *file;
  minip__node_t *nodes;
  minip__definition_t *definitions; /* newest first */
  minip__statement_t *claims;       /* in order */
  void *definition_names, *claim_names; /* search trees (tsearch) */
  size_t claim_count;
} minip__ledger_t;

MINIP_MUST_CHECK minip_status_t minip__ledger_parse(minip__ledger_t *ledger, const char *file, const char *text, size_t size, minip_error_t err);
void minip__ledger_clear(minip__ledger_t *ledger);

/* ---- values ---- */

typedef struct {
  const char *string; /* not NULL: a string, borrowed from the tree */
  int is_exact;
  fmpq_t exact;
  arb_t ball; /* when not exact; always finite or the whole line */
} minip__value_struct;
typedef minip__value_struct minip__value_t[1];

void minip__value_init(minip__value_t v);
void minip__value_clear(minip__value_t v);
void minip__value_swap(minip__value_t a, minip__value_t b);
void minip__value_set_fmpz(minip__value_t v, const fmpz_t x);
void minip__value_get_arb(arb_t y, const minip__value_t v, slong prec); /* also of an exact one */

/* A remembered value: for good when exact, else for one precision. */
typedef struct minip__cache {
  slong prec;
  minip__value_t value;
} minip__cache_t;
void minip__cache_free(minip__cache_t *cache);

/* What evaluation needs besides the tree. */
typedef struct {
  const char *file;
  slong prec;
  size_t steps;   /* evaluated nodes so far, large numbers counting more, to bound the work */
  size_t depth;   /* nesting of evaluation */
} minip__evaluation_t;

/* Evaluates a tree; frame holds the parameters and summation variables in force. */
MINIP_MUST_CHECK minip_status_t minip__evaluate(minip__value_t v, const minip__node_t *node, minip__value_struct *frame, minip__evaluation_t *ev,
                                                minip_error_t err);

/* Arithmetic: exact when both are. node places the error. */
typedef minip_status_t (*minip__operation_t)(minip__value_t v, const minip__value_t a, const minip__value_t b, const minip__node_t *node,
                                             minip__evaluation_t *ev, minip_error_t err);
minip__operation_t minip__operation(minip__node_kind_t kind);

/* ---- functions ---- */

typedef struct minip__builtin {
  const char *name;
  size_t min_arguments, max_arguments;
  minip_status_t (*apply)(minip__value_t v, minip__value_struct *arguments, size_t count, const minip__node_t *node, minip__evaluation_t *ev,
                          minip_error_t err);
} minip__builtin_t;

const minip__builtin_t *minip__builtin_find(const char *name, size_t len);
/* The tables, each ended by name NULL: log2, H, binomial, ..; A, beta, delsarte, ..; code_size, rank_bound, optimal_error, .. */
extern const minip__builtin_t *const minip__arithmetic_functions, *const minip__domain_functions, *const minip__object_functions;

/* The task of error 1/2 at a length, for bounds up to kmax bits; to be cleared whatever is returned. */
MINIP_MUST_CHECK minip_status_t minip__audit_task(minip_bound_task_t task, const minip__value_t length, size_t kmax, int is_signed, const minip__node_t *node,
                                                  const minip__evaluation_t *ev, minip_error_t err);

/* Argument checks, with the place in the message: an exact number, an exact integer within min..max, a string. */
MINIP_MUST_CHECK minip_status_t minip__need_exact(const minip__value_t v, const char *what, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__need_integer(slong *out, const minip__value_t v, slong min, slong max, const char *what, const minip__node_t *node,
                                                    const minip__evaluation_t *ev, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip__need_string(const minip__value_t v, const char *what, const minip__node_t *node, const minip__evaluation_t *ev, minip_error_t err);
minip_status_t minip__node_fail(minip_error_t err, minip_status_t st, const minip__node_t *node, const minip__evaluation_t *ev, const char *format, ...)
  MINIP_PRINTF(5, 6);

#endif
