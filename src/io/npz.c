/* .npz: a zip archive of .npy members, through libzip. Everything is read from the bytes in memory that were hashed. */
#include "config.h"
#include "internal.h"
#include <minip/report.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

/* deflate cannot shrink by more than this factor, so a member that claims more is lying about its size. */
#define MAX_DEFLATE_RATIO 1032

static minip_status_t zip_failure(minip_error_t err, zip_error_t *e, const char *what)
{
  minip_error_set(err, MINIP_INPUT, "%s: %s", what, zip_error_strerror(e));
  zip_error_fini(e);
  return err->status;
}

static minip_status_t open_archive(zip_t **archive, const unsigned char *bytes, size_t size, minip_error_t err)
{
  zip_error_t e;
  zip_error_init(&e);
  zip_source_t *source = zip_source_buffer_create(bytes, size, 0, &e);
  if (!source)
    return zip_failure(err, &e, "cannot read the zip archive");
  *archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &e);
  if (!*archive) {
    zip_source_free(source);
    return zip_failure(err, &e, "is no sound zip archive");
  }
  zip_error_fini(&e);
  return MINIP_OK;
}

static minip_status_t check_member(const zip_stat_t *s, size_t archive_size, minip_error_t err)
{
  const zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((s->valid & needed) != needed)
    return minip_error_set(err, MINIP_INPUT, "a zip member lacks its name, sizes or method");
  size_t n = strlen(s->name);
  if (n <= 4 || strcmp(s->name + n - 4, ".npy") != 0)
    return minip_error_set(err, MINIP_INPUT, "zip member '%s': not an .npy file", s->name);
  if (s->encryption_method != ZIP_EM_NONE)
    return minip_error_set(err, MINIP_INPUT, "zip member '%s': is encrypted", s->name);
  if (s->comp_method != ZIP_CM_STORE && s->comp_method != ZIP_CM_DEFLATE)
    return minip_error_set(err, MINIP_INPUT, "zip member '%s': compression method %d is not supported (stored and deflated are)", s->name, s->comp_method);
  if (s->comp_size > archive_size || (s->comp_method == ZIP_CM_STORE && s->size != s->comp_size) || s->size / MAX_DEFLATE_RATIO > s->comp_size)
    return minip_error_set(err, MINIP_INPUT, "zip member '%s': sizes of %llu bytes, %llu compressed, cannot be right", s->name,
                           (unsigned long long)s->size, (unsigned long long)s->comp_size);
  return MINIP_OK;
}

/* The member's bytes. Reading on past the last byte is what makes libzip compare the checksum. */
static minip_status_t read_member(unsigned char *bytes, zip_t *archive, const zip_stat_t *s, minip_error_t err)
{
  unsigned char extra;
  zip_file_t *f = zip_fopen_index(archive, s->index, 0);
  if (!f)
    return minip_error_set(err, MINIP_INPUT, "zip member '%s': %s", s->name, zip_strerror(archive));
  zip_int64_t got = zip_fread(f, bytes, s->size);
  zip_int64_t more = got == (zip_int64_t)s->size ? zip_fread(f, &extra, 1) : 0;
  minip_status_t st = MINIP_OK;
  if (got < 0 || more < 0)
    st = minip_error_set(err, MINIP_INPUT, "zip member '%s': %s", s->name, zip_file_strerror(f));
  else if (got != (zip_int64_t)s->size || more != 0)
    st = minip_error_set(err, MINIP_INPUT, "zip member '%s': its size is not the stated %llu bytes", s->name, (unsigned long long)s->size);
  zip_fclose(f);
  return st;
}

static minip_status_t load_member(minip__loader_t *loader, zip_t *archive, zip_uint64_t index, size_t archive_size, minip_error_t err)
{
  zip_stat_t s;
  if (zip_stat_index(archive, index, 0, &s) != 0)
    return minip_error_set(err, MINIP_INPUT, "zip member %llu: %s", (unsigned long long)index, zip_strerror(archive));
  minip_status_t st = check_member(&s, archive_size, err);
  if (st != MINIP_OK)
    return st;
  /* The array is charged again when it is made; this keeps the member itself below the same limit. A header may come on top. */
  if (s.size > loader->budget && s.size - loader->budget > (1 << 20))
    return minip_error_set(err, MINIP_LIMIT, "zip member '%s': %llu bytes are more array data than allowed", s.name, (unsigned long long)s.size);
  unsigned char *bytes = malloc((size_t)s.size + 1);
  char *name = strndup(s.name, strlen(s.name) - 4);
  if (!bytes || !name)
    st = minip_error_set(err, MINIP_LIMIT, "zip member '%s': out of memory for %llu bytes", s.name, (unsigned long long)s.size);
  if (st == MINIP_OK)
    st = read_member(bytes, archive, &s, err);
  if (st == MINIP_OK)
    st = minip__load_npy(loader, name, bytes, (size_t)s.size, err);
  free(name);
  free(bytes);
  return st;
}

