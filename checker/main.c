/* minip-check: verifies one certificate of minip. */
#include "check.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CK_VERSION
#define CK_VERSION "0.1.0"
#endif

static const char help[] =
  "Usage: minip-check [--against FILE] CERT\n"
  "Verify a certificate of minip, by itself and in exact arithmetic.\n\n"
  "minip-check recomputes everything a certificate states from the certificate alone: it shares no code with minip, has no tolerance and\n"
  "no settings. Standard output gets the verdict in one word, standard error the verified statement or the reason. The format is in\n"
  "doc/certificate.md.\n\n"
  "Options:\n"
  "  --against FILE  also compare the embedded tokens, features and digest with the input file (.npy, .npz with stored members)\n"
  "  --help          show this help\n"
  "  --version       show the version\n\n"
  "Exit codes: 0 verified, 1 rejected, 2 usage, 3 unreadable (a file that cannot be read, or a limit of the format).\n\n"
  "Example: minip certify features.npz -o cert.json; minip-check --against features.npz cert.json\n";

/* What failed, with the system's reason. */
static const char *reason(const char *what)
{
  static char text[512];
  snprintf(text, sizeof text, "%s: %s", what, strerror(errno));
  return text;
}

static const char *read_whole(size_t *size, const char *path, char **bytes)
{
  static char why[512];
  size_t room = 1 << 16, used = 0, got = 1;
  FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (!f)
    return reason("cannot open the file");
  *bytes = malloc(room);
  while (*bytes && got > 0 && used <= CK_MAX_FILE) {
    got = fread(*bytes + used, 1, room - used, f);
    used += got;
    if (used == room) {
      char *more = realloc(*bytes, room *= 2);
      if (!more)
        free(*bytes);
      *bytes = more;
    }
  }
  const char *cannot = ferror(f) ? reason("cannot read the file") : NULL;
  if (f != stdin)
    fclose(f);
  *size = used;
  if (!*bytes)
    return "out of memory";
  if (used > CK_MAX_FILE) {
    snprintf(why, sizeof why, "longer than %zu bytes", CK_MAX_FILE);
    return why;
  }
  return cannot;
}

static int usage(const char *why, const char *word)
{
  fprintf(stderr, "minip-check: %s%s\nSee minip-check --help.\n", why, word);
  return CK_USAGE;
}

static int say(int verdict, const char *path, const char *message)
{
  static const char *const words[] = {"verified", "rejected", "", "unreadable"};
  fprintf(stderr, "%s: %s\n", path, message);
  if (puts(words[verdict]) < 0 || fflush(stdout) != 0)
    return CK_UNREADABLE;
  return verdict;
}

int main(int argc, char **argv)
{
  const char *path = NULL, *against = NULL;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "--version") == 0)
      return printf("%s", argv[i][2] == 'h' ? help : "minip-check " CK_VERSION "\n") < 0 || fflush(stdout) != 0 ? CK_UNREADABLE : 0;
    if (strcmp(argv[i], "--against") == 0) {
      if (against || ++i == argc)
        return usage("--against takes one file, once", "");
      against = argv[i];
    } else if (argv[i][0] == '-' && argv[i][1] != '\0')
      return usage("unknown option ", argv[i]);
    else if (path)
      return usage("more than one certificate: ", argv[i]);
    else
      path = argv[i];
  }
  if (!path)
    return usage("no certificate given", "");
  char *bytes = NULL, message[1024];
  size_t size = 0;
  const char *why = read_whole(&size, path, &bytes);
  if (why) {
    free(bytes);
    return say(CK_UNREADABLE, path, why);
  }
  int verdict = ck_check(message, sizeof message, bytes, size, against);
  free(bytes);
  return say(verdict, path, message);
}
