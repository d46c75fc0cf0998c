#!/bin/sh
# What `minip code max` settles: a Markdown table of A(n,d,w) for n = $2..$3 (default 10..16), every entry given $1 seconds (default 600).
# Usage: bench/code-max.sh [SECONDS [FROM [TO]]] > table.md      MINIP names the program (default: minip).
set -eu
seconds=${1:-600} from=${2:-10} to=${3:-16}
minip=${MINIP:-minip}
echo "| n | d | w | A(n,d,w) | decided by | seconds |"
echo "|--:|--:|--:|---------:|------------|--------:|"
n=$from
while [ "$n" -le "$to" ]; do
  w=3
  while [ $((2 * w)) -le "$n" ]; do
    d=4
    while [ "$d" -lt $((2 * w)) ]; do
      begin=$(date +%s)
      code=0
      out=$("$minip" code max --n "$n" --d "$d" --w "$w" --time-limit "$seconds" --summary --quiet 2>/dev/null) || code=$?
      took=$(($(date +%s) - begin))
      field() { printf '%s\n' "$out" | sed -n "s/^$1: //p"; }
      case $code in
      0) value=$(field lower) ;;
      4) value="$(field lower) to $(field upper)" ;;
      *) value="failed ($code)" ;;
      esac
      echo "| $n | $d | $w | $value | $(field lower_by | sed 's/:.*//') / $(field upper_by) | $took |"
      d=$((d + 2))
    done
    w=$((w + 1))
  done
  n=$((n + 1))
done
