# witness, certify --suite, evaluate: presets, files, verdicts, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
python=${NUMPY_PYTHON:?}

exits "hadamard24" 0 "$minip" witness hadamard24 -o "$tmp/h.npz" --text "$tmp/h.txt" --format json
says "its sequences: 23 + 2 * 23 * 22" '"sequences": "1035"'
says "its keys are the complements" '"tokens": "46"'
is "as text too" "$(wc -l <"$tmp/h.txt")" 1035
exits "chain24" 0 "$minip" witness chain24 -o "$tmp/c.npz" --format json
says "24 (1 + 2 * 22 + 2 * 3) sequences" '"sequences": "1224"'
exits "all orders, causal" 0 "$minip" witness hadamard24 --order all --causal -o "$tmp/a.npz" --format json
says "two placements of each link" '"sequences": "1541"'
cat >"$tmp/read.py" <<'PY'
import sys
import numpy
d = numpy.load(sys.argv[1])
t, s, p = d["tokens"], d["sequences"], int(d["query_position"])
assert t.dtype == numpy.uint8 and s.dtype == numpy.int32 and d["targets"].dtype == numpy.int32 and d["targets_f32"].dtype == numpy.float32
x = t[s[:, p]].astype(int)
assert (d["targets"] == numpy.einsum("sb,snb->sn", x, t[s].astype(int)).min(1)).all()
assert (d["tokens_f32"] == t).all() and len({tuple(r) for r in s}) == len(s)
PY
for f in h c a; do ok "numpy agrees with $f.npz" "$python" "$tmp/read.py" "$tmp/$f.npz"; done

exits "a kernel that solves" 0 "$minip" certify exp:2@m=24 --suite "$tmp/h.npz" --expect solves
exits "a constant kernel fails" 0 "$minip" certify constant@m=24 --suite "$tmp/h.npz" --expect fails --format json
# Equal weights: (x; z, z') must be the mean of 0 and 6 but its target is 0, so some output errs by 3/2.
says "by 3/2" '"exact": "3/2"'
says "below the bound" '"rank_bound": "1[38]"'

cat >"$tmp/head.py" <<'PY'
import sys
import numpy
t = numpy.load(sys.argv[1])["tokens"]
one = numpy.ones((len(t), 1), "f4")
w = t.sum(1)
numpy.savez(sys.argv[2], tokens=t, phi_q=one, phi_k=one, values=t.astype("f4"), readout_a=2 * t.astype("f4"), readout_b=-w.astype("f4"))
numpy.savez(sys.argv[3], tokens=t, sequences=[[i, j] for i in range(9) for j in range(9)])
PY
ok "T1's head" "$python" "$tmp/head.py" "$tmp/h.npz" "$tmp/head.npz" "$tmp/two.npz"
exits "solves length 2" 0 "$minip" evaluate "$tmp/head.npz" "$tmp/two.npz" --format json --expect solves
says "exactly" '"max_error": "0"'
exits "fails length 3" 0 "$minip" evaluate "$tmp/head.npz" "$tmp/h.npz" --expect fails
exits "its best readout fails too" 0 "$minip" evaluate "$tmp/head.npz" "$tmp/h.npz" --free-readout --expect fails
exits "verdicts are held to" 1 "$minip" evaluate "$tmp/head.npz" "$tmp/h.npz" --expect solves

# Certificates: the multipliers of a failing query, the values of a solving kernel.
for options in "constant@m=24" "exp:2@m=24" "exp:2@m=24 --normaliser none" "exp:3/2@m=24 --eta 1/7" "exp:2@m=24 --clamp 1/10000000000"; do
  # shellcheck disable=SC2086
  exits "certificate of $options" 0 "$minip" certify $options --suite "$tmp/c.npz" -o "$tmp/cert.json"
  exits "is verified" 0 "$minip_check" "$tmp/cert.json"
done
says "on all of chain24's sequences" 'on the 1224 sequences listed here: it reaches error < 1/2'
exits "constant on the causal suite" 0 "$minip" certify constant@m=24 --suite "$tmp/a.npz" -o "$tmp/cert.json"
exits "is verified" 0 "$minip_check" "$tmp/cert.json"
says "by 3/2" 'errs by at least 3/2 at length 3'
sed 's|"3/2"|"8/5"|; s|least 3/2|least 8/5|' "$tmp/cert.json" >"$tmp/forged.json"
exits "a larger error is rejected" 1 "$minip_check" "$tmp/forged.json"
"$python" -c "
import numpy
t = numpy.load('$tmp/h.npz')['tokens']
r = numpy.random.default_rng(1)
numpy.savez('$tmp/signed.npz', tokens=t, phi_q=r.normal(size=(len(t), 5)).astype('f4'), phi_k=r.normal(size=(len(t), 5)).astype('f4'))
"
exits "signed features of rank 5" 0 "$minip" certify "$tmp/signed.npz" --suite "$tmp/h.npz" --expect fails -o "$tmp/cert.json"
exits "are certified to fail, with the file's own features" 0 "$minip_check" --against "$tmp/signed.npz" "$tmp/cert.json"
exits "not another file's" 1 "$minip_check" --against "$tmp/head.npz" "$tmp/cert.json"
echo before >"$tmp/kept.json"
exits "no certificate of softmax" 5 "$minip" certify softmax:1@m=24 --suite "$tmp/h.npz" -o "$tmp/kept.json"
is "the file is as it was" "$(cat "$tmp/kept.json")" before

