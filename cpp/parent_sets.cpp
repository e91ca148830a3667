#include "parent_sets.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cliques.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

using Nodes = std::vector<Node>;

constexpr std::size_t kNoMaximum = static_cast<std::size_t>(-1);

// Lists the cliques among the neighbours of a node, in lexicographic order, if there are at most `limit`.
class Cliques {
 public:
  Cliques(const Lists& graph, std::size_t limit) : graph_(graph), limit_(limit) {}

  // Appends the cliques to the sets, or nothing if there are more of them than the limit.
  void append(Node v, ParentSets& sets) {
    const std::size_t n_starts = sets.start.size();
    const std::size_t n_nodes = sets.nodes.size();
    last_ = sets.size() + limit_;
    if (extend(graph_.neighbours(v), sets)) return;
    sets.start.resize(n_starts);
    sets.nodes.resize(n_nodes);
  }

 private:
  // Appends the clique so far, and then all cliques that extend it by some of the candidates, which are adjacent to
  // all of its nodes. Returns false if there are too many.
  bool extend(std::span<const Node> candidates, ParentSets& sets) {
    steps(candidates.size() + 1);
    if (sets.size() == last_) return false;
    sets.nodes.insert(sets.nodes.end(), clique_.begin(), clique_.end());
    sets.start.push_back(sets.nodes.size());
    for (auto next = candidates.begin(); next != candidates.end(); ++next) {
      const auto near = graph_.neighbours(*next);
      Nodes shared;
      std::set_intersection(std::next(next), candidates.end(), near.begin(), near.end(),
                            std::back_inserter(shared));
      clique_.push_back(*next);
      const bool is_within_limit = extend(shared, sets);
      clique_.pop_back();
      if (!is_within_limit) return false;
    }
    return true;
  }

  const Lists& graph_;
  std::size_t limit_;
  std::size_t last_ = 0;
  Nodes clique_;
};

// The parent sets of all nodes. A node with more than `limit` sets gets none, so that its sets were listed in vain.
// Returns nothing if more than `most` sets are stored, or more than `most` were listed in vain. Whether it returns sets
// does not depend on the order of the nodes.
std::optional<ParentSets> found_sets(const Lists& graph, std::size_t limit, std::size_t most) {
  Cliques cliques(graph, limit);
  ParentSets sets;
  std::size_t n_in_vain = 0;
  for (Node v = 0; v < graph.n_nodes(); ++v) {
    cliques.append(v, sets);
    sets.first.push_back(sets.size());
    if (!sets.complete(v)) n_in_vain += limit;
    if (sets.size() > most || n_in_vain > most) return std::nullopt;
  }
  return sets;
}

}  // namespace

std::size_t ParentSets::find(Node v, std::span<const Node> parents) const {
  std::size_t low = first[v];
  std::size_t high = first[v + 1];
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (std::ranges::lexicographical_compare(of(middle), parents))
      low = middle + 1;
    else
      high = middle;
  }
  return low < first[v + 1] && std::ranges::equal(of(low), parents) ? low : kNone;
}

ParentSets parent_sets(Words cpdag, std::size_t n_nodes, std::size_t limit) {
  return *found_sets(undirected_part(cpdag, n_nodes), limit, kNoMaximum);
}

ParentSets parent_sets_within(Words cpdag, std::size_t n_nodes, std::size_t most, std::size_t few) {
  const Lists graph = undirected_part(cpdag, n_nodes);
  for (std::size_t limit = most; limit > few; limit /= 4)
    if (auto found = found_sets(graph, limit, most)) return std::move(*found);
  return *found_sets(graph, few, kNoMaximum);
}

Adjustments with_directed_parents(Words cpdag, std::size_t n_nodes, const ParentSets& sets) {
  count_steps(cpdag.size() + n_nodes);
  std::vector<Nodes> directed(n_nodes);
  for (const Word word : cpdag) {
    if (state(word) == kForward) directed[second(word)].push_back(first(word));
    if (state(word) == kBackward) directed[first(word)].push_back(second(word));
  }
  Adjustments result;
  for (Node v = 0; v < n_nodes; ++v)
    for (std::size_t s = sets.first[v]; s < sets.first[v + 1]; ++s) {
      result.treatments.push_back(v);
      for (const auto& part : {std::span<const Node>(directed[v]), sets.of(s)})
        result.nodes.insert(result.nodes.end(), part.begin(), part.end());
      result.starts.push_back(result.nodes.size());
    }
  count_steps(result.nodes.size() + result.treatments.size());
  return result;
}

}  // namespace edgemark
