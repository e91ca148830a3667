#include "repair.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "pace.hpp"
#include "consistent_extension.hpp"

namespace edgemark {
namespace {

// Finds the DAG, as an order of its nodes with sinks first. In this order, the nodes can be removed one after the
// other, each as a sink among those that remain. The search tries the arrows of the graph in turn, and keeps an arrow
// if some DAG has it and all arrows kept before.
class DagSearch {
 public:
  explicit DagSearch(const Adjacency& graph)
      : graph_(graph), sinks_(graph), forced_(graph.neighbour.size(), false), order_(graph.n_nodes()),
        first_misfit_(graph.neighbour.size(), kUnknown), round_of_(graph.n_nodes(), 0),
        is_gone_(graph.n_nodes()), next_check_(graph.n_nodes()), waiting_(graph.n_nodes()) {}

  // Finds the DAG, and returns the position of each node in its order.
  const std::vector<std::size_t>& positions() {
    const std::vector<bool> all(graph_.neighbour.size(), true), none(graph_.neighbour.size(), false);
    if (sinks_.run(all)) return sinks_.positions();  // one DAG has all arrows
    if (!sinks_.run(none)) sinks_.let_meet();  // no DAG of the skeleton has only colliders of the graph
    position_of_ = sinks_.positions();
    for (Node v = 0; v < graph_.n_nodes(); ++v) order_[position_of_[v]] = v;
    // If an arrow cannot be kept, all DAGs with the arrows kept before have its reverse.
    for (Node v = 0; v < graph_.n_nodes(); ++v)
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (graph_.states[e] == kForward && !is_settled(e)) force(can_keep(e) ? e : graph_.twin[e]);
    sinks_.run(kept());
    return sinks_.positions();
  }

 private:
  Node owner(std::size_t e) const { return graph_.neighbour[graph_.twin[e]]; }
  // Whether the direction of the edge follows from the kept arrows.
  bool is_settled(std::size_t e) const { return forced_[e] || forced_[graph_.twin[e]]; }

  // Half-edges of the arrows that are kept. The result is found from these alone: if some colliders had to be
  // allowed, several DAGs keep the same arrows, and the result must not depend on the course of the search.
  std::vector<bool> kept() const {
    std::vector<bool> kept(graph_.neighbour.size(), false);
    for (std::size_t e = 0; e < kept.size(); ++e)
      if (graph_.states[e] == kForward && forced_[e]) kept[e] = kept[graph_.twin[e]] = true;
    return kept;
  }

  // ---- half-edges that follow from the kept arrows

  // Marks a half-edge as forced: its edge points away from its owner in every DAG with the kept arrows. Then marks
  // the half-edges that follow from it by the first two rules of Meek. By the first, an edge at its head that may not
  // form a collider with it points away from the head. By the second, if it and another forced half-edge form a path
  // of two edges, an edge between the ends of the path points to the last node.
  void force(std::size_t half_edge) {
    forced_[half_edge] = true;
    pending_.assign(1, half_edge);
    while (!pending_.empty()) {
      const std::size_t e = pending_.back();
      pending_.pop_back();
      force_at_head(e);
      force_at_tail(e);
    }
  }

  // Marks a half-edge; `force` examines later what follows from it.
  void mark(std::size_t e) {
    if (forced_[e]) return;
    forced_[e] = true;
    pending_.push_back(e);
  }

  // Marks what follows from a forced half-edge and the edges at its head.
  void force_at_head(std::size_t e) {
    const Node tail = owner(e), head = graph_.neighbour[e];
    const std::size_t at_head = graph_.twin[e];
    steps(graph_.end(head) - graph_.begin(head));
    for (std::size_t f = graph_.begin(head); f < graph_.end(head); ++f) {
      if (f == at_head) continue;
      if (!is_settled(f) && !sinks_.may_meet(at_head, f)) mark(f);
      if (!forced_[f]) continue;
      const std::size_t shortcut = graph_.find(tail, graph_.neighbour[f]);
      if (shortcut != Adjacency::kNone) mark(shortcut);
    }
  }

  // Marks what follows from a forced half-edge and the edges at its tail.
  void force_at_tail(std::size_t e) {
    const Node tail = owner(e), head = graph_.neighbour[e];
    steps(graph_.end(tail) - graph_.begin(tail));
    for (std::size_t f = graph_.begin(tail); f < graph_.end(tail); ++f) {
      if (!forced_[graph_.twin[f]]) continue;
      const std::size_t shortcut = graph_.find(graph_.neighbour[f], head);
      if (shortcut != Adjacency::kNone) mark(shortcut);
    }
  }

  // ---- arrows that can be kept

  bool can_keep(std::size_t arrow) {
    const Node tail = owner(arrow), head = graph_.neighbour[arrow];
    return position_of_[head] < position_of_[tail] || try_to_put_before(head, tail);
  }

  // Changes the order so that the head comes before the tail, and returns whether this is possible. The nodes before
  // the tail keep their positions. The search starts at the head. A node that cannot be removed yet waits for the
  // nodes that prevent this, which are searched next: its child over a forced half-edge, or two neighbours that may
  // not form a collider at it.
  bool try_to_put_before(Node head, Node tail) {
    ++round_;
    gone_.clear();
    tail_position_ = position_of_[tail];
    tail_ = tail;
    open_.clear();
    add_to_search(head);
    while (!open_.empty()) {
      const Node v = open_.back();
      open_.pop_back();
      steps(1);
      if (!remains(v) || !can_be_sink(v)) continue;
      is_gone_[v] = true;
      gone_.push_back(v);
      if (v == head) {
        move_gone_up();
        return true;
      }
      for (const Node w : waiting_[v]) open_.push_back(w);
    }
    return false;
  }

