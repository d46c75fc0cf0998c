/* Every command, defined in the file of its name. */
#ifndef MINIP_CLI_COMMANDS_H
#define MINIP_CLI_COMMANDS_H

#include "cli.h"

extern const cli_command_t cli_target;
extern const cli_command_t cli_witness;
extern const cli_command_t cli_train;
extern const cli_command_t cli_experiment_rank_sweep, cli_experiment_signed, cli_experiment_length, cli_experiment_ood;
extern const cli_command_t cli_evaluate;
extern const cli_command_t cli_certify;
extern const cli_command_t cli_check;
extern const cli_command_t cli_gaps;
extern const cli_command_t cli_rank;
extern const cli_command_t cli_softmax;
extern const cli_command_t cli_audit;
extern const cli_command_t cli_amplification;
extern const cli_command_t cli_bound;
extern const cli_command_t cli_transcript;
extern const cli_command_t cli_code_construct;
extern const cli_command_t cli_code_lex;
extern const cli_command_t cli_code_max;
extern const cli_command_t cli_code_enumerate;
extern const cli_command_t cli_code_verify;
extern const cli_command_t cli_code_bounds;
extern const cli_command_t cli_code_pairs;
extern const cli_command_t cli_code_classify;

#endif
