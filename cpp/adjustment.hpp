// Adjustment identification distances (Henckel, Würtzen and Weichwald 2024) of graphs with the edges --> and
// ---.
//
// For every treatment t and outcome y, the estimate claims that t has no effect on y, or an effect and the set
// to adjust for, or an effect that adjustment cannot identify. A claim that is wrong according to the truth is
// a mistake of one of three kinds, see `Verdict`. The structural intervention distance (SID) of two DAGs is the number of
// mistakes under kParents.
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
  kAmenability,  // an effect is claimed that is amenable to adjustment in only one of the two graphs
  kAdjustment,   // the adjustment set is not valid
};

struct Mistakes {
  std::uint64_t zero = 0;
  std::uint64_t amenability = 0;
  std::uint64_t adjustment = 0;
};

// Up to this number of nodes, work on one or two graphs takes so little time that callers need not release
// Python's lock (GIL) for it. Work that keeps the lock cannot be interrupted.
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

// For each treatment, the number of mistakes if `dag` is the truth, and the estimate claims that the nodes of
// the given set are the parents of the treatment. As under kParents, that set is adjusted for. The set of
// treatment k is sets[starts[k]] .. sets[starts[k + 1] - 1].
std::vector<std::uint64_t> parent_set_mistakes(Words dag, std::size_t n_nodes,
                                               std::span<const Node> treatments,
                                               std::span<const std::uint64_t> starts,
                                               std::span<const Node> sets, std::size_t n_threads);

}  // namespace edgemark
