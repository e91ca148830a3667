// Each node has a cost that depends only on its parents, such as its row of the SID. The costs of all nodes are added.
// These are the smallest and the largest sum over all DAGs of a Markov equivalence class. It is not checked whether the
// graph is the CPDAG of a class; but for some chain components that are not chordal, std::invalid_argument is thrown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

using Cost = std::uint64_t;

// For each node of a CPDAG, the sets of undirected neighbours that are its parents in some DAG of the
// class: the cliques among these neighbours (Maathuis, Kalisch and Bühlmann 2009). Its directed parents are
// parents in addition to every set. A node with too many sets has none here; every other node has at least
// the empty set, which is its first, and its sets are in lexicographic order.
struct ParentSets {
  std::vector<std::size_t> first{0};  // the sets of node v have the numbers first[v] .. first[v + 1] - 1
  std::vector<std::size_t> start{0};  // set s is nodes[start[s]] .. nodes[start[s + 1] - 1], ascending
  std::vector<Node> nodes;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t size() const { return start.size() - 1; }
  bool complete(Node v) const { return first[v] < first[v + 1]; }  // whether node v has its sets here
  std::span<const Node> of(std::size_t set) const {
    return std::span(nodes).subspan(start[set], start[set + 1] - start[set]);
  }
  // The number of the set of node v that has exactly these nodes, which are ascending; kNone if there is none.
  std::size_t find(Node v, std::span<const Node> parents) const;
};

// A node with more than `limit` sets gets none.
ParentSets parent_sets(Words cpdag, std::size_t n_nodes, std::size_t limit);

// The same, but chooses the limit: the first of most, most / 4, most / 16, ... with which all nodes together have at
// most `most` sets. Nodes with more sets than the limit also take work: `limit` sets of each are listed in vain, and
// these must be at most `most` together. If no limit above `few` is small enough, the limit is `few`, whatever the
// number of sets.
ParentSets parent_sets_within(Words cpdag, std::size_t n_nodes, std::size_t most, std::size_t few);

// The same sets together with the directed parents: set s is nodes[starts[s]] .. nodes[starts[s + 1] - 1].
struct Adjustments {
  std::vector<Node> treatments;  // the node that each set belongs to
  std::vector<std::uint64_t> starts{0};
  std::vector<Node> nodes;
};
Adjustments with_directed_parents(Words cpdag, std::size_t n_nodes, const ParentSets& sets);

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
