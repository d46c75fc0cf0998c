#!/bin/sh
# Makes ./configure from a git checkout. Needs autoconf, automake, libtool and pkg-config.
set -eu
cd "$(dirname "$0")"
mkdir -p build-aux m4
exec autoreconf --install --warnings=all,no-unsupported "$@"
