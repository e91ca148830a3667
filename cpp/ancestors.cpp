#include "ancestors.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <span>

#include "adjacency.hpp"
#include "multiversion.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

// A source is a node whose descendants are sought. Sources are taken in blocks. Each node has one bit for each source
// of a block.
constexpr std::size_t kWords = 8;              // words of 64 bits at each node
constexpr std::size_t kSources = kWords * 64;  // sources of a block

// The edges --> of a graph.
struct Arrows {
  NodeLists children;
  NodeLists parents;
  std::vector<Node> order;            // parents first if there is no cycle
  std::vector<std::size_t> position;  // of each node in the order
  bool acyclic;

  explicit Arrows(const Adjacency& graph)
      : children(graph, points_to_second), parents(graph, [](State s) { return points_to_second(flip(s)); }),
        order(graph.n_nodes()), position(graph.n_nodes()), acyclic(order_nodes()) {
    if (!acyclic) order = parents_first(graph);
    for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = k;
  }

 private:
  // Orders nodes after their parents. Returns whether all nodes could be ordered, that is, whether there is no cycle.
  bool order_nodes() {
    std::vector<std::size_t> n_parents_left(order.size());
    std::size_t n_ready = 0;
    for (Node v = 0; v < order.size(); ++v)
      if ((n_parents_left[v] = parents[v].size()) == 0) order[n_ready++] = v;
    for (std::size_t k = 0; k < n_ready; ++k)
      for (const Node child : children[order[k]])
        if (--n_parents_left[child] == 0) order[n_ready++] = child;
    return n_ready == order.size();
  }
};

// Visits the nodes at some positions of the order, and sets the bits of all parents at each node, because a source
// that reaches a parent reaches the child. Returns whether a bit has changed.
MULTIVERSION
bool sweep(const std::size_t* positions, std::size_t n_positions, const Arrows& arrows, std::uint64_t* bits) {
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < n_positions; ++i) {
    const Node v = arrows.order[positions[i]];
    std::uint64_t* here = bits + v * kWords;
    std::uint64_t reached[kWords];
    for (std::size_t w = 0; w < kWords; ++w) reached[w] = here[w];
    for (const Node parent : arrows.parents[v]) {
      const std::uint64_t* from = bits + parent * kWords;
      for (std::size_t w = 0; w < kWords; ++w) reached[w] |= from[w];
    }
    for (std::size_t w = 0; w < kWords; ++w) {
      changed |= here[w] ^ reached[w];
      here[w] = reached[w];
    }
  }
  return changed != 0;
}

// Numbers of bits that are set at some nodes, and of those that are set in another graph too.
struct BitCounts {
  std::uint64_t own = 0;
  std::uint64_t shared = 0;
};

MULTIVERSION
BitCounts count_bits(const Node* nodes, std::size_t n_nodes, const std::uint64_t* own,
                     const std::uint64_t* other) {
  BitCounts counts;
  for (std::size_t k = 0; k < n_nodes; ++k)
    for (std::size_t w = nodes[k] * kWords; w < (nodes[k] + std::size_t{1}) * kWords; ++w) {
      counts.own += static_cast<std::uint64_t>(std::popcount(own[w]));
      counts.shared += static_cast<std::uint64_t>(std::popcount(own[w] & other[w]));
    }
  return counts;
}

// Finds the nodes that are descendants of x in every member of a CPDAG's class although no directed path leads to
// them. A chordless possibly directed path from x that is not directed starts with an undirected edge x --- c. It
// stays in x's chain component, without other neighbours of x, and then follows arrows. If no directed path leads to
// y, x is an ancestor of y in every member iff such paths lead to y through two neighbours c that are not adjacent.
// The reason is that no member can direct the edges of both neighbours into x.
class DescendantsOverUndirected {
 public:
  explicit DescendantsOverUndirected(const Adjacency& graph)
      : graph_(graph), neighbours_of_x_(graph), seen_(graph.n_nodes(), 0), leads_from_(graph.n_nodes()) {
    find_components();
  }

