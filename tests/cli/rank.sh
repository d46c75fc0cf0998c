# minip rank: files and structured kernels, options, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "exp on the whole cube" 0 "$minip" rank exp:3/2@m=6 --format json
says "its rank is 2^6" '"rank": "64"'
says "the denominator rule is stated" '"normaliser": "sum"'
exits "constant" 0 "$minip" rank constant@m=200 --expect 1
exits "softmax" 0 "$minip" rank softmax:0.5@m=3 --expect 8
exits "a wrong expectation" 1 "$minip" rank constant@m=4 --expect 2
exits "m = 200" 0 "$minip" rank exp:7/5@m=200 --expect 1606938044258990275541962092341162602522202993782792835301376

# 1, s, s^2 are Newton coefficients of degree 0, 1, 2: f = s^2 = C(s,1) + 2 C(s,2) has rank 5 + 10 at m = 5.
printf '0\n1\n4 # two squared\n\n9\r\n16\n25\n' >"$tmp/f.txt"
exits "values from a text file" 0 "$minip" rank "overlap:$tmp/f.txt" --expect 15
printf '["0", 1, "4", "9.0", "32/2", "25"]' >"$tmp/f.json"
exits "values from JSON" 0 "$minip" rank "overlap:$tmp/f.json@m=5" --expect 15
exits "another m than the file has" 3 "$minip" rank "overlap:$tmp/f.txt@m=6"
says "both numbers are named" '6 values where m = 6 needs 7'
printf '1\n2\nthree\n' >"$tmp/bad.txt"
exits "a word among the values" 3 "$minip" rank "overlap:$tmp/bad.txt"
says "file and line are named" 'bad.txt: line 3'
printf '[1, 0.5]' >"$tmp/real.json"
exits "a JSON real" 3 "$minip" rank "overlap:$tmp/real.json"

# f(a,b,s) = a at m = 1: the rows 0 0 and 1 1.
printf '{"m": 1, "f": [[0,0,0,"0"],[0,1,0,"0"],[1,0,0,"1"],[1,1,1,"1"]]}' >"$tmp/w.json"
exits "a weighted kernel" 0 "$minip" rank "weighted:$tmp/w.json" --expect 1
printf '{"m": 1, "f": [[0,0,0,"0"],[0,1,0,"0"],[1,1,1,"1"]]}' >"$tmp/w.json"
exits "a weighted kernel with a hole" 3 "$minip" rank "weighted:$tmp/w.json"
says "the hole is named" '\[1, 0, 0\] is missing'
printf '{"m": 1, "f": [[0,0,0,"0"],[0,0,0,"0"],[0,1,0,"0"],[1,0,0,"1"],[1,1,1,"1"]]}' >"$tmp/w.json"
exits "a weighted value given twice" 3 "$minip" rank "weighted:$tmp/w.json"
printf '{"m": 1, "f": [[1,1,0,"0"]]}' >"$tmp/w.json"
exits "an impossible overlap" 3 "$minip" rank "weighted:$tmp/w.json"

printf '1,2,3,4\n2,4,6,8\n0,0,0,1/3\n0.5,1,1.5,2\n' >"$tmp/a.csv"
exits "a matrix" 0 "$minip" rank "$tmp/a.csv" --expect 2
printf '00\n10\n01\n' >"$tmp/pool.txt"
exits "a pool" 0 "$minip" rank "$tmp/a.csv" --pool "$tmp/pool.txt" --format json
says "its size is reported" '"pool": "3"'
says "the rank falls" '"rank": "1"'
printf '11\n' >"$tmp/queries.txt"
exits "queries of a structured kernel" 0 "$minip" rank exp:2@m=2 --queries "$tmp/queries.txt" --expect 1
printf '110\n' >"$tmp/other.txt"
exits "a pool of another m" 3 "$minip" rank exp:2@m=2 --pool "$tmp/other.txt"
says "the file is named" 'other.txt: the pool has tokens of 3 bits'
printf '11\n11\n' >"$tmp/twice.txt"
exits "a pool with a token twice" 3 "$minip" rank exp:2@m=2 --pool "$tmp/twice.txt"
printf '1,2,3\n1,2,3\n1,2,3\n' >"$tmp/three.csv"
exits "three tokens without their bits" 3 "$minip" rank "$tmp/three.csv"

