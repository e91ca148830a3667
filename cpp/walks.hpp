// Walks in a graph of --> and --- from many treatments at once, by the rules of adjustment sets.
//
// A lane is one bit of a vector of bits (lanes.hpp). A block has one lane for each treatment t with its
// conditioning set Z. Walks start at t and never come back to it. Where a walk may continue from a node v
// depends on the edge by which it arrived at v:
//   -->  to children and neighbours if v is not in Z, to parents if v is in Z (a collider);
//   <--  to children, neighbours and parents if v is not in Z;
//   ---  to children and neighbours if v is not in Z.
// A walk over --> and --- alone is possibly directed. It is open up to its first node in Z, and blocked from
// there on. A walk that starts with <--, or turns at a collider in Z while it is open, is non-causal.
//
// At each node, lanes state which walks have reached it. A sweep visits nodes in causal order (down) or in the
// reverse order (up), and pulls at nodes where lanes may be new: it adds the lanes of walks that arrive over one
// edge from an adjacent node. `walk` repeats sweeps until no lane is new. As no lane is ever removed, the order of
// the visits does not change the result.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "chain_graph.hpp"
#include "lanes.hpp"
#include "pace.hpp"

namespace edgemark {

// The treatments of a block. They are among the nodes first .. last - 1 of the graph, which are numbered in
// causal order.
template <class Lanes>
struct Block {
  Node first;
  Node last;
  const Lanes* own;   // entry i: the lanes whose treatment is node first + i
  const Lanes* upto;  // entry i: the lanes whose treatment is one of the nodes first .. first + i

  ALWAYS_INLINE Lanes own_at(Node v) const {  // for v < first, the subtraction wraps around
    return v - first < last - first ? own[v - first] : Lanes{};
  }
  ALWAYS_INLINE Lanes upto_at(Node v) const {
    return v < first ? Lanes{} : upto[(v < last ? v : last - 1) - first];
  }
  ALWAYS_INLINE Lanes all() const { return upto[last - 1 - first]; }
};

// Returns the lanes that are set at any of the nodes. Stops early once it has all `wanted` lanes. The nodes come
// in whole chunks, padded with the number n_nodes (see ChainGraph). The plane has an entry for it, without lanes.
template <class Lanes>
ALWAYS_INLINE Lanes gather(const Lanes* plane, std::span<const Node> chunks, const Lanes& wanted) {
  constexpr std::size_t kChunk = ChainGraph::kChunk;
  Lanes found{};
  for (std::size_t k = chunks.size(); k > 0;) {
    k -= kChunk;
    for (std::size_t i = 0; i < kChunk; ++i) found |= plane[chunks[k + i]];
    if (k > 0 && !any(wanted & ~found)) break;
  }
  return found;
}

// The nodes that the next sweep up, or down, must visit: a later, or an earlier, node has new lanes that may
// continue there. `parents`, `children`, `before` and `after` flag the adjacent nodes of v.
class Stale {
 public:
  using Flag = std::uint16_t;  // Not a char type: the compiler must assume that these alias all other types.

  void clear(std::size_t n_nodes) {
    up_.assign(n_nodes + 1, 0);
    down_.assign(n_nodes + 1, 0);
  }
  void all_up() { std::fill(up_.begin(), up_.end(), 1); }
  ALWAYS_INLINE void parents(const ChainGraph& graph, Node v) { set(up_, graph.parents_in_chunks(v)); }
  ALWAYS_INLINE void children(const ChainGraph& graph, Node v) { set(down_, graph.children_in_chunks(v)); }
  ALWAYS_INLINE void before(const ChainGraph& graph, Node v) { set(up_, graph.before(v)); }
  ALWAYS_INLINE void after(const ChainGraph& graph, Node v) { set(down_, graph.after(v)); }

