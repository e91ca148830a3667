// Conclusions that hold in all graphs of a class with hidden variables: visible edges and ancestral
// relations.
#pragma once

#include <cstdint>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

// A flag for each half-edge a --> b: whether no hidden common cause of a and b is possible (Zhang 2008).
// The flags of other half-edges are 0.
std::vector<std::uint8_t> visible_half_edges(const MixedGraph& graph);

// The same for each word of the graph.
std::vector<std::uint8_t> visible_edges(Words graph, std::size_t n_nodes);


// Row v: whether v is an ancestor of each other node in the members of the class of a PAG. kYes: in all of them, which
// follows from uncovered possibly directed paths, and from chains of such conclusions. kNo: in none, since there is no
// possibly directed path. kUnknown: otherwise.
enum class Relation : std::uint8_t { kNo, kYes, kUnknown };
std::vector<Relation> ancestral_relations(Words pag, std::size_t n_nodes);

}  // namespace edgemark