minip_status_t minip__load_npz(minip__loader_t *loader, const unsigned char *bytes, size_t size, minip_error_t err)
{
  zip_t *archive;
  minip_status_t st = open_archive(&archive, bytes, size, err);
  if (st != MINIP_OK)
    return st;
  zip_int64_t count = zip_get_num_entries(archive, 0);
  if (count <= 0)
    st = minip_error_set(err, MINIP_INPUT, "the zip archive is empty");
  for (zip_int64_t i = 0; st == MINIP_OK && i < count; i++)
    st = load_member(loader, archive, (zip_uint64_t)i, size, err);
  zip_discard(archive);
  return st;
}

static minip_status_t add_member(zip_t *archive, const minip_array_struct *array, minip_error_t err)
{
  unsigned char *bytes;
  size_t size;
  char name[1024];
  if (snprintf(name, sizeof name, "%s.npy", array->name) >= (int)sizeof name || !array->name[0])
    return minip_error_set(err, MINIP_INPUT, "array '%.40s': the name is empty or too long for a zip member", array->name);
  minip_status_t st = minip__npy_bytes(&bytes, &size, array, err);
  if (st != MINIP_OK)
    return st;
  zip_source_t *source = zip_source_buffer(archive, bytes, size, 1); /* takes the bytes */
  if (!source)
    free(bytes);
  zip_int64_t index = source ? zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8) : -1;
  if (index < 0 || zip_set_file_compression(archive, (zip_uint64_t)index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive, (zip_uint64_t)index, 0, (1 << 5) | 1, 0) != 0) { /* 1 January 1980, the first date of DOS */
    st = minip_error_set(err, MINIP_INPUT, "array '%s': %s", array->name, zip_strerror(archive));
    if (source && index < 0)
      zip_source_free(source);
  }
  return st;
}

/* The finished archive's bytes out of its source. */
static minip_status_t take_bytes(unsigned char **bytes, size_t *size, zip_source_t *source, minip_error_t err)
{
  zip_stat_t s;
  if (zip_source_stat(source, &s) != 0 || !(s.valid & ZIP_STAT_SIZE) || zip_source_open(source) != 0)
    return minip_error_set(err, MINIP_INTERNAL, "the zip archive could not be made");
  *size = (size_t)s.size;
  *bytes = malloc(*size + 1);
  minip_status_t st = MINIP_OK;
  if (!*bytes)
    st = minip_error_set(err, MINIP_LIMIT, "out of memory for %zu bytes", *size);
  else if (zip_source_read(source, *bytes, s.size) != (zip_int64_t)s.size) {
    free(*bytes);
    st = minip_error_set(err, MINIP_INTERNAL, "the zip archive could not be read back");
  }
  zip_source_close(source);
  return st;
}

static minip_status_t archive_bytes(unsigned char **bytes, size_t *size, const minip_array_struct *arrays, size_t count, minip_error_t err)
{
  zip_error_t e;
  zip_error_init(&e);
  zip_source_t *source = zip_source_buffer_create(NULL, 0, 1, &e);
  zip_t *archive = source ? zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &e) : NULL;
  if (!archive) {
    zip_source_free(source);
    return zip_failure(err, &e, "cannot make a zip archive");
  }
  zip_error_fini(&e);
  zip_source_keep(source);
  minip_status_t st = MINIP_OK;
  for (size_t i = 0; st == MINIP_OK && i < count; i++)
    st = add_member(archive, &arrays[i], err);
  if (st == MINIP_OK && zip_close(archive) != 0)
    st = minip_error_set(err, MINIP_LIMIT, "cannot make the zip archive: %s", zip_strerror(archive));
  else if (st == MINIP_OK)
    archive = NULL;
  if (archive)
    zip_discard(archive);
  if (st == MINIP_OK)
    st = take_bytes(bytes, size, source, err);
  zip_source_free(source);
  return st;
}

minip_status_t minip_npz_write(const char *path, const minip_array_struct *arrays, size_t count, minip_error_t err)
{
  unsigned char *bytes = NULL;
  size_t size = 0;
  if (count == 0)
    return minip_error_set(err, MINIP_INPUT, "%s: no arrays to write", path);
  minip_status_t st = archive_bytes(&bytes, &size, arrays, count, err);
  if (st != MINIP_OK)
    return minip_error_prefix(err, "%s", path);
  st = minip_report_write_file(path, bytes, size, err);
  free(bytes);
  return st;
}
