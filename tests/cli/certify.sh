# minip certify: right answers, JSON keys, denominator rules, pools, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "exp:7/5@m=4 is decided" 0 "$minip" certify exp:7/5@m=4 --expect fails
says "the verdict comes first" '^verdict: fails$'
says "the optimal error is exact" '^optimal_error: 625/1217 = 0\.5135'
says "the sequences are shown" '^y1 +x, low, high +0 '
says "the worst query" '^worst: query 1111, low 0000, high 1111, overlaps low 0, high 4$'
says "the rank" '^rank: 16$'
exits "an expectation that does not hold" 1 "$minip" certify exp:7/5@m=4 --expect solves
says "is said" 'expected solves, got fails'

exits "JSON" 0 "$minip" certify exp:3/2@m=12 --format json
ok "JSON keys" python3 - "$tmp/out" <<'PY'
import json, sys
r = json.load(open(sys.argv[1]))
assert r["verdict"] == "solves" and r["optimal_error"]["exact"] == "48/113", r
w = r["worst"]
assert w["query"].count("1") == 4 and w["overlaps"] == {"low": "0", "high": "4"}, w
assert sum(a == b == "1" for a, b in zip(w["query"], w["high"])) == 4
assert r["rank"] == "4096" and r["queries"] == "4096" and r["pool"] == "4096" and r["m"] == "12"
assert r["length"] == "3" and r["error"]["exact"] == "1/2" and r["normaliser"] == "sum" and r["kernel"] == "exp:3/2@m=12"
assert [s["target"] for s in r["sequences"]] == ["0", "0", "4"]
PY

# T4: the stated errors at length 5, and lengths 1 and 2 (T1).
exits "length 5" 0 "$minip" certify exp:3/2@m=6 --length 5
says "24/29" '^optimal_error: 24/29 '
exits "length 5, solved" 0 "$minip" certify exp:2@m=6 --length 5 --expect solves
says "15/32" '^optimal_error: 15/32 '
for n in 1 2; do
  exits "rank 1 solves length $n" 0 "$minip" certify constant@m=6 --length $n --expect solves
  says "with error 0" '^optimal_error: 0$'
done
exits "just below sqrt(2)" 0 "$minip" certify exp:1414213/1000000@m=40 --no-rank --expect fails
exits "just above sqrt(2)" 0 "$minip" certify exp:1414214/1000000@m=40 --no-rank --expect solves
exits "m = 1000" 0 "$minip" certify exp:3/2@m=1000 --no-rank --expect solves

# The target is strict: 48/113 is reached, and error < 48/113 is not.
exits "error < 48/113" 0 "$minip" certify exp:3/2@m=12 --no-rank --error 48/113 --expect fails
exits "error < 0.4248" 0 "$minip" certify exp:3/2@m=12 --no-rank --error 0.4248 --expect solves

# T15: without a normaliser the error is at least m/4 at length 3, and exactly that.
exits "no normaliser" 0 "$minip" certify exp:3/2@m=6 --normaliser none --expect fails
says "m/4" '^optimal_error: 3/2 '

# exp:3/2 with eta = 1/10 at m = 4: the worst pair is |x| = 4, overlaps 0 and 4: 2 W_4/(W_0 + W_4), W_s = (2/3)^s + ((2/3)^4 + 1/10)/2.
exits "an offset" 0 "$minip" certify exp:3/2@m=4 --eta 1/10
wanted=$(python3 -c '
from fractions import Fraction as F
f = lambda s: F(2, 3)**s
best = 0
for t in range(5):
  h = (f(t) + F(1, 10)) / 2
  for a in range(t + 1):
    for b in range(a, t + 1):
      best = max(best, F(b - a, 2) * (f(b) + h) / (f(a) + f(b) + 2 * h))
print(best)')
is "its error" "$(sed -n 's/^optimal_error: \([^ ]*\).*/\1/p' "$tmp/out")" "$wanted"

# The least denominator of exp:3/2@m=4 is that of (1111; 1111, 1111): 3 (2/3)^4 = 16/27. A clamp there changes nothing; just above it, no verdict.
exits "a clamp that is never met" 0 "$minip" certify exp:3/2@m=4 --clamp 16/27 --expect solves
says "the error is still optimal" '^optimal_error: 48/113 '
exits "a clamp that is met" 5 "$minip" certify exp:3/2@m=4 --clamp 0.593
says "undecided is printed" '^verdict: undecided$'
says "with a bound" '^error_at_least: '
says "and a reason" 'below the clamp'
exits "undecided can be expected" 0 "$minip" certify exp:3/2@m=4 --clamp 0.593 --expect undecided
exits "or not" 1 "$minip" certify exp:3/2@m=4 --clamp 0.593 --expect solves
exits "a clamp far away does not save a failing kernel" 0 "$minip" certify constant@m=4 --clamp 3 --expect fails

# Signed kernels: denominators that vanish, 2 - 1 - 1, or have both signs.
printf '2,-1\n1,1\n' >"$tmp/signed.csv"
exits "an undefined output" 0 "$minip" certify "$tmp/signed.csv" --expect fails
says "is no number" '^optimal_error: undefined$'
printf '1,0\n-8,1\n' >"$tmp/mixed.csv"
exits "denominators of both signs" 5 "$minip" certify "$tmp/mixed.csv"
says "T3 does not refute" 'T3 does not refute'

# A pool: two tokens of overlaps 0 and 1 with 1000 are solved by any positive weights.
printf '0000\n1000\n' >"$tmp/pool"
printf '1000\n' >"$tmp/query"
exits "a smaller pool" 0 "$minip" certify constant@m=4 --pool "$tmp/pool" --queries "$tmp/query" --expect solves
says "its size" '^pool: 2$'
says "its queries" '^queries: 1$'
says "the error is (1/2) W/(W + W)" '^optimal_error: 1/4 '

# Certificates: written for both verdicts and accepted; none for undecided, and then the file stays as it was.
for spec in exp:7/5@m=4 exp:3/2@m=6 constant@m=5 "$tmp/signed.csv"; do
  exits "certificate of $(basename "$spec")" 0 "$minip" certify "$spec" -o "$tmp/cert"
  exits "is accepted" 0 "$minip_check" "$tmp/cert"
  rm -f "$tmp/cert"
done
exits "a solving length 2" 0 "$minip" certify constant@m=5 --length 2 -o "$tmp/cert"
exits "is accepted" 0 "$minip_check" "$tmp/cert"
echo before >"$tmp/cert"
exits "undecided writes none" 5 "$minip" certify "$tmp/mixed.csv" -o "$tmp/cert"
says "and says so" 'no certificate written'
is "the file is as it was" "$(cat "$tmp/cert")" before
exits "nor does bad input" 3 "$minip" certify "$tmp/nothing.npz" -o "$tmp/cert"
is "the file is as it was" "$(cat "$tmp/cert")" before
exits "a folder that is not there" 3 "$minip" certify constant@m=4 -o "$tmp/no/where"

exits "no kernel" 2 "$minip" certify
exits "length 0" 2 "$minip" certify constant@m=4 --length 0
exits "error 0" 2 "$minip" certify constant@m=4 --error 0
exits "error above 1/2" 2 "$minip" certify constant@m=4 --error 0.51
exits "an unknown verdict" 2 "$minip" certify constant@m=4 --expect solve
exits "clamp 0" 2 "$minip" certify constant@m=4 --clamp 0
exits "a missing file" 3 "$minip" certify "$tmp/nothing.npz"
exits "softmax has no exact weights" 5 "$minip" certify softmax:1/2@m=4
done_testing
