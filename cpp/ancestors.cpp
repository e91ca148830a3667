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

constexpr std::size_t kLanes = 8;
constexpr std::size_t kSources = kLanes * 64;

// The edges --> of a graph.
struct Arrows {
  NodeLists children;
  NodeLists parents;
  std::vector<Node> order;         // parents first if there is no cycle
  std::vector<std::size_t> place;  // the position of each node in the order
  bool acyclic;

  explicit Arrows(const Adjacency& graph)
      : children(graph, points_to_second), parents(graph, [](State s) { return points_to_second(flip(s)); }),
        order(graph.n_nodes()), place(graph.n_nodes()), acyclic(order_nodes()) {
    if (!acyclic) order = parents_first(graph);
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  }

 private:
  bool order_nodes() {
    std::vector<std::size_t> waiting_for(order.size());
    std::size_t n_ready = 0;
    for (Node v = 0; v < order.size(); ++v)
      if ((waiting_for[v] = parents[v].size()) == 0) order[n_ready++] = v;
    for (std::size_t k = 0; k < n_ready; ++k)
      for (const Node child : children[order[k]])
        if (--waiting_for[child] == 0) order[n_ready++] = child;
    return n_ready == order.size();
  }
};

// One pass over some places of the order: a source that reaches a parent reaches the child. Returns whether
// a lane has changed.
MULTIVERSION
bool sweep(const std::size_t* places, std::size_t n_places, const Arrows& arrows, std::uint64_t* lanes) {
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < n_places; ++i) {
    const Node v = arrows.order[places[i]];
    std::uint64_t* here = lanes + v * kLanes;
    std::uint64_t reached[kLanes];
    for (std::size_t l = 0; l < kLanes; ++l) reached[l] = here[l];
    for (const Node parent : arrows.parents[v]) {
      const std::uint64_t* from = lanes + parent * kLanes;
      for (std::size_t l = 0; l < kLanes; ++l) reached[l] |= from[l];
    }
    for (std::size_t l = 0; l < kLanes; ++l) {
      changed |= here[l] ^ reached[l];
      here[l] = reached[l];
    }
  }
  return changed != 0;
}

// Numbers of bits that are set at some nodes, and of those that are set in the other plane too.
struct Bits {
  std::uint64_t own = 0;
  std::uint64_t shared = 0;
};

MULTIVERSION
Bits count_bits(const Node* nodes, std::size_t n_nodes, const std::uint64_t* own,
                const std::uint64_t* other) {
  Bits bits;
  for (std::size_t k = 0; k < n_nodes; ++k)
    for (std::size_t w = nodes[k] * kLanes; w < (nodes[k] + std::size_t{1}) * kLanes; ++w) {
      bits.own += static_cast<std::uint64_t>(std::popcount(own[w]));
      bits.shared += static_cast<std::uint64_t>(std::popcount(own[w] & other[w]));
    }
  return bits;
}

// Ancestors in every member of a CPDAG's class without a directed path. Possibly directed chordless paths
// from x leave through an undirected neighbour c, stay in x's chain component away from x's other
// neighbours, and then follow arrows. x is an ancestor of y in every member iff two such neighbours that
// lead to y are not adjacent: no member can direct both of their edges into x.
class UndirectedWays {
 public:
  explicit UndirectedWays(const Adjacency& graph)
      : graph_(graph), near_(graph), seen_(graph.n_nodes(), 0), leads_from_(graph.n_nodes()) {
    find_components();
  }

  template <class Visit>
  void each_descendant(Node x, Visit visit) {
    if (component_[x] == kAlone || !has_exit_[component_[x]]) return;
    near_.of(x);
    std::vector<Node> touched;
    for (std::size_t e = graph_.begin(x); e < graph_.end(x); ++e) {
      if (graph_.states[e] != kUndirected) continue;
      const Node c = graph_.neighbour[e];
      for (const Node y : beyond(x, c)) {
        auto& ways = leads_from_[y];
        if (ways.empty()) touched.push_back(y);
        if (std::any_of(ways.begin(), ways.end(), [&](Node o) { return !graph_.adjacent(o, c); }))
          visit(y);
        else
          ways.push_back(c);
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
      bool undirected = false;
      bool exit = false;
      while (!stack.empty()) {
        const Node v = stack.back();
        stack.pop_back();
        for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e) {
          exit |= graph_.states[e] == kForward;
          if (graph_.states[e] != kUndirected) continue;
          undirected = true;
          if (component_[graph_.neighbour[e]] == kAlone) {
            component_[graph_.neighbour[e]] = id;
            stack.push_back(graph_.neighbour[e]);
          }
        }
      }
      if (undirected) has_exit_.push_back(exit);
    }
  }

