#!/bin/sh
# Set-up, build, and the main job on files in data/.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
"$top/scripts/setup.sh"
echo "demo: building in $top/build"
"$top/scripts/build.sh" "$top/build" >"$top/build.log" 2>&1 || { tail -n 40 "$top/build.log"; exit 1; }
mv "$top/build.log" "$top/build/build.log"
echo
PATH="$top/build:$PATH" sh "$top/scripts/demo-steps.sh"
