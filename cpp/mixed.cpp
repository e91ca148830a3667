#include "mixed.hpp"

#include <array>
#include <utility>

#include "pace.hpp"

namespace edgemark {

namespace {

struct Marks {
  std::uint8_t at_first, at_second;
};

constexpr Marks marks_of(State s) {
  return {static_cast<std::uint8_t>(s >> 2), static_cast<std::uint8_t>(s & 3U)};
}

// Writes the marks of the edges of a pair to `found`, and returns how many edges it has: one or two.
std::size_t edges_of_pair(State s, std::array<Marks, 2>& found) {
  if (s == kCycle) {
    found = {marks_of(kForward), marks_of(kBackward)};
    return 2;
  }
  if (s == kForwardBow || s == kBackwardBow) {
    found = {marks_of(s == kForwardBow ? kForward : kBackward), marks_of(kBidirected)};
    return 2;
  }
  found[0] = marks_of(s);
  return 1;
}

}  // namespace

MixedGraph::MixedGraph(Words graph, std::size_t n_nodes) : offsets(n_nodes + 1, 0) {
  std::array<Marks, 2> found{};
  for (const Word word : graph) {
    const std::size_t count = edges_of_pair(state(word), found);
    offsets[first(word) + 1] += count;
    offsets[second(word) + 1] += count;
  }
  for (std::size_t v = 0; v < n_nodes; ++v) offsets[v + 1] += offsets[v];
  edges.resize(offsets[n_nodes]);
  std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
  for (const Word word : graph) {
    const Node i = first(word), j = second(word);
    const std::size_t count = edges_of_pair(state(word), found);
    for (std::size_t k = 0; k < count; ++k) {
      edges[next[i]++] = {j, found[k].at_first, found[k].at_second};
      edges[next[j]++] = {i, found[k].at_second, found[k].at_first};
    }
  }
}

std::vector<std::uint8_t> ancestors_of(const MixedGraph& graph, const std::vector<Node>& targets) {
  std::vector<std::uint8_t> found(graph.n_nodes(), 0);
  std::vector<Node> waiting;
  for (const Node v : targets) {
    if (!found[v]) waiting.push_back(v);
    found[v] = 1;
  }
  while (!waiting.empty()) {
    const Node v = waiting.back();
    waiting.pop_back();
    for (const HalfEdge& e : edges_of(graph, v))
      if (leads_in(e) && !found[e.other]) {
        found[e.other] = 1;
        waiting.push_back(e.other);
      }
  }
  return found;
}

Descendants::Descendants(const MixedGraph& graph)
    : width_((graph.n_nodes() + 63) / 64), bits_(width_ * graph.n_nodes(), 0) {
  std::vector<Node> waiting;
  for (Node v = 0; v < graph.n_nodes(); ++v) {
    std::uint64_t* row = bits_.data() + v * width_;
    row[v / 64] |= std::uint64_t{1} << (v % 64);
    waiting.assign(1, v);
    while (!waiting.empty()) {
      const Node u = waiting.back();
      waiting.pop_back();
      steps(graph.offsets[u + 1] - graph.offsets[u]);
      for (const HalfEdge& e : edges_of(graph, u)) {
        if (!leads_out(e)) continue;
        const std::uint64_t bit = std::uint64_t{1} << (e.other % 64);
        if (row[e.other / 64] & bit) continue;
        row[e.other / 64] |= bit;
        waiting.push_back(e.other);
      }
    }
  }
}

std::vector<std::uint8_t> m_connected(const MixedGraph& graph, const std::vector<Node>& from,
                                      const std::vector<std::uint8_t>& given) {
  std::vector<Node> conditioned;
  for (Node v = 0; v < graph.n_nodes(); ++v)
    if (given[v]) conditioned.push_back(v);
  // A walk may pass a collider if the collider is conditioned on, or is an ancestor of a node that is.
  const std::vector<std::uint8_t> is_open_collider = ancestors_of(graph, conditioned);

  // seen[2 v + 1]: v has been reached along an edge with an arrowhead at v; seen[2 v]: along another edge.
  std::vector<std::uint8_t> seen(2 * graph.n_nodes(), 0), found(graph.n_nodes(), 0);
  std::vector<std::pair<Node, bool>> waiting;
  const auto reach = [&](const HalfEdge& e) {
    const bool arrow = e.there == kArrowMark;
    if (seen[2 * e.other + arrow]) return;
    seen[2 * e.other + arrow] = 1;
    found[e.other] = 1;
    waiting.emplace_back(e.other, arrow);
  };
  for (const Node v : from)
    for (const HalfEdge& e : edges_of(graph, v)) reach(e);
  while (!waiting.empty()) {
    const auto [v, arrow] = waiting.back();
    waiting.pop_back();
    steps(graph.offsets[v + 1] - graph.offsets[v]);
    for (const HalfEdge& e : edges_of(graph, v)) {
      const bool collider = arrow && e.here == kArrowMark;
      if (collider ? is_open_collider[v] : !given[v]) reach(e);
    }
  }
  return found;
}

}  // namespace edgemark
