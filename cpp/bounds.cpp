#include "bounds.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

#include "cliques.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

using Nodes = std::vector<Node>;

// Connected nodes with the same parents in their chain component; the edges among them are undirected.
struct Piece {
  Nodes nodes;    // ascending
  Nodes parents;  // ascending, pairwise adjacent
};

// Finds pieces of the context, a connected chordal graph. If one of its cliques comes first in the causal order, Meek's
// rules direct some edges of the context. The edges that stay undirected join the other nodes into pieces.
class Pieces {
 public:
  explicit Pieces(const Lists& graph)
      : graph_(graph), depth_(graph.n_nodes(), 0), part_(graph.n_nodes(), Part::kElsewhere),
        n_parents_(graph.n_nodes(), 0) {}

  // Narrows the context to some of its nodes during the lifetime of this object.
  class Within {
   public:
    Within(Pieces& pieces, const Nodes& nodes) : pieces_(pieces), nodes_(nodes) { set(++pieces_.now_); }
    ~Within() { set(--pieces_.now_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    void set(std::size_t depth) {
      for (const Node v : nodes_) pieces_.depth_[v] = depth;
    }
    Pieces& pieces_;
    const Nodes& nodes_;
  };

  std::uint64_t n_visits() const { return n_visits_; }  // how often a node was visited along an edge

  // Whether all of the nodes are adjacent to each other.
  bool is_complete(const Nodes& nodes) {
    const Piece piece{nodes, {}};
    mark(piece, Part::kBefore);
    const bool complete = std::ranges::all_of(
        nodes, [&](Node v) { return n_marked(v) + 1 == std::ssize(nodes); });
    mark(piece, Part::kElsewhere);
    return complete;
  }

  // Returns the pieces that come next after this one. Their nodes are neighbours of its nodes. Since the graph has no
  // unshielded colliders, the parents of such a neighbour are all nodes to which it is joined, in this piece and among
  // the parents of this piece. If two such neighbours are adjacent and one has more parents, it comes first, by
  // Meek's rule 1, and the other is not in a next piece. If they have equally many, their edge stays undirected, and
  // they are in the same piece.
  std::vector<Piece> after(const Piece& piece) {
    mark(piece, Part::kBefore);
    find_near(piece);
    std::vector<Piece> found;
    for (const Node v : near_)
      if (part_[v] == Part::kNear) gather(v, found);
    mark(piece, Part::kElsewhere);
    for (const Node v : near_) {
      part_[v] = Part::kElsewhere;
      n_visits_ += graph_.neighbours(v).size();
    }
    for (const Node v : piece.nodes) n_visits_ += graph_.neighbours(v).size();
    return found;
  }

 private:
  // kBefore: in the piece, or a parent of it. kNear: a neighbour that may be in a next piece. kGathered: one that has
  // been put into a piece.
  enum class Part : std::uint8_t { kElsewhere, kBefore, kNear, kGathered };

  void mark(const Piece& piece, Part part) {
    for (const Node v : piece.nodes) part_[v] = part;
    for (const Node v : piece.parents) part_[v] = part;
  }

  void find_near(const Piece& piece) {
    near_.clear();
    for (const Node v : piece.nodes)
      for (const Node w : graph_.neighbours(v))
        if (depth_[w] == now_ && part_[w] == Part::kElsewhere) {
          part_[w] = Part::kNear;
          near_.push_back(w);
        }
    for (const Node v : near_) n_parents_[v] = n_marked(v);
  }

  // Returns the number of neighbours marked as kBefore.
  std::ptrdiff_t n_marked(Node v) {
    const auto around = graph_.neighbours(v);
    n_visits_ += around.size();
    return std::ranges::count(around, Part::kBefore, [&](Node w) { return part_[w]; });
  }

  // Gathers the piece of the seed, and appends it if no neighbour of it has more parents.
  void gather(Node seed, std::vector<Piece>& found) {
    Piece piece{{seed}, {}};
    bool comes_next = true;
    part_[seed] = Part::kGathered;
    for (std::size_t k = 0; k < piece.nodes.size(); ++k)
      for (const Node w : graph_.neighbours(piece.nodes[k])) {
        if (part_[w] != Part::kNear && part_[w] != Part::kGathered) continue;
        comes_next &= n_parents_[w] <= n_parents_[seed];
        if (part_[w] == Part::kGathered || n_parents_[w] != n_parents_[seed]) continue;
        part_[w] = Part::kGathered;
        piece.nodes.push_back(w);
      }
    if (!comes_next) return;
    std::ranges::sort(piece.nodes);
    std::ranges::copy_if(graph_.neighbours(seed), std::back_inserter(piece.parents),
                         [&](Node w) { return part_[w] == Part::kBefore; });
    found.push_back(std::move(piece));
  }

  const Lists& graph_;
  std::size_t now_ = 0;             // the depth of the current context
  std::vector<std::size_t> depth_;  // for each node, the depth of the narrowest context that contains it
  std::vector<Part> part_;
  std::vector<std::ptrdiff_t> n_parents_;  // of the nodes in near_
  Nodes near_;
  std::uint64_t n_visits_ = 0;
};

// The smallest and the largest sum of costs over the orientations examined so far; at first there are none.
struct Sum {
  Cost lower = static_cast<Cost>(-1);
  Cost upper = 0;
  bool is_known() const { return lower <= upper; }
  void operator|=(Sum other) {
    lower = std::min(lower, other.lower);
    upper = std::max(upper, other.upper);
  }
};

Sum operator+(Sum a, Sum b) { return {a.lower + b.lower, a.upper + b.upper}; }

// The parent sets of the nodes of a clique in all its orders, if the parents of the clique come first. A set is looked
// up by the node, and by the subset of the clique that comes before it.
class Orders {
 public:
  Orders(const ParentSets& sets, const Piece& clique) : sets_(sets), clique_(clique) {
    const std::size_t k = clique.nodes.size();
    set_of_.resize(k << (k - 1));
    for (std::size_t v = 0; v < k; ++v) list(v);
  }

