// Counts separations of the estimate that fail in the truth, with one separator for each pair of nodes. Also counts
// separations on which two graphs agree, with every set of nodes or with random ones. Walks of up to 512 pairs run at
// once: each pair with its set has a lane, which is one bit of a `Wide` (lanes.hpp).
//
// One file, because it implements one header, and the exact and the sampled counts share `TwoGraphs`.
#include "separations.hpp"

#include <algorithm>
#include <numeric>

#include "adjacency.hpp"
#include "families.hpp"
#include "lane_walks.hpp"
#include "parallel.hpp"
#include "sides.hpp"

namespace edgemark {

namespace {

// Whether an edge leads from its owner to a possible child. An edge `---` leads both ways, in MAGs too.
bool leads_on(const HalfEdge& e) { return e.here == kTailMark; }

// Whether an edge leads from its owner to a possible parent.
bool leads_back(const HalfEdge& e) { return e.there == kTailMark; }

// Row v has v, and the nodes to which its edges lead.
template <class Leads>
BitRows next_and_itself(const MixedGraph& graph, Leads leads) {
  BitRows rows(graph.n_nodes());
  for (Node v = 0; v < graph.n_nodes(); ++v) {
    rows.set(v, v);
    for (const HalfEdge& e : edges_of(graph, v))
      if (leads(e)) rows.set(v, e.other);
  }
  return rows;
}

// The set of a node has its possible parents for Separator::kParents, and its possible ancestors otherwise. With
// `leads_back`, row v has v and the nodes of its set. With `leads_on`, row v has v and the nodes whose sets contain v.
template <class Leads>
BitRows own_sets(const MixedGraph& graph, Separator separator, Leads leads) {
  return separator == Separator::kParents ? next_and_itself(graph, leads) : reached_from_each(graph, leads);
}

// A graph without directed cycles, prepared for walks.
struct Prepared {
  MixedGraph graph;
  LaneGraph walks;
  Families families;

  explicit Prepared(MixedGraph edges) : graph(std::move(edges)), walks(graph), families(graph, walks) {}
  std::size_t n_nodes() const { return walks.n_nodes(); }
};

// A flag for each node: whether it is anterior to x or y, that is, whether a path of `---` and `-->` leads from it to
// one of them.
std::vector<std::uint8_t> anterior_to(const MixedGraph& graph, Node x, Node y) {
  std::vector<std::uint8_t> found(graph.n_nodes(), 0);
  found[x] = found[y] = 1;
  std::vector<Node> waiting{x, y};
  while (!waiting.empty()) {
    const Node v = waiting.back();
    waiting.pop_back();
    steps(graph.offsets[v + 1] - graph.offsets[v]);
    for (const HalfEdge& e : edges_of(graph, v)) {
      if (e.there != kTailMark || found[e.other]) continue;
      found[e.other] = 1;
      waiting.push_back(e.other);
    }
  }
  return found;
}

void take_out(Wide& lanes, std::size_t lane) { lanes[lane / 64] &= ~(std::uint64_t{1} << lane % 64); }

// Copies bits of each row v into the lanes of plane[v]: lane l is bit (from + l) mod n. If a row has the bit
// `all_with`, all lanes are set instead.
MULTIVERSION
void read_rows(const BitRows& rows, Node all_with, std::size_t from, Wide* plane) {
  for (std::size_t v = 0; v < rows.size(); ++v)
    if (rows.has(v, all_with))
      plane[v] = ~Wide{};
    else
      rows.read(v, from, plane[v]);
}

// Opens each node in those of `lanes` that `read_rows` would not set.
MULTIVERSION
void read_open(const BitRows& rows, Node all_with, std::size_t from, const Wide& lanes, Member* members) {
  for (std::size_t v = 0; v < rows.size(); ++v) {
    Wide given;
    if (rows.has(v, all_with))
      given = ~Wide{};
    else
      rows.read(v, from, given);
    members[v].open = lanes & ~given;
  }
}

// Opens each node in those of `lanes` in which it is not given.
MULTIVERSION
void open_all_but(const Wide* given, std::size_t n, const Wide& lanes, Member* members) {
  for (std::size_t v = 0; v < n; ++v) members[v].open = lanes & ~given[v];
}

// Prepares walks in which the nodes in `given` are conditioned on. `ancestors` has these nodes and their ancestors.
MULTIVERSION
void give_set(LaneNode* nodes, std::size_t n, const Wide* given, const Wide* ancestors, const Wide& lanes) {
  for (std::size_t v = 0; v < n; ++v) {
    nodes[v].by_tail = nodes[v].by_arrow = Wide{};
    nodes[v].through = lanes & ~given[v];
    nodes[v].collider = lanes & ancestors[v];
  }
}

// For separators that are the union of the sets of both nodes, without the two nodes.
struct Joint {
  BitRows own;        // row x has x and the nodes of its set
  BitRows ancestors;  // row v has x if v is, in the truth, an ancestor of a node in row x of `own`
  Sides sides;
};

// If `Sides` leaves fewer of 512 pairs of a node undecided than this, they are collected with pairs of other nodes, and
// decided by walks together. Otherwise they are decided by walks immediately.
constexpr std::uint64_t kWorthCollecting = 64;

// Decides pairs of nodes: whether the truth connects them, given their separator. The pairs of one node x with up to
// 512 others have one lane each: lane l is node (from + l) mod n.
class Pairs {
 public:
  // Row v of `sets` has v and the nodes whose sets contain v. `joint` is null for minimal separators, which are chosen
  // among the nodes of both sets.
  Pairs(const Prepared& truth, const MixedGraph& estimate, const Families& estimate_families, const BitRows& sets,
        const Joint* joint)
      : truth_(truth),
        estimate_(estimate),
        sets_(sets),
        joint_(joint),
        in_truth_(truth.families),
        in_estimate_(estimate_families),
        given_(truth.n_nodes()) {}

