// Dense graphs as packed bits: for every state that occurs, one bit for each pair (0,1), (0,2), ...
// (1,2), ...; in blocks of 512 pairs, the states of a block side by side. 16 words in front say how
// many adjacent pairs are in each state.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

using Planes = std::vector<std::uint64_t>;

Planes pack_planes(Words graph, std::uint64_t n_nodes);
PairTable pair_table_of_planes(std::span<const std::uint64_t> truth,
                               std::span<const std::uint64_t> estimate, std::uint64_t n_nodes);

}  // namespace edgemark
