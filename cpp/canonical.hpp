// Effects identified by canonical adjustment sets: the generalised adjustment criterion (Perković et al. 2018).
//
// Graphs are DAGs, CPDAGs (whose undirected edges are given as o-o), and MAGs and PAGs without selection. Each comes
// with a member of its class, a DAG or a MAG, from which separations are read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

struct CausalGraph {
  Words graph;
  Words member;
  bool all_visible;  // whether all directed edges are visible, as in a DAG or a CPDAG, where no common cause is hidden
};

// The claim of the estimate about an effect, and whether it holds in the truth. A graph leaves an effect
// open if the effect may differ from zero and adjustment does not identify it.
enum class Claim : std::uint8_t {
  kZeroRight,             // claims that the effect is zero, and it is
  kSetRight,              // claims an adjustment set, which is valid in the truth
  kBothOpen,              // both graphs leave the effect open
  kZeroWrong,             // claims that the effect is zero, but it may differ from zero in the truth
  kSetWrong,              // claims a set that is not valid, and the truth does not leave the effect open
  kSetNotIdentified,      // claims a set, but the truth leaves the effect open
  kOpenThoughIdentified,  // leaves the effect open, but the truth does not
};

// A row for each treatment, with a claim for each outcome. The diagonal is kZeroRight.
std::vector<Claim> canonical_claims(const CausalGraph& truth, const CausalGraph& estimate, std::size_t n_nodes,
                                    std::size_t n_threads);

// `sets` has a row for each set, with a flag for each node. Returns for each set whether it is valid for
// the effect of t on y.
std::vector<std::uint8_t> are_valid_adjustments(const CausalGraph& graph, std::size_t n_nodes, Node t, Node y,
                                                std::span<const std::uint8_t> sets);

// The canonical set of t and y, valid or not: their possible ancestors without t, y and the nodes that are forbidden in
// adjustment sets.
std::vector<Node> canonical_set(const CausalGraph& graph, std::size_t n_nodes, Node t, Node y);

}  // namespace edgemark
