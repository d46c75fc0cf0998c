/* The one place that knows where FLINT keeps its ball arithmetic: inside FLINT >= 3, in Arb before. */
#ifndef MINIP_FLINT_H
#define MINIP_FLINT_H

#include <gmp.h>
#include <mpfr.h>
#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>
#if __FLINT_RELEASE >= 30000
#include <flint/arb.h>
#else
#include <arb.h>
#endif

#endif
