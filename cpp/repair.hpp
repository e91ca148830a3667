// A class of DAGs in place of a graph that may stand for none.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

// A DAG with the skeleton of a graph of directed and undirected edges, and no unshielded collider that
// the graph has not, that keeps every arrow that it can keep beside those before it: arrows come by
// tail, then by head. Where every DAG of this skeleton has other unshielded colliders, some are let in.
std::vector<Word> mended_dag(Words graph, std::size_t n_nodes);

}  // namespace edgemark
