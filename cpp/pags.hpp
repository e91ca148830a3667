// Markov equivalence classes of maximal ancestral graphs.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

// The PAG of a MAG without undirected edges: the marks that all graphs of its class share (Zhang 2008,
// rules R0 to R4 and R8 to R10; colliders are read from the MAG, without a search for separating sets).
std::vector<Word> pag_of(Words mag, std::size_t n_nodes);

// A MAG of the class that a PAG represents (Zhang 2008, theorem 2). If the graph is not a PAG, the result
// may not be a MAG.
std::vector<Word> member_of(Words pag, std::size_t n_nodes);

}  // namespace edgemark
