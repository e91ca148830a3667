// Consistent extensions: nodes that can be sinks are removed one after the other (Dor and Tarsi 1992).
#pragma once

#include <optional>
#include <vector>

#include <functional>
#include <queue>
#include <tuple>

#include "adjacency.hpp"

namespace edgemark {

// A node can be a sink among the remaining nodes if no arrow that must stay leaves it, and all pairs of its
// remaining neighbours may meet at it: they are adjacent, the graph has arrows from both into the node, or `let_meet`
// allowed it. Such a node can still be a sink after other nodes are removed, so the order of removal does not matter.
class SinkOrder {
 public:
  explicit SinkOrder(const Adjacency& graph);

  // Removes nodes that can be sinks as long as there are any; one with outgoing arrows only if all that can be
  // sinks have some. Arrows must stay if `stays` is true at both of their half-edges. Returns whether all nodes
  // were removed.
  bool run(const std::vector<bool>& stays);

  // Like `run` if no arrow must stay, but removes all nodes. Whenever no remaining node can be a sink, one of them
  // is removed nevertheless. Those neighbours of it that remain may meet at it from then on, also in later runs.
  // It is the node with the fewest pairs of neighbours that may not meet, and among several of these, one with the
  // fewest outgoing arrows.
  void let_meet();

  // Whether the neighbours at two half-edges of a node may meet at it whatever the arrows of the graph: they are
  // adjacent, or `let_meet` allowed it.
  bool fit(std::size_t e, std::size_t f) const;

  // Whether the neighbours at two half-edges of a node may meet at it: both edges are arrows into it, or they fit.
  bool may_meet(std::size_t e, std::size_t f) const {
    return (graph_.states[e] == kBackward && graph_.states[f] == kBackward) || fit(e, f);
  }

  // Positions in the order of removal, after a run that removed all nodes.
  const std::vector<std::size_t>& positions() const { return position_; }

 private:
  static constexpr std::size_t kLeft = static_cast<std::size_t>(-1);  // position of a node that remains

  // To take a node is to remove it. Reluctant nodes can be sinks, but have outgoing arrows.
  void start(const std::vector<bool>& stays);
  void take_sinks(const std::vector<bool>& stays);
  void take(Node v, const std::vector<bool>& stays);
  bool take_reluctant(const std::vector<bool>& stays);
  bool neighbours_fit(Node v);
  Node least_harm();
  void count_misfits();
  std::size_t misfits_with(std::size_t e) const;
  // Whether the neighbour at a half-edge remains.
  bool left(std::size_t e) const { return position_[graph_.neighbour[e]] == kLeft; }

  bool adjacent(Node v, Node w) const;

  template <class Entry>
  using Least = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

  const Adjacency& graph_;
  std::vector<bool> beside_;           // rows of the adjacency matrix, if that is small
  std::vector<bool> met_;              // half-edges whose neighbours let_meet allowed to meet at the owner
  std::vector<std::size_t> position_;
  std::size_t taken_ = 0;              // number of removed nodes
  std::vector<std::size_t> leaving_;   // number of arrows from each node to nodes that remain
  std::vector<std::size_t> staying_;   // number of those that must stay
  struct Pair {
    std::size_t e, f;
  };
  std::vector<Pair> misfit_;           // half-edges of each node to check next; no pair before them prevents a sink
  std::vector<Node> candidates_;

  // Reluctant nodes: the number of outgoing arrows, the entry of `since_`, and the node. Outdated entries stay, and
  // are skipped when they come first.
  Least<std::tuple<std::size_t, std::size_t, Node>> reluctant_;
  std::vector<std::size_t> since_;     // each node's rank in the order of becoming reluctant, from 1; 0 if it is not
  std::size_t n_reluctant_ = 0;

  // The nodes from which let_meet chooses: the number of pairs of neighbours that may not meet, the number of
  // outgoing arrows, and the node. Outdated entries stay, as above.
  Least<std::tuple<std::size_t, std::size_t, Node>> harm_;
  std::vector<std::size_t> misfits_;   // number of these pairs at each remaining node; empty until they are counted
};

// The position of each node, children before parents, in a DAG that has all arrows of the graph, and the same
// skeleton and unshielded colliders; nothing if there is no such DAG.
std::optional<std::vector<std::size_t>> sinks_first(const Adjacency& pdag);

}  // namespace edgemark
