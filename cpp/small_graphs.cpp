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

// The ends of a directed edge. They are computed without a branch on its direction, which a processor cannot predict.
struct Ends {
  Node head;
  Node tail;

  explicit constexpr Ends(Word edge) : head(first(edge)), tail(second(edge)) {
    // If the edge is -->, the bits in which the two nodes differ: XOR with them exchanges the nodes. Else 0.
    const Node turn = (head ^ tail) & (Node{0} - Node{state(edge) == kForward});
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

// Each round visits the nodes that are left, and removes those without a parent among them. There is no branch on
// this: a node that stays gets a position too, which a later round overwrites.
bool FewNodes::order() {
  std::uint64_t left = n_ == kMost ? ~std::uint64_t{0} : bit(n_) - 1;
  std::uint8_t n_removed = 0;
  while (left != 0) {
    const std::uint64_t before = left;
    for (std::uint64_t rest = before; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<std::size_t>(std::countr_zero(rest));
      const bool ready = (parents_[v] & left) == 0;
      position_[v] = n_removed;
      n_removed = static_cast<std::uint8_t>(n_removed + ready);
      left &= ~(std::uint64_t{ready} << v);
    }
    if (left == before) return false;
  }
  return true;
}

// Which edges into a node are compelled follows from the edges of its last parent, as in Completion (equivalence.hpp).
// Rows and bits are positions in the order here, so the last parent is the highest bit. A node without parents gets 0
// as its last one, which changes nothing: the node at position 0 has no parents, so no edge into it is compelled.
void FewNodes::complete(std::span<Word> dag) const {
  Rows parents;
  Rows compelled;
  std::fill_n(parents.begin(), n_, 0);
  for (const Word word : dag) {
    const Ends ends(word);
    parents[position_[ends.head]] |= bit(position_[ends.tail]);
  }
  compelled[0] = 0;
  for (std::size_t k = 1; k < n_; ++k) {
    const std::uint64_t own = parents[k];
    const std::size_t last = static_cast<std::size_t>(std::bit_width(own | 1)) - 1;
    // If this set is not empty, the edges of all parents are compelled.
    const std::uint64_t compelling = (compelled[last] & ~own) | (own & ~parents[last] & ~bit(last));
    compelled[k] = compelling != 0 ? own : compelled[last];
  }
  for (Word& word : dag) {
    const Ends ends(word);
    const bool is_compelled = (compelled[position_[ends.head]] & bit(position_[ends.tail])) != 0;
    word |= is_compelled ? State{0} : kUndirected;
  }
}

void FewNodes::keep_colliders(std::span<Word> pdag) const {
  Rows adjacent;  // the nodes adjacent to each node, and the node itself
  for (std::size_t v = 0; v < n_; ++v) adjacent[v] = bit(v);
  for (const Word word : pdag) {
    adjacent[first(word)] |= bit(second(word));
    adjacent[second(word)] |= bit(first(word));
  }
  for (Word& word : pdag) {
    const Ends ends(word);  // an undirected edge gets some direction here, and stays undirected
    const bool collides = (parents_[ends.head] & ~adjacent[ends.tail]) != 0;
    word |= collides ? State{0} : kUndirected;
  }
}

}  // namespace edgemark
