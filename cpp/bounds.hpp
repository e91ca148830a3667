// Each node has a cost that depends only on its parents, such as the number of its effects that the SID counts as
// wrong. The cost of a DAG is the sum of the costs of its nodes. These functions find the smallest and the largest cost
// of the DAGs in a Markov equivalence class, or bounds that may be wider. They do not check whether the graph is a
// CPDAG, but throw std::invalid_argument for some chain components that are not chordal.
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
  std::span<const Cost> costs;  // for each parent set, the cost of its node with these parents
  Cost most;                    // the largest cost of a node whose sets are not stored; the smallest is 0
};

struct CostBounds {
  Cost lower = 0;
  Cost upper = 0;
  bool exact = true;  // whether DAGs of the class have these costs; otherwise, all costs are between them
};

struct ComponentBounds {
  std::vector<Node> nodes;  // the nodes of a chain component
  Cost lower;
  Cost upper;
  bool exact;
};

// The bounds for each chain component alone. `effort` is roughly the number of steps that a component may take. A
// clique of k nodes takes k * 2^k steps, one for each node of each subset as the last one. If a component needs more
// steps, its bounds are not exact: in parts of it, or in all of it, the least costs of the nodes are added, and so are
// the greatest. This is also done for a component with a node whose sets are not stored.
std::vector<ComponentBounds> component_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs,
                                              std::uint64_t effort);

// The bounds for the whole graph: the sums of the bounds of all components.
CostBounds cost_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs, std::uint64_t effort);

}  // namespace edgemark
