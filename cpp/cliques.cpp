#include "cliques.hpp"

#include <algorithm>
#include <numeric>

#include "pace.hpp"

namespace edgemark {

Lists undirected_part(Words graph, std::size_t n_nodes) {
  Lists lists;
  lists.offsets.assign(n_nodes + 1, 0);
  for (const Word word : graph) {
    if (state(word) != kUndirected) continue;
    ++lists.offsets[first(word) + 1];
    ++lists.offsets[second(word) + 1];
  }
  std::partial_sum(lists.offsets.begin(), lists.offsets.end(), lists.offsets.begin());
  lists.neighbour.resize(lists.offsets.back());
  std::vector<std::size_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for (const Word word : graph) {
    if (state(word) != kUndirected) continue;
    lists.neighbour[next[first(word)]++] = second(word);
    lists.neighbour[next[second(word)]++] = first(word);
  }
  return lists;
}

std::vector<std::vector<Node>> components(const Lists& graph) {
  std::vector<bool> seen(graph.n_nodes(), false);
  std::vector<std::vector<Node>> found;
  for (Node root = 0; root < graph.n_nodes(); ++root) {
    if (seen[root]) continue;
    std::vector<Node> nodes{root};
    seen[root] = true;
    for (std::size_t k = 0; k < nodes.size(); ++k)
      for (std::size_t e = graph.begin(nodes[k]); e < graph.end(nodes[k]); ++e) {
        const Node w = graph.neighbour[e];
        if (seen[w]) continue;
        seen[w] = true;
        nodes.push_back(w);
      }
    std::sort(nodes.begin(), nodes.end());
    found.push_back(std::move(nodes));
  }
  return found;
}

Lists Subgraphs::on(const std::vector<Node>& nodes) {
  for (std::size_t k = 0; k < nodes.size(); ++k) place_[nodes[k]] = static_cast<Node>(k);
  Lists lists;
  for (const Node v : nodes) {
    steps(whole_.end(v) - whole_.begin(v) + 1);
    for (std::size_t e = whole_.begin(v); e < whole_.end(v); ++e) {
      const Node place = place_[whole_.neighbour[e]];
      if (place != kOutside) lists.neighbour.push_back(place);
    }
    lists.offsets.push_back(lists.neighbour.size());
  }
  for (const Node v : nodes) place_[v] = kOutside;
  return lists;
}

std::vector<Node> cardinality_order(const Lists& graph) {
  const std::size_t n = graph.n_nodes();
  std::vector<std::vector<Node>> with(n + 1);  // nodes by number of earlier neighbours; some entries are outdated
  std::vector<std::size_t> before(n, 0);
  std::vector<bool> placed(n, false);
  for (std::size_t v = n; v-- > 0;) with[0].push_back(static_cast<Node>(v));
  std::vector<Node> order;
  order.reserve(n);
  for (std::size_t most = 0; order.size() < n;) {
    if (with[most].empty()) {
      --most;
      continue;
    }
    const Node v = with[most].back();
    with[most].pop_back();
    if (placed[v] || before[v] != most) continue;
    placed[v] = true;
    steps(graph.end(v) - graph.begin(v) + 1);
    order.push_back(v);
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) {
      const Node w = graph.neighbour[e];
      if (!placed[w]) with[++before[w]].push_back(w);
    }
    ++most;
  }
  return order;
}

namespace {

// Blair and Peyton (1993): along the order above, a node starts a new clique if its earlier neighbours are
// not the whole clique of the node before it. The new clique is adjacent to the clique of the last of these
// neighbours.
class CliqueTree {
 public:
  explicit CliqueTree(const Lists& graph)
      : graph_(graph), place_(graph.n_nodes(), graph.n_nodes()), clique_of_(graph.n_nodes()),
        earlier_(graph.n_nodes(), graph.n_nodes()) {}

  std::vector<Clique> cliques() {
    const std::vector<Node> order = cardinality_order(graph_);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Node v = order[k];
      std::vector<Node> shared;
      steps(graph_.end(v) - graph_.begin(v) + 1);
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (place_[graph_.neighbour[e]] < k) shared.push_back(graph_.neighbour[e]);
      if (k == 0) cliques_.emplace_back();
      if (shared.size() != cliques_.back().nodes.size()) cliques_.push_back(next_to(shared, k));
      cliques_.back().nodes.push_back(v);
      clique_of_[v] = cliques_.size() - 1;
      place_[v] = k;
    }
    return std::move(cliques_);
  }

