/* Shared inside src/gap: a row sorted into classes, and the best pair of classes. */
#ifndef MINIP_GAP_INTERNAL_H
#define MINIP_GAP_INTERNAL_H

#include <minip/gap.h>

/* Tokens of one query with one overlap, one sign of V and, for `invisible` classes, alpha = 0. T4's bound of a pair is monotone in each |V|,
   so the entries with the least and the greatest |V| stand for all. */
typedef struct {
  uint32_t overlap; /* s */
  uint32_t lifted;  /* s^: the anchor's overlap for an invisible token, else s */
  int sign;         /* of V: 1 or -1 */
  int invisible;    /* alpha = 0, and s < s^ */
  size_t lo_entry, hi_entry;
  fmpz lo, hi;      /* |V|, positive */
} minip__class_t;

typedef struct {
  minip__class_t *list; /* count members: visible classes by sign and overlap, then invisible ones by overlap */
  size_t count, room;
  size_t anchor;        /* the member of G with the largest overlap, MINIP_NO_ENTRY when no token is invisible */
  uint32_t anchor_overlap;
  size_t undefined;     /* an entry with V = 0, or MINIP_NO_ENTRY; then the list is not built */
  int has_sign[2];      /* some V < 0, some V > 0 */
  size_t dropped;       /* entries left out because V is below the clamp */
} minip__classes_t;

/* A double with its own exponent, mantissa 2^exponent, of an integer by fmpz_get_d_2exp: relative error below 2^-51. A quantity made from such
   numbers by at most 20 products, quotients and sums of non-negative terms has a relative error below 2^-46 or so, far below MINIP__MARGIN. */
typedef struct {
  double mantissa;
  slong exponent;
} minip__approx_t;
#define MINIP__MARGIN 0x1p-40

/* H + (n-1) alpha, H = alpha(x,x) + eta(x); 1 without a normaliser. */
void minip__gap_v(fmpz_t v, const minip_row_t row, const minip_rule_t rule, size_t n, const fmpz_t alpha);

/* n >= 2. classes: all zero bytes at first, reusable; MINIP_LIMIT: out of memory. */
MINIP_MUST_CHECK minip_status_t minip__classes_build(minip__classes_t *classes, const minip_row_t row, const minip_rule_t rule, size_t n, minip_error_t err);
void minip__classes_free(minip__classes_t *classes);

/* The largest bound num/den of T3 and T4 over pairs of classes at length n >= 2, with its witness (the first pair in list order among equals);
   num = 0, den = 1 and MINIP_WITNESS_NONE when there is none. */
MINIP_MUST_CHECK minip_status_t minip__classes_best(fmpz_t num, fmpz_t den, minip_witness_t *witness, const minip__classes_t *classes, size_t n, minip_error_t err);

/* Entries z0, z1 with V_0 + (n-2) V_1 = 0, the denominator of (x; z0, z1,..,z1), for a row of both signs, n >= 3: *found tells. */
MINIP_MUST_CHECK minip_status_t minip__zero_denominator(int *found, size_t *z0, size_t *z1, const minip_row_t row, const minip_rule_t rule, size_t n, minip_error_t err);

/* Is max(D, clamp) = D on (x; z,..,z), for V = v on this row's scale? 1 without a clamp. */
int minip__gap_unclamped(const fmpz_t v, const minip_row_t row, const minip_rule_t rule);

/* Rows of nonnegative feature tables, reduced to the entries that can matter (filter.c). NULL where the filter does not apply: then rows are full. */
typedef struct minip__filter_struct *minip__filter_t;
typedef struct {
  double *approx, *query, *least, *most;
  uint32_t *overlap;
  unsigned char *has_zero;
  size_t *entries; /* of the last row: entry numbers in the full row */
  size_t count;    /* 0: the last row was full */
} minip__filter_scratch_t;
minip__filter_t minip__filter_new(const minip_kernel_t kernel);
void minip__filter_free(minip__filter_t filter);
MINIP_MUST_CHECK minip_status_t minip__filter_scratch_init(minip__filter_scratch_t *s, minip__filter_t filter, const minip_kernel_t kernel, minip_error_t err);
void minip__filter_scratch_clear(minip__filter_scratch_t *s); /* whatever init returned */
/* n >= 2. */
MINIP_MUST_CHECK minip_status_t minip__filter_row(minip_row_t row, minip__filter_scratch_t *s, minip__filter_t filter, const minip_kernel_t kernel, size_t i, minip_error_t err);
/* From entries of the reduced row to entries of the full one. */
void minip__filter_restore(minip_witness_t *witness, const minip__filter_scratch_t *s);

/* MINIP_INPUT for an empty row, n = 0, a target or clamp that is not positive. */
MINIP_MUST_CHECK minip_status_t minip__gap_check(const minip_rule_t rule, size_t n, const fmpq_t target, minip_error_t err);

/* The end of a thread's share of a parallel region: FLINT keeps freed integers per thread, and a thread may end here. */
void minip__thread_done(void);

#endif