  // The number of the set of node number v of the clique, if the nodes of `before` come before it. A subset has bit k
  // if it contains node number k.
  std::size_t set(std::size_t v, std::size_t before) const { return set_of_[place(v, without(before, v))]; }

 private:
  struct Other {
    Node node;
    std::size_t bit;  // the node's bit in subsets without v; 0 for parents of the clique, which are in every set
  };

  // Removes bit v from a subset, and moves the higher bits down by one.
  static std::size_t without(std::size_t subset, std::size_t v) {
    const std::size_t low = (std::size_t{1} << v) - 1;
    return (subset & low) | (subset >> 1 & ~low);
  }
  // The index in `set_of_` for node number v and a subset from which `without` has removed bit v.
  std::size_t place(std::size_t v, std::size_t subset) const {
    return (v << (clique_.nodes.size() - 1)) + subset;
  }

  // Fills the entries of node number v of the clique.
  void list(std::size_t v) {
    others_.clear();
    for (const Node parent : clique_.parents) others_.push_back({parent, 0});
    for (std::size_t k = 0; k < clique_.nodes.size(); ++k)
      if (k != v) others_.push_back({clique_.nodes[k], std::size_t{1} << (k - (k > v))});
    std::ranges::sort(others_, {}, &Other::node);
    node_ = v;
    find_sets({sets_.first[clique_.nodes[v]], sets_.first[clique_.nodes[v] + 1]}, 0, 0, 0, 0);
  }

  struct Range {
    std::size_t begin, end;
  };

  // Extends the chosen nodes by others_[next] and later ones, in all ways in which all parents of the clique are chosen
  // in the end. `depth` is the number of chosen nodes, `n_parents` of them are parents of the clique, and `subset` are
  // the others. `sets` are the sets of the node that begin with the chosen nodes; the first of these has no more nodes.
  void find_sets(Range sets, std::size_t depth, std::size_t next, std::size_t n_parents, std::size_t subset) {
    steps(1);
    if (n_parents == clique_.parents.size()) set_of_[place(node_, subset)] = static_cast<std::uint32_t>(sets.begin);
    for (std::size_t begin = sets.begin + 1; next < others_.size(); ++next) {
      const Other other = others_[next];
      const Range with{bound(begin, sets.end, depth, other.node, false),
                       bound(begin, sets.end, depth, other.node, true)};
      if (with.begin == with.end) throw std::invalid_argument("a chain component is not chordal");
      const bool is_parent = other.bit == 0;
      find_sets(with, depth + 1, next + 1, n_parents + is_parent, subset | other.bit);
      if (is_parent) return;  // A parent must be chosen.
      begin = with.end;
    }
  }

