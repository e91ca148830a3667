// Markov equivalence of DAGs. Graphs here have only directed and undirected edges, one on a pair.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pairs.hpp"

namespace edgemark {

// The skeleton, in which only the edges of unshielded colliders are directed.
std::vector<Word> pattern(Words graph, std::size_t n_nodes);

// CPDAGs of DAGs, one after the other. The time is linear in the edges, except that for every node, the
// parents of its last parent are examined too.
//
// Chickering (1995) labels edges in the causal order of their heads, and the edges into one head from its last
// parent to its first. The labels of all edges into a node then follow from its last parent x. If some compelled
// parent of x is not a parent of the node, or some other parent of the node is not a parent of x, all of them are
// compelled. Otherwise, those from compelled parents of x are compelled and the others are reversible.
class Completion {
 public:
  explicit Completion(std::size_t n_nodes);

  // Returns the words of the CPDAG, which are valid until the next call.
  std::span<const Word> of(Words dag);

 private:
  struct Parent {
    Node node;
    bool compelled;
    std::size_t edge;  // position among the words
  };

  void list_parents(Words dag);
  void put_parents_first();
  void label_edges_into(Node v);
  bool are_all_compelled(Node last, std::span<const Parent> into);
  std::span<Parent> parents(Node v) {
    return std::span(parents_).subspan(offsets_[v], offsets_[v + 1] - offsets_[v]);
  }

  std::vector<std::size_t> offsets_;
  std::vector<Parent> parents_;
  std::vector<std::size_t> next_;
  std::vector<Node> path_;
  std::vector<Node> order_;
  std::vector<std::size_t> position_;     // of each node in the order; kNew before it has one
  std::vector<std::size_t> n_compelled_;  // the number of compelled edges into each node
  std::vector<std::uint64_t> seen_;       // the round in which a node was last seen, see are_all_compelled
  std::uint64_t round_ = 0;
  std::vector<Word> words_;
};

// The CPDAG of one DAG.
std::vector<Word> cpdag(Words dag, std::size_t n_nodes);

// Returns a DAG with the same skeleton, arrows and unshielded colliders; nothing if there is none. For a CPDAG, the
// time is linear in the edges up to a logarithmic factor. For other graphs with undirected edges, the algorithm of
// Dor and Tarsi is used.
std::optional<std::vector<Word>> extension(Words pdag, std::size_t n_nodes);

}  // namespace edgemark
