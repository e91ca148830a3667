// Walks in a graph of --> and --- from many treatments at once, after the rules of adjustment sets.
//
// A block has one lane for each treatment t and conditioning set Z. Walks never come back to t. What
// a walk may do at a node v depends on how it arrived:
//   by -->  on to children and neighbours if v is not in Z, to parents if it is (a collider);
//   by <--  to children, neighbours and parents if v is not in Z;
//   by ---  to children and neighbours if v is not in Z.
// A walk over --> and --- alone is possibly directed: open until it passes Z, and blocked from there on.
// An open one that turns at a collider in Z is non-causal, as is every walk that starts with <--.
//
// Every set only grows, so the order of the sweeps changes their number, not the answer.
#pragma once

#include <vector>

#include "chain_graph.hpp"
#include "lanes.hpp"

namespace edgemark {

// The treatments of a block: nodes first .. last - 1 of the truth, which are in causal order.
template <class Lanes>
struct Block {
  Node first;
  Node last;
  const Lanes* own;   // lanes of first + i
  const Lanes* upto;  // lanes of first .. first + i

  ALWAYS_INLINE Lanes own_at(Node v) const {
    return v - first < last - first ? own[v - first] : Lanes{};
  }
  ALWAYS_INLINE Lanes upto_at(Node v) const {
    return v < first ? Lanes{} : upto[(v < last ? v : last - 1) - first];
  }
  ALWAYS_INLINE Lanes all() const { return upto[last - 1 - first]; }
};

constexpr std::size_t kChunk = 8;

// Lanes set at any of the nodes, at least those that are wanted, looking from the last node on.
template <class Lanes>
ALWAYS_INLINE Lanes gather(const Lanes* plane, std::span<const Node> nodes, const Lanes& wanted) {
  Lanes found{};
  std::size_t k = nodes.size();
  while (k > kChunk) {
    for (std::size_t i = 0; i < kChunk; ++i) found |= plane[nodes[--k]];
    if (!any(wanted & ~found)) return found;
  }
  while (k > 0) found |= plane[nodes[--k]];
  return found;
}

// Nodes that have something new to pass on, to nodes later in the order or to earlier ones.
class News {
 public:
  using Way = std::uint16_t;  // no char, which could alias anything
  static constexpr Way kForth = 1;
  static constexpr Way kBack = 2;

  void clear(std::size_t n_nodes) { of_.assign(n_nodes, 0); }
  ALWAYS_INLINE void set(Node v, Way ways) { of_[v] = ways; }
  ALWAYS_INLINE void add(Node v, Way ways) { of_[v] |= ways; }

  // Calls `back` with every node that has something for earlier ones, then `forth`, until none has.
  template <class Back, class Forth>
  ALWAYS_INLINE void settle(const ChainGraph& graph, Back back, Forth forth) {
    while (round(graph, kBack, back) && round(graph, kForth, forth)) {
    }
  }

 private:
  template <class Pass>
  ALWAYS_INLINE bool round(const ChainGraph& graph, Way way, Pass pass) {
    bool some = false;
    const std::size_t n = graph.n_nodes();
    for (std::size_t i = 0; i < n; ++i) {
      const Node v = graph.order[way == kForth ? i : n - 1 - i];
      if ((of_[v] & way) == 0) continue;
      of_[v] &= static_cast<Way>(~way);
      some = true;
      pass(v);
    }
    return some;
  }

  std::vector<Way> of_;
};

template <class Lanes, bool kMixed>  // kMixed: there are undirected edges
class Walks {
 public:
  // Z and the treatments themselves: set before `walk`.
  Plane<Lanes> closed;
  // At v outside Z: reached open (and the treatment itself). What goes on over --> and ---.
  Plane<Lanes> open;
  // Reached by a possibly directed walk through Z, or at a node of Z.
  Plane<Lanes> blocked;
  // What goes on over <--.
  Plane<Lanes> up;
  // At v outside Z: reached by an open non-causal walk.
  Plane<Lanes> stray;

  void resize(std::size_t n_nodes) {
    for (Plane<Lanes>* plane : {&closed, &open, &blocked, &up, &stray}) plane->resize(n_nodes);
    news_.clear(n_nodes);
  }

  ALWAYS_INLINE void walk(const ChainGraph& graph, const Block<Lanes>& block) {
    pull_causal(graph, block);
    if constexpr (kMixed) settle_causal(graph, block);
    pull_up(graph, block);
    pull_down(graph, block);
    settle_stray(graph);
  }

 private:
  ALWAYS_INLINE void pull_causal(const ChainGraph& graph, const Block<Lanes>& block) {
    for (Node v = 0; v < graph.n_nodes(); ++v) {
      Lanes by_arrow{}, past{};
      if (v >= block.first) gather_causal(block, graph.parents(v), by_arrow, past);
      Lanes reached = by_arrow;
      if constexpr (kMixed)
        for (const Node u : graph.before(v)) {
          reached |= open[u];
          past |= blocked[u];
        }
      const Lanes own = block.own_at(v), shut = closed[v];
      open[v] = (reached & ~shut) | own;
      blocked[v] = (past | (reached & shut)) & ~own;
      up[v] = (by_arrow & shut) | own;
      if constexpr (kMixed)
        news_.set(v, any(open[v] | blocked[v]) ? backwards(graph, v) : 0);
    }
  }

