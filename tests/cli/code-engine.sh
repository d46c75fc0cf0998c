# minip code enumerate, verify, bounds, pairs: orders, files, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
code() { "$minip" code "$@"; }

# enumerate
is "lexicographic" "$(code enumerate --n 4 --w 2 | tr '\n' ' ')" "0011 0101 0110 1001 1010 1100 "
is "revolving door" "$(code enumerate --n 4 --w 2 --order revolving | tr '\n' ' ')" "1100 0110 1010 0011 0101 1001 "
is "supports" "$(code enumerate --n 4 --w 2 --words supports | tr '\n' ,)" "2 3,1 3,1 2,0 3,0 2,0 1,"
is "hexadecimal" "$(code enumerate --n 6 --w 1 --words hex | tr '\n' ' ')" "0x20 0x10 0x08 0x04 0x02 0x01 "
is "from and limit" "$(code enumerate --n 4 --w 2 --from 2 --limit 3 | tr '\n' ' ')" "0110 1001 1010 "
code enumerate --n 70 --w 3 --from 20000 --limit 40 >"$tmp/a"
{ code enumerate --n 70 --w 3 --from 20000 --limit 25; code enumerate --n 70 --w 3 --from 20025 --limit 15; } >"$tmp/b"
ok "resumed past 64 bits" cmp "$tmp/a" "$tmp/b"
exits "a count" 0 "$minip" code enumerate --n 100 --w 50 --count --expect 100891344545564193334812497256
exits "a count that is not met" 1 "$minip" code enumerate --n 10 --w 5 --count --expect 251
exits "too many for the screen" 4 "$minip" code enumerate --n 30 --w 15
says "asks for --count, --limit or -o" "--count.*--limit.*-o"
exits "a file" 0 "$minip" code enumerate --n 12 --w 6 -o "$tmp/words"
is "holds all words once" "$(sort -u "$tmp/words" | wc -l | tr -d ' ')" 924
exits "the end" 0 "$minip" code enumerate --n 4 --w 2 --from 6
is "prints nothing" "$(cat "$tmp/out")" ""
exits "a rank beyond the end" 3 "$minip" code enumerate --n 4 --w 2 --from 7
exits "a negative rank" 3 "$minip" code enumerate --n 4 --w 2 --from -1
exits "w > n" 3 "$minip" code enumerate --n 4 --w 5
exits "a weight of 30 digits" 3 "$minip" code enumerate --n 4 --w 123456789012345678901234567890
exits "a length that is no number" 2 "$minip" code enumerate --n 4x --w 2
exits "a negative length" 3 "$minip" code enumerate --n -4 --w 1
exits "a huge length" 3 "$minip" code enumerate --n 10000000 --w 1
exits "no weight" 2 "$minip" code enumerate --n 4
exits "an unknown order" 2 "$minip" code enumerate --n 4 --w 2 --order random
exits "JSON" 0 "$minip" code enumerate --n 4 --w 1 --format json
says "words have ranks" '"rank": "3"'