  // Adds a node to the search, unless it was added before.
  void add_to_search(Node v) {
    if (round_of_[v] == round_) return;
    round_of_[v] = round_;
    is_gone_[v] = false;
    next_check_[v] = {graph_.begin(v), {graph_.begin(v), graph_.begin(v)}};
    waiting_[v].clear();
    open_.push_back(v);
  }

  // Whether the node does not come before the tail, and this search has not removed it.
  bool remains(Node v) const { return position_of_[v] >= tail_position_ && !(round_of_[v] == round_ && is_gone_[v]); }
  bool neighbour_remains(std::size_t e) const { return remains(graph_.neighbour[e]); }

  // Whether a node can be a sink among the nodes that remain. Otherwise, it waits until a node that prevents this is
  // removed. The next check of the node continues where this one stopped, because removed nodes do not return.
  bool can_be_sink(Node v) { return has_no_forced_child(v) && neighbours_may_meet(v); }

  bool has_no_forced_child(Node v) {
    std::size_t& child = next_check_[v].child;
    steps(graph_.end(v) - graph_.begin(v));
    for (; child < graph_.end(v); ++child)
      if (forced_[child] && neighbour_remains(child)) {
        wait(v, graph_.neighbour[child]);
        return false;
      }
    return true;
  }

  // Whether any two neighbours that remain may form a collider at v.
  bool neighbours_may_meet(Node v) {
    auto& [e, f] = next_check_[v].pair;
    const std::size_t end = graph_.end(v);
    for (; e < end; ++e, f = graph_.begin(v)) {
      // Two arrows into v may form a collider. An arrow into v and another edge are checked with the arrow as f.
      if (graph_.states[e] == kBackward) continue;
      f = std::max(f, first_misfit(e, v));
      steps(end - f + 1);
      for (; f < end && neighbour_remains(e); ++f)
        if (neighbour_remains(f) && !sinks_.fit(e, f)) {
          wait(v, graph_.neighbour[e]);
          wait(v, graph_.neighbour[f]);
          return false;
        }
    }
    return true;
  }

  // The first half-edge of v that does not fit with e (see SinkOrder::fit), or the end. It is searched once,
  // because it does not change.
  std::size_t first_misfit(std::size_t e, Node v) {
    if (first_misfit_[e] == kUnknown) {
      std::size_t f = graph_.begin(v);
      while (f < graph_.end(v) && sinks_.fit(e, f)) ++f;
      steps(f - graph_.begin(v) + 1);
      first_misfit_[e] = f;
    }
    return first_misfit_[e];
  }

  void wait(Node v, Node blocker) {
    if (blocker == tail_) return;  // The tail is not removed in this search.
    add_to_search(blocker);
    waiting_[blocker].push_back(v);
  }

  // Moves the removed nodes to the position of the tail and the next ones. All other nodes keep their order.
  void move_gone_up() {
    std::size_t last = tail_position_;
    for (const Node v : gone_) last = std::max(last, position_of_[v]);
    steps(last - tail_position_ + 1);
    moved_.assign(gone_.begin(), gone_.end());
    for (std::size_t k = tail_position_; k <= last; ++k)
      if (remains(order_[k])) moved_.push_back(order_[k]);
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      order_[tail_position_ + k] = moved_[k];
      position_of_[moved_[k]] = tail_position_ + k;
    }
  }

  struct Checks {
    std::size_t child;  // a half-edge that may lead to a child
    struct {
      std::size_t e, f;
    } pair;  // two half-edges whose neighbours may have to meet at the node
  };

  const Adjacency& graph_;
  SinkOrder sinks_;
  std::vector<bool> forced_;           // half-edges that point away from their owner in every DAG with the kept arrows
  std::vector<std::size_t> pending_;   // forced half-edges from which no others are marked yet
  std::vector<std::size_t> position_of_;  // the position of each node in an order of such a DAG, sinks first
  std::vector<Node> order_;            // the node at each position

  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
  std::vector<std::size_t> first_misfit_;  // for each half-edge; kUnknown before it is searched

  std::size_t round_ = 0;  // the number of the current search
  Node tail_ = 0;  // the tail of the current search
  std::size_t tail_position_ = 0;
  std::vector<std::size_t> round_of_;       // the last search to which each node was added
  std::vector<bool> is_gone_;               // whether that search has removed it
  std::vector<Checks> next_check_;          // where its next check continues
  std::vector<std::vector<Node>> waiting_;  // the nodes that wait until it is removed
  std::vector<Node> open_;                  // nodes to check
  std::vector<Node> gone_;                  // removed nodes
  std::vector<Node> moved_;                 // used by `move_gone_up` only
};

}  // namespace

std::vector<Word> mended_dag(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  DagSearch search(graph);
  const auto& position = search.positions();
  std::vector<Word> dag(words.begin(), words.end());
  for (Word& word : dag) {
    const Node i = first(word);
    const Node j = second(word);
    word = make_word(i, j, position[i] < position[j] ? kBackward : kForward);
  }
  return dag;
}

}  // namespace edgemark
