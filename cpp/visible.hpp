// Conclusions that hold in all graphs of a class with hidden variables: visible edges and ancestral
// relations.
#pragma once

#include <cstdint>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

// A flag for each half-edge: 1 for a --> b if a and b can have no hidden common cause, so that the edge is visible
// (Zhang 2008); 0 otherwise, also for b <-- a. No pair of the graph may carry two edges.
std::vector<std::uint8_t> visible_half_edges(const MixedGraph& graph);

// A flag for each word of the graph: whether its edge is visible.
std::vector<std::uint8_t> visible_edges(Words graph, std::size_t n_nodes);

// A square table with a row for each node v: whether v is an ancestor of the node of each column in the members of the
// PAG's class. kYes: in all members, which follows from uncovered possibly directed paths, and from chains of such
// conclusions. kNo: in no member, since there is no possibly directed path; also on the diagonal. kUnknown: otherwise.
enum class Relation : std::uint8_t { kNo, kYes, kUnknown };
std::vector<Relation> ancestral_relations(Words pag, std::size_t n_nodes);

}  // namespace edgemark
