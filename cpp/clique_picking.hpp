// Counting and sampling the DAGs of a class (Wienöbst, Bannach, Liskiewicz 2021, Clique-Picking).
#pragma once

#include <unordered_map>
#include <vector>

#include "cliques.hpp"
#include "stack.hpp"

namespace edgemark {

// A class is counted by the maximal cliques that its members can start with. If a clique comes first,
// the remaining undirected parts are connected and chordal like the whole: its subproblems. The share of
// a clique is the number of its orders that start with none of its nested sets, multiplied by the sizes
// of its subproblems.
//
// Numbers are as large as factorials, so counting is left to the caller. Chordality is not checked.
class CliquePicking {
 public:
  // A graph whose connected undirected parts have the same arrows into all their nodes, and none within.
  CliquePicking(Words graph, std::size_t n_nodes);

  struct Pick {
    Clique clique;                        // of nodes of the whole graph
    std::vector<std::size_t> subproblems;
  };
  struct Problem {
    std::vector<Node> nodes;
    std::vector<Pick> picks;
  };

  const std::vector<Problem>& problems() const { return problems_; }
  const std::vector<std::size_t>& roots() const { return roots_; }  // problems of the whole graph

  // DAGs drawn from the class. Pick k, counted over all problems, is drawn where a number below 2^64 is
  // below limits[k] and no earlier one of its problem; the last one of a problem where none is.
  OwnedStack sample(std::span<const std::uint64_t> limits, std::size_t count, std::uint64_t seed) const;

 private:
  struct Hash {
    std::size_t operator()(const std::vector<Node>& nodes) const;
  };

  std::size_t problem_on(std::vector<Node>&& nodes);
  void list_picks(std::size_t problem, Subgraphs& subgraphs);

  std::vector<Word> graph_;
  Lists undirected_;
  std::vector<Problem> problems_;
  std::vector<std::size_t> roots_;
  std::unordered_map<std::vector<Node>, std::size_t, Hash> known_;
};

}  // namespace edgemark
