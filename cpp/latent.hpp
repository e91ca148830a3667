// Marginal graphs of a DAG with hidden nodes and selected nodes.
#pragma once

#include <span>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

enum Role : std::uint8_t { kObserved = 0, kHidden = 1, kSelected = 2 };
using Roles = std::span<const std::uint8_t>;

// The maximal ancestral graph of the observed nodes, numbered anew in their order.
std::vector<Word> mag_of(Words dag, Roles roles);

// The acyclic directed mixed graph of the observed nodes (Verma's latent projection); none is selected.
std::vector<Word> admg_of(Words dag, Roles roles);

// A pair of nodes that are not adjacent although an inducing path joins them; {0, 0} if there is none.
std::pair<Node, Node> induced_pair(Words graph, std::size_t n_nodes);

}  // namespace edgemark
