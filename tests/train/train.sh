#!/bin/sh
# minip train and minip experiment on the command line: results, files, refusals.
. "$MINIP_SRCDIR/tests/lib/tap.sh"
python="${NUMPY_PYTHON:?}"

if ! have LBFGS; then
  exits "no libLBFGS" 5 "$minip" train --full 4 --rank 2 -o "$tmp/k.npz"
  says "says so" 'built without libLBFGS'
  ok "nothing is written" test ! -e "$tmp/k.npz"
  done_testing
  exit
fi

exits "4 bits, 2 features" 0 "$minip" train --full 4 --rank 2 -o "$tmp/k.npz" --format json --expect solves
ok "certify agrees" "$minip" certify "$tmp/k.npz" --expect solves
exits "the same as a certificate" 0 "$minip" train --full 4 --rank 2 -o "$tmp/k.json"
ok "minip-check agrees" "$minip_check" "$tmp/k.json"
says_features() { grep -q '"features": "2"' "$tmp/k.json"; }
ok "it says 2 features" says_features
exits "1 feature is not found (2 are needed)" 0 "$minip" train --full 4 --rank 1 --seeds 2 --steps 200 -o "$tmp/none.npz" --expect "not found"
ok "nothing is written" test ! -e "$tmp/none.npz"
exits "a search that is cut short leaves its checkpoint" 0 "$minip" train --full 6 --length 4 --rank 5 --steps 250 --checkpoint "$tmp/ck.npz" --expect "not found"
exits "and goes on" 0 "$minip" train --full 6 --length 4 --rank 5 --checkpoint "$tmp/ck.npz" --expect solves
exits "a checkpoint is a kernel to start from" 0 "$minip" train --full 6 --length 4 --rank 5 --start "$tmp/ck.npz" --expect solves
exits "a checkpoint of another search" 3 "$minip" train --full 6 --length 5 --rank 5 --checkpoint "$tmp/ck.npz"
exits "a checkpoint that is none" 3 "$minip" train --full 4 --rank 2 --checkpoint "$tmp/k.npz"
exits "a start of other bits" 3 "$minip" train --full 5 --rank 5 --start "$tmp/ck.npz"
exits "a start with too many features" 3 "$minip" train --full 6 --rank 4 --start "$tmp/ck.npz"
exits "a missing start" 3 "$minip" train --full 4 --rank 2 --start "$tmp/missing.npz"
exits "several seeds and a checkpoint" 2 "$minip" train --full 4 --rank 2 --seeds 2 --checkpoint "$tmp/new.npz"
exits "--start with a suite" 2 "$minip" train "$tmp/h.npz" --rank 2 --start "$tmp/ck.npz"
exits "7 bits, 5 features, turned by thirds" 0 "$minip" train --full 7 --rank 5 --cycle 3 -o "$tmp/turned.json" --expect solves
ok "minip-check agrees" "$minip_check" "$tmp/turned.json"
exits "components of its own" 0 "$minip" train --full 6 --rank 4 --cycle 3 --frequencies 0,1,0 --expect solves
exits "a cycle longer than the token" 2 "$minip" train --full 4 --rank 4 --cycle 5
exits "a cycle of 1" 2 "$minip" train --full 4 --rank 4 --cycle 1
exits "a cycle of 1 bit's cube" 2 "$minip" train --full 1 --rank 1 --cycle 2
exits "components of another rank" 3 "$minip" train --full 6 --rank 4 --cycle 3 --frequencies 0,0,0,1 -o "$tmp/refused.npz"
says "says so" 'stand for 5 features, not for the 4'
ok "nothing is written" test ! -e "$tmp/refused.npz"
exits "a frequency that does not exist" 3 "$minip" train --full 6 --rank 4 --cycle 3 --frequencies 0,0,2
for list in "" , 0, ,0 0,,0 0,x -1 0,1.5 "0, 0"; do
  exits "frequencies '$list'" 2 "$minip" train --full 6 --rank 4 --cycle 3 --frequencies "$list"
done
exits "--frequencies without --cycle" 2 "$minip" train --full 6 --rank 4 --frequencies 0,0,0,0
exits "--cycle and --start" 2 "$minip" train --full 6 --rank 5 --cycle 3 --start "$tmp/ck.npz"
exits "--cycle with a suite" 2 "$minip" train "$tmp/h.npz" --rank 2 --cycle 3
exits "13 bits" 2 "$minip" train --full 13 --rank 2
exits "length 2" 2 "$minip" train --full 4 --length 2 --rank 2
exits "a suite and --full" 2 "$minip" train "$tmp/h.npz" --full 4 --rank 2
exits "--signed with --full" 2 "$minip" train --full 4 --rank 2 --signed
exits "no rank" 2 "$minip" train --full 4
exits "rank 0" 2 "$minip" train --full 4 --rank 0

