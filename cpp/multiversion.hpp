// Code compiled once per instruction set and chosen when the library loads.
//
// The choice needs IFUNC, so glibc and GCC; elsewhere, and under the sanitisers, the plain build serves.
// Baseline x86-64 has no popcount instruction: every loop that counts bits belongs inside a clone, and
// helpers of a clone must be inlined into it or they are compiled for the baseline.
#pragma once

#include <cstdlib>  // a libc header, so that __GLIBC__ is known

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define MULTIVERSION __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define MULTIVERSION
#endif

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif
