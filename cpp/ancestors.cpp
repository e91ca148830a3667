#include "ancestors.hpp"

#include <algorithm>
#include <bit>

#include "adjacency.hpp"
#include "multiversion.hpp"

namespace edgemark {
namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kSources = kLanes * 64;

struct Parents {
  std::vector<Node> order;            // parents first where there is no cycle
  std::vector<std::size_t> offsets;   // parents of order[k] are nodes[offsets[k]] .. nodes[offsets[k + 1]]
  std::vector<Node> nodes;
  bool acyclic;

  explicit Parents(const Adjacency& graph)
      : order(parents_first(graph)), offsets(1, 0), acyclic(directed_cycle(graph).empty()) {
    for (const Node v : order) {
      for (std::size_t e = graph.begin(v); e < graph.end(v); ++e)
        if (points_to_second(graph.states[graph.twin[e]])) nodes.push_back(graph.neighbour[e]);
      offsets.push_back(nodes.size());
    }
  }
};

// One pass over the nodes: a source that reaches a parent reaches the child. Says whether a lane changed.
MULTIVERSION
bool sweep(const Node* order, const std::size_t* offsets, const Node* parents, std::size_t n_nodes,
           std::uint64_t* lanes) {
  std::uint64_t changed = 0;
  for (std::size_t k = 0; k < n_nodes; ++k) {
    std::uint64_t* here = lanes + order[k] * kLanes;
    std::uint64_t reached[kLanes];
    for (std::size_t l = 0; l < kLanes; ++l) reached[l] = here[l];
    for (std::size_t p = offsets[k]; p < offsets[k + 1]; ++p) {
      const std::uint64_t* from = lanes + parents[p] * kLanes;
      for (std::size_t l = 0; l < kLanes; ++l) reached[l] |= from[l];
    }
    for (std::size_t l = 0; l < kLanes; ++l) {
      changed |= here[l] ^ reached[l];
      here[l] = reached[l];
    }
  }
  return changed != 0;
}

MULTIVERSION
void count_bits(const std::uint64_t* truth, const std::uint64_t* estimate, std::size_t n_words,
                Overlap& overlap) {
  std::uint64_t both = 0;
  std::uint64_t in_truth = 0;
  std::uint64_t in_estimate = 0;
  for (std::size_t w = 0; w < n_words; ++w) {
    both += static_cast<std::uint64_t>(std::popcount(truth[w] & estimate[w]));
    in_truth += static_cast<std::uint64_t>(std::popcount(truth[w]));
    in_estimate += static_cast<std::uint64_t>(std::popcount(estimate[w]));
  }
  overlap.both += both;
  overlap.in_truth += in_truth;
  overlap.in_estimate += in_estimate;
}

// Ancestors in every member of a CPDAG's class without a directed path. Possibly directed chordless
// paths from x leave through an undirected neighbour c, stay in x's chain component away from x's other
// neighbours, then follow arrows. x is an ancestor of y in every member iff two such c that lead to y
// are not adjacent: then no member can point both of them into x.
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

