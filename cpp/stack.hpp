// Many graphs on the same nodes: the words of graph k are words[starts[k]] .. words[starts[k + 1] - 1].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ancestors.hpp"
#include "colliders.hpp"
#include "pairs.hpp"

namespace edgemark {

struct Stack {
  Words words;
  std::span<const std::uint64_t> starts;

  std::size_t size() const { return starts.size() - 1; }
  Words operator[](std::size_t k) const {
    return words.subspan(starts[k], starts[k + 1] - starts[k]);
  }
};

struct OwnedStack {
  std::vector<Word> words;
  std::vector<std::uint64_t> starts{0};

  OwnedStack() = default;
  explicit OwnedStack(const Stack& stack)
      : words(stack.words.begin(), stack.words.end()),
        starts(stack.starts.begin(), stack.starts.end()) {}

  std::span<Word> operator[](std::size_t k) {
    return std::span(words).subspan(starts[k], starts[k + 1] - starts[k]);
  }

  void push_back(std::span<const Word> graph) {
    words.insert(words.end(), graph.begin(), graph.end());
    starts.push_back(words.size());
  }
};

// Square matrices of zeros and ones, one after the other. A 1 at row i and column j is i --> j if
// `row_to_column`, else i <-- j. Ones in both cells of a pair put the pair in state `symmetric`; if that is
// 0, they are refused.
struct Matrices {
  std::span<const std::uint8_t> cells;
  std::size_t n_nodes;
  bool row_to_column;
  State symmetric;
};

// The graphs of matrices. If a matrix cannot be read, `bad` is its position, and `stack` has only the graphs before
// it. A matrix cannot be read if a cell is above 1, a cell of the diagonal is not 0, or ones in both cells of a pair
// are refused.
struct StackOrBad {
  OwnedStack stack;
  std::optional<std::size_t> bad;
};
StackOrBad stack_of_matrices(const Matrices& matrices);

// Tables that count the node pairs by their state in the truth and in a graph, one table after the other. Row s and
// column t of table k count the pairs that are in the s-th of `truth_states` in the truth, and in the t-th of `states`
// in graph k. Each list must have all states that occur, and start with 0, the state of a pair without an edge.
std::vector<std::int64_t> pair_tables(Words truth, const Stack& stack, std::uint64_t n_nodes,
                                      std::span<const State> truth_states,
                                      std::span<const State> states);

// Bit s of entry k is set if some adjacent pair of graph k is in state s.
std::vector<std::uint16_t> present_states(const Stack& stack);

// For each graph, whether it has no directed cycle.
std::vector<std::uint8_t> acyclic(const Stack& stack, std::size_t n_nodes);

// For each partially directed graph, whether it is the CPDAG of a DAG.
std::vector<std::uint8_t> valid_cpdags(const Stack& pdags, std::size_t n_nodes);

// The CPDAG of each DAG.
OwnedStack cpdags(const Stack& dags, std::size_t n_nodes);

// The pattern of each partially directed graph, see equivalence.hpp.
OwnedStack patterns(const Stack& pdags, std::size_t n_nodes);

// `collider_overlap` and `ancestor_overlap` of each graph with the truth, see colliders.hpp and ancestors.hpp.
std::vector<Overlap> collider_overlaps(Words truth, const Stack& stack, std::size_t n_nodes);
std::vector<Overlap> ancestor_overlaps(Words truth, Ancestry truth_reading, const Stack& stack,
                                       Ancestry reading, std::size_t n_nodes);

}  // namespace edgemark
