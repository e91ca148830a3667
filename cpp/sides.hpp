// What each of two nodes contributes to their separation. It is found once for each node, and decides most
// pairs of nodes without walks for the pair.
#pragma once

#include <cstdint>
#include <vector>

#include "families.hpp"
#include "lane_walks.hpp"
#include "mixed.hpp"

namespace edgemark {

// Each node has a set. The separator of two nodes is the union of their sets, without the two nodes. The moral
// graph of the ancestors of both nodes and of the separator (families.hpp) is the union of two such graphs: the
// side of a node is the moral graph of the ancestors of this node and of its set. Without the set of the node,
//   near     is the node, and the nodes that a family of its side joins to it,
//   reached  is the nodes that its side connects to the node, given its set,
//   free     is the ancestors of its side, and the hidden parents of the families that they head.
//
// A path that leaves the `reached` nodes of x leaves them at a node that is `free` on the side of y. If there
// is no such node for x, or none for y, the two nodes are separated. They are connected if a node is near to
// both; also if a node is reached from both, and none of the nodes reached from one is in the set of the
// other. All other pairs stay open, and so do pairs with one node in the set of the other, for which the union
// above does not hold. Pairs of nodes with many ancestors stay open too, since walks of many pairs at once are
// faster than finding their sides.
class Sides {
 public:
  // Row x of `own` has x and the nodes of its set.
  Sides(const MixedGraph& graph, const Families& families, const BitRows& own, std::size_t n_threads);

  // Decides for the pair of x and the node of each of `lanes`. Pairs that are in neither `connected` nor `open`
  // are separated. Lane l stands for node (from + l) mod n.
  void sort(Node x, std::size_t from, const Wide& lanes, Wide& connected, Wide& open) const;

  // Which of 512 nodes are in the sets of one node. The hidden parents of families have the numbers after all
  // nodes.
  struct Row {
    Wide own, near, reached, free;  // `own` is the set without the node itself
  };

 private:
  std::size_t n_, width_;
  std::vector<Row, OnCacheLines<Row>> rows_;
  std::vector<std::uint8_t> known_;  // whether the rows of a node are filled; not if it has many ancestors
};

}  // namespace edgemark