  // Nodes outside x's component to which chordless ways x --- c ... lead.
  std::vector<Node> beyond(Node x, Node c) {
    ++now_;
    std::vector<Node> inside{c};
    std::vector<Node> outside;
    seen_[x] = seen_[c] = now_;
    for (std::size_t k = 0; k < inside.size(); ++k)
      for (std::size_t e = graph_.begin(inside[k]); e < graph_.end(inside[k]); ++e) {
        const Node w = graph_.neighbour[e];
        if (graph_.states[e] == kUndirected && !near_.has(w)) discover(w, inside);
        if (graph_.states[e] == kForward) discover(w, outside);
      }
    for (std::size_t k = 0; k < outside.size(); ++k)
      for (std::size_t e = graph_.begin(outside[k]); e < graph_.end(outside[k]); ++e)
        if (graph_.states[e] == kForward) discover(graph_.neighbour[e], outside);
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

class Reach {
 public:
  Reach(Words words, Ancestry reading, std::size_t n_nodes)
      : graph_(words, n_nodes), reading_(reading), parents_(graph_), ways_(graph_) {}

  // Bit s of lanes of y: is node `base` + s, or y itself, an ancestor of y?
  void fill(Node base, std::vector<std::uint64_t>& lanes) {
    std::fill(lanes.begin(), lanes.end(), 0);
    const Node stop = static_cast<Node>(std::min<std::size_t>(base + kSources, graph_.n_nodes()));
    for (Node x = base; x < stop; ++x) mark(lanes, x, x - base);
    while (sweep(parents_.order.data(), parents_.offsets.data(), parents_.nodes.data(),
                 graph_.n_nodes(), lanes.data()) &&
           !parents_.acyclic) {
    }
    if (reading_ != Ancestry::kEveryMember) return;
    for (Node x = base; x < stop; ++x)
      ways_.each_descendant(x, [&](Node y) { mark(lanes, y, x - base); });
  }

 private:
  static void mark(std::vector<std::uint64_t>& lanes, Node y, Node source) {
    lanes[y * kLanes + source / 64] |= std::uint64_t{1} << source % 64;
  }

  Adjacency graph_;
  Ancestry reading_;
  Parents parents_;
  UndirectedWays ways_;
};

// Walks along directed edges, one source after the other.
class Walk {
 public:
  explicit Walk(const Adjacency& graph) : graph_(graph), seen_(graph.n_nodes(), 0) {}

  std::vector<Node> from(Node source, bool forwards) {
    ++now_;
    seen_[source] = now_;
    std::vector<Node> found{source};
    for (std::size_t k = 0; k < found.size(); ++k)
      for (std::size_t e = graph_.begin(found[k]); e < graph_.end(found[k]); ++e) {
        const Node w = graph_.neighbour[e];
        const State s = forwards ? graph_.states[e] : flip(graph_.states[e]);
        if (has_seen(w) || !points_to_second(s)) continue;
        seen_[w] = now_;
        found.push_back(w);
      }
    return found;
  }
  bool has_seen(Node v) const { return seen_[v] == now_; }

 private:
  const Adjacency& graph_;
  std::vector<std::size_t> seen_;
  std::size_t now_ = 0;
};

}  // namespace

Overlap ancestor_overlap(Words truth_words, Ancestry truth_reading, Words estimate_words,
                         Ancestry estimate_reading, std::size_t n_nodes) {
  Reach truth(truth_words, truth_reading, n_nodes);
  Reach estimate(estimate_words, estimate_reading, n_nodes);
  std::vector<std::uint64_t> in_truth(n_nodes * kLanes);
  std::vector<std::uint64_t> in_estimate(n_nodes * kLanes);
  Overlap overlap;
  for (std::size_t base = 0; base < n_nodes; base += kSources) {
    truth.fill(static_cast<Node>(base), in_truth);
    estimate.fill(static_cast<Node>(base), in_estimate);
    count_bits(in_truth.data(), in_estimate.data(), in_truth.size(), overlap);
  }
  overlap.both -= n_nodes;
  overlap.in_truth -= n_nodes;
  overlap.in_estimate -= n_nodes;
  return overlap;
}

std::vector<Node> reachable(Words words, std::size_t n_nodes, Node source, bool forwards) {
  const Adjacency graph(words, n_nodes);
  std::vector<Node> found = Walk(graph).from(source, forwards);
  found.erase(found.begin());
  std::sort(found.begin(), found.end());
  return found;
}

Claims ancestral_claims(Words dag, Words words, std::size_t n_nodes) {
  const Adjacency truth(dag, n_nodes);
  const Adjacency estimate(words, n_nodes);
  Walk walk(truth);
  Claims claims;
  for (Node v = 0; v < n_nodes; ++v) {
    if (estimate.begin(v) == estimate.end(v)) continue;
    walk.from(v, true);
    for (std::size_t e = estimate.begin(v); e < estimate.end(v); ++e) {
      const bool causes = walk.has_seen(estimate.neighbour[e]);
      const bool arrowhead_here = arrow_at_second(flip(estimate.states[e]));
      const bool tail_here = points_to_second(estimate.states[e]);
      claims.arrowheads += arrowhead_here;
      claims.right_arrowheads += arrowhead_here && !causes;
      claims.tails += tail_here;
      claims.right_tails += tail_here && causes;
    }
  }
  return claims;
}

std::vector<Node> almost_directed_cycle(Words words, std::size_t n_nodes) {
  const Adjacency graph(words, n_nodes);
  Walk walk(graph);
  for (Node i = 0; i < n_nodes; ++i) {
    const auto from = graph.states.begin() + static_cast<std::ptrdiff_t>(graph.begin(i));
    const auto to = graph.states.begin() + static_cast<std::ptrdiff_t>(graph.end(i));
    if (std::find(from, to, kBidirected) == to) continue;
    walk.from(i, true);
    for (std::size_t e = graph.begin(i); e < graph.end(i); ++e)
      if (graph.states[e] == kBidirected && walk.has_seen(graph.neighbour[e]))
        return {i, graph.neighbour[e]};
  }
  return {};
}

}  // namespace edgemark
