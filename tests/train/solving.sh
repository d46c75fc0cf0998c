#!/bin/sh
# Every kernel of data/solving is proved again, by minip certify from the integers and by minip-check from the certificate.
. "$MINIP_SRCDIR/tests/lib/tap.sh"
count=0
for f in "$data"/solving/*.npz; do
  b=$(basename "$f" .npz)
  n=${b#*-n}; n=${n%-r*}; r=${b##*-r}; m=${b%%-*}; m=${m#m}
  ok "$b solves length $n" "$minip" certify "$f" --length "$n" --no-rank --expect solves
  ok "$b: its certificate" "$minip_check" "$data/solving/$b.json"
  case $b in m4-* | m5-* | m6-* | m7-n3-*)
    exits "$b: features and bits" 0 "$minip" certify "$f" --length "$n" --format json
    is "$b: rank $r" "$(sed -n 's/^  "rank": "\(.*\)",*$/\1/p' "$tmp/out")" "$r"
    is "$b: $m bits" "$(sed -n 's/^  "m": "\(.*\)",*$/\1/p' "$tmp/out")" "$m" ;;
  esac
  count=$((count + 1))
done
ok "lengths 3 for 4 to 12 bits are there" test $count -ge 9
for p in 4-n3-r2 5-n3-r3 6-n3-r4 7-n3-r5 8-n3-r6 9-n3-r7 10-n3-r9 11-n3-r11 12-n3-r18; do
  ok "m$p is there" test -s "$data/solving/m$p.npz"
done
done_testing
