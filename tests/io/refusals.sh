# Every bad or unsupported file of the corpus, through the program: exit 3 (4 for a limit), one line that names the file, an old output untouched.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
"$NUMPY_PYTHON" "$MINIP_SRCDIR/tests/io/corpus.py" "$tmp/corpus" || exit 99

# refused FILE COMMAND...: says what is wrong, and nothing when all is right.
refused() {
  refused_file=$1; shift
  printf 'old' >"$tmp/output"
  refused_code=0
  "$@" -o "$tmp/output" >"$tmp/out" 2>"$tmp/err" || refused_code=$?
  case $refused_code in 3|4) ;; *) echo "$refused_file: exit $refused_code" ;; esac
  [ "$(cat "$tmp/output")" = old ] || echo "$refused_file: the output was touched"
  [ ! -s "$tmp/out" ] || echo "$refused_file: something on stdout"
  [ "$(wc -l <"$tmp/err")" = 1 ] || echo "$refused_file: not one line: $(head -n 3 "$tmp/err")"
  grep -Fq -- "$refused_file" "$tmp/err" || echo "$refused_file: not named: $(cat "$tmp/err")"
}

# These are bad for the small limit of tests/io/dump only.
rm "$tmp/corpus/bad/bomb.npz" "$tmp/corpus/bad"/many-large-numbers.*

for kind in bad unsupported; do
  n=0
  problems=
  for f in "$tmp/corpus/$kind"/*; do
    problems="$problems$(refused "$f" "$minip" certify "$f")"
    n=$((n + 1))
  done
  is "certify refuses $kind files" "$problems" ""
  ok "there are some" test "$n" -gt 8
done
problems=
for name in mixed-lengths.txt stray-character.txt no-tokens.txt empty.txt token-two.npy token-half.npy token-nan.npy one-dimension.npy; do
  f="$tmp/corpus/sequences/$name"
  problems="$problems$(refused "$f" "$minip" target "$f")"
done
is "target refuses bad sequences" "$problems" ""
exits "a missing kernel file" 3 "$minip" certify "$tmp/missing.npz"
says "names it" 'missing\.npz: cannot read: No such file'
done_testing
