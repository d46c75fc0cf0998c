/* Another program's opinion on a changed certificate. */
#ifndef MINIP_TEST_CHECKER_REDERIVE_H
#define MINIP_TEST_CHECKER_REDERIVE_H

/* Does the library, by other means than the checker's, find what `text` claims? original is the sample it was made from, whose claim is known to be true. */
int still_true(const char *text, const char *original);

#endif
