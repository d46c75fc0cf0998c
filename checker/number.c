/* Numbers in their one canonical spelling (section 2). */
#include "check.h"
#include <string.h>

/* Is s[0..n) "0", or digits without a leading zero, with at most one '-' in front? */
static int canonical_integer(const char *s, size_t n)
{
  if (n > 0 && s[0] == '-') {
    s++, n--;
    if (n > 0 && s[0] == '0')
      return 0;
  }
  if (n == 0 || n > CK_MAX_DIGITS || (s[0] == '0' && n > 1))
    return 0;
  for (size_t i = 0; i < n; i++)
    if (s[i] < '0' || s[i] > '9')
      return 0;
  return 1;
}

static _Noreturn void not_a(const char *what, const char *s, const char *where)
{
  ck_reject("%s: '%.40s%s' is not %s", where, s, strlen(s) > 40 ? ".." : "", what);
}

void ck_integer(mpz_t x, const json_t *value, const char *where)
{
  const char *s = ck_string(value, where);
  if (!canonical_integer(s, strlen(s)) || mpz_set_str(x, s, 10) != 0)
    not_a("a canonical integer", s, where);
}

void ck_rational(mpq_t x, const json_t *value, const char *where)
{
  const char *s = ck_string(value, where);
  const char *slash = strchr(s, '/');
  if (!slash) {
    mpz_set_ui(mpq_denref(x), 1);
    ck_integer(mpq_numref(x), value, where);
    return;
  }
  if (!canonical_integer(s, (size_t)(slash - s)) || !canonical_integer(slash + 1, strlen(slash + 1)) || slash[1] == '-')
    not_a("a canonical rational", s, where);
  if (mpq_set_str(x, s, 10) != 0 || mpz_cmp_ui(mpq_denref(x), 2) < 0)
    not_a("a canonical rational", s, where);
  mpz_t g;
  mpz_init(g);
  mpz_gcd(g, mpq_numref(x), mpq_denref(x));
  if (mpz_cmp_ui(g, 1) != 0)
    not_a("in lowest terms", s, where);
  mpz_clear(g);
}

size_t ck_size(const json_t *value, const char *where, size_t max)
{
  const char *s = ck_string(value, where);
  size_t n = strlen(s), x = 0;
  if (!canonical_integer(s, n) || s[0] == '-')
    not_a("a canonical non-negative integer", s, where);
  for (size_t i = 0; i < n && x <= max; i++)
    x = n > 19 ? max + 1 : 10 * x + (size_t)(s[i] - '0');
  if (x > max)
    ck_unreadable("%s: %.20s is above the limit %zu", where, s, max);
  return x;
}

size_t ck_index(const json_t *value, const char *where, size_t count)
{
  size_t i = ck_size(value, where, SIZE_MAX / 16);
  if (i >= count)
    ck_reject("%s: index %zu of %zu elements", where, i, count);
  return i;
}

size_t *ck_indexes(const json_t *value, const char *where, size_t count, size_t *length)
{
  size_t n = *length = ck_array(value, where, CK_MAX_TOKENS);
  size_t *out = ck_new(n, sizeof *out);
  char *seen = ck_new(count, 1);
  for (size_t i = 0; i < n; i++) {
    out[i] = ck_index(json_array_get(value, i), where, count);
    if (seen[out[i]]++)
      ck_reject("%s: index %zu twice", where, out[i]);
  }
  ck_free(seen);
  return out;
}

void ck_target(mpq_t x, const json_t *value, const char *where)
{
  ck_rational(x, value, where);
  if (mpq_sgn(x) <= 0 || mpq_cmp_ui(x, 1, 2) > 0)
    ck_reject("%s: not in (0, 1/2]", where);
}

void ck_binomial(mpz_t x, size_t n, size_t k)
{
  if (k > n)
    mpz_set_ui(x, 0);
  else
    mpz_bin_uiui(x, n, k);
}
