/* For the tests of this folder; the exit code is the library's status.
     dump FILE              every array, one line each: name, type, shape, values as fractions
     dump --sequences FILE  the token sequences of FILE
     dump --locale FILE     like dump FILE, in the environment's locale, which must write a comma for the decimal point (else exit 99)
     dump --rewrite FILE OUT  write the arrays of FILE to OUT: .npz, or .npy for the first array */
#include <minip/io.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static minip_status_t print_array(const minip_array_struct *a, minip_error_t err)
{
  fmpq_t x;
  minip_status_t st = MINIP_OK;
  fmpq_init(x);
  printf("%s %s (", a->name[0] ? a->name : "-", minip_dtype_name(a->dtype));
  for (size_t d = 0; d < a->ndim; d++)
    printf("%s%zu", d ? "," : "", a->shape[d]);
  printf(")");
  for (size_t i = 0; st == MINIP_OK && i < a->size; i++) {
    st = minip_array_get(x, a, i, err);
    char *s = minip_num_fraction(x);
    printf(" %s", s ? s : "?");
    free(s);
  }
  printf("\n");
  fmpq_clear(x);
  return st;
}

static minip_status_t print_bundle(const char *path, minip_error_t err)
{
  minip_bundle_t bundle;
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_load(bundle, path, 1 << 26, err);
  for (size_t i = 0; st == MINIP_OK && i < bundle->count; i++)
    st = print_array(&bundle->arrays[i], err);
  minip_bundle_clear(bundle);
  return st;
}

static minip_status_t print_sequences(const char *path, minip_error_t err)
{
  minip_sequences_t q;
  minip_sequences_init(q);
  minip_status_t st = minip_sequences_load(q, path, err);
  for (size_t i = 0; st == MINIP_OK && i < q->count; i++) {
    for (size_t k = 0; k < q->sequences[i].count; k++) {
      char *text = malloc(q->sequences[i].m + 1);
      if (!text)
        return MINIP_LIMIT;
      minip_token_to_text(text, minip_token_row(&q->sequences[i], k), q->sequences[i].m);
      printf("%s%s", k ? " " : "", text);
      free(text);
    }
    printf("\n");
  }
  minip_sequences_clear(q);
  return st;
}

static int in_comma_locale(void) { return setlocale(LC_ALL, "") && strcmp(localeconv()->decimal_point, ",") == 0; }

static minip_status_t rewrite(const char *path, const char *out, minip_error_t err)
{
  minip_bundle_t bundle;
  size_t n = strlen(out);
  minip_bundle_init(bundle);
  minip_status_t st = minip_bundle_load(bundle, path, 0, err);
  if (st == MINIP_OK)
    st = n > 4 && strcmp(out + n - 4, ".npz") == 0 ? minip_npz_write(out, bundle->arrays, bundle->count, err) : minip_npy_write(out, bundle->arrays, err);
  minip_bundle_clear(bundle);
  return st;
}

int main(int argc, char **argv)
{
  minip_error_t err;
  minip_status_t st;
  minip_error_init(err);
  if (argc == 2)
    st = print_bundle(argv[1], err);
  else if (argc == 3 && strcmp(argv[1], "--sequences") == 0)
    st = print_sequences(argv[2], err);
  else if (argc == 3 && strcmp(argv[1], "--locale") == 0) {
    if (!in_comma_locale())
      return 99;
    st = print_bundle(argv[2], err);
  } else if (argc == 4 && strcmp(argv[1], "--rewrite") == 0)
    st = rewrite(argv[2], argv[3], err);
  else {
    fprintf(stderr, "usage: dump [--sequences | --locale] FILE, dump --rewrite FILE OUT\n");
    return 2;
  }
  if (st != MINIP_OK)
    fprintf(stderr, "%s\n", err->text);
  return (int)st;
}