  // Calls `pull` with every flagged node, the latest first, and removes its flag. Returns whether there was
  // such a node.
  template <class Pull>
  ALWAYS_INLINE bool sweep_up(const ChainGraph& graph, Pull pull) {
    bool some = false;
    noted_steps(graph.n_nodes() + graph.n_edges());
    for (std::size_t k = graph.n_nodes(); k-- > 0;) some |= visit(up_, graph.order[k], pull);
    return some;
  }
  // The same from the earliest node to the latest.
  template <class Pull>
  ALWAYS_INLINE bool sweep_down(const ChainGraph& graph, Pull pull) {
    bool some = false;
    noted_steps(graph.n_nodes() + graph.n_edges());
    for (const Node v : graph.order) some |= visit(down_, v, pull);
    return some;
  }

 private:
  static ALWAYS_INLINE void set(std::vector<Flag>& flags, std::span<const Node> nodes) {
    for (const Node v : nodes) flags[v] = 1;
  }
  template <class Pull>
  static ALWAYS_INLINE bool visit(std::vector<Flag>& flags, Node v, Pull pull) {
    if (flags[v] == 0) return false;
    flags[v] = 0;
    pull(v);
    return true;
  }

  std::vector<Flag> up_;
  std::vector<Flag> down_;
};

template <class Lanes, bool kMixed>  // kMixed: there are undirected edges
class Walks {
 public:
  // At each node, the lanes in which
  Plane<Lanes> closed;   // it is in Z or is the treatment; the caller sets this before `walk`
  Plane<Lanes> open;     // it is the treatment, or is outside Z and reached by an open possibly directed walk
  Plane<Lanes> blocked;  // it is reached by a possibly directed walk that is blocked, perhaps by this node
  Plane<Lanes> up;       // a walk may continue from it to its parents, over <--
  Plane<Lanes> stray;    // it is outside Z and reached by a non-causal walk

  void resize(std::size_t n_nodes) {
    for (Plane<Lanes>* plane : {&closed, &open, &blocked, &up, &stray}) plane->resize(n_nodes + 1);
    for (Plane<Lanes>* plane : {&open, &blocked, &up, &stray}) (*plane)[n_nodes] = Lanes{};
    stale_.clear(n_nodes);
  }

  ALWAYS_INLINE void walk(const ChainGraph& graph, const Block<Lanes>& block) {
    find_causal(graph, block);
    find_stray(graph, block.all());
  }

  // The same in two steps: `start` makes the sweeps that reach most nodes, `go_on` all that are still needed.
  ALWAYS_INLINE void start(const ChainGraph& graph, const Block<Lanes>& block) {
    find_causal(graph, block);
    sweep_twice(graph, block.all(), [](Node, const More&) INLINED {});
  }
  ALWAYS_INLINE void go_on(const ChainGraph& graph, const Block<Lanes>& block) {
    stale_.all_up();
    settle_stray(graph, block.all());
  }

  // Finds some of the non-causal walks without colliders: first over <-- and ---, then over -->. Sets `stray`,
  // and changes `up`.
  ALWAYS_INLINE void walk_by_tails(const ChainGraph& graph, const Block<Lanes>& block) {
    const auto n = static_cast<Node>(graph.n_nodes());
    noted_steps(2 * (graph.n_nodes() + graph.n_edges()));
    for (Node v = 0; v < n; ++v) up[v] = block.own_at(v);
    for (Node v = n; v-- > 0;) {
      stray[v] = Lanes{};
      pull_up(graph, block.all(), v);
    }
    for (Node v = 0; v < n; ++v)
      stray[v] |= gather(stray.data(), graph.parents_in_chunks(v), block.all()) & ~closed[v];
  }

 private:
  // ---- possibly directed walks

  ALWAYS_INLINE void find_causal(const ChainGraph& graph, const Block<Lanes>& block) {
    const auto n = static_cast<Node>(graph.n_nodes());
    noted_steps(graph.n_nodes() + graph.n_edges());
    for (Node v = 0; v < n; ++v) find_causal(graph, block, v);
    if constexpr (kMixed) settle_causal(graph, block);
  }

