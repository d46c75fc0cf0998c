# minip bound: tables, derivations, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "a table" 0 "$minip" bound --m 4..12
says "lower and upper side by side at m = 10" '^3 +10 +5 +([5-9]|1[01]) '
exits "JSON" 0 "$minip" bound --m 24 --format json
says "42 features at m = 24" '"lower": "42"'
says "the dodecads' trace value" '"decimal": "20.5303979121'
says "gamma in closed form" '"gamma": "1 - log2\(1 \+ 1/4\^\(1/5\)\)"'
for format in csv latex markdown; do
  exits "both sides in $format" 0 "$minip" bound --m 9 --format $format
  says "lower 4 beside an upper bound of at most 10 in $format" "4( &| \\||,) ?([4-9]|10)( |,)"
done
exits "a power of two" 0 "$minip" bound --m 5 --format csv
says "log2(2)/5 in full" '^3,5,2,3,0\.2,'
exits "length 5" 0 "$minip" bound --m 6 --length 5 --format json
says "beta_5 is the cube root of 6" '"beta": "6\^\(1/3\)"'
exits "a beta without a root" 0 "$minip" bound --m 6 --error 1/11 --format json
says "gamma with the fraction in brackets" '"gamma": "1 - log2\(1 \+ 1/\(9/2\)\)"'
exits "an expectation that is met" 0 "$minip" bound --m 8 --expect 4
exits "an expectation that is not" 1 "$minip" bound --m 8 --expect 5
exits "no expectation for a range" 2 "$minip" bound --m 7..8 --expect 4
exits "several lengths" 0 "$minip" bound --m 30 --lengths 3..5
is "one row each" "$(grep -c '^[345] ' "$tmp/out")" 3
exits "signed kernels" 0 "$minip" bound --m 24 --signed --code dodecads24 --format json
says "one feature less than the 21 of the trace form" '"bound": "20"'
exits "a smaller error" 0 "$minip" bound --m 20 --error 1/5
exits "a search for shattered tokens" 0 "$minip" bound --m 6 --shatter
exits "no such search for signed kernels" 2 "$minip" bound --m 6 --shatter --signed
exits "nor beyond 16 bits" 2 "$minip" bound --m 17 --shatter

# Ceilings of codes (T17)
exits "ceilings at m = 24" 0 "$minip" bound --m 24 --ceilings
says "the octads are the best code of their weight" '^8 +15\.0590\.\. +15\.0590\.\. +1 +octads24, trace +759 +8 +759 +759$'
says "the dodecads nearly so" '^12 +20\.5[0-9]+\.\. +20\.5303\.\. +0\.99[0-9]+\.\. +dodecads24, trace +2576 +8 +[0-9]+ +2576$'
exits "as JSON" 0 "$minip" bound --m 6 --length 4 --ceilings --format json
says "with an optimal distribution" '"ceiling_distribution"'
exits "no ceilings of a range" 2 "$minip" bound --m 4..5 --ceilings
exits "nor of pairs" 2 "$minip" bound --m 4 --ceilings --pairs x
exits "nor beyond 64 bits" 4 "$minip" bound --m 65 --ceilings
exits "m = 3 has no codes to cap" 0 "$minip" bound --m 3 --ceilings

# Derivations
for format in text markdown latex json; do
  exits "derivation in $format" 0 "$minip" bound --m 24 --derivation --format $format -o "$tmp/d.$format"
  ok "ends in 42 ($format)" grep -Eq 'r (>=|\\ge|\\>=) 42|"bound": "42"' "$tmp/d.$format"
done
exits "a derivation by deletion" 0 "$minip" bound --m 30 --derivation
says "the draw is named" 'Draw T = '
exits "a derivation by shattering" 0 "$minip" bound --m 7 --derivation
says "three independent columns" 'r >= 3'
exits "the trace form of a given code" 0 "$minip" bound --m 24 --code dodecads24 --form trace --derivation
says "2576 over one and the sum" 'N/\(1 \+ 2268511/18225\)'
says "21 features" 'r >= 21'
exits "a code on fewer bits than asked about" 0 "$minip" bound --m 26 --code dodecads24 --form trace --derivation
says "the claim is about the bits asked for" 'on all tokens of 26 bits .* r >= 21'
says "and a step leads there" 'Tokens of 24 bits followed by 2 zeros are tokens of 26 bits'
exits "no such form" 2 "$minip" bound --m 24 --form nonsense --derivation
exits "a form that proves nothing here" 5 "$minip" bound --m 24 --code dodecads24 --form dominance --derivation
exits "no derivation as CSV" 2 "$minip" bound --m 24 --derivation --format csv
exits "no derivation of a range" 2 "$minip" bound --m 4..5 --derivation

