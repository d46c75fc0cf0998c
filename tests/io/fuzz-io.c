/* Mutated files must be refused with one clean line, or load with every value readable: never crash, never half an answer.

     fuzz-io          the deterministic replay that the test suite runs: systematic byte changes, cuts and doublings of small good files
     fuzz-io FILE     reads one file (afl: fuzz-io @@); exits 0 whatever the reader's answer, and aborts on a broken promise */
#include "config.h"
#include "../lib/test.h"
#include <minip/io.h>

#define MAX_BYTES (1 << 20)

/* Everything a caller may do with what was read. Returns the status; aborts where the contract is broken. */
static minip_status_t try_bytes(const char *path, const unsigned char *bytes, size_t size)
{
  minip_bundle_t bundle;
  minip_error_t err;
  fmpq_t x;
  int64_t man;
  int exp;
  minip_error_init(err);
  minip_bundle_init(bundle);
  fmpq_init(x);
  minip_status_t st = minip_bundle_parse(bundle, path, bytes, size, MAX_BYTES, err);
  if (st != MINIP_OK && ((st != MINIP_INPUT && st != MINIP_LIMIT && st != MINIP_UNDECIDED) || !err->text[0] || strchr(err->text, '\n') || err->status != st))
    abort();
  for (size_t k = 0; st == MINIP_OK && k < bundle->count; k++) {
    const minip_array_struct *a = &bundle->arrays[k];
    size_t product = 1;
    for (size_t d = 0; d < a->ndim; d++)
      product *= a->shape[d];
    if (product != a->size || minip_bundle_find(bundle, a->name) != a)
      abort();
    for (size_t i = 0; i < a->size; i++)
      if (minip_array_get(x, a, i, err) != MINIP_OK || !fmpq_is_canonical(x) ||
          (minip_array_get_dyadic(&man, &exp, a, i, err) != MINIP_OK && err->status != MINIP_UNDECIDED))
        abort();
  }
  fmpq_clear(x);
  minip_bundle_clear(bundle);
  return st;
}

typedef struct {
  unsigned char *bytes;
  size_t size;
} blob_t;

/* The library's reader wants a zero byte behind the text. */
static blob_t blob(const void *bytes, size_t size)
{
  blob_t b = {malloc(size + 1), size};
  assert_non_null(b.bytes);
  memcpy(b.bytes, bytes, size);
  b.bytes[size] = 0;
  return b;
}

static size_t refused, loaded;

static void count(minip_status_t st) { st == MINIP_OK ? loaded++ : refused++; }

/* Each byte replaced by its neighbours, its complement, and bytes that mean something in some format. */
static void change_bytes(const char *path, blob_t good)
{
  static const unsigned char special[] = {0, 1, 0x7F, 0x80, 0xFF, '0', '9', '-', 'e', '/', ',', '"', '[', ']', '{', '}', '(', ' ', '\n', 'L'};
  for (size_t at = 0; at < good.size; at++) {
    unsigned char old = good.bytes[at];
    for (int bit = 0; bit < 8; bit++) {
      good.bytes[at] = (unsigned char)(old ^ (1 << bit));
      count(try_bytes(path, good.bytes, good.size));
    }
    for (size_t k = 0; k < sizeof special; k++) {
      good.bytes[at] = special[k];
      count(try_bytes(path, good.bytes, good.size));
    }
    good.bytes[at] = old;
  }
}

/* Every beginning, every end, one byte left out, one doubled. Copies are exact in size, so that a sanitizer or valgrind sees one byte too far. */
static void cut(const char *path, blob_t good)
{
  for (size_t n = 0; n <= good.size; n++) {
    blob_t head = blob(good.bytes, n), tail = blob(good.bytes + n, good.size - n);
    count(try_bytes(path, head.bytes, head.size));
    count(try_bytes(path, tail.bytes, tail.size));
    blob_t without = blob(good.bytes, good.size), twice = {malloc(good.size + 2), good.size + 1};
    assert_non_null(twice.bytes);
    if (n < good.size) {
      memmove(without.bytes + n, without.bytes + n + 1, good.size - n);
      count(try_bytes(path, without.bytes, good.size - 1));
      memcpy(twice.bytes, good.bytes, n + 1);
      memcpy(twice.bytes + n + 1, good.bytes + n, good.size - n + 1);
      count(try_bytes(path, twice.bytes, twice.size));
    }
    free(head.bytes), free(tail.bytes), free(without.bytes), free(twice.bytes);
  }
}

