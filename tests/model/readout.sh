#!/bin/sh
# minip evaluate, with the head's own readout and with the best one, against a slow exact reference in Python's fractions.
. "$MINIP_SRCDIR/tests/lib/tap.sh"
python="${NUMPY_PYTHON:?}"
cat >"$tmp/reference.py" <<'PY'
import itertools, json, subprocess, sys
from fractions import Fraction as F
import numpy as np

minip, tmp = sys.argv[1:]
HALF = F(1, 2)


def kernel_of(a, n):
    """A basis of the vectors mu with a mu = 0, by exact elimination."""
    a, pivots, r = [row[:] for row in a], [], 0
    for c in range(n):
        p = next((i for i in range(r, len(a)) if a[i][c] != 0), None)
        if p is None:
            continue
        a[r], a[p] = a[p], a[r]
        a[r] = [x / a[r][c] for x in a[r]]
        for i in range(len(a)):
            if i != r:
                a[i] = [x - a[i][c] * y for x, y in zip(a[i], a[r])]
        pivots.append(c)
        r += 1
    basis = []
    for free in set(range(n)) - set(pivots):
        v = [F(0)] * n
        v[free] = F(1)
        for i, c in enumerate(pivots):
            v[c] = -a[i][free]
        basis.append(v)
    return basis


def best_affine(points):
    """min over a, b of max |<a,u> + b - t|: by duality the largest |sum mu t| / sum |mu| with sum mu = 0, sum mu u = 0, on minimal supports."""
    best, d = F(0), len(points[0][0])
    for size in range(2, d + 3):
        for s in itertools.combinations(points, size):
            basis = kernel_of([[u[i] for u, _ in s] for i in range(d)] + [[F(1)] * size], size)
            if len(basis) == 1:
                best = max(best, abs(sum(x * t for x, (_, t) in zip(basis[0], s))) / sum(map(abs, basis[0])))
    return best


def run(*args):
    return json.loads(subprocess.run([minip, "evaluate", f"{tmp}/head.npz", f"{tmp}/suite.npz", "--format", "json", *args], capture_output=True, text=True, check=True).stdout)


number = lambda x: F(x if isinstance(x, str) else x["exact"])  # integers are plain strings

for seed in range(4):
    rng = np.random.default_rng(seed)
    tokens = np.array([[i >> j & 1 for j in range(3)] for i in range(8)], dtype=np.uint8)
    sequences = np.unique(rng.integers(0, 8, (40, 3)), axis=0).astype(np.int32)
    targets = np.array([min(int((tokens[s[0]] & tokens[z]).sum()) for z in s) for s in sequences], dtype=np.int32)
    np.savez(f"{tmp}/suite.npz", tokens=tokens, sequences=sequences, targets=targets)
    q, k = (rng.integers(1, 9, (8, 2)).astype(np.float32) / 4 for _ in range(2))
    v, a = (rng.integers(-2, 3, (8, 1 + seed % 2)).astype(np.float32) / 2 for _ in range(2))
    b = rng.integers(-4, 5, 8).astype(np.float32) / 4
    np.savez(f"{tmp}/head.npz", tokens=tokens, phi_q=q, phi_k=k, values=v, readout_a=a, readout_b=b)
    exact = lambda x: [[F(float(e)) for e in row] for row in x]
    q, k, v, a, b = exact(q), exact(k), exact(v), exact(a), [F(float(e)) for e in b]
    errors, of_query = [], {}
    for s, t in zip(sequences.tolist(), targets.tolist()):
        alpha = [sum(x * y for x, y in zip(q[s[0]], k[z])) for z in s]
        mean = [sum(w * v[z][i] for w, z in zip(alpha, s)) / sum(alpha) for i in range(len(v[0]))]
        errors.append(abs(sum(x * y for x, y in zip(a[s[0]], mean)) + b[s[0]] - t))
        of_query.setdefault(s[0], []).append((mean, t))
    own, free = run(), run("--free-readout")
    assert number(own["max_error"]) == max(errors), (seed, own["max_error"], max(errors))
    assert len(own["failures"]) == sum(e >= HALF for e in errors), seed
    wanted = max(best_affine(points) for points in of_query.values())
    assert number(free["least_error"]) == wanted, (seed, free["least_error"], wanted)
PY
ok "own and best readouts of random heads" "$python" "$tmp/reference.py" "$minip" "$tmp"
done_testing