# Certificates: constant offset, shattering, column-free row of a shortened code, signed kernels, error <= 1/5
certified() {
  exits "certificate of $*" 0 "$minip" bound "$@" --certificate "$tmp/cert.json"
  ok "minip-check verifies it" "$minip_check" "$tmp/cert.json"
}
certified --m 7
certified --m 22
certified --m 20 --error 1/5
certified --m 24 --signed
printf '110000\n101000\n000110\n000101\n' > "$tmp/near"
certified --m 6 --code "$tmp/near" --error 1/4 --form trace # gaps of 1 and A(1) = 1: 4/(1 + 1 + 2/9) = 36/20, since A(2) = 3
says "two features" '^certified: 2$'
exits "a gap of 1 says nothing above error 1/4" 3 "$minip" bound --m 6 --code "$tmp/near" --error 26/100
certified --m 24 --length 5
certified --m 24
ok "it claims 42 features" grep -q '"rank": *"42"' "$tmp/cert.json"
sed 's/"rank": *"42"/"rank": "43"/; s/at least 42/at least 43/' "$tmp/cert.json" > "$tmp/forged.json"
exits "one feature more is rejected" 1 "$minip_check" "$tmp/forged.json"
exits "the best bound, by deletion, has no words" 0 "$minip" bound --m 30 --certificate "$tmp/cert.json"
says "what was certified instead is printed" '^certified: 42$'
ok "minip-check verifies it" "$minip_check" "$tmp/cert.json"
exits "a certificate of one form" 0 "$minip" bound --m 24 --form trace --certificate "$tmp/cert.json"
says "21 features" '^certified: 21$'
ok "minip-check verifies it" "$minip_check" "$tmp/cert.json"
exits "powers have no certificate" 5 "$minip" bound --m 24 --form power --certificate "$tmp/none.json"
says "and that is said" "'power' have no certificate"
exits "nor has the minimum distance" 5 "$minip" bound --m 24 --form 'minimum distance' --certificate "$tmp/none.json"
exits "no words at hand" 5 "$minip" bound --m 3 --certificate "$tmp/none.json"
says "and that is said too" 'words at hand'
exits "a form without a use" 2 "$minip" bound --m 24 --form trace
exits "no certificate of a range" 2 "$minip" bound --m 4..5 --certificate "$tmp/none.json"
ok "and none is written" test ! -e "$tmp/none.json"

# Codes and pairs of one's own
printf '11110000\n00001111\n11001100\n' > "$tmp/code"
exits "a code file" 0 "$minip" bound --m 8 --code "$tmp/code"
printf '11110000 00001111\n00001111 11110000\n' > "$tmp/pairs"
exits "a pair file" 0 "$minip" bound --m 8 --pairs "$tmp/pairs" --format json
says "two pairs are independent" '"form": "dominance"'
printf '11110000\n11100001\n' > "$tmp/close"
exits "words too close" 3 "$minip" bound --m 8 --code "$tmp/close"
says "the pair is named" 'x_0, z_1'
exits "words longer than m" 3 "$minip" bound --m 6 --code "$tmp/code"
exits "no such code" 3 "$minip" bound --m 8 --code nonsense
exits "m missing" 2 "$minip" bound
exits "m too large" 2 "$minip" bound --m 9000
exits "length 2" 2 "$minip" bound --m 4 --length 2
exits "length and lengths" 2 "$minip" bound --m 4 --length 3 --lengths 3..4
exits "error above 1/2" 2 "$minip" bound --m 4 --error 3/5
exits "too many rows" 4 "$minip" bound --m 1..8192 --lengths 3..1000
done_testing
