/* One small certificate of every kind and argument, and ways to change and re-seal a certificate's text. */
#ifndef MINIP_TEST_CHECKER_SAMPLES_H
#define MINIP_TEST_CHECKER_SAMPLES_H

#include "../cert/random.h"

typedef struct {
  const char *name;
  char *(*make)(void);
} sample_t;
extern const sample_t samples[];
extern const size_t sample_count;

char *sample_text(size_t i);             /* the caller frees */
char *sample_by_name(const char *name);
char *replace_all(const char *text, const char *from, const char *to);
/* Put a right digest at the end: what comes before the last "digest" is kept. Text without one is left alone. */
void reseal(char **text);

#endif
