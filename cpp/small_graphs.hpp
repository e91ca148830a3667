// Graphs of at most 64 nodes as rows of bits: what the stack kernels need of them, without a list.
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

  // Puts parents first. Says whether there is no directed cycle.
  bool order();

  // Makes its words, those of a DAG that is in order, those of its CPDAG.
  void complete(std::span<Word> dag) const;

  // Makes its words those of its pattern.
  void keep_colliders(std::span<Word> pdag) const;

 private:
  using Rows = std::array<std::uint64_t, kMost>;

  std::size_t n_;
  Rows parents_;
  std::array<std::uint8_t, kMost> place_;  // in the order
};

}  // namespace edgemark
