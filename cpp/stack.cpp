#include "stack.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "equivalence.hpp"
#include "small_graphs.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

// Whether every cell is 0 or 1, and 0 on the diagonal.
bool readable(const std::uint8_t* cells, std::size_t n) {
  std::uint8_t any = 0;
  for (std::size_t k = 0; k < n * n; ++k) any |= cells[k];
  std::uint8_t loop = 0;
  for (std::size_t i = 0; i < n; ++i) loop |= cells[i * n + i];
  return any <= 1 && loop == 0;
}

// The position of each state in a list.
std::array<std::uint8_t, kStates> ranks(std::span<const State> states) {
  std::array<std::uint8_t, kStates> rank{};
  for (std::size_t k = 0; k < states.size(); ++k) rank[states[k]] = static_cast<std::uint8_t>(k);
  return rank;
}

// Finds the state of a pair in the truth, as its position in a list of states. If a table with a cell for each pair
// fits the cache, the position is looked up; otherwise, the pair is searched among the words.
class TruthRanks {
 public:
  TruthRanks(Words truth, std::uint64_t n_nodes, std::span<const State> states)
      : truth_(truth), n_(n_nodes), rank_(ranks(states)) {
    if (n_ > kMostLookedUp) return;
    table_.resize(n_ * n_);
    for (const Word word : truth) table_[cell(word)] = rank_[state(word)];
  }

  std::uint8_t operator()(Word word) const {
    if (!table_.empty()) return table_[cell(word)];
    const auto here = std::lower_bound(truth_.begin(), truth_.end(), word & ~Word{15});
    return here != truth_.end() && *here >> 4 == word >> 4 ? rank_[state(*here)] : std::uint8_t{0};
  }

 private:
  static constexpr std::uint64_t kMostLookedUp = 2048;  // nodes
  std::size_t cell(Word word) const { return first(word) * n_ + second(word); }

  Words truth_;
  std::uint64_t n_;
  std::array<std::uint8_t, kStates> rank_;
  std::vector<std::uint8_t> table_;
};

// The result of `work` for each graph.
template <class Result, class Work>
std::vector<Result> each(const Stack& stack, Work work) {
  std::vector<Result> results;
  results.reserve(stack.size());
  for (std::size_t k = 0; k < stack.size(); ++k) {
    steps(stack[k].size() + 1);
    results.push_back(work(stack[k]));
  }
  return results;
}

}  // namespace

StackOrBad stack_of_matrices(const Matrices& matrices) {
  StackOrBad result;
  const std::size_t n = matrices.n_nodes;
  const std::size_t n_matrices = n == 0 ? 0 : matrices.cells.size() / (n * n);
  const State forwards = matrices.row_to_column ? kForward : kBackward;
  const std::array<State, 4> state_of{0, forwards, flip(forwards), matrices.symmetric};
  std::vector<Word> graph(n * (n - (n > 0)) / 2 + 1);  // room for all pairs, and for one that is not kept
  for (std::size_t k = 0; k < n_matrices; ++k) {
    const std::uint8_t* cells = matrices.cells.data() + k * n * n;
    steps(n * n + 1);
    bool good = readable(cells, n);
    std::size_t size = 0;
    for (std::size_t i = 0; good && i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        const unsigned ones = cells[i * n + j] + 2U * cells[j * n + i];
        // A pair without an edge is overwritten by the next pair.
        graph[size] = make_word(static_cast<Node>(i), static_cast<Node>(j), state_of[ones]);
        size += ones != 0;
        good &= ones != 3 || matrices.symmetric != 0;
      }
    if (!good) {
      result.bad = k;
      return result;
    }
    result.stack.push_back({graph.data(), size});
  }
  return result;
}

std::vector<std::int64_t> pair_tables(Words truth, const Stack& stack, std::uint64_t n_nodes,
                                      std::span<const State> truth_states,
                                      std::span<const State> states) {
  const TruthRanks truth_rank(truth, n_nodes, truth_states);
  const auto rank = ranks(states);
  std::vector<std::int64_t> in_state(truth_states.size(), 0);  // the number of pairs of the truth
  in_state[0] = static_cast<std::int64_t>(n_nodes * (n_nodes - (n_nodes > 0)) / 2 - truth.size());
  const auto ranked_truth = ranks(truth_states);
  for (const Word word : truth) ++in_state[ranked_truth[state(word)]];

  const std::size_t cells = truth_states.size() * states.size();
  std::vector<std::int64_t> tables(stack.size() * cells, 0);
  for (std::size_t k = 0; k < stack.size(); ++k) {
    std::int64_t* table = &tables[k * cells];
    steps(stack[k].size() + cells);
    for (const Word word : stack[k]) ++table[truth_rank(word) * states.size() + rank[state(word)]];
    // The pairs that are not counted have no edge in the estimate.
    for (std::size_t s = 0; s < truth_states.size(); ++s) {
      std::int64_t* row = table + s * states.size();
      row[0] = in_state[s];
      for (std::size_t t = 1; t < states.size(); ++t) row[0] -= row[t];
    }
  }
  return tables;
}

std::vector<std::uint16_t> present_states(const Stack& stack) {
  return each<std::uint16_t>(stack, [](Words graph) {
    unsigned present = 0;
    for (const Word word : graph) present |= 1U << state(word);
    return static_cast<std::uint16_t>(present);
  });
}

std::vector<std::uint8_t> acyclic(const Stack& stack, std::size_t n_nodes) {
  return each<std::uint8_t>(stack, [&](Words graph) {
    if (n_nodes <= FewNodes::kMost) return FewNodes(graph, n_nodes).order();
    return directed_cycle(Adjacency(graph, n_nodes)).empty();
  });
}

std::vector<std::uint8_t> valid_cpdags(const Stack& pdags, std::size_t n_nodes) {
  Completion completion(n_nodes);
  return each<std::uint8_t>(pdags, [&](Words graph) {
    const auto dag = extension(graph, n_nodes);
    return dag && std::ranges::equal(completion.of(*dag), graph);
  });
}

OwnedStack cpdags(const Stack& dags, std::size_t n_nodes) {
  OwnedStack result(dags);
  Completion completion(n_nodes);
  for (std::size_t k = 0; k < dags.size(); ++k) {
    steps(dags[k].size() + 1);
    if (n_nodes > FewNodes::kMost) {
      std::ranges::copy(completion.of(dags[k]), result[k].begin());
      continue;
    }
    FewNodes few(dags[k], n_nodes);
    few.order();
    few.complete(result[k]);
  }
  return result;
}

OwnedStack patterns(const Stack& pdags, std::size_t n_nodes) {
  OwnedStack result(pdags);
  for (std::size_t k = 0; k < pdags.size(); ++k) {
    steps(pdags[k].size() + 1);
    if (n_nodes > FewNodes::kMost)
      std::ranges::copy(pattern(pdags[k], n_nodes), result[k].begin());
    else
      FewNodes(pdags[k], n_nodes).keep_colliders(result[k]);
  }
  return result;
}

std::vector<Overlap> collider_overlaps(Words truth, const Stack& stack, std::size_t n_nodes) {
  return each<Overlap>(stack,
                       [&](Words graph) { return collider_overlap(truth, graph, n_nodes); });
}

std::vector<Overlap> ancestor_overlaps(Words truth, Ancestry truth_reading, const Stack& stack,
                                       Ancestry reading, std::size_t n_nodes) {
  return each<Overlap>(stack, [&](Words graph) {
    return ancestor_overlap(truth, truth_reading, graph, reading, n_nodes);
  });
}

}  // namespace edgemark