  // Parents in causal order, from the last: an earlier one has only lanes of treatments up to itself.
  ALWAYS_INLINE void gather_causal(const Block<Lanes>& block, std::span<const Node> parents,
                                   Lanes& reached, Lanes& past) {
    std::size_t k = parents.size();
    while (k > kChunk) {
      for (std::size_t i = 0; i < kChunk; ++i) {
        const Node p = parents[--k];
        reached |= open[p];
        past |= blocked[p];
      }
      if (!any(block.upto_at(parents[k - 1]) & ~(reached & past))) return;
    }
    while (k > 0) {
      const Node p = parents[--k];
      reached |= open[p];
      past |= blocked[p];
    }
  }

  ALWAYS_INLINE void pull_up(const ChainGraph& graph, const Block<Lanes>& block) {
    const Lanes all = block.all();
    for (auto v = static_cast<Node>(graph.n_nodes()); v-- > 0;) {
      Lanes by_tail = gather(up.data(), graph.children(v), all) & ~closed[v];
      up[v] |= by_tail;
      if constexpr (kMixed)
        for (const Node u : graph.after(v)) by_tail |= stray[u] & ~closed[v];
      stray[v] = by_tail;
    }
  }

  ALWAYS_INLINE void pull_down(const ChainGraph& graph, const Block<Lanes>& block) {
    const Lanes all = block.all();
    for (Node v = 0; v < graph.n_nodes(); ++v) {
      const Lanes by_arrow = gather(stray.data(), graph.parents(v), all);
      const Lanes shut = closed[v], turned = by_arrow & shut & ~up[v];
      Lanes passed = by_arrow;
      if constexpr (kMixed)
        for (const Node u : graph.before(v)) passed |= stray[u];
      passed &= ~(shut | stray[v]);
      up[v] |= turned;
      stray[v] |= passed;
      news_.set(v, any(turned) ? News::kBack : any(passed) ? backwards(graph, v) : 0);
    }
  }

  // ---- what is new after the first sweeps

  ALWAYS_INLINE void settle_causal(const ChainGraph& graph, const Block<Lanes>& block) {
    const auto back = [&](Node v) INLINED {
      for (const Node u : graph.before(v)) pass_causal(graph, block, v, u, false);
    };
    const auto forth = [&](Node v) INLINED {
      for (const Node child : graph.children(v)) pass_causal(graph, block, v, child, true);
      for (const Node u : graph.after(v)) pass_causal(graph, block, v, u, false);
    };
    news_.settle(graph, back, forth);
  }

  ALWAYS_INLINE void pass_causal(const ChainGraph& graph, const Block<Lanes>& block, Node from, Node to,
                                 bool by_arrow) {
    const Lanes reached = open[from], shut = closed[to], own = block.own_at(to);
    const Lanes now_open = reached & ~(shut | open[to]);
    const Lanes now_blocked = (blocked[from] | (reached & shut)) & ~(own | blocked[to]);
    if (by_arrow) up[to] |= reached & shut;
    if (!any(now_open | now_blocked)) return;
    open[to] |= now_open;
    blocked[to] |= now_blocked;
    news_.add(to, News::kForth | backwards(graph, to));
  }

  ALWAYS_INLINE void settle_stray(const ChainGraph& graph) {
    const auto back = [&](Node v) INLINED {
      for (const Node p : graph.parents(v)) {
        const Lanes by_tail = up[v] & ~(closed[p] | up[p]);
        if (!any(by_tail)) continue;
        up[p] |= by_tail;
        news_.add(p, News::kBack);
        stray_at(graph, p, by_tail);
      }
      if constexpr (kMixed)
        for (const Node u : graph.before(v)) stray_at(graph, u, stray[v] & ~closed[u]);
    };
    const auto forth = [&](Node v) INLINED {
      for (const Node child : graph.children(v)) {
        const Lanes shut = closed[child];
        const Lanes turned = stray[v] & shut & ~up[child], passed = stray[v] & ~(shut | stray[child]);
        if (!any(turned | passed)) continue;
        if (any(turned)) news_.add(child, News::kBack);
        up[child] |= turned;
        stray_at(graph, child, passed);
      }
      if constexpr (kMixed)
        for (const Node u : graph.after(v)) stray_at(graph, u, stray[v] & ~closed[u]);
    };
    news_.settle(graph, back, forth);
  }

  ALWAYS_INLINE void stray_at(const ChainGraph& graph, Node v, const Lanes& arrived) {
    const Lanes more = arrived & ~stray[v];
    if (!any(more)) return;
    stray[v] |= more;
    news_.add(v, News::kForth | backwards(graph, v));
  }

  // Undirected edges take what arrives back to earlier nodes, too.
  ALWAYS_INLINE static News::Way backwards(const ChainGraph& graph, Node v) {
    return kMixed && !graph.before(v).empty() ? News::kBack : News::Way{0};
  }

  News news_;
};

}  // namespace edgemark
