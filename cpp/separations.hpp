// Separations of two graphs: how often a separator in one graph fails in the other, and how often the
// graphs agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mixed.hpp"

namespace edgemark {

// The set that should separate two nodes without an edge if the estimate is right.
enum class Separator : std::uint8_t {
  kParents,    // all possible parents of the first or the second node, without the two nodes
  kAncestors,  // all possible ancestors of the first or the second node, without the two nodes
  kMinimal,    // the minimal separator that is nearest to the first node of an ordered pair
};

struct SeparationErrors {
  std::uint64_t wrong = 0;        // pairs whose separator does not separate them in the truth
  std::uint64_t inseparable = 0;  // for kMinimal: pairs without an edge that no set separates in the estimate
};

// Counts the errors over the pairs without an edge in the estimate. For minimal separators, the pairs are
// ordered, and the estimate must be a DAG or a MAG. For the others, the pairs are unordered, and each end of
// `---` is a possible parent of the other end.
SeparationErrors separation_errors(Words truth, Words estimate, std::size_t n_nodes, Separator separator,
                                   std::size_t n_threads);

// The minimal separator of two nodes that is nearest to the first; nothing if no set separates them.
std::optional<std::vector<Node>> nearest_separator(Words graph, std::size_t n_nodes, Node x, Node y);

// How many pairs of nodes, each with a conditioning set, are connected in both graphs, only in the first, only in the
// second, and in neither.
struct Connections {
  std::uint64_t both = 0, first = 0, second = 0, none = 0;
};

// Entry k counts all unordered pairs, each with all sets of k other nodes.
std::vector<Connections> all_connections(Words first, Words second, std::size_t n_nodes, std::size_t n_threads);

// Entry k, for k below `n_orders`, counts `n_samples` random pairs, each with a random set of k other nodes.
std::vector<Connections> sampled_connections(Words first, Words second, std::size_t n_nodes, std::size_t n_orders,
                                             std::uint64_t n_samples, std::uint64_t seed, std::size_t n_threads);

}  // namespace edgemark
