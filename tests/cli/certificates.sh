# Certificates of codes, of bounds and of transcripts through the commands: many parameters, each accepted as written and rejected one off.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
python=${NUMPY_PYTHON:?}

# A certificate with claim KEY changed by DELTA, in its statement too, and a right digest.
cat >"$tmp/forge.py" <<'PY'
import hashlib, re, sys
source, target, key, before, after, delta = sys.argv[1:]
text = open(source).read()
old = re.search(r'"%s": "(-?\d+)"' % key, text).group(1)
new = str(int(old) + int(delta))
text = text.replace('"%s": "%s"' % (key, old), '"%s": "%s"' % (key, new), 1).replace(before + old + after, before + new + after)
head = text[:text.rindex('"digest"')]
open(target, "w").write(head + '"digest": "%s"\n}\n' % hashlib.sha256(head.encode()).hexdigest())
PY

# accepted COMMAND..: the certificate it writes is verified, in one test.
accepted() {
  exits "$*" 0 "$minip" "$@" --certificate "$tmp/cert.json"
  ok "is verified" "$minip_check" "$tmp/cert.json"
}
# one_off KEY BEFORE AFTER DELTA: the last certificate with another number.
one_off() {
  ok "forge $1" "$python" "$tmp/forge.py" "$tmp/cert.json" "$tmp/forged.json" "$1" "$2" "$3" "$4"
  exits "$1 off by $4 is rejected" 1 "$minip_check" "$tmp/forged.json"
  says "for its content" 'forged.json: '
  if grep -q 'digest does not match' "$tmp/err"; then is "the digest is right" no yes; fi
}

# Codes: greedy ones of many parameters, and constructions.
for parameters in "7 4 3" "10 4 5" "13 6 4" "16 6 8" "21 8 7" "24 8 12" "30 10 9"; do
  # shellcheck disable=SC2086
  set -- $parameters
  accepted code lex --n "$1" --d "$2" --w "$3" --summary
  one_off d "minimum distance " . 2
  one_off size "The " " words" 1
done
for name in pg:q=3 octads24 hadamard:order=12 'S(2,3,9)'; do
  accepted code construct --name "$name" --summary
  one_off d "minimum distance " . 2
done

# Upper bounds on A(n,d,w).
for parameters in "6 4 3" "8 4 4" "11 4 5" "12 6 4" "14 6 7" "16 8 6" "20 8 5" "23 8 7" "24 10 12" "28 12 13" "17 2 8" "9 8 4" "30 6 3"; do
  # shellcheck disable=SC2086
  set -- $parameters
  accepted code bounds --n "$1" --d "$2" --w "$3" --no-constructions
  one_off upper "more than " " words" -1
done

# Rank bounds: nonnegative and signed kernels, lengths, errors.
for options in "--m 4" "--m 9" "--m 12" "--m 16 --length 4" "--m 20 --length 7" "--m 16 --error 1/4" "--m 12 --error 1/10" "--m 16 --signed" "--m 20 --signed --error 2/5"; do
  # shellcheck disable=SC2086
  accepted bound $options
  one_off rank "at least " . 1
done

# Transcripts.
for options in "--m 6 --s 1" "--m 12 --s 2" "--m 40 --s 4" "--derive-from hadamard:order=12,complements=0" "--derive-from pg:q=2"; do
  # shellcheck disable=SC2086
  accepted transcript $options
  one_off symbols "at least " . 1
done
done_testing
