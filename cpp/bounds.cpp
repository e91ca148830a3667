#include "bounds.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "cliques.hpp"
#include "pace.hpp"

namespace edgemark {
namespace {

using Nodes = std::vector<Node>;

std::span<const Node> neighbours(const Lists& graph, Node v) {
  return {graph.neighbour.data() + graph.begin(v), graph.neighbour.data() + graph.end(v)};
}

// The cliques among the neighbours of a node, in lexicographic order, as long as there are few.
class Cliques {
 public:
  Cliques(const Lists& graph, std::size_t limit) : graph_(graph), limit_(limit) {}

  // Appends them to the sets, or nothing if they are more than the limit.
  void append(Node v, ParentSets& sets) {
    const std::size_t n_starts = sets.start.size();
    const std::size_t n_nodes = sets.nodes.size();
    last_ = sets.size() + limit_;
    if (extend(neighbours(graph_, v), sets)) return;
    sets.start.resize(n_starts);
    sets.nodes.resize(n_nodes);
  }

 private:
  // The clique so far, then all that go on with some of the candidates, which are adjacent to all of it.
  bool extend(std::span<const Node> candidates, ParentSets& sets) {
    steps(candidates.size() + 1);
    if (sets.size() == last_) return false;
    sets.nodes.insert(sets.nodes.end(), clique_.begin(), clique_.end());
    sets.start.push_back(sets.nodes.size());
    for (auto next = candidates.begin(); next != candidates.end(); ++next) {
      const auto near = neighbours(graph_, *next);
      Nodes shared;
      std::set_intersection(std::next(next), candidates.end(), near.begin(), near.end(),
                            std::back_inserter(shared));
      clique_.push_back(*next);
      const bool few = extend(shared, sets);
      clique_.pop_back();
      if (!few) return false;
    }
    return true;
  }

  const Lists& graph_;
  std::size_t limit_;
  std::size_t last_ = 0;
  Nodes clique_;
};

// Connected nodes with the same parents in their chain component, the edges among them undirected.
struct Piece {
  Nodes nodes;    // ascending
  Nodes parents;  // ascending, pairwise adjacent
};

// The chain graph of pieces that Meek's rules give for a connected chordal graph (a context) if a
// node of it comes first.
class Pieces {
 public:
  explicit Pieces(const Lists& graph)
      : graph_(graph), depth_(graph.n_nodes(), 0), part_(graph.n_nodes(), Part::kElsewhere),
        n_parents_(graph.n_nodes(), 0) {}

  // Narrows the context down to some of its nodes, as long as it lives.
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

  std::uint64_t n_visits() const { return n_visits_; }  // to nodes by way of an edge

  bool is_complete(const Nodes& nodes) {
    const Piece piece{nodes, {}};
    mark(piece, Part::kBefore);
    const bool complete = std::ranges::all_of(
        nodes, [&](Node v) { return n_marked(v) + 1 == std::ssize(nodes); });
    mark(piece, Part::kElsewhere);
    return complete;
  }

  // The pieces whose last parents are in this one. Neighbours of the piece have their parents in it
  // and among its parents, since there are no v-structures. If two neighbours are adjacent, the one
  // with more parents comes first (rule 1), with everything connected to it; an edge between two
  // with equal numbers stays undirected.
  std::vector<Piece> after(const Piece& piece) {
    mark(piece, Part::kBefore);
    find_near(piece);
    std::vector<Piece> found;
    for (const Node v : near_)
      if (part_[v] == Part::kNear) gather(v, found);
    mark(piece, Part::kElsewhere);
    for (const Node v : near_) {
      part_[v] = Part::kElsewhere;
      n_visits_ += neighbours(graph_, v).size();
    }
    for (const Node v : piece.nodes) n_visits_ += neighbours(graph_, v).size();
    return found;
  }

 private:
  enum class Part : std::uint8_t { kElsewhere, kBefore, kNear, kGathered };

  void mark(const Piece& piece, Part part) {
    for (const Node v : piece.nodes) part_[v] = part;
    for (const Node v : piece.parents) part_[v] = part;
  }

  void find_near(const Piece& piece) {
    near_.clear();
    for (const Node v : piece.nodes)
      for (const Node w : neighbours(graph_, v))
        if (depth_[w] == now_ && part_[w] == Part::kElsewhere) {
          part_[w] = Part::kNear;
          near_.push_back(w);
        }
    for (const Node v : near_) n_parents_[v] = n_marked(v);
  }

  std::ptrdiff_t n_marked(Node v) {
    const auto around = neighbours(graph_, v);
    n_visits_ += around.size();
    return std::ranges::count(around, Part::kBefore, [&](Node w) { return part_[w]; });
  }

  void gather(Node seed, std::vector<Piece>& found) {
    Piece piece{{seed}, {}};
    bool comes_next = true;
    part_[seed] = Part::kGathered;
    for (std::size_t k = 0; k < piece.nodes.size(); ++k)
      for (const Node w : neighbours(graph_, piece.nodes[k])) {
        if (part_[w] != Part::kNear && part_[w] != Part::kGathered) continue;
        comes_next &= n_parents_[w] <= n_parents_[seed];
        if (part_[w] == Part::kGathered || n_parents_[w] != n_parents_[seed]) continue;
        part_[w] = Part::kGathered;
        piece.nodes.push_back(w);
      }
    if (!comes_next) return;
    std::ranges::sort(piece.nodes);
    std::ranges::copy_if(neighbours(graph_, seed), std::back_inserter(piece.parents),
                         [&](Node w) { return part_[w] == Part::kBefore; });
    found.push_back(std::move(piece));
  }

