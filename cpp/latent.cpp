#include "latent.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "pace.hpp"

namespace edgemark {

namespace {

constexpr std::size_t kManyFound = std::size_t{1} << 20;

// Inducing paths from one node at a time. A path is inducing relative to the hidden and the selected nodes
// if each node on it that is not a collider is hidden, and each collider is an ancestor of an end of the path
// or of a selected node (Richardson and Spirtes 2002).
class InducingPaths {
 public:
  InducingPaths(const MixedGraph& graph, Roles roles)
      : graph_(graph),
        roles_(roles),
        descendants_(graph),
        leads_to_selected_(ancestors_of(graph, nodes_of_role(kSelected))),
        leads_to_observed_(graph.n_nodes(), 0),
        seen_(2 * graph.n_nodes(), 0) {
    const std::vector<std::uint8_t> before = ancestors_of(graph, nodes_of_role(kObserved));
    for (Node v = 0; v < graph.n_nodes(); ++v)
      for (const HalfEdge& e : edges_of(graph, v)) leads_to_observed_[v] |= leads_out(e) && before[e.other];
  }

  // Finds the observed nodes y > x to which an inducing path without colliders leads from x. `joins` is true for
  // them, and need not be called.
  void joined_directly(Node x, std::vector<Node>& found) {
    find_reached(x, found, [](Node) { return false; });
  }

  // Finds observed nodes y > x: all that inducing paths join to x, and maybe others. Here, a collider may be on a path
  // if it is an ancestor of x, of a selected node, or of any other observed node.
  void candidates(Node x, std::vector<Node>& found) {
    find_reached(x, found, [&](Node v) { return leads_to_selected_[v] || leads_to_observed_[v] || descendants_.has(v, x); });
  }

  // Whether an inducing path joins x and y.
  bool joins(Node x, Node y) {
    return search(x, [&](Node v) { return v == y; },
                  [&](Node v) {
                    return v != y && (leads_to_selected_[v] || descendants_.has(v, x) || descendants_.has(v, y));
                  });
  }

  // Whether v is an ancestor of w or of a selected node.
  bool is_tail(Node v, Node w) const { return leads_to_selected_[v] || descendants_.has(v, w); }

 private:
  std::vector<Node> nodes_of_role(std::uint8_t role) const {
    std::vector<Node> found;
    for (Node v = 0; v < roles_.size(); ++v)
      if (roles_[v] == role) found.push_back(v);
    return found;
  }

  // Finds the observed nodes y > x that `search` reaches.
  template <class Open>
  void find_reached(Node x, std::vector<Node>& found, Open open) {
    found.clear();
    search(x, [&](Node v) {
      if (v > x && roles_[v] == kObserved) found.push_back(v);
      return false;
    }, open);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }

  // Walks from x through hidden nodes that are no colliders, and through colliders for which `open` is true. Calls
  // `reached` with each node that a walk reaches, until it returns true. Returns whether it did.
  template <class Reached, class Open>
  bool search(Node x, Reached reached, Open open) {
    ++round_;
    waiting_.clear();
    const auto reach = [&](const HalfEdge& e) {
      const bool arrow = e.there == kArrowMark;
      if (e.other == x || seen_[2 * e.other + arrow] == round_) return false;
      seen_[2 * e.other + arrow] = round_;
      waiting_.emplace_back(e.other, arrow);
      return reached(e.other);
    };
    for (const HalfEdge& e : edges_of(graph_, x))
      if (reach(e)) return true;
    while (!waiting_.empty()) {
      const auto [v, arrow] = waiting_.back();
      waiting_.pop_back();
      steps(graph_.offsets[v + 1] - graph_.offsets[v]);
      const bool collides = arrow && open(v), passes = roles_[v] == kHidden;
      if (!collides && !passes) continue;
      for (const HalfEdge& e : edges_of(graph_, v)) {
        const bool collider = arrow && e.here == kArrowMark;
        if ((collider ? collides : passes) && reach(e)) return true;
      }
    }
    return false;
  }

  const MixedGraph& graph_;
  Roles roles_;
  Descendants descendants_;
  std::vector<std::uint8_t> leads_to_selected_;  // whether each node is selected, or an ancestor of a selected node
  std::vector<std::uint8_t> leads_to_observed_;  // whether each node has an observed descendant other than itself
  // Entry 2 v + 1: the last round in which v was reached along an edge with an arrowhead at v; 2 v: along another edge.
  std::vector<std::size_t> seen_;
  std::size_t round_ = 0;  // each search is a round
  std::vector<std::pair<Node, bool>> waiting_;
};

// For each observed node, the number of observed nodes before it, which is its number in the result.
std::vector<Node> numbers_of_observed(Roles roles) {
  std::vector<Node> number(roles.size(), 0);
  Node next = 0;
  for (std::size_t v = 0; v < roles.size(); ++v)
    if (roles[v] == kObserved) number[v] = next++;
  return number;
}

// Finds the observed nodes to which directed paths through hidden nodes lead.
class HiddenPaths {
 public:
  HiddenPaths(const MixedGraph& graph, Roles roles) : graph_(graph), roles_(roles), seen_(roles.size(), 0) {}

