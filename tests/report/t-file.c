/* Files are either the old or the whole new one: refusals leave the old file and no temporary one. */
#include "../lib/test.h"
#include <dirent.h>
#include <minip/io.h>
#include <minip/report.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

static char folder[] = "/tmp/minip-file-XXXXXX";

static const char *in_folder(const char *name)
{
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int entries(void)
{
  DIR *d = opendir(folder);
  int n = 0;
  assert_non_null(d);
  while (readdir(d))
    n++;
  closedir(d);
  return n - 2;
}

static void expect_content(const char *path, const char *wanted)
{
  minip_error_t err;
  unsigned char *bytes;
  size_t size;
  minip_error_init(err);
  assert_ok(minip_io_read_file(&bytes, &size, NULL, path, 1000, err));
  assert_int_equal(size, strlen(wanted));
  assert_memory_equal(bytes, wanted, size);
  free(bytes);
}

static void expect_failure(const char *path, const char *reason)
{
  minip_error_t err;
  minip_error_init(err);
  assert_int_equal(minip_report_write_file(path, "new", 3, err), MINIP_INPUT);
  assert_true(strncmp(err->text, path, strlen(path)) == 0);
  if (!strstr(err->text, reason))
    fail_msg("'%s' does not say '%s'", err->text, reason);
}

static void test_write_and_replace(void **state)
{
  minip_error_t err;
  struct stat st;
  (void)state;
  minip_error_init(err);
  mode_t mask = umask(027);
  assert_ok(minip_report_write_file(in_folder("a"), "first", 5, err));
  umask(mask);
  expect_content(in_folder("a"), "first");
  assert_int_equal(stat(in_folder("a"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0640); /* as any new file */
  assert_int_equal(chmod(in_folder("a"), 0604), 0);
  assert_ok(minip_report_write_file(in_folder("a"), "second, longer", 14, err));
  expect_content(in_folder("a"), "second, longer");
  assert_int_equal(stat(in_folder("a"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0604); /* the old file's */
  assert_ok(minip_report_write_file(in_folder("a"), "", 0, err));
  expect_content(in_folder("a"), "");
  assert_int_equal(entries(), 1);
}

static void test_refusals(void **state)
{
  (void)state;
  expect_failure(folder, "Is a directory");
  expect_failure(in_folder("no/such/file"), "No such file or directory");
  expect_failure(in_folder("a/b"), "Not a directory");
  expect_failure("", "cannot write");
  char name[300];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  expect_failure(in_folder(name), "File name too long");
  assert_int_equal(entries(), 1);
}

/* A write that the system cuts short: the file size limit stands for a full disk. */
static void test_failing_write(void **state)
{
  minip_error_t err;
  struct rlimit old, small;
  size_t size = 100000;
  char *bytes = calloc(size, 1);
  (void)state;
  assert_non_null(bytes);
  minip_error_init(err);
  assert_ok(minip_report_write_file(in_folder("a"), "old", 3, err));
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
  small = old;
  small.rlim_cur = 5000;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  minip_status_t st = minip_report_write_file(in_folder("a"), bytes, size, err);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
  assert_int_equal(st, MINIP_INPUT);
  assert_non_null(strstr(err->text, "File too large"));
  expect_content(in_folder("a"), "old");
  assert_int_equal(entries(), 1);
  free(bytes);
}

/* A link stays a link, and its target is replaced; a device is written to. */
static void test_links_and_devices(void **state)
{
  minip_error_t err;
  struct stat st;
  char target[512];
  (void)state;
  minip_error_init(err);
  strcpy(target, in_folder("a"));
  assert_int_equal(symlink(target, in_folder("link")), 0);
  assert_ok(minip_report_write_file(in_folder("link"), "through", 7, err));
  assert_int_equal(lstat(in_folder("link"), &st), 0);
  assert_true(S_ISLNK(st.st_mode));
  expect_content(target, "through");
  assert_int_equal(remove(target), 0);
  expect_failure(in_folder("link"), "a symbolic link to nothing");
  assert_int_equal(entries(), 1);
  assert_ok(minip_report_write_file(target, "through", 7, err));
  assert_ok(minip_report_write_file("/dev/null", "x", 1, err));
  assert_int_equal(stat("/dev/null", &st), 0);
  assert_true(S_ISCHR(st.st_mode));
  expect_failure("/dev/full", "No space left on device");
  assert_int_equal(entries(), 2);
}

/* Whoever may not write to a file does not get to replace it, though the folder would let him. */
static void test_read_only(void **state)
{
  minip_error_t err;
  (void)state;
  minip_error_init(err);
  assert_ok(minip_report_write_file(in_folder("a"), "kept", 4, err));
  assert_int_equal(chmod(in_folder("a"), 0444), 0);
  assert_int_equal(chmod(folder, 0777), 0);
  int before = entries(), root = geteuid() == 0;
  if (root) /* for whom there is no such file */
    assert_int_equal(seteuid(65534), 0);
  expect_failure(in_folder("a"), "Permission denied");
  if (root)
    assert_int_equal(seteuid(0), 0);
  expect_content(in_folder("a"), "kept");
  assert_int_equal(entries(), before);
}

static int setup(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
  (void)state;
  remove(in_folder("a"));
  remove(in_folder("link"));
  return rmdir(folder); /* fails when anything else is left */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_write_and_replace), cmocka_unit_test(test_refusals), cmocka_unit_test(test_failing_write),
                                     cmocka_unit_test(test_links_and_devices), cmocka_unit_test(test_read_only)};
  return cmocka_run_group_tests_name("file", tests, setup, teardown);
}