  // Decides the pairs of x and each of the next n / 2 nodes, where node 0 follows the last one. If n is even, nodes
  // from n / 2 on leave out the last of these. So over all x, each unordered pair is decided once.
  void unordered(Node x) {
    const std::size_t n = n_nodes();
    const std::size_t n_next = n / 2 - (n % 2 == 0 && x >= n / 2);
    for (std::size_t first = 1; first <= n_next; first += 512) {
      const Wide pairs = without_edge(x, first, n_next);
      Wide connected, undecided;
      joint_->sides.decide(x, from_, pairs, connected, undecided);
      found.wrong += n_set(connected);
      if (n_set(undecided) < kWorthCollecting)
        each_lane(undecided, [&](std::size_t lane) { collect(x, node_of(lane)); });
      else
        decide_by_walks(x, undecided);
    }
  }

  // Decides the collected pairs, each in a lane with its own separator.
  void decide_collected() {
    Wide lanes{};
    for (std::size_t lane = 0; lane < collected_.size(); ++lane) put(lanes, lane);
    for (Node v = 0; v < n_nodes(); ++v) {
      in_truth_.at(v).open = lanes;
      in_truth_.is_ancestor()[v] = Wide{};
    }
    in_truth_.clear(lanes);
    for (std::size_t lane = 0; lane < collected_.size(); ++lane) {
      const auto [x, y] = collected_[lane];
      for (const Node end : {x, y})
        joint_->own.each(end, [&](Node v) {
          put(in_truth_.is_ancestor()[v], lane);
          if (v != x && v != y) take_out(in_truth_.at(v).open, lane);
        });
      Wide own{};
      put(own, lane);
      in_truth_.start(x, own);
    }
    add_ancestors(truth_.walks, in_truth_.is_ancestor());
    found.wrong += n_connected(lanes, [&](std::size_t lane) { return collected_[lane].second; });
    collected_.clear();
  }

  // Decides the pairs of x and each other node, each by the minimal separator that is nearest to x.
  void ordered(Node x) {
    for (std::size_t first = 1; first < n_nodes(); first += 512) {
      Wide lanes = without_edge(x, first, n_nodes() - 1);
      read_rows(sets_, x, from_, in_estimate_.is_ancestor().data());
      find_nearest(x, lanes);
      if (!any(lanes)) continue;
      open_all_but(given_.data(), n_nodes(), lanes, in_truth_.members());
      std::copy(given_.begin(), given_.end(), in_truth_.is_ancestor().begin());
      in_truth_.is_ancestor()[x] = lanes;
      each_lane(lanes, [&](std::size_t lane) { put(in_truth_.is_ancestor()[node_of(lane)], lane); });
      add_ancestors(truth_.walks, in_truth_.is_ancestor());
      in_truth_.clear(lanes);
      in_truth_.start(x, lanes);
      found.wrong += n_connected(lanes, [&](std::size_t lane) { return node_of(lane); });
    }
  }

