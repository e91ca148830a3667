// Chordal graphs: orders of their nodes, their maximal cliques, and the edges that are directed if a
// certain clique comes first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// An undirected graph as lists of neighbours. Those of node v are neighbour[begin(v)] to neighbour[end(v) - 1].
struct Lists {
  std::vector<std::size_t> offsets{0};
  std::vector<Node> neighbour;

  std::size_t n_nodes() const { return offsets.size() - 1; }
  std::size_t begin(Node v) const { return offsets[v]; }
  std::size_t end(Node v) const { return offsets[v + 1]; }
  std::span<const Node> neighbours(Node v) const { return {neighbour.data() + begin(v), neighbour.data() + end(v)}; }
};

// The undirected edges of a graph.
Lists undirected_part(Words graph, std::size_t n_nodes);

// Returns the connected components. The nodes of each component ascend.
std::vector<std::vector<Node>> components(const Lists& graph);

// Makes subgraphs on some of the nodes of a graph, one after the other.
class Subgraphs {
 public:
  explicit Subgraphs(const Lists& whole) : whole_(whole), position_(whole.n_nodes(), kOutside) {}

  // Returns the subgraph on these nodes. Its node k is nodes[k].
  Lists on(const std::vector<Node>& nodes);

 private:
  static constexpr Node kOutside = static_cast<Node>(-1);
  const Lists& whole_;
  std::vector<Node> position_;  // of each node in the subgraph, or kOutside
};

// Nodes in an order of maximum cardinality search: each next node has the most neighbours before it
// (Tarjan and Yannakakis 1984). Directed along this order, a chordal graph has no unshielded
// collider.
std::vector<Node> cardinality_order(const Lists& graph);

// A maximal clique of a connected chordal graph. The cliques form a tree whose root is the clique that is
// listed first. Two neighbouring cliques of the tree share a set of nodes, their separator. Consider the
// separators on the path from the root to this clique that are subsets of it. They are nested: each consists of
// the first nodes of `nodes`, and `nested` has their sizes.
struct Clique {
  std::vector<Node> nodes;
  std::vector<Node> nested;
};

std::vector<Clique> maximal_cliques(const Lists& chordal);

// A connected chordal graph represents a class of DAGs: its acyclic orientations without unshielded colliders.
// Consider the DAGs of the class in which the nodes of a clique come first. The other nodes fall into sets. These
// DAGs agree on every edge, except on edges within the clique and on edges within one set. `nodes` lists the sets
// in causal order. Set k ends before nodes[ends[k]], where the next set begins.
struct Following {
  std::vector<Node> nodes;
  std::vector<std::size_t> ends;
};

Following following(const Lists& chordal, const std::vector<Node>& clique);

}  // namespace edgemark
