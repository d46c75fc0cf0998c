# -o of the program: a result goes into its file whole, or the old file stays.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "a new file" 0 "$minip" amplification --k 5 --format csv -o "$tmp/a.csv"
is "nothing on stdout" "$(cat "$tmp/out")" ""
is "the file holds the table" "$(cat "$tmp/a.csv")" "k,A_n(k),parts
5,4,5"
cp "$tmp/a.csv" "$tmp/before"
exits "bad options" 2 "$minip" amplification --k 9..1 -o "$tmp/a.csv"
ok "leave the old file" cmp "$tmp/a.csv" "$tmp/before"
exits "-o to a folder" 3 "$minip" amplification --k 5 -o "$tmp"
says "says so" 'Is a directory'
exits "-o into a missing folder" 3 "$minip" amplification --k 5 -o "$tmp/missing/a.csv"
says "names the file and the reason" 'missing/a\.csv: cannot write: No such file'
exits "-o to a full device" 3 "$minip" amplification --k 5 -o /dev/full
exits "stdout is full" 3 sh -c "'$minip' amplification --k 5 >/dev/full"
exits "stdout is closed" 3 sh -c "'$minip' amplification --k 5 >&-"
says "says so" 'cannot write to standard output'
for words in --help --version --list-commands "certify --help" "code --help"; do
  exits "stdout is full: $words" 3 sh -c "'$minip' $words >/dev/full"
done
ln -s a.csv "$tmp/link.csv"
exits "-o to a link" 0 "$minip" amplification --k 6 --format csv -o "$tmp/link.csv"
ok "which stays one" test -h "$tmp/link.csv"
ok "with its file replaced" grep -q '^6,' "$tmp/a.csv"
cp "$tmp/before" "$tmp/a.csv"
exits "-o /dev/stdout" 0 "$minip" amplification --k 5 --format csv -o /dev/stdout
says "prints" '^5,4,5$'
exits "a failing write" 3 sh -c "trap '' XFSZ; ulimit -f 1; '$minip' amplification --k 0..2000 -o '$tmp/a.csv'"
ok "leaves the old file too" cmp "$tmp/a.csv" "$tmp/before"
is "no temporary file is left" "$(find "$tmp" -name 'a.csv.*')" ""
exits "an unknown format" 2 "$minip" amplification --k 5 --format xml
done_testing