exits "another m" 3 "$minip" certify exp:2@m=12 --suite "$tmp/h.npz"
says "both are named" 'tokens of 24 bits, the kernel of 12'
"$python" -c "
import sys, numpy
d = dict(numpy.load('$tmp/h.npz'))
numpy.savez('$tmp/few.npz', tokens=d['tokens'][:20], alpha=numpy.ones((20, 20)))
t = d['targets'].copy(); t[5] += 1
numpy.savez('$tmp/lie.npz', **{**d, 'targets': t})
numpy.savez('$tmp/part.npz', **{**d, 'sequences': d['sequences'][1:], 'targets': d['targets'][1:]})
numpy.savez('$tmp/range.npz', tokens=d['tokens'], sequences=[[0, 1, 46]])
numpy.savez('$tmp/two_positions.npz', tokens=d['tokens'], sequences=d['sequences'], query_position=[2, 2])
numpy.savez('$tmp/empty.npz', tokens=d['tokens'], sequences=numpy.zeros((0, 3), int))
"
exits "a token missing from the kernel's table" 3 "$minip" certify "$tmp/few.npz" --suite "$tmp/h.npz"
says "and named" 'token [0-9]+ of the (pool|query list) \([01]{24}\) is not in the kernel'
exits "a wrong target" 3 "$minip" certify exp:2@m=24 --suite "$tmp/lie.npz"
says "is named" "'targets', element 5"
exits "a missing witness" 3 "$minip" certify exp:2@m=24 --suite "$tmp/part.npz"
says "is noticed" 'lacks some witness'
exits "an index out of range" 3 "$minip" certify exp:2@m=24 --suite "$tmp/range.npz"
exits "two query positions" 3 "$minip" certify exp:2@m=24 --suite "$tmp/two_positions.npz"
says "are not taken for the first" "'query_position' has 2 numbers"
exits "no sequences" 3 "$minip" certify exp:2@m=24 --suite "$tmp/empty.npz"
printf '110\n101\n' >"$tmp/close.code"
exits "words too close" 3 "$minip" witness --code "$tmp/close.code" -o "$tmp/kept.npz"
says "the pair is named" 'pairs 0 and 1: the gap .* is 1, below 2'
ok "nothing is written" test ! -e "$tmp/kept.npz"
: >"$tmp/empty.code"
exits "an empty code" 3 "$minip" witness --code "$tmp/empty.code"
exits "no such preset" 3 "$minip" witness nonsense
says "the names are listed" 'hadamard24, chain24 or octads24'
exits "two sources" 2 "$minip" witness hadamard24 --code "$tmp/close.code"
exits "length 2" 2 "$minip" witness hadamard24 --length 2

# The denominator's own record of offsets is for --against to confirm; a matrix has no features to add up.
cat >"$tmp/offset.py" <<'PY'
import hashlib, sys
text = open(sys.argv[1]).read()
old = '"%s": "0"' % sys.argv[3]
assert text.count(old) >= 1
text = text.replace(old, '"%s": "1000000"' % sys.argv[3], 1)
head = text[:text.rindex('"digest"')]
open(sys.argv[2], "w").write(head + '"digest": "' + hashlib.sha256(head.encode()).hexdigest() + '"\n}\n')
PY
"$python" -c "
import numpy
t = numpy.load('$tmp/h.npz')['tokens']
numpy.savez('$tmp/ones.npz', tokens=t, phi_q=numpy.ones((len(t), 1)), phi_k=numpy.ones((len(t), 1)))
numpy.savez('$tmp/matrix.npz', tokens=t, alpha=numpy.ones((len(t), len(t))))
"
exits "a certificate with features" 0 "$minip" certify "$tmp/ones.npz" --suite "$tmp/h.npz" -o "$tmp/ones.json"
exits "agrees with its file" 0 "$minip_check" --against "$tmp/ones.npz" "$tmp/ones.json"
for key in eta eta_feature_sum; do
  ok "another $key" "$python" "$tmp/offset.py" "$tmp/ones.json" "$tmp/forged.json" "$key"
  exits "is true of another file" 0 "$minip_check" "$tmp/forged.json"
  exits "but not of this one" 1 "$minip_check" --against "$tmp/ones.npz" "$tmp/forged.json"
  ok "the offset is named" grep -q 'offset of query' "$tmp/err"
done
exits "a certificate with a matrix" 0 "$minip" certify "$tmp/matrix.npz" --suite "$tmp/h.npz" -o "$tmp/matrix.json"
ok "a sum of features that it has not" "$python" "$tmp/offset.py" "$tmp/matrix.json" "$tmp/forged.json" eta_feature_sum
exits "is rejected" 1 "$minip_check" "$tmp/forged.json"
done_testing
