# minip gaps: ratios against T6.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

# b^-s at length 3: the least ratio at gap k is (b^k + 1/2)/(3/2); A_3 = 0, 1, 2, 3 (T6).
exits "exp:7/5@m=4" 0 "$minip" gaps exp:7/5@m=4 --expect fails
says "the gap that fails" '^4 +1809/625 = 2\.8944 +3 +-66/625 = -0\.1056 +no +0 4 +1111 +0000 +1111$'
says "a gap that holds" '^3 +811/375 = .* +yes '
exits "exp:3/2@m=6 holds" 0 "$minip" gaps exp:3/2@m=6 --expect holds --format json
ok "JSON keys" python3 - "$tmp/out" <<'PY'
import json, sys
from fractions import Fraction as F
r = json.load(open(sys.argv[1]))
assert r["holds"] is True and len(r["gaps"]) == 6
value = lambda v: F(v if isinstance(v, str) else v["exact"])
for k, g in enumerate(r["gaps"], 1):
    assert g["k"] == str(k) and value(g["ratio"]) == (F(3, 2)**k + F(1, 2)) / F(3, 2), g
    assert value(g["required"]) == [0, 1, 2, 3, 4, 5][k - 1]
    assert value(g["slack"]) == value(g["ratio"]) - value(g["required"]) and g["holds"] is True
    assert g["overlaps"] == ["0", str(k)] and g["query"].count("1") == k
PY
exits "an expectation that does not hold" 1 "$minip" gaps exp:3/2@m=6 --expect fails
exits "length 2" 2 "$minip" gaps exp:3/2@m=6 --length 2
exits "a clamp above some denominators" 5 "$minip" gaps constant@m=4 --clamp 4
done_testing
