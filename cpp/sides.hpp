// Decides for most pairs of nodes whether a set separates them. For this, a few sets of nodes are found once for each
// node. Only the other pairs need walks of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "families.hpp"
#include "lane_walks.hpp"
#include "mixed.hpp"

namespace edgemark {

// Each node has a set. The candidate of two nodes is the union of their sets, without the two nodes: the set
// that may separate them. The side of a node is the moral graph of the ancestors of the node and of its set (families.hpp).
// The candidate separates the two nodes if it does so in the union of their sides. A side has these nodes, without
// those of the set:
//   near     the node itself, and its neighbours in the side,
//   reached  the nodes that the side connects to the node, given its set,
//   free     the ancestors of the node and of its set, and the hidden parents of families that ancestors head.
//
// A path from x to y must leave the nodes that are `reached` from x, at one that is `free` on the side of y; and the
// same holds from y to x. If one of the two has no such node, they are separated. They are connected if a node is near
// to both; also if a node is reached from both, and no node reached from one is in the set of the other.
//
// All other pairs stay open. So do pairs with one node in the set of the other: it is not in the candidate, so the
// union of the sides is another graph. So do pairs with a node that has many ancestors: walks of many pairs at once are
// then faster than finding its side.
class Sides {
 public:
  // Row x of `own` has x and the nodes of its set.
  Sides(const MixedGraph& graph, const Families& families, const BitRows& own, std::size_t n_threads);

  // Decides pairs of x and other nodes: lane l stands for node (from + l) mod n, and `lanes` are the pairs to decide.
  // Those that are in neither `connected` nor `open` are separated.
  void decide(Node x, std::size_t from, const Wide& lanes, Wide& connected, Wide& open) const;

  // Which of 512 nodes with consecutive numbers are in the set of a node, and which are near, reached and free on its
  // side. The numbers of hidden parents follow those of all nodes.
  struct Row {
    Wide own, near, reached, free;  // `own` is the set without the node itself
  };

 private:
  std::size_t n_, width_;                     // numbers of nodes, and of rows for each node
  std::vector<Row, OnCacheLines<Row>> rows_;  // all rows of node 0, then those of node 1, ...
  std::vector<std::uint8_t> known_;  // whether the side of a node was found; it is not if the node has many ancestors
};

}  // namespace edgemark