  // Calls `visit` with each of these descendants, once or more often. Nodes to which a directed path leads may be
  // visited too.
  template <class Visit>
  void each_descendant(Node x, Visit visit) {
    if (component_[x] == kAlone || !has_exit_[component_[x]]) return;
    neighbours_of_x_.of(x);
    std::vector<Node> touched;
    for (std::size_t e = graph_.begin(x); e < graph_.end(x); ++e) {
      if (graph_.states[e] != kUndirected) continue;
      const Node c = graph_.neighbour[e];
      for (const Node y : beyond(x, c)) {
        auto& others = leads_from_[y];
        if (others.empty()) touched.push_back(y);
        if (std::any_of(others.begin(), others.end(), [&](Node other) { return !graph_.adjacent(other, c); }))
          visit(y);
        else
          others.push_back(c);
      }
    }
    for (const Node y : touched) leads_from_[y].clear();
  }

 private:
  static constexpr Node kAlone = static_cast<Node>(-1);

  void find_components() {
    component_.assign(graph_.n_nodes(), kAlone);
    for (Node root = 0; root < graph_.n_nodes(); ++root) {
      if (component_[root] != kAlone) continue;
      const Node id = static_cast<Node>(has_exit_.size());
      std::vector<Node> stack{root};
      bool has_undirected = false;
      bool has_exit = false;
      while (!stack.empty()) {
        const Node v = stack.back();
        stack.pop_back();
        for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
          has_exit |= graph_.states[e] == kForward;
          if (graph_.states[e] != kUndirected) continue;
          has_undirected = true;
          if (component_[graph_.neighbour[e]] == kAlone) {
            component_[graph_.neighbour[e]] = id;
            stack.push_back(graph_.neighbour[e]);
          }
        }
      }
      if (has_undirected) has_exit_.push_back(has_exit);
    }
  }

  // Nodes outside x's component to which the paths x --- c ... above lead.
  std::vector<Node> beyond(Node x, Node c) {
    ++now_;
    std::vector<Node> inside{c};
    std::vector<Node> outside;
    seen_[x] = seen_[c] = now_;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      steps(graph_.end(inside[k]) - graph_.begin(inside[k]));
      for (std::size_t e = graph_.begin(inside[k]); e < graph_.end(inside[k]); ++e) {
        const Node w = graph_.neighbour[e];
        if (graph_.states[e] == kUndirected && !neighbours_of_x_.has(w)) discover(w, inside);
        if (graph_.states[e] == kForward) discover(w, outside);
      }
    }
    for (std::size_t k = 0; k < outside.size(); ++k) {
      steps(graph_.end(outside[k]) - graph_.begin(outside[k]));
      for (std::size_t e = graph_.begin(outside[k]); e < graph_.end(outside[k]); ++e)
        if (graph_.states[e] == kForward) discover(graph_.neighbour[e], outside);
    }
    return outside;
  }

  void discover(Node w, std::vector<Node>& list) {
    if (seen_[w] == now_) return;
    seen_[w] = now_;
    list.push_back(w);
  }

  const Adjacency& graph_;
  Neighbourhood neighbours_of_x_;
  std::vector<Node> component_;     // the chain component of each node; kAlone if it has no undirected edge
  std::vector<bool> has_exit_;      // for each component, whether an arrow leaves one of its nodes
  std::vector<std::size_t> seen_;   // the last search that met each node
  std::size_t now_ = 0;             // the number of the current search
  std::vector<std::vector<Node>> leads_from_;  // for each y, pairwise adjacent neighbours c that lead to y
};

// The nodes that the sources of a block reach. Only these nodes and their edges are visited, so the work of a block
// grows with the numbers of these nodes and edges.
class Reach {
 public:
  Reach(const Adjacency& graph, Ancestry reading)
      : arrows_(graph), round_(graph.n_nodes(), 0), bits_(graph.n_nodes() * kWords, 0) {
    if (reading == Ancestry::kEveryMember) over_undirected_.emplace(graph);
  }

