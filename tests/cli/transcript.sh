# minip transcript: families, sizes, refusals.
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"

exits "the block family of the issue" 0 "$minip" transcript --m 24 --s 3 --verify --format json
says "seven queries" '"q": "7"'
says "14 bits" '"decimal": "14"'
says "4^7 answers" '"answers": "16384"'
says "verified" '"verified": true'
exits "from q and s" 0 "$minip" transcript --q 10 --s 2 --layers 2 --heads 3 --value-dim 4 --bits 8 --format json
says "3^10" '"answers": "59049"'
says "certified bits, 10 log2 3" '"decimal": "15.8496250072115'
says "7^6 >= 59049 > 6^6" '"min_alphabet": "7"'
says "16 bits fit into one feature of 240" '"min_features": "1"'
exits "the best s" 0 "$minip" transcript --m 24 --format json
says "s = 1" '"s": "1"'
exits "from a construction" 0 "$minip" transcript --derive-from hadamard:order=8,complements=0 --verify --format json
says "3^7" '"answers": "2187"'
exits "certificate of a code" 0 "$minip" transcript --derive-from hadamard:order=8,complements=0 --certificate "$tmp/cert.json"
ok "minip-check verifies it" "$minip_check" "$tmp/cert.json"
exits "certificate of blocks" 0 "$minip" transcript --m 24 --s 3 --certificate "$tmp/cert.json"
ok "minip-check verifies it too" "$minip_check" "$tmp/cert.json"
exits "none without a family" 2 "$minip" transcript --q 3 --s 2 --certificate "$tmp/none.json"
printf '11110000\n11001100\n00001111\n' > "$tmp/code"
exits "disjoint words" 3 "$minip" transcript --derive-from "$tmp/code"
says "the pair is named" 'words 0 and 2'
printf '1111000\n1100000\n' > "$tmp/mixed"
exits "mixed weights" 3 "$minip" transcript --derive-from "$tmp/mixed"
exits "nothing given" 2 "$minip" transcript
exits "q without s" 2 "$minip" transcript --q 3
exits "two families" 2 "$minip" transcript --q 3 --s 2 --m 8
exits "verify needs a family" 2 "$minip" transcript --q 3 --s 2 --verify
exits "s too large" 3 "$minip" transcript --m 8 --s 5
exits "q = 0" 2 "$minip" transcript --q 0 --s 1
exits "a huge q" 4 "$minip" transcript --q 100000000000 --s 1
exits "too many vectors to verify" 4 "$minip" transcript --m 100 --s 1 --verify
# --help names every key of the result
"$minip" transcript --m 9 --s 2 --verify --format json >"$tmp/keys.json"
"$minip" transcript --help >"$tmp/help"
for key in $(sed -n 's/^  "\([a-z_]*\)":.*/\1/p' "$tmp/keys.json"); do
  ok "--help names $key" grep -q "[ :]$key[,.{ ]" "$tmp/help"
done
done_testing
