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
// remaining neighbours may meet at it: they are adjacent, or the graph has arrows from both into the node. Such a
// node can still be a sink after other nodes are removed, so the order of removal does not matter.
class SinkOrder {
 public:
  explicit SinkOrder(const Adjacency& graph);

  // Removes sinks as long as there are any, those with outgoing arrows last. Arrows must stay if `stays`
  // is true at their half-edges. Returns whether all nodes were removed.
  bool run(const std::vector<bool>& stays);

  // Like `run` if no arrow must stay. Whenever no sink is left, all colliders of remaining neighbours are
  // allowed at one node from then on, and the node is removed. This is the node with the fewest pairs of
  // neighbours that may not meet, and among several of these, one with the fewest outgoing arrows.
  void let_meet();

  // Whether the owner of two half-edges can be a sink while both of these neighbours remain: they are
  // adjacent, or were allowed to meet there.
  bool fit(std::size_t e, std::size_t f) const;

  // Whether both half-edges of a node may be arrows into it.
  bool may_meet(std::size_t e, std::size_t f) const {
    return (graph_.states[e] == kBackward && graph_.states[f] == kBackward) || fit(e, f);
  }

  // Positions in the order of removal, after a run that removed all nodes.
  const std::vector<std::size_t>& positions() const { return position_; }

 private:
  static constexpr std::size_t kLeft = static_cast<std::size_t>(-1);

  void start(const std::vector<bool>& stays);
  void take_sinks(const std::vector<bool>& stays);
  void take(Node v, const std::vector<bool>& stays);
  bool take_reluctant(const std::vector<bool>& stays);
  bool neighbours_fit(Node v);
  Node least_harm();
  void count_misfits();
  std::size_t misfits_with(std::size_t e) const;
  bool left(std::size_t e) const { return position_[graph_.neighbour[e]] == kLeft; }

  bool adjacent(Node v, Node w) const;

  template <class Entry>
  using Least = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

  const Adjacency& graph_;
  std::vector<bool> beside_;           // rows of the adjacency matrix, if that is small
  std::vector<bool> met_;              // half-edges whose ends may meet at the owner, see let_meet
  std::vector<std::size_t> position_;
  std::size_t taken_ = 0;
  std::vector<std::size_t> leaving_;   // arrows from each node to one that is left
  std::vector<std::size_t> staying_;   // arrows of these that must stay
  struct Pair {
    std::size_t e, f;
  };
  std::vector<Pair> misfit_;           // at each node, the pair of half-edges to check next; all before it fit
  std::vector<Node> candidates_;

  // Nodes that can be sinks, but have outgoing arrows: how many arrows, since when, and the node. Outdated
  // entries stay.
  Least<std::tuple<std::size_t, std::size_t, Node>> reluctant_;
  std::vector<std::size_t> since_;     // when a node became reluctant; 0 if it is not
  std::size_t n_reluctant_ = 0;

  // While colliders are allowed: pairs of neighbours that may not meet, outgoing arrows, and the node.
  // Outdated entries stay.
  Least<std::tuple<std::size_t, std::size_t, Node>> harm_;
  std::vector<std::size_t> misfits_;   // of each node that is left; empty until no sink is left
};

// The position of each node, sinks first, in a DAG with the same skeleton, arrows and unshielded colliders;
// nothing if there is no such DAG.
std::optional<std::vector<std::size_t>> sinks_first(const Adjacency& pdag);

}  // namespace edgemark
