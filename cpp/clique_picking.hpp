// Counting and sampling the DAGs of a class (Wienöbst, Bannach, Liskiewicz 2021, Clique-Picking).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "cliques.hpp"
#include "stack.hpp"

namespace edgemark {

// Each member of a class is counted for one of the maximal cliques with which its causal orders can start. If a clique
// comes first, some edges outside of it get directions. The edges that stay undirected join the other nodes into parts.
// Each part is connected and chordal, like the whole graph. If it has two nodes or more, it is a subproblem of the
// clique. The number of members that are counted for a clique is a product: the number of orders of its nodes that
// start with none of its nested sets (see Clique), times the number of members of each of its subproblems.
//
// This class lists cliques and subproblems, and draws members. The caller does the counting, because the numbers can be
// too large for machine integers. Chordality is not checked.
class CliquePicking {
 public:
  // In the graph, all nodes of a connected undirected part must have the same parents outside the part, and
  // no arrow may join two nodes of a part.
  CliquePicking(Words graph, std::size_t n_nodes);

  struct Pick {
    Clique clique;                         // a clique that can come first; its nodes are nodes of the whole graph
    std::vector<std::size_t> subproblems;  // their positions in problems()
  };
  // A connected part of two nodes or more, and all its maximal cliques.
  struct Problem {
    std::vector<Node> nodes;
    std::vector<Pick> picks;
  };

  const std::vector<Problem>& problems() const { return problems_; }
  // The positions of the problems of the whole graph: one for each of its connected undirected parts with an edge.
  const std::vector<std::size_t>& roots() const { return roots_; }

  // Draws DAGs from the class. The picks of all problems are numbered in one sequence; `limits` has an entry for each.
  // A pick of a problem is drawn by a random number below 2^64: the first pick whose limit is above the number, or the
  // last one if there is none.
  OwnedStack sample(std::span<const std::uint64_t> limits, std::size_t count, std::uint64_t seed) const;

 private:
  struct Hash {
    std::size_t operator()(const std::vector<Node>& nodes) const;
  };

  // Returns the position of the problem on these nodes; adds the problem if it is new.
  std::size_t problem_on(std::vector<Node>&& nodes);
  void list_picks(std::size_t problem, Subgraphs& subgraphs);

  std::vector<Word> graph_;
  Lists undirected_;
  std::vector<Problem> problems_;
  std::vector<std::size_t> roots_;
  std::unordered_map<std::vector<Node>, std::size_t, Hash> known_;  // the position of the problem on these nodes
};

}  // namespace edgemark
