#include "few.hpp"

#include <algorithm>
#include <bit>

namespace edgemark {
namespace {

constexpr std::uint64_t bit(std::size_t node) { return std::uint64_t{1} << node; }

template <class Visit>
void each_node(std::uint64_t nodes, Visit visit) {
  for (; nodes != 0; nodes &= nodes - 1) visit(static_cast<std::size_t>(std::countr_zero(nodes)));
}

}  // namespace

FewNodes::FewNodes(Words graph, std::size_t n_nodes) : n_(n_nodes) {
  std::fill_n(adjacent_.begin(), n_, 0);
  std::fill_n(parents_.begin(), n_, 0);
  for (const Word word : graph) {
    const Node i = first(word);
    const Node j = second(word);
    adjacent_[i] |= bit(j);
    adjacent_[j] |= bit(i);
    parents_[j] |= std::uint64_t{points_to_second(state(word))} << i;
    parents_[i] |= std::uint64_t{points_to_second(flip(state(word)))} << j;
  }
}

bool FewNodes::order() {
  std::uint64_t done = 0;
  std::uint64_t left = n_ == kMost ? ~std::uint64_t{0} : bit(n_) - 1;
  std::size_t placed = 0;
  while (left != 0) {
    const std::uint64_t before = left;
    each_node(left, [&](std::size_t v) {
      if ((parents_[v] & ~done) != 0) return;
      done |= bit(v);
      left &= ~bit(v);
      place_[v] = static_cast<std::uint8_t>(placed);
      order_[placed++] = static_cast<std::uint8_t>(v);
    });
    if (left == before) return false;
  }
  return true;
}

// As in Completion: all edges into a node follow from its last parent.
const FewNodes::Rows& FewNodes::compelled() {
  for (std::size_t k = 0; k < n_; ++k) {
    const std::size_t v = order_[k];
    const std::uint64_t into = parents_[v];
    into_[v] = 0;
    if (into == 0) continue;
    std::size_t last = 0;
    each_node(into, [&](std::size_t p) { last = std::max<std::size_t>(last, place_[p]); });
    last = order_[last];
    const bool all = (into_[last] & ~into) != 0 || (into & ~parents_[last] & ~bit(last)) != 0;
    into_[v] = all ? into : into_[last];
  }
  return into_;
}

const FewNodes::Rows& FewNodes::colliding() {
  for (std::size_t v = 0; v < n_; ++v) {
    into_[v] = 0;
    each_node(parents_[v], [&](std::size_t p) {
      if ((parents_[v] & ~adjacent_[p] & ~bit(p)) != 0) into_[v] |= bit(p);
    });
  }
  return into_;
}

}  // namespace edgemark
