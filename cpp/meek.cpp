#include "meek.hpp"

#include <algorithm>

#include "pace.hpp"

namespace edgemark {

Meek::Meek(Adjacency& graph) : graph_(graph), n_undirected_(graph.n_nodes(), 0) {
  count_steps(graph.n_nodes() + graph.states.size());
  for (Node v = 0; v < graph.n_nodes(); ++v)
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) n_undirected_[v] += graph.states[e] == kUndirected;
}

void Meek::direct(std::size_t half_edge) {
  graph_.set(half_edge, kForward);
  --n_undirected_[graph_.neighbour[half_edge]];
  --n_undirected_[graph_.neighbour[graph_.twin[half_edge]]];
  fresh_.push_back(half_edge);
  directed_.push_back(half_edge);
}

void Meek::close() {
  while (!fresh_.empty()) {
    const std::size_t e = fresh_.back();
    fresh_.pop_back();
    const Node a = graph_.neighbour[graph_.twin[e]];
    const Node b = graph_.neighbour[e];
    steps(1);
    rule_1(a, b);
    rule_2(a, b);
    rule_3(a, b);
    rule_4(a, b);
  }
}

void Meek::undo(std::size_t n) {
  for (; directed_.size() > n; directed_.pop_back()) {
    const std::size_t e = directed_.back();
    graph_.set(e, kUndirected);
    ++n_undirected_[graph_.neighbour[e]];
    ++n_undirected_[graph_.neighbour[graph_.twin[e]]];
  }
}

// a --> b --- c, a and c not adjacent: b --> c.
void Meek::rule_1(Node a, Node b) {
  if (!has_undirected(b)) return;
  steps(graph_.end(b) - graph_.begin(b));
  for (std::size_t e = graph_.begin(b); e < graph_.end(b); ++e)
    if (undirected(e) && !graph_.adjacent(a, graph_.neighbour[e])) direct(e);
}

// a --> b --> c, a --- c: a --> c. The same if a --> b is the second arrow: d --> a --> b, d --- b: d --> b.
void Meek::rule_2(Node a, Node b) {
  if (has_undirected(a)) {
    steps(graph_.end(b) - graph_.begin(b));
    for (std::size_t e = graph_.begin(b); e < graph_.end(b); ++e) {
      if (graph_.states[e] != kForward) continue;
      const std::size_t shortcut = graph_.find(a, graph_.neighbour[e]);
      if (undirected(shortcut)) direct(shortcut);
    }
  }
  if (!has_undirected(b)) return;
  steps(graph_.end(a) - graph_.begin(a));
  for (std::size_t e = graph_.begin(a); e < graph_.end(a); ++e) {
    if (graph_.states[e] != kBackward) continue;
    const std::size_t shortcut = graph_.find(graph_.neighbour[e], b);
    if (undirected(shortcut)) direct(shortcut);
  }
}

// d --- b, d --- a, d --- c, a --> b, c --> b, a and c not adjacent: d --> b.
void Meek::rule_3(Node a, Node b) {
  if (!has_undirected(b)) return;
  steps(graph_.end(b) - graph_.begin(b));
  other_parents_.clear();
  for (std::size_t e = graph_.begin(b); e < graph_.end(b); ++e) {
    const Node c = graph_.neighbour[e];
    if (graph_.states[e] == kBackward && c != a && !graph_.adjacent(a, c)) other_parents_.push_back(c);
  }
  if (other_parents_.empty()) return;
  for (std::size_t e = graph_.begin(b); e < graph_.end(b); ++e) {
    const Node d = graph_.neighbour[e];
    const auto is_neighbour_of_d = [&](Node c) { return undirected(graph_.find(d, c)); };
    if (!undirected(e) || !is_neighbour_of_d(a)) continue;
    steps(other_parents_.size());
    if (std::ranges::any_of(other_parents_, is_neighbour_of_d)) direct(graph_.twin[e]);
  }
}

// Applies rule 4 to every path of two arrows whose first or second arrow is a --> b.
void Meek::rule_4(Node a, Node b) {
  if (has_undirected(a)) {
    steps(graph_.end(b) - graph_.begin(b));
    for (std::size_t e = graph_.begin(b); e < graph_.end(b); ++e)
      if (graph_.states[e] == kForward) rule_4_on_path(a, b, graph_.neighbour[e]);
  }
  if (!has_undirected(b)) return;
  steps(graph_.end(a) - graph_.begin(a));
  for (std::size_t e = graph_.begin(a); e < graph_.end(a); ++e)
    if (graph_.states[e] == kBackward) rule_4_on_path(graph_.neighbour[e], a, b);
}

// d --> c --> b, d and b not adjacent, a --- d, a --- b, a and c adjacent: a --> b.
void Meek::rule_4_on_path(Node d, Node c, Node b) {
  if (!has_undirected(d) || !has_undirected(b) || graph_.adjacent(d, b)) return;
  steps(graph_.end(d) - graph_.begin(d));
  for (std::size_t e = graph_.begin(d); e < graph_.end(d); ++e) {
    if (!undirected(e)) continue;
    const Node a = graph_.neighbour[e];
    const std::size_t to_b = graph_.find(a, b);
    if (undirected(to_b) && graph_.adjacent(a, c)) direct(to_b);
  }
}

std::vector<Word> meek_closure(Words pdag, std::size_t n_nodes) {
  Adjacency graph(pdag, n_nodes);
  Meek meek(graph);
  for (std::size_t e = 0; e < graph.states.size(); ++e)
    if (graph.states[e] == kForward) meek.look_at(e);
  meek.close();
  return graph.words();
}

Informed with_arrows(Words mpdag, std::size_t n_nodes, std::span<const Node> ends) {
  Adjacency graph(mpdag, n_nodes);
  Meek meek(graph);
  for (std::size_t k = 0; 2 * k < ends.size(); ++k) {
    const std::size_t e = graph.find(ends[2 * k], ends[2 * k + 1]);
    if (e == Adjacency::kNone || graph.states[e] == kBackward) return {{}, k};
    if (graph.states[e] == kForward) continue;
    meek.direct(e);
    meek.close();
  }
  return {graph.words(), std::nullopt};
}

Members::Members(Words mpdag, std::size_t n_nodes) : graph_(mpdag, n_nodes), meek_(graph_) {
  for (Node v = 0; v < n_nodes; ++v)
    for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
      if (v < graph_.neighbour[e] && graph_.states[e] == kUndirected) edges_.push_back(e);
}

OwnedStack Members::next(std::size_t most) {
  OwnedStack found;
  while (!done_ && found.starts.size() <= most) {
    if (!started_) {
      started_ = true;
      decide_rest(0);
    } else if (!reverse_last()) {
      done_ = true;
      break;
    }
    found.push_back(graph_.words());
    steps(graph_.states.size());
  }
  return found;
}

void Members::decide_rest(std::size_t edge) {
  for (; edge < edges_.size(); ++edge) {
    if (graph_.states[edges_[edge]] != kUndirected) continue;
    decisions_.push_back({edge, meek_.n_directed(), false});
    meek_.direct(edges_[edge]);
    meek_.close();
  }
}

bool Members::reverse_last() {
  while (!decisions_.empty()) {
    Decision& last = decisions_.back();
    meek_.undo(last.n_directed);
    if (last.reversed) {
      decisions_.pop_back();
      continue;
    }
    last.reversed = true;
    meek_.direct(graph_.twin[edges_[last.edge]]);
    meek_.close();
    decide_rest(last.edge + 1);
    return true;
  }
  return false;
}

}  // namespace edgemark
