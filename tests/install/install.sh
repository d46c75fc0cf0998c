# Installs into a scratch root: headers that stand alone, programs built against the library with pkg-config, and an uninstall that leaves nothing.
. "$MINIP_SRCDIR/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL
make=${MAKE:-make} root=$tmp/root
variable() { sed -n "s/^$1 = *//p" "$MINIP_BUILDDIR/Makefile"; }
prefix=$(variable prefix)
# The place of everything, as the .pc file names it, moved into the scratch root.
pc() { PKG_CONFIG_PATH=$(dirname "$pc_file") pkg-config --define-variable=prefix="$root$prefix" "$@" minip; }

ok "make install" "$make" -C "$MINIP_BUILDDIR" install DESTDIR="$root"
pc_file=$(find "$root" -name minip.pc)
is "the version pkg-config knows" "$(pc --modversion)" "$(variable PACKAGE_VERSION)"
libdir=$(pc --variable=libdir) includedir=$(pc --variable=includedir) cflags=$(pc --cflags)

headers=$(cd "$includedir" && find . -name '*.h' | sed 's,^\./,,' | sort)
is "every public header is installed" "$headers" "$(cd "$MINIP_SRCDIR/include" && find . -name '*.h' | sed 's,^\./,,' | sort)"
for header in $headers; do
  echo "#include <$header>" >"$tmp/alone.c"
  # shellcheck disable=SC2086 # compilers and flags are lists of words
  ok "$header alone in C" $CC $cflags -Wall -Wextra -Werror -fsyntax-only "$tmp/alone.c"
  # shellcheck disable=SC2086
  ok "$header alone in C++" $CC $cflags -x c++ -Wall -Wextra -Werror -fsyntax-only "$tmp/alone.c"
done
for header in $headers; do echo "#include <$header>"; done | sed '/<minip.h>/d' | sort >"$tmp/all"
sed -n '/^#include/p' "$includedir/minip.h" | sort >"$tmp/included"
is "minip.h includes every header" "$(grep -vxFf "$tmp/included" "$tmp/all" | grep -v minip/flint.h)" ""

build() { # build NAME FLAGS: tests/install/program.c
  # shellcheck disable=SC2086
  $CC $cflags -Wall -Wextra -Werror $MINIP_LDFLAGS "$MINIP_SRCDIR/tests/install/program.c" -o "$tmp/$1" $2
}
wanted="$(variable PACKAGE_VERSION) 81"
if [ -e "$libdir/libminip.so" ]; then
  ok "linking with the shared library" build shared "$(pc --libs)"
  is "the program with the shared library" "$(LD_LIBRARY_PATH=$libdir "$tmp/shared" 2>&1)" "$wanted"
fi
if [ -e "$libdir/libminip.a" ]; then
  ok "linking with the static library" build static "$(pc --static --libs | sed 's/-lminip/-l:libminip.a/')"
  is "the program with the static library" "$("$tmp/static" 2>&1)" "$wanted"
fi
ok "a library is installed" test -e "$tmp/shared" -o -e "$tmp/static"
ok "the installed program finds its checker" env LD_LIBRARY_PATH="$libdir" "$root$prefix/bin/minip" check --help

ok "make uninstall" "$make" -C "$MINIP_BUILDDIR" uninstall DESTDIR="$root"
is "nothing is left" "$(find "$root" ! -type d)" ""
done_testing
