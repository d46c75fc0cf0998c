#!/bin/sh
# certify on full cubes of BITS bits (default 12) with 64 float32 features (4,096 x 4,096 kernels), against bench/certify.py, which proves nothing.
# Usage: bench/certify.sh BUILD_DIR [PYTHON with numpy] [BITS]. Prints seconds of processor time, the ratio, and certify's peak memory.
set -eu
build=$1 python=${2:-python3} bits=${3:-12}
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

"$python" - "$tmp" "$bits" <<'PY'
import sys
import numpy as np
count, r = 1 << int(sys.argv[2]), 64
rng = np.random.default_rng(1)
weight = np.array([bin(i).count("1") for i in range(count)])
save = lambda name, q, k: np.savez(f"{sys.argv[1]}/{name}.npz", phi_q=q.astype(np.float32), phi_k=k.astype(np.float32))
save("positive", np.exp(rng.normal(size=(count, r))), np.exp(rng.normal(size=(count, r)) - 0.35 * weight[:, None]))
elu = lambda a: np.where(a > 0, a + 1, np.exp(np.minimum(a, 0)))
save("elu", elu(8 * rng.normal(size=(count, r))), elu(8 * rng.normal(size=(count, r))))
save("relu", np.maximum(rng.normal(size=(count, r)), 0), np.maximum(rng.normal(size=(count, r)), 0))
PY

# seconds COMMAND..: processor seconds (user and system) and peak kilobytes of the command.
measure() {
  "$python" - "$@" <<'PY'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
u = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{u.ru_utime + u.ru_stime:.2f} {u.ru_maxrss}")
PY
}

printf 'kernel    certify (s)  numpy (s)  ratio  certify peak (MB)\n'
for name in positive elu relu; do
  set -- $(measure "$build/minip" certify "$tmp/$name.npz" --no-rank --quiet) $(measure "$python" "$here/certify.py" "$tmp/$name.npz")
  printf '%-9s %11s %10s %6s %18s\n' "$name" "$1" "$3" "$("$python" -c "print(round($1 / $3, 2))")" "$(($2 / 1024))"
done
