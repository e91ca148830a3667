// Counting and sampling the DAGs of a class (Wienöbst, Bannach, Liskiewicz 2021, Clique-Picking).
#pragma once

#include <unordered_map>
#include <vector>

#include "cliques.hpp"
#include "stack.hpp"

namespace edgemark {

// The members of a class are counted by the maximal cliques with which they can start. If a clique comes
// first, some edges outside of it get directions. The parts that are still joined by undirected edges are
// connected and chordal like the whole graph: they are the subproblems of the clique. The number of members
// that are counted for a clique is the number of its orders that start with none of its nested sets (see
// Clique), times the number of members of each of its subproblems.
//
// The numbers are as large as factorials, so the caller does the counting. Chordality is not checked.
class CliquePicking {
 public:
  // In the graph, all nodes of a connected undirected part must have the same parents outside the part, and
  // no arrow may join two nodes of a part.
  CliquePicking(Words graph, std::size_t n_nodes);

  struct Pick {
    Clique clique;                        // its nodes are nodes of the whole graph
    std::vector<std::size_t> subproblems;
  };
  struct Problem {
    std::vector<Node> nodes;
    std::vector<Pick> picks;
  };

  const std::vector<Problem>& problems() const { return problems_; }
  const std::vector<std::size_t>& roots() const { return roots_; }  // problems of the whole graph

  // Draws DAGs from the class. The picks of all problems are numbered in one sequence. For a random number
  // below 2^64, the first pick k of a problem with limits[k] above the number is drawn, or the problem's last
  // pick if there is none.
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
