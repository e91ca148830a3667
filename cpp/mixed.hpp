// Edges of a mixed graph as lists of half-edges with a mark at each end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

enum MarkCode : std::uint8_t { kNoMark = 0, kCircleMark = 1, kArrowMark = 2, kTailMark = 3 };

struct HalfEdge {
  Node other;
  std::uint8_t here;   // the mark at the node that lists the half-edge
  std::uint8_t there;  // the mark at the other node
};

// The half-edges of each node. A pair with two edges has two half-edges at each of its nodes.
struct MixedGraph {
  std::vector<std::size_t> offsets;  // the half-edges of node v are edges[offsets[v]] .. edges[offsets[v + 1] - 1]
  std::vector<HalfEdge> edges;

  MixedGraph(Words graph, std::size_t n_nodes);

  std::size_t n_nodes() const { return offsets.size() - 1; }
  const HalfEdge* begin(Node v) const { return edges.data() + offsets[v]; }
  const HalfEdge* end(Node v) const { return edges.data() + offsets[v + 1]; }
};

struct HalfEdges {
  const MixedGraph& graph;
  Node node;
  const HalfEdge* begin() const { return graph.begin(node); }
  const HalfEdge* end() const { return graph.end(node); }
};

inline HalfEdges edges_of(const MixedGraph& graph, Node v) { return {graph, v}; }

inline bool leads_out(const HalfEdge& e) { return e.here == kTailMark && e.there == kArrowMark; }
inline bool leads_in(const HalfEdge& e) { return e.here == kArrowMark && e.there == kTailMark; }

// A flag for each node: whether a directed path leads from it to one of the targets. A target has a path of length 0.
std::vector<std::uint8_t> ancestors_of(const MixedGraph& graph, const std::vector<Node>& targets);

// Bit w of row v is 1 if a directed path leads from v to w. Each node has a path of length 0 to itself.
class Descendants {
 public:
  explicit Descendants(const MixedGraph& graph);
  bool has(Node v, Node w) const { return (bits_[v * width_ + w / 64] >> (w % 64)) & 1U; }

 private:
  std::size_t width_;
  std::vector<std::uint64_t> bits_;
};

// A flag for each node: whether an m-connecting walk of at least one edge leads to it from a node of `from`. `given`
// also has a flag for each node: whether it is conditioned on. A walk may end at such a node.
std::vector<std::uint8_t> m_connected(const MixedGraph& graph, const std::vector<Node>& from,
                                      const std::vector<std::uint8_t>& given);

}  // namespace edgemark
