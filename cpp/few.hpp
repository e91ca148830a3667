// Graphs of at most 64 nodes as rows of bits: what the stack kernels need of them, without a list.
#pragma once

#include <array>
#include <cstdint>

#include "pairs.hpp"

namespace edgemark {

class FewNodes {
 public:
  static constexpr std::size_t kMost = 64;

  FewNodes(Words graph, std::size_t n_nodes);

  // Puts parents first. Says whether there is no directed cycle.
  bool order();

  // Edges into each node that point the same way in every DAG of the class, after `order` of a DAG.
  using Rows = std::array<std::uint64_t, kMost>;
  const Rows& compelled();

  // Edges into each node that are part of an unshielded collider.
  const Rows& colliding();

 private:
  std::size_t n_;
  Rows adjacent_;
  Rows parents_;
  Rows into_;  // what the last of the two questions found
  std::array<std::uint8_t, kMost> order_;
  std::array<std::uint8_t, kMost> place_;
};

}  // namespace edgemark
