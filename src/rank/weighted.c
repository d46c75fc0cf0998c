/* T13: ranks on the whole cube of f(|x|,|z|,<x,z>), by Schrijver's block form of the Terwilliger algebra (IEEE Trans. Inf. Theory 51, 2005).

   Block k = 0..m/2, of multiplicity C(m,k) - C(m,k-1), is the matrix over i, j in k..m-k with entries sum_t beta^t_ijk f(i,j,t). Summed over t first,
   beta's alternating sum turns f(i,j,.) into its Newton coefficients c_u(i,j), so that
     entry = sum_{u=k}^{min(i,j)} C(m-2k,u-k) C(m-k-u,i-u) C(m-k-u,j-u) c_u(i,j).
   Each block is first taken modulo one prime; if its rank is full there, it is full. Otherwise its exact rank is found from its integers. */
#include <minip/rank.h>
#include <flint/nmod_mat.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>

#define PRIME_START ((ulong)1 << 61)

typedef struct {
  size_t m, n;       /* n = m + 1 */
  const fmpz *f;
  fmpz *choose;      /* n x n binomials */
  nmod_t mod;
  ulong *choose_mod; /* n x n */
  ulong *newton;     /* n x n x n: c_u(i,j) modulo the prime, u <= min(i,j) */
} blocks_t;

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static minip_status_t blocks_init(blocks_t *b, const fmpz *f, size_t m, minip_error_t err)
{
  size_t n = m + 1;
  *b = (blocks_t){.m = m, .n = n, .f = f};
  nmod_init(&b->mod, n_nextprime(PRIME_START, 0));
  b->choose_mod = calloc(n * n, sizeof *b->choose_mod);
  b->newton = calloc(n * n * n, sizeof *b->newton);
  if (!b->choose_mod || !b->newton)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the blocks of m = %zu", m);
  b->choose = _fmpz_vec_init((slong)(n * n));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      fmpz_bin_uiui(b->choose + i * n + j, i, j);
      b->choose_mod[i * n + j] = fmpz_fdiv_ui(b->choose + i * n + j, b->mod.n);
    }
  return MINIP_OK;
}

static void blocks_clear(blocks_t *b)
{
  if (b->choose)
    _fmpz_vec_clear(b->choose, (slong)(b->n * b->n));
  free(b->choose_mod);
  free(b->newton);
}

/* c[u] = Delta^u f(i,j,.)(0) for u <= min(i,j), modulo the prime. */
static void newton_modulo(blocks_t *b, size_t i, size_t j)
{
  ulong *c = b->newton + (i * b->n + j) * b->n;
  size_t top = least(i, j);
  for (size_t t = 0; t <= top; t++)
    c[t] = fmpz_fdiv_ui(b->f + (i * b->n + j) * b->n + t, b->mod.n);
  for (size_t u = 1; u <= top; u++)
    for (size_t t = top; t >= u; t--)
      c[t] = nmod_sub(c[t], c[t - 1], b->mod);
}

static void newton_exact(fmpz *c, const blocks_t *b, size_t i, size_t j)
{
  size_t top = least(i, j);
  _fmpz_vec_set(c, b->f + (i * b->n + j) * b->n, (slong)top + 1);
  for (size_t u = 1; u <= top; u++)
    for (size_t t = top; t >= u; t--)
      fmpz_sub(c + t, c + t, c + t - 1);
}

static ulong entry_modulo(const blocks_t *b, size_t k, size_t i, size_t j)
{
  const ulong *c = b->newton + (i * b->n + j) * b->n, *choose = b->choose_mod;
  ulong sum = 0;
  for (size_t u = k; u <= least(i, j); u++) {
    const ulong *line = choose + (b->m - k - u) * b->n;
    ulong term = nmod_mul(choose[(b->m - 2 * k) * b->n + u - k], nmod_mul(line[i - u], line[j - u], b->mod), b->mod);
    sum = nmod_add(sum, nmod_mul(term, c[u], b->mod), b->mod);
  }
  return sum;
}

static void entry_exact(fmpz_t sum, fmpz *c, const blocks_t *b, size_t k, size_t i, size_t j)
{
  fmpz_t term;
  fmpz_init(term);
  newton_exact(c, b, i, j);
  fmpz_zero(sum);
  for (size_t u = k; u <= least(i, j); u++) {
    const fmpz *line = b->choose + (b->m - k - u) * b->n;
    if (fmpz_is_zero(c + u))
      continue;
    fmpz_mul(term, line + (i - u), line + (j - u));
    fmpz_mul(term, term, b->choose + (b->m - 2 * k) * b->n + u - k);
    fmpz_addmul(sum, term, c + u);
  }
  fmpz_clear(term);
}

static size_t block_rank_modulo(const blocks_t *b, size_t k)
{
  size_t size = b->m - 2 * k + 1;
  nmod_mat_t block;
  nmod_mat_init(block, (slong)size, (slong)size, b->mod.n);
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++)
      nmod_mat_entry(block, (slong)i, (slong)j) = entry_modulo(b, k, k + i, k + j);
  size_t rank = (size_t)nmod_mat_rank(block);
  nmod_mat_clear(block);
  return rank;
}

static minip_status_t block_rank_exact(size_t *rank, const blocks_t *b, size_t k, minip_error_t err)
{
  size_t size = b->m - 2 * k + 1;
  fmpz *c = _fmpz_vec_init((slong)b->n);
  fmpz_mat_t block;
  minip_rank_result_t result;
  fmpz_mat_init(block, (slong)size, (slong)size);
  minip_rank_result_init(result);
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++)
      entry_exact(fmpz_mat_entry(block, (slong)i, (slong)j), c, b, k, k + i, k + j);
  minip_status_t st = minip_rank_matrix(result, block, 0, err);
  *rank = result->pivots;
  minip_rank_result_clear(result);
  fmpz_mat_clear(block);
  _fmpz_vec_clear(c, (slong)b->n);
  return st;
}

/* rank += multiplicity of block k times its rank. */
static minip_status_t add_block(fmpz_t rank, const blocks_t *b, size_t k, minip_error_t err)
{
  size_t size = b->m - 2 * k + 1, block_rank = block_rank_modulo(b, k);
  if (block_rank < size) {
    minip_status_t st = block_rank_exact(&block_rank, b, k, err);
    if (st != MINIP_OK)
      return st;
  }
  fmpz_t multiplicity;
  fmpz_init_set(multiplicity, b->choose + b->m * b->n + k);
  if (k > 0)
    fmpz_sub(multiplicity, multiplicity, b->choose + b->m * b->n + k - 1);
  fmpz_addmul_ui(rank, multiplicity, block_rank);
  fmpz_clear(multiplicity);
  return MINIP_OK;
}

minip_status_t minip_rank_weighted(fmpz_t rank, const fmpz *f, size_t m, minip_error_t err)
{
  blocks_t b;
  fmpz_zero(rank);
  minip_status_t st = blocks_init(&b, f, m, err);
  for (size_t i = 0; st == MINIP_OK && i <= m; i++)
    for (size_t j = 0; j <= m; j++)
      newton_modulo(&b, i, j);
  for (size_t k = 0; st == MINIP_OK && 2 * k <= m; k++)
    st = add_block(rank, &b, k, err);
  blocks_clear(&b);
  return st;
}
