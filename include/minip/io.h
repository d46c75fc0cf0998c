/* Arrays from files: .npy, .npz, .safetensors, JSON, CSV; token sequences from text; arrays back to .npy and .npz.

   Every reader checks sizes before it allocates, and refuses NaN and infinities, objects and complex numbers with the file, the array,
   the index and the reason. Floats stay the exact dyadic rationals they store. The format is told by content first, then by the ending. */
#ifndef MINIP_IO_H
#define MINIP_IO_H

#include <stddef.h>
#include <minip/num.h>
#include <minip/status.h>
#include <minip/token.h>

MINIP_BEGIN_DECLS

#define MINIP_MAX_NDIM 8

typedef enum {
  MINIP_DT_BOOL, MINIP_DT_I8, MINIP_DT_U8, MINIP_DT_I16, MINIP_DT_U16, MINIP_DT_I32, MINIP_DT_U32, MINIP_DT_I64, MINIP_DT_U64,
  MINIP_DT_F16, MINIP_DT_BF16, MINIP_DT_F32, MINIP_DT_F64, /* bit patterns */
  MINIP_DT_RATIONAL                                        /* exact numbers read from text: data is an array of fmpq */
} minip_dtype_t;

/* One array: native byte order, C order, whatever the file had. */
typedef struct {
  char *name;                   /* "" for a file that holds one unnamed array */
  minip_dtype_t dtype;
  size_t ndim;                  /* 0 .. MINIP_MAX_NDIM */
  size_t shape[MINIP_MAX_NDIM];
  size_t size;                  /* product of the shape */
  void *data;                   /* size elements; owned */
} minip_array_struct;

/* All arrays of one file. */
typedef struct {
  char *path;                   /* as given; owned */
  char sha256[65];              /* of the file's bytes, lower-case hexadecimal */
  size_t count;
  minip_array_struct *arrays;   /* owned */
} minip_bundle_struct;
typedef minip_bundle_struct minip_bundle_t[1];

void minip_bundle_init(minip_bundle_t bundle);
void minip_bundle_clear(minip_bundle_t bundle);

/* Read every array of the file. MINIP_INPUT with the reason; MINIP_LIMIT above max_bytes of array data (0: the default, 8 GiB);
   MINIP_UNDECIDED for an .npz when this build has no libzip. What was in the bundle before is lost.
   .npy      versions 1.0, 2.0 and 3.0; bool, integers, float16 / 32 / 64, either byte order, C and Fortran order; bfloat16 as '<V2', which is what
             numpy.save writes for ml_dtypes' bfloat16 ('|V2' is any two bytes and is refused)
   .npz      a zip of .npy members, stored or deflated, Zip64 or not; array names are the member names without .npy
   .safetensors  BOOL, U8 .. I64, F16, BF16, F32, F64; tensors must fill the file without holes or overlaps
   .json     an object from names to numbers or nested arrays of numbers, or one such array; numbers, and strings with integers, decimals or
             "p/q", are exact rationals; at most 64 MiB of text
   text      (.csv, .txt, anything else) a matrix of exact numbers, one row a line; separated by commas, or by blanks if the first row has
             no comma; '#' starts a comment line; UTF-8 with or without a byte-order mark, LF or CRLF */
MINIP_MUST_CHECK minip_status_t minip_bundle_load(minip_bundle_t bundle, const char *path, size_t max_bytes, minip_error_t err);

/* The same for bytes in memory, where bytes[size] must be 0. path is only named in messages, and its ending helps to tell the format. */
MINIP_MUST_CHECK minip_status_t minip_bundle_parse(minip_bundle_t bundle, const char *path, const unsigned char *bytes, size_t size, size_t max_bytes, minip_error_t err);

/* The array of that name, or NULL. Borrowed. */
const minip_array_struct *minip_bundle_find(const minip_bundle_t bundle, const char *name);

/* x = the exact value of element i (C order). MINIP_INPUT for NaN and infinities; the message has array and index, not the file. */
MINIP_MUST_CHECK minip_status_t minip_array_get(fmpq_t x, const minip_array_struct *array, size_t i, minip_error_t err);

/* The element as an integer dyadic when it is one: value = man * 2^exp, man odd or 0 (then exp = 0). MINIP_UNDECIDED for rationals that are not dyadic or do not fit. */
MINIP_MUST_CHECK minip_status_t minip_array_get_dyadic(int64_t *man, int *exp, const minip_array_struct *array, size_t i, minip_error_t err);

/* Tokens from an array of shape (N, m) or, with N = all rows, (.., m), each element exactly 0 or 1. Other values: MINIP_INPUT with the index. */
MINIP_MUST_CHECK minip_status_t minip_array_tokens(minip_tokens_t tokens, const minip_array_struct *array, minip_error_t err);

/* A deep copy under the given name, to be put into a bundle (whose clear frees it). On failure `to` is all zeros. */
MINIP_MUST_CHECK minip_status_t minip_array_copy(minip_array_struct *to, const minip_array_struct *from, const char *name, minip_error_t err);

/* Name of a dtype for messages: "float32". Static storage. */
const char *minip_dtype_name(minip_dtype_t dtype);

/* Token sequences: text (one 0/1 token a line, blank line between sequences, '#' comments), or an .npy / .npz array (N x m or B x N x m;
   in an .npz the array called `tokens`, or the only one). path "-" is standard input (text). All sequences have tokens of m bits.
   A file without any token is MINIP_INPUT. */
typedef struct {
  size_t count;
  minip_tokens_struct *sequences; /* owned */
} minip_sequences_struct;
typedef minip_sequences_struct minip_sequences_t[1];
void minip_sequences_init(minip_sequences_t sequences);
void minip_sequences_clear(minip_sequences_t sequences);
MINIP_MUST_CHECK minip_status_t minip_sequences_load(minip_sequences_t sequences, const char *path, minip_error_t err);

/* The bytes of a whole file, and their SHA-256 (65 bytes with the terminator; may be NULL). bytes ends in an extra 0. The caller frees.
   MINIP_LIMIT above max_bytes. Special files (pipes, devices) are read to their end under the same limit. */
MINIP_MUST_CHECK minip_status_t minip_io_read_file(unsigned char **bytes, size_t *size, char *sha256, const char *path, size_t max_bytes, minip_error_t err);

/* Write arrays as .npz (stored members, fixed dates, so equal arrays give equal files) or one as .npy (version 1.0), atomically; little-endian,
   C order. MINIP_INPUT: an array of rationals (numpy has no such type), an empty or repeated name. */
MINIP_MUST_CHECK minip_status_t minip_npz_write(const char *path, const minip_array_struct *arrays, size_t count, minip_error_t err);
MINIP_MUST_CHECK minip_status_t minip_npy_write(const char *path, const minip_array_struct *array, minip_error_t err);

MINIP_END_DECLS

#endif
