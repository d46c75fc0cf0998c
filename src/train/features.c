/* Features as functions of parameters, and the way back. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const feature_names[] = {"table", "loglinear", "mlp"};
static const char *const activation_names[] = {"exp", "softplus", "square"};

static int find(const char *name, const char *const *names, int count)
{
  for (int i = 0; i < count; i++)
    if (strcmp(name, names[i]) == 0)
      return i;
  return -1;
}

minip_status_t minip_train_features(minip_train_features_t *features, const char *name, minip_error_t err)
{
  int i = find(name, feature_names, 3);
  if (i < 0)
    return minip_error_set(err, MINIP_USAGE, "features are table, loglinear or mlp, not '%s'", name);
  *features = (minip_train_features_t)i;
  return MINIP_OK;
}

minip_status_t minip_train_activation(minip_train_activation_t *activation, const char *name, minip_error_t err)
{
  int i = find(name, activation_names, 3);
  if (i < 0)
    return minip_error_set(err, MINIP_USAGE, "activations are exp, softplus or square, not '%s'", name);
  *activation = (minip_train_activation_t)i;
  return MINIP_OK;
}

/* ---- memory ---- */

static double *numbers(size_t rows, size_t columns)
{
  size_t count;
  return __builtin_mul_overflow(rows, columns, &count) ? NULL : calloc(count + 1, sizeof(double));
}

minip_status_t minip__side_init(minip__side_t *side, const minip_tokens_t tokens, const minip_train_options_t *options, minip_error_t err)
{
  memset(side, 0, sizeof *side);
  side->rows = tokens->count, side->bits = tokens->m, side->r = options->rank;
  side->features = options->features, side->activation = options->activation;
  side->hidden = options->features == MINIP_TRAIN_MLP ? (options->hidden ? options->hidden : 2 * tokens->m) : 0;
  side->x = numbers(side->rows, side->bits + 1), side->unit = numbers(side->rows, side->hidden + 1);
  side->pre = numbers(side->rows, side->r), side->phi = numbers(side->rows, side->r), side->gradient = numbers(side->rows, side->r);
  side->scratch = numbers(side->hidden + 1, 1);
  if (!side->x || !side->unit || !side->pre || !side->phi || !side->gradient || !side->scratch)
    return minip_error_set(err, MINIP_LIMIT, "out of memory for %zu tokens and rank %zu", side->rows, side->r);
  for (size_t i = 0; i < side->rows; i++) {
    for (size_t b = 0; b < side->bits; b++)
      side->x[i * (side->bits + 1) + b] = minip_token_bit(minip_token_row(tokens, i), b);
    side->x[i * (side->bits + 1) + side->bits] = 1;
  }
  return MINIP_OK;
}

void minip__side_clear(minip__side_t *side)
{
  free(side->x), free(side->unit), free(side->pre), free(side->phi), free(side->gradient), free(side->scratch);
  memset(side, 0, sizeof *side);
}

/* ---- layers: out (rows x outs) = in (rows x ins) * weights^T (outs x ins) ---- */

static void layer(double *out, const double *in, const double *weights, size_t rows, size_t ins, size_t outs, size_t stride)
{
  for (size_t i = 0; i < rows; i++)
    for (size_t o = 0; o < outs; o++) {
      double sum = 0;
      for (size_t k = 0; k < ins; k++)
        sum += in[i * ins + k] * weights[o * ins + k];
      out[i * stride + o] = sum;
    }
}

/* weights' gradient += out's gradient (outs numbers) times in. */
static void layer_gradient(double *g, const double *out, const double *in, size_t ins, size_t outs)
{
  for (size_t o = 0; o < outs; o++)
    for (size_t k = 0; k < ins; k++)
      g[o * ins + k] += out[o] * in[k];
}

/* Below LEAST a feature stays at about 1e-13: so that products of two features keep their digits in float32. */
#define LEAST (-30.0)

static double activate(double t, minip_train_activation_t activation)
{
  if (t < LEAST && (activation == MINIP_TRAIN_EXP || activation == MINIP_TRAIN_SOFTPLUS))
    t = LEAST;
  switch (activation) {
  case MINIP_TRAIN_EXP: return exp(t);
  case MINIP_TRAIN_SOFTPLUS: return t > 30 ? t : log1p(exp(t));
  case MINIP_TRAIN_SQUARE: return t * t;
  default: return t;
  }
}