  // Source s and the nodes that it reaches get bit s; all other bits are 0.
  void from(std::span<const Node> sources) {
    for (const Node v : reached_) std::fill_n(bits_.begin() + at(v), kWords, 0);
    reached_.clear();
    ++now_;
    for (std::size_t s = 0; s < sources.size(); ++s) mark(sources[s], s);
    const std::uint64_t n_edges = follow();
    positions_.clear();
    for (const Node v : reached_) positions_.push_back(arrows_.position[v]);
    std::ranges::sort(positions_);
    // If there is no cycle, one sweep is enough.
    do steps(positions_.size() + n_edges);
    while (sweep(positions_.data(), positions_.size(), arrows_, bits_.data()) && !arrows_.acyclic);
    if (!over_undirected_) return;
    for (std::size_t s = 0; s < sources.size(); ++s)
      over_undirected_->each_descendant(sources[s], [&](Node y) { mark(y, s); });
  }

  bool is_reached(Node v, std::size_t source) const {
    return (bits_[v * kWords + source / 64] >> source % 64 & 1) != 0;
  }
  BitCounts count(const Reach& other) const {
    return count_bits(reached_.data(), reached_.size(), bits_.data(), other.bits_.data());
  }

 private:
  static std::ptrdiff_t at(Node v) { return static_cast<std::ptrdiff_t>(v * kWords); }

  void discover(Node v) {
    if (round_[v] == now_) return;
    round_[v] = now_;
    reached_.push_back(v);
  }

  void mark(Node v, std::size_t source) {
    discover(v);
    bits_[v * kWords + source / 64] |= std::uint64_t{1} << source % 64;
  }

  // Adds the nodes that directed paths lead to. Returns the number of edges that leave the reached nodes.
  std::uint64_t follow() {
    std::uint64_t n_edges = 0;
    for (std::size_t k = 0; k < reached_.size(); ++k) {
      const std::span<const Node> children = arrows_.children[reached_[k]];
      n_edges += children.size();
      steps(children.size() + 1);
      for (const Node child : children) discover(child);
    }
    return n_edges;
  }

  Arrows arrows_;
  std::optional<DescendantsOverUndirected> over_undirected_;  // only for Ancestry::kEveryMember
  std::vector<std::size_t> round_;      // the last round that reached each node; a round is a call of `from`
  std::size_t now_ = 0;                 // the number of the current round
  std::vector<Node> reached_;           // in this round
  std::vector<std::size_t> positions_;  // of the reached nodes in the order, ascending
  std::vector<std::uint64_t> bits_;     // kWords words for each node, with bit s if source s reaches it
};

// Calls `work` with all sources, a block of them at a time.
template <class Work>
void in_blocks(std::span<const Node> sources, Work work) {
  for (std::size_t base = 0; base < sources.size(); base += kSources)
    work(sources.subspan(base, std::min(kSources, sources.size() - base)));
}

// The nodes with an edge in either graph. The nodes of each connected component of the union of both graphs follow
// each other, so that a block of nodes reaches few other nodes.
std::vector<Node> connected_nodes(const Adjacency& one, const Adjacency& other) {
  std::vector<bool> seen(one.n_nodes(), false);
  std::vector<Node> nodes;
  for (Node root = 0; root < one.n_nodes(); ++root) {
    const bool alone = one.begin(root) == one.end(root) && other.begin(root) == other.end(root);
    if (alone || seen[root]) continue;
    std::size_t k = nodes.size();
    seen[root] = true;
    nodes.push_back(root);
    for (; k < nodes.size(); ++k)
      for (const Adjacency* graph : {&one, &other})
        for (std::size_t e = graph->begin(nodes[k]); e < graph->end(nodes[k]); ++e) {
          const Node w = graph->neighbour[e];
          if (seen[w]) continue;
          seen[w] = true;
          nodes.push_back(w);
        }
  }
  return nodes;
}

}  // namespace