  ALWAYS_INLINE void find_causal(const ChainGraph& graph, const Block<Lanes>& block, Node v) {
    Lanes open_by_arrow{}, arriving_blocked{};
    if (v >= block.first) gather_causal(block, graph.parents_in_chunks(v), open_by_arrow, arriving_blocked);
    Lanes arriving_open = open_by_arrow;
    if constexpr (kMixed)
      for (const Node u : graph.before(v)) {
        arriving_open |= open[u];
        arriving_blocked |= blocked[u];
      }
    const Lanes own = block.own_at(v), closed_here = closed[v];
    open[v] = (arriving_open & ~closed_here) | own;
    blocked[v] = (arriving_blocked | (arriving_open & closed_here)) & ~own;
    up[v] = (open_by_arrow & closed_here) | own;
    if constexpr (kMixed)
      if (!graph.before(v).empty() && any(open[v] | blocked[v])) stale_.before(graph, v);
  }

  // Adds the lanes of open and of blocked walks at the parents, from the last parent to the first. No parent
  // has lanes of treatments after it. So the loop stops once both results have all lanes of the treatments up
  // to the last parent that is left.
  ALWAYS_INLINE void gather_causal(const Block<Lanes>& block, std::span<const Node> parents,
                                   Lanes& arriving_open, Lanes& arriving_blocked) {
    constexpr std::size_t kChunk = ChainGraph::kChunk;
    for (std::size_t k = parents.size(); k > 0;) {
      k -= kChunk;
      for (std::size_t i = 0; i < kChunk; ++i) {
        arriving_open |= open[parents[k + i]];
        arriving_blocked |= blocked[parents[k + i]];
      }
      if (k > 0 && !any(block.upto_at(parents[k - 1]) & ~(arriving_open & arriving_blocked))) return;
    }
  }

  ALWAYS_INLINE void settle_causal(const ChainGraph& graph, const Block<Lanes>& block) {
    const Lanes all = block.all();
    const auto pull = [&](Node v) INLINED {
      const Lanes open_by_arrow = gather(open.data(), graph.parents_in_chunks(v), all);
      Lanes arriving_open = open_by_arrow;
      Lanes arriving_blocked = gather(blocked.data(), graph.parents_in_chunks(v), all);
      for (const Node u : graph.neighbours(v)) {
        arriving_open |= open[u];
        arriving_blocked |= blocked[u];
      }
      const Lanes own = block.own_at(v), closed_here = closed[v];
      const Lanes more_open = arriving_open & ~(closed_here | open[v]);
      const Lanes more_blocked = (arriving_blocked | (arriving_open & closed_here)) & ~(own | blocked[v]);
      up[v] |= open_by_arrow & closed_here;
      if (!any(more_open | more_blocked)) return;
      open[v] |= more_open;
      blocked[v] |= more_blocked;
      stale_.children(graph, v);
      stale_.before(graph, v);
      stale_.after(graph, v);
    };
    while (!pace::is_ended && stale_.sweep_up(graph, pull) && stale_.sweep_down(graph, pull)) {
    }
  }

  // ---- non-causal walks

  // Lanes that are newly set in `up` and in `stray`.
  struct More {
    Lanes up{};
    Lanes stray{};
    ALWAYS_INLINE void operator|=(const More& other) {
      up |= other.up;
      stray |= other.stray;
    }
  };

  ALWAYS_INLINE void find_stray(const ChainGraph& graph, const Lanes& all) {
    sweep_twice(graph, all, [&](Node v, const More& more) INLINED {
      if (any(more.up)) stale_.parents(graph, v);
      if constexpr (kMixed)
        if (any(more.stray)) stale_.before(graph, v);
    });
    settle_stray(graph, all);
  }

