// Graphs of at most 64 nodes. The parents of each node are the set bits of one 64-bit number, which makes these
// operations fast. The kernels that compare many graphs need them (stack.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "pairs.hpp"

namespace edgemark {

class FewNodes {
 public:
  static constexpr std::size_t kMost = 64;

  FewNodes(Words graph, std::size_t n_nodes);

  // Finds an order of the nodes with parents first. Returns false if there is a directed cycle.
  bool order();

  // Replaces `dag`, the words of this graph (pairs.hpp), by those of its CPDAG. The graph must be a DAG, and `order`
  // must have returned true.
  void complete(std::span<Word> dag) const;

  // Replaces `pdag`, the words of this graph, by those of its pattern, in which only the edges of unshielded
  // colliders are directed.
  void keep_colliders(std::span<Word> pdag) const;

 private:
  using Rows = std::array<std::uint64_t, kMost>;  // one row of bits for each node

  std::size_t n_;
  Rows parents_;
  std::array<std::uint8_t, kMost> position_;  // of each node in the order that `order` found
};

}  // namespace edgemark
