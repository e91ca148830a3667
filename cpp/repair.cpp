#include "repair.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "pace.hpp"
#include "consistent_extension.hpp"

namespace edgemark {
namespace {

// A DAG, stored as an order of its nodes with sinks first. It keeps the arrows of the graph one after the other,
// where that is possible.
class Keeping {
 public:
  explicit Keeping(const Adjacency& graph)
      : graph_(graph), sinks_(graph), forced_(graph.neighbour.size(), false), order_(graph.n_nodes()),
        first_misfit_(graph.neighbour.size(), kUnknown), round_of_(graph.n_nodes(), 0),
        is_gone_(graph.n_nodes()), looked_at_(graph.n_nodes()), waiting_(graph.n_nodes()) {}

  // Positions of the nodes of the DAG, sinks first.
  const std::vector<std::size_t>& positions() {
    const std::vector<bool> all(graph_.neighbour.size(), true), none(graph_.neighbour.size(), false);
    if (sinks_.run(all)) return sinks_.positions();
    if (!sinks_.run(none)) sinks_.let_meet();
    found_ = sinks_.positions();
    for (Node v = 0; v < graph_.n_nodes(); ++v) order_[found_[v]] = v;
    for (Node v = 0; v < graph_.n_nodes(); ++v)
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (graph_.states[e] == kForward && !is_settled(e)) force(can_keep(e) ? e : graph_.twin[e]);
    sinks_.run(kept());
    return sinks_.positions();
  }

 private:
  Node owner(std::size_t e) const { return graph_.neighbour[graph_.twin[e]]; }
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

  // Marks a half-edge that leaves its owner in every DAG with the kept arrows, and those that follow from it.
  // These are the half-edges at its head whose edges may not form a collider with it, and those from the first
  // to the last node of a path of two marked half-edges.
  void force(std::size_t half_edge) {
    forced_[half_edge] = true;
    fresh_.assign(1, half_edge);
    while (!fresh_.empty()) {
      const std::size_t e = fresh_.back();
      fresh_.pop_back();
      go_on_at_head(e);
      go_back_at_tail(e);
    }
  }

  void must(std::size_t e) {
    if (forced_[e]) return;
    forced_[e] = true;
    fresh_.push_back(e);
  }

  void go_on_at_head(std::size_t e) {
    const Node tail = owner(e), head = graph_.neighbour[e];
    const std::size_t at_head = graph_.twin[e];
    steps(graph_.end(head) - graph_.begin(head));
    for (std::size_t f = graph_.begin(head); f < graph_.end(head); ++f) {
      if (f == at_head) continue;
      if (!is_settled(f) && !sinks_.may_meet(at_head, f)) must(f);
      if (!forced_[f]) continue;
      const std::size_t shortcut = graph_.find(tail, graph_.neighbour[f]);
      if (shortcut != Adjacency::kNone) must(shortcut);
    }
  }

  void go_back_at_tail(std::size_t e) {
    const Node tail = owner(e), head = graph_.neighbour[e];
    steps(graph_.end(tail) - graph_.begin(tail));
    for (std::size_t f = graph_.begin(tail); f < graph_.end(tail); ++f) {
      if (!forced_[graph_.twin[f]]) continue;
      const std::size_t shortcut = graph_.find(graph_.neighbour[f], head);
      if (shortcut != Adjacency::kNone) must(shortcut);
    }
  }

  // ---- arrows that can be kept

  bool can_keep(std::size_t arrow) {
    const Node tail = owner(arrow), head = graph_.neighbour[arrow];
    return found_[head] < found_[tail] || puts_before(head, tail);
  }