 private:
  Clique next_to(const std::vector<Node>& separator, std::size_t k) {
    for (const Node v : separator) earlier_[v] = k;
    const Node last = *std::ranges::max_element(separator, {}, [&](Node v) { return place_[v]; });
    const Clique& parent = cliques_[clique_of_[last]];
    Clique clique;
    std::size_t within = 0;
    steps(parent.nodes.size() + separator.size());
    while (within < parent.nodes.size() && earlier_[parent.nodes[within]] == k) ++within;
    for (const Node size : parent.nested)
      if (size <= within) clique.nested.push_back(size);
    within = clique.nested.empty() ? 0 : clique.nested.back();
    clique.nodes.assign(parent.nodes.begin(), parent.nodes.begin() + static_cast<std::ptrdiff_t>(within));
    for (const Node v : clique.nodes) earlier_[v] = graph_.n_nodes();
    for (const Node v : separator)
      if (earlier_[v] == k) clique.nodes.push_back(v);
    if (within < separator.size()) clique.nested.push_back(static_cast<Node>(separator.size()));
    return clique;
  }

  const Lists& graph_;
  std::vector<std::size_t> place_;      // the position of each node in the order; n_nodes before it is reached
  std::vector<std::size_t> clique_of_;  // the clique in which a node occurred first
  std::vector<std::size_t> earlier_;    // the step whose separator holds a node
  std::vector<Clique> cliques_;
};

// An ordered partition of the nodes, which is refined by the neighbours of one node after the other.
class Partition {
 public:
  Partition(const Lists& graph, const std::vector<Node>& front)
      : graph_(graph), nodes_(front), place_(graph.n_nodes()), class_of_(graph.n_nodes(), 1) {
    for (const Node v : front) class_of_[v] = 0;
    for (Node v = 0; v < graph.n_nodes(); ++v)
      if (class_of_[v] == 1) nodes_.push_back(v);
    for (std::size_t k = 0; k < nodes_.size(); ++k) place_[nodes_[k]] = k;
    classes_ = {{0, front.size()}, {front.size(), nodes_.size()}};
  }

  // Calls `meet(k, end)` for each position k; the class of the node at k extends up to `end`.
  template <class Meet>
  std::vector<Node> refine(Meet meet) {
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const Node v = nodes_[k];
      meet(k, classes_[class_of_[v]].end);
      steps(graph_.end(v) - graph_.begin(v) + 1);
      ++classes_[class_of_[v]].begin;
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (place_[graph_.neighbour[e]] > k) to_the_front(graph_.neighbour[e], k + 1);
    }
    return std::move(nodes_);
  }

 private:
  struct Class {
    std::size_t begin, end;  // the range of the nodes that are not yet reached
  };
  struct Split {
    std::size_t round, into;
  };

  // Nodes of a class that are moved in the same round become a class of their own before it.
  void to_the_front(Node w, std::size_t round) {
    const std::size_t old = class_of_[w];
    if (split_.size() < classes_.size()) split_.resize(classes_.size(), {0, 0});
    if (split_[old].round != round) {
      split_[old] = {round, classes_.size()};
      classes_.push_back({classes_[old].begin, classes_[old].begin});
    }
    const std::size_t fresh = split_[old].into;
    const std::size_t to = classes_[old].begin++;
    classes_[fresh].end = to + 1;
    const Node other = nodes_[to];
    std::swap(nodes_[to], nodes_[place_[w]]);
    place_[other] = place_[w];
    place_[w] = to;
    class_of_[w] = fresh;
  }

  const Lists& graph_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> place_;
  std::vector<std::size_t> class_of_;
  std::vector<Class> classes_;
  std::vector<Split> split_;
};

}  // namespace

std::vector<Clique> maximal_cliques(const Lists& chordal) { return CliqueTree(chordal).cliques(); }

Following following(const Lists& chordal, const std::vector<Node>& clique) {
  Following result;
  std::size_t known = clique.size();
  result.nodes = Partition(chordal, clique).refine([&](std::size_t k, std::size_t end) {
    if (k < known) return;
    known = end;
    result.ends.push_back(end);
  });
  result.nodes.erase(result.nodes.begin(), result.nodes.begin() + static_cast<std::ptrdiff_t>(clique.size()));
  for (std::size_t& end : result.ends) end -= clique.size();
  return result;
}

}  // namespace edgemark
