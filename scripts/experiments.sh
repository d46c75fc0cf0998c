#!/bin/sh
# Re-runs every experiment of doc/experiments.md. usage: experiments.sh MINIP FOLDER
# Writes FOLDER/NAME.csv, .md and .svg and prints the summary tables. Two run at a time.
set -eu
[ $# -eq 2 ] || { echo "usage: $0 MINIP FOLDER" >&2; exit 2; }
minip=$1 folder=$2
here=$(dirname "$0")
mkdir -p "$folder"
"$minip" experiment rank-sweep --out "$folder" --quiet >"$folder/rank-sweep.log" &
first=$!
"$minip" experiment length --out "$folder" --quiet >"$folder/length.log"
"$minip" experiment ood --out "$folder" --quiet >"$folder/ood.log"
wait $first
"$minip" experiment signed --out "$folder" --quiet >"$folder/signed.log"
rm -f "$folder/rank-sweep.log" "$folder/length.log" "$folder/ood.log" "$folder/signed.log"
python3 "$here/experiment-tables.py" "$folder" "$here/../data/solving"
