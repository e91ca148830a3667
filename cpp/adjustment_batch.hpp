// Mistakes of many small DAGs against one: the lanes of a block are the treatments of many estimates.
#pragma once

#include <optional>
#include <vector>

#include "adjustment.hpp"

namespace edgemark {

constexpr std::size_t kBatchNodes = 64;

// The mistakes of each estimate; nothing if a graph is not a DAG, or has more than 64 nodes.
std::optional<std::vector<Mistakes>> batch_mistakes(Words truth, const Stack& estimates, std::size_t n_nodes,
                                                    Strategy strategy, std::size_t n_threads);

}  // namespace edgemark
