// Summary edges: the edges of two variables at all lags combined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// Returns the words of pairs, each once and in order. Edges are given in any order and from either end:
// edge k is in state states[k], seen from firsts[k]. A variable that is a cause at some lag is a cause. If
// both are causes, only --> and <-- are kept. If one is, an edge <-> at some lag is kept too. If neither is,
// an end on which the edges disagree becomes a circle. Nodes are below n_nodes, and no edge leads from a node
// to itself.
std::vector<Word> joined(std::span<const std::int64_t> firsts, std::span<const std::int64_t> seconds,
                         std::span<const std::uint8_t> states, std::size_t n_nodes);

// Positions of the common numbers in two ascending lists of distinct numbers.
struct Shared {
  std::vector<std::int64_t> in_some;
  std::vector<std::int64_t> in_others;
};
Shared in_both(std::span<const std::int64_t> some, std::span<const std::int64_t> others);

}  // namespace edgemark