  // Nodes outside x's component to which chordless paths x --- c ... lead.
  std::vector<Node> beyond(Node x, Node c) {
    ++now_;
    std::vector<Node> inside{c};
    std::vector<Node> outside;
    seen_[x] = seen_[c] = now_;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      steps(graph_.end(inside[k]) - graph_.begin(inside[k]));
      for (std::size_t e = graph_.begin(inside[k]); e < graph_.end(inside[k]); ++e) {
        const Node w = graph_.neighbour[e];
        if (graph_.states[e] == kUndirected && !near_.has(w)) discover(w, inside);
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
  Neighbourhood near_;
  std::vector<Node> component_;
  std::vector<bool> has_exit_;
  std::vector<std::size_t> seen_;
  std::size_t now_ = 0;
  std::vector<std::vector<Node>> leads_from_;
};

// The nodes that up to 512 sources reach. Only nodes that some source reaches are visited, so the
// work of a block grows with the number of these nodes.
class Reach {
 public:
  Reach(const Adjacency& graph, Ancestry reading)
      : arrows_(graph), round_(graph.n_nodes(), 0), lanes_(graph.n_nodes() * kLanes, 0) {
    if (reading == Ancestry::kEveryMember) ways_.emplace(graph);
  }

  // Source s and the nodes that it reaches get bit s; all other bits are 0.
  void from(std::span<const Node> sources) {
    for (const Node v : reached_) std::fill_n(lanes_.begin() + at(v), kLanes, 0);
    reached_.clear();
    ++now_;
    for (std::size_t s = 0; s < sources.size(); ++s) mark(sources[s], s);
    const std::uint64_t n_edges = follow();
    places_.clear();
    for (const Node v : reached_) places_.push_back(arrows_.place[v]);
    std::ranges::sort(places_);
    do steps(places_.size() + n_edges);
    while (sweep(places_.data(), places_.size(), arrows_, lanes_.data()) && !arrows_.acyclic);
    if (!ways_) return;
    for (std::size_t s = 0; s < sources.size(); ++s)
      ways_->each_descendant(sources[s], [&](Node y) { mark(y, s); });
  }

  bool is_reached(Node v, std::size_t source) const {
    return (lanes_[v * kLanes + source / 64] >> source % 64 & 1) != 0;
  }
  Bits count(const Reach& other) const {
    return count_bits(reached_.data(), reached_.size(), lanes_.data(), other.lanes_.data());
  }

 private:
  static std::ptrdiff_t at(Node v) { return static_cast<std::ptrdiff_t>(v * kLanes); }

  void discover(Node v) {
    if (round_[v] == now_) return;
    round_[v] = now_;
    reached_.push_back(v);
  }

  void mark(Node v, std::size_t source) {
    discover(v);
    lanes_[v * kLanes + source / 64] |= std::uint64_t{1} << source % 64;
  }

  // Lists the nodes that directed paths lead to, and returns the number of visited edges.
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
  std::optional<UndirectedWays> ways_;  // used if ancestors are those in every member
  std::vector<std::size_t> round_;  // the last round in which each node was reached
  std::size_t now_ = 0;
  std::vector<Node> reached_;
  std::vector<std::size_t> places_;
  std::vector<std::uint64_t> lanes_;
};

// Calls `work` with all sources, a block of them at a time.
template <class Work>
void in_blocks(std::span<const Node> sources, Work work) {
  for (std::size_t base = 0; base < sources.size(); base += kSources)
    work(sources.subspan(base, std::min(kSources, sources.size() - base)));
}

// The nodes with an edge in either graph, in an order in which connected nodes follow each other, so that a
// block of them reaches few other nodes.
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
    const Bits bits = in_estimate.count(in_truth);
    overlap.both += bits.shared - block.size();  // every source reaches itself
    overlap.in_estimate += bits.own - block.size();
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
        claims.right_arrowheads += arrowhead_here && !causes;
        claims.tails += tail_here;
        claims.right_tails += tail_here && causes;
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
