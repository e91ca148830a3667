// Unshielded colliders: triples i *-> k <-* j with i and j not adjacent.
#pragma once

#include <array>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

struct Overlap {
  std::uint64_t both = 0;
  std::uint64_t in_truth = 0;
  std::uint64_t in_estimate = 0;
};

std::vector<std::array<Node, 3>> unshielded_colliders(Words graph, std::size_t n_nodes);  // i < j
Overlap collider_overlap(Words truth, Words estimate, std::size_t n_nodes);

}  // namespace edgemark
