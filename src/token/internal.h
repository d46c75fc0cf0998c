/* Shared by this room and src/target. */
#ifndef MINIP_TOKEN_INTERNAL_H
#define MINIP_TOKEN_INTERNAL_H

/* Copies of a function for several instruction sets, where the compiler can make them. Sanitizers run before relocations allow that.
   For static functions only: libtool does not see such symbols when it exports by name. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define MINIP__CLONES __attribute__((target_clones("default", "popcnt", "arch=haswell", "arch=icelake-server"), optimize("O3")))
#else
#define MINIP__CLONES
#endif

#endif
