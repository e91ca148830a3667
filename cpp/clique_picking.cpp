#include "clique_picking.hpp"

#include <algorithm>
#include <random>

#include "pace.hpp"

namespace edgemark {
namespace {

// Calls `take` with each connected part of the sets of nodes that follow a clique, in causal order (see `following`).
// The nodes are those of `graph`, a subgraph: each is a position in the sorted list of the subgraph's nodes.
template <class Take>
void for_each_part(const Lists& graph, const Following& sets, Take take) {
  std::vector<std::size_t> set_of(graph.n_nodes(), 0);  // 0 for the clique, and for nodes already taken
  std::size_t k = 0;
  for (std::size_t s = 0; s < sets.ends.size(); ++s)
    for (; k < sets.ends[s]; ++k) set_of[sets.nodes[k]] = s + 1;

  std::vector<Node> part;
  for (const Node root : sets.nodes) {
    const std::size_t set = set_of[root];
    if (set == 0) continue;
    part.assign(1, root);
    set_of[root] = 0;
    for (std::size_t next = 0; next < part.size(); ++next)
      for (std::size_t e = graph.begin(part[next]); e < graph.end(part[next]); ++e) {
        const Node w = graph.neighbour[e];
        if (set_of[w] != set) continue;
        set_of[w] = 0;
        part.push_back(w);
      }
    take(part);
  }
}

bool is_tree(const Lists& connected) {
  return connected.neighbour.size() == 2 * (connected.n_nodes() - 1);
}

// Converts positions in `nodes`, the sorted nodes of a subgraph, to nodes of the whole graph.
std::vector<Node> to_whole(const std::vector<Node>& positions, const std::vector<Node>& nodes) {
  std::vector<Node> whole;
  for (const Node v : positions) whole.push_back(nodes[v]);
  return whole;
}

std::vector<Node> sorted(std::vector<Node> nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

// Converts nodes of the whole graph to their positions in `nodes`, which are sorted.
std::vector<Node> to_positions(const std::vector<Node>& some, const std::vector<Node>& nodes) {
  std::vector<Node> positions;
  for (const Node v : some)
    positions.push_back(static_cast<Node>(std::lower_bound(nodes.begin(), nodes.end(), v) - nodes.begin()));
  return positions;
}

// Draws DAGs, each as an order of the nodes along which the undirected edges are directed.
class Sampler {
 public:
  Sampler(const CliquePicking& picking, const Lists& undirected, std::span<const std::uint64_t> limits,
          std::uint64_t seed)
      : picking_(picking), limits_(limits), random_(seed), subgraphs_(undirected),
        rank_(undirected.n_nodes(), 0) {
    for (std::size_t p = 0; p < picking.problems().size(); ++p) {
      begin_.push_back(n_picks_);
      n_picks_ += picking.problems()[p].picks.size();
    }
  }

  // Draws a causal order of the nodes with undirected edges, and returns the rank of each node in it. `find(nodes)`
  // must return the position of the problem on these nodes.
  const std::vector<std::size_t>& draw(const auto& find) {
    next_ = 0;
    for (const std::size_t root : picking_.roots()) {
      open_.push_back({root, 0});
      while (!open_.empty()) {
        const Open top = open_.back();
        open_.pop_back();
        if (top.problem == kSingle)
          rank_[top.node] = next_++;
        else
          draw_first_clique(picking_.problems()[top.problem], top.problem, find);
      }
    }
    return rank_;
  }

 private:
  static constexpr std::size_t kSingle = static_cast<std::size_t>(-1);
  // A problem, or a single node, whose nodes have no rank yet.
  struct Open {
    std::size_t problem;  // kSingle for a single node
    Node node;            // only for kSingle
  };

  // Draws a clique of a problem, ranks the nodes of the clique, and opens the parts that follow.
  void draw_first_clique(const CliquePicking::Problem& problem, std::size_t number, const auto& find) {
    const CliquePicking::Pick& pick = problem.picks[draw_pick(problem, begin_[number])];
    for (const Node v : draw_order(pick.clique)) rank_[v] = next_++;
    if (pick.clique.nodes.size() == problem.nodes.size()) return;
    const Lists graph = subgraphs_.on(problem.nodes);
    const std::size_t n_open = open_.size();
    const auto after = following(graph, to_positions(pick.clique.nodes, problem.nodes));
    for_each_part(graph, after, [&](const std::vector<Node>& part) {
      if (part.size() == 1)
        open_.push_back({kSingle, problem.nodes[part.front()]});
      else
        open_.push_back({find(sorted(to_whole(part, problem.nodes))), 0});
    });
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(n_open), open_.end());
  }

  // Draws a pick by the limits (see `CliquePicking::sample`), which begin at position `begin` for this problem.
  std::size_t draw_pick(const CliquePicking::Problem& problem, std::size_t begin) {
    const std::size_t last = problem.picks.size() - 1;
    if (last == 0) return 0;
    const auto from = limits_.begin() + static_cast<std::ptrdiff_t>(begin);
    return static_cast<std::size_t>(
        std::upper_bound(from, from + static_cast<std::ptrdiff_t>(last), random_()) - from);
  }

  // Draws an order of the clique that starts with none of its nested sets. At least half of all orders
  // are like this, so few draws suffice.
  std::vector<Node> draw_order(const Clique& clique) {
    order_.resize(clique.nodes.size());
    do {
      for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = static_cast<Node>(k);
      for (std::size_t k = order_.size(); k > 1; --k) std::swap(order_[k - 1], order_[below(k)]);
    } while (starts_with_nested(clique));
    std::vector<Node> nodes;
    for (const Node k : order_) nodes.push_back(clique.nodes[k]);
    return nodes;
  }

  // A nested set consists of the nodes 0 to `size` - 1 of the clique. `order_` starts with this set if
  // its first `size` numbers are all less than `size`.
  bool starts_with_nested(const Clique& clique) const {
    Node largest = 0;
    std::size_t k = 0;
    for (const Node size : clique.nested) {
      for (; k < size; ++k) largest = std::max(largest, order_[k]);
      if (largest < size) return true;
    }
    return false;
  }

  // Returns a random number from 0 to `n` - 1, each with the same probability. A seed gives the same numbers on
  // every machine, unlike with std::uniform_int_distribution.
  std::size_t below(std::size_t n) {
    const std::uint64_t kept = UINT64_MAX - UINT64_MAX % n;
    std::uint64_t number = random_();
    while (number >= kept) number = random_();
    return number % n;
  }

  const CliquePicking& picking_;
  std::span<const std::uint64_t> limits_;
  std::mt19937_64 random_;
  Subgraphs subgraphs_;
  std::vector<std::size_t> rank_;  // the position of each node in the order
  std::size_t next_ = 0;
  std::vector<std::size_t> begin_;  // the number of each problem's first pick
  std::size_t n_picks_ = 0;
  std::vector<Open> open_;  // a stack: the next one in causal order is the last
  std::vector<Node> order_;
};

}  // namespace

std::size_t CliquePicking::Hash::operator()(const std::vector<Node>& nodes) const {
  std::uint64_t hash = nodes.size();
  for (const Node v : nodes) {
    hash = (hash ^ v) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

CliquePicking::CliquePicking(Words graph, std::size_t n_nodes)
    : graph_(graph.begin(), graph.end()), undirected_(undirected_part(graph, n_nodes)) {
  for (auto& nodes : components(undirected_))
    if (nodes.size() > 1) roots_.push_back(problem_on(std::move(nodes)));
  Subgraphs subgraphs(undirected_);
  for (std::size_t p = 0; p < problems_.size(); ++p) list_picks(p, subgraphs);
}

std::size_t CliquePicking::problem_on(std::vector<Node>&& nodes) {
  const auto [place, is_new] = known_.try_emplace(nodes, problems_.size());
  if (is_new) problems_.push_back({std::move(nodes), {}});
  return place->second;
}

void CliquePicking::list_picks(std::size_t problem, Subgraphs& subgraphs) {
  const std::vector<Node> nodes = problems_[problem].nodes;
  const Lists graph = subgraphs.on(nodes);
  std::vector<Pick> picks;
  const bool nothing_is_left = is_tree(graph);  // in a tree, the first clique directs all other edges
  for (Clique& clique : maximal_cliques(graph)) {
    Pick pick;
    if (!nothing_is_left && clique.nodes.size() < nodes.size())
      for_each_part(graph, following(graph, clique.nodes), [&](const std::vector<Node>& part) {
        if (part.size() > 1) pick.subproblems.push_back(problem_on(sorted(to_whole(part, nodes))));
      });
    clique.nodes = to_whole(clique.nodes, nodes);
    pick.clique = std::move(clique);
    picks.push_back(std::move(pick));
  }
  problems_[problem].picks = std::move(picks);
}

OwnedStack CliquePicking::sample(std::span<const std::uint64_t> limits, std::size_t count,
                                 std::uint64_t seed) const {
  Sampler sampler(*this, undirected_, limits, seed);
  OwnedStack dags;
  std::vector<Word> dag(graph_.size());
  for (std::size_t k = 0; k < count; ++k) {
    steps(graph_.size() + 1);
    const auto& rank = sampler.draw([&](const auto& part) { return known_.at(part); });
    std::transform(graph_.begin(), graph_.end(), dag.begin(), [&](Word word) {
      if (state(word) != kUndirected) return word;
      const Node i = first(word);
      const Node j = second(word);
      return make_word(i, j, rank[i] < rank[j] ? kForward : kBackward);
    });
    dags.push_back(dag);
  }
  return dags;
}

}  // namespace edgemark