# Certificates: every kind of kernel, with pools and queries.
certified() {
  exits "certificate of $*" 0 "$minip" rank "$@" --certificate "$tmp/cert.json"
  exits "is verified" 0 "$minip_check" "$tmp/cert.json"
}
printf '{"m": 1, "f": [[0,0,0,"0"],[0,1,0,"0"],[1,0,0,"1"],[1,1,1,"1"]]}' >"$tmp/w.json"
certified exp:7/5@m=30
says "T13 gives 2^30" 'rank 1073741824 over'
certified "overlap:$tmp/f.txt"
certified "weighted:$tmp/w.json"
certified "$tmp/a.csv"
printf '01\n10\n11\n' >"$tmp/late.txt"
certified "$tmp/a.csv" --pool "$tmp/late.txt"
says "columns are tokens, not places in the pool" '4 queries and 3 pool tokens of 2 bits has rank 2'
certified exp:2@m=2 --pool "$tmp/late.txt" --queries "$tmp/late.txt"
certified "$data/elu-m6-r4.npz"
exits "which has the file's features" 0 "$minip_check" --against "$data/elu-m6-r4.npz" "$tmp/cert.json"
sed 's/"rank": "4"/"rank": "3"/; s/has rank 4/has rank 3/' "$tmp/cert.json" >"$tmp/forged.json"
exits "a smaller rank is rejected" 1 "$minip_check" "$tmp/forged.json"
rm -f "$tmp/cert.json"
exits "softmax has none" 5 "$minip" rank softmax:0.5@m=3 --certificate "$tmp/cert.json"
exits "nor has a row against the cube" 5 "$minip" rank exp:2@m=2 --queries "$tmp/queries.txt" --certificate "$tmp/cert.json"
python3 -c "
import json
m = 65
print(json.dumps({'m': m, 'f': [[a, b, s, '1'] for a in range(m + 1) for b in range(m + 1) for s in range(max(0, a + b - m), min(a, b) + 1)]}))" >"$tmp/wide.json"
exits "nor a weighted kernel of 65 bits" 4 "$minip" rank "weighted:$tmp/wide.json" --certificate "$tmp/cert.json"
says "the limit is named" 'weighted kernels of up to 64 bits, this one has 65'
exits "with certify too" 4 "$minip" certify "weighted:$tmp/wide.json" -o "$tmp/cert.json"
ok "nothing is written" test ! -e "$tmp/cert.json"

# Row 3 repeats row 2, so that the rank is below 16; numbers from 1e-99999 to 1e99999 make the proof that it is no more too long.
python3 -c "
import json
rows = [['%de%d' % (3 + 5 * i + j * j, 99999 * ((i + j) % 3 - 1)) for j in range(16)] for i in range(16)]
rows[3] = rows[2]
json.dump({'alpha': rows}, open('$tmp/long.json', 'w'))"
exits "a proof that is too long is not begun" 4 "$minip" rank "$tmp/long.json"
says "with the reason" 'proving that it is no larger takes over'
exits "certify neither" 4 "$minip" certify "$tmp/long.json"
says "with the way out" 'the verdict can be had with --no-rank'
exits "which it is" 0 "$minip" certify "$tmp/long.json" --no-rank

exits "no such kind" 2 "$minip" rank gauss:3@m=2
exits "no m" 2 "$minip" rank exp:3/2
exits "a negative base" 2 "$minip" rank exp:-3/2@m=4
exits "m = 0" 2 "$minip" rank exp:3/2@m=0
exits "a huge m" 2 "$minip" rank exp:3/2@m=99999999999999999999
exits "a base with too many digits" 4 "$minip" rank "exp:$(printf '%0.s7' $(seq 2000))/3@m=4096"
exits "a clamp of zero" 2 "$minip" rank exp:2@m=2 --clamp 0
exits "a clamp and an offset" 2 "$minip" rank exp:2@m=2 --clamp 1 --eta 1
exits "a feature sum without features" 2 "$minip" rank exp:2@m=2 --eta-feature-sum 1
exits "no normaliser, yet an offset" 2 "$minip" rank exp:2@m=2 --normaliser none --eta 1
exits "no file" 3 "$minip" rank "$tmp/nothing.npz"
done_testing
