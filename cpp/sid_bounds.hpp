// The smallest and the largest structural intervention distance over the DAGs of a class.
#pragma once

#include <cstddef>
#include <vector>

#include "adjustment.hpp"
#include "bounds.hpp"
#include "pairs.hpp"
#include "stack.hpp"

namespace edgemark {

// Bounds for each CPDAG. There is one true DAG for all, or one for each. They are not exact where a class
// has too many sets of parents, or where the search for the DAG at an end takes too long.
std::vector<CostBounds> sid_bounds(const Stack& truths, const Stack& cpdags, std::size_t n_nodes,
                                   std::size_t n_threads);

}  // namespace edgemark
