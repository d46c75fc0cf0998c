#!/bin/sh
# Times of the bound tables: m = 2..512 at length 3 (aim: under 10 s on two cores), one row at m = 4096 (aim: under a minute).
# Usage: bench/bound.sh [path to minip]
set -eu
minip=${1:-./minip}
run() {
  start=$(date +%s.%N)
  "$@" >/dev/null
  end=$(date +%s.%N)
  shift
  echo "$start $end" | awk -v what="$*" '{ printf "%8.2f s  minip %s\n", $2 - $1, what }'
}
run "$minip" bound --m 2..512
run "$minip" bound --m 2..512 --format json
run "$minip" bound --m 4096
run "$minip" bound --m 24 --lengths 3..20
run "$minip" bound --m 200 --derivation
