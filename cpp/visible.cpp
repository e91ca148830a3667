#include "visible.hpp"

#include <numeric>
#include <utility>

#include "adjacency.hpp"
#include "lane_walks.hpp"
#include "pace.hpp"

namespace edgemark {

namespace {

// The marks of the state of a pair, seen from the node that owns a half-edge: at this node, and at the other.
std::uint8_t at_owner(State s) { return s >> 2; }
std::uint8_t at_other(State s) { return s & 3U; }

// Finds whether an edge a --> b is visible. It is if some node c that is not adjacent to b has an edge into a, or a
// path into a on which all nodes between c and a are colliders and parents of b.
class Witnesses {
 public:
  Witnesses(const MixedGraph& graph, const Adjacency& adjacency)
      : adjacency_(adjacency), offsets_(1, 0), seen_(graph.n_nodes(), 0) {
    for (Node v = 0; v < graph.n_nodes(); ++v) {
      for (const HalfEdge& e : edges_of(graph, v))
        if (e.here == kArrowMark) into_.push_back(e);
      offsets_.push_back(into_.size());
    }
  }

  bool has(Node a, Node b) {
    steps(1);
    ++round_;
    waiting_.assign(1, a);
    seen_[a] = seen_[b] = round_;
    while (!waiting_.empty()) {
      const Node v = waiting_.back();
      waiting_.pop_back();
      for (std::size_t k = offsets_[v]; k < offsets_[v + 1]; ++k) {
        const HalfEdge& e = into_[k];
        steps(1);
        if (seen_[e.other] == round_) continue;
        const std::size_t edge_to_b = adjacency_.find(e.other, b);
        if (edge_to_b == Adjacency::kNone) return true;
        if (e.there != kArrowMark || adjacency_.states[edge_to_b] != kForward) continue;
        seen_[e.other] = round_;
        waiting_.push_back(e.other);
      }
    }
    return false;
  }

 private:
  const Adjacency& adjacency_;
  std::vector<std::size_t> offsets_;
  std::vector<HalfEdge> into_;     // the half-edges of each node v with an arrowhead at v, from offsets_[v] on
  std::vector<std::size_t> seen_;  // the last round in which each node was seen
  std::size_t round_ = 0;          // each search is a round
  std::vector<Node> waiting_;
};

// No pair of the graph may carry two edges.
std::vector<Word> words_of(const MixedGraph& graph) {
  std::vector<Word> words;
  for (Node v = 0; v < graph.n_nodes(); ++v)
    for (const HalfEdge& e : edges_of(graph, v))
      if (v < e.other) words.push_back(make_word(v, e.other, static_cast<State>(e.here * 4 + e.there)));
  return words;
}

}  // namespace

std::vector<std::uint8_t> visible_half_edges(const MixedGraph& graph) {
  const Adjacency adjacency(words_of(graph), graph.n_nodes());
  Witnesses witnesses(graph, adjacency);
  std::vector<std::uint8_t> visible(graph.edges.size(), 0);
  for (Node v = 0; v < graph.n_nodes(); ++v)
    for (std::size_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e)
      visible[e] = leads_out(graph.edges[e]) && witnesses.has(v, graph.edges[e].other);
  return visible;
}

std::vector<std::uint8_t> visible_edges(Words words, std::size_t n_nodes) {
  const MixedGraph graph(words, n_nodes);
  const Adjacency adjacency(words, n_nodes);
  Witnesses witnesses(graph, adjacency);
  std::vector<std::uint8_t> visible;
  for (const Word word : words) {
    const State s = state(word);
    visible.push_back((s == kForward && witnesses.has(first(word), second(word))) ||
                      (s == kBackward && witnesses.has(second(word), first(word))));
  }
  return visible;
}

namespace {

bool may_lead_out(State s) { return at_owner(s) != kArrowMark && at_other(s) != kTailMark; }

// Finds the last nodes of all uncovered possibly directed paths that begin with a certain edge. Paths continue along
// each edge once. After a path arrives at v from u, an edge from v to w is still unused only if w is u or is adjacent
// to u.
class Uncovered {
 public:
  explicit Uncovered(const Adjacency& graph)
      : graph_(graph), unused_(graph.states.size()), n_unused_(graph.n_nodes()), round_of_(graph.n_nodes(), 0) {
    std::iota(unused_.begin(), unused_.end(), std::size_t{0});
  }

  // Calls `visit` with the last node of each path that begins with the half-edge `start`; some nodes are repeated.
  template <class Visit>
  void from(std::size_t start, Visit visit) {
    const Node a = graph_.neighbour[graph_.twin[start]];
    ++round_;
    waiting_.assign(1, start);
    while (!waiting_.empty()) {
      const std::size_t step = waiting_.back();
      waiting_.pop_back();
      const Node u = graph_.neighbour[graph_.twin[step]], v = graph_.neighbour[step];
      visit(v);
      if (round_of_[v] != round_) {
        round_of_[v] = round_;
        n_unused_[v] = graph_.end(v) - graph_.begin(v);
      }
      steps(1 + n_unused_[v]);
      for (std::size_t k = graph_.begin(v); k < graph_.begin(v) + n_unused_[v];) {
        const std::size_t e = unused_[k];
        const Node w = graph_.neighbour[e];
        const bool leads_on = w != a && may_lead_out(graph_.states[e]);
        if (leads_on && (w == u || graph_.adjacent(u, w))) {  // A path that arrives from another node may use it.
          ++k;
          continue;
        }
        std::swap(unused_[k], unused_[graph_.begin(v) + --n_unused_[v]]);
        if (leads_on) waiting_.push_back(e);
      }
    }
  }

