// Mistakes of adjustment in many small estimates with the same truth. A lane is a treatment in one of the
// estimates; for optimal sets, it is a treatment with one outcome.
#pragma once

#include <optional>
#include <vector>

#include "adjustment.hpp"

namespace edgemark {

constexpr std::size_t kBatchNodes = 64;

// Returns the mistakes of each estimate; nothing if a graph has a directed cycle, an edge other than --> or <--, or
// more than 64 nodes. Under kParents, cycles of estimates are not noticed, so there must be none.
std::optional<std::vector<Mistakes>> batch_mistakes(Words truth, const Stack& estimates, std::size_t n_nodes,
                                                    Strategy strategy, std::size_t n_threads);

}  // namespace edgemark
