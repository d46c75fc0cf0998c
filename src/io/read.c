/* Whole files as bytes, their checksum, and lines of text. */
#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void hash_of(char *hex, const unsigned char *bytes, size_t size)
{
  struct sha256_ctx ctx;
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_init(&ctx);
  sha256_update(&ctx, size, bytes);
  sha256_digest(&ctx, SHA256_DIGEST_SIZE, digest);
  base16_encode_update(hex, SHA256_DIGEST_SIZE, digest);
  hex[2 * SHA256_DIGEST_SIZE] = '\0';
}

/* Read up to max_bytes + 1 bytes, growing: a pipe has no size, and a file may grow while it is read. Returns 0, or errno. */
static int read_all(unsigned char **bytes, size_t *size, int fd, size_t guess, size_t max_bytes)
{
  size_t room = guess + 1, n = 0;
  unsigned char *buffer = malloc(room + 1);
  while (buffer && n <= max_bytes) {
    if (n == room) {
      room *= 2;
      unsigned char *bigger = realloc(buffer, room + 1);
      if (!bigger)
        break;
      buffer = bigger;
    }
    ssize_t got = read(fd, buffer + n, room - n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      int saved = errno;
      free(buffer);
      return saved;
    }
    n += (size_t)got;
    if (got == 0) {
      buffer[n] = 0;
      *bytes = buffer;
      *size = n;
      return 0;
    }
  }
  int reason = buffer && n > max_bytes ? EFBIG : ENOMEM;
  free(buffer);
  return reason;
}

static minip_status_t explain(const char *path, int reason, size_t max_bytes, minip_error_t err)
{
  if (reason == EFBIG)
    return minip_error_set(err, MINIP_LIMIT, "%s: is larger than %zu bytes", path, max_bytes);
  if (reason == ENOMEM)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory reading it", path);
  return minip_error_set(err, MINIP_INPUT, "%s: cannot read: %s", path, strerror(reason));
}

minip_status_t minip_io_read_file(unsigned char **bytes, size_t *size, char *sha256, const char *path, size_t max_bytes, minip_error_t err)
{
  int is_stdin = strcmp(path, "-") == 0;
  const char *shown = is_stdin ? "standard input" : path;
  struct stat st;
  if (max_bytes > SIZE_MAX / 4)
    max_bytes = SIZE_MAX / 4;
  int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return explain(shown, errno, max_bytes, err);
  int reason = fstat(fd, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
  size_t guess = 4095;
  if (reason == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
    guess = (size_t)st.st_size;
    reason = guess > max_bytes ? EFBIG : 0;
  }
  if (reason == 0)
    reason = read_all(bytes, size, fd, guess, max_bytes);
  if (!is_stdin)
    close(fd);
  if (reason != 0)
    return explain(shown, reason, max_bytes, err);
  if (sha256)
    hash_of(sha256, *bytes, *size);
  return MINIP_OK;
}

minip_status_t minip__check_text(const char **text, size_t *size, minip_error_t err)
{
  const unsigned char *s = (const unsigned char *)*text;
  if (*size >= 2 && ((s[0] == 0xFF && s[1] == 0xFE) || (s[0] == 0xFE && s[1] == 0xFF)))
    return minip_error_set(err, MINIP_INPUT, "is UTF-16 text; save it as UTF-8");
  const char *zero = *size ? memchr(*text, 0, *size) : NULL;
  if (zero)
    return minip_error_set(err, MINIP_INPUT, "is in no known format (not .npy, .npz, .safetensors, and no text: byte %td is zero)", zero - *text);
  if (*size >= 3 && s[0] == 0xEF && s[1] == 0xBB && s[2] == 0xBF) {
    *text += 3;
    *size -= 3;
  }
  return MINIP_OK;
}

int minip__next_line(minip__span_t *line, minip__span_t *rest)
{
  if (rest->s == rest->end)
    return 0;
  const char *lf = memchr(rest->s, '\n', (size_t)(rest->end - rest->s));
  line->s = rest->s;
  line->end = lf ? lf : rest->end;
  rest->s = lf ? lf + 1 : rest->end;
  if (line->end > line->s && line->end[-1] == '\r')
    line->end--;
  return 1;
}
