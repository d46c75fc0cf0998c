# minip amplification: formats, options, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "a table" 0 "$minip" amplification --k 2..5
says "A_3(5) = 4" '^5 +4 +5$'
exits "JSON" 0 "$minip" amplification --k 16 --format json
says "a value is a string of digits" '"value": "81"'
exits "an empty range" 2 "$minip" amplification --k 5..2
exits "no range" 2 "$minip" amplification
says "the option is named" 'k is needed'
exits "length 2" 2 "$minip" amplification --k 2 --length 2
exits "an error above 1/2" 2 "$minip" amplification --k 2 --error 2/3
exits "an unknown option" 2 "$minip" amplification --k 2 --nonsense
exits "an operand" 2 "$minip" amplification --k 2 extra
done_testing
