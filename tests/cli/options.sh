# What every command does with its words: numbers, ranges, missing values, help.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

for bad in "" 5x x5 +5 " 5" 0x5 1e3 5.. ..5 5..x 1..2..3 99999999999999999999 -1 --; do
  exits "--k '$bad' is no range" 2 "$minip" amplification "--k=$bad"
done
for bad in "" 2.5 +4 " 4" 4x -3 9999999999999999999999; do
  exits "--length '$bad' is no number" 2 "$minip" amplification --k 3 "--length=$bad"
  exits "--threads '$bad' is no number" 2 "$minip" amplification --k 3 "--threads=$bad"
done
for bad in "" 0 -1/3 2/3 0.51 1/0 nan 0x1 1e-100001; do
  exits "--error '$bad' is refused" 2 "$minip" amplification --k 3 "--error=$bad"
  says "with its name" '--error'
done
exits "--error 0.5 is 1/2" 0 "$minip" amplification --k 3 --error 0.5 --format json
says "exactly" '"exact": "1/2"'
exits "a value is missing" 2 "$minip" amplification --k
says "says which" "'--k' needs a value"
exits "a flag takes no value" 2 "$minip" amplification --k 3 --quiet=yes
exits "an unknown option is not ignored" 2 "$minip" amplification --k 3 --nonsense
says "names it" "--nonsense"
exits "an unknown short option" 2 "$minip" amplification --k 3 -x
exits "an unknown command" 2 "$minip" nonsense
exits "no command" 2 "$minip"
exits "help" 0 "$minip" amplification --help
says "has an example" '^Example: minip amplification'
exits "help needs no operands" 0 "$minip" certify --help
exits "--expect without a verdict" 2 "$minip" amplification --k 3 --expect fails
done_testing
