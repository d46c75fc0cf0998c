/* minip check: runs the independent checker that is installed beside this program. */
#include "commands.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The checker's path: beside this program's file. In a build tree libtool keeps the program itself one folder further down. */
static minip_status_t find_checker(char *path, size_t size, minip_error_t err)
{
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  char *slash = n > 0 ? (self[n] = '\0', strrchr(self, '/')) : NULL;
  for (int in_libs = 1; slash && in_libs;) {
    *slash = '\0';
    int used = snprintf(path, size, "%s/minip-check", self);
    if (used > 0 && (size_t)used < size && access(path, X_OK) == 0)
      return MINIP_OK;
    slash = strrchr(self, '/');
    in_libs = slash && strcmp(slash, "/.libs") == 0;
  }
  return minip_error_set(err, MINIP_INPUT, "minip-check is not installed beside minip");
}

/* All of a pipe, cut to size - 1 bytes and to its first line. */
static void read_line(char *text, size_t size, int fd)
{
  size_t used = 0;
  char rest[4096];
  for (ssize_t got; (got = read(fd, used < size - 1 ? text + used : rest, used < size - 1 ? size - 1 - used : sizeof rest)) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0 && used < size - 1)
      used += (size_t)got;
  text[used] = '\0';
  text[strcspn(text, "\n")] = '\0';
}

/* Run the checker; *code = its exit code, message = its one line on stderr. Its word on stdout repeats the code and is dropped. */
static minip_status_t run_checker(int *code, char *message, size_t size, const char *program, char *const argv[], minip_error_t err)
{
  int fds[2], status;
  pid_t child;
  posix_spawn_file_actions_t actions;
  if (pipe(fds) != 0)
    return minip_error_set(err, MINIP_LIMIT, "cannot run minip-check: %s", strerror(errno));
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addclose(&actions, fds[0]);
  posix_spawn_file_actions_adddup2(&actions, fds[1], STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  int failed = posix_spawn(&child, program, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(fds[1]);
  if (!failed)
    read_line(message, size, fds[0]);
  close(fds[0]);
  if (failed)
    return minip_error_set(err, MINIP_LIMIT, "cannot run %s: %s", program, strerror(failed));
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return minip_error_set(err, MINIP_INTERNAL, "minip-check was lost: %s", strerror(errno));
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : 70;
  return MINIP_OK;
}

static minip_status_t report(cli_context_t *ctx, int code, const char *message, minip_error_t err)
{
  minip_report_t r;
  const char *verdict = code == 0 ? "verified" : "rejected";
  size_t prefix = strlen(ctx->operands[0]) + 2; /* "CERT: " */
  const char *text = strlen(message) >= prefix ? message + prefix : message;
  if (code == 3)
    return minip_error_set(err, MINIP_INPUT, "%s", message);
  if (code != 0 && code != 1)
    return minip_error_set(err, MINIP_INTERNAL, "minip-check ended with code %d: %s", code, message);
  minip_report_init(r);
  json_object_set_new(r->root, "verdict", json_string(verdict));
  json_object_set_new(r->root, code == 0 ? "statement" : "reason", json_string(text));
  minip_status_t st = cli_finish(ctx, r, verdict, err);
  minip_report_clear(r);
  if (st == MINIP_OK && code == 1 && !ctx->expect)
    ctx->expectation_failed = 1; /* a rejected certificate is exit code 1 */
  return st;
}

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  char program[4200], message[2048] = "", name[] = "minip-check", option[] = "--against";
  const char *against = cli_get(ctx, "against");
  int code = 70;
  minip_status_t st = find_checker(program, sizeof program, err);
  char *plain[] = {name, ctx->operands[0], NULL};
  char *compare[] = {name, option, (char *)(uintptr_t)against, ctx->operands[0], NULL};
  if (st == MINIP_OK)
    st = run_checker(&code, message, sizeof message, program, against ? compare : plain, err);
  return st == MINIP_OK ? report(ctx, code, message, err) : st;
}

static const cli_option_t options[] = {
  {"against", "FILE", "also compare the embedded tables and digest with this input file (.npy, .npz with stored members)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_check = {
  .name = "check",
  .operands = "CERT",
  .summary = "verify a certificate with the independent checker",
  .description = "Runs minip-check, a separate program that shares no code with minip, and reports its verdict: `verified` with the statement proved, or\n"
                 "`rejected` with the reason (exit code 1). JSON: verdict, statement or reason.\n\n"
                 "Example: minip certify exp:2@m=6 -o cert.json; minip check cert.json\n",
  .options = options,
  .min_operands = 1,
  .max_operands = 1,
  .out_is_result = 1,
  .run = run,
};
