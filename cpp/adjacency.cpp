#include "adjacency.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "matrix.hpp"
#include "pace.hpp"
#include "small_graphs.hpp"

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

  // Words are sorted, so the neighbours of each node are stored in ascending order.
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
  // Searches the shorter one of the two lists.
  const bool from_w = end(v) - begin(v) > end(w) - begin(w);
  if (from_w) std::swap(v, w);
  const auto from = neighbour.begin() + static_cast<std::ptrdiff_t>(begin(v));
  const auto to = neighbour.begin() + static_cast<std::ptrdiff_t>(end(v));
  const auto found = std::lower_bound(from, to, w);
  if (found == to || *found != w) return kNone;
  const auto e = static_cast<std::size_t>(found - neighbour.begin());
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

NodeLists::NodeLists(const NodeLists& one, const NodeLists& other) : offsets_(one.offsets_.size()) {
  for (Node v = 0; v + 1 < offsets_.size(); ++v) {
    std::ranges::set_intersection(one[v], other[v], std::back_inserter(nodes_));
    offsets_[v + 1] = nodes_.size();
  }
}

namespace {

enum class Visit : std::uint8_t { kNew, kOpen, kDone };

// Depth-first search along directed edges. Calls `finish(v)` when it has followed all edges from v, and
// `cycle(path, w)` when it meets a node w of its path again; `cycle` returns whether to stop.
template <class Finish, class Cycle>
void depth_first(const Adjacency& graph, Finish finish, Cycle cycle) {
  std::vector<Visit> visit(graph.n_nodes(), Visit::kNew);
  std::vector<std::size_t> next(graph.offsets.begin(), graph.offsets.end() - 1);  // each node's next half-edge
  std::vector<Node> path;                                                         // from the root to the current node
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

namespace {

// For each state of a pair: 1 if an edge --> leads to its second node, plus 2 if one leads to its first node.
constexpr auto kPointsTo = [] {
  std::array<std::uint8_t, kStates> to{};
  for (unsigned s = 0; s < kStates; ++s)
    to[s] = static_cast<std::uint8_t>(points_to_second(static_cast<State>(s)) +
                                      2 * points_to_second(flip(static_cast<State>(s))));
  return to;
}();

// Calls `visit` with the tail and the head of each directed edge, without a branch on the direction. No pair may
// have two directed edges.
template <class Visit>
void each_arc(Words graph, Visit visit) {
  for (const Word word : graph) {
    const unsigned to = kPointsTo[state(word)];
    if (to == 0) continue;
    // If the edge leads to the first node, the exclusive or with `turn` exchanges the nodes; else `turn` is 0.
    const Node turn = (first(word) ^ second(word)) & (Node{0} - Node{to == 2});
    visit(first(word) ^ turn, second(word) ^ turn);
  }
}

// Searches a matrix of bits, which is faster for dense graphs.
bool is_acyclic_in_bits(Words graph, std::size_t n_nodes) {
  const std::size_t width = (n_nodes + 63) / 64;
  std::vector<std::uint64_t> rows(n_nodes * width, 0);
  each_arc(graph, [&](Node tail, Node head) { rows[tail * width + head / 64] |= std::uint64_t{1} << head % 64; });
  return rows_are_acyclic(rows, n_nodes);
}

// Removes nodes that have no remaining parents, one after the other, until no node is left or every
// remaining node has a parent.
bool is_acyclic_in_lists(Words graph, std::size_t n_nodes) {
  std::vector<std::uint32_t> starts(n_nodes + 1, 0), n_parents(n_nodes, 0);
  each_arc(graph, [&](Node tail, Node head) {
    ++starts[tail + 1];
    ++n_parents[head];
  });
  for (std::size_t v = 0; v < n_nodes; ++v) starts[v + 1] += starts[v];
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  std::vector<Node> children(starts.back()), ready(n_nodes);
  each_arc(graph, [&](Node tail, Node head) { children[next[tail]++] = head; });
  std::size_t n_ready = 0;
  for (Node v = 0; v < n_nodes; ++v) {  // Without a branch: the next node overwrites one that is not ready.
    ready[n_ready] = v;
    n_ready += n_parents[v] == 0;
  }
  for (std::size_t k = 0; k < n_ready; ++k)
    for (std::uint32_t e = starts[ready[k]]; e < starts[ready[k] + 1]; ++e)
      if (--n_parents[children[e]] == 0) ready[n_ready++] = children[e];
  return n_ready == n_nodes;
}

}  // namespace

bool is_acyclic(Words graph, std::size_t n_nodes) {
  steps(2 * graph.size() + n_nodes);
  if (n_nodes <= FewNodes::kMost) return FewNodes(graph, n_nodes).order();  // false if there is a cycle
  for (const Word word : graph)
    if (state(word) == kCycle) return false;
  if (graph.size() > n_nodes * n_nodes / 64) return is_acyclic_in_bits(graph, n_nodes);
  return is_acyclic_in_lists(graph, n_nodes);
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
