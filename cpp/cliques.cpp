#include "cliques.hpp"

#include <algorithm>
#include <numeric>

#include "pace.hpp"  // steps(n) counts the work, which can be interrupted there

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
  for (std::size_t k = 0; k < nodes.size(); ++k) position_[nodes[k]] = static_cast<Node>(k);
  Lists lists;
  for (const Node v : nodes) {
    steps(whole_.end(v) - whole_.begin(v) + 1);
    for (std::size_t e = whole_.begin(v); e < whole_.end(v); ++e) {
      const Node position = position_[whole_.neighbour[e]];
      if (position != kOutside) lists.neighbour.push_back(position);
    }
    lists.offsets.push_back(lists.neighbour.size());
  }
  for (const Node v : nodes) position_[v] = kOutside;
  return lists;
}

std::vector<Node> cardinality_order(const Lists& graph) {
  const std::size_t n = graph.n_nodes();
  std::vector<std::size_t> n_earlier(n, 0);           // the number of each node's neighbours that are placed
  std::vector<std::vector<Node>> by_n_earlier(n + 1);  // nodes by this number; some entries are outdated
  std::vector<bool> placed(n, false);
  for (std::size_t v = n; v-- > 0;) by_n_earlier[0].push_back(static_cast<Node>(v));
  std::vector<Node> order;
  order.reserve(n);
  for (std::size_t most = 0; order.size() < n;) {
    if (by_n_earlier[most].empty()) {
      --most;
      continue;
    }
    const Node v = by_n_earlier[most].back();
    by_n_earlier[most].pop_back();
    if (placed[v] || n_earlier[v] != most) continue;
    placed[v] = true;
    steps(graph.end(v) - graph.begin(v) + 1);
    order.push_back(v);
    for (std::size_t e = graph.begin(v); e < graph.end(v); ++e) {
      const Node w = graph.neighbour[e];
      if (!placed[w]) by_n_earlier[++n_earlier[w]].push_back(w);
    }
    ++most;
  }
  return order;
}

namespace {

// Finds the cliques as Blair and Peyton (1993) do. The nodes are visited in an order of maximum cardinality search.
// A node joins the latest clique if its earlier neighbours are all of that clique; otherwise it starts a new one.
// These neighbours are then the separator between the new clique and its parent in the tree. The parent is the
// clique in which the last of them occurs first.
class CliqueTree {
 public:
  explicit CliqueTree(const Lists& graph)
      : graph_(graph), position_(graph.n_nodes(), graph.n_nodes()), clique_of_(graph.n_nodes()),
        separated_at_(graph.n_nodes(), graph.n_nodes()) {}

  std::vector<Clique> cliques() {
    const std::vector<Node> order = cardinality_order(graph_);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Node v = order[k];
      std::vector<Node> earlier;  // neighbours of v
      steps(graph_.end(v) - graph_.begin(v) + 1);
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (position_[graph_.neighbour[e]] < k) earlier.push_back(graph_.neighbour[e]);
      if (k == 0) cliques_.emplace_back();
      if (earlier.size() != cliques_.back().nodes.size()) cliques_.push_back(starting_with(earlier, k));
      cliques_.back().nodes.push_back(v);
      clique_of_[v] = cliques_.size() - 1;
      position_[v] = k;
    }
    return std::move(cliques_);
  }

 private:
  // Returns the clique that starts at step k, without its first new node. The nested separators that it shares
  // with its parent come first, then the other nodes of its own separator.
  Clique starting_with(const std::vector<Node>& separator, std::size_t k) {
    for (const Node v : separator) separated_at_[v] = k;
    const Node last = *std::ranges::max_element(separator, {}, [&](Node v) { return position_[v]; });
    const Clique& parent = cliques_[clique_of_[last]];
    Clique clique;
    std::size_t n_shared = 0;  // length of the longest prefix of the parent's nodes that is in the separator
    steps(parent.nodes.size() + separator.size());
    while (n_shared < parent.nodes.size() && separated_at_[parent.nodes[n_shared]] == k) ++n_shared;
    for (const Node size : parent.nested)
      if (size <= n_shared) clique.nested.push_back(size);
    const std::size_t n_nested = clique.nested.empty() ? 0 : clique.nested.back();
    clique.nodes.assign(parent.nodes.begin(), parent.nodes.begin() + static_cast<std::ptrdiff_t>(n_nested));
    for (const Node v : clique.nodes) separated_at_[v] = graph_.n_nodes();
    for (const Node v : separator)
      if (separated_at_[v] == k) clique.nodes.push_back(v);
    if (n_nested < separator.size()) clique.nested.push_back(static_cast<Node>(separator.size()));
    return clique;
  }

