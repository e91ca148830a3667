// Marginal graphs of a DAG with hidden nodes and selected nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

enum Role : std::uint8_t { kObserved = 0, kHidden = 1, kSelected = 2 };
using Roles = std::span<const std::uint8_t>;  // the role of each node
inline constexpr std::size_t kNoLimit = std::size_t{1} << 62;

// The maximal ancestral graph of the observed nodes, which are numbered anew in their order. If the result
// has more than `most` words, it is incomplete.
std::vector<Word> mag_of(Words dag, Roles roles, std::size_t most = kNoLimit);

// The acyclic directed mixed graph of the observed nodes (Verma's latent projection); no node may be
// selected. As above, a result of more than `most` words is incomplete.
std::vector<Word> admg_of(Words dag, Roles roles, std::size_t most = kNoLimit);

// A pair of nodes that are not adjacent although an inducing path joins them; {0, 0} if there is none. All nodes of the
// graph are observed.
std::pair<Node, Node> induced_pair(Words graph, std::size_t n_nodes);

}  // namespace edgemark
