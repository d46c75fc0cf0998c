#!/bin/sh
# Makes the kernels of data/solving again. usage: solving.sh [--long] MINIP FOLDER
# Writes FOLDER/mM-nN-rR.npz and its certificate .json for every line of the list, skips files that are there, and keeps a checkpoint of each search in
# FOLDER/search, from which a stopped run goes on. --long adds the lines that take more than a minute or are not known to be reached (see doc/experiments.md).
set -eu
long=no
[ "${1-}" = --long ] && { long=yes; shift; }
[ $# -eq 2 ] || { echo "usage: $0 [--long] MINIP FOLDER" >&2; exit 2; }
minip=$1 folder=$2 missing=0
mkdir -p "$folder/search"

make_one() { # m n r seed steps cycle (0: none)
  name=m$1-n$2-r$3 symmetry=
  [ "$6" = 0 ] || symmetry="--cycle $6"
  for ending in npz json; do # the second search resumes where the first was about to end
    [ -e "$folder/$name.$ending" ] || "$minip" train --full "$1" --length "$2" --rank "$3" --first-seed "$4" --steps "$5" --threads 1 --quiet $symmetry \
      --checkpoint "$folder/search/$name.npz" -o "$folder/$name.$ending" >"$folder/search/$name.txt"
  done
  if [ -e "$folder/$name.json" ]; then echo "$name"; else echo "$name: not found" >&2; missing=1; fi
}

while read -r kind m n r seed steps cycle; do
  [ "$kind" = short ] || [ "$long" = yes ] || continue
  make_one "$m" "$n" "$r" "$seed" "$steps" "$cycle"
done <<LIST
short 4 3 2 1 20000 0
short 5 3 3 1 20000 0
short 6 3 4 1 20000 0
short 7 3 5 1 20000 0
short 8 3 6 1 20000 0
short 9 3 7 1 20000 0
short 4 4 2 1 20000 0
short 5 4 3 1 20000 0
short 6 4 5 1 20000 0
short 7 4 7 1 20000 0
short 4 5 2 1 20000 0
short 5 5 3 1 20000 0
short 6 5 6 1 20000 0
short 4 6 2 1 20000 0
short 5 6 3 1 20000 0
long 6 6 6 1 100000 0
long 8 4 12 1 100000 0
long 10 3 9 1 100000 3
long 11 3 11 1 100000 3
LIST
exit $missing
