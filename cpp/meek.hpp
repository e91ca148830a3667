// Meek's orientation rules 1 to 4, and the DAGs that a graph closed under them represents.
#pragma once

#include <optional>
#include <vector>

#include "adjacency.hpp"
#include "stack.hpp"

namespace edgemark {

// Closes a graph of directed and undirected edges under Meek's rules. It examines each registered arrow once, together
// with the arrows that exist then. That suffices, because a rule that did not apply before needs a new arrow to apply.
class Meek {
 public:
  explicit Meek(Adjacency& graph);

  // Registers an arrow of the graph, given as the half-edge of its tail (adjacency.hpp).
  void look_at(std::size_t half_edge) { fresh_.push_back(half_edge); }

  // Directs an undirected edge away from the owner of this half-edge, and registers the arrow.
  void direct(std::size_t half_edge);

  void close();  // applies the rules to all registered arrows until no rule applies

  // The number of edges directed so far. `undo(n)` makes all but the first n of them undirected again.
  std::size_t n_directed() const { return directed_.size(); }
  void undo(std::size_t n);

 private:
  bool undirected(std::size_t e) const {
    return e != Adjacency::kNone && graph_.states[e] == kUndirected;
  }
  bool has_undirected(Node v) const { return n_undirected_[v] > 0; }
  // Each applies one rule wherever a --> b is one of its arrows.
  void rule_1(Node a, Node b);
  void rule_2(Node a, Node b);
  void rule_3(Node a, Node b);
  void rule_4(Node a, Node b);
  void rule_4_on_path(Node d, Node c, Node b);

  Adjacency& graph_;
  std::vector<std::size_t> n_undirected_;  // undirected edges of each node
  std::vector<std::size_t> fresh_;         // registered arrows that are not examined yet
  std::vector<std::size_t> directed_;      // edges that were directed, in order
  std::vector<Node> other_parents_;        // for `rule_3`
};

// The graph closed under the rules.
std::vector<Word> meek_closure(Words pdag, std::size_t n_nodes);

// Adds arrows to a graph that is closed under the rules, one after the other, and closes it again after each. Arrow k
// is ends[2 k] --> ends[2 k + 1]. If its nodes are not adjacent, or the graph has the reversed arrow by then, the words
// are empty, and `contradicted` is the first such k.
struct Informed {
  std::vector<Word> words;
  std::optional<std::size_t> contradicted;
};
Informed with_arrows(Words mpdag, std::size_t n_nodes, std::span<const Node> ends);

// The DAGs that a graph closed under the rules represents, each once. Every undirected edge of such
// a graph can be directed either way (Meek 1995), so no decision leads to a dead end.
class Members {
 public:
  Members(Words mpdag, std::size_t n_nodes);
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // Returns the next members, at most `most` of them; none if all were returned.
  OwnedStack next(std::size_t most);

 private:
  struct Decision {
    std::size_t edge;        // position in edges_
    std::size_t n_directed;  // Meek::n_directed() before it
    bool reversed;           // whether the edge has its second direction
  };

  void decide_rest(std::size_t edge);  // directs all edges that are undirected, from this position on
  bool reverse_last();  // reverses the last decision that is not reversed, and decides the rest; false if there is none

  Adjacency graph_;
  Meek meek_;
  std::vector<std::size_t> edges_;  // the undirected edges, each as the half-edge that its smaller node owns
  std::vector<Decision> decisions_;
  bool started_ = false;
  bool done_ = false;
};

}  // namespace edgemark
