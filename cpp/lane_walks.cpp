#include "lane_walks.hpp"

#include <algorithm>

#include "pace.hpp"

namespace edgemark {

LaneGraph::LaneGraph(const MixedGraph& graph)
    : offsets(graph.offsets), middles(graph.n_nodes()), child_offsets(graph.n_nodes() + 1, 0) {
  const std::size_t n = graph.n_nodes();
  std::vector<std::size_t> n_parents_left(n, 0);
  ends.reserve(graph.edges.size());
  for (Node v = 0; v < n; ++v) {
    for (const HalfEdge& e : edges_of(graph, v)) {
      ends.push_back({e.other, e.here == kArrowMark, e.there == kArrowMark});
      if (leads_out(e)) children.push_back(e.other);
      n_parents_left[v] += leads_in(e);
    }
    child_offsets[v + 1] = children.size();
  }
  order.reserve(n);
  for (Node v = 0; v < n; ++v)
    if (n_parents_left[v] == 0) order.push_back(v);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t e = child_offsets[order[k]]; e < child_offsets[order[k] + 1]; ++e)
      if (--n_parents_left[children[e]] == 0) order.push_back(children[e]);
  std::vector<std::size_t> position(n, 0);
  for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = k;
  for (Node v = 0; v < n; ++v) {
    const auto begin = ends.begin() + static_cast<std::ptrdiff_t>(offsets[v]);
    const auto end = ends.begin() + static_cast<std::ptrdiff_t>(offsets[v + 1]);
    const auto middle = std::partition(begin, end, [&](const End& e) { return position[e.other] < position[v]; });
    middles[v] = static_cast<std::size_t>(middle - ends.begin());
  }
}

namespace {

// Continues the walks that have reached a node, along some of its edges.
ALWAYS_INLINE void push(const LaneGraph::End* begin, const LaneGraph::End* end, LaneNode* nodes,
                        std::uint16_t* stale, Node v) {
  const LaneNode& here = nodes[v];
  // The lanes that may leave along an edge without, or with, an arrowhead here. The node is a collider only if
  // both edges of the walk have arrowheads here.
  const Wide after_tail = here.by_tail & here.through;
  const Wide leaving_by_tail = after_tail | (here.by_arrow & here.through);
  const Wide leaving_by_arrow = after_tail | (here.by_arrow & here.collider);
  if (!any(leaving_by_tail | leaving_by_arrow)) return;
  for (const LaneGraph::End* e = begin; e < end; ++e) {
    LaneNode& there = nodes[e->other];
    const Wide& out = e->arrow_here ? leaving_by_arrow : leaving_by_tail;
    Wide& reached = e->arrow_there ? there.by_arrow : there.by_tail;
    if (!any(out & ~reached)) continue;
    reached |= out;
    stale[e->other] = 3;
  }
}

// Continues all walks: to later nodes in causal order, then to earlier nodes in reverse order, and again
// until no walk has reached a new node.
MULTIVERSION
void spread(const LaneGraph& graph, LaneNode* nodes, std::uint16_t* stale) {
  const std::size_t n = graph.order.size();
  const Node* order = graph.order.data();
  const std::size_t* offsets = graph.offsets.data();
  const LaneGraph::End* ends = graph.ends.data();
  const std::size_t* middles = graph.middles.data();
  bool has_stale = true;
  while (has_stale && !pace::is_ended) {
    has_stale = false;
    for (std::size_t k = 0; k < n; ++k) {
      const Node v = order[k];
      if ((stale[v] & 1U) == 0) continue;
      stale[v] &= 2U;
      push(ends + middles[v], ends + offsets[v + 1], nodes, stale, v);
    }
    for (std::size_t k = n; k-- > 0;) {
      const Node v = order[k];
      if (stale[v] == 0) continue;
      has_stale = true;
      if (stale[v] & 2U) {
        stale[v] &= 1U;
        push(ends + offsets[v], ends + middles[v], nodes, stale, v);
      }
    }
    noted_steps(2 * (n + graph.ends.size()));
  }
}

// Adds to the lanes of each node those of its descendants. Children come later in the causal order, so one pass in
// reverse order is enough.
MULTIVERSION
void pull_up(const LaneGraph& graph, Wide* plane) {
  const std::size_t n = graph.order.size();
  for (std::size_t k = n; k-- > 0;) {
    const Node v = graph.order.data()[k];
    Wide found = plane[v];
    for (std::size_t e = graph.child_offsets.data()[v]; e < graph.child_offsets.data()[v + 1]; ++e)
      found |= plane[graph.children.data()[e]];
    plane[v] = found;
  }
}

}  // namespace

void LaneWalks::stay_out_of(Node v, const Wide& lanes) {
  nodes_[v].through &= ~lanes;
  nodes_[v].collider &= ~lanes;
}

void LaneWalks::start(Node v, const Wide& lanes) {
  for (std::size_t k = graph_->offsets[v]; k < graph_->offsets[v + 1]; ++k)
    start_along(graph_->ends[k].other, graph_->ends[k].arrow_there, lanes);
  stay_out_of(v, lanes);
}

void LaneWalks::start_along(Node other, bool arrow, const Wide& lanes) {
  (arrow ? nodes_[other].by_arrow : nodes_[other].by_tail) |= lanes;
  stale_[other] = 3;
}

void LaneWalks::go() {
  spread(*graph_, nodes_.data(), stale_.data());
  pace::rethrow();
}

void add_ancestors(const LaneGraph& graph, Plane<Wide>& plane) {
  steps(graph.n_nodes() + graph.children.size());
  pull_up(graph, plane.data());
}

}  // namespace edgemark
