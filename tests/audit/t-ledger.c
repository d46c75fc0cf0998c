/* data/paper.ledger: every claim holds, and every number in it, changed by one unit up or down, breaks one. */
#include "../lib/test.h"
#include <minip/audit.h>
#include <minip/io.h>
#include <ctype.h>

static char *ledger;
static size_t ledger_size;

static int read_ledger(void **state)
{
  (void)state;
  minip_error_t err;
  char path[4096];
  snprintf(path, sizeof path, "%s/data/paper.ledger", getenv("MINIP_SRCDIR"));
  unsigned char *bytes;
  assert_ok(minip_io_read_file(&bytes, &ledger_size, NULL, path, 1 << 20, err));
  ledger = (char *)bytes;
  return 0;
}

static int free_ledger(void **state) { return (void)state, free(ledger), 0; }

/* Do all claims of the text hold? */
static int all_hold(const char *text)
{
  minip_error_t err;
  minip_audit_t audit;
  minip_audit_init(audit);
  int hold = minip_audit_run(audit, "ledger", text, strlen(text), 1024, err) == MINIP_OK;
  for (size_t i = 0; hold && i < audit->count; i++)
    hold = audit->claims[i].status == MINIP_PROVED;
  minip_audit_clear(audit);
  return hold;
}

static void test_all_hold(void **state)
{
  (void)state;
  minip_error_t err;
  minip_audit_t audit;
  minip_audit_init(audit);
  assert_ok(minip_audit_run(audit, "paper.ledger", ledger, ledger_size, 4096, err));
  assert_true(audit->count > 45);
  for (size_t i = 0; i < audit->count; i++)
    if (audit->claims[i].status != MINIP_PROVED)
      fail_msg("claim %s does not hold", audit->claims[i].name);
  minip_audit_clear(audit);
}

/* A number starts here: a digit that does not continue a name or a number. */
static int starts_number(const char *s, size_t at, size_t line_start)
{
  if (!isdigit((unsigned char)s[at]))
    return 0;
  return at == line_start || (!isalnum((unsigned char)s[at - 1]) && s[at - 1] != '_');
}

/* Is position `at` of the line in a comment, or inside quotes? */
static int is_quiet(const char *s, size_t line_start, size_t at)
{
  int quoted = 0;
  for (size_t i = line_start; i < at; i++) {
    if (s[i] == '#' && !quoted)
      return 1;
    quoted ^= s[i] == '"';
  }
  return quoted;
}

/* Is the line a claim about named objects, codes or bounds? Those take longer, so they are asked last. */
static int is_slow(const char *line)
{
  size_t len = strcspn(line, "\n");
  return memmem(line, len, "\"", 1) || memmem(line, len, "lower_bound", 11) || memmem(line, len, "code_upper", 10) || memmem(line, len, "delsarte", 8);
}

/* The ledger with the number at [at, at+len) replaced, without the claims on other lines when the number is in a claim; quick: without slow claims. */
static void changed(char *out, size_t line_start, size_t at, size_t len, const char *value, int quick)
{
  int in_claim = strncmp(ledger + line_start, "claim", 5) == 0;
  char *p = out;
  for (size_t line = 0; line < ledger_size;) {
    size_t end = line + strcspn(ledger + line, "\n");
    if (line == line_start)
      p += sprintf(p, "%.*s(%s)%.*s\n", (int)(at - line), ledger + line, value, (int)(end - at - len), ledger + at + len);
    else if (strncmp(ledger + line, "claim", 5) != 0 || !(in_claim || (quick && is_slow(ledger + line))))
      p += sprintf(p, "%.*s\n", (int)(end - line), ledger + line);
    line = end + 1;
  }
}

/* The number of these digits, of any length, plus step; flint_free it. */
static char *neighbour(const char *s, size_t digits, int step)
{
  fmpz_t x;
  fmpz_init(x);
  char *copy = strndup(s, digits);
  assert_int_equal(fmpz_set_str(x, copy, 10), 0);
  fmpz_add_si(x, x, step);
  free(copy);
  copy = fmpz_get_str(NULL, 10, x);
  fmpz_clear(x);
  return copy;
}

static void test_every_number_matters(void **state)
{
  (void)state;
  char *text = malloc(2 * ledger_size + 100);
  size_t line_start = 0, numbers = 0;
  assert_non_null(text);
  for (size_t at = 0; at < ledger_size; at++) {
    if (ledger[at] == '\n')
      line_start = at + 1;
    if (!starts_number(ledger, at, line_start) || is_quiet(ledger, line_start, at))
      continue;
    size_t digits = strspn(ledger + at, "0123456789");
    for (int step = -1; step <= 1; step += 2) {
      char *value = neighbour(ledger + at, digits, step);
      changed(text, line_start, at, digits, value, 1);
      int hold = all_hold(text);
      changed(text, line_start, at, digits, value, 0);
      if (hold && all_hold(text))
        fail_msg("%.*s changed to %s breaks nothing in: %.*s", (int)digits, ledger + at, value, (int)strcspn(ledger + line_start, "\n") + 1, ledger + line_start);
      flint_free(value);
    }
    numbers++;
    at += digits - 1;
  }
  assert_true(numbers > 150);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_hold), cmocka_unit_test(test_every_number_matters)};
  return cmocka_run_group_tests_name("ledger", tests, read_ledger, free_ledger);
}
