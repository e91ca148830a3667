// Unshielded colliders: triples i *-> k <-* j with i and j not adjacent.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// Numbers of things, such as colliders, that are in both graphs, in the truth, and in the estimate.
struct Overlap {
  std::uint64_t both = 0;
  std::uint64_t in_truth = 0;
  std::uint64_t in_estimate = 0;
};

// Each as i, k, j with i < j.
std::vector<std::array<Node, 3>> unshielded_colliders(Words graph, std::size_t n_nodes);
Overlap collider_overlap(Words truth, Words estimate, std::size_t n_nodes);

}  // namespace edgemark
