// Edges at several lags put together: what two variables have to do with each other at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// Words of pairs, each once and in order, of edges given in any order and from either end: edge k is in
// state states[k], seen from firsts[k]. What causes at some time is a cause, and what is confounded at
// some time is so; an end of a pair without a cause has a circle where its edges disagree. Nodes are
// below n_nodes, and no edge leads from a node to itself.
std::vector<Word> joined(std::span<const std::int64_t> firsts, std::span<const std::int64_t> seconds,
                         std::span<const std::uint8_t> states, std::size_t n_nodes);

// Where two ascending lists, each of which has a number once, hold the numbers that are in both.
struct Shared {
  std::vector<std::int64_t> in_some;
  std::vector<std::int64_t> in_others;
};
Shared in_both(std::span<const std::int64_t> some, std::span<const std::int64_t> others);

}  // namespace edgemark
