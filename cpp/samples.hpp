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

// A Markov chain as a list of moves. The chain starts at the graph without edges. Move k changes the edges
// changes[starts[k]] .. changes[starts[k + 1] - 1], which are words of single edges in state kForward, kBackward or
// kUndirected. Edge c is added if added[c] is not 0, and removed otherwise. After the move, the chain stays for
// holds[k] steps; if that is 0, the graph is not visited.
struct Moves {
  Words changes;
  std::span<const std::uint8_t> added;
  std::span<const std::uint64_t> starts;
  std::span<const double> holds;
};

// The different graphs that are visited, and for how many steps each in total. The chain is followed to its end, or to
// an impossible move: one that adds an edge that exists, removes one that does not, or mixes directed and undirected
// edges on a pair. It is not followed further once the graphs have more than `most_words` words in total.
struct Visits {
  DistinctGraphs distinct;
  std::vector<double> holds;
  std::optional<std::uint64_t> bad;  // the number of the impossible move, if there is one
};
Visits visits(const Moves& moves, std::size_t most_words);

// Renumbers the nodes: v becomes to[v], which differs for all nodes.
OwnedStack renumbered(const Stack& stack, std::span<const std::uint64_t> to);

// Entry [s][i][j], i < j, is the sum of the weights of the graphs in which this pair is in the s-th of `states`. Other
// entries are 0. `states` must contain every state of the graphs.
std::vector<double> state_weights(const Stack& stack, std::span<const double> weights,
                                  std::size_t n_nodes, std::span<const State> states);

// Entry [i][j] is the sum of the weights of the graphs in which a directed path leads from i to j; 0 if i = j.
std::vector<double> ancestor_weights(const Stack& stack, std::span<const double> weights,
                                     std::size_t n_nodes);

}  // namespace edgemark
