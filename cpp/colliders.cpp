#include "colliders.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

// For each node, its neighbours on edges that have an arrowhead at one end.
struct Arrows {
  NodeLists into;  // the arrowhead is at the node
  NodeLists out;   // the arrowhead is at the neighbour

  explicit Arrows(const Adjacency& graph)
      : into(graph, [](State s) { return arrow_at_second(flip(s)); }), out(graph, arrow_at_second) {}
  // The arrowheads that both graphs have.
  Arrows(const Arrows& one, const Arrows& other) : into(one.into, other.into), out(one.out, other.out) {}
};

// Calls visit(i, k, j) for every i *-> k <-* j with i < j, unless shielded(j) is true. It calls prepare(i) once, before
// the triples that begin with i; `shielded` then says whether j is adjacent to this i.
template <class Prepare, class Shielded, class Visit>
void each_collider(const Arrows& arrows, std::size_t n_nodes, Prepare prepare, Shielded shielded, Visit visit) {
  for (Node i = 0; i < n_nodes; ++i) {
    if (arrows.out[i].empty()) continue;
    prepare(i);
    for (const Node k : arrows.out[i]) {
      const auto into_k = arrows.into[k];
      steps(into_k.size() + 1);
      for (auto j = std::upper_bound(into_k.begin(), into_k.end(), i); j != into_k.end(); ++j)
        if (!shielded(*j)) visit(i, k, *j);
    }
  }
}

std::uint64_t count_colliders(const Adjacency& graph, const Arrows& arrows) {
  std::uint64_t count = 0;
  Neighbourhood near(graph);
  each_collider(
      arrows, graph.n_nodes(), [&](Node i) { near.of(i); },
      [&](Node j) { return near.has(j); }, [&](Node, Node, Node) { ++count; });
  return count;
}

}  // namespace

std::vector<std::array<Node, 3>> unshielded_colliders(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  std::vector<std::array<Node, 3>> found;
  Neighbourhood near(graph);
  each_collider(
      Arrows(graph), n_nodes, [&](Node i) { near.of(i); },
      [&](Node j) { return near.has(j); },
      [&](Node i, Node k, Node j) { found.push_back({i, k, j}); });
  return found;
}

Overlap collider_overlap(Words truth_words, Words estimate_words, std::size_t n_nodes) {
  const Adjacency truth(truth_words, n_nodes);
  const Adjacency estimate(estimate_words, n_nodes);
  const Arrows in_truth(truth), in_estimate(estimate);
  Overlap overlap;
  overlap.in_truth = count_colliders(truth, in_truth);
  overlap.in_estimate = count_colliders(estimate, in_estimate);
  Neighbourhood near_in_truth(truth);
  Neighbourhood near_in_estimate(estimate);
  each_collider(
      Arrows(in_truth, in_estimate), n_nodes,
      [&](Node i) {
        near_in_truth.of(i);
        near_in_estimate.of(i);
      },
      [&](Node j) { return near_in_truth.has(j) || near_in_estimate.has(j); },
      [&](Node, Node, Node) { ++overlap.both; });
  return overlap;
}

}  // namespace edgemark
