# minip audit: exit codes, places, formats.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

printf 'let x = 2\nclaim a: x < 3\nclaim b: log2(x) = 1\n' >"$tmp/good"
exits "all hold" 0 "$minip" audit "$tmp/good"
says "the verdict" '^verdict: holds$'
printf 'claim a: 2 < 3\nclaim b: 1/3 = 0.3333\n' >"$tmp/bad"
exits "one fails" 1 "$minip" audit "$tmp/bad" --format json
says "its slack" '"exact": "-1/30000"'
exits "as expected" 0 "$minip" audit "$tmp/bad" --expect fails
printf 'claim a: sqrt(2)^2 = 2\n' >"$tmp/open"
exits "undecided" 5 "$minip" audit "$tmp/open"
says "is still printed" 'undecided'
printf 'claim a: log2(3) < 1.584962500721156181453738943947816509\n' >"$tmp/close"
exits "more precision" 0 "$minip" audit "$tmp/close"
exits "too little precision" 5 "$minip" audit "$tmp/close" --precision 64
printf 'let x = 1\nclaim a: y = 1\n' >"$tmp/unknown"
exits "an unknown name" 3 "$minip" audit "$tmp/unknown"
says "line and column" 'unknown:2:10: .y. is not defined'
printf '# nothing\nlet x = 1\n' >"$tmp/empty"
exits "no claim is no proof" 3 "$minip" audit "$tmp/empty"
says "says so" 'empty: states no claim'
exits "nor is an empty file" 3 "$minip" audit /dev/null
exits "a missing file" 3 "$minip" audit "$tmp/absent"
exits "a program" 3 "$minip" audit "$minip"
done_testing
