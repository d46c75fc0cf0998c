#!/bin/sh
# man.sh HELP2MAN FOLDER: one man page per command, from the programs' own --help, so that the two cannot disagree.
# Runs in the build folder, where ./minip and ./minip-check are.
set -eu
help2man=$1 folder=$2
rm -rf "$folder.new"
mkdir -p "$folder.new"

page() { # page FILE-NAME SUMMARY PROGRAM...
  name=$1 summary=$2; shift 2
  "$help2man" --no-info --no-discard-stderr --section=1 --name="$summary" --version-string="$version" \
    --opt-include="$folder.new/also" --output="$folder.new/$name.1" "$*"
}

version=$(./minip --version | sed -n '1s/^minip //p')
page minip "exact verdicts on kernel attention" ./minip
./minip --list-commands | while IFS='	' read -r name summary; do
  if [ "$name" = check ]; then continue; fi # its page would be minip-check's
  # shellcheck disable=SC2086 # "code max" is two words to minip and one name to man
  page "minip-$(echo "$name" | tr ' ' -)" "$summary" ./minip $name
done
if [ -x ./minip-check ]; then
  printf '[SEE ALSO]\nThe command\n.B minip check\nruns this program and reports its verdict as the other commands do: minip check --help.\n' >"$folder.new/also"
  page minip-check "check a certificate of minip, independently" ./minip-check
  rm -f "$folder.new/also"
fi
rm -rf "$folder"
mv "$folder.new" "$folder"
