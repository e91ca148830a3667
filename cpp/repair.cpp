#include "repair.hpp"

#include "adjacency.hpp"
#include "sinks.hpp"

namespace edgemark {
namespace {

class Keeping {
 public:
  explicit Keeping(const Adjacency& graph)
      : graph_(graph), sinks_(graph), stays_(graph.neighbour.size(), true),
        forced_(graph.neighbour.size(), false), reached_(graph.n_nodes(), 0) {}

  // Positions of the nodes of the DAG, sinks first.
  const std::vector<std::size_t>& positions() {
    if (sinks_.run(stays_)) return sinks_.positions();
    stays_.assign(stays_.size(), false);
    if (!sinks_.run(stays_)) sinks_.let_meet();
    found_ = sinks_.positions();
    for (Node v = 0; v < graph_.n_nodes(); ++v)
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (graph_.states[e] == kForward) forced_[can_keep(e) ? e : graph_.twin[e]] = true;
    return found_;
  }

 private:
  // An arrow that the DAG found last has is kept at no cost. Another one needs a search for a DAG that
  // has it as well, unless arrows that are in every such DAG close a cycle with it, or must not meet it.
  bool can_keep(std::size_t arrow) {
    const Node tail = graph_.neighbour[graph_.twin[arrow]];
    const Node head = graph_.neighbour[arrow];
    const bool is_found = found_[head] < found_[tail];
    if (!is_found && (meets_strange(graph_.twin[arrow]) || leads_to(head, tail))) return false;
    stays_[arrow] = stays_[graph_.twin[arrow]] = true;
    if (is_found) return true;
    if (sinks_.run(stays_)) {
      found_ = sinks_.positions();
      return true;
    }
    stays_[arrow] = stays_[graph_.twin[arrow]] = false;
    return false;
  }

  bool meets_strange(std::size_t at_head) const {
    const Node head = graph_.neighbour[graph_.twin[at_head]];
    for (std::size_t e = graph_.begin(head); e < graph_.end(head); ++e)
      if (forced_[graph_.twin[e]] && !sinks_.may_meet(at_head, e)) return true;
    return false;
  }

  bool leads_to(Node from, Node to) {
    ++round_;
    reached_[from] = round_;
    open_.assign(1, from);
    while (!open_.empty()) {
      const Node v = open_.back();
      open_.pop_back();
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
        const Node w = graph_.neighbour[e];
        if (!forced_[e] || reached_[w] == round_) continue;
        if (w == to) return true;
        reached_[w] = round_;
        open_.push_back(w);
      }
    }
    return false;
  }

  const Adjacency& graph_;
  SinkOrder sinks_;
  std::vector<bool> stays_;         // half-edges of arrows that are kept
  std::vector<bool> forced_;        // half-edges that leave their owner in every DAG with these arrows
  std::vector<std::size_t> found_;  // positions of the nodes of such a DAG, sinks first
  std::vector<std::size_t> reached_;
  std::size_t round_ = 0;
  std::vector<Node> open_;
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