  // The nearest separator of two nodes without an edge; nothing if no set separates them. It consists of nodes that are
  // anterior to x or y.
  std::optional<std::vector<Node>> nearest(Node x, Node y, const std::vector<std::uint8_t>& is_anterior) {
    from_ = y;
    Wide lanes{};
    put(lanes, 0);
    for (Node v = 0; v < n_nodes(); ++v) in_estimate_.is_ancestor()[v] = is_anterior[v] ? lanes : Wide{};
    find_nearest(x, lanes);
    if (!any(lanes)) return std::nullopt;
    std::vector<Node> separator;
    for (Node v = 0; v < n_nodes(); ++v)
      if (has(given_[v], 0)) separator.push_back(v);
    return separator;
  }

  SeparationErrors found;  // the errors of the pairs decided so far

 private:
  // Decides the pairs of x in some lanes, with the union of the sets of both nodes as the separator.
  void decide_by_walks(Node x, const Wide& lanes) {
    read_open(sets_, x, from_, lanes, in_truth_.members());
    open_ends(x, lanes);
    read_rows(joint_->ancestors, x, from_, in_truth_.is_ancestor().data());
    in_truth_.clear(lanes);
    in_truth_.start(x, lanes);
    found.wrong += n_connected(lanes, [&](std::size_t lane) { return node_of(lane); });
  }

  std::size_t n_nodes() const { return truth_.n_nodes(); }
  // The node that a lane stands for.
  Node node_of(std::size_t lane) const {
    const std::size_t v = from_ + lane;
    return static_cast<Node>(v < n_nodes() ? v : v - n_nodes());
  }
  std::size_t lane_of(Node v) const { return (v + n_nodes() - from_) % n_nodes(); }

  // Lets the lanes stand for the nodes from x + first to x + last, up to 512 of them. Returns those without an edge
  // to x in the estimate.
  Wide without_edge(Node x, std::size_t first, std::size_t last) {
    from_ = (x + first) % n_nodes();
    const std::size_t n_lanes = std::min<std::size_t>(512, last - first + 1);
    Wide lanes{};
    for (std::size_t lane = 0; lane < n_lanes; ++lane) put(lanes, lane);
    for (const HalfEdge& e : edges_of(estimate_, x))
      if (lane_of(e.other) < n_lanes) take_out(lanes, lane_of(e.other));
    steps(n_nodes());
    return lanes;
  }

  // Opens both nodes of each pair, because neither belongs to their separator.
  void open_ends(Node x, const Wide& lanes) {
    in_truth_.at(x).open = lanes;
    each_lane(lanes, [&](std::size_t lane) { put(in_truth_.at(node_of(lane)).open, lane); });
  }

  // Puts the nearest separator of each pair into given_, and removes the lanes of pairs that no set separates. The
  // candidates are the nodes whose lane is set in `in_estimate_.is_ancestor()`, without those of the pair. Walks end at
  // candidates. First, the candidates that walks from x reach are kept. Then, the candidates that are left are kept if
  // walks from the other node reach them.
  void find_nearest(Node x, Wide& lanes) {
    const auto n = static_cast<Node>(n_nodes());
    std::copy_n(in_estimate_.is_ancestor().begin(), n, given_.begin());
    given_[x] = Wide{};
    each_lane(lanes, [&](std::size_t lane) { take_out(given_[node_of(lane)], lane); });
    open_all_but(given_.data(), n, lanes, in_estimate_.members());
    in_estimate_.clear(lanes);
    in_estimate_.start(x, lanes);
    in_estimate_.go(lanes);
    const Wide joined = reached_ends(in_estimate_, lanes);
    found.inseparable += n_set(joined);
    lanes &= ~joined;
    for (Node v = 0; v < n; ++v) given_[v] &= in_estimate_.at(v).reached;
    open_all_but(given_.data(), n, lanes, in_estimate_.members());
    in_estimate_.clear(lanes);
    each_lane(lanes, [&](std::size_t lane) {
      Wide own{};
      put(own, lane);
      in_estimate_.start(node_of(lane), own);
    });
    in_estimate_.go(lanes);
    for (Node v = 0; v < n; ++v) given_[v] &= in_estimate_.at(v).reached;
  }