static double slope(double t, double value, minip_train_activation_t activation)
{
  if (t < LEAST && (activation == MINIP_TRAIN_EXP || activation == MINIP_TRAIN_SOFTPLUS))
    return 0;
  switch (activation) {
  case MINIP_TRAIN_EXP: return value;
  case MINIP_TRAIN_SOFTPLUS: return 1 / (1 + exp(-t));
  case MINIP_TRAIN_SQUARE: return 2 * t;
  default: return 1;
  }
}

/* ---- sides ---- */

static size_t first_layer(const minip__side_t *side) { return side->hidden * (side->bits + 1); }

size_t minip__side_parameters(const minip__side_t *side)
{
  switch (side->features) {
  case MINIP_TRAIN_TABLE: return side->rows * side->r;
  case MINIP_TRAIN_LOGLINEAR: return side->r * (side->bits + 1);
  default: return first_layer(side) + side->r * (side->hidden + 1);
  }
}

/* Signed features start positive: the kernel's weights are positive there. */
void minip__side_start(double *theta, const minip__side_t *side, minip__random_t *random, double scale)
{
  size_t count = minip__side_parameters(side), split = side->features == MINIP_TRAIN_MLP ? first_layer(side) : 0;
  int is_positive = side->activation == MINIP_TRAIN_IDENTITY && side->features == MINIP_TRAIN_TABLE;
  for (size_t i = 0; i < count; i++) {
    double t = scale * minip__random_gauss(random) / (i < split ? sqrt((double)side->bits) : 1);
    theta[i] = is_positive ? fabs(t) : t;
  }
}

void minip__side_forward(minip__side_t *side, const double *theta)
{
  size_t stride = side->hidden + 1;
  switch (side->features) {
  case MINIP_TRAIN_TABLE:
    memcpy(side->pre, theta, side->rows * side->r * sizeof *theta);
    break;
  case MINIP_TRAIN_LOGLINEAR:
    layer(side->pre, side->x, theta, side->rows, side->bits + 1, side->r, side->r);
    break;
  default:
    layer(side->unit, side->x, theta, side->rows, side->bits + 1, side->hidden, stride);
    for (size_t i = 0; i < side->rows; i++) {
      for (size_t k = 0; k < side->hidden; k++)
        side->unit[i * stride + k] = tanh(side->unit[i * stride + k]);
      side->unit[i * stride + side->hidden] = 1;
    }
    layer(side->pre, side->unit, theta + first_layer(side), side->rows, stride, side->r, side->r);
  }
  for (size_t i = 0; i < side->rows * side->r; i++)
    side->phi[i] = activate(side->pre[i], side->activation);
}

/* One row of an MLP: down holds the gradient in its r outputs. */
static void mlp_row(double *g, minip__side_t *side, const double *down, const double *weights, size_t row)
{
  const double *unit = side->unit + row * (side->hidden + 1);
  layer_gradient(g + first_layer(side), down, unit, side->hidden + 1, side->r);
  for (size_t k = 0; k < side->hidden; k++) {
    double sum = 0;
    for (size_t c = 0; c < side->r; c++)
      sum += down[c] * weights[c * (side->hidden + 1) + k];
    side->scratch[k] = sum * (1 - unit[k] * unit[k]);
  }
  layer_gradient(g, side->scratch, side->x + row * (side->bits + 1), side->bits + 1, side->hidden);
}

void minip__side_backward(double *g, const double *theta, minip__side_t *side)
{
  for (size_t i = 0; i < side->rows * side->r; i++)
    side->gradient[i] *= slope(side->pre[i], side->phi[i], side->activation);
  if (side->features == MINIP_TRAIN_TABLE) {
    memcpy(g, side->gradient, side->rows * side->r * sizeof *g);
    return;
  }
  memset(g, 0, minip__side_parameters(side) * sizeof *g);
  for (size_t i = 0; i < side->rows; i++)
    if (side->features == MINIP_TRAIN_LOGLINEAR)
      layer_gradient(g, side->gradient + i * side->r, side->x + i * (side->bits + 1), side->bits + 1, side->r);
    else
      mlp_row(g, side, side->gradient + i * side->r, theta + first_layer(side), i);
}
