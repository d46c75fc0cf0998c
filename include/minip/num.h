/* Exact numbers and enclosures.

   Exact values are FLINT's fmpz (integers) and fmpq (rationals, always in lowest terms with a positive denominator);
   enclosures are arb balls. No function here rounds an exact value; decimals are truncated and say so. */
#ifndef MINIP_NUM_H
#define MINIP_NUM_H

#include <stddef.h>
#include <stdint.h>
#include <minip/flint.h>
#include <minip/status.h>

MINIP_BEGIN_DECLS

/* Limits on numbers read from text, so that a short text cannot ask for a huge number. */
#define MINIP_NUM_MAX_DIGITS 100000L   /* digits in one number, without sign, point and exponent */
#define MINIP_NUM_MAX_EXPONENT 100000L /* absolute value of a decimal exponent */

/* Binary floating-point formats, as stored bit patterns. */
typedef enum { MINIP_F16, MINIP_BF16, MINIP_F32, MINIP_F64 } minip_float_t;

/* x = the exact value of the text s[0..len): an integer "-12", a decimal "1.5e-3", or "p/q" of two integers.
   No blanks, no hexadecimal, no locale. A decimal is the exact decimal rational, never via double.
   MINIP_INPUT: not a number, a zero denominator; MINIP_LIMIT: more digits or a larger exponent than allowed. */
MINIP_MUST_CHECK minip_status_t minip_num_parse(fmpq_t x, const char *s, size_t len, minip_error_t err);

/* The same, and the value must be an integer ("12", also "12.0" and "24/2"). */
MINIP_MUST_CHECK minip_status_t minip_num_parse_integer(fmpz_t x, const char *s, size_t len, minip_error_t err);

/* man * 2^exp = the exact value of a float's bit pattern (low bits of `bits`), man odd or zero (then exp = 0).
   MINIP_INPUT: NaN or infinity. -0 gives 0. */
MINIP_MUST_CHECK minip_status_t minip_num_from_float(int64_t *man, int *exp, uint64_t bits, minip_float_t format, minip_error_t err);

/* x = man * 2^exp. */
void minip_num_set_dyadic(fmpq_t x, int64_t man, int exp);

/* Text of an exact value: "p/q", or "p" for an integer. The caller frees with free(). */
char *minip_num_fraction(const fmpq_t x);

/* Decimal text with `digits` significant digits (>= 1), truncated towards zero, so that every printed digit is a digit of x;
   ".." is appended when digits were cut: 48/113 with 4 digits is "0.4247..". Scientific notation ("1.234..e+80") is used outside
   10^-6 .. 10^20. The caller frees with free(). */
char *minip_num_decimal(const fmpq_t x, long digits);

/* Decimal bounds of a ball: lower is rounded down and upper up, both plain decimals of `digits` significant digits.
   The caller frees both. A ball that is not finite gives "-inf" / "inf". */
void minip_num_bounds(char **lower, char **upper, const arb_t x, long digits);

/* Decimal text of the real number that x encloses, every printed digit certified, as many as x's width allows up to `digits`:
   "11.2345..". If not even the leading digit is certified, the text is "[lower, upper]". The caller frees. */
char *minip_num_certified(const arb_t x, long digits);

/* Is x > 0? Unsettled when the ball straddles or touches zero. */
minip_tri_t minip_num_sign_positive(const arb_t x);

/* Evaluates a real number to any precision: y = an enclosure of it, computed with about prec bits. */
typedef void (*minip_num_eval_t)(arb_t y, void *data, slong prec);

/* Compare the number behind eval with the rational c, doubling the precision from 64 bits up to max_prec: *order = -1, 0 or 1.
   Equality is found only where the ball becomes exact; otherwise MINIP_UNDECIDED at max_prec. */
MINIP_MUST_CHECK minip_status_t minip_num_compare(int *order, minip_num_eval_t eval, void *data, const fmpq_t c, slong max_prec, minip_error_t err);

/* x^(1/d) < y^(1/e) for positive x, y, d, e: decided exactly, as x^e < y^d. */
int minip_num_root_less(const fmpq_t x, size_t d, const fmpq_t y, size_t e);

/* y = log2(x) for x > 0, with a relative accuracy of about prec bits. */
void minip_num_log2(arb_t y, const fmpq_t x, slong prec);

MINIP_END_DECLS

#endif