  // The lanes whose node (`node_of`) has been reached.
  Wide reached_ends(const FamilyWalks& walks, const Wide& lanes) const {
    Wide reached{};
    each_lane(lanes, [&](std::size_t lane) {
      if (walks.has_reached(node_of(lane), lane)) put(reached, lane);
    });
    return reached;
  }

  void collect(Node x, Node y) {
    collected_.push_back({x, y});
    if (collected_.size() == 512) decide_collected();
  }

  // Walks in the truth until all lanes are decided, and counts those in which the walks reach the node end_of(lane).
  template <class EndOf>
  std::uint64_t n_connected(Wide lanes, EndOf end_of) {
    const std::uint64_t n_pairs = n_set(lanes);
    for (bool more = true; more && any(lanes);) {
      more = in_truth_.go_round(lanes);
      Wide reached{};
      each_lane(lanes, [&](std::size_t lane) {
        if (in_truth_.has_reached(end_of(lane), lane)) put(reached, lane);
      });
      lanes &= ~reached;
    }
    return n_pairs - n_set(lanes);
  }

  const Prepared& truth_;
  const MixedGraph& estimate_;
  const BitRows& sets_;
  const Joint* joint_;
  FamilyWalks in_truth_, in_estimate_;
  Plane<Wide> given_;  // for minimal separators: the lanes of the pairs whose separator contains each node
  std::vector<std::pair<Node, Node>> collected_;  // pairs of different nodes x, to decide together
  std::size_t from_ = 0;  // the node of lane 0
};

// Row v is the union of those rows of `sets` that belong to v or to its descendants.
BitRows ancestors_of_sets(const LaneGraph& graph, const BitRows& sets) {
  const std::size_t n = sets.size();
  BitRows found(n);
  Plane<Wide> plane(n);
  for (std::size_t from = 0; from < n; from += 512) {
    for (std::size_t v = 0; v < n; ++v) sets.read(v, from, plane[v]);
    add_ancestors(graph, plane);
    for (std::size_t v = 0; v < n; ++v)
      each_lane(plane[v], [&](std::size_t lane) {
        if (from + lane < n) found.set(v, from + lane);
      });
  }
  return found;
}

// Renumbers the nodes of a graph: order[k] becomes node k.
std::vector<Word> in_order(Words words, const std::vector<Node>& order) {
  std::vector<Node> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<Node>(k);
  std::vector<Word> renumbered;
  for (const Word word : words) {
    const Node i = place[first(word)], j = place[second(word)];
    renumbered.push_back(i < j ? make_word(i, j, state(word)) : make_word(j, i, flip(state(word))));
  }
  return renumbered;
}

// With fewer operations on a `Wide`, starting threads takes longer than they save.
constexpr std::size_t kWorthThreads = 200'000;

}  // namespace

SeparationErrors separation_errors(Words truth_words, Words estimate_words, std::size_t n_nodes,
                                   Separator separator, std::size_t n_threads) {
  const std::vector<Node> order = LaneGraph(MixedGraph(truth_words, n_nodes)).order;
  const Prepared truth(MixedGraph(in_order(truth_words, order), n_nodes));
  const MixedGraph estimate(in_order(estimate_words, order), n_nodes);
  const bool minimal = separator == Separator::kMinimal;
  const Prepared for_minimal(minimal ? estimate : MixedGraph({}, n_nodes));  // only needed for minimal separators
  const BitRows sets = own_sets(estimate, separator, leads_on);
  if (n_nodes * (n_nodes / 512 + 1) * truth.walks.ends.size() < kWorthThreads) n_threads = 1;
  std::optional<Joint> joint;
  if (!minimal) {
    BitRows own = own_sets(estimate, separator, leads_back);
    Sides sides(truth.graph, truth.families, own, n_threads);
    joint.emplace(Joint{std::move(own), ancestors_of_sets(truth.walks, sets), std::move(sides)});
  }
  struct Worker {
    Pairs pairs;
    bool ordered;
    void operator()(std::size_t x) {
      if (ordered)
        pairs.ordered(static_cast<Node>(x));
      else
        pairs.unordered(static_cast<Node>(x));
    }
  };
  SeparationErrors sum;
  in_parallel(
      n_nodes, n_threads,
      [&] {
        return Worker{Pairs(truth, estimate, for_minimal.families, sets, joint ? &*joint : nullptr), minimal};
      },
      [&](Worker& worker) {
        worker.pairs.decide_collected();
        sum.wrong += worker.pairs.found.wrong;
        sum.inseparable += worker.pairs.found.inseparable;
      });
  return sum;
}

std::optional<std::vector<Node>> nearest_separator(Words words, std::size_t n_nodes, Node x, Node y) {
  const MixedGraph graph(words, n_nodes);
  const Prepared walks{graph};
  const BitRows no_sets(0);
  return Pairs(walks, graph, walks.families, no_sets, nullptr).nearest(x, y, anterior_to(graph, x, y));
}

namespace {

// Finds which nodes are connected in each of two graphs, in 512 lanes. Each lane has a start node and a given set.
class TwoGraphs {
 public:
  TwoGraphs(const LaneGraph& first, const LaneGraph& second)
      : graphs_{&first, &second}, walks_{LaneWalks(first), LaneWalks(second)} {
    given.resize(first.n_nodes());
    starts.resize(first.n_nodes());
    ancestors_.resize(first.n_nodes());
  }

