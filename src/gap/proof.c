/* The sequences behind a witness, with their targets and denominators. */
#include "internal.h"

void minip_gap_proof_init(minip_gap_proof_t proof)
{
  proof->count = 0;
  for (size_t i = 0; i < 4; i++)
    fmpq_init(&proof->sequence[i].denominator);
  fmpq_init(proof->low_share), fmpq_init(proof->high_share);
}

void minip_gap_proof_clear(minip_gap_proof_t proof)
{
  for (size_t i = 0; i < 4; i++)
    fmpq_clear(&proof->sequence[i].denominator);
  fmpq_clear(proof->low_share), fmpq_clear(proof->high_share);
}

typedef struct {
  const minip_row_struct *row;
  const minip_rule_struct *rule;
  const minip_witness_t *witness;
  size_t n;
} source_t;

/* The target of copies of low, high and anchor: the least overlap present, the query's own weight included. */
static uint32_t target_of(const source_t *s, size_t low, size_t high, size_t anchor)
{
  uint32_t t = s->row->weight;
  const minip_witness_t *w = s->witness;
  if (low && w->low_overlap < t)
    t = w->low_overlap;
  if (high && w->high_overlap < t)
    t = w->high_overlap;
  return anchor && w->anchor_overlap < t ? w->anchor_overlap : t;
}

static void add_copies(fmpz_t sum, const source_t *s, size_t entry, size_t copies)
{
  if (copies)
    fmpz_addmul_ui(sum, s->row->alpha + entry, (ulong)copies);
}

static void add_sequence(minip_gap_proof_t proof, const source_t *s, size_t low, size_t high, size_t anchor)
{
  fmpz_t sum;
  size_t i = proof->count++;
  proof->sequence[i].low = low, proof->sequence[i].high = high, proof->sequence[i].anchor = anchor;
  proof->sequence[i].target = target_of(s, low, high, anchor);
  if (s->rule->normaliser == MINIP_NORMALISER_NONE) {
    fmpq_set_si(&proof->sequence[i].denominator, 1, 1);
    return;
  }
  fmpz_init(sum);
  fmpz_add(sum, s->row->self, s->row->eta);
  add_copies(sum, s, s->witness->low, low);
  add_copies(sum, s, s->witness->high, high);
  add_copies(sum, s, s->witness->anchor, anchor);
  fmpq_mul_fmpz(&proof->sequence[i].denominator, s->row->scale, sum);
  fmpz_clear(sum);
}

/* Shares V_0 : (n-2) V_1 of the mean. */
static void set_shares(minip_gap_proof_t proof, const source_t *s)
{
  fmpz_t v0, v1, sum;
  fmpz_init(v0), fmpz_init(v1), fmpz_init(sum);
  minip__gap_v(v0, s->row, s->rule, s->n, s->row->alpha + s->witness->low);
  minip__gap_v(v1, s->row, s->rule, s->n, s->row->alpha + s->witness->high);
  fmpz_mul_ui(v1, v1, (ulong)s->n - 2);
  fmpz_add(sum, v0, v1);
  fmpq_set_fmpz_frac(proof->low_share, v0, sum);
  fmpq_set_fmpz_frac(proof->high_share, v1, sum);
  fmpz_clear(v0), fmpz_clear(v1), fmpz_clear(sum);
}

static void list(minip_gap_proof_t proof, const source_t *s)
{
  minip_witness_kind_t kind = s->witness->kind;
  size_t n = s->n;
  if (kind == MINIP_WITNESS_UNDEFINED && n == 1)
    add_sequence(proof, s, 0, 0, 0);
  else if (kind == MINIP_WITNESS_UNDEFINED && s->witness->low == s->witness->high)
    add_sequence(proof, s, n - 1, 0, 0);
  else if (kind != MINIP_WITNESS_NONE && kind != MINIP_WITNESS_ZERO)
    add_sequence(proof, s, 1, n - 2, 0);
  if (kind == MINIP_WITNESS_UNDEFINED || kind == MINIP_WITNESS_NONE)
    return;
  if (kind != MINIP_WITNESS_ZERO)
    set_shares(proof, s);
  add_sequence(proof, s, n - 1, 0, 0);
  add_sequence(proof, s, 0, n - 1, 0);
  if (kind == MINIP_WITNESS_ZERO_PAIR)
    add_sequence(proof, s, 0, 0, n - 1);
}

minip_status_t minip_gap_proof(minip_gap_proof_t proof, const minip_kernel_t kernel, const minip_witness_t *witness, size_t n, minip_error_t err)
{
  minip_row_t row;
  minip_row_init(row);
  minip_status_t st = minip_kernel_row(row, kernel, witness->query, err);
  proof->count = 0;
  fmpq_set_si(proof->low_share, 0, 1), fmpq_set_si(proof->high_share, 0, 1);
  if (st == MINIP_OK)
    list(proof, &(source_t){row, kernel->rule, witness, n});
  minip_row_clear(row);
  return st;
}
