# minip bound --upper: the kernels behind the upper bounds, proved again; tables from files are believed only when proved.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
upper() { "$minip" bound --upper --m "$1" --format csv --quiet | tail -n +2 | cut -d, -f3 | tr '\n' ' '; }

is "tables of data/solving at m = 4..11" "$(upper 4..11)" "2 3 4 5 6 7 9 11 "
is "m = 24: degree 3, 1 + 24 + 276 + 2024" "$(upper 24 | cut -d' ' -f1)" "2325"
mkdir "$tmp/empty"
export MINIP_DATADIR="$tmp/empty"
is "without them m + 1 features (T13)" "$(upper 4..11)" "5 6 7 8 9 10 11 12 "
exits "T13's error at m = 4" 0 "$minip" bound --upper --m 4 --format json
says "3/13" '"exact": "3/13"'
exits "T13's error at m = 11" 0 "$minip" bound --upper --m 11 --format json
says "631455/1332436" '"exact": "631455/1332436"'

# A file that claims less than it is, one of another size, and one that is broken: none is a bound.
mkdir -p "$tmp/lies/solving"
cp "$MINIP_SRCDIR/data/solving/m4-n3-r2.npz" "$tmp/lies/solving/m4-n3-r1.npz"
cp "$MINIP_SRCDIR/data/solving/m4-n3-r2.npz" "$tmp/lies/solving/m5-n3-r2.npz"
echo nonsense >"$tmp/lies/solving/m6-n3-r2.npz"
export MINIP_DATADIR="$tmp/lies"
is "names prove nothing" "$(upper 4..6)" "5 6 7 "
export MINIP_DATADIR="$MINIP_SRCDIR/data"

for m in 4 8 12; do
  exits "a certificate at m = $m" 0 "$minip" bound --upper --m $m --certificate "$tmp/$m.json" --quiet
  exits "is accepted" 0 "$minip_check" "$tmp/$m.json"
done
exits "no certificate for a range" 2 "$minip" bound --upper --m 4..5 --certificate "$tmp/x.json"
ok "nothing is written" test ! -e "$tmp/x.json"
exits "above 64 bits the certificate is refused" 4 "$minip" bound --upper --m 70 --certificate "$tmp/x.json"
exits "--upper is not about codes" 2 "$minip" bound --upper --m 24 --code dodecads24
exits "length 5" 0 "$minip" bound --upper --m 8 --length 5 --expect "$("$minip" bound --m 8 --length 5 --format csv | tail -n 1 | cut -d, -f4)"

# One m: every family, best first, with its rank, proof and coefficients.
MINIP_DATADIR="$tmp/empty" "$minip" bound --upper --m 9 --format json --quiet >"$tmp/9.json"
is "families at m = 9" "$(jq -r '.rows[] | .family' "$tmp/9.json" | tr '\n' ' ')" "general linear hamming distance taylor overlap laguerre exponential "
is "ranks grow" "$(jq -r '.rows[] | .upper' "$tmp/9.json")" "$(jq -r '.rows[] | .upper' "$tmp/9.json" | sort -n)"
is "the error is told as proof" "$(jq -r '.rows[] | select(.proof == "exact optimal error") | .upper_error | type' "$tmp/9.json" | sort -u)" "object"
is "elsewhere there is none" "$(jq -r '.rows[] | select(.proof != "exact optimal error") | .upper_error' "$tmp/9.json" | sort -u)" "null"
is "ranks are exact but for Laguerre" "$(jq -r '.rows[] | select(.rank != "exact") | .family' "$tmp/9.json")" "laguerre"
# f(<x,z>) with the coefficients told, by the command that takes any f: the same error, the same rank.
jq -r '.rows[] | select(.family == "overlap") | .coefficients.binomials | [.["0"], .["1"], .["2"], .["9"]] | map(tonumber) as $c |
  range(0; 10) | . as $s | $c[0] + $c[1] * $s + $c[2] * ($s * ($s - 1) / 2) + (if $s == 9 then $c[3] else 0 end)' "$tmp/9.json" >"$tmp/f"
is "error of the overlap kernel" "$("$minip" certify "overlap:$tmp/f@m=9" --length 3 --format json | jq -c .optimal_error)" \
  "$(jq -c '.rows[] | select(.family == "overlap") | .upper_error' "$tmp/9.json")"
is "rank of the overlap kernel" "$("$minip" rank "overlap:$tmp/f@m=9" --format json | jq -r .rank)" "$(jq -r '.rows[] | select(.family == "overlap") | .upper' "$tmp/9.json")"
is "large m: far below 2^m" "$("$minip" bound --upper --m 4096 --format json | jq -r '.rows[] | .family' | tr '\n' ' ')" "laguerre taylor exponential "
exits "irrational kernels have no certificate" 5 "$minip" bound --upper --m 40 --length 9 --family taylor --certificate "$tmp/x.json"
exits "an overlap kernel has one" 0 "$minip" bound --upper --m 9 --family overlap --certificate "$tmp/o.json" --quiet
exits "which is accepted" 0 "$minip_check" "$tmp/o.json"
exits "a distance kernel has one" 0 "$minip" bound --upper --m 17 --family distance --certificate "$tmp/d.json" --quiet
exits "which is accepted" 0 "$minip_check" "$tmp/d.json"
exits "a family that finds nothing" 5 "$minip" bound --upper --m 12 --family linear
exits "no such family" 2 "$minip" bound --upper --m 12 --family cubic
exits "--family is about --upper" 2 "$minip" bound --m 12 --family linear
done_testing
