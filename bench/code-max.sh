#!/bin/sh
# What `minip code max` settles: a Markdown table of A(n,d,w) for n = $2..$3 (default 10..16), every entry given $1 seconds (default 600).
# Usage: bench/code-max.sh [SECONDS [FROM [TO]]] > table.md      MINIP names the program (default: minip).
#        bench/code-max.sh ratio [TO]: processor seconds of the same exhaustive searches (no constructions, no bounds, one thread) by the
#        program's own branch and bound and by cliquer, n up to TO (default 12; 13 takes minutes), alternating in one run.
set -eu
# own_and_cliquer N D W: one row. The least of three runs each.
own_and_cliquer() {
  python3 - "${MINIP:-minip}" "$1" "$2" "$3" <<'PY'
import resource, subprocess, sys
minip, n, d, w = sys.argv[1:]
def seconds(solver):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([minip, "code", "max", "--n", n, "--d", d, "--w", w, "--search-only", "--threads", "1", "--solver", solver, "--summary", "--quiet"],
                         check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, next(x for x in out.splitlines() if x.startswith("lower: "))[7:]
runs = [(seconds("own"), seconds("cliquer")) for _ in range(3)]
assert len({a for pair in runs for _, a in pair}) == 1, runs
own, cliquer = min(a[0] for a, _ in runs), min(b[0] for _, b in runs)
print(f"| {n} | {d} | {w} | {runs[0][0][1]} | {own:.2f} | {cliquer:.2f} | {own / cliquer:.2f} |")
PY
}
if [ "${1:-}" = ratio ]; then
  echo "| n | d | w | A(n,d,w) | own (s) | cliquer (s) | own / cliquer |"
  echo "|--:|--:|--:|---------:|--------:|------------:|--------------:|"
  for entry in "8 4 4" "9 4 4" "10 4 4" "12 6 5" "12 6 6" "13 6 5"; do
    # shellcheck disable=SC2086
    set -- "$1" "${2:-12}" $entry
    [ "$3" -gt "$2" ] || own_and_cliquer "$3" "$4" "$5"
  done
  exit
fi
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
