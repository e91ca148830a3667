// Neighbour lists of a graph, sorted by neighbour. Each adjacent pair has two half-edges, one in the list of each
// of its nodes. The node whose list has a half-edge is the owner of the half-edge. The state of a pair, seen from one
// of its nodes, is the state with this node as the first.
#pragma once

#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

struct Adjacency {
  std::vector<std::size_t> offsets;  // half-edges of node v are offsets[v] .. offsets[v + 1] - 1
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

  // Sets the state of a pair, seen from the owner of the half-edge.
  void set(std::size_t half_edge, State s) {
    states[half_edge] = s;
    states[twin[half_edge]] = flip(s);
  }
  std::vector<Word> words() const;  // the words of the graph (pairs.hpp)
};

// Some of the neighbours of every node, sorted.
class NodeLists {
 public:
  // Lists a neighbour of v if `is_listed` is true of the state of the pair, seen from v.
  template <class IsListed>
  NodeLists(const Adjacency& graph, IsListed is_listed) : offsets_(graph.n_nodes() + 1) {
    nodes_.resize(graph.neighbour.size());
    std::size_t n_listed = 0;
    for (Node v = 0; v < graph.n_nodes(); ++v) {
      for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) {
        nodes_[n_listed] = graph.neighbour[e];  // if it is not listed, the next neighbour overwrites it
        n_listed += is_listed(graph.states[e]);
      }
      offsets_[v + 1] = n_listed;
    }
    nodes_.resize(n_listed);
  }
  // Lists for each node the neighbours that both `one` and `other` list for it.
  NodeLists(const NodeLists& one, const NodeLists& other);

  std::span<const Node> operator[](Node v) const {
    return {nodes_.data() + offsets_[v], nodes_.data() + offsets_[v + 1]};
  }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<Node> nodes_;
};

// The set of the neighbours of one node. Call `of` to choose the node, before the first call of `has`; it takes as many
// steps as the node has neighbours.
class Neighbourhood {
 public:
  explicit Neighbourhood(const Adjacency& graph) : graph_(graph), last_choice_(graph.n_nodes(), 0) {}
  void of(Node v) {
    ++choice_;
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) last_choice_[graph_.neighbour[e]] = choice_;
  }
  // Whether v is a neighbour of the chosen node.
  bool has(Node v) const { return last_choice_[v] == choice_; }

 private:
  const Adjacency& graph_;
  std::vector<std::size_t> last_choice_;  // the last choice that made each node a neighbour
  std::size_t choice_ = 0;                // choices so far
};

// The nodes of a directed cycle in order; empty if there is none.
std::vector<Node> directed_cycle(const Adjacency& graph);

// Whether there is no directed cycle.
bool is_acyclic(Words graph, std::size_t n_nodes);

// The nodes with parents before children. If there is a directed cycle, some parents come later.
std::vector<Node> parents_first(const Adjacency& graph);

}  // namespace edgemark
