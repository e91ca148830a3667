// Consistent extensions. A consistent extension of a graph is a DAG that has all of its arrows, and the same skeleton
// and unshielded colliders. It is found by removing nodes that can be sinks, one after the other (Dor and Tarsi 1992).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "adjacency.hpp"

namespace edgemark {

// A node can be a sink among the remaining nodes if two conditions hold. First, no arrow that must keep its direction
// leads from it to a remaining node. Second, any two of its remaining neighbours may meet at it: they are adjacent, the
// graph has arrows from both into the node, or `let_meet` allowed it. A node that can be a sink still can be one after
// other nodes are removed. So the order of removal does not decide whether all nodes can be removed.
class SinkOrder {
 public:
  explicit SinkOrder(const Adjacency& graph);

  // Removes nodes that can be sinks, one after the other, until there are none. A sink reverses its arrows to remaining
  // nodes. So a node with such arrows is removed only if no node without such arrows can be a sink; the one with the
  // fewest comes first. An arrow must keep its direction if `stays` is true at its half-edges; `stays` must be the same
  // at both. Returns whether all nodes were removed.
  bool run(const std::vector<bool>& stays);

  // Like `run` if no arrow must keep its direction, but removes all nodes. Whenever no remaining node can be a sink, it
  // chooses one, lets all remaining neighbours of that node meet at it, in later runs too, and removes it. It chooses
  // the node with the fewest pairs of remaining neighbours that may not meet, and among several of these, one with the
  // fewest arrows to remaining nodes.
  void let_meet();

  // Whether the neighbours at two half-edges of a node may meet at it, whatever the marks of the two edges are: they
  // are the same or adjacent, or `let_meet` allowed it.
  bool fit(std::size_t e, std::size_t f) const;

  // Whether the neighbours at two half-edges of a node may meet at it: both edges are arrows into it, or they fit.
  bool may_meet(std::size_t e, std::size_t f) const {
    return (graph_.states[e] == kBackward && graph_.states[f] == kBackward) || fit(e, f);
  }

  // Positions in the order of removal, after a run that removed all nodes.
  const std::vector<std::size_t>& positions() const { return position_; }

 private:
  static constexpr std::size_t kRemains = static_cast<std::size_t>(-1);  // position of a node that remains
  struct Pair {
    std::size_t e, f;  // two half-edges of one node
  };
  template <class Entry>
  using Least = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

  void start(const std::vector<bool>& stays);
  void remove_sinks(const std::vector<bool>& stays);
  bool remove_reluctant(const std::vector<bool>& stays);  // returns whether there was a reluctant node
  void remove(Node v, const std::vector<bool>& stays);
  bool neighbours_may_meet(Node v);
  void count_misfits();
  std::size_t misfits_with(std::size_t e) const;
  Node with_fewest_misfits();
  // Whether the neighbour at a half-edge remains.
  bool remains(std::size_t e) const { return position_[graph_.neighbour[e]] == kRemains; }
  bool adjacent(Node v, Node w) const;

  const Adjacency& graph_;
  std::vector<bool> rows_;             // rows of the adjacency matrix, if it is small
  std::vector<bool> met_;              // half-edges whose neighbours let_meet allowed to meet at the owner

  // ---- the nodes that remain
  std::vector<std::size_t> position_;
  std::size_t n_removed_ = 0;
  std::vector<std::size_t> leaving_;   // number of arrows from each node to nodes that remain
  std::vector<std::size_t> staying_;   // number of those that must keep their direction
  std::vector<Node> candidates_;       // nodes to check, which may have become able to be sinks
  std::vector<Pair> next_pair_;        // the pair of each node to check next; all pairs before it may meet

  // ---- reluctant nodes, which can be sinks but have arrows to nodes that remain
  // Entries are the number of these arrows, the node's entry in `since_`, and the node. Outdated entries stay, and are
  // skipped when they come first.
  Least<std::tuple<std::size_t, std::size_t, Node>> reluctant_;
  std::vector<std::size_t> since_;     // each node's rank in the order of becoming reluctant, from 1; 0 if it is not
  std::size_t n_reluctant_ = 0;        // the last rank

  // ---- the nodes from which let_meet chooses
  // A misfit is a pair of remaining neighbours that may not meet. Entries are the number of misfits, the number of
  // arrows to remaining nodes, and the node. Outdated entries stay, as above.
  Least<std::tuple<std::size_t, std::size_t, Node>> by_misfits_;
  std::vector<std::size_t> misfits_;   // number of misfits at each remaining node; empty outside of let_meet
};

// The position of each node in an order of a consistent extension, children before parents; nothing if
// the graph has no consistent extension.
std::optional<std::vector<std::size_t>> sinks_first(const Adjacency& pdag);

}  // namespace edgemark
