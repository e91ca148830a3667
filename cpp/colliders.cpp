#include "colliders.hpp"

#include <algorithm>
#include <iterator>

#include "adjacency.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

// For every node k, the nodes with an edge whose mark at k is an arrowhead, sorted.
std::vector<std::vector<Node>> nodes_into(const Adjacency& graph) {
  std::vector<std::vector<Node>> into(graph.n_nodes());
  for (Node v = 0; v < graph.n_nodes(); ++v)
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e)
      if (arrow_at_second(graph.states[e])) into[graph.neighbour[e]].push_back(v);
  return into;
}

// Calls visit(i, k, j) for every i *-> k <-* j with i < j for which `shielded(j)` is false after
// `prepare(i)`.
template <class Prepare, class Shielded, class Visit>
void each_collider(const std::vector<std::vector<Node>>& into, const std::vector<std::vector<Node>>& out,
                   Prepare prepare, Shielded shielded, Visit visit) {
  for (Node i = 0; i < out.size(); ++i) {
    if (out[i].empty()) continue;
    prepare(i);
    for (const Node k : out[i]) {
      const auto& ends = into[k];
      steps(ends.size() + 1);
      for (auto j = std::upper_bound(ends.begin(), ends.end(), i); j != ends.end(); ++j)
        if (!shielded(*j)) visit(i, k, *j);
    }
  }
}

std::vector<std::vector<Node>> transpose(const std::vector<std::vector<Node>>& into) {
  std::vector<std::vector<Node>> out(into.size());
  for (Node k = 0; k < into.size(); ++k)
    for (const Node v : into[k]) out[v].push_back(k);
  return out;
}

std::uint64_t count_colliders(const Adjacency& graph, const std::vector<std::vector<Node>>& into) {
  std::uint64_t count = 0;
  Neighbourhood near(graph);
  each_collider(
      into, transpose(into), [&](Node i) { near.of(i); },
      [&](Node j) { return near.has(j); }, [&](Node, Node, Node) { ++count; });
  return count;
}

}  // namespace

std::vector<std::array<Node, 3>> unshielded_colliders(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  const auto into = nodes_into(graph);
  std::vector<std::array<Node, 3>> found;
  Neighbourhood near(graph);
  each_collider(
      into, transpose(into), [&](Node i) { near.of(i); },
      [&](Node j) { return near.has(j); },
      [&](Node i, Node k, Node j) { found.push_back({i, k, j}); });
  return found;
}

Overlap collider_overlap(Words truth_words, Words estimate_words, std::size_t n_nodes) {
  const Adjacency truth(truth_words, n_nodes);
  const Adjacency estimate(estimate_words, n_nodes);
  const auto into_truth = nodes_into(truth);
  const auto into_estimate = nodes_into(estimate);
  std::vector<std::vector<Node>> into_both(n_nodes);
  for (Node k = 0; k < n_nodes; ++k)
    std::set_intersection(into_truth[k].begin(), into_truth[k].end(), into_estimate[k].begin(),
                          into_estimate[k].end(), std::back_inserter(into_both[k]));

  Overlap overlap;
  overlap.in_truth = count_colliders(truth, into_truth);
  overlap.in_estimate = count_colliders(estimate, into_estimate);
  Neighbourhood near_in_truth(truth);
  Neighbourhood near_in_estimate(estimate);
  each_collider(
      into_both, transpose(into_both),
      [&](Node i) {
        near_in_truth.of(i);
        near_in_estimate.of(i);
      },
      [&](Node j) { return near_in_truth.has(j) || near_in_estimate.has(j); },
      [&](Node, Node, Node) { ++overlap.both; });
  return overlap;
}

}  // namespace edgemark
