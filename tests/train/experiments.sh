#!/bin/sh
# doc/experiments.md says what the committed results say, and the results agree with the theorems.
. "$MINIP_SRCDIR/tests/lib/tap.sh"
python="${NUMPY_PYTHON:?}"
folder="$MINIP_SRCDIR/doc/experiments"

cat >"$tmp/compare.py" <<'PY'
import sys
doc = open(sys.argv[1]).read()
tables = open(sys.argv[2]).read().split("<!-- ")[1:]
assert len(tables) == 5, [t.split()[0] for t in tables]
for t in tables:
    assert "<!-- " + t.strip() in doc, "the table of " + t.split()[0] + " differs"
PY
"$python" "$MINIP_SRCDIR/scripts/experiment-tables.py" "$folder" "$data/solving" >"$tmp/tables"
is "the tables are made" "$?" 0
ok "the page has exactly these tables" "$python" "$tmp/compare.py" "$MINIP_SRCDIR/doc/experiments.md" "$tmp/tables"

cat >"$tmp/theorems.py" <<'PY'
import csv, os, sys
from fractions import Fraction
value = lambda c: Fraction(c.split(" ")[0])
half, seen = Fraction(1, 2), 0
for name in ("rank-sweep", "signed", "length", "ood"):
    for r in csv.DictReader(open(os.path.join(sys.argv[1], name + ".csv"), newline="")):
        seen += 1
        judged = r["optimal error"] if r["optimal error"] != "-" else r["error"]
        if judged not in ("-", "undefined"):
            assert (r["verdict"] == "solves") == (value(judged) < half), r
        if r["rank bound"] != "-" and int(r["rank"]) < int(r["rank bound"]):
            assert r["verdict"] != "solves", r
        if r["optimal error"] not in ("-", "undefined") and r["error"] not in ("-", "undefined"):
            assert value(r["optimal error"]) <= value(r["error"]), r
        if r["kernel"].startswith("softmax"):
            assert r["verdict"] == "solves" and r["failing"] == "0", r
assert seen > 100
PY
ok "verdicts, bounds and controls" "$python" "$tmp/theorems.py" "$folder"

# One run of the sweep and one of the control, again: the same exact numbers.
exits "the suite" 0 "$minip" witness hadamard24 -o "$tmp/h.npz"
if have LBFGS; then
  exits "length, replayed" 0 "$minip" experiment length --seeds 1 --format csv
  grep '^length [123],T1' "$folder/length.csv" >"$tmp/old"
  grep '^length [123],T1' "$tmp/out" >"$tmp/new"
  ok "T1's head has the committed errors" cmp "$tmp/old" "$tmp/new"
  exits "rank-sweep, replayed" 0 "$minip" experiment rank-sweep --quick --seeds 1 --format csv
  grep 'softmax' "$folder/rank-sweep.csv" >"$tmp/old"
  grep 'softmax' "$tmp/out" >"$tmp/new"
  ok "the control has the committed errors" cmp "$tmp/old" "$tmp/new"
else
  exits "no libLBFGS, no experiment" 5 "$minip" experiment length --seeds 1
  says "says so" "built without libLBFGS"
fi
for x in rank-sweep signed length ood; do
  ok "$x.svg is XML" "$python" -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" "$folder/$x.svg"
done
done_testing