Overlap ancestor_overlap(Words truth_words, Ancestry truth_reading, Words estimate_words,
                         Ancestry estimate_reading, std::size_t n_nodes) {
  const Adjacency truth(truth_words, n_nodes);
  const Adjacency estimate(estimate_words, n_nodes);
  Reach in_truth(truth, truth_reading);
  Reach in_estimate(estimate, estimate_reading);
  const std::vector<Node> sources = connected_nodes(truth, estimate);
  Overlap overlap;
  in_blocks(sources, [&](std::span<const Node> block) {
    in_truth.from(block);
    in_estimate.from(block);
    const BitCounts counts = in_estimate.count(in_truth);
    overlap.both += counts.shared - block.size();  // every source reaches itself
    overlap.in_estimate += counts.own - block.size();
    overlap.in_truth += in_truth.count(in_estimate).own - block.size();
  });
  return overlap;
}

std::vector<Node> reachable(Words words, std::size_t n_nodes, Node source, bool forwards) {
  const Adjacency graph(words, n_nodes);
  std::vector<bool> seen(n_nodes, false);
  std::vector<Node> found{source};
  seen[source] = true;
  for (std::size_t k = 0; k < found.size(); ++k) {
    count_steps(graph.end(found[k]) - graph.begin(found[k]));
    for (std::size_t e = graph.begin(found[k]); e < graph.end(found[k]); ++e) {
      const Node w = graph.neighbour[e];
      const State s = forwards ? graph.states[e] : flip(graph.states[e]);
      if (seen[w] || !points_to_second(s)) continue;
      seen[w] = true;
      found.push_back(w);
    }
  }
  found.erase(found.begin());
  std::sort(found.begin(), found.end());
  return found;
}

Claims ancestral_claims(Words dag, Words words, std::size_t n_nodes) {
  const Adjacency truth(dag, n_nodes);
  const Adjacency estimate(words, n_nodes);
  const std::vector<Node> all = connected_nodes(truth, estimate);
  std::vector<Node> sources;
  std::ranges::copy_if(all, std::back_inserter(sources),
                       [&](Node v) { return estimate.begin(v) < estimate.end(v); });
  Reach reach(truth, Ancestry::kDirectedPath);
  Claims claims;
  in_blocks(sources, [&](std::span<const Node> block) {
    reach.from(block);
    for (std::size_t s = 0; s < block.size(); ++s) {
      steps(estimate.end(block[s]) - estimate.begin(block[s]));
      for (std::size_t e = estimate.begin(block[s]); e < estimate.end(block[s]); ++e) {
        const bool causes = reach.is_reached(estimate.neighbour[e], s);
        const bool arrowhead_here = arrow_at_second(flip(estimate.states[e]));
        const bool tail_here = points_to_second(estimate.states[e]);
        claims.arrowheads += arrowhead_here;
        claims.correct_arrowheads += arrowhead_here && !causes;
        claims.tails += tail_here;
        claims.correct_tails += tail_here && causes;
      }
    }
  });
  return claims;
}

std::vector<Node> almost_directed_cycle(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  std::vector<Node> sources;
  for (Node i = 0; i < n_nodes; ++i)
    for (std::size_t e = graph.begin(i); e < graph.end(i); ++e)
      if (graph.states[e] == kBidirected) {
        sources.push_back(i);
        break;
      }
  if (sources.empty()) return {};
  Reach reach(graph, Ancestry::kDirectedPath);
  std::vector<Node> found;
  in_blocks(sources, [&](std::span<const Node> block) {
    if (!found.empty()) return;
    reach.from(block);
    for (std::size_t s = 0; found.empty() && s < block.size(); ++s)
      for (std::size_t e = graph.begin(block[s]); e < graph.end(block[s]); ++e)
        if (graph.states[e] == kBidirected && reach.is_reached(graph.neighbour[e], s)) {
          found = {block[s], graph.neighbour[e]};
          break;
        }
  });
  return found;
}

}  // namespace edgemark