/* Several random changes at once. */
static void scramble(const char *path, blob_t good)
{
  uint64_t seed = test_seed();
  for (int i = test_rounds(2000); i > 0; i--) {
    blob_t b = blob(good.bytes, good.size);
    for (uint64_t k = 1 + test_below(&seed, 6); k > 0; k--)
      b.bytes[test_below(&seed, b.size)] = (unsigned char)test_random(&seed);
    count(try_bytes(path, b.bytes, b.size));
    free(b.bytes);
  }
}

static void mutate(const char *path, blob_t good)
{
  refused = loaded = 0;
  assert_int_equal(try_bytes(path, good.bytes, good.size), MINIP_OK);
  change_bytes(path, good);
  cut(path, good);
  scramble(path, good);
  printf("# %s: %zu refused, %zu loaded\n", path, refused, loaded);
  assert_true(refused > 100);
  free(good.bytes);
}

static blob_t text(const char *s) { return blob(s, strlen(s)); }

/* Two small arrays, one of floats and one of integers. */
static blob_t written(const char *ending)
{
  uint32_t floats[6] = {0x3F800000, 0x3DCCCCCD, 0, 0x80000000u, 1, 0xC2280000u};
  uint8_t bits[4] = {0, 1, 1, 0};
  char name_a[] = "phi_q", name_b[] = "tokens";
  minip_array_struct arrays[2] = {{.name = name_a, .dtype = MINIP_DT_F32, .ndim = 2, .shape = {2, 3}, .size = 6, .data = floats},
                                  {.name = name_b, .dtype = MINIP_DT_U8, .ndim = 2, .shape = {2, 2}, .size = 4, .data = bits}};
  char path[] = "/tmp/minip-fuzz-XXXXXX";
  minip_error_t err;
  blob_t b;
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  fclose(fdopen(fd, "w"));
  minip_error_init(err);
  if (strcmp(ending, ".npz") == 0)
    assert_ok(minip_npz_write(path, arrays, 2, err));
  else
    assert_ok(minip_npy_write(path, arrays, err));
  assert_ok(minip_io_read_file(&b.bytes, &b.size, NULL, path, MAX_BYTES, err));
  remove(path);
  return b;
}

static void test_npy(void **state)
{
  (void)state;
  mutate("a.npy", written(".npy"));
}

static void test_npz(void **state)
{
  (void)state;
  mutate("a.npz", written(".npz"));
}

static void test_safetensors(void **state)
{
  static const char header[] = "{\"a\":{\"dtype\":\"F16\",\"shape\":[2,2],\"data_offsets\":[0,8]},\"b\":{\"dtype\":\"I32\",\"shape\":[],\"data_offsets\":[8,12]}}";
  unsigned char file[8 + sizeof header - 1 + 12] = {sizeof header - 1};
  (void)state;
  memcpy(file + 8, header, sizeof header - 1);
  memcpy(file + 8 + sizeof header - 1, "\x00\x3C\x66\x2E\x01\x00\x00\x80\xFF\xFF\xFF\xFF", 12);
  mutate("a.safetensors", blob(file, sizeof file));
}

static void test_json(void **state)
{
  (void)state;
  mutate("a.json", text("{\"a\": [[1, 2.5e-3], [\"1/3\", -0]],\n \"eta\": 1E+2, \"\\u0041\": []}"));
}

static void test_csv(void **state)
{
  (void)state;
  mutate("a.csv", text("# c\r\n1, 2/3,0.1\n-4,5e-1 ,-0\n"));
}

static int one_file(const char *path)
{
  minip_error_t err;
  unsigned char *bytes;
  size_t size;
  minip_error_init(err);
  if (minip_io_read_file(&bytes, &size, NULL, path, MAX_BYTES, err) != MINIP_OK)
    return 0;
  (void)try_bytes(path, bytes, size);
  free(bytes);
  return 0;
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_npy),
    cmocka_unit_test(test_npz),
    cmocka_unit_test(test_safetensors), cmocka_unit_test(test_json), cmocka_unit_test(test_csv)};
  if (argc > 1)
    return one_file(argv[1]);
  return cmocka_run_group_tests_name("fuzz-io", tests, NULL, NULL);
}
