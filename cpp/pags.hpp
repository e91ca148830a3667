// Markov equivalence classes of maximal ancestral graphs.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

// The PAG of a MAG without undirected edges: the marks that all graphs of its class share (Zhang 2008,
// rules R0 to R4 and R8 to R10; colliders are read from the MAG, no separating set is searched for).
std::vector<Word> pag_of(Words mag, std::size_t n_nodes);

// A MAG of the class that a PAG represents (Zhang 2008, theorem 2). The result may be no MAG if the
// graph is no PAG.
std::vector<Word> member_of(Words pag, std::size_t n_nodes);

}  // namespace edgemark
