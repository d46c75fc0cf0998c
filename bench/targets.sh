#!/bin/sh
# Targets of TOKENS tokens of BITS bits, all pairs: minip against numpy's float32 matrix product and minimum, in processor seconds (user and
# system, all threads), in one run. Usage: bench/targets.sh BUILD_DIR [PYTHON with numpy] [TOKENS] [BITS]. numpy works block by block.
set -eu
build=$1 python=${2:-python3} tokens=${3:-65536} bits=${4:-1024}
"$build/bench/targets" "$tokens" "$bits"
"$python" - "$tokens" "$bits" <<'PY'
import resource
import sys
import numpy
count, bits = int(sys.argv[1]), int(sys.argv[2])
x = numpy.random.default_rng(1).integers(0, 2, (count, bits)).astype(numpy.float32)
start = resource.getrusage(resource.RUSAGE_SELF)
for i in range(0, count, 4096):
    (x[i:i + 4096] @ x.T).min(1)
end = resource.getrusage(resource.RUSAGE_SELF)
print(f"numpy {end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime:.2f} s of processor time")
PY
