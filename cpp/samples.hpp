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
  // Position of a graph; a new graph is put at the end.
  std::uint64_t place(Words graph);

  OwnedStack& graphs() { return graphs_; }

 private:
  OwnedStack graphs_;
  std::unordered_multimap<std::uint64_t, std::uint64_t> places_;  // by hash; equal ones are compared
};

// The different graphs of a stack, and for each graph of the stack which of them it is.
struct Distinct {
  OwnedStack graphs;
  std::vector<std::uint64_t> which;
};
Distinct distinct(const Stack& stack);

// A Markov chain as its moves. Move k changes the edges changes[starts[k]] .. changes[starts[k + 1] - 1],
// words of single edges in state kForward, kBackward or kUndirected: those with `added` appear, the others
// vanish. After it the chain stays for `holds[k]`; where that is 0 the graph is passed, not visited.
struct Moves {
  Words changes;
  std::span<const std::uint8_t> added;
  std::span<const std::uint64_t> starts;
  std::span<const double> holds;
};

// The different graphs that are visited, and for how long in total. It ends early at the first move that
// adds an edge that is there, removes one that is not, or mixes directed and undirected edges on a pair;
// and once the graphs have more than `most_words`.
struct Visits {
  DistinctGraphs distinct;
  std::vector<double> holds;
  std::optional<std::uint64_t> bad;
};
Visits visits(const Moves& moves, std::size_t most_words);

// Node v is now to[v], which all differ.
OwnedStack renumbered(const Stack& stack, std::span<const std::uint64_t> to);

// Sum of the weights of the graphs whose pair i < j is in the s-th of `states`: [s][i][j], else 0.
std::vector<double> state_weights(const Stack& stack, std::span<const double> weights,
                                  std::size_t n_nodes, std::span<const State> states);

// Sum of the weights of the graphs in which a directed path leads from i to j: [i][j], i not j.
std::vector<double> ancestor_weights(const Stack& stack, std::span<const double> weights,
                                     std::size_t n_nodes);

}  // namespace edgemark
