#include "sid_bounds.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "cliques.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

constexpr std::uint64_t kEffortPerSet = 16;  // Counting the mistakes of a parent set takes longer than listing it.
constexpr std::size_t kFewSetsOfNode = 64;  // The parent sets of a node are always tried if it has at most this many.
constexpr std::size_t kFewGraphs = 16;  // With fewer graphs, more than one thread does not help.

using Nodes = std::vector<Node>;

// The properties of the true DAG that decide which pairs of nodes can be mistakes.
class Truth {
 public:
  Truth(Words dag, std::size_t n_nodes) : children_(n_nodes), n_parents_(n_nodes, 0), part_(n_nodes) {
    count_steps(dag.size() + n_nodes);
    std::vector<Nodes> near(n_nodes);
    for (const Word word : dag) {
      const bool forward = state(word) == kForward;
      const Node cause = forward ? first(word) : second(word);
      const Node effect = forward ? second(word) : first(word);
      children_[cause].push_back(effect);
      ++n_parents_[effect];
      near[cause].push_back(effect);
      near[effect].push_back(cause);
    }
    std::vector<bool> seen(n_nodes, false);
    for (Node root = 0; root < n_nodes; ++root)
      if (!seen[root]) {
        const Nodes reached = reach(near, root, seen);
        for (const Node v : reached) part_[v] = sizes_.size();
        sizes_.push_back(reached.size());
      }
  }

  bool connected(Node v, Node w) const { return part_[v] == part_[w]; }
  std::size_t n_connected(Node v) const { return sizes_[part_[v]]; }  // with itself

  // Marks the node and its descendants.
  std::vector<bool> descendants(Node v) const {
    std::vector<bool> seen(children_.size(), false);
    reach(children_, v, seen);
    return seen;
  }

  // The place of each node in a causal order.
  std::vector<std::size_t> ranks() const {
    std::vector<std::size_t> n_missing = n_parents_;  // parents that are not yet in the order
    std::vector<std::size_t> rank(children_.size(), 0);
    Nodes order;
    for (Node v = 0; v < children_.size(); ++v)
      if (n_missing[v] == 0) order.push_back(v);
    for (std::size_t k = 0; k < order.size(); ++k) {
      rank[order[k]] = k;
      for (const Node w : children_[order[k]])
        if (--n_missing[w] == 0) order.push_back(w);
    }
    return rank;
  }

 private:
  // Marks the nodes that are reached from the root by steps to the nodes in `next`, and returns them.
  static Nodes reach(const std::vector<Nodes>& next, Node root, std::vector<bool>& seen) {
    Nodes reached{root};
    seen[root] = true;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      steps(next[reached[k]].size() + 1);
      for (const Node w : next[reached[k]])
        if (!seen[w]) {
          seen[w] = true;
          reached.push_back(w);
        }
    }
    return reached;
  }

  std::vector<Nodes> children_;
  std::vector<std::size_t> n_parents_;
  std::vector<std::size_t> part_;   // the connected part of each node
  std::vector<std::size_t> sizes_;  // the number of nodes of each part
};

// For chain components without exact bounds: bounds that are fast to find, and members of the class.
class InexactComponents {
 public:
  InexactComponents(Words cpdag, std::size_t n_nodes, const Truth& truth)
      : truth_(truth), undirected_(undirected_part(cpdag, n_nodes)), parents_(n_nodes) {
    for (const Word word : cpdag) {
      if (state(word) == kForward) parents_[second(word)].push_back(first(word));
      if (state(word) == kBackward) parents_[first(word)].push_back(second(word));
    }
  }

  // Bounds the distance pair by pair: v and another node are a mistake
  //   always, if the other one is a directed parent of v but a descendant of v in the truth;
  //   never, if it is a directed parent of v and no descendant;
  //   perhaps, if the true DAG connects the two. If they are undirected neighbours, one of them becomes the parent of
  //   the other, and that pair is a mistake only if the parent is a descendant in the truth.
  void narrow(ComponentBounds& bounds) const {
    Cost always = 0;
    // The other pairs that may be mistakes. An undirected edge between connected nodes adds both of its pairs, and one
    // if one end is a descendant of the other. That is one too many for each such edge, so n_ends / 2 is subtracted.
    Cost most = 0;
    std::size_t n_ends = 0;  // the ends of such edges, two for each edge
    for (const Node v : bounds.nodes) {
      const std::vector<bool> after = truth_.descendants(v);
      most += truth_.n_connected(v) - 1;
      for (const Node parent : parents_[v]) {
        always += after[parent];
        most -= truth_.connected(v, parent);
      }
      for (std::size_t e = undirected_.begin(v); e < undirected_.end(v); ++e) {
        most += after[undirected_.neighbour[e]];
        n_ends += truth_.connected(v, undirected_.neighbour[e]);
      }
    }
    bounds.lower = std::max(bounds.lower, always);
    bounds.upper = std::min(bounds.upper, most + always - n_ends / 2);
  }

