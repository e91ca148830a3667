// Chordal graphs: orders of their nodes, their maximal cliques, and the edges that are directed if a
// certain clique comes first.
#pragma once

#include <cstdint>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// An undirected graph as lists of neighbours.
struct Lists {
  std::vector<std::size_t> offsets{0};
  std::vector<Node> neighbour;

  std::size_t n_nodes() const { return offsets.size() - 1; }
  std::size_t begin(Node v) const { return offsets[v]; }
  std::size_t end(Node v) const { return offsets[v + 1]; }
};

// The undirected edges of a graph.
Lists undirected_part(Words graph, std::size_t n_nodes);

// Connected components, their nodes ascending.
std::vector<std::vector<Node>> components(const Lists& graph);

// Subgraphs on some of the nodes of a graph, one after the other.
class Subgraphs {
 public:
  explicit Subgraphs(const Lists& whole) : whole_(whole), place_(whole.n_nodes(), kOutside) {}

  // Node k of the subgraph is nodes[k].
  Lists on(const std::vector<Node>& nodes);

 private:
  static constexpr Node kOutside = static_cast<Node>(-1);
  const Lists& whole_;
  std::vector<Node> place_;
};

// Nodes in an order of maximum cardinality search: each next node has the most neighbours before it
// (Tarjan and Yannakakis 1984). Directed along this order, a chordal graph has no unshielded
// collider.
std::vector<Node> cardinality_order(const Lists& graph);

// A maximal clique of a connected chordal graph. The cliques form a tree whose root is the clique that is
// listed first. Neighbouring cliques on the path from the root share sets of nodes, its separators. The
// separators within this clique are nested: each consists of the first nodes of `nodes`, as many as
// `nested` states.
struct Clique {
  std::vector<Node> nodes;
  std::vector<Node> nested;
};

std::vector<Clique> maximal_cliques(const Lists& chordal);

// The edges that are directed in every member that starts with a clique: all edges except those within the
// clique and within the sets of nodes that follow it. The sets are in causal order; set k ends at ends[k].
struct Following {
  std::vector<Node> nodes;
  std::vector<std::size_t> ends;
};

Following following(const Lists& chordal, const std::vector<Node>& clique);

}  // namespace edgemark
