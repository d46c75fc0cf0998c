/* Every array of a file, whatever its format. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void minip_bundle_init(minip_bundle_t bundle) { memset(bundle, 0, sizeof *bundle); }

void minip_bundle_clear(minip_bundle_t bundle)
{
  for (size_t i = 0; i < bundle->count; i++) {
    minip_array_struct *a = &bundle->arrays[i];
    for (size_t k = 0; a->dtype == MINIP_DT_RATIONAL && k < a->size; k++)
      fmpq_clear((fmpq *)a->data + k);
    free(a->name);
    free(a->data);
  }
  free(bundle->arrays);
  free(bundle->path);
  memset(bundle, 0, sizeof *bundle);
}

const minip_array_struct *minip_bundle_find(const minip_bundle_t bundle, const char *name)
{
  for (size_t i = 0; i < bundle->count; i++)
    if (strcmp(bundle->arrays[i].name, name) == 0)
      return &bundle->arrays[i];
  return NULL;
}

static int has_ending(const char *path, const char *ending)
{
  size_t n = strlen(path), k = strlen(ending);
  return n >= k && strcasecmp(path + n - k, ending) == 0;
}

/* A text's first eight characters make a header length beyond any file, so a plausible length and a brace are a sure sign. */
static int looks_like_safetensors(const unsigned char *bytes, size_t size)
{
  uint64_t n = 0;
  if (size < 9 || bytes[8] != '{')
    return 0;
  for (int b = 7; b >= 0; b--)
    n = n << 8 | bytes[b];
  return n <= size - 8;
}

static int first_character(const unsigned char *bytes, size_t size)
{
  size_t i = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  while (i < size && bytes[i] && strchr(" \t\r\n", bytes[i]))
    i++;
  return i < size ? bytes[i] : -1;
}

minip__format_t minip__sniff(const char *path, const unsigned char *bytes, size_t size)
{
  if (size >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0)
    return MINIP__NPY;
  if (size >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0))
    return MINIP__NPZ;
  if (looks_like_safetensors(bytes, size))
    return MINIP__SAFETENSORS;
  if (has_ending(path, ".npy"))
    return MINIP__NPY;
  if (has_ending(path, ".npz"))
    return MINIP__NPZ;
  if (has_ending(path, ".safetensors"))
    return MINIP__SAFETENSORS;
  int first = first_character(bytes, size);
  return has_ending(path, ".json") || first == '{' || first == '[' ? MINIP__JSON : MINIP__TEXT;
}

static minip_status_t load_as(minip__format_t format, minip__loader_t *loader, const unsigned char *bytes, size_t size, minip_error_t err)
{
  switch (format) {
  case MINIP__NPY: return minip__load_npy(loader, "", bytes, size, err);
  case MINIP__NPZ: return minip__load_npz(loader, bytes, size, err);
  case MINIP__SAFETENSORS: return minip__load_safetensors(loader, bytes, size, err);
  case MINIP__JSON: return minip__load_json(loader, (const char *)bytes, size, err);
  case MINIP__TEXT: break;
  }
  return minip__load_csv(loader, (const char *)bytes, size, err);
}

minip_status_t minip_bundle_parse(minip_bundle_t bundle, const char *path, const unsigned char *bytes, size_t size, size_t max_bytes, minip_error_t err)
{
  minip__loader_t loader = {bundle, max_bytes ? max_bytes : MINIP__DEFAULT_MAX_BYTES};
  minip_bundle_clear(bundle);
  bundle->path = strdup(path);
  if (!bundle->path)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory", path);
  minip_status_t st = size == 0 ? minip_error_set(err, MINIP_INPUT, "is empty")
                                : load_as(minip__sniff(path, bytes, size), &loader, bytes, size, err);
  return st == MINIP_OK ? st : minip_error_prefix(err, "%s", path);
}

/* A file may be larger than its arrays by its headers, and text by its blanks. */
static size_t largest_file(size_t max_bytes)
{
  size_t n = max_bytes ? max_bytes : MINIP__DEFAULT_MAX_BYTES;
  return n > SIZE_MAX / 4 ? n : n + n / 8 + ((size_t)128 << 20);
}

minip_status_t minip_bundle_load(minip_bundle_t bundle, const char *path, size_t max_bytes, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  char sha256[65];
  minip_status_t st = minip_io_read_file(&bytes, &size, sha256, path, largest_file(max_bytes), err);
  if (st != MINIP_OK)
    return st;
  st = minip_bundle_parse(bundle, path, bytes, size, max_bytes, err);
  memcpy(bundle->sha256, sha256, sizeof sha256);
  free(bytes);
  return st;
}
