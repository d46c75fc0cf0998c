/* Status codes and error messages.

   Conventions of the whole library:
   - One prefix, minip_, then the module, then the verb: minip_num_parse, minip_kernel_load.
   - Types are one-element arrays with an init / clear pair (minip_kernel_t k; minip_kernel_init(k); .. minip_kernel_clear(k)).
     init never fails and allocates nothing that needs more than the struct; clear may be called once after init, whatever happened in between.
   - Outputs come before inputs, the error last. Inputs are const. Outputs may alias inputs only where the header says so.
   - A function that can fail returns a minip_status_t, which must be looked at; unless it is MINIP_OK, the outputs mean nothing
     (they can still be cleared) and err holds one line: the file, the place in it, the reason.
   - Sizes from files are checked before anything is allocated. Nothing in the library prints, exits or changes the locale.
   - Functions are reentrant; objects may be shared between threads as long as nobody changes them. */
#ifndef MINIP_STATUS_H
#define MINIP_STATUS_H

#if defined(__GNUC__)
#define MINIP_MUST_CHECK __attribute__((warn_unused_result))
#define MINIP_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define MINIP_MUST_CHECK
#define MINIP_PRINTF(fmt, args)
#endif

/* The headers serve C and C++. */
#ifdef __cplusplus
#define MINIP_BEGIN_DECLS extern "C" {
#define MINIP_END_DECLS }
#else
#define MINIP_BEGIN_DECLS
#define MINIP_END_DECLS
#endif

MINIP_BEGIN_DECLS

/* The values are the exit codes of the program. */
typedef enum {
  MINIP_OK = 0,
  MINIP_USAGE = 2,      /* the call's words are off */
  MINIP_INPUT = 3,      /* bad input: a file, an array, a number */
  MINIP_LIMIT = 4,      /* a stated resource limit was reached */
  MINIP_UNDECIDED = 5,  /* honestly undecided, or out of scope */
  MINIP_INTERNAL = 70   /* a defect of this program */
} minip_status_t;

typedef struct {
  minip_status_t status;
  char text[1024]; /* one line, always terminated, "" while status is MINIP_OK */
} minip_error_struct;
typedef minip_error_struct minip_error_t[1];

/* Set err to MINIP_OK and an empty text. */
void minip_error_init(minip_error_t err);

/* Record a failure and return st, so that `return minip_error_set(err, MINIP_INPUT, "%s: ...", file)` reads well.
   A text longer than the buffer is cut, and ends in "...". Control characters become '?': messages quote hostile input. */
minip_status_t minip_error_set(minip_error_t err, minip_status_t st, const char *format, ...) MINIP_PRINTF(3, 4);

/* Put "prefix: " in front of a recorded failure (a file name, an array). Returns err->status. */
minip_status_t minip_error_prefix(minip_error_t err, const char *format, ...) MINIP_PRINTF(2, 3);

/* Three-valued answers. */
typedef enum { MINIP_REFUTED = -1, MINIP_UNSETTLED = 0, MINIP_PROVED = 1 } minip_tri_t;

/* Library version, and those of the libraries linked at run time: "GMP 6.2.1, MPFR 4.2.0, ..". Static storage. */
const char *minip_version(void);
const char *minip_version_libraries(void);

MINIP_END_DECLS

#endif