  const Lists& graph_;
  std::vector<std::size_t> position_;      // of each node in the order; n_nodes before it is reached
  std::vector<std::size_t> clique_of_;     // the clique in which a node occurs first
  // For each node: step k while it is in the separator of the clique that starts at k, and not yet among the
  // clique's nested separators; else an older step or n_nodes.
  std::vector<std::size_t> separated_at_;
  std::vector<Clique> cliques_;
};

// An ordered partition of the nodes into classes: first the nodes of `front`, then all others. As in lexicographic
// breadth-first search, it is refined by the neighbours of one node after the other: in each class, the neighbours
// come first, as a class of their own.
class Partition {
 public:
  Partition(const Lists& graph, const std::vector<Node>& front)
      : graph_(graph), nodes_(front), position_(graph.n_nodes()), class_of_(graph.n_nodes(), 1) {
    for (const Node v : front) class_of_[v] = 0;
    for (Node v = 0; v < graph.n_nodes(); ++v)
      if (class_of_[v] == 1) nodes_.push_back(v);
    for (std::size_t k = 0; k < nodes_.size(); ++k) position_[nodes_[k]] = k;
    classes_ = {{0, front.size()}, {front.size(), nodes_.size()}};
  }

  // Returns the nodes in their final order. Calls `meet(k, end)` for each position k, when the node there is final;
  // its class then extends up to `end`.
  template <class Meet>
  std::vector<Node> refine(Meet meet) {
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const Node v = nodes_[k];
      meet(k, classes_[class_of_[v]].end);
      steps(graph_.end(v) - graph_.begin(v) + 1);
      ++classes_[class_of_[v]].begin;
      for (std::size_t e = graph_.begin(v); e < graph_.end(v); ++e)
        if (position_[graph_.neighbour[e]] > k) to_the_front(graph_.neighbour[e], k + 1);
    }
    return std::move(nodes_);
  }

 private:
  struct Class {
    std::size_t begin, end;  // the range of its nodes that are not final
  };
  struct Split {
    std::size_t round;        // the last round in which nodes of a class were moved
    std::size_t front_class;  // the class that they became
  };

  // Moves a node to the front of its class. Nodes of a class that are moved in the same round become a class of
  // their own before it.
  void to_the_front(Node w, std::size_t round) {
    const std::size_t old_class = class_of_[w];
    if (split_.size() < classes_.size()) split_.resize(classes_.size(), {0, 0});
    if (split_[old_class].round != round) {
      split_[old_class] = {round, classes_.size()};
      classes_.push_back({classes_[old_class].begin, classes_[old_class].begin});
    }
    const std::size_t front_class = split_[old_class].front_class;
    const std::size_t to = classes_[old_class].begin++;
    classes_[front_class].end = to + 1;
    const Node other = nodes_[to];
    std::swap(nodes_[to], nodes_[position_[w]]);
    position_[other] = position_[w];
    position_[w] = to;
    class_of_[w] = front_class;
  }

  const Lists& graph_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> position_;
  std::vector<std::size_t> class_of_;
  std::vector<Class> classes_;
  std::vector<Split> split_;  // for each class; rounds begin at 1
};

}  // namespace

std::vector<Clique> maximal_cliques(const Lists& chordal) { return CliqueTree(chordal).cliques(); }

Following following(const Lists& chordal, const std::vector<Node>& clique) {
  Following result;
  // Each set is the class of its first node at the time when this node becomes final.
  std::size_t end_of_set = clique.size();
  result.nodes = Partition(chordal, clique).refine([&](std::size_t k, std::size_t end) {
    if (k < end_of_set) return;
    end_of_set = end;
    result.ends.push_back(end);
  });
  result.nodes.erase(result.nodes.begin(), result.nodes.begin() + static_cast<std::ptrdiff_t>(clique.size()));
  for (std::size_t& end : result.ends) end -= clique.size();
  return result;
}

}  // namespace edgemark
