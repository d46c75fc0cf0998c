/* Shared by upper.c, lower.c and bounds.c. */
#ifndef MINIP_CODE_BOUNDS_H
#define MINIP_CODE_BOUNDS_H

#include <minip/code.h>

/* Fill a step with a copy of value and a formatted detail. MINIP_LIMIT when memory is short (the step can still be cleared). */
MINIP_MUST_CHECK minip_status_t minip__step_set(minip_code_step_t *step, size_t n, size_t w, minip_code_rule_t rule, const fmpz_t value, minip_error_t err,
                                                const char *format, ...) MINIP_PRINTF(7, 8);
void minip__step_clear(minip_code_step_t *step);

/* Append a cleared step to a list; NULL when memory is short. */
minip_code_step_t *minip__step_add(minip_code_step_t **list, size_t *count);

/* The upper bound and its proof into bounds (upper, steps), and the upper sources. Linear programs end at the deadline (minip__now seconds; 0: none). */
MINIP_MUST_CHECK minip_status_t minip__bounds_upper(minip_code_bounds_t bounds, unsigned use, double deadline, minip_error_t err);

/* The lower bound (lower, lower_rule) and its sources; upper is known. */
MINIP_MUST_CHECK minip_status_t minip__bounds_lower(minip_code_bounds_t bounds, unsigned use, minip_error_t err);

#endif
