// Effects identified by canonical adjustment sets: the generalised adjustment criterion (Perković
// et al. 2018).
//
// Graphs are DAGs, CPDAGs (whose undirected edges are given as o-o), and MAGs and PAGs without selection.
// Separations are read from a member of the class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

struct CausalGraph {
  Words graph;
  Words member;
  bool all_visible;  // no common cause is hidden: a DAG or a CPDAG
};

// The claim of the estimate about an effect, and whether it holds in the truth.
enum class Claim : std::uint8_t {
  kZeroRight,             // claims no effect, and there is none
  kSetRight,              // claims a set, which is valid in the truth
  kBothOpen,              // adjustment identifies the effect in neither graph
  kZeroWrong,             // claims no effect, but there may be one
  kSetWrong,              // claims a set that is not valid, although another set is, or there is no effect
  kSetNotIdentified,      // claims a set, although adjustment identifies no effect in the truth
  kOpenThoughIdentified,  // claims nothing, although adjustment identifies the effect in the truth
};

// A row for each treatment, with a claim for each outcome.
std::vector<Claim> canonical_claims(const CausalGraph& truth, const CausalGraph& estimate, std::size_t n_nodes,
                                    std::size_t n_threads);

// For each row of flags, which selects a set: whether the set is valid for the effect of t on y.
std::vector<std::uint8_t> are_valid_adjustments(const CausalGraph& graph, std::size_t n_nodes, Node t, Node y,
                                                std::span<const std::uint8_t> sets);

// The nodes of the canonical set of t and y, valid or not.
std::vector<Node> canonical_set(const CausalGraph& graph, std::size_t n_nodes, Node t, Node y);

}  // namespace edgemark
