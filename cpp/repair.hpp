// Repair of a graph that may represent no equivalence class: a DAG that is close to it.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

// Returns a DAG with the skeleton of a graph of directed and undirected edges. All its unshielded colliders are
// unshielded colliders of the graph; if no DAG of this skeleton has only these, some others are allowed. The
// arrows of the graph are tried in order of tail, then head, and each is kept if it is compatible with those
// kept before.
std::vector<Word> mended_dag(Words graph, std::size_t n_nodes);

}  // namespace edgemark
