/* minip train: fitting kernels, to a suite or to the whole cube. */
#include "commands.h"
#include "train.h"

static minip_status_t run(cli_context_t *ctx, minip_error_t err)
{
  if (!cli_get(ctx, "rank"))
    return minip_error_set(err, MINIP_USAGE, "--rank R is needed");
  return cli_get(ctx, "full") ? cli_train_full(ctx, err) : cli_train_suite(ctx, err);
}

static const cli_option_t options[] = {
  {"rank", "R", "the number of features (needed)"},
  {"seeds", "K", "try K seeds (default 1); with --full the first that succeeds ends the runs"},
  {"first-seed", "S", "the first seed (default 1)"},
  {"steps", "N", "at most N steps of L-BFGS a run (default 3000; with --full 20000)"},
  {"full", "M", "fit the whole cube of M bits instead of a suite, in integers, M up to 12"},
  {"length", "N", "with --full: sequence length, at least 3 (default 3)"},
  {"cycle", "L", "with --full: search only kernels with a cyclic symmetry: floor(M/L) cycles of L bits are turned. A step costs an L-th"},
  {"frequencies", "LIST", "with --cycle: components such as 0,0,1: 0 and L/2 are one feature each, others two (default: R/L of each, the rest 0)"},
  {"start", "KERNEL", "with --full: start from the features of an .npz over the whole cube with at most R columns"},
  {"checkpoint", "FILE", "with --full: save the search in FILE (.npz) after every 200 steps, and go on from it when it exists"},
  {"features", "KIND", "table (default), loglinear or mlp: the last two give features to tokens outside the suite too"},
  {"activation", "F", "softplus (default), exp or square: keeps the features nonnegative"},
  {"signed", NULL, "features of any sign"},
  {"start-scale", "X", "size of the random start (default 1)"},
  {"error", "E", "a sequence fails when its error is E or more (default 1/2)"},
  {NULL, NULL, NULL},
};

const cli_command_t cli_train = {
  .name = "train",
  .operands = "[SUITE]",
  .summary = "fit kernels to a suite or to the whole cube, and certify them exactly",
  .description = "On a SUITE (.npz of minip witness) features, values and readout are fitted by L-BFGS to the smoothed largest error, rounded to float32, and\n"
                 "judged exactly: error is that of the trained head, optimal_error that of its kernel with the best values and readout. -o FILE.npz takes the\n"
                 "run with the least optimal error, a MODEL for minip evaluate and a KERNEL for minip certify. A diverging fit is reported and never certified.\n"
                 "With --full the kernel solves the whole cube, proved by T5 in integers, or is not found (which proves nothing); -o FILE.npz takes the kernel,\n"
                 "-o FILE.json a certificate that R features suffice. Runs repeat exactly for a seed, a build, a machine and, with --full, a\n"
                 "number of threads.\n"
                 "JSON: runs[].rank, .seed, .error, .optimal_error, .verdict, .bound.\n\n"
                 "Example: minip witness chain24 -o suite.npz && minip train suite.npz --rank 4 --seeds 3 -o best.npz\n"
                 "         minip train --full 4 --rank 2 -o m4-r2.npz\n"
                 "         minip train --full 9 --rank 7 --cycle 3 -o m9-r7.npz\n",
  .options = options,
  .max_operands = 1,
  .run = run,
};
