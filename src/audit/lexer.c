/* The words of a ledger. */
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void minip__lexer_init(minip__lexer_t *lexer, const char *file, const char *text, size_t size)
{
  *lexer = (minip__lexer_t){.file = file, .s = text, .size = size, .line = 1};
  if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
    lexer->at = lexer->line_start = 3; /* a byte-order mark */
}

minip_status_t minip__audit_fail(minip_error_t err, minip_status_t st, const char *file, size_t line, size_t column, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return minip_error_set(err, st, "%s:%zu:%zu: %s", file, line, column, text);
}

static int peek(const minip__lexer_t *lexer, size_t ahead)
{
  return lexer->at + ahead < lexer->size ? (unsigned char)lexer->s[lexer->at + ahead] : -1;
}

static int is_letter(int ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_'; }
static int is_digit(int ch) { return ch >= '0' && ch <= '9'; }

static void skip_blanks(minip__lexer_t *lexer)
{
  for (int ch; (ch = peek(lexer, 0)) != -1; lexer->at++) {
    if (ch == '#')
      while (peek(lexer, 1) != -1 && peek(lexer, 1) != '\n')
        lexer->at++;
    else if (ch == '\n' && lexer->depth > 0) {
      lexer->line++;
      lexer->line_start = lexer->at + 1;
    } else if (ch != ' ' && ch != '\t' && ch != '\r')
      return;
  }
}

/* "12", "1.5", "2e10", but "1..5" is a range from 1. */
static size_t number_length(const minip__lexer_t *lexer)
{
  size_t n = 0;
  while (is_digit(peek(lexer, n)))
    n++;
  if (peek(lexer, n) == '.' && is_digit(peek(lexer, n + 1)))
    for (n++; is_digit(peek(lexer, n));)
      n++;
  if (peek(lexer, n) == 'e' || peek(lexer, n) == 'E') {
    size_t sign = peek(lexer, n + 1) == '-' || peek(lexer, n + 1) == '+';
    if (is_digit(peek(lexer, n + 1 + sign)))
      for (n += 1 + sign; is_digit(peek(lexer, n));)
        n++;
  }
  return n;
}

static minip_status_t string(minip__lexeme_t *token, minip__lexer_t *lexer, minip_error_t err)
{
  size_t n = 1;
  while (peek(lexer, n) != '"') {
    if (peek(lexer, n) == -1 || peek(lexer, n) == '\n')
      return minip__audit_fail(err, MINIP_INPUT, lexer->file, token->line, token->column, "the string does not end on its line");
    n++;
  }
  token->kind = TOKEN_STRING;
  token->text++;
  token->len = n - 1;
  lexer->at += n + 1;
  return MINIP_OK;
}

static minip_status_t symbol(minip__lexeme_t *token, minip__lexer_t *lexer, minip_error_t err)
{
  static const struct {
    const char *text;
    minip__token_kind_t kind;
  } symbols[] = {{"..", TOKEN_RANGE}, {"<=", TOKEN_LE}, {">=", TOKEN_GE}, {"<", TOKEN_LT},    {">", TOKEN_GT},    {"=", TOKEN_EQ},   {"+", TOKEN_PLUS},
                 {"-", TOKEN_MINUS},  {"*", TOKEN_TIMES}, {"/", TOKEN_DIVIDE}, {"^", TOKEN_POWER}, {"(", TOKEN_OPEN}, {")", TOKEN_CLOSE}, {",", TOKEN_COMMA},
                 {":", TOKEN_COLON}};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    size_t n = strlen(symbols[i].text);
    if (lexer->size - lexer->at < n || memcmp(lexer->s + lexer->at, symbols[i].text, n) != 0)
      continue;
    token->kind = symbols[i].kind;
    token->len = n;
    lexer->at += n;
    lexer->depth += token->kind == TOKEN_OPEN;
    lexer->depth -= token->kind == TOKEN_CLOSE && lexer->depth > 0;
    return MINIP_OK;
  }
  int ch = peek(lexer, 0);
  if (ch > 32 && ch < 127)
    return minip__audit_fail(err, MINIP_INPUT, lexer->file, token->line, token->column, "unexpected character '%c'", ch);
  return minip__audit_fail(err, MINIP_INPUT, lexer->file, token->line, token->column, "unexpected byte 0x%02x", (unsigned)ch);
}

minip_status_t minip__lexer_next(minip__lexeme_t *token, minip__lexer_t *lexer, minip_error_t err)
{
  skip_blanks(lexer);
  *token = (minip__lexeme_t){.text = lexer->s + lexer->at, .line = lexer->line, .column = lexer->at - lexer->line_start + 1};
  int ch = peek(lexer, 0);
  if (ch == -1) {
    token->kind = TOKEN_END;
    return MINIP_OK;
  }
  if (ch == '\n') {
    token->kind = TOKEN_NEWLINE;
    lexer->line++;
    lexer->line_start = ++lexer->at;
    return MINIP_OK;
  }
  if (is_digit(ch)) {
    token->kind = TOKEN_NUMBER;
    token->len = number_length(lexer);
    lexer->at += token->len;
    return MINIP_OK;
  }
  if (is_letter(ch)) {
    token->kind = TOKEN_NAME;
    while (is_letter(peek(lexer, token->len)) || is_digit(peek(lexer, token->len)))
      token->len++;
    lexer->at += token->len;
    return MINIP_OK;
  }
  return ch == '"' ? string(token, lexer, err) : symbol(token, lexer, err);
}
