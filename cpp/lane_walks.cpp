#include "lane_walks.hpp"

#include "pace.hpp"

namespace edgemark {

LaneGraph::LaneGraph(const MixedGraph& graph)
    : offsets(graph.offsets), child_offsets(graph.n_nodes() + 1, 0) {
  const std::size_t n = graph.n_nodes();
  std::vector<std::size_t> n_parents(n, 0);
  ends.reserve(graph.edges.size());
  for (Node v = 0; v < n; ++v) {
    for (const HalfEdge& e : edges_of(graph, v)) {
      ends.push_back({e.other, e.here == kArrowMark, e.there == kArrowMark});
      if (leads_out(e)) children.push_back(e.other);
      n_parents[v] += leads_in(e);
    }
    child_offsets[v + 1] = children.size();
  }
  order.reserve(n);
  for (Node v = 0; v < n; ++v)
    if (n_parents[v] == 0) order.push_back(v);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t e = child_offsets[order[k]]; e < child_offsets[order[k] + 1]; ++e)
      if (--n_parents[children[e]] == 0) order.push_back(children[e]);
}

namespace {

// Lets what is new at a node go on along its edges.
ALWAYS_INLINE void push(const LaneGraph::End* begin, const LaneGraph::End* end, LaneNode* nodes,
                        std::uint16_t* stale, Node v) {
  const LaneNode& here = nodes[v];
  const Wide plain = here.by_tail & here.through;
  const Wide by_tail_end = plain | (here.by_arrow & here.through);
  const Wide by_arrow_end = plain | (here.by_arrow & here.collider);
  if (!any(by_tail_end | by_arrow_end)) return;
  for (const LaneGraph::End* e = begin; e < end; ++e) {
    LaneNode& there = nodes[e->other];
    const Wide& out = e->arrow_here ? by_arrow_end : by_tail_end;
    Wide& reached = e->arrow_there ? there.by_arrow : there.by_tail;
    if (!any(out & ~reached)) continue;
    reached |= out;
    stale[e->other] = 1;
  }
}

MULTIVERSION
void spread(const LaneGraph& graph, LaneNode* nodes, std::uint16_t* stale) {
  const std::size_t n = graph.order.size();
  const Node* order = graph.order.data();
  const std::size_t* offsets = graph.offsets.data();
  const LaneGraph::End* ends = graph.ends.data();
  bool some = true, down = true;
  while (some && !pace::is_ended) {
    some = false;
    for (std::size_t k = 0; k < n; ++k) {
      const Node v = order[down ? k : n - 1 - k];
      if (stale[v] == 0) continue;
      stale[v] = 0;
      some = true;
      push(ends + offsets[v], ends + offsets[v + 1], nodes, stale, v);
    }
    noted_steps(n + graph.ends.size());
    down = !down;
  }
}

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
  for (std::size_t k = 0; k < graph_->offsets[v + 1] - graph_->offsets[v]; ++k) start_along(v, k, lanes);
  stay_out_of(v, lanes);
}

void LaneWalks::start_along(Node v, std::size_t edge, const Wide& lanes) {
  const LaneGraph::End& e = graph_->ends[graph_->offsets[v] + edge];
  LaneNode& there = nodes_[e.other];
  Wide& reached = e.arrow_there ? there.by_arrow : there.by_tail;
  reached |= lanes;
  stale_[e.other] = 1;
}

void LaneWalks::go() {
  spread(*graph_, nodes_.data(), stale_.data());
  pace::go_on();
}

void add_ancestors(const LaneGraph& graph, Plane<Wide>& plane) {
  steps(graph.n_nodes() + graph.children.size());
  pull_up(graph, plane.data());
}

}  // namespace edgemark
