#include "equivalence.hpp"

#include <algorithm>

#include "adjacency.hpp"

namespace edgemark {
namespace {

// Half-edges a --> b for which some c --> b is not adjacent to a.
std::vector<std::size_t> collider_arrows(const Adjacency& graph) {
  std::vector<std::vector<Node>> parents(graph.n_nodes());
  for (Node v = 0; v < graph.n_nodes(); ++v)
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e)
      if (graph.states[e] == kForward) parents[graph.neighbour[e]].push_back(v);

  std::vector<std::size_t> arrows;
  Neighbourhood near(graph);
  for (Node a = 0; a < graph.n_nodes(); ++a) {
    near.of(a);
    for (std::size_t e = graph.begin(a); e < graph.end(a); ++e) {
      if (graph.states[e] != kForward) continue;
      const auto& others = parents[graph.neighbour[e]];
      if (std::any_of(others.begin(), others.end(),
                      [&](Node c) { return c != a && !near.has(c); }))
        arrows.push_back(e);
    }
  }
  return arrows;
}

// Turns a graph into its pattern and returns the half-edges left directed.
std::vector<std::size_t> reduce_to_pattern(Adjacency& graph) {
  std::vector<std::size_t> arrows = collider_arrows(graph);
  std::fill(graph.states.begin(), graph.states.end(), kUndirected);
  for (const std::size_t e : arrows) graph.set(e, kForward);
  return arrows;
}

// Meek's rules 1 to 3. A rule can fire only when one of its arrows is new, so each arrow is looked at
// once, when it is made; and it directs an undirected edge, so only those are looked through.
class Meek {
 public:
  Meek(Adjacency& graph, std::vector<std::size_t> arrows)
      : graph_(graph), fresh_(std::move(arrows)), undirected_(graph.n_nodes()) {
    for (Node v = 0; v < graph_.n_nodes(); ++v)
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (undirected(e)) undirected_[v].push_back(e);
  }

  void close() {
    while (!fresh_.empty()) {
      const std::size_t e = fresh_.back();
      fresh_.pop_back();
      const Node a = graph_.neighbour[graph_.twin[e]];
      const Node b = graph_.neighbour[e];
      rule_1(a, b);
      rule_2(a, b);
      rule_3(a, b);
    }
  }

 private:
  bool undirected(std::size_t e) const {
    return e != Adjacency::kNone && graph_.states[e] == kUndirected;
  }

  bool arrow(Node v, Node w) const {
    const std::size_t e = graph_.find(v, w);
    return e != Adjacency::kNone && graph_.states[e] == kForward;
  }

  void direct(std::size_t e) {
    graph_.set(e, kForward);
    fresh_.push_back(e);
  }

  // Calls visit(e, c) for the undirected edges v --- c.
  template <class Visit>
  void each_undirected(Node v, Visit visit) {
    std::erase_if(undirected_[v], [&](std::size_t e) { return !undirected(e); });
    for (const std::size_t e : undirected_[v])
      if (undirected(e)) visit(e, graph_.neighbour[e]);
  }

  // a --> b --- c, a and c not adjacent: b --> c.
  void rule_1(Node a, Node b) {
    each_undirected(b, [&](std::size_t e, Node c) {
      if (!graph_.adjacent(a, c)) direct(e);
    });
  }

  // a --> b --> c, a --- c: a --> c; and with a --> b as the second arrow, d --> a --> b, d --- b: d --> b.
  void rule_2(Node a, Node b) {
    each_undirected(a, [&](std::size_t e, Node c) {
      if (arrow(b, c)) direct(e);
    });
    each_undirected(b, [&](std::size_t e, Node d) {
      if (arrow(d, a)) direct(graph_.twin[e]);
    });
  }

  // d --- b, d --- a, d --- c, a --> b, c --> b, a and c not adjacent: d --> b.
  void rule_3(Node a, Node b) {
    each_undirected(b, [&](std::size_t e, Node d) {
      if (undirected(graph_.find(d, a)) && other_side(d, a, b)) direct(graph_.twin[e]);
    });
  }

  bool other_side(Node d, Node a, Node b) {
    bool found = false;
    each_undirected(d, [&](std::size_t, Node c) {
      found = found || (c != a && !graph_.adjacent(a, c) && arrow(c, b));
    });
    return found;
  }

  Adjacency& graph_;
  std::vector<std::size_t> fresh_;
  std::vector<std::vector<std::size_t>> undirected_;
};

// Dor and Tarsi: take away nodes that can be sinks, one after the other.
class SinkOrder {
 public:
  explicit SinkOrder(const Adjacency& graph) : graph_(graph), gone_(graph.n_nodes(), false) {}

  // Position of every node in the order of removal, or none when the removal gets stuck.
  std::optional<std::vector<std::size_t>> positions() {
    std::vector<std::size_t> position(graph_.n_nodes(), 0);
    std::vector<Node> candidates(graph_.n_nodes());
    for (Node v = 0; v < graph_.n_nodes(); ++v) candidates[v] = v;
    std::size_t removed = 0;
    while (!candidates.empty()) {
      const Node v = candidates.back();
      candidates.pop_back();
      if (gone_[v] || !can_be_sink(v)) continue;
      gone_[v] = true;
      position[v] = removed++;
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (!gone_[graph_.neighbour[e]]) candidates.push_back(graph_.neighbour[e]);
    }
    if (removed < graph_.n_nodes()) return std::nullopt;
    return position;
  }

 private:
  // No arrow leaves v, and each undirected neighbour is adjacent to all other neighbours of v.
  bool can_be_sink(Node v) const {
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
      if (!gone_[graph_.neighbour[e]] && graph_.states[e] == kForward) return false;
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
      if (!gone_[graph_.neighbour[e]] && graph_.states[e] == kUndirected &&
          !adjacent_to_all_around(graph_.neighbour[e], v))
        return false;
    return true;
  }

  bool adjacent_to_all_around(Node w, Node v) const {
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
      const Node other = graph_.neighbour[e];
      if (other != w && !gone_[other] && !graph_.adjacent(w, other)) return false;
    }
    return true;
  }

  const Adjacency& graph_;
  std::vector<bool> gone_;
};

}  // namespace

std::vector<Word> pattern(Words words, std::size_t n_nodes) {
  Adjacency graph(words, n_nodes);
  reduce_to_pattern(graph);
  return graph.words();
}

std::vector<Word> cpdag(Words dag, std::size_t n_nodes) {
  Adjacency graph(dag, n_nodes);
  Meek(graph, reduce_to_pattern(graph)).close();
  return graph.words();
}

std::optional<std::vector<Word>> extension(Words pdag, std::size_t n_nodes) {
  const Adjacency graph(pdag, n_nodes);
  const auto positions = SinkOrder(graph).positions();
  if (!positions) return std::nullopt;
  std::vector<Word> dag(pdag.begin(), pdag.end());
  for (Word& word : dag) {
    const Node i = first(word);
    const Node j = second(word);
    word = make_word(i, j, (*positions)[i] < (*positions)[j] ? kBackward : kForward);
  }
  return dag;
}

}  // namespace edgemark