  // Whether the head can be removed before the tail; if so, changes the order. The nodes before the tail keep
  // their positions. The search starts at the head, and continues with the nodes that must be removed
  // before it: a child that a node must have, or one of two neighbours that may not form a collider there.
  bool puts_before(Node head, Node tail) {
    ++round_;
    gone_.clear();
    first_ = found_[tail];
    open_.clear();
    search(head);
    while (!open_.empty()) {
      const Node v = open_.back();
      open_.pop_back();
      steps(1);
      if (!is_left(v) || !is_free(v, tail)) continue;
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

  void search(Node v) {
    if (round_of_[v] == round_) return;
    round_of_[v] = round_;
    is_gone_[v] = false;
    looked_at_[v] = {graph_.begin(v), graph_.begin(v), graph_.begin(v)};
    waiting_[v].clear();
    open_.push_back(v);
  }

  bool is_left(Node v) const { return found_[v] >= first_ && !(round_of_[v] == round_ && is_gone_[v]); }

  // Whether a node can be a sink. Otherwise, it waits until a node that prevents this is removed. The search
  // continues where it stopped, because removed nodes do not return.
  bool is_free(Node v, Node tail) {
    auto& [child, e, f] = looked_at_[v];
    const auto left = [&](std::size_t half_edge) { return is_left(graph_.neighbour[half_edge]); };
    const std::size_t end = graph_.end(v);
    steps(end - graph_.begin(v));
    for (; child < end; ++child)
      if (forced_[child] && left(child)) {
        wait(v, graph_.neighbour[child], tail);
        return false;
      }
    for (; e < end; ++e, f = graph_.begin(v)) {
      if (graph_.states[e] == kBackward) continue;  // two such edges may form a collider; with others, this one is f
      f = std::max(f, first_misfit(e, v));
      steps(end - f + 1);
      for (; f < end && left(e); ++f)
        if (left(f) && !sinks_.fit(e, f)) {
          wait(v, graph_.neighbour[e], tail);
          wait(v, graph_.neighbour[f], tail);
          return false;
        }
    }
    return true;
  }

  // The first half-edge of v that may not form a collider with e there, or the end. It is searched once, because
  // it does not change.
  std::size_t first_misfit(std::size_t e, Node v) {
    if (first_misfit_[e] == kUnknown) {
      std::size_t f = graph_.begin(v);
      while (f < graph_.end(v) && sinks_.fit(e, f)) ++f;
      steps(f - graph_.begin(v) + 1);
      first_misfit_[e] = f;
    }
    return first_misfit_[e];
  }

  void wait(Node v, Node blocker, Node tail) {
    if (blocker == tail) return;  // The tail is removed last.
    search(blocker);
    waiting_[blocker].push_back(v);
  }

  // Moves the removed nodes to the positions from that of the tail on. All other nodes keep their order.
  void move_gone_up() {
    std::size_t last = first_;
    for (const Node v : gone_) last = std::max(last, found_[v]);
    steps(last - first_ + 1);
    moved_.assign(gone_.begin(), gone_.end());
    for (std::size_t k = first_; k <= last; ++k)
      if (is_left(order_[k])) moved_.push_back(order_[k]);
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      order_[first_ + k] = moved_[k];
      found_[moved_[k]] = first_ + k;
    }
  }

  struct LookedAt {
    std::size_t child, e, f;
  };

  const Adjacency& graph_;
  SinkOrder sinks_;
  std::vector<bool> forced_;         // half-edges that leave their owner in every DAG with the kept arrows
  std::vector<std::size_t> fresh_;
  std::vector<std::size_t> found_;   // positions of the nodes of such a DAG, sinks first
  std::vector<Node> order_;          // the nodes at the positions

  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
  std::vector<std::size_t> first_misfit_;  // for each half-edge; kUnknown before it is searched

  std::size_t round_ = 0;            // the number of the current search
  std::size_t first_ = 0;            // the position of the tail of the current search
  std::vector<std::size_t> round_of_;
  std::vector<bool> is_gone_;
  std::vector<LookedAt> looked_at_;
  std::vector<std::vector<Node>> waiting_;
  std::vector<Node> open_, gone_, moved_;
};

}  // namespace

std::vector<Word> mended_dag(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  Keeping keeping(graph);
  const auto& position = keeping.positions();
  std::vector<Word> dag(words.begin(), words.end());
  for (Word& word : dag) {
    const Node i = first(word);
    const Node j = second(word);
    word = make_word(i, j, position[i] < position[j] ? kBackward : kForward);
  }
  return dag;
}

}  // namespace edgemark
