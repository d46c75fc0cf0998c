/* Exact numbers from text: integers, decimals, p/q. */
#include <minip/num.h>
#include <stdlib.h>
#include <string.h>

/* A cursor over text that need not end in a zero byte. */
typedef struct {
  const char *s;
  size_t len, at;
} cursor_t;

static int peek(const cursor_t *c) { return c->at < c->len ? (unsigned char)c->s[c->at] : -1; }
static int is_digit(int ch) { return ch >= '0' && ch <= '9'; }

static minip_status_t fail(const cursor_t *c, minip_error_t err, minip_status_t st, const char *reason)
{
  int shown = c->len > 40 ? 40 : (int)c->len;
  return minip_error_set(err, st, "'%.*s%s': %s", shown, c->s, c->len > 40 ? ".." : "", reason);
}

static int take_sign(cursor_t *c)
{
  int ch = peek(c);
  if (ch == '-' || ch == '+')
    c->at++;
  return ch == '-' ? -1 : 1;
}

/* Copy the digits at the cursor to out (which has room for all of the text) and return how many. */
static size_t take_digits(cursor_t *c, char *out)
{
  size_t n = 0;
  while (is_digit(peek(c)))
    out[n++] = c->s[c->at++];
  return n;
}

/* The decimal exponent after 'e'; leading zeros are harmless, so the size is judged by value. */
static minip_status_t take_exponent(long *value, cursor_t *c, minip_error_t err)
{
  int sign = take_sign(c);
  if (!is_digit(peek(c)))
    return fail(c, err, MINIP_INPUT, "no digits after 'e'");
  long v = 0;
  while (is_digit(peek(c))) {
    v = v * 10 + (c->s[c->at++] - '0');
    if (v > MINIP_NUM_MAX_EXPONENT)
      return fail(c, err, MINIP_LIMIT, "the exponent is beyond 100000");
  }
  *value = sign * v;
  return MINIP_OK;
}

/* x *= 10^e. */
static void scale_by_ten(fmpq_t x, long e)
{
  fmpz_t p;
  fmpz_init(p);
  fmpz_ui_pow_ui(p, 10, (ulong)labs(e));
  if (e >= 0)
    fmpq_mul_fmpz(x, x, p);
  else
    fmpq_div_fmpz(x, x, p);
  fmpz_clear(p);
}

/* digits [. digits] [e exponent], without a sign; digits is scratch of len + 1 bytes. */
static minip_status_t take_decimal(fmpq_t x, cursor_t *c, char *digits, int integer_only, minip_error_t err)
{
  long e = 0;
  size_t fraction = 0;
  size_t n = take_digits(c, digits);
  if (!integer_only && peek(c) == '.') {
    c->at++;
    fraction = take_digits(c, digits + n);
    n += fraction;
  }
  if (n == 0)
    return fail(c, err, MINIP_INPUT, "is not a number");
  if (n > (size_t)MINIP_NUM_MAX_DIGITS)
    return fail(c, err, MINIP_LIMIT, "has more than 100000 digits");
  if (!integer_only && (peek(c) == 'e' || peek(c) == 'E')) {
    c->at++;
    minip_status_t st = take_exponent(&e, c, err);
    if (st != MINIP_OK)
      return st;
  }
  digits[n] = '\0';
  fmpz_one(fmpq_denref(x));
  if (fmpz_set_str(fmpq_numref(x), digits, 10) != 0)
    return fail(c, err, MINIP_INTERNAL, "digits were refused");
  scale_by_ten(x, e - (long)fraction);
  return MINIP_OK;
}

static minip_status_t parse(fmpq_t x, cursor_t *c, char *digits, minip_error_t err)
{
  int sign = take_sign(c);
  int fractional = memchr(c->s, '/', c->len) != NULL;
  minip_status_t st = take_decimal(x, c, digits, fractional, err);
  if (st == MINIP_OK && fractional) {
    if (peek(c) != '/')
      return fail(c, err, MINIP_INPUT, "is not a number");
    c->at++;
    fmpq_t q;
    fmpq_init(q);
    st = take_decimal(q, c, digits, 1, err);
    if (st == MINIP_OK && fmpq_is_zero(q))
      st = fail(c, err, MINIP_INPUT, "has a zero denominator");
    if (st == MINIP_OK)
      fmpq_div(x, x, q);
    fmpq_clear(q);
  }
  if (st == MINIP_OK && c->at != c->len)
    st = fail(c, err, MINIP_INPUT, "is not a number");
  if (st == MINIP_OK && sign < 0)
    fmpq_neg(x, x);
  return st;
}

minip_status_t minip_num_parse(fmpq_t x, const char *s, size_t len, minip_error_t err)
{
  cursor_t c = {s, len, 0};
  if (len > 4 * (size_t)MINIP_NUM_MAX_DIGITS)
    return fail(&c, err, MINIP_LIMIT, "has more than 100000 digits");
  char *digits = malloc(len + 1);
  if (!digits)
    return minip_error_set(err, MINIP_LIMIT, "out of memory reading a number of %zu characters", len);
  minip_status_t st = parse(x, &c, digits, err);
  free(digits);
  return st;
}

minip_status_t minip_num_parse_integer(fmpz_t x, const char *s, size_t len, minip_error_t err)
{
  fmpq_t q;
  fmpq_init(q);
  minip_status_t st = minip_num_parse(q, s, len, err);
  cursor_t c = {s, len, 0};
  if (st == MINIP_OK && !fmpz_is_one(fmpq_denref(q)))
    st = fail(&c, err, MINIP_INPUT, "is not an integer");
  if (st == MINIP_OK)
    fmpz_set(x, fmpq_numref(q));
  fmpq_clear(q);
  return st;
}
