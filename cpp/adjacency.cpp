#include "adjacency.hpp"

#include <algorithm>

#include "pace.hpp"

namespace edgemark {

Adjacency::Adjacency(Words graph, std::size_t n_nodes)
    : offsets(n_nodes + 1, 0),
      neighbour(2 * graph.size()),
      states(2 * graph.size()),
      twin(2 * graph.size()) {
  steps(2 * graph.size() + n_nodes);
  for (const Word word : graph) {
    ++offsets[first(word) + 1];
    ++offsets[second(word) + 1];
  }
  for (std::size_t v = 0; v < n_nodes; ++v) offsets[v + 1] += offsets[v];

  // Words are sorted, so each node meets its smaller neighbours, then its larger ones, in order.
  std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
  for (const Word word : graph) {
    const std::size_t here = next[first(word)]++;
    const std::size_t there = next[second(word)]++;
    neighbour[here] = second(word);
    neighbour[there] = first(word);
    states[here] = state(word);
    states[there] = flip(state(word));
    twin[here] = there;
    twin[there] = here;
  }
}

std::size_t Adjacency::find(Node v, Node w) const {
  const bool from_w = end(v) - begin(v) > end(w) - begin(w);
  if (from_w) std::swap(v, w);
  const auto from = neighbour.begin() + static_cast<std::ptrdiff_t>(begin(v));
  const auto to = neighbour.begin() + static_cast<std::ptrdiff_t>(end(v));
  const auto place = std::lower_bound(from, to, w);
  if (place == to || *place != w) return kNone;
  const auto e = static_cast<std::size_t>(place - neighbour.begin());
  return from_w ? twin[e] : e;
}

std::vector<Word> Adjacency::words() const {
  std::vector<Word> result;
  result.reserve(neighbour.size() / 2);
  for (Node v = 0; v < n_nodes(); ++v)
    for (std::size_t e = begin(v); e < end(v); ++e)
      if (v < neighbour[e]) result.push_back(make_word(v, neighbour[e], states[e]));
  return result;
}

namespace {

enum class Visit : std::uint8_t { kNew, kOpen, kDone };

// Depth-first search along directed edges. Calls `finish(v)` when all descendants of v are done and
// `cycle(path)` on meeting an open node; `cycle` says whether to stop.
template <class Finish, class Cycle>
void depth_first(const Adjacency& graph, Finish finish, Cycle cycle) {
  std::vector<Visit> visit(graph.n_nodes(), Visit::kNew);
  std::vector<std::size_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  std::vector<Node> path;
  steps(graph.neighbour.size() + graph.n_nodes());
  for (Node root = 0; root < graph.n_nodes(); ++root) {
    if (visit[root] != Visit::kNew) continue;
    path.push_back(root);
    visit[root] = Visit::kOpen;
    while (!path.empty()) {
      const Node v = path.back();
      if (next[v] == graph.end(v)) {
        visit[v] = Visit::kDone;
        finish(v);
        path.pop_back();
        continue;
      }
      const std::size_t e = next[v]++;
      if (!points_to_second(graph.states[e])) continue;
      const Node w = graph.neighbour[e];
      if (visit[w] == Visit::kOpen) {
        if (cycle(path, w)) return;
      } else if (visit[w] == Visit::kNew) {
        visit[w] = Visit::kOpen;
        path.push_back(w);
      }
    }
  }
}

}  // namespace

std::vector<Node> directed_cycle(const Adjacency& graph) {
  std::vector<Node> found;
  depth_first(
      graph, [](Node) {},
      [&](const std::vector<Node>& path, Node start) {
        found.assign(std::find(path.begin(), path.end(), start), path.end());
        return true;
      });
  return found;
}

std::vector<Node> parents_first(const Adjacency& graph) {
  std::vector<Node> order;
  order.reserve(graph.n_nodes());
  depth_first(
      graph, [&](Node v) { order.push_back(v); },
      [](const std::vector<Node>&, Node) { return false; });
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace edgemark
