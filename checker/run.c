/* One run: it starts at "not verified" and says otherwise only after the last check. */
#include "check.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static jmp_buf way_out;
static double work;
static char reason[1024];

static _Noreturn void leave(int verdict, const char *format, va_list args)
{
  vsnprintf(reason, sizeof reason, format, args);
  for (char *p = reason; *p; p++) /* messages quote hostile text */
    if ((unsigned char)*p < 32 || (unsigned char)*p == 127)
      *p = '?';
  longjmp(way_out, verdict);
}

void ck_reject(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  leave(CK_REJECTED, format, args);
}

void ck_unreadable(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  leave(CK_UNREADABLE, format, args);
}

void ck_work(double steps)
{
  work += steps;
  if (work > CK_MAX_WORK)
    ck_unreadable("more than %.0e steps of work", CK_MAX_WORK);
}

double ck_words(const mpq_t x)
{
  return (double)(mpz_size(mpq_numref(x)) + mpz_size(mpq_denref(x)));
}

static const struct {
  const char *name;
  ck_kind_t *check;
  int all; /* --against demands all rows of the file */
} kinds[] = {
  {"head-fails", ck_head_fails, 0},
  {"head-solves", ck_head_solves, 1},
  {"suite-fails", ck_suite_fails, 0},
  {"suite-solves", ck_suite_solves, 0},
  {"kernel-rank", ck_kernel_rank, 1},
  {"model-fails", ck_model_fails, 0},
  {"rank-at-least", ck_rank_at_least, 0},
  {"features-suffice", ck_features_suffice, 1},
  {"code", ck_code, 0},
  {"code-bound", ck_code_bound, 0},
  {"transcript", ck_transcript, 0},
};

static void check_source(const json_t *source)
{
  static const char *const keys[] = {"name", "sha256", NULL};
  const json_t *v[2];
  ck_fields(v, source, keys, "source");
  ck_string(v[0], "source.name");
  const char *hex = ck_string(v[1], "source.sha256");
  size_t n = strlen(hex);
  if (n != 0 && (n != 64 || strspn(hex, "0123456789abcdef") != 64))
    ck_reject("source.sha256: not 64 lower-case hexadecimal digits");
}

static void check_all(const char *bytes, size_t size, const char *against)
{
  static const char *const keys[] = {"format", "version", "kind", "theorem", "statement", "source", "claim", "evidence", "digest", NULL};
  const json_t *v[9];
  ck_fields(v, ck_parse(bytes, size), keys, "certificate");
  ck_must_be(v[0], "minip-certificate", "format");
  ck_must_be(v[1], "1", "version");
  check_source(v[5]);
  ck_parts_t parts = {v[3], v[4], v[6], v[7]};
  ck_kernel_t kernel;
  ck_denominator_t den;
  memset(&kernel, 0, sizeof kernel);
  memset(&den, 0, sizeof den);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (ck_is(v[2], kinds[i].name, "kind")) {
      kinds[i].check(&parts, &kernel, &den);
      if (kinds[i].check == ck_model_fails)
        memset(&kernel, 0, sizeof kernel); /* weights of one sequence, not a table of the file: --against sees the digest only */
      if (against)
        ck_against(against, v[5], &kernel, &den, kinds[i].all);
      return;
    }
  ck_reject("kind: '%s' is unknown", json_string_value(v[2]));
}

int ck_check(char *message, size_t message_size, const char *bytes, size_t size, const char *against)
{
  volatile int verdict = CK_REJECTED; /* not verified */
  strcpy(reason, "not verified");
  work = 0;
  ck_memory_begin();
  int left = setjmp(way_out);
  if (left == 0) {
    check_all(bytes, size, against);
    snprintf(reason, sizeof reason, "%s", ck_statement_text());
    verdict = CK_VERIFIED;
  } else
    verdict = left;
  ck_memory_end();
  snprintf(message, message_size, "%s", reason);
  return verdict;
}
