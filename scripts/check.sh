#!/bin/sh
# Set-up, build, all tests. The last line is "N passed, N failed"; exit 0 only when nothing failed and something passed.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
"$top/scripts/setup.sh"
dir=$(mktemp -d "${TMPDIR:-/tmp}/minip-check.XXXXXX")
trap 'rm -rf "$dir"' EXIT
"$top/scripts/build.sh" "$dir" --enable-werror
cd "$dir"
status=0
make -j"$(nproc)" check >check.out 2>&1 || status=$?
if [ "$status" != 0 ]; then
  grep -E '^(FAIL|ERROR|XPASS)' check.out || tail -n 60 check.out
  [ ! -f test-suite.log ] || tail -n 200 test-suite.log
fi
count() { sed -n "s/^# $1: *//p" check.out | awk '{ n += $1 } END { print n + 0 }'; }
passed=$(count PASS)
failed=$(($(count FAIL) + $(count ERROR) + $(count XPASS) + $(count SKIP)))
# A suite that broke before it could count is a failure, and so is one that ran nothing.
if [ "$status" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
if [ "$passed" = 0 ] && [ "$failed" = 0 ]; then failed=1; fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
