#!/bin/sh
# The main job on the files in data/, with minip and minip-check on the PATH. scripts/demo.sh builds them first.
set -eu
data=$(cd "$(dirname "$0")/../data" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$data" "$work/data"
cd "$work"

step() { echo "+ $*"; "$@"; }

echo '# A low-rank kernel, exported from numpy: it must fail, whatever its values and readout are.'
step minip certify data/elu-m6-r4.npz --no-rank -o fails.json
echo
echo '# Anybody can check that, without this library.'
step minip-check fails.json
step minip-check --against data/elu-m6-r4.npz fails.json
echo
echo '# A certificate that claims a little more is refused.'
sed 's/"low": "1"/"low": "0"/' fails.json >tampered.json
step minip-check tampered.json || echo "(exit code $?)"
echo
echo '# A kernel of five features that solves the task.'
step minip certify data/solving-m4-r5.npz -o solves.json
step minip-check solves.json
