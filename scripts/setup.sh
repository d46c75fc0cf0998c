#!/bin/sh
# Installs what minip is built and tested with, from Debian's packages. Safe to run again: does nothing when all is there.
set -eu
packages="gcc make autoconf automake libtool pkg-config git
  libgmp-dev libmpfr-dev libjansson-dev libzip-dev nettle-dev
  libflint-dev libflint-arb-dev
  libcliquer-dev libnauty2-dev libqsopt-ex-dev liblbfgs-dev
  g++ libcmocka-dev help2man python3 python3-numpy locales"

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  cat <<EOF
This script knows Debian's packages only. Elsewhere, install a C compiler, make, autoconf, automake, libtool, pkg-config and the
development files of GMP, MPFR, FLINT (>= 3, or 2.9 with Arb), jansson, libzip, nettle, cliquer, nauty, QSopt_ex, libLBFGS and cmocka,
and numpy for the tests; then run ./autogen.sh, ./configure and make. configure says what it misses.
EOF
  exit 1
fi

missing=
for p in $packages; do
  # libflint-arb-dev is a package of its own only with FLINT 2: later releases have balls inside libflint-dev.
  if ! dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed'; then missing="$missing $p"; fi
done
if [ -z "$missing" ]; then
  echo "setup: all packages are installed"
  exit 0
fi

as_root=
if [ "$(id -u)" != 0 ]; then as_root=sudo; fi
echo "setup: installing$missing"
$as_root apt-get update -q
if ! apt-cache show libflint-arb-dev >/dev/null 2>&1; then missing=$(echo "$missing" | sed 's/ libflint-arb-dev//'); fi
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -q --no-install-recommends $missing