  // The first of the sets low .. high - 1 whose node at this depth is `node` or greater; if `greater`, the first
  // whose node is greater.
  std::size_t bound(std::size_t low, std::size_t high, std::size_t depth, Node node, bool greater) const {
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const Node other = sets_.of(middle)[depth];
      if (other < node || (greater && other == node))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  const ParentSets& sets_;
  const Piece& clique_;
  std::vector<std::uint32_t> set_of_;  // the number of the set at each `place`
  // For `list`: a node of the clique, and all nodes that may be its parents, ascending.
  std::size_t node_ = 0;
  std::vector<Other> others_;
};

// Finds the smallest and the largest sum for a connected chordal graph. Every acyclic orientation of it without
// unshielded colliders has a causal order that begins with a maximal clique. If a clique comes first, it leaves pieces
// that are oriented independently of its own order and of one another (Wienöbst, Bannach and Liskiewicz 2021). So the
// sums of the pieces are added, and the smallest and the largest result over all cliques are kept.
//
// Sums are stored. A piece is determined by its parents and any of its nodes. The pieces that follow it are determined
// by the piece and the context. A clique of k nodes has k! orders, but only 2^k subsets are examined, since a node's
// cost depends only on which nodes come before it.
class Search {
 public:
  Search(const Lists& graph, const SetCosts& costs, std::uint64_t effort)
      : sets_(costs.sets), costs_(costs.costs), effort_(effort), subgraphs_(graph), pieces_(graph),
        sums_(sets_.size()) {}

  // Returns exact bounds, or wider ones if exact ones take too much effort.
  ComponentBounds of(const Nodes& component) {
    allowed_ = spent() + effort_;
    exact_ = true;
    const Sum sum = sum_over({component, {}});
    return {component, sum.lower, sum.upper, exact_};
  }

 private:
  using Tails = std::unordered_map<std::size_t, Sum>;  // by key: the sum over a piece and all pieces that follow it
  struct Frame {
    std::size_t key;          // of a piece; unused for the clique that comes first
    Sum sum;                  // over the piece and those that follow it, without the pieces of `rest`
    std::vector<Piece> rest;  // the next pieces that are not in the sum yet
  };

  // The sum over a piece, without the pieces that follow it.
  Sum sum_over(const Piece& piece) {
    const std::size_t key = key_of(piece);
    if (piece.nodes.size() == 1) return {costs_[key], costs_[key]};
    if (sums_[key].is_known()) return sums_[key];
    report_steps();
    return sums_[key] = pieces_.is_complete(piece.nodes) ? sum_over_orders(piece) : sum_over_cliques(piece);
  }

  // The sum over a clique in all its orders. Entry `placed` of `sums` is the sum over the nodes whose bits it has, if
  // they come first.
  Sum sum_over_orders(const Piece& clique) {
    const std::size_t k = clique.nodes.size();
    if (k >= kMostInClique || (std::uint64_t{k} << k) > left()) return node_by_node(clique);
    n_examined_ += std::uint64_t{k} << k;
    const Orders orders(sets_, clique);
    std::vector<Sum> sums(std::size_t{1} << k);
    sums[0] = {0, 0};
    for (std::size_t placed = 1; placed < sums.size(); ++placed) {
      steps(k);
      for (std::size_t last = 0; last < k; ++last) {
        if ((placed >> last & 1) == 0) continue;
        const std::size_t before = placed ^ (std::size_t{1} << last);
        const Cost cost = costs_[orders.set(last, before)];
        sums[placed] |= sums[before] + Sum{cost, cost};
      }
    }
    return sums.back();
  }

  // The sum over a piece that is not a clique, with each of its maximal cliques first.
  Sum sum_over_cliques(const Piece& piece) {
    const Pieces::Within context(pieces_, piece.nodes);
    n_examined_ += piece.nodes.size();
    Tails tails;
    Sum sum;
    for (Clique& clique : maximal_cliques(subgraphs_.on(piece.nodes))) {
      Piece first{{}, piece.parents};
      for (const Node place : clique.nodes) first.nodes.push_back(piece.nodes[place]);
      std::ranges::sort(first.nodes);
      sum |= sum_with_followers(first, tails);
      if (left() == 0) return node_by_node(piece);  // cliques that were not examined may cost less or more
    }
    return sum;
  }

