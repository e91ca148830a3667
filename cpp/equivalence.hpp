// Markov equivalence of DAGs. Graphs here have only directed and undirected edges, one on a pair.
#pragma once

#include <optional>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// Skeleton with only the edges of unshielded colliders directed.
std::vector<Word> pattern(Words graph, std::size_t n_nodes);

// The pattern closed under Meek's rules 1 to 3: for a DAG, its CPDAG.
std::vector<Word> cpdag(Words dag, std::size_t n_nodes);

// A DAG with the same skeleton, arrows and unshielded colliders (Dor and Tarsi 1992), or none.
std::optional<std::vector<Word>> extension(Words pdag, std::size_t n_nodes);

}  // namespace edgemark
