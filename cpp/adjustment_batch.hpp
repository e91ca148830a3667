// The mistakes of many small DAGs in comparison with one. A block has a lane for each treatment, or effect, of
// many estimates.
#pragma once

#include <optional>
#include <vector>

#include "adjustment.hpp"

namespace edgemark {

constexpr std::size_t kBatchNodes = 64;

// The mistakes of each estimate. Graphs must not have directed cycles; under kParents, cycles of estimates are
// not noticed. Returns nothing if a cycle is noticed, or if a graph has an edge other than --> or more than 64
// nodes.
std::optional<std::vector<Mistakes>> batch_mistakes(Words truth, const Stack& estimates, std::size_t n_nodes,
                                                    Strategy strategy, std::size_t n_threads);

}  // namespace edgemark
