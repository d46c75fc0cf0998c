/* The file as bytes: reading, nesting, digest, JSON syntax (section 2). */
#include "check.h"
#include <errno.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdio.h>
#include <string.h>

#define TAIL_KEY "\"digest\": \""
#define TAIL_END "\"\n}\n"
#define TAIL_SIZE (sizeof TAIL_KEY - 1 + 64 + sizeof TAIL_END - 1)

char *ck_read_file(size_t *size, const char *path, size_t max)
{
  FILE *f = fopen(path, "rb");
  if (!f)
    ck_unreadable("%s: cannot open: %s", path, strerror(errno));
  size_t room = 1 << 16, used = 0;
  char *bytes = ck_new(room, 1);
  for (size_t got; (got = fread(bytes + used, 1, room - 1 - used, f)) > 0;) {
    used += got;
    if (used > max)
      break;
    if (used == room - 1) {
      char *more = ck_new(2 * room, 1);
      memcpy(more, bytes, used);
      ck_free(bytes);
      bytes = more, room *= 2;
    }
  }
  int bad = ferror(f), why = errno;
  fclose(f);
  if (bad)
    ck_unreadable("%s: cannot read: %s", path, strerror(why));
  if (used > max)
    ck_unreadable("%s: longer than %zu bytes", path, max);
  *size = used;
  return bytes;
}

void ck_sha256(char hex[65], const void *bytes, size_t size)
{
  struct sha256_ctx ctx;
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_init(&ctx);
  sha256_update(&ctx, size, bytes);
  sha256_digest(&ctx, SHA256_DIGEST_SIZE, digest);
  for (size_t i = 0; i < SHA256_DIGEST_SIZE; i++)
    sprintf(hex + 2 * i, "%02x", digest[i]);
}

/* Before the parser recurses: brackets outside strings nest at most CK_MAX_DEPTH deep. */
static void check_depth(const char *bytes, size_t size)
{
  int depth = 0, in_string = 0;
  for (size_t i = 0; i < size; i++) {
    char c = bytes[i];
    if (in_string && c == '\\')
      i++;
    else if (c == '"')
      in_string = !in_string;
    else if (!in_string && (c == '{' || c == '['))
      depth++;
    else if (!in_string && (c == '}' || c == ']'))
      depth--;
    if (depth > CK_MAX_DEPTH)
      ck_reject("nesting deeper than %d", CK_MAX_DEPTH);
  }
}

/* The file ends in the digest of what comes before it, in exactly the form of section 2. */
static void check_digest(const char *bytes, size_t size)
{
  char hex[65];
  if (size < TAIL_SIZE)
    ck_reject("no digest at the end");
  const char *tail = bytes + size - TAIL_SIZE;
  if (memcmp(tail, TAIL_KEY, sizeof TAIL_KEY - 1) != 0 || memcmp(bytes + size - (sizeof TAIL_END - 1), TAIL_END, sizeof TAIL_END - 1) != 0)
    ck_reject("the file does not end in a digest");
  ck_sha256(hex, bytes, size - TAIL_SIZE);
  if (memcmp(tail + sizeof TAIL_KEY - 1, hex, 64) != 0)
    ck_reject("the digest does not match: the file was changed");
}

json_t *ck_parse(const char *bytes, size_t size)
{
  json_error_t error;
  check_digest(bytes, size);
  check_depth(bytes, size);
  json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
  if (!root)
    ck_reject("not JSON: line %d, column %d: %s", error.line, error.column, error.text);
  return root;
}
