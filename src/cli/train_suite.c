#include "train.h"
minip_status_t cli_train_suite(cli_context_t *ctx, minip_error_t err) { (void)ctx; return minip_error_set(err, MINIP_USAGE, "give a SUITE, or --full M"); }