  // Must be called at most once for each v, since `seen_` is not cleared. The result is valid until the next call.
  const std::vector<Node>& from(Node v) {
    reached_.clear();
    waiting_.assign(1, v);
    while (!waiting_.empty()) {
      const Node u = waiting_.back();
      waiting_.pop_back();
      steps(graph_.offsets[u + 1] - graph_.offsets[u]);
      for (const HalfEdge& e : edges_of(graph_, u)) {
        if (!leads_out(e) || seen_[e.other] == v + 1) continue;
        seen_[e.other] = v + 1;
        (roles_[e.other] == kHidden ? waiting_ : reached_).push_back(e.other);
      }
    }
    return reached_;
  }

 private:
  const MixedGraph& graph_;
  Roles roles_;
  std::vector<std::size_t> seen_;  // v + 1 for the last v from which each node was reached
  std::vector<Node> waiting_, reached_;
};

// Edges of a pair i < j in the marginal graph, as bits.
enum Kind : std::uint8_t { kIToJ = 1, kJToI = 2, kHiddenCause = 4 };

State state_of(unsigned kinds) {
  switch (kinds) {
    case kIToJ: return kForward;
    case kJToI: return kBackward;
    case kHiddenCause: return kBidirected;
    case kIToJ | kHiddenCause: return kForwardBow;
    default: return kBackwardBow;
  }
}

}  // namespace

std::vector<Word> mag_of(Words dag, Roles roles, std::size_t most) {
  const MixedGraph graph(dag, roles.size());
  const std::vector<Node> number = numbers_of_observed(roles);
  InducingPaths paths(graph, roles);
  std::vector<Word> result;
  std::vector<Node> direct, candidates;
  for (Node x = 0; x < roles.size(); ++x) {
    if (roles[x] != kObserved) continue;
    paths.joined_directly(x, direct);
    paths.candidates(x, candidates);
    for (const Node y : candidates) {
      if (!std::ranges::binary_search(direct, y) && !paths.joins(x, y)) continue;
      const unsigned at_x = paths.is_tail(x, y) ? kTailMark : kArrowMark;
      const unsigned at_y = paths.is_tail(y, x) ? kTailMark : kArrowMark;
      result.push_back(make_word(number[x], number[y], static_cast<State>(at_x * 4 + at_y)));
    }
    if (result.size() > most) return result;
  }
  return result;
}

std::vector<Word> admg_of(Words dag, Roles roles, std::size_t most) {
  const MixedGraph graph(dag, roles.size());
  const std::vector<Node> number = numbers_of_observed(roles);
  HiddenPaths paths(graph, roles);
  std::vector<std::pair<std::uint64_t, std::uint8_t>> found;  // a pair of nodes, and the kind of an edge
  const auto add = [&](Node a, Node b, bool directed) {
    const auto i = std::min(number[a], number[b]), j = std::max(number[a], number[b]);
    const Kind kind = !directed ? kHiddenCause : number[a] < number[b] ? kIToJ : kJToI;
    found.emplace_back(std::uint64_t{i} << 32 | j, static_cast<std::uint8_t>(kind));
  };
  const auto sort_found = [&] {
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      steps(1);  // there may be as many as all pairs
      return a < b;
    });
  };
  std::size_t full = kManyFound;  // pairs with many common hidden causes are found many times
  for (Node v = 0; v < roles.size(); ++v) {
    if (found.size() > full) {
      sort_found();
      found.erase(std::unique(found.begin(), found.end()), found.end());
      if (found.size() / 3 > most) break;  // at most three entries of a pair are different
      full = 2 * found.size() + kManyFound;
    }
    const std::vector<Node>& reached = paths.from(v);
    if (roles[v] == kObserved)
      for (const Node w : reached) add(v, w, true);
    else
      for (std::size_t a = 0; a < reached.size(); ++a) {
        steps(reached.size() - a);
        for (std::size_t b = a + 1; b < reached.size(); ++b) add(reached[a], reached[b], false);
      }
  }
  sort_found();
  std::vector<Word> result;
  for (std::size_t k = 0; k < found.size();) {
    const std::uint64_t pair = found[k].first;
    unsigned kinds = 0;
    for (; k < found.size() && found[k].first == pair; ++k) kinds |= found[k].second;
    result.push_back(make_word(static_cast<Node>(pair >> 32), static_cast<Node>(pair), state_of(kinds)));
  }
  return result;
}

std::pair<Node, Node> induced_pair(Words words, std::size_t n_nodes) {
  const MixedGraph graph(words, n_nodes);
  const std::vector<std::uint8_t> all_observed(n_nodes, kObserved);
  const Adjacency adjacent(words, n_nodes);
  InducingPaths paths(graph, all_observed);
  std::vector<Node> candidates;
  for (Node x = 0; x < n_nodes; ++x) {
    paths.candidates(x, candidates);
    for (const Node y : candidates)
      if (!adjacent.adjacent(x, y) && paths.joins(x, y)) return {x, y};
  }
  return {0, 0};
}

}  // namespace edgemark