  // Sweeps up, then down. In the second sweep, calls `tell` with each node at which it pulls, and with the new
  // lanes of this node. The second sweep leaves out nodes that can get no lane.
  template <class Tell>
  ALWAYS_INLINE void sweep_twice(const ChainGraph& graph, const Lanes& all, Tell tell) {
    const auto n = static_cast<Node>(graph.n_nodes());
    noted_steps(2 * (graph.n_nodes() + graph.n_edges()));
    More by_first_sweep;
    added_ = {};
    for (Node v = n; v-- > 0;) {
      stray[v] = Lanes{};
      by_first_sweep |= pull_up(graph, all, v);
    }
    for (Node v = 0; v < n; ++v) {
      if (!may_pull_down(v, by_first_sweep)) continue;
      const More more = pull_down(graph, all, v);
      added_ |= more;
      tell(v, more);
    }
  }

  ALWAYS_INLINE void settle_stray(const ChainGraph& graph, const Lanes& all) {
    // A sweep can add only lanes that the last sweep added at some node. It leaves out nodes that can get none of
    // these.
    More by_last_sweep, by_this_sweep = added_;
    const auto tell = [&](Node v, const More& more) INLINED {
      by_this_sweep |= more;
      if (any(more.up)) stale_.parents(graph, v);
      if (!any(more.stray)) return;
      stale_.children(graph, v);
      if constexpr (kMixed) {
        stale_.before(graph, v);
        stale_.after(graph, v);
      }
    };
    const auto up_at = [&](Node v) INLINED {
      if (may_pull_up(v, by_last_sweep)) tell(v, pull_up(graph, all, v));
    };
    const auto down_at = [&](Node v) INLINED {
      if (may_pull_down(v, by_last_sweep)) tell(v, pull_down(graph, all, v));
    };
    const auto begin_sweep = [&]() INLINED { by_last_sweep = std::exchange(by_this_sweep, More{}); };
    while (!pace::is_ended) {
      begin_sweep();
      if (!stale_.sweep_up(graph, up_at)) return;
      begin_sweep();
      if (!stale_.sweep_down(graph, down_at)) return;
    }
  }

  // Whether a pull at v can add one of the lanes of `elsewhere`, which were added at other nodes.
  ALWAYS_INLINE bool may_pull_up(Node v, const More& elsewhere) const {
    const Lanes coming = kMixed ? elsewhere.up | elsewhere.stray : elsewhere.up;
    return any(coming & ~(closed[v] | (up[v] & stray[v])));
  }
  ALWAYS_INLINE bool may_pull_down(Node v, const More& elsewhere) const {
    return any(elsewhere.stray & ~(stray[v] | (closed[v] & up[v])));
  }

  ALWAYS_INLINE More pull_up(const ChainGraph& graph, const Lanes& all, Node v) {
    const Lanes by_tail = gather(up.data(), graph.children_in_chunks(v), all) & ~closed[v];
    Lanes passing = by_tail;
    if constexpr (kMixed)
      for (const Node u : graph.after(v)) passing |= stray[u] & ~closed[v];
    return add(v, by_tail, passing);
  }

  ALWAYS_INLINE More pull_down(const ChainGraph& graph, const Lanes& all, Node v) {
    const Lanes by_arrow = gather(stray.data(), graph.parents_in_chunks(v), all);
    Lanes passing = by_arrow;
    if constexpr (kMixed)
      for (const Node u : graph.before(v)) passing |= stray[u];
    return add(v, by_arrow & closed[v], passing & ~closed[v]);
  }

  ALWAYS_INLINE More add(Node v, const Lanes& going_up, const Lanes& passing) {
    const More more{going_up & ~up[v], passing & ~stray[v]};
    up[v] |= more.up;
    stray[v] |= more.stray;
    return more;
  }

  Stale stale_;
  More added_;  // the lanes that the second sweep of `sweep_twice` added
};

}  // namespace edgemark
