#include "samples.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "pace.hpp"

namespace edgemark {
namespace {

// The finaliser of splitmix64.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return x ^ x >> 31;
}

// A hash of a graph: the sum of the hashes of its words.
std::uint64_t hash_of(Words graph) {
  std::uint64_t hash = 0;
  for (const Word word : graph) hash += mixed(word);
  return hash;
}

// The single edges of a pair as bits, and back.
constexpr unsigned bit_of(State edge) { return edge == kForward ? 1U : edge == kBackward ? 2U : 4U; }

constexpr unsigned bits_of(State pair) { return pair == 0 ? 0U : pair == kCycle ? 3U : bit_of(pair); }

constexpr std::array<State, 5> kStateOfBits{0, kForward, kBackward, kCycle, kUndirected};

// The current graph of a chain, with its words in order.
class Walker {
 public:
  // Adds or removes an edge. Returns false if that is impossible, see Visits.
  bool change(Word edge, bool add) {
    const Word pair = edge & ~Word{15};
    const auto here = std::lower_bound(words_.begin(), words_.end(), pair);
    const bool is_adjacent = here != words_.end() && (*here & ~Word{15}) == pair;
    const unsigned before = is_adjacent ? bits_of(state(*here)) : 0U;
    const unsigned bit = bit_of(state(edge));
    const unsigned after = before ^ bit;
    if (((before & bit) != 0) == add || after >= kStateOfBits.size()) return false;
    const Word word = pair | kStateOfBits[after];
    if (!is_adjacent)
      words_.insert(here, word);
    else if (after == 0)
      words_.erase(here);
    else
      *here = word;
    return true;
  }

  Words words() const { return words_; }

 private:
  std::vector<Word> words_;
};

struct Arc {
  Node from;
  Node to;
};

void list_arcs(Words graph, std::vector<Arc>& arcs) {
  arcs.clear();
  for (const Word word : graph) {
    if (points_to_second(state(word))) arcs.push_back({first(word), second(word)});
    if (points_to_second(flip(state(word)))) arcs.push_back({second(word), first(word)});
  }
}

// Sets of ancestors as rows of bits; every node is its own ancestor, so that parents need no special case.
class AncestorRows {
 public:
  explicit AncestorRows(std::size_t n_nodes) : width_((n_nodes + 63) / 64), rows_(n_nodes * width_) {}

  void fill(const std::vector<Arc>& arcs) {
    std::fill(rows_.begin(), rows_.end(), 0);
    for (std::size_t v = 0; width_ != 0 && v < rows_.size() / width_; ++v)
      row(v)[v / 64] |= std::uint64_t{1} << v % 64;
    // Every other pass goes through the arcs in reverse, so that few passes are needed whichever order paths have.
    bool changed = true;
    for (bool forwards = true; changed; forwards = !forwards) {
      changed = false;
      steps(arcs.size() * width_);
      if (forwards)
        for (auto arc = arcs.begin(); arc != arcs.end(); ++arc) changed |= pass_on(*arc);
      else
        for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc) changed |= pass_on(*arc);
    }
  }

  template <class Visit>
  void each_ancestor(std::size_t v, Visit visit) {
    for (std::size_t w = 0; w < width_; ++w)
      for (std::uint64_t left = row(v)[w]; left != 0; left &= left - 1)
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  }

 private:
  std::uint64_t* row(std::size_t v) { return rows_.data() + v * width_; }

  // Adds the ancestors of the tail to those of the head. Returns whether one of them is new.
  bool pass_on(Arc arc) {
    const std::uint64_t* from = row(arc.from);
    std::uint64_t* to = row(arc.to);
    std::uint64_t fresh = 0;
    for (std::size_t w = 0; w < width_; ++w) {
      fresh |= from[w] & ~to[w];
      to[w] |= from[w];
    }
    return fresh != 0;
  }

  std::size_t width_;  // words of a row
  std::vector<std::uint64_t> rows_;
};

}  // namespace

