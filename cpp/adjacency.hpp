// Neighbour lists of a graph, sorted by neighbour.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

struct Adjacency {
  std::vector<std::size_t> offsets;  // half-edges of node v are offsets[v] .. offsets[v + 1]
  std::vector<Node> neighbour;
  std::vector<State> states;         // seen from the owner of the half-edge
  std::vector<std::size_t> twin;     // the half-edge of the same pair at the neighbour

  Adjacency(Words graph, std::size_t n_nodes);

  std::size_t n_nodes() const { return offsets.size() - 1; }
  std::size_t begin(Node v) const { return offsets[v]; }
  std::size_t end(Node v) const { return offsets[v + 1]; }
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t find(Node v, Node w) const;  // the half-edge from v to w, or kNone
  bool adjacent(Node v, Node w) const { return find(v, w) != kNone; }

  void set(std::size_t half_edge, State s) {
    states[half_edge] = s;
    states[twin[half_edge]] = flip(s);
  }
  std::vector<Word> words() const;
};

// The set of neighbours of one node at a time. To choose a node takes as many steps as it has neighbours.
class Neighbourhood {
 public:
  explicit Neighbourhood(const Adjacency& graph) : graph_(graph), round_(graph.n_nodes(), 0) {}
  void of(Node v) {
    ++now_;
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) round_[graph_.neighbour[e]] = now_;
  }
  bool has(Node v) const { return round_[v] == now_; }

 private:
  const Adjacency& graph_;
  std::vector<std::size_t> round_;
  std::size_t now_ = 0;
};

// The nodes of a directed cycle in order; empty if there is none.
std::vector<Node> directed_cycle(const Adjacency& graph);

// Whether there is no directed cycle.
bool is_acyclic(Words graph, std::size_t n_nodes);

// The nodes with parents before children; approximately so if there is a directed cycle.
std::vector<Node> parents_first(const Adjacency& graph);

}  // namespace edgemark
