// Conversion of a matrix of zeros and ones to a graph: to packed bits first, and to one word for each adjacent pair
// (pairs.hpp) only if such words are needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// A square matrix in memory, with the distances, in cells, to the next row and to the next column.
template <class Cell>
struct CellsOf {
  const Cell* data;
  std::size_t n_nodes;
  std::ptrdiff_t to_next_row;
  std::ptrdiff_t to_next_column;
};

// A graph in which every adjacent pair is in one of three states: -->, <--, or a third one.
class BitMatrix {
 public:
  // A 1 in row i and column j is i --> j if `forward`, else i <-- j; ones in both cells of a pair give the
  // state `both`. The cells are read in one pass.
  template <class Cell>
  BitMatrix(CellsOf<Cell> cells, bool forward, State both);

  // If has_other() is true, nothing else is computed. If has_loop() is true, nothing about pairs is computed.
  bool has_other() const { return has_other_; }  // a cell is neither 0 nor 1
  bool has_loop() const { return has_loop_; }    // a 1 on the diagonal
  bool has_one_way() const { return has_one_way_; }  // a pair has a 1 in one cell only
  bool has_both() const { return has_both_; }        // a pair has a 1 in both cells

  std::size_t n_nodes() const { return n_; }
  std::size_t n_pairs() const { return n_pairs_; }  // adjacent pairs
  // Whether there are many nodes, and words would take more memory than bits.
  bool is_dense() const { return n_ >= kManyNodes && n_pairs_ > 2 * n_ * width_; }
  std::uint16_t states() const;  // bit s: some pair is in state s; bit 0, no edge, is never set
  std::vector<Word> words() const;
  bool is_acyclic() const;  // must not be called if has_both()

 private:
  friend PairTable pair_table(const BitMatrix& truth, const BitMatrix& estimate);
  void look_at_pairs();
  // The state of a pair by its cells with a 1: none, only the one above the diagonal, only the one below, both.
  std::array<State, 4> states_by_cells() const;

  static constexpr std::size_t kManyNodes = 96;

  std::size_t n_;
  std::size_t width_;  // words of a row
  bool forward_;  // whether bit j of row i of `rows_` means i --> j
  State both_;
  bool has_other_ = false, has_loop_ = false, has_one_way_ = false, has_both_ = false;
  // Whether some pair has a 1 only in its cell above the diagonal, or only in its cell below.
  bool has_only_above_ = false, has_only_below_ = false;
  std::size_t n_pairs_ = 0;
  // Bit j of row i of `rows_` is the cell in row i and column j. `columns_` has the same bits transposed. If the cells
  // lie column after column in memory, the transposed matrix is stored, and `forward_` is inverted.
  std::vector<std::uint64_t> rows_, columns_;
};

// Both graphs must have the same number of nodes, and neither has_other() nor has_loop().
PairTable pair_table(const BitMatrix& truth, const BitMatrix& estimate);

// Whether there is no directed cycle. Bit j of row i is an arrow from i to j, and never set for i = j. A row has as
// many words as n_nodes bits need.
bool rows_are_acyclic(std::span<const std::uint64_t> rows, std::size_t n_nodes);

}  // namespace edgemark
