/* Decimals whose printed digits are certified. */
#include <minip/num.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Positive x as `digits` significant digits d (10^(digits-1) <= d < 10^digits) and exponent e of the leading digit,
   d = floor(x / 10^(e-digits+1)); *exact tells whether nothing was cut. */
static void leading_digits(fmpz_t d, long *e, int *exact, const fmpq_t x, long digits)
{
  fmpz_t num, den, p, rest;
  fmpz_init(num), fmpz_init(den), fmpz_init(p), fmpz_init(rest);
  /* A first guess from sizes in base ten, at most one or two off, then corrected exactly. */
  *e = (long)fmpz_sizeinbase(fmpq_numref(x), 10) - (long)fmpz_sizeinbase(fmpq_denref(x), 10);
  for (int settled = 0; !settled;) {
    long shift = digits - 1 - *e;
    fmpz_ui_pow_ui(p, 10, (ulong)labs(shift));
    fmpz_set(num, fmpq_numref(x)), fmpz_set(den, fmpq_denref(x));
    fmpz_mul(shift >= 0 ? num : den, shift >= 0 ? num : den, p);
    fmpz_fdiv_qr(d, rest, num, den);
    fmpz_ui_pow_ui(p, 10, (ulong)digits);
    settled = 1;
    if (fmpz_cmp(d, p) >= 0)
      ++*e, settled = 0;
    else if (fmpz_mul_ui(d, d, 10), fmpz_cmp(d, p) < 0)
      --*e, settled = 0;
    else
      fmpz_divexact_ui(d, d, 10);
  }
  *exact = fmpz_is_zero(rest);
  fmpz_clear(num), fmpz_clear(den), fmpz_clear(p), fmpz_clear(rest);
}

/* Numbers from 10^MIN_PLAIN up to below 10^(MAX_PLAIN + 1) are printed without an exponent. */
#define MIN_PLAIN (-6)
#define MAX_PLAIN 20

/* Lay out n digits with leading exponent e; strips the zeros after the point when nothing was cut. */
static char *layout(int negative, const char *digits, long e, int exact)
{
  long n = (long)strlen(digits);
  if (exact)
    while (n > 1 && digits[n - 1] == '0')
      n--;
  char *text = malloc((size_t)n + 64 + (e >= 0 && e <= MAX_PLAIN ? (size_t)e : 0));
  char *p = text;
  if (!text)
    return NULL;
  if (negative)
    *p++ = '-';
  if (e < MIN_PLAIN || e > MAX_PLAIN) {
    *p++ = digits[0];
    if (n > 1)
      *p++ = '.';
    memcpy(p, digits + 1, (size_t)n - 1), p += n - 1;
    sprintf(p, "%se%+ld", exact ? "" : "..", e);
    return text;
  }
  if (e < 0) {
    memcpy(p, "0.", 2), p += 2;
    for (long i = -1; i > e; i--)
      *p++ = '0';
    memcpy(p, digits, (size_t)n), p += n;
  } else {
    for (long i = 0; i <= e; i++)
      *p++ = i < n ? digits[i] : '0';
    if (n > e + 1)
      *p++ = '.', memcpy(p, digits + e + 1, (size_t)(n - e - 1)), p += n - e - 1;
  }
  strcpy(p, exact ? "" : "..");
  return text;
}

char *minip_num_fraction(const fmpq_t x)
{
  char *text = malloc(fmpz_sizeinbase(fmpq_numref(x), 10) + fmpz_sizeinbase(fmpq_denref(x), 10) + 4);
  return text ? fmpq_get_str(text, 10, x) : NULL;
}

/* x to `digits` significant digits. Direction 0: cut, and the text says so where something was; -1 down, 1 up: a plain decimal of a bound. */
static char *decimal(const fmpq_t x, long digits, int direction)
{
  if (fmpq_is_zero(x))
    return strdup("0");
  fmpq_t a;
  fmpz_t d;
  long e;
  int exact;
  fmpq_init(a), fmpz_init(d);
  fmpq_abs(a, x);
  leading_digits(d, &e, &exact, a, digits);
  /* layout would put zeros for digits before the point that were cut (12345678 with 3 digits: 12300000..): then all of them are shown. */
  if (direction == 0 && !exact && e >= digits && e <= MAX_PLAIN)
    leading_digits(d, &e, &exact, a, digits = e + 1);
  if (!exact && fmpq_sgn(x) == direction)
    fmpz_add_ui(d, d, 1); /* away from zero; 999 becomes 1000, one digit more and still right with the same e after the carry below */
  char *s = fmpz_get_str(NULL, 10, d);
  if ((long)strlen(s) > digits)
    e++;
  char *text = layout(fmpq_sgn(x) < 0, s, e, exact || direction != 0);
  flint_free(s);
  fmpq_clear(a), fmpz_clear(d);
  return text;
}

char *minip_num_decimal(const fmpq_t x, long digits) { return decimal(x, digits, 0); }

static void interval_of(fmpq_t lower, fmpq_t upper, const arb_t x)
{
  arf_t a;
  arf_init(a);
  arb_get_lbound_arf(a, x, ARF_PREC_EXACT);
  arf_get_fmpq(lower, a);
  arb_get_ubound_arf(a, x, ARF_PREC_EXACT);
  arf_get_fmpq(upper, a);
  arf_clear(a);
}

void minip_num_bounds(char **lower, char **upper, const arb_t x, long digits)
{
  if (!arb_is_finite(x)) {
    *lower = strdup("-inf");
    *upper = strdup("inf");
    return;
  }
  fmpq_t lo, hi;
  fmpq_init(lo), fmpq_init(hi);
  interval_of(lo, hi, x);
  *lower = decimal(lo, digits, -1);
  *upper = decimal(hi, digits, 1);
  fmpq_clear(lo), fmpq_clear(hi);
}

static char *bracketed(const arb_t x, long digits)
{
  char *lower, *upper, *text = NULL;
  minip_num_bounds(&lower, &upper, x, digits);
  if (lower && upper && (text = malloc(strlen(lower) + strlen(upper) + 5)))
    sprintf(text, "[%s, %s]", lower, upper);
  free(lower), free(upper);
  return text;
}

/* Every number in the ball starts with the digits on which the truncated end points agree. */
char *minip_num_certified(const arb_t x, long digits)
{
  if (!arb_is_finite(x))
    return bracketed(x, digits);
  fmpq_t lo, hi;
  fmpq_init(lo), fmpq_init(hi);
  interval_of(lo, hi, x);
  char *text = NULL;
  if (fmpq_equal(lo, hi))
    text = minip_num_decimal(lo, digits);
  else if (fmpq_sgn(lo) == fmpq_sgn(hi) && fmpq_sgn(lo) != 0)
    for (long n = digits; n >= 1 && !text; n--) {
      char *a = minip_num_decimal(lo, n), *b = minip_num_decimal(hi, n);
      if (a && b && strcmp(a, b) == 0)
        text = a, a = NULL;
      free(a), free(b);
    }
  if (!text)
    text = bracketed(x, digits);
  fmpq_clear(lo), fmpq_clear(hi);
  return text;
}