  // The sum over a clique that comes first and all pieces that follow it. The search is depth-first with an explicit
  // path, because chains of pieces can be as long as the graph.
  Sum sum_with_followers(const Piece& first, Tails& tails) {
    std::vector<Frame> path;
    path.push_back({0, sum_over_orders(first), pieces_.after(first)});
    while ((!path.back().rest.empty() || path.size() > 1) && left() > 0) {
      if (path.back().rest.empty()) {
        tails[path.back().key] = path.back().sum;
        path.pop_back();
      }
      Frame& last = path.back();
      const auto tail = tails.find(key_of(last.rest.back()));
      if (tail == tails.end()) {
        path.push_back(frame(last.rest.back()));
        continue;
      }
      last.sum = last.sum + tail->second;
      last.rest.pop_back();
    }
    return path.back().sum;
  }

  Frame frame(const Piece& piece) {
    report_steps();
    return {key_of(piece), sum_over(piece), pieces_.after(piece)};
  }

  // Adds the least and the greatest cost of each node's sets that contain the piece's parents.
  Sum node_by_node(const Piece& piece) {
    exact_ = false;
    Sum sum{0, 0};
    for (const Node v : piece.nodes) {
      Sum own;
      for (std::size_t s = sets_.first[v]; s < sets_.first[v + 1]; ++s) {
        const auto set = sets_.of(s);
        if (std::ranges::includes(set, piece.parents)) own |= Sum{costs_[s], costs_[s]};
      }
      steps(sets_.first[v + 1] - sets_.first[v]);
      sum = sum + own;
    }
    return sum;
  }

  // The effort so far, for all components.
  std::uint64_t spent() const { return pieces_.n_visits() + n_examined_; }
  // The effort that is left for this component.
  std::uint64_t left() const { return spent() < allowed_ ? allowed_ - spent() : 0; }

  void report_steps() {
    steps(spent() - reported_ + 1);
    reported_ = spent();
  }

  // The key of a piece is the number of a parent set of its first node: the one that equals the parents of the piece.
  std::size_t key_of(const Piece& piece) const {
    const std::size_t found = sets_.find(piece.nodes.front(), piece.parents);
    if (found == ParentSets::kNone) throw std::invalid_argument("a chain component is not chordal");
    return found;
  }

  static constexpr std::size_t kMostInClique = 32;
  const ParentSets& sets_;
  std::span<const Cost> costs_;
  std::uint64_t effort_;
  std::uint64_t reported_ = 0;
  std::uint64_t n_examined_ = 0;  // examined nodes, and examined last nodes of subsets of cliques
  Subgraphs subgraphs_;
  Pieces pieces_;
  std::vector<Sum> sums_;  // by key: the sum over each piece, without those that follow it
  std::uint64_t allowed_ = 0;  // what may be spent until the current component is done
  bool exact_ = true;
};

// Adds the least and the greatest cost of each node; nodes without sets cost from 0 to costs.most.
Sum node_by_node(const Nodes& component, const SetCosts& costs) {
  Sum sum{0, 0};
  for (const Node v : component) {
    const std::size_t from = costs.sets.first[v];
    const auto own = costs.costs.subspan(from, costs.sets.first[v + 1] - from);
    sum.lower += own.empty() ? 0 : std::ranges::min(own);
    sum.upper += own.empty() ? costs.most : std::ranges::max(own);
  }
  return sum;
}

}  // namespace

std::vector<ComponentBounds> component_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs,
                                              std::uint64_t effort) {
  const Lists graph = undirected_part(cpdag, n_nodes);
  Search search(graph, costs, effort);
  std::vector<ComponentBounds> found;
  for (const Nodes& component : components(graph)) {
    if (std::ranges::all_of(component, [&](Node v) { return costs.sets.complete(v); })) {
      found.push_back(search.of(component));
      continue;
    }
    const Sum sum = node_by_node(component, costs);
    found.push_back({component, sum.lower, sum.upper, false});
  }
  return found;
}

CostBounds cost_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs, std::uint64_t effort) {
  CostBounds bounds;
  for (const ComponentBounds& one : component_bounds(cpdag, n_nodes, costs, effort)) {
    bounds.lower += one.lower;
    bounds.upper += one.upper;
    bounds.exact &= one.exact;
  }
  return bounds;
}

}  // namespace edgemark
