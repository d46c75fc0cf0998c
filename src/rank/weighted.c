/* T13: ranks on the whole cube of f(|x|,|z|,<x,z>), by Schrijver's block form of the Terwilliger algebra (IEEE Trans. Inf. Theory 51, 2005).

   Block k = 0..m/2, of multiplicity C(m,k) - C(m,k-1), is the matrix over i, j in k..m-k with entries sum_t beta^t_ijk f(i,j,t). Summed over t first,
   beta's alternating sum turns f(i,j,.) into its Newton coefficients c_u(i,j), so that
     entry = sum_{u=k}^{min(i,j)} C(m-2k,u-k) C(m-k-u,i-u) C(m-k-u,j-u) c_u(i,j).
   Each block is first taken modulo one prime; if its rank is full there, it is full. Otherwise its exact rank is found from its integers.
   Scaling f by a function of |x| and one of |z| changes no rank, so common factors are divided out first: T13's kernels become small. */
#include <minip/rank.h>
#include <flint/nmod_mat.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>

#define PRIME_START ((ulong)1 << 61)

typedef struct {
  size_t m, n;       /* n = m + 1 */
  fmpz *newton;      /* n x n x n: c_u(i,j), u <= min(i,j) */
  fmpz *choose;      /* n x n binomials */
  nmod_t mod;
  ulong *choose_mod; /* n x n */
  ulong *newton_mod; /* n x n x n */
} blocks_t;

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Divide all entries with first index i (side 0), or all with second index i (side 1), by their greatest common divisor. */
static void divide_out(fmpz *f, size_t n, size_t i, int side)
{
  fmpz_t content;
  fmpz_init(content);
  for (size_t j = 0; j < n && !fmpz_is_one(content); j++)
    for (size_t t = 0; t < n && !fmpz_is_one(content); t++)
      fmpz_gcd(content, content, f + (side ? j * n + i : i * n + j) * n + t);
  for (size_t j = 0; j < n && !fmpz_is_zero(content) && !fmpz_is_one(content); j++)
    for (size_t t = 0; t < n; t++) {
      fmpz *x = f + (side ? j * n + i : i * n + j) * n + t;
      fmpz_divexact(x, x, content);
    }
  fmpz_clear(content);
}

/* c[u] = Delta^u f(i,j,.)(0) for u <= top, in place. */
static void to_newton(fmpz *c, size_t top)
{
  for (size_t u = 1; u <= top; u++)
    for (size_t t = top; t >= u; t--)
      fmpz_sub(c + t, c + t, c + t - 1);
}

static void set_newton(blocks_t *b, const fmpz *f)
{
  size_t n = b->n;
  b->newton = _fmpz_vec_init((slong)(n * n * n));
  _fmpz_vec_set(b->newton, f, (slong)(n * n * n));
  for (int side = 1; side >= 0; side--)
    for (size_t i = 0; i < n; i++)
      divide_out(b->newton, n, i, side);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      to_newton(b->newton + (i * n + j) * n, least(i, j));
      for (size_t u = 0; u <= least(i, j); u++)
        b->newton_mod[(i * n + j) * n + u] = fmpz_fdiv_ui(b->newton + (i * n + j) * n + u, b->mod.n);
    }
}

static minip_status_t blocks_init(blocks_t *b, const fmpz *f, size_t m, minip_error_t err)
{
  size_t n = m + 1;
  *b = (blocks_t){.m = m, .n = n};
  nmod_init(&b->mod, n_nextprime(PRIME_START, 0));
  b->choose_mod = calloc(n * n, sizeof *b->choose_mod);
  b->newton_mod = calloc(n * n * n, sizeof *b->newton_mod);
  if (!b->choose_mod || !b->newton_mod)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for the blocks of m = %zu", m);
  b->choose = _fmpz_vec_init((slong)(n * n));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      fmpz_bin_uiui(b->choose + i * n + j, i, j);
      b->choose_mod[i * n + j] = fmpz_fdiv_ui(b->choose + i * n + j, b->mod.n);
    }
  set_newton(b, f);
  return MINIP_OK;
}

static void blocks_clear(blocks_t *b)
{
  if (b->choose)
    _fmpz_vec_clear(b->choose, (slong)(b->n * b->n));
  if (b->newton)
    _fmpz_vec_clear(b->newton, (slong)(b->n * b->n * b->n));
  free(b->choose_mod);
  free(b->newton_mod);
}

static ulong entry_modulo(const blocks_t *b, size_t k, size_t i, size_t j)
{
  const ulong *c = b->newton_mod + (i * b->n + j) * b->n, *choose = b->choose_mod;
  ulong sum = 0;
  for (size_t u = k; u <= least(i, j); u++) {
    const ulong *line = choose + (b->m - k - u) * b->n;
    ulong term = nmod_mul(choose[(b->m - 2 * k) * b->n + u - k], nmod_mul(line[i - u], line[j - u], b->mod), b->mod);
    sum = nmod_add(sum, nmod_mul(term, c[u], b->mod), b->mod);
  }
  return sum;
}

static void entry_exact(fmpz_t sum, const blocks_t *b, size_t k, size_t i, size_t j)
{
  const fmpz *c = b->newton + (i * b->n + j) * b->n;
  fmpz_t term;
  fmpz_init(term);
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
  fmpz_mat_t block;
  minip_rank_result_t result;
  fmpz_mat_init(block, (slong)size, (slong)size);
  minip_rank_result_init(result);
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++)
      entry_exact(fmpz_mat_entry(block, (slong)i, (slong)j), b, k, k + i, k + j);
  minip_status_t st = minip_rank_matrix(result, block, 0, err);
  *rank = result->pivots;
  minip_rank_result_clear(result);
  fmpz_mat_clear(block);
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
  for (size_t k = 0; st == MINIP_OK && 2 * k <= m; k++)
    st = add_block(rank, &b, k, err);
  blocks_clear(&b);
  return st;
}
