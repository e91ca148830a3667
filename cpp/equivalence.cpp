#include "equivalence.hpp"

#include <algorithm>

#include "adjacency.hpp"
#include "cliques.hpp"
#include "pace.hpp"
#include "consistent_extension.hpp"

namespace edgemark {
namespace {

// Half-edges a --> b for which another parent of b is not adjacent to a.
std::vector<std::size_t> collider_arrows(const Adjacency& graph) {
  const NodeLists parents(graph, [](State s) { return s == kBackward; });
  std::vector<std::size_t> arrows;
  Neighbourhood neighbours(graph);
  for (Node a = 0; a < graph.n_nodes(); ++a) {
    neighbours.of(a);
    for (std::size_t e = graph.begin(a); e < graph.end(a); ++e) {
      if (graph.states[e] != kForward) continue;
      const auto others = parents[graph.neighbour[e]];
      const auto found = std::ranges::find_if(others, [&](Node c) { return c != a && !neighbours.has(c); });
      steps(static_cast<std::uint64_t>(found - others.begin()) + 1);
      if (found != others.end()) arrows.push_back(e);
    }
  }
  return arrows;
}

// Directs every undirected edge from i to j if `before(i, j)`, and from j to i otherwise.
template <class Before>
std::vector<Word> directed(Words graph, Before before) {
  std::vector<Word> dag(graph.begin(), graph.end());
  for (Word& word : dag) {
    if (state(word) != kUndirected) continue;
    const Node i = first(word);
    const Node j = second(word);
    word = make_word(i, j, before(i, j) ? kForward : kBackward);
  }
  return dag;
}

// Returns a member of the class if the graph is a CPDAG, and none otherwise. The arrows of the CPDAG and
// any acyclic orientation of its undirected part without unshielded colliders form a member (Andersson,
// Madigan, Perlman 1997).
std::optional<std::vector<Word>> member(Words words, std::size_t n_nodes) {
  const std::vector<Node> order = cardinality_order(undirected_part(words, n_nodes));
  std::vector<std::size_t> position(n_nodes);
  for (std::size_t k = 0; k < n_nodes; ++k) position[order[k]] = k;
  auto dag = directed(words, [&](Node i, Node j) { return position[i] < position[j]; });
  if (!directed_cycle(Adjacency(dag, n_nodes)).empty()) return std::nullopt;
  if (!std::ranges::equal(cpdag(dag, n_nodes), words)) return std::nullopt;
  return dag;
}

}  // namespace

std::vector<Word> pattern(Words words, std::size_t n_nodes) {
  Adjacency graph(words, n_nodes);
  const std::vector<std::size_t> arrows = collider_arrows(graph);
  std::fill(graph.states.begin(), graph.states.end(), kUndirected);
  for (const std::size_t e : arrows) graph.set(e, kForward);
  return graph.words();
}

Completion::Completion(std::size_t n_nodes)
    : offsets_(n_nodes + 1), position_(n_nodes), n_compelled_(n_nodes), seen_(n_nodes, 0) {}

std::span<const Word> Completion::of(Words dag) {
  list_parents(dag);
  put_parents_first();
  std::fill(n_compelled_.begin(), n_compelled_.end(), 0);
  words_.assign(dag.begin(), dag.end());
  for (const Node v : order_) label_edges_into(v);
  return words_;
}

void Completion::list_parents(Words dag) {
  const auto head = [](Word word) { return state(word) == kForward ? second(word) : first(word); };
  const auto tail = [](Word word) { return state(word) == kForward ? first(word) : second(word); };
  std::fill(offsets_.begin(), offsets_.end(), 0);
  for (const Word word : dag) ++offsets_[head(word) + 1];
  for (std::size_t v = 1; v < offsets_.size(); ++v) offsets_[v] += offsets_[v - 1];
  next_.assign(offsets_.begin(), offsets_.end() - 1);
  parents_.resize(dag.size());
  for (std::size_t e = 0; e < dag.size(); ++e)
    parents_[next_[head(dag[e])]++] = {tail(dag[e]), false, e};
}

// Orders the nodes by a depth-first search along the parents.
void Completion::put_parents_first() {
  constexpr auto kNew = static_cast<std::size_t>(-1);
  std::fill(position_.begin(), position_.end(), kNew);
  next_.assign(offsets_.begin(), offsets_.end() - 1);
  order_.clear();
  for (Node root = 0; root < position_.size(); ++root) {
    if (position_[root] != kNew) continue;
    path_.push_back(root);
    while (!path_.empty()) {
      const Node v = path_.back();
      if (next_[v] < offsets_[v + 1]) {
        const Node parent = parents_[next_[v]++].node;
        if (position_[parent] == kNew) path_.push_back(parent);
        continue;
      }
      path_.pop_back();
      if (position_[v] != kNew) continue;
      position_[v] = order_.size();
      order_.push_back(v);
    }
  }
}

void Completion::label_edges_into(Node v) {
  const auto into = parents(v);
  steps(into.size() + 1);
  if (into.empty()) return;
  const auto last = std::ranges::max_element(into, {}, [&](const Parent& p) { return position_[p.node]; });
  const bool all = are_all_compelled(last->node, into);
  for (Parent& p : into) {
    p.compelled = all || seen_[p.node] == round_ + 1;
    n_compelled_[v] += p.compelled;
    if (!p.compelled) words_[p.edge] |= kUndirected;  // sets all four bits of the state
  }
}

// Returns whether all edges into a node are compelled, given its parents `into` and `last`, the last of them.
// If not, seen_ is then round_ + 1 for the parents that are also compelled parents of `last`, and
// round_ for the others.
bool Completion::are_all_compelled(Node last, std::span<const Parent> into) {
  // At most into.size() - 1 parents of `last` are in `into`, since `last` itself is one of `into`.
  if (n_compelled_[last] >= into.size()) return true;
  round_ += 2;
  for (const Parent& p : into) seen_[p.node] = round_;
  std::size_t n_shared = 0;
  steps(parents(last).size());
  for (const Parent& p : parents(last)) {
    const bool is_shared = seen_[p.node] == round_;
    if (p.compelled && !is_shared) return true;
    if (p.compelled) seen_[p.node] = round_ + 1;
    n_shared += is_shared;
  }
  return n_shared + 1 < into.size();  // some parent is neither `last` nor a parent of it
}

std::vector<Word> cpdag(Words dag, std::size_t n_nodes) {
  Completion completion(n_nodes);
  const auto words = completion.of(dag);
  return {words.begin(), words.end()};
}

std::optional<std::vector<Word>> extension(Words pdag, std::size_t n_nodes) {
  if (std::ranges::none_of(pdag, [](Word word) { return state(word) == kUndirected; })) {
    if (!is_acyclic(pdag, n_nodes)) return std::nullopt;
    return std::vector<Word>(pdag.begin(), pdag.end());
  }
  if (auto dag = member(pdag, n_nodes)) return dag;
  const auto positions = sinks_first(Adjacency(pdag, n_nodes));
  if (!positions) return std::nullopt;
  return directed(pdag, [&](Node i, Node j) { return (*positions)[i] > (*positions)[j]; });
}

}  // namespace edgemark
