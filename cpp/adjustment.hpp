// Adjustment identification distances (Henckel, Würtzen and Weichwald 2024) of graphs of --> and ---.
//
// For every treatment t and outcome y, the estimate claims an effect with an adjustment set, or no
// effect. A claim that is wrong in the truth is a mistake, for one of three reasons. The structural
// intervention distance (SID) of two DAGs counts the mistakes of kParents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel.hpp"
#include "stack.hpp"

namespace edgemark {

enum class Strategy : std::uint8_t {
  kParents,    // adjust for the parents of t, claim an effect on all other nodes
  kAncestors,  // adjust for the ancestors of t, claim effects on its possible descendants
  kOset,       // adjust for the optimal set, the parents of the nodes on the way to y
};

enum class Verdict : std::uint8_t {
  kRight,
  kZero,         // no effect is claimed, but there may be one
  kAmenability,  // adjustment identifies the effect in one graph only
  kAdjustment,   // the adjustment set is not valid
};

struct Mistakes {
  std::uint64_t zero = 0;
  std::uint64_t amenability = 0;
  std::uint64_t adjustment = 0;
};

constexpr std::size_t kFewNodes = 64;  // with fewer nodes, no threads are used, and the work cannot be interrupted

Mistakes adjustment_mistakes(Words truth, Words estimate, std::size_t n_nodes, Strategy strategy,
                             std::size_t n_threads);

// Mistakes of each estimate. There is one truth for all, or one for each.
std::vector<Mistakes> adjustment_mistakes(const Stack& truths, const Stack& estimates,
                                          std::size_t n_nodes, Strategy strategy, std::size_t n_threads);

// One row for each treatment with a verdict for each outcome.
std::vector<Verdict> adjustment_verdicts(Words truth, Words estimate, std::size_t n_nodes,
                                         Strategy strategy, std::span<const Node> treatments,
                                         std::size_t n_threads);

// Mistakes if treatment k is adjusted for the given set, sets[starts[k]] ..
std::vector<std::uint64_t> parent_set_mistakes(Words dag, std::size_t n_nodes,
                                               std::span<const Node> treatments,
                                               std::span<const std::uint64_t> starts,
                                               std::span<const Node> sets, std::size_t n_threads);

}  // namespace edgemark
