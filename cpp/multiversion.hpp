// Functions compiled once per instruction set. Each compiled version is a clone; one of them is chosen when the
// library loads.
//
// The choice needs IFUNC, which means x86-64, glibc and GCC. Elsewhere, and with the address sanitiser, the code is
// compiled once. Baseline x86-64 has no popcount instruction, so every loop that counts bits belongs in a
// function with clones. The functions that it calls must be inlined, or they are compiled for the baseline.
#pragma once

#include <cstdlib>  // a libc header, so that __GLIBC__ is known

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define MULTIVERSION __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))

// Vector popcounts are not part of x86-64-v4, and GCC 12 makes no clone for them. They are in a function of
// their own, which is used if `cpu_has_vpopcnt()`.
#define HAS_VPOPCNT_CLONE
#define VPOPCNT_CLONE \
  __attribute__((target("arch=x86-64-v4,avx512vpopcntdq,prefer-vector-width=512")))

// A function that names AVX2 instructions is a function of its own too, used if `cpu_has_avx2()`, because a clone for
// the baseline must not name them.
#define HAS_AVX2_CLONE
#define AVX2_CLONE __attribute__((target("avx2")))
inline bool cpu_has_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2");
}

inline bool cpu_has_vpopcnt() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
}
#else
#define MULTIVERSION
#endif

#if defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)  // the sanitiser makes inlined code too large
#define INLINED __attribute__((always_inline))  // for lambdas
#define ALWAYS_INLINE inline INLINED
#else
#define INLINED
#define ALWAYS_INLINE inline
#endif