 private:
  const Adjacency& graph_;
  std::vector<std::size_t> unused_;    // the edges of each node; first those along which a path may still continue
  std::vector<std::size_t> n_unused_;  // how many these are, if the node was reached in this round
  std::vector<std::size_t> round_of_;  // the last round in which each node was reached
  std::size_t round_ = 0;              // each call of `from` is a round
  std::vector<std::size_t> waiting_;   // edges along which paths arrived, to continue from
};

// Whether two of the nodes are not adjacent.
bool has_gap(const Adjacency& graph, const std::vector<Node>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    steps(i);
    for (std::size_t j = 0; j < i; ++j)
      if (!graph.adjacent(nodes[i], nodes[j])) return true;
  }
  return false;
}

// A bit for each ordered pair of nodes.
class Pairs {
 public:
  explicit Pairs(std::size_t n_nodes) : width_((n_nodes + 63) / 64), words_(n_nodes * width_, 0) {}
  void set(Node v, Node w) { words_[v * width_ + w / 64] |= std::uint64_t{1} << w % 64; }
  bool has(Node v, Node w) const { return words_[v * width_ + w / 64] >> w % 64 & 1U; }
  // Adds (to, w) for each pair (from, w).
  void add_row(Node to, Node from) {
    for (std::size_t k = 0; k < width_; ++k) words_[to * width_ + k] |= words_[from * width_ + k];
    steps(width_);
  }

 private:
  std::size_t width_;
  std::vector<std::uint64_t> words_;
};

// Pairs (x, y) in which x is an ancestor of y in all members of the class because of uncovered possibly directed paths
// from x to y: one that begins with -->, or two whose second nodes are not adjacent.
Pairs known_from_paths(const Adjacency& graph) {
  const std::size_t n = graph.n_nodes();
  Uncovered uncovered(graph);
  Pairs sure(n);
  std::vector<std::vector<Node>> seconds(n);  // for each y, the second nodes of the paths from x to y
  for (Node x = 0; x < n; ++x) {
    for (Node y = 0; y < n; ++y) seconds[y].clear();
    for (std::size_t e = graph.begin(x); e < graph.end(x); ++e) {
      if (!may_lead_out(graph.states[e])) continue;
      const bool is_arrow = graph.states[e] == kForward;
      const Node second_node = graph.neighbour[e];
      uncovered.from(e, [&](Node y) {
        if (is_arrow) sure.set(x, y);
        if (seconds[y].empty() || seconds[y].back() != second_node) seconds[y].push_back(second_node);
      });
    }
    for (Node y = 0; y < n; ++y)
      if (y != x && !sure.has(x, y) && has_gap(graph, seconds[y])) sure.set(x, y);
  }
  return sure;
}

// Adds the pair (x, z) for any pairs (x, y) and (y, z). In `order`, x comes after all nodes y of its pairs (x, y).
// There is such an order, since the pairs have no cycle.
Pairs transitive_closure(const Pairs& sure, std::size_t n) {
  std::vector<std::size_t> n_left(n, 0);  // how many of these y are not in `order` yet
  std::vector<Node> order;
  for (Node x = 0; x < n; ++x) {
    for (Node y = 0; y < n; ++y) n_left[x] += sure.has(x, y);
    if (n_left[x] == 0) order.push_back(x);
  }
  Pairs all(n);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Node y = order[k];
    steps(2 * n);
    for (Node x = 0; x < n; ++x)
      if (sure.has(x, y) && --n_left[x] == 0) order.push_back(x);
    for (std::size_t earlier = k; earlier-- > 0;) {
      const Node z = order[earlier];
      if (!sure.has(y, z) || all.has(y, z)) continue;
      all.set(y, z);
      all.add_row(y, z);
    }
  }
  return all;
}

}  // namespace

std::vector<Relation> ancestral_relations(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  const Pairs sure = transitive_closure(known_from_paths(graph), n_nodes);
  std::vector<Relation> relations(n_nodes * n_nodes, Relation::kNo);
  std::vector<Node> waiting;
  for (Node x = 0; x < n_nodes; ++x) {
    Relation* row = relations.data() + x * n_nodes;
    row[x] = Relation::kUnknown;  // so that no path returns to x
    waiting.assign(1, x);
    while (!waiting.empty()) {
      const Node v = waiting.back();
      waiting.pop_back();
      steps(graph.end(v) - graph.begin(v));
      for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) {
        const Node w = graph.neighbour[e];
        if (!may_lead_out(graph.states[e]) || row[w] != Relation::kNo) continue;
        row[w] = sure.has(x, w) ? Relation::kYes : Relation::kUnknown;
        waiting.push_back(w);
      }
    }
    row[x] = Relation::kNo;
  }
  return relations;
}

}  // namespace edgemark
