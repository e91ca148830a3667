// Dense graphs as packed bits. Every state that occurs (pairs.hpp) has one bit for each pair of nodes, in the order
// (0,1), (0,2), ..., (1,2), .... The bits are stored in blocks of 512 pairs; a block has 8 words for each of these
// states, in ascending order. In front of all blocks are 16 words: the number of adjacent pairs in each state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

using Planes = std::vector<std::uint64_t>;

Planes pack_planes(Words graph, std::uint64_t n_nodes);
PairTable pair_table_of_planes(std::span<const std::uint64_t> truth,
                               std::span<const std::uint64_t> estimate, std::uint64_t n_nodes);

}  // namespace edgemark
