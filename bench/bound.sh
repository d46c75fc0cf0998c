#!/bin/sh
# Times of the bound tables: m = 2..512 at length 3 (aim: under 10 s on two cores), one row at m = 4096 (aim: under a minute).
# Usage: bench/bound.sh [path to minip] [TO [ROW]]: tables m = 2..TO (default 512) and the row m = ROW (default 4096) instead.
set -eu
minip=${1:-./minip} to=${2:-512} row=${3:-4096}
run() {
  start=$(date +%s.%N)
  "$@" >/dev/null
  end=$(date +%s.%N)
  shift
  echo "$start $end" | awk -v what="$*" '{ printf "%8.2f s  minip %s\n", $2 - $1, what }'
}
run "$minip" bound --m "2..$to"
run "$minip" bound --m "2..$to" --format json
run "$minip" bound --m "$row"
run "$minip" bound --m 24 --lengths 3..20
run "$minip" bound --m 200 --derivation
