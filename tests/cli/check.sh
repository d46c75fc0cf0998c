# minip check and minip-check: verdicts, exit codes, what goes to stdout; certify writes what they verify.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "certify writes a certificate" 0 "$minip" certify exp:7/5@m=4 -o "$tmp/a.json"
exits "the checker verifies it" 0 "$minip_check" "$tmp/a.json"
is "one word on stdout" "$(cat "$tmp/out")" verified
says "the statement on stderr" 'at least 625/1217 at length 3'
exits "minip check agrees" 0 "$minip" check "$tmp/a.json"
says "verdict" '^verdict: verified$'
exits "JSON" 0 "$minip" check "$tmp/a.json" --format json
says "the statement" '"statement": "For any values'
exits "--expect verified" 0 "$minip" check "$tmp/a.json" --expect verified
sed 's/625/626/' "$tmp/a.json" >"$tmp/bad.json"
exits "a tampered one" 1 "$minip_check" "$tmp/bad.json"
is "rejected on stdout" "$(cat "$tmp/out")" rejected
exits "minip check exits 1 as well" 1 "$minip" check "$tmp/bad.json"
exits "unless that is expected" 0 "$minip" check "$tmp/bad.json" --expect rejected
exits "no such file" 3 "$minip_check" "$tmp/none.json"
is "unreadable on stdout" "$(cat "$tmp/out")" unreadable
exits "minip check: bad input" 3 "$minip" check "$tmp/none.json"
: >"$tmp/empty"
exits "an empty file" 1 "$minip_check" "$tmp/empty"
exits "a folder" 3 "$minip_check" "$tmp"
exits "no operand" 2 "$minip_check"
is "nothing on stdout" "$(cat "$tmp/out")" ""
exits "two operands" 2 "$minip_check" "$tmp/a.json" "$tmp/a.json"
exits "an unknown option" 2 "$minip_check" --lenient "$tmp/a.json"
exits "help" 0 "$minip_check" --help
says "exit codes are told" 'Exit codes: 0 verified'
exits "solves" 0 "$minip" certify exp:2@m=6 -o "$tmp/s.json"
exits "verified" 0 "$minip_check" "$tmp/s.json"
exits "the structured path" 0 "$minip" certify exp:1414214/1000000@m=40 --expect solves -o "$tmp/t.json"
exits "verified too" 0 "$minip_check" "$tmp/t.json"
exits "another digest" 1 "$minip_check" --against "$tmp/bad.json" "$tmp/a.json"
exits "a directory is no certificate" 3 "$minip_check" "$tmp"
says "and the reason is the system's" 'Is a directory'
exits "nor is a file that is not there" 3 "$minip_check" "$tmp/nothing"
says "which is said" 'No such file or directory'
done_testing
