// Each node has a cost that depends only on its parents, such as its row of the SID. The costs of all nodes are added.
// These functions find the smallest and the largest sum over the DAGs of a Markov equivalence class, or bounds of them.
// They do not check whether the graph is a CPDAG, but throw std::invalid_argument for some chain components that are
// not chordal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"
#include "parent_sets.hpp"

namespace edgemark {

using Cost = std::uint64_t;

struct SetCosts {
  const ParentSets& sets;
  std::span<const Cost> costs;  // the cost of each set for its node
  Cost most;                    // the largest cost that a node without sets can have
};

struct CostBounds {
  Cost lower = 0;
  Cost upper = 0;
  bool exact = true;  // whether both are sums of DAGs of the class; otherwise, all sums are between them
};

struct ComponentBounds {
  std::vector<Node> nodes;  // the nodes of a chain component
  Cost lower;
  Cost upper;
  bool exact;
};

// The bounds of the sum over the nodes of each chain component. The effort is roughly the number of steps that a
// component may take, k * 2^k for a clique of k nodes; a step examines an edge, or the last node of an order. The
// bounds are not exact if a component takes more: parts of it, or all of it, then get the sums of the least and of the
// greatest costs of their nodes. A component that has a node without sets gets these sums, too.
std::vector<ComponentBounds> component_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs,
                                              std::uint64_t effort);

// The bounds of the sum over all nodes: the sums of the bounds of all components.
CostBounds cost_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs, std::uint64_t effort);

}  // namespace edgemark
