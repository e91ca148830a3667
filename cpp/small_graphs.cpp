#include "small_graphs.hpp"

#include <algorithm>
#include <bit>

namespace edgemark {
namespace {

constexpr std::uint64_t bit(std::size_t node) { return std::uint64_t{1} << node; }

// For each state of a pair: 1 if an edge --> leads to its second node, plus 2 if one leads to its first node.
constexpr auto kPointsTo = [] {
  std::array<std::uint8_t, kStates> to{};
  for (unsigned s = 0; s < kStates; ++s)
    to[s] = static_cast<std::uint8_t>(points_to_second(static_cast<State>(s)) +
                                      2 * points_to_second(flip(static_cast<State>(s))));
  return to;
}();

// The ends of an arc, without a branch on its direction, which a processor cannot predict.
struct Ends {
  Node head;
  Node tail;

  explicit constexpr Ends(Word arc) : head(first(arc)), tail(second(arc)) {
    const Node turn = (head ^ tail) & (Node{0} - Node{state(arc) == kForward});
    head ^= turn;
    tail ^= turn;
  }
};

}  // namespace

FewNodes::FewNodes(Words graph, std::size_t n_nodes) : n_(n_nodes) {
  std::fill_n(parents_.begin(), n_, 0);
  for (const Word word : graph) {
    const Node i = first(word);
    const Node j = second(word);
    const std::uint64_t to = kPointsTo[state(word)];
    parents_[j] |= (to & 1) << i;
    parents_[i] |= (to >> 1) << j;
  }
}

// There is no branch on whether a node is ready. A node that is not ready gets a place too, which a later round
// overwrites.
bool FewNodes::order() {
  std::uint64_t left = n_ == kMost ? ~std::uint64_t{0} : bit(n_) - 1;
  std::uint8_t placed = 0;
  while (left != 0) {
    const std::uint64_t before = left;
    for (std::uint64_t rest = before; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<std::size_t>(std::countr_zero(rest));
      const bool ready = (parents_[v] & left) == 0;
      place_[v] = placed;
      placed = static_cast<std::uint8_t>(placed + ready);
      left &= ~(std::uint64_t{ready} << v);
    }
    if (left == before) return false;
  }
  return true;
}

// As in Completion, all edges into a node follow from its last parent. Rows and bits are places in the
// order here, so the last parent is the highest bit. The first node has no parent, so there is nothing to
// label.
void FewNodes::complete(std::span<Word> dag) const {
  Rows parents;
  Rows compelled;
  std::fill_n(parents.begin(), n_, 0);
  for (const Word word : dag) {
    const Ends ends(word);
    parents[place_[ends.head]] |= bit(place_[ends.tail]);
  }
  compelled[0] = 0;
  for (std::size_t k = 1; k < n_; ++k) {
    const std::uint64_t into = parents[k];
    const std::size_t last = static_cast<std::size_t>(std::bit_width(into | 1)) - 1;
    const std::uint64_t forcing = (compelled[last] & ~into) | (into & ~parents[last] & ~bit(last));
    compelled[k] = forcing != 0 ? into : compelled[last];
  }
  for (Word& word : dag) {
    const Ends ends(word);
    const bool is_compelled = (compelled[place_[ends.head]] & bit(place_[ends.tail])) != 0;
    word |= is_compelled ? State{0} : kUndirected;
  }
}

void FewNodes::keep_colliders(std::span<Word> pdag) const {
  Rows near;  // the neighbours of each node, and the node itself
  for (std::size_t v = 0; v < n_; ++v) near[v] = bit(v);
  for (const Word word : pdag) {
    near[first(word)] |= bit(second(word));
    near[second(word)] |= bit(first(word));
  }
  for (Word& word : pdag) {
    const Ends ends(word);  // an undirected edge gets some direction here, and stays undirected
    const bool collides = (parents_[ends.head] & ~near[ends.tail]) != 0;
    word |= collides ? State{0} : kUndirected;
  }
}

}  // namespace edgemark