  // Finds the nodes that are connected to the start node of each lane.
  void walk() {
    const auto n = static_cast<Node>(given.size());
    for (int side : {0, 1}) {
      ancestors_ = given;
      add_ancestors(*graphs_[side], ancestors_);
      LaneWalks& walks = walks_[side];
      give_set(walks.nodes(), n, given.data(), ancestors_.data(), ~Wide{});
      for (Node v = 0; v < n; ++v)
        if (any(starts[v])) walks.start(v, starts[v]);
      walks.go();
    }
  }

  // Adds, for some lanes, whether y is connected to the start node in both graphs, in one of them, or in neither.
  void add(Connections& sum, Node y, const Wide& lanes) {
    const Wide first = connected(0, y) & lanes, second = connected(1, y) & lanes;
    sum.both += n_set(first & second);
    sum.first += n_set(first & ~second);
    sum.second += n_set(second & ~first);
    sum.none += n_set(lanes & ~(first | second));
  }

  Plane<Wide> given, starts;  // for each node, the lanes in which it is in the given set, or is the start node

 private:
  // The lanes in which y is connected to the start node.
  Wide connected(int side, Node y) { return walks_[side].at(y).by_tail | walks_[side].at(y).by_arrow; }

  const LaneGraph* graphs_[2];
  LaneWalks walks_[2];
  Plane<Wide> ancestors_;
};

void add(std::vector<Connections>& sums, const std::vector<Connections>& more) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sums[k].both += more[k].both;
    sums[k].first += more[k].first;
    sums[k].second += more[k].second;
    sums[k].none += more[k].none;
  }
}

// The lanes whose number, from 0 to 511, has this bit.
Wide lanes_with_bit(std::size_t bit) {
  Wide lanes{};
  for (std::size_t lane = 0; lane < 512; ++lane)
    if (lane >> bit & 1U) put(lanes, lane);
  return lanes;
}

// Gives every set of other nodes to each start node, in blocks of 512 sets. Lane l of block b is the set with the
// number 512 b + l. Bit k of the number is 1 if the set has the k-th of the other nodes. So the lowest 9 bits depend on
// the lane only, and the others on the block. Each task is one block for one start node.
struct EverySet {
  EverySet(const LaneGraph& first, const LaneGraph& second)
      : graphs(first, second), sums(first.n_nodes() - 1), of_size(10) {
    for (std::size_t bit = 0; bit < 9; ++bit) with_bit.push_back(lanes_with_bit(bit));
    for (std::size_t lane = 0; lane < 512; ++lane) put(of_size[static_cast<std::size_t>(std::popcount(lane))], lane);
  }

  void operator()(std::size_t task) {
    const std::size_t n = graphs.given.size(), n_sets = std::size_t{1} << (n - 1);
    const std::size_t n_blocks = (n_sets + 511) / 512, block = task % n_blocks;
    const auto x = static_cast<Node>(task / n_blocks);
    Wide lanes{};
    for (std::size_t lane = 0; lane < std::min<std::size_t>(512, n_sets - 512 * block); ++lane) put(lanes, lane);
    for (Node v = 0; v < n; ++v) {
      graphs.starts[v] = v == x ? lanes : Wide{};
      graphs.given[v] = v == x ? Wide{} : sets_with(v < x ? v : v - 1, block);
    }
    graphs.walk();
    const auto n_of_block = static_cast<std::size_t>(std::popcount(block));  // those that all sets of the block have
    for (Node y = x + 1; y < n; ++y) {
      const Wide pairs = lanes & ~graphs.given[y];
      for (std::size_t k = 0; k < of_size.size() && k + n_of_block < sums.size(); ++k)
        graphs.add(sums[k + n_of_block], y, pairs & of_size[k]);
    }
  }