  // Appends each node of the component and its parents, in the member that is directed along an order of maximum
  // cardinality search. If several nodes may be next in this order, the one with the lowest rank is taken.
  void append_member(const Nodes& component, const std::vector<std::size_t>& rank, Adjustments& members) {
    // Nodes without a place in the order: n minus the number of their neighbours with a place, their rank, the node.
    std::set<std::tuple<std::size_t, std::size_t, Node>> waiting;
    n_before_.resize(parents_.size(), 0);
    placed_.resize(parents_.size(), false);
    const std::size_t n = parents_.size();
    for (const Node v : component) {
      n_before_[v] = 0;
      placed_[v] = false;
      waiting.emplace(n, rank[v], v);
    }
    while (!waiting.empty()) {
      const Node v = std::get<Node>(*waiting.begin());
      waiting.erase(waiting.begin());
      placed_[v] = true;
      steps(undirected_.end(v) - undirected_.begin(v) + 1);
      members.treatments.push_back(v);
      members.nodes.insert(members.nodes.end(), parents_[v].begin(), parents_[v].end());
      for (std::size_t e = undirected_.begin(v); e < undirected_.end(v); ++e) {
        const Node w = undirected_.neighbour[e];
        if (placed_[w]) {
          members.nodes.push_back(w);
          continue;
        }
        waiting.erase({n - n_before_[w], rank[w], w});
        waiting.emplace(n - ++n_before_[w], rank[w], w);
      }
      members.starts.push_back(members.nodes.size());
    }
  }

 private:
  const Truth& truth_;
  Lists undirected_;
  std::vector<Nodes> parents_;
  std::vector<std::size_t> n_before_;  // neighbours with a place
  std::vector<bool> placed_;
};

// Narrows the bounds of components that are not exact, and finds two members of each. One member is directed as far as
// possible along the causal order of the truth, the other against it. Returns the sums over all components.
SidBounds with_members(Words truth_words, Words cpdag, std::size_t n_nodes, std::uint64_t effort,
                       std::vector<ComponentBounds>& components, std::size_t n_threads) {
  const Truth truth(truth_words, n_nodes);
  InexactComponents inexact(cpdag, n_nodes, truth);
  const std::vector<std::size_t> rank = truth.ranks();
  std::vector<std::size_t> reversed_rank(rank.size());
  std::ranges::transform(rank, reversed_rank.begin(), [&](std::size_t k) { return rank.size() - k; });
  Adjustments members;
  for (ComponentBounds& one : components) {
    if (one.exact) continue;
    if (one.nodes.size() * (truth_words.size() + n_nodes) <= effort) inexact.narrow(one);
    inexact.append_member(one.nodes, rank, members);
    inexact.append_member(one.nodes, reversed_rank, members);
  }
  const std::vector<std::uint64_t> mistakes = parent_set_mistakes(
      truth_words, n_nodes, members.treatments, members.starts, members.nodes, n_threads);
  SidBounds found;
  std::size_t next = 0;
  const auto sum_of_next = [&](std::size_t count) {  // the distance of the next member, a sum over `count` nodes
    Cost sum = 0;
    for (const std::size_t end = next + count; next < end; ++next) sum += mistakes[next];
    return sum;
  };
  for (const ComponentBounds& one : components) {
    found.lower += one.lower;
    found.upper += one.upper;
    const Cost along = one.exact ? one.lower : sum_of_next(one.nodes.size());
    const Cost against = one.exact ? one.upper : sum_of_next(one.nodes.size());
    found.nearest += std::min(along, against);
    found.farthest += std::max(along, against);
  }
  return found;
}

SidBounds bounds_of(Words truth, Words cpdag, std::size_t n_nodes, std::uint64_t effort,
                    std::size_t n_threads) {
  if (n_nodes == 0) return {};
  const std::size_t most_sets = std::min<std::uint64_t>(effort / kEffortPerSet, UINT32_MAX);
  const ParentSets sets = parent_sets_within(cpdag, n_nodes, most_sets, kFewSetsOfNode);
  const Adjustments each = with_directed_parents(cpdag, n_nodes, sets);
  const std::vector<std::uint64_t> mistakes =
      parent_set_mistakes(truth, n_nodes, each.treatments, each.starts, each.nodes, n_threads);
  auto components = component_bounds(cpdag, n_nodes, {sets, mistakes, n_nodes - 1}, effort);
  SidBounds found;
  if (!std::ranges::all_of(components, &ComponentBounds::exact))
    return with_members(truth, cpdag, n_nodes, effort, components, n_threads);
  for (const ComponentBounds& one : components) {
    found.lower += one.lower;
    found.upper += one.upper;
  }
  found.nearest = found.lower;
  found.farthest = found.upper;
  return found;
}

}  // namespace

std::vector<SidBounds> sid_bounds(const Stack& truths, const Stack& cpdags, std::size_t n_nodes,
                                  std::uint64_t effort, std::size_t n_threads) {
  if (cpdags.size() == 1) return {bounds_of(truths[0], cpdags[0], n_nodes, effort, n_threads)};
  if (cpdags.size() < kFewGraphs) n_threads = 1;
  std::vector<SidBounds> bounds(cpdags.size());
  const auto worker = [&](std::size_t k) {
    bounds[k] = bounds_of(truths[truths.size() == 1 ? 0 : k], cpdags[k], n_nodes, effort, 1);
  };
  in_parallel(
      cpdags.size(), n_threads, [&] { return worker; }, [](const auto&) {});
  return bounds;
}

}  // namespace edgemark
