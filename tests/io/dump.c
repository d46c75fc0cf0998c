/* Prints every array of a file, or with --sequences its token sequences, exactly: for the tests of this folder.
   One line an array: name, type, shape, values as fractions. The exit code is the library's status. */
#include <minip/io.h>
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

int main(int argc, char **argv)
{
  minip_error_t err;
  minip_error_init(err);
  int sequences = argc == 3 && strcmp(argv[1], "--sequences") == 0;
  if (argc != 2 + sequences) {
    fprintf(stderr, "usage: dump [--sequences] FILE\n");
    return 2;
  }
  minip_status_t st = sequences ? print_sequences(argv[2], err) : print_bundle(argv[1], err);
  if (st != MINIP_OK)
    fprintf(stderr, "%s\n", err->text);
  return (int)st;
}
