// The contribution of each node of a pair to a separation. With it, most pairs need no walks of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "families.hpp"
#include "lane_walks.hpp"
#include "mixed.hpp"

namespace edgemark {

// The set that separates two nodes is made of the own sets of both. The ancestors of both nodes and of the
// set are those of either side, and so are the families. For each node, outside of its own set, `near` has
// the nodes that a family of its side joins to it, `reached` the nodes that its side connects to it, and
// `free` the nodes that the families of its side join.
//
// A path that leaves `reached` of one node does so at a node that is free on the other side; if there is no
// such node, the two nodes are separated. They are connected if a node is near to both, or if `reached` of
// both meet without a node of the other's set. All other pairs stay open. So do pairs of nodes with many
// ancestors, for which this would take longer than walks of many pairs at once.
class Sides {
 public:
  // Row x of `own` has the set of x, and x.
  Sides(const MixedGraph& graph, const Families& families, const BitRows& own, std::size_t n_threads);

  // Lane l stands for node (from + l) mod n: decides which pairs of x with the nodes of some lanes are
  // connected, separated or open.
  void sort(Node x, std::size_t from, const Wide& lanes, Wide& connected, Wide& open) const;

  // 512 nodes of the row of one node; hidden parents come after all nodes.
  struct Row {
    Wide own, near, reached, free;
  };

 private:
  std::size_t n_, width_;
  std::vector<Row, OnCacheLines<Row>> rows_;
  std::vector<std::uint8_t> known_;
};

}  // namespace edgemark
