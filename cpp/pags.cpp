#include "pags.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "mixed.hpp"
#include "pace.hpp"

namespace edgemark {

namespace {

constexpr State kCircles = kCircleMark * 4 + kCircleMark;

std::uint8_t at_owner(State s) { return s >> 2; }
std::uint8_t at_other(State s) { return s & 3U; }

// Orients the skeleton of a MAG: all marks are circles at first, and the rules replace them. Each rule (Zhang 2008) is
// written as its conditions and its result: "R1: a *-> b o-* c, a and c not adjacent: b --> c". * stands for any mark.
class Orientation {
 public:
  Orientation(Words mag, std::size_t n_nodes)
      : mag_(mag, n_nodes),
        pag_(mag, n_nodes),
        n_arrows_here_(n_nodes, 0),
        n_arrows_there_(n_nodes, 0),
        is_due_(n_nodes, 0),
        seen_(n_nodes, 0),
        followed_(pag_.states.size(), 0) {
    std::fill(pag_.states.begin(), pag_.states.end(), kCircles);
  }

  // Applies the rules until none of them changes a mark, and returns the PAG.
  std::vector<Word> orient() {
    apply_rule_0();
    for (Node v = 0; v < pag_.n_nodes(); ++v) mark_due(v);
    do {
      do {
        apply_rules_1_to_3();
      } while (apply_rule_4());
    } while (apply_rules_8_to_10());
    return pag_.words();
  }

 private:
  using Half = std::size_t;  // the position of a half-edge (adjacency.hpp)

  Node other(Half e) const { return pag_.neighbour[e]; }
  Node owner(Half e) const { return pag_.neighbour[pag_.twin[e]]; }
  std::size_t degree(Node v) const { return pag_.end(v) - pag_.begin(v); }
  // The marks at the owner of a half-edge, and at the other node.
  std::uint8_t here(Half e) const { return at_owner(pag_.states[e]); }
  std::uint8_t there(Half e) const { return at_other(pag_.states[e]); }
  // Whether the edge is --> from its owner to the other node.
  bool out(Half e) const { return here(e) == kTailMark && there(e) == kArrowMark; }
  bool adjacent(Node a, Node b) const { return pag_.adjacent(a, b); }
  // Whether the edge may be --> from its owner to the other node.
  bool may_lead_out(Half e) const { return here(e) != kArrowMark && there(e) != kTailMark; }

  // Puts a mark at the other node. Returns whether that changes the edge.
  bool mark_there(Half e, std::uint8_t mark) {
    if (there(e) == mark) return false;
    pag_.set(e, static_cast<State>(here(e) * 4 + mark));
    const Node a = owner(e), b = other(e);
    if (mark == kArrowMark) {
      ++n_arrows_there_[a];
      ++n_arrows_here_[b];
    }
    mark_ends_and_common_neighbours_due(a, b);
    return true;
  }
  bool mark_here(Half e, std::uint8_t mark) { return mark_there(pag_.twin[e], mark); }

  // R1 to R3 are tried again at every node that is due.
  void mark_due(Node v) {
    if (is_due_[v]) return;
    is_due_[v] = 1;
    due_.push_back(v);
  }

  // Both nodes and their common neighbours become due, because R1 to R3 at a node depend on its edges and
  // on the edges between its neighbours.
  void mark_ends_and_common_neighbours_due(Node a, Node b) {
    mark_due(a);
    mark_due(b);
    if (degree(b) < degree(a)) std::swap(a, b);
    steps(degree(a));
    for_each_half(a, [&](Half e) {
      if (adjacent(other(e), b)) mark_due(other(e));
    });
  }

  template <class Visit>
  void for_each_half(Node v, Visit visit) const {
    for (Half e = pag_.begin(v); e < pag_.end(v); ++e) visit(e);
  }