ok "a suite" "$minip" witness hadamard24 -o "$tmp/h.npz"
exits "rank 2 fails: the bound is larger" 0 "$minip" train "$tmp/h.npz" --rank 2 --steps 300 -o "$tmp/a.npz" --format json --expect fails
"$python" - "$tmp/out" "$tmp/a.npz" >"$tmp/py" 2>&1 <<'PY'
import json, sys, numpy
r = json.load(open(sys.argv[1]))
run = r["runs"][0]
assert (run["rank"], run["seed"], run["verdict"]) == ("2", "1", "fails") and int(run["bound"]) >= 13
d = numpy.load(sys.argv[2])
assert d["phi_q"].dtype == numpy.float32 and d["phi_q"].shape[1] == 2 and (d["phi_q"] >= 0).all() and (d["phi_k"] >= 0).all()
PY
is "its JSON and arrays" "$?" 0
exits "certify reads the kernel" 0 "$minip" certify "$tmp/a.npz" --suite "$tmp/h.npz" --expect fails --no-rank
exits "evaluate reads the head" 0 "$minip" evaluate "$tmp/a.npz" "$tmp/h.npz" --expect fails
exits "again" 0 "$minip" train "$tmp/h.npz" --rank 2 --steps 300 -o "$tmp/b.npz"
ok "the same bytes" cmp "$tmp/a.npz" "$tmp/b.npz"
exits "24 features solve it" 0 "$minip" train "$tmp/h.npz" --rank 24 -o "$tmp/c.npz" --expect solves
ok "evaluate agrees" "$minip" evaluate "$tmp/c.npz" "$tmp/h.npz" --expect solves
exits "24 features solve it with exp as well" 0 "$minip" train "$tmp/h.npz" --rank 24 --activation exp --expect solves
exits "signed features" 0 "$minip" train "$tmp/h.npz" --rank 2 --signed --steps 300 -o "$tmp/s.npz" --expect fails
ok "signs are there" "$python" -c "import numpy; assert (numpy.load('$tmp/s.npz')['phi_k'] < 0).any()"
for f in loglinear mlp; do
  exits "$f features" 0 "$minip" train "$tmp/h.npz" --rank 2 --features $f --steps 100 --expect fails
done

exits "a diverging fit" 5 "$minip" train "$tmp/h.npz" --rank 2 --activation square --start-scale 1e300 -o "$tmp/d.npz"
ok "says so" grep -q 'every fit diverged' "$tmp/err"
ok "and is not written" test ! -e "$tmp/d.npz"
exits "another m" 3 "$minip" certify "$tmp/k.npz" --suite "$tmp/h.npz"
exits "no suite" 2 "$minip" train --rank 2
exits "a missing file" 3 "$minip" train "$tmp/missing.npz" --rank 2
exits "rank 0 on a suite" 2 "$minip" train "$tmp/h.npz" --rank 0
exits "no such features" 2 "$minip" train "$tmp/h.npz" --rank 2 --features deep
exits "no such activation" 2 "$minip" train "$tmp/h.npz" --rank 2 --activation relu
exits "signed with an activation" 2 "$minip" train "$tmp/h.npz" --rank 2 --signed --activation exp
"$python" -c "
import numpy
d = numpy.load('$tmp/h.npz')
numpy.savez('$tmp/empty.npz', tokens=d['tokens'], sequences=numpy.zeros((0, 3), int))"
exits "a suite without sequences" 3 "$minip" train "$tmp/empty.npz" --rank 2

for x in rank-sweep signed length ood; do
  exits "experiment $x, quick" 0 "$minip" experiment $x --quick --seeds 1 --out "$tmp/x" --format json
  ok "$x: files" test -s "$tmp/x/$x.csv" -a -s "$tmp/x/$x.md" -a -s "$tmp/x/$x.svg"
  "$python" - "$tmp/out" >"$tmp/py" 2>&1 <<'PY'
import json, sys
from fractions import Fraction
value = lambda v: Fraction(v["exact"] if isinstance(v, dict) else v)
rows = json.load(open(sys.argv[1]))["rows"]
assert rows
for r in rows:
    if r["verdict"] == "diverged":
        assert r["error"] is None
        continue
    judged = r["optimal_error"] if r["optimal_error"] is not None else r["error"]
    assert (r["verdict"] == "solves") == (judged != "undefined" and value(judged) < Fraction(1, 2))
    if r["bound"] and int(r["rank"]) < int(r["bound"]):
        assert r["verdict"] == "fails"          # the theorem
    if r["kernel"].startswith("softmax"):
        assert r["verdict"] == "solves"         # the control
    if r["kernel"] == "T1 head":
        assert (value(r["error"]) == 0) == (r["setting"] in ("length 1", "length 2"))
PY
  is "$x: verdicts, bounds, controls" "$?" 0
done
exits "no seeds" 2 "$minip" experiment length --seeds 0
exits "a folder that cannot be made" 3 "$minip" experiment length --seeds 1 --out "$tmp/no/such"
done_testing
