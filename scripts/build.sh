#!/bin/sh
# Builds out of tree into $1 (default: build), with further configure options after it. Set-up first: scripts/setup.sh.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
dir=${1:-$top/build}
[ $# -gt 0 ] && shift
[ -x "$top/configure" ] && [ "$top/configure" -nt "$top/configure.ac" ] || "$top/autogen.sh"
mkdir -p "$dir"
cd "$dir"
[ -f Makefile ] || "$top/configure" --quiet "$@"
make -j"$(nproc)"
