// Adjustment mistakes of many small estimates with the same truth. A lane (walks.hpp) stands for a treatment in one of
// the estimates; for optimal sets, it stands for a treatment and an outcome.
#pragma once

#include <optional>
#include <vector>

#include "adjustment.hpp"

namespace edgemark {

constexpr std::size_t kBatchNodes = 64;

// Returns the mistakes of each estimate; nullopt if a graph has a directed cycle, an edge other than --> or <--, or
// more than 64 nodes. Under kParents, the estimates must be acyclic, which is not checked.
std::optional<std::vector<Mistakes>> batch_mistakes(Words truth, const Stack& estimates, std::size_t n_nodes,
                                                    Strategy strategy, std::size_t n_threads);

}  // namespace edgemark
