/* Tiles of interleaved tokens, and the inner loop over them. */
#ifndef MINIP_TARGET_INTERNAL_H
#define MINIP_TARGET_INTERNAL_H

#include <minip/target.h>

#define MINIP__LANES 8

typedef struct {
  size_t tiles, words, count;
  uint64_t *bits; /* tiles x words x LANES; lanes past the last token are all ones: their overlap is |x|, which never is below the minimum */
} minip__tiles_t;

/* The queries of tile `first` against tiles first .. last: mins (one per token, padded to whole tiles) takes the minima of both sides. */
typedef void (*minip__scan_t)(uint64_t *mins, const minip__tiles_t *tiles, size_t first);

/* The plain form, and the one chosen for this machine; they agree bit for bit. */
void minip__scan_plain(uint64_t *mins, const minip__tiles_t *tiles, size_t first);
minip__scan_t minip__scan_best(void);

#endif
