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

/* A rename is durable only once its folder is. Where a folder cannot be opened or synced (no read permission, some file systems) the file
   is in place all the same: calling that a failure would be a lie about the file. */
static void sync_folder_of(const char *path)
{
  char *copy = strdup(path);
  int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY) : -1;
  if (fd >= 0) {
    (void)fsync(fd);
    close(fd);
  }
  free(copy);
}

/* Write the temporary file and rename it over path; on failure nothing of it is left. */
static int replace(const char *path, char *temporary, const void *bytes, size_t size)
{
  int fd = mkstemp(temporary);
  if (fd < 0)
    return -1;
  int bad = write_all(fd, bytes, size) != 0 || fchmod(fd, permissions_for(path)) != 0 || fsync(fd) != 0;
  bad |= close(fd) != 0;
  if (!bad && rename(temporary, path) == 0) {
    sync_folder_of(path);
    return 0;
  }
  int saved = errno;
  unlink(temporary);
  errno = saved;
  return -1;
}

/* A device such as /dev/stdout, or a pipe, cannot be replaced: it is written straight. */
static int write_straight(const char *path, const void *bytes, size_t size)
{
  int fd = open(path, O_WRONLY);
  if (fd < 0)
    return -1;
  int result = write_all(fd, bytes, size), saved = errno;
  if (close(fd) != 0 && result == 0)
    return -1;
  errno = saved;
  return result;
}

/* A symbolic link stays one: what it points to is replaced. */
static int replace_file(const char *path, const void *bytes, size_t size)
{
  char *resolved = realpath(path, NULL);
  const char *target = resolved ? resolved : path; /* NULL: a new file */
  size_t n = strlen(target);
  char *temporary = malloc(n + 8);
  int result = -1;
  if (temporary) {
    memcpy(temporary, target, n);
    strcpy(temporary + n, ".XXXXXX");
    result = replace(target, temporary, bytes, size);
  }
  int saved = temporary ? errno : ENOMEM;
  free(temporary);
  free(resolved);
  errno = saved;
  return result;
}

minip_status_t minip_report_write_file(const char *path, const void *bytes, size_t size, minip_error_t err)
{
  struct stat st;
  int exists = stat(path, &st) == 0, result;
  if (exists && S_ISDIR(st.st_mode))
    result = (errno = EISDIR, -1);
  else
    result = exists && !S_ISREG(st.st_mode) ? write_straight(path, bytes, size) : replace_file(path, bytes, size);
  if (result != 0)
    return minip_error_set(err, MINIP_INPUT, "%s: cannot write: %s", path, strerror(errno));
  return MINIP_OK;
}
