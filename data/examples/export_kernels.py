"""From trained or hand-made features to an exact verdict, as a user's own code would do it.

Makes four kernel-attention heads on the cube of m = 4 bits, writes each as an .npz, lets minip certify it at length 3, and reads
the answer back. Needs Python's standard library, numpy, and the program minip on the PATH (or named by MINIP).

    python3 export_kernels.py [FOLDER]
"""
import json
import os
import subprocess
import sys

import numpy

M = 4
MINIP = os.environ.get("MINIP", "minip")


def cube(m):
    """All 2^m tokens; row i has bit j = (i >> j) & 1."""
    return ((numpy.arange(2**m)[:, None] >> numpy.arange(m)) & 1).astype(numpy.uint8)


def elu_plus_one(m, rank, seed):
    """phi(x) = elu(A x) + 1 with random weights: linear attention's usual feature map."""
    rng = numpy.random.default_rng(seed)
    x = cube(m).astype(numpy.float32)

    def phi():
        z = x @ rng.standard_normal((m, rank)).astype(numpy.float32)
        return numpy.where(z > 0, z + 1, numpy.exp(numpy.minimum(z, 0))).astype(numpy.float32)

    return phi(), phi()


def relu(m, rank, seed):
    """phi(x) = max(A x + b, 0): features can all be zero, and then no denominator exists."""
    rng = numpy.random.default_rng(seed)
    x = cube(m).astype(numpy.float32)

    def phi():
        z = x @ rng.standard_normal((m, rank)).astype(numpy.float32) + rng.standard_normal(rank).astype(numpy.float32)
        return numpy.maximum(z, 0).astype(numpy.float32)

    return phi(), phi()


def positive_random(m, rank, seed):
    """phi(x) = exp(A x - |x|^2 / 2) / sqrt(rank) with shared A: an estimate of the softmax kernel; the query is negated (scores -<x,z>)."""
    rng = numpy.random.default_rng(seed)
    x = cube(m).astype(numpy.float64)
    a = rng.standard_normal((m, rank))

    def phi(sign):
        return (numpy.exp(sign * x @ a - x.sum(1, keepdims=True) / 2) / numpy.sqrt(rank)).astype(numpy.float32)

    return phi(-1), phi(1)


def solving(m):
    """alpha = 2^-|z| (5 - d), d = m - |x| - |z| + 2 <x,z>: m + 1 features that solve the task at m = 4, exact in float32."""
    x = cube(m).astype(numpy.float32)
    weight = x.sum(1, keepdims=True)
    phi_q = numpy.hstack([5 - m + weight, 1 - 2 * x])
    phi_k = numpy.exp2(-weight) * numpy.hstack([numpy.ones_like(weight), x])
    return phi_q.astype(numpy.float32), phi_k.astype(numpy.float32)


def certify(path):
    done = subprocess.run([MINIP, "certify", path, "--length", "3", "--format", "json"], stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 5):
        sys.exit(f"minip exited with {done.returncode}")
    return json.loads(done.stdout)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "."
    kernels = {
        "elu": elu_plus_one(M, 3, seed=1),
        "relu": relu(M, 3, seed=2),
        "random-features": positive_random(M, 16, seed=3),
        "solving": solving(M),
    }
    for name, (phi_q, phi_k) in kernels.items():
        path = os.path.join(folder, name + ".npz")
        numpy.savez(path, phi_q=phi_q, phi_k=phi_k, tokens=cube(M))
        answer = certify(path)
        error = answer.get("optimal_error")
        shown = error["exact"] if isinstance(error, dict) else error
        if isinstance(error, dict) and len(shown) > 12:
            shown = error["decimal"]
        print(f"{name}: {phi_q.shape[1]} features, rank {answer['rank']}: {answer['verdict']} at length 3, least error {shown}")


if __name__ == "__main__":
    main()
