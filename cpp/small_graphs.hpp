// Graphs of at most 64 nodes, as a word of bits for the parents of each node, with the operations that the
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

  // Replaces the words of this graph, for which `order` has returned true, by those of its CPDAG.
  void complete(std::span<Word> dag) const;

  // Replaces the words of this graph by those of its pattern.
  void keep_colliders(std::span<Word> pdag) const;

 private:
  using Rows = std::array<std::uint64_t, kMost>;

  std::size_t n_;
  Rows parents_;
  std::array<std::uint8_t, kMost> place_;  // the position of each node in the order
};

}  // namespace edgemark
