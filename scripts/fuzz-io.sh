#!/bin/sh
# Fuzzes the file readers with afl-fuzz (Debian package afl++), seeded with the corpus of tests/io.
# Usage: scripts/fuzz-io.sh [DIR [seconds]]; findings are in DIR/findings. Without afl: `make check TESTS=tests/io/fuzz-io` replays fixed mutations.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
dir=${1:-$top/build-fuzz}
seconds=${2:-600}
command -v afl-fuzz >/dev/null && command -v afl-clang-fast >/dev/null || { echo "fuzz-io.sh: afl-fuzz is missing: install afl++" >&2; exit 1; }
CC=afl-clang-fast "$top/scripts/build.sh" "$dir" --enable-sanitizers --disable-shared
make -C "$dir" tests/io/fuzz-io
python3 "$top/tests/io/corpus.py" "$dir/corpus"
mkdir -p "$dir/seeds"
# Small files only: afl mutates those well.
find "$dir/corpus" -type f -size -4k -exec cp {} "$dir/seeds" \;
AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 afl-fuzz -V "$seconds" -m none -i "$dir/seeds" -o "$dir/findings" -- "$dir/tests/io/fuzz-io" @@
