/* Every allocation of a run hangs in one list, which is freed when the run ends; a cap keeps hostile files from taking the machine. */
#include "check.h"
#include <stdlib.h>
#include <string.h>

typedef struct block {
  struct block *next, *previous;
  size_t size;
  size_t pad; /* keeps the payload aligned to 16 bytes */
} block_t;

static block_t list = {&list, &list, 0, 0};
static size_t in_use;
static void *(*outer_alloc)(size_t);
static void *(*outer_realloc)(void *, size_t, size_t);
static void (*outer_free)(void *, size_t);
static json_malloc_t outer_json_malloc;
static json_free_t outer_json_free;

#define MALLOC_OWN 16 /* what the allocator keeps for itself with every block */

static void *take(size_t size)
{
  size_t all = size + sizeof(block_t) + MALLOC_OWN;
  if (size > CK_MAX_MEMORY || in_use + all > CK_MAX_MEMORY)
    ck_unreadable("more than %zu bytes of memory needed", CK_MAX_MEMORY);
  block_t *b = malloc(sizeof *b + size);
  if (!b)
    ck_unreadable("out of memory");
  in_use += all;
  b->size = all;
  b->next = list.next, b->previous = &list;
  list.next->previous = b, list.next = b;
  return b + 1;
}

void ck_free(void *p)
{
  if (!p)
    return;
  block_t *b = (block_t *)p - 1;
  b->next->previous = b->previous, b->previous->next = b->next;
  in_use -= b->size;
  free(b);
}

static void *regrow(void *p, size_t old, size_t size)
{
  void *q = take(size);
  memcpy(q, p, old < size ? old : size);
  ck_free(p);
  return q;
}

static void give(void *p, size_t size)
{
  (void)size;
  ck_free(p);
}

void ck_memory_begin(void)
{
  mp_get_memory_functions(&outer_alloc, &outer_realloc, &outer_free);
  json_get_alloc_funcs(&outer_json_malloc, &outer_json_free);
  mp_set_memory_functions(take, regrow, give);
  json_set_alloc_funcs(take, ck_free);
}

void ck_memory_end(void)
{
  while (list.next != &list)
    ck_free(list.next + 1);
  mp_set_memory_functions(outer_alloc, outer_realloc, outer_free);
  json_set_alloc_funcs(outer_json_malloc, outer_json_free);
}

void *ck_new(size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    ck_unreadable("more than %zu bytes of memory needed", CK_MAX_MEMORY);
  return memset(take(bytes), 0, bytes);
}

mpz_t *ck_new_mpz(size_t count)
{
  mpz_t *x = ck_new(count, sizeof *x);
  for (size_t i = 0; i < count; i++)
    mpz_init(x[i]);
  return x;
}

mpq_t *ck_new_mpq(size_t count)
{
  mpq_t *x = ck_new(count, sizeof *x);
  for (size_t i = 0; i < count; i++)
    mpq_init(x[i]);
  return x;
}
