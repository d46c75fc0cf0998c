# minip target: text and arrays, --final, --argmin, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
python=${NUMPY_PYTHON:?}

printf '110\n011\n101\n\n111\n001\n' >"$tmp/two.txt"
exits "two sequences" 0 "$minip" target "$tmp/two.txt" --format csv
is "their targets" "$(tail -n +2 "$tmp/out")" "0,1 1 1
1,1 1"
exits "final only" 0 "$minip" target "$tmp/two.txt" --final --format csv
is "the last positions" "$(tail -n +2 "$tmp/out")" "0,1
1,1"
exits "argmin" 0 "$minip" target "$tmp/two.txt" --argmin --format csv
is "least positions that attain" "$(tail -n +2 "$tmp/out")" "0,1 1 1,1 0 0
1,1 1,1 0"
exits "standard input, CRLF" 0 sh -c "printf '10\r\n11\r\n' | '$minip' target --format json"
says "an integer is a string" '"targets": *\[|"1"'
exits "one token: its weight" 0 sh -c "printf '10110\n' | '$minip' target --format csv"
is "the query is counted" "$(tail -n 1 "$tmp/out")" "0,3"

# Arrays written by numpy, against numpy's own matrix products, at and beside word sizes.
cat >"$tmp/make.py" <<'PY'
import sys
import numpy
rng = numpy.random.default_rng(5)
for m in (1, 63, 64, 65, 511, 512, 513):
    x = rng.integers(0, 2, (3, 9, m))
    numpy.save(f"{sys.argv[1]}/b{m}.npy", x.astype(rng.choice(["u1", "i8", "f4", "bool", ">f8"])))
    t = numpy.einsum("bim,bjm->bij", x, x).min(2)
    with open(f"{sys.argv[1]}/b{m}.csv", "w") as f:
        for b in range(3):
            f.write(f"{b},{' '.join(map(str, t[b]))}\n")
numpy.savez(f"{sys.argv[1]}/one.npz", tokens=x[0])
PY
ok "numpy writes arrays" "$python" "$tmp/make.py" "$tmp"
for m in 1 63 64 65 511 512 513; do
  exits "numpy, m = $m" 0 "$minip" target "$tmp/b$m.npy" --format csv
  is "numpy's targets, m = $m" "$(tail -n +2 "$tmp/out")" "$(cat "$tmp/b$m.csv")"
done
exits "N x m in an npz" 0 "$minip" target "$tmp/one.npz" --format csv
is "its targets" "$(tail -n 1 "$tmp/out")" "$(head -n 1 "$tmp/b513.csv")"

printf '110\n01\n' >"$tmp/ragged.txt"
exits "tokens of two lengths" 3 "$minip" target "$tmp/ragged.txt"
says "the line is named" 'ragged.txt.*line 2'
printf '110\n0x1\n' >"$tmp/stray.txt"
exits "a stray character" 3 "$minip" target "$tmp/stray.txt"
says "line and column" 'line 2.*column 2'
exits "a missing file" 3 "$minip" target "$tmp/absent"
says "the reason" 'absent.*No such file'
echo old >"$tmp/kept"
exits "a refusal keeps the output file" 3 "$minip" target "$tmp/stray.txt" -o "$tmp/kept"
is "as it was" "$(cat "$tmp/kept")" old
exits "written whole" 0 "$minip" target "$tmp/two.txt" --format csv -o "$tmp/kept"
is "with the table" "$(wc -l <"$tmp/kept")" 3
exits "no verdict to expect" 2 "$minip" target "$tmp/two.txt" --expect solves
"${NUMPY_PYTHON:?}" -c "
import numpy
numpy.save('$tmp/flat.npy', numpy.zeros(4, numpy.uint8))
numpy.save('$tmp/none.npy', numpy.zeros((0, 4), numpy.uint8))"
exits "one dimension" 3 "$minip" target "$tmp/flat.npy"
is "the file is named, and no array without a name" "$(cat "$tmp/err")" "minip target: $tmp/flat.npy: token sequences need a shape (N, m) or (B, N, m), not 1 dimensions"
exits "no tokens in an array" 3 "$minip" target "$tmp/none.npy"
is "the same" "$(cat "$tmp/err")" "minip target: $tmp/none.npy: has no tokens"
done_testing