  const Lists& graph_;
  std::size_t now_ = 0;
  std::vector<std::size_t> depth_;  // of the narrowest context that a node is in
  std::vector<Part> part_;
  std::vector<std::ptrdiff_t> n_parents_;
  Nodes near_;
  std::uint64_t n_visits_ = 0;
};

struct Sum {
  Cost lower = static_cast<Cost>(-1);  // of nothing yet
  Cost upper = 0;
  bool is_known() const { return lower <= upper; }
  void operator|=(Sum other) {
    lower = std::min(lower, other.lower);
    upper = std::max(upper, other.upper);
  }
};

Sum operator+(Sum a, Sum b) { return {a.lower + b.lower, a.upper + b.upper}; }

// Every orientation of a connected chordal graph has one source; the pieces that it leaves are oriented
// independently. A piece is known by its parents and any of its nodes, so there are no more pieces than
// sets of parents. What follows a piece is known by the piece and the context.
class Search {
 public:
  Search(const Lists& graph, const SetCosts& costs, std::uint64_t n_visits)
      : sets_(costs.sets), costs_(costs.costs), n_visits_(n_visits), pieces_(graph), best_(sets_.size()) {}

  // None if it takes too many visits.
  std::optional<Sum> of(const Nodes& component) {
    last_visit_ = pieces_.n_visits() + n_visits_;
    try {
      return best({component, {}});
    } catch (const TooMuch&) {
      return std::nullopt;
    }
  }

 private:
  struct TooMuch {};
  using Tails = std::unordered_map<std::size_t, Sum>;  // of a piece and all that follows it
  struct Frame {
    std::size_t key;
    Sum sum;
    std::vector<Piece> rest;
  };

  Sum best(const Piece& piece) {
    const std::size_t key = key_of(piece);
    if (piece.nodes.size() == 1) return {costs_[key], costs_[key]};
    if (best_[key].is_known()) return best_[key];
    pause();
    return best_[key] = pieces_.is_complete(piece.nodes) ? best_order(piece) : best_source(piece);
  }

  Sum best_order(const Piece& clique) {
    Sum best;
    for (const Node source : clique.nodes) {
      Piece rest = clique;
      std::erase(rest.nodes, source);
      rest.parents.insert(std::ranges::upper_bound(rest.parents, source), source);
      best |= this->best({{source}, clique.parents}) + this->best(rest);
    }
    return best;
  }

  Sum best_source(const Piece& piece) {
    const Pieces::Within context(pieces_, piece.nodes);
    Tails tails;
    Sum best;
    for (const Node source : piece.nodes) best |= with_all_after({{source}, piece.parents}, tails);
    return best;
  }

  // Depth-first with a path of its own: chains of pieces can be as long as the graph.
  Sum with_all_after(const Piece& first, Tails& tails) {
    std::vector<Frame> path;
    path.push_back(frame(first));
    while (!path.back().rest.empty() || path.size() > 1) {
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
    pause();
    return {key_of(piece), best(piece), pieces_.after(piece)};
  }

  void pause() {
    if (pieces_.n_visits() > last_visit_) throw TooMuch();
    steps(pieces_.n_visits() - told_ + 1);
    told_ = pieces_.n_visits();
  }

  std::size_t key_of(const Piece& piece) const {
    const std::size_t found = sets_.find(piece.nodes.front(), piece.parents);
    if (found == ParentSets::kNone) throw std::invalid_argument("a chain component is not chordal");
    return found;
  }

  const ParentSets& sets_;
  std::span<const Cost> costs_;
  std::uint64_t n_visits_;
  std::uint64_t told_ = 0;
  Pieces pieces_;
  std::vector<Sum> best_;  // of a piece, at its key: its first node's set
  std::uint64_t last_visit_ = 0;
};

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
  const Lists graph = undirected_part(cpdag, n_nodes);
  Cliques cliques(graph, limit);
  ParentSets sets;
  for (Node v = 0; v < n_nodes; ++v) {
    cliques.append(v, sets);
    sets.first.push_back(sets.size());
  }
  return sets;
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

CostBounds cost_bounds(Words cpdag, std::size_t n_nodes, const SetCosts& costs,
                       std::uint64_t n_visits) {
  const Lists graph = undirected_part(cpdag, n_nodes);
  Search search(graph, costs, n_visits);
  CostBounds bounds;
  for (const Nodes& component : components(graph)) {
    const bool complete = std::ranges::all_of(component, [&](Node v) { return costs.sets.complete(v); });
    const auto found = complete ? search.of(component) : std::nullopt;
    const Sum sum = found ? *found : node_by_node(component, costs);
    bounds.lower += sum.lower;
    bounds.upper += sum.upper;
    bounds.exact &= found.has_value();
  }
  return bounds;
}

}  // namespace edgemark
