// Summary edges: the edges of two variables at all lags, joined into one state of the pair (pairs.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// Joins the edges of each pair at all lags, and returns the words of the pairs in order. Edge k joins firsts[k]
// and seconds[k], and is in state states[k], seen from firsts[k]. Edges are given in any order and from either
// end. Nodes are below n_nodes, and no edge joins a node with itself.
//
// If each node is a cause of the other at some lag, the pair gets --> and <--. If only one is a cause, the pair
// gets its arrow, and <-> too if there is one at some lag. If neither is, the pair gets one edge with the marks on
// which all its edges agree; where they disagree, the mark is a circle.
std::vector<Word> joined(std::span<const std::int64_t> firsts, std::span<const std::int64_t> seconds,
                         std::span<const std::uint8_t> states, std::size_t n_nodes);

// Positions of the common numbers in two ascending lists of distinct numbers.
struct Shared {
  std::vector<std::int64_t> in_some;    // in the first list
  std::vector<std::int64_t> in_others;  // in the second list
};
Shared in_both(std::span<const std::int64_t> some, std::span<const std::int64_t> others);

}  // namespace edgemark
