/* Files that are either the old or the whole new one. */
#include <minip/report.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_all(int fd, const char *bytes, size_t size)
{
  while (size > 0) {
    ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return -1;
    bytes += n;
    size -= (size_t)n;
  }
  return 0;
}

/* The permissions an ordinary new file would get, or those of the file that is replaced. */
static mode_t permissions_for(const char *path)
{
  struct stat st;
  if (stat(path, &st) == 0)
    return st.st_mode & 07777;
  mode_t mask = umask(022);
  umask(mask);
  return 0666 & ~mask;
}

/* A rename is durable only once its folder is. */
static int sync_folder_of(const char *path)
{
  char *copy = strdup(path);
  int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY) : -1;
  int result = fd < 0 ? -1 : fsync(fd);
  if (fd >= 0)
    close(fd);
  free(copy);
  return result;
}

static int replace(const char *path, char *temporary, const void *bytes, size_t size)
{
  int fd = mkstemp(temporary);
  if (fd < 0)
    return -1;
  int bad = write_all(fd, bytes, size) != 0 || fchmod(fd, permissions_for(path)) != 0 || fsync(fd) != 0;
  bad |= close(fd) != 0;
  if (!bad && rename(temporary, path) == 0)
    return sync_folder_of(path);
  int saved = errno;
  unlink(temporary);
  errno = saved;
  return -1;
}

minip_status_t minip_report_write_file(const char *path, const void *bytes, size_t size, minip_error_t err)
{
  struct stat st;
  /* A device such as /dev/stdout cannot be replaced: it is written straight. */
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
    int fd = S_ISDIR(st.st_mode) ? (errno = EISDIR, -1) : open(path, O_WRONLY);
    int bad = fd < 0 || write_all(fd, bytes, size) != 0;
    if (bad)
      minip_error_set(err, MINIP_INPUT, "%s: cannot write: %s", path, strerror(errno));
    if (fd >= 0)
      close(fd);
    return bad ? MINIP_INPUT : MINIP_OK;
  }
  size_t n = strlen(path);
  char *temporary = malloc(n + 8);
  if (!temporary)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory", path);
  memcpy(temporary, path, n);
  strcpy(temporary + n, ".XXXXXX");
  int result = replace(path, temporary, bytes, size);
  free(temporary);
  if (result != 0)
    return minip_error_set(err, MINIP_INPUT, "%s: cannot write: %s", path, strerror(errno));
  return MINIP_OK;
}
