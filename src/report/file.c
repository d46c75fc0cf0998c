/* Files that are either the old or the whole new one. */
#include <minip/report.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

void minip_output_init(minip_output_t out)
{
  out->path = out->temporary = NULL;
  out->file = NULL;
}

void minip_output_discard(minip_output_t out)
{
  if (out->file)
    fclose(out->file);
  if (out->temporary)
    unlink(out->temporary);
  free(out->temporary), free(out->path);
  minip_output_init(out);
}

static minip_status_t cannot_write(minip_output_t out, const char *path, minip_error_t err)
{
  minip_error_set(err, MINIP_INPUT, "%s: cannot write: %s", path, strerror(errno));
  minip_output_discard(out);
  return MINIP_INPUT;
}

minip_status_t minip_output_open(minip_output_t out, const char *path, minip_error_t err)
{
  struct stat st;
  int fd;
  minip_output_init(out);
  if (!(out->path = realpath(path, NULL))) { /* a symbolic link stays one: what it points to is replaced */
    if (lstat(path, &st) == 0)
      return minip_error_set(err, MINIP_INPUT, "%s: cannot write: a symbolic link to nothing", path);
    out->path = strdup(path); /* a new file */
  }
  if (!out->path)
    return minip_error_set(err, MINIP_LIMIT, "%s: out of memory", path);
  if (faccessat(AT_FDCWD, out->path, W_OK, AT_EACCESS) != 0 && errno != ENOENT) /* a rename would not ask */
    return cannot_write(out, path, err);
  /* A device such as /dev/stdout cannot be replaced: it is written straight. */
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
    fd = S_ISDIR(st.st_mode) ? (errno = EISDIR, -1) : open(path, O_WRONLY | O_CLOEXEC);
  else {
    if (asprintf(&out->temporary, "%s.XXXXXX", out->path) < 0) {
      out->temporary = NULL;
      minip_output_discard(out);
      return minip_error_set(err, MINIP_LIMIT, "%s: out of memory", path);
    }
    fd = mkostemp(out->temporary, O_CLOEXEC);
    if (fd < 0) { /* nothing to unlink */
      free(out->temporary);
      out->temporary = NULL;
    }
  }
  if (fd < 0 || !(out->file = fdopen(fd, "w"))) {
    int saved = errno;
    if (fd >= 0)
      close(fd);
    errno = saved;
    return cannot_write(out, path, err);
  }
  return MINIP_OK;
}

minip_status_t minip_output_commit(minip_output_t out, minip_error_t err)
{
  int bad = fflush(out->file) != 0 || ferror(out->file);
  if (out->temporary)
    bad = bad || fchmod(fileno(out->file), permissions_for(out->path)) != 0 || fsync(fileno(out->file)) != 0;
  int saved = errno;
  bad |= fclose(out->file) != 0;
  out->file = NULL;
  errno = bad && saved ? saved : errno;
  if (!bad && out->temporary) {
    bad = rename(out->temporary, out->path) != 0;
    if (!bad) {
      free(out->temporary);
      out->temporary = NULL;
      sync_folder_of(out->path);
    }
  }
  if (bad)
    return cannot_write(out, out->path, err);
  minip_output_discard(out);
  return MINIP_OK;
}

minip_status_t minip_report_write_file(const char *path, const void *bytes, size_t size, minip_error_t err)
{
  minip_output_t out;
  minip_status_t st = minip_output_open(out, path, err);
  if (st != MINIP_OK)
    return st;
  fwrite(bytes, 1, size, out->file); /* a failure stays in the stream until commit looks */
  return minip_output_commit(out, err);
}
