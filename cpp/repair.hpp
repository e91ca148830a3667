// Repair: the class of a DAG that is close to a graph which may represent no class.
#pragma once

#include <vector>

#include "pairs.hpp"

namespace edgemark {

// A DAG with the skeleton of a graph of directed and undirected edges, and only unshielded
// colliders of the graph. Arrows are tried in order of tail, then head, and each is kept if it is
// compatible with those kept before. If every DAG of this skeleton needs other unshielded
// colliders, some are allowed.
std::vector<Word> mended_dag(Words graph, std::size_t n_nodes);

}  // namespace edgemark
