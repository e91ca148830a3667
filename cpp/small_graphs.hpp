// Graphs of at most 64 nodes, stored as 64 bits for each node: its parents. They have the operations that the
// kernels for stacks of graphs need.
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

  // Finds an order with parents first. Returns false if there is a directed cycle.
  bool order();

  // Replaces the words of this graph (pairs.hpp) by those of its CPDAG. `order` must have returned true.
  void complete(std::span<Word> dag) const;

  // Replaces the words of this graph by those of its pattern, where only unshielded colliders are directed.
  void keep_colliders(std::span<Word> pdag) const;

 private:
  using Rows = std::array<std::uint64_t, kMost>;  // one row of bits for each node

  std::size_t n_;
  Rows parents_;
  std::array<std::uint8_t, kMost> position_;  // of each node in the order
};

}  // namespace edgemark
