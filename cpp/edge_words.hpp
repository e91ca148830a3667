// Makes the words of edges (pairs.hpp), and sorts them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// The word of two different nodes whose state, seen from a, is s.
constexpr Word word_of(Node a, Node b, State s) { return a < b ? make_word(a, b, s) : make_word(b, a, flip(s)); }

// Sorts words by their pairs, in place.
void sort_words(std::vector<Word>& words, std::size_t n_nodes);

// Whether two of these sorted words belong to the same pair.
bool share_a_pair(Words sorted);

// The graph of the ones in a sparse matrix.
struct Ones {
  std::vector<Word> words;  // sorted, one for each pair
  bool has_one_way = false;  // a pair has a 1 in one cell only
  bool has_both = false;     // a pair has a 1 in both cells
};

// Reads the matrix whose k-th 1 is in rows[k] and columns[k]. A 1 in row i and column j is i --> j if `forward`, else
// i <-- j; ones in both cells of a pair give the state `both`. Returns nothing if a cell is out of range, on the
// diagonal or given twice.
std::optional<Ones> words_of_ones(std::span<const std::int64_t> rows, std::span<const std::int64_t> columns,
                                  std::size_t n_nodes, bool forward, State both);

}  // namespace edgemark
