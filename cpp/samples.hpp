// Weighted samples of graphs: duplicates, the graphs that a Markov chain visits, sums of weights.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "stack.hpp"

namespace edgemark {

// Graphs, each kept once, in the order of their first appearance.
class DistinctGraphs {
 public:
  // Returns the position of a graph; puts a new graph at the end.
  std::uint64_t position(Words graph);

  OwnedStack& graphs() { return graphs_; }

 private:
  OwnedStack graphs_;
  std::unordered_multimap<std::uint64_t, std::uint64_t> positions_;  // by hash; graphs with equal hashes are compared
};

// The different graphs of a stack, and for each graph of the stack its position among them.
struct Distinct {
  OwnedStack graphs;
  std::vector<std::uint64_t> which;
};
Distinct distinct(const Stack& stack);

// A Markov chain as a list of moves. Move k changes the edges changes[starts[k]] .. changes[starts[k + 1] -
// 1], which are words of single edges in state kForward, kBackward or kUndirected. Edge c appears if added[c] is not
// 0, and disappears otherwise. After the move, the chain stays for `holds[k]` steps; if that is 0, the graph is
// passed but not visited.
struct Moves {
  Words changes;
  std::span<const std::uint8_t> added;
  std::span<const std::uint64_t> starts;
  std::span<const double> holds;
};

// The different graphs that are visited, and for how long in total. The list ends early at an impossible move:
// one that adds an edge that exists, removes one that does not, or mixes directed and undirected edges on a pair. It
// also ends once the graphs have more than `most_words` words.
struct Visits {
  DistinctGraphs distinct;
  std::vector<double> holds;
  std::optional<std::uint64_t> bad;  // the impossible move, if there is one
};
Visits visits(const Moves& moves, std::size_t most_words);

// Renames node v to to[v]; no two of these are equal.
OwnedStack renumbered(const Stack& stack, std::span<const std::uint64_t> to);

// [s][i][j]: the sum of the weights of the graphs in which the pair i < j is in the s-th of `states`; 0
// elsewhere. Every state of the graphs must be one of `states`.
std::vector<double> state_weights(const Stack& stack, std::span<const double> weights,
                                  std::size_t n_nodes, std::span<const State> states);

// [i][j], i not j: the sum of the weights of the graphs in which a directed path leads from i to j.
std::vector<double> ancestor_weights(const Stack& stack, std::span<const double> weights,
                                     std::size_t n_nodes);

}  // namespace edgemark