  // The lanes of the sets of a block whose number has this bit.
  Wide sets_with(std::size_t bit, std::size_t block) const {
    if (bit < 9) return with_bit[bit];
    return block >> (bit - 9) & 1U ? ~Wide{} : Wide{};
  }

  TwoGraphs graphs;
  std::vector<Connections> sums;  // by the number of nodes in the set
  Plane<Wide> with_bit;           // for each of the lowest 9 bits, the lanes whose number has it
  Plane<Wide> of_size;            // for each k, the lanes whose number has k bits set
};

// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
  }
  // A number below `limit`, uniform up to an error of limit / 2^64.
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

 private:
  std::uint64_t state_;
};

// Random start nodes, other nodes and sets. Each task is one order, which is the number of nodes in the set.
struct SomeSets {
  SomeSets(const LaneGraph& first, const LaneGraph& second, std::size_t n_orders, std::uint64_t n_samples,
           std::uint64_t seed)
      : graphs(first, second), sums(n_orders), ends(512), n_samples(n_samples), seed(seed), urn(first.n_nodes()) {}

  void operator()(std::size_t order) {
    std::iota(urn.begin(), urn.end(), Node{0});
    Random random(Random(seed + order).next());  // the hash of the sum: adjacent orders get unrelated numbers
    for (std::uint64_t left = n_samples; left > 0;) {
      const auto n_lanes = static_cast<std::size_t>(std::min<std::uint64_t>(left, 512));
      left -= n_lanes;
      std::fill(graphs.given.begin(), graphs.given.end(), Wide{});
      std::fill(graphs.starts.begin(), graphs.starts.end(), Wide{});
      for (std::size_t lane = 0; lane < n_lanes; ++lane) draw(random, order, lane);
      graphs.walk();
      for (std::size_t lane = 0; lane < n_lanes; ++lane) {
        Wide own{};
        put(own, lane);
        graphs.add(sums[order], ends[lane], own);
      }
    }
  }

  // Draws a start node, an end node and a set for a lane: the first nodes of a random permutation.
  void draw(Random& random, std::size_t order, std::size_t lane) {
    steps(order);
    for (std::size_t k = 0; k < order + 2; ++k) std::swap(urn[k], urn[k + random.below(urn.size() - k)]);
    put(graphs.starts[urn[0]], lane);
    ends[lane] = urn[1];
    for (std::size_t k = 0; k < order; ++k) put(graphs.given[urn[k + 2]], lane);
  }

  TwoGraphs graphs;
  std::vector<Connections> sums;  // by order
  std::vector<Node> ends;         // the end node of each lane
  std::uint64_t n_samples, seed;
  std::vector<Node> urn;  // all nodes, in any order
};

}  // namespace

std::vector<Connections> all_connections(Words first_words, Words second_words, std::size_t n_nodes,
                                         std::size_t n_threads) {
  if (n_nodes < 2) return {};
  const LaneGraph first(MixedGraph(first_words, n_nodes)), second(MixedGraph(second_words, n_nodes));
  const std::size_t n_blocks = ((std::size_t{1} << (n_nodes - 1)) + 511) / 512;
  std::vector<Connections> sums(n_nodes - 1);
  in_parallel(
      (n_nodes - 1) * n_blocks, n_blocks < 16 ? 1 : n_threads, [&] { return EverySet(first, second); },
      [&](const EverySet& worker) { add(sums, worker.sums); });
  return sums;
}

std::vector<Connections> sampled_connections(Words first_words, Words second_words, std::size_t n_nodes,
                                             std::size_t n_orders, std::uint64_t n_samples, std::uint64_t seed,
                                             std::size_t n_threads) {
  const LaneGraph first(MixedGraph(first_words, n_nodes)), second(MixedGraph(second_words, n_nodes));
  std::vector<Connections> sums(n_orders);
  in_parallel(
      n_orders, n_threads, [&] { return SomeSets(first, second, n_orders, n_samples, seed); },
      [&](const SomeSets& worker) { add(sums, worker.sums); });
  return sums;
}

}  // namespace edgemark
