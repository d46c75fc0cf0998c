dnl MINIP_CHECK_CFLAG(FLAG): add FLAG to MINIP_CFLAGS when the compiler takes it (for -Wno-x: when it knows -Wx; gcc takes any -Wno-x, and then mentions it).
AC_DEFUN([MINIP_CHECK_CFLAG],
[AS_VAR_PUSHDEF([cache], [minip_cv_cflag_$1])
AC_CACHE_CHECK([whether $CC accepts $1], [cache],
  [minip_save_CFLAGS=$CFLAGS
   CFLAGS="-Werror m4_bpatsubst([$1], [^-Wno-], [-W])"
   AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
   CFLAGS=$minip_save_CFLAGS])
AS_VAR_IF([cache], [yes], [MINIP_CFLAGS="$MINIP_CFLAGS $1"])
AS_VAR_POPDEF([cache])])

dnl MINIP_CHECK_FLINT: FLINT >= 3 has ball arithmetic inside (flint/arb.h);
dnl with FLINT 2.9 it is the separate library Arb (arb.h; -lflint-arb on Debian, -larb elsewhere).
AC_DEFUN([MINIP_CHECK_FLINT],
[minip_save_LIBS=$LIBS
FLINT_FOUND=no
FLINT_LIBS=
AC_CHECK_HEADER([flint/fmpq.h], [], [AC_MSG_ERROR([flint/fmpq.h not found: install libflint-dev])])
AC_CHECK_HEADER([flint/arb.h],
  [LIBS="-lflint -lmpfr -lgmp $LIBS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <flint/arb.h>]], [[arb_t x; arb_init(x); arb_clear(x);]])],
     [FLINT_LIBS="-lflint"
      FLINT_FOUND="FLINT >= 3"])],
  [AC_CHECK_HEADER([arb.h],
    [for minip_arb in flint-arb arb; do
       LIBS="-l$minip_arb -lflint -lmpfr -lgmp $minip_save_LIBS"
       AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <arb.h>]], [[arb_t x; arb_init(x); arb_clear(x);]])],
         [FLINT_LIBS="-l$minip_arb -lflint"
          FLINT_FOUND="FLINT 2 with Arb (-l$minip_arb)"
          break])
     done])])
LIBS=$minip_save_LIBS
AS_IF([test -z "$FLINT_LIBS"],
  [AC_MSG_ERROR([no ball arithmetic: install FLINT >= 3, or FLINT 2.9 with Arb (libflint-dev and libflint-arb-dev)])])
AC_SUBST([FLINT_LIBS])])

dnl MINIP_SWITCH(NAME, FEATURE, PACKAGE): settle HAVE_NAME, say what is off without it.
AC_DEFUN([MINIP_SWITCH],
[AM_CONDITIONAL([HAVE_$1], [test "x$HAVE_$1" = xyes])
AC_SUBST([$1_LIBS])
AC_SUBST([$1_CFLAGS])
AS_IF([test "x$HAVE_$1" = xyes],
  [AC_DEFINE([HAVE_$1], [1], [Have the library behind: $2])],
  [AC_MSG_WARN([switched off: $2 (install $3)])])])

dnl MINIP_WITHOUT(NAME, FEATURE): --without-name makes HAVE_NAME=no.
AC_DEFUN([MINIP_WITHOUT],
[AC_ARG_WITH(m4_tolower([$1]), [AS_HELP_STRING([--without-]m4_tolower([$1]), [switch off: $2])])
HAVE_$1=
AS_IF([test "x$with_[]m4_tolower([$1])" = xno], [HAVE_$1=no])])

dnl MINIP_OPTIONAL_PKG(NAME, MODULE, FEATURE, PACKAGE): an optional library with a pkg-config file.
AC_DEFUN([MINIP_OPTIONAL_PKG],
[MINIP_WITHOUT([$1], [$3])
AS_IF([test "x$HAVE_$1" != xno], [PKG_CHECK_MODULES([$1], [$2], [HAVE_$1=yes], [HAVE_$1=no])])
MINIP_SWITCH([$1], [$3], [$4])])

dnl MINIP_OPTIONAL_LIB(NAME, HEADER, LIBRARY, FUNCTION, FEATURE, PACKAGE): one without.
AC_DEFUN([MINIP_OPTIONAL_LIB],
[MINIP_WITHOUT([$1], [$5])
AS_IF([test "x$HAVE_$1" != xno],
  [HAVE_$1=no
   AC_CHECK_HEADER([$2],
     [AC_CHECK_LIB([$3], [$4], [HAVE_$1=yes
        $1_LIBS="-l$3"])])])
MINIP_SWITCH([$1], [$5], [$6])])
