// The treatments of a block (walks.hpp), one in each lane. Also searches for ancestors, descendants and possible
// descendants of nodes, in all lanes at once.
#pragma once

#include <algorithm>
#include <span>

#include "walks.hpp"

namespace edgemark {

// Calls visit(t, from, to) for each treatment t: its lanes are from .. to - 1. Lanes with the same treatment must
// follow each other. Setting all of them in one step is faster than one by one.
template <class Visit>
ALWAYS_INLINE void each_run(std::span<const Node> treatments, Visit visit) {
  for (std::size_t from = 0, to; from < treatments.size(); from = to) {
    for (to = from + 1; to < treatments.size() && treatments[to] == treatments[from];) ++to;
    visit(treatments[from], from, to);
  }
}

// Holds what a Block refers to.
template <class Lanes>
class Treatments {
 public:
  // Takes the treatment of each lane. The nodes must be numbered in causal order, and the treatments ascending. Several
  // lanes may have the same treatment.
  ALWAYS_INLINE void set(std::span<const Node> treatments) {
    first_ = treatments.front();
    own_.assign(treatments.back() - first_ + 1, Lanes{});
    each_run(treatments, [&](Node t, std::size_t from, std::size_t to) INLINED { put(own_[t - first_], from, to); });
    upto_.resize(own_.size());
    Lanes so_far{};
    for (std::size_t k = 0; k < own_.size(); ++k) upto_[k] = so_far |= own_[k];
  }

  Block<Lanes> block() const {
    return {first_, first_ + static_cast<Node>(own_.size()), own_.data(), upto_.data()};
  }

 private:  // as in Block
  Node first_ = 0;
  Plane<Lanes> own_;
  Plane<Lanes> upto_;
};

// Sets each lane of `plane` at its treatment, and at no other node.
template <class Lanes>
ALWAYS_INLINE void start_from(std::span<const Node> treatments, Plane<Lanes>& plane) {
  std::fill(plane.begin(), plane.end(), Lanes{});
  each_run(treatments, [&](Node t, std::size_t from, std::size_t to) INLINED { put(plane[t], from, to); });
}

// ---- ancestors and descendants: `all` are the lanes that may be set at any node

// Sets each lane of a node at all ancestors of the node.
template <class Lanes>
ALWAYS_INLINE void go_up(const ChainGraph& graph, const Lanes& all, Lanes* plane) {
  noted_steps(graph.n_nodes() + graph.n_edges());
  for (std::size_t k = graph.n_nodes(); k-- > 0;) {
    const Node v = graph.order[k];
    plane[v] |= gather(plane, graph.children_in_chunks(v), all);
  }
}

// Sets each lane of a node at all descendants of the node.
template <class Lanes>
ALWAYS_INLINE void go_down(const ChainGraph& graph, const Lanes& all, Lanes* plane) {
  noted_steps(graph.n_nodes() + graph.n_edges());
  for (const Node v : graph.order) plane[v] |= gather(plane, graph.parents_in_chunks(v), all);
}

// Sets each lane of a node at all nodes that a walk of --> and --- from it reaches. Walks do not come back to the
// treatment of their lane.
template <class Lanes>
class PossiblyDirected {
 public:
  ALWAYS_INLINE void go(const ChainGraph& graph, const Block<Lanes>& block, Lanes* plane) {
    stale_.clear(graph.n_nodes());
    // Adds to v the lanes of its parents and of these neighbours. Returns whether that changes v.
    const auto pull = [&](Node v, std::span<const Node> neighbours) INLINED {
      Lanes reached = gather(plane, graph.parents_in_chunks(v), block.all());
      for (const Node u : neighbours) reached |= plane[u];
      const Lanes more = reached & ~(plane[v] | block.own_at(v));
      plane[v] |= more;
      return any(more);
    };
    noted_steps(graph.n_nodes() + graph.n_edges());
    for (const Node v : graph.order) {
      pull(v, graph.before(v));
      if (!graph.before(v).empty() && any(plane[v])) stale_.before(graph, v);
    }
    const auto pull_again = [&](Node v) INLINED {
      if (!pull(v, graph.neighbours(v))) return;
      stale_.children(graph, v);
      stale_.before(graph, v);
      stale_.after(graph, v);
    };
    while (!pace::is_ended && stale_.sweep_up(graph, pull_again) && stale_.sweep_down(graph, pull_again)) {
    }
  }

 private:
  Stale stale_;
};

}  // namespace edgemark
