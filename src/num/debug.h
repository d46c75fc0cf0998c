/* Cross checks of derived steps: a second, slower way to the same answer. Built in by configure --enable-debug-assertions only. */
#ifndef MINIP_DEBUG_H
#define MINIP_DEBUG_H

#include "config.h"

#ifdef MINIP_DEBUG
#include <stdio.h>
#include <stdlib.h>

#define MINIP__CHECK(condition)                                                             \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      fprintf(stderr, "%s:%d: cross check failed: %s\n", __FILE__, __LINE__, #condition);   \
      abort();                                                                              \
    }                                                                                       \
  } while (0)
#endif

#endif
