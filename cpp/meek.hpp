// Meek's orientation rules 1 to 4, and the members of a class that they lead to.
#pragma once

#include <optional>
#include <vector>

#include "adjacency.hpp"
#include "stack.hpp"

namespace edgemark {

// Closes a graph of directed and undirected edges under Meek's rules. A rule can apply only if one of its
// arrows is new, so each arrow is examined once, when it is made.
class Meek {
 public:
  explicit Meek(Adjacency& graph);

  // Registers an arrow of the graph, so that the rules are applied to it.
  void look_at(std::size_t half_edge) { fresh_.push_back(half_edge); }

  // Directs an undirected edge away from the node of this half-edge.
  void direct(std::size_t half_edge);

  void close();  // applies the rules to all registered arrows until no rule applies

  // The number of edges directed so far; `undo(n)` makes all but the first n undirected again.
  std::size_t n_directed() const { return directed_.size(); }
  void undo(std::size_t n);

 private:
  bool undirected(std::size_t e) const {
    return e != Adjacency::kNone && graph_.states[e] == kUndirected;
  }
  // Whether the node has an undirected edge. Otherwise most rules have nothing to direct.
  bool has_line(Node v) const { return n_lines_[v] > 0; }
  void rule_1(Node a, Node b);
  void rule_2(Node a, Node b);
  void rule_3(Node a, Node b);
  void rule_4(Node a, Node b);
  void rule_4_on_path(Node d, Node c, Node b);

  Adjacency& graph_;
  std::vector<std::size_t> n_lines_;  // undirected edges of each node
  std::vector<std::size_t> fresh_;
  std::vector<std::size_t> directed_;
  std::vector<Node> others_;
};

// The graph closed under the rules.
std::vector<Word> meek_closure(Words pdag, std::size_t n_nodes);

// A graph closed under the rules, to which arrows are added one after the other, with a new closure after
// each: arrow k is ends[2 k] --> ends[2 k + 1]. If an arrow contradicts the graph and the arrows before it,
// the words are empty, and `contradicted` is the first such k.
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

  // Returns the next members, at most `most` of them.
  OwnedStack next(std::size_t most);

 private:
  struct Decision {
    std::size_t edge;        // position in edges_
    std::size_t n_directed;  // the number of directed edges before it
    bool reversed;
  };

  void decide_rest(std::size_t edge);
  bool reverse_last();

  Adjacency graph_;
  Meek meek_;
  std::vector<std::size_t> edges_;  // the undirected edges, each as the half-edge of its smaller node
  std::vector<Decision> decisions_;
  bool started_ = false;
  bool done_ = false;
};

}  // namespace edgemark
