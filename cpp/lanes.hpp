// Vectors of bits that are processed together. Each bit is a lane, which stands for one case: a treatment, a
// treatment and an outcome, or a pair of nodes with a set.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "multiversion.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace edgemark {

// Narrow vectors have 128 lanes, wide ones 512. Compilers without vector types get arrays with the same operations.
#if defined(__GNUC__) && !defined(PLAIN_LANES)
using Narrow = std::uint64_t __attribute__((vector_size(16)));
using Wide = std::uint64_t __attribute__((vector_size(64)));
#else
template <std::size_t kCount>
struct alignas(8 * kCount) PlainLanes {
  std::uint64_t words[kCount];
  std::uint64_t& operator[](std::size_t k) { return words[k]; }
  std::uint64_t operator[](std::size_t k) const { return words[k]; }
};
using Narrow = PlainLanes<2>;
using Wide = PlainLanes<8>;
template <std::size_t kCount, class Operation>
ALWAYS_INLINE PlainLanes<kCount> each_word(const PlainLanes<kCount>& a, const PlainLanes<kCount>& b,
                                           Operation operation) {
  PlainLanes<kCount> result;
  for (std::size_t k = 0; k < kCount; ++k) result.words[k] = operation(a.words[k], b.words[k]);
  return result;
}
template <std::size_t kCount>
ALWAYS_INLINE PlainLanes<kCount> operator|(const PlainLanes<kCount>& a, const PlainLanes<kCount>& b) {
  return each_word(a, b, [](auto x, auto y) { return x | y; });
}
template <std::size_t kCount>
ALWAYS_INLINE PlainLanes<kCount> operator&(const PlainLanes<kCount>& a, const PlainLanes<kCount>& b) {
  return each_word(a, b, [](auto x, auto y) { return x & y; });
}
template <std::size_t kCount>
ALWAYS_INLINE PlainLanes<kCount> operator^(const PlainLanes<kCount>& a, const PlainLanes<kCount>& b) {
  return each_word(a, b, [](auto x, auto y) { return x ^ y; });
}
template <std::size_t kCount>
ALWAYS_INLINE PlainLanes<kCount> operator~(const PlainLanes<kCount>& a) {
  return each_word(a, a, [](auto x, auto) { return ~x; });
}
template <std::size_t kCount>
ALWAYS_INLINE PlainLanes<kCount>& operator|=(PlainLanes<kCount>& a, const PlainLanes<kCount>& b) {
  return a = a | b;
}
template <std::size_t kCount>
ALWAYS_INLINE PlainLanes<kCount>& operator&=(PlainLanes<kCount>& a, const PlainLanes<kCount>& b) {
  return a = a & b;
}
#endif

// The numbers of 64-bit words and of lanes in a vector.
template <class Lanes>
constexpr std::size_t kWords = sizeof(Lanes) / sizeof(std::uint64_t);
template <class Lanes>
constexpr std::size_t kLanes = 64 * kWords<Lanes>;

template <class Lanes>
ALWAYS_INLINE std::uint64_t word(const Lanes& lanes, std::size_t k) {
  return lanes[k];
}

// Sets one lane.
template <class Lanes>
ALWAYS_INLINE void put(Lanes& lanes, std::size_t lane) {
  lanes[lane / 64] |= std::uint64_t{1} << lane % 64;
}

// Sets a lane if `is_set`, without a branch on it.
template <class Lanes>
ALWAYS_INLINE void put(Lanes& lanes, std::size_t lane, bool is_set) {
  lanes[lane / 64] |= std::uint64_t{is_set} << lane % 64;
}

// Sets lanes first .. last - 1.
template <class Lanes>
ALWAYS_INLINE void put(Lanes& lanes, std::size_t first, std::size_t last) {
  for (std::size_t k = first / 64; 64 * k < last; ++k) {
    const std::size_t from = first > 64 * k ? first - 64 * k : 0;
    const std::size_t n = std::min<std::size_t>(last - 64 * k, 64) - from;
    lanes[k] |= ~std::uint64_t{0} >> (64 - n) << from;
  }
}

template <class Lanes>
ALWAYS_INLINE bool has(const Lanes& lanes, std::size_t lane) {
  return word(lanes, lane / 64) >> lane % 64 & 1U;
}

// Whether a lane is set.
ALWAYS_INLINE bool any(const Narrow& lanes) { return (lanes[0] | lanes[1]) != 0; }
ALWAYS_INLINE bool any(const Wide& lanes) {
#if defined(__GNUC__) && !defined(PLAIN_LANES)
  const auto half = __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3) |
                    __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7);
  const auto quarter =
      __builtin_shufflevector(half, half, 0, 1) | __builtin_shufflevector(half, half, 2, 3);
  return (quarter[0] | quarter[1]) != 0;
#else
  std::uint64_t some = 0;
  for (std::size_t k = 0; k < 8; ++k) some |= lanes[k];
  return some != 0;
#endif
}

// How many lanes are set.
template <class Lanes>
ALWAYS_INLINE std::uint64_t n_set(const Lanes& lanes) {
  std::uint64_t n = 0;
  for (std::size_t k = 0; k < kWords<Lanes>; ++k)
    n += static_cast<std::uint64_t>(std::popcount(word(lanes, k)));
  return n;
}

// Allocates memory that is aligned to 64 bytes. GCC aligns vectors to 16 bytes if it compiles for the baseline, but the clones for newer
// instruction sets need 64.
template <class Lanes>
struct OnCacheLines {
  using value_type = Lanes;
  static constexpr std::align_val_t kAlignment{64};

  OnCacheLines() = default;
  template <class Other>
  OnCacheLines(const OnCacheLines<Other>&) {}
  bool operator==(const OnCacheLines&) const = default;

  // The kernels read large arrays in no regular order. With small pages of memory, most reads need a look-up of
  // the page; with huge pages, few do.
  static constexpr std::align_val_t kHugePage{std::size_t{1} << 21};
  static bool is_large(std::size_t n) { return n * sizeof(Lanes) >= static_cast<std::size_t>(kHugePage); }

  Lanes* allocate(std::size_t n) {
    if (!is_large(n)) return static_cast<Lanes*>(::operator new(n * sizeof(Lanes), kAlignment));
    void* room = ::operator new(n * sizeof(Lanes), kHugePage);
#ifdef MADV_HUGEPAGE
    madvise(room, n * sizeof(Lanes), MADV_HUGEPAGE);  // If it fails, the pages are small.
#endif
    return static_cast<Lanes*>(room);
  }
  void deallocate(Lanes* lanes, std::size_t n) {
    ::operator delete(lanes, is_large(n) ? kHugePage : kAlignment);
  }
};

// The lanes of each node.
template <class Lanes>
using Plane = std::vector<Lanes, OnCacheLines<Lanes>>;

// Calls `visit` with every lane that is set.
template <class Lanes, class Visit>
ALWAYS_INLINE void each_lane(const Lanes& lanes, Visit visit) {
  for (std::size_t k = 0; k < kWords<Lanes>; ++k)
    for (std::uint64_t rest = word(lanes, k); rest != 0; rest &= rest - 1)
      visit(64 * k + static_cast<std::size_t>(std::countr_zero(rest)));
}

}  // namespace edgemark
