// Ancestral relations. The descendants of 512 nodes are found at once, so that memory grows with the numbers of
// nodes and edges, not with the number of pairs. In an acyclic graph, each block of 512 nodes visits an edge at most
// twice, and only if an end of the edge is one of these nodes or of their descendants.
#pragma once

#include <utility>
#include <vector>

#include "colliders.hpp"
#include "pairs.hpp"

namespace edgemark {

// `kDirectedPath`: x is an ancestor of y if a directed path leads from x to y. `kEveryMember`: x is an
// ancestor of y in every DAG of the class that a CPDAG represents.
enum class Ancestry { kDirectedPath, kEveryMember };

// Numbers of ordered pairs (ancestor, descendant) of different nodes: in both graphs, and in each graph.
Overlap ancestor_overlap(Words truth, Ancestry truth_reading, Words estimate,
                         Ancestry estimate_reading, std::size_t n_nodes);

// The nodes other than `source` to which directed paths lead from it; if not `forwards`, its ancestors.
std::vector<Node> reachable(Words graph, std::size_t n_nodes, Node source, bool forwards);

// Claims of an estimate about ancestors in a DAG, and how many of them are correct. An arrowhead at Y on an
// edge with X claims that Y is not an ancestor of X; the tail of X --> Y claims that X is an ancestor of Y.
struct Claims {
  std::uint64_t arrowheads = 0;
  std::uint64_t correct_arrowheads = 0;
  std::uint64_t tails = 0;
  std::uint64_t correct_tails = 0;
};
Claims ancestral_claims(Words dag, Words estimate, std::size_t n_nodes);

// Two nodes i, j that are joined by i <-> j alone, with a directed path from i to j; empty if there are none.
std::vector<Node> almost_directed_cycle(Words graph, std::size_t n_nodes);

}  // namespace edgemark