# verify
printf '1110000\n1001100\n1000011\n0101010\n0100101\n0011001\n0010110\n' >"$tmp/fano"
exits "the Fano plane" 0 "$minip" code verify "$tmp/fano" --expect 4
says "its overlap" '^4 +1 +42 +6$'
exits "a certificate of what was verified" 0 "$minip" code verify "$tmp/fano" --certificate "$tmp/v.cert"
exits "is accepted" 0 "$minip_check" "$tmp/v.cert"
says "as seven words" 'The 7 words are a binary code of length 7 and constant weight 3 with minimum distance 4'
exits "against the file too" 0 "$minip_check" --against "$tmp/fano" "$tmp/v.cert"
code enumerate --n 7 --w 2 --words supports >"$tmp/supports"
exits "supports" 0 "$minip" code verify "$tmp/supports" --expect 2
says "length from the positions" '^n: 7$'
code enumerate --n 9 --w 2 --words hex >"$tmp/hex"
exits "hexadecimal" 0 "$minip" code verify "$tmp/hex" --n 9
says "36 words" '^size: 36$'
printf '012\n' >"$tmp/x"; exits "ambiguous" 3 "$minip" code verify "$tmp/x"
says "asks for --format-in" 'line 1, column 1.*--format-in'
exits "said" 0 "$minip" code verify "$tmp/x" --format-in hex
printf '0110\n01a1\n' >"$tmp/x"; exits "a stray character" 3 "$minip" code verify "$tmp/x"
says "line and column" 'line 2, column 3'
printf '0110\n\n# c\n  011\n' >"$tmp/x"; exits "mixed lengths" 3 "$minip" code verify "$tmp/x"
says "line of the short word" 'line 4, column 6'
printf '0110\n0111\n' >"$tmp/x"; exits "mixed weights" 3 "$minip" code verify "$tmp/x"
says "line of the heavy word" 'line 2, column 1: the word has weight 3'
exits "allowed" 0 "$minip" code verify "$tmp/x" --any-weight --expect 1
printf '0110\r\n1001\r\n0110\r\n' >"$tmp/x"; exits "duplicates, CRLF" 0 "$minip" code verify "$tmp/x" --expect 0
says "one pair" '^duplicates: 1$'
exits "no certificate of duplicates" 3 "$minip" code verify "$tmp/x" --certificate "$tmp/no.cert"
ok "nothing is written" test ! -e "$tmp/no.cert"
printf '\357\273\2770110\n' >"$tmp/x"; exits "a byte-order mark, one word" 0 "$minip" code verify "$tmp/x" --expect none
printf '1 2,,3\n' >"$tmp/x"; exits "a missing position" 3 "$minip" code verify "$tmp/x"
printf '1 2 1\n' >"$tmp/x"; exits "a position twice" 3 "$minip" code verify "$tmp/x"
says "its column" 'column 5'
printf '1 99999999999999999999\n' >"$tmp/x"; exits "a huge position" 3 "$minip" code verify "$tmp/x"
printf '# nothing\n' >"$tmp/x"; exits "an empty file" 3 "$minip" code verify "$tmp/x"
exits "no file" 3 "$minip" code verify "$tmp/missing"
printf '0x1ff\n' >"$tmp/x"; exits "a bit outside --n" 3 "$minip" code verify "$tmp/x" --n 8
printf '\223NUMPY\1\0v\0{"descr"' >"$tmp/x"; exits "a broken npy" 3 "$minip" code verify "$tmp/x"

# bounds
exits "octads" 0 "$minip" code bounds --n 24 --d 8 --w 8 --expect 759
exits "dodecads" 0 "$minip" code bounds --n 24 --d 8 --w 12 --expect 2576
exits "steps in JSON" 0 "$minip" code bounds --n 13 --d 6 --w 5 --format json
says "the chain" '"rule": "zero"'
exits "a distance of 30 digits" 3 "$minip" code bounds --n 10 --d 123456789012345678901234567890 --w 5
exits "an odd distance" 3 "$minip" code bounds --n 10 --d 3 --w 5
says "names d" 'distance d must be even'
exits "d = 0" 3 "$minip" code bounds --n 10 --d 0 --w 5
exits "d negative" 3 "$minip" code bounds --n 10 --d -2 --w 5
exits "w > n" 3 "$minip" code bounds --n 10 --d 4 --w 11
exits "no number" 2 "$minip" code bounds --n ten --d 4 --w 5
exits "no d" 2 "$minip" code bounds --n 10 --w 5

for parameters in "24 8 12" "13 6 5" "9 6 6" "8 2 3" "7 10 3"; do
  set -- $parameters
  exits "a certificate for ($parameters)" 0 "$minip" code bounds --n $1 --d $2 --w $3 --certificate "$tmp/c.json" --no-constructions
  exits "is accepted" 0 "$minip_check" "$tmp/c.json"
done
sed 's/"upper":"1"/"upper":"0"/; s/"upper": "1"/"upper": "0"/' "$tmp/c.json" >"$tmp/d.json"
ok "one off is another file" test "$(cksum <"$tmp/c.json")" != "$(cksum <"$tmp/d.json")"
exits "and is rejected" 1 "$minip_check" "$tmp/d.json"

# pairs
exits "a code's gaps" 0 "$minip" code pairs "$tmp/fano" --expect holds
says "half the distance" '^2 +42$'
exits "words too close" 0 "$minip" code pairs "$tmp/supports" --expect fails
says "the offending pair" 'pairs 0 and 1 '
printf '1100 0011\n0011 1100\n' >"$tmp/x"; exits "pairs" 0 "$minip" code pairs --general "$tmp/x" --matrix --format json
says "the matrix" '"matrix"'
printf '1100 0011\n0011 110\n' >"$tmp/x"; exits "a short word" 3 "$minip" code pairs --general "$tmp/x"
says "its place" 'line 2, column 6'
printf '1100 0011\n0011\n' >"$tmp/x"; exits "one word only" 3 "$minip" code pairs --general "$tmp/x"
printf '1100 0011 1\n' >"$tmp/x"; exits "three words" 3 "$minip" code pairs --general "$tmp/x"
done_testing
