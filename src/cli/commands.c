/* The table of commands, in the order of --help. */
#include "cli.h"
#include "commands.h"

const cli_command_t *const cli_commands[] = {
  &cli_target,
  &cli_certify,
  &cli_check,
  &cli_gaps,
  &cli_rank,
  &cli_evaluate,
  &cli_witness,
  &cli_train,
  &cli_experiment_rank_sweep,
  &cli_experiment_signed,
  &cli_experiment_length,
  &cli_experiment_ood,
  &cli_amplification,
  &cli_bound,
  &cli_transcript,
  &cli_softmax,
  &cli_audit,
  &cli_code_enumerate,
  &cli_code_construct,
  &cli_code_lex,
  &cli_code_max,
  &cli_code_classify,
  &cli_code_verify,
  &cli_code_bounds,
  &cli_code_pairs,
  NULL,
};