  // R0: a *-> b <-* c, a and c not adjacent: the MAG's arrowheads at b
  void apply_rule_0() {
    for (Node b = 0; b < pag_.n_nodes(); ++b)
      for_each_half(b, [&](Half e) {
        if (at_owner(mag_.states[e]) != kArrowMark) return;
        Half f = pag_.begin(b);
        while (f < pag_.end(b) && (f == e || at_owner(mag_.states[f]) != kArrowMark || adjacent(other(e), other(f))))
          ++f;
        steps(f - pag_.begin(b) + 1);
        if (f < pag_.end(b)) mark_here(e, kArrowMark);
      });
  }

  // R1 to R3, until no node is due
  void apply_rules_1_to_3() {
    while (!due_.empty()) {
      const Node b = due_.back();
      due_.pop_back();
      is_due_[b] = 0;
      steps(degree(b));
      for_each_half(b, [&](Half to_c) {
        if (here(to_c) == kCircleMark) rule_1(b, to_c);
        if (there(to_c) == kCircleMark && !rule_2(b, to_c)) rule_3(b, to_c);  // b is a in rule 2, and d in rule 3
      });
    }
  }

  // R4, once over the graph
  bool apply_rule_4() {
    bool changed = false;
    steps(pag_.states.size());
    for (Node b = 0; b < pag_.n_nodes(); ++b)
      for_each_half(b, [&](Half to_c) {
        if (here(to_c) == kCircleMark) changed |= rule_4(b, to_c);
      });
    return changed;
  }

  // R1: a *-> b o-* c, a and c not adjacent: b --> c
  bool rule_1(Node b, Half to_c) {
    if (n_arrows_here_[b] == 0) return false;
    steps(degree(b));
    for (Half to_a = pag_.begin(b); to_a < pag_.end(b); ++to_a)
      if (here(to_a) == kArrowMark && other(to_a) != other(to_c) && !adjacent(other(to_a), other(to_c))) {
        mark_here(to_c, kTailMark);
        mark_there(to_c, kArrowMark);
        return true;
      }
    return false;
  }

  // R2: a --> b *-> c or a *-> b --> c, and a *-o c: a *-> c
  bool rule_2(Node a, Half to_c) {
    const Node c = other(to_c);
    if (n_arrows_there_[a] == 0) return false;
    steps(degree(a));
    for (Half to_b = pag_.begin(a); to_b < pag_.end(a); ++to_b) {
      if (there(to_b) != kArrowMark) continue;
      const Half on = pag_.find(other(to_b), c);
      if (on != Adjacency::kNone && there(on) == kArrowMark && (out(to_b) || out(on)))
        return mark_there(to_c, kArrowMark);
    }
    return false;
  }

  // R3: a *-> b <-* c, a *-o d o-* c, a and c not adjacent, d *-o b: d *-> b
  bool rule_3(Node d, Half to_b) {
    const Node b = other(to_b);
    if (n_arrows_here_[b] < 2) return false;
    steps(degree(d));
    candidates_.clear();
    for_each_half(d, [&](Half e) {
      if (here(e) != kCircleMark || other(e) == b) return;
      const Half on = pag_.find(other(e), b);
      if (on != Adjacency::kNone && there(on) == kArrowMark) candidates_.push_back(other(e));
    });
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!adjacent(candidates_[i], candidates_[j])) return mark_there(to_b, kArrowMark);
    return false;
  }

  // R4: a discriminating path <d, ..., a, b, c> for b, and b o-* c: the marks of the MAG at b decide
  bool rule_4(Node b, Half to_c) {
    const Node c = other(to_c);
    if (n_arrows_there_[b] == 0 || n_arrows_here_[c] == 0) return false;
    steps(degree(b));
    for (Half to_a = pag_.begin(b); to_a < pag_.end(b); ++to_a) {
      const Node a = other(to_a);
      if (a == c || there(to_a) != kArrowMark || !is_parent(a, c) || !has_discriminating_path(a, b, c)) continue;
      if (at_owner(mag_.states[to_c]) == kArrowMark) {
        mark_here(to_a, kArrowMark);
        mark_here(to_c, kArrowMark);
      } else {
        mark_here(to_c, kTailMark);
      }
      mark_there(to_c, kArrowMark);
      return true;
    }
    return false;
  }

