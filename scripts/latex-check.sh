#!/bin/sh
# Compiles the LaTeX that minip writes, derivations of every form and tables of several commands, with Debian's TeX (installed when it is missing), and shows
# what TeX complains of. Usage: scripts/latex-check.sh [DIR], DIR a build of minip; without it one is made. `make check` looks at the same documents without TeX.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
if ! command -v pdflatex >/dev/null; then
  as_root=
  if [ "$(id -u)" != 0 ]; then as_root=sudo; fi
  $as_root apt-get update -q
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -q --no-install-recommends texlive-latex-base
fi
tmp=$(mktemp -d "${TMPDIR:-/tmp}/minip-latex.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
build=${1:-$tmp/build}
[ $# -gt 0 ] || "$top/scripts/build.sh" "$build"
minip=$(cd "$build" && pwd)/minip
cd "$tmp"
mkdir documents
count=0

derivation() {
  count=$((count + 1))
  "$minip" bound "$@" --derivation --format latex -o "documents/$count.tex"
}

# A table is a fragment; it stands in a document of no packages.
table() {
  count=$((count + 1))
  { printf '\\documentclass{article}\n\\begin{document}\n'; "$minip" "$@" --format latex; printf '\\end{document}\n'; } >"documents/$count.tex"
}

for m in 3 7 16 30 100; do derivation --m "$m"; done
for form in trace column row 'two-sided scaling' 'minimum distance' power dominance 'half dominance' 'constant offset' 'linear offset' shattering; do
  derivation --m 24 --error 1/3 --form "$form"
done
derivation --m 24 --code dodecads24 --form trace
derivation --m 24 --signed --length 5
derivation --m 6 --shatter
odd=$(printf 'a_b%%c#d$e&f{g}~^h\\i<j>|"k \303\251\342\230\203')
printf '11110000\n00001111\n11001100\n' >"$odd"
derivation --m 8 --code "./$odd" --form trace
table bound --m 4..24
table bound --m 24 --ceilings
table bound --upper --m 6..12
table amplification --k 16
table transcript --m 24 --s 3
table softmax --m 6 --base 3/2
table audit "$top/data/examples/example.ledger"
table gaps exp:3/2@m=4
table code bounds --n 24 --d 8 --w 12 --proof

failed=0
cd documents
for i in $(seq "$count"); do
  if ! pdflatex -interaction=nonstopmode -halt-on-error "$i.tex" >"$i.out" 2>&1; then
    failed=$((failed + 1))
    echo "document $i does not compile:"
    grep -A 4 '^!' "$i.out" || tail -n 5 "$i.out"
  elif grep -q '^Missing character' "$i.log"; then
    failed=$((failed + 1))
    echo "document $i:" && grep '^Missing character' "$i.log"
  fi
done
echo "$((count - failed)) of $count documents compile"
[ "$failed" = 0 ]
