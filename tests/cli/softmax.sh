# minip softmax: bases, temperatures, thresholds, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "a base above the threshold" 0 "$minip" softmax --m 12 --base 3/2 --threshold --format json
says "its exact error" '"exact": "48/113"'
says "the threshold's polynomial" '"polynomial": "b\^2 - 2"'
says "the verdict" '"verdict": "solves"'
exits "just below sqrt 2" 0 "$minip" softmax --m 40 --base 1.414213 --expect fails
exits "just above sqrt 2" 0 "$minip" softmax --m 40 --base 1.414214 --expect solves
exits "tau below (ln 2)/2" 0 "$minip" softmax --m 12 --tau 0.34657 --expect fails
exits "tau above (ln 2)/2" 0 "$minip" softmax --m 12 --tau 0.34658 --expect solves
exits "a wrong expectation" 1 "$minip" softmax --m 12 --tau 0.34658 --expect fails
exits "a threshold that is not monic" 0 "$minip" softmax --m 3 --threshold
says "2 b^3 - 5" '2 b\^3 - 5'
exits "length 4" 0 "$minip" softmax --m 30 --length 4 --threshold
says "b^3 - 5" 'polynomial b\^3 - 5'
exits "m = 1: every base" 0 "$minip" softmax --m 1 --threshold --format json
says "the polynomial b" '"polynomial": "b"'
exits "nothing asked" 2 "$minip" softmax --m 3
exits "both base and tau" 2 "$minip" softmax --m 3 --base 2 --tau 1
exits "base 0" 2 "$minip" softmax --m 3 --base 0
exits "no m" 2 "$minip" softmax --base 2
exits "an expectation without a verdict" 2 "$minip" softmax --m 3 --threshold --expect solves
exits "a base with too many digits" 4 "$minip" softmax --m 4096 --base "$(printf '%0.s7' $(seq 2000))/3"
for tau in 99999 100000 1e100 1e100000; do
  exits "tau $tau" 0 "$minip" softmax --m 4 --tau "$tau" --expect solves --format json
  exits "tau -$tau" 0 "$minip" softmax --m 4 --tau "-$tau" --expect fails
done
exits "tau far out prints a bound of the error" 0 "$minip" softmax --m 4 --tau 1e100 --format json
says "between 0" '"lower": "0"'
says "and the error at 100000" '"upper": "2\.[0-9]*e-43430"'
exits "tau with an exponent beyond the limits of a number" 2 "$minip" softmax --m 4 --tau 1e100001
done_testing
