# minip code construct, lex, max, classify: answers, formats, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "the list" 0 "$minip" code construct --list
says "the list has the octads" 'octads24'
exits "octads to a file" 0 "$minip" code construct --name octads24 -o "$tmp/octads.txt"
says "759 words" 'size: 759'
exits "a certificate" 0 "$minip" code construct --name pg:q=2 --certificate "$tmp/fano.cert" --summary
exits "which minip-check accepts" 0 "$minip_check" "$tmp/fano.cert"
is "one word a line" "$(wc -l <"$tmp/octads.txt" | tr -d ' ')" 759
exits "a Steiner system by its parameters" 0 "$minip" code construct --name 'S(2,3,7)' --format json
says "weight 3" '"w": "3"'
exits "words as supports" 0 "$minip" code construct --name quadruples:r=2 --words supports
says "one quadruple" '^0 1 2 3$'
exits "words as npy" 0 "$minip" code construct --name pg:q=2 --words npy -o "$tmp/fano.npy"
exits "it reads back" 0 "$minip" code verify "$tmp/fano.npy"
says "as seven words" "7"
exits "shortening a file" 0 "$minip" code construct --name shorten:coordinate=0,bit=1 "$tmp/octads.txt" --summary
says "253 words" 'size: 253'
exits "juxtaposing two files" 0 "$minip" code construct --name juxtapose "$tmp/octads.txt" "$tmp/octads.txt" --summary
says "distance 16" 'min_distance: 16'
exits "the best code" 0 "$minip" code construct --n 16 --d 8 --w 8 --summary
says "30 words" 'size: 30'
says "its method" 'method: hadamard'
exits "effort 0" 0 "$minip" code construct --n 13 --d 6 --w 5 --effort 0 --summary
exits "effort 3" 2 "$minip" code construct --n 13 --d 6 --w 5 --effort 3
exits "a search that stops says so" 0 "$minip" code construct --name quasi-cyclic:n=14,d=6,w=7,blocks=2,nodes=1 --summary
says "in a note" 'note: a search stopped at its limit'
exits "an unknown name" 3 "$minip" code construct --name nonsense
says "the name is given" "no construction is called 'nonsense'"
exits "a missing key" 3 "$minip" code construct --name pg
exits "no parameters" 2 "$minip" code construct
exits "name and parameters" 2 "$minip" code construct --name pg:q=2 --n 7
exits "a stray operand" 2 "$minip" code construct --n 7 --d 4 --w 3 "$tmp/octads.txt"
exits "npy to the screen" 2 "$minip" code construct --name pg:q=2 --words npy
exits "no such form" 2 "$minip" code construct --name pg:q=2 --words nonsense
exits "a missing file" 3 "$minip" code construct --name complement "$tmp/missing"
for command in construct lex max classify; do
  exits "$command: odd d" 3 "$minip" code $command --n 8 --d 3 --w 4
  says "$command: d is named" 'd must be even, not 3'
  exits "$command: w > n" 3 "$minip" code $command --n 8 --d 4 --w 9
  exits "$command: negative d" 3 "$minip" code $command --n 8 --d -4 --w 4
  exits "$command: d = 0" 3 "$minip" code $command --n 8 --d 0 --w 4
  exits "$command: huge n" 3 "$minip" code $command --n 99999999999 --d 4 --w 4
  exits "$command: huge w" 3 "$minip" code $command --n 8 --d 4 --w 123456789012345678901234567890
  says "$command: w is named" '--w: 123456789012345678901234567890 is out of range'
  exits "$command: hugely negative d" 3 "$minip" code $command --n 8 --d -99999999999999999999 --w 4
  exits "$command: no number" 2 "$minip" code $command --n eight --d 4 --w 4
  exits "$command: help" 0 "$minip" code $command --help
done
exits "an unwritable file" 3 "$minip" code construct --name pg:q=2 -o "$tmp/no/such/folder"

exits "a lexicode" 0 "$minip" code lex --n 8 --d 4 --w 4 --summary --format json
says "it is S(3,4,8)" '"size": "14"'
exits "greedy with seeds" 0 "$minip" code lex --n 8 --d 4 --w 4 --seed 1 --tries 20 --summary
exits "tries without a seed" 2 "$minip" code lex --n 8 --d 4 --w 4 --tries 20
exits "too many words" 4 "$minip" code lex --n 64 --d 4 --w 32

exits "A(12,6,6) = 22" 0 "$minip" code max --n 12 --d 6 --w 6 --expect 22 --summary
says "exact" 'verdict: exact'
exits "an expectation that fails" 1 "$minip" code max --n 12 --d 6 --w 6 --expect 23 --summary
exits "A(10,6,5) by search alone" 0 "$minip" code max --n 10 --d 6 --w 5 --search-only --expect 6 --summary
exits "a time limit leaves an interval" 4 "$minip" code max --n 14 --d 6 --w 7 --time-limit 1 --summary
says "it says so" 'verdict: interval'
says "and where" 'the maximum lies in [0-9]+\.\.[0-9]+'
begin=$(date +%s)
exits "a time limit covers constructions and linear programs too" 4 "$minip" code max --n 64 --d 12 --w 28 --time-limit 2 --threads 1 --summary
ok "within a margin for a loaded machine" test $(($(date +%s) - begin)) -lt 12
exits "another solver" 2 "$minip" code max --n 10 --d 6 --w 5 --solver other
if have CLIQUER; then
  exits "cliquer" 0 "$minip" code max --n 11 --d 6 --w 4 --search-only --solver cliquer --expect 6 --summary
else
  exits "no cliquer" 5 "$minip" code max --n 11 --d 6 --w 4 --search-only --solver cliquer --expect 6 --summary
  says "says so" 'built without cliquer'
fi
exits "a memory limit" 4 "$minip" code max --n 24 --d 10 --w 12 --memory-limit 1 --summary

if have NAUTY; then
  exits "the Fano plane is unique" 0 "$minip" code classify --n 7 --d 4 --w 3 --expect 1 --format json
  says "its group" '"group": "168"'
  says "30 labelled planes" '"labelled": "30"'
  says "counted again" '"count_check": "agrees"'
else
  exits "no nauty" 5 "$minip" code classify --n 7 --d 4 --w 3
  says "says so" 'built without nauty'
fi
exits "size 0" 2 "$minip" code classify --n 7 --d 4 --w 3 --size 0
exits "long words" 4 "$minip" code classify --n 65 --d 4 --w 3 --size 2
done_testing
