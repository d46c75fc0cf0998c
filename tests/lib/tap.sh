# A few lines of TAP for shell tests: source it, call ok / is / run_*, end with done_testing.
# Every check prints one "ok" or "not ok" line; done_testing prints the plan.
: "${MINIP_SRCDIR:?run through make check}" "${MINIP_BUILDDIR:?run through make check}"
export LC_ALL=C
tap_n=0
minip="$MINIP_BUILDDIR/minip"
minip_check="$MINIP_BUILDDIR/minip-check"
data="$MINIP_SRCDIR/data"
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

# ok NAME COMMAND...: passes when COMMAND succeeds.
ok() {
  tap_name=$1; shift
  tap_n=$((tap_n + 1))
  if "$@" >"$tmp/ok.out" 2>&1; then echo "ok $tap_n - $tap_name"
  else echo "not ok $tap_n - $tap_name"; sed 's/^/# /' "$tmp/ok.out" | head -n 40; fi
}

# is NAME GOT WANTED: passes when the strings are equal.
is() {
  tap_n=$((tap_n + 1))
  if [ "$2" = "$3" ]; then echo "ok $tap_n - $1"
  else
    echo "not ok $tap_n - $1"
    printf 'got:    %s\nwanted: %s\n' "$2" "$3" | sed 's/^/# /'
  fi
}

# exits NAME CODE COMMAND...: passes when COMMAND exits with CODE; stdout and stderr stay in $tmp/out and $tmp/err.
exits() {
  tap_name=$1 tap_want=$2; shift 2
  tap_got=0
  "$@" >"$tmp/out" 2>"$tmp/err" || tap_got=$?
  tap_n=$((tap_n + 1))
  if [ "$tap_got" = "$tap_want" ]; then echo "ok $tap_n - $tap_name"
  else
    echo "not ok $tap_n - $tap_name"
    { echo "exit $tap_got, wanted $tap_want"; head -n 20 "$tmp/out" "$tmp/err"; } | sed 's/^/# /'
  fi
}

# says NAME PATTERN: passes when the last exits' stdout or stderr matches the extended regular expression.
says() {
  tap_n=$((tap_n + 1))
  if cat "$tmp/out" "$tmp/err" | grep -Eq -- "$2"; then echo "ok $tap_n - $1"
  else
    echo "not ok $tap_n - $1"
    { echo "no match for: $2"; head -n 20 "$tmp/out" "$tmp/err"; } | sed 's/^/# /'
  fi
}

# have LIBRARY: was minip built with that optional library (CLIQUER, NAUTY, LBFGS)? Without it a test asks for the refusal instead.
have() { grep -q "^#define HAVE_$1 1" "$MINIP_BUILDDIR/config.h"; }

done_testing() { echo "1..$tap_n"; }
