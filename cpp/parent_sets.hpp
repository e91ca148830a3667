// The sets of undirected neighbours that are the parents of a node in some DAG of a Markov equivalence class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// For each node of a CPDAG, the sets of undirected neighbours that are its parents in some DAG of the class: the
// cliques among these neighbours (Maathuis, Kalisch and Bühlmann 2009). Its directed parents are parents in addition
// to every set. A node with more sets than a limit has none stored. Every other node has at least the empty set,
// which is its first; its sets are in lexicographic order.
struct ParentSets {
  std::vector<std::size_t> first{0};  // the sets of node v have the numbers first[v] .. first[v + 1] - 1
  std::vector<std::size_t> start{0};  // set s is nodes[start[s]] .. nodes[start[s + 1] - 1], ascending
  std::vector<Node> nodes;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t size() const { return start.size() - 1; }
  bool complete(Node v) const { return first[v] < first[v + 1]; }  // whether the sets of v are stored
  std::span<const Node> of(std::size_t set) const {
    return std::span(nodes).subspan(start[set], start[set + 1] - start[set]);
  }
  // The number of the set of node v that has exactly these nodes, which are ascending; kNone if there is none.
  std::size_t find(Node v, std::span<const Node> parents) const;
};

// The sets of all nodes. A node with more than `limit` sets gets none.
ParentSets parent_sets(Words cpdag, std::size_t n_nodes, std::size_t limit);

// The same, but chooses the limit: the first of most, most / 4, most / 16, ... above `few` that meets two conditions.
// At most `most` sets are stored. At most `most` sets are listed in vain: for each node with more sets than the limit,
// `limit` sets are listed and then dropped. If no limit above `few` meets both conditions, the limit is `few`, and the
// number of sets is not limited.
ParentSets parent_sets_within(Words cpdag, std::size_t n_nodes, std::size_t most, std::size_t few);

// The same sets together with the directed parents: set s is nodes[starts[s]] .. nodes[starts[s + 1] - 1].
struct Adjustments {
  std::vector<Node> treatments;  // the node that each set belongs to
  std::vector<std::uint64_t> starts{0};
  std::vector<Node> nodes;
};
Adjustments with_directed_parents(Words cpdag, std::size_t n_nodes, const ParentSets& sets);

}  // namespace edgemark
