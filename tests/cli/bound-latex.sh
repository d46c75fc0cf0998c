# Derivations in LaTeX: every kind of bound, and names with every character special to TeX, are well formed (tests/cli/latex.py; scripts/latex-check.sh compiles
# such documents).
. "${MINIP_SRCDIR:?}/tests/lib/tap.sh"
form=$MINIP_SRCDIR/tests/cli/latex.py

# The check itself: a good document, and each defect alone.
good='\documentclass{article}\begin{document}\begin{longtable}{rl}$a_1$ & b \\ \hline
\end{longtable}\[ \frac{1}{2} \]\end{document}'
printf '%s' "$good" > "$tmp/good.tex"
ok "a good document" python3 "$form" "$tmp/good.tex"
for defect in 's/frac/fraq/' 's/a_1\$/a_1/' 's/\$a_1\$/a_1/' 's/ & b/ \& b \& c/' 's/ b / b%/' 's/{2}/{2/' 's/\\\]//' 's/\\end{longtable}//' 's/\\hline/\\input{x}/'; do
  sed "$defect" "$tmp/good.tex" > "$tmp/bad.tex"
  exits "refused after $defect" 1 python3 "$form" "$tmp/bad.tex"
done

derived() {
  exits "derivation of $*" 0 "$minip" bound "$@" --derivation --format latex -o "$tmp/d.tex"
  ok "is well formed" python3 "$form" "$tmp/d.tex"
}
derived --m 3
derived --m 9
derived --m 6 --shatter
derived --m 24
derived --m 24 --length 4 --error 123456789/987654321
derived --m 24 --signed --form trace
derived --m 23 --form 'two-sided scaling'
for one in column row 'minimum distance' power dominance 'half dominance' 'linear offset'; do
  derived --m 24 --error 1/3 --form "$one"
done
derived --m 40 --length 6
derived --m 16 --length 4 --form trace
derived --m 40 --form 'minimum distance'
for table in 'bound --m 4..24' 'bound --m 24 --ceilings' 'bound --upper --m 6..8' 'transcript --m 24 --s 3' 'gaps exp:3/2@m=4' 'code bounds --n 24 --d 8 --w 12 --proof'; do
  exits "a table: $table" 0 "$minip" $table --format latex -o "$tmp/d.tex"
  ok "is well formed" python3 "$form" "$tmp/d.tex"
done
printf '11110000\n00001111\n11001100\n' > "$tmp/a_b%c#d\$e&f{g}~^h\\i<j>|\"k"
derived --m 8 --code "$tmp/a_b%c#d\$e&f{g}~^h\\i<j>|\"k" --form trace
other=$(printf 'caf\303\251 \342\230\203')
cp "$tmp/a_b"* "$tmp/$other"
derived --m 8 --code "$tmp/$other" --form trace
ok "letters that plain TeX lacks are question marks" grep -q 'caf? ?' "$tmp/d.tex"
broken=$(printf 'x\377y')
cp "$tmp/$other" "$tmp/$broken"
exits "a name that is not UTF-8" 0 "$minip" bound --m 8 --code "$tmp/$broken" --form trace --derivation
says "is still named" 'N = 3 pairs.*x\?y'
done_testing
