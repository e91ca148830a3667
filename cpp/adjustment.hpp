// Adjustment identification distances (Henckel, Würtzen and Weichwald 2024) of graphs of --> and ---.
//
// For every treatment t and outcome y, the estimate claims an effect with an adjustment set, or no
// effect. A claim that is wrong in the truth is a mistake of one of three kinds, see `Verdict`. The
// structural intervention distance (SID) of two DAGs is the number of mistakes under kParents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel.hpp"
#include "stack.hpp"

namespace edgemark {

enum class Strategy : std::uint8_t {
  kParents,    // adjust for the parents of t, claim an effect on every node that is not a parent
  kAncestors,  // adjust for the ancestors of t, claim effects on its possible descendants
  kOset,       // adjust for the optimal set for t and y, claim effects on the possible descendants of t
};

enum class Verdict : std::uint8_t {
  kRight,
  kZero,         // no effect is claimed, but there may be one
  kAmenability,  // the effect is amenable to adjustment in one of the two graphs only
  kAdjustment,   // the adjustment set is not valid
};

struct Mistakes {
  std::uint64_t zero = 0;
  std::uint64_t amenability = 0;
  std::uint64_t adjustment = 0;
};

// Up to this number of nodes, work on two graphs takes so little time that callers do not release Python's
// lock (GIL), and it cannot be interrupted.
constexpr std::size_t kFewNodes = 64;

// Mistakes over all treatments and outcomes.
Mistakes adjustment_mistakes(Words truth, Words estimate, std::size_t n_nodes, Strategy strategy,
                             std::size_t n_threads);

// The same for each estimate. There is one truth for all, or one for each.
std::vector<Mistakes> adjustment_mistakes(const Stack& truths, const Stack& estimates,
                                          std::size_t n_nodes, Strategy strategy, std::size_t n_threads);

// One row for each treatment with a verdict for each outcome.
std::vector<Verdict> adjustment_verdicts(Words truth, Words estimate, std::size_t n_nodes,
                                         Strategy strategy, std::span<const Node> treatments,
                                         std::size_t n_threads);

// For each treatment, the number of mistakes in this DAG if the adjustment set is the given one instead of
// its parents. The set of treatment k is sets[starts[k]] .. sets[starts[k + 1] - 1].
std::vector<std::uint64_t> parent_set_mistakes(Words dag, std::size_t n_nodes,
                                               std::span<const Node> treatments,
                                               std::span<const std::uint64_t> starts,
                                               std::span<const Node> sets, std::size_t n_threads);

}  // namespace edgemark
