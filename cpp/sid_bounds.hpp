// The smallest and the largest structural intervention distance over the DAGs of a class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "adjustment.hpp"
#include "bounds.hpp"
#include "pairs.hpp"
#include "stack.hpp"

namespace edgemark {

// The distance of every DAG of the class is at least `lower` and at most `upper`. Two DAGs of the class were found, at
// the distances `nearest` and `farthest`; if the bounds are exact, these are the bounds.
struct SidBounds {
  Cost lower = 0;
  Cost upper = 0;
  Cost nearest = 0;
  Cost farthest = 0;
};

// Bounds for each CPDAG. There is one true DAG for all, or one for each. `effort` limits the work for each chain
// component, see bounds.hpp. If a class has more than effort / 16 parent sets, the nodes with the most
// sets are left out of the search, and the bounds are wider.
std::vector<SidBounds> sid_bounds(const Stack& truths, const Stack& cpdags, std::size_t n_nodes,
                                  std::uint64_t effort, std::size_t n_threads);

}  // namespace edgemark