  bool is_parent(Node a, Node c) const {
    const Half e = pag_.find(a, c);
    return e != Adjacency::kNone && out(e);
  }

  // Whether there is a discriminating path <d, ..., a, b, c> for b. Searches backwards from a, through colliders that
  // are parents of c, for a node d that is not adjacent to c.
  bool has_discriminating_path(Node a, Node b, Node c) {
    ++round_;
    seen_[a] = seen_[b] = seen_[c] = round_;
    waiting_.assign(1, a);
    while (!waiting_.empty()) {
      const Node v = waiting_.back();
      waiting_.pop_back();
      steps(pag_.end(v) - pag_.begin(v));
      for (Half e = pag_.begin(v); e < pag_.end(v); ++e) {
        const Node u = other(e);
        if (seen_[u] == round_ || here(e) != kArrowMark) continue;
        if (!adjacent(u, c)) return true;
        if (there(e) != kArrowMark || !is_parent(u, c)) continue;
        seen_[u] = round_;
        waiting_.push_back(u);
      }
    }
    return false;
  }

  // R8 to R10, once over the graph
  bool apply_rules_8_to_10() {
    bool changed = false;
    steps(pag_.states.size());
    for (Node a = 0; a < pag_.n_nodes(); ++a)
      for_each_half(a, [&](Half to_c) {
        if (here(to_c) != kCircleMark || there(to_c) != kArrowMark) return;
        if (rule_8(a, to_c) || rule_9(a, to_c) || rule_10(a, to_c)) {
          mark_here(to_c, kTailMark);
          changed = true;
        }
      });
    return changed;
  }

  // R8: a --> b --> c or a --o b --> c, and a o-> c: a --> c
  bool rule_8(Node a, Half to_c) const {
    steps(degree(a));
    for (Half to_b = pag_.begin(a); to_b < pag_.end(a); ++to_b)
      if (here(to_b) == kTailMark && there(to_b) != kTailMark && is_parent(other(to_b), other(to_c))) return true;
    return false;
  }

  // R9: an uncovered possibly directed path <a, b, ..., c> with b and c not adjacent, and a o-> c: a --> c
  bool rule_9(Node a, Half to_c) {
    const Node c = other(to_c);
    for (Half to_b = pag_.begin(a); to_b < pag_.end(a); ++to_b) {
      if (other(to_b) == c || !may_lead_out(to_b) || adjacent(other(to_b), c)) continue;
      bool found = false;
      along_uncovered(a, to_b, [&](Node v) {
        found = v == c;
        return found;
      });
      if (found) return true;
    }
    return false;
  }

  // R10: b --> c <-- d, uncovered possibly directed paths from a to b and from a to d whose second nodes are
  // different and not adjacent, and a o-> c: a --> c
  bool rule_10(Node a, Half to_c) {
    const Node c = other(to_c);
    std::vector<Node> seconds;               // the second nodes of the paths so far
    std::vector<std::vector<Node>> parents;  // for each of them, up to two parents of c that the paths reach
    for (Half start = pag_.begin(a); start < pag_.end(a); ++start) {
      if (other(start) == c || !may_lead_out(start)) continue;
      std::vector<Node> reached;
      along_uncovered(a, start, [&](Node v) {
        if (is_parent(v, c) && reached.size() < 2 &&
            std::find(reached.begin(), reached.end(), v) == reached.end())
          reached.push_back(v);
        return reached.size() == 2;
      });
      if (reached.empty()) continue;
      // Two paths reach two different parents b and d unless both reach only the same one.
      for (std::size_t k = 0; k < seconds.size(); ++k)
        if (!adjacent(seconds[k], other(start)) &&
            (parents[k].size() > 1 || reached.size() > 1 || parents[k][0] != reached[0]))
          return true;
      seconds.push_back(other(start));
      parents.push_back(std::move(reached));
    }
    return false;
  }

