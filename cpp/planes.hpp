// Dense graphs as packed bits: the pairs (0,1), (0,2), ... (1,2), ... in blocks of 512, each block four
// planes of 8 words, one plane a bit of the state. 16 words in front count the states.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

using Planes = std::vector<std::uint64_t>;

Planes pack_planes(Words graph, std::uint64_t n_nodes);
PairTable pair_table_of_planes(std::span<const std::uint64_t> truth,
                               std::span<const std::uint64_t> estimate, std::uint64_t n_nodes);

}  // namespace edgemark
