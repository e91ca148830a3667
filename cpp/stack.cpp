#include "stack.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "adjacency.hpp"
#include "equivalence.hpp"

namespace edgemark {
namespace {

// One matrix as rows of bits, and its transpose.
class BitMatrix {
 public:
  explicit BitMatrix(std::size_t n)
      : n_(n), width_((n + 63) / 64), rows_(n * width_), columns_(n * width_) {}

  // Says whether every cell was 0 or 1, and 0 on the diagonal.
  bool read(const std::uint8_t* cells) {
    std::fill(columns_.begin(), columns_.end(), 0);
    bool good = true;
    for (std::size_t i = 0; i < n_; ++i) {
      good &= read_row(cells + i * n_, &rows_[i * width_]);
      good &= (rows_[i * width_ + i / 64] >> i % 64 & 1) == 0;
      each_bit(&rows_[i * width_], 0, [&](std::size_t j) {
        columns_[j * width_ + i / 64] |= std::uint64_t{1} << i % 64;
      });
    }
    return good;
  }

  // Calls visit(i, j, ones at (i, j), ones at (j, i)) for the pairs i < j with a one, in order.
  template <class Visit>
  void each_pair(Visit visit) {
    std::vector<std::uint64_t> any(width_);
    for (std::size_t i = 0; i < n_; ++i) {
      const std::uint64_t* row = &rows_[i * width_];
      const std::uint64_t* column = &columns_[i * width_];
      for (std::size_t w = i / 64; w < width_; ++w) any[w] = row[w] | column[w];
      any[i / 64] &= ~std::uint64_t{0} << i % 64;
      each_bit(any.data(), i / 64, [&](std::size_t j) {
        visit(i, j, (row[j / 64] >> j % 64 & 1) != 0, (column[j / 64] >> j % 64 & 1) != 0);
      });
    }
  }

 private:
  // Eight cells become eight bits: the product brings bit 0 of byte k to bit 56 + k.
  static std::uint64_t pack_eight(std::uint64_t cells) {
    return cells * 0x0102040810204080U >> 56;
  }

  bool read_row(const std::uint8_t* cells, std::uint64_t* row) const {
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    std::uint64_t beyond = 0;
    std::fill(row, row + width_, 0);
    for (std::size_t j = 0; j < n_; j += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, cells + j, std::min<std::size_t>(8, n_ - j));
      if constexpr (std::endian::native == std::endian::big) eight = byte_swapped(eight);
      beyond |= eight & ~kOnes;
      row[j / 64] |= pack_eight(eight & kOnes) << j % 64;
    }
    return beyond == 0;
  }

  static std::uint64_t byte_swapped(std::uint64_t x) {
    std::uint64_t swapped = 0;
    for (int k = 0; k < 8; ++k, x >>= 8) swapped = swapped << 8 | (x & 0xff);
    return swapped;
  }

  template <class Visit>
  void each_bit(const std::uint64_t* bits, std::size_t from, Visit visit) const {
    for (std::size_t w = from; w < width_; ++w)
      for (std::uint64_t left = bits[w]; left != 0; left &= left - 1)
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  }

  std::size_t n_;
  std::size_t width_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> columns_;
};

std::array<std::uint8_t, kStates> ranks(std::span<const State> states) {
  std::array<std::uint8_t, kStates> rank{};
  for (std::size_t k = 0; k < states.size(); ++k) rank[states[k]] = static_cast<std::uint8_t>(k);
  return rank;
}

// The rank of the truth's state of any pair: looked up where the square fits the cache, else searched.
class TruthRanks {
 public:
  TruthRanks(Words truth, std::uint64_t n_nodes, std::span<const State> states)
      : truth_(truth), n_(n_nodes), rank_(ranks(states)) {
    if (n_ > kMostLookedUp) return;
    square_.resize(n_ * n_);
    for (const Word word : truth) square_[place(word)] = rank_[state(word)];
  }

  std::uint8_t operator()(Word word) const {
    if (!square_.empty()) return square_[place(word)];
    const auto here = std::lower_bound(truth_.begin(), truth_.end(), word & ~Word{15});
    return here != truth_.end() && *here >> 4 == word >> 4 ? rank_[state(*here)] : std::uint8_t{0};
  }

 private:
  static constexpr std::uint64_t kMostLookedUp = 2048;
  std::size_t place(Word word) const { return first(word) * n_ + second(word); }

  Words truth_;
  std::uint64_t n_;
  std::array<std::uint8_t, kStates> rank_;
  std::vector<std::uint8_t> square_;
};

template <class Result, class Work>
std::vector<Result> each(const Stack& stack, Work work) {
  std::vector<Result> results;
  results.reserve(stack.size());
  for (std::size_t k = 0; k < stack.size(); ++k) results.push_back(work(stack[k]));
  return results;
}

}  // namespace

StackOrBad stack_of_matrices(const Matrices& matrices) {
  StackOrBad result;
  const std::size_t n = matrices.n_nodes;
  const std::size_t n_matrices = n == 0 ? 0 : matrices.cells.size() / (n * n);
  const State row_first = matrices.row_to_column ? kForward : kBackward;
  BitMatrix matrix(n);
  auto& [words, starts] = result.stack;
  for (std::size_t k = 0; k < n_matrices; ++k) {
    bool good = matrix.read(matrices.cells.data() + k * n * n);
    matrix.each_pair([&](std::size_t i, std::size_t j, bool above, bool below) {
      const State one_way = above ? row_first : flip(row_first);
      const bool both = above && below;
      good &= !both || matrices.symmetric != 0;
      words.push_back(make_word(static_cast<Node>(i), static_cast<Node>(j),
                                both ? matrices.symmetric : one_way));
    });
    if (!good) {
      result.bad = k;
      return result;
    }
    starts.push_back(words.size());
  }
  return result;
}

std::vector<std::int32_t> pair_tables(Words truth, const Stack& stack, std::uint64_t n_nodes,
                                      std::span<const State> truth_states,
                                      std::span<const State> states) {
  const TruthRanks truth_rank(truth, n_nodes, truth_states);
  const auto rank = ranks(states);
  std::vector<std::int32_t> in_state(truth_states.size(), 0);
  in_state[0] = static_cast<std::int32_t>(n_nodes * (n_nodes - (n_nodes > 0)) / 2 - truth.size());
  const auto ranked_truth = ranks(truth_states);
  for (const Word word : truth) ++in_state[ranked_truth[state(word)]];

  const std::size_t cells = truth_states.size() * states.size();
  std::vector<std::int32_t> tables(stack.size() * cells, 0);
  for (std::size_t k = 0; k < stack.size(); ++k) {
    std::int32_t* table = &tables[k * cells];
    for (const Word word : stack[k]) ++table[truth_rank(word) * states.size() + rank[state(word)]];
    for (std::size_t s = 0; s < truth_states.size(); ++s) {
      std::int32_t* row = table + s * states.size();
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
  OwnedStack result;
  Completion completion(n_nodes);
  result.words.reserve(dags.words.size());
  for (std::size_t k = 0; k < dags.size(); ++k) result.push_back(completion.of(dags[k]));
  return result;
}

OwnedStack patterns(const Stack& pdags, std::size_t n_nodes) {
  OwnedStack result;
  result.words.reserve(pdags.words.size());
  for (std::size_t k = 0; k < pdags.size(); ++k) result.push_back(pattern(pdags[k], n_nodes));
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