  // Calls `visit` with each node that an uncovered possibly directed path from a can end at if its first half-edge is
  // `start`, until `visit` returns true. It may visit a node more than once.
  template <class Visit>
  void along_uncovered(Node a, Half start, Visit visit) {
    if (visit(other(start))) return;
    ++round_;
    followed_[start] = round_;
    to_follow_.assign(1, start);
    while (!to_follow_.empty()) {
      const Half step = to_follow_.back();
      to_follow_.pop_back();
      const Node u = owner(step), v = other(step);
      steps(pag_.end(v) - pag_.begin(v));
      for (Half e = pag_.begin(v); e < pag_.end(v); ++e) {
        const Node w = other(e);
        if (followed_[e] == round_ || w == u || w == a || !may_lead_out(e) || adjacent(u, w)) continue;
        if (visit(w)) return;
        followed_[e] = round_;
        to_follow_.push_back(e);
      }
    }
  }

  const Adjacency mag_;
  Adjacency pag_;
  // The number of edges of each node that have an arrowhead at the node, and at the neighbour.
  std::vector<std::size_t> n_arrows_here_, n_arrows_there_;
  std::vector<Node> due_;
  std::vector<std::uint8_t> is_due_;
  std::vector<Node> candidates_;  // for rule_3
  // For the searches of rules 4, 9 and 10. Each search is a round.
  std::size_t round_ = 0;
  std::vector<std::size_t> seen_, followed_;  // the last round in which a node was seen, or a half-edge was followed
  std::vector<Node> waiting_;
  std::vector<Half> to_follow_;
};

// The place of each node in an order of maximum cardinality search over the edges o-o. In a PAG these form a chordal
// graph, and edges directed along the order make no new unshielded colliders.
std::vector<std::size_t> places_in_cardinality_order(const Adjacency& graph) {
  const std::size_t n_nodes = graph.n_nodes();
  std::vector<std::size_t> weight(n_nodes, 0), place(n_nodes, 0);  // a node's weight: its neighbours with a place
  std::vector<std::vector<Node>> of_weight(1);  // the nodes of each weight; outdated entries are skipped
  std::vector<std::uint8_t> done(n_nodes, 0);
  for (Node v = static_cast<Node>(n_nodes); v-- > 0;) of_weight[0].push_back(v);
  std::size_t top = 0, next = 0;
  while (next < n_nodes) {
    while (of_weight[top].empty()) --top;
    const Node v = of_weight[top].back();
    of_weight[top].pop_back();
    if (done[v] || weight[v] != top) continue;
    done[v] = 1;
    place[v] = next++;
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) {
      const Node w = graph.neighbour[e];
      if (graph.states[e] != kCircles || done[w]) continue;
      if (++weight[w] == of_weight.size()) of_weight.emplace_back();
      of_weight[weight[w]].push_back(w);
      top = std::max(top, weight[w]);
    }
  }
  return place;
}

}  // namespace

std::vector<Word> pag_of(Words mag, std::size_t n_nodes) { return Orientation(mag, n_nodes).orient(); }

std::vector<Word> member_of(Words words, std::size_t n_nodes) {
  Adjacency graph(words, n_nodes);
  const std::vector<std::size_t> place = places_in_cardinality_order(graph);
  for (Node v = 0; v < n_nodes; ++v)
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) {
      const State s = graph.states[e];
      if (s == kCircles) {
        graph.set(e, place[v] < place[graph.neighbour[e]] ? kForward : kBackward);
        continue;
      }
      const bool is_circle_arrow = at_owner(s) == kCircleMark && at_other(s) == kArrowMark;
      const bool is_tail_circle = at_owner(s) == kTailMark && at_other(s) == kCircleMark;
      if (is_circle_arrow || is_tail_circle) graph.set(e, kForward);
    }
  return graph.words();
}

}  // namespace edgemark
