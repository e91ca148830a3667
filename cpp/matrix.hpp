// From a matrix of zeros and ones to the words of a graph, in one pass.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

struct MatrixWords {
  std::vector<Word> words;
  bool has_other = false;   // a cell is neither 0 nor 1: nothing else was looked at
  bool has_loop = false;    // a 1 on the diagonal: likewise
  bool has_one_way = false; // a pair has a 1 in one cell only
  bool has_both = false;    // a pair has a 1 in both cells
};

// Cells are row-major. A 1 in row i and column j is i --> j if `forward`, else i <-- j; ones in both cells
// of a pair give the state `both`.
template <class Cell>
MatrixWords words_of_matrix(const Cell* cells, std::size_t n_nodes, bool forward, State both);

}  // namespace edgemark
