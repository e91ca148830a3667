#include "visible.hpp"

#include "adjacency.hpp"
#include "lane_walks.hpp"
#include "pace.hpp"

namespace edgemark {

namespace {

std::uint8_t at_owner(State s) { return s >> 2; }
std::uint8_t at_other(State s) { return s & 3U; }

// A node without an edge to b that has an edge, or a path of colliders that are parents of b, into a.
class Witnesses {
 public:
  Witnesses(const MixedGraph& graph, const Adjacency& adjacency)
      : graph_(graph), adjacency_(adjacency), seen_(graph.n_nodes(), 0) {}

  bool has(Node a, Node b) {
    ++round_;
    waiting_.assign(1, a);
    seen_[a] = seen_[b] = round_;
    while (!waiting_.empty()) {
      const Node v = waiting_.back();
      waiting_.pop_back();
      steps(graph_.offsets[v + 1] - graph_.offsets[v]);
      for (const HalfEdge& e : edges_of(graph_, v)) {
        if (e.here != kArrowMark || seen_[e.other] == round_) continue;
        const std::size_t on = adjacency_.find(e.other, b);
        if (on == Adjacency::kNone) return true;
        if (e.there != kArrowMark || adjacency_.states[on] != kForward) continue;
        seen_[e.other] = round_;
        waiting_.push_back(e.other);
      }
    }
    return false;
  }

 private:
  const MixedGraph& graph_;
  const Adjacency& adjacency_;
  std::vector<std::size_t> seen_;
  std::size_t round_ = 0;
  std::vector<Node> waiting_;
};

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

// Ends of uncovered possibly directed paths from one node, by the edge that they begin with.
class Uncovered {
 public:
  explicit Uncovered(const Adjacency& graph) : graph_(graph), walked_over_(graph.states.size(), 0) {}

  template <class Visit>
  void from(std::size_t begin, Visit visit) {
    const Node a = graph_.neighbour[graph_.twin[begin]];
    ++round_;
    walked_over_[begin] = round_;
    waiting_.assign(1, begin);
    while (!waiting_.empty()) {
      const std::size_t step = waiting_.back();
      waiting_.pop_back();
      const Node u = graph_.neighbour[graph_.twin[step]], v = graph_.neighbour[step];
      visit(v);
      steps(graph_.end(v) - graph_.begin(v));
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
        const Node w = graph_.neighbour[e];
        if (walked_over_[e] == round_ || w == a || w == u) continue;
        if (!may_lead_out(graph_.states[e]) || graph_.adjacent(u, w)) continue;
        walked_over_[e] = round_;
        waiting_.push_back(e);
      }
    }
  }

 private:
  const Adjacency& graph_;
  std::vector<std::size_t> walked_over_;
  std::size_t round_ = 0;
  std::vector<std::size_t> waiting_;
};

// Whether two of the nodes are not adjacent.
bool has_gap(const Adjacency& graph, const std::vector<Node>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!graph.adjacent(nodes[i], nodes[j])) return true;
  return false;
}

}  // namespace

std::vector<Relation> ancestral_relations(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  Uncovered uncovered(graph);
  std::vector<Relation> relations(n_nodes * n_nodes, Relation::kNo);
  std::vector<std::vector<Node>> sure(n_nodes), firsts(n_nodes);
  std::vector<std::uint8_t> directly(n_nodes);
  for (Node x = 0; x < n_nodes; ++x) {
    for (Node y = 0; y < n_nodes; ++y) firsts[y].clear();
    directly.assign(n_nodes, 0);
    for (std::size_t e = graph.begin(x); e < graph.end(x); ++e) {
      if (!may_lead_out(graph.states[e])) continue;
      const bool is_out = graph.states[e] == kForward;
      uncovered.from(e, [&](Node y) {
        directly[y] |= is_out;
        if (firsts[y].empty() || firsts[y].back() != graph.neighbour[e]) firsts[y].push_back(graph.neighbour[e]);
      });
    }
    for (Node y = 0; y < n_nodes; ++y)
      if (y != x && (directly[y] || has_gap(graph, firsts[y]))) sure[x].push_back(y);
  }
  std::vector<Node> waiting;
  const auto spread = [&](Node x, Relation relation, auto each_next) {
    std::vector<std::uint8_t> seen(n_nodes, 0);
    seen[x] = 1;
    waiting.assign(1, x);
    while (!waiting.empty()) {
      const Node v = waiting.back();
      waiting.pop_back();
      each_next(v, [&](Node w) {
        if (seen[w]) return;
        seen[w] = 1;
        relations[x * n_nodes + w] = relation;
        waiting.push_back(w);
      });
    }
  };
  for (Node x = 0; x < n_nodes; ++x) {
    spread(x, Relation::kUnknown, [&](Node v, auto visit) {
      steps(graph.end(v) - graph.begin(v));
      for (std::size_t e = graph.begin(v); e < graph.end(v); ++e)
        if (may_lead_out(graph.states[e])) visit(graph.neighbour[e]);
    });
    spread(x, Relation::kYes, [&](Node v, auto visit) {
      steps(sure[v].size());
      for (const Node w : sure[v]) visit(w);
    });
  }
  return relations;
}

}  // namespace edgemark
