/* Dispatch to the commands. */
#include "cli.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "code max" takes two words: *used tells how many the name was. */
static const cli_command_t *find_command(int argc, char **argv, int *used)
{
  for (size_t i = 0; cli_commands[i]; i++) {
    const char *name = cli_commands[i]->name;
    const char *second = strchr(name, ' ');
    size_t first = second ? (size_t)(second - name) : strlen(name);
    if (strlen(argv[1]) != first || strncmp(argv[1], name, first) != 0)
      continue;
    if (second && (argc < 3 || strcmp(argv[2], second + 1) != 0))
      continue;
    *used = second ? 2 : 1;
    return cli_commands[i];
  }
  return NULL;
}

/* "minip code", "minip code --help", "minip code nonsense": the family's commands. */
static int family_help(const char *family, int wanted_help)
{
  int found = 0;
  FILE *f = wanted_help ? stdout : stderr;
  size_t n = strlen(family);
  for (size_t i = 0; cli_commands[i]; i++)
    if (strncmp(cli_commands[i]->name, family, n) == 0 && cli_commands[i]->name[n] == ' ') {
      if (!found++)
        fprintf(f, "Usage: minip %s COMMAND [options]\n\nCommands:\n", family);
      fprintf(f, "  %-18s %s\n", cli_commands[i]->name + n + 1, cli_commands[i]->summary);
    }
  if (!found)
    fprintf(stderr, "minip: unknown command '%s'; see minip --help\n", family);
  return found && wanted_help ? 0 : MINIP_USAGE;
}

/* Help and versions are results too: a full or closed stdout must not pass for success. */
static int flushed(int code)
{
  if (fflush(stdout) == 0 && !ferror(stdout))
    return code;
  fprintf(stderr, "minip: cannot write to standard output\n");
  return MINIP_INPUT;
}

static int run_command(const cli_command_t *command, int argc, char **argv)
{
  cli_context_t ctx = {.command = command};
  minip_error_t err;
  int help = 0;
  minip_error_init(err);
  minip_status_t st = cli_parse(&ctx, argc, argv, &help, err);
  if (help) {
    free(ctx.values);
    return flushed(cli_help(command));
  }
  if (st == MINIP_OK && ctx.threads > 0)
    omp_set_num_threads(ctx.threads); /* where a function of the library takes no number of threads */
  if (st == MINIP_OK)
    st = command->run(&ctx, err);
  free(ctx.values);
  if (st != MINIP_OK) {
    fprintf(stderr, "minip %s: %s\n", command->name, err->text);
    if (st == MINIP_USAGE)
      fprintf(stderr, "See minip %s --help.\n", command->name);
    return (int)st;
  }
  return ctx.expectation_failed ? 1 : 0;
}

/* For programs (completion, man pages): "name<TAB>summary" lines. */
static int list_commands(void)
{
  for (size_t i = 0; cli_commands[i]; i++)
    printf("%s\t%s\n", cli_commands[i]->name, cli_commands[i]->summary);
  return 0;
}

int main(int argc, char **argv)
{
  int used;
  if (argc < 2) {
    fprintf(stderr, "Usage: minip COMMAND [options]; see minip --help\n");
    return MINIP_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
    return flushed(cli_help(NULL));
  if (strcmp(argv[1], "--version") == 0) {
    printf("minip %s\n%s\n", minip_version(), minip_version_libraries());
    return flushed(0);
  }
  if (strcmp(argv[1], "--list-commands") == 0)
    return flushed(list_commands());
  const cli_command_t *command = find_command(argc, argv, &used);
  if (command)
    return run_command(command, argc - used, argv + used);
  return flushed(family_help(argv[1], argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)));
}