std::uint64_t DistinctGraphs::position(Words graph) {
  const std::uint64_t hash = hash_of(graph);
  const auto [begin, end] = positions_.equal_range(hash);
  for (auto found = begin; found != end; ++found)
    if (std::ranges::equal(graphs_[found->second], graph)) return found->second;
  const std::uint64_t fresh = graphs_.starts.size() - 1;
  graphs_.push_back(graph);
  positions_.emplace(hash, fresh);
  return fresh;
}

Distinct distinct(const Stack& stack) {
  DistinctGraphs kept;
  std::vector<std::uint64_t> which;
  which.reserve(stack.size());
  for (std::size_t k = 0; k < stack.size(); ++k) {
    steps(stack[k].size() + 1);
    which.push_back(kept.position(stack[k]));
  }
  return {std::move(kept.graphs()), std::move(which)};
}

Visits visits(const Moves& moves, std::size_t most_words) {
  Visits result;
  Walker walker;
  for (std::size_t k = 0; k + 1 < moves.starts.size(); ++k) {
    bool good = true;
    steps(moves.starts[k + 1] - moves.starts[k] + 1);
    for (std::uint64_t c = moves.starts[k]; good && c < moves.starts[k + 1]; ++c)
      good = walker.change(moves.changes[c], moves.added[c] != 0);
    if (!good) {
      result.bad = k;
      return result;
    }
    if (moves.holds[k] == 0) continue;
    steps(walker.words().size());
    const std::uint64_t position = result.distinct.position(walker.words());
    if (position == result.holds.size()) result.holds.push_back(0);
    result.holds[position] += moves.holds[k];
    if (result.distinct.graphs().words.size() > most_words) return result;
  }
  return result;
}

OwnedStack renumbered(const Stack& stack, std::span<const std::uint64_t> to) {
  OwnedStack result(stack);
  for (std::size_t k = 0; k < stack.size(); ++k) {
    const std::span<Word> graph = result[k];
    steps(graph.size() + 1);
    for (Word& word : graph) {
      const auto i = static_cast<Node>(to[first(word)]);
      const auto j = static_cast<Node>(to[second(word)]);
      word = i < j ? make_word(i, j, state(word)) : make_word(j, i, flip(state(word)));
    }
    std::ranges::sort(graph);
  }
  return result;
}

std::vector<double> state_weights(const Stack& stack, std::span<const double> weights,
                                  std::size_t n_nodes, std::span<const State> states) {
  std::array<std::size_t, kStates> plane{};  // where the matrix of each state starts
  for (std::size_t s = 0; s < states.size(); ++s) plane[states[s]] = s * n_nodes * n_nodes;
  std::vector<double> sums(states.size() * n_nodes * n_nodes, 0);
  for (std::size_t k = 0; k < stack.size(); ++k) {
    steps(stack[k].size() + 1);
    for (const Word word : stack[k])
      sums[plane[state(word)] + first(word) * n_nodes + second(word)] += weights[k];
  }
  return sums;
}

std::vector<double> ancestor_weights(const Stack& stack, std::span<const double> weights,
                                     std::size_t n_nodes) {
  std::vector<double> sums(n_nodes * n_nodes, 0);
  std::vector<Arc> arcs;
  AncestorRows ancestors(n_nodes);
  for (std::size_t k = 0; k < stack.size(); ++k) {
    list_arcs(stack[k], arcs);
    ancestors.fill(arcs);
    for (std::size_t v = 0; v < n_nodes; ++v) {
      steps(n_nodes / 64 + 1);
      ancestors.each_ancestor(v, [&](std::size_t a) { sums[v * n_nodes + a] += weights[k]; });
    }
  }
  // Transposes the matrix, so that the ancestor is the row, and clears the diagonal.
  for (std::size_t i = 0; i < n_nodes; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      std::swap(sums[i * n_nodes + j], sums[j * n_nodes + i]);
      if (i == j) sums[i * n_nodes + i] = 0;
    }
  return sums;
}

}  // namespace edgemark
